//! Game records as text: tags, move texts, comments, variations, result. Moves are not interpreted.

use std::fmt::Write as _;
use std::io::{self, Read};

use super::tags::{Tag, Tags};
use super::words::{MoveTexts, Word, WrittenNumber, attach};
use crate::pgn::{
    Annotation, Annotations, EventKind, GameResult, PgnErrorKind, Quoting, Reader, Step, Text, WORD_LIMIT,
    comment_text,
};
use hexmate_core::geometry::Shape;
use hexmate_position::search::{Date, DateReading, UnclearDate};
use hexmate_position::{CellNames, FenForm, Judgement, Leniency};
use hexmate_position::{Game, UnknownGame};
use hexmate_text::Place;
use hexmate_text::RowFault;

/// Tags with names of players, of all variants.
const PLAYERS: [&str; 7] = ["White", "Red", "Orange", "Black", "Blue", "Green", "Yellow"];

/// Tags with the variant, the more reliable first; programs made with Jocly write `JoclyGame`.
const VARIANTS: [&str; 2] = ["Variant", "JoclyGame"];

/// Tags with the date of a game, the most reliable first.
pub const DATES: [&str; 4] = ["Date", "UTCDate", "EventDate", "Published"];

/// Text of one game record. Moves are not interpreted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// Place where the record begins.
    pub place: Place,
    /// Names and values of tags, in file order.
    pub tags: Tags,
    /// Moves of the main line.
    pub words: MoveTexts,
    /// Result after the moves.
    pub result: Option<GameResult>,
    /// Place of that result.
    pub result_place: Option<Place>,
    /// Comments, glyphs and variations of the main line, of the kinds that [`Detail`] includes; a comment after the
    /// result has a ply beyond the last move.
    pub annotations: Annotations<WrittenMove>,
    /// Leniencies that tags and result need, each with the place where it is first needed.
    pub leniencies: Vec<(Leniency, Place)>,
    /// First fault of the text.
    pub fault: Option<TextFault>,
    /// Number of faults of the text.
    pub faults: usize,
    /// Order of cells in the tag `FEN`, and names of cells in it and in moves.
    pub form: FenForm,
}

/// A word of a file with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Text; invalid UTF-8 is replaced.
    pub text: String,
    /// Place of its first byte.
    pub place: Place,
}

/// A move of a variation as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Text and place of the move.
    pub token: Token,
    /// Move number before it.
    pub number: Option<WrittenNumber>,
}

/// Maximum nesting depth of variations.
pub(super) const MAX_DEPTH: usize = 1000;

/// A fault of a game record that shows without replaying its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextFault {
    /// Kind of fault.
    pub kind: TextFaultKind,
    /// Place in the file.
    pub place: Place,
}

/// Kind of a [`TextFault`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFaultKind {
    /// A syntax error of PGN.
    Pgn(PgnErrorKind),
    /// Move number 1 after the move of this number.
    NumberRestart(u32),
    /// Bytes that are not UTF-8.
    InvalidCharacter,
    /// A row of a table, a JSON object, or a value in it that cannot be read.
    Row(RowFault),
}

/// Returns the dates of the tags of a game that are not read in full.
pub fn unclear_dates(text: &GameText) -> Vec<UnclearDate> {
    DateReading::choose(text.dates()).1
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
    /// Returns whether the moves after the fault may belong to another game.
    ///
    /// A repeated tag or an invalid byte does not affect the moves.
    pub(super) fn ends_game(&self) -> bool {
        !matches!(self.kind, TextFaultKind::Pgn(PgnErrorKind::RepeatedTag) | TextFaultKind::InvalidCharacter)
    }
}

impl GameText {
    /// Returns the value of the first tag with this name. Ignores case.
    pub fn tag(&self, name: &str) -> Option<Tag<'_>> {
        self.tags.get(name)
    }

    /// Returns the names of the players, such as `A – B`; `None` if neither is known.
    pub fn pairing(&self) -> Option<String> {
        let [white, black] = ["White", "Black"].map(|name| self.tag(name).map_or("?", |tag| tag.text));
        ([white, black] != ["?", "?"]).then(|| format!("{white} – {black}"))
    }

    /// Returns the values of the date tags, the most reliable first.
    pub fn dates(&self) -> impl Iterator<Item = &str> {
        DATES.iter().filter_map(|name| Some(self.tag(name)?.text))
    }

    /// Returns the date from the most reliable readable date tag.
    pub(crate) fn date(&self) -> Option<Date> {
        DateReading::choose(self.dates()).0.map(|(_, date)| date)
    }

    /// Returns the name of the variant: that of the tag `Variant`, else of `JoclyGame`; empty without them.
    pub fn variant_name(&self) -> &str {
        self.variant_tag().map_or("", |tag| tag.text)
    }

    fn variant_tag(&self) -> Option<Tag<'_>> {
        let is_named = |tag: &Tag<'_>| !["", "?"].contains(&tag.text.trim());
        let named = VARIANTS.iter().find_map(|name| self.tag(name).filter(is_named));
        named.or_else(|| self.tag("Variant"))
    }

    /// Returns the tag that gives this variant in another form than the standard one.
    pub(super) fn tag_with_other_name(&self, game: &Game) -> Option<Tag<'_>> {
        let is_standard =
            self.tag("Variant").is_some_and(|tag| tag.text.trim().eq_ignore_ascii_case(game.name));
        let other = self.variant_tag().filter(|_| !is_standard);
        other.filter(|tag| Game::from_name(tag.text.trim()) == Some(*game))
    }

    /// Returns the variant: the requested one, else the one of [`GameText::variant_name`], else Gliński's.
    ///
    /// # Errors
    ///
    /// Returns an error if the tag names an unknown variant.
    pub fn game(&self, requested: Option<Game>) -> Result<Game, UnknownGame> {
        Game::of_record(requested, self.variant_name())
    }

    /// Creates a game record without content that begins at a place.
    pub fn empty(place: Place) -> Self {
        Self {
            place,
            tags: Tags::default(),
            words: MoveTexts::default(),
            result: None,
            result_place: None,
            annotations: Annotations::default(),
            leniencies: Vec::new(),
            fault: None,
            faults: 0,
            form: FenForm::default(),
        }
    }

    /// Returns the approximate memory of the game, in bytes.
    pub fn size(&self) -> usize {
        let steps = self.annotations.variations().map(|(_, steps)| steps.len() * 128);
        let annotations = self.annotations.iter().map(|(_, annotation)| match annotation {
            Annotation::Comment(text) => text.len() + 64,
            _ => 64,
        });
        self.words.size() + self.tags.size() + steps.sum::<usize>() + annotations.sum::<usize>()
    }

    /// Returns the form of FEN and moves: the chosen one, else with the names of cells in the tag `Files`.
    pub fn stated_form(&self) -> FenForm {
        let stated = || CellNames::from_name(self.tag("Files")?.text.trim());
        FenForm { cells: self.form.cells.or_else(stated), ..self.form }
    }

    /// Returns the names of cells in the moves: those stated, or else those that main line and variations use.
    pub(super) fn cell_names(&self, shape: Shape) -> CellNames {
        let in_variations = self.annotations.variations().flat_map(|(_, steps)| steps);
        let in_variations = in_variations.filter_map(|step| match step {
            Step::Move(written) => Some(written.token.text.as_bytes()),
            _ => None,
        });
        let moves = self.words.iter().map(|word| word.text.as_bytes()).chain(in_variations);
        self.stated_form().certain_names().unwrap_or_else(|| CellNames::detect(shape, moves))
    }

    /// Returns the name of the game: its `GameID`, else `White - Black`; empty without these tags.
    pub fn name(&self) -> String {
        let tag = |name| self.tag(name).map(|tag| tag.text.to_owned());
        tag("GameID").or_else(|| Some(format!("{} - {}", tag("White")?, tag("Black")?))).unwrap_or_default()
    }

    /// Returns the names of the players in tag order; empty if none is known.
    pub fn players(&self) -> Vec<&str> {
        // The heading may be repeated: the first tag of each seat counts.
        let mut found = [false; PLAYERS.len()];
        let mut names = Vec::new();
        for tag in self.tags.iter() {
            let seat = PLAYERS.iter().position(|seat| seat.eq_ignore_ascii_case(tag.name));
            if let Some(found) = seat.map(|seat| &mut found[seat])
                && !std::mem::replace(found, true)
            {
                names.push(tag.text.trim());
            }
        }
        let is_known = |name: &&str| !["", "?"].contains(name);
        if names.iter().any(is_known) { names } else { Vec::new() }
    }

    /// Returns the name for messages of the game with this number in its file: `game 12, Ann - Bob (GameID 5)`.
    pub fn label(&self, number: u64) -> String {
        let mut label = String::with_capacity(64);
        // Writing to a string cannot fail.
        let _ = write!(label, "game {number}");
        for (index, player) in self.players().into_iter().enumerate() {
            label.extend([if index == 0 { ", " } else { " - " }, player]);
        }
        if let Some(tag) = self.tag("GameID") {
            label.extend([" (GameID ", tag.text, ")"]);
        }
        label
    }

    /// Returns the result after the moves with its place; if it is `*` or missing, that of the tag `Result`.
    pub fn stated_result(&self) -> Option<(GameResult, Place)> {
        let stated = self.result.map(|score| (score, self.result_place.unwrap_or(self.place)));
        let tagged =
            || self.tagged_result().filter(|&(tag, _)| tag != GameResult::Unfinished || stated.is_none());
        stated.filter(|&(score, _)| score != GameResult::Unfinished).or_else(tagged).or(stated)
    }

    /// Returns the result of the tag `Result` with its place.
    pub fn tagged_result(&self) -> Option<(GameResult, Place)> {
        let tag = self.tag("Result")?;
        Some((GameResult::from_bytes(tag.text.trim().as_bytes())?, tag.place))
    }

    /// Returns the leniencies that the tags of a game with `plies` half-moves need.
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
            let Tag { text, place, .. } = self.tag(name).filter(|tag| !tag.text.trim().is_empty())?;
            let is_wrong = match leniency {
                Leniency::UnreadableResult => GameResult::from_bytes(text.trim().as_bytes()).is_none(),
                Leniency::WrongSetUp => !is(text, if fen.is_some() { "1" } else { "0" }),
                Leniency::ZeroMoveNumber => has_zero_move_number(text),
                _ => text.trim().parse() != Ok(plies),
            };
            is_wrong.then_some((leniency, place))
        })
    }

    /// Adds a tag of a file, and a fault if its value is not UTF-8.
    fn add_tag(&mut self, name: &[u8], value: Text<'_>, place: Place) {
        if !self.tags.push_bytes(name, value.bytes, place) {
            self.add_invalid_character(value, place);
        }
    }

    /// Adds a leniency with the place of its first use.
    fn add_leniency(&mut self, leniency: Leniency, place: Place) {
        if self.leniencies.iter().all(|&(earlier, _)| earlier != leniency) {
            self.leniencies.push((leniency, place));
        }
    }

    /// Adds a comment on the last move, or after the result.
    fn add_comment(&mut self, text: Text<'_>) {
        let ply = self.words.len() + usize::from(self.result.is_some());
        self.annotations.push(ply, Annotation::Comment(comment_text(&owned(text.bytes))));
    }

    /// Adds a separate mark: to the last move, as a glyph or as a comment.
    fn add_mark(&mut self, mark: &[u8], place: Place, detail: Detail) {
        let is_row = mark.len() > 2 && mark.iter().all(|byte| matches!(byte, b'!' | b'?'));
        let glyph = glyph(mark);
        let is_attached = glyph.is_none() && self.words.attach(mark);
        if detail == Detail::Everything && !is_attached {
            let annotation = glyph.map_or_else(|| Annotation::Comment(owned(mark)), Annotation::Nag);
            self.annotations.push(self.words.len(), annotation);
        }
        if is_row || (glyph.is_some() && !mark.is_ascii()) {
            self.add_leniency(Leniency::OtherAnnotation, place);
        }
    }

    /// Adds an event inside a variation. A result becomes a comment.
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
            self.annotations.push(ply, Annotation::Variation(Vec::new()));
            return;
        }
        let Some(steps) = self.annotations.last_variation_mut() else { return };
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

    /// Parses variations, `(1... e5 2. d4)`.
    ///
    /// Returns `None` if the text has no variation, or something else beside variations.
    pub(crate) fn parse_variations(&self, text: &str) -> Option<Vec<Annotation<WrittenMove>>> {
        let text = format!("1. {text}\n");
        let mut games = Games::with_comments(text.as_bytes());
        let game = games.next()?.ok()?;
        let has_others =
            !game.words.is_empty() || game.result.is_some() || game.fault.is_some() || games.next().is_some();
        let mut variations = Vec::new();
        for (_, annotation) in game.annotations {
            let Annotation::Variation(mut steps) = annotation else { return None };
            for step in &mut steps {
                if let Step::Move(written) = step {
                    written.token.place = self.place;
                }
            }
            variations.push(Annotation::Variation(steps));
        }
        (!variations.is_empty() && !has_others).then_some(variations)
    }

    /// Adds a fault for the first invalid byte of a text, if there is one.
    fn add_invalid_character(&mut self, text: Text<'_>, place: Place) {
        let Err(error) = str::from_utf8(text.bytes) else { return };
        // A truncated text may end inside a character.
        if text.is_cut && error.error_len().is_none() {
            return;
        }
        let before = String::from_utf8_lossy(&text.bytes[..error.valid_up_to()]);
        let last_line = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64;
        let lines = before.matches('\n').count() as u64;
        let column = if lines > 0 { 1 + last_line } else { place.column + last_line };
        let offset = place.offset + error.valid_up_to() as u64;
        self.add_fault(TextFaultKind::InvalidCharacter, Place { offset, line: place.line + lines, column });
    }

    /// Moves the annotations after `removed` moves were replaced by `inserted` ones; see
    /// [`Annotations::replace_moves`].
    pub(crate) fn replace_moves(&mut self, ply: usize, removed: usize, inserted: usize) {
        self.annotations.replace_moves(ply, removed, inserted);
    }

    /// Adds a fault of the text.
    pub(crate) fn add_fault(&mut self, kind: TextFaultKind, place: Place) {
        self.fault.get_or_insert(TextFault { kind, place });
        self.faults += 1;
    }
}

/// Returns bytes as a string; invalid UTF-8 is replaced.
fn owned(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_owned)
}

/// Returns the annotation glyph for a mark, if there is one.
fn glyph(mark: &[u8]) -> Option<u8> {
    Judgement::of(mark).map(Judgement::nag).or_else(|| Judgement::evaluation(mark))
}

/// Content of games to read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Tags and the moves of the main line.
    Moves,
    /// Also the moves of variations.
    Variations,
    /// Also comments and glyphs.
    Everything,
}

/// Maximum number of moves, numbers, tags and annotations of a game.
const MAX_WORDS: usize = 1_500_000;

/// Number of words that a tag counts as: it takes that much more memory.
const TAG_WORDS: usize = 8;

/// Maximum length of the text of a game and of the text before it, in bytes.
pub const MAX_GAME_TEXT: usize = 64 << 20;

/// Iterator over the games of a PGN file, in file order. Skips text outside games.
pub struct Games<R> {
    reader: Reader<R>,
    detail: Detail,
    /// First error outside games since the last call of [`Games::take_stray_fault`].
    stray: Option<TextFault>,
    /// Comments since the last game, which belong to the next one.
    before: Vec<String>,
}

impl<R: Read> Games<R> {
    /// Reads tags and main lines.
    pub fn new(source: R) -> Self {
        Self::with_detail(source, Detail::Moves)
    }

    /// Reads games with comments, glyphs and variations.
    pub fn with_comments(source: R) -> Self {
        Self::with_detail(source, Detail::Everything)
    }

    /// Reads games with this detail.
    pub fn with_detail(source: R, detail: Detail) -> Self {
        Self { reader: Reader::new(source), detail, stray: None, before: Vec::new() }
    }

    /// Sets the place of the first byte, for a text that is part of a file.
    ///
    /// ```
    /// use hexmate_games::validate::Games;
    /// use hexmate_text::Place;
    ///
    /// let start = Place { line: 7, column: 1, offset: 90 };
    /// let mut games = Games::new(b"\n1. f6 *".as_slice()).starting_at(start);
    /// let game = games.next().expect("a game")?;
    /// assert_eq!((game.place.line, game.place.offset), (8, 91));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn starting_at(self, place: Place) -> Self {
        Self { reader: self.reader.starting_at(place), ..self }
    }

    /// Returns whether the buffer is likely to hold the next game, so that reading it does not wait
    /// for the source.
    pub fn has_buffered_game(&self) -> bool {
        self.reader.buffered() > 2 * WORD_LIMIT
    }

    /// Returns whether the buffer is empty after the last game.
    pub fn is_buffer_empty(&self) -> bool {
        self.reader.buffered() == 0
    }

    /// Returns the place of the next byte to read.
    pub fn place(&self) -> Place {
        self.reader.place()
    }

    /// Takes the first error between games since the last call.
    pub fn take_stray_fault(&mut self) -> Option<TextFault> {
        self.stray.take()
    }

    /// Takes the comments since the last game; at the end of the file those after the last one.
    pub fn take_comments_between(&mut self) -> Vec<String> {
        std::mem::take(&mut self.before)
    }

    /// Reads the next game.
    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut game: Option<GameText> = None;
        let mut number = None;
        let too_long = TextFaultKind::Pgn(PgnErrorKind::GameTooLong);
        // Counts towards the limit: other elements than words and numbers.
        let mut others = 0;
        let end = self.reader.place().offset + MAX_GAME_TEXT as u64;
        let has_all = self.detail == Detail::Everything;
        loop {
            if let Some(game) = &mut game {
                let tags = game.tags.len();
                self.reader.scan_tags(|tag| {
                    game.add_tag(tag.name, Text { bytes: tag.value, is_cut: false }, tag.place);
                });
                others += TAG_WORDS * (game.tags.len() - tags);
                game.words.push_plain(&mut self.reader);
                let words = game.words.len() + game.words.numbers().len() + others;
                if words > MAX_WORDS || self.reader.place().offset > end {
                    game.add_fault(too_long, self.reader.place());
                    self.reader.skip_game()?;
                    return Ok(Some(std::mem::replace(game, GameText::empty(Place::START))));
                }
            }
            let Some(event) = self.reader.next_event()? else { return Ok(game) };
            let (place, depth) = (event.place, event.depth);
            if let (EventKind::Move(text) | EventKind::Comment { text, .. }, Some(game)) =
                (event.kind, &mut game)
            {
                game.add_invalid_character(text, place);
            }
            others += match event.kind {
                EventKind::Tag { .. } => TAG_WORDS,
                _ => usize::from(has_all || depth > 0),
            };
            match (event.kind, &mut game) {
                (EventKind::GameBegin, game) => {
                    let comments = self.before.drain(..).map(Annotation::Comment);
                    *game = Some(GameText {
                        tags: Tags::with_usual_capacity(),
                        words: MoveTexts::with_usual_capacity(),
                        annotations: comments.map(|comment| (0, comment)).collect(),
                        ..GameText::empty(place)
                    });
                }
                (EventKind::GameEnd, _) => return Ok(game),
                (EventKind::Error(error), None) => {
                    let fault = TextFault { kind: TextFaultKind::Pgn(error.kind), place: error.place };
                    self.stray.get_or_insert(fault);
                }
                (EventKind::Error(error), Some(game)) => {
                    game.add_fault(TextFaultKind::Pgn(error.kind), error.place);
                }
                (EventKind::Comment { .. }, None) if place.offset > end || others > MAX_WORDS => {
                    self.stray.get_or_insert(TextFault { kind: too_long, place });
                }
                (EventKind::Comment { text, .. }, None) if has_all => {
                    self.before.push(comment_text(&owned(text.bytes)));
                }
                (EventKind::Tag { name, value, value_place, quoting }, Some(game)) => {
                    game.add_tag(name, value, value_place);
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
                        game.add_fault(TextFaultKind::NumberRestart(last), place);
                    }
                    game.words.push_number(WrittenNumber { value: Some(value), dots });
                }
                (EventKind::Dots(dots), Some(game)) => game.words.push_dots(dots),
                (EventKind::Move(text), Some(game)) => game.words.push(text.bytes, place),
                (EventKind::Mark(mark), Some(game)) => game.add_mark(mark, place, self.detail),
                (EventKind::Result { score, text }, Some(game)) => {
                    game.result = Some(score);
                    game.result_place = Some(place);
                    if *text != *score.to_string().as_bytes() {
                        game.add_leniency(Leniency::OtherResult, place);
                    }
                }
                (EventKind::Comment { text, .. }, Some(game)) if has_all => game.add_comment(text),
                (EventKind::Nag(nag), Some(game)) if has_all => {
                    game.annotations.push(game.words.len(), Annotation::Nag(nag));
                }
                _ => {}
            }
        }
    }
}

/// Returns whether a FEN ends with two counters and its move number is 0.
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
