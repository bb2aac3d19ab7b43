//! What a diagram points out besides the men. No colours, no pixels.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Move, Position, Variant};

/// An arrow from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow<G: Geometry> {
    /// Where it begins.
    pub from: Cell<G>,
    /// Where its tip is.
    pub to: Cell<G>,
}

impl<G: Geometry> From<Move<G>> for Arrow<G> {
    fn from(m: Move<G>) -> Self {
        Self { from: m.from, to: m.to }
    }
}

/// Everything that is pointed out on a board; by default nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks<G: Geometry> {
    /// The move that was played last: both its cells stand out.
    pub last_move: Option<Move<G>>,
    /// Kings in check.
    pub check: CellSet<G>,
    /// Cells with a circle.
    pub circles: CellSet<G>,
    /// Arrows, drawn under the men.
    pub arrows: Vec<Arrow<G>>,
}

impl<G: Geometry> Default for Marks<G> {
    fn default() -> Self {
        Self { last_move: None, check: CellSet::EMPTY, circles: CellSet::EMPTY, arrows: Vec::new() }
    }
}

impl<G: Geometry> Marks<G> {
    /// The marks of a position: every king that is attacked, whoever is on turn.
    pub fn of<V: Variant<Geometry = G>>(position: &Position<V>) -> Self {
        let attacked = |&(player, king): &_| !position.attackers(king, player).is_empty();
        let kings = V::players().filter_map(|player| Some((player, position.king(player)?)));
        Self { check: kings.filter(attacked).map(|(_, king)| king).collect(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Coordinate;
    use crate::rules::{Glinski, Setup};

    #[test]
    fn an_attacked_king_is_marked_and_no_other() {
        let fen = b"1/3/5/7/9/5k5/11/11/11/5Q5/5K5 b - 0 1";
        let setup = Setup::<Glinski>::from_fen(fen).expect("it is a FEN");
        let position = setup.into_position().expect("it is legal");
        let marked: Vec<String> =
            Marks::of(&position).check.into_iter().map(|cell| Coordinate(cell).to_string()).collect();
        assert_eq!(marked, ["f6"]);
        assert_eq!(Marks::of(&Position::<Glinski>::start()), Marks::default());
    }
}
