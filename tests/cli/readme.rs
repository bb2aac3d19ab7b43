//! Examples of the README and of `docs`, run as written, and the pictures of the README.

use std::fs;

use crate::run;

#[test]
#[ignore = "long: make verify-program"]
fn readme_examples_are_true() {
    // The examples write into `out`, which is not under version control.
    fs::create_dir_all("out").expect("a folder");
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("docs/standard/*.md");
}

#[test]
fn readme_rules_pictures_are_current() {
    use hexmate_diagram::{ColourTheme, Options, rule_sheet, svg};
    use hexmate_position::{Game, Position, Setup};
    let rules = rule_sheet(Game::GLINSKI, &Options { theme: ColourTheme::GREYS, ..Options::default() });
    let stored = include_str!("../../docs/pictures/rules-glinski.svg");
    assert!(stored == rules.to_string(), "hexmate diagram --rules glinski --theme greys");
    let six = svg(
        Setup::from(&Position::start(Game::ECHEX6)),
        &Options { theme: ColourTheme::PRINT, ..Options::default() },
    );
    let stored = include_str!("../../docs/pictures/echex6-print.svg");
    assert!(stored == six, "hexmate diagram start --variant echex6 --theme print");
}

/// Compares a picture with the stored file, which `make bless` replaces first.
fn assert_stored(path: &str, drawn: &str) {
    if std::env::var("TRYCMD").is_ok_and(|what| what == "overwrite") {
        fs::write(path, drawn).expect("the picture is written");
    }
    let stored = fs::read_to_string(path).expect("make bless draws it");
    assert!(stored == drawn, "{path} is out of date: make bless");
}

#[test]
fn readme_terminal_picture_is_current() {
    let lines = [
        "hexmate solve puzzles/known.csv --no-time --color always",
        "hexmate validate tests/examples/slip.pgn --color always",
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
    assert_stored("docs/pictures/terminal.svg", &drawn);
}

/// Moves the key piece along the arrow, unless the reader prefers reduced motion.
const KEY_STYLE: &str = "<style>\
    @media (prefers-reduced-motion:no-preference){.key{animation:key 6s ease-in-out infinite}}\
    @keyframes key{0%,25%{transform:none}45%,90%{transform:translate(-1800px,-1040px)}}</style>\n";

#[test]
fn readme_key_picture_is_current() {
    let solved = run::hexmate(&["solve", "puzzles/known.csv", "--no-time", "--format", "csv"]);
    let row = solved.stdout.lines().find(|row| row.starts_with("tournament-2024-1,")).expect("the problem");
    assert!(row.contains(",SOUND,") && row.contains("k7f11"), "{row}");
    let drawn = run::hexmate(&[
        "diagram",
        "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1",
        "--arrow=k7f11",
        "--stipulation=White mates in two",
        "--count",
        "--title=White mates in two",
    ]);
    let rook = r##"<use xlink:href="#h-mR" "##;
    assert_eq!(drawn.stdout.matches(rook).count(), 1);
    let moving = drawn.stdout.replace(rook, r##"<use class="key" xlink:href="#h-mR" "##);
    assert_stored("docs/pictures/key.svg", &moving.replacen("<defs>", &format!("{KEY_STYLE}<defs>"), 1));
}

#[test]
fn readme_board_pictures_are_current() {
    for game in hexmate_position::Game::ALL {
        let name = game.to_string();
        let drawn = run::hexmate(&["diagram", "start", "--variant", &name, "--coordinates", "none"]);
        assert_stored(&format!("docs/pictures/boards/{name}.svg"), &drawn.stdout);
    }
}

/// Arrows and marks of the pictures of `docs/generator-faults.md`.
const FAULTS: [(&str, &[&str]); 20] = [
    ("crossed-cell", &["--arrow=f6c6", "--ring=c5", "--last-move=c7c5"]),
    ("near-edge", &["--arrow=b7b5", "--arrow=c6b6", "--dot=b6"]),
    ("taker-on-edge", &["--arrow=k7k5", "--arrow=l5k6", "--dot=k6"]),
    ("right-outlives-move", &["--arrow=b5c6", "--arrow=d6c6", "--last-move=c7c5"]),
    ("captured-pawn-shields-king", &["--arrow=c7c5", "--arrow=d6c6", "--arrow-above=f8a3", "--circle=a3"]),
    ("no-en-passant-in-check", &["--arrow=c7c5", "--arrow=b5c6", "--arrow=d6c6", "--circle=d5"]),
    ("step-after-capture", &["--arrow=f4e4", "--arrow=e4e6"]),
    ("step-over-piece", &["--arrow=e4e6", "--cross=e6"]),
    ("pawn-capture", &["--arrow=e7d6", "--arrow=e7f7"]),
    ("promotion-by-capture", &["--arrow=f10g10", "--arrow=f10f11"]),
    ("promotion-cells", &["--arrow=c7c8"]),
    ("promotion-pieces", &["--arrow=f10f11"]),
    ("between-pieces", &["--arrow=f3i6", "--ring=f4", "--ring=g3"]),
    ("pin-unseen", &["--arrow-above=h4d4", "--circle=f5"]),
    ("pin-freezes", &["--arrow=g6h7"]),
    ("king-in-corner", &["--arrow-above=f1f11", "--circle=f11"]),
    ("king-shields-itself", &["--arrow-above=f1f8", "--cross=f9"]),
    ("pawn-attacks-ahead", &["--arrow=f7f6"]),
    ("middle-pawn", &["--arrow=f4f6", "--cross=f6"]),
    ("capture-leaves-right", &["--arrow=d2c3", "--arrow=c4d3", "--cross=d3"]),
];

#[test]
fn fault_pictures_are_current() {
    let page = fs::read_to_string("docs/generator-faults.md").expect("the page");
    assert_eq!(page.matches("pictures/faults/").count(), FAULTS.len());
    for (code, marks) in FAULTS {
        let section = page.split_once(&format!("pictures/faults/{code}.svg")).expect(code).1;
        let line = section.split("```").nth(1).and_then(|text| text.strip_prefix("text\n")).expect(code);
        let (variant, fen) = line.trim().split_once(": ").expect(code);
        let board = ["diagram", fen, "--variant", variant, "--coordinates", "edge", "--width", "260"];
        let drawn = run::hexmate(&[&board, marks].concat());
        assert_eq!(drawn.status, Some(0), "{code}: {}", drawn.stderr);
        assert_stored(&format!("docs/pictures/faults/{code}.svg"), &drawn.stdout);
    }
}
