//! The arguments of `match`. The doc comments are the help.

use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::shared::clock::{Clock, clock};
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::long::Resuming;
use crate::cli::shared::number::number;

/// Play a match between two engines.
///
/// Each opening is played twice with colours exchanged. An engine is a command that speaks UCI, or one with `{fen}` that
/// prints a move and ends. Draws that a player may claim end a game; so do the tables of --tables. An engine that
/// plays an illegal move, ends or is too slow loses the game.
///
/// The summary counts points of the first engine, with three quarters for a stalemate where the game has it, Elo
/// with the 95 % interval, and the likelihood ratio of --sprt.
///
/// With --checkpoint a match can be continued: the games that have ended are not played again.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate match ./one ./other --games 100 --nodes 5000 --pgn games.pgn\n\
    hexmate match ./new ./old --games 2000 --clock 5+0.05 --sprt 0,5 -j 2")]
pub struct Match {
    /// Two commands in quotes; the result is that of the first one.
    #[arg(value_name = "ENGINE", num_args = 2, required = true, value_hint = ValueHint::CommandString)]
    pub engines: Vec<String>,

    #[command(flatten)]
    pub length: MatchLength,

    /// Positions that an engine may visit for a move.
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), conflicts_with_all = ["movetime", "clock"])]
    pub nodes: Option<u64>,

    /// Milliseconds for a move.
    #[arg(long, value_name = "MS", value_parser = number(1..=3_600_000_u64), conflicts_with = "clock")]
    pub movetime: Option<u64>,

    /// Seconds for the game and for each move, such as `10+0.1`. By default 10 000 nodes a move.
    #[arg(long, value_name = "S+S", value_parser = clock)]
    pub clock: Option<Clock>,

    /// Random moves at the beginning of each opening, in plies.
    #[arg(long, value_name = "N", default_value = "6", value_parser = number(0..=40_u32))]
    pub opening: u32,

    /// Random seed of the openings.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,

    /// Plies after which a game is drawn, more than --opening.
    #[arg(long, value_name = "N", default_value = "600", value_parser = number(1..=10_000_usize))]
    pub longest: usize,

    /// End games by the tables of endings in this folder, written by `endgame build`.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Stop when the likelihood ratio of two differences in Elo, such as `0,5`, is decided at 5 % error. They are from
    /// -1000 to 1000, the lower one first.
    #[arg(long, value_name = "ELO,ELO", value_parser = hypotheses, allow_hyphen_values = true)]
    pub sprt: Option<Hypotheses>,

    /// Write the games to this file. Without --checkpoint, `FILE.partial` has each game as soon as it has ended.
    #[arg(long, value_name = "FILE", value_parser = Form::Pgn)]
    pub pgn: Option<Destination>,

    #[command(flatten)]
    pub resuming: Resuming,
}

/// Length of a match, which a resumed run may change.
#[derive(clap::Args, Debug)]
pub struct MatchLength {
    /// Number of games, an even number.
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
    let number =
        text.parse().ok().filter(|&games: &u64| games > 0 && games.is_multiple_of(2) && games < 1 << 32);
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
