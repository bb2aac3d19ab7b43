//! Measures help and series play on random positions of Gliński's game, and compares it with a search without aiming.
//!
//! ```text
//! cargo run --release --example help_sets -- time target/release/hexmate --count 200 --limit-seconds 20
//! cargo run --release --example help_sets -- compare --count 200
//! ```
//!
//! `time` runs a program on each position, one process and one thread each, and writes a table: number, median and
//! largest processor time in seconds of the positions without a solution, with a shorter one, with one of exactly the
//! asked length, and the number that were not finished within the limit. `compare` asserts that whole lists of lines
//! are those of a search that makes all moves. Options: `--count N`, `--seed N`, `--only STIPULATION`. Equal seeds give
//! equal positions.

mod plain;
mod sets;
mod timing;

use std::path::Path;
use std::process::ExitCode;

use hexmate_core::mate::Stipulation;
use hexmate_position::Game;
use plain::compare;
use sets::{SETS, positions};
use timing::{Outcome, cells, run};

const USAGE: &str =
    "usage: help_sets time PROGRAM | compare, with --count N --seed N --only h#3 --limit-seconds N";

/// Games with the stipulations that are compared, and their men.
const COMPARED: [(&str, [usize; 2]); 6] = [
    ("h#1.5", [5, 9]),
    ("h#2", [4, 7]),
    ("ser-h#3", [4, 7]),
    ("ser-#3", [4, 8]),
    ("hs#2", [4, 7]),
    ("h=1.5", [4, 7]),
];
/// The most leaves of a compared search.
const LEAVES: u64 = 100_000;

/// Options after the mode.
struct Options {
    count: usize,
    seed: u64,
    limit_seconds: u64,
    only: Option<String>,
    program: Option<String>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { count: 200, seed: 5, limit_seconds: 20, only: None, program: None };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--count" => options.count = arguments.next()?.parse().ok()?,
                "--seed" => options.seed = arguments.next()?.parse().ok()?,
                "--limit-seconds" => options.limit_seconds = arguments.next()?.parse().ok()?,
                "--only" => options.only = Some(arguments.next()?),
                _ if options.program.is_none() => options.program = Some(argument),
                _ => return None,
            }
        }
        Some(options)
    }

    fn is_wanted(&self, stipulation: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == stipulation)
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let result = match (mode.as_str(), Options::parse(arguments)) {
        ("time", Some(options)) if options.program.is_some() => time(&options),
        ("compare", Some(options)) => compare_all(&options),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn time(options: &Options) -> Result<(), String> {
    let program = Path::new(options.program.as_deref().unwrap_or_default());
    let folder = std::env::temp_dir().join(format!("help_sets.{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let columns = ["none", "shorter", "exact"].map(|outcome| format!("{outcome} | median | largest"));
    println!("| stipulation | men | {} | not finished |", columns.join(" | "));
    println!("|---|--:|{}--:|", "--:|".repeat(9));
    for set in SETS.iter().filter(|set| options.is_wanted(set.stipulation)) {
        let mut times: [Vec<f64>; 4] = Default::default();
        for position in positions(Game::GLINSKI, *set, options.count, options.seed) {
            let (outcome, seconds) =
                run(program, &folder, &position, set.stipulation, options.limit_seconds)?;
            let place = Outcome::ALL.iter().position(|&one| one == outcome).unwrap_or_default();
            times[place].push(seconds);
        }
        let [none, shorter, exact, unfinished] = times;
        let men = format!("{} to {}", set.men[0], set.men[1]);
        let rows = [none, shorter, exact].map(cells).join(" | ");
        println!("| `{}` | {men} | {rows} | {} |", set.stipulation, unfinished.len());
    }
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn compare_all(options: &Options) -> Result<(), String> {
    for game in Game::ALL.iter().filter(|game| game.players == 2) {
        for (text, men) in COMPARED.iter().filter(|(text, _)| options.is_wanted(text)) {
            let stipulation: Stipulation = text.parse().map_err(|_| format!("{text} is unknown"))?;
            let compared = compare(*game, stipulation, *men, options.count, options.seed, LEAVES)?;
            println!(
                "{:<8} {text:<8} {} positions, {} solvable, {} lines",
                game.name, compared.positions, compared.solvable, compared.lines
            );
        }
    }
    Ok(())
}
