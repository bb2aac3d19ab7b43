//! Repair of games with an illegal or ambiguous move: alternative readings and small edits.
//!
//! * [`repair`] follows every reading of every ambiguous or unmarked move through the
//!   rest of the game. If exactly one line reaches the end, the game is
//!   repaired. If none does, it searches for the edits of one place that make the game legal.
//! * [`repaired_game`] applies the result to the text of the file.
//!
//! Every changed move is listed in the result.
//!
//! # Edits
//!
//! An edit undoes one slip of the writer. Edits of all [kinds](EditKind) are tried at the last legal half-move, and at
//! the sixty before it. Each that makes the whole game legal has a weight in bits: that of its kind, and that of its
//! contradictions to the text, such as a capture without a sign in a game that marks captures, or a wrong move number.
//! A game in which pieces stand to be taken and are left has a few bits more.
//! Edits that give the same game are one. An edit is decided if all others together are at most 1/32 as likely.

mod candidate;
mod captures;
mod clues;
mod edit;
mod graph;
mod kind;
mod respell;
mod rewrite;
mod split;

pub use edit::{Edit, Edits};
pub use kind::EditKind;
pub use rewrite::{Acceptance, ChangeReason, MoveChange, RepairedGame, repaired_game};
pub use split::Split;

use crate::pgn::{Annotation, GameResult, PgnErrorKind, PlayedGame};
use crate::validate;
use crate::validate::{CheckedGame, FaultKind, GameText, TextFault, TextFaultKind, start};
use hexmate_core::rules::Move;
use hexmate_position::{CellNames, Letters, MarkFault, MoveText};
use hexmate_position::{Game, Position};
use hexmate_text::Place;

use candidate::{Candidates, Written};
use clues::Numbering;
use graph::{Budget, LineGraph};

/// Maximum number of lines that are compared.
const MAX_LINES: usize = 256;

/// Maximum number of positions visited for one game.
const MAX_POSITIONS: u64 = 400_000;

/// Result of repairing a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    /// The game has no fault.
    Legal,
    /// Exactly one reading makes the whole game legal.
    Repaired(Repaired),
    /// Several readings make the whole game legal.
    Several {
        /// Index of the first move in which the readings differ.
        ply: usize,
        /// That move in each reading, without repetitions.
        moves: Vec<Move>,
    },
    /// No reading makes the whole game legal, or only an unlikely one.
    Remains {
        /// Index of the faulty move.
        ply: usize,
        /// Reason why the readings do not repair the game.
        reason: RemainsReason,
        /// Edits of one place that make the game legal; there may be none.
        edits: Edits,
    },
    /// The record has a repeated heading or a second move 1, and exactly one way to split it is legal.
    Split(Box<Split>),
    /// The fault is not in a move of the main line.
    Untouched,
}

/// Reason why the readings of a game do not repair it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemainsReason {
    /// A move has no legal reading.
    NoReading,
    /// A move number belongs to another player than the one to move.
    WrongNumber,
    /// An edit is as likely as the only reading that makes the whole game legal.
    UnlikelyReading,
}

/// The only reading of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// All moves.
    pub moves: Vec<Move>,
    /// Indices of the moves that their text alone does not determine.
    pub changed: Vec<usize>,
    /// Reason to prefer this reading.
    pub evidence: RepairEvidence,
}

/// Reason to prefer a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepairEvidence {
    /// All other readings lead to an illegal move.
    Rules,
    /// Other readings are legal, but contradict a sign of check or mate, or the result.
    Signs,
}

/// Searches for a repair of a game.
///
/// Visits at most a fixed number of positions, so that a long game takes at most about a second.
pub fn repair(text: &GameText, checked: &CheckedGame) -> Repair {
    let Some(fault) = &checked.fault else {
        return if checked.variation.is_none() { Repair::Legal } else { Repair::Untouched };
    };
    let is_of_number = matches!(fault.kind, FaultKind::WrongSide { .. });
    let is_of_move =
        matches!(fault.kind, FaultKind::Move(..) | FaultKind::MoveText(..) | FaultKind::MoveAfterEnd(_));
    let stray = stray_text(text);
    if stray.is_some_and(|place| place == fault.place) {
        return Repair::Repaired(Repaired {
            moves: checked.moves.clone(),
            changed: Vec::new(),
            evidence: RepairEvidence::Rules,
        });
    }
    let has_moves_alone = (is_of_move || is_of_number) && (text.fault.is_none() || stray.is_some());
    let Some(start) = start(checked.game, text).ok().filter(|_| has_moves_alone) else {
        let split = split::split(checked.game, text, checked.letters);
        return split.map_or(Repair::Untouched, |split| Repair::Split(Box::new(split)));
    };
    let words = parsed(text, &checked.letters);
    let result = text.stated_result().map(|(score, _)| score);
    let mut budget = Budget::new(MAX_POSITIONS);
    let graph = LineGraph::follow(start.clone(), &words, 1, &mut budget);
    let is_whole = graph.reached() == words.len();
    let ply = if is_whole { checked.moves.len() } else { graph.reached() };
    let lines = if is_whole && !is_of_number { graph.longest_lines(MAX_LINES) } else { Vec::new() };
    let agreeing = || lines.iter().filter(|moves| agrees(&start, &words, moves, result));
    let reading = match &lines[..] {
        [] => None,
        [only] => Some((only, RepairEvidence::Rules)),
        all if all.len() >= MAX_LINES || agreeing().count() != 1 => return several(&lines),
        _ => agreeing().next().map(|only| (only, RepairEvidence::Signs)),
    };
    let mut candidates = Candidates::new();
    for letters in spellings_of_cells(text, checked.letters) {
        let texts = parsed(text, &letters);
        let numbering = Numbering::new(text.words.numbers(), &start);
        let words = text.words.iter().map(|word| word.text).collect();
        let written = Written { start: start.clone(), words, texts, letters, numbering, result };
        written.add_candidates(ply, &mut candidates, &mut budget);
    }
    if let Some((moves, evidence)) = reading
        && candidates.get(moves).is_none_or(|own| own.is_likeliest_of(&candidates))
    {
        return repaired(start, &words, moves, evidence);
    }
    let reason = match reading {
        Some(_) => RemainsReason::UnlikelyReading,
        None if is_of_number => RemainsReason::WrongNumber,
        None => RemainsReason::NoReading,
    };
    captures::weigh(&start, &mut candidates, &mut budget);
    Repair::Remains { ply, reason, edits: Edits::ranked(&start, candidates, &budget) }
}

/// Returns the piece letters with each names of cells in which the moves may be written.
///
/// A `j` may be a slip, or one of many: then the game has files a to k.
fn spellings_of_cells(text: &GameText, letters: Letters) -> Vec<Letters> {
    let other = match letters.cells() {
        CellNames::Standard => CellNames::WithJ,
        _ => CellNames::Standard,
    };
    let is_open =
        text.stated_form().certain_names().is_none() && text.words.iter().any(|word| word.text.contains('j'));
    let other = is_open.then(|| letters.with_cells(other));
    [letters].into_iter().chain(other).collect()
}

/// Returns whether text after the result is the only fault of the record.
pub fn has_stray_text(text: &GameText) -> bool {
    stray_text(text).is_some()
}

/// Returns the place of text after the result, if it is the only fault of the record.
fn stray_text(text: &GameText) -> Option<Place> {
    let is_stray = |fault: &TextFault| fault.kind == TextFaultKind::Pgn(PgnErrorKind::TextAfterResult);
    text.fault.filter(|fault| text.faults == 1 && is_stray(fault)).map(|fault| fault.place)
}

/// Parses the moves of a game; `None` for each unreadable one.
fn parsed(text: &GameText, letters: &Letters) -> Vec<Option<MoveText>> {
    text.words.iter().map(|word| MoveText::parse(word.text.as_bytes(), letters).ok()).collect()
}

/// Builds the result for the only line.
fn repaired(start: Position, words: &[Option<MoveText>], moves: &[Move], evidence: RepairEvidence) -> Repair {
    let mut position = start;
    let mut changed = Vec::new();
    for (ply, (&m, word)) in moves.iter().zip(words).enumerate() {
        if word.is_none_or(|word| word.resolve(&position) != Ok(m)) {
            changed.push(ply);
        }
        position.make_move_unchecked(m);
    }
    Repair::Repaired(Repaired { moves: moves.to_vec(), changed, evidence })
}

/// Returns whether all signs of check and mate and the result agree with the moves.
fn agrees(start: &Position, words: &[Option<MoveText>], moves: &[Move], result: Option<GameResult>) -> bool {
    let mut position = start.clone();
    for (&m, word) in moves.iter().zip(words) {
        let marked = word.filter(|word| word.check.is_some());
        let fault = marked.and_then(|word| word.mark_fault(position.check_status_after(m)));
        if let Some(MarkFault::Wrong(_)) = fault {
            return false;
        }
        position.make_move_unchecked(m);
    }
    let found = GameResult::of(&position);
    found == GameResult::Unfinished || result.is_none_or(|stated| stated == found)
}

/// Builds the result for several lines.
fn several(lines: &[Vec<Move>]) -> Repair {
    let first = &lines[0];
    let ply = (0..first.len()).find(|&ply| lines.iter().any(|moves| moves[ply] != first[ply])).unwrap_or(0);
    let mut moves: Vec<_> = lines.iter().filter_map(|moves| moves.get(ply).copied()).collect();
    moves.sort_unstable();
    moves.dedup();
    Repair::Several { ply, moves }
}

impl Repaired {
    /// Returns the repaired game with a comment on every changed move.
    ///
    /// `None` if the moves are not legal from the first position.
    pub fn played_game(&self, game: Game, text: &GameText, letters: &Letters) -> Option<PlayedGame> {
        let mut played = validate::played_game(game, text, letters, self.moves.iter().copied())?;
        let words: Vec<_> = text.words.iter().collect();
        for &ply in &self.changed {
            let comment = format!("written {}", words[ply].text);
            played.annotations.push_on_move(ply + 1, Annotation::Comment(comment));
        }
        Some(played)
    }
}
