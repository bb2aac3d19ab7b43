//! The records of many files, one after the other: games and statements. No judgement.

mod identity;
mod item;
mod kept;
mod notes;

pub use item::{Item, Passage};
pub use notes::{TableNote, TableNoteKind};

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use hexmate_games::archive;
use hexmate_games::archive::ArchiveForm;
use hexmate_games::validate::Detail;
use hexmate_position::Dialect;
use hexmate_problems as problem;
use hexmate_problems::{Format, Statement};

use item::Texts;
use kept::GameItems;
use notes::{Notes, TableNotes};

use hexmate_batch::digest::Digest;
use hexmate_batch::files::{Content, FileError, Input, InputDigest, InputOptions, is_position};
use hexmate_batch::{ItemSource, WorkItem};

/// A record and where it stands.
#[derive(Debug)]
pub struct Record {
    /// The name of its file.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub number: u64,
    /// What it is.
    pub item: Item,
    /// As it stands in its file; empty unless texts are kept.
    pub passage: Passage,
}

impl WorkItem for Record {
    fn name(&self) -> String {
        format!("{}: record {}", self.file, self.number)
    }

    fn identity(&self) -> Digest {
        identity::identity(self)
    }

    /// Of the problem, or of the moves of the game.
    fn hash(&self) -> u64 {
        let words: Vec<&str> = match &self.item {
            Item::Game(game) => game.words.iter().map(|word| word.text).collect(),
            Item::Statement(Statement { variant, fen, stipulation, .. }) => vec![variant, fen, stipulation],
            Item::Stray(_) | Item::Nothing(_) => Vec::new(),
        };
        Digest::of(&words.join("\n")).to_u64()
    }
}

impl Record {
    fn ordered(mut self, order: Dialect) -> Self {
        match &mut self.item {
            Item::Game(game) => game.order = order,
            Item::Statement(statement) => statement.order = order,
            Item::Stray(_) | Item::Nothing(_) => {}
        }
        self
    }
}

/// What files are called: by their names, and positions that stand in their place by their number.
pub fn shown_names(names: &[String]) -> Vec<String> {
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

/// Reads files one after the other, each only when it is its turn.
///
/// Gives a failure for each that cannot be opened, or not be read to its end.
pub struct Records {
    /// Each with what it is called.
    sources: VecDeque<(Origin, Arc<str>)>,
    detail: Detail,
    order: Dialect,
    texts: Texts,
    options: InputOptions,
    digest: InputDigest,
    notes: Option<Notes>,
    current: Option<Source>,
}

/// Where the bytes of a file come from.
enum Origin {
    File(String),
    Reader(Box<dyn Read + Send>),
}

/// A file that is being read.
struct Source {
    name: Arc<str>,
    content: Content,
    read: u64,
    items: Items,
    notes: Option<TableNotes>,
}

/// The records of a file of one kind.
enum Items {
    Games(Box<GameItems>),
    Others(Box<dyn Iterator<Item = io::Result<Item>> + Send>),
}

impl Records {
    /// The records of these files; `-` is stdin.
    pub fn new(names: &[String]) -> Self {
        let called = shown_names(names).into_iter().map(Arc::from);
        Self::of(names.iter().cloned().map(Origin::File).zip(called).collect())
    }

    /// The records of bytes that come from elsewhere, which are called by this name.
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self::of(VecDeque::from([(Origin::Reader(Box::new(reader)), Arc::from(name))]))
    }

    fn of(sources: VecDeque<(Origin, Arc<str>)>) -> Self {
        let (detail, texts, order) = (Detail::Moves, Texts::PassedOver, Dialect::Rank);
        let (options, digest) = (InputOptions::default(), InputDigest::disabled());
        Self { sources, detail, order, texts, options, digest, notes: None, current: None }
    }

    /// The same with the comments of games.
    pub fn with_comments(self) -> Self {
        Self { detail: Detail::Everything, ..self }
    }

    /// The same with the variations of games.
    pub fn with_variations(self) -> Self {
        Self { detail: self.detail.max(Detail::Variations), ..self }
    }

    /// The same with games of PGN as they stand in their files.
    pub fn with_texts(self) -> Self {
        Self { texts: Texts::Kept, ..self }
    }

    /// The same; their FEN has the cells in this order.
    pub fn ordered(self, order: Dialect) -> Self {
        Self { order, ..self }
    }

    /// The same; `listener` hears what is worth a note in tables of problems, of which the columns in `used` are used.
    ///
    /// Columns go by their headings of the standard.
    pub fn noted(
        self,
        used: &'static [&'static str],
        listener: impl Fn(&TableNote) + Send + Sync + 'static,
    ) -> Self {
        Self { notes: Some(Notes::new(used, listener)), ..self }
    }

    /// The same; what is read is added to the digest.
    pub fn digested(self, digest: &InputDigest) -> Self {
        Self { digest: digest.clone(), ..self }
    }

    /// The same, read in this way.
    pub fn read_with(self, options: InputOptions) -> Self {
        Self { options, ..self }
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
                if matches!(record, None | Some(Err(_) | Ok(Record { item: Item::Nothing(_), .. }))) {
                    self.current = None;
                }
                match record {
                    Some(record) => return Some(record.map(|record| record.ordered(self.order))),
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
        let input = match origin {
            Origin::File(path) => Input::open(&path, &self.options, &self.digest)?,
            Origin::Reader(reader) => Input::from_reader(&name, reader, &self.options)?,
        };
        let content = input.content();
        let items = match content {
            Content::Puzzles => statements(input, Format::Csv),
            Content::Positions => statements(input, Format::Lines),
            Content::Games | Content::Empty | Content::Unknown => {
                Items::Games(Box::new(GameItems::new(input, self.detail, self.texts)))
            }
            Content::Table => archived(input, ArchiveForm::Table),
            Content::Objects => archived(input, ArchiveForm::Json),
            Content::Lists => archived(input, ArchiveForm::List),
            Content::Binary => Items::Others(Box::new(std::iter::empty())),
        };
        let notes = self.notes.clone().filter(|_| content == Content::Puzzles);
        let notes = notes.map(|notes| TableNotes::new(notes, Arc::clone(&name)));
        Ok(Source { name, content, read: 0, items, notes })
    }
}

impl Source {
    fn next_record(&mut self) -> Option<Result<Record, FileError>> {
        let next = match &mut self.items {
            Items::Games(items) => items.next(),
            Items::Others(items) => items.next().map(|item| item.map(|item| (item, Passage::default()))),
        };
        let (item, passage) = match next {
            Some(Ok(found)) => found,
            Some(Err(error)) => return Some(Err(FileError::reading(&*self.name)(error))),
            None if self.read == 0 => (Item::Nothing(self.content), self.rest()),
            None => {
                self.notes.iter_mut().for_each(TableNotes::finish);
                return None;
            }
        };
        if let (Some(notes), Item::Statement(statement)) = (&mut self.notes, &item) {
            notes.look(statement);
        }
        self.read += 1;
        Some(Ok(Record { file: Arc::clone(&self.name), number: self.read, item, passage }))
    }

    /// What stands in a file without a record.
    fn rest(&mut self) -> Passage {
        match &mut self.items {
            Items::Games(items) => items.rest(),
            Items::Others(_) => Passage::default(),
        }
    }
}

fn statements(input: Input, format: Format) -> Items {
    Items::Others(Box::new(
        problem::statements(input, format).map(|statement| statement.map(Item::Statement)),
    ))
}

fn archived(input: Input, form: ArchiveForm) -> Items {
    Items::Others(Box::new(archive::records(input, form).map(|game| game.map(Item::Game))))
}
