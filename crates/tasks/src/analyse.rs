//! The task of `analyse`: score and best line of each position of a game, and proofs of what was missed.

use std::collections::VecDeque;

use super::ending_tables::EndingTables;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, KnownMates, Stipulation, TranspositionTable};
use hexmate_games::pgn::PlayedGame;
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, ScoredLine, Search, SearchScore};
use hexmate_position::{Game, Place, Position};
use hexmate_report::{Analysed, AnalysedGame, Missed};

/// Moves of a line that are kept.
const KEPT: usize = 8;

/// Nodes of the solver for the proof of one missed mate.
const PROOF_NODES: u64 = 1_000_000;

/// Size of the table of the solver, in bytes.
const PROOF_TABLE: usize = 16 << 20;

/// Task that analyses a game with the computer player.
pub struct Analyse {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Limits for each position.
    pub limits: Limits,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Endgame tables for searches, and for endings given away.
    pub endings: EndingTables,
    /// Flag that ends the searches.
    pub stop: StopFlag,
}

impl Task for Analyse {
    type Item = Record;
    type Output = Analysed;

    fn work(&self, record: Record) -> Analysed {
        let Record { file, number, item, .. } = record;
        let empty = Analysed { file: file.to_string(), record: number, ..Analysed::default() };
        let fault = |message| Analysed { fault: Some(message), ..empty.clone() };
        let text = match item.into_game(&file) {
            Ok(text) => text,
            Err(message) => return fault(message),
        };
        let name = text.label(number);
        let at = |place: Place| format!("{file}:{place}: {name}");
        match text.game(self.game) {
            Ok(played) if played.players != 2 => {
                fault(format!("{}: {} is not a game for two", at(text.place), played.title))
            }
            Ok(played) => {
                let checked = CheckedGame::judge(played, &text, self.reading);
                let found = checked.fault.as_ref();
                let fault =
                    found.map(|fault| format!("{}: {} [{}]", at(fault.place), fault.kind, fault.kind.code()));
                let game = checked.played(&text).and_then(|game| self.analysed(game, &checked, &text));
                let is_stopped = self.stop.is_raised() && game.is_none();
                Analysed { name, game: game.map(Box::new), fault, is_stopped, ..empty }
            }
            Err(error) => fault(format!("{}: {error}", at(text.place))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Analysed {
        Analysed { fault: Some(panic.to_string()), ..Analysed::default() }
    }

    /// Returns `false` for a game that was not analysed to its end.
    fn is_final(&self, analysed: &Analysed) -> bool {
        !analysed.is_stopped
    }
}

impl Analyse {
    /// Returns the analysed game; `None` if a signal has stopped the analysis.
    fn analysed(&self, game: PlayedGame, checked: &CheckedGame, text: &GameText) -> Option<AnalysedGame> {
        let endings = self.endings.endgames(game.game());
        let known = endings.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let mut player = ComputerPlayer::new(game.game(), PlayerOptions::default())?;
        let mut positions = vec![game.start().clone()];
        for &m in game.moves() {
            let mut next = positions[positions.len() - 1].clone();
            next.make_move_unchecked(m);
            positions.push(next);
        }
        let earlier: Vec<u64> = positions.iter().map(|position| position.key() as u64).collect();
        // From the end, so that the search of a position finds in its table what the game has shown after it.
        let mut lines = VecDeque::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate().rev() {
            let search = Search {
                limits: self.limits,
                earlier: &earlier[..ply],
                stop: Some(self.stop.flag().as_ref()),
                known,
                ..Search::default()
            };
            let found = player.search(position, &search, &mut |_| {}).into_iter().next();
            let mut line = found
                .unwrap_or_else(|| ScoredLine { score: SearchScore::of_end(position), moves: Vec::new() });
            if self.stop.is_raised() {
                return None;
            }
            line.moves.truncate(KEPT);
            lines.push_front(line);
        }
        let lines = Vec::from(lines);
        let slips = self.endings.slips(text, checked);
        let mut missed = Vec::new();
        for (ply, position) in positions[..positions.len() - 1].iter().enumerate() {
            let mate = self.missed_mate(position, &lines[ply..ply + 2], known);
            let endings = slips.iter().filter(|slip| slip.ply == ply);
            let endings = endings.map(|slip| Missed::Ending { before: slip.before, after: slip.after });
            missed.extend(mate.into_iter().chain(endings).map(|found| (ply + 1, found)));
        }
        AnalysedGame::new(game, lines, missed)
    }

    /// Returns the shortest mate that the solver proves in a position, if the search has found a mate there and none
    /// after the move that was played; `lines` are those of both positions.
    fn missed_mate(
        &self,
        position: &Position,
        lines: &[ScoredLine],
        known: Option<&dyn KnownMates>,
    ) -> Option<Missed> {
        let [before, after] = lines else { return None };
        let longest = before.score.mates_in().filter(|&moves| moves > 0)?;
        if after.score.opposite().mates_in().is_some() {
            return None;
        }
        let budget = Budget {
            nodes: Some(PROOF_NODES),
            interrupt: Some(self.stop.flag()),
            known,
            ..Budget::default()
        };
        let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
        let solution = position.solve(Stipulation::mate_in(longest), table, budget);
        solution.mate_in.map(Missed::Mate)
    }
}
