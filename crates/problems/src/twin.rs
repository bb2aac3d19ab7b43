//! Twins: problems made from a diagram by stated changes.
//!
//! ```text
//! twins   = [ "zeroposition" ] twin { ";" twin } [ ";" "duplex" ]      the ";" is optional before a label
//! twin    = [ [ "+" ] letter ")" ] [ "continued" ] change { [ "," ] change }
//! change  = place "->" cell               moves a piece: Rc4 -> d5
//!         | place "<->" place             exchanges two pieces: Rc4 <-> Bd5
//!         | "+" colour piece cell         adds a piece: +bPe6
//!         | "-" place                     removes a piece: -wNf3
//!         | "colours"                     exchanges the colours of all pieces, not the turn: also "exchanged colours"
//!         | stipulation                   replaces the stipulation: h#3
//!         | "shift" cell "->" cell        shifts all pieces by the distance of the two cells
//!         | "turn" degrees                rotates all pieces clockwise about the centre: turn 60
//!         | "mirror" cell "<->" cell      reflects all pieces so that the two cells change places: mirror a1 <-> l1
//!         | "duplex"                      lets the other side begin, with the same stipulation
//!         | place "=" piece               exchanges a piece for another one of the same player: Nf7=B
//! place   = [ colour ] [ piece ] cell     colour and piece must be those of the piece on the cell
//! ```
//!
//! `duplex` without a label means twins after the others: the second half of the diagram and of each twin.
//!
//! A twin changes the diagram; one with `+` before its label, or `continued`, changes the previous twin. With
//! `zeroposition` the diagram is not a problem, and a) has changes too. Labels are Latin or Cyrillic: б) is the second.
//! Colours are players' letters. Piece letters are English; if one of them does not fit the diagram, those of the first
//! language in which every twin is a problem. Arrows may be longer, `-->`, as in Popeye, whose words are accepted too:
//! `move a1 b2`, `exchange a1 b2`, `remove a1`, `add white Pa1`, `rotate 60`, `shift a1 b2`. Motions, exchanged colours and
//! `without` may be in any of the eight languages.

use std::fmt;

use thiserror::Error;

use super::duplex::{DUPLEX, is_duplex, other_half, twins_without_duplex};
use super::{KeyClaim, Problem, ProblemError, Statement, TreeClaim, parse_informal_stipulation};
use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::mate::Stipulation;
use hexmate_core::rules::{Move, Piece, Player, Role};
use hexmate_position::{Coordinate, Game, Letters, PieceList, Setup, SetupEditor, letter};
use hexmate_words::{ALL, List, Twins};

/// A problem made from another one by stated changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// Label, such as `b)`.
    pub label: String,
    /// The changes, as text.
    pub change: String,
    /// The problem, with the number of solutions of the original; [`Problem::with_twins`] adds the claimed keys.
    pub problem: Result<Problem, ProblemError>,
    /// The position after the changes, if they can be made but the position is illegal.
    pub illegal: Option<Setup>,
}

impl Twin {
    /// Returns the letter of the label, such as `b`.
    pub fn letter(&self) -> char {
        self.label.trim_start_matches('+').chars().next().unwrap_or_default()
    }

    /// Returns the name of the twin of a problem named `id`, such as `mine-1 b`.
    pub fn name(&self, id: &str) -> String {
        format!("{id} {}", self.label.trim_matches(['+', ')'])).trim().to_owned()
    }
}

/// Error of making a twin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TwinError {
    /// The changes have no effect.
    #[error("changes nothing")]
    NoChange,
    /// A word is not a change.
    #[error("unknown change {0:?}; write Rc4 -> d5, +bPe6 or -wNf3")]
    UnknownChange(String),
    /// The cell is vacant.
    #[error("{0}: the cell is vacant")]
    NoPiece(String),
    /// The piece on the cell is not the named one.
    #[error("{0}: the cell has another piece")]
    OtherPiece(String),
    /// The cell is occupied.
    #[error("{0}: the cell is occupied")]
    Occupied(String),
    /// The game has more than two players, so colours cannot be exchanged.
    #[error("colours can be exchanged only in games for two")]
    SeveralPlayers,
    /// The game has more than two players, so there is no other side.
    #[error("duplex: only in games for two")]
    NoOtherSide,
    /// The shift or the turn is invalid, or moves a piece off the board.
    #[error("{0}: not a shift or turn that keeps all pieces on the board")]
    NoMotion(String),
    /// The previous twin, which this one changes, is invalid.
    #[error("the previous twin, which it changes, is invalid")]
    InvalidPrevious,
    /// The labels do not follow each other, as those of other programs do.
    #[error("the label does not follow the one before; the first twin is b), the next c)")]
    OtherLabel,
    /// The twin `a)` has changes, but it is the diagram.
    #[error("a) is the diagram and cannot have changes; use b)")]
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
            Self::NoOtherSide => "twin-no-other-side",
            Self::NoMotion(_) => "twin-no-motion",
            Self::InvalidPrevious => "twin-none-before",
            Self::OtherLabel => "twin-other-label",
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
    /// Parses twins and applies their changes to this problem; an empty text has no twins.
    ///
    /// With `zeroposition` the first is a).
    pub fn twins(&self, text: &str) -> Vec<Twin> {
        let (_, found) = self.diagram().twins(text);
        let mut twins: Vec<Twin> = Vec::new();
        for DiagramTwin { label, words, changed } in found {
            let is_continued = label.starts_with('+');
            let changed = match twins.last() {
                Some(before) if is_continued && before.problem.is_err() => Err(TwinError::InvalidPrevious),
                _ => changed,
            };
            let (problem, illegal) = match changed {
                Ok(changed) => {
                    let setup = changed.setup.clone();
                    let problem = self.with_diagram(changed);
                    let illegal = problem.is_err().then_some(setup);
                    (problem, illegal)
                }
                Err(error) => (Err(error.into()), None),
            };
            let problem = problem.map_err(|error| ProblemError::InTwin(label.clone(), Box::new(error)));
            let change = words.join(" ").replace(COLOURS, "exchanged colours");
            twins.push(Twin { label, change, problem, illegal });
        }
        twins
    }

    /// Parses a statement with its twins. If its diagram is not a problem, the first twin is returned in its place.
    ///
    /// # Errors
    ///
    /// As [`Problem::from_statement`]; also if the diagram is not a problem and the first twin is invalid.
    pub fn with_twins(
        game: Game,
        statement: &Statement,
        moves: Option<u32>,
    ) -> Result<(Self, Vec<Twin>), ProblemError> {
        let (mut first, mut twins) =
            Self::from_statement(game, statement, moves)?.split_twins(&statement.all_twins())?;
        if split_zero(&statement.twin).is_some() {
            first.claim = KeyClaim::parse(statement.keys_of(FIRST), &first.position);
        }
        for twin in &mut twins {
            let keys = statement.keys_of(twin.letter());
            if let Ok(problem) = &mut twin.problem {
                problem.claim = KeyClaim::parse(keys, &problem.position);
            }
        }
        Ok((first, twins))
    }

    /// Returns the first problem and the twins after it: this problem, or twin a) if the diagram is not a problem.
    ///
    /// # Errors
    ///
    /// If the diagram is not a problem and the first twin is invalid.
    pub(super) fn split_twins(self, text: &str) -> Result<(Self, Vec<Twin>), ProblemError> {
        let mut twins = self.twins(text);
        if split_zero(text).is_none() {
            return Ok((self, twins));
        }
        let no_change = || ProblemError::InTwin("a)".to_owned(), Box::new(TwinError::NoChange.into()));
        let first = if twins.is_empty() { Err(no_change()) } else { twins.remove(0).problem }?;
        Ok((first, twins))
    }

    fn diagram(&self) -> Diagram {
        Diagram { setup: Setup::from(&self.position), stipulation: Some(self.stipulation) }
    }

    /// Returns the twin with this diagram.
    fn with_diagram(&self, Diagram { setup, stipulation }: Diagram) -> Result<Self, ProblemError> {
        let stipulation = stipulation.unwrap_or(self.stipulation);
        let position =
            setup.into_position().map_err(|faults| ProblemError::Faults(self.position.game(), faults))?;
        let is_same = stipulation == self.stipulation;
        let tree = if is_same { self.tree.clone() } else { TreeClaim::default() };
        Ok(Self { position, stipulation, claim: KeyClaim::default(), solutions: self.solutions, tree })
    }
}

/// A diagram, legal or not, with its stipulation, from which twins are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Diagram {
    pub(super) setup: Setup,
    /// The stipulation; `None` if it is unknown.
    pub(super) stipulation: Option<Stipulation>,
}

/// A twin of a diagram.
pub(super) struct DiagramTwin {
    /// Label, such as `b)`.
    pub(super) label: String,
    /// The changes, as words.
    pub(super) words: Vec<String>,
    /// The diagram with the changes made; its position may be illegal.
    pub(super) changed: Result<Diagram, TwinError>,
}

impl DiagramTwin {
    /// Returns whether a letter of the changes does not fit the diagram, so that another language may be meant.
    fn has_unfit_letter(&self) -> bool {
        matches!(self.changed, Err(TwinError::OtherPiece(_) | TwinError::UnknownChange(_)))
    }

    fn is_problem(&self) -> bool {
        self.changed.as_ref().is_ok_and(|diagram| diagram.setup.clone().into_position().is_ok())
    }
}

impl Diagram {
    /// Returns the twins of a text in the language that [`Problem::twins`] chooses, with its piece letters.
    pub(super) fn twins(&self, text: &str) -> (&'static Letters, Vec<DiagramTwin>) {
        let mut readings = Letters::ALL.iter().map(|letters| (letters, self.twins_in(text, letters)));
        let Some((letters, english)) = readings.next() else { return (&Letters::ENGLISH, Vec::new()) };
        if !english.iter().any(DiagramTwin::has_unfit_letter) {
            return (letters, english);
        }
        readings.find(|(_, twins)| twins.iter().all(DiagramTwin::is_problem)).unwrap_or((letters, english))
    }

    fn twins_in(&self, text: &str, letters: &Letters) -> Vec<DiagramTwin> {
        let mut twins: Vec<DiagramTwin> = Vec::new();
        let Labelled { is_zero, twins: texts } = Labelled::of(text);
        for (label, words) in texts {
            let changed = match (label.as_str(), twins.last()) {
                ("a)", _) if !is_zero => Err(TwinError::Diagram),
                (label, Some(DiagramTwin { changed, .. })) if label.starts_with('+') => match changed {
                    Ok(before) => before.changed(&words, letters),
                    Err(_) => Err(TwinError::InvalidPrevious),
                },
                _ => self.changed(&words, letters),
            };
            twins.push(DiagramTwin { label, words, changed });
        }
        twins
    }

    /// Makes the changes of a twin.
    pub(super) fn changed(&self, words: &[String], letters: &Letters) -> Result<Self, TwinError> {
        if words.is_empty() {
            return Err(TwinError::NoChange);
        }
        let game = self.setup.game;
        let mut editor = SetupEditor::new(self.setup.clone());
        let mut stipulation = self.stipulation;
        let placed = |text| PlacedPiece::parse(game, letters, text);
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            if word == SHIFT || word == TURN {
                let count = if word == SHIFT { 3 } else { 1 };
                let operands: Vec<&str> = words.by_ref().take(count).collect();
                motion(game, letters, &operands)?
                    .and_then(|motion| editor.map_cells(|cell| motion.cell(game, cell)))
                    .ok_or_else(|| TwinError::NoMotion(format!("{word} {}", operands.join(" "))))?;
            } else if word == MIRROR {
                let operands: Vec<&str> = words.by_ref().take(3).collect();
                reflection(game, letters, &operands)?
                    .and_then(|ways| editor.map_cells(|cell| reflected(game, cell, ways)))
                    .ok_or_else(|| TwinError::NoMotion(format!("{word} {}", operands.join(" "))))?;
            } else if let Some(arrow) = words.next_if(|&word| word == TO || word == EXCHANGE) {
                let [from, to] = [word, words.next().unwrap_or(arrow)].map(placed);
                let (from, to) = (from?, to?);
                from.check(&editor)?;
                let changed = if arrow == EXCHANGE {
                    to.check(&editor)?;
                    editor.exchange(from.cell, to.cell)
                } else {
                    editor.relocate(from.cell, to.cell)
                };
                changed.ok_or_else(|| TwinError::Occupied(to.text.to_owned()))?;
            } else if let Some(other) = parse_informal_stipulation(&game, word) {
                stipulation = Some(other);
            } else if let Some((place, piece)) = word.split_once('=') {
                let place = placed(place)?;
                place.check(&editor)?;
                let replaced = replacement(&place, game, letters, piece)
                    .and_then(|role| place.replace(&mut editor, role));
                replaced.ok_or_else(|| TwinError::UnknownChange(word.to_owned()))?;
            } else if let Some(place) = word.strip_prefix('+') {
                placed(place)?.add(&mut editor)?;
            } else if let Some(place) = word.strip_prefix('-') {
                let place = placed(place)?;
                place.check(&editor)?;
                editor.remove(place.cell);
            } else if word == COLOURS {
                editor.exchange_colours().ok_or(TwinError::SeveralPlayers)?;
            } else if word == DUPLEX {
                editor = SetupEditor::new(other_half(editor.finish()).ok_or(TwinError::NoOtherSide)?);
            } else {
                return Err(TwinError::UnknownChange(word.to_owned()));
            }
        }
        let changed = Self { setup: editor.finish(), stipulation };
        if changed == *self { Err(TwinError::NoChange) } else { Ok(changed) }
    }
}

/// Labels and changes of all twins of a text.
struct Labelled {
    /// `true` if the diagram is not a problem.
    is_zero: bool,
    /// Labels with the words of the changes.
    twins: Vec<(String, Vec<String>)>,
}

impl Labelled {
    fn of(text: &str) -> Self {
        let zero = split_zero(text);
        let text = zero.as_deref().unwrap_or(text);
        let without_duplex = twins_without_duplex(text);
        let mut twins: Vec<(String, Vec<String>)> = Vec::new();
        for TwinText { label, words } in twin_texts(without_duplex.as_deref().unwrap_or(text)) {
            let label = label.unwrap_or_else(|| match (&zero, twins.last()) {
                (Some(_), None) => "a)".to_owned(),
                (_, before) => next_label(before.map(|(label, _)| label.as_str())),
            });
            twins.push((label, words));
        }
        let mut labelled = Self { is_zero: zero.is_some(), twins };
        if without_duplex.is_some() {
            labelled.add_second_halves();
        }
        labelled
    }

    /// Adds the second halves of the diagram, if it is a problem, and of each twin, with the next labels.
    fn add_second_halves(&mut self) {
        let mut halves: Vec<Vec<String>> = Vec::new();
        if !self.is_zero {
            halves.push(vec![DUPLEX.to_owned()]);
        }
        let mut before: Vec<String> = Vec::new();
        for (label, words) in &self.twins {
            // The diagram has no changes of its own.
            if label == "a)" && !self.is_zero {
                continue;
            }
            if !label.starts_with('+') {
                before.clear();
            }
            before.extend(words.iter().cloned());
            halves.push([before.as_slice(), &[DUPLEX.to_owned()]].concat());
        }
        for words in halves {
            let label = next_label(self.twins.last().map(|(label, _)| label.as_str()));
            self.twins.push((label, words));
        }
    }
}

/// Label and changes of one twin, as words.
struct TwinText {
    label: Option<String>,
    words: Vec<String>,
}

pub(super) const TO: &str = "->";
pub(super) const EXCHANGE: &str = "<->";
pub(super) const COLOURS: &str = "colours";
pub(super) const SHIFT: &str = "shift";
pub(super) const TURN: &str = "turn";
pub(super) const MIRROR: &str = "mirror";

/// Returns the piece after the sign of equality: a letter, or a letter with the same cell.
fn replacement(place: &PlacedPiece<'_>, game: Game, letters: &Letters, piece: &str) -> Option<Role> {
    let role = match PlacedPiece::parse(game, letters, piece) {
        Ok(other) => other.role.filter(|_| other.cell == place.cell),
        Err(_) => PieceList::prefix(&game, letters, piece).and_then(|(_, role)| role),
    };
    role.filter(|&role| place.role != Some(role))
}

/// Returns the text of the twins without its word for a diagram that is not a problem; `None` if it has none.
pub(super) fn split_zero(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (at, word) = ALL
        .iter()
        .flat_map(|words| words.twins.zero_position.iter())
        .find_map(|word| Some((lower.find(word)?, word)))?;
    // Lengths are equal unless a capital has another length in lower case.
    let rest = text.get(..at).zip(text.get(at + word.len()..));
    rest.map(|(before, after)| format!("{before} {}", after.trim_start_matches([':', ';', ',', '.', ' '])))
}

/// Returns the change of twin a) if the diagram is not a problem.
pub fn zero_change(text: &str) -> Option<String> {
    let Labelled { is_zero, twins } = Labelled::of(text);
    is_zero.then(|| twins.first().map(|(_, words)| words.join(" ")).unwrap_or_default())
}

/// Returns the reflection that takes one cell to another, as a rotation after the reflection in the horizontal axis;
/// `None` if there is none, or several.
fn reflection(game: Game, letters: &Letters, operands: &[&str]) -> Result<Option<u8>, TwinError> {
    let [from, EXCHANGE | TO, to] = *operands else { return Ok(None) };
    let [from, to] = [from, to].map(|text| PlacedPiece::parse(game, letters, text).map(|place| place.cell));
    let (from, to) = (from?, to?);
    let mut ways = (0..6).filter(|&ways| reflected(game, from, ways) == Some(to));
    Ok(ways.next().filter(|_| from != to && ways.next().is_none()))
}

/// Returns the image of a cell in a reflection, if it is on the board.
fn reflected(game: Game, cell: Cell, ways: u8) -> Option<Cell> {
    let shape = game.shape;
    shape.cell(shape.turned(shape.mirrored(shape.hex(cell)), ways))
}

/// Parses the operands of `shift` or `turn`; `None` if they are not a motion.
fn motion(game: Game, letters: &Letters, operands: &[&str]) -> Result<Option<Motion>, TwinError> {
    Ok(match *operands {
        [degrees] => match degrees.trim_end_matches('°').parse::<u16>() {
            Ok(degrees) if degrees % 60 == 0 && (1..6).contains(&(degrees / 60)) => {
                Some(Motion::Turn((degrees / 60) as u8))
            }
            _ => None,
        },
        [from, TO, to] => {
            let [from, to] =
                [from, to].map(|text| PlacedPiece::parse(game, letters, text).map(|place| place.cell));
            let (from, to) = (from?, to?);
            Some(Motion::Shift(game.shape.hex(to) - game.shape.hex(from)))
        }
        _ => None,
    })
}

/// Replacements that normalize spellings. The order matters: later patterns are parts of earlier ones.
const SPELLINGS: [(&str, &str); 19] = [
    ("–", "-"),
    ("—", "-"),
    ("−", "-"),
    ("<-->", " ↔ "),
    ("<->", " ↔ "),
    ("<=>", " ↔ "),
    ("<>", " ↔ "),
    ("⇔", " ↔ "),
    ("⇄", " ↔ "),
    ("==>", " → "),
    ("=>", " → "),
    ("⇒", " → "),
    ("-->", " → "),
    ("->", " → "),
    ("↔", " <-> "),
    ("→", " -> "),
    (")", ") "),
    (",", " "),
    ("&", " "),
];

/// Words of one meaning in a language.
type Meaning = fn(&Twins) -> List;

/// Returns the word of the grammar with the same meaning as a word in lower case; empty for a word without meaning.
fn meaning(word: &str) -> Option<&'static str> {
    if is_duplex(word) {
        return Some(DUPLEX);
    }
    let means = |find: Meaning| ALL.iter().any(|words| find(&words.twins).contains(word));
    let meanings: [(&str, Meaning); 8] = [
        (COLOURS, |words| words.colours),
        ("", |words| words.ignored),
        (SHIFT, |words| words.shift),
        (TURN, |words| words.turn),
        (MIRROR, |words| words.mirror),
        ("-", |words| words.without),
        ("+", |words| words.plus),
        (TO, |words| words.to),
    ];
    meanings.into_iter().find(|&(_, find)| means(find)).map(|(meaning, _)| meaning)
}

/// Splits a text into twins, each with the words of its changes.
fn twin_texts(text: &str) -> Vec<TwinText> {
    let mut twins: Vec<TwinText> = Vec::new();
    for part in text.split([';', '\n']) {
        let part = SPELLINGS.iter().fold(part.to_owned(), |part, (from, to)| part.replace(from, to));
        let mut is_first = true;
        let mut sign = String::new();
        for word in part.split_whitespace() {
            let label = label(word);
            let is_label = label.is_some();
            if is_label || is_first {
                twins.push(TwinText { label, words: Vec::new() });
                is_first = false;
            }
            let Some(TwinText { label, words }) = twins.last_mut().filter(|_| !is_label) else { continue };
            match label {
                Some(label) if word.to_lowercase().starts_with("cont") && !label.starts_with('+') => {
                    label.insert(0, '+');
                }
                _ => put_words(word, &mut sign, words),
            }
        }
    }
    for twin in &mut twins {
        twin.words = without_commands(std::mem::take(&mut twin.words));
    }
    let is_diagram =
        |TwinText { label, words }: &TwinText| label.as_deref() == Some("a)") && words.is_empty();
    twins.retain(|twin| !is_diagram(twin));
    twins
}

/// Letter of the diagram, or of the first twin if the diagram is not a problem.
pub(super) const FIRST: char = 'a';

/// Returns the label that a word is, in Latin letters: `b)` for `б)`.
pub(super) fn label(word: &str) -> Option<String> {
    let (sign, letter) = match word.strip_prefix('+') {
        Some(letter) => ("+", letter),
        None => ("", word),
    };
    let mut letter = letter.strip_suffix(')')?.chars().flat_map(char::to_lowercase);
    let (first, rest) = (letter.next()?, letter.next());
    let mut places =
        ALL.iter().filter_map(|words| words.book.twin_letters.chars().position(|own| own == first));
    let latin = places.next().and_then(|place| ('a'..='z').nth(place)).unwrap_or(first);
    (rest.is_none() && latin.is_ascii_lowercase()).then(|| format!("{sign}{latin})"))
}

/// Replaces the commands of Popeye, `move a1 b2`, by changes.
fn without_commands(words: Vec<String>) -> Vec<String> {
    let mut changes: Vec<String> = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let arrow = match word.to_lowercase().as_str() {
            "move" => TO,
            "exchange" | MIRROR => EXCHANGE,
            SHIFT => TO,
            "remove" => {
                changes.extend(words.next().map(|place| format!("-{place}")));
                continue;
            }
            "add" => {
                let colour = words.next_if(|word| matches!(word.to_lowercase().as_str(), "white" | "black"));
                let colour = colour.and_then(|colour| colour.to_lowercase().chars().next());
                let colour = colour.map(String::from).unwrap_or_default();
                changes.extend(words.next().map(|place| format!("+{colour}{place}")));
                continue;
            }
            "stipulation" => continue,
            _ => {
                changes.push(word);
                continue;
            }
        };
        if word == MIRROR || word == SHIFT {
            changes.push(word);
        }
        let Some(from) = words.next() else { continue };
        changes.push(from);
        let is_arrow = |word: &String| word == TO || word == EXCHANGE;
        if let Some(to) = words.next_if(|word| !is_arrow(word)) {
            changes.extend([arrow.to_owned(), to]);
        }
    }
    changes
}

/// Adds the words of a change; a sign on its own belongs to the next word.
fn put_words(word: &str, sign: &mut String, words: &mut Vec<String>) {
    let lower = word.to_lowercase();
    let meaning = meaning(&lower);
    // A dash or a word after a piece, `Rc4 - d5`, is an arrow.
    let is_after_piece = || {
        let [before @ .., last] = words.as_slice() else { return false };
        last.ends_with(|c: char| c.is_ascii_digit())
            && last.chars().all(char::is_alphanumeric)
            && before.last().is_none_or(|word| word != TO && word != EXCHANGE)
    };
    match meaning.unwrap_or(&lower) {
        "" => {}
        "-" if is_after_piece() && lower == "-" => words.push(TO.to_owned()),
        "+" | "-" => meaning.unwrap_or(word).clone_into(sign),
        TO if lower != TO && !is_after_piece() => words.push(word.to_owned()),
        known @ (COLOURS | SHIFT | TURN | MIRROR | TO | DUPLEX) => words.push(known.to_owned()),
        _ => match word.split_once('-') {
            // `Rc4-d5`, but not `ser-#3`.
            Some((from, to)) if from.ends_with(|last: char| last.is_ascii_digit()) => {
                words.extend([from, TO, to].map(str::to_owned));
            }
            _ => words.push(std::mem::take(sign) + word),
        },
    }
}

/// Returns the label after that of the previous twin.
fn next_label(before: Option<&str>) -> String {
    let letter = before.and_then(|before| before.trim_start_matches('+').chars().next()).unwrap_or('a');
    format!("{})", ('a'..='z').find(|&next| next > letter).unwrap_or('z'))
}

/// Returns a piece and its cell in the notation of twins: `wRc4`.
pub fn placed_text(game: Game, piece: Piece, cell: Cell) -> String {
    format!("{}{}{}", letter(&game, piece.owner), piece.role.letter(), Coordinate(game.shape, cell))
}

/// A cell with the owner and role written before it.
pub(super) struct PlacedPiece<'t> {
    text: &'t str,
    pub(super) owner: Option<Player>,
    pub(super) role: Option<Role>,
    pub(super) cell: Cell,
}

impl<'t> PlacedPiece<'t> {
    pub(super) fn parse(game: Game, letters: &Letters, text: &'t str) -> Result<Self, TwinError> {
        let found = || {
            let start = text.trim_end_matches(|digit: char| digit.is_ascii_digit()).len().checked_sub(1)?;
            let cell = Coordinate::parse(game.shape, text.get(start..)?.as_bytes())?;
            let (owner, role) = PieceList::prefix(&game, letters, text.get(..start)?)?;
            Some(Self { text, owner, role, cell })
        };
        found().ok_or_else(|| TwinError::UnknownChange(text.to_owned()))
    }

    /// Checks that the cell has the named piece.
    fn check(&self, editor: &SetupEditor) -> Result<(), TwinError> {
        let text = || self.text.to_owned();
        let piece = editor.setup().board.piece(self.cell).ok_or_else(|| TwinError::NoPiece(text()))?;
        let is_named = self.owner.is_none_or(|owner| owner == piece.owner)
            && self.role.is_none_or(|role| role == piece.role);
        if is_named { Ok(()) } else { Err(TwinError::OtherPiece(text())) }
    }

    /// Exchanges the piece for another one of the same player.
    fn replace(&self, editor: &mut SetupEditor, role: Role) -> Option<()> {
        let piece = editor.setup().board.piece(self.cell)?;
        editor.remove(self.cell);
        editor.add(self.cell, Piece { role, ..piece })
    }

    /// Adds the named piece.
    fn add(&self, editor: &mut SetupEditor) -> Result<(), TwinError> {
        let (Some(owner), Some(role)) = (self.owner, self.role) else {
            return Err(TwinError::UnknownChange(self.text.to_owned()));
        };
        let added = editor.add(self.cell, Piece::new(owner, role));
        added.ok_or_else(|| TwinError::Occupied(self.text.to_owned()))
    }
}

/// A shift or rotation of all pieces.
///
/// There are no reflections, since a reflected problem is the same problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// Shift by a vector.
    Shift(Hex),
    /// Clockwise rotation about the centre, in sixths of a turn.
    Turn(u8),
}

impl Motion {
    /// Returns the image of a cell, if it is on the board.
    pub fn cell(self, game: Game, cell: Cell) -> Option<Cell> {
        let hex = game.shape.hex(cell);
        game.shape.cell(match self {
            Self::Shift(way) => hex + way,
            Self::Turn(sixths) => game.shape.turned(hex, sixths),
        })
    }

    /// Returns the image of a move, if it is on the board.
    pub fn map_move(self, game: Game, m: Move) -> Option<Move> {
        Some(Move { from: self.cell(game, m.from)?, to: self.cell(game, m.to)?, ..m })
    }

    /// Returns the setup after the motion, legal or not, if no piece leaves the board.
    pub fn apply(self, setup: &Setup) -> Option<Setup> {
        let mut editor = SetupEditor::new(setup.clone());
        editor.map_cells(|cell| self.cell(setup.game, cell))?;
        Some(editor.finish())
    }

    /// Returns all motions that keep the pieces on the board, in a fixed order: short shifts first, then rotations.
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

/// A motion that displays in the notation of twins: `shift f6 -> f7`, `turn 60`.
#[derive(Clone, Copy, Debug)]
pub struct MotionText(pub Game, pub Motion);

impl fmt::Display for MotionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(game, motion) = *self;
        match motion {
            Motion::Turn(sixths) => write!(f, "turn {}", 60 * u32::from(sixths)),
            Motion::Shift(_) => {
                let to = |cell| Some((cell, motion.cell(game, cell)?));
                // Every shift of at most the board's length maps some cell to another.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position of the first twin, or the code of its error.
    fn first(text: &str) -> String {
        let statement = Statement {
            fen: "w: Kf9 Rk7 Nf7 Nk6 Bf4 c4 d5 g8 h5; b: Kf6 f5".to_owned(),
            stipulation: "#2".to_owned(),
            ..Statement::default()
        };
        let problem = Problem::from_statement(Game::GLINSKI, &statement, None).expect("a problem");
        match problem.twins(text).first().map(|twin| twin.problem.clone()) {
            Some(Ok(twin)) => Setup::from(&twin.position).to_fen(),
            Some(Err(ProblemError::InTwin(_, error))) => match *error {
                ProblemError::Twin(error) => error.code().to_owned(),
                error => error.to_string(),
            },
            _ => "no twin".to_owned(),
        }
    }

    #[test]
    fn spellings_of_twin_are_equal() {
        for (change, spellings) in [
            (
                "Bf4 -> d4",
                &[
                    "wBf4-d4",
                    "Bf4–d4",
                    "Bf4 – d4",
                    "Bf4→d4",
                    "Bf4 => d4",
                    "Bf4 to d4",
                    "Lf4 nach d4",
                    "♗f4→d4",
                    "Ff4 -> d4",
                    "Сf4-d4",
                ][..],
            ),
            ("Kf9 <-> Bf4", &["Kf9<>Bf4", "Kf9⇄Bf4", "Kf9<-->Bf4", "Kf9 ⇔ Bf4", "exchange f9 f4"]),
            ("-Bf4", &["–Bf4", "without Bf4", "ohne Lf4", "nélkül Ff4", "− wBf4", "remove f4"]),
            ("-Nf7 +wBf7", &["Nf7=B", "Nf7=Bf7", "wNf7=B", "Sf7=L"]),
            (
                "exchanged colours",
                &["színcsere", "Farbentausch", "zamiana kolorów", "перемена цветов", "PolishType"],
            ),
            (
                "mirror a1 <-> l1",
                &["Spiegelung a1 ↔ l1", "tükrözés a1 <-> l1", "mirror a1 and l1", "отражение a1<->l1"],
            ),
            ("turn 60", &["turn 60°", "Drehung 60", "elforgatás 60°", "rotate 60"]),
            ("shift f6 -> f5", &["Verschiebung f6 → f5", "eltolás f6-f5", "сдвиг f6 → f5"]),
        ] {
            let expected = first(&format!("b) {change}"));
            for spelling in spellings {
                assert_eq!(first(&format!("b) {spelling}")), expected, "{spelling}");
            }
        }
        for (change, code) in [
            ("Nf7=N", "twin-unknown-change"),
            ("Nf7=Bf8", "twin-unknown-change"),
            ("Bf7=N", "twin-other-piece"),
            ("f10=N", "twin-no-piece"),
            ("to d4", "twin-unknown-change"),
            ("Bf4 nach", "twin-unknown-change"),
        ] {
            assert_eq!(first(&format!("b) {change}")), code, "{change}");
        }
    }
}
