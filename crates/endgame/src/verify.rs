//! Verification: compares every score of a table with those of the positions after it, by the moves of the oracle.
//!
//! The moves of `hexmate_core` are not used.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Placement;
use super::links::SIDES;
use super::score::{TableScore, Worth};
use super::{Endgame, Endgames};
use hexmate_core::rules::{Player, Role, StalemateScore, split_mix};
use hexmate_oracle as oracle;
use thiserror::Error;

/// The positions of a table to verify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// All positions.
    All,
    /// A random sample.
    Sample {
        /// Number of position indices for each side to move.
        count: u64,
        /// Random seed.
        seed: u64,
    },
}

/// A score that contradicts those of the following positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongScore {
    /// Position as a FEN.
    pub fen: String,
    /// Score in the table; `None` if the table has no such position.
    pub stored: Option<TableScore>,
    /// Score computed from the following positions; `None` if the position is illegal.
    pub found: Option<TableScore>,
}

/// The reason why a table is not verified.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The oracle does not support the game.
    #[error("the reference generator does not support {0}")]
    UnknownGame(&'static str),
    /// The table after some move is missing.
    #[error("no table for {0}")]
    Missing(String),
    /// The table has a wrong score.
    #[error("{}: the table has {:?}, but the moves give {:?}", .0.fen, .0.stored, .0.found)]
    Wrong(Box<WrongScore>),
    /// The verification was stopped.
    #[error("stopped")]
    Stopped,
}

impl Endgames {
    /// Verifies a table with the moves of the oracle and returns the number of positions checked.
    ///
    /// Each score must be the best of those of the following positions, one ply on; each index without a score must
    /// not be a legal position. This proves the table if all smaller ones are proved: only one assignment of scores
    /// is consistent in this way, with plies that count from mates and stalemates.
    ///
    /// # Errors
    ///
    /// The first wrong score that a thread finds, or the reason why the table cannot be verified.
    pub fn verify(
        &self,
        endgame: &Endgame,
        coverage: Coverage,
        stop: &AtomicBool,
    ) -> Result<u64, VerifyError> {
        let name = self.game.name;
        let game = oracle::Game::by_name(name).ok_or(VerifyError::UnknownGame(name))?;
        let size = endgame.layout.size();
        let seen = AtomicU64::new(0);
        let check = |side: usize, index: usize| {
            if stop.load(Relaxed) {
                return Err(VerifyError::Stopped);
            }
            let Some((at, _)) = endgame.layout.placement(index) else { return Ok(()) };
            seen.fetch_add(1, Relaxed);
            self.verify_one(endgame, game, side, index, at)
        };
        for (side, _) in SIDES {
            match coverage {
                Coverage::All => (0..size).into_par_iter().try_for_each(|index| check(side, index))?,
                Coverage::Sample { count, seed } => (0..count).into_par_iter().try_for_each(|trial| {
                    check(side, (split_mix(&mut (seed ^ trial << 1 ^ side as u64)) % size as u64) as usize)
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
        index: usize,
        at: Placement,
    ) -> Result<(), VerifyError> {
        let stored = endgame.at(Player::new(side as u8), index);
        let (pieces, fields) = self.oracle_text(endgame, game.rules(), side, at);
        let found = match oracle::Position::from_pieces(game, &pieces, &fields) {
            Ok(position) => Some(self.computed_score(&position)?),
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

    /// Returns the list of pieces and the other fields of a position, as [`oracle::Position::from_pieces`] parses them.
    fn oracle_text(
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

    /// Computes the score of a position from those after each move of the oracle.
    fn computed_score(&self, position: &oracle::Position) -> Result<TableScore, VerifyError> {
        if position.is_mate() {
            return Ok(TableScore { worth: Worth::Loss, plies: 0 });
        }
        if position.is_stalemate() {
            return Ok(match self.game.stalemate {
                StalemateScore::ThreeQuarters => TableScore { worth: Worth::Stalemated, plies: 0 },
                StalemateScore::Draw => TableScore::DRAW,
            });
        }
        let mut best = None;
        for m in position.legal_moves() {
            let next = position.play(&m);
            let score = match m.double_step && next.legal_moves().iter().any(|m| m.en_passant) {
                true => self.computed_score(&next)?,
                false => self.stored_score(&next).ok_or_else(|| VerifyError::Missing(next.to_fen()))?,
            };
            best = best.into_iter().chain([score.before()]).min();
        }
        best.ok_or_else(|| VerifyError::Missing(position.to_fen()))
    }

    /// Returns the score of a position of the oracle in the tables.
    fn stored_score(&self, position: &oracle::Position) -> Option<TableScore> {
        let shape = self.game.shape;
        // Cells are matched by name, since the oracle has its own coordinates.
        let cell = |hex| {
            let (file, rank) = position.rules().cells.name(hex).split_at_checked(1)?;
            shape.cell(shape.at(shape.file_column(*file.as_bytes().first()?)?, rank.parse().ok()?)?)
        };
        let pieces = position.board().pieces().map(|(hex, piece)| {
            let role = Role::from_letter(piece.kind.letter())?;
            Some((cell(hex)?, Player::new(piece.owner), role))
        });
        self.packed(&pieces.collect::<Option<Vec<_>>>()?, Player::new(position.turn()))?.score()
    }
}
