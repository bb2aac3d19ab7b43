//! What a composer can do to a problem with one hand, and all of it that there is. Solves nothing.

use crate::{Motion, MotionText, placed_text, stipulation_text};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Goal, Play, Stipulation};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::Coordinate;
use hexmate_position::{Game, Setup, SetupEditor};

/// A problem in the making: a setup that may break the rules, and what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// The diagram.
    pub setup: Setup,
    /// What is asked.
    pub stipulation: Stipulation,
}

/// A single change of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A piece more on a vacant cell.
    Add(Piece, Cell),
    /// A piece less.
    Remove(Cell),
    /// A piece stands elsewhere, on a vacant cell.
    Move(Cell, Cell),
    /// Two pieces change places.
    Exchange(Cell, Cell),
    /// Another piece stands there.
    Replace(Cell, Piece),
    /// All pieces move together.
    Together(Motion),
    /// Something else is asked.
    Ask(Stipulation),
}

/// What is done in a change, in the order in which the best of each kind are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// A piece less.
    Remove,
    /// A piece more.
    Add,
    /// Another piece.
    Replace,
    /// A piece elsewhere.
    Move,
    /// Two pieces change places.
    Exchange,
    /// Another question.
    Ask,
    /// All pieces together.
    Together,
}

impl Change {
    /// What is done.
    pub const fn kind(self) -> ChangeKind {
        match self {
            Self::Add(..) => ChangeKind::Add,
            Self::Remove(_) => ChangeKind::Remove,
            Self::Move(..) => ChangeKind::Move,
            Self::Exchange(..) => ChangeKind::Exchange,
            Self::Replace(..) => ChangeKind::Replace,
            Self::Together(_) => ChangeKind::Together,
            Self::Ask(_) => ChangeKind::Ask,
        }
    }

    /// Whether one or two pieces are changed, and not the whole position or the stipulation.
    pub const fn is_of_pieces(self) -> bool {
        !matches!(self, Self::Together(_) | Self::Ask(_))
    }

    /// The piece that comes upon the board.
    pub const fn new_piece(self) -> Option<Piece> {
        match self {
            Self::Add(piece, _) | Self::Replace(_, piece) => Some(piece),
            _ => None,
        }
    }

    /// The version after the change; `None` if it cannot be made there.
    ///
    /// What it makes may break the rules of the game.
    pub fn apply(self, version: &Version) -> Option<Version> {
        let Version { setup, mut stipulation } = version.clone();
        let game = setup.game;
        let mut editor = SetupEditor::new(setup);
        match self {
            Self::Add(piece, cell) => editor.add(cell, piece)?,
            Self::Remove(cell) => editor.remove(cell).map(|_| ())?,
            Self::Move(from, to) => editor.relocate(from, to)?,
            Self::Exchange(one, other) => editor.exchange(one, other)?,
            Self::Replace(cell, piece) => editor.replace(cell, piece).map(|_| ())?,
            Self::Together(motion) => editor.map_cells(|cell| motion.cell(game, cell))?,
            Self::Ask(other) => stipulation = other,
        }
        Some(Version { setup: editor.finish(), stipulation })
    }

    /// A move of the version before as it is after the change.
    pub fn carried(self, game: Game, m: Move) -> Option<Move> {
        match self {
            Self::Together(motion) => motion.carried(game, m),
            _ => Some(m),
        }
    }

    /// The change of a version as twins are written: `wRc4 -> d5`.
    pub fn text(self, version: &Version) -> String {
        let game = version.setup.game;
        let named = |piece, cell| placed_text(game, piece, cell);
        let standing = |cell| match version.setup.board.piece(cell) {
            Some(piece) => named(piece, cell),
            None => Coordinate(game.shape, cell).to_string(),
        };
        match self {
            Self::Add(piece, cell) => format!("+{}", named(piece, cell)),
            Self::Remove(cell) => format!("-{}", standing(cell)),
            Self::Move(from, to) => format!("{} -> {}", standing(from), Coordinate(game.shape, to)),
            Self::Exchange(one, other) => format!("{} <-> {}", standing(one), standing(other)),
            Self::Replace(cell, piece) => format!("-{}, +{}", standing(cell), named(piece, cell)),
            Self::Together(motion) => MotionText(game, motion).to_string(),
            Self::Ask(stipulation) => stipulation_text(&game, stipulation),
        }
    }
}

/// Every single change of a version, in a fixed order.
///
/// Kings are added where a player lacks one, and never taken away, for another piece neither. Mirror images are
/// left out, since they are the same problem.
pub fn single_changes(version: &Version) -> Vec<Change> {
    let Version { setup, stipulation } = version;
    let game = setup.game;
    let pieces: Vec<(Cell, Piece)> = setup.board.pieces().collect();
    let vacant: Vec<Cell> = game.shape.cells().filter(|&cell| setup.board.piece(cell).is_none()).collect();
    let officers: Vec<(Cell, Piece)> =
        pieces.iter().copied().filter(|(_, piece)| piece.role != Role::King).collect();
    let mut changes = Vec::new();
    changes.extend(officers.iter().map(|&(cell, _)| Change::Remove(cell)));
    for &(from, _) in &pieces {
        changes.extend(vacant.iter().map(|&to| Change::Move(from, to)));
    }
    for (number, &(one, piece)) in pieces.iter().enumerate() {
        let others = pieces[number + 1..].iter().filter(|&&(_, other)| other != piece);
        changes.extend(others.map(|&(other, _)| Change::Exchange(one, other)));
    }
    let new = new_pieces(setup);
    for &(cell, piece) in &officers {
        let others = new.iter().copied().filter(|&other| other.role != Role::King && other != piece);
        changes.extend(others.map(|other| Change::Replace(cell, other)));
    }
    for &cell in &vacant {
        changes.extend(new.iter().map(|&piece| Change::Add(piece, cell)));
    }
    changes.extend(Motion::all(setup).into_iter().map(Change::Together));
    changes.extend(other_questions(game, *stipulation).into_iter().map(Change::Ask));
    changes
}

/// The pieces that may be put up: of every player a pawn, what pawns become, and a king that is missing.
fn new_pieces(setup: &Setup) -> Vec<Piece> {
    let of = |player| {
        let has_king = setup.board.pieces().any(|(_, piece)| piece == Piece::new(player, Role::King));
        let king = Some(Role::King).filter(|_| !has_king);
        let roles = [Role::Pawn].into_iter().chain(setup.game.promotions.iter().copied()).chain(king);
        roles.map(move |role| Piece::new(player, role))
    };
    setup.living.iter().flat_map(of).collect()
}

/// The same with another length up to one move more, and of mates the exact length.
fn other_questions(game: Game, asked: Stipulation) -> Vec<Stipulation> {
    let mut others: Vec<Stipulation> = (1..=asked.moves + 1)
        .filter(|&moves| moves != asked.moves)
        .map(|moves| asked.with_moves(moves))
        .collect();
    if asked.play == Play::Direct && asked.goal == Goal::Mate && game.players == 2 {
        others.push(Stipulation { play: Play::Exact, ..asked });
    }
    others
}
