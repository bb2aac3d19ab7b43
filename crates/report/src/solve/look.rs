//! Settings for the output of solutions: language, letters, colours, hidden lines. They are recorded in logs.

use hexmate_core::mate::Findings;
use hexmate_diagram::{ColourTheme, Coordinates, Paper, PieceSet, ToMove};
use hexmate_position::Letters;
use serde::{Deserialize, Serialize};

use super::SolveForm;
use crate::page::Audience;
use crate::{BookLook, BookParts, BookStyle, Language};

/// Parts of solutions that are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    /// Defences that lose faster than the stipulation.
    pub short: bool,
    /// All continuations of a dual except the first.
    pub duals: bool,
}

impl Hidden {
    /// Returns the solution without the hidden parts; `None` if nothing is hidden.
    pub(super) fn apply(self, findings: &Findings) -> Option<Findings> {
        if self == Self::default() {
            return None;
        }
        let mut shown = findings.clone();
        if self.short {
            shown.hide_short();
        }
        if self.duals {
            shown.hide_duals();
        }
        Some(shown)
    }
}

/// Text around the diagrams of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Captions {
    /// Author, source, date, dedication and prize, stipulation, number of pieces, and side to move.
    #[default]
    Shown,
    /// Text of `Shown`, with a list of the pieces.
    WithPieces,
    /// No text.
    Hidden,
}

/// Look of the boards in books and in a folder of diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardLook {
    /// Colours of the boards of a book; `None` for greys.
    pub printed_theme: Option<ColourTheme>,
    /// Outlines of the pieces.
    pub pieces: PieceSet,
    /// Place of the coordinates; `None` for the edge, in larger type in books.
    pub coordinates: Option<Coordinates>,
    /// Sign of the side to move; `None` for a disc in books and beside captions.
    pub to_move: Option<ToMove>,
}

/// Problems that are printed with their set play in books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintedSetPlay {
    /// Problems whose stipulation asks for it, and direct problems in which it is a block or the key changes an answer.
    #[default]
    Thematic,
    /// All.
    All,
}

/// Layout of solutions as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextStyle {
    /// One line for each move, like Popeye.
    #[default]
    Popeye,
    /// Running text, as in magazines.
    Compact,
}

/// Settings for the output of solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveLook {
    /// Name of the form for stdout or `--output`, from [`SolveForm::ALL`](super::SolveForm::ALL).
    pub lines: String,
    /// Layout of solutions as text.
    pub style: TextStyle,
    /// Language of compact solutions, of the HTML page and of the book.
    #[serde(with = "code")]
    pub language: Language,
    /// Readers of the HTML page.
    #[serde(default)]
    pub audience: Audience,
    /// Parts that are left out.
    pub hidden: Hidden,
    /// Text around diagrams.
    pub captions: Captions,
    /// `true` if diagrams show the keys as arrows.
    pub has_key_arrows: bool,
    /// Colours of the diagrams in a folder.
    pub theme: ColourTheme,
    /// Look of all boards.
    #[serde(default)]
    pub boards: BoardLook,
    /// Problems that a book prints with their set play.
    #[serde(default)]
    pub set_play: PrintedSetPlay,
    /// Look of the book.
    pub book: BookLook,
}

impl Default for SolveLook {
    /// English, Popeye's layout, nothing hidden, colours for screens.
    fn default() -> Self {
        let language = Language::of(Letters::ENGLISH);
        let book = BookStyle {
            title: language.words.problems.to_owned(),
            words: language.words,
            paper: Paper::default(),
            columns: 3,
            board: None,
            parts: BookParts::Whole,
            issue: None,
        };
        Self {
            lines: "text".to_owned(),
            style: TextStyle::default(),
            language,
            audience: Audience::default(),
            hidden: Hidden::default(),
            captions: Captions::default(),
            has_key_arrows: false,
            theme: ColourTheme::default(),
            boards: BoardLook::default(),
            set_play: PrintedSetPlay::default(),
            book: book.look(),
        }
    }
}

impl SolveLook {
    /// Returns whether all names are known.
    pub fn is_sane(&self) -> bool {
        SolveForm::named(SolveForm::ALL, &self.lines).is_some() && self.book.style().is_some()
    }
}

/// Serialization of a language as its code; see [`Language::code`].
pub(crate) mod code {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::Language;

    pub(crate) fn serialize<S: Serializer>(language: &Language, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&language.code())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Language, D::Error> {
        let code = String::deserialize(deserializer)?;
        Language::of_code(&code).ok_or_else(|| de::Error::custom(format!("unknown language {code:?}")))
    }
}
