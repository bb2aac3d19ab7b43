//! The state machine that turns bytes into events: tags, comments, moves, variations, beginnings and ends of games.
//!
//! Its state is the phase of the game and the depth of variations. A comment that is
//! never closed ends before the next game.

use std::hash::BuildHasher;
use std::io::{self, Read};
use std::ops::Range;

use foldhash::quality::FixedState;

use super::input::Input;
use super::remark;
use super::token::{self, TAG_HEAD, Word, is_blank};
use super::{
    CommentStyle, Event, EventKind, GameResult, PgnError, PgnErrorKind, Quoting, TEXT_LIMIT, Text, WORD_LIMIT,
};
use hexmate_text::Place;

/// Reads games from `R`, one event at a time, in constant memory.
///
/// The events do not depend on the pieces in which `R` delivers the input. There
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
    /// Text of the current tag, comment or overlong word.
    pub(super) text: Vec<u8>,
    /// Place of the value of the current tag.
    pub(super) value_place: Place,
    pub(super) phase: Phase,
    depth: u32,
    /// Place of the outermost open variation.
    variation: Place,
    /// An error to report before reading on.
    pub(super) pending: Option<PgnError>,
    /// `true` if this line has anything but blanks so far.
    pub(super) is_line_begun: bool,
    /// `true` if text outside games has been reported since the last game or result.
    has_reported_stray: bool,
    /// `true` if a blank line has followed the last tag.
    pub(super) is_heading_over: bool,
    pub(super) names: TagNames,
}

/// The section of the file that the reader is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Between games.
    Between,
    /// Tags of a game.
    Heading,
    /// Moves of a game.
    Movetext,
    /// Moves of a game, after a remark on its end: move number 1 begins the next game.
    Remarked,
    /// After the result, while comments still belong to the game.
    Finished,
}

impl Phase {
    /// Returns whether movetext belongs to the open game.
    const fn takes_moves(self) -> bool {
        matches!(self, Self::Heading | Self::Movetext | Self::Remarked)
    }
}

impl<R: Read> Reader<R> {
    /// Creates a reader at the beginning of `source`.
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
            has_reported_stray: false,
            is_heading_over: false,
            names: TagNames::NONE,
        }
    }

    /// Sets the place of the first byte, for a text that is part of a file.
    pub(crate) fn starting_at(self, place: Place) -> Self {
        Self { input: self.input.starting_at(place), ..self }
    }

    /// Returns the place of the next byte to read.
    pub const fn place(&self) -> Place {
        self.input.place()
    }

    /// Reads the next event; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Returns the errors of the source. Syntax errors are events.
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

    /// Returns whether the next byte belongs to the main line and no error is pending before it.
    pub(super) const fn is_in_main_line(&self) -> bool {
        self.depth == 0 && self.pending.is_none()
    }

    /// Skips the events of the open game, if there is one, to its end.
    ///
    /// The next event is the first after [`EventKind::GameEnd`].
    ///
    /// # Errors
    ///
    /// Returns the errors of the source.
    pub fn skip_game(&mut self) -> io::Result<()> {
        while self.phase != Phase::Between {
            self.step()?;
        }
        Ok(())
    }

    /// Adds the text to an event.
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

    /// Reads one element of the file.
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
            // Some servers begin an export with `# From https://…`.
            if first == b'#' && !self.phase.takes_moves() && self.input.peek(2)?.get(1) == Some(&b' ') {
                return self.line_comment(CommentStyle::Line);
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

    /// Skips blanks; returns the next byte without consuming it.
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
            self.input.consume_zero_width(BYTE_ORDER_MARK.len());
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

    /// Closes one open element: first the variations, then the game, then the input.
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
        self.has_reported_stray = false;
        Step::Found(place, RawEvent::GameEnd)
    }

    /// Begins a game in `phase`; first ends the open game, if there is one.
    fn begin_game(&mut self, phase: Phase) -> Step {
        if self.phase != Phase::Between {
            return self.close();
        }
        self.phase = phase;
        self.has_reported_stray = false;
        self.names = TagNames::NONE;
        self.is_heading_over = false;
        Step::Found(self.place(), RawEvent::GameBegin)
    }

    /// Skips a word outside games; reports only the first since the last game or result.
    fn stray(&mut self) -> io::Result<Step> {
        let kind = match self.phase {
            Phase::Finished => PgnErrorKind::TextAfterResult,
            Phase::Between | Phase::Heading | Phase::Movetext | Phase::Remarked => {
                PgnErrorKind::TextOutsideGame
            }
        };
        let step = self.junk(kind)?;
        if std::mem::replace(&mut self.has_reported_stray, true) {
            return Ok(Step::Again);
        }
        Ok(step)
    }

    /// Skips a word and reports it as an error; inside a variation returns it as a move.
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

    /// Returns a word of any form as a move.
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

    /// Consumes the buffered rest of this line and returns its length; 0 at the end of the line.
    pub(super) fn consume_to_line_end(&mut self) -> io::Result<usize> {
        let ahead = self.input.peek(1)?;
        let len = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        self.input.consume(len);
        Ok(len)
    }

    /// Marks the line as not blank and returns the place of the token that begins here.
    pub(super) fn begin_token(&mut self) -> Place {
        self.is_line_begun = true;
        self.place()
    }

    /// Reads a bracket of a variation, a stray brace or an annotation glyph.
    fn sign(&mut self, sign: u8) -> io::Result<Step> {
        if sign == b'('
            && self.depth == 0
            && let Some(remark) = self.remark()?
        {
            return Ok(remark);
        }
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

    /// Reads a word that is not a tag, a comment or a bracket.
    #[inline]
    fn word(&mut self) -> io::Result<Step> {
        let ahead = self.input.peek(WORD_LIMIT + 1)?;
        let len = token::word_len(ahead);
        let is_cut = len > WORD_LIMIT;
        let word = &ahead[..len.min(WORD_LIMIT)];
        let class = token::classify(word);
        let may_be_spaced =
            matches!(class, Word::Number { dots: 0, .. } | Word::Result(_) | Word::Junk | Word::Move(_));
        let spaced = (may_be_spaced && !word[0].is_ascii_alphabetic() && self.phase.takes_moves())
            .then(|| token::spaced_result(ahead))
            .flatten();
        let (class, len) = spaced.map_or((class, len), |(score, len)| (Word::Result(score), len));
        let is_rule = !self.phase.takes_moves() && !is_cut && token::is_rule(word);
        if class == Word::Remark
            && !is_cut
            && self.depth == 0
            && let Some(remark) = self.remark()?
        {
            return Ok(remark);
        }
        if !self.phase.takes_moves() {
            if matches!(class, Word::Number { value: 1, .. }) {
                return Ok(self.begin_game(Phase::Movetext));
            }
            if !is_rule {
                return self.stray();
            }
            self.is_line_begun = true;
            self.input.consume(len);
            return Ok(Step::Again);
        }
        let is_first = matches!(class, Word::Number { value: 1, dots: 0..=2, .. });
        if self.phase == Phase::Remarked && is_first && self.depth == 0 {
            return Ok(self.begin_game(Phase::Movetext));
        }
        self.phase = Phase::Movetext;
        let place = self.begin_token();
        let (len, found) = match class {
            Word::Move(_) | Word::Remark if is_cut => return self.cut_move(),
            Word::Remark => (len, RawEvent::Move(len)),
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

    /// Reads a remark on the end of the game as a comment; `None` if there is none. Between games it is a stray word.
    fn remark(&mut self) -> io::Result<Option<Step>> {
        if self.phase == Phase::Between {
            return Ok(None);
        }
        let ahead = self.input.peek(WORD_LIMIT)?;
        let Some(len) = remark::len(ahead) else { return Ok(None) };
        self.text.clear();
        self.text.extend_from_slice(&ahead[..len]);
        let place = self.begin_token();
        self.input.consume(len);
        if self.phase.takes_moves() {
            self.phase = Phase::Remarked;
        }
        Ok(Some(Step::Found(place, RawEvent::Comment(CommentStyle::Brace, false))))
    }

    /// Reads a move longer than [`WORD_LIMIT`] and keeps its beginning.
    fn cut_move(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        let head = &self.input.peek(WORD_LIMIT)?[..WORD_LIMIT];
        self.text.clear();
        self.text.extend_from_slice(head);
        self.input.consume(WORD_LIMIT);
        self.consume_rest_of_word()?;
        Ok(Step::Found(place, RawEvent::CutMove))
    }

    /// Reads a tag, or begins the game that the tag belongs to.
    fn bracket(&mut self) -> io::Result<Step> {
        let name = token::tag_name(self.input.peek(token::TAG_HEAD)?);
        match (self.phase, name) {
            (Phase::Heading, Some(_)) if self.is_heading_over && self.has_heading_ahead()? => {
                Ok(self.begin_game(Phase::Heading))
            }
            (Phase::Heading, Some(name)) => self.tag(name),
            (Phase::Heading, None) => self.malformed_tag(),
            (Phase::Between | Phase::Finished, Some(_)) => Ok(self.begin_game(Phase::Heading)),
            (Phase::Movetext | Phase::Remarked, Some(_)) if !self.is_line_begun => {
                Ok(self.begin_game(Phase::Heading))
            }
            (Phase::Movetext | Phase::Remarked, _) => self.junk(PgnErrorKind::JunkToken),
            (Phase::Between | Phase::Finished, None) => self.stray(),
        }
    }
}

/// Result of one step of the state machine.
pub(super) enum Step {
    /// No event; another step follows.
    Again,
    /// End of the input.
    End,
    /// An event with its place.
    Found(Place, RawEvent),
}

/// An event without its text, which is in the reader or its input. Small, because it is moved
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
    Result(GameResult, usize),
    Error(PgnErrorKind),
    GameEnd,
}

/// Returns the step that reports an error.
pub(super) fn found_error(error: PgnError) -> Step {
    Step::Found(error.place, RawEvent::Error(error.kind))
}

/// Hashes of the tag names of one heading, to detect repetitions.
///
/// Names beyond the array and [`MAX_OTHER_NAMES`] are not stored.
#[derive(Debug)]
pub(super) struct TagNames {
    hashes: [u64; 64],
    count: usize,
    /// Hashes that do not fit into the array, in ascending order.
    others: Vec<u64>,
    has_repeated: bool,
}

/// Maximum number of names stored outside the array.
const MAX_OTHER_NAMES: usize = 4096;

impl TagNames {
    pub(super) const NONE: Self = Self { hashes: [0; 64], count: 0, others: Vec::new(), has_repeated: false };

    /// Adds a name; returns whether it is the first repetition in this heading. Ignores case.
    pub(super) fn is_first_repeated(&mut self, name: &[u8]) -> bool {
        !self.add(name) && !std::mem::replace(&mut self.has_repeated, true)
    }

    /// Adds a name; returns whether the heading did not have it. Ignores case.
    pub(super) fn add(&mut self, name: &[u8]) -> bool {
        let hash = hash(name);
        if self.has_hash(hash) {
            return false;
        }
        match self.hashes.get_mut(self.count) {
            Some(free) => {
                *free = hash;
                self.count += 1;
            }
            None if self.others.len() < MAX_OTHER_NAMES => {
                let place = self.others.partition_point(|&other| other < hash);
                self.others.insert(place, hash);
            }
            None => {}
        }
        true
    }

    /// Returns whether the heading has this name. Ignores case.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.has_hash(hash(name))
    }

    fn has_hash(&self, hash: u64) -> bool {
        self.hashes[..self.count].contains(&hash) || self.others.binary_search(&hash).is_ok()
    }
}

/// Returns the hash of a name in lower case; of a short one its letters.
fn hash(name: &[u8]) -> u64 {
    if name.len() <= size_of::<u64>() {
        return name.iter().fold(0, |letters, byte| letters << 8 | u64::from(byte.to_ascii_lowercase()));
    }
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

/// Maximum look-ahead into a block of tags, in bytes.
const TAG_BLOCK_LIMIT: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    /// Reads a tag whose name is at this range ahead.
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
            Quoting::Quoted => {
                let mut value = Quoted::default();
                let mut progress = self.value(|byte, text| value.push(byte, text))?;
                if progress == Progress::LineEnd && self.ends_on_next_line()? {
                    self.input.consume_line_end()?;
                    self.skip_blanks()?;
                    value.push(b' ', &mut self.text);
                    progress = self.value(|byte, text| value.push(byte, text))?;
                }
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

    /// Returns whether the next line has the rest of a value: its only quote is before the bracket at its end.
    fn ends_on_next_line(&mut self) -> io::Result<bool> {
        let ahead = self.input.peek(WORD_LIMIT)?;
        let rest = ahead.strip_prefix(b"\r\n").or_else(|| ahead.strip_prefix(b"\n")).unwrap_or_default();
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = rest[..end].trim_ascii();
        let value = line.strip_suffix(b"\"]").filter(|_| !line.starts_with(b"["));
        Ok(value.is_some_and(|value| !value.contains(&b'"')))
    }

    /// Passes bytes to `push` until the value or the input ends.
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

    /// Returns whether the block of tags ahead repeats a name of this heading.
    pub(super) fn has_heading_ahead(&mut self) -> io::Result<bool> {
        let ahead = self.input.peek(TAG_BLOCK_LIMIT)?;
        let lines = ahead[..ahead.len().min(TAG_BLOCK_LIMIT)].split(|&byte| byte == b'\n');
        let names = lines.map(|line| {
            let line = line.trim_ascii_start();
            token::tag_name(line).map(|name| &line[name])
        });
        Ok(names.map_while(|name| name).any(|name| self.names.has(name)))
    }

    /// Skips a bracket up to its end or the end of the line, and reports it.
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

/// State of a tag value after a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// The value goes on.
    Open,
    /// The byte was the bracket that ends the tag.
    Closed,
    /// The byte ends the line, and is not part of the tag.
    LineEnd,
}

/// A value in quotes. The closing quote is the last one before the bracket.
#[derive(Default, Debug)]
struct Quoted {
    value: LimitedText,
    /// Length of the value if the last quote was the closing one.
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

    /// Removes bytes after the closing quote; returns whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        let len = self.closed_at.unwrap_or(self.value.len);
        self.value.finish(len, text)
    }
}

/// A value without quotes, which ends at the bracket.
#[derive(Default, Debug)]
struct Bare {
    value: LimitedText,
    /// Length of the value without trailing blanks.
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

    /// Removes trailing blanks; returns whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        self.value.finish(self.trimmed, text)
    }
}

/// Length of a value of which at most [`TEXT_LIMIT`] bytes are kept.
#[derive(Default, Debug)]
struct LimitedText {
    len: usize,
}

impl LimitedText {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) {
        if self.len < TEXT_LIMIT {
            text.push(byte);
        }
        self.len += 1;
    }

    /// Shortens the value to `len` bytes; returns whether more than the limit remain.
    fn finish(self, len: usize, text: &mut Vec<u8>) -> bool {
        let kept_before = text.len() - self.len.min(TEXT_LIMIT);
        text.truncate(kept_before + len.min(TEXT_LIMIT));
        len > TEXT_LIMIT
    }
}

/// Maximum length of a tag that ends an unclosed comment, in bytes.
const COMMENT_TAG_LIMIT: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    /// Reads a comment that begins with `;` or `%` and ends with its line.
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
            is_cut |= append_limited(&mut self.text, self.input.consumed(len));
        }
        self.report_too_long(place, is_cut);
        Ok(Step::Found(place, RawEvent::Comment(style, is_cut)))
    }

    /// Reads a comment in braces. It ends early where a complete tag follows a blank line.
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
                lines.add(&ahead[..stop], is_line_start);
                self.input.consume(stop);
                is_cut |= append_limited(&mut self.text, self.input.consumed(stop));
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
                    is_cut |= append_limited(&mut self.text, self.input.consumed(len));
                    lines.end();
                }
            }
        };
        // The comment may contain all moves: the next tag begins another game.
        if self.phase == Phase::Heading && (self.is_heading_over || !is_closed) {
            self.phase = Phase::Movetext;
        }
        if is_closed {
            self.report_too_long(place, is_cut);
        } else {
            self.pending = Some(PgnError { kind: PgnErrorKind::UnclosedComment, place });
        }
        Ok(Step::Found(place, RawEvent::Comment(CommentStyle::Brace, is_cut)))
    }

    fn report_too_long(&mut self, place: Place, is_cut: bool) {
        if is_cut {
            self.pending = Some(PgnError { kind: PgnErrorKind::TextTooLong, place });
        }
    }

    /// Returns whether the next line begins with a complete tag in quotes.
    fn has_tag_ahead(&mut self) -> io::Result<bool> {
        if token::tag_name(self.input.peek(token::TAG_HEAD)?).is_none() {
            return Ok(false);
        }
        let ahead = self.input.peek(COMMENT_TAG_LIMIT)?;
        let line = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        Ok(token::is_complete_tag(&ahead[..line.min(COMMENT_TAG_LIMIT)]))
    }
}

/// Kinds of the lines of a comment, to find a blank line before a tag.
struct CommentLines {
    /// `true` if the last line that is not ignored was blank.
    has_blank: bool,
    current: Line,
}

/// Kind of a line inside a comment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// A line that begins with `;` or `%`.
    Ignored,
    Text,
}

impl CommentLines {
    /// State after the opening brace.
    const INSIDE: Self = Self { has_blank: false, current: Line::Text };

    /// Classifies a piece of the current line.
    fn add(&mut self, bytes: &[u8], is_line_start: bool) {
        if self.current != Line::Blank {
            return;
        }
        if is_line_start && matches!(bytes[0], b';' | b'%') {
            self.current = Line::Ignored;
        } else if token::blank_len(bytes) < bytes.len() {
            self.current = Line::Text;
        }
    }

    /// Ends the current line.
    fn end(&mut self) {
        self.has_blank = match self.current {
            Line::Blank => true,
            Line::Ignored => self.has_blank,
            Line::Text => false,
        };
        self.current = Line::Blank;
    }
}

/// Appends bytes up to [`TEXT_LIMIT`]; returns whether some did not fit.
fn append_limited(text: &mut Vec<u8>, bytes: &[u8]) -> bool {
    let room = TEXT_LIMIT - text.len();
    text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    bytes.len() > room
}
