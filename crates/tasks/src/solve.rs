//! Problems solved, each with all that is written of it. Writes nothing.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::known::KnownEndings;
use super::memory::Tables;
use crate::records::Record;
use hexmate_batch::log::Misfit;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, FullSolution, IdleThreads, KnownMates, Scope};
use hexmate_core::rules::Move;
use hexmate_diagram::{Arrow, Marks, Options, Theme, ToMove};
use hexmate_games::pgn::{EventKind, Reader};
use hexmate_position::Game;
use hexmate_problems::certificate::Certificate;
use hexmate_problems::themes::merits;
use hexmate_problems::{Problem, Statement, Twin};
use hexmate_report::markup::Markup;
use hexmate_report::page::Entry;
use hexmate_report::recorded::Sheet;
use hexmate_report::{BookProblem, Format, Language, SolveOutcome, SolveRow, certificate};
use serde::{Deserialize, Serialize};

/// All that is written of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solved {
    /// Its row in each table.
    pub rows: Vec<String>,
    /// It in each of the other forms.
    pub sheets: Vec<String>,
    /// Its diagram.
    pub picture: Option<String>,
    /// Its certificate.
    pub certificate: Option<String>,
    /// What its file says of it besides, by name, for the columns behind those of a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<(String, String)>,
    /// What the summary needs.
    pub outcome: SolveOutcome,
    /// All that is written of its twins, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<Solved>,
}

impl Solved {
    /// Checks an entry of a log, which may be forged, for these tables and sheets.
    ///
    /// # Errors
    ///
    /// If it lacks one of them, or one is not in its form: more than a line or a game, or elements with a script.
    pub fn check(&self, formats: &[Format], sheets: &[Sheet]) -> Result<(), Misfit> {
        let Self { rows, sheets: written, picture, certificate, further: _, outcome: _, twins } = self;
        let are_rows = rows.len() == formats.len()
            && formats.iter().zip(rows).all(|(format, row)| format.is_row::<SolveRow>(row));
        if !are_rows {
            return Err(Misfit("not one row for each table"));
        }
        // There are none where this program failed.
        let are_sheets = (written.len() == sheets.len() || written.is_empty())
            && sheets.iter().zip(written).all(|(sheet, text)| is_sheet(*sheet, text));
        if !are_sheets {
            return Err(Misfit("a solution that is not in its form"));
        }
        if picture.as_ref().is_some_and(|picture| !Markup::Picture.admits(picture)) {
            return Err(Misfit("a picture that is not a diagram"));
        }
        if certificate.as_ref().is_some_and(|text| Certificate::read(text).is_err()) {
            return Err(Misfit("a certificate that cannot be read"));
        }
        if twins.iter().any(|twin| !twin.twins.is_empty()) {
            return Err(Misfit("a twin with twins"));
        }
        twins.iter().try_for_each(|twin| twin.check(formats, sheets))
    }
}

/// Returns whether a text is what is written of one problem in this form.
fn is_sheet(sheet: Sheet, text: &str) -> bool {
    match sheet {
        Sheet::Text | Sheet::Compact => text.ends_with('\n'),
        Sheet::Epd => text.strip_suffix('\n').is_some_and(|line| !line.contains(['\n', '\r'])),
        Sheet::Pgn => text.is_empty() || text.ends_with('\n') && games(text) == Some(1),
        Sheet::Html => serde_json::from_str(text).is_ok_and(|entry: Entry| entry.is_safe()),
        Sheet::Book => serde_json::from_str(text)
            .is_ok_and(|BookProblem { picture, .. }| picture.is_empty() || Markup::Picture.admits(&picture)),
    }
}

/// How many games a text has.
fn games(text: &str) -> Option<usize> {
    let mut reader = Reader::new(text.as_bytes());
    let mut count = 0;
    while let Some(event) = reader.next_event().ok()? {
        count += usize::from(matches!(event.kind, EventKind::GameBegin));
    }
    Some(count)
}

/// How far searches go before they give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Positions of one problem.
    pub nodes: Option<u64>,
    /// The time for one problem.
    pub time: Option<Duration>,
    /// Memory for all problems in hand together, in MiB.
    pub mebibytes: Option<usize>,
}

/// What is left out of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// Defences that lose faster than the stipulation.
    pub short: bool,
    /// All continuations of a dual but the first.
    pub duals: bool,
}

/// What stands round the diagrams of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captions {
    /// Author, source, stipulation, count of pieces, and who is to move.
    #[default]
    Shown,
    /// Nothing.
    Hidden,
}

/// What is asked of each problem.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each asks for one more thing to be told")]
pub struct SolveOptions {
    /// The game that all problems are of; else each says it.
    pub asked: Option<Game>,
    /// The number of moves where a problem does not state it.
    pub moves: Option<u32>,
    /// How much of each solution is told.
    pub scope: Scope,
    /// What is left out of it.
    pub hidden: Hidden,
    /// How far a search goes.
    pub limits: Limits,
    /// What compact solutions are printed in.
    pub language: Language,
    /// How each table is written.
    pub formats: Vec<Format>,
    /// The other forms that are written.
    pub sheets: Vec<Sheet>,
    /// Whether rows have the tree of the solution.
    pub has_trees: bool,
    /// Whether rows have the time that it took.
    pub has_clock: bool,
    /// Whether there are diagrams.
    pub has_pictures: bool,
    /// What stands round diagrams.
    pub captions: Captions,
    /// Whether diagrams show the keys as arrows.
    pub has_key_arrows: bool,
    /// The colours of diagrams.
    pub theme: Theme,
    /// Whether there are certificates.
    pub has_certificates: bool,
}

/// Where problems are solved, by several threads at once.
pub struct Solve {
    options: SolveOptions,
    memory: Tables,
    idle: IdleThreads,
    known: KnownEndings,
    stop: StopFlag,
}

impl Task for Solve {
    type Item = Record;
    type Output = Solved;

    fn work(&self, record: Record) -> Solved {
        let Record { file, item, .. } = record;
        let statement = match item.into_statement(&file) {
            Ok(statement) => statement,
            Err(message) => {
                let nothing = Statement::default();
                return self.refused(&SolveRow::unread(&nothing, message), &nothing);
            }
        };
        match statement.game(self.options.asked) {
            Ok(game) => self.solve(&file, game, &statement),
            Err(error) => {
                let message = format!("{file}:{}: {error}", statement.line);
                self.refused(&SolveRow::unread(&statement, message), &statement)
            }
        }
    }

    fn panicked(&self, panic: &Panicked) -> Solved {
        self.plain(&SolveRow::unread(&Statement::default(), panic.to_string()))
    }

    fn check(&self, solved: &Solved) -> Result<(), Misfit> {
        solved.check(&self.options.formats, &self.options.sheets)
    }

    /// A problem that hit a limit is solved again.
    fn is_final(&self, written: &Solved) -> bool {
        written.outcome.stopped.is_none() && written.twins.iter().all(|twin| self.is_final(twin))
    }
}

impl Solve {
    /// Makes everything ready. Threads without a problem help others; searches end with what they have when
    /// the flag is raised.
    pub fn new(options: SolveOptions, known: KnownEndings, threads: NonZeroUsize, stop: StopFlag) -> Self {
        let memory = Tables::within(options.limits.mebibytes);
        Self { options, memory, idle: IdleThreads::new(threads.get()), known, stop }
    }

    /// What went wrong when tables of endings were read; what was solved is true all the same.
    pub fn fault(&self) -> Option<String> {
        self.known.fault()
    }

    fn solve(&self, file: &str, game: Game, statement: &Statement) -> Solved {
        let problem = match Problem::from_statement(game, statement, self.options.moves) {
            Ok(problem) => problem,
            Err(error) => return self.refused(&SolveRow::refused(game, statement, file, &error), statement),
        };
        let twins = problem.twins(&statement.twin);
        let twin = |twin: &Twin| match &twin.problem {
            Ok(problem) => self.solve_problem(statement, problem, &|row| row.of_twin(twin)),
            Err(error) => {
                self.refused(&SolveRow::refused(game, statement, file, error).of_twin(twin), statement)
            }
        };
        if twins.is_empty() {
            return self.solve_problem(statement, &problem, &|row| row);
        }
        let first = self.solve_problem(statement, &problem, &SolveRow::before_twins);
        Solved { twins: twins.iter().map(twin).collect(), ..first }
    }

    /// Solves a problem or a twin, whose row is `named`.
    fn solve_problem(
        &self,
        statement: &Statement,
        problem: &Problem,
        named: &dyn Fn(SolveRow) -> SolveRow,
    ) -> Solved {
        let options = &self.options;
        let mut memory = self.memory.wait();
        let busy = self.idle.begin();
        let begun = Instant::now();
        let deadline = options.limits.time.and_then(|time| begun.checked_add(time));
        let interrupt = Some(self.stop.flag().as_ref());
        let Problem { position, stipulation, .. } = problem;
        let known = self.known.of_problem(position, *stipulation, deadline, self.stop.flag());
        let known = known.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let budget =
            Budget { nodes: options.limits.nodes, deadline, interrupt, idle: Some(&self.idle), known };
        let game = position.game();
        let mut full = position.solve_fully(*stipulation, options.scope, &mut memory.table, budget);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(full.solution.nodes));
        let left = Budget { nodes: left, ..budget };
        let victims = position.victims(&full.solution, &mut memory.table, left);
        let proof = || position.prove(&full.solution, &mut memory.table, left).ok();
        let proof = options.has_certificates.then(proof).flatten();
        drop((memory, busy));
        let time = options.has_clock.then(|| begun.elapsed());
        // Of the whole solution, whatever is hidden; only tables have columns for it.
        let has_columns = options.formats.iter().any(|&format| format != Format::Text);
        let shown = || merits(position, &full, problem.solutions.unwrap_or(1));
        let merits = has_columns.then(shown).flatten();
        if options.hidden.short {
            full.hide_short();
        }
        if options.hidden.duals {
            full.hide_duals();
        }
        let row = SolveRow::solved(statement, problem, &full, time).with_merits(merits);
        let mut row = named(row).mating(game, victims);
        if options.has_trees {
            row = row.with_tree(problem, &full);
        }
        let marks = |keys: &[Move]| {
            let keys = keys.iter().filter(|_| options.has_key_arrows);
            Marks { arrows: keys.map(|&key| Arrow::from(key)).collect(), ..Marks::default() }
        };
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text => row.solution_text(problem, &full),
            Sheet::Compact => row.compact_page(problem, &full, options.language),
            Sheet::Book => self.book(&row, Some((problem, &full))),
            Sheet::Epd => row.to_epd(statement),
            Sheet::Pgn => row.solution_pgn(problem, &full),
            Sheet::Html => page(&row.to_entry(Some((problem, &full)), options.language)),
        };
        let sheets = options.sheets.iter().map(sheet).collect();
        let picture = options.has_pictures.then(|| {
            let title = Some(row.title()).filter(|title| !title.is_empty());
            let marks = marks(&full.solution.keys);
            let plain = Options { marks, title, theme: options.theme, ..Options::default() };
            hexmate_diagram::svg(
                position,
                &match options.captions {
                    Captions::Shown => Options { caption: row.caption(), to_move: ToMove::Marked, ..plain },
                    Captions::Hidden => plain,
                },
            )
        });
        let certificate =
            proof.map(|proof| certificate(row.name(), position, &full.solution, &proof).to_string());
        Solved { sheets, picture, certificate, ..self.plain(&row) }
    }

    /// What a book prints, as JSON.
    fn book(&self, row: &SolveRow, solved: Option<(&Problem, &FullSolution)>) -> String {
        let picture = solved.map(|(problem, _)| {
            let title = Some(row.title()).filter(|title| !title.is_empty());
            let to_move = ToMove::Marked;
            hexmate_diagram::svg(
                &problem.position,
                &Options { theme: Theme::GREYS, title, to_move, ..Options::default() },
            )
        });
        let printed = row.book_problem(picture.unwrap_or_default(), solved, self.options.language);
        serde_json::to_string(&printed).expect("strings can be written")
    }

    /// A problem that could not be searched.
    fn refused(&self, row: &SolveRow, statement: &Statement) -> Solved {
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text | Sheet::Compact => row.refusal_text(),
            Sheet::Book => self.book(row, None),
            Sheet::Epd => row.to_epd(statement),
            // A game needs a position.
            Sheet::Pgn => String::new(),
            Sheet::Html => page(&row.to_entry(None, self.options.language)),
        };
        Solved { sheets: self.options.sheets.iter().map(sheet).collect(), ..self.plain(row) }
    }

    /// Only the row.
    fn plain(&self, row: &SolveRow) -> Solved {
        let rows = self.options.formats.iter().map(|format| format.row(row)).collect();
        let (further, outcome) = (row.further_cells(), row.outcome());
        Solved {
            rows,
            sheets: Vec::new(),
            picture: None,
            certificate: None,
            further,
            outcome,
            twins: Vec::new(),
        }
    }
}

/// An article on its way through a log.
fn page(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("strings can be written")
}
