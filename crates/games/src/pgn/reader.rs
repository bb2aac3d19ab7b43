//! The machine that turns bytes into events: tags, comments, moves, variations, the borders of games.
//!
//! It knows which part of a game it is in and how deep in variations, not what a move means. A comment that is
//! never closed ends before the next game.

use std::hash::BuildHasher;
use std::io::{self, Read};
use std::ops::Range;

use foldhash::quality::FixedState;

use super::input::Input;
use super::token::{self, TAG_HEAD, Word, is_blank};
use super::{
    CommentStyle, Event, EventKind, PgnError, PgnErrorKind, Quoting, Score, TEXT_LIMIT, Text, WORD_LIMIT,
};
use hexmate_position::Place;

/// Reads games from `R`, one event at a time, in constant memory.
///
/// The events of an input do not depend on how `R` cuts it into pieces. There
/// is no need to wrap `R` in a [`BufReader`](io::BufReader).
///
/// # Examples
///
/// ```
/// use hexmate_games::pgn::{EventKind, Reader};
///
/// let mut reader = Reader::new(&b"[White Bodor]\n\n1.g4g6 (1.e4e5) f7g6xP 1-0"[..]);
/// let mut moves = 0;
/// while let Some(event) = reader.next_event()? {
///     match event.kind {
///         EventKind::Move(_) if event.depth == 0 => moves += 1,
///         EventKind::Error(error) => eprintln!("{error}"),
///         _ => {}
///     }
/// }
/// assert_eq!(moves, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    pub(super) input: Input<R>,
    /// Text of the tag, comment or overlong word in hand.
    pub(super) text: Vec<u8>,
    /// Where the value of the tag in hand begins.
    pub(super) value_place: Place,
    pub(super) phase: Phase,
    depth: u32,
    /// Where the outermost open variation began.
    variation: Place,
    /// An error to report before reading on.
    pub(super) pending: Option<PgnError>,
    /// Whether anything but blanks has been seen on this line.
    pub(super) is_line_begun: bool,
    /// Whether text that belongs nowhere has been reported since the last game or result.
    has_strayed: bool,
    /// Whether a blank line has followed the last tag.
    pub(super) is_heading_over: bool,
    pub(super) names: Names,
}

/// The part of a game the reader is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Between,
    Heading,
    Movetext,
    /// After the result, while comments still belong to the game.
    Finished,
}

impl Phase {
    /// Whether movetext would belong to the open game.
    const fn takes_moves(self) -> bool {
        matches!(self, Self::Heading | Self::Movetext)
    }
}

impl<R: Read> Reader<R> {
    /// A reader at the beginning of `source`.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_games::pgn; }
    /// use hexmate::pgn::Reader;
    ///
    /// let mut reader = Reader::new(b"1. f6 e6 *".as_slice());
    /// let mut events = 0;
    /// while reader.next_event()?.is_some() {
    ///     events += 1;
    /// }
    /// assert!(events >= 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(source: R) -> Self {
        Self {
            input: Input::new(source),
            text: Vec::with_capacity(WORD_LIMIT),
            value_place: Place::START,
            phase: Phase::Between,
            depth: 0,
            variation: Place::START,
            pending: None,
            is_line_begun: false,
            has_strayed: false,
            is_heading_over: false,
            names: Names::NONE,
        }
    }

    /// How far the input has been read.
    pub const fn place(&self) -> Place {
        self.input.place()
    }

    /// Reads the next event; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Fails if the source does. Faults of the text are events.
    pub fn next_event(&mut self) -> io::Result<Option<Event<'_>>> {
        let (place, found) = loop {
            match self.step()? {
                Step::Again => {}
                Step::End => return Ok(None),
                Step::Found(place, found) => break (place, found),
            }
        };
        let is_variation_end = matches!(found, RawEvent::VariationEnd);
        let depth = self.depth + u32::from(is_variation_end);
        let kind = self.kind(place, found);
        Ok(Some(Event { place, depth, kind }))
    }

    /// Whether the next byte belongs to the main line, and nothing is left to say before it.
    pub(super) const fn is_in_main_line(&self) -> bool {
        self.depth == 0 && self.pending.is_none()
    }

    /// Reads to the end of the open game, if there is one, without its events.
    ///
    /// The next event is the first after [`EventKind::GameEnd`].
    ///
    /// # Errors
    ///
    /// Fails if the source does.
    pub fn skip_game(&mut self) -> io::Result<()> {
        while self.phase != Phase::Between {
            self.step()?;
        }
        Ok(())
    }

    fn kind(&self, place: Place, found: RawEvent) -> EventKind<'_> {
        let kept = |is_cut| Text { bytes: &self.text, is_cut };
        match found {
            RawEvent::GameBegin => EventKind::GameBegin,
            RawEvent::Number { value, dots } => EventKind::Number { value, dots },
            RawEvent::Dots(dots) => EventKind::Dots(dots),
            RawEvent::Nag(nag) => EventKind::Nag(nag),
            RawEvent::VariationBegin => EventKind::VariationBegin,
            RawEvent::VariationEnd => EventKind::VariationEnd,
            RawEvent::Error(kind) => EventKind::Error(PgnError { kind, place }),
            RawEvent::GameEnd => EventKind::GameEnd,
            RawEvent::Tag { name_len, quoting, is_cut } => EventKind::Tag {
                name: &self.text[..name_len],
                value: Text { bytes: &self.text[name_len..], is_cut },
                value_place: self.value_place,
                quoting,
            },
            RawEvent::Move(len) => EventKind::Move(Text { bytes: self.input.consumed(len), is_cut: false }),
            RawEvent::CutMove => EventKind::Move(kept(true)),
            RawEvent::Mark(len) => EventKind::Mark(self.input.consumed(len)),
            RawEvent::Result(score, len) => EventKind::Result { score, text: self.input.consumed(len) },
            RawEvent::Comment(style, is_cut) => EventKind::Comment { text: kept(is_cut), style },
        }
    }

    #[inline]
    fn step(&mut self) -> io::Result<Step> {
        if let Some(error) = self.pending.take() {
            return Ok(found_error(error));
        }
        let Some(first) = self.skip_blanks()? else {
            return Ok(self.close());
        };
        if matches!(first, b'\n' | b'\r') {
            return self.end_line();
        }
        if self.place().column == 1 {
            if first == b'%' {
                return self.line_comment(CommentStyle::Escape);
            }
            if self.skip_byte_order_mark()? {
                return Ok(Step::Again);
            }
        }
        if first == b'[' {
            return self.bracket();
        }
        match first {
            b';' => self.line_comment(CommentStyle::Line),
            b'{' => self.brace_comment(),
            b'(' | b')' | b'}' | b'$' => self.sign(first),
            _ => self.word(),
        }
    }

    /// Skips the blanks ahead, and tells which byte comes after them.
    #[inline]
    pub(super) fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            let ahead = self.input.peek(1)?;
            let len = token::blank_len(ahead);
            if len == 0 {
                return Ok(ahead.first().copied());
            }
            self.input.consume(len);
        }
    }

    /// Skips a byte-order mark; returns whether there was one.
    fn skip_byte_order_mark(&mut self) -> io::Result<bool> {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        let is_mark = self.input.peek(BYTE_ORDER_MARK.len())?.starts_with(BYTE_ORDER_MARK);
        if is_mark {
            self.input.consume_unseen(BYTE_ORDER_MARK.len());
        }
        Ok(is_mark)
    }

    fn end_line(&mut self) -> io::Result<Step> {
        let place = self.place();
        self.input.consume_line_end()?;
        let is_blank_line = !std::mem::take(&mut self.is_line_begun);
        self.is_heading_over |= is_blank_line;
        if is_blank_line && self.phase == Phase::Finished {
            return Ok(self.end_game(place));
        }
        Ok(Step::Again)
    }

    /// Ends what is open, one thing at a time: the variation, the game, the events.
    fn close(&mut self) -> Step {
        if self.depth > 0 {
            self.depth = 0;
            return found_error(PgnError { kind: PgnErrorKind::UnclosedVariation, place: self.variation });
        }
        if self.phase != Phase::Between {
            return self.end_game(self.place());
        }
        Step::End
    }

    fn end_game(&mut self, place: Place) -> Step {
        self.phase = Phase::Between;
        self.has_strayed = false;
        Step::Found(place, RawEvent::GameEnd)
    }

    /// Begins a game in `phase`, after the one that may still be open has ended.
    fn begin_game(&mut self, phase: Phase) -> Step {
        if self.phase != Phase::Between {
            return self.close();
        }
        self.phase = phase;
        self.has_strayed = false;
        self.names = Names::NONE;
        self.is_heading_over = false;
        Step::Found(self.place(), RawEvent::GameBegin)
    }

    /// Passes over text that belongs to no game, and reports the first of it.
    fn stray(&mut self) -> io::Result<Step> {
        let kind = match self.phase {
            Phase::Finished => PgnErrorKind::TextAfterResult,
            Phase::Between | Phase::Heading | Phase::Movetext => PgnErrorKind::TextOutsideGame,
        };
        let step = self.junk(kind)?;
        if std::mem::replace(&mut self.has_strayed, true) {
            return Ok(Step::Again);
        }
        Ok(step)
    }

    /// Passes over a word that makes no sense, and reports it; in a variation it is a move that cannot be read.
    fn junk(&mut self, kind: PgnErrorKind) -> io::Result<Step> {
        if self.depth > 0 {
            return self.unreadable_move();
        }
        let place = self.begin_token();
        let len = token::word_len(self.input.peek(1)?);
        self.input.consume(len);
        self.consume_rest_of_word()?;
        Ok(found_error(PgnError { kind, place }))
    }

    fn unreadable_move(&mut self) -> io::Result<Step> {
        let len = token::word_len(self.input.peek(WORD_LIMIT + 1)?);
        if len > WORD_LIMIT {
            return self.cut_move();
        }
        let place = self.begin_token();
        self.input.consume(len);
        Ok(Step::Found(place, RawEvent::Move(len)))
    }

    fn consume_rest_of_word(&mut self) -> io::Result<()> {
        loop {
            let len = token::rest_len(self.input.peek(1)?);
            if len == 0 {
                return Ok(());
            }
            self.input.consume(len);
        }
    }

    /// Consumes what is at hand of this line; 0 if nothing is left of it.
    pub(super) fn consume_to_line_end(&mut self) -> io::Result<usize> {
        let ahead = self.input.peek(1)?;
        let len = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        self.input.consume(len);
        Ok(len)
    }

    pub(super) fn begin_token(&mut self) -> Place {
        self.is_line_begun = true;
        self.place()
    }

    fn sign(&mut self, sign: u8) -> io::Result<Step> {
        if !self.phase.takes_moves() {
            return self.stray();
        }
        self.phase = Phase::Movetext;
        if sign == b'$' {
            return self.nag();
        }
        if sign == b'}' && self.depth > 0 {
            return self.unreadable_move();
        }
        let place = self.begin_token();
        self.input.consume(1);
        let error = |kind| found_error(PgnError { kind, place });
        Ok(match sign {
            b'(' => {
                if self.depth == 0 {
                    self.variation = place;
                }
                self.depth = self.depth.saturating_add(1);
                Step::Found(place, RawEvent::VariationBegin)
            }
            b')' if self.depth > 0 => {
                self.depth -= 1;
                Step::Found(place, RawEvent::VariationEnd)
            }
            b')' => error(PgnErrorKind::UnopenedVariation),
            _ => error(PgnErrorKind::UnopenedComment),
        })
    }

    fn nag(&mut self) -> io::Result<Step> {
        let ahead = self.input.peek(WORD_LIMIT)?;
        let len = token::word_len(ahead);
        let Some(nag) = token::nag(&ahead[1..len]) else {
            return self.junk(PgnErrorKind::JunkToken);
        };
        let place = self.begin_token();
        self.input.consume(len);
        Ok(Step::Found(place, RawEvent::Nag(nag)))
    }

    #[inline]
    fn word(&mut self) -> io::Result<Step> {
        let ahead = self.input.peek(WORD_LIMIT + 1)?;
        let len = token::word_len(ahead);
        let is_cut = len > WORD_LIMIT;
        let word = &ahead[..len.min(WORD_LIMIT)];
        let class = token::classify(word);
        if !self.phase.takes_moves() {
            if matches!(class, Word::Number { value: 1, .. }) {
                return Ok(self.begin_game(Phase::Movetext));
            }
            if is_cut || !token::is_rule(word) {
                return self.stray();
            }
            self.is_line_begun = true;
            self.input.consume(len);
            return Ok(Step::Again);
        }
        self.phase = Phase::Movetext;
        let place = self.begin_token();
        let (len, found) = match class {
            Word::Move(_) if is_cut => return self.cut_move(),
            Word::Move(len) => (len, RawEvent::Move(len)),
            Word::Number { value, dots, len } if len < WORD_LIMIT => (len, RawEvent::Number { value, dots }),
            Word::Dots { dots, len } => (len, RawEvent::Dots(dots)),
            Word::Mark if !is_cut => (len, RawEvent::Mark(len)),
            Word::Result(score) if !is_cut => {
                if self.depth == 0 {
                    self.phase = Phase::Finished;
                }
                (len, RawEvent::Result(score, len))
            }
            Word::Number { .. } | Word::Mark | Word::Result(_) | Word::Junk => {
                return self.junk(PgnErrorKind::JunkToken);
            }
        };
        self.input.consume(len);
        Ok(Step::Found(place, found))
    }

    /// Reads a move that is longer than what is kept of it.
    fn cut_move(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        let head = &self.input.peek(WORD_LIMIT)?[..WORD_LIMIT];
        self.text.clear();
        self.text.extend_from_slice(head);
        self.input.consume(WORD_LIMIT);
        self.consume_rest_of_word()?;
        Ok(Step::Found(place, RawEvent::CutMove))
    }

    fn bracket(&mut self) -> io::Result<Step> {
        let name = token::tag_name(self.input.peek(token::TAG_HEAD)?);
        match (self.phase, name) {
            (Phase::Heading, Some(_)) if self.is_heading_over && self.has_heading_ahead()? => {
                Ok(self.begin_game(Phase::Heading))
            }
            (Phase::Heading, Some(name)) => self.tag(name),
            (Phase::Heading, None) => self.malformed_tag(),
            (Phase::Between | Phase::Finished, Some(_)) => Ok(self.begin_game(Phase::Heading)),
            (Phase::Movetext, Some(_)) if !self.is_line_begun => Ok(self.begin_game(Phase::Heading)),
            (Phase::Movetext, _) => self.junk(PgnErrorKind::JunkToken),
            (Phase::Between | Phase::Finished, None) => self.stray(),
        }
    }
}

/// What one step of the machine came to.
pub(super) enum Step {
    Again,
    End,
    Found(Place, RawEvent),
}

/// An event whose text is still where it was read; small, for it is passed on
/// several times.
#[derive(Clone, Copy)]
pub(super) enum RawEvent {
    GameBegin,
    Tag { name_len: usize, quoting: Quoting, is_cut: bool },
    Number { value: u32, dots: u32 },
    Dots(u32),
    Move(usize),
    CutMove,
    Mark(usize),
    Nag(u8),
    Comment(CommentStyle, bool),
    VariationBegin,
    VariationEnd,
    Result(Score, usize),
    Error(PgnErrorKind),
    GameEnd,
}

/// The step that reports `error`.
pub(super) fn found_error(error: PgnError) -> Step {
    Step::Found(error.place, RawEvent::Error(error.kind))
}

/// Tag names of one heading, as hashes: enough to see one come again.
///
/// Names beyond the first [`MOST_NAMES`] are not remembered.
#[derive(Debug)]
pub(super) struct Names {
    hashes: [u64; 64],
    count: usize,
    /// Those that do not fit into the array.
    others: Vec<u64>,
    has_repeated: bool,
}

/// The most names that are remembered beside those of the array: many more than anybody writes.
const MOST_NAMES: usize = 4096;

impl Names {
    pub(super) const NONE: Self = Self { hashes: [0; 64], count: 0, others: Vec::new(), has_repeated: false };

    /// Whether `name` is the first to come a second time, in upper or lower case.
    pub(super) fn is_first_repeated(&mut self, name: &[u8]) -> bool {
        let hash = hash(name);
        if self.has_hash(hash) {
            return !std::mem::replace(&mut self.has_repeated, true);
        }
        match self.hashes.get_mut(self.count) {
            Some(free) => {
                *free = hash;
                self.count += 1;
            }
            None if self.others.len() < MOST_NAMES => self.others.push(hash),
            None => {}
        }
        false
    }

    /// Whether `name` has come, in upper or lower case.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.has_hash(hash(name))
    }

    fn has_hash(&self, hash: u64) -> bool {
        self.hashes[..self.count].contains(&hash) || self.others.contains(&hash)
    }
}

/// Hash of a name in lower case.
fn hash(name: &[u8]) -> u64 {
    let mut folded = [0; 32];
    match folded.get_mut(..name.len()) {
        Some(folded) => {
            folded.copy_from_slice(name);
            folded.make_ascii_lowercase();
            FixedState::default().hash_one(&*folded)
        }
        None => FixedState::default().hash_one(name.to_ascii_lowercase()),
    }
}

/// The most bytes of a block of tags that are looked at before it is read.
const MOST_BLOCK: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    pub(super) fn tag(&mut self, name: Range<usize>) -> io::Result<Step> {
        let place = self.begin_token();
        self.is_heading_over = false;
        let ahead = self.input.peek(TAG_HEAD)?;
        self.text.clear();
        self.text.extend_from_slice(&ahead[name.clone()]);
        let name_len = name.len();
        self.input.consume(name.end);
        let quoting = match self.skip_blanks()? {
            Some(b'"') => {
                self.input.consume(1);
                Quoting::Quoted
            }
            _ => Quoting::Bare,
        };
        self.value_place = self.place();
        let (progress, is_cut) = match quoting {
            Quoting::Quoted if self.take_plain_value() => (Progress::Closed, false),
            Quoting::Quoted => {
                let mut value = Quoted::default();
                let progress = self.value(|byte, text| value.push(byte, text))?;
                (progress, value.finish(&mut self.text))
            }
            Quoting::Bare => {
                let mut value = Bare::default();
                let progress = self.value(|byte, text| value.push(byte, text))?;
                (progress, value.finish(&mut self.text))
            }
        };
        let error = |kind| Some(PgnError { kind, place });
        if progress != Progress::Closed {
            self.pending = error(PgnErrorKind::UnterminatedTag);
        } else if is_cut {
            self.pending = error(PgnErrorKind::TextTooLong);
        } else if self.names.is_first_repeated(&self.text[..name_len]) {
            self.pending = error(PgnErrorKind::RepeatedTag);
        }
        let found = RawEvent::Tag { name_len, quoting, is_cut };
        Ok(Step::Found(place, found))
    }

    /// Takes the rest of a quoted tag if it is at hand and there is nothing special in it; tells whether it did.
    fn take_plain_value(&mut self) -> bool {
        let ahead = self.input.buffered();
        let Some(len) = memchr::memchr3(b'"', b'\\', b'\n', ahead).filter(|&len| len <= TEXT_LIMIT) else {
            return false;
        };
        let is_plain = ahead[len..].starts_with(b"\"]") && !ahead[..len].contains(&b'\r');
        if is_plain {
            self.text.extend_from_slice(&ahead[..len]);
            self.input.consume(len + 2);
        }
        is_plain
    }

    /// Feeds bytes to `push` until it has enough, or the input ends.
    fn value(&mut self, mut push: impl FnMut(u8, &mut Vec<u8>) -> Progress) -> io::Result<Progress> {
        loop {
            let ahead = self.input.peek(1)?;
            if ahead.is_empty() {
                return Ok(Progress::LineEnd);
            }
            let mut progress = Progress::Open;
            let mut len = 0;
            while progress == Progress::Open && len < ahead.len() {
                progress = push(ahead[len], &mut self.text);
                len += usize::from(progress != Progress::LineEnd);
            }
            self.input.consume(len);
            if progress != Progress::Open {
                return Ok(progress);
            }
        }
    }

    /// Whether a name that the heading has used comes again in the block of tags ahead.
    pub(super) fn has_heading_ahead(&mut self) -> io::Result<bool> {
        let ahead = self.input.peek(MOST_BLOCK)?;
        let lines = ahead[..ahead.len().min(MOST_BLOCK)].split(|&byte| byte == b'\n');
        let names = lines.map(|line| {
            let line = line.trim_ascii_start();
            token::tag_name(line).map(|name| &line[name])
        });
        Ok(names.map_while(|name| name).any(|name| self.names.has(name)))
    }

    pub(super) fn malformed_tag(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        loop {
            let ahead = self.input.peek(1)?;
            let stop = memchr::memchr3(b']', b'\n', b'\r', ahead);
            let is_closed = stop.is_some_and(|stop| ahead[stop] == b']');
            let len = stop.unwrap_or(ahead.len()) + usize::from(is_closed);
            self.input.consume(len);
            if stop.is_some() || len == 0 {
                let kind = PgnErrorKind::MalformedTag;
                return Ok(found_error(PgnError { kind, place }));
            }
        }
    }
}

/// What a byte did to a tag value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// It belongs to the value, or may yet turn out to.
    Open,
    /// It is the bracket that ends the tag.
    Closed,
    /// It ends the line, and is not part of the tag.
    LineEnd,
}

/// A value between quotes, of which only the last before the bracket counts.
#[derive(Default, Debug)]
struct Quoted {
    value: Kept,
    /// Length of the value if the quote seen last was the closing one.
    closed_at: Option<usize>,
    is_escaped: bool,
}

impl Quoted {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) -> Progress {
        if std::mem::take(&mut self.is_escaped) {
            if matches!(byte, b'"' | b'\\') {
                self.value.push(byte, text);
                return Progress::Open;
            }
            self.value.push(b'\\', text);
        }
        match byte {
            b'\n' | b'\r' => return Progress::LineEnd,
            b']' if self.closed_at.is_some() => return Progress::Closed,
            b'"' => self.closed_at = Some(self.value.len),
            b'\\' => {
                self.closed_at = None;
                self.is_escaped = true;
                return Progress::Open;
            }
            _ if is_blank(byte) => {}
            _ => self.closed_at = None,
        }
        self.value.push(byte, text);
        Progress::Open
    }

    /// Takes away what came after the value; tells whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        let len = self.closed_at.unwrap_or(self.value.len);
        self.value.finish(len, text)
    }
}

/// A value that ends at the bracket.
#[derive(Default, Debug)]
struct Bare {
    value: Kept,
    /// Length of the value without the blanks after it.
    trimmed: usize,
}

impl Bare {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) -> Progress {
        match byte {
            b'\n' | b'\r' => return Progress::LineEnd,
            b']' => return Progress::Closed,
            _ => self.value.push(byte, text),
        }
        if !is_blank(byte) {
            self.trimmed = self.value.len;
        }
        Progress::Open
    }

    /// Takes away the blanks at the end; tells whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        self.value.finish(self.trimmed, text)
    }
}

/// The length of a value of which at most [`TEXT_LIMIT`] bytes are kept.
#[derive(Default, Debug)]
struct Kept {
    len: usize,
}

impl Kept {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) {
        if self.len < TEXT_LIMIT {
            text.push(byte);
        }
        self.len += 1;
    }

    fn finish(self, len: usize, text: &mut Vec<u8>) -> bool {
        let kept_before = text.len() - self.len.min(TEXT_LIMIT);
        text.truncate(kept_before + len.min(TEXT_LIMIT));
        len > TEXT_LIMIT
    }
}

/// The most bytes in which a tag that ends a comment must be complete.
const MOST_TAG: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    /// Reads a comment that ends with its line, and begins with `;` or `%`.
    pub(super) fn line_comment(&mut self, style: CommentStyle) -> io::Result<Step> {
        let place = self.begin_token();
        self.input.consume(usize::from(style == CommentStyle::Line));
        self.text.clear();
        let mut is_cut = false;
        loop {
            let len = self.consume_to_line_end()?;
            if len == 0 {
                break;
            }
            is_cut |= keep(&mut self.text, self.input.consumed(len));
        }
        self.pend_too_long(place, is_cut);
        Ok(Step::Found(place, RawEvent::Comment(style, is_cut)))
    }

    pub(super) fn brace_comment(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        self.input.consume(1);
        self.text.clear();
        let mut is_cut = false;
        let mut lines = CommentLines::INSIDE;
        let is_closed = loop {
            let is_line_start = self.place().column == 1;
            if is_line_start && lines.has_blank && self.has_tag_ahead()? {
                self.is_line_begun = false;
                break false;
            }
            let ahead = self.input.peek(1)?;
            let stop = memchr::memchr3(b'}', b'\n', b'\r', ahead).unwrap_or(ahead.len());
            if stop > 0 {
                lines.see(&ahead[..stop], is_line_start);
                self.input.consume(stop);
                is_cut |= keep(&mut self.text, self.input.consumed(stop));
                continue;
            }
            match ahead.first() {
                None => break false,
                Some(b'}') => {
                    self.input.consume(1);
                    break true;
                }
                Some(_) => {
                    let before = self.place().offset;
                    self.input.consume_line_end()?;
                    let len = (self.place().offset - before) as usize;
                    is_cut |= keep(&mut self.text, self.input.consumed(len));
                    lines.end();
                }
            }
        };
        // A comment may have swallowed all the moves: the next tag still begins a game.
        if self.phase == Phase::Heading && (self.is_heading_over || !is_closed) {
            self.phase = Phase::Movetext;
        }
        if is_closed {
            self.pend_too_long(place, is_cut);
        } else {
            self.pending = Some(PgnError { kind: PgnErrorKind::UnclosedComment, place });
        }
        Ok(Step::Found(place, RawEvent::Comment(CommentStyle::Brace, is_cut)))
    }

    fn pend_too_long(&mut self, place: Place, is_cut: bool) {
        if is_cut {
            self.pending = Some(PgnError { kind: PgnErrorKind::TextTooLong, place });
        }
    }

    fn has_tag_ahead(&mut self) -> io::Result<bool> {
        if token::tag_name(self.input.peek(token::TAG_HEAD)?).is_none() {
            return Ok(false);
        }
        let ahead = self.input.peek(MOST_TAG)?;
        let line = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        Ok(token::is_complete_tag(&ahead[..line.min(MOST_TAG)]))
    }
}

/// What the lines of a comment look like so far.
struct CommentLines {
    /// Whether the last line that counts was blank.
    has_blank: bool,
    current: Line,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// Begins with `;` or `%`: as if it were not there.
    Unseen,
    Text,
}

impl CommentLines {
    /// Right after the brace.
    const INSIDE: Self = Self { has_blank: false, current: Line::Text };

    fn see(&mut self, bytes: &[u8], is_line_start: bool) {
        if self.current != Line::Blank {
            return;
        }
        if is_line_start && matches!(bytes[0], b';' | b'%') {
            self.current = Line::Unseen;
        } else if token::blank_len(bytes) < bytes.len() {
            self.current = Line::Text;
        }
    }

    fn end(&mut self) {
        self.has_blank = match self.current {
            Line::Blank => true,
            Line::Unseen => self.has_blank,
            Line::Text => false,
        };
        self.current = Line::Blank;
    }
}

/// Appends what fits below the limit; tells whether something did not.
fn keep(text: &mut Vec<u8>, bytes: &[u8]) -> bool {
    let room = TEXT_LIMIT - text.len();
    text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    bytes.len() > room
}
