//! `hexmate select FILES…`.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use hexmate::files::InputDigest;
use hexmate::report::{Counted, Fate, SelectRow, csv_header, csv_row};
use hexmate::tasks::{self, Edges, Selected};

use crate::args::{Cut, Direction, LongWork, Order, Select};
use crate::context::{Context, Pace};
use crate::diagnostic::{self, Color};
use crate::exit::{Failure, Status};
use crate::output::{Album, Output, Shelf, ShelfReader, Shelved};
use crate::run::{Sink, Work};

/// Selects games of the files, and writes them where and in which order they are wanted.
pub fn run(args: &Select, context: &Context<'_>) -> Result<Status, Failure> {
    let task = tasks::Select {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        conditions: args.asked.conditions(context.game())?,
        order: args.sort.iter().map(|order| order.field).collect(),
        groups: args.split.and_then(|cut| if let Cut::By(field) = cut { Some(field) } else { None }),
    };
    let (long, progress) = (&LongWork::default(), context.progress_over(&args.files, Pace::Fast));
    let items = context.records(&args.files, &progress).with_texts().with_comments();
    let input = InputDigest::unused();
    Work { items, input, task: &task, long, progress }.run(context, || Outputs::open(args, context.color))
}

/// The games that have come, and where all of them go in the end.
struct Outputs<'a> {
    args: &'a Select,
    color: Color,
    shelf: Shelf,
    games: Vec<Game>,
    /// The first game with some moves, by what games with these moves share.
    first: HashMap<String, usize>,
    /// Records that are no games.
    left_out: u64,
    output: Option<Output>,
    album: Option<Album>,
    others: Option<Output>,
    report: Option<Output>,
}

/// A game, without its text.
struct Game {
    name: String,
    file: String,
    record: u64,
    line: u64,
    fate: Fate,
    same_as: Option<usize>,
    text: Shelved,
    edges: Edges,
    order: Vec<Option<String>>,
    groups: Vec<String>,
    outputs: Vec<String>,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Select, color: Color) -> Result<Self, Failure> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(|path| Output::open(Some(path))).transpose();
        let paths =
            [args.output.as_deref().or(Some(Path::new("-"))), args.others.as_deref(), args.report.as_deref()];
        let paths: Vec<&Path> = paths.into_iter().flatten().collect();
        if let Some(twice) = (1..paths.len()).find(|&at| paths[..at].contains(&paths[at])) {
            let path = paths[twice].display();
            return Err(Failure::Usage(format!("two outputs go to {path}: give each a file of its own")));
        }
        let (mut output, mut album) = (None, None);
        match args.split {
            None => output = Some(Output::open(args.output.as_deref())?),
            Some(cut) => album = Some(Album::open(&folder(args, cut)?.0, "pgn")?),
        }
        Ok(Self {
            args,
            color,
            shelf: Shelf::new()?,
            games: Vec::new(),
            first: HashMap::new(),
            left_out: 0,
            output,
            album,
            others: open(&args.others)?,
            report: open(&args.report)?,
        })
    }
}

/// The folder that a collection is split into, and the names of the files in it without their ending.
fn folder(args: &Select, cut: Cut) -> Result<(PathBuf, String), Failure> {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let bad = |why: String| Err(Failure::Usage(format!("-o {}: {why}", path.display())));
    if path == Path::new("-") {
        return bad("a collection that is split needs a folder".to_owned());
    }
    let hole = format!("{{{}}}", cut.word());
    let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.contains('{')) else {
        return match path.display().to_string().contains('{') {
            true => bad(format!("only the name of the file may have {hole} in it")),
            false => Ok((path.to_owned(), hole)),
        };
    };
    let Some(stem) = name.strip_suffix(".pgn") else {
        return bad("expected a name that ends in .pgn".to_owned());
    };
    if !stem.contains(&hole) {
        return bad(format!("expected {hole}, as that is what the collection is split by"));
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
                diagnostic::complain(message, self.color);
                return Ok(());
            }
        };
        let number = self.games.len();
        let mut same_as = None;
        if self.args.unique
            && game.is_met
            && let Some(moves) = game.moves
        {
            let first = *self.first.entry(moves).or_insert(number);
            same_as = (first != number).then_some(first);
        }
        let fate = match (game.is_met, same_as) {
            (false, _) => Fate::Other,
            (true, None) => Fate::Selected,
            (true, Some(_)) => Fate::Duplicate,
        };
        let text = self.shelf.keep(game.text.as_bytes())?;
        self.games.push(Game {
            name: game.called,
            file: game.file,
            record: game.record,
            line: game.line,
            fate,
            same_as,
            text,
            edges: game.edges,
            order: game.order,
            groups: game.groups,
            outputs: Vec::new(),
        });
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { args, shelf, mut games, left_out, output, album, others, report, .. } = self;
        let mut texts = shelf.finish()?;
        let mut selected: Vec<usize> = with_fate(&games, |fate| fate == Fate::Selected);
        selected.sort_by(|&one, &next| ordered(&args.sort, &games[one], &games[next]));
        let count = selected.len();
        let mut files = 1;
        if let Some(mut output) = output {
            put(&mut output, &selected, &mut games, &mut texts)?;
            output.finish()?;
        }
        if let (Some(mut album), Some(cut)) = (album, args.split) {
            let stem = folder(args, cut)?.1;
            let groups = grouped(cut, &selected, &games);
            files = groups.len();
            for (name, members) in groups {
                let name = stem.replace(&format!("{{{}}}", cut.word()), &name);
                let mut output = album.begin(&name)?;
                put(&mut output, &members, &mut games, &mut texts)?;
                output.finish()?;
            }
        }
        if let Some(mut others) = others {
            let left = with_fate(&games, |fate| fate != Fate::Selected);
            put(&mut others, &left, &mut games, &mut texts)?;
            others.finish()?;
        }
        for game in &games {
            if let Some(first) = game.same_as.and_then(|first| games.get(first)) {
                let (here, there) = (game.place(), first.place());
                context.note(format_args!("{here}: the same moves as {there}: left out"));
            }
        }
        if let Some(mut report) = report {
            report.write_all(csv_header::<SelectRow<'_>>().as_bytes())?;
            for game in &games {
                report.write_all(game.row(&games).as_bytes())?;
            }
            report.finish()?;
        }
        let duplicates = games.iter().filter(|game| game.fate == Fate::Duplicate).count();
        let parts = [
            Some(format!("{} read, {count} selected", Counted(games.len() as u64, "game"))),
            args.unique.then(|| format!("{} left out", Counted(duplicates as u64, "duplicate"))),
            args.split.map(|_| format!("in {}", Counted(files as u64, "file"))),
            (left_out > 0).then(|| format!("{} without a game", Counted(left_out, "record"))),
        ];
        let told: Vec<String> = parts.into_iter().flatten().collect();
        context.note(told.join(", "));
        Ok(if left_out == 0 { Status::Clean } else { Status::Findings })
    }
}

/// The numbers of games that have a fate, in the order of the input.
fn with_fate(games: &[Game], is_meant: impl Fn(Fate) -> bool) -> Vec<usize> {
    games.iter().enumerate().filter(|(_, game)| is_meant(game.fate)).map(|(number, _)| number).collect()
}

/// Which of two games stands first.
fn ordered(orders: &[Order], one: &Game, next: &Game) -> Ordering {
    let fields = orders.iter().zip(one.order.iter().zip(&next.order));
    let compared = fields.map(|(order, (one, next))| match (one, next) {
        (Some(one), Some(next)) if order.direction == Direction::Descending => next.cmp(one),
        // What is not known stands at the end.
        _ => one.is_none().cmp(&next.is_none()).then_with(|| one.cmp(next)),
    });
    compared.fold(Ordering::Equal, Ordering::then)
}

/// The groups of games in the order in which they are first met, with their names.
fn grouped(cut: Cut, selected: &[usize], games: &[Game]) -> Vec<(String, Vec<usize>)> {
    if let Cut::Every(size) = cut {
        let width = selected.len().div_ceil(size).to_string().len();
        let parts = selected.chunks(size).zip(1..);
        return parts.map(|(part, number)| (format!("{number:0width$}"), part.to_vec())).collect();
    }
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for &number in selected {
        let unknown = vec!["unknown".to_owned()];
        let names = if games[number].groups.is_empty() { &unknown } else { &games[number].groups };
        for name in names {
            let place = *places.entry(name.clone()).or_insert(groups.len());
            if place == groups.len() {
                groups.push((name.clone(), Vec::new()));
            }
            groups[place].1.push(number);
        }
    }
    groups
}

/// Writes games with a blank line between them.
fn put(
    output: &mut Output,
    members: &[usize],
    games: &mut [Game],
    texts: &mut ShelfReader,
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

    fn row(&self, games: &[Self]) -> String {
        let same_as = self.same_as.and_then(|first| games.get(first)).map(Self::place).unwrap_or_default();
        csv_row(&SelectRow {
            file: &self.file,
            record: self.record,
            line: self.line,
            game: &self.name,
            fate: self.fate,
            output: &self.outputs.join("|"),
            same_as: &same_as,
        })
    }
}
