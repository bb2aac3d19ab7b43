//! Every score of a table against those of the positions after it, by the moves of the oracle. No moves of the core.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Placement;
use super::links::SIDES;
use super::score::{Score, Worth};
use super::{Endgame, Endgames};
use hexmate_core::rules::{Player, Role, StalemateScore, split_mix};
use hexmate_oracle as oracle;
use thiserror::Error;

/// Which positions of a table are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// So many of either side, chosen by a seed.
    Sample {
        /// How many for each side to move.
        count: u64,
        /// What the choice begins from.
        seed: u64,
    },
}

/// A score that does not follow from those after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongScore {
    /// The position.
    pub fen: String,
    /// What the table says; none if it says that there is no such position.
    pub stored: Option<Score>,
    /// What follows from the positions after it; none if there is no such position.
    pub found: Option<Score>,
}

/// Why a table is not verified.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The slow generator does not know the game.
    #[error("the slow generator does not know {0}")]
    UnknownGame(&'static str),
    /// A table that a move leads to is not there.
    #[error("no table for {0}")]
    Missing(String),
    /// The table is wrong.
    #[error("{}: the table has {:?}, its moves say {:?}", .0.fen, .0.stored, .0.found)]
    Wrong(Box<WrongScore>),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

impl Endgames {
    /// Holds a table against the moves of the oracle: each score must be the best of those after it,
    /// a ply on; each number without a score must be no position. Returns how many positions it saw.
    ///
    /// This proves the table if all smaller ones are proved: scores that follow from one another,
    /// with plies that grow from the mates and stalemates, can be no others.
    ///
    /// # Errors
    ///
    /// The first wrong score that a thread finds, or why it cannot be said.
    pub fn verify(&self, endgame: &Endgame, which: Which, stop: &AtomicBool) -> Result<u64, VerifyError> {
        let name = self.game.name;
        let game = oracle::Game::by_name(name).ok_or(VerifyError::UnknownGame(name))?;
        let size = endgame.layout.size();
        let seen = AtomicU64::new(0);
        let look = |side: usize, number: usize| {
            if stop.load(Relaxed) {
                return Err(VerifyError::Stopped);
            }
            let Some((at, _)) = endgame.layout.placement(number) else { return Ok(()) };
            seen.fetch_add(1, Relaxed);
            self.verify_one(endgame, game, side, number, at)
        };
        for (side, _) in SIDES {
            match which {
                Which::All => (0..size).into_par_iter().try_for_each(|number| look(side, number))?,
                Which::Sample { count, seed } => (0..count).into_par_iter().try_for_each(|which| {
                    look(side, (split_mix(&mut (seed ^ which << 1 ^ side as u64)) % size as u64) as usize)
                })?,
            }
        }
        Ok(seen.into_inner())
    }

    fn verify_one(
        &self,
        endgame: &Endgame,
        game: oracle::Game,
        side: usize,
        number: usize,
        at: Placement,
    ) -> Result<(), VerifyError> {
        let stored = endgame.at(Player::new(side as u8), number);
        let (pieces, fields) = self.described(endgame, game.rules(), side, at);
        let found = match oracle::Position::from_pieces(game, &pieces, &fields) {
            Ok(position) => Some(self.followed(&position)?),
            Err(_) => None,
        };
        match stored == found {
            true => Ok(()),
            false => Err(VerifyError::Wrong(Box::new(WrongScore {
                fen: format!("{pieces} {fields}"),
                stored,
                found,
            }))),
        }
    }

    /// A position in the words of the oracle.
    fn described(
        &self,
        endgame: &Endgame,
        rules: &oracle::Rules,
        side: usize,
        at: Placement,
    ) -> (String, String) {
        let shape = self.game.shape;
        let pieces = endgame.layout.slots.iter().zip(at).map(|(slot, cell)| {
            let hex = shape.hex(self.paths.cells[usize::from(cell)]);
            let file = shape.file_letter(hex.q).map_or('?', char::from);
            let name = format!("{file}{}", shape.rank(hex));
            format!("{}{}{name}", ['w', 'b'][slot.side], slot.role.letter())
        });
        let wings = if rules.wings.is_empty() { "" } else { "- " };
        (pieces.collect::<Vec<_>>().join(" "), format!("{} {wings}- 0 1", ['w', 'b'][side]))
    }

    /// What follows from the scores after each move of the oracle.
    fn followed(&self, position: &oracle::Position) -> Result<Score, VerifyError> {
        if position.is_mate() {
            return Ok(Score { worth: Worth::Loss, plies: 0 });
        }
        if position.is_stalemate() {
            return Ok(match self.game.stalemate {
                StalemateScore::ThreeQuarters => Score { worth: Worth::Stalemated, plies: 0 },
                StalemateScore::Draw => Score::DRAW,
            });
        }
        let mut best = None;
        for m in position.legal_moves() {
            let next = position.play(&m);
            let score = match m.double_step && next.legal_moves().iter().any(|m| m.en_passant) {
                true => self.followed(&next)?,
                false => self.stored(&next).ok_or_else(|| VerifyError::Missing(next.to_fen()))?,
            };
            best = best.into_iter().chain([score.before()]).min();
        }
        best.ok_or_else(|| VerifyError::Missing(position.to_fen()))
    }

    /// What the tables say of a position of the oracle.
    fn stored(&self, position: &oracle::Position) -> Option<Score> {
        let shape = self.game.shape;
        // By name: the oracle's coordinates are its own.
        let cell = |hex| {
            let (file, rank) = position.rules().cells.name(hex).split_at_checked(1)?;
            shape.cell(shape.at(shape.file_column(*file.as_bytes().first()?)?, rank.parse().ok()?)?)
        };
        let pieces = position.board().pieces(position.rules()).map(|(hex, piece)| {
            let role = Role::from_letter(piece.kind.letter())?;
            Some((cell(hex)?, Player::new(piece.owner), role))
        });
        self.packed(&pieces.collect::<Option<Vec<_>>>()?, Player::new(position.turn()))?.score()
    }
}
