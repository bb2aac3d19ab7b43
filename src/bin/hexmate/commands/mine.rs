//! `hexmate mine FILES… --mate N`.

use std::collections::HashSet;
use std::fmt;

use hexmate::mate::Table;
use hexmate::mine::{Wanted, canonical_key, mine};
use hexmate::report::{PlayedRow, PuzzleRow, PuzzleSummary};
use hexmate::rules::Variant;
use hexmate::validate::{self, GameText, Verdict};

use crate::args::Mine;
use crate::batch;
use crate::context::Context;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::Report;
use crate::records::{Item, Record, Records};

/// The memory for the table of one search.
const TABLE: usize = 32 << 20;

/// Takes the sound problems out of every game of the files.
pub fn run(args: &Mine, context: &Context<'_>) -> Result<Status, Failure> {
    let output = args.output.as_deref();
    let mut report = match args.played {
        true => Report::single::<PlayedRow<'_>>(args.format, output)?,
        false => Report::single::<PuzzleRow>(args.format, output)?,
    };
    let mut names = (1_u64..).map(|number| format!("{}-{number}", args.prefix));
    let mut seen = HashSet::new();
    let mut summary = Summary::default();
    let mut unreadable = None;
    let progress = context.progress(None);
    let done = batch::run(
        Records::new(&args.files),
        &context.interrupt,
        &progress,
        |record| work(record, args, context.asked_game()),
        |_, result| {
            let mined = result.unwrap_or_else(|panic| Mined::fault(panic.to_string()));
            if let Some(failure) = mined.unreadable {
                unreadable = Some(failure.report(context.color()));
            }
            if let Some(fault) = &mined.fault {
                diagnostic::complain(fault, context.color());
            }
            summary.add(&mined.counts);
            for (image, row) in mined.rows {
                if seen.insert(image) {
                    let row = row.named(names.next().unwrap_or_default());
                    summary.puzzles.add(&row);
                    match args.played {
                        true => report.write(&PlayedRow(&row))?,
                        false => report.write(&row)?,
                    }
                }
            }
            Ok(())
        },
    )?;
    drop(progress);
    report.finish()?;
    context.note(&summary);
    let findings = if summary.counts.faults == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(done, unreadable.unwrap_or(findings)))
}

/// What positions with the same problem share: the game, and the key of all images.
type Image = (&'static str, u64);

/// What a record holds.
#[derive(Default)]
struct Mined {
    rows: Vec<(Image, PuzzleRow)>,
    counts: Counts,
    fault: Option<String>,
    unreadable: Option<Failure>,
}

impl Mined {
    fn fault(message: String) -> Self {
        Self { counts: Counts { faults: 1, ..Counts::default() }, fault: Some(message), ..Self::default() }
    }
}

/// How much was looked at.
#[derive(Clone, Copy, Default)]
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

fn work(record: Record, args: &Mine, asked: Option<Game>) -> Mined {
    let Record { file, item, .. } = record;
    match item {
        Item::Game(game) => {
            let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
            match Game::meant(asked, named) {
                Some(meant) => with_variant!(meant, V => mine_game::<V>(&file, &game, args)),
                None => Mined::fault(format!("{file}:{}: unknown variant {named:?}", game.place)),
            }
        }
        Item::Statement(statement) => {
            Mined::fault(format!("{file}:{}: no game; problems are taken out of PGN", statement.line))
        }
        Item::Stray(fault) => Mined::fault(format!("{file}:{}: no game", fault.place)),
        Item::Nothing(content) => Mined::fault(format!("{file}: no game in this file: {content}")),
        Item::Unreadable(failure) => Mined { unreadable: Some(failure), ..Mined::default() },
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
        let wanted = Wanted { shortest: args.min_mate, longest: args.mate, nodes: args.nodes };
        let found = mine(start, &verdict.moves, wanted, &mut Table::with_limit(TABLE));
        mined.counts.searched = found.searched;
        mined.counts.unfinished = found.unfinished;
        mined.rows = found
            .finds
            .iter()
            .map(|find| ((V::NAME, canonical_key(&find.position)), PuzzleRow::of_game(game, find)))
            .collect();
    }
    mined
}
