//! What a game that falls at a move may have been: its readings, and its smallest edits. No files, no threads.
//!
//! [`repair`] follows every reading of every ambiguous or unmarked move as far as the
//! rest of the game allows. Where exactly one line leads to the end, the game is
//! repaired. Where none does, it looks for the smallest change of one move with which
//! one would. Nothing is changed silently: the caller is told what was read how.

mod edit;
mod graph;
mod rewrite;
mod split;

pub use edit::{Edit, EditKind};
pub use rewrite::{Acceptance, ChangeReason, MoveChange, RepairedGame, repaired_game};
pub use split::Split;

use crate::pgn::{PgnErrorKind, PlayedGame, Score};
use crate::validate;
use crate::validate::{CheckedGame, FaultKind, GameText, TextFault, TextFaultKind, start};
use hexmate_core::rules::Move;
use hexmate_position::Place;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MarkFault, MoveText};

use graph::{Budget, LineGraph};

/// Lines of which more than this are not told apart.
const MOST_LINES: usize = 256;

/// Positions that are looked at for one game at most.
const MOST_POSITIONS: u64 = 400_000;

/// What became of a game that fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    /// Nothing was wrong with it.
    Legal,
    /// Exactly one reading lets the whole game stand.
    Repaired(Repaired),
    /// Several readings do.
    Several {
        /// How many moves stand before the first that can be read in several ways.
        ply: usize,
        /// The first moves of the readings, each once.
        moves: Vec<Move>,
    },
    /// None does.
    Remains {
        /// How many moves stand before the first that leaves no reading.
        ply: usize,
        /// The smallest changes of one move with which the game would stand; may be empty.
        edits: Vec<Edit>,
        /// Whether no other change of that size was found by a search that came to its end.
        are_all: bool,
    },
    /// The text is no single record, and exactly one way to see it lets all of it stand.
    Split(Box<Split>),
    /// The fault is not one of a move.
    Untouched,
}

/// The one reading of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// All its moves.
    pub moves: Vec<Move>,
    /// How many moves come before each that can be read in another way as well, or in none by the strict rules.
    pub changed: Vec<usize>,
    /// What speaks for it.
    pub evidence: RepairEvidence,
}

/// What makes a reading the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepairEvidence {
    /// No other leads to the end by legal moves.
    Rules,
    /// Others lead to the end, but contradict a sign of check or mate, or the result.
    Signs,
}

/// Finds what a game that fell may have been.
///
/// Looks at no more than a fixed number of positions, so that a long game costs no
/// more than about a second.
pub fn repair(text: &GameText, checked: &CheckedGame) -> Repair {
    let Some(fault) = &checked.fault else { return Repair::Legal };
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
    let mut budget = Budget::new(MOST_POSITIONS);
    let graph = LineGraph::follow(start.clone(), &words, &mut budget);
    if graph.reached() < words.len() {
        let ply = graph.reached();
        let (edits, are_all) = edit::smallest(&graph, &words, &mut budget);
        return Repair::Remains { ply, edits, are_all };
    }
    let all = graph.to_end(MOST_LINES);
    if let [only] = &all[..] {
        return repaired(start, &words, only, RepairEvidence::Rules);
    }
    let agreeing: Vec<_> = all.iter().filter(|moves| agrees(&start, &words, moves, result)).collect();
    if let ([only], false) = (&agreeing[..], all.len() >= MOST_LINES) {
        return repaired(start, &words, only, RepairEvidence::Signs);
    }
    several(&all)
}

/// Whether text follows the result of a game, and nothing else is wrong with its form.
pub fn has_stray_text(text: &GameText) -> bool {
    stray_text(text).is_some()
}

/// Where text begins that follows the result, if nothing else is wrong with the form of a game.
fn stray_text(text: &GameText) -> Option<Place> {
    let is_stray = |fault: &TextFault| fault.kind == TextFaultKind::Pgn(PgnErrorKind::TextAfterResult);
    text.fault.filter(|fault| text.faults == 1 && is_stray(fault)).map(|fault| fault.place)
}

/// The moves of a game taken apart; `None` for each that is none.
fn parsed(text: &GameText, letters: &Letters) -> Vec<Option<MoveText>> {
    text.words.iter().map(|word| MoveText::parse(word.text.as_bytes(), letters).ok()).collect()
}

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

/// Whether no sign and no result claims what is not so.
fn agrees(start: &Position, words: &[Option<MoveText>], moves: &[Move], result: Option<Score>) -> bool {
    let mut position = start.clone();
    for (&m, word) in moves.iter().zip(words) {
        let marked = word.filter(|word| word.check.is_some());
        let fault = marked.and_then(|word| word.mark_fault(position.check_status_after(m)));
        if let Some(MarkFault::Wrong(_)) = fault {
            return false;
        }
        position.make_move_unchecked(m);
    }
    let found = Score::of(&position);
    found == Score::Unfinished || result.is_none_or(|stated| stated == found)
}

fn several(lines: &[Vec<Move>]) -> Repair {
    let first = &lines[0];
    let ply = (0..first.len()).find(|&ply| lines.iter().any(|moves| moves[ply] != first[ply])).unwrap_or(0);
    let mut moves: Vec<_> = lines.iter().filter_map(|moves| moves.get(ply).copied()).collect();
    moves.sort_unstable();
    moves.dedup();
    Repair::Several { ply, moves }
}

impl Repaired {
    /// The game as it reads now, with a comment beside every move that was read in one of several ways.
    ///
    /// `None` if the moves do not follow from the game's first position.
    pub fn played_game(&self, game: Game, text: &GameText, letters: &Letters) -> Option<PlayedGame> {
        let mut played = validate::played_game(game, text, letters, self.moves.iter().copied())?;
        let words: Vec<_> = text.words.iter().collect();
        let beside = self.changed.iter().map(|&ply| (ply + 1, format!("written {}", words[ply].text)));
        played.comments.extend(beside);
        played.comments.sort_by_key(|&(ply, _)| ply);
        Some(played)
    }
}
