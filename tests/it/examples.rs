//! Programs for users of the library: short, and without any other crate. Their code runs as tests of `src/lib.rs`.

use std::fs;
use std::path::Path;

const MOST_LINES: usize = 15;

#[test]
fn examples_are_short_and_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/library.md")).expect("a page");
    for name in ["draw_key", "solve_fen", "validate_pgn"] {
        let text = fs::read_to_string(root.join(format!("examples/{name}.rs"))).expect("an example");
        assert!(text.lines().count() <= MOST_LINES, "{name}");
        assert!(!text.contains("hexmate_") && !text.contains("extern crate"), "{name} uses another crate");
        assert!(page.contains(&format!("examples/{name}.rs")), "{name} is not listed");
    }
}
