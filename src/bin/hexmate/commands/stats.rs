//! `hexmate stats FILES…`.

use std::io::Write;
use std::path::PathBuf;

use hexmate::report::{StatsRow, stats_chart, stats_page};
use hexmate::rules::Game;
use hexmate::stats::{GameFacts, Stats};
use hexmate::validate::{GameText, Verdict};
use hexmate::with_variant;

use crate::args;
use crate::batch;
use crate::context::Context;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::output::{Output, Report};
use crate::records::{Item, Record, Records};

/// Counts the facts of all games of the files.
pub fn run(args: &args::Stats, context: &Context<'_>) -> Result<Status, Failure> {
    let mut report = match args.is_stdout_taken() {
        true => Report::new::<StatsRow>(&[])?,
        false => Report::single::<StatsRow>(args.format, args.output.as_deref())?,
    };
    let open = |path: &Option<PathBuf>| path.as_deref().map(|path| Output::open(Some(path))).transpose();
    let (chart, html) = (open(&args.chart)?, open(&args.html)?);
    let mut stats = Stats::default();
    let mut faults = 0_u64;
    let ran = context.batch_of_files(
        Records::new(&args.files),
        batch::LIGHT,
        |record| count(record, args, context.asked_game()),
        |result| {
            match result.unwrap_or_else(|panic| Counted::Fault(panic.to_string())) {
                Counted::Game(facts) => {
                    faults += u64::from(!facts.stands);
                    stats.add(&facts);
                }
                Counted::Fault(message) => {
                    faults += 1;
                    diagnostic::complain(message, context.color());
                }
            }
            Ok(())
        },
    )?;
    for row in StatsRow::all(&stats, args.min_games) {
        report.write(&row)?;
    }
    report.finish()?;
    if let Some(mut chart) = chart {
        write!(chart, "{}", stats_chart(&stats))?;
        chart.finish()?;
    }
    if let Some(mut html) = html {
        html.write_all(stats_page(&stats, args.min_games).as_bytes())?;
        html.finish()?;
    }
    let findings = if faults == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(ran.done, ran.unreadable.unwrap_or(findings)))
}

/// What became of a record.
enum Counted {
    Game(Box<GameFacts>),
    Fault(String),
}

fn count(record: Record, args: &args::Stats, asked: Option<Game>) -> Counted {
    let Record { file, item, .. } = record;
    match item {
        Item::Game(game) => {
            let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
            let facts = Game::meant(asked, named).and_then(|meant| facts(meant, &game, args));
            match facts {
                Some(facts) => Counted::Game(Box::new(facts)),
                None => Counted::Fault(format!("{file}:{}: no variant or no first position", game.place)),
            }
        }
        Item::Statement(statement) => Counted::Fault(format!("{file}:{}: no game", statement.line)),
        Item::Stray(fault) => Counted::Fault(format!("{file}:{}: no game", fault.place)),
        Item::Nothing(content) => Counted::Fault(format!("{file}: no game in this file: {content}")),
    }
}

fn facts(meant: Game, game: &GameText, args: &args::Stats) -> Option<GameFacts> {
    with_variant!(meant, V => {
        GameFacts::of(game, &Verdict::<V>::judge(game, args.reading.reading()), args.opening)
    })
}
