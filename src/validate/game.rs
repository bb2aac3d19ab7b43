//! Games as their file states them, one by one. Tokens and places; no chess.

use std::io::{self, Read};

use super::words::{Word, Words, attach};
use crate::game::{Game, UnknownGame};
use crate::notation::pgn::{
    EventKind, PgnErrorKind, Place, Quoting, Reader, Score, Step, Text, Variation, WORD_LIMIT, comment_text,
};
use crate::notation::{Dialect, Judgement, Leniency};
use crate::rows::RowFault;

/// The tags that name the players of any game.
const PLAYERS: &[&str] = &["White", "Red", "Orange", "Black", "Blue", "Green", "Yellow"];

/// The tags that say when a game was played, the surest first.
pub const DATES: [&str; 4] = ["Date", "UTCDate", "EventDate", "Published"];

/// What a file says of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// Where it begins.
    pub place: Place,
    /// Its tags, in the order of the file.
    pub tags: Vec<(String, Token)>,
    /// The moves of its main line.
    pub words: Words,
    /// The result that follows the moves.
    pub result: Option<Score>,
    /// Where that stands.
    pub result_place: Option<Place>,
    /// Comments of the main line, each with the number of moves before it; empty unless they are kept.
    pub comments: Vec<(usize, String)>,
    /// Glyphs of the main line, each with the number of moves before it; empty unless comments are kept.
    pub nags: Vec<(usize, u8)>,
    /// Variations of the main line as they are written; empty unless comments are kept.
    pub variations: Vec<Variation<String>>,
    /// Where each leniency was first needed that the form of the whole asks for.
    pub forgiven: Vec<(Leniency, Place)>,
    /// The first thing that is wrong with its form.
    pub fault: Option<TextFault>,
    /// How many things are wrong with its form.
    pub faults: usize,
    /// The order of the cells in its tag `FEN`.
    pub order: Dialect,
}

/// A word of a game and where it stands, by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The word; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// Where it begins.
    pub place: Place,
}

/// What is wrong with the form of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextFault {
    /// What is wrong.
    pub kind: TextFaultKind,
    /// Where.
    pub place: Place,
}

/// What is wrong with the form of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFaultKind {
    /// The file is no PGN there.
    Pgn(PgnErrorKind),
    /// Move 1 follows the move of this number.
    NumberRestart(u32),
    /// A byte stands for no character.
    NoText,
    /// A row of a table, an object of JSON, or a value in it cannot be read.
    Row(RowFault),
}

impl From<RowFault> for TextFaultKind {
    fn from(fault: RowFault) -> Self {
        Self::Row(fault)
    }
}

impl From<Word<'_>> for Token {
    fn from(word: Word<'_>) -> Self {
        Self { text: word.text.to_owned(), place: word.place() }
    }
}

impl TextFault {
    /// Whether the moves behind it cannot be trusted to belong to the game.
    ///
    /// A tag that stands twice says nothing against the moves, and no name does.
    pub(super) fn ends_game(&self) -> bool {
        !matches!(self.kind, TextFaultKind::Pgn(PgnErrorKind::RepeatedTag) | TextFaultKind::NoText)
    }
}

impl GameText {
    /// The value of the first tag with this name, in upper or lower case.
    pub fn tag(&self, name: &str) -> Option<&Token> {
        self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// What the tags say of when it was played, the surest first.
    pub fn dates(&self) -> impl Iterator<Item = &str> {
        DATES.iter().filter_map(|name| Some(&*self.tag(name)?.text))
    }

    /// The game that is played: the one asked for, else that of the tag `Variant`, else Glinski's.
    ///
    /// # Errors
    ///
    /// If the tag names one that does not exist.
    pub fn game(&self, asked: Option<Game>) -> Result<Game, UnknownGame> {
        Game::of_record(asked, self.tag("Variant").map_or("", |tag| &tag.text))
    }

    /// A game without anything that begins here.
    pub fn begun_at(place: Place) -> Self {
        Self {
            place,
            tags: Vec::new(),
            words: Words::default(),
            result: None,
            result_place: None,
            comments: Vec::new(),
            nags: Vec::new(),
            variations: Vec::new(),
            forgiven: Vec::new(),
            fault: None,
            faults: 0,
            order: Dialect::Rank,
        }
    }

    /// What the game is called: its `GameID`, else who played it; empty if neither is said.
    pub fn name(&self) -> String {
        let tag = |name| self.tag(name).map(|value| value.text.clone());
        tag("GameID").or_else(|| Some(format!("{} - {}", tag("White")?, tag("Black")?))).unwrap_or_default()
    }

    /// Who played, in the order of the tags; nobody if no name is known.
    pub fn players(&self) -> Vec<&str> {
        let is_seat = |name: &str| PLAYERS.iter().any(|seat| seat.eq_ignore_ascii_case(name));
        let seats = self.tags.iter().enumerate().filter(|(_, (name, _))| is_seat(name));
        // A heading may stand twice.
        let is_first = |at: usize, name: &str| {
            self.tags[..at].iter().all(|(other, _)| !other.eq_ignore_ascii_case(name))
        };
        let players = seats.filter(|(at, (name, _))| is_first(*at, name));
        let names: Vec<&str> = players.map(|(_, (_, tag))| tag.text.trim()).collect();
        let is_known = |name: &&str| !["", "?"].contains(name);
        if names.iter().any(is_known) { names } else { Vec::new() }
    }

    /// What the game is called in messages, as the one with this number in its file: `game 12, Ann - Bob (GameID 5)`.
    pub fn called(&self, number: u64) -> String {
        let players = self.players().join(" - ");
        let players = if players.is_empty() { players } else { format!(", {players}") };
        let id = self.tag("GameID").map(|tag| format!(" (GameID {})", tag.text)).unwrap_or_default();
        format!("game {number}{players}{id}")
    }

    /// The result after the moves, or else that of the tag, and where it stands.
    pub fn stated_result(&self) -> Option<(Score, Place)> {
        let stated = self.result.map(|score| (score, self.result_place.unwrap_or(self.place)));
        stated.or_else(|| self.tagged_result())
    }

    /// The result of the tag `Result`, and where it stands.
    pub fn tagged_result(&self) -> Option<(Score, Place)> {
        let tag = self.tag("Result")?;
        Some((Score::from_bytes(tag.text.trim().as_bytes())?, tag.place))
    }

    fn forgive(&mut self, leniency: Leniency, place: Place) {
        if self.forgiven.iter().all(|&(earlier, _)| earlier != leniency) {
            self.forgiven.push((leniency, place));
        }
    }

    /// Adds what a variation says. A result in it is kept as a comment; numbers tell nothing.
    fn add_step(&mut self, event: EventKind<'_>, depth: u32) {
        let ply = self.words.len();
        if depth == 1 && matches!(event, EventKind::VariationBegin) {
            self.variations.push(Variation { ply, steps: Vec::new() });
            return;
        }
        let Some(Variation { steps, .. }) = self.variations.last_mut() else { return };
        let step = match event {
            EventKind::Move(text) => Step::Move(owned(text.bytes)),
            EventKind::Comment { text, .. } => Step::Comment(comment_text(&owned(text.bytes))),
            EventKind::Nag(nag) => Step::Nag(nag),
            EventKind::VariationBegin => Step::Begin,
            EventKind::VariationEnd if depth > 1 => Step::End,
            EventKind::Result { score, .. } => Step::Comment(score.to_string()),
            EventKind::Mark(mark) => match (Judgement::of(mark), steps.last_mut()) {
                (Some(judgement), _) => Step::Nag(judgement.nag()),
                (None, Some(Step::Move(word))) => return attach(word, mark),
                (None, _) => Step::Comment(owned(mark)),
            },
            _ => return,
        };
        steps.push(step);
    }

    /// Adds the variations of a text, `(1... e5 2. d4)`, to those that stand after so many moves.
    ///
    /// Returns `false` if there is none, or anything else in the text.
    pub(crate) fn add_variations(&mut self, ply: usize, text: &str) -> bool {
        let text = format!("1. {text}\n");
        let mut games = Games::with_comments(text.as_bytes());
        let Some(Ok(game)) = games.next() else { return false };
        let has_others = !game.words.is_empty()
            || !game.comments.is_empty()
            || !game.nags.is_empty()
            || game.result.is_some()
            || game.fault.is_some()
            || games.next().is_some();
        let is_read = !game.variations.is_empty() && !has_others;
        self.variations.extend(game.variations.into_iter().map(|variation| Variation { ply, ..variation }));
        is_read
    }

    /// Notes the first byte of a text that is none, if there is one.
    fn note_no_text(&mut self, text: Text<'_>, place: Place) {
        let Err(error) = str::from_utf8(text.bytes) else { return };
        // A text that was cut may end within a character.
        if text.is_cut && error.error_len().is_none() {
            return;
        }
        let before = String::from_utf8_lossy(&text.bytes[..error.valid_up_to()]);
        let last_line = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64;
        let lines = before.matches('\n').count() as u64;
        let column = if lines > 0 { 1 + last_line } else { place.column + last_line };
        let offset = place.offset + error.valid_up_to() as u64;
        self.note(TextFaultKind::NoText, Place { offset, line: place.line + lines, column });
    }

    /// Has all that is said of moves after so many stand later by some moves, or earlier.
    pub(crate) fn shift(&mut self, ply: usize, by: isize) {
        let moved = |place: &mut usize| {
            if *place > ply {
                *place = place.saturating_add_signed(by);
            }
        };
        self.comments.iter_mut().for_each(|(place, _)| moved(place));
        self.nags.iter_mut().for_each(|(place, _)| moved(place));
        self.variations.iter_mut().for_each(|variation| moved(&mut variation.ply));
    }

    /// Notes something that is wrong with its form.
    pub(crate) fn note(&mut self, kind: TextFaultKind, place: Place) {
        self.fault.get_or_insert(TextFault { kind, place });
        self.faults += 1;
    }
}

/// A text of its own; bytes that are no UTF-8 are replaced.
fn owned(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_owned)
}

/// The games of a PGN file, in its order. Bytes that belong to no game are passed over.
pub struct Games<R> {
    reader: Reader<R>,
    /// Whether comments and glyphs are wanted.
    has_comments: bool,
    /// Something outside of all games, kept for the next item.
    stray: Option<TextFault>,
}

impl<R: Read> Games<R> {
    /// The games of a file.
    pub fn new(source: R) -> Self {
        Self { reader: Reader::new(source), has_comments: false, stray: None }
    }

    /// The games of a file with the comments of their main lines.
    pub fn with_comments(source: R) -> Self {
        Self { has_comments: true, ..Self::new(source) }
    }

    /// Whether so much of the file is at hand that the next game, if it is not a long one, can be had
    /// without waiting for the file.
    pub fn is_at_hand(&self) -> bool {
        self.reader.at_hand() > 2 * WORD_LIMIT
    }

    /// Where the next game is looked for.
    pub fn place(&self) -> Place {
        self.reader.place()
    }

    /// What was wrong between games since this was asked last.
    pub fn take_stray_fault(&mut self) -> Option<TextFault> {
        self.stray.take()
    }

    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut game: Option<GameText> = None;
        let mut number = 0;
        loop {
            if let Some(game) = &mut game {
                number = game.words.push_plain(&mut self.reader).unwrap_or(number);
            }
            let Some(event) = self.reader.next_event()? else { return Ok(game) };
            let (place, depth) = (event.place, event.depth);
            if let (EventKind::Move(text) | EventKind::Comment { text, .. }, Some(game)) =
                (event.kind, &mut game)
            {
                game.note_no_text(text, place);
            }
            match (event.kind, &mut game) {
                (EventKind::GameBegin, game) => {
                    *game = Some(GameText { words: Words::with_room(), ..GameText::begun_at(place) });
                }
                (EventKind::GameEnd, _) => return Ok(game),
                (EventKind::Error(error), None) => {
                    let fault = TextFault { kind: TextFaultKind::Pgn(error.kind), place: error.place };
                    self.stray.get_or_insert(fault);
                }
                (EventKind::Error(error), Some(game)) => {
                    game.note(TextFaultKind::Pgn(error.kind), error.place);
                }
                (EventKind::Tag { name, value, value_place, quoting }, Some(game)) => {
                    game.note_no_text(value, value_place);
                    let [name, text] = [name, value.bytes].map(owned);
                    game.tags.push((name, Token { text, place: value_place }));
                    if quoting == Quoting::Bare {
                        game.forgive(Leniency::BareTag, value_place);
                    }
                }
                (_, Some(_)) if depth > 0 && !self.has_comments => {}
                (kind, Some(game)) if depth > 0 => game.add_step(kind, depth),
                (EventKind::Number { value, .. }, Some(game)) => {
                    if value == 1 && number > 1 {
                        game.note(TextFaultKind::NumberRestart(number), place);
                    }
                    number = value;
                }
                (EventKind::Move(text), Some(game)) => game.words.push(text.bytes, place),
                (EventKind::Mark(mark), Some(game)) => match Judgement::of(mark) {
                    Some(judgement) if self.has_comments => {
                        game.nags.push((game.words.len(), judgement.nag()));
                    }
                    _ => game.words.attach(mark),
                },
                (EventKind::Result { score, text }, Some(game)) => {
                    game.result = Some(score);
                    game.result_place = Some(place);
                    if *text != *score.to_string().as_bytes() {
                        game.forgive(Leniency::OtherResult, place);
                    }
                }
                (EventKind::Comment { text, .. }, Some(game)) if self.has_comments => {
                    game.comments.push((game.words.len(), comment_text(&owned(text.bytes))));
                }
                (EventKind::Nag(nag), Some(game)) if self.has_comments => {
                    game.nags.push((game.words.len(), nag));
                }
                _ => {}
            }
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<io::Result<GameText>> {
        self.next_game().transpose()
    }
}
