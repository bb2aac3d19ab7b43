//! The facts of games, or what is wrong with a record and where.

use super::known::KnownEndings;
use crate::records::Record;
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_games::stats::GameFacts;
use hexmate_games::validate::{CheckedGame, ReadOptions};
use hexmate_position::Game;

/// How facts are found.
pub struct FindFacts {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: ReadOptions,
    /// Half-moves of an opening.
    pub opening: usize,
    /// Tables that tell which moves gave an ending away.
    pub endings: KnownEndings,
}

impl Task for FindFacts {
    type Item = Record;
    /// The facts of a game, or what is wrong with the record and where.
    type Output = Result<GameFacts, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, .. } = record;
        let game = item.into_game(&file)?;
        let at = || format!("{file}:{}: {}", game.place, game.label(number));
        let meant = game.game(self.asked).map_err(|error| format!("{}: {error}", at()))?;
        let nowhere = || format!("{}: no first position", at());
        let checked = CheckedGame::judge(meant, &game, self.reading);
        let facts = GameFacts::of(&game, &checked, self.opening).ok_or_else(nowhere)?;
        let slips = self.endings.slips(&game, &checked);
        Ok(GameFacts {
            slips: slips.iter().map(|slip| (slip.before.worth, slip.after.worth)).collect(),
            ..facts
        })
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}
