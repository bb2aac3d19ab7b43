//! The count by kinds of moves: what the last ply does, and what it leads to.

use std::iter::Sum;
use std::ops::{Add, Index, IndexMut, Mul};

use super::split;
use crate::rules::{Move, Outcome, Position, Variant};

/// A kind of move, or what the position after it is for the player then to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A piece is taken, en passant or otherwise.
    Captures,
    /// A pawn is taken that has just stepped twice, on the cell it passed over.
    EnPassant,
    /// A pawn steps twice.
    DoubleSteps,
    /// A pawn becomes something else.
    Promotions,
    /// The player to move then is in check; double checks and mates are among these.
    Checks,
    /// Checks by several pieces.
    DoubleChecks,
    /// The game is over by mate.
    Mates,
    /// The game is over because no player can move.
    Stalemates,
    /// Players eliminated while more than two are living. One move may eliminate two.
    Eliminations,
    /// A king castles.
    Castles,
}

impl Kind {
    /// All kinds, in the order of the columns.
    pub const ALL: [Self; 10] = [
        Self::Captures,
        Self::EnPassant,
        Self::DoubleSteps,
        Self::Promotions,
        Self::Checks,
        Self::DoubleChecks,
        Self::Mates,
        Self::Stalemates,
        Self::Eliminations,
        Self::Castles,
    ];

    /// Returns the name of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Captures => "captures",
            Self::EnPassant => "en_passant",
            Self::DoubleSteps => "double_steps",
            Self::Promotions => "promotions",
            Self::Checks => "checks",
            Self::DoubleChecks => "double_checks",
            Self::Mates => "mates",
            Self::Stalemates => "stalemates",
            Self::Eliminations => "eliminations",
            Self::Castles => "castles",
        }
    }

    /// Returns the kind with this column name.
    ///
    /// ```
    /// use hexmate_core::perft::Kind;
    ///
    /// assert_eq!(Kind::from_name("en_passant"), Some(Kind::EnPassant));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Nodes, and how many of them end in a move of each [`Kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breakdown {
    /// All nodes, of whatever kind.
    pub nodes: u64,
    by_kind: [u64; Kind::ALL.len()],
}

impl Breakdown {
    /// Counts of one move by kind, given the position after it.
    fn of<V: Variant>(position: &Position<V>, m: Move) -> Self {
        let next = position.after_move(m);
        let checkers = next.checkers();
        let outcome = next.outcome();
        let mate = matches!(outcome, Some(Outcome::Mate { .. }));
        let mut leaf = Self { nodes: 1, ..Self::default() };
        for kind in Kind::ALL {
            leaf[kind] = match kind {
                Kind::Captures => position.is_capture(m).into(),
                Kind::EnPassant => position.is_en_passant(m).into(),
                Kind::DoubleSteps => position.is_double_step(m).into(),
                Kind::Promotions => m.promotion.is_some().into(),
                Kind::Checks => (!checkers.is_empty()).into(),
                Kind::DoubleChecks => checkers.is_several().into(),
                Kind::Mates => mate.into(),
                Kind::Stalemates => (outcome.is_some() && !mate).into(),
                Kind::Castles => position.castling(m).is_some().into(),
                Kind::Eliminations => (position.living().len() - next.living().len()).into(),
            };
        }
        leaf
    }
}

impl Index<Kind> for Breakdown {
    type Output = u64;

    fn index(&self, kind: Kind) -> &u64 {
        &self.by_kind[kind as usize]
    }
}

impl IndexMut<Kind> for Breakdown {
    fn index_mut(&mut self, kind: Kind) -> &mut u64 {
        &mut self.by_kind[kind as usize]
    }
}

impl Add for Breakdown {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.nodes += other.nodes;
        for (own, others) in self.by_kind.iter_mut().zip(other.by_kind) {
            *own += others;
        }
        self
    }
}

impl Mul<u64> for Breakdown {
    type Output = Self;

    fn mul(mut self, times: u64) -> Self {
        self.nodes *= times;
        self.by_kind.iter_mut().for_each(|nodes| *nodes *= times);
        self
    }
}

impl Sum for Breakdown {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

/// Counts like [`perft`](super::perft), and sorts the moves of the last ply by kind.
///
/// Every last move is made, which costs many times as much as the plain count.
/// At depth 0 there is one node without a last move.
///
/// ```
/// use hexmate_core::perft::{Kind, breakdown};
/// use hexmate_core::rules::{Glinski, Position};
///
/// let counts = breakdown(&Position::<Glinski>::start(), 2);
/// assert_eq!((counts.nodes, counts[Kind::Captures]), (2_586, 13));
/// ```
pub fn breakdown<V: Variant>(position: &Position<V>, depth: u32) -> Breakdown {
    let moves = position.legal_moves();
    match depth {
        0 => Breakdown { nodes: 1, ..Breakdown::default() },
        1 => moves.map(|m| Breakdown::of(position, m)).sum(),
        _ => moves.map(|m| breakdown(&position.after_move(m), depth - 1)).sum(),
    }
}

/// Counts as [`breakdown`], on all threads of the current pool.
pub fn breakdown_parallel<V: Variant>(position: &Position<V>, depth: u32) -> Breakdown {
    split::sum(position, depth, |unit, depth| breakdown(&unit.position, depth) * unit.ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, Hex, Hexagon37};
    use crate::perft::perft;
    use crate::rules::{Echex3, Echex6, Glinski, Mini, Piece, Player, Role, Setup};

    fn piece<V: Variant>(setup: &mut Setup<V>, q: i8, r: i8, owner: Player, role: Role) {
        let cell = V::Geometry::cell(Hex::new(q, r)).expect("a cell of the board");
        setup.board.put(cell, Piece::new(owner, role));
    }

    fn kinds(breakdown: Breakdown) -> [u64; Kind::ALL.len()] {
        Kind::ALL.map(|kind| breakdown[kind])
    }

    fn the_twins_agree<V: Variant>(deepest: u32) {
        let start = Position::<V>::start();
        for depth in 0..=deepest {
            let whole = breakdown(&start, depth);
            assert_eq!(breakdown_parallel(&start, depth), whole, "{} {depth}", V::TABLES[0].name);
            assert_eq!(whole.nodes, perft(&start, depth), "{} {depth}", V::TABLES[0].name);
        }
    }

    #[test]
    fn parallel_breakdown_equals_sequential() {
        the_twins_agree::<Glinski>(3);
        the_twins_agree::<Mini>(5);
        the_twins_agree::<Echex3>(3);
        the_twins_agree::<Echex6>(3);
    }

    #[test]
    fn names_read_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(Kind::from_name("leaps"), None);
    }

    #[test]
    fn lone_pawn_steps_once_or_twice() {
        let mut setup = Setup::<Glinski>::empty();
        piece(&mut setup, 0, 5, Player::WHITE, Role::King);
        piece(&mut setup, 0, -5, Player::BLACK, Role::King);
        let pawn = Glinski::double_step_cells(setup.choice, Player::WHITE).first().expect("a cell");
        setup.board.put(pawn, Piece::new(Player::WHITE, Role::Pawn));
        let position = setup.into_position().expect("a legal position");
        let leaves = breakdown(&position, 1);
        assert_eq!(leaves[Kind::DoubleSteps], 1);
        assert_eq!(leaves[Kind::Captures] + leaves[Kind::Promotions] + leaves[Kind::Checks], 0);
    }

    #[test]
    fn promotions_and_their_checks_count() {
        let mut setup = Setup::<Mini>::empty();
        piece(&mut setup, -3, 3, Player::WHITE, Role::King);
        piece(&mut setup, 3, -3, Player::BLACK, Role::King);
        piece(&mut setup, 0, -2, Player::WHITE, Role::Pawn);
        let position = setup.into_position().expect("a legal position");
        let leaves = breakdown(&position, 1);
        assert_eq!(leaves[Kind::Promotions], 3, "rook, bishop and knight");
        let seen = Hexagon37::edge_lines(Hexagon37::cell(Hex::new(0, -3)).expect("a cell"));
        let king = position.king(Player::BLACK).expect("a king");
        assert!(seen.contains(king), "the rook gives check along the edge");
        assert_eq!(leaves[Kind::Checks], 1);
    }

    /// Two white queens against two lone kings in corners, the first of which is next.
    fn two_queens_at(queens: [(i8, i8); 2]) -> Breakdown {
        let mut setup = Setup::<Echex3>::empty();
        for (player, (q, r)) in Echex3::players().zip([(0, 5), (-5, 0), (5, -5)]) {
            piece(&mut setup, q, r, player, Role::King);
        }
        for (q, r) in queens {
            piece(&mut setup, q, r, Player::WHITE, Role::Queen);
        }
        breakdown(&setup.into_position().expect("a legal position"), 1)
    }

    #[test]
    fn elimination_is_not_counted_as_mate() {
        let leaves = two_queens_at([(-5, 1), (-4, 2)]);
        assert!(leaves[Kind::Eliminations] > 0, "{:?}", kinds(leaves));
        assert_eq!(leaves[Kind::Mates], 0, "two players are left and play on");
    }

    #[test]
    fn move_may_eliminate_and_mate() {
        let leaves = two_queens_at([(-5, 1), (-4, 5)]);
        assert_eq!(leaves[Kind::Mates], 1, "{:?}", kinds(leaves));
        assert!(leaves[Kind::Eliminations] > 1, "{:?}", kinds(leaves));
    }
}
