//! `docs/themes.md`: definition, picture and moves of each theme, generated from `docs/themes.csv`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use hexmate_core::mate::{Budget, Scope, TranspositionTable};
use hexmate_core::rules::Move;
use hexmate_diagram::{Marks, Options, svg};
use hexmate_position::{Game, Position, Setup};
use hexmate_position::{Letters, San};
use hexmate_problems::parse_informal_stipulation;
use hexmate_problems::themes::{Theme, merits, weight};

use crate::laws::uci;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// A row of the table: a problem that shows a theme, and its picture.
struct Example {
    theme: Theme,
    stipulation: String,
    caption: String,
    start: Position,
    line: Vec<Move>,
    /// Number of moves of the line before the picture.
    played: usize,
    marks: String,
}

fn examples() -> Vec<Example> {
    let mut table = csv::Reader::from_path(docs().join("themes.csv")).expect("a table");
    let rows = table.deserialize::<std::collections::HashMap<String, String>>();
    let examples = rows.map(|row| {
        let row = row.expect("a row");
        let theme = Theme::from_code(&row["id"]).expect("a theme");
        let game = Game::from_name(&row["variant"]).expect("a game");
        let start = Position::from_fen(game, &row["fen"]).expect("a position");
        let mut position = start.clone();
        let mut line = Vec::new();
        for word in row["line"].split(' ') {
            let m = position.legal_moves().find(|&m| uci(&position, m) == word);
            line.push(m.unwrap_or_else(|| panic!("{theme}: {word}")));
            position = position.play_unchecked(line[line.len() - 1]);
        }
        assert!(theme == Theme::Try || position.is_mate(), "{theme}: no mate");
        let solutions = row["solutions"].parse().unwrap_or(1);
        let stipulation = parse_informal_stipulation(&game, &row["stipulation"]).expect("a stipulation");
        let full = start.solve_fully(
            stipulation,
            Scope::FULL,
            &mut TranspositionTable::with_limit(8 << 20),
            Budget::default(),
        );
        let merits = merits(&start, &full, solutions).unwrap_or_else(|| panic!("{theme}: not sound"));
        assert!(merits.themes.has(theme), "{theme} is missing");
        assert!(theme == Theme::Try || full.keys.contains(&line[0]), "{theme}: another key");
        let played = row["played"].parse().expect("a number");
        let text = |name: &str| row[name].clone();
        Example {
            theme,
            stipulation: text("stipulation"),
            caption: text("caption"),
            start,
            line,
            played,
            marks: text("marks"),
        }
    });
    examples.collect()
}

impl Example {
    fn picture(&self) -> String {
        let (played, _) = self.line.split_at(self.played);
        let position = played.iter().fold(self.start.clone(), |position, &m| position.play_unchecked(m));
        let mut marks = Marks { last_move: played.last().copied(), ..Marks::of(&position) };
        marks.add_comment(position.game().shape, &self.marks);
        let title = Some(self.theme.code().to_owned());
        svg(Setup::from(&position), &Options { marks, title, width: Some(300), ..Options::default() })
    }

    fn section(&self) -> String {
        let Self { theme, stipulation, caption, start, line, .. } = self;
        let mut position = start.clone();
        let mut moves = String::new();
        for (ply, &m) in line.iter().enumerate() {
            let number = if ply % 2 == 0 { format!("{}.", ply / 2 + 1) } else { String::new() };
            let san = San { position: &position, m, letters: &Letters::ENGLISH };
            write!(moves, " {number}{san}").expect("text");
            position = position.play_unchecked(m);
        }
        let points = match weight(*theme) {
            0 => String::new(),
            points @ 1.. => format!(" Adds {points} to the quality."),
            points => format!(" Subtracts {} from the quality.", -points),
        };
        let words = theme.definition();
        format!(
            "\n## {theme}\n\n{words}{points}\n\n![{theme}](pictures/themes/{theme}.svg)\n\n\
             {stipulation}:{moves}. {caption}\n"
        )
    }
}

/// Asserts the content of a file, or writes it with `INSTA_UPDATE=always`.
fn assert_file(path: &Path, expected: &str) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, expected).expect("written");
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{} is out of date: make bless", path.display());
}

#[test]
fn theme_page_matches_examples() {
    let examples = examples();
    let themes: Vec<Theme> = examples.iter().map(|example| example.theme).collect();
    assert_eq!(themes, Theme::ALL);
    let pictures = docs().join("pictures/themes");
    let page = docs().join("themes.md");
    let text = fs::read_to_string(&page).expect("a page");
    let head = text.split("\n## ").next().unwrap_or_default();
    let sections: String = examples.iter().map(Example::section).collect();
    for example in &examples {
        assert_file(&pictures.join(format!("{}.svg", example.theme)), &example.picture());
    }
    assert_file(&page, &format!("{}\n{sections}", head.trim_end()));
    assert_eq!(fs::read_dir(pictures).expect("a folder").count(), themes.len(), "a picture without a theme");
}
