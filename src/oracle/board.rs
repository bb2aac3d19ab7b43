//! Men on cells, and which man attacks which cell. Knows no turn and no history.

use super::game::{Player, Rules};
use super::hex::{DIAGONAL, Hex, KNIGHT, ORTHOGONAL};

/// The kinds of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Steps to any of twelve cells, and must not be left attacked.
    King,
    /// Slides along all twelve directions.
    Queen,
    /// Slides along the orthogonals.
    Rook,
    /// Slides along the diagonals.
    Bishop,
    /// Jumps to any of twelve cells.
    Knight,
    /// Steps forward and takes aslant.
    Pawn,
}

/// A man and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// The player who moves it.
    pub owner: Player,
    /// The seat it began at, which a pawn keeps; for others it is the owner.
    pub seat: Player,
    /// What it is.
    pub kind: Kind,
}

const WIDTH: usize = 17;
const MIDDLE: i8 = 8;

/// The men on the cells; wide enough for the largest board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Option<Man>; WIDTH * WIDTH],
}

impl Kind {
    const LETTERS: [(Kind, char); 6] = [
        (Kind::King, 'K'),
        (Kind::Queen, 'Q'),
        (Kind::Rook, 'R'),
        (Kind::Bishop, 'B'),
        (Kind::Knight, 'N'),
        (Kind::Pawn, 'P'),
    ];

    /// The English letter, upper case.
    pub fn letter(self) -> char {
        Kind::LETTERS[self as usize].1
    }

    /// The kind of an upper-case English letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let found = Kind::LETTERS.into_iter().find(|&(_, known)| known == letter);
        found.map(|(kind, _)| kind)
    }
}

impl Board {
    /// A board without men.
    pub fn empty() -> Board {
        Board { cells: [None; WIDTH * WIDTH] }
    }

    fn index(cell: Hex) -> usize {
        let row = usize::from((cell.q + MIDDLE).unsigned_abs());
        let column = usize::from((cell.r + MIDDLE).unsigned_abs());
        row * WIDTH + column
    }

    /// The man on the cell.
    pub fn at(&self, cell: Hex) -> Option<Man> {
        self.cells[Board::index(cell)]
    }

    /// Puts a man on the cell, or empties it.
    pub fn set(&mut self, cell: Hex, man: Option<Man>) {
        self.cells[Board::index(cell)] = man;
    }

    /// All men with their cells.
    pub fn men<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = (Hex, Man)> + 'a {
        let cells = rules.cells.iter();
        cells.filter_map(|&cell| self.at(cell).map(|man| (cell, man)))
    }

    /// The cell of the player's king, if he has one.
    pub fn king(&self, rules: &Rules, player: Player) -> Option<Hex> {
        let found = self.men(rules).find(|(_, man)| man.kind == Kind::King && man.owner == player);
        found.map(|(cell, _)| cell)
    }

    /// The men of others that attack the cell, seen by `player`.
    pub fn attackers<'a>(
        &'a self,
        rules: &'a Rules,
        cell: Hex,
        player: Player,
    ) -> impl Iterator<Item = Man> + 'a {
        self.men(rules)
            .filter(move |&(from, man)| man.owner != player && self.attacks(rules, from, man, cell))
            .map(|(_, man)| man)
    }

    /// Whether the player has a king and a man of another attacks it.
    pub fn is_in_check(&self, rules: &Rules, player: Player) -> bool {
        let king = self.king(rules, player);
        king.is_some_and(|king| self.attackers(rules, king, player).next().is_some())
    }

    /// Whether the man, standing on `from`, attacks the cell `to`.
    fn attacks(&self, rules: &Rules, from: Hex, man: Man, to: Hex) -> bool {
        let leaps = |steps: &[Hex]| steps.iter().any(|&step| from + step == to);
        let slides = |steps: &[Hex]| steps.iter().any(|&step| self.slides(rules, from, step, to));
        match man.kind {
            Kind::King => leaps(&ORTHOGONAL) || leaps(&DIAGONAL),
            Kind::Queen => slides(&ORTHOGONAL) || slides(&DIAGONAL),
            Kind::Rook => slides(&ORTHOGONAL),
            Kind::Bishop => slides(&DIAGONAL),
            Kind::Knight => leaps(&KNIGHT),
            Kind::Pawn => leaps(&rules.seat(man.seat).takes),
        }
    }

    /// Whether repeating the step leads from `from` to `to` over empty cells.
    fn slides(&self, rules: &Rules, from: Hex, step: Hex, to: Hex) -> bool {
        let mut cell = from + step;
        while cell.is_on(rules.radius) {
            if cell == to {
                return true;
            }
            if self.at(cell).is_some() {
                return false;
            }
            cell = cell + step;
        }
        false
    }
}
