//! `hexmate mine FILES… --mate N`.

use std::collections::HashSet;
use std::fmt;

use hexmate::batch::{Panicked, Task};
use hexmate::files::InputDigest;
use hexmate::mate::Table;
use hexmate::mine::{Wanted, canonical_key, mine};
use hexmate::records::{Item, Record, Records};
use hexmate::report::{PlayedRow, PuzzleRow, PuzzleSummary};
use hexmate::rules::{Game, Variant};
use hexmate::validate::{self, GameText, Verdict};
use hexmate::with_variant;
use serde::{Deserialize, Serialize};

use crate::args::Mine;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::Report;
use crate::run::{Sink, Work};

/// The memory for the table of one search.
const TABLE: usize = 32 << 20;

/// Takes the sound problems out of every game of the files.
pub fn run(args: &Mine, context: &Context<'_>) -> Result<Status, Failure> {
    let miner = Miner { args, asked: context.asked_game() };
    let input = InputDigest::default();
    let items = Records::new(&args.files).digested(&input);
    let work = Work { items, input, task: &miner, long: &args.long, progress: context.progress(None) };
    work.run(context, || Outputs::open(args, context))
}

/// Where all problems go that are not there yet.
struct Outputs<'a> {
    args: &'a Mine,
    context: &'a Context<'a>,
    report: Report,
    count: u64,
    seen: HashSet<Image>,
    summary: Summary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Mine, context: &'a Context<'a>) -> Result<Self, Failure> {
        let output = args.output.as_deref();
        let report = match args.played {
            true => Report::single::<PlayedRow<'_>>(args.format, output)?,
            false => Report::single::<PuzzleRow>(args.format, output)?,
        };
        Ok(Self { args, context, report, count: 0, seen: HashSet::new(), summary: Summary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Found = Mined;

    fn take(&mut self, mined: Mined) -> Result<(), Failure> {
        if let Some(fault) = &mined.fault {
            self.context.complain(fault);
        }
        self.summary.add(&mined.counts);
        for (image, row) in mined.rows {
            if self.seen.insert(image) {
                self.count += 1;
                let row = row.named(format!("{}-{}", self.args.prefix, self.count));
                self.summary.puzzles.add(&row);
                match self.args.played {
                    true => self.report.write(&PlayedRow(&row))?,
                    false => self.report.write(&row)?,
                }
            }
        }
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        context.note(&self.summary);
        Ok(if self.summary.counts.faults == 0 { Status::Clean } else { Status::Findings })
    }
}

/// What positions with the same problem share: the game, and the key of all images.
type Image = (String, u64);

/// What a record holds.
#[derive(Default, Serialize, Deserialize)]
struct Mined {
    rows: Vec<(Image, PuzzleRow)>,
    counts: Counts,
    fault: Option<String>,
}

impl Mined {
    fn fault(message: String) -> Self {
        Self { counts: Counts { faults: 1, ..Counts::default() }, fault: Some(message), ..Self::default() }
    }
}

/// How much was looked at.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Counts {
    games: u64,
    faults: u64,
    searched: usize,
    unfinished: usize,
}

#[derive(Default)]
struct Summary {
    counts: Counts,
    puzzles: PuzzleSummary,
}

impl Summary {
    fn add(&mut self, more: &Counts) {
        self.counts.games += more.games;
        self.counts.faults += more.faults;
        self.counts.searched += more.searched;
        self.counts.unfinished += more.unfinished;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { games, faults, searched, unfinished } = self.counts;
        write!(f, "{games} games, {faults} faults, {searched} positions searched")?;
        if unfinished > 0 {
            write!(f, ", {unfinished} of them not to the end")?;
        }
        write!(f, "; {}", self.puzzles)
    }
}

/// How problems are taken out of games.
struct Miner<'a> {
    args: &'a Mine,
    asked: Option<Game>,
}

impl Task for Miner<'_> {
    type Item = Record;
    type Found = Mined;

    fn work(&self, record: Record) -> Mined {
        let Record { file, item, .. } = record;
        match item {
            Item::Game(game) => match game.game(self.asked) {
                Ok(meant) => with_variant!(meant, V => mine_game::<V>(&file, &game, self.args)),
                Err(error) => Mined::fault(format!("{file}:{}: {error}", game.place)),
            },
            Item::Statement(statement) => {
                Mined::fault(format!("{file}:{}: no game; problems are taken out of PGN", statement.line))
            }
            Item::Stray(fault) => Mined::fault(format!("{file}:{}: no game", fault.place)),
            Item::Nothing(content) => Mined::fault(format!("{file}: no game in this file: {content}")),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Mined {
        Mined::fault(panic.to_string())
    }

    /// A game that hit a limit is searched again.
    fn is_final(&self, mined: &Mined) -> bool {
        mined.counts.unfinished == 0
    }
}

fn mine_game<V: Variant>(file: &str, game: &GameText, args: &Mine) -> Mined {
    let verdict = Verdict::<V>::of(game);
    let mut mined = Mined { counts: Counts { games: 1, ..Counts::default() }, ..Mined::default() };
    if let Some(fault) = &verdict.fault {
        mined.counts.faults = 1;
        mined.fault = Some(format!("{file}:{}: {} [{}]", fault.place, fault.kind, fault.kind.code()));
    }
    let is_used = verdict.fault.is_none() || !args.whole_games;
    if let Some(start) = validate::start::<V>(game).ok().filter(|_| is_used) {
        let wanted = Wanted { shortest: args.min_mate, longest: args.mate, nodes: args.limits.nodes };
        let found = mine(start, &verdict.moves, wanted, &mut Table::with_limit(TABLE));
        mined.counts.searched = found.searched;
        mined.counts.unfinished = found.unfinished;
        mined.rows = found
            .finds
            .iter()
            .map(|find| ((V::NAME.to_owned(), canonical_key(&find.position)), PuzzleRow::of_game(game, find)))
            .collect();
    }
    mined
}
