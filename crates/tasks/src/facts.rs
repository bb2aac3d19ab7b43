//! The task that extracts the facts of a game or problem for statistics.

use super::ending_tables::EndingTables;
use serde::{Deserialize, Serialize};

use crate::records::{Item, Record};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_games::stats::GameFacts;
use hexmate_games::validate::{CheckedGame, ReadOptions};
use hexmate_position::Game;
use hexmate_problems::select::Candidate;
use hexmate_problems::stats::ProblemFacts;

/// The facts of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Facts {
    /// The facts of a game.
    Game(GameFacts),
    /// The facts of a problem.
    Problem(ProblemFacts),
}

/// Task that extracts the facts of a game or problem.
pub struct FindFacts {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Length of an opening, in plies.
    pub opening: usize,
    /// Tables that show which moves gave an ending away.
    pub endings: EndingTables,
}

impl Task for FindFacts {
    type Item = Record;
    /// The facts of the record, or a message about the faulty record, with its place.
    type Output = Result<Facts, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, .. } = record;
        let game = match item {
            Item::Statement(statement) => {
                return Ok(Facts::Problem(ProblemFacts::of(&Candidate::new(&statement, self.game))));
            }
            Item::NoRecords(content) => {
                return Err(format!("{file}: no game or problem in this file: {content}"));
            }
            item => item.into_game(&file)?,
        };
        let at = || format!("{file}:{}: {}", game.place, game.label(number));
        let played = game.game(self.game).map_err(|error| format!("{}: {error}", at()))?;
        let no_start = || format!("{}: it has no valid first position", at());
        let checked = CheckedGame::judge(played, &game, self.reading);
        let facts = GameFacts::of(&game, &checked, self.opening).ok_or_else(no_start)?;
        let slips = self.endings.slips(&game, &checked);
        Ok(Facts::Game(GameFacts {
            slips: slips.iter().map(|slip| (slip.before.worth, slip.after.worth)).collect(),
            ..facts
        }))
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}
