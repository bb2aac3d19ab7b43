//! What became of mending a game, in words and as JSON. Mends nothing.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::notation::{Letters, San, Uci};
use crate::repair::{Edit, EditKind, Evidence, Mended, Parted, Repair};
use crate::rules::{Move, Player, Position, Variant};
use crate::validate::{GameText, Verdict, start};

/// What is told of the mending of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairNote {
    /// Lines for people, below the diagnostic; empty where the game stood.
    pub(super) text: String,
    /// The same for programs.
    pub(super) value: Value,
    outcome: RepairOutcome,
}

/// What became of mending one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum RepairOutcome {
    Stood,
    Mended,
    Remains,
    Editable,
}

impl RepairNote {
    /// What became of it in a word.
    pub(super) fn outcome(&self) -> RepairOutcome {
        self.outcome
    }

    /// Tells of a game.
    pub fn new<V: Variant>(game: &GameText, verdict: &Verdict<V>, repair: &Repair<V>) -> Self {
        let start = start::<V>(game).unwrap_or(Position::start());
        let letters = &verdict.letters;
        let words: Vec<&str> = game.words.iter().map(|word| word.text).collect();
        let note = |text, value, outcome| Self { text, value, outcome };
        match repair {
            Repair::Stood => note(String::new(), json!({"outcome": "stood"}), RepairOutcome::Stood),
            Repair::Untouched => {
                let text = "   = not mended: the fault is not one of a move\n".to_owned();
                note(text, json!({"outcome": "untouched"}), RepairOutcome::Remains)
            }
            Repair::Mended(mended) => {
                let (text, moves) = mended_text(start, &words, letters, mended);
                let value =
                    json!({"outcome": "mended", "evidence": evidence_word(mended.evidence), "moves": moves});
                note(text, value, RepairOutcome::Mended)
            }
            Repair::Parted(parted) => {
                let lengths: Vec<usize> = parted.games().iter().map(|game| game.moves().len()).collect();
                let (kind, said) = match &**parted {
                    Parted::HeadingTwice(_) => ("heading-twice", "the same heading stands twice".to_owned()),
                    Parted::OneGame(_) => ("one-game", "this is one game with a wrong number".to_owned()),
                    Parted::TwoGames([one, other]) => {
                        let [one, other] = [one, other].map(|game| game.moves().len());
                        ("two-games", format!("these are two games, of {one} and {other} half-moves"))
                    }
                };
                let text = format!("   = mended: {said}; nothing else lets all of it stand\n");
                note(
                    text,
                    json!({"outcome": "parted", "kind": kind, "plies": lengths}),
                    RepairOutcome::Mended,
                )
            }
            Repair::Several { ply, moves } => {
                let position = after(start, &verdict.moves, *ply);
                let all = san_list(&position, moves, letters);
                let text = format!(
                    "   = not mended: {}{} can be any of {all}, and the game stands with each\n",
                    number(&position),
                    words[*ply]
                );
                let moves: Vec<String> = moves.iter().map(|&m| Uci(m).to_string()).collect();
                note(text, json!({"outcome": "several", "ply": ply, "moves": moves}), RepairOutcome::Remains)
            }
            Repair::Remains { ply, edits } => remains(*ply, edits, &words, letters),
        }
    }
}

fn evidence_word(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Rules => "rules",
        Evidence::Signs => "signs",
    }
}

fn mended_text<V: Variant>(
    start: Position<V>,
    words: &[&str],
    letters: &Letters,
    mended: &Mended<V>,
) -> (String, Vec<Value>) {
    let reason = match mended.evidence {
        Evidence::Rules => "no other reading lets the whole game stand",
        Evidence::Signs => "every other reading contradicts a sign of check or mate, or the result",
    };
    let mut text = String::new();
    let mut moves = Vec::new();
    let mut position = start;
    for (ply, &m) in mended.moves.iter().enumerate() {
        if mended.changed.contains(&ply) {
            let san = San { position: &position, m, letters };
            let number = number(&position);
            let _ = writeln!(text, "   = mended: {number}{} is {san} ({}); {reason}", words[ply], Uci(m));
            moves.push(json!({"ply": ply, "written": words[ply], "move": Uci(m).to_string()}));
        }
        position = position.after(m);
    }
    (text, moves)
}

fn remains<V: Variant>(ply: usize, edits: &[Edit<V>], words: &[&str], letters: &Letters) -> RepairNote {
    let mut text = format!("   = not mended: no reading goes beyond move {} of {}\n", ply, words.len());
    let word = |ply: usize| words.get(ply).copied().unwrap_or_default();
    if let Some(word) = words.get(ply) {
        text = format!("   = not mended: {word}, half-move {}, leaves no reading\n", ply + 1);
    }
    let mut told = Vec::new();
    for edit in edits {
        let Edit { ply, kind, position, m } = edit;
        let san = m.map(|m| San { position, m, letters }.to_string()).unwrap_or_default();
        let number = number(position);
        let written = word(*ply);
        let _ = match kind {
            EditKind::Missing => {
                writeln!(text, "   = it would stand with {number}{san} put before {written}")
            }
            EditKind::Superfluous => writeln!(text, "   = it would stand without {number}{written}"),
            EditKind::SwappedWithNext | EditKind::SwappedWithOwn => {
                writeln!(text, "   = it would stand with {number}{san} and {written} exchanged")
            }
            _ => writeln!(text, "   = it would stand with {number}{san} for {written}"),
        };
        told.push(json!({
            "ply": ply, "kind": kind.code(), "written": written, "move": m.map(|m| Uci(m).to_string()),
        }));
    }
    let outcome = if edits.is_empty() { RepairOutcome::Remains } else { RepairOutcome::Editable };
    RepairNote { text, value: json!({"outcome": "remains", "ply": ply, "edits": told}), outcome }
}

fn after<V: Variant>(start: Position<V>, moves: &[Move<V::Geometry>], plies: usize) -> Position<V> {
    moves.iter().take(plies).fold(start, |position, &m| position.after(m))
}

fn san_list<V: Variant>(position: &Position<V>, moves: &[Move<V::Geometry>], letters: &Letters) -> String {
    let moves: Vec<String> = moves.iter().map(|&m| San { position, m, letters }.to_string()).collect();
    moves.join(", ")
}

/// What became of the games of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RepairSummary {
    stood: u64,
    mended: u64,
    remain: u64,
    editable: u64,
}

impl RepairSummary {
    /// Adds a game.
    pub(super) fn add(&mut self, outcome: RepairOutcome) {
        match outcome {
            RepairOutcome::Stood => self.stood += 1,
            RepairOutcome::Mended => self.mended += 1,
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
        let Self { stood, mended, remain, editable } = self;
        write!(
            f,
            "{} games: {stood} stood, {mended} mended uniquely, {remain} remain",
            stood + mended + remain
        )?;
        if *editable > 0 {
            write!(f, ", of which {editable} would stand with one small edit")?;
        }
        Ok(())
    }
}

/// The number of the move that is due, with the dots of the side that makes it.
pub(super) fn number<V: Variant>(position: &Position<V>) -> String {
    let dots = if position.turn() == Player::WHITE { "." } else { "..." };
    format!("{}{dots}", position.fullmoves())
}
