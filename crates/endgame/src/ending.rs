//! Endings: the pieces of each side, and names such as `KQvKR`.

use std::fmt;
use std::str::FromStr;

use hexmate_core::rules::{Player, Role};
use hexmate_position::Game;
use thiserror::Error;

/// Maximum number of pieces of an ending, including kings.
pub const MAX_PIECES: usize = 6;

/// The pieces of an ending, such as `KQvKR`: White's first, each side's from the strongest.
///
/// An ending and the one with colours exchanged share the table of [`Ending::canonical`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ending {
    /// Pieces of each side without the king, strongest first.
    sides: [Vec<Role>; 2],
}

impl Ending {
    /// Returns the ending with these pieces and two kings; kings in the arguments are ignored.
    pub fn new(white: impl IntoIterator<Item = Role>, black: impl IntoIterator<Item = Role>) -> Self {
        let sorted = |roles: &mut dyn Iterator<Item = Role>| {
            let mut roles: Vec<Role> = roles.filter(|&role| role != Role::King).collect();
            roles.sort_unstable();
            roles
        };
        Self { sides: [sorted(&mut white.into_iter()), sorted(&mut black.into_iter())] }
    }

    /// Returns the pieces of a side without its king, strongest first.
    pub fn of(&self, side: Player) -> &[Role] {
        &self.sides[side.index() % 2]
    }

    /// Returns the number of pieces, including kings.
    pub fn count(&self) -> usize {
        2 + self.sides.iter().map(Vec::len).sum::<usize>()
    }

    /// Returns whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.sides.iter().flatten().any(|&role| role == Role::Pawn)
    }

    /// Returns the ending with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let [white, black] = self.sides.clone();
        Self { sides: [black, white] }
    }

    /// Returns whether White has more pieces, or as many and not weaker ones in the order of [`Role`].
    pub fn is_canonical(&self) -> bool {
        let [white, black] = &self.sides;
        (black.len(), white) <= (white.len(), black)
    }

    /// Returns this ending or the one with colours exchanged: the one that has the table.
    #[must_use]
    pub fn canonical(&self) -> Self {
        if self.is_canonical() { self.clone() } else { self.exchanged() }
    }

    /// Returns the ending after the piece with this index of a side is captured, or promoted to `promotion`.
    #[must_use]
    pub(super) fn after_change(&self, side: Player, index: usize, promotion: Option<Role>) -> Self {
        let mut sides = self.sides.clone();
        let roles = &mut sides[side.index() % 2];
        roles.remove(index);
        roles.extend(promotion);
        let [white, black] = sides;
        Self::new(white, black)
    }

    /// Returns the canonical endings after one move with a capture, a promotion or both, without duplicates.
    pub fn successors(&self, promotions: &[Role]) -> Vec<Self> {
        let mut all = Vec::new();
        for side in [Player::WHITE, Player::BLACK] {
            for number in 0..self.of(side).len() {
                let captured = self.after_change(side, number, None);
                if self.of(side)[number] == Role::Pawn {
                    all.extend(promotions.iter().map(|&role| self.after_change(side, number, Some(role))));
                }
                let other = [Player::BLACK, Player::WHITE][side.index() % 2];
                for (taker, &role) in captured.of(other).iter().enumerate() {
                    if role == Role::Pawn {
                        all.extend(
                            promotions.iter().map(|&role| captured.after_change(other, taker, Some(role))),
                        );
                    }
                }
                all.push(captured);
            }
        }
        let mut all: Vec<Self> = all.iter().map(Self::canonical).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Returns this ending and all smaller ones that its table needs, in an order in which they can be built.
    pub fn with_all_successors(&self, promotions: &[Role]) -> Vec<Self> {
        let mut all = vec![self.canonical()];
        let mut next = 0;
        while let Some(ending) = all.get(next) {
            for successor in ending.successors(promotions) {
                if !all.contains(&successor) {
                    all.push(successor);
                }
            }
            next += 1;
        }
        all.sort_by_key(|ending| (ending.count(), ending.pawns(), ending.clone()));
        all
    }

    /// Returns the number of pawns.
    fn pawns(&self) -> usize {
        self.sides.iter().flatten().filter(|&&role| role == Role::Pawn).count()
    }

    /// Returns all canonical endings of a game with `count` pieces, those without pawns first.
    pub fn all_of(game: Game, count: usize) -> Vec<Self> {
        let array = game.array.pieces().iter().map(|piece| piece.role);
        let mut roles: Vec<Role> = array.chain(game.promotions.iter().copied()).collect();
        roles.retain(|&role| role != Role::King);
        roles.sort_unstable();
        roles.dedup();
        let mut all = vec![Self::new([], [])];
        for _ in 2..count {
            let grown = all.iter().flat_map(|ending| {
                roles.iter().flat_map(move |&role| {
                    let [white, black] = &ending.sides;
                    let more = |side: &Vec<Role>| side.iter().copied().chain([role]).collect::<Vec<_>>();
                    [Self::new(more(white), black.clone()), Self::new(white.clone(), more(black))]
                })
            });
            all = grown.map(|ending| ending.canonical()).collect();
            all.sort_by_key(|ending| (ending.pawns(), ending.clone()));
            all.dedup();
        }
        all
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] =
            [0, 1].map(|side| self.sides[side].iter().map(|role| role.letter()).collect::<String>());
        write!(f, "K{white}vK{black}")
    }
}

/// The reason why a text is not the name of an ending.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseEndingError {
    /// There are not two sides with a `v` between them.
    #[error("expected both sides of an ending, as in KQvKR")]
    Sides,
    /// A side does not have one king.
    #[error("each side must have one king, as in KQvKR")]
    King,
    /// A letter is not that of a piece.
    #[error("expected one of K Q R B N P, found {0:?}")]
    Letter(char),
    /// There are more pieces than a table can have.
    #[error("{0} pieces; a table has at most {MAX_PIECES}")]
    TooMany(usize),
}

impl FromStr for Ending {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, ParseEndingError> {
        let (white, black) = text.split_once(['v', 'V']).ok_or(ParseEndingError::Sides)?;
        let side = |text: &str| {
            let read = |letter: char| {
                Role::from_letter(letter.to_ascii_uppercase()).ok_or(ParseEndingError::Letter(letter))
            };
            let roles = text.chars().map(read).collect::<Result<Vec<Role>, _>>()?;
            match roles.iter().filter(|&&role| role == Role::King).count() {
                1 => Ok(roles),
                _ => Err(ParseEndingError::King),
            }
        };
        let ending = Self::new(side(white.trim())?, side(black.trim())?);
        match ending.count() {
            count if count > MAX_PIECES => Err(ParseEndingError::TooMany(count)),
            _ => Ok(ending),
        }
    }
}
