//! Games as PGN text: tags, rounds, result. Knows positions and lines; reads nothing.

use std::fmt::{self, Write};

use super::{Score, Variation};
use crate::notation::{Colour, Letters, Long, LongNamed, San, Uci};
use crate::game::{Position};
use crate::rules::{IllegalMove, Move};

/// The most characters of a line of movetext.
const WIDTH: usize = 80;

/// The most characters of a tag name; the reader looks no further than four times this.
const NAME: usize = 64;

/// A game as it is to be written: legal moves from a position, a result, tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    end: Position,
    moves: Vec<Move>,
    /// The result, by default what the last position says.
    pub result: Score,
    /// Names and values, in the order in which they are to be written.
    ///
    /// What the game itself tells is written from it, whatever stands here:
    /// `Result`, `Variant`, `Letters`, `SetUp`, `FEN`.
    pub tags: Vec<(String, String)>,
    /// Comments, each with the number of moves before it, in this order.
    pub comments: Vec<(usize, String)>,
    /// Numeric annotation glyphs, each with the number of moves before it, in this order.
    pub nags: Vec<(usize, u8)>,
    /// Variations of the main line, in the order of its moves.
    ///
    /// Their moves are trusted: those of another position are written without meaning.
    pub variations: Vec<Variation<Move>>,
}

impl Game {
    /// The game that begins with a position and goes on with these moves.
    ///
    /// # Errors
    ///
    /// At the first move that is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut game = Self {
            start,
            end: start,
            moves: Vec::new(),
            result: Score::of(&start),
            tags: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
            variations: Vec::new(),
        };
        for m in moves {
            game.end = game.end.play(m)?;
            game.moves.push(m);
        }
        game.result = Score::of(&game.end);
        Ok(game)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

/// How the moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `Nf4`, `exf6`: see [`San`].
    #[default]
    San,
    /// `Qe1-c3`, `Qe1xe10`: see [`Long`].
    Long,
    /// `Qe1c3`, `Nf8h5xN+`: see [`LongNamed`].
    LongNamed,
    /// `e1c3`, `f10g10q`: see [`Uci`].
    Uci,
}

impl Notation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::San, Self::Long, Self::LongNamed, Self::Uci];
}

/// A game that prints as PGN, in the form of this module's documentation.
///
/// The text ends with its last line; between two games an empty line is due.
///
/// ```
/// use hexmate::notation::pgn::{Game, Notation, Written};
/// use hexmate::notation::{Letters, Uci};
/// use hexmate::rules::{Echex3, Position};
///
/// let moves = ["f4f6", "e7g6", "h5g6", "e2f5"].map(|text| Uci::parse(text.as_bytes()));
/// let mut game = Game::from_moves(Position::<Echex3>::start(), moves.into_iter().flatten())?;
/// game.tags.push(("Red".to_owned(), "Kim".to_owned()));
/// let written = Written { game: &game, notation: Notation::Long, letters: &Letters::ENGLISH };
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
pub struct Written<'g> {
    /// The game.
    pub game: &'g Game,
    /// How its moves are written.
    pub notation: Notation,
    /// The letters of the men.
    pub letters: &'g Letters,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_str(&self.movetext())
    }
}

impl Written<'_> {
    /// Writes the heading, with the empty line after it.
    pub(super) fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tags().try_for_each(|(name, value)| writeln!(f, r#"[{name} "{}"]"#, Quoted(&value)))?;
        writeln!(f)
    }

    /// All tags: the roster of the standard, what the game tells, the others.
    fn tags(&self) -> impl Iterator<Item = (String, String)> {
        let players = game.players().map(|player| Colour::of(player).name());
        let roster = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
        let roster = roster.into_iter().chain(players.map(|name| (name, "?")));
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, unknown) in roster {
            let given = self.game.tags.iter().find(|(own, _)| own == name);
            tags.push((name.to_owned(), given.map_or(unknown, |(_, value)| value).to_owned()));
        }
        tags.extend(self.told_tags().map(|(name, value)| (name.to_owned(), value)));
        let telling = ["Result", "Variant", "Letters", "SetUp", "FEN"];
        for (name, value) in &self.game.tags {
            let name = tag_name(name);
            if !telling.contains(&name.as_str()) && tags.iter().all(|(earlier, _)| *earlier != name) {
                tags.push((name, value.clone()));
            }
        }
        tags.into_iter()
    }

    /// The tags that say what must be known to read the moves.
    fn told_tags(&self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { game, notation, letters } = *self;
        let has_letters = notation != Notation::Uci && *letters != Letters::ENGLISH;
        let is_set_up = game.start != Position::start();
        [
            Some(("Result", game.result.to_string())),
            Some(("Variant", game.name.to_owned())),
            has_letters.then(|| ("Letters", letters.name().to_owned())),
            is_set_up.then(|| ("SetUp", "1".to_owned())),
            is_set_up.then(|| ("FEN", game.start.to_fen())),
        ]
        .into_iter()
        .flatten()
    }

    fn movetext(&self) -> String {
        let mut lines = Lines::default();
        let mut position = self.game.start;
        let mut round = None;
        let mut comments = self.game.comments.iter().peekable();
        let mut nags = self.game.nags.iter().peekable();
        let mut variations = self.game.variations.iter().peekable();
        let mut before = position;
        for played in 0..=self.game.moves.len() {
            while let Some((_, nag)) = nags.next_if(|(place, _)| *place == played) {
                lines.put(&format!("${nag}"));
            }
            while let Some((_, comment)) = comments.next_if(|(place, _)| *place == played) {
                lines.put_comment(comment);
                round = None;
            }
            while let Some(variation) = variations.next_if(|variation| variation.ply == played) {
                self.put_variation(&mut lines, before, &variation.steps);
                round = None;
            }
            let Some(&m) = self.game.moves.get(played) else { break };
            let mut word = String::new();
            if round != Some(position.fullmoves()) {
                word = number(&position);
                round = Some(position.fullmoves());
            }
            lines.put(&(word + &self.move_text(&position, m)));
            before = position;
            position.advance(m);
        }
        lines.put(&self.game.result.to_string());
        lines.text + "\n"
    }

    pub(super) fn move_text(&self, position: &Position, m: Move) -> String {
        let letters = self.letters;
        match self.notation {
            Notation::San => San { position, m, letters }.to_string(),
            Notation::Long => Long { position, m, letters }.to_string(),
            Notation::LongNamed => LongNamed { position, m, letters }.to_string(),
            Notation::Uci => Uci(m).to_string(),
        }
    }
}

/// The number of a round before its first move, with three dots where the round has begun already.
pub(super) fn number(position: &Position) -> String {
    let is_begun = position.living().iter().next() != Some(position.turn());
    format!("{}{} ", position.fullmoves(), if is_begun { "..." } else { "." })
}

/// Words in lines of bounded width.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) text: String,
    /// Characters on the last line.
    column: usize,
    /// Brackets that the next word will open.
    opening: String,
}

impl Lines {
    pub(super) fn put(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opening) + word;
        let word = opened.as_str();
        let width = word.chars().count();
        if self.column > 0 {
            let is_full = self.column + 1 + width > WIDTH;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Puts a comment word by word; what would end it early is replaced.
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

    /// Closes a variation, without a space; one without a word is not written at all.
    pub(super) fn close(&mut self) {
        if self.opening.pop().is_none() {
            self.text.push(')');
            self.column += 1;
        }
    }
}

/// A name that the reader takes for one: what cannot stand in it becomes `_`.
fn tag_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii();
    let mut fitting: String = name.chars().take(NAME).map(|c| if fits(c) { c } else { '_' }).collect();
    if !fitting.starts_with(|first: char| !first.is_ascii_digit()) {
        fitting.insert(0, '_');
    }
    fitting
}

/// A value between quotes, on one line.
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
