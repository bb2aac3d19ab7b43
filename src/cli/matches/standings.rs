//! The summary of a match: results of two engines, or the table of a tournament, and faults.

use std::fmt::{self, Write as _};

use hexmate_batch::terminal::one_line;
use hexmate_report::{Counted, padded, terminal_width};

use super::record::Game;
use super::referee::Termination;
use super::schedule::{Pairing, Schedule};
use super::tally::Tally;

/// Faults of an engine in the games that count.
#[derive(Clone, Copy, Debug, Default)]
struct Lapses {
    late: u64,
    on_time: u64,
    illegal: u64,
    abandoned: u64,
}

/// Results of all pairs of engines.
#[derive(Debug)]
pub struct Standings<'a> {
    names: &'a [String],
    schedule: &'a Schedule,
    /// Tally of each pair, for its first engine.
    tallies: Vec<Tally>,
    lapses: Vec<Lapses>,
    /// Points of the first engine in a game whose second game with the same opening has not ended, in quarters.
    unpaired: Option<u8>,
}

impl<'a> Standings<'a> {
    /// Creates the standings before the first game.
    pub fn new(names: &'a [String], schedule: &'a Schedule) -> Self {
        let tallies = vec![Tally::default(); schedule.pairs().len()];
        Self { names, schedule, tallies, lapses: vec![Lapses::default(); names.len()], unpaired: None }
    }

    /// Adds the next game. Returns the points of the first engine of its pair, in quarters, and whether the pair of games
    /// is complete.
    pub fn add(&mut self, game: &Game) -> (u8, bool) {
        let Pairing { pair, players, is_return, .. } = self.schedule.pairing(game.number);
        let points = if is_return { 4 - game.white } else { game.white };
        for (side, engine) in players.into_iter().enumerate() {
            let lapses = &mut self.lapses[engine];
            lapses.late += u64::from(game.late[side]);
            let has_lost = game.white == if side == 0 { 0 } else { 4 };
            match game.termination {
                Termination::TimeForfeit if has_lost => lapses.on_time += 1,
                Termination::RulesInfraction if has_lost => lapses.illegal += 1,
                Termination::Abandoned if has_lost => lapses.abandoned += 1,
                _ => {}
            }
        }
        match self.unpaired.take() {
            Some(first) => self.tallies[pair].add([first, points]),
            None => self.unpaired = Some(points),
        }
        (points, self.unpaired.is_none())
    }

    /// Returns whether the last game is without its second game.
    pub fn has_unpaired(&self) -> bool {
        self.unpaired.is_some()
    }

    /// Returns the results of the two engines; `None` in a tournament of more.
    pub fn of_two(&self) -> Option<&Tally> {
        Some(&self.tallies[0]).filter(|_| self.names.len() == 2)
    }

    /// Returns whether no pair of games is complete.
    pub fn is_empty(&self) -> bool {
        self.tallies.iter().all(|tally| tally.games() == 0)
    }

    /// Returns the results of one engine against another.
    fn between(&self, one: usize, other: usize) -> Option<Tally> {
        let pairs = self.schedule.pairs().iter().zip(&self.tallies);
        pairs.into_iter().find_map(|(pair, tally)| match *pair {
            [first, second] if [first, second] == [one, other] => Some(tally.clone()),
            [first, second] if [second, first] == [one, other] => Some(tally.reversed()),
            _ => None,
        })
    }

    /// Returns the results of an engine against all others.
    fn overall(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        let others = (0..self.names.len()).filter_map(|other| self.between(engine, other));
        others.for_each(|tally| sum.join(&tally));
        sum
    }

    /// Writes the table of a tournament, the best engine first.
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranked: Vec<(usize, Tally)> =
            (0..self.names.len()).map(|engine| (engine, self.overall(engine))).collect();
        ranked.sort_by(|(_, one), (_, other)| other.mean().total_cmp(&one.mean()));
        let score = |tally: &Tally| format!("{}/{}", tally.points(), tally.games());
        let mut rows = vec![["", "engine", "points", "Elo", "95 %", "LOS"].map(str::to_owned).to_vec()];
        rows[0].extend((1..=ranked.len()).map(|rank| rank.to_string()));
        for (rank, (engine, tally)) in ranked.iter().enumerate() {
            let [elo, low, high] = tally.elo();
            let name = one_line(&self.names[*engine]).into_owned();
            let mut row = vec![(rank + 1).to_string(), name, score(tally)];
            row.extend([format!("{elo:+.0}"), format!("{low:+.0} to {high:+.0}")]);
            row.push(format!("{:.1} %", 100.0 * tally.superiority()));
            for (other, _) in &ranked {
                row.push(self.between(*engine, *other).map_or_else(|| "-".to_owned(), |found| score(&found)));
            }
            rows.push(row);
        }
        let width = |column: usize| rows.iter().map(|row| terminal_width(&row[column])).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                match column {
                    1 => write!(line, "{gap}{}", padded(cell, width))?,
                    _ => write!(line, "{gap}{cell:>width$}")?,
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Returns the faults of all engines in words.
    fn faults(&self) -> String {
        let of = |(name, lapses): (&String, &Lapses)| {
            let Lapses { late, on_time, illegal, abandoned } = *lapses;
            let counts = [
                (on_time, "loss on time", "losses on time"),
                (late, "move late within the margin", "moves late within the margin"),
                (illegal, "illegal move", "illegal moves"),
                (abandoned, "end or silence", "ends or silences"),
            ];
            let texts: Vec<String> = counts
                .into_iter()
                .filter(|(count, ..)| *count > 0)
                .map(|(count, one, more)| format!("{count} {}", if count == 1 { one } else { more }))
                .collect();
            (!texts.is_empty()).then(|| format!("{}: {}", one_line(name), texts.join(", ")))
        };
        let texts: Vec<String> = self.names.iter().zip(&self.lapses).filter_map(of).collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join("; ") }
    }
}

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tally) = self.of_two() {
            let [one, other] = [0, 1].map(|engine| one_line(&self.names[engine]));
            writeln!(f, "engines  {one} against {other}")?;
            writeln!(f, "{tally}")?;
        } else {
            let games = self.tallies.iter().map(|tally| u64::from(tally.games())).sum();
            writeln!(f, "{} of {}", Counted(games, "game"), Counted(self.names.len() as u64, "engine"))?;
            self.write_table(f)?;
        }
        write!(f, "faults   {}", self.faults())
    }
}
