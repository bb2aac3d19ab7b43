//! Roles and pieces.

use super::Player;

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Role {
    /// Steps to any of the twelve adjacent cells.
    King,
    /// Slides like a rook or a bishop.
    Queen,
    /// Slides across edges.
    Rook,
    /// Slides beyond vertices; keeps to cells of one colour.
    Bishop,
    /// Leaps to the nearest cells that no queen reaches.
    Knight,
    /// Steps forward, takes obliquely, promotes where its file ends.
    Pawn,
}

impl Role {
    /// All roles, from king to pawn.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];

    /// Returns the English letter in upper case: K Q R B N P.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::Role;
    ///
    /// assert_eq!(Role::ALL.map(Role::letter), ['K', 'Q', 'R', 'B', 'N', 'P']);
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Pawn => 'P',
        }
    }

    /// Returns the English name, in lower case.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::Role;
    ///
    /// assert_eq!(Role::Knight.name(), "knight");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Knight => "knight",
            Self::Pawn => "pawn",
        }
    }

    /// Returns the role with this English letter, in upper case.
    ///
    /// ```
    /// use hexmate_core::rules::Role;
    ///
    /// assert_eq!(Role::from_letter('N'), Some(Role::Knight));
    /// assert_eq!(Role::Knight.letter(), 'N');
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'K' => Self::King,
            'Q' => Self::Queen,
            'R' => Self::Rook,
            'B' => Self::Bishop,
            'N' => Self::Knight,
            'P' => Self::Pawn,
            _ => return None,
        })
    }
}

/// A piece: its role, its owner, and for a pawn the seat whose direction it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The owner.
    pub owner: Player,
    /// The role.
    pub role: Role,
    /// The seat in which a pawn began, which gives its direction; for other pieces the owner.
    pub seat: Player,
}

impl Piece {
    /// Creates a piece owned by the player who began with it.
    ///
    /// ```
    /// use hexmate_core::rules::{Piece, Player, Role};
    ///
    /// let pawn = Piece::new(Player::WHITE, Role::Pawn);
    /// assert_eq!(pawn.inherited_by(Player::BLACK).seat, Player::WHITE);
    /// ```
    pub const fn new(owner: Player, role: Role) -> Self {
        Self { owner, role, seat: owner }
    }

    /// Returns the piece with another owner. A pawn keeps its seat.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::{Piece, Player, Role};
    ///
    /// let pawn = Piece::new(Player::WHITE, Role::Pawn).inherited_by(Player::BLACK);
    /// assert_eq!((pawn.owner, pawn.seat), (Player::BLACK, Player::WHITE));
    /// ```
    #[must_use]
    pub const fn inherited_by(self, heir: Player) -> Self {
        let seat = match self.role {
            Role::Pawn => self.seat,
            _ => heir,
        };
        Self { owner: heir, seat, ..self }
    }
}
