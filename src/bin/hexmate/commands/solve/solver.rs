//! Problems solved, each with all that is written of it. Writes nothing.

use std::time::{Duration, Instant};

use hexmate::batch::{Panicked, Task};
use hexmate::diagram::{self, Arrow, Marks, Options, Prefix};
use hexmate::mate::{Budget, Crew, prove, solve_whole, victims};
use hexmate::problem::{Problem, Statement};
use hexmate::records::{Item, Record};
use hexmate::report::{SolveOutcome, SolveRow, certificate};
use hexmate::rules::{Setup, Variant};
use hexmate::with_variant;
use serde::{Deserialize, Serialize};

use super::{Sheet, tables};
use crate::args::{Format, Solve};
use crate::context::Context;
use crate::tables::Tables;

/// All that is written of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Written {
    /// Its row in each table.
    pub rows: Vec<String>,
    /// It in each of the other forms.
    pub sheets: Vec<String>,
    /// Its diagram.
    pub picture: Option<String>,
    /// Its certificate.
    pub certificate: Option<String>,
    /// What the summary needs.
    pub outcome: SolveOutcome,
}

/// Where problems are solved, by several threads at once.
pub struct Solver<'a> {
    args: &'a Solve,
    context: &'a Context<'a>,
    memory: Tables,
    crew: Crew,
    /// How each table of rows is written.
    formats: Vec<Format>,
    sheets: Vec<Sheet>,
}

impl Task for Solver<'_> {
    type Item = Record;
    type Found = Written;

    fn work(&self, record: Record) -> Written {
        let Record { file, item, .. } = record;
        let nothing = Statement::default();
        let unread = |message: String| {
            self.refused(&SolveRow::unread(&nothing, format!("{file}: {message}")), &nothing)
        };
        match item {
            Item::Statement(statement) => match statement.game(self.context.asked_game()) {
                Ok(game) => with_variant!(game, V => self.solve::<V>(&file, &statement)),
                Err(error) => {
                    let message = format!("{file}:{}: {error}", statement.line);
                    self.refused(&SolveRow::unread(&statement, message), &statement)
                }
            },
            Item::Game(_) => unread("a game; problems are CSV, EPD or FEN lines".to_owned()),
            Item::Stray(fault) => unread(format!("no problem at {}", fault.place)),
            Item::Nothing(content) => unread(format!("no problem in this file: {content}")),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Written {
        self.plain(&SolveRow::unread(&Statement::default(), panic.to_string()))
    }

    /// A problem that hit a limit is solved again.
    fn is_final(&self, written: &Written) -> bool {
        written.outcome.stopped.is_none()
    }
}

impl<'a> Solver<'a> {
    /// Makes everything ready.
    pub fn new(args: &'a Solve, context: &'a Context<'_>) -> Self {
        let memory = Tables::within(args.memory.map(|mebibytes| mebibytes as usize));
        let formats = tables(args).into_iter().map(|(format, _)| format).collect();
        let sheets = Sheet::wanted(args).into_iter().map(|(sheet, _)| sheet).collect();
        Self { args, context, memory, crew: Crew::new(context.threads.get()), formats, sheets }
    }

    fn solve<V: Variant>(&self, file: &str, statement: &Statement) -> Written {
        let args = self.args;
        let problem = match Problem::<V>::from_statement(statement, args.mate) {
            Ok(problem) => problem,
            Err(error) => return self.refused(&SolveRow::refused(statement, file, &error), statement),
        };
        let mut memory = self.memory.wait();
        let busy = self.crew.begin();
        let begun = Instant::now();
        let deadline =
            args.limits.time.and_then(|seconds| begun.checked_add(Duration::from_secs_f64(seconds)));
        let interrupt = Some(self.context.interrupt.grace_over().flag().as_ref());
        let budget = Budget { nodes: args.limits.nodes, deadline, interrupt, crew: Some(&self.crew) };
        let Problem { position, stipulation, .. } = &problem;
        let mut whole = solve_whole(position, *stipulation, args.extent(), &mut memory.table, budget);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(whole.solution.nodes));
        let left = Budget { nodes: left, ..budget };
        let victims = victims(position, &whole.solution, &mut memory.table, left);
        let proof = args.certificate.as_ref();
        let proof = proof.and_then(|_| prove(position, &whole.solution, &mut memory.table, left).ok());
        drop((memory, busy));
        let time = args.clock().map(|()| begun.elapsed());
        args.hidden.hide(&mut whole);
        let mut row = SolveRow::solved(statement, &problem, &whole, time).mating::<V>(victims);
        if args.has_trees() {
            row = row.with_tree(&problem, &whole);
        }
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text => row.solution_text(&problem, &whole),
            Sheet::Epd => row.to_epd(statement),
            Sheet::Pgn => row.solution_pgn(&problem, &whole),
            Sheet::Html => {
                let prefix = Prefix::parse("p").map(|prefix| prefix.numbered(statement.line as usize));
                let prefix = prefix.unwrap_or_default().numbered(position.key() as u32 as usize);
                let options = Options { prefix, title: Some(row.title()), ..Options::default() };
                let picture = diagram::svg(&Setup::from(position), &options);
                row.to_article(&picture, &row.solution_text(&problem, &whole))
            }
        };
        let sheets = self.sheets.iter().map(sheet).collect();
        let picture = args.diagrams.as_ref().map(|_| {
            let title = Some(row.title()).filter(|title| !title.is_empty());
            let keys = whole.solution.keys.iter().filter(|_| args.key_arrows);
            let marks = Marks { arrows: keys.map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
            diagram::svg(&Setup::from(position), &Options { title, marks, ..Options::default() })
        });
        let certificate =
            proof.map(|proof| certificate(row.id(), position, &whole.solution, &proof).to_string());
        Written { sheets, picture, certificate, ..self.plain(&row) }
    }

    /// A problem that could not be searched.
    fn refused(&self, row: &SolveRow, statement: &Statement) -> Written {
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text => row.refusal_text(),
            Sheet::Epd => row.to_epd(statement),
            // A game needs a position.
            Sheet::Pgn => String::new(),
            Sheet::Html => row.to_article("", &row.refusal_text()),
        };
        Written { sheets: self.sheets.iter().map(sheet).collect(), ..self.plain(row) }
    }

    /// Only the row.
    fn plain(&self, row: &SolveRow) -> Written {
        let rows = self.formats.iter().map(|format| format.row(row)).collect();
        Written { rows, sheets: Vec::new(), picture: None, certificate: None, outcome: row.outcome() }
    }
}
