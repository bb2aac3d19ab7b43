//! Problems saved to collections: as new files, at the end of an open file, or at the place of a record.

use std::io::Cursor;

use hexmate_batch::files::InputOptions;
use hexmate_position::{FenForm, Setup};
use hexmate_problems::Statement;
use hexmate_report::{CollectionForm, StatedPosition, WrittenProblem, set_status};
use hexmate_tasks::records::{Content, Item, Passage, Records};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::files::Batch;
use crate::games::game;

/// A problem as it is to be in a collection.
#[derive(Deserialize, Debug)]
struct Wanted {
    game: String,
    fen: String,
    stipulation: String,
    twin: String,
    solutions: String,
    keys: String,
    id: String,
    author: String,
    source: String,
    /// The verdict; `None` keeps the one of the record.
    status: Option<String>,
}

impl Wanted {
    /// Returns the problem, with further columns and the order of cells of `before`.
    fn problem(&self, before: &Statement) -> Result<StatedPosition, Failure> {
        let setup =
            Setup::from_fen(game(&self.game)?, &self.fen).map_err(|error| Failure::new("bad-fen", error))?;
        let own = |text: &String| text.trim().to_owned();
        let mut statement = Statement {
            variant: self.game.clone(),
            stipulation: own(&self.stipulation),
            twin: own(&self.twin),
            solutions: own(&self.solutions),
            keys: own(&self.keys),
            id: own(&self.id),
            author: own(&self.author),
            source: own(&self.source),
            ..before.clone()
        };
        if let Some(status) = &self.status {
            set_status(&mut statement, status);
        }
        Ok(StatedPosition { setup, statement })
    }
}

/// Returns the form of a collection with this content.
pub fn form_of(content: Content) -> Option<CollectionForm> {
    match content {
        Content::Puzzles => Some(CollectionForm::Table),
        Content::Positions => Some(CollectionForm::Lines),
        _ => None,
    }
}

/// Writes a problem as a new collection.
#[derive(Deserialize, Debug)]
pub struct Collect {
    /// `csv` or `epd`.
    form: String,
    problem: Wanted,
}

impl Collect {
    /// Returns the text.
    pub fn answer(&self) -> Answer {
        let form = if self.form == "epd" { CollectionForm::Lines } else { CollectionForm::Table };
        Ok(json!(form.first(&self.problem.problem(&Statement::default())?)))
    }
}

/// Writes a problem to an open file, whose bytes are kept.
#[derive(Deserialize, Debug)]
pub struct Put {
    /// Index of the file.
    file: usize,
    name: String,
    /// Number of the record that is replaced, from 1; `None` adds the problem at the end.
    number: Option<usize>,
    problem: Wanted,
}

/// The records of a file of problems, with the texts that they are joined from.
struct Source {
    form: CollectionForm,
    heading: Vec<u8>,
    passages: Vec<Vec<u8>>,
    /// The statement of the record that is replaced.
    before: Option<Statement>,
}

impl Put {
    /// Returns the index of the file.
    pub fn file(&self) -> usize {
        self.file
    }

    /// Returns the part of the file that changes with its new text, notes, and the record as it is listed.
    pub fn answer(&self, bytes: &[u8], batch: &mut Batch) -> Answer {
        let source = self.source(bytes, batch.form())?;
        let before =
            source.before.clone().unwrap_or_else(|| Statement { form: batch.form(), ..Statement::default() });
        let problem = self.problem.problem(&before)?;
        let fault = |fault: hexmate_report::CollectionFault| Failure::new(fault.code(), fault);
        let place = self.number.map_or(source.passages.len(), |number| number - 1);
        let old = source.passages.get(place).map_or(&[][..], Vec::as_slice);
        let WrittenProblem { mut text, lost, kept } = match self.number {
            Some(_) => source.form.changed(&source.heading, old, &before, &problem).map_err(fault)?,
            None => source.form.added(&source.heading, &problem).map_err(fault)?,
        };
        let start: usize =
            source.heading.len() + source.passages.iter().take(place).map(Vec::len).sum::<usize>();
        let decoded = [&source.heading[..], &source.passages.concat()].concat();
        if self.number.is_none()
            && !decoded.is_empty()
            && !decoded.ends_with(b"\n")
            && !decoded.ends_with(b"\r")
        {
            text.insert(0, b'\n');
        }
        let is_moved = lines(old) != lines(&text) && self.number.is_some();
        // The mark of UTF-8 before the first line is no part of the text.
        let mark = bytes.len() - decoded.len().min(bytes.len());
        let is_direct = bytes.get(mark..) == Some(&decoded[..]) && mark <= 3;
        let (start, end, text) = match is_direct {
            true => (mark + start, mark + start + old.len(), text),
            false => (0, bytes.len(), [&decoded[..start], &text, &decoded[start + old.len()..]].concat()),
        };
        let whole = [&bytes[..start], &text, &bytes[end..]].concat();
        let record = self.records(whole, batch.form()).flatten().nth(place);
        let record = record.ok_or_else(|| Failure::new("faulty-record", "the new record cannot be read"))?;
        Ok(json!({
            "start": start,
            "end": end,
            "text": String::from_utf8_lossy(&text),
            "number": place + 1,
            "lost": lost,
            "kept": kept,
            "recoded": !is_direct,
            "moved": is_moved,
            "record": batch.replace(place, record),
        }))
    }

    fn records(&self, bytes: Vec<u8>, form: FenForm) -> Records {
        let records =
            Records::from_reader(&self.name, Cursor::new(bytes)).with_options(InputOptions::default());
        records.with_fen_form(form).with_all_texts()
    }

    /// Reads the file.
    fn source(&self, bytes: &[u8], fen_form: FenForm) -> Result<Source, Failure> {
        let other =
            || Failure::new("no-collection", "this file is neither a table of problems nor lines of EPD");
        let mut source =
            Source { form: CollectionForm::Lines, heading: Vec::new(), passages: Vec::new(), before: None };
        let mut records = self.records(bytes.to_vec(), fen_form);
        let mut content = None;
        while let Some(record) = records.next() {
            let record = record.map_err(|error| Failure::new("file", error))?;
            content = content.or(records.content());
            match record.item {
                Item::Statement(statement) if self.number == Some(source.passages.len() + 1) => {
                    source.before = Some(*statement);
                }
                Item::Statement(_) => {}
                Item::NoRecords(found) => {
                    content = Some(found);
                    source.heading = bytes.to_vec();
                    continue;
                }
                _ => return Err(other()),
            }
            let Passage { bytes, heading, is_cut, .. } = record.passage;
            if is_cut {
                return Err(Failure::new("text-too-long", "the text of a record is too long"));
            }
            source.heading = heading.to_vec();
            source.passages.push(bytes);
        }
        source.form = content.and_then(form_of).ok_or_else(other)?;
        let is_missing = self.number.is_some() && source.before.is_none();
        if is_missing { Err(Failure::new("no-record", "no such record")) } else { Ok(source) }
    }
}

/// Returns the number of line ends of a text.
fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count()
}

/// Returns the name of a form of collections.
pub fn form_name(form: CollectionForm) -> Value {
    json!(if form == CollectionForm::Table { "csv" } else { "epd" })
}
