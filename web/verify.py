#!/usr/bin/env python3
"""Uses the page as a person does: verify.py PAGE.html PROGRAM [--long] [--pictures FOLDER].

PROGRAM is `hexmate`, whose answers the page must give too. With --long every problem and example is compared.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from typing import Callable

from browser import Browser, PageError, find

ROOT = pathlib.Path(__file__).resolve().parent.parent
MATE = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1"
GAME = 'document.querySelector("#game").value'


def cell(name: str) -> str:
    """Returns the selector of a cell."""
    return f'#board [id="h-{name}"]'


class Checks:
    """The checks, each a method whose name begins with `check_`."""

    def __init__(self, browser: Browser, page: pathlib.Path, program: pathlib.Path, folder: pathlib.Path, pictures: pathlib.Path | None) -> None:
        self.browser, self.page, self.program, self.folder, self.pictures = browser, page, program, folder, pictures

    def start(self, fragment: str = "") -> None:
        """Opens the page at a position."""
        self.browser.resize(1280, 900)
        self.browser.evaluate("try { localStorage.clear() } catch {}")
        self.browser.open(self.page.as_uri() + fragment)

    def fen(self) -> str:
        """Returns the FEN of the page."""
        return self.browser.evaluate('document.querySelector("#fen").value')

    def tab(self, name: str) -> None:
        """Shows a panel."""
        self.browser.click(f"#tab-{name}")

    def take_picture(self, name: str) -> None:
        """Saves a picture for the documentation, if wanted."""
        if self.pictures:
            self.browser.screenshot(self.pictures / f"{name}.png")

    def solve(self, timeout: float = 60) -> list[str]:
        """Solves the problem on the board; returns the verdicts."""
        self.browser.click("#solve")
        self.browser.wait('document.querySelector("#stop").hidden && document.querySelector("#solutions").childElementCount', timeout)
        return self.browser.evaluate('[...document.querySelectorAll("#solutions .verdict")].map(e => e.textContent)')

    def read_file(self, path: pathlib.Path, how: str, name: str = "", timeout: float = 120, broken: int = 0) -> str:
        """Reads a file as `name` and returns the report."""
        browser = self.browser
        self.tab("files")
        browser.click(f'[data-how="{how}"]')
        browser.choose_file("#file", path)
        browser.wait('document.querySelector("#stopFile").hidden && document.querySelector("#records").textContent', timeout)
        return browser.downloaded_text("#saveReport", f"{path.name.rsplit('.', 1)[0]}-report.csv")

    def run(self, *arguments: str) -> str:
        """Returns what the program prints."""
        done = subprocess.run([self.program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=900)
        return done.stdout

    # What a person does.

    def check_problem_from_empty_board(self) -> None:
        self.start()
        browser = self.browser
        self.take_picture("board")
        browser.click("#clear")
        assert "K" not in self.fen(), self.fen()
        assert "2 faults" in browser.text("#status"), browser.text("#status")
        # By dragging, by clicking, by keyboard, by the list of pieces.
        browser.drag('#tray [data-piece="K"]', cell("g10"))
        browser.drag('#tray [data-piece="k"]', cell("f9"))
        browser.drag(cell("g10"), cell("d7"))
        browser.click('#tray [data-piece="Q"]')
        browser.click(cell("f7"))
        browser.click('#tray [data-piece="Q"]')
        browser.click(cell("f1"))
        browser.key("Q", 8)
        fen = self.fen()
        assert fen.count("Q") == 2 and "K" in fen and "k" in fen, fen
        browser.key("Delete")
        assert self.fen().count("Q") == 1
        browser.fill("#pieces", "White: Kf11 Qe9. Black: Kc8 f6")
        browser.evaluate('document.querySelector("#pieces").dispatchEvent(new Event("change"))')
        assert self.fen().startswith("K/3/"), self.fen()
        # A drop beside the board removes a piece.
        browser.drag(cell("f6"), (5, 500))
        assert "p" not in self.fen(), self.fen()
        browser.click("#undo")
        assert "p" in self.fen()
        browser.click("#redo")
        assert "p" not in self.fen()
        browser.fill("#fen", MATE)
        browser.click("#readFen")
        assert self.fen() == MATE
        self.tab("problem")
        browser.fill("#stipulation", "#2")
        assert self.solve() == ["Sound"]
        assert browser.text("#solutions .tree .move") == "Rf11"
        self.take_picture("problem")
        # Clicking through the play moves the board.
        browser.click("#solutions .tree .move")
        assert " b " in self.fen(), self.fen()
        second = '#solutions .tree li li .move'
        browser.click(second)
        assert self.fen() != MATE
        self.tab("board")
        browser.fill("#fen", MATE)
        browser.click("#readFen")
        picture = browser.downloaded_text("#saveSvg", "glinski.svg")
        expected = self.run("diagram", MATE, "--to-move", "--width", "800")
        assert not expected or picture.split("<desc")[1][:40] == expected.split("<desc")[1][:40]

    def check_moves_and_history(self) -> None:
        self.start()
        browser = self.browser
        browser.click(cell("f5"))
        assert browser.evaluate('document.querySelectorAll("#board .dots *").length') > 0
        browser.click(cell("f6"))
        assert "Black to move" in browser.text("#status")
        browser.drag(cell("e7"), cell("f6"))
        assert browser.evaluate(GAME) == "glinski"
        browser.fill("#typed", "e6")
        browser.key("Enter")
        line = browser.text("#line")
        assert "f6" in line and "e6" in line, line
        browser.click("#back")
        browser.click("#back")
        assert "White to move" in browser.text("#status")
        browser.click("#on")
        # The address carries the position.
        address = browser.evaluate("location.href")
        browser.open(address)
        assert "Black to move" in browser.text("#status") and "e6" in browser.text("#line")
        browser.drag(cell("d3"), cell("d5"), "right")
        assert browser.evaluate('document.querySelectorAll("#board .arrows").length') == 1
        # Hostile addresses.
        for fragment in ["#glinski;x", "#glinski;1/3 w - 0 1;a1a2", "#nothing", "#glinski;%E0%A4%A", "#mini;;zz", "#" + "a" * 5000]:
            browser.open(self.page.as_uri() + fragment)
            assert browser.evaluate('document.querySelector("#board svg") !== null'), fragment

    def check_every_game_shows_and_rotates(self) -> None:
        self.start()
        browser = self.browser
        names = browser.evaluate('[...document.querySelector("#game").options].map(o => o.value)')
        assert len(names) == 10, names
        for name in names:
            browser.evaluate(f'(e => {{ e.value = "{name}"; e.dispatchEvent(new Event("change")) }})(document.querySelector("#game"))')
            browser.click("#rotate")
            assert browser.evaluate('document.querySelectorAll("#board .pieces use").length') > 10, name
            browser.click('[data-mode="set-up"]')
            kinds = browser.evaluate('document.querySelectorAll("#tray [data-piece]").length')
            assert kinds in (12, 18, 36), (name, kinds)
            browser.click('[data-mode="play"]')
            expected = self.run("perft", "start", "--variant", name, "--depth", "1", "--quiet", "--format", "csv").split()[-1].split(",")
            assert f"{expected[2]} legal" in browser.text("#status"), (name, expected, browser.text("#status"))

    def check_keyboard(self) -> None:
        self.start("#mini")
        browser = self.browser
        browser.evaluate('document.querySelector("#board").focus()')
        # The cursor begins in the middle, before a pawn.
        for key in ["ArrowDown", "Enter", "ArrowUp", "Enter"]:
            browser.key(key)
        browser.wait('document.querySelector("#status").textContent.includes("Black to move")')
        browser.wait('document.querySelector("#live").textContent.startsWith("d4")')

    def check_solution_kinds(self) -> None:
        cases = [
            ("#mini;" + "k/3/2K2/1P1bppB/7/3R3/4NP1_w_-_0_16", "#1"),
            ("#glinski;" + "1/3/5/7/7p1/8P2/2p4K1P1/2B8/8Bk1/2B8/11_w_-_0_1", "#3"),
        ]
        for fragment, stipulation in cases:
            self.start(fragment)
            self.tab("problem")
            self.browser.fill("#stipulation", stipulation)
            assert self.solve() == ["Sound"], fragment
        self.browser.fill("#stipulation", "mate soon")
        assert self.solve() == ["Cannot be read"]
        self.browser.fill("#stipulation", "h#2")
        self.solve()
        self.browser.evaluate('document.querySelector("#solutions .move")?.click()')

    def check_stop_within_100_ms(self) -> None:
        self.start()
        self.tab("problem")
        self.browser.fill("#stipulation", "#9")
        self.browser.click("#solve")
        self.browser.wait('document.querySelector("#news").dataset.refuted >= 1', 20)
        # The page answers while the worker searches.
        begun = time.monotonic()
        self.browser.evaluate("new Promise(requestAnimationFrame)")
        frame = time.monotonic() - begun
        spent = self.browser.evaluate(
            "(async () => { const begun = performance.now(); document.querySelector('#stop').click();"
            " while (!document.querySelector('#stop').hidden) await new Promise(requestAnimationFrame);"
            " return performance.now() - begun })()"
        )
        assert spent < 100, f"{spent} ms"
        assert frame < 1, f"a frame took {frame} s"
        print(f"  stop: {spent:.1f} ms")
        self.browser.fill("#stipulation", "#1")
        self.solve()

    def check_tournament_to_first_error(self) -> None:
        self.start()
        # The tournament collection of the shared files, if they are there.
        shared = pathlib.Path(os.environ.get("HEXMATE_SHARED", ROOT.parent / "shared"))
        path = shared / "corpora/HalfFinalEuropeanChampionship_1999.pgn"
        path = path if path.exists() and not self.pictures else ROOT / "tests/examples/three-games.pgn"
        report = self.read_file(path, "check")
        browser = self.browser
        expected = self.run("validate", str(path), "--format", "csv")
        compare(report, expected.replace(str(path), path.name), path.name)
        browser.click("#firstError")
        browser.wait('!document.querySelector("#viewer").hidden && document.querySelector("#diagnosis")')
        first = next(row for row in csv.DictReader(io.StringIO(expected)) if row["status"] != "ok")
        assert f"[{first['code']}]" in browser.text("#diagnosis"), (browser.text("#diagnosis"), first)
        self.take_picture("files")

    def check_problem_file_to_report(self) -> None:
        self.start()
        path = ROOT / "puzzles/known.csv"
        report = self.read_file(path, "solve")
        compare(report, self.run("solve", str(path), "--format", "csv", "--no-time"), path.name)
        self.browser.click("#diagrams")
        self.browser.wait('document.querySelectorAll(".cards svg").length === 6')
        archive = zipfile.ZipFile(io.BytesIO(self.browser.downloaded_bytes("#saveDiagrams", "known-diagrams.zip")))
        assert archive.testzip() is None and len(archive.namelist()) == 6, archive.namelist()

    def check_hostile_text_stays_text(self) -> None:
        name = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
        odd = "\u202eesrever\u2066 \u0007bell"
        path = self.folder / "hostile.pgn"
        tag = name.replace('"', '\\"')
        path.write_text(f'[White "{tag}"]\n[Black "{odd}"]\n[{"Event"} "{tag}"]\n\n1. f6 {{{name} {odd}}} e6 (1... d6 {{{name}}}) 2. Zz9 *\n', "utf-8")
        self.start()
        self.read_file(path, "check")
        browser = self.browser
        browser.click("#firstError")
        browser.wait('document.querySelector("#play")')
        browser.click("#play .move")
        text = browser.text("#viewer")
        assert "<img src=x" in text, text
        assert not browser.evaluate("window.hacked ?? 0")
        assert not browser.evaluate('document.querySelector("img, #viewer script") !== null')
        assert "\u202e" not in browser.evaluate("document.body.textContent") and "U+202E" in browser.text("#viewer")

    def check_panic_marks_the_record(self) -> None:
        self.start()
        path = ROOT / "puzzles/known.csv"
        self.tab("files")
        rows = self.browser.evaluate(
            f"(async () => {{ const file = new File([{json.dumps(path.read_text('utf-8'))}], 'known.csv');"
            " document.querySelector('#panel-files').test(file, { how: 'solve', brokenAt: 3 });"
            " while (!document.querySelector('#stopFile').hidden) await new Promise(r => setTimeout(r, 20));"
            " return document.querySelector('#panel-files').report() })()",
            120,
        )
        rows = list(csv.DictReader(io.StringIO(rows)))
        assert len(rows) == 6 and [row["status"] for row in rows].count("BAD_INPUT") == 1, rows
        assert "internal error" in rows[2]["message"], rows[2]

    def check_counts(self) -> None:
        self.start()
        self.tab("perft")
        browser = self.browser
        browser.fill("#depth", "3")
        browser.click("#count")
        browser.wait('document.querySelector("#stopCount").hidden && document.querySelectorAll("#divide tbody tr").length === 51')
        assert "137,858" in browser.text("#total"), browser.text("#total")
        self.take_picture("perft")
        browser.click("#suiteBox summary")
        browser.wait('document.querySelectorAll("#suite option").length > 20')
        browser.click("#checkSuite")
        browser.wait('document.querySelector("#stated tbody tr:last-child td:nth-child(3)").textContent')
        assert "differs" not in browser.text("#stated")

    def check_mend_and_strip(self) -> None:
        self.start("#glinski;" + MATE.replace(" ", "_"))
        self.tab("problem")
        browser = self.browser
        for button in ["#strip", "#mend"]:
            browser.click(button)
            browser.wait('document.querySelector("#stop").hidden && document.querySelector("#solutions").childElementCount', 120)
            assert not browser.evaluate('document.querySelector("#solutions .bad") !== null'), browser.text("#solutions")

    def check_languages_and_looks(self) -> None:
        self.start()
        browser = self.browser
        for code, word in [("hu", "Feladvány"), ("pl", "Zadanie"), ("en", "Problem")]:
            browser.evaluate(f'(e => {{ e.value = "{code}"; e.dispatchEvent(new Event("change")) }})(document.querySelector("#language"))')
            assert browser.text("#tab-problem") == word
            missing = browser.evaluate("document.body.innerText.includes('undefined')")
            assert not missing
        for width, height, scheme in [(360, 760, "light"), (360, 760, "dark"), (1280, 900, "light"), (1280, 900, "dark"), (2560, 1400, "light"), (2560, 1400, "dark")]:
            browser.resize(width, height, scheme)
            for name in ["board", "problem", "files", "perft"]:
                browser.evaluate(f'document.querySelector("#tab-{name}").click()')
                wide = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{name} at {width} px is {wide} px too wide"
            faint = browser.evaluate(CONTRAST)
            assert not faint, f"{scheme}: {faint}"
        unnamed = browser.evaluate(
            '[...document.querySelectorAll("button, input:not([type=file]), select, textarea")].filter(e => !e.closest("[hidden]") && !(e.innerText || e.ariaLabel || e.labels?.[0]?.textContent || e.title)).map(e => e.outerHTML.slice(0, 90))'
        )
        assert not unnamed, unnamed
        browser.resize(1280, 900)

    def check_large_file_keeps_page_alive(self) -> None:
        moves = [f"{n}. {'Ndf4 Ndf8' if n % 2 else 'Nfd1 Nfd9'}" for n in range(1, 40)]
        game = '[Event "?"]\n\n' + " ".join(moves) + " *\n\n"
        path = self.folder / "large.pgn"
        with path.open("w") as file:
            count = 50_000_000 // len(game) + 1
            file.write(game * count)
        self.start()
        browser = self.browser
        self.tab("files")
        browser.evaluate(
            "window.worst = 0; window.last = performance.now(); (function frame() { const now = performance.now();"
            " worst = Math.max(worst, now - last); last = now; requestAnimationFrame(frame) })()"
        )
        browser.choose_file("#file", path)
        browser.wait('document.querySelector("#records").textContent.includes("%")', 60)
        browser.wait('document.querySelector("#stopFile").hidden', 240)
        worst = browser.evaluate("worst")
        print(f"  {count} games: {browser.text('#records')}; longest frame {worst:.0f} ms")
        assert worst < 1000, f"a frame took {worst} ms"

    def check_size_and_times(self) -> None:
        size = self.page.stat().st_size
        self.start()
        first = min(int(self.reload()) for _ in range(3))
        print(f"  {size / 1e6:.2f} MB, first board after {first} ms")
        assert size <= 1_600_000, f"{size} bytes"
        assert first <= 300, f"{first} ms"

    def reload(self) -> str:
        """Opens the page again; returns the milliseconds to the first board."""
        self.browser.open(self.page.as_uri())
        return self.browser.evaluate("document.documentElement.dataset.ready")

    def check_nothing_is_requested(self) -> None:
        asked = [url for url in self.browser.requests if not url.startswith(("file://", "blob:", "data:", "about:"))]
        assert not asked, asked
        assert not self.browser.messages, self.browser.messages

    def long_every_problem_gets_the_row_of_the_command(self) -> None:
        self.start()
        for path in sorted(ROOT.glob("puzzles/**/*.csv")):
            if path.stat().st_size > 2_000_000 or "hard" in path.parts:
                continue
            begun = time.monotonic()
            expected = self.run("solve", str(path), "--format", "csv", "--no-time", "--threads", "1")
            native = time.monotonic() - begun
            begun = time.monotonic()
            report = self.read_file(path, "solve", timeout=900)
            compare(report, expected.replace(str(path), path.name), path.name)
            print(f"  {path.relative_to(ROOT)}: {len(report.splitlines()) - 1} rows, {time.monotonic() - begun:.1f} s, command {native:.1f} s", flush=True)

    def long_every_example_gets_the_row_of_the_command(self) -> None:
        self.start()
        kinds = {".pgn", ".csv", ".epd", ".fen", ".gz", ".jsonl"}
        for path in sorted((ROOT / "tests/examples").iterdir()):
            if path.suffix not in kinds:
                continue
            for how, command in [("check", "validate"), ("solve", "solve")]:
                expected = self.run(command, str(path), "--format", "csv", *(["--no-time"] if how == "solve" else []))
                report = self.read_file(path, how)
                compare(report, expected.replace(str(path), path.name), f"{path.name} {how}")
                print(f"  {path.name} {how}: {len(report.splitlines()) - 1} rows", flush=True)


# Texts whose contrast with their background is less than 4.5.
CONTRAST = """
(() => {
  const parts = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = element => { for (let e = element; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length && c[3] !== 0) return c } return [255, 255, 255] };
  return [...document.querySelectorAll("body *")].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.checkVisibility() && !e.closest(":disabled, script")).flatMap(e => {
    const [one, other] = [light(parts(getComputedStyle(e).color)), light(ground(e))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5 ? [`${e.className || e.tagName} ${e.textContent.slice(0, 20)}: ${ratio.toFixed(2)}`] : [];
  });
})()
"""


def compare(ours: str, theirs: str, name: str) -> None:
    """Compares two tables row by row."""
    if ours == theirs:
        return
    rows, wanted = (list(csv.reader(io.StringIO(text))) for text in (ours, theirs))
    for number, (row, want) in enumerate(zip(rows, wanted)):
        if row != want:
            cells = [f"{head}: {one!r} instead of {other!r}" for head, one, other in zip(rows[0], row, want) if one != other]
            raise AssertionError(f"{name}, row {number}: {'; '.join(cells) or (row, want)}")
    raise AssertionError(f"{name}: {len(rows)} rows instead of {len(wanted)}")


def main() -> int:
    """Runs all checks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--pictures", type=pathlib.Path)
    arguments = parser.parse_args()
    found = find()
    if found is None:
        print("SKIPPED: verify-web, Chromium is not installed", file=sys.stderr)
        return 0
    kinds = ("long_",) if arguments.long else ("check_",)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(found)
        try:
            checks = Checks(browser, arguments.page.resolve(), arguments.program.resolve(), pathlib.Path(folder), arguments.pictures)
            names = [name for name in vars(Checks) if name.startswith(kinds) and arguments.only in name]
            for name in names:
                begun = time.monotonic()
                check: Callable[[], None] = getattr(checks, name)
                try:
                    check()
                    print(f"ok {name.split('_', 1)[1]} ({time.monotonic() - begun:.1f} s)", flush=True)
                except (AssertionError, PageError) as error:
                    failed += 1
                    print(f"FAILED {name.split('_', 1)[1]}: {error}\n{browser.messages}", flush=True)
                    browser.messages.clear()
        finally:
            browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
