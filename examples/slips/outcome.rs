//! Outcomes of repairs, and their counts.

use std::fmt;
use std::fmt::Write;

use hexmate_core::rules::Move;
use hexmate_games::repair::{Acceptance, Edit, Repair, repair, repaired_game};
use hexmate_games::validate::CheckedGame;
use hexmate_position::Game;

use crate::record::{Record, Spoiled, read};

/// Outcome of repairing a game with a slip, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// The repaired game is the original one.
    Right,
    /// The place is right, and the original move is among those listed.
    Place,
    /// The original game is in the list, from 1.
    Listed(usize),
    /// The original game is not listed among the first three.
    Missed,
    /// The repaired game is another one.
    Wrong,
}

impl Outcome {
    /// Repairs a game; `None` if the slip is not noticed.
    pub fn of(record: &Record, spoiled: &Spoiled) -> Option<Self> {
        let text = spoiled.text(&record.result);
        let game = read(&text);
        let checked = CheckedGame::of(Game::GLINSKI, &game);
        checked.fault.as_ref()?;
        let found = repair(&game, &checked);
        let accepted = repaired_game(&checked, &game, &found, Acceptance::UniqueEdits, text.as_bytes(), 0);
        if let Some(repaired) = accepted {
            let again = CheckedGame::of(Game::GLINSKI, &read(&String::from_utf8_lossy(&repaired.text)));
            return Some(if again.moves == record.moves { Self::Right } else { Self::Wrong });
        }
        Some(match &found {
            Repair::Several { ply, moves }
                if *ply == spoiled.place && moves.contains(&record.moves[*ply]) =>
            {
                Self::Place
            }
            Repair::Remains { edits, .. } => {
                let rank = edits.ranked.iter().take(3).position(|edit| is_original(edit, record));
                match (rank, edits.ranked.first()) {
                    (Some(0), Some(first)) if first.games > 1 => Self::Place,
                    (Some(rank), _) => Self::Listed(rank + 1),
                    (None, _) => Self::Missed,
                }
            }
            _ => Self::Missed,
        })
    }

    /// Returns whether the repair is right, or its place, or it is listed first.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::Place | Self::Listed(1))
    }

    /// Returns the case as text.
    pub fn describe(self, record: &Record, spoiled: &Spoiled) -> String {
        let original = record.words.get(spoiled.place).map_or("", String::as_str);
        let text = spoiled.text(&record.result);
        let game = read(&text);
        let found = repair(&game, &CheckedGame::of(Game::GLINSKI, &game));
        let mut lines = format!("{self:?}, original {original}, ply {}\n{text}", spoiled.place);
        match found {
            Repair::Remains { edits, ply, .. } => {
                let _ = writeln!(lines, "stopped at ply {ply}");
                for edit in &edits.ranked {
                    let (kind, shown) =
                        (edit.kind.code(), edit.sans().into_iter().take(3).collect::<Vec<_>>());
                    let (ply, games, weight) = (edit.ply, edit.games, edit.weight);
                    let _ = writeln!(lines, "  ply {ply} {kind} {shown:?} of {games}, {weight}");
                }
            }
            Repair::Repaired(repaired) => {
                let _ = writeln!(lines, "read differently: plies {:?}", repaired.changed);
            }
            other => {
                let _ = writeln!(lines, "{:.80}", format!("{other:?}"));
            }
        }
        lines
    }
}

/// Returns whether an edit is at the right place, and can give the original moves there.
fn is_original(edit: &Edit, record: &Record) -> bool {
    let inserted = edit.alternatives.first().map_or(0, Vec::len);
    let is_one = |new: &Vec<Move>| record.moves.get(edit.ply..edit.ply + inserted) == Some(new);
    let is_place = edit.line[..edit.ply] == record.moves[..edit.ply] && edit.line.len() == record.moves.len();
    edit.line == record.moves || edit.games > 1 && is_place && edit.alternatives.iter().any(is_one)
}

/// Counts of outcomes.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    right: usize,
    place: usize,
    first: usize,
    listed: usize,
    missed: usize,
    wrong: usize,
}

impl Tally {
    /// Head of the table.
    pub const HEADER: &str = "| slip | noticed | right | place | first | second or third | missed | wrong | \
                              right, place or first |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|";

    /// Counts an outcome.
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Right => &mut self.right,
            Outcome::Place => &mut self.place,
            Outcome::Listed(1) => &mut self.first,
            Outcome::Listed(_) => &mut self.listed,
            Outcome::Missed => &mut self.missed,
            Outcome::Wrong => &mut self.wrong,
        } += 1;
    }

    /// Adds other counts.
    pub fn join(&mut self, other: &Self) {
        self.right += other.right;
        self.place += other.place;
        self.first += other.first;
        self.listed += other.listed;
        self.missed += other.missed;
        self.wrong += other.wrong;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { right, place, first, listed, missed, wrong } = *self;
        let all = right + place + first + listed + missed + wrong;
        // Tenths of a percent.
        let share = 1000 * (right + place + first) / all.max(1);
        let percent = format!("{}.{} %", share / 10, share % 10);
        write!(f, "{all} | {right} | {place} | {first} | {listed} | {missed} | {wrong} | {percent} |")
    }
}
