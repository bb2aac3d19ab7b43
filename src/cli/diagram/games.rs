//! Diagrams of games: the last position, or a strip of several.

use hexmate_core::geometry::Shape;
use hexmate_core::rules::Move;
use hexmate_diagram as diagram;
use hexmate_diagram::{Marks, Picture, Prefix};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText};
use hexmate_position::{Game, Position, Setup};
use hexmate_position::{Letters, San};
use hexmate_report::Counted;

use super::Job;
use super::form::Drawing;
use super::options::{self, RecordText};
use crate::cli::diagram::args::Plies;
use crate::cli::exit::Failure;

impl Job<'_> {
    /// Draws a game; its caption has the `name` of the game played.
    pub(super) fn draw_game(
        &self,
        variant: Game,
        game: &GameText,
        prefix: Prefix,
        name: Option<String>,
    ) -> Result<Drawing, Failure> {
        if self.args.first.origin(None).has_moves() {
            return Err(Failure::Usage(
                "--moves applies to positions only; a game has its own moves".to_owned(),
            ));
        }
        match &self.args.sheets.plies {
            None => self.draw_end(variant, game, prefix, name),
            Some(plies) => self.draw_strip(variant, game, plies, &prefix).map(Drawing::Picture),
        }
    }

    /// Draws the last position, with the last move and the arrows and circles of the last comments.
    fn draw_end(
        &self,
        variant: Game,
        game: &GameText,
        prefix: Prefix,
        name: Option<String>,
    ) -> Result<Drawing, Failure> {
        let checked = CheckedGame::of(variant, game);
        refuse_unfinished(&checked, game.words.len())?;
        let position =
            checked.position.ok_or_else(|| Failure::Usage("the game has no position".to_owned()))?;
        let setup = Setup::from(&position);
        let mut text = RecordText { title: game.pairing(), ..RecordText::new(prefix) };
        if self.args.text.captions.caption {
            text.caption.above.extend(text.title.clone().into_iter().chain(name));
        }
        if self.form.is_text() {
            return self.draw(&setup, &text);
        }
        let mut options = options::options(self.args, self.theme, &setup, &text)?;
        add_marks(&mut options.marks, variant.shape, game, &checked.moves, checked.moves.len());
        Ok(Drawing::Picture(diagram::draw(&setup, &options)))
    }

    /// Draws a strip of positions, each with the move that led to it.
    fn draw_strip(
        &self,
        variant: Game,
        game: &GameText,
        plies: &Plies,
        prefix: &Prefix,
    ) -> Result<Picture, Failure> {
        let checked = CheckedGame::of(variant, game);
        let mut position =
            validate::start(variant, game).map_err(|fault| Failure::Usage(fault.kind.to_string()))?;
        let is_wanted = |ply: usize| match plies {
            Plies::All => true,
            Plies::After(numbers) => numbers.contains(&ply),
        };
        let last = match plies {
            Plies::All => game.words.len(),
            Plies::After(numbers) => numbers.iter().copied().max().unwrap_or_default(),
        };
        refuse_unfinished(&checked, last)?;
        let mut pictures = Vec::new();
        let mut after = String::new();
        for ply in 0..=checked.moves.len() {
            if is_wanted(ply) {
                let setup = Setup::from(&position);
                let text = RecordText { after: after.clone(), ..RecordText::new(prefix.numbered(ply)) };
                let mut options = options::options(self.args, self.theme, &setup, &text)?;
                add_marks(&mut options.marks, variant.shape, game, &checked.moves, ply);
                options.width = None;
                options.title = Some(after.clone()).filter(|after| !after.is_empty());
                pictures.push(diagram::draw(&setup, &options));
            }
            if let Some(&m) = checked.moves.get(ply) {
                after = numbered(&position, m, &self.args.text.letters);
                position = position.play_unchecked(m);
            }
        }
        if pictures.is_empty() {
            return Err(Failure::Usage(format!(
                "--plies: the game has only {}",
                Counted(checked.moves.len() as u64, "ply")
            )));
        }
        let mut strip = self.sheet(&pictures, prefix.clone());
        if self.args.text.title.is_none() {
            strip = strip.with_title(game.pairing().unwrap_or_else(|| variant.title.to_owned()));
        }
        Ok(strip)
    }
}

/// Returns an error if the game has a fault within its first `plies` plies.
fn refuse_unfinished(checked: &CheckedGame, plies: usize) -> Result<(), Failure> {
    match &checked.fault {
        Some(fault) if checked.moves.len() < plies || checked.position.is_none() => {
            let (kind, code) = (&fault.kind, fault.kind.code());
            Err(Failure::Usage(format!("{}: {kind} [{code}]", fault.place)))
        }
        _ => Ok(()),
    }
}

/// Marks the move that led to a position, and the arrows and circles of the comments there.
fn add_marks(marks: &mut Marks, shape: Shape, game: &GameText, moves: &[Move], ply: usize) {
    if marks.last_move.is_none() {
        marks.last_move = ply.checked_sub(1).and_then(|before| moves.get(before)).copied();
    }
    let is_last = ply == game.words.len();
    for (_, comment) in game.annotations.comments().filter(|(at, _)| *at == ply || is_last && *at > ply) {
        marks.add_comment(shape, comment);
    }
}

/// Returns a move with its number, such as `3... Nf6`.
fn numbered(position: &Position, m: Move, letters: &Letters) -> String {
    format!("{} {}", position.move_number(), San { position, m, letters })
}
