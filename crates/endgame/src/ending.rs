//! Which pieces an ending has, by side, and the names of endings. No cells, no moves.

use std::fmt;
use std::str::FromStr;

use hexmate_core::rules::{Player, Role};
use hexmate_position::Game;
use thiserror::Error;

/// The most pieces of an ending, kings among them.
pub const MOST_PIECES: usize = 6;

/// The pieces of an ending besides the two kings, by side, strongest first: `KQvKR`.
///
/// White's come first. An ending and the one with colours exchanged have one table: that
/// of [`Ending::canonical`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ending {
    sides: [Vec<Role>; 2],
}

impl Ending {
    /// The ending with these pieces and two kings; kings among them are left out.
    pub fn new(white: impl IntoIterator<Item = Role>, black: impl IntoIterator<Item = Role>) -> Self {
        let sorted = |roles: &mut dyn Iterator<Item = Role>| {
            let mut roles: Vec<Role> = roles.filter(|&role| role != Role::King).collect();
            roles.sort_unstable();
            roles
        };
        Self { sides: [sorted(&mut white.into_iter()), sorted(&mut black.into_iter())] }
    }

    /// The pieces of a side besides its king, strongest first.
    pub fn of(&self, side: Player) -> &[Role] {
        &self.sides[side.index() % 2]
    }

    /// Number of pieces, kings among them.
    pub fn count(&self) -> usize {
        2 + self.sides.iter().map(Vec::len).sum::<usize>()
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.sides.iter().flatten().any(|&role| role == Role::Pawn)
    }

    /// The same with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let [white, black] = self.sides.clone();
        Self { sides: [black, white] }
    }

    /// Whether White has more pieces, or as many and those that are listed first.
    pub fn is_canonical(&self) -> bool {
        let [white, black] = &self.sides;
        (black.len(), white) <= (white.len(), black)
    }

    /// This ending or the one with colours exchanged, whichever has the table.
    #[must_use]
    pub fn canonical(&self) -> Self {
        if self.is_canonical() { self.clone() } else { self.exchanged() }
    }

    /// The ending after the piece with this number of a side is gone, or has become another.
    #[must_use]
    pub(super) fn changed(&self, side: Player, number: usize, becomes: Option<Role>) -> Self {
        let mut sides = self.sides.clone();
        let roles = &mut sides[side.index() % 2];
        roles.remove(number);
        roles.extend(becomes);
        let [white, black] = sides;
        Self::new(white, black)
    }

    /// The canonical endings that a capture, a promotion or both lead to, each once.
    pub fn successors(&self, promotions: &[Role]) -> Vec<Self> {
        let mut all = Vec::new();
        for side in [Player::WHITE, Player::BLACK] {
            for number in 0..self.of(side).len() {
                let captured = self.changed(side, number, None);
                if self.of(side)[number] == Role::Pawn {
                    all.extend(promotions.iter().map(|&role| self.changed(side, number, Some(role))));
                }
                let other = [Player::BLACK, Player::WHITE][side.index() % 2];
                for (taker, &role) in captured.of(other).iter().enumerate() {
                    if role == Role::Pawn {
                        all.extend(promotions.iter().map(|&role| captured.changed(other, taker, Some(role))));
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

    /// This ending and all that its table rests on, each after those that it needs.
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

    /// Number of pawns.
    fn pawns(&self) -> usize {
        self.sides.iter().flatten().filter(|&&role| role == Role::Pawn).count()
    }

    /// All canonical endings of so many pieces of a game, those without pawns first.
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

/// Why a text names no ending.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseEndingError {
    /// Not two sides with a `v` between them.
    #[error("an ending is written with both sides, as KQvKR")]
    Sides,
    /// A side does not have one king.
    #[error("each side has one king, as in KQvKR")]
    King,
    /// A letter that is no piece's.
    #[error("expected one of K Q R B N P, found {0:?}")]
    Letter(char),
    /// More pieces than any table has.
    #[error("{0} pieces, and a table has at most {MOST_PIECES}")]
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
            count if count > MOST_PIECES => Err(ParseEndingError::TooMany(count)),
            _ => Ok(ending),
        }
    }
}
