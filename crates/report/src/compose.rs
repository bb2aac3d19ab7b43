//! The tables of `compose mend` and `compose strip`: sound versions of a problem, and the purpose of each piece.

use serde::{Deserialize, Serialize};

use super::counted::Counted;
use super::moves::{san, uci};
use super::row::{TableRow, columns};
use hexmate_batch::terminal::one_line;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Piece};
use hexmate_problems::compose::{Change, Mended, Mending, Purpose, Stripped, Version};
use hexmate_problems::{Statement, placed_text, stipulation_text};

/// A sound version of a problem; the problem itself if no version is sound.
///
/// The columns `id`, `variant`, `fen`, `stipulation` and `key` are those of a problem, so that `solve` reads the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MendRow {
    id: String,
    variant: String,
    fen: String,
    stipulation: String,
    key: String,
    status: String,
    change: String,
    keeps_key: Option<bool>,
    pieces: usize,
    duals: Option<usize>,
    answers: Option<usize>,
    solutions: String,
    author: String,
    source: String,
    twin: String,
    /// The row as text for people.
    text: String,
}

impl MendRow {
    /// Returns the rows of a problem: its sound versions in their order, or the unchanged problem if there is none.
    pub fn all(statement: &Statement, version: &Version, mending: &Mending) -> Vec<Self> {
        let game = version.setup.game;
        let status = mending.verdict.map_or("ILLEGAL", |verdict| verdict.word());
        let unfinished = match mending.unfinished {
            0 => String::new(),
            count => format!(", {count} not finished"),
        };
        let counted = format!(
            "{} of {} tried{unfinished}",
            Counted(mending.sound as u64, "sound version"),
            mending.tried
        );
        let named = display_name(statement);
        let called = one_line(&named);
        let head = match mending.mended.first() {
            Some(Mended { changes, .. }) if changes.is_empty() => format!("{called}: {status}\n"),
            _ => format!("{called}: {status}; {counted}\n"),
        };
        let bare = Self {
            id: statement.id.clone(),
            variant: game.name.to_owned(),
            fen: version.setup.to_fen(),
            stipulation: stipulation_text(&game, version.stipulation),
            key: String::new(),
            status: status.to_owned(),
            change: String::new(),
            keeps_key: None,
            pieces: version.setup.board.pieces().count(),
            duals: None,
            answers: None,
            solutions: statement.solutions.clone(),
            author: statement.author.clone(),
            source: statement.source.clone(),
            twin: statement.all_twins().into_owned(),
            text: head.clone(),
        };
        if mending.mended.is_empty() {
            return vec![bare];
        }
        let row = |(number, mended): (usize, &Mended)| {
            let sound = &mended.sound;
            let keys = |write: fn(&_, Move) -> String| {
                let keys: Vec<String> = sound.keys.iter().map(|&key| write(&sound.position, key)).collect();
                keys.join(" ")
            };
            let is_changed = !mended.changes.is_empty();
            let stipulation = stipulation_text(&game, sound.diagram.stipulation);
            let line = match is_changed {
                true => format!(
                    "  {number:>2}  {:<24} {stipulation:<6} 1.{}{}, {}, {}\n",
                    mended.text,
                    keys(san),
                    if mended.keeps_key == Some(false) { " (another key)" } else { "" },
                    Counted(mended.pieces() as u64, "piece"),
                    if mended.play.duals == 0 {
                        "no duals".to_owned()
                    } else {
                        Counted(mended.play.duals as u64, "dual").to_string()
                    },
                ),
                false => String::new(),
            };
            let text = if number == 1 { format!("{head}{line}") } else { line };
            Self {
                id: if is_changed { format!("{named}.{number}") } else { bare.id.clone() },
                fen: sound.diagram.setup.to_fen(),
                stipulation,
                key: keys(uci),
                change: mended.text.clone(),
                keeps_key: mended.keeps_key,
                pieces: mended.pieces(),
                duals: Some(mended.play.duals),
                answers: Some(mended.play.answers),
                text,
                ..bare.clone()
            }
        };
        (1..).zip(&mending.mended).map(row).collect()
    }
}

impl TableRow for MendRow {
    columns! { self;
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        key: self.key,
        status: self.status,
        change: self.change,
        keeps_key: self.keeps_key,
        pieces: self.pieces,
        duals: self.duals,
        answers: self.answers,
        solutions: self.solutions,
        author: self.author,
        source: self.source,
        twin: self.twin,
    }

    fn to_text(&self) -> String {
        self.text.clone()
    }
}

/// A piece of a problem and its purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StripRow {
    id: String,
    variant: String,
    fen: String,
    stipulation: String,
    piece: String,
    purpose: String,
    shown_by: String,
    /// `true` if the smallest version of the problem does not have the piece.
    taken: bool,
    least: String,
    text: String,
}

impl StripRow {
    /// Returns the rows of a problem, one for each piece.
    pub fn all(statement: &Statement, version: &Version, stripped: &Stripped) -> Vec<Self> {
        let game = version.setup.game;
        let named = display_name(statement);
        let named = one_line(&named);
        let head = match stripped.removed.len() {
            0 => format!("{named}: no unnecessary piece found\n"),
            count => format!(
                "{named}: {} unnecessary; smallest version {}\n",
                Counted(count as u64, "piece"),
                stripped.minimal.to_fen()
            ),
        };
        let row = |(number, &(cell, piece, purpose)): (usize, &(Cell, Piece, Purpose))| {
            let name = placed_text(game, piece, cell);
            let taken = stripped.removed.contains(&(cell, piece));
            let without =
                || Some(Change::Remove(cell).apply(version)?.split_twins(&statement.all_twins())?.0.position);
            let shown = purpose.new_key().zip(without());
            let shown_by = |write: fn(&_, Move) -> String| {
                shown.as_ref().map(|(m, at)| write(at, *m)).unwrap_or_default()
            };
            let reason = match purpose {
                _ if taken && purpose != Purpose::Unnecessary => {
                    "unnecessary once the others are removed; removed".to_owned()
                }
                Purpose::Unnecessary if taken => "unnecessary, removed".to_owned(),
                Purpose::Unnecessary => "unnecessary alone, needed once the others are removed".to_owned(),
                Purpose::Legality => "without it the position is illegal".to_owned(),
                Purpose::StopsCook(_) => format!("stops the cook 1.{}", shown_by(san)),
                Purpose::StopsShort(_) => format!("stops a shorter solution, 1.{}", shown_by(san)),
                Purpose::Solution => "without it there is no solution".to_owned(),
                Purpose::Key(_) => format!("without it the key is 1.{}", shown_by(san)),
                Purpose::Play => "without it the solution changes".to_owned(),
                Purpose::SetPlay => "without it the set play changes".to_owned(),
                Purpose::Twin(letter) => format!("needed for twin {letter})"),
                Purpose::Unknown => "unknown: search limit reached".to_owned(),
            };
            let line = format!("  {name:<6} {reason}\n");
            Self {
                id: statement.id.clone(),
                variant: game.name.to_owned(),
                fen: version.setup.to_fen(),
                stipulation: stipulation_text(&game, version.stipulation),
                purpose: purpose.code().to_owned(),
                shown_by: shown_by(uci),
                piece: name,
                taken,
                least: stripped.minimal.to_fen(),
                text: if number == 0 { format!("{head}{line}") } else { line },
            }
        };
        stripped.purposes.iter().enumerate().map(row).collect()
    }
}

impl TableRow for StripRow {
    columns! { self;
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        piece: self.piece,
        purpose: self.purpose,
        shown_by: self.shown_by,
        taken: self.taken,
        least: self.least,
    }

    fn to_text(&self) -> String {
        self.text.clone()
    }
}

/// Returns the name of a problem in text: its id, or its line.
fn display_name(statement: &Statement) -> String {
    if statement.id.is_empty() { format!("line {}", statement.line) } else { statement.id.clone() }
}
