//! Links of the documents: files and headings exist, and the table of contents is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the targets of `[text](target)`, `src="target"` and `href="target"` outside of code.
fn targets(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code {
            continue;
        }
        // Every second part is between backquotes.
        for prose in line.split('`').step_by(2) {
            for (before, after) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
                all.extend(
                    prose.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0.into())),
                );
            }
        }
    }
    all
}

/// Returns the anchor of a heading as repository pages and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

fn fault(page: &Path, target: &str) -> Option<String> {
    if target.starts_with("http") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => page.to_owned(),
        file => page.parent().expect("a page is in a folder").join(file),
    };
    if !path.exists() {
        return Some(format!("{}: {target}: no such file", page.display()));
    }
    let lacks = !heading.is_empty() && !anchors(&fs::read_to_string(path).ok()?).contains(heading);
    lacks.then(|| format!("{}: {target}: no such heading", page.display()))
}

fn pages(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !name.starts_with('.') && !["target", "out", "dist"].contains(&name) {
            pages(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "md") {
            all.push(path);
        }
    }
}

#[test]
fn document_links_resolve() {
    let mut all = Vec::new();
    pages(Path::new(env!("CARGO_MANIFEST_DIR")), &mut all);
    assert!(all.len() > 20, "the documents are here");
    let mut faults = Vec::new();
    let mut links = 0;
    for page in &all {
        let text = fs::read_to_string(page).expect("a page");
        // Links to items are checked by rustdoc.
        for target in targets(&text).iter().filter(|target| !target.contains("::")) {
            links += 1;
            faults.extend(fault(page, target));
        }
    }
    assert!(links > 50, "{links} links found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every page in `docs` is in the table of contents.
#[test]
fn table_of_contents_lists_every_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let contents = targets(&fs::read_to_string(docs.join("README.md")).expect("the table of contents"));
    for entry in fs::read_dir(docs).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let is_page = name.strip_suffix(".md").is_some_and(|page| page != "README");
        assert!(!is_page || contents.contains(&name), "{name} is not in docs/README.md");
    }
}

#[test]
fn broken_links_are_detected() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    assert!(fault(&page, "no/such/file.md").is_some());
    assert!(fault(&page, "README.md#no-such-heading").is_some());
    assert_eq!(fault(&page, "docs/solving.md#verdicts"), None);
    assert_eq!(targets("see [a](b.md#c) and `[x](y)`, <img src=\"d.svg\">"), ["b.md#c", "d.svg"]);
    assert_eq!(anchor(" What is accepted, all the same?"), "what-is-accepted-all-the-same");
}
