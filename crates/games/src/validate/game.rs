//! Games as their file states them, one by one. Tokens and places; no chess.

use std::io::{self, Read};

use super::words::{Word, Words, WrittenNumber, attach};
use crate::pgn::{
    EventKind, PgnErrorKind, Quoting, Reader, Score, Step, Text, Variation, WORD_LIMIT, comment_text,
};
use hexmate_position::Place;
use hexmate_position::rows::RowFault;
use hexmate_position::{Dialect, Judgement, Leniency};
use hexmate_position::{Game, UnknownGame};

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
    /// Variations of the main line as they are written; empty unless they are kept.
    pub variations: Vec<Variation<WrittenMove>>,
    /// Where each leniency was first needed that the form of the whole asks for.
    pub leniencies: Vec<(Leniency, Place)>,
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

/// A move of a variation as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// The move and its place.
    pub token: Token,
    /// The number before it.
    pub number: Option<WrittenNumber>,
}

/// The most variations inside one another that are read.
pub(super) const MOST_DEPTH: usize = 1000;

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
    InvalidCharacter,
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
        !matches!(self.kind, TextFaultKind::Pgn(PgnErrorKind::RepeatedTag) | TextFaultKind::InvalidCharacter)
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
    pub fn empty(place: Place) -> Self {
        Self {
            place,
            tags: Vec::new(),
            words: Words::default(),
            result: None,
            result_place: None,
            comments: Vec::new(),
            nags: Vec::new(),
            variations: Vec::new(),
            leniencies: Vec::new(),
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
    pub fn label(&self, number: u64) -> String {
        let players = self.players().join(" - ");
        let players = if players.is_empty() { players } else { format!(", {players}") };
        let id = self.tag("GameID").map(|tag| format!(" (GameID {})", tag.text)).unwrap_or_default();
        format!("game {number}{players}{id}")
    }

    /// The result after the moves, or where that is `*` or missing that of the tag, and its place.
    pub fn stated_result(&self) -> Option<(Score, Place)> {
        let stated = self.result.map(|score| (score, self.result_place.unwrap_or(self.place)));
        let tagged = || self.tagged_result().filter(|&(tag, _)| tag != Score::Unfinished || stated.is_none());
        stated.filter(|&(score, _)| score != Score::Unfinished).or_else(tagged).or(stated)
    }

    /// The result of the tag `Result`, and where it stands.
    pub fn tagged_result(&self) -> Option<(Score, Place)> {
        let tag = self.tag("Result")?;
        Some((Score::from_bytes(tag.text.trim().as_bytes())?, tag.place))
    }

    /// What is to be forgiven about tags of a game with so many half-moves.
    pub(super) fn tag_leniencies(&self, plies: usize) -> impl Iterator<Item = (Leniency, Place)> {
        let is = |value: &str, other: &str| value.trim().eq_ignore_ascii_case(other);
        let fen = self.tag("FEN");
        let rules = [
            ("Result", Leniency::UnreadableResult),
            ("SetUp", Leniency::WrongSetUp),
            ("FEN", Leniency::ZeroMoveNumber),
            ("PlyCount", Leniency::WrongPlyCount),
        ];
        rules.into_iter().filter_map(move |(name, leniency)| {
            let Token { text, place } = self.tag(name).filter(|tag| !tag.text.trim().is_empty())?;
            let is_wrong = match leniency {
                Leniency::UnreadableResult => Score::from_bytes(text.trim().as_bytes()).is_none(),
                Leniency::WrongSetUp => !is(text, if fen.is_some() { "1" } else { "0" }),
                Leniency::ZeroMoveNumber => has_zero_move_number(text),
                _ => text.trim().parse() != Ok(plies),
            };
            is_wrong.then_some((leniency, *place))
        })
    }

    fn add_leniency(&mut self, leniency: Leniency, place: Place) {
        if self.leniencies.iter().all(|&(earlier, _)| earlier != leniency) {
            self.leniencies.push((leniency, place));
        }
    }

    /// Adds what a variation says. A result in it is kept as a comment.
    fn add_step(
        &mut self,
        event: EventKind<'_>,
        place: Place,
        depth: u32,
        number: &mut Option<WrittenNumber>,
    ) {
        let ply = self.words.len();
        let dangling = match event {
            EventKind::VariationBegin | EventKind::VariationEnd => number.take(),
            _ => None,
        };
        if depth == 1 && matches!(event, EventKind::VariationBegin) {
            self.variations.push(Variation { ply, steps: Vec::new() });
            return;
        }
        let Some(Variation { steps, .. }) = self.variations.last_mut() else { return };
        steps.extend(dangling.map(|number| Step::Comment(number.to_string())));
        let step = match event {
            EventKind::Number { value, dots } => {
                *number = Some(WrittenNumber { value: Some(value), dots });
                return;
            }
            EventKind::Dots(dots) => {
                *number = Some(number.unwrap_or(WrittenNumber { value: None, dots: 0 }).with_dots(dots));
                return;
            }
            EventKind::Move(text) => {
                let token = Token { text: owned(text.bytes), place };
                Step::Move(WrittenMove { token, number: number.take() })
            }
            EventKind::Comment { text, .. } => Step::Comment(comment_text(&owned(text.bytes))),
            EventKind::Nag(nag) => Step::Nag(nag),
            EventKind::VariationBegin => Step::Begin,
            EventKind::VariationEnd if depth > 1 => Step::End,
            EventKind::Result { score, .. } => Step::Comment(score.to_string()),
            EventKind::Mark(mark) => {
                let word = match steps.last_mut() {
                    Some(Step::Move(written)) => Some(&mut written.token.text),
                    _ => None,
                };
                let glyph = glyph(mark);
                if glyph.is_none() && word.is_some_and(|word| attach(word, mark)) {
                    return;
                }
                glyph.map_or_else(|| Step::Comment(owned(mark)), Step::Nag)
            }
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
        for Variation { mut steps, .. } in game.variations {
            for step in &mut steps {
                if let Step::Move(written) = step {
                    written.token.place = self.place;
                }
            }
            self.variations.push(Variation { ply, steps });
        }
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
        self.note(TextFaultKind::InvalidCharacter, Place { offset, line: place.line + lines, column });
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

/// The glyph that says the same as a mark, if there is one.
fn glyph(mark: &[u8]) -> Option<u8> {
    Judgement::of(mark).map(Judgement::nag).or_else(|| Judgement::evaluation(mark))
}

/// How much of a game is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Its tags and the moves of its main line.
    Moves,
    /// Also the moves of its variations.
    Variations,
    /// Also comments and glyphs.
    Everything,
}

/// The most moves, numbers, tags and other things of a game that are kept.
const MOST_WORDS: usize = 1_500_000;

/// The most bytes of tags and comments of a game that are kept.
const MOST_TEXT: usize = 64 << 20;

/// The games of a PGN file, in its order. Bytes that belong to no game are passed over.
pub struct Games<R> {
    reader: Reader<R>,
    detail: Detail,
    /// Something outside of all games, kept for the next item.
    stray: Option<TextFault>,
    /// Comments between games, which belong to the next one.
    before: Vec<String>,
}

impl<R: Read> Games<R> {
    /// The games of a file with the moves of their main lines.
    pub fn new(source: R) -> Self {
        Self::with_detail(source, Detail::Moves)
    }

    /// The games of a file with comments, glyphs and variations.
    pub fn with_comments(source: R) -> Self {
        Self::with_detail(source, Detail::Everything)
    }

    /// The games of a file with so much of each.
    pub fn with_detail(source: R, detail: Detail) -> Self {
        Self { reader: Reader::new(source), detail, stray: None, before: Vec::new() }
    }

    /// Whether so much of the file is at hand that the next game, if it is not a long one, can be had
    /// without waiting for the file.
    pub fn has_buffered_game(&self) -> bool {
        self.reader.buffered() > 2 * WORD_LIMIT
    }

    /// Whether nothing behind the last game is at hand.
    pub fn is_buffer_empty(&self) -> bool {
        self.reader.buffered() == 0
    }

    /// Where the next game is looked for.
    pub fn place(&self) -> Place {
        self.reader.place()
    }

    /// What was wrong between games since this was asked last.
    pub fn take_stray_fault(&mut self) -> Option<TextFault> {
        self.stray.take()
    }

    /// Comments since the last game; after the last one those that no game follows.
    pub fn take_comments_between(&mut self) -> Vec<String> {
        std::mem::take(&mut self.before)
    }

    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut game: Option<GameText> = None;
        let mut number = None;
        // What is kept beside words and their numbers, and how many bytes.
        let (mut others, mut bytes) = (0, self.before.iter().map(String::len).sum::<usize>());
        let has_all = self.detail == Detail::Everything;
        loop {
            if let Some(game) = &mut game {
                game.words.push_plain(&mut self.reader);
                if game.words.len() + game.words.numbers().len() + others > MOST_WORDS || bytes > MOST_TEXT {
                    game.note(TextFaultKind::Pgn(PgnErrorKind::GameTooLong), self.reader.place());
                    self.reader.skip_game()?;
                    return Ok(Some(std::mem::replace(game, GameText::empty(Place::START))));
                }
            }
            let Some(event) = self.reader.next_event()? else { return Ok(game) };
            let (place, depth) = (event.place, event.depth);
            if let (EventKind::Move(text) | EventKind::Comment { text, .. }, Some(game)) =
                (event.kind, &mut game)
            {
                game.note_no_text(text, place);
            }
            if let EventKind::Comment { text, .. } | EventKind::Tag { value: text, .. } = event.kind {
                bytes += text.bytes.len();
            }
            others += usize::from(has_all || depth > 0 || matches!(event.kind, EventKind::Tag { .. }));
            match (event.kind, &mut game) {
                (EventKind::GameBegin, game) => {
                    let comments = self.before.drain(..).map(|comment| (0, comment)).collect();
                    *game = Some(GameText { words: Words::with_room(), comments, ..GameText::empty(place) });
                }
                (EventKind::GameEnd, _) => return Ok(game),
                (EventKind::Error(error), None) => {
                    let fault = TextFault { kind: TextFaultKind::Pgn(error.kind), place: error.place };
                    self.stray.get_or_insert(fault);
                }
                (EventKind::Error(error), Some(game)) => {
                    game.note(TextFaultKind::Pgn(error.kind), error.place);
                }
                (EventKind::Comment { text, .. }, None) if has_all && bytes <= MOST_TEXT => {
                    self.before.push(comment_text(&owned(text.bytes)));
                }
                (EventKind::Tag { name, value, value_place, quoting }, Some(game)) => {
                    game.note_no_text(value, value_place);
                    let [name, text] = [name, value.bytes].map(owned);
                    game.tags.push((name, Token { text, place: value_place }));
                    if quoting == Quoting::Bare {
                        game.add_leniency(Leniency::BareTag, value_place);
                    }
                }
                (_, Some(_)) if depth > 0 && self.detail == Detail::Moves => {}
                (EventKind::Comment { .. } | EventKind::Nag(_) | EventKind::Result { .. }, Some(_))
                    if depth > 0 && !has_all => {}
                (kind, Some(game)) if depth > 0 => game.add_step(kind, place, depth, &mut number),
                (EventKind::Number { value, dots }, Some(game)) => {
                    let last = game.words.last_number();
                    if value == 1 && last > 1 {
                        game.note(TextFaultKind::NumberRestart(last), place);
                    }
                    game.words.push_number(WrittenNumber { value: Some(value), dots });
                }
                (EventKind::Dots(dots), Some(game)) => game.words.push_dots(dots),
                (EventKind::Move(text), Some(game)) => game.words.push(text.bytes, place),
                (EventKind::Mark(mark), Some(game)) => match glyph(mark) {
                    Some(glyph) if has_all => game.nags.push((game.words.len(), glyph)),
                    _ => {
                        if !game.words.attach(mark) && has_all {
                            game.comments.push((game.words.len(), owned(mark)));
                        }
                    }
                },
                (EventKind::Result { score, text }, Some(game)) => {
                    game.result = Some(score);
                    game.result_place = Some(place);
                    if *text != *score.to_string().as_bytes() {
                        game.add_leniency(Leniency::OtherResult, place);
                    }
                }
                (EventKind::Comment { text, .. }, Some(game)) if has_all => {
                    game.comments.push((game.words.len(), comment_text(&owned(text.bytes))));
                }
                (EventKind::Nag(nag), Some(game)) if has_all => {
                    game.nags.push((game.words.len(), nag));
                }
                _ => {}
            }
        }
    }
}

/// Whether a FEN ends with two counters, of which the number of the move is 0.
fn has_zero_move_number(fen: &str) -> bool {
    let is_zero = |field: &str| field.bytes().all(|byte| byte == b'0');
    let mut fields = fen.split_ascii_whitespace().rev().skip_while(|field| *field == "-");
    let (last, before) = (fields.next(), fields.next());
    last.is_some_and(is_zero) && before.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()))
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<io::Result<GameText>> {
        self.next_game().transpose()
    }
}
