//! `hexmate select FILES…`.

pub mod args;

use std::io::Write;
use std::path::{Path, PathBuf};

use hexmate_batch::files::{InputDigest, Output};
use hexmate_games::select::{Collection, Fate, Grouping, Member};
use hexmate_report::output::{StoredText, TextReader, TextStore, UniqueFiles, unknown_placeholder};
use hexmate_report::{Counted, SelectRow, csv_header, csv_row};
use hexmate_tasks as tasks;
use hexmate_tasks::{Edges, Selected};

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::run::{Sink, Work};
use crate::cli::select::args::Select;
use crate::cli::shared::destination::Destination;

/// Selects games of the files, sorts them, and writes them to one or several files.
pub fn run(args: &Select, context: &Context<'_>) -> Result<Status, Failure> {
    let task = tasks::Select {
        game: context.requested_game(),
        reading: args.reading.reading(),
        conditions: args.conditions.conditions(context.game())?,
        order: args.sort.iter().map(|order| order.field).collect(),
        groups: args.split.and_then(|cut| if let Grouping::By(field) = cut { Some(field) } else { None }),
    };
    let progress = context.progress_over(&args.files, Pace::Fast);
    let items = context.records(&args.files, &progress).with_texts().with_comments();
    let input = InputDigest::disabled();
    Work { items, input, task: &task, long: None, progress }.run(context, || Outputs::open(args, context))
}

/// Games read so far, and the outputs, which are written at the end.
struct Outputs<'a> {
    args: &'a Select,
    store: TextStore,
    collection: Collection,
    games: Vec<Game>,
    /// Number of records that are not games.
    left_out: u64,
    output: Option<Output>,
    split: Option<UniqueFiles>,
    others: Option<Output>,
    report: Option<Output>,
}

/// A game without its text, which is in the temporary store.
struct Game {
    name: String,
    file: String,
    record: u64,
    line: u64,
    text: StoredText,
    edges: Edges,
    outputs: Vec<String>,
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
            Some(cut) => split = Some(UniqueFiles::open(files, &folder(args, cut)?.0, "pgn")?),
        }
        let collection = Collection::new(&args.sort);
        Ok(Self {
            args,
            store: TextStore::new()?,
            collection: if args.unique { collection.without_duplicates() } else { collection },
            games: Vec::new(),
            left_out: 0,
            output,
            split,
            others: open(&args.others)?,
            report: open(&args.report)?,
        })
    }
}

/// Returns the folder of `--split`, and the pattern of the file names in it without the extension.
fn folder(args: &Select, cut: Grouping) -> Result<(PathBuf, String), Failure> {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let bad = |why: String| Err(Failure::Usage(format!("-o {}: {why}", path.display())));
    if path == Path::new("-") {
        return bad("--split needs a folder or a name with a placeholder".to_owned());
    }
    let field = format!("{{{}}}", cut.word());
    if let Some(other) = unknown_placeholder(&path.display().to_string(), &[&field]) {
        return bad(format!("unknown placeholder {other}; this --split allows only {field}"));
    }
    let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.contains('{')) else {
        return match path.display().to_string().contains('{') {
            true => bad(format!("{field} is allowed in the last component only")),
            false => Ok((path.to_owned(), field)),
        };
    };
    let Some(stem) = name.strip_suffix(".pgn") else {
        return bad("expected the extension .pgn".to_owned());
    };
    if !stem.contains(&field) {
        return bad(format!("expected {field}, the field of --split"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((folder.to_owned(), stem.to_owned()))
}

impl Sink for Outputs<'_> {
    type Entry = Result<Selected, String>;

    fn take(&mut self, found: Result<Selected, String>) -> Result<(), Failure> {
        let game = match found {
            Ok(game) => game,
            Err(message) => {
                self.left_out += 1;
                diagnostic::print_error(message);
                return Ok(());
            }
        };
        let text = self.store.store(game.text.as_bytes())?;
        let Selected { file, record, line, called, is_met, order, groups, moves, edges, .. } = game;
        self.collection.add(Member {
            meets_conditions: is_met,
            duplicate_key: moves,
            sort_keys: order,
            groups,
        });
        self.games.push(Game { name: called, file, record, line, text, edges, outputs: Vec::new() });
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { args, store, collection, mut games, left_out, output, split, others, report, .. } = self;
        let mut texts = store.finish()?;
        let selected = collection.selected();
        let mut files = 1;
        if let Some(mut output) = output {
            write_games(&mut output, &selected, &mut games, &mut texts)?;
            output.finish()?;
        }
        if let (Some(mut split), Some(cut)) = (split, args.split) {
            let stem = folder(args, cut)?.1;
            let groups = collection.groups(cut);
            files = groups.len();
            for (name, members) in groups {
                let name = stem.replace(&format!("{{{}}}", cut.word()), &name);
                let mut output = split.begin(&name)?;
                write_games(&mut output, &members, &mut games, &mut texts)?;
                output.finish()?;
            }
        }
        if let Some(mut others) = others {
            write_games(&mut others, &collection.left_out(), &mut games, &mut texts)?;
            others.finish()?;
        }
        let same_as = |number: usize| collection.same_as()[number].map(|first| games[first].place());
        for (number, game) in games.iter().enumerate() {
            if let Some(first) = same_as(number) {
                context.note(format_args!("{}: left out: same moves as {first}", game.place()));
            }
        }
        if let Some(mut report) = report {
            report.write_all(csv_header::<SelectRow<'_>>().as_bytes())?;
            for (number, (game, &fate)) in games.iter().zip(collection.fates()).enumerate() {
                let row = game.row(fate, &same_as(number).unwrap_or_default());
                report.write_all(context.formulas().apply(&row).as_bytes())?;
            }
            report.finish()?;
        }
        let duplicates = collection.fates().iter().filter(|&&fate| fate == Fate::Duplicate).count();
        let parts = [
            Some(format!("{} read, {} selected", Counted(games.len() as u64, "game"), selected.len())),
            args.unique.then(|| format!("{} left out", Counted(duplicates as u64, "duplicate"))),
            args.split.map(|_| format!("in {}", Counted(files as u64, "file"))),
            (left_out > 0).then(|| format!("{} without a game", Counted(left_out, "record"))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        context.note(parts.join(", "));
        Ok(if left_out == 0 { Status::Clean } else { Status::Findings })
    }
}

/// Writes games with a blank line between them.
fn write_games(
    output: &mut Output,
    members: &[usize],
    games: &mut [Game],
    texts: &mut TextReader,
) -> Result<(), Failure> {
    let name = output.name().to_owned();
    for (place, &member) in members.iter().enumerate() {
        let text = texts.read(games[member].text)?;
        let end = if text.contains(&b'\r') { "\r\n" } else { "\n" };
        if let Some(&before) = place.checked_sub(1).and_then(|before| members.get(before)) {
            let [closing, opening] = games[before].edges.between(games[member].edges);
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
        games[member].outputs.push(name.clone());
    }
    Ok(())
}

impl Game {
    fn place(&self) -> String {
        let Self { file, line, name, .. } = self;
        format!("{file}:{line}: {name}")
    }

    fn row(&self, fate: Fate, same_as: &str) -> String {
        csv_row(&SelectRow {
            file: &self.file,
            record: self.record,
            line: self.line,
            game: &self.name,
            fate,
            output: &self.outputs.join("|"),
            same_as,
        })
    }
}
