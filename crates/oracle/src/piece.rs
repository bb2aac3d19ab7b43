//! Players and their pieces. Knows no board.

/// A player, or the seat at which a piece began: 0 is White, then in turn order.
pub type Player = u8;

/// The kinds of pieces.
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

/// A piece and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The player who moves it.
    pub owner: Player,
    /// The seat it began at, which a pawn keeps; for others it is the owner.
    pub seat: Player,
    /// The kind.
    pub kind: Kind,
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

    /// Returns the English letter, upper case.
    pub fn letter(self) -> char {
        Kind::LETTERS[self as usize].1
    }

    /// Returns the kind of an upper-case English letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let found = Kind::LETTERS.into_iter().find(|&(_, known)| known == letter);
        found.map(|(kind, _)| kind)
    }
}
