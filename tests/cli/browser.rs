//! HTML pages in a browser: each test uses the controls of a page and reads back what is visible.
//!
//! Without Chromium the tests print `SKIPPED` and pass.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

/// Script helpers: choose options, count what is visible, and write the observations into an element `seen`.
const HELPERS: &str = r#"
  const seen = [], count = document.querySelector("output");
  const choose = (name, value) => {
    const select = document.querySelector(`select[name=${name}]`);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const options = name => [...document.querySelector(`select[name=${name}]`).options].map(o => o.value);
  const visible = () => [...document.querySelectorAll("article")].filter(a => a.offsetHeight > 0).length;
  const open = () => document.querySelectorAll("details[open]").length;
  const inside = element => {
    const box = element.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.width > 0;
  };
  const finish = () => {
    const pre = document.createElement("pre");
    pre.id = "seen";
    pre.textContent = seen.join("\n");
    document.body.append(pre);
  };
"#;

/// Script that folds all problems, unfolds one by keyboard focus, and prints.
const FOLD_AND_PRINT: &str = r#"
  document.getElementById("fold").click();
  seen.push(`folded: ${open()} open`);
  const line = document.querySelector("article:not([hidden]) summary");
  line.focus();
  seen.push(`a line takes the focus: ${document.activeElement === line}`);
  line.click();
  setTimeout(() => {
    seen.push(`unfolded one: ${open()} open`);
    dispatchEvent(new Event("beforeprint"));
    seen.push(`printed: ${document.querySelectorAll("main details:not([open])").length} folded`);
    finish();
  }, 50);
"#;

fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = |folder: PathBuf| names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
    std::env::split_paths(&folders).find_map(found)
}

/// Writes a page with `args`, runs `actions` on it in a browser, and returns the observations; `None` without a browser.
pub fn seen_in_browser(args: &[&str], expected_status: i32, actions: &str) -> Option<String> {
    let Some(browser) = browser() else {
        // Written directly: the test harness hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no Chromium here, no page was opened in it");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let status = Command::new(env!("CARGO_BIN_EXE_hexmate"))
        .args(args)
        .arg("--html")
        .arg(&path)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program ends")
        .status;
    assert_eq!(status.code(), Some(expected_status));
    let reader = format!(
        "<script>\naddEventListener(\"load\", () => {{{HELPERS}{actions}{FOLD_AND_PRINT}}});\n</script></body>"
    );
    let page = fs::read_to_string(&path).expect("a page").replace("</body>", &reader);
    fs::write(&path, page).expect("written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", path.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let seen = dom.split_once(r#"<pre id="seen">"#).and_then(|(_, rest)| rest.split_once("</pre>"));
    Some(seen.map(|(seen, _)| seen.to_owned()).unwrap_or_default())
}

#[test]
fn solutions_page_filters_folds_and_prints() {
    let actions = r#"
  seen.push(`all: ${count.value}, ${visible()} visible`);
  choose("verdict", "COOKED");
  seen.push(`cooked: ${count.value}, ${visible()} visible`);
  choose("length", "3");
  seen.push(`cooked in three: ${count.value}, ${visible()} visible`);
  choose("verdict", "all");
  seen.push(`in three: ${count.value}, ${visible()} visible`);
"#;
    let Some(seen) = seen_in_browser(&["solve", "puzzles/known.csv", "--no-time", "-q"], 0, actions) else {
        return;
    };
    assert_eq!(
        seen,
        "all: 6 of 6, 6 visible\n\
         cooked: 1 of 6, 1 visible\n\
         cooked in three: 0 of 6, 0 visible\n\
         in three: 2 of 6, 2 visible\n\
         folded: 0 open\n\
         a line takes the focus: true\n\
         unfolded one: 1 open\n\
         printed: 0 folded"
    );
}

#[test]
fn solutions_page_filters_wrong_claims() {
    let actions = r#"
  seen.push(`claims: ${options("claim").join(", ")}`);
  choose("claim", "wrong-key");
  seen.push(`wrong: ${count.value}, ${visible()} visible`);
  const fault = [...document.querySelectorAll(".fault")].find(fault => fault.offsetHeight > 0);
  seen.push(`message: ${fault.textContent}`);
  choose("claim", "all");
"#;
    let Some(seen) = seen_in_browser(&["solve", "tests/examples/column.csv", "--no-time", "-q"], 1, actions)
    else {
        return;
    };
    let lines: Vec<&str> = seen.lines().take(3).collect();
    assert_eq!(
        lines,
        [
            "claims: all, incomplete, right, wrong-key",
            "wrong: 1 of 3, 1 visible",
            "message: claimed 1.Rk7-g10: not a key"
        ]
    );
}

#[test]
fn validate_page_filters_by_code() {
    let actions = r#"
  seen.push(`all: ${count.value}, ${visible()} visible`);
  seen.push(`statuses: ${options("status").join(" ")}`);
  choose("status", "ok");
  seen.push(`ok: ${count.value}, ${visible()} visible`);
  choose("status", "all");
  choose("code", "no-such-move");
  seen.push(`no such move: ${count.value}, ${visible()} visible`);
  const article = document.querySelector("article:not([hidden])");
  seen.push(`its board is seen: ${inside(article.querySelector("svg"))}`);
  seen.push(article.querySelector("ul").textContent.trim().replace(/\n+/g, "\n"));
  seen.push(document.querySelector("footer").innerText.trim());
"#;
    let args = ["validate", "tests/examples/three-games.pgn", "tests/examples/slips.pgn", "--repair", "-q"];
    let Some(seen) = seen_in_browser(&args, 1, actions) else { return };
    insta::assert_snapshot!("reader_of_checked_records", seen);
}

#[test]
fn stats_page_unfolds_openings() {
    let actions = r#"
  const sections = [...document.querySelectorAll("article")];
  seen.push(sections.map(section => section.querySelector("h2").textContent).join(", "));
  seen.push(`tables: ${document.querySelectorAll("table").length}`);
  seen.push(`the chart is seen: ${inside(document.querySelector("svg"))}`);
  seen.push(`its bars: ${document.querySelectorAll("svg rect").length}`);
  seen.push(document.querySelector("footer").innerText.trim());
"#;
    let args = ["stats", "tests/examples/three-games.pgn", "--min-games", "1", "-q"];
    let Some(seen) = seen_in_browser(&args, 1, actions) else { return };
    insta::assert_snapshot!("reader_of_facts", seen);
}
