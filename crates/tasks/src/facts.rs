//! The task that extracts the facts of a game or problem for statistics.

use std::fmt::Display;

use super::ending_tables::EndingTables;
use serde::{Deserialize, Serialize};

use crate::records::{Item, Record};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_games::pgn::{PlayedGame, comment_commands};
use hexmate_games::stats::{GameFacts, Losses};
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_player::{EngineComment, SearchScore};
use hexmate_position::{Game, UnknownGame};
use hexmate_problems::select::CandidateProblem;
use hexmate_problems::stats::ProblemFacts;
use hexmate_report::{AnalysisSign, GuessedLetters, RecordFault};

/// The facts of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Facts {
    /// The facts of a game.
    Game {
        /// Facts that the statistics count.
        facts: GameFacts,
        /// Language of the piece letters, if it is guessed and not English.
        guessed: Option<String>,
    },
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
    /// The facts of the record, or the error of a record without facts.
    type Output = Result<Facts, RecordFault>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, .. } = record;
        let game = match item {
            Item::Statement(statement) => {
                return Ok(Facts::Problem(ProblemFacts::of(&CandidateProblem::new(&statement, self.game))));
            }
            Item::NoRecords(content) => {
                let message = format!("{file}: no game or problem in this file: {content}");
                return Err(RecordFault::new(content.code(), message));
            }
            item => item.into_game(&file)?,
        };
        let at = || format!("{file}:{}: {}", game.place, game.label(number));
        let fault = |code, problem: &dyn Display| RecordFault::new(code, format!("{}: {problem}", at()));
        let played = game.game(self.game).map_err(|error| fault(UnknownGame::CODE, &error))?;
        let checked = CheckedGame::check(played, &game, self.reading);
        let no_start = || {
            let code = checked.fault.as_ref().map_or("", |fault| fault.kind.code());
            fault(code, &"it has no valid first position")
        };
        let facts = GameFacts::of(&game, &checked, self.opening).ok_or_else(no_start)?;
        let slips = self.endings.slips(&game, &checked);
        let facts = GameFacts {
            slips: slips.iter().map(|slip| (slip.before.worth, slip.after.worth)).collect(),
            losses: losses(&game, &checked),
            ..facts
        };
        Ok(Facts::Game { facts, guessed: GuessedLetters::language(&checked).map(str::to_owned) })
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(RecordFault::new("internal", panic.to_string()))
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}

/// Returns the losses of the players of an analysed game by name: from the sign of `analyse`, else from the tags of the
/// accuracy, otherwise from the difference of each first `[%eval …]`, or score in the comment of an engine such as
/// `+0.31/8 0.520s`, to the one before. Players without a
/// name and games without evaluations have none.
fn losses(text: &GameText, checked: &CheckedGame) -> Vec<(String, Losses)> {
    // Without a comment no move has an evaluation. The words after an error are a comment.
    if text.annotations.comments().next().is_none() && checked.moves.len() >= text.words.len() {
        return Vec::new();
    }
    let Some(played) = checked.played(text).filter(|played| played.game().players == 2) else {
        return Vec::new();
    };
    let mut evaluations: Vec<Option<SearchScore>> = vec![None; played.moves().len() + 1];
    for (ply, comment) in played.annotations.comments() {
        let mut commands = comment_commands(comment).filter(|command| command.is("eval"));
        let stated = commands.find_map(|command| SearchScore::from_eval(command.value));
        let stated = stated.or_else(|| score_of_engine(&played, ply, comment));
        if let Some(evaluation) = evaluations.get_mut(ply) {
            // `analyse` writes its evaluation before those of other programs.
            *evaluation = evaluation.or(stated);
        }
    }
    let (mut sums, mut evaluated) = ([Losses::default(); 2], [0; 2]);
    for (ply, pair) in evaluations.windows(2).enumerate() {
        let side = (played.start().turn().index() + ply) % 2;
        evaluated[side] += u64::from(pair[1].is_some());
        let [before, after] = [pair[0], pair[1]].map(|score| score.map(SearchScore::expectation));
        let Some((before, after)) = before.zip(after) else { continue };
        let loss = if side == 0 { before - after } else { after - before };
        sums[side].add(Losses { moves: 1, thousandths: (1000.0 * loss.max(0.0)).round() as u64 });
    }
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.trim());
    let mut named = Vec::new();
    let signed = AnalysisSign::of(&played.tags).unwrap_or_default().accuracy;
    let tags = [["White", "WhiteAccuracy"], ["Black", "BlackAccuracy"]];
    for (((sum, moves), [player, accuracy]), signed) in sums.into_iter().zip(evaluated).zip(tags).zip(signed)
    {
        let Some(name) = tag(player).filter(|name| !name.is_empty() && *name != "?") else { continue };
        let stated = signed.or_else(|| tag(accuracy)?.parse::<f64>().ok());
        let stated = stated.filter(|accuracy| (0.0..=100.0).contains(accuracy));
        let of_tag = |accuracy| Losses { moves, thousandths: mean_loss(accuracy).saturating_mul(moves) };
        let losses = stated.map_or(sum, of_tag);
        if losses.moves > 0 {
            named.push((name.to_owned(), losses));
        }
    }
    named
}

/// Returns the score for White in the comment of an engine on its move.
fn score_of_engine(played: &PlayedGame, ply: usize, comment: &str) -> Option<SearchScore> {
    let score = EngineComment::parse(comment)?.score?;
    let is_white = (played.start().turn().index() + ply) % 2 == 1;
    Some(if is_white { score } else { score.opposite() })
}

/// Returns the mean loss in thousandths of a point that gives an accuracy.
fn mean_loss(accuracy: f64) -> u64 {
    (10.0 * (100.0 - accuracy)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Records;

    fn losses_of(tags: &str, moves: &str) -> Vec<(String, Losses)> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), format!("{tags}\n\n{moves} *\n")).expect("written");
        let name = file.path().display().to_string();
        let mut records = Records::new(&[name]).with_comments();
        let Some(Ok(Record { item: Item::Game(text), .. })) = records.next() else { panic!("a game") };
        let checked = CheckedGame::check(Game::GLINSKI, &text, ReadOptions::default());
        losses(&text, &checked)
    }

    #[test]
    fn first_evaluations_of_other_programs_count() {
        let names = "[White \"Ann\"]\n[Black \"Bob\"]";
        let usual =
            losses_of(names, "1. e5 {[%eval 0.0]} e6 {[%eval 1.91]} 2. f6 {[%eval #-3]} exf6 {[%eval #-2]}");
        for moves in [
            "1. e5 {[%eval +0.0,18]} e6 {[%clk 0:01:00] [%eval 1.91]} 2. f6 {[%eval -#3]} exf6 {[%eval -M2]}",
            "1. e5 {a} {[%eval\n0.00/9]} e6 {[%eval 1.91] [%eval 9]} 2. f6 {[%EVAL #-3]} {[%eval 1]} exf6 {[%eval -#2,4]}",
        ] {
            assert_eq!(losses_of(names, moves), usual, "{moves}");
        }
    }

    #[test]
    fn comments_of_engines_count() {
        let names = "[White \"Ann\"]\n[Black \"Bob\"]";
        let usual =
            losses_of(names, "1. e5 {[%eval 0.0]} e6 {[%eval 1.91]} 2. f6 {[%eval #-3]} exf6 {[%eval #-2]}");
        let engines =
            losses_of(names, "1. e5 {0.00/3 0.1s} e6 {-1.91/4} 2. f6 {-M6/9 0s} exf6 {+M3/7 0.01s, length}");
        assert_eq!(engines, usual);
        assert_eq!(losses_of(names, "1. e5 {book} e6 {book} 2. f6 {see 0.3/8} exf6 {0.5s}"), []);
    }

    #[test]
    fn accuracy_follows_from_evaluations() {
        let names = "[White \"Ann\"]\n[Black \"Bob\"]";
        let moves = "1. e5 {[%eval 0.0]} e6 {[%eval 1.91]} 2. f6 {[%eval 0.00]} exf6 {[%eval #-2]}";
        let [(ann, white), (bob, black)] = &losses_of(names, moves)[..] else { panic!("two players") };
        assert_eq!((ann.as_str(), *white), ("Ann", Losses { moves: 1, thousandths: 250 }));
        assert_eq!((bob.as_str(), *black), ("Bob", Losses { moves: 2, thousandths: 250 }));
        assert_eq!((white.accuracy(), black.accuracy()), (Some(75), Some(88)));
        let tagged = losses_of(&format!("{names}\n[WhiteAccuracy \"97.5\"]"), moves);
        assert_eq!(tagged[0].1, Losses { moves: 2, thousandths: 50 });
        let signed = format!("{names}\n[WhiteAccuracy \"12.0\"]\n[HexmateAnalysis \"accuracy 97.5 -\"]");
        assert_eq!(
            losses_of(&signed, moves),
            losses_of(&format!("{names}\n[WhiteAccuracy \"97.5\"]"), moves)
        );
        assert_eq!(losses_of(names, "1. e5 e6"), []);
        assert_eq!(losses_of("[White \"?\"]", moves), []);
        assert_eq!(losses_of(names, "1. e5 {[%eval x]} e6 {[%eval"), []);
    }
}
