//! A problem of another program while it is read.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::language::Language;
use super::options::Meaning;
use super::pieces::{parts, placed};
use super::twins::TwinText;
use super::{InterchangeFault, Word};
use crate::{ExtraColumn, FenPlace, LineFault, StatedStipulation, Statement, column_at};
use hexmate_core::mate::Play;
use hexmate_position::{Colour, Game};

/// Name of the column for options without a meaning.
pub(super) const OPTIONS: &str = "options";

/// A problem while it is read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The fields that are copied.
    pub(super) statement: Statement,
    /// Language of commands, options and pieces.
    pub(super) language: Language,
    /// The pieces of each player, in the order of the file.
    players: Vec<(Colour, Vec<Placed>)>,
    stipulation: String,
    /// The intended solutions, a number or the numbers of continuations.
    solutions: String,
    has_set_play: bool,
    halves: Halves,
    begins_white: bool,
    begins_other: bool,
    to_move: Option<Colour>,
    /// Further fields of the piece list: `ep e6`, `clock 3`.
    tail: Vec<(String, u64, u64)>,
    /// Options without a meaning.
    kept: Vec<String>,
    twins: Vec<TwinText>,
    /// Index of each column in the statement, by its name.
    columns: HashMap<String, usize>,
    /// FEN of the whole position or of its pieces.
    forsyth: Option<(String, u64, u64)>,
    fault: Option<(InterchangeFault, u64, u64)>,
}

/// Sides that solve a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Halves {
    /// The side to move.
    #[default]
    First,
    /// Each side, as the option `Duplex` says.
    Both,
}

/// A piece with its place in the file.
#[derive(Debug)]
struct Placed {
    text: String,
    line: u64,
    column: u64,
}

impl Draft {
    /// Begins a problem at a line.
    pub(super) fn new(line: u64, language: Language) -> Self {
        let statement = Statement { line, first_line: line, ..Statement::default() };
        Self { statement, language, ..Self::default() }
    }

    /// Returns the problem with only its name, its place and its first fault.
    pub(super) fn emptied(self) -> Self {
        let Statement { line, first_line, id, .. } = self.statement;
        let statement = Statement { line, first_line, id, ..Statement::default() };
        Self { statement, language: self.language, fault: self.fault, ..Self::default() }
    }

    /// Records a fault; the first one counts.
    pub(super) fn fail(&mut self, fault: InterchangeFault, line: u64, column: u64) {
        self.fault.get_or_insert((fault, line, column));
    }

    /// Adds pieces to the player that a word names. Returns `false` for any other word.
    pub(super) fn begin_player(&mut self, word: Word<'_>) -> bool {
        let Some(colour) = self.language.colour(word.text) else { return false };
        if !self.players.iter().any(|(other, _)| *other == colour) {
            self.players.push((colour, Vec::new()));
        }
        // The last player gets the pieces.
        self.players.sort_by_key(|(other, _)| *other == colour);
        true
    }

    /// Adds the pieces of a word, such as `Rc1i1`, to the current player.
    pub(super) fn add_pieces(&mut self, word: Word<'_>) {
        let Word { text, line, column } = word;
        let placed = match placed(text, self.language) {
            Ok(placed) => placed,
            Err(fault) => return self.fail(fault, line, column),
        };
        let Some((_, pieces)) = self.players.last_mut() else {
            return self.fail(InterchangeFault::NoPlayer, line, column);
        };
        pieces.extend(placed.into_iter().map(|(offset, text)| Placed {
            text,
            line,
            column: column + offset as u64,
        }));
    }

    /// Reads options with their values.
    pub(super) fn add_options(&mut self, words: &[Word<'_>]) {
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let Word { text, line, column } = word;
            let language = self.language;
            let meaning_of = |word: &str| Meaning::of(language.option(word));
            let Some(meaning) = meaning_of(text) else {
                self.fail(InterchangeFault::Option(text.to_owned()), line, column);
                return;
            };
            let is_value = |word: &Word<'_>| match meaning {
                Meaning::EnPassant => parts(word.text.trim_matches(':')).is_some() || word.text.contains(':'),
                Meaning::Castling | Meaning::Players | Meaning::ToMove => meaning_of(word.text).is_none(),
                Meaning::SetPlay | Meaning::WhiteToPlay | Meaning::HalfDuplex | Meaning::Duplex => false,
                _ => word.text.starts_with(|c: char| c.is_ascii_digit()) || parts(word.text).is_some(),
            };
            let mut values: Vec<&str> = Vec::new();
            while let Some(value) = words.next_if(is_value) {
                values.push(value.text);
            }
            let needs_value = || InterchangeFault::OptionValue(text.to_owned());
            let number = || values.first().filter(|_| values.len() == 1)?.parse::<u32>().ok();
            match meaning {
                Meaning::SetPlay => self.has_set_play = true,
                Meaning::Duplex => self.halves = Halves::Both,
                Meaning::WhiteToPlay => self.begins_white = true,
                Meaning::HalfDuplex => self.begins_other = true,
                Meaning::EnPassant if !values.is_empty() => {
                    self.tail.push((format!("ep {}", values.join(" ").to_lowercase()), line, column));
                }
                Meaning::Castling if !values.is_empty() => {
                    self.tail.push((format!("castling {}", values.concat()), line, column));
                }
                Meaning::Players if !values.is_empty() => {
                    self.tail.push((format!("players {}", values.concat()), line, column));
                }
                Meaning::ToMove => match values.first().and_then(|name| language.colour(name)) {
                    Some(colour) => self.to_move = Some(colour),
                    None => self.fail(needs_value(), line, column),
                },
                Meaning::Clock | Meaning::StartMoveNumber => match number() {
                    Some(number) => {
                        let name = if meaning == Meaning::Clock { "clock" } else { "move" };
                        self.tail.push((format!("{name} {number}"), line, column));
                    }
                    None => self.fail(needs_value(), line, column),
                },
                Meaning::Kept => {
                    self.kept.push([&[language.option(text)], values.as_slice()].concat().join(" "));
                }
                Meaning::Refused => self.fail(InterchangeFault::Option(text.to_owned()), line, column),
                Meaning::EnPassant | Meaning::Castling | Meaning::Players => {
                    self.fail(needs_value(), line, column);
                }
            }
        }
    }

    /// Reads a condition, which must be the name of a game.
    pub(super) fn add_condition(&mut self, condition: &str, line: u64, column: u64) {
        match Game::of_record(None, condition) {
            Ok(game) => game.name.clone_into(&mut self.statement.variant),
            Err(_) => self.fail(InterchangeFault::Condition(condition.to_owned()), line, column),
        }
    }

    /// Reads an item of a list that has options and conditions.
    pub(super) fn add_option_or_condition(&mut self, words: &[Word<'_>]) {
        let Some(first) = words.first() else { return };
        if Meaning::of(first.text).is_some() {
            return self.add_options(words);
        }
        let text: Vec<&str> = words.iter().map(|word| word.text).collect();
        self.add_condition(&text.join(" "), first.line, first.column);
    }

    /// Adds to the stipulation.
    pub(super) fn add_stipulation(&mut self, text: &str) {
        if !self.stipulation.is_empty() {
            self.stipulation.push(' ');
        }
        self.stipulation.push_str(text);
    }

    /// Sets the FEN.
    pub(super) fn set_forsyth(&mut self, fen: &str, word: Word<'_>) {
        self.forsyth = Some((fen.to_owned(), word.line, word.column));
    }

    /// Sets the intended solutions.
    pub(super) fn set_solutions(&mut self, text: &str) {
        text.clone_into(&mut self.solutions);
    }

    /// Adds a twin.
    pub(super) fn add_twin(&mut self, twin: TwinText) {
        self.twins.push(twin);
    }

    /// Adds a column; a second value of the same column follows in a line of its own.
    pub(super) fn add_column(&mut self, name: &str, value: &str) {
        let further = &mut self.statement.further;
        if let Some(one) = self.columns.get(name).and_then(|&index| further.get_mut(index)) {
            if !one.value.is_empty() {
                one.value.push('\n');
            }
            one.value.push_str(value);
        } else {
            self.columns.insert(name.to_owned(), further.len());
            further.push(ExtraColumn::cell(name, value));
        }
    }

    /// Returns the statement.
    pub(super) fn finish(self) -> Statement {
        let Self { mut statement, stipulation, solutions, has_set_play, kept, twins, .. } = self;
        let stated = StatedStipulation::parse(&Game::GLINSKI, &stipulation);
        let has_star = stated.is_some_and(|stated| stated.tree.has_set_play);
        statement.stipulation = stipulation;
        if has_set_play && !has_star && !statement.stipulation.is_empty() {
            statement.stipulation.push('*');
        }
        // Numbers of continuations belong to the stipulation.
        let is_dot = |c: char| matches!(c, '.' | ';' | '…');
        let is_branching =
            solutions.contains(is_dot) && solutions.chars().all(|c| c.is_ascii_digit() || is_dot(c));
        if is_branching {
            statement.stipulation = format!("{} {solutions}", statement.stipulation);
        } else {
            statement.solutions = solutions;
        }
        // Numbers that begin with 0 leave the first half-move out, so that the other side begins.
        let stated = StatedStipulation::parse(&Game::GLINSKI, &statement.stipulation);
        let begins_black = stated.is_some_and(|stated| begins_black(stated.stipulation.play));
        let begins_black = !self.begins_white && (begins_black != self.begins_other);
        if !twins.is_empty() {
            statement.twin = TwinText::join(&twins);
        }
        if self.halves == Halves::Both {
            statement.set_duplex();
        }
        if !kept.is_empty() {
            statement.further.push(ExtraColumn::cell(OPTIONS, &kept.join(", ")));
        }
        let turn = self.to_move.or(begins_black.then_some(Colour::Black));
        if let Some((fen, line, column)) = self.forsyth {
            let players = self.players.first().map(|(colour, _)| colour.name());
            let beside = players.or(self.tail.first().map(|(text, ..)| text.as_str()));
            let fault = self
                .fault
                .or(beside.map(|text| (InterchangeFault::BesideForsyth(text.to_owned()), line, column)));
            let has_turn = fen.split_whitespace().nth(1).is_some();
            let turn = turn.unwrap_or(Colour::White).name().to_lowercase();
            statement.fen = if has_turn { fen } else { format!("{fen} {}", &turn[..1]) };
            statement.fen_places.push(FenPlace { offset: 0, line, column });
            (statement.line, statement.column) = (line, column);
            return match fault {
                Some((fault, line, column)) => faulty(statement, fault, line, column),
                None => statement,
            };
        }
        let mut players = self.players;
        players.sort_by_key(|(colour, _)| *colour as usize);
        for (colour, pieces) in players {
            begin_part(&mut statement.fen);
            statement.fen.push_str(&colour.name().to_lowercase());
            statement.fen.push(':');
            for Placed { text, line, column } in pieces {
                statement.fen.push(' ');
                statement.fen_places.push(FenPlace { offset: statement.fen.len(), line, column });
                statement.fen.push_str(&text);
            }
        }
        if statement.fen_places.is_empty() {
            statement.fen.clear();
            let fault = (InterchangeFault::NoPieces, statement.line, 1);
            let (fault, line, column) = self.fault.unwrap_or(fault);
            return faulty(statement, fault, line, column);
        }
        if let Some(colour) = turn.filter(|colour| *colour != Colour::White) {
            begin_part(&mut statement.fen);
            let _ = write!(statement.fen, "{} to move", colour.name().to_lowercase());
        }
        for (text, line, column) in self.tail {
            begin_part(&mut statement.fen);
            statement.fen_places.push(FenPlace { offset: statement.fen.len(), line, column });
            statement.fen.push_str(&text);
        }
        let FenPlace { line, column, .. } = statement.fen_places[0];
        (statement.line, statement.column) = (line, column);
        match self.fault {
            Some((fault, line, column)) => faulty(statement, fault, line, column),
            None => statement,
        }
    }
}

fn faulty(statement: Statement, fault: InterchangeFault, line: u64, column: u64) -> Statement {
    Statement { fault: Some(LineFault::Interchange(fault)), line, column, ..statement }
}

/// Returns a text with a further line.
pub(super) fn lines(text: &str, line: &str) -> String {
    if text.is_empty() { line.to_owned() } else { format!("{text}\n{line}") }
}

fn begin_part(list: &mut String) {
    if !list.is_empty() {
        list.push_str("; ");
    }
}

/// Returns whether Black begins, as composers write stipulations.
pub(super) const fn begins_black(play: Play) -> bool {
    matches!(play, Play::Help | Play::HelpSelfmateAndHalf | Play::SeriesHelp)
}

impl Statement {
    /// Returns the line and the column of an offset in the FEN.
    pub fn place_in_fen(&self, offset: usize) -> (u64, u64) {
        match self.fen_places.iter().rev().find(|place| place.offset <= offset) {
            Some(place) => {
                let text = self.fen.get(place.offset..).unwrap_or_default();
                (place.line, column_at(place.column, text, offset - place.offset))
            }
            None => (self.line, column_at(self.column, &self.fen, offset)),
        }
    }
}
