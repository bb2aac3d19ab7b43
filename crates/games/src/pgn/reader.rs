//! The machine that turns bytes into events. Knows which part of a game it is
//! in, and how deep in variations; not what a move means.

use super::input::Input;
use super::names::Names;
use super::step::{RawEvent, Step, found_error};
use super::token::{self, Word};
use super::{CommentStyle, Event, EventKind, PgnError, PgnErrorKind, Text, WORD_LIMIT};
use hexmate_position::Place;
use std::io::{self, Read};

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
