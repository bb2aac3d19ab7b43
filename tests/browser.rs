//! The page of solutions in a browser: every control is used, and what follows is read back.
//!
//! Needs Chromium; where there is none the test says so and ends.
#![cfg(feature = "cli")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Uses the page as a reader does and leaves what it saw in an element of its own.
const READER: &str = r#"<script>
addEventListener("load", () => {
  const seen = [], count = document.querySelector("output");
  const choose = (name, value) => {
    const select = document.querySelector(`select[name=${name}]`);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const visible = () => [...document.querySelectorAll("article")].filter(a => a.offsetHeight > 0).length;
  const open = () => document.querySelectorAll("details[open]").length;
  seen.push(`all: ${count.value}, ${visible()} visible`);
  choose("verdict", "COOKED");
  seen.push(`cooked: ${count.value}, ${visible()} visible`);
  choose("length", "3");
  seen.push(`cooked in three: ${count.value}, ${visible()} visible`);
  choose("verdict", "all");
  seen.push(`in three: ${count.value}, ${visible()} visible`);
  document.getElementById("fold").click();
  seen.push(`folded: ${open()} open`);
  const line = document.querySelector("article:not([hidden]) summary");
  line.focus();
  seen.push(`a line takes the focus: ${document.activeElement === line}`);
  line.click();
  setTimeout(() => {
    seen.push(`unfolded one: ${open()} open`);
    dispatchEvent(new Event("beforeprint"));
    seen.push(`printed: ${document.querySelectorAll("details:not([open])").length} folded`);
    const pre = document.createElement("pre");
    pre.id = "seen";
    pre.textContent = seen.join("\n");
    document.body.append(pre);
  }, 50);
});
</script></body>"#;

fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = |folder: PathBuf| names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
    std::env::split_paths(&folders).find_map(found)
}

#[test]
fn a_reader_can_choose_fold_and_print() {
    let Some(browser) = browser() else {
        eprintln!("no Chromium here: the page was not used");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let status = Command::new(env!("CARGO_BIN_EXE_hexmate"))
        .args(["solve", "puzzles/known.csv", "--no-time", "-q", "--html"])
        .arg(&path)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it runs")
        .status;
    assert!(status.success());
    let page = fs::read_to_string(&path).expect("a page").replace("</body>", READER);
    fs::write(&path, page).expect("written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", path.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let seen = dom.split_once(r#"<pre id="seen">"#).and_then(|(_, rest)| rest.split_once("</pre>"));
    assert_eq!(
        seen.map(|(seen, _)| seen),
        Some(
            "all: 6 of 6, 6 visible\n\
             cooked: 1 of 6, 1 visible\n\
             cooked in three: 0 of 6, 0 visible\n\
             in three: 2 of 6, 2 visible\n\
             folded: 0 open\n\
             a line takes the focus: true\n\
             unfolded one: 1 open\n\
             printed: 0 folded"
        )
    );
}
