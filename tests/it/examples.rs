//! Examples for users of the library: short programs that need nothing but it.

use std::error::Error;
use std::fs;
use std::path::Path;

/// The programs as modules, so that the tests run them.
macro_rules! programs {
    ($($name:ident),*) => { $(
        mod $name {
            include!(concat!("../../examples/", stringify!($name), ".rs"));

            pub fn run() -> Result<(), Box<dyn std::error::Error>> {
                Ok(main()?)
            }
        }
    )* };
}

programs!(draw_key, solve_fen, validate_pgn);

const MOST_LINES: usize = 15;

#[test]
fn examples_run() -> Result<(), Box<dyn Error>> {
    solve_fen::run()?;
    validate_pgn::run()?;
    draw_key::run()
}

#[test]
fn examples_are_short_and_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/library.md")).expect("a page");
    for name in ["draw_key", "solve_fen", "validate_pgn"] {
        let text = fs::read_to_string(root.join(format!("examples/{name}.rs"))).expect("an example");
        assert!(text.lines().count() <= MOST_LINES, "{name}");
        let others = text.match_indices("hexmate_").count() + text.match_indices("extern crate").count();
        assert_eq!(others, 0, "{name} uses another crate");
        assert!(page.contains(&format!("examples/{name}.rs")), "{name} is not listed");
    }
}
