//! A game in progress: its position, repetitions and draw claims.

use super::Position;
use hexmate_core::rules::{IllegalMove, Material, Move, Outcome};

/// A game in progress: its position, and the positions since the last capture or pawn move.
///
/// Earlier positions can never recur and are not kept.
///
/// ```
/// # use hexmate_position as hexmate;
/// use hexmate::{DrawClaim, Game, History, Position};
///
/// let mut game = History::new(Position::start(Game::GLINSKI));
/// for text in ["Kg2", "Kg9", "Kg1", "Kg10", "Kg2", "Kg9", "Kg1", "Kg10"] {
///     game.play(game.position().parse(text)?)?;
/// }
/// assert_eq!(game.claims().next(), Some(DrawClaim::ThreefoldRepetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Fifth occurrence of the position.
    FivefoldRepetition,
    /// 75 moves of each player without a capture or pawn move.
    SeventyFiveMoves,
}

/// Why a player may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum DrawClaim {
    /// Third occurrence of the position.
    ThreefoldRepetition,
    /// 50 moves of each player without a capture or pawn move.
    FiftyMoves,
}

/// Effect of material that cannot force mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaterialRule {
    /// The game is drawn.
    Draw,
    /// The game goes on.
    PlayOn,
}

impl History {
    /// Begins a game from a position.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, History, Position};
    ///
    /// let game = History::new(Position::start(Game::MINI));
    /// assert_eq!(game.occurrences(), 1);
    /// ```
    pub fn new(position: Position) -> Self {
        let keys = vec![position.repetition_key()];
        Self { position, keys }
    }

    /// Returns the current position.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, History, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert_eq!(History::new(start.clone()).position(), &start);
    /// ```
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal; nothing is changed then.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, History, Position};
    ///
    /// let mut game = History::new(Position::start(Game::GLINSKI));
    /// let m = game.position().parse("f6")?;
    /// game.play(m)?;
    /// assert!(game.play(m).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a legal move, without testing that it is legal. An illegal move gives a meaningless position.
    ///
    /// # Panics
    ///
    /// In a position that an earlier illegal move has left without a king.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, History, Position};
    ///
    /// let mut game = History::new(Position::start(Game::GLINSKI));
    /// game.play_unchecked(game.position().parse("f6")?);
    /// assert_eq!(game.position().halfmoves(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_unchecked(&mut self, m: Move) {
        self.position.make_move_unchecked(m);
        if self.position.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
    }

    /// Returns the number of times the current position has occurred, this one included.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, History, Position};
    ///
    /// let mut game = History::new(Position::start(Game::GLINSKI));
    /// for text in ["Kg2", "Kg9", "Kg1", "Kg10"] {
    ///     game.play(game.position().parse(text)?)?;
    /// }
    /// assert_eq!(game.occurrences(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences(&self) -> usize {
        let now = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == now).count()
    }

    /// Returns why the game is over, if it is. Mate and stalemate take precedence over counters.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{End, Game, History, MaterialRule, Position};
    ///
    /// let kings = Position::from_fen(Game::GLINSKI, "k/3/5/7/9/11/11/11/11/11/K10 b - 0 90")?;
    /// let game = History::new(kings);
    /// assert_eq!(game.end(MaterialRule::Draw), Some(End::Material));
    /// assert_eq!(game.end(MaterialRule::PlayOn), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(&self, material: MaterialRule) -> Option<End> {
        let bare = self.position.material() == Material::CannotForceMate;
        self.position
            .outcome()
            .map(End::Outcome)
            .or((bare && material == MaterialRule::Draw).then_some(End::Material))
            .or((self.occurrences() >= 5).then_some(End::FivefoldRepetition))
            .or(self.has_no_progress_for(75).then_some(End::SeventyFiveMoves))
    }

    /// Returns the draws that the player to move may claim.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{DrawClaim, Game, History, Position};
    ///
    /// let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 100 90";
    /// let game = History::new(Position::from_fen(Game::GLINSKI, fen)?);
    /// assert_eq!(game.claims().collect::<Vec<_>>(), [DrawClaim::FiftyMoves]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claims(&self) -> impl Iterator<Item = DrawClaim> {
        // A position cannot follow itself.
        let repeated = self.keys.len() >= 5 && self.occurrences() >= 3;
        let repeated = repeated.then_some(DrawClaim::ThreefoldRepetition);
        let idle = self.has_no_progress_for(50).then_some(DrawClaim::FiftyMoves);
        repeated.into_iter().chain(idle)
    }

    fn has_no_progress_for(&self, moves: u32) -> bool {
        self.position.halfmoves() >= moves * u32::from(self.position.game().players)
    }
}
