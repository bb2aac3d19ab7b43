//! Games as diagrams: the last position, or a strip of several. No other records.

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
use super::options::{self, Said};
use crate::cli::diagram::args::Plies;
use crate::cli::exit::Failure;

impl Job<'_> {
    /// The drawing of a game.
    pub(super) fn draw_game(&self, game: &GameText, prefix: Prefix) -> Result<Drawing, Failure> {
        if self.args.first.origin(None).has_moves() {
            return Err(Failure::Usage("--moves are played in positions; a game has its own".to_owned()));
        }
        let meant = game.game(self.context.asked_game());
        let meant = meant.map_err(|error| Failure::Usage(error.to_string()))?;
        match &self.args.pages.plies {
            None => self.draw_end(meant, game, prefix),
            Some(plies) => self.draw_strip(meant, game, plies, &prefix).map(Drawing::Picture),
        }
    }

    /// The last position, with the last move and what the last comment points out.
    fn draw_end(&self, meant: Game, game: &GameText, prefix: Prefix) -> Result<Drawing, Failure> {
        let checked = CheckedGame::of(meant, game);
        refuse_unfinished(&checked, game.words.len())?;
        let position = checked.position.ok_or_else(|| Failure::Usage("no position".to_owned()))?;
        let setup = Setup::from(&position);
        let mut said = Said { title: title(game), ..Said::new(prefix) };
        if self.args.words.captions.caption {
            said.source = said.title.clone().unwrap_or_default();
        }
        if self.form.is_text() {
            return self.draw(&setup, &said);
        }
        let mut options = options::options(self.args, self.theme, &setup, &said)?;
        point_out(&mut options.marks, meant.shape, game, &checked.moves, checked.moves.len());
        Ok(Drawing::Picture(diagram::draw(&setup, &options)))
    }

    /// The positions after some moves, each with the move that led to it.
    fn draw_strip(
        &self,
        meant: Game,
        game: &GameText,
        plies: &Plies,
        prefix: &Prefix,
    ) -> Result<Picture, Failure> {
        let checked = CheckedGame::of(meant, game);
        let mut position =
            validate::start(meant, game).map_err(|fault| Failure::Usage(fault.kind.to_string()))?;
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
                let said = Said { after: after.clone(), ..Said::new(prefix.numbered(ply)) };
                let mut options = options::options(self.args, self.theme, &setup, &said)?;
                point_out(&mut options.marks, meant.shape, game, &checked.moves, ply);
                options.width = None;
                options.title = Some(after.clone()).filter(|after| !after.is_empty());
                pictures.push(diagram::draw(&setup, &options));
            }
            if let Some(&m) = checked.moves.get(ply) {
                after = numbered(&position, m, &self.args.words.letters);
                position = position.play_unchecked(m);
            }
        }
        if pictures.is_empty() {
            return Err(Failure::Usage(format!(
                "the game has only {}",
                Counted(checked.moves.len() as u64, "move")
            )));
        }
        let mut strip = self.sheet(&pictures, prefix.clone());
        if self.args.words.title.is_none() {
            strip = strip.with_title(title(game).unwrap_or_else(|| meant.title.to_owned()));
        }
        Ok(strip)
    }
}

/// Refuses a game in which an error comes before the position after so many moves.
fn refuse_unfinished(checked: &CheckedGame, plies: usize) -> Result<(), Failure> {
    match &checked.fault {
        Some(fault) if checked.moves.len() < plies || checked.position.is_none() => {
            let (kind, code) = (&fault.kind, fault.kind.code());
            Err(Failure::Usage(format!("{}: {kind} [{code}]", fault.place)))
        }
        _ => Ok(()),
    }
}

/// The move that led to a position, and the arrows and circles of the comments there.
fn point_out(marks: &mut Marks, shape: Shape, game: &GameText, moves: &[Move], ply: usize) {
    if marks.last_move.is_none() {
        marks.last_move = ply.checked_sub(1).and_then(|before| moves.get(before)).copied();
    }
    for (_, comment) in game.comments.iter().filter(|(after, _)| *after == ply) {
        marks.add_comment(shape, comment);
    }
}

/// A move with its number, as `3... Nf6`.
fn numbered(position: &Position, m: Move, letters: &Letters) -> String {
    format!("{} {}", position.move_number(), San { position, m, letters })
}

/// Who played whom, if the tags say.
fn title(game: &GameText) -> Option<String> {
    let [white, black] = ["White", "Black"].map(|name| game.tag(name).map_or("?", |tag| tag.text.as_str()));
    ([white, black] != ["?", "?"]).then(|| format!("{white} – {black}"))
}
