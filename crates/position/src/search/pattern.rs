//! Patterns: whole or partial positions to search for.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player};
use thiserror::Error;

use crate::symmetry::{Mirror, Symmetry};
use crate::{FenError, FenErrorKind, Game, PieceList, PieceListError, Position, Setup};

/// Required content of some cells, and optionally the side to move.
///
/// ```
/// use hexmate_position::search::Pattern;
/// use hexmate_position::{Game, Position};
///
/// let pattern = Pattern::part(Game::GLINSKI, "Kg1 qe10 -f6 w")?;
/// assert!(pattern.is_in(&Position::start(Game::GLINSKI)));
/// # Ok::<(), hexmate_position::search::PatternError>(())
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
        "{0:?} is not a piece on a cell; write a letter and a cell, Kg1 or qe10, -f6 for an empty cell, \
                 w or b for the side to move"
    )]
    Word(String),
    /// A piece list with another error.
    #[error("{}", .0.kind)]
    List(FenError),
    /// A text without words.
    #[error("empty pattern; write a letter and a cell, such as Kg1")]
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

    /// Parses a partial position: `Kg1 qe10 -f6 w`, or a piece list with the pieces that must be there.
    ///
    /// # Errors
    ///
    /// Returns the first word that is not a piece on a cell, or another error of the list.
    pub fn part(game: Game, text: &str) -> Result<Self, PatternError> {
        let list = PieceList::parse(game, text, None).map_err(|error| match error.kind {
            FenErrorKind::PieceList(
                PieceListError::UnknownWord | PieceListError::UnknownPiece(_) | PieceListError::NoSuchCell,
            ) => PatternError::Word(word_at(text, error.offset).to_owned()),
            _ => PatternError::List(error),
        })?;
        let pieces = list.pieces.into_iter().map(|(cell, piece)| (cell, Some(piece)));
        let cells: Vec<_> = pieces.chain(list.vacant.into_iter().map(|cell| (cell, None))).collect();
        if cells.is_empty() && list.turn.is_none() {
            return Err(PatternError::Empty);
        }
        Ok(Self { game, cells, turn: list.turn })
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

    /// Returns whether an arrangement of the same variant, which need not be legal, has the pattern.
    pub fn is_in_setup(&self, setup: &Setup) -> bool {
        self.turn.is_none_or(|turn| turn == setup.turn)
            && self.cells.iter().all(|&(cell, piece)| setup.board.piece(cell) == piece)
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

/// Returns the word around a place of a text.
fn word_at(text: &str, offset: usize) -> &str {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | ':');
    let before = text[..offset].char_indices().rev().find(|&(_, c)| is_between(c));
    let start = before.map_or(0, |(at, c)| at + c.len_utf8());
    let end = text[offset..].find(is_between).map_or(text.len(), |length| offset + length);
    &text[start..end]
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
            ("\t Kg1\n qe10 ", true),
            ("w: Kg1 Qe1 b1 c2; b: Ke10", false),
            ("w: Kg1 Qe1 b1 c2; b: Kg10 -f6; w to move", true),
            ("Vg1", false),
            ("Ve1 Hd1 / ve10", true),
        ] {
            assert_eq!(part(text).is_in(&start()), is_there, "{text}");
        }
        for text in ["Kg", "Xg1", "Kz1", "", "w9"] {
            assert!(Pattern::part(Game::GLINSKI, text).is_err(), "{text}");
        }
        // The file of the cell is not the letter of a seat.
        for text in ["wKg1", "wPd2", "w: Kg1 Pd2 e3; r: Ka5", "wPf4 w"] {
            let start = Position::start(Game::ECHEX3);
            let has = |text| Pattern::part(Game::ECHEX3, text).is_ok_and(|pattern| pattern.is_in(&start));
            assert!(has(text), "{text}");
        }
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
