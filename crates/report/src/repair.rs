//! The outcome of repairing a game, as text and as JSON.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::counted::Counted;
use super::moves::{along, uci};
use hexmate_games::repair::{
    Edit, EditKind, Edits, RemainsReason, Repair, RepairEvidence, Split, has_stray_text,
};
use hexmate_games::validate::{CheckedGame, GameText, start};
use hexmate_position::{Colour, Position, San};

/// Report on the repair of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairNote {
    /// Lines for people, below the diagnostic; empty if the game was legal.
    pub(super) text: String,
    /// The member `repair` of the JSON object.
    pub(super) value: Value,
    outcome: RepairOutcome,
}

/// Outcome of repairing one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum RepairOutcome {
    Legal,
    Repaired,
    Remains,
    Editable,
    Accepted,
}

impl RepairNote {
    /// Returns the outcome.
    pub(super) fn outcome(&self) -> RepairOutcome {
        self.outcome
    }

    /// Returns the report for a game whose only possible edit was made.
    pub fn accepted(self) -> Self {
        let text = self.text.replacen("it would be legal ", "accepted: it is legal ", 1);
        let mut value = self.value;
        value["outcome"] = json!("accepted");
        Self { text, value, outcome: RepairOutcome::Accepted }
    }

    /// Creates the report on a game.
    pub fn new(game: &GameText, checked: &CheckedGame, repair: &Repair) -> Self {
        let is_stray = has_stray_text(game);
        let letters = &checked.letters;
        let words: Vec<&str> = game.words.iter().map(|word| word.text).collect();
        let start = || start(checked.game, game).unwrap_or_else(|_| Position::start(checked.game));
        let (text, value, outcome) = match repair {
            Repair::Legal => (String::new(), json!({"outcome": "legal"}), RepairOutcome::Legal),
            Repair::Untouched => {
                let is_main = checked.fault.is_some();
                let place = if is_main { "not in a move" } else { "in a variation" };
                let text = format!("   = not repaired: the error is {place}\n");
                (text, json!({"outcome": "untouched"}), RepairOutcome::Remains)
            }
            Repair::Repaired(repaired) => {
                let (evidence, reason) = match repaired.evidence {
                    RepairEvidence::Rules => ("rules", "no other reading makes the whole game legal"),
                    RepairEvidence::Signs => {
                        ("signs", "every other reading contradicts a sign of check or mate, or the result")
                    }
                };
                let mut text = String::new();
                let mut moves = Vec::new();
                let plies = along(&start(), &repaired.moves).enumerate();
                for (ply, (position, m)) in plies.filter(|(ply, _)| repaired.changed.contains(ply)) {
                    let (number, written, uci) = (position.move_number(), words[ply], uci(&position, m));
                    let san = San { position: &position, m, letters };
                    let _ = writeln!(text, "   = repaired: {number}{written} is {san} ({uci}); {reason}");
                    moves.push(json!({"ply": ply, "written": written, "move": uci}));
                }
                if is_stray {
                    text += "   = repaired: the text after the result is now a comment\n";
                }
                let value = json!({"outcome": "repaired", "evidence": evidence, "moves": moves});
                (text, value, RepairOutcome::Repaired)
            }
            Repair::Split(split) => {
                let plies: Vec<usize> = split.games().iter().map(|game| game.moves().len()).collect();
                let (kind, reason) = match &**split {
                    Split::RepeatedHeading(_) => ("heading-twice", "the heading occurs twice".to_owned()),
                    Split::OneGame(_) => ("one-game", "this is one game with a wrong number".to_owned()),
                    Split::TwoGames(_) => {
                        let (one, other) = (plies[0], plies[1]);
                        ("two-games", format!("these are two games, of {one} and {other} plies"))
                    }
                };
                let text = format!("   = repaired: {reason}; no other repair makes everything legal\n");
                (text, json!({"outcome": "split", "kind": kind, "plies": plies}), RepairOutcome::Repaired)
            }
            Repair::Several { ply, moves } => {
                let mut position = start();
                checked.moves.iter().take(*ply).for_each(|&m| position.make_move_unchecked(m));
                let sans = moves.iter().map(|&m| San { position: &position, m, letters }.to_string());
                let text = format!(
                    "   = not repaired: {}{} may be any of {}; the game is legal with each\n",
                    position.move_number(),
                    words[*ply],
                    sans.collect::<Vec<_>>().join(", ")
                );
                let moves: Vec<String> = moves.iter().map(|&m| uci(&position, m)).collect();
                (text, json!({"outcome": "several", "ply": ply, "moves": moves}), RepairOutcome::Remains)
            }
            Repair::Remains { ply, reason, edits } => remains(*ply, *reason, edits, &words),
        };
        Self { text, value, outcome }
    }
}

/// Greatest number of alternatives that a line for people shows.
const MAX_SHOWN: usize = 8;

fn remains(
    ply: usize,
    reason: RemainsReason,
    edits: &Edits,
    words: &[&str],
) -> (String, Value, RepairOutcome) {
    let mut text = match words.get(ply) {
        Some(word) => {
            let at = format!("{word}, ply {}", ply + 1);
            let reason = match reason {
                RemainsReason::NoReading => format!("no reading of {at}, is legal"),
                RemainsReason::WrongNumber => format!("the number before {at}, is of another player"),
                RemainsReason::UnlikelyReading => format!("a slip is as likely as another reading of {at}"),
            };
            format!("   = not repaired: {reason}\n")
        }
        None => format!("   = not repaired: no reading is legal after move {ply} of {}\n", words.len()),
    };
    let mut values = Vec::new();
    let is_alone = edits.ranked.len() == 1;
    for (edit, rank) in edits.ranked.iter().zip(1..) {
        let place = if is_alone { String::new() } else { format!("{rank}: ") };
        let _ = writeln!(text, "   = {place}it would be legal {}", change(edit, words));
        let written = written(edit, words);
        let moves = edit.alternatives.iter().map(|moves| {
            let along = along(&edit.position, moves);
            along.map(|(position, m)| uci(&position, m)).collect::<Vec<_>>()
        });
        let moves: Vec<Vec<String>> = moves.collect();
        let first = moves.first().and_then(|moves| moves.first()).filter(|_| moves.len() == 1);
        let (ply, kind, weight) = (edit.ply, edit.kind.code(), f64::from(edit.weight) / 10.0);
        values.push(json!({
            "ply": ply, "kind": kind, "written": written, "move": first, "moves": moves, "bits": weight,
        }));
    }
    if edits.others > 0 {
        let are = if edits.others == 1 { "is" } else { "are" };
        let _ = writeln!(text, "   = {} {are} less likely", Counted(edits.others as u64, "other edit"));
    }
    let outcome = if edits.ranked.is_empty() { RepairOutcome::Remains } else { RepairOutcome::Editable };
    (text, json!({"outcome": "remains", "ply": ply, "edits": values, "others": edits.others}), outcome)
}

/// Returns the written half-moves that an edit replaces; for an insertion the one after it.
fn written(edit: &Edit, words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().skip(edit.ply).take(edit.removed.max(1)).copied().collect();
    words.join(" ")
}

/// Returns the change of an edit, to follow "it would be legal".
fn change(edit: &Edit, words: &[&str]) -> String {
    let number = edit.position.move_number();
    let written = written(edit, words);
    let sans = edit.sans();
    let list = match &sans[..] {
        [_, _, ..] if sans.len() > MAX_SHOWN => {
            let shown = sans[..MAX_SHOWN].join(", ");
            format!("any of {number}{shown} and {} more", sans.len() - MAX_SHOWN)
        }
        [_, _, ..] => format!("any of {number}{}", sans.join(", ")),
        _ => format!("{number}{}", sans.concat()),
    };
    let player = Colour::of(&edit.position.game(), edit.position.turn()).name();
    match edit.kind {
        EditKind::Missing => {
            format!("with {list} before {written}: a move of {player} is missing here")
        }
        EditKind::MissingMoves => {
            let count = edit.alternatives.first().map_or(0, Vec::len);
            format!("with {list} before {written}: {count} half-moves are missing here")
        }
        EditKind::Repeated | EditKind::Superfluous => format!("without {number}{written}"),
        EditKind::OtherNumber => format!("with number {number} before {written}"),
        EditKind::OtherReading => "with another reading of the same words".to_owned(),
        kind if kind.exchanges_own_moves() && sans.len() > 1 => {
            format!("with {list} for {written}: moves of one player or of both are exchanged here")
        }
        _ => format!("with {list} for {written}"),
    }
}

/// Number of games of a collection with each outcome of repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RepairSummary {
    legal: u64,
    repaired: u64,
    accepted: u64,
    remain: u64,
    editable: u64,
}

impl RepairSummary {
    /// Counts a game.
    pub(super) fn add(&mut self, outcome: RepairOutcome) {
        match outcome {
            RepairOutcome::Legal => self.legal += 1,
            RepairOutcome::Repaired => self.repaired += 1,
            RepairOutcome::Accepted => self.accepted += 1,
            RepairOutcome::Remains => self.remain += 1,
            RepairOutcome::Editable => {
                self.remain += 1;
                self.editable += 1;
            }
        }
    }
}

impl fmt::Display for RepairSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { legal, repaired, accepted, remain, editable } = self;
        let all = legal + repaired + accepted + remain;
        write!(f, "{}: {legal} legal, {repaired} repaired", Counted(all, "game"))?;
        if *accepted > 0 {
            write!(f, ", {accepted} repaired by the only likely edit")?;
        }
        write!(f, ", {remain} with errors")?;
        if *editable > 0 {
            write!(f, ", of which {editable} would be legal with one small edit")?;
        }
        Ok(())
    }
}
