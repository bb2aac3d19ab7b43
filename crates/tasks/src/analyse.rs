//! The task of `analyse`: score, best line and loss of each move of a game.

use serde::{Deserialize, Serialize};

use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_games::pgn::{Notation, PgnText};
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_player::{Limits, Line, Options, Player, Score, Search};
use hexmate_position::{Colour, Game, Letters, Place, Position};
use hexmate_report::{AnalysedRow, san_line};

/// Loss in expected score from which a move is marked, in thousandths of a point, with its mark and NAG.
const MARKS: [(u32, &str, u8); 3] = [(200, "??", 4), (100, "?", 2), (50, "?!", 6)];

/// Moves of a line that are written.
const SHOWN: usize = 8;

/// The result of one record.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysed {
    /// A row for each move.
    pub rows: Vec<AnalysedRow>,
    /// The game as PGN with `[%eval]` and NAGs; empty without moves.
    pub pgn: String,
    /// Message about a fault of the record, with its place.
    pub fault: Option<String>,
    /// `true` if a signal has stopped the analysis.
    pub is_stopped: bool,
}

/// Task that analyses a game with the computer player.
pub struct Analyse {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Limits for each position.
    pub limits: Limits,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Flag that ends the searches.
    pub stop: StopFlag,
}

impl Task for Analyse {
    type Item = Record;
    type Output = Analysed;

    fn work(&self, record: Record) -> Analysed {
        let Record { file, number, item, .. } = record;
        let game = match item.into_game(&file) {
            Ok(game) => game,
            Err(message) => return fault(message),
        };
        let at = |place: Place| format!("{file}:{place}: {}", game.label(number));
        match game.game(self.game) {
            Ok(played) if played.players != 2 => {
                fault(format!("{}: {} is not a game for two", at(game.place), played.title))
            }
            Ok(played) => {
                let checked = CheckedGame::judge(played, &game, self.reading);
                let mut analysed = self.analyse(&checked, &game);
                for row in &mut analysed.rows {
                    row.file = file.to_string();
                    row.record = number;
                }
                let found = checked.fault.as_ref();
                analysed.fault =
                    found.map(|fault| format!("{}: {} [{}]", at(fault.place), fault.kind, fault.kind.code()));
                analysed
            }
            Err(error) => fault(format!("{}: {error}", at(game.place))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Analysed {
        fault(panic.to_string())
    }

    /// Returns `false` for a game that was not analysed to its end.
    fn is_final(&self, analysed: &Analysed) -> bool {
        !analysed.is_stopped
    }
}

fn fault(message: String) -> Analysed {
    Analysed { fault: Some(message), ..Analysed::default() }
}

impl Analyse {
    fn analyse(&self, checked: &CheckedGame, text: &GameText) -> Analysed {
        let mut analysed = Analysed::default();
        let player = Player::new(checked.game, Options::default());
        let (Some(mut game), Some(mut player)) = (checked.played(text), player) else { return analysed };
        let mut earlier = Vec::new();
        let mut position = game.start().clone();
        let moves = game.moves().to_vec();
        let mut before = self.best(&mut player, &position, &earlier);
        let mut losses: [Vec<u32>; 2] = Default::default();
        let mut comments = Vec::new();
        for (&m, ply) in moves.iter().zip(1..) {
            let next = position.play_unchecked(m);
            earlier.push(position.key() as u64);
            let after = self.best(&mut player, &next, &earlier);
            if self.stop.is_raised() {
                analysed.is_stopped = true;
                return analysed;
            }
            let reached = after.score.opposite();
            let best = &before;
            // The played move may turn out to be better than the one that was thought best.
            let is_best = best.moves.first() == Some(&m);
            let loss = if is_best { 0.0 } else { best.score.expectation() - reached.expectation() };
            let loss = (1000.0 * loss.max(0.0)).round() as u32;
            let side = position.turn().index() % 2;
            losses[side].push(loss);
            let mark = MARKS.into_iter().find(|&(least, ..)| loss >= least);
            let white = if side == 0 { reached } else { reached.opposite() };
            comments.push((ply, format!("[%eval {}]", eval(white))));
            game.nags.extend(mark.map(|(_, _, nag)| (ply, nag)));
            let named = text.tag(if side == 0 { "White" } else { "Black" }).map(|tag| tag.text.clone());
            let name = || Colour::of(&position.game(), position.turn()).name().to_owned();
            analysed.rows.push(AnalysedRow {
                file: String::new(),
                record: 0,
                ply,
                player: named.filter(|name| !name.is_empty()).unwrap_or_else(name),
                played: san_line(&position, &[m]),
                score: short(reached),
                best: san_line(&position, best.moves.get(..1).unwrap_or_default()),
                best_score: short(best.score),
                loss,
                mark: mark.map_or("", |(_, mark, _)| mark).to_owned(),
                line: san_line(&position, best.moves.get(..SHOWN).unwrap_or(&best.moves)),
                fen: position.to_fen(),
            });
            position = next;
            before = after;
        }
        // Both lists are in ascending order; evaluations come before other comments on the same move.
        let mut all = comments;
        all.append(&mut game.comments);
        all.sort_by_key(|&(ply, _)| ply);
        game.comments = all;
        game.nags.sort_by_key(|&(ply, _)| ply);
        for (name, losses) in ["WhiteAccuracy", "BlackAccuracy"].into_iter().zip(&losses) {
            if let Some(accuracy) = accuracy(losses) {
                game.tags.retain(|(own, _)| own != name);
                game.tags.push((name.to_owned(), format!("{accuracy:.1}")));
            }
        }
        let written = PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH };
        analysed.pgn = written.to_string();
        analysed
    }

    /// Returns the best line; without moves, if the game is over.
    fn best(&self, player: &mut Player, position: &Position, earlier: &[u64]) -> Line {
        let stop = Some(self.stop.flag().as_ref());
        let search = Search { limits: self.limits, earlier, stop, ..Search::default() };
        let found = player.search(position, &search, &mut |_| {}).into_iter().next();
        found.unwrap_or_else(|| Line { score: Score::of_end(position), moves: Vec::new() })
    }
}

/// Returns a hundred minus the mean loss in hundredths of a point; `None` without moves.
fn accuracy(losses: &[u32]) -> Option<f64> {
    let count = f64::from(u32::try_from(losses.len()).ok()?);
    (count > 0.0).then(|| 100.0 - f64::from(losses.iter().sum::<u32>()) / count / 10.0)
}

/// Returns a score in pawns, as in `[%eval 0.35]` and `[%eval #-3]`.
fn eval(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
        mate => short(mate),
    }
}

/// Returns a score in centipawns, or a mate in moves.
fn short(score: Score) -> String {
    match score {
        Score::Centipawns(value) => value.to_string(),
        Score::Mates { plies } => format!("#{}", plies.div_ceil(2)),
        Score::IsMated { plies } => format!("#-{}", plies.div_ceil(2)),
    }
}
