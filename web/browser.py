"""Drives a headless Chromium over its debugging pipe; standard library only."""

from __future__ import annotations

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any, Callable

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find() -> str | None:
    """Returns the path of a browser, if one is installed."""
    return next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM", ""), *NAMES])), None)


def become_urgent() -> None:
    """Gives this process real-time priority where that is allowed, so that other work of the machine does not delay it."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except OSError:
        pass


class PageError(Exception):
    """An error of the page, or an answer that did not come in time."""


class Browser:
    """A browser with one page."""

    def __init__(self, program: str, width: int = 1280, height: int = 900, before: Callable[[], None] | None = None) -> None:
        self.folder = tempfile.mkdtemp(prefix="hexmate-web-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to descriptor 4.
        command = [
            "sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh", program,
            "--headless=new", "--force-prefers-reduced-motion", "--remote-debugging-pipe", "--no-first-run",
            "--disable-gpu", "--hide-scrollbars",
            f"--user-data-dir={self.folder}/profile", f"--window-size={width},{height}",
        ]
        if os.getuid() == 0:
            command.append("--no-sandbox")
        self.process = subprocess.Popen(
            command, pass_fds=(to_browser, from_browser), preexec_fn=before, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.session: str | None = None
        self.messages: list[str] = []
        self.requests: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"]:
            self.send(f"{domain}.enable")
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)

    def close(self) -> None:
        """Ends the browser."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def processor_seconds(self) -> float:
        """Returns the processor time of the browser and all processes that it began."""
        parents, times = {}, {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            process = int(path.parent.name)
            parents[process], times[process] = int(fields[1]), int(fields[11]) + int(fields[12])
        total = 0
        for process in parents:
            ancestor = process
            while ancestor not in (0, self.process.pid):
                ancestor = parents.get(ancestor, 0)
            total += times[process] if ancestor else 0
        return total / os.sysconf("SC_CLK_TCK")

    def send(self, method: str, timeout: float = 60, **parameters: Any) -> Any:
        """Calls a method of the browser and returns its result."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session and not method.startswith("Browser."):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self.receive(end - time.monotonic(), method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def receive(self, seconds: float, method: str) -> Any:
        """Returns the next message of the browser."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.input], [], [], max(seconds, 0))
            data = os.read(self.input, 1 << 20) if ready else b""
            if not data:
                raise PageError(f"{method}: no answer of the browser")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def note(self, event: Any) -> None:
        """Keeps errors and requests of the page."""
        name, parameters = event.get("method"), event.get("params", {})
        if name == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))
        elif name == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.messages.append(parameters["entry"]["text"])
        elif name == "Page.javascriptDialogOpening":
            # The question before a page with unsaved files is left.
            self.number += 1
            answer = {"method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
            message = {"id": self.number, "sessionId": self.session, **answer}
            os.write(self.output, json.dumps(message).encode() + b"\0")
        elif name == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def evaluate(self, expression: str, timeout: float = 60) -> Any:
        """Returns the value of an expression in the page."""
        result = self.send(
            "Runtime.evaluate", timeout, expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, expression: str, timeout: float = 30) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + timeout
        while not self.is_true(expression):
            if time.monotonic() > end:
                raise PageError(f"not true after {timeout} s: {expression}\n{self.messages}")
            time.sleep(0.02)

    def is_true(self, expression: str) -> bool:
        """Returns whether an expression is true; it is not while another page takes the place of this one."""
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except PageError as error:
            if "navigated or closed" in str(error):
                return False
            raise

    def open(self, address: str) -> None:
        """Opens an address and waits until the page is built."""
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=address)
        self.wait("document.documentElement?.dataset.ready || document.body?.innerText.startsWith('hexmate: ')")
        failed = self.evaluate("document.documentElement.dataset.ready ? '' : document.body.innerText")
        if failed:
            raise PageError(failed)

    def resize(self, width: int, height: int, scheme: str = "light", scale: float = 1) -> None:
        """Sets the size of the window and the colour scheme."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 500)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def mouse(self, kind: str, x: float, y: float, name: str = "left", modifiers: int = 0) -> None:
        """Sends an event of the mouse."""
        pressed = 0 if kind == "mouseReleased" else {"left": 1, "right": 2}.get(name, 0)
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=name, buttons=pressed, clickCount=1, modifiers=modifiers)

    def place(self, selector: str) -> tuple[float, float]:
        """Returns the centre of an element, in the window, once it rests: the page may still be laid out."""
        expression = (
            f"(e => {{ e.scrollIntoView({{block: 'nearest'}}); const b = e.getBoundingClientRect();"
            f" return [b.x + b.width / 2, b.y + b.height / 2] }})(document.querySelector({json.dumps(selector)}))"
        )
        box, before = self.evaluate(expression), None
        for _ in range(40):
            if box == before:
                break
            time.sleep(0.03)
            box, before = self.evaluate(expression), box
        return box[0], box[1]

    def click(self, selector: str, name: str = "left") -> None:
        """Clicks an element."""
        x, y = self.place(selector)
        self.mouse("mouseMoved", x, y, "none")
        self.mouse("mousePressed", x, y, name)
        self.mouse("mouseReleased", x, y, name)

    def drag(self, start: str, end: str | tuple[float, float], name: str = "left") -> None:
        """Drags from one element to another, or to a point."""
        x, y = self.place(start)
        to_x, to_y = self.place(end) if isinstance(end, str) else end
        self.mouse("mouseMoved", x, y, "none")
        self.mouse("mousePressed", x, y, name)
        self.mouse("mouseMoved", (x + to_x) / 2, (y + to_y) / 2, name)
        self.mouse("mouseMoved", to_x, to_y, name)
        self.mouse("mouseReleased", to_x, to_y, name)

    def touch(self, *points: tuple[float, float]) -> None:
        """Touches the screen at the first point and moves to the others with one finger."""
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": points[0][0], "y": points[0][1]}])
        for (x, y), (to_x, to_y) in zip(points, points[1:]):
            for part in (1, 2, 3):
                point = {"x": x + (to_x - x) * part / 3, "y": y + (to_y - y) * part / 3}
                self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        if len(points) > 1:
            # The finger rests before it is lifted; otherwise the browser takes the drag for a fling.
            time.sleep(0.15)
            self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": points[-1][0] + 1, "y": points[-1][1]}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def accessible(self) -> list[dict[str, Any]]:
        """Returns the nodes of the accessibility tree that are not ignored: role, name and properties of each."""
        nodes = []
        for node in self.send("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
                nodes.append({"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""), **properties})
        return nodes

    def key(self, key: str, modifiers: int = 0) -> None:
        """Presses a key."""
        codes = {"Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "Escape": 27, "Tab": 9, " ": 32}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 and not modifiers & 2 else "")
        code = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code, modifiers=modifiers)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    def fill(self, selector: str, text: str) -> None:
        """Replaces the text of a field, as by typing."""
        self.evaluate(f"(e => {{ e.focus(); e.select?.() }})(document.querySelector({json.dumps(selector)}))")
        self.send("Input.insertText", text=text)

    def choose_files(self, selector: str, *paths: pathlib.Path) -> None:
        """Chooses files in a file field."""
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def text(self, selector: str) -> str:
        """Returns the text of an element."""
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def downloaded(self, name: str, timeout: float = 30) -> pathlib.Path:
        """Waits for a download and returns its path."""
        path, end = pathlib.Path(self.folder) / name, time.monotonic() + timeout
        while not path.exists():
            if time.monotonic() > end:
                raise PageError(f"no download {name}; there are {os.listdir(self.folder)}")
            time.sleep(0.05)
        return path

    def downloaded_bytes(self, selector: str, name: str) -> bytes:
        """Clicks an element and returns the file that it saves."""
        path = pathlib.Path(self.folder) / name
        path.unlink(missing_ok=True)
        self.click(selector)
        self.downloaded(name)
        # The name appears when the file is complete.
        return path.read_bytes()

    def downloaded_text(self, selector: str, name: str) -> str:
        """Clicks an element and returns the text that it saves."""
        return self.downloaded_bytes(selector, name).decode()

    def screenshot(self, path: pathlib.Path) -> None:
        """Saves a picture of the window."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))
