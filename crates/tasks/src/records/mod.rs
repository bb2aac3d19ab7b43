//! Reading of records: the games and problems of several files, one after the other.

mod content;
mod game_items;
mod identity;
mod inline;
mod item;
mod notes;
mod objects;
mod puzzle;
mod statement_items;
mod unclaimed;

pub use content::Content;
pub use inline::{inline, is_position};
pub use item::{Item, Passage};
pub use notes::{TableNote, TableNoteKind};
pub(crate) use puzzle::{is_known, statement_of_tags};

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use hexmate_games::archive;
use hexmate_games::archive::ArchiveForm;
use hexmate_games::validate::Detail;
use hexmate_position::{FenForm, Game};
use hexmate_problems as problem;
use hexmate_problems::{ProblemFormat, Statement};
use hexmate_text::Place;

use game_items::GameItems;
use item::Passages;
use notes::{Notes, TableNotes};
use objects::objects;
use statement_items::StatementItems;

use hexmate_batch::digest::Digest;
use hexmate_batch::files::{FileError, Input, InputDigest, InputOptions};
use hexmate_batch::{ItemSource, WorkItem};

/// Endings of files with problems.
pub const PROBLEM_ENDINGS: [&str; 7] = ["fen", "epd", "csv", "jsonl", "inp", "olv", "yaml"];

/// A record and its place.
#[derive(Debug)]
pub struct Record {
    /// Name of the file.
    pub file: Arc<str>,
    /// Number in the file, from 1.
    pub number: u64,
    /// The content.
    pub item: Item,
    /// Source text; empty without [`Records::with_texts`] and [`Records::with_all_texts`].
    pub passage: Passage,
}

impl WorkItem for Record {
    fn name(&self) -> String {
        format!("{}: record {}", self.file, self.number)
    }

    fn identity(&self) -> Digest {
        identity::identity(self)
    }

    /// Returns a hash of the moves of a game, or of position and stipulation of a problem.
    fn hash(&self) -> u64 {
        let words: Vec<&str> = match &self.item {
            Item::Game(game) => game.words.iter().map(|word| word.text).collect(),
            Item::Statement(statement) => {
                let Statement { variant, fen, stipulation, .. } = &**statement;
                vec![variant, fen, stipulation]
            }
            Item::Stray(_) | Item::NoRecords(_) => Vec::new(),
        };
        Digest::of(&words.join("\n")).to_u64()
    }

    fn size(&self) -> usize {
        let content = match &self.item {
            Item::Game(game) => game.size(),
            Item::Statement(statement) => statement.size(),
            Item::Stray(_) | Item::NoRecords(_) => 0,
        };
        content + self.passage.bytes.len() + self.passage.heading.len()
    }
}

impl Record {
    fn with_fen_form(mut self, form: FenForm) -> Self {
        match &mut self.item {
            Item::Game(game) => game.form = form,
            Item::Statement(statement) => statement.form = form,
            Item::Stray(_) | Item::NoRecords(_) => {}
        }
        self
    }
}

/// Returns the names of inputs for messages: file names, and `POSITION`, `POSITION 2`, … for positions given instead
/// of files.
pub fn display_names(names: &[String]) -> Vec<String> {
    let mut positions = 0;
    let shown = |name: &String| {
        if !is_position(name) {
            return name.clone();
        }
        positions += 1;
        if positions == 1 { "POSITION".to_owned() } else { format!("POSITION {positions}") }
    };
    names.iter().map(shown).collect()
}

/// Iterator over the records of several files. Opens each file when the one before it is read.
///
/// A file that cannot be opened or read to its end is an error.
pub struct Records {
    /// Sources with their names for messages.
    sources: VecDeque<(Origin, Arc<str>)>,
    detail: Detail,
    form: FenForm,
    /// Place of the first byte, if the source is part of a PGN file.
    start: Option<Place>,
    passages: Passages,
    options: InputOptions,
    digest: InputDigest,
    notes: Option<Notes>,
    current: Option<Source>,
}

/// The origin of a source's bytes.
enum Origin {
    File(String),
    Reader(Box<dyn Read + Send>),
}

/// An open file.
struct Source {
    name: Arc<str>,
    content: Content,
    read: u64,
    items: Items,
    notes: Option<TableNotes>,
}

/// The records of an open file.
enum Items {
    Games(Box<GameItems>),
    Others(Box<dyn Iterator<Item = io::Result<(Item, Passage)>> + Send>),
}

impl Records {
    /// Reads files; `-` is stdin.
    pub fn new(names: &[String]) -> Self {
        let shown = display_names(names).into_iter().map(Arc::from);
        Self::of(names.iter().cloned().map(Origin::File).zip(shown).collect())
    }

    /// Reads a reader; `name` is its name in messages.
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self::of(VecDeque::from([(Origin::Reader(Box::new(reader)), Arc::from(name))]))
    }

    fn of(sources: VecDeque<(Origin, Arc<str>)>) -> Self {
        let (detail, passages, form) = (Detail::Moves, Passages::Drop, FenForm::default());
        let (options, digest) = (InputOptions::default().with_inline(inline), InputDigest::disabled());
        Self { sources, detail, form, start: None, passages, options, digest, notes: None, current: None }
    }

    /// Keeps variations, comments and NAGs of games.
    pub fn with_comments(self) -> Self {
        Self { detail: Detail::Everything, ..self }
    }

    /// Keeps variations of games.
    pub fn with_variations(self) -> Self {
        Self { detail: self.detail.max(Detail::Variations), ..self }
    }

    /// Keeps the source text of PGN games in [`Record::passage`].
    pub fn with_texts(self) -> Self {
        Self { passages: Passages::KeepGames, ..self }
    }

    /// Keeps the source text of PGN games and of problems in [`Record::passage`].
    pub fn with_all_texts(self) -> Self {
        Self { passages: Passages::Keep, ..self }
    }

    /// Reads the source as PGN that begins at a place of a file.
    pub fn starting_at(self, place: Place) -> Self {
        Self { start: Some(place), ..self }
    }

    /// Sets the order of cells in FENs, and the names of cells.
    pub fn with_fen_form(self, form: FenForm) -> Self {
        Self { form, ..self }
    }

    /// Calls `listener` with notes on FENs, and on problem tables if `used` lists the columns that the command uses, by
    /// their standard headings: unused columns, duplicate rows.
    pub fn with_notes(
        self,
        used: Option<&'static [&'static str]>,
        listener: impl Fn(&TableNote) + Send + Sync + 'static,
    ) -> Self {
        Self { notes: Some(Notes::new(used, listener)), ..self }
    }

    /// Sets the game of FENs in notes; by default each record names its own.
    pub fn with_game(self, game: Option<Game>) -> Self {
        Self { notes: self.notes.map(|notes| notes.with_game(game)), ..self }
    }

    /// Suppresses notes on FENs, for a task that reports them itself.
    pub fn without_fen_notes(self) -> Self {
        Self { notes: self.notes.map(Notes::without_fens), ..self }
    }

    /// Adds notes on dates of games and problems that are not read in full.
    pub fn with_date_notes(self) -> Self {
        Self { notes: self.notes.map(Notes::with_dates), ..self }
    }

    /// Adds names and contents of the files to the digest.
    pub fn with_digest(self, digest: &InputDigest) -> Self {
        Self { digest: digest.clone(), ..self }
    }

    /// Returns the content of the file that is being read.
    pub fn content(&self) -> Option<Content> {
        self.current.as_ref().map(|source| source.content)
    }

    /// Sets the options for reading files.
    pub fn with_options(self, options: InputOptions) -> Self {
        Self { options: options.with_inline(inline), ..self }
    }
}

impl ItemSource<Record> for Records {
    fn is_ready(&self) -> bool {
        let items = self.current.as_ref().map(|source| &source.items);
        matches!(items, Some(Items::Games(items)) if items.is_ready())
    }
}

impl Iterator for Records {
    type Item = Result<Record, FileError>;

    fn next(&mut self) -> Option<Result<Record, FileError>> {
        loop {
            if let Some(source) = &mut self.current {
                let record = source.next_record();
                let record = record.map(|record| record.map(|record| record.with_fen_form(self.form)));
                if let (Some(Ok(Record { item, .. })), Some(notes)) = (&record, &mut source.notes) {
                    match item {
                        Item::Statement(statement) => notes.check(statement),
                        Item::Game(game) => notes.check_game(game),
                        Item::Stray(_) | Item::NoRecords(_) => {}
                    }
                }
                if matches!(record, None | Some(Err(_) | Ok(Record { item: Item::NoRecords(_), .. }))) {
                    self.current = None;
                }
                match record {
                    Some(record) => return Some(record),
                    None => continue,
                }
            }
            let (origin, name) = self.sources.pop_front()?;
            match self.open(origin, name) {
                Ok(source) => self.current = Some(source),
                Err(failure) => return Some(Err(failure)),
            }
        }
    }
}

impl Records {
    fn open(&self, origin: Origin, name: Arc<str>) -> Result<Source, FileError> {
        let mut input = match origin {
            Origin::File(path) => Input::open(&path, &self.options, &self.digest)?,
            Origin::Reader(reader) => Input::from_reader(&name, reader, &self.options)?,
        };
        let content = Content::of_input(&mut input)?;
        let games = |input| {
            let start = self.start.unwrap_or(Place::START);
            Items::Games(Box::new(GameItems::new(input, start, self.detail, self.passages)))
        };
        let items = match content {
            _ if self.start.is_some() => games(input),
            Content::Puzzles => self.statements(input, ProblemFormat::Csv),
            Content::Positions => self.statements(input, ProblemFormat::Lines),
            Content::Popeye => self.statements(input, ProblemFormat::Popeye),
            Content::Entries => self.statements(input, ProblemFormat::Entries),
            Content::Games | Content::Empty | Content::Unknown => games(input),
            Content::Table => archived(input, ArchiveForm::Table),
            Content::Objects => Items::Others(without_passages(objects(input))),
            Content::Lists => archived(input, ArchiveForm::List),
            Content::Binary | Content::Packed(_) => Items::Others(Box::new(std::iter::empty())),
        };
        let has_statements =
            matches!(content, Content::Puzzles | Content::Positions | Content::Popeye | Content::Entries);
        let notes = self.notes.clone().filter(|notes| has_statements || notes.concern_games());
        let notes = notes.map(|notes| TableNotes::new(notes, Arc::clone(&name)));
        Ok(Source { name, content, read: 0, items, notes })
    }

    fn statements(&self, input: Input, format: ProblemFormat) -> Items {
        Items::Others(match self.passages {
            Passages::Keep => Box::new(StatementItems::new(input, format)),
            Passages::KeepGames | Passages::Drop => without_passages(
                problem::statements(input, format).map(|statement| statement.map(Item::from)),
            ),
        })
    }
}

impl Source {
    fn next_record(&mut self) -> Option<Result<Record, FileError>> {
        let next = match &mut self.items {
            Items::Games(items) => items.next(),
            Items::Others(items) => items.next(),
        };
        let (item, passage) = match next {
            Some(Ok(found)) => found,
            Some(Err(error)) => return Some(Err(FileError::reading(&*self.name)(error))),
            None if self.read == 0 => (Item::NoRecords(self.content), self.rest()),
            None => {
                self.notes.iter_mut().for_each(TableNotes::finish);
                return None;
            }
        };
        self.read += 1;
        Some(Ok(Record { file: Arc::clone(&self.name), number: self.read, item, passage }))
    }

    /// Returns the source text of a file without records.
    fn rest(&mut self) -> Passage {
        match &mut self.items {
            Items::Games(items) => items.rest(),
            Items::Others(_) => Passage::default(),
        }
    }
}

fn archived(input: Input, form: ArchiveForm) -> Items {
    Items::Others(without_passages(archive::records(input, form).map(|game| game.map(Item::from))))
}

/// Returns items with empty passages.
fn without_passages(
    items: impl Iterator<Item = io::Result<Item>> + Send + 'static,
) -> Box<dyn Iterator<Item = io::Result<(Item, Passage)>> + Send> {
    Box::new(items.map(|item| item.map(|item| (item, Passage::default()))))
}
