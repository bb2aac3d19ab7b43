//! Measures `validate --repair`: puts one slip of each kind into games, repairs them, and counts the outcomes.
//!
//! ```text
//! cargo run --release --example slips -- [SEED [GAMES [SHOWN [SLIPS]]]]
//! ```
//!
//! GAMES games (40) are played by the program against itself. If `$HEXMATE_SHARED` or `../shared` has a folder
//! `corpora`, the legal games of its PGN files are measured too, in a table of their own. Each game gets one slip of
//! each kind at a random place; a slip that leaves the game legal is not noticed, and another place is tried. SHOWN (0)
//! cases of each kind that are not right are printed after the tables, the worst first. SLIPS, a part of their names,
//! chooses the kinds of slips. Equal arguments give equal output.

mod games;
mod outcome;
mod record;
mod slip;

use hexmate_core::random::Rng;

use outcome::{Outcome, Tally};
use record::Record;
use slip::Slip;

/// Places tried for a slip that is noticed.
const TRIES: usize = 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut numbers = arguments.by_ref().take(3).map(|text| text.parse().expect("a number"));
    let seed = numbers.next().unwrap_or(1);
    let games = numbers.next().unwrap_or(40) as usize;
    let shown = numbers.next().unwrap_or(0) as usize;
    drop(numbers);
    let chosen = arguments.next().unwrap_or_default();
    let slips: Vec<Slip> = Slip::ALL.into_iter().filter(|slip| slip.name().contains(&chosen)).collect();
    let mut cases = Vec::new();
    measure("Games of the program", &games::played(games, seed), &slips, seed, &mut cases);
    measure("Real games", &games::collected(), &slips, seed, &mut cases);
    cases.sort_by_key(|(_, outcome, _)| std::cmp::Reverse(*outcome));
    for slip in slips {
        for (_, _, case) in cases.iter().filter(|(kind, ..)| *kind == slip).take(shown) {
            println!("\n{}: {case}", slip.name());
        }
    }
}

/// Prints the table of some games, and adds the cases that are not right.
fn measure(
    title: &str,
    records: &[Record],
    slips: &[Slip],
    seed: u64,
    cases: &mut Vec<(Slip, Outcome, String)>,
) {
    if records.is_empty() {
        return println!("{title}: none");
    }
    println!("{title}: {}\n\n{}", records.len(), Tally::HEADER);
    let mut all = Tally::default();
    for &slip in slips {
        let mut tally = Tally::default();
        for (number, record) in records.iter().enumerate() {
            // Each game and kind has numbers of its own, so that a new kind does not change the others.
            let mut rng = Rng::new(seed ^ (number as u64) << 8 ^ (slip as u64) << 40);
            let spoiled = (0..TRIES).find_map(|_| {
                let place = rng.below(record.words.len());
                let spoiled = slip.put_into(record, place, &mut rng)?;
                Some((Outcome::of(record, &spoiled)?, spoiled))
            });
            let Some((outcome, spoiled)) = spoiled else { continue };
            tally.add(outcome);
            if !outcome.is_right() {
                cases.push((slip, outcome, outcome.describe(record, &spoiled)));
            }
        }
        println!("| {} | {tally}", slip.name());
        all.join(&tally);
    }
    println!("| **all** | {all}\n");
}
