//! Single changes of a problem.

use crate::{Motion, MotionText, Problem, Twin, placed_text, stipulation_text};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Goal, Play, Stipulation};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::Coordinate;
use hexmate_position::{Game, Setup, SetupEditor};

/// A version of a problem: a setup, which may be illegal, with a stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// The setup of the diagram.
    pub setup: Setup,
    /// The stipulation.
    pub stipulation: Stipulation,
}

impl Version {
    /// Returns the first problem of the version with its other twins: the diagram, or twin a) if the diagram is not a
    /// problem. `None` if a position is illegal or a change impossible.
    pub fn split_twins(&self, twins: &str) -> Option<(Problem, Vec<Twin>)> {
        let diagram = Problem::new(self.setup.clone().into_position().ok()?, self.stipulation);
        diagram.split_twins(twins).ok()
    }
}

/// A single change of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Adds a piece on a vacant cell.
    Add(Piece, Cell),
    /// Removes the piece on a cell.
    Remove(Cell),
    /// Moves a piece to a vacant cell.
    Move(Cell, Cell),
    /// Exchanges two pieces.
    Exchange(Cell, Cell),
    /// Replaces the piece on a cell.
    Replace(Cell, Piece),
    /// Moves all pieces together.
    MoveAll(Motion),
    /// Replaces the stipulation.
    Stipulation(Stipulation),
}

/// Kind of a change, in the order in which results are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// A piece is removed.
    Remove,
    /// A piece is added.
    Add,
    /// A piece is replaced.
    Replace,
    /// A piece is moved.
    Move,
    /// Two pieces are exchanged.
    Exchange,
    /// The stipulation is replaced.
    Stipulation,
    /// All pieces are moved together.
    MoveAll,
}

impl Change {
    /// Returns the kind of the change.
    pub const fn kind(self) -> ChangeKind {
        match self {
            Self::Add(..) => ChangeKind::Add,
            Self::Remove(_) => ChangeKind::Remove,
            Self::Move(..) => ChangeKind::Move,
            Self::Exchange(..) => ChangeKind::Exchange,
            Self::Replace(..) => ChangeKind::Replace,
            Self::MoveAll(_) => ChangeKind::MoveAll,
            Self::Stipulation(_) => ChangeKind::Stipulation,
        }
    }

    /// Returns whether only one or two pieces change.
    pub const fn is_of_pieces(self) -> bool {
        !matches!(self, Self::MoveAll(_) | Self::Stipulation(_))
    }

    /// Returns the new piece on the board, if there is one.
    pub const fn new_piece(self) -> Option<Piece> {
        match self {
            Self::Add(piece, _) | Self::Replace(_, piece) => Some(piece),
            _ => None,
        }
    }

    /// Returns the version after the change, or `None` if the change is impossible there.
    ///
    /// The result may be illegal.
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
            Self::MoveAll(motion) => editor.map_cells(|cell| motion.cell(game, cell))?,
            Self::Stipulation(other) => stipulation = other,
        }
        Some(Version { setup: editor.finish(), stipulation })
    }

    /// Returns the image of a move under the change.
    pub fn map_move(self, game: Game, m: Move) -> Option<Move> {
        match self {
            Self::MoveAll(motion) => motion.map_move(game, m),
            _ => Some(m),
        }
    }

    /// Returns the change of a version in the notation of twins: `wRc4 -> d5`.
    pub fn text(self, version: &Version) -> String {
        let game = version.setup.game;
        let named = |piece, cell| placed_text(game, piece, cell);
        let occupant = |cell| match version.setup.board.piece(cell) {
            Some(piece) => named(piece, cell),
            None => Coordinate(game.shape, cell).to_string(),
        };
        match self {
            Self::Add(piece, cell) => format!("+{}", named(piece, cell)),
            Self::Remove(cell) => format!("-{}", occupant(cell)),
            Self::Move(from, to) => format!("{} -> {}", occupant(from), Coordinate(game.shape, to)),
            Self::Exchange(one, other) => format!("{} <-> {}", occupant(one), occupant(other)),
            Self::Replace(cell, piece) => format!("-{}, +{}", occupant(cell), named(piece, cell)),
            Self::MoveAll(motion) => MotionText(game, motion).to_string(),
            Self::Stipulation(stipulation) => stipulation_text(&game, stipulation),
        }
    }
}

/// Returns all single changes of a version, in a fixed order.
///
/// A king is added only for a player without one, and is never removed or replaced. Reflections are omitted, since a
/// reflected problem is the same problem.
pub fn single_changes(version: &Version) -> Vec<Change> {
    let Version { setup, stipulation } = version;
    let game = setup.game;
    let pieces: Vec<(Cell, Piece)> = setup.board.pieces().collect();
    let vacant: Vec<Cell> = game.shape.cells().filter(|&cell| setup.board.piece(cell).is_none()).collect();
    let non_kings: Vec<(Cell, Piece)> =
        pieces.iter().copied().filter(|(_, piece)| piece.role != Role::King).collect();
    let mut changes = Vec::new();
    changes.extend(non_kings.iter().map(|&(cell, _)| Change::Remove(cell)));
    for &(from, _) in &pieces {
        changes.extend(vacant.iter().map(|&to| Change::Move(from, to)));
    }
    for (number, &(one, piece)) in pieces.iter().enumerate() {
        let others = pieces[number + 1..].iter().filter(|&&(_, other)| other != piece);
        changes.extend(others.map(|&(other, _)| Change::Exchange(one, other)));
    }
    let new = new_pieces(setup);
    for &(cell, piece) in &non_kings {
        let others = new.iter().copied().filter(|&other| other.role != Role::King && other != piece);
        changes.extend(others.map(|other| Change::Replace(cell, other)));
    }
    for &cell in &vacant {
        changes.extend(new.iter().map(|&piece| Change::Add(piece, cell)));
    }
    changes.extend(Motion::all(setup).into_iter().map(Change::MoveAll));
    changes.extend(other_stipulations(game, *stipulation).into_iter().map(Change::Stipulation));
    changes
}

/// Returns the pieces that may be added: for each player a pawn, its promotion pieces, and a missing king.
fn new_pieces(setup: &Setup) -> Vec<Piece> {
    let of = |player| {
        let has_king = setup.board.pieces().any(|(_, piece)| piece == Piece::new(player, Role::King));
        let king = Some(Role::King).filter(|_| !has_king);
        let roles = [Role::Pawn].into_iter().chain(setup.game.promotions.iter().copied()).chain(king);
        roles.map(move |role| Piece::new(player, role))
    };
    setup.living.iter().flat_map(of).collect()
}

/// Returns the stipulation with all other lengths up to one more move, and a direct mate for two also as exact.
fn other_stipulations(game: Game, stipulation: Stipulation) -> Vec<Stipulation> {
    let mut others: Vec<Stipulation> = (1..=stipulation.moves + 1)
        .filter(|&moves| moves != stipulation.moves)
        .map(|moves| stipulation.with_moves(moves))
        .collect();
    if stipulation.play == Play::Direct && stipulation.goal == Goal::Mate && game.players == 2 {
        others.push(Stipulation { play: Play::Exact, ..stipulation });
    }
    others
}
