//! Games as lists of signs: moves, comments, glyphs and variations in the order of their text.

use hexmate::Uci;
use hexmate::pgn::{Annotation, GameResult, PlayedGame, Step};
use hexmate_position::{Move, Position};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::board::{legal, position};
use crate::games::game;

/// An element of a game with comments and variations.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// A move in UCI notation.
    Move(String),
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// Beginning of a variation, which replaces the move before it.
    Begin,
    /// End of a variation.
    End,
    /// The result; only comments and glyphs follow it.
    Result,
}

/// The open lines of a game, the innermost last: the position before the last move of each, if it has one, and after it.
struct Lines(Vec<(Option<Position>, Position)>);

impl Lines {
    fn new(start: &Position) -> Self {
        Self(vec![(None, start.clone())])
    }

    fn position(&self) -> Result<&Position, Failure> {
        self.0.last().map(|(_, now)| now).ok_or_else(|| Failure::new("bad-study", "a variation ends twice"))
    }

    fn play(&mut self, m: Move) {
        if let Some((before, now)) = self.0.last_mut() {
            let next = now.play_unchecked(m);
            *before = Some(std::mem::replace(now, next));
        }
    }

    fn begin(&mut self) -> Result<(), Failure> {
        let before = self.0.last().and_then(|(before, _)| before.clone());
        let start = before.ok_or_else(|| Failure::new("bad-study", "a variation of no move"))?;
        self.0.push((None, start));
        Ok(())
    }

    fn end(&mut self) {
        self.0.pop();
    }
}

/// Returns a game as its start, its signs and its result.
pub fn study(game: &PlayedGame) -> Value {
    let mut writer = Writer { signs: Vec::new(), lines: Lines::new(game.start()) };
    let count = game.moves().len();
    for ply in 0..=count {
        for annotation in game.annotations.at(ply) {
            writer.annotation(annotation);
        }
        if let Some(&m) = game.moves().get(ply) {
            writer.play(m);
        }
    }
    writer.signs.push(Sign::Result);
    for annotation in game.annotations.at(count + 1) {
        writer.annotation(annotation);
    }
    json!({
        "fen": game.start().to_fen(),
        "signs": writer.signs,
        "result": game.result.to_string(),
    })
}

/// A game that is being written as signs.
struct Writer {
    signs: Vec<Sign>,
    lines: Lines,
}

impl Writer {
    fn play(&mut self, m: Move) {
        if let Some((_, now)) = self.lines.0.last() {
            self.signs.push(Sign::Move(Uci(now.game().shape, m).to_string()));
        }
        self.lines.play(m);
    }

    fn annotation(&mut self, annotation: &Annotation<Move>) {
        match annotation {
            Annotation::Comment(text) => self.signs.push(Sign::Comment(text.clone())),
            Annotation::Nag(nag) => self.signs.push(Sign::Nag(*nag)),
            Annotation::Variation(steps) => self.variation(steps),
        }
    }

    /// Writes a variation up to its end or its first move that is not legal.
    fn variation(&mut self, steps: &[Step<Move>]) {
        let outer = self.lines.0.len();
        if self.lines.begin().is_err() {
            return;
        }
        self.signs.push(Sign::Begin);
        for step in steps {
            match step {
                Step::Move(m) if self.lines.position().is_ok_and(|now| now.is_legal(*m)) => self.play(*m),
                Step::Begin if self.lines.begin().is_ok() => self.signs.push(Sign::Begin),
                Step::Comment(text) => self.signs.push(Sign::Comment(text.clone())),
                Step::Nag(nag) => self.signs.push(Sign::Nag(*nag)),
                Step::End if self.lines.0.len() > outer + 1 => {
                    self.lines.end();
                    self.signs.push(Sign::End);
                }
                Step::Move(_) | Step::Begin | Step::End => break,
            }
        }
        while self.lines.0.len() > outer {
            self.lines.end();
            self.signs.push(Sign::End);
        }
    }
}

/// A game as the page keeps it.
#[derive(Deserialize, Debug)]
pub struct Study {
    game: String,
    fen: String,
    signs: Vec<Sign>,
    /// Names and values of tags.
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// The result; that of the last position if it is missing.
    #[serde(default)]
    result: String,
    /// `true` for the text of the game, otherwise its moves.
    #[serde(default)]
    pgn: bool,
}

impl Study {
    /// Returns the game as PGN, or number and notation of each of its moves.
    pub fn answer(self) -> Answer {
        let start = position(game(&self.game)?, &self.fen)?;
        let mut lines = Lines::new(&start);
        let (mut names, mut moves) = (Vec::new(), Vec::new());
        // Each with the number of moves before it.
        let mut annotations = Vec::new();
        let mut steps = Vec::new();
        let mut ply = 0;
        for sign in self.signs {
            let depth = lines.0.len();
            let step = match sign {
                Sign::Move(text) => {
                    let now = lines.position()?;
                    let m = legal(now, &text)?;
                    names.push(json!([now.move_number().to_string(), now.san(m).to_string()]));
                    lines.play(m);
                    if depth == 1 {
                        moves.push(m);
                        ply += 1;
                        continue;
                    }
                    Step::Move(m)
                }
                Sign::Comment(text) => Step::Comment(text),
                Sign::Nag(nag) => Step::Nag(nag),
                Sign::Begin => {
                    lines.begin()?;
                    if depth == 1 {
                        continue;
                    }
                    Step::Begin
                }
                Sign::End => {
                    lines.end();
                    lines.position()?;
                    if depth == 2 {
                        annotations.push((ply, Annotation::Variation(std::mem::take(&mut steps))));
                        continue;
                    }
                    Step::End
                }
                Sign::Result => {
                    ply += 1;
                    continue;
                }
            };
            match step {
                Step::Comment(text) if depth == 1 => annotations.push((ply, Annotation::Comment(text))),
                Step::Nag(nag) if depth == 1 => annotations.push((ply, Annotation::Nag(nag))),
                step => steps.push(step),
            }
        }
        if !self.pgn {
            return Ok(names.into());
        }
        let mut game =
            PlayedGame::from_moves(start, moves).map_err(|error| Failure::new("not-legal", error))?;
        game.annotations = annotations.into_iter().collect();
        game.tags = self.tags;
        if let Some(result) = GameResult::from_bytes(self.result.as_bytes()) {
            game.result = result;
        }
        Ok(json!(game.to_string()))
    }
}
