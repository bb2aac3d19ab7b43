//! The smallest change of one written move with which a game would stand. Knows no words for it.

use super::graph::{Budget, LineGraph, Node, readings};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;
use hexmate_position::{CellText, MoveText};

/// Moves before the one that leaves no reading that may be at fault themselves.
const WINDOW: usize = 60;

/// Positions after the same number of moves that an edit is tried in.
const BREADTH: usize = 8;

/// Edits that are told.
const MOST: usize = 5;

/// A change of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// How many moves come before the change.
    pub ply: usize,
    /// What is changed.
    pub kind: EditKind,
    /// The position before the change.
    pub position: Position,
    /// The move that is then played; nothing where the written one is left out.
    pub m: Option<Move>,
}

/// What is changed about a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EditKind {
    /// Another piece of the same kind moves.
    OtherPiece,
    /// It takes nothing, or another piece, though a capture is written.
    OtherCapture,
    /// It promotes to another piece, or not at all.
    OtherPromotion,
    /// The rank it goes to is one off.
    OtherRank,
    /// The file it goes to is one off.
    OtherFile,
    /// A piece of another kind moves.
    OtherKind,
    /// It has changed places with the next half-move.
    SwappedWithNext,
    /// It has changed places with the same player's next.
    SwappedWithOwn,
    /// A half-move before it is missing.
    Missing,
    /// It is one too many.
    Superfluous,
}

impl EditKind {
    /// Smaller edits first, in groups of the same size.
    const BY_SIZE: [&'static [Self]; 3] = [
        &[Self::OtherPiece, Self::OtherCapture, Self::OtherPromotion, Self::OtherRank],
        &[Self::OtherFile, Self::OtherKind, Self::SwappedWithNext, Self::SwappedWithOwn],
        &[Self::Missing, Self::Superfluous],
    ];

    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtherPiece => "other-piece",
            Self::OtherCapture => "other-capture",
            Self::OtherPromotion => "other-promotion",
            Self::OtherRank => "other-rank",
            Self::OtherFile => "other-file",
            Self::OtherKind => "other-kind",
            Self::SwappedWithNext => "swapped-with-next",
            Self::SwappedWithOwn => "swapped-with-own",
            Self::Missing => "missing-move",
            Self::Superfluous => "superfluous-move",
        }
    }
}

/// The smallest edits with which all texts can be read, those nearest to the end of the lines first; and whether
/// these are all of their size that were sought.
pub(super) fn smallest(
    graph: &LineGraph,
    texts: &[Option<MoveText>],
    budget: &mut Budget,
) -> (Vec<Edit>, bool) {
    for kinds in EditKind::BY_SIZE {
        let mut edits: Vec<Edit> = Vec::new();
        for ply in (0..=graph.reached()).rev().take(WINDOW) {
            for Node { position, .. } in graph.after(ply).iter().take(BREADTH) {
                for &kind in kinds {
                    for edit in tried(ply, kind, position, texts, budget) {
                        if edits.iter().all(|known| (known.ply, known.m) != (edit.ply, edit.m)) {
                            edits.push(edit);
                        }
                    }
                }
            }
            if edits.len() >= MOST {
                break;
            }
        }
        if !edits.is_empty() {
            let are_all = edits.len() < MOST && budget.has_more();
            edits.truncate(MOST);
            return (edits, are_all);
        }
    }
    (Vec::new(), false)
}

/// The edits of one kind at one place that let the rest stand.
fn tried(
    ply: usize,
    kind: EditKind,
    position: &Position,
    texts: &[Option<MoveText>],
    budget: &mut Budget,
) -> Vec<Edit> {
    let Some((text, rest)) = texts[ply..].split_first() else { return Vec::new() };
    let mut stands = |moves: Vec<Move>, rest: &[&Option<MoveText>]| {
        let mut edits = Vec::new();
        for m in moves {
            let graph = LineGraph::follow(position.play_unchecked(m), rest.iter().copied(), budget);
            if graph.reached() == rest.len() {
                edits.push(Edit { ply, kind, position: position.clone(), m: Some(m) });
            }
        }
        edits
    };
    let own = |text: &Option<MoveText>| text.as_ref().map_or(Vec::new(), |text| readings(text, position));
    let following: Vec<&Option<MoveText>> = rest.iter().collect();
    match kind {
        EditKind::Missing => {
            stands(position.legal_moves().collect(), &texts[ply..].iter().collect::<Vec<_>>())
        }
        EditKind::Superfluous => {
            let graph = LineGraph::follow(position.clone(), rest, budget);
            let is_whole = graph.reached() == rest.len();
            let edit = is_whole.then(|| Edit { ply, kind, position: position.clone(), m: None });
            edit.into_iter().collect()
        }
        EditKind::SwappedWithNext => match rest {
            [next, after @ ..] => {
                let order: Vec<_> = [text].into_iter().chain(after).collect();
                stands(own(next), &order)
            }
            [] => Vec::new(),
        },
        EditKind::SwappedWithOwn => match rest {
            [reply, next, after @ ..] => {
                let order: Vec<_> = [reply, text].into_iter().chain(after).collect();
                stands(own(next), &order)
            }
            _ => Vec::new(),
        },
        _ => {
            let Some(text) = text else { return Vec::new() };
            let written = readings(text, position);
            let mut others: Vec<_> =
                altered(text, kind).iter().flat_map(|text| text.readings(position)).collect();
            others.retain(|m| !written.contains(m));
            stands(others, &following)
        }
    }
}

/// The text with one thing written in another way.
fn altered(text: &MoveText, kind: EditKind) -> Vec<MoveText> {
    let target = |file: Option<u8>, rank: Option<u8>| MoveText { target: CellText { file, rank }, ..*text };
    let CellText { file, rank } = text.target;
    match kind {
        EditKind::OtherPiece => vec![MoveText { origin: CellText::default(), ..*text }],
        EditKind::OtherCapture => vec![MoveText { capture: false, victim: None, en_passant: false, ..*text }],
        EditKind::OtherPromotion => vec![MoveText { promotion: None, ..*text }],
        EditKind::OtherRank => {
            let ranks = rank.map_or(Vec::new(), |rank| vec![rank.saturating_sub(1), rank.saturating_add(1)]);
            ranks.into_iter().map(|rank| target(file, Some(rank))).collect()
        }
        EditKind::OtherFile => {
            // There is no file j.
            let before = file.map(|file| if file == b'k' { b'i' } else { file.saturating_sub(1) });
            let after = file.map(|file| if file == b'i' { b'k' } else { file.saturating_add(1) });
            [before, after].into_iter().filter(Option::is_some).map(|file| target(file, rank)).collect()
        }
        EditKind::OtherKind => Role::ALL
            .into_iter()
            .filter(|&role| text.role.unwrap_or(Role::Pawn) != role)
            .map(|role| MoveText { role: (role != Role::Pawn).then_some(role), ..*text })
            .collect(),
        _ => Vec::new(),
    }
}
