//! Games as PGN text: tags, rounds, result. Knows positions and lines; reads nothing.

use std::fmt::{self, Write};

use super::token::TAG_HEAD;
use super::variation::{Step, Trail, Variation};
use super::wrapped::WrappedText;
use super::{PlayedGame, Score};
use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Colour, Letters, Long, LongNamed, San, Uci};

/// The most bytes of a tag name: with the bracket before it the reader must still see that it ends.
const NAME: usize = TAG_HEAD - 4;

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
/// use hexmate_position::{Game, Position};
/// use hexmate_games::pgn::{Notation, PlayedGame, Written};
/// use hexmate_position::{Letters, Uci};
///
/// let shape = Game::ECHEX3.shape;
/// let moves = ["f4f6", "e7g6", "h5g6", "e2f5"].map(|text| Uci::parse(shape, text.as_bytes()));
/// let mut game = PlayedGame::from_moves(Position::start(Game::ECHEX3), moves.into_iter().flatten())?;
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
    pub game: &'g PlayedGame,
    /// How its moves are written.
    pub notation: Notation,
    /// The letters of the pieces.
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
        let game = self.game.game();
        let players = game.players().map(|player| Colour::of(&game, player).name());
        let roster = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
        let roster = roster.into_iter().chain(players.map(|name| (name, "?")));
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, unknown) in roster {
            let given = self.game.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
            tags.push((name.to_owned(), given.map_or(unknown, |(_, value)| value).to_owned()));
        }
        tags.extend(self.told_tags().map(|(name, value)| (name.to_owned(), value)));
        let telling = ["Result", "Variant", "Letters", "SetUp", "FEN"];
        for (name, value) in &self.game.tags {
            let name = tag_name(name);
            let is_name = |taken: &str| taken.eq_ignore_ascii_case(&name);
            if !telling.iter().any(|taken| is_name(taken)) && !tags.iter().any(|(taken, _)| is_name(taken)) {
                tags.push((name, value.clone()));
            }
        }
        tags.into_iter()
    }

    /// The tags that say what must be known to read the moves.
    fn told_tags(&self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { game, notation, letters } = *self;
        let has_letters = notation != Notation::Uci && *letters != Letters::ENGLISH;
        let is_set_up = *game.start() != Position::start(game.game());
        [
            Some(("Result", self.result_tag())),
            Some(("Variant", game.game().name.to_owned())),
            has_letters.then(|| ("Letters", letters.name().to_owned())),
            is_set_up.then(|| ("SetUp", "1".to_owned())),
            is_set_up.then(|| ("FEN", game.start().to_fen())),
        ]
        .into_iter()
        .flatten()
    }

    /// The result, or else what the tag says where that is none.
    fn result_tag(&self) -> String {
        let given = self.game.tags.iter().find(|(name, _)| name == "Result");
        let is_kept = |value: &&String| {
            let value = value.trim();
            !value.is_empty() && Score::from_bytes(value.as_bytes()).is_none()
        };
        let unread = given.map(|(_, value)| value).filter(is_kept);
        let unread = unread.filter(|_| self.game.result == Score::Unfinished);
        unread.cloned().unwrap_or_else(|| self.game.result.to_string())
    }

    fn movetext(&self) -> String {
        let mut text = WrappedText::default();
        let mut position = self.game.start().clone();
        let mut round = None;
        let mut comments = self.game.comments.iter().peekable();
        let mut nags = self.game.nags.iter().peekable();
        let mut variations = self.game.variations.iter().peekable();
        // The position before the last move, if a variation of it follows.
        let mut before = position.clone();
        for played in 0..=self.game.moves().len() {
            while let Some((_, nag)) = nags.next_if(|(place, _)| *place == played) {
                text.put(&format!("${nag}"));
            }
            while let Some((_, comment)) = comments.next_if(|(place, _)| *place == played) {
                text.put_text(comment);
                round = None;
            }
            while let Some(variation) = variations.next_if(|variation| variation.ply == played) {
                self.put_variation(&mut text, before.clone(), &variation.steps);
                round = None;
            }
            let Some(&m) = self.game.moves().get(played) else { break };
            let mut word = String::new();
            if round != Some(position.fullmoves()) {
                word = number(&position);
                round = Some(position.fullmoves());
            }
            text.put(&(word + &self.move_text(&position, m)));
            if variations.peek().is_some_and(|variation| variation.ply == played + 1) {
                before = position.clone();
            }
            position.make_move_unchecked(m);
        }
        text.put(&self.game.result.to_string());
        text.text + "\n"
    }

    /// The variations of the game as PGN between brackets, each with its place in the main line.
    ///
    /// A line ends only where a comment has to.
    pub fn variations(&self) -> Vec<(usize, String)> {
        let mut position = self.game.start().clone();
        let mut played = 0;
        let mut texts = Vec::new();
        for Variation { ply, steps } in &self.game.variations {
            let before = ply.saturating_sub(1);
            for &m in self.game.moves().get(played..before).unwrap_or_default() {
                position.make_move_unchecked(m);
            }
            played = before;
            let mut text = WrappedText::unwrapped();
            self.put_variation(&mut text, position.clone(), steps);
            texts.push((*ply, text.text));
        }
        texts
    }

    /// The steps of a variation as PGN between brackets, from the position before its first move.
    fn put_variation(&self, text: &mut WrappedText, start: Position, steps: &[Step<Move>]) {
        let mut trail = Trail::new(start);
        let mut numbering = Numbering::Due;
        text.open();
        for step in steps {
            match step {
                Step::Move(m) => {
                    let Some(position) = trail.position() else { return };
                    text.put(&(numbering.before(position) + &self.move_text(position, *m)));
                    trail.play(*m);
                    numbering = Numbering::Running;
                }
                Step::Comment(comment) => {
                    text.put_text(comment);
                    numbering = Numbering::Due;
                }
                Step::Nag(nag) => text.put(&format!("${nag}")),
                Step::Begin => {
                    trail.begin();
                    text.open();
                    numbering = Numbering::Due;
                }
                Step::End => {
                    trail.end();
                    text.close();
                    numbering = Numbering::Due;
                }
            }
        }
        text.close();
    }

    pub(super) fn move_text(&self, position: &Position, m: Move) -> String {
        let letters = self.letters;
        match self.notation {
            Notation::San => San { position, m, letters }.to_string(),
            Notation::Long => Long { position, m, letters }.to_string(),
            Notation::LongNamed => LongNamed { position, m, letters }.to_string(),
            Notation::Uci => Uci(position.game().shape, m).to_string(),
        }
    }
}

/// Whether the next move needs its number although its round has begun.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    Due,
    Running,
}

impl Numbering {
    /// What stands before the move that is due: its number or nothing.
    pub(super) fn before(self, position: &Position) -> String {
        let is_due = self == Self::Due || position.move_number().is_first_of_round;
        if is_due { number(position) } else { String::new() }
    }
}

fn number(position: &Position) -> String {
    format!("{} ", position.move_number())
}

/// A name that the reader takes for one: what cannot stand in it becomes `_`.
fn tag_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii();
    let mut fitting: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    fitting.truncate(fitting.floor_char_boundary(NAME));
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
