//! Patterns: whole or partial positions to search for in games.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player};
use hexmate_position::symmetry::{Mirror, Symmetry};
use hexmate_position::{Coordinate, FenError, player, read_piece};
use hexmate_position::{Game, Position, Setup};
use thiserror::Error;

/// Required content of some cells, and optionally the side to move.
///
/// ```
/// use hexmate_games::select::Pattern;
/// use hexmate_position::{Game, Position};
///
/// let pattern = Pattern::part(Game::GLINSKI, "Kg1 qe10 -f6 w")?;
/// assert!(pattern.is_in(&Position::start(Game::GLINSKI)));
/// # Ok::<(), hexmate_games::select::PatternError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    game: Game,
    /// Required piece of each cell; `None` for an empty cell.
    cells: Vec<(Cell, Option<Piece>)>,
    turn: Option<Player>,
}

/// Symmetric images of a pattern to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Images {
    /// Mirror images with left and right exchanged, in variants that have them.
    pub mirrored: bool,
    /// Images with the players exchanged: the board turned from seat to seat.
    pub exchanged: bool,
}

/// Error of parsing a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// An invalid FEN.
    #[error("{0}")]
    Fen(FenError),
    /// A word that is not a piece on a cell.
    #[error(
        "{0:?} is not a piece on a cell; write a FEN letter and a cell, Kg1 or qe10, -f6 for an empty cell, \
                 w or b for the side to move"
    )]
    Word(String),
    /// A text without words.
    #[error("empty pattern; write a FEN letter and a cell, such as Kg1")]
    Empty,
}

impl Pattern {
    /// Parses a FEN, or `start`, as a pattern of all cells and the side to move. Ignores counters and en-passant cells.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN is invalid.
    pub fn whole(game: Game, fen: &str) -> Result<Self, PatternError> {
        let setup = match fen {
            "start" => Setup::from(&Position::start(game)),
            fen => Setup::from_fen(game, fen).map_err(PatternError::Fen)?,
        };
        let mut cells: Vec<_> = game.shape.cells().map(|cell| (cell, setup.board.piece(cell))).collect();
        // Occupied cells first: they reject most positions.
        cells.sort_by_key(|(_, piece)| piece.is_none());
        Ok(Self { game, cells, turn: Some(setup.turn) })
    }

    /// Parses a partial position: `Kg1 qe10 -f6 w`.
    ///
    /// # Errors
    ///
    /// Returns the first word that is not a piece on a cell.
    pub fn part(game: Game, text: &str) -> Result<Self, PatternError> {
        let mut pattern = Self { game, cells: Vec::new(), turn: None };
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        for word in words {
            let bad = || PatternError::Word(word.to_owned());
            if let [letter] = *word.as_bytes() {
                pattern.turn = Some(player(&game, letter).ok_or_else(bad)?);
                continue;
            }
            let (piece, rest) = if let Some(rest) = word.strip_prefix('-') {
                (None, rest.as_bytes())
            } else {
                let (piece, length) = read_piece(&game, word.as_bytes()).ok_or_else(bad)?;
                (Some(piece), &word.as_bytes()[length..])
            };
            pattern.cells.push((Coordinate::parse(game.shape, rest).ok_or_else(bad)?, piece));
        }
        if pattern.cells.is_empty() && pattern.turn.is_none() {
            return Err(PatternError::Empty);
        }
        Ok(pattern)
    }

    /// Returns the variant.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Returns whether a position of the same variant has the pattern.
    pub fn is_in(&self, position: &Position) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && self.cells.iter().all(|&(cell, piece)| position.piece(cell) == piece)
    }

    /// Returns the pattern and its requested images.
    pub fn images(&self, images: Images) -> Vec<Self> {
        let mirrors = if images.mirrored { Mirror::of(self.game) } else { &[Mirror::Without] };
        let seats = if images.exchanged { self.game.players } else { 1 };
        let symmetries = mirrors
            .iter()
            .flat_map(|&mirror| (0..seats).map(move |seats| Symmetry { game: self.game, mirror, seats }));
        symmetries.map(|symmetry| self.image(symmetry)).collect()
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let cell = |&(cell, piece): &(Cell, Option<Piece>)| {
            (symmetry.cell(cell), piece.map(|piece| symmetry.piece(piece)))
        };
        Self {
            game: self.game,
            cells: self.cells.iter().map(cell).collect(),
            turn: self.turn.map(|turn| symmetry.player(turn)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::start(Game::GLINSKI)
    }

    fn part(text: &str) -> Pattern {
        Pattern::part(Game::GLINSKI, text).expect(text)
    }

    #[test]
    fn part_is_found_on_its_cells() {
        for (text, is_there) in [
            ("Kg1", true),
            ("Kg1,qe10 -f6 w", true),
            ("kg1", false),
            ("Kg1 b", false),
            ("-g1", false),
            ("w", true),
        ] {
            assert_eq!(part(text).is_in(&start()), is_there, "{text}");
        }
        for text in ["Kg", "Xg1", "Kz1", "", "w9"] {
            assert!(Pattern::part(Game::GLINSKI, text).is_err(), "{text}");
        }
        assert!(Pattern::part(Game::ECHEX3, "wKg1").is_ok());
    }

    #[test]
    fn whole_position_ignores_counters() {
        let fen = Position::start(Game::GLINSKI).to_fen();
        let other = fen.replace("0 1", "7 30");
        assert!(Pattern::whole(Game::GLINSKI, &other).is_ok_and(|pattern| pattern.is_in(&start())));
        let later = start().play_unchecked(start().legal_moves().next().expect("a move"));
        assert!(Pattern::whole(Game::GLINSKI, "start").is_ok_and(|pattern| !pattern.is_in(&later)));
    }

    #[test]
    fn requested_images_are_found() {
        // A mirror image exchanges king and queen; exchanged players exchange the colours.
        for (text, mirrored, exchanged, count, found_in) in [
            ("Qg1 Ke1", false, false, 1, 0),
            ("Qg1 Ke1", true, false, 2, 1),
            ("kg10 qe10 -f6", false, true, 2, 2),
            ("kg1 qe1", false, true, 2, 0),
            ("kg1 qe1 b", true, true, 4, 0),
            ("ke10 qg10", true, true, 4, 2),
            ("Kg10 Qe10 b", false, true, 2, 0),
            ("ke1 qg1", true, true, 4, 0),
        ] {
            let images = part(text).images(Images { mirrored, exchanged });
            assert_eq!(images.len(), count, "{text}");
            let found = images.iter().filter(|image| image.is_in(&start())).count();
            assert_eq!(found, found_in, "{text}");
        }
    }

    #[test]
    fn devasa_has_no_mirror_image() {
        let pattern = Pattern::part(Game::DEVASA, "Kf1 ra9").expect("a pattern");
        assert_eq!(
            pattern.images(Images { mirrored: true, exchanged: false }),
            std::slice::from_ref(&pattern)
        );
        assert_eq!(pattern.images(Images { mirrored: true, exchanged: true }).len(), 2);
    }
}
