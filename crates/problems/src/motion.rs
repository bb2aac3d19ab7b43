//! All pieces moved over the board together: shifted or turned. Knows nothing of what is asked of them.

use std::fmt;

use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::rules::Move;
use hexmate_position::Coordinate;
use hexmate_position::{Game, Setup, SetupEditor};

/// A way to move all pieces at once.
///
/// There is no mirror: with left and right exchanged a problem stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// By so many columns and rows.
    Shift(Hex),
    /// Clockwise about the centre by so many sixths of a turn.
    Turn(u8),
}

impl Motion {
    /// Where a cell comes to lie, if that is on the board.
    pub fn cell(self, game: Game, cell: Cell) -> Option<Cell> {
        let hex = game.shape.hex(cell);
        game.shape.cell(match self {
            Self::Shift(way) => hex + way,
            Self::Turn(sixths) => game.shape.turned(hex, sixths),
        })
    }

    /// The same move after the motion, if it stays on the board.
    pub fn carried(self, game: Game, m: Move) -> Option<Move> {
        Some(Move { from: self.cell(game, m.from)?, to: self.cell(game, m.to)?, ..m })
    }

    /// The setup after the motion, legal or not, if no piece leaves the board.
    pub fn apply(self, setup: &Setup) -> Option<Setup> {
        let mut editor = SetupEditor::new(setup.clone());
        editor.carry(|cell| self.cell(setup.game, cell))?;
        Some(editor.finish())
    }

    /// All motions that keep these pieces on the board, in a fixed order: the nearest shifts first, then turns.
    pub fn all(setup: &Setup) -> Vec<Self> {
        let reach = i8::try_from(setup.game.shape.columns().len()).unwrap_or(i8::MAX) - 1;
        let mut ways: Vec<Hex> =
            (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Hex::new(q, r))).collect();
        ways.retain(|way| (1..=reach).contains(&way.length()));
        ways.sort_by_key(|way| (way.length(), *way));
        let motions = ways.into_iter().map(Self::Shift).chain((1..6).map(Self::Turn));
        motions.filter(|motion| motion.apply(setup).is_some()).collect()
    }
}

/// As twins are written: `shift f6 -> f7`, `turn 60`.
#[derive(Clone, Copy, Debug)]
pub struct MotionText(pub Game, pub Motion);

impl fmt::Display for MotionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(game, motion) = *self;
        match motion {
            Motion::Turn(sixths) => write!(f, "turn {}", 60 * u32::from(sixths)),
            Motion::Shift(_) => {
                let to = |cell| Some((cell, motion.cell(game, cell)?));
                // A way as long as the board leads from some cell to some other.
                let from_centre = game.shape.cell(Hex::CENTRE).and_then(to);
                match from_centre.or_else(|| game.shape.cells().find_map(to)) {
                    Some((from, to)) => {
                        let [from, to] = [from, to].map(|cell| Coordinate(game.shape, cell));
                        write!(f, "shift {from} -> {to}")
                    }
                    None => f.write_str("shift"),
                }
            }
        }
    }
}
