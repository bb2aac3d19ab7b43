//! Moves that are legal on the mirrored or turned board.

use std::collections::BTreeSet;
use std::fmt;

use hexmate_core::rules::Move;
use hexmate_position::symmetry::{Mirror, Symmetry};
use hexmate_position::{Game, Position};

use crate::difference::has_same_moves;
use crate::kind::written_move;
use crate::{Difference, DifferenceKind};

/// Image of the board that explains the moves of a program: its array or its names of cells are mirrored or turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardImage {
    /// Left and right exchanged.
    LeftToRight,
    /// Top and bottom exchanged.
    TopToBottom,
    /// Turned, by half a turn in games for two.
    Turned,
}

impl BoardImage {
    /// Smallest number of moves that show an image: fewer may be another fault.
    const LEAST_MOVES: usize = 3;

    /// Returns the image of the board that explains all differences of a position, if there is one.
    ///
    /// Every missing move must be an illegal one of the program on that board; where no move is missing, the counts must
    /// be those of the image.
    pub fn of_differences(position: &Position, differences: &[Difference]) -> Option<Self> {
        let of_kind = |kind: DifferenceKind| differences.iter().filter(move |each| each.kind == kind);
        let game = position.game();
        if has_same_moves(differences) {
            let counts = |nodes: fn(&Difference) -> Option<u64>| -> Vec<(Move, u64)> {
                of_kind(DifferenceKind::Count).filter_map(|each| each.m.zip(nodes(each))).collect()
            };
            return Self::of(game, &counts(|each| each.ours), &counts(|each| each.theirs));
        }
        let missing: Vec<(Move, u64)> =
            of_kind(DifferenceKind::Missing).filter_map(|each| Some((each.m?, 0))).collect();
        let extra: Option<Vec<(Move, u64)>> =
            of_kind(DifferenceKind::Extra).map(|each| Some((written_move(position, each)?, 0))).collect();
        Self::of(game, &missing, &extra?)
    }

    /// Returns the image that takes these legal moves with their counts to those of a program, if there is one.
    pub(crate) fn of(game: Game, legal: &[(Move, u64)], theirs: &[(Move, u64)]) -> Option<Self> {
        let theirs: BTreeSet<(Move, u64)> = theirs.iter().copied().collect();
        if legal.len() < Self::LEAST_MOVES || legal.len() != theirs.len() {
            return None;
        }
        let seats = |&mirror: &Mirror| (0..game.players).map(move |seats| Symmetry { game, mirror, seats });
        let images = Mirror::of(game).iter().flat_map(seats);
        let is_theirs = |symmetry: &Symmetry| {
            let image = |&(m, nodes): &(Move, u64)| {
                (Move { from: symmetry.cell(m.from), to: symmetry.cell(m.to), ..m }, nodes)
            };
            legal.iter().map(image).collect::<BTreeSet<_>>() == theirs
        };
        let found = images.filter(|symmetry| symmetry.mirror != Mirror::Without || symmetry.seats > 0);
        found.into_iter().find(is_theirs).map(|symmetry| match (symmetry.mirror, symmetry.seats) {
            (Mirror::With, 0) => Self::LeftToRight,
            (Mirror::With, _) => Self::TopToBottom,
            (Mirror::Without, _) => Self::Turned,
        })
    }
}

impl fmt::Display for BoardImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LeftToRight => "left and right exchanged",
            Self::TopToBottom => "top and bottom exchanged",
            Self::Turned => "the board turned",
        })
    }
}
