//! The arguments of `match`. The doc comments are the help.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::long::Resuming;
use crate::cli::shared::number::number;

use super::adjudication::{DrawRule, ResignRule};
use super::control::TimeControl;
use super::schedule::Tournament;
use super::settings::EngineOptions;

/// Play a match between two engines, or a tournament of several.
///
/// Each opening is played twice with colours exchanged. An engine is a command that speaks UCI, or one with `{fen}` that
/// prints a move and ends. Draws that a player may claim end a game; so do the tables of --tables, --resign and --draw.
/// An engine that plays an illegal move, ends or is too slow loses the game.
///
/// The summary counts points of the first engine, with three quarters for a stalemate where the game has it, Elo
/// with the 95 % interval, the likelihood of superiority (LOS), results of pairs of games, and the likelihood ratio of
/// --sprt. A tournament has a table of points instead. docs/player.md has the formulas.
///
/// With --checkpoint a match can be continued: the games that have ended are not played again.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate match ./one ./other --games 100 --nodes 5000 --pgn games.pgn\n\
    hexmate match --engine cmd=./new name=New --engine cmd=./old --clock 5+0.05 --sprt 0,5")]
pub struct Match {
    /// Two or more commands in quotes; of two the result is that of the first one. Or write --engine for each.
    #[arg(value_name = "ENGINE", num_args = 2.., required_unless_present = "engine", value_hint = ValueHint::CommandString)]
    pub engines: Vec<String>,

    #[command(flatten)]
    pub settings: EngineOptions,

    #[command(flatten)]
    pub length: MatchLength,

    /// Opponents in a tournament.
    #[arg(long, value_name = "KIND", default_value = "round-robin", value_parser = choice([
        ("round-robin", "every engine plays every other one", Tournament::RoundRobin),
        ("gauntlet", "the first engine plays all others", Tournament::Gauntlet),
    ]))]
    pub tournament: Tournament,

    #[command(flatten)]
    pub limits: MoveLimits,

    #[command(flatten)]
    pub openings: OpeningOptions,

    #[command(flatten)]
    pub ends: GameEnds,

    /// Stop when the likelihood ratio of two differences in Elo, such as `0,5`, is decided at 5 % error. They are from
    /// -1000 to 1000, the lower one first.
    #[arg(
        long,
        value_name = "ELO,ELO",
        help_heading = "Results",
        value_parser = hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<Hypotheses>,

    /// Write the games to this file, with score, depth and time of each move. Without --checkpoint, `FILE.partial` has
    /// each game as soon as it has ended.
    #[arg(long, value_name = "FILE", help_heading = "Results", value_parser = Form::Pgn)]
    pub pgn: Option<Destination>,

    /// Leave times and dates out of the games, so that equal games are equal texts.
    #[arg(long, help_heading = "Results", requires = "pgn")]
    pub no_time: bool,

    #[command(flatten)]
    pub resuming: Resuming,
}

/// Limits of a move, of engines that have none of their own.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits of a move")]
pub struct MoveLimits {
    /// Positions that an engine may visit for a move.
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), conflicts_with_all = ["movetime", "clock"])]
    pub nodes: Option<u64>,

    /// Milliseconds for a move.
    #[arg(long, value_name = "MS", value_parser = number(1..=3_600_000_u64), conflicts_with = "clock")]
    pub movetime: Option<u64>,

    /// Seconds for the game and for each move, such as `10+0.1`; `40/60` for 40 moves. By default 10 000 nodes a move.
    #[arg(long, value_name = "S+S", value_parser = TimeControl::parse)]
    pub clock: Option<TimeControl>,

    /// Milliseconds beyond the clock or --movetime before a move loses. Moves within it are counted as late.
    #[arg(long, value_name = "MS", default_value = "100", value_parser = number(0..=3_600_000_u64))]
    pub margin: u64,

    /// Seconds for answers without a clock: to `uci` and `isready`, and to a move limited by nodes or depth.
    #[arg(long, value_name = "S", default_value = "60", value_parser = number(1..=86_400_u64))]
    pub patience: u64,
}

impl MoveLimits {
    /// Returns the time beyond a clock.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// Returns the time for answers without a clock.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

/// Openings of a match.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Openings")]
pub struct OpeningOptions {
    /// Plies of an opening: of random moves, by default 6; of each game in --openings, by default all.
    #[arg(long, value_name = "N", value_parser = number(0..=40_u32))]
    pub opening: Option<u32>,

    /// Greatest advantage after random moves, in centipawns, by a search of 5 000 positions; `none` for any.
    #[arg(long, value_name = "CP", default_value = "50", value_parser = Balance::parse, conflicts_with = "openings")]
    pub balance: Balance,

    /// Games (PGN) or positions (FEN, EPD) from which the engines play.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Option<PathBuf>,

    /// Order of the openings of a file.
    #[arg(long, value_name = "ORDER", default_value = "sequential", requires = "openings", value_parser = choice([
        ("sequential", "as in the file", Order::Sequential),
        ("random", "shuffled with --seed", Order::Random),
    ]))]
    pub order: Order,

    /// Random seed of the openings.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,
}

/// Advantage that a random opening may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// At most this advantage of either side, in centipawns.
    Within(u32),
    /// Any advantage, without a search.
    Any,
}

impl Balance {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::Any),
            text => {
                number(0..=10_000_u32)(text).map(Self::Within).map_err(|error| format!("{error}, or none"))
            }
        }
    }
}

/// Order of the openings of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Order of the file.
    Sequential,
    /// Shuffled.
    Random,
}

/// Ends of games that the rules do not know.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Ends of games")]
pub struct GameEnds {
    /// Plies after which a game is drawn, more than those of the openings.
    #[arg(long, value_name = "N", default_value = "600", value_parser = number(1..=10_000_usize))]
    pub longest: usize,

    /// End games by the tables of endings in this folder, written by `endgame build`.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// A game is lost by an engine that reports a disadvantage of SCORE centipawns for MOVECOUNT moves in a row, such as
    /// `movecount=3,score=600`; with `twosided=true` only if its opponent reports the advantage.
    #[arg(long, value_name = "RULE", value_parser = ResignRule::parse)]
    pub resign: Option<ResignRule>,

    /// A game is drawn from move MOVENUMBER on if both engines report at most SCORE centipawns for MOVECOUNT moves in a
    /// row, such as `movenumber=40,movecount=8,score=10`.
    #[arg(long, value_name = "RULE", value_parser = DrawRule::parse)]
    pub draw: Option<DrawRule>,
}

/// Length of a match, which a resumed run may change.
#[derive(clap::Args, Debug)]
pub struct MatchLength {
    /// Number of games of each two engines, an even number.
    #[arg(long, value_name = "N", default_value = "100", value_parser = even)]
    pub games: u64,
}

/// Two differences in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    pub low: f64,
    pub high: f64,
}

fn even(text: &str) -> Result<u64, String> {
    let number = number(2..=u64::from(u32::MAX))(text).ok().filter(|games| games.is_multiple_of(2));
    number.ok_or_else(|| "expected an even number of games".to_owned())
}

/// Greatest difference in Elo of a hypothesis: about one point in 300 games.
const MOST_ELO: f64 = 1000.0;

fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(low, high)| Some([low.trim().parse().ok()?, high.trim().parse().ok()?]));
    let Some([low, high]): Option<[f64; 2]> = numbers else {
        return Err("expected two differences in Elo, such as 0,5".to_owned());
    };
    // A number that is not finite is not between them either.
    if let Some(beyond) = [low, high].into_iter().find(|elo| !(-MOST_ELO..=MOST_ELO).contains(elo)) {
        return Err(format!("expected differences in Elo from -{MOST_ELO} to {MOST_ELO}, found {beyond}"));
    }
    match low < high {
        true => Ok(Hypotheses { low, high }),
        false => Err(format!("expected the lower difference in Elo first, found {low} before {high}")),
    }
}

#[cfg(test)]
mod tests {
    use super::hypotheses;

    #[test]
    fn refused_hypotheses_name_their_limit() {
        for (text, part) in [
            ("-1500,-500", "from -1000 to 1000, found -1500"),
            ("0,1000.5", "from -1000 to 1000, found 1000.5"),
            ("nan,5", "found NaN"),
            ("0,inf", "found inf"),
            ("5,0", "the lower difference in Elo first, found 5 before 0"),
            ("5,5", "found 5 before 5"),
            ("5", "two differences in Elo"),
            ("a,b", "two differences in Elo"),
        ] {
            let refused = hypotheses(text).expect_err("refused");
            assert!(refused.contains(part), "{text}: {refused}");
        }
        assert!(hypotheses("-1000,1000").is_ok() && hypotheses(" -5 , 0 ").is_ok());
    }
}
