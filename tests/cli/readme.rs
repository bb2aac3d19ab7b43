//! Examples of the README and of `docs`, run as written, and the pictures of the README.

use std::fs;

use crate::run;

#[test]
#[ignore = "long: make verify"]
fn readme_examples_are_true() {
    // The examples write into `out`, which is not under version control.
    fs::create_dir_all("out").expect("a folder");
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("docs/standard/*.md");
}

#[test]
fn readme_problem_picture_is_current() {
    use hexmate_diagram::{Options, svg};
    use hexmate_position::{Game, Setup};
    let fen = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";
    let setup = Setup::from_fen(Game::GLINSKI, fen).expect("a FEN");
    let title = Some("contest-2001-4".to_owned());
    let drawn = svg(&setup, &Options { title, ..Options::default() });
    let stored = include_str!("../../puzzles/contest-2001-4.svg");
    assert!(stored == drawn, "draw it again: hexmate diagram FEN --title contest-2001-4 -o FILE");
}

#[test]
fn readme_rules_pictures_are_current() {
    use hexmate_diagram::{Options, Theme, rule_sheet, svg};
    use hexmate_position::{Game, Position, Setup};
    let rules = rule_sheet(Game::GLINSKI, &Options { theme: Theme::GREYS, ..Options::default() });
    let stored = include_str!("../../docs/pictures/rules-glinski.svg");
    assert!(stored == rules.to_string(), "hexmate diagram --rules glinski --theme greys");
    let six = svg(
        Setup::from(&Position::start(Game::ECHEX6)),
        &Options { theme: Theme::PRINT, ..Options::default() },
    );
    let stored = include_str!("../../docs/pictures/echex6-print.svg");
    assert!(stored == six, "hexmate diagram start --variant echex6 --theme print");
}

#[test]
fn readme_terminal_picture_is_current() {
    let lines = [
        "hexmate solve puzzles/known.csv --no-time --color always",
        "hexmate diagram start --variant mini --format ascii",
    ];
    let mut screen = String::new();
    for line in lines {
        let arguments: Vec<&str> = line.split(' ').skip(1).collect();
        let ended = run::hexmate(&arguments);
        let typed = line.trim_end_matches(" --color always");
        let shown = format!("\x1b[32m$\x1b[0m {typed}\n{}{}\n", ended.stdout, ended.stderr);
        screen.push_str(&shown);
    }
    let drawn = anstyle_svg::Term::new().render_svg(screen.trim_end());
    let path = "docs/pictures/terminal.svg";
    if std::env::var("TRYCMD").is_ok_and(|what| what == "overwrite") {
        fs::write(path, &drawn).expect("the picture is written");
    }
    let stored = fs::read_to_string(path).expect("make bless draws it");
    assert!(stored == drawn, "draw it again: make bless");
}
