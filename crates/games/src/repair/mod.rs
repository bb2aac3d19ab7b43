//! Repair of games with an illegal or ambiguous move: alternative readings and small edits.
//!
//! * [`repair`] follows every reading of every ambiguous or unmarked move through the
//!   rest of the game. If exactly one line reaches the end, the game is
//!   repaired. If none does, it searches for the smallest edit of one move that makes the game legal.
//! * [`repaired_game`] applies the result to the text of the file.
//!
//! Every changed move is listed in the result.

mod edit;
mod graph;
mod rewrite;
mod split;

pub use edit::{Edit, EditKind};
pub use rewrite::{Acceptance, ChangeReason, MoveChange, RepairedGame, repaired_game};
pub use split::Split;

use crate::pgn::{Annotation, GameResult, PgnErrorKind, PlayedGame};
use crate::validate;
use crate::validate::{CheckedGame, FaultKind, GameText, TextFault, TextFaultKind, start};
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MarkFault, MoveText};
use hexmate_text::Place;

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
    /// No reading makes the whole game legal.
    Remains {
        /// Index of the first move without a legal reading.
        ply: usize,
        /// Smallest edits of one move that make the game legal; may be empty.
        edits: Vec<Edit>,
        /// `true` if the search was complete and there are no other edits of that size.
        are_all: bool,
    },
    /// The record has a repeated heading or a second move 1, and exactly one way to split it is legal.
    Split(Box<Split>),
    /// The fault is not in a move of the main line.
    Untouched,
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
    let has_moves_alone = is_of_move && (text.fault.is_none() || stray.is_some());
    let Some(start) = start(checked.game, text).ok().filter(|_| has_moves_alone) else {
        let split = split::split(checked.game, text, checked.letters);
        return split.map_or(Repair::Untouched, |split| Repair::Split(Box::new(split)));
    };
    let words = parsed(text, &checked.letters);
    let result = text.stated_result().map(|(score, _)| score);
    let mut budget = Budget::new(MAX_POSITIONS);
    let graph = LineGraph::follow(start.clone(), &words, &mut budget);
    if graph.reached() < words.len() {
        let ply = graph.reached();
        let (edits, are_all) = edit::smallest(&graph, &words, &mut budget);
        return Repair::Remains { ply, edits, are_all };
    }
    let all = graph.longest_lines(MAX_LINES);
    if let [only] = &all[..] {
        return repaired(start, &words, only, RepairEvidence::Rules);
    }
    let agreeing: Vec<_> = all.iter().filter(|moves| agrees(&start, &words, moves, result)).collect();
    if let ([only], false) = (&agreeing[..], all.len() >= MAX_LINES) {
        return repaired(start, &words, only, RepairEvidence::Signs);
    }
    several(&all)
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
