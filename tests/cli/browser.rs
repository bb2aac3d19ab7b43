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
        "<script>\naddEventListener(\"load\", async () => {{{HELPERS}{actions}{FOLD_AND_PRINT}}});\n</script></body>"
    );
    let page = fs::read_to_string(&path).expect("a page").replace("</body>", &reader);
    fs::write(&path, page).expect("written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=30000", "--dump-dom"])
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

/// Script that opens the page in a frame as narrow as a phone, and lists what is wider than the frame.
const NARROW: &str = r#"
  const frame = document.createElement("iframe");
  frame.style.cssText = "width: 360px; height: 800px; border: 0";
  const loaded = new Promise(done => frame.addEventListener("load", done));
  frame.srcdoc = document.documentElement.outerHTML.replace(/<script>[^]*?<\/script>/g, "");
  document.body.append(frame);
  await loaded;
  const inner = frame.contentDocument;
  inner.querySelectorAll("details").forEach(details => { details.open = true });
  inner.querySelectorAll("article").forEach(article => { article.style.contentVisibility = "visible" });
  inner.querySelectorAll("form").forEach(form => { form.hidden = false });
  const drawn = [...inner.body.querySelectorAll("*")].filter(element => !element.closest("svg.sprite"));
  const wide = drawn.filter(element => element.getBoundingClientRect().right > 360.5);
  seen.push(`fits: ${inner.documentElement.scrollWidth <= 360}, wider: ${wide.length}`);
  for (const element of wide.slice(0, 3)) seen.push(element.outerHTML.slice(0, 200));
  seen.push(`smallest text: ${Math.min(...[...inner.querySelectorAll("th, td, li, p, dd, small")].map(e => parseFloat(getComputedStyle(e).fontSize)))}`);
"#;

#[test]
#[ignore = "long: make verify-program"]
fn pages_fit_a_phone() {
    let solve = ["solve", "tests/examples/column.csv", "tests/examples/twins.csv", "--tries", "1", "-q"];
    let readers = [&solve[..], &["--for", "readers", "--language", "russian"]].concat();
    let validate = ["validate", "tests/examples/three-games.pgn", "tests/examples/slips.pgn", "-q"];
    let stats = ["stats", "tests/examples/three-games.pgn", "--min-games", "1", "-q"];
    let pages: [(&[&str], i32); 4] = [(&solve, 1), (&readers, 1), (&validate, 1), (&stats, 1)];
    for (args, status) in pages {
        let Some(seen) = seen_in_browser(args, status, NARROW) else { return };
        let mut lines = seen.lines();
        assert_eq!(lines.next(), Some("fits: true, wider: 0"), "{args:?}: {seen}");
        let smallest = lines.find_map(|line| line.strip_prefix("smallest text: "));
        let smallest: f64 = smallest.and_then(|size| size.parse().ok()).expect("a size");
        assert!(smallest >= 12., "{args:?}: {smallest}");
    }
}

#[test]
fn first_step_plays_the_key() {
    let actions = r#"
  for (const article of document.querySelectorAll("article")) {
    article.scrollIntoView();
    article.querySelector("a[data-m]").click();
    const [first, , on] = article.querySelectorAll(".steps button");
    first.click();
    on.click();
    const plain = text => text.replace(/^1[.…]+/, "").replace("!", "");
    const key = article.querySelector("summary").textContent.split(" ")[0];
    const shown = article.querySelector("a[aria-current]").textContent;
    seen.push(`${plain(key) === plain(shown)}: ${key} ${shown}`);
  }
"#;
    let args = ["solve", "examples/column.csv", "--set-play", "--tries", "1", "--no-time", "-q"];
    let Some(seen) = seen_in_browser(&args, 0, actions) else { return };
    let steps: Vec<&str> = seen.lines().take_while(|line| !line.starts_with("folded")).collect();
    assert!(steps.len() > 20, "{seen}");
    let wrong: Vec<&&str> = steps.iter().filter(|line| !line.starts_with("true")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn pages_hide_paths_and_commands() {
    const GAME: &str = "[Event \"x\"]\n\n1. f6 {good [%cal Gf6f7,Rf6g6] [%csl Yf6]} e6 2. Qf1 *\n";
    const PROBLEM: &str = "id,variant,fen,stipulation,comment\n\
        a,mini,1/3/5/7/4p2/5bp/k1K2r1 b - 0 1,s#1,see [%cal Ga1b2] here\n";
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    for (file, content, command) in [("games.pgn", GAME, "validate"), ("problems.csv", PROBLEM, "solve")] {
        let path = folder.path().join(file);
        fs::write(&path, content).expect("written");
        let page = folder.path().join("page.html").display().to_string();
        crate::run::hexmate(&[command, &path.display().to_string(), "--html", &page, "-q"]);
        let page = fs::read_to_string(page).expect("a page");
        assert!(!page.contains("[%") && !page.contains(&name), "{page}");
        assert!(page.contains("arrow tone-g"), "arrows of comments are drawn: {page}");
        if command == "validate" {
            // Two queen moves go to cells near f1; the disputed cell has a mark.
            assert!(page.contains("class=\"marked tone-r\"") && page.contains("games.pgn:3:"), "{page}");
        }
    }
}

#[test]
fn long_paths_stay_beside_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a_name_without_any_place_to_break_it_".repeat(2) + ".pgn");
    let name = "N".repeat(40);
    let game = "1. e5 e6 2. Qc3 Qc6 3. Nhf4 Nhf8 4. Rd2 Rd8";
    let games = format!("[White \"{name}\"]\n[Black \"B\"]\n\n{game} 5. Qz9 *\n");
    fs::write(&path, games).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let script = r#"
      const board = document.querySelector(".diagram").getBoundingClientRect();
      for (const name of [".fault, .verdict", ".graph svg", ".sides"]) {
        const element = document.querySelector(name);
        if (!element) continue;
        const box = element.getBoundingClientRect();
        seen.push(`${name}: ${box.top < board.bottom && box.right <= innerWidth ? "beside" : "elsewhere"}`);
      }
    "#;
    for (args, places) in
        [(["analyse", path, "--nodes", "100"].as_slice(), 3), (["validate", path].as_slice(), 1)]
    {
        let Some(seen) = seen_in_browser(args, 1, script) else { return };
        assert_eq!(seen.matches(": beside").count(), places, "{seen}");
        assert!(!seen.contains("elsewhere"), "{seen}");
    }
}

#[test]
fn reader_page_has_no_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let args = ["solve", "tests/examples/column.csv", "--html", &path, "--for", "readers", "-q"];
    for (language, words) in [
        ("english", ["lang=\"en\"", "<title>Problems<", "<summary>Solution<"]),
        ("hungarian", ["lang=\"hu\"", "<title>Feladványok<", "<summary>Megfejtés<"]),
        ("polish", ["lang=\"pl\"", "<title>Zadania<", "<summary>Rozwiązanie<"]),
        ("russian", ["lang=\"ru\"", "<title>Задачи<", "<summary>Решение<"]),
    ] {
        crate::run::hexmate(&[&args[..], &["--language", language]].concat());
        let page = fs::read_to_string(&path).expect("a page");
        assert!(words.iter().all(|word| page.contains(word)), "{language}: {page}");
        let (_, body) = page.split_once("</style>").expect("a style");
        for word in ["COOKED", "SOUND", "class=\"fault\"", "<select", "<details open"] {
            assert!(!body.contains(word), "{language}: {word}");
        }
    }
}

#[test]
fn paper_has_no_move_elements() {
    let actions = r#"
  const links = () => document.querySelectorAll(".moves a[data-m]").length;
  const before = links(), text = document.querySelector(".moves").textContent;
  dispatchEvent(new Event("beforeprint"));
  seen.push(`on paper: ${links()}, the same text: ${document.querySelector(".moves").textContent === text}`);
  dispatchEvent(new Event("afterprint"));
  seen.push(`afterwards: ${links() === before && before > 10}`);
  document.querySelector("abbr").focus();
  seen.push(`explained: ${getComputedStyle(document.activeElement, "::after").content.length > 20}`);
"#;
    let args = ["solve", "puzzles/known.csv", "--no-time", "-q"];
    let Some(seen) = seen_in_browser(&args, 0, actions) else { return };
    let lines: Vec<&str> = seen.lines().take(3).collect();
    assert_eq!(lines, ["on paper: 0, the same text: true", "afterwards: true", "explained: true"]);
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
