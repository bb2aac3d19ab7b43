//! Twins: problems that differ from a diagram by what a text says. No solving.
//!
//! ```text
//! twins   = twin { ";" twin }             the ";" may be missing before a label
//! twin    = [ [ "+" ] letter ")" ] change { [ "," ] change }
//! change  = place "->" cell               a piece stands elsewhere: Rc4 -> d5
//!         | place "<->" place             two pieces change places: Rc4 <-> Bd5
//!         | "+" colour piece cell         a piece more: +bPe6
//!         | "-" place                     a piece less: -wNf3
//!         | "colours"                     all pieces change colour, the turn does not: also "exchanged colours"
//!         | stipulation                   h#3
//!         | "shift" cell "->" cell        all pieces go as far as from the one to the other
//!         | "turn" degrees                all pieces clockwise about the centre: turn 60
//! place   = [ colour ] [ piece ] cell     what is said of the piece has to be true
//! ```
//!
//! A twin changes the diagram; one with `+` before its label goes on from the twin before it. Colours are the
//! players' letters, pieces have English ones. Arrows may be longer, `-->`, as Popeye writes them.

use std::fmt;

use thiserror::Error;

use super::{KeyClaim, Problem, ProblemError, understood_stipulation};
use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::rules::{Move, Piece, Player, Role};
use hexmate_position::{Coordinate, Game, Setup, SetupEditor, letter, player};

/// A problem that a text makes of another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// `b)`.
    pub label: String,
    /// How it differs, as it was written.
    pub change: String,
    /// The problem; it claims no keys, and as many solutions as the one it is made of.
    pub problem: Result<Problem, ProblemError>,
}

impl Twin {
    /// The letter of the label, `b`.
    pub fn letter(&self) -> char {
        self.label.trim_start_matches('+').chars().next().unwrap_or_default()
    }

    /// What it is called beside the problem of this name: `mine-1 b`.
    pub fn name(&self, id: &str) -> String {
        format!("{id} {}", self.label.trim_matches(['+', ')'])).trim().to_owned()
    }
}

/// Why a text makes no twin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TwinError {
    /// Nothing changes.
    #[error("changes nothing")]
    NoChange,
    /// A word that is no change.
    #[error("{0:?} is no change; write Rc4 -> d5, +bPe6 or -wNf3")]
    UnknownChange(String),
    /// A cell on which nothing stands.
    #[error("{0}: there is nothing")]
    NoPiece(String),
    /// Another piece than the one that is named.
    #[error("{0}: there is another piece")]
    OtherPiece(String),
    /// A cell on which something stands already.
    #[error("{0}: there is a piece already")]
    Occupied(String),
    /// Colours are exchanged between two players only.
    #[error("colours are exchanged between two players only")]
    SeveralPlayers,
    /// A shift or a turn that is none, or after which some piece would stand beside the board.
    #[error("{0}: no way for all pieces to stay on the board")]
    NoMotion(String),
    /// The twin before it, from which it goes on, is none.
    #[error("the twin before it, from which it goes on, is none")]
    NoneBefore,
    /// A change of `a)`, which is the diagram.
    #[error("a) is the diagram, to which nothing can be done")]
    Diagram,
}

impl TwinError {
    /// Returns the stable code for tables and filters.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoChange => "twin-no-change",
            Self::UnknownChange(_) => "twin-unknown-change",
            Self::NoPiece(_) => "twin-no-piece",
            Self::OtherPiece(_) => "twin-other-piece",
            Self::Occupied(_) => "twin-occupied",
            Self::SeveralPlayers => "twin-several-players",
            Self::NoMotion(_) => "twin-no-motion",
            Self::NoneBefore => "twin-none-before",
            Self::Diagram => "twin-is-diagram",
        }
    }
}

impl From<TwinError> for ProblemError {
    fn from(error: TwinError) -> Self {
        Self::Twin(error)
    }
}

impl Problem {
    /// The twins that a text makes of this problem, in its order; none of an empty text.
    pub fn twins(&self, text: &str) -> Vec<Twin> {
        let mut twins: Vec<Twin> = Vec::new();
        for Wording { label, words } in wordings(text) {
            let label = label.unwrap_or_else(|| next_label(twins.last()));
            let problem = match (label.as_str(), twins.last()) {
                ("a)", _) => Err(TwinError::Diagram.into()),
                (label, Some(Twin { problem, .. })) if label.starts_with('+') => match problem {
                    Ok(before) => before.changed(&words),
                    Err(_) => Err(TwinError::NoneBefore.into()),
                },
                _ => self.changed(&words),
            };
            let problem = problem.map_err(|error| ProblemError::InTwin(label.clone(), Box::new(error)));
            twins.push(Twin {
                label,
                change: words.join(" ").replace(COLOURS, "exchanged colours"),
                problem,
            });
        }
        twins
    }

    fn changed(&self, words: &[String]) -> Result<Self, ProblemError> {
        if words.is_empty() {
            return Err(TwinError::NoChange.into());
        }
        let game = self.position.game();
        let diagram = Setup::from(&self.position);
        let mut editor = SetupEditor::new(diagram.clone());
        let mut stipulation = self.stipulation;
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            if word == SHIFT || word == TURN {
                let count = if word == SHIFT { 3 } else { 1 };
                let operands: Vec<&str> = words.by_ref().take(count).collect();
                motion(game, &operands)?
                    .and_then(|motion| editor.map_cells(|cell| motion.cell(game, cell)))
                    .ok_or_else(|| TwinError::NoMotion(format!("{word} {}", operands.join(" "))))?;
            } else if let Some(arrow) = words.next_if(|&word| word == TO || word == FOR) {
                let [from, to] =
                    [word, words.next().unwrap_or(arrow)].map(|place| PlacedPiece::read(game, place));
                let (from, to) = (from?, to?);
                from.check(&editor)?;
                let changed = if arrow == FOR {
                    to.check(&editor)?;
                    editor.exchange(from.cell, to.cell)
                } else {
                    editor.relocate(from.cell, to.cell)
                };
                changed.ok_or_else(|| TwinError::Occupied(to.text.to_owned()))?;
            } else if let Some(other) = understood_stipulation(&game, word) {
                stipulation = other;
            } else if let Some(place) = word.strip_prefix('+') {
                PlacedPiece::read(game, place)?.add(&mut editor)?;
            } else if let Some(place) = word.strip_prefix('-') {
                let place = PlacedPiece::read(game, place)?;
                place.check(&editor)?;
                editor.remove(place.cell);
            } else if word == COLOURS {
                editor.exchange_colours().ok_or(TwinError::SeveralPlayers)?;
            } else {
                return Err(TwinError::UnknownChange(word.to_owned()).into());
            }
        }
        let setup = editor.finish();
        if setup == diagram && stipulation == self.stipulation {
            return Err(TwinError::NoChange.into());
        }
        let position = setup.into_position().map_err(|faults| ProblemError::Faults(game, faults))?;
        Ok(Self { position, stipulation, claim: KeyClaim::default(), solutions: self.solutions })
    }
}

/// What a text says of one twin.
struct Wording {
    label: Option<String>,
    words: Vec<String>,
}

const TO: &str = "->";
const FOR: &str = "<->";
const COLOURS: &str = "colours";
const SHIFT: &str = "shift";
const TURN: &str = "turn";

/// The motion that the words behind its name say, if they say one.
fn motion(game: Game, operands: &[&str]) -> Result<Option<Motion>, TwinError> {
    Ok(match *operands {
        [degrees] => match degrees.parse::<u16>() {
            Ok(degrees) if degrees % 60 == 0 && (1..6).contains(&(degrees / 60)) => {
                Some(Motion::Turn((degrees / 60) as u8))
            }
            _ => None,
        },
        [from, TO, to] => {
            let [from, to] =
                [PlacedPiece::read(game, from)?, PlacedPiece::read(game, to)?].map(|place| place.cell);
            Some(Motion::Shift(game.shape.hex(to) - game.shape.hex(from)))
        }
        _ => None,
    })
}

/// How people write the same: the later ones are parts of the earlier ones.
const SPELLINGS: [(&str, &str); 9] = [
    ("<-->", " ↔ "),
    ("<->", " ↔ "),
    ("-->", " → "),
    ("->", " → "),
    ("↔", " <-> "),
    ("→", " -> "),
    (")", ") "),
    (",", " "),
    ("&", " "),
];

/// The twins of a text, each with the words of its changes.
fn wordings(text: &str) -> Vec<Wording> {
    let mut wordings: Vec<Wording> = Vec::new();
    for part in text.split([';', '\n']) {
        let part = SPELLINGS.iter().fold(part.to_owned(), |part, (from, to)| part.replace(from, to));
        let mut is_first = true;
        let mut sign = String::new();
        for word in part.split_whitespace() {
            let is_label = matches!(word.trim_start_matches('+').as_bytes(), [b'a'..=b'z', b')']);
            if is_label || is_first {
                let label = is_label.then(|| word.to_owned());
                wordings.push(Wording { label, words: Vec::new() });
                is_first = false;
            }
            if let Some(Wording { words, .. }) = wordings.last_mut().filter(|_| !is_label) {
                put_words(word, &mut sign, words);
            }
        }
    }
    let is_diagram = |Wording { label, words }: &Wording| label.as_deref() == Some("a)") && words.is_empty();
    wordings.retain(|wording| !is_diagram(wording));
    wordings
}

/// Adds what a word says; a sign that stands alone belongs to the next word.
fn put_words(word: &str, sign: &mut String, words: &mut Vec<String>) {
    match word.to_lowercase().as_str() {
        "+" | "-" => word.clone_into(sign),
        "and" | "exchange" | "exchanged" | "type" | "diagram" => {}
        "colours" | "colors" | "polish" | "polishtype" => words.push(COLOURS.to_owned()),
        "shift" => words.push(SHIFT.to_owned()),
        "turn" | "rotate" => words.push(TURN.to_owned()),
        _ => match word.split_once('-') {
            // `Rc4-d5`, but not `ser-#3`.
            Some((from, to)) if from.ends_with(|last: char| last.is_ascii_digit()) => {
                words.extend([from, TO, to].map(str::to_owned));
            }
            _ => words.push(std::mem::take(sign) + word),
        },
    }
}

/// The letter after that of the twin before.
fn next_label(before: Option<&Twin>) -> String {
    let letter = before.and_then(|before| before.label.trim_start_matches('+').chars().next()).unwrap_or('a');
    format!("{})", ('a'..='z').find(|&next| next > letter).unwrap_or('z'))
}

/// A piece and its cell as twins have them: `wRc4`.
pub fn placed_text(game: Game, piece: Piece, cell: Cell) -> String {
    format!("{}{}{}", letter(&game, piece.owner), piece.role.letter(), Coordinate(game.shape, cell))
}

/// A cell, and what is said to stand there.
struct PlacedPiece<'t> {
    text: &'t str,
    owner: Option<Player>,
    role: Option<Role>,
    cell: Cell,
}

impl<'t> PlacedPiece<'t> {
    fn read(game: Game, text: &'t str) -> Result<Self, TwinError> {
        let found = || {
            let start = text.trim_end_matches(|digit: char| digit.is_ascii_digit()).len().checked_sub(1)?;
            let cell = Coordinate::parse(game.shape, text.get(start..)?.as_bytes())?;
            let (owner, role) = match &text.as_bytes()[..start] {
                [] => (None, None),
                &[one] if one.is_ascii_lowercase() => (Some(player(&game, one)?), None),
                &[one] => (None, Some(Role::from_letter(one.into())?)),
                &[owner, role] => (Some(player(&game, owner)?), Some(Role::from_letter(role.into())?)),
                _ => return None,
            };
            Some(Self { text, owner, role, cell })
        };
        found().ok_or_else(|| TwinError::UnknownChange(text.to_owned()))
    }

    /// Checks that the piece on the cell is the one that is named.
    fn check(&self, editor: &SetupEditor) -> Result<(), TwinError> {
        let text = || self.text.to_owned();
        let piece = editor.setup().board.piece(self.cell).ok_or_else(|| TwinError::NoPiece(text()))?;
        let is_meant = self.owner.is_none_or(|owner| owner == piece.owner)
            && self.role.is_none_or(|role| role == piece.role);
        if is_meant { Ok(()) } else { Err(TwinError::OtherPiece(text())) }
    }

    /// Adds the piece that is named.
    fn add(&self, editor: &mut SetupEditor) -> Result<(), TwinError> {
        let (Some(owner), Some(role)) = (self.owner, self.role) else {
            return Err(TwinError::UnknownChange(self.text.to_owned()));
        };
        let added = editor.add(self.cell, Piece::new(owner, role));
        added.ok_or_else(|| TwinError::Occupied(self.text.to_owned()))
    }
}

/// A way to move all pieces at once.
///
/// There is no mirror: with left and right exchanged a problem stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// By so many columns and rows.
    Shift(Hex),
    /// Clockwise about the centre by so many sixths of a turn.
    Turn(u8),
}

impl Motion {
    /// Where a cell comes to lie, if that is on the board.
    pub fn cell(self, game: Game, cell: Cell) -> Option<Cell> {
        let hex = game.shape.hex(cell);
        game.shape.cell(match self {
            Self::Shift(way) => hex + way,
            Self::Turn(sixths) => game.shape.turned(hex, sixths),
        })
    }

    /// The same move after the motion, if it stays on the board.
    pub fn carried(self, game: Game, m: Move) -> Option<Move> {
        Some(Move { from: self.cell(game, m.from)?, to: self.cell(game, m.to)?, ..m })
    }

    /// The setup after the motion, legal or not, if no piece leaves the board.
    pub fn apply(self, setup: &Setup) -> Option<Setup> {
        let mut editor = SetupEditor::new(setup.clone());
        editor.map_cells(|cell| self.cell(setup.game, cell))?;
        Some(editor.finish())
    }

    /// All motions that keep these pieces on the board, in a fixed order: the nearest shifts first, then turns.
    pub fn all(setup: &Setup) -> Vec<Self> {
        let reach = i8::try_from(setup.game.shape.columns().len()).unwrap_or(i8::MAX) - 1;
        let mut ways: Vec<Hex> =
            (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Hex::new(q, r))).collect();
        ways.retain(|way| (1..=reach).contains(&way.length()));
        ways.sort_by_key(|way| (way.length(), *way));
        let motions = ways.into_iter().map(Self::Shift).chain((1..6).map(Self::Turn));
        motions.filter(|motion| motion.apply(setup).is_some()).collect()
    }
}

/// As twins are written: `shift f6 -> f7`, `turn 60`.
#[derive(Clone, Copy, Debug)]
pub struct MotionText(pub Game, pub Motion);

impl fmt::Display for MotionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(game, motion) = *self;
        match motion {
            Motion::Turn(sixths) => write!(f, "turn {}", 60 * u32::from(sixths)),
            Motion::Shift(_) => {
                let to = |cell| Some((cell, motion.cell(game, cell)?));
                // A way as long as the board leads from some cell to some other.
                let from_centre = game.shape.cell(Hex::CENTRE).and_then(to);
                match from_centre.or_else(|| game.shape.cells().find_map(to)) {
                    Some((from, to)) => {
                        let [from, to] = [from, to].map(|cell| Coordinate(game.shape, cell));
                        write!(f, "shift {from} -> {to}")
                    }
                    None => f.write_str("shift"),
                }
            }
        }
    }
}
