//! `hexmate select FILES…`.

pub mod args;
pub mod conditions;
mod problems;

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::io::Write;
use std::path::{Path, PathBuf};

use hexmate_batch::files::{FileError, InputDigest, Output};
use hexmate_core::mate::Scope;
use hexmate_games::select::{
    Collection, Fate, Grouping, Member, NearDuplicate, PlayerNames, Players, SortDirection,
};
use hexmate_problems::SolveOptions;
use hexmate_report::output::{StoredText, TextReader, TextStore, UniqueFiles, unknown_placeholder};
use hexmate_report::{
    Counted, Formulas, GuessedLetters, MatchRow, RecordFault, SelectRow, TableRow, UnreadableRow, csv_header,
    csv_row,
};
use hexmate_tasks as tasks;
use hexmate_tasks::{Alike, Compared, Comparison, Edges, Selected, SolveSettings, TextForm, Unselectable};

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{RECORDS, expand_folders};
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use crate::cli::select::args::{Select, Split};
use crate::cli::shared::destination::Destination;

/// Selects records of the files, sorts them, and writes them to one or several files.
pub fn run(args: &Select, context: &Context<'_>) -> Result<Status, Failure> {
    let order = args.reading.order.form();
    let solver = args.solve.then(|| solver(args, context)).transpose()?;
    let (compared, faults) = compared(args, context, solver.as_ref())?;
    let comparison = compared.map(|compared| Comparison { compared, least: args.anticipation.least });
    let known: Vec<String> =
        comparison.iter().flat_map(|comparison| &comparison.compared).map(Compared::place).collect();
    let task = tasks::Select {
        game: context.requested_game(),
        reading: args.reading.reading(),
        conditions: args.games.conditions(&args.shared, context.game())?,
        problems: args.problems.conditions(&args.shared, context.game())?,
        order: args.sort.iter().map(|order| order.field).collect(),
        groups: args.split.and_then(|split| if let Split::By(field) = split { Some(field) } else { None }),
        solver,
        comparison,
        finds_duplicates: args.unique,
    };
    let files = expand_folders(&args.files, &RECORDS, context)?;
    let pace = if args.solve { Pace::Slow } else { Pace::Fast };
    let progress = context.progress_over(&files, pace);
    let items = context.records(&files, &progress).with_all_texts().with_comments().with_fen_form(order);
    let items = if task.needs_dates() { items.with_date_notes() } else { items };
    let input = InputDigest::disabled();
    let open = || Ok(Outputs { left_out: faults, compared: known, ..Outputs::open(args, context)? });
    let status = Work { items, input, task: &task, long: None, progress }.run(context, open)?;
    status.unless(task.solver.as_ref().and_then(tasks::Solve::fault))
}

/// Returns the solver of `--solve`.
fn solver(args: &Select, context: &Context<'_>) -> Result<tasks::Solve, Failure> {
    let settings = SolveSettings {
        game: context.requested_game(),
        options: SolveOptions::default().nodes(args.nodes).scope(Scope::FULL),
        ..SolveSettings::default()
    };
    let stop = context.interrupt.grace_over().clone();
    Ok(tasks::Solve::new(settings, Context::endings(None)?, context.threads, stop))
}

/// Returns the problems of `--like`, and the number of records that have no position.
fn compared(
    args: &Select,
    context: &Context<'_>,
    solver: Option<&tasks::Solve>,
) -> Result<(Option<Vec<Compared>>, u64), Failure> {
    let Some(file) = &args.anticipation.like else { return Ok((None, 0)) };
    let (mut compared, mut faults) = (Vec::new(), 0);
    let records = context.records(std::slice::from_ref(file), &Progress::hidden());
    for record in records.with_fen_form(args.reading.order.form()) {
        if context.interrupt.status().is_some() {
            return Err(context.stopped());
        }
        match Compared::new(record?, context.requested_game(), solver) {
            Ok(problem) => compared.push(problem),
            Err(message) => {
                faults += 1;
                diagnostic::print_error(message);
            }
        }
    }
    Ok((Some(compared), faults))
}

/// Kind of the records of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Games,
    Problems,
}

impl Kind {
    fn of(form: &Form) -> Self {
        match form {
            Form::Game(_) => Self::Games,
            Form::Row(_) | Form::Line => Self::Problems,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Games => "game",
            Self::Problems => "problem",
        }
    }
}

/// Records read so far, and the outputs, which are written at the end.
struct Outputs<'a> {
    args: &'a Select,
    files: hexmate_batch::files::Outputs,
    store: TextStore,
    collection: Collection,
    records: Vec<Record>,
    /// Headings of the tables of problems, each once.
    headings: Vec<Vec<u8>>,
    /// Inputs and records that cannot be read, each with the number of records before it.
    unreadable: Vec<(usize, Unselectable)>,
    /// Number of records that are neither games nor problems, or not of the kind of the first one.
    left_out: u64,
    /// The last file with records of another kind than the first one.
    other_kind: String,
    /// Number of problems that lack a rating that a condition or field needs.
    unrated: u64,
    /// Numbers of games by guessed language.
    guessed: GuessedLetters,
    /// Places of the problems of `--like`.
    compared: Vec<String>,
    output: Option<Output>,
    split: Option<UniqueFiles>,
    others: Option<Output>,
    report: Option<Output>,
    matches: Option<Output>,
}

/// A record without its text, which is in the temporary store.
struct Record {
    name: String,
    file: String,
    number: u64,
    line: u64,
    /// Names of the players of a game.
    players: Vec<String>,
    text: StoredText,
    form: Form,
    outputs: Vec<String>,
    alike: Vec<Alike>,
}

/// Form of the text of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Game(Edges),
    /// A row of the table with this heading.
    Row(usize),
    Line,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Select, context: &Context<'_>) -> Result<Self, Failure> {
        let files = &context.outputs;
        let others = [&args.others, &args.report];
        if args.output.is_none() && others.into_iter().flatten().any(Destination::is_stdout) {
            return Err(Failure::Usage("two outputs would go to stdout: name a file with -o".to_owned()));
        }
        let open =
            |path: &Option<Destination>| path.as_deref().map(|path| files.open(Some(path))).transpose();
        let (mut output, mut split) = (None, None);
        match args.split {
            None => {
                let name = args.output.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
                if let Some(placeholder) = unknown_placeholder(&name, &[]) {
                    return Err(Failure::Usage(format!("-o {name}: {placeholder} needs --split")));
                }
                output = Some(files.open(args.output.as_deref())?);
            }
            Some(cut) => split = Some(UniqueFiles::open(files, &SplitName::of(args, cut)?.folder, "pgn")?),
        }
        let mut directions: Vec<_> = args.sort.iter().map(|order| order.direction).collect();
        if args.sorts_by_likeness() {
            directions.push(SortDirection::Descending);
        }
        let collection = Collection::new(&directions);
        Ok(Self {
            args,
            files: files.clone(),
            store: TextStore::new()?,
            collection: if args.unique { collection.without_duplicates() } else { collection },
            records: Vec::new(),
            headings: Vec::new(),
            unreadable: Vec::new(),
            left_out: 0,
            other_kind: String::new(),
            unrated: 0,
            guessed: GuessedLetters::default(),
            compared: Vec::new(),
            output,
            split,
            others: open(&args.others)?,
            report: open(&args.report)?,
            matches: open(&args.anticipation.matches)?,
        })
    }

    /// Returns the kind of the collection: that of its first record.
    fn kind(&self) -> Option<Kind> {
        self.records.first().map(|first| Kind::of(&first.form))
    }

    /// Returns the form of a text; a new heading is added to the list.
    fn form(&mut self, form: TextForm) -> Form {
        match form {
            TextForm::Game(edges) => Form::Game(edges),
            TextForm::Line => Form::Line,
            TextForm::Row(heading) => {
                let heading = heading.as_bytes();
                let known = self.headings.iter().rposition(|known| known == heading);
                Form::Row(known.unwrap_or_else(|| {
                    self.headings.push(heading.to_vec());
                    self.headings.len() - 1
                }))
            }
        }
    }
}

/// Returns an error if an option does not apply to records of this kind; `first` is the place of the first one.
fn misplaced(args: &Select, kind: Kind, first: &str) -> Option<Failure> {
    let (condition, other) = match kind {
        Kind::Games => (args.problems.given(), "problems"),
        Kind::Problems => (args.games.given(), "games"),
    };
    let is_missing = |field: &tasks::SelectField| match kind {
        Kind::Games => field.game.is_none(),
        Kind::Problems => field.problem.is_none(),
    };
    let sort = args.sort.iter().map(|order| order.field).find(is_missing);
    let split = args.split.and_then(|split| match split {
        Split::By(field) if is_missing(&field) => Some(field),
        _ => None,
    });
    if args.beginnings && kind == Kind::Problems {
        return Some(Failure::Usage(format!(
            "--beginnings is an option for games, but {first} is a problem"
        )));
    }
    let field =
        |option: &str, field: tasks::SelectField| format!("{option} {} is a field of {other}", field.word());
    let problem = condition.map(|option| format!("{option} is a condition on {other}"));
    let problem = problem.or_else(|| Some(field("--sort", sort?))).or_else(|| Some(field("--split", split?)));
    Some(Failure::Usage(format!("{}, but {first} is a {}", problem?, kind.word())))
}

/// Name of the files of `--split`.
struct SplitName {
    folder: PathBuf,
    /// Pattern of the file names in the folder, without the extension.
    stem: String,
    /// The extension, if the name has one.
    extension: Option<&'static str>,
}

/// Extensions of files of games and problems.
const EXTENSIONS: [&str; 6] = ["pgn", "csv", "tsv", "epd", "fen", "txt"];

impl SplitName {
    fn of(args: &Select, cut: Split) -> Result<Self, Failure> {
        let path = args.output.as_deref().unwrap_or(Path::new("-"));
        let bad = |why: String| Err(Failure::Usage(format!("-o {}: {why}", path.display())));
        if path == Path::new("-") {
            return bad("--split needs a folder or a name with a placeholder".to_owned());
        }
        let field = format!("{{{}}}", cut.word());
        if let Some(other) = unknown_placeholder(&path.display().to_string(), &[&field]) {
            return bad(format!("unknown placeholder {other}; this --split allows only {field}"));
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.contains('{'))
        else {
            return match path.display().to_string().contains('{') {
                true => bad(format!("{field} is allowed in the last component only")),
                false => Ok(Self { folder: path.to_owned(), stem: field, extension: None }),
            };
        };
        let known = |(stem, extension): (&str, &str)| {
            let extension = EXTENSIONS.into_iter().find(|known| *known == extension)?;
            Some((stem.to_owned(), extension))
        };
        let Some((stem, extension)) = name.rsplit_once('.').and_then(known) else {
            return bad(format!("expected the extension .{}", EXTENSIONS.join(", .")));
        };
        if !stem.contains(&field) {
            return bad(format!("expected {field}, the field of --split"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Self { folder: folder.to_owned(), stem, extension: Some(extension) })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Result<Selected, Unselectable>;

    fn take(&mut self, found: Result<Selected, Unselectable>) -> Result<(), Failure> {
        let selected = match found {
            Ok(selected) => selected,
            Err(unselectable) => {
                self.left_out += 1;
                diagnostic::print_error(&unselectable.fault);
                self.unreadable.push((self.records.len(), unselectable));
                return Ok(());
            }
        };
        let Selected { file, record, line, called, is_met, text, form, mut order, groups, alike, .. } =
            selected;
        let form = self.form(form);
        let kind = Kind::of(&form);
        match self.kind() {
            None => {
                let place = format!("{file}:{line}: {called}");
                if let Some(failure) = misplaced(self.args, kind, &place) {
                    self.files.discard();
                    return Err(failure);
                }
            }
            Some(first) if first != kind => {
                self.left_out += 1;
                if self.other_kind != file {
                    let (own, first) = (kind.word(), first.word());
                    diagnostic::print_error(format_args!(
                        "{file}:{line}: a {own}, but the collection has {first}s; select the {own}s separately"
                    ));
                    self.other_kind = file;
                }
                return Ok(());
            }
            Some(_) => {}
        }
        self.unrated += u64::from(selected.is_unrated);
        self.guessed.add(selected.guessed.as_deref());
        let text = self.store.store(text.as_bytes())?;
        if self.args.sorts_by_likeness() {
            let best = alike.iter().map(|alike| alike.rank).max();
            order.push(best.map(|rank| format!("{rank:020}")));
        }
        self.collection.add(Member {
            meets_conditions: is_met,
            duplicate_key: selected.duplicate_key,
            path: selected.path,
            sort_keys: order,
            groups,
        });
        let (outputs, players) = (Vec::new(), selected.players);
        let record = Record { name: called, file, number: record, line, players, text, form, outputs, alike };
        self.records.push(record);
        Ok(())
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        let (file, fault) = (error.name.clone(), RecordFault::of_file(error));
        self.unreadable.push((self.records.len(), Unselectable { file, record: 0, fault }));
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let kind = self.kind().unwrap_or(Kind::Games);
        let Self { args, store, mut collection, records, headings, left_out, unrated, guessed, .. } = self;
        let names = vec![OnceCell::new(); records.len()];
        let name = |number: usize| names[number].get_or_init(|| PlayerNames::new(&records[number].players));
        let players = |one: usize, other: usize| name(one).compare(name(other));
        let beginnings = match args.beginnings {
            true => collection.leave_out_beginnings(|one, other| {
                !matches!(players(one, other), Players::Other | Players::Exchanged)
            }),
            false => Vec::new(),
        };
        let near = if args.unique { collection.near_duplicates(players) } else { Vec::new() };
        let formulas = context.formulas();
        let mut texts = Texts { store: store.finish()?, records, headings, formulas, is_unified: false };
        let output = args.output.as_deref().filter(|_| args.split.is_none());
        for (option, path) in [("-o", output), ("--others", args.others.as_deref())] {
            texts.check_extension(option, path).inspect_err(|_| self.files.discard())?;
        }
        let selected = collection.selected();
        let mut files = 1;
        if let Some(mut output) = self.output {
            texts.write(&mut output, &selected)?;
            output.finish()?;
        }
        if let (Some(split), Some(cut)) = (self.split, args.split) {
            let SplitName { stem, extension, .. } = SplitName::of(args, cut)?;
            let mut split =
                split.with_ending(texts.extension(extension).inspect_err(|_| self.files.discard())?);
            let groups = collection.groups(match cut {
                Split::By(_) => Grouping::ByName,
                Split::Every(records) => Grouping::Every(records),
            });
            files = groups.len();
            for (name, members) in groups {
                let name = stem.replace(&format!("{{{}}}", cut.word()), &name);
                let mut output = split.begin(&name)?;
                texts.write(&mut output, &members)?;
                output.finish()?;
            }
        }
        if let Some(mut others) = self.others {
            texts.write(&mut others, &collection.left_out())?;
            others.finish()?;
        }
        let records = &texts.records;
        anticipations(&selected, records, &self.compared, args, self.matches, context)?;
        let same_as = |number: usize| collection.same_as()[number].map(|first| records[first].place());
        name_alike(kind, records, &collection, &beginnings, &near, context);
        if let Some(mut report) = self.report {
            report.write_all(csv_header::<SelectRow<'_>>().as_bytes())?;
            let mut unreadable = self.unreadable.iter().peekable();
            let mut rows = String::new();
            for number in 0..=records.len() {
                while let Some((_, one)) = unreadable.next_if(|(before, _)| *before == number) {
                    let Unselectable { file, record, fault } = one;
                    rows += &csv_row(&UnreadableRow { file, record: *record, fault });
                }
                if let Some(record) = records.get(number) {
                    let same_as = same_as(number).unwrap_or_default();
                    rows += &record.row(collection.fates()[number], &same_as);
                }
                report.write_all(context.formulas().apply(&rows).as_bytes())?;
                rows.clear();
            }
            report.finish()?;
        }
        if texts.is_unified {
            context.note("the tables have different columns: written as one table with all columns");
        }
        if !guessed.is_empty() {
            context.note(&guessed);
        }
        if unrated > 0 {
            let problems = Counted(unrated, "problem");
            context.note(format_args!(
                "{problems} without the columns of a report that a condition or field needs"
            ));
        }
        let count = |fate| collection.fates().iter().filter(|&&own| own == fate).count() as u64;
        let parts = [
            Some(format!("{} read, {} selected", Counted(records.len() as u64, kind.word()), selected.len())),
            args.unique.then(|| format!("{} left out", Counted(count(Fate::Duplicate), "duplicate"))),
            args.beginnings.then(|| format!("{} left out", Counted(count(Fate::Beginning), "beginning"))),
            (!near.is_empty()).then(|| format!("{} kept", Counted(near.len() as u64, "near duplicate"))),
            args.split.map(|_| format!("in {}", Counted(files as u64, "file"))),
            (left_out > 0).then(|| format!("{} without a {}", Counted(left_out, "record"), kind.word())),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        context.note(parts.join(", "));
        Ok(if left_out == 0 { Status::Clean } else { Status::Findings })
    }
}

/// Prints which records are left out as duplicates or beginnings, and which similar ones are kept.
fn name_alike(
    kind: Kind,
    records: &[Record],
    collection: &Collection,
    beginnings: &[(usize, usize)],
    near: &[NearDuplicate],
    context: &Context<'_>,
) {
    let same = match kind {
        Kind::Games => "same moves as",
        Kind::Problems => "same problem as",
    };
    for (number, record) in records.iter().enumerate() {
        let Some(first) = collection.same_as()[number] else { continue };
        let same = if collection.fates()[number] == Fate::Beginning { "the beginning of" } else { same };
        let other = &records[first];
        let names = record.compared_players(other);
        context.note(format_args!("{}: left out: {same} {}{names}", record.place(), other.place()));
    }
    for (one, other) in beginnings {
        let [one, other] = [one, other].map(|number| &records[*number]);
        let players = match Players::compare(&one.players, &other.players) {
            Players::Exchanged => "but the players have exchanged their seats [other-seats]",
            _ => "but of other players",
        };
        context.note(format_args!("{}: kept: the beginning of {}, {players}", one.place(), other.place()));
    }
    for NearDuplicate { number, earlier, first, last } in near {
        let [own, earlier] = [number, earlier].map(|number| &records[*number]);
        let last = if *last > 0 { format!(" and the last {last}") } else { String::new() };
        context.note(format_args!(
            "{}: kept, but similar to {}: the first {}{last} agree [near-duplicate]{}",
            own.place(),
            earlier.place(),
            Counted(*first as u64, "half-move"),
            own.compared_players(earlier)
        ));
    }
}

/// Largest number of problems of `--like` whose most similar problem is printed on stderr.
const MAX_NOTES: usize = 10;

/// Writes the table of `--matches`, and prints the most similar problems on stderr.
fn anticipations(
    selected: &[usize],
    records: &[Record],
    compared: &[String],
    args: &Select,
    mut table: Option<Output>,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let mut matches: Vec<Vec<(&Record, &Alike)>> = vec![Vec::new(); compared.len()];
    let mut selected = selected.to_vec();
    selected.sort_unstable();
    for record in selected.iter().map(|&number| &records[number]) {
        for alike in &record.alike {
            matches[alike.compared].push((record, alike));
        }
    }
    if let Some(table) = &mut table {
        table.write_all(csv_header::<MatchRow<'_>>().as_bytes())?;
    }
    for (number, (like, matches)) in compared.iter().zip(&mut matches).enumerate() {
        matches.sort_by_key(|(_, alike)| Reverse(alike.rank));
        let row = |(place, (record, alike)): (usize, &(&'_ Record, &'_ Alike))| {
            let Record { file, line, name, .. } = *record;
            let Alike { percent, differences, .. } = *alike;
            let (rank, percent, line) = (place + 1, *percent, *line);
            let row = MatchRow { like, rank, percent, file, line, problem: name, differences };
            (csv_row(&row), row.to_text())
        };
        if number < MAX_NOTES {
            let none = || format!("{like}: no problem at least {} % like it", args.anticipation.least);
            context.note(matches.first().map_or_else(none, |first| row((0, first)).1.trim_end().to_owned()));
        }
        if let Some(table) = &mut table {
            for found in matches.iter().enumerate().take(args.anticipation.most) {
                table.write_all(context.formulas().apply(&row(found).0).as_bytes())?;
            }
        }
    }
    if compared.len() > MAX_NOTES {
        let more = Counted((compared.len() - MAX_NOTES) as u64, "problem");
        context.note(format_args!("and for {more} of --like, see --matches"));
    }
    table.map(Output::finish).transpose()?;
    Ok(())
}

/// Records with their texts.
struct Texts {
    store: TextReader,
    records: Vec<Record>,
    headings: Vec<Vec<u8>>,
    /// Treatment of cells of tables that begin like formulas.
    formulas: Formulas,
    /// `true` if an output is a table with the columns of several tables.
    is_unified: bool,
}

impl Texts {
    /// Writes records in the form of their kind.
    fn write(&mut self, output: &mut Output, members: &[usize]) -> Result<(), Failure> {
        match self.records.first().map(|first| Kind::of(&first.form)) {
            Some(Kind::Problems) => self.write_problems(output, members),
            Some(Kind::Games) | None => self.write_games(output, members),
        }
    }

    /// Writes games with a blank line between them.
    fn write_games(&mut self, output: &mut Output, members: &[usize]) -> Result<(), Failure> {
        let name = output.name().to_owned();
        for (place, &member) in members.iter().enumerate() {
            let text = self.store.read(self.records[member].text)?;
            let end = if text.contains(&b'\r') { "\r\n" } else { "\n" };
            let before = place.checked_sub(1).and_then(|before| members.get(before));
            let forms = before.map(|&before| (self.records[before].form, self.records[member].form));
            if let Some((Form::Game(before), Form::Game(edges))) = forms {
                let [closing, opening] = before.between(edges);
                let line = |line: Option<&str>, blank: &str| line.map(|line| format!("{line}{end}{blank}"));
                let lines = [
                    line(closing, "").unwrap_or_default(),
                    end.to_owned(),
                    line(opening, end).unwrap_or_default(),
                ];
                output.write_all(lines.concat().as_bytes())?;
            }
            output.write_all(&text)?;
            output.write_all(end.as_bytes())?;
            self.records[member].outputs.push(name.clone());
        }
        Ok(())
    }
}

impl Record {
    fn place(&self) -> String {
        let Self { file, line, name, .. } = self;
        format!("{file}:{line}: {name}")
    }

    /// Returns a remark on the players of another record of this game, if their names differ.
    fn compared_players(&self, other: &Self) -> String {
        let differ = match Players::compare(&self.players, &other.players) {
            Players::Similar => ("are written differently", "other-spelling"),
            Players::Exchanged => ("have exchanged their seats", "other-seats"),
            Players::Equal | Players::Unknown | Players::Other => return String::new(),
        };
        let [own, there] = [self, other].map(|record| record.players.join(" - "));
        format!("; players {}: {own}, there {there} [{}]", differ.0, differ.1)
    }

    fn row(&self, fate: Fate, same_as: &str) -> String {
        csv_row(&SelectRow {
            file: &self.file,
            record: self.number,
            line: self.line,
            game: &self.name,
            fate,
            output: &self.outputs.join("|"),
            same_as,
        })
    }
}
