//! Output of games and trees of moves as PGN: tags, moves, variations, comments, in lines of bounded width.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::played::{LineStack, Step};
use super::token::TAG_HEAD;
use super::{Annotation, GameResult, PlayedGame};
use hexmate_core::rules::Move;
use hexmate_position::{CellNames, Colour, Dialect, FenForm, Letters, Long, LongNamed, Position, San, Setup};

/// Maximum length of a tag name, in bytes, so that the reader finds its end.
const MAX_NAME: usize = TAG_HEAD - 4;

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `Nf4`, `exf6`: see [`San`].
    #[default]
    San,
    /// `Qe1-c3`, `Qe1xe10`: see [`Long`].
    Long,
    /// `Qe1c3`, `Nf8h5xN+`: see [`LongNamed`].
    LongNamed,
    /// `e1c3`, `f10g10q`: see [`Uci`](hexmate_position::Uci).
    Uci,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::San, Self::Long, Self::LongNamed, Self::Uci];
}

/// A game that displays as PGN, in the form that [`pgn`](super) describes.
///
/// The text ends with a line end; write an empty line between two games.
///
/// ```
/// use hexmate_position::{Game, Position};
/// use hexmate_games::pgn::{Notation, PlayedGame, PgnText};
/// use hexmate_position::{Letters, Uci};
///
/// let shape = Game::ECHEX3.shape;
/// let moves = ["f4f6", "e7g6", "h5g6", "e2f5"].map(|text| Uci::parse(shape, text.as_bytes()));
/// let mut game = PlayedGame::from_moves(Position::start(Game::ECHEX3), moves.into_iter().flatten())?;
/// game.tags.push(("Red".to_owned(), "Kim".to_owned()));
/// let written = PgnText { game: &game, notation: Notation::Long, letters: &Letters::ENGLISH };
/// assert_eq!(
///     written.to_string(),
///     r#"[Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Round "?"]
/// [White "?"]
/// [Red "Kim"]
/// [Black "?"]
/// [Result "*"]
/// [Variant "echex3"]
///
/// 1. f4-f6 e7-g6 h5xg6 2. Ne2-f5 *
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PgnText<'g> {
    /// The game.
    pub game: &'g PlayedGame,
    /// Notation of its moves.
    pub notation: Notation,
    /// Piece letters.
    pub letters: &'g Letters,
}

impl fmt::Display for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_str(&self.movetext())
    }
}

impl PgnText<'_> {
    /// Writes the heading and the empty line after it.
    pub(super) fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tags().try_for_each(|(name, value)| writeln!(f, r#"[{name} "{}"]"#, Quoted(&value)))?;
        writeln!(f)
    }

    /// Returns all tags: the roster of the standard, the derived tags, the others.
    fn tags(&self) -> impl Iterator<Item = (String, String)> {
        let game = self.game.game();
        let players = game.players().map(|player| Colour::of(&game, player).name());
        let roster = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
        let roster = roster.into_iter().chain(players.map(|name| (name, "?")));
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, unknown) in roster {
            let given = self.game.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
            tags.push((name.to_owned(), given.map_or(unknown, |(_, value)| value).to_owned()));
        }
        tags.extend(self.derived_tags().map(|(name, value)| (name.to_owned(), value)));
        let derived = ["Result", "Variant", "Letters", "Files", "SetUp", "FEN"];
        let mut taken: HashSet<String> = derived.iter().map(|name| name.to_ascii_lowercase()).collect();
        taken.extend(tags.iter().map(|(name, _)| name.to_ascii_lowercase()));
        for (name, value) in &self.game.tags {
            let name = tag_name(name);
            if taken.insert(name.to_ascii_lowercase()) {
                tags.push((name, value.clone()));
            }
        }
        tags.into_iter()
    }

    /// Returns the tags that are derived from the game: those that are needed to read the moves, and the result.
    fn derived_tags(&self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { game, notation, letters } = *self;
        let names = letters.cells();
        let has_letters =
            notation != Notation::Uci && letters.with_cells(CellNames::Standard) != Letters::ENGLISH;
        let form = FenForm { order: Dialect::Rank, cells: Some(names) };
        let is_set_up = *game.start() != Position::start(game.game());
        [
            Some(("Result", self.result_tag())),
            Some(("Variant", game.game().name.to_owned())),
            has_letters.then(|| ("Letters", letters.name().to_owned())),
            (names != CellNames::Standard).then(|| ("Files", names.name().to_owned())),
            is_set_up.then(|| ("SetUp", "1".to_owned())),
            is_set_up.then(|| ("FEN", Setup::from(game.start()).to_fen_in(form))),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the value of the tag `Result`. An unreadable value is kept if the game is unfinished.
    fn result_tag(&self) -> String {
        let given = self.game.tags.iter().find(|(name, _)| name == "Result");
        let is_kept = |value: &&String| {
            let value = value.trim();
            !value.is_empty() && GameResult::from_bytes(value.as_bytes()).is_none()
        };
        let unreadable = given.map(|(_, value)| value).filter(is_kept);
        let unreadable = unreadable.filter(|_| self.game.result == GameResult::Unfinished);
        unreadable.cloned().unwrap_or_else(|| self.game.result.to_string())
    }

    /// Returns moves, annotations and result in lines of at most [`WIDTH`] characters.
    fn movetext(&self) -> String {
        let mut text = WrappedText::default();
        let mut position = self.game.start().clone();
        let mut round = None;
        let mut variations = self.game.annotations.variations().map(|(ply, _)| ply).peekable();
        let mut annotations = self.game.annotations.iter().peekable();
        // The position before the last move; updated only if a variation of that move follows.
        let mut before = position.clone();
        let count = self.game.moves().len();
        for played in 0..=count {
            while let Some((_, annotation)) = annotations.next_if(|(ply, _)| *ply == played) {
                if !matches!(annotation, Annotation::Nag(_)) {
                    round = None;
                }
                self.put_annotation(&mut text, annotation, &before);
            }
            let Some(&m) = self.game.moves().get(played) else { break };
            let mut word = String::new();
            if round != Some(position.fullmoves()) {
                word = number(&position);
                round = Some(position.fullmoves());
            }
            text.put(&(word + &self.move_text(&position, m)));
            while variations.next_if(|ply| *ply <= played).is_some() {}
            if variations.peek() == Some(&(played + 1)) {
                before.clone_from(&position);
            }
            position.make_move_unchecked(m);
        }
        text.put(&self.game.result.to_string());
        for annotation in self.game.annotations.at(count + 1) {
            self.put_annotation(&mut text, annotation, &before);
        }
        text.text.truncate(text.text.trim_end_matches('\n').len());
        text.text + "\n"
    }

    /// Writes an annotation; `before` is the position before the move that a variation replaces.
    fn put_annotation(&self, text: &mut WrappedText, annotation: &Annotation<Move>, before: &Position) {
        match annotation {
            Annotation::Comment(comment) => text.put_text(comment),
            Annotation::Nag(nag) => text.put(&format!("${nag}")),
            Annotation::Variation(steps) => self.put_variation(text, before.clone(), steps),
        }
    }

    /// Returns each variation as PGN in brackets, with the number of moves before it in the main line.
    ///
    /// Lines are not wrapped; only a comment can end one.
    pub fn variations(&self) -> Vec<(usize, String)> {
        let mut position = self.game.start().clone();
        let mut played = 0;
        let mut texts = Vec::new();
        for (ply, steps) in self.game.annotations.variations() {
            let before = ply.saturating_sub(1);
            for &m in self.game.moves().get(played..before).unwrap_or_default() {
                position.make_move_unchecked(m);
            }
            played = before;
            let mut text = WrappedText::unwrapped();
            self.put_variation(&mut text, position.clone(), steps);
            texts.push((ply, text.text));
        }
        texts
    }

    /// Writes a variation in brackets; `start` is the position before its first move.
    fn put_variation(&self, text: &mut WrappedText, start: Position, steps: &[Step<Move>]) {
        let mut lines = LineStack::new(start);
        let mut numbering = Numbering::Due;
        text.open();
        for step in steps {
            match step {
                Step::Move(m) => {
                    let Some(position) = lines.position() else { return };
                    text.put(&(numbering.before(position) + &self.move_text(position, *m)));
                    lines.play(*m);
                    numbering = Numbering::Running;
                }
                Step::Comment(comment) => {
                    text.put_text(comment);
                    numbering = Numbering::Due;
                }
                Step::Nag(nag) => text.put(&format!("${nag}")),
                Step::Begin => {
                    lines.begin();
                    text.open();
                    numbering = Numbering::Due;
                }
                Step::End => {
                    lines.end();
                    text.close();
                    numbering = Numbering::Due;
                }
            }
        }
        text.close();
    }

    /// Returns a move in the notation of this game.
    pub(super) fn move_text(&self, position: &Position, m: Move) -> String {
        let letters = self.letters;
        match self.notation {
            Notation::San => San { position, m, letters }.to_string(),
            Notation::Long => Long { position, m, letters }.to_string(),
            Notation::LongNamed => LongNamed { position, m, letters }.to_string(),
            Notation::Uci => letters.cells().uci(position.game().shape, m).to_string(),
        }
    }
}

/// Choice of moves that get a move number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    /// The next move gets one: it is the first of a line or follows a comment or a variation.
    Due,
    /// The next move gets one only if it is the first of its round.
    Running,
}

impl Numbering {
    /// Returns the number before the next move and a space, or an empty text.
    pub(super) fn before(self, position: &Position) -> String {
        let is_due = self == Self::Due || position.move_number().is_first_of_round;
        if is_due { number(position) } else { String::new() }
    }
}

fn number(position: &Position) -> String {
    format!("{} ", position.move_number())
}

/// Returns a tag name that the reader accepts: invalid characters become `_`, and a long name is cut.
fn tag_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii();
    let mut fitting: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    fitting.truncate(fitting.floor_char_boundary(MAX_NAME));
    if !fitting.starts_with(|first: char| !first.is_ascii_digit()) {
        fitting.insert(0, '_');
    }
    fitting
}

/// A tag value with escapes, on one line.
struct Quoted<'v>(&'v str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\n' | '\r' => f.write_char(' ')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// Maximum length of a line of movetext, in characters.
const WIDTH: usize = 80;

/// Prefix of a comment with [`ESCAPES`].
const ESCAPED: &str = "[%escaped] ";

/// Characters that are replaced in an escaped comment, with their replacements.
const ESCAPES: [(&str, &str); 4] = [("%", "%25"), ("}", "%7D"), ("\n", "%0A"), ("\r", "%0D")];

/// Form of a comment that reads back unchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentForm {
    /// `{text}`.
    Brace,
    /// `; text` and the end of the line, for a text with a closing brace.
    Line,
    /// `{[%escaped] text}`, for a text with a closing brace and line breaks, or with a tag line.
    Escaped,
}

impl CommentForm {
    /// Returns the simplest form that suits a text.
    fn of(text: &str) -> Self {
        match (text.contains('}'), text.contains(['\n', '\r'])) {
            _ if text.starts_with(ESCAPED) => Self::Escaped,
            (false, true) if has_tag_line(text) => Self::Escaped,
            (false, _) => Self::Brace,
            (true, false) => Self::Line,
            (true, true) => Self::Escaped,
        }
    }

    /// Returns a text in this form, without a line end.
    fn apply(self, text: &str) -> String {
        match self {
            Self::Brace => format!("{{{text}}}"),
            Self::Line => format!("; {text}"),
            Self::Escaped => {
                let escape = |text: String, (plain, escape): &(&str, &str)| text.replace(plain, escape);
                format!("{{{ESCAPED}{}}}", ESCAPES.iter().fold(text.to_owned(), escape))
            }
        }
    }
}

/// Returns whether a line that looks like a tag follows a blank line: the reader would begin the next game there.
fn has_tag_line(text: &str) -> bool {
    let mut is_after_blank = false;
    text.split(['\n', '\r']).any(|line| {
        let is_tag = is_after_blank && line.starts_with('[') && line.contains('"');
        is_after_blank = line.trim_ascii().is_empty() || is_after_blank && line.starts_with([';', '%']);
        is_tag
    })
}

/// Returns a comment as PGN, with the line end that its form needs.
///
/// ```
/// use hexmate_games::pgn::{comment_text, written_comment};
///
/// assert_eq!(written_comment("a"), "{a}");
/// assert_eq!(written_comment("a } b"), "; a } b\n");
/// assert_eq!(comment_text(" a\n"), "a");
/// ```
pub fn written_comment(text: &str) -> String {
    let form = CommentForm::of(text);
    form.apply(text) + if form == CommentForm::Line { "\n" } else { "" }
}

/// Returns the text of a comment without surrounding white space, with escapes resolved; see [`written_comment`].
pub fn comment_text(written: &str) -> String {
    let text = written.trim_ascii();
    let plain = |text: String, (plain, escape): &(&str, &str)| text.replace(escape, plain);
    match text.strip_prefix(ESCAPED) {
        Some(escaped) => ESCAPES.iter().rev().fold(escaped.to_owned(), plain),
        None => text.to_owned(),
    }
}

/// Text in lines of bounded width.
pub(super) struct WrappedText {
    pub(super) text: String,
    /// Maximum length of a line, in characters.
    width: usize,
    /// Length of the last line, in characters.
    column: usize,
    /// Brackets to write before the next word.
    opening: String,
}

impl Default for WrappedText {
    fn default() -> Self {
        Self { text: String::new(), width: WIDTH, column: 0, opening: String::new() }
    }
}

impl WrappedText {
    /// Creates a text that is not wrapped.
    pub(super) fn unwrapped() -> Self {
        Self { width: usize::MAX, ..Self::default() }
    }

    /// Adds a word after a space or a line break.
    pub(super) fn put(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opening) + word;
        let word = opened.as_str();
        let width = word.chars().count();
        if self.column > 0 {
            let is_full = self.column + 1 + width > self.width;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Adds a comment with its text unchanged, line breaks included.
    pub(super) fn put_text(&mut self, text: &str) {
        let form = CommentForm::of(text);
        let written = form.apply(text);
        let first_line = written.split('\n').next().unwrap_or_default();
        let is_full = self.column > 0 && self.column + 1 + first_line.chars().count() > self.width;
        if is_full {
            self.text.push('\n');
            self.column = 0;
        }
        self.put(&written);
        if let Some(start) = self.text.rfind('\n') {
            self.column = self.text[start + 1..].chars().count();
        }
        if form == CommentForm::Line {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Adds a comment word by word; replaces `}` with `)`.
    pub(super) fn put_comment(&mut self, comment: &str) {
        let words: Vec<String> = comment.split_whitespace().map(|word| word.replace('}', ")")).collect();
        for (index, word) in words.iter().enumerate() {
            let opening = if index == 0 { "{" } else { "" };
            let closing = if index + 1 == words.len() { "}" } else { "" };
            self.put(&format!("{opening}{word}{closing}"));
        }
    }

    /// Opens a variation before the next word.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
    }

    /// Closes a variation without a space; an empty variation is not written.
    pub(super) fn close(&mut self) {
        if self.opening.pop().is_none() {
            self.text.push(')');
            self.column += 1;
        }
    }
}

/// A tree of moves that displays as PGN with variations.
///
/// The first move of each list is the main line. In comments `}` is replaced with `)`.
/// The text ends with a line end; write an empty line between two games.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// First position, tags and result; its moves are ignored.
    pub game: PlayedGame,
    /// Comment before the first move; may be empty.
    pub comment: String,
    /// First moves with their subtrees.
    pub variations: Vec<GameNode>,
}

/// A move of an [`AnnotatedGame`] with its subtree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNode {
    /// The move.
    pub m: Move,
    /// Judgement written after the move: `!`, `?` or an empty text.
    pub judgement: &'static str,
    /// Comment on the move; may be empty.
    pub comment: String,
    /// Continuations with their subtrees.
    pub variations: Vec<GameNode>,
}

impl fmt::Display for AnnotatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = PgnText { game: &self.game, notation: Notation::San, letters: &Letters::ENGLISH };
        written.write_tags(f)?;
        let mut movetext = Movetext { written, text: WrappedText::default() };
        movetext.text.put_comment(&self.comment);
        movetext.put_variations(self.game.start(), &self.variations, Numbering::Due);
        movetext.text.put(&self.game.result.to_string());
        writeln!(f, "{}", movetext.text.text)
    }
}

/// Movetext of an [`AnnotatedGame`].
struct Movetext<'g> {
    written: PgnText<'g>,
    text: WrappedText,
}

impl Movetext<'_> {
    /// Writes the first alternative, the others as variations, then the continuations of the first.
    fn put_variations(&mut self, position: &Position, variations: &[GameNode], numbering: Numbering) {
        let Some((first, others)) = variations.split_first() else { return };
        let mut next = self.put_move(position, first, "", numbering);
        for other in others {
            let after = self.put_move(position, other, "(", Numbering::Due);
            self.put_variations(&position.play_unchecked(other.m), &other.variations, after);
            self.text.close();
            next = Numbering::Due;
        }
        self.put_variations(&position.play_unchecked(first.m), &first.variations, next);
    }

    /// Writes a move with its comment; returns the numbering of the next move.
    fn put_move(
        &mut self,
        position: &Position,
        node: &GameNode,
        opening: &str,
        numbering: Numbering,
    ) -> Numbering {
        let number = numbering.before(position);
        let text = self.written.move_text(position, node.m);
        self.text.put(&format!("{opening}{number}{text}{}", node.judgement));
        self.text.put_comment(&node.comment);
        if node.comment.is_empty() { Numbering::Running } else { Numbering::Due }
    }
}
