//! A game as it goes on: its positions, repetitions and counters. No text.

use super::Position;
use hexmate_core::rules::{IllegalMove, Material, Move, Outcome};

/// A position with what has been before it.
///
/// Positions from before the last capture or pawn move can never come back and
/// are not kept.
#[derive(Clone, Debug)]
pub struct History {
    position: Position,
    keys: Vec<u128>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The player to move cannot move.
    Outcome(Outcome),
    /// The pieces left cannot force mate.
    Material,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves of each player without a capture or pawn move.
    SeventyFiveMoves,
}

/// Why a player may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Claim {
    /// The same position for the third time.
    ThreefoldRepetition,
    /// 50 moves of each player without a capture or pawn move.
    FiftyMoves,
}

/// Whether a lack of material ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaterialRule {
    /// It does.
    Draw,
    /// It does not.
    PlayOn,
}

impl History {
    /// A game that begins with this position.
    pub fn new(position: Position) -> Self {
        let keys = vec![position.repetition_key()];
        Self { position, keys }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.position = self.position.play(m)?;
        if self.position.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
        Ok(())
    }

    /// How often the position has been on the board, now included.
    pub fn occurrences(&self) -> usize {
        let now = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == now).count()
    }

    /// Whether the game is over. Mate and stalemate come before every counter.
    pub fn end(&self, material: MaterialRule) -> Option<End> {
        let bare = self.position.material() == Material::CannotForceMate;
        self.position
            .outcome()
            .map(End::Outcome)
            .or((bare && material == MaterialRule::Draw).then_some(End::Material))
            .or((self.occurrences() >= 5).then_some(End::FivefoldRepetition))
            .or(self.has_idled_for(75).then_some(End::SeventyFiveMoves))
    }

    /// Draws that the player to move may claim.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        let repeated = (self.occurrences() >= 3).then_some(Claim::ThreefoldRepetition);
        let idle = self.has_idled_for(50).then_some(Claim::FiftyMoves);
        repeated.into_iter().chain(idle)
    }

    fn has_idled_for(&self, moves: u32) -> bool {
        self.position.halfmoves() >= moves * u32::from(self.position.game().players)
    }
}
