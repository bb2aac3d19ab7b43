//! Search for the smallest edit of one move that makes a game legal.

use super::graph::{Budget, LineGraph, Node, readings};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;
use hexmate_position::{CellText, MoveText};

/// Number of moves before the unreadable one that are tried as the place of the error.
const WINDOW: usize = 60;

/// Maximum number of positions per ply in which an edit is tried.
const BREADTH: usize = 8;

/// Maximum number of edits in the result.
const MAX_EDITS: usize = 5;

/// An edit of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Index of the edited move.
    pub ply: usize,
    /// Kind of edit.
    pub kind: EditKind,
    /// Position before the edited move.
    pub position: Position,
    /// New move; `None` if the written one is removed.
    pub m: Option<Move>,
}

/// Kind of an [`Edit`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EditKind {
    /// Another piece of the same kind moves.
    OtherPiece,
    /// The written capture is wrong: no capture, or of another piece.
    OtherCapture,
    /// The written promotion is wrong: none, or to another piece.
    OtherPromotion,
    /// The target rank differs by one.
    OtherRank,
    /// The target file differs by one.
    OtherFile,
    /// A piece of another kind moves.
    OtherKind,
    /// The move and the next half-move are exchanged.
    SwappedWithNext,
    /// The move and the player's next move are exchanged.
    SwappedWithOwn,
    /// A half-move before the written one is missing.
    Missing,
    /// The written half-move is superfluous.
    Superfluous,
}

impl EditKind {
    /// Groups of edits of equal size, the smallest first.
    const BY_SIZE: [&'static [Self]; 3] = [
        &[Self::OtherPiece, Self::OtherCapture, Self::OtherPromotion, Self::OtherRank],
        &[Self::OtherFile, Self::OtherKind, Self::SwappedWithNext, Self::SwappedWithOwn],
        &[Self::Missing, Self::Superfluous],
    ];

    /// Returns the stable code for reports and filters.
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

/// Returns the smallest edits that make all texts readable, later moves first, and whether the search for
/// edits of that size was complete.
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
                    for edit in legal_edits(ply, kind, position, texts, budget) {
                        if edits.iter().all(|known| (known.ply, known.m) != (edit.ply, edit.m)) {
                            edits.push(edit);
                        }
                    }
                }
            }
            if edits.len() >= MAX_EDITS {
                break;
            }
        }
        if !edits.is_empty() {
            let are_all = edits.len() < MAX_EDITS && budget.has_more();
            edits.truncate(MAX_EDITS);
            return (edits, are_all);
        }
    }
    (Vec::new(), false)
}

/// Returns the edits of one kind at one move after which all other texts have a legal reading.
fn legal_edits(
    ply: usize,
    kind: EditKind,
    position: &Position,
    texts: &[Option<MoveText>],
    budget: &mut Budget,
) -> Vec<Edit> {
    let Some((text, rest)) = texts[ply..].split_first() else { return Vec::new() };
    let mut edits_for = |moves: Vec<Move>, rest: &[&Option<MoveText>]| {
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
            edits_for(position.legal_moves().collect(), &texts[ply..].iter().collect::<Vec<_>>())
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
                edits_for(own(next), &order)
            }
            [] => Vec::new(),
        },
        EditKind::SwappedWithOwn => match rest {
            [reply, next, after @ ..] => {
                let order: Vec<_> = [reply, text].into_iter().chain(after).collect();
                edits_for(own(next), &order)
            }
            _ => Vec::new(),
        },
        _ => {
            let Some(text) = text else { return Vec::new() };
            let written = readings(text, position);
            let mut others: Vec<_> =
                altered(text, kind).iter().flat_map(|text| text.readings(position)).collect();
            others.retain(|m| !written.contains(m));
            edits_for(others, &following)
        }
    }
}

/// Returns the variants of a move text with one feature changed or removed.
fn altered(text: &MoveText, kind: EditKind) -> Vec<MoveText> {
    let target = |file: Option<u8>, rank: Option<u8>| MoveText {
        target: CellText { file, rank, ..text.target },
        ..*text
    };
    let CellText { file, rank, .. } = text.target;
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
