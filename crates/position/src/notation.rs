//! Methods of [`Position`] that parse and write moves: UCI and SAN.

use std::fmt;

use crate::{Letters, MoveText, MoveTextError, Position, ResolveError, San, Uci};
use hexmate_core::rules::Move;

/// Reason why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text is not a move of any position.
    Text(#[from] MoveTextError),
    /// The move is not legal, or the text is ambiguous.
    Illegal(#[from] ResolveError),
}

impl ParseMoveError {
    /// Returns the stable code of the error.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.parse("Nf4").unwrap_err().code(), "ambiguous-move");
    /// ```
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Text(error) => error.code(),
            Self::Illegal(error) => error.code(),
        }
    }
}

impl Position {
    /// Displays a move of this position as UCI: two cells and a promotion letter, `f10f11q`.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.uci(start.parse("Ndf4")?).to_string(), "d1f4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(&self, m: Move) -> impl fmt::Display + use<> {
        Uci(self.game().shape, m)
    }

    /// Displays a legal move of this position as SAN with English letters: `Ndf4`, `Qxf9#`, `f11=Q`.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert_eq!(start.san(start.parse("c1b3")?).to_string(), "Nb3+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, m: Move) -> impl fmt::Display {
        San { position: self, m, letters: &Letters::ENGLISH }
    }

    /// Displays a legal move of this position as SAN with the letters of another language.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// let m = start.parse("c1b3")?;
    /// assert_eq!(start.san_in(m, &Letters::HUNGARIAN).to_string(), "Hb3+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san_in<'p>(&'p self, m: Move, letters: &'p Letters) -> impl fmt::Display + 'p {
        San { position: self, m, letters }
    }

    /// Parses a legal move in SAN with English letters, in long notation, or in UCI.
    ///
    /// Signs of check and mate may be missing or wrong.
    ///
    /// # Errors
    ///
    /// If the text is not a move, the move is not legal, or the text is ambiguous.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.parse("Qc3")?, start.parse("e1c3")?);
    /// assert_eq!(start.parse("Qc3")?, start.parse("Qe1-c3")?);
    /// assert_eq!(start.parse("Nf4").unwrap_err().to_string(), "several moves fit: d1f4, h1f4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Move, ParseMoveError> {
        self.parse_in(text, &Letters::ENGLISH)
    }

    /// Parses a legal move like [`Position::parse`], with the letters of another language.
    ///
    /// # Errors
    ///
    /// As [`Position::parse`].
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.parse_in("Vc3", &Letters::HUNGARIAN)?, start.parse("Qc3")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_in(&self, text: &str, letters: &Letters) -> Result<Move, ParseMoveError> {
        Ok(MoveText::parse(text.as_bytes(), letters)?.resolve(self)?)
    }

    /// Parses a legal move in UCI.
    ///
    /// `None` if the text is not a move in UCI, or the move is not legal.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert!(start.parse_uci("f5f6").is_some());
    /// assert!(start.parse_uci("f5f7").is_none());
    /// assert!(start.parse_uci("f6").is_none());
    /// ```
    pub fn parse_uci(&self, text: &str) -> Option<Move> {
        Uci::parse(self.game().shape, text.as_bytes()).filter(|&m| self.is_legal(m))
    }
}
