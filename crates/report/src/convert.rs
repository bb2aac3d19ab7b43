//! Games and positions in the formats of `convert`.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use hexmate_games::archive::{list_line, variant_line};
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_position::{FenForm, Letters, Setup};
use hexmate_problems::Statement;
use hexmate_problems::interchange::{entry_json, entry_yaml, popeye_text};
use hexmate_text::{MAX_ROW, RowFault};

use crate::{Format, GameRow, PositionRow, csv_header};

/// The content of a record that can be written in every format of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Converted {
    /// A game with its tags, comments and variations.
    Game(Box<PlayedGame>),
    /// A position, perhaps with the fields of a problem.
    Position(Box<StatedPosition>),
}

/// A position with the statement it comes from. Serialized as a statement with the FEN of the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Statement", into = "Statement")]
pub struct StatedPosition {
    /// The position.
    pub setup: Setup,
    /// The other fields.
    pub statement: Statement,
}

impl From<StatedPosition> for Statement {
    fn from(StatedPosition { setup, statement }: StatedPosition) -> Self {
        let (variant, fen) = (setup.game.name.to_owned(), setup.to_fen());
        Self { variant, fen, form: FenForm::default(), fen_places: Vec::new(), ..statement }
    }
}

impl TryFrom<Statement> for StatedPosition {
    type Error = String;

    fn try_from(statement: Statement) -> Result<Self, String> {
        let game = statement.game(None).map_err(|error| error.to_string())?;
        let setup = statement.setup(game).map_err(|error| error.to_string())?;
        Ok(Self { setup, statement })
    }
}

/// Output format of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetFormat {
    /// Games as PGN.
    Pgn,
    /// Games as lists of UCI moves, one per line.
    Uci,
    /// A CSV table, of games or of positions.
    Csv,
    /// JSON Lines.
    Json,
    /// Positions as lines of FEN.
    Fen,
    /// Positions as lines of EPD.
    Epd,
    /// Positions as piece lists, one per line.
    Pieces,
    /// Problems as input of Popeye.
    Popeye,
    /// Problems as entries of YACPDB, in YAML.
    Yacpdb,
    /// Problems as entries of YACPDB, in JSON, one per line.
    YacpdbJson,
}

impl TargetFormat {
    /// Returns the text between two records.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Pgn => "\n",
            Self::Popeye => "NextProblem\n",
            _ => "",
        }
    }

    /// Returns the text after the last record.
    pub const fn end(self) -> &'static str {
        if matches!(self, Self::Popeye) { "EndProblem\n" } else { "" }
    }

    /// Returns whether the format is for positions and problems.
    pub const fn has_positions(self) -> bool {
        !matches!(self, Self::Pgn | Self::Uci | Self::Csv | Self::Json)
    }

    /// Returns the name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Uci => "lists of moves",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Fen => "FEN",
            Self::Epd => "EPD",
            Self::Pieces => "piece lists",
            Self::Popeye => "input of Popeye",
            Self::Yacpdb | Self::YacpdbJson => "entries of YACPDB",
        }
    }
}

/// Renderer of converted records.
#[derive(Clone, Debug)]
pub struct Target {
    /// Output format.
    pub format: TargetFormat,
    /// Notation of moves in PGN.
    pub notation: Notation,
    /// Piece letters in PGN and in piece lists.
    pub letters: Letters,
    /// Order of cells in FEN, EPD and move lists, and names of cells.
    pub fen_form: FenForm,
}

/// A record as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConvertedText {
    /// Text to be written once, before the first record with this preamble: a CSV header, or a variant line.
    pub preamble: Cow<'static, str>,
    /// The record.
    pub text: String,
    /// Further columns of a position, by name, for the CSV table.
    pub further: Option<Vec<(String, String)>>,
}

/// Header of the CSV table of games.
static HEADER_OF_GAMES: LazyLock<String> = LazyLock::new(csv_header::<GameRow<'_>>);

/// Header of the CSV table of positions.
static HEADER_OF_POSITIONS: LazyLock<String> = LazyLock::new(csv_header::<PositionRow>);

impl Target {
    /// Renders a record.
    ///
    /// # Errors
    ///
    /// If the row of a game is too long to be read back.
    pub fn render(&self, converted: &Converted) -> Result<ConvertedText, RowFault> {
        match converted {
            Converted::Game(game) => {
                let (preamble, text) = self.game(game);
                match self.format {
                    TargetFormat::Csv | TargetFormat::Json if text.len() > MAX_ROW => {
                        Err(RowFault::RowTooLong)
                    }
                    _ => Ok(ConvertedText { preamble, text, further: None }),
                }
            }
            Converted::Position(position) => Ok(self.position(position)),
        }
    }

    fn game(&self, game: &PlayedGame) -> (Cow<'static, str>, String) {
        let Self { notation, ref letters, fen_form, .. } = *self;
        let row = GameRow(game);
        match self.format {
            TargetFormat::Pgn => (Cow::default(), PgnText { game, notation, letters }.to_string()),
            TargetFormat::Csv => (Cow::Borrowed(HEADER_OF_GAMES.as_str()), Format::Csv.row(&row)),
            TargetFormat::Json => (Cow::default(), Format::Json.row(&row)),
            _ => (variant_line(game.game(), fen_form).into(), list_line(game, fen_form)),
        }
    }

    fn position(&self, StatedPosition { setup, statement }: &StatedPosition) -> ConvertedText {
        // Tables are for programs and always have the canonical order.
        let is_line = matches!(self.format, TargetFormat::Fen | TargetFormat::Epd);
        let form = if is_line { self.fen_form } else { FenForm::default() };
        let row = PositionRow::new(setup.game, statement, setup.to_fen_in(form));
        let mut preamble = Cow::default();
        let text = match self.format {
            TargetFormat::Epd => row.to_epd_line(),
            TargetFormat::Csv => {
                preamble = Cow::Borrowed(HEADER_OF_POSITIONS.as_str());
                Format::Csv.row(&row)
            }
            TargetFormat::Json => Format::Json.row(&row),
            TargetFormat::Pieces => format!("{}\n", setup.to_piece_list(&self.letters)),
            TargetFormat::Popeye => {
                preamble = Cow::Borrowed("BeginProblem\n");
                popeye_text(setup, statement)
            }
            TargetFormat::Yacpdb => entry_yaml(setup, statement),
            TargetFormat::YacpdbJson => entry_json(setup, statement),
            _ => row.to_fen_line(),
        };
        let further = (self.format == TargetFormat::Csv).then(|| row.further_cells());
        ConvertedText { preamble, text, further }
    }
}

#[cfg(test)]
mod tests {
    use hexmate_position::Game;

    use super::*;

    #[test]
    fn illegal_position_survives_serialization() {
        let setup = Setup::from_fen(Game::MINI, "k/3/5/7/7/7/7 b - 3 9").expect("a FEN");
        let statement = Statement { id: "x".to_owned(), line: 4, ..Statement::default() };
        let position = Converted::Position(Box::new(StatedPosition { setup, statement }));
        let text = serde_json::to_string(&position).expect("serializable");
        let read: Converted = serde_json::from_str(&text).expect("readable");
        let target = Target {
            format: TargetFormat::Csv,
            notation: Notation::San,
            letters: Letters::ENGLISH,
            fen_form: FenForm::default(),
        };
        assert_eq!(target.render(&read), target.render(&position));
    }
}
