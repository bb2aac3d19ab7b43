//! Games as their file states them, one by one. Tokens and places; no chess.

use std::io::{self, Read};

use super::FaultKind;
use crate::notation::pgn::{EventKind, PgnErrorKind, Place, Reader, Score};
use crate::rules::Variant;

/// What a file says of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// Where it begins.
    pub place: Place,
    /// Its tags, in the order of the file.
    pub tags: Vec<(String, Token)>,
    /// The moves of its main line.
    pub tokens: Vec<Token>,
    /// The comments of its main line, each after the number of moves that stand before it.
    pub comments: Vec<(usize, String)>,
    /// The result that follows the moves.
    pub result: Option<Score>,
    /// The first thing that is wrong with its form.
    pub fault: Option<TextFault>,
}

/// A word of a game and where it stands.
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
}

impl<V: Variant> From<TextFaultKind> for FaultKind<V> {
    fn from(kind: TextFaultKind) -> Self {
        match kind {
            TextFaultKind::Pgn(kind) => Self::Pgn(kind),
            TextFaultKind::NumberRestart(number) => Self::NumberRestart(number),
        }
    }
}

impl TextFault {
    /// Whether the moves behind it cannot be trusted to belong to the game.
    ///
    /// A tag that stands twice says nothing against the moves.
    pub(super) fn ends_game(&self) -> bool {
        !matches!(self.kind, TextFaultKind::Pgn(PgnErrorKind::RepeatedTag))
    }
}

impl GameText {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&Token> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    fn begun_at(place: Place) -> Self {
        Self { place, tags: Vec::new(), tokens: Vec::new(), comments: Vec::new(), result: None, fault: None }
    }

    fn note(&mut self, kind: TextFaultKind, place: Place) {
        self.fault.get_or_insert(TextFault { kind, place });
    }
}

/// The games of a PGN file, in its order. Bytes that belong to no game are passed over.
pub struct Games<R> {
    reader: Reader<R>,
    /// Something outside of all games, kept for the next item.
    stray: Option<TextFault>,
}

impl<R: Read> Games<R> {
    /// The games of a file.
    pub fn new(source: R) -> Self {
        Self { reader: Reader::new(source), stray: None }
    }

    /// How far the file has been read, in bytes.
    pub fn offset(&self) -> u64 {
        self.reader.place().offset
    }

    /// What was wrong between games since this was asked last.
    pub fn take_stray_fault(&mut self) -> Option<TextFault> {
        self.stray.take()
    }

    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut game: Option<GameText> = None;
        let mut number = 0;
        while let Some(event) = self.reader.next_event()? {
            let (place, depth) = (event.place, event.depth);
            match (event.kind, &mut game) {
                (EventKind::GameBegin, game) => *game = Some(GameText::begun_at(place)),
                (EventKind::GameEnd, _) => return Ok(game),
                (EventKind::Error(error), None) => {
                    let fault = TextFault { kind: TextFaultKind::Pgn(error.kind), place: error.place };
                    self.stray.get_or_insert(fault);
                }
                (EventKind::Error(error), Some(game)) => {
                    game.note(TextFaultKind::Pgn(error.kind), error.place);
                }
                (EventKind::Tag { name, value, value_place, .. }, Some(game)) => {
                    let name = String::from_utf8_lossy(name).into_owned();
                    let text = String::from_utf8_lossy(value.bytes).into_owned();
                    game.tags.push((name, Token { text, place: value_place }));
                }
                (EventKind::Number { value, .. }, Some(game)) if depth == 0 => {
                    if value == 1 && number > 1 {
                        game.note(TextFaultKind::NumberRestart(number), place);
                    }
                    number = value;
                }
                (EventKind::Move(text), Some(game)) if depth == 0 => {
                    let text = String::from_utf8_lossy(text.bytes).into_owned();
                    game.tokens.push(Token { text, place });
                }
                (EventKind::Comment { text, .. }, Some(game)) if depth == 0 => {
                    let text = String::from_utf8_lossy(text.bytes).into_owned();
                    game.comments.push((game.tokens.len(), text));
                }
                (EventKind::Result { score, .. }, Some(game)) if depth == 0 => game.result = Some(score),
                _ => {}
            }
        }
        Ok(game)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<io::Result<GameText>> {
        self.next_game().transpose()
    }
}
