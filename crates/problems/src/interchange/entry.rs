//! Entries of YACPDB and Olive, in YAML and JSON.
//!
//! | member | is |
//! |---|---|
//! | `id`, `authors`, `stipulation` | the fields of these names; several authors have `;` between them |
//! | `source: {name, date: {year, month, day}}`, `award: {distinction}` | source, date, prize |
//! | `algebraic: {white, black}` | the pieces |
//! | `options` | options of Popeye, and the name of the game |
//! | `twins: {b, c}`, `intended-solutions` | twins in the words of Popeye; the number of solutions, or `2.1.1.1` |
//! | `solution` | the keys; if it has several lines, also the column `full-solution` |
//! | all others | columns of the same name |
//!
//! The older members `source` as a text, `source-id`, `date` and `distinction` are read too.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufRead};

use super::draft::Draft;
use super::language::Language;
use super::sheet::Sheet;
use super::twins::TwinText;
use super::yaml::{Node, Value};
use super::{InterchangeFault, Word, solution};
use crate::{BookDetail, LineFault, Statement};
use hexmate_position::Setup;
use hexmate_text::{Lines, MAX_ROW, NumberedLine, RowFault};
use serde_json::{Map, Value as Json, json};

/// Name of the column for a solution in several lines.
const FULL_SOLUTION: &str = "full-solution";

/// Iterator over the entries of a file.
pub(crate) struct EntryReader<R> {
    lines: Lines<R>,
    /// The first line of the next document, which has begun.
    begun: Option<NumberedLine>,
    ready: VecDeque<Statement>,
}

impl<R: BufRead> EntryReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { lines: Lines::new(input, MAX_ROW, RowFault::RowTooLong), begun: None, ready: VecDeque::new() }
    }

    /// Reads a document: the lines before the next `---`. Returns `false` at the end of the file.
    fn read_document(&mut self) -> io::Result<bool> {
        let (mut text, mut first, mut fault) = (Vec::new(), None, None);
        let mut pending = self.begun.take();
        loop {
            let line = match pending.take() {
                Some(line) => line,
                None => match self.lines.next().transpose()? {
                    Some(line) => line,
                    None => break,
                },
            };
            let is_start = line.bytes.as_ref().is_ok_and(|bytes| bytes.starts_with(b"---"));
            if is_start && first.is_some() {
                self.begun = Some(line);
                break;
            }
            first.get_or_insert(line.number);
            match line.bytes {
                Ok(bytes) if text.len() + bytes.len() < MAX_ROW => {
                    text.extend_from_slice(&bytes);
                    text.push(b'\n');
                }
                _ => fault = Some(LineFault::TooLong),
            }
        }
        let Some(line) = first else { return Ok(false) };
        let text = str::from_utf8(&text).map_err(|_| LineFault::NotText);
        match fault.map_or(text, Err) {
            Ok(text) => self.ready.extend(entries(text, line)),
            Err(fault) => self.ready.push_back(Statement {
                line,
                first_line: line,
                fault: Some(fault),
                ..Statement::default()
            }),
        }
        Ok(true)
    }
}

impl<R: BufRead> Iterator for EntryReader<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        loop {
            if let Some(statement) = self.ready.pop_front() {
                return Some(Ok(statement));
            }
            match self.read_document() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Returns the entries of a text in YAML or JSON whose first line has the number `line`.
///
/// A document is an entry, a list of entries, or an answer of the database with `entries`. An object with `fen` is a
/// problem as the program writes it.
pub fn entries(text: &str, line: u64) -> Vec<Statement> {
    match Node::documents(text.trim_start_matches('\u{feff}'), line) {
        Ok(documents) => documents.iter().flat_map(entries_of).collect(),
        Err((fault, line, column)) => {
            let mut draft = Draft::new(line, Language::English);
            draft.fail(fault, line, column);
            vec![draft.finish()]
        }
    }
}

fn entries_of(node: &Node) -> Vec<Statement> {
    match &node.value {
        Value::List(nodes) => nodes.iter().flat_map(entries_of).collect(),
        Value::Map(_) => {
            match node.get("entries").or(node.get("result").and_then(|node| node.get("entries"))) {
                Some(entries) => entries_of(entries),
                // An object of the program's own, on several lines.
                None if node.get("algebraic").is_none() => {
                    vec![Statement::from_json(node.line, &node.to_json()).unwrap_or_else(|| entry(node))]
                }
                None => vec![entry(node)],
            }
        }
        Value::Text(text) if text.is_empty() => Vec::new(),
        Value::Text(_) => {
            let mut draft = Draft::new(node.line, Language::English);
            let fault = InterchangeFault::Value("an entry".to_owned(), "members such as algebraic");
            draft.fail(fault, node.line, node.column);
            vec![draft.finish()]
        }
    }
}

fn entry(node: &Node) -> Statement {
    let mut draft = Draft::new(node.line, Language::English);
    let Value::Map(members) = &node.value else { return draft.finish() };
    for (name, node) in members {
        if let Err(needed) = read_member(&mut draft, name, node) {
            draft.fail(InterchangeFault::Value(name.clone(), needed), node.line, node.column);
        }
    }
    draft.finish()
}

/// Reads a member.
///
/// # Errors
///
/// The kind of value that the member needs.
fn read_member(draft: &mut Draft, name: &str, node: &Node) -> Result<(), &'static str> {
    let text = || node.text().ok_or("a text");
    let texts = || node.texts().ok_or("a list of texts");
    match name {
        "id" => text()?.trim().clone_into(&mut draft.statement.id),
        "authors" => {
            let authors: Vec<&str> = texts()?.into_iter().map(|(author, _)| author.trim()).collect();
            draft.statement.author = authors.join("; ");
        }
        "algebraic" => read_pieces(draft, node)?,
        "stipulation" => draft.add_stipulation(text()?.trim()),
        "intended-solutions" => draft.set_solutions(text()?.trim()),
        "options" | "conditions" => {
            for (option, node) in texts()? {
                let words: Vec<Word<'_>> = Word::all(option, node.line, node.column).collect();
                draft.add_option_or_condition(&words);
            }
        }
        "variant" => draft.add_condition(text()?, node.line, node.column),
        "twins" => {
            let Value::Map(twins) = &node.value else { return Err("a label and changes for each twin") };
            let mut twins: Vec<(char, &str)> = twins
                .iter()
                .map(|(label, node)| Some((label.chars().next()?, node.text()?)))
                .collect::<Option<_>>()
                .ok_or("a label and changes for each twin")?;
            twins.sort_by_key(|(letter, _)| *letter);
            for (letter, change) in twins {
                draft.add_twin(TwinText::read(letter, change, Language::English));
            }
        }
        "solution" => {
            let text = text()?.trim();
            if draft.statement.keys.is_empty() {
                draft.statement.keys = keys_of_solution(text);
            }
            if text.contains('\n') {
                draft.add_column(FULL_SOLUTION, text);
            }
        }
        // The program's own members, for what the others cannot say.
        "key" => text()?.trim().clone_into(&mut draft.statement.keys),
        "twin" => text()?.trim().clone_into(&mut draft.statement.twin),
        "source" => match &node.value {
            Value::Map(members) => {
                for (name, node) in members {
                    match name.as_str() {
                        "name" => draft.statement.source = text_of(node),
                        "date" => draft.add_column(BookDetail::Date.name(), &date(node)),
                        name => draft.add_column(&format!("source-{name}"), &node.line()),
                    }
                }
            }
            _ => draft.statement.source = text_of(node),
        },
        "award" => match &node.value {
            Value::Map(members) => {
                for (name, node) in members {
                    match name.as_str() {
                        "distinction" => draft.add_column(BookDetail::Prize.name(), &node.line()),
                        "tourney" => {
                            let name = node.get("name").unwrap_or(node).line();
                            if name != "ditto" {
                                draft.add_column("tourney", &name);
                            }
                        }
                        name => draft.add_column(name, &node.line()),
                    }
                }
            }
            _ => draft.add_column(BookDetail::Prize.name(), &node.line()),
        },
        "distinction" => draft.add_column(BookDetail::Prize.name(), text()?.trim()),
        "date" => draft.add_column(BookDetail::Date.name(), &date(node)),
        name => {
            let value = text_of(node);
            let own = name.strip_prefix(COLUMN).filter(|name| RESERVED.contains(name));
            draft.add_column(own.unwrap_or(name), &value);
        }
    }
    Ok(())
}

fn read_pieces(draft: &mut Draft, node: &Node) -> Result<(), &'static str> {
    let Value::Map(players) = &node.value else { return Err("the pieces of white and black") };
    for (colour, pieces) in players {
        let (line, column) = (pieces.line, pieces.column);
        if !draft.begin_player(Word { text: colour, line, column }) {
            draft.fail(InterchangeFault::Player(colour.clone()), line, column);
            continue;
        }
        for (text, node) in pieces.texts().ok_or("lists of pieces")? {
            Word::all(text, node.line, node.column).for_each(|word| draft.add_pieces(word));
        }
    }
    Ok(())
}

/// Returns a text without blanks around it, any other value on one line.
fn text_of(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.trim().to_owned(),
        _ => node.line(),
    }
}

/// Returns a date as text: `1987`, `1987-03`, `1987-03-15`.
fn date(node: &Node) -> String {
    let number = |name: &str| node.get(name).and_then(Node::text);
    let parts: Vec<String> = match (number("year"), number("month"), number("day")) {
        (Some(year), month, day) => {
            let month = month.or(day.map(|_| "??"));
            let rest = [month, day].into_iter().flatten().map(|number| format!("{number:0>2}"));
            std::iter::once(year.to_owned()).chain(rest).collect()
        }
        _ => return node.line(),
    };
    parts.join("-")
}

/// Returns a date in its parts, if [`date`] writes them with the same text: `1987`, `1987-03`, `1987-03-15`.
fn date_parts(text: &str) -> Option<Json> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    if !parts.iter().all(is_number) || parts[0].len() != 4 || parts.iter().skip(1).any(|part| part.len() != 2)
    {
        return None;
    }
    let mut date = Map::new();
    for (name, part) in ["year", "month", "day"].iter().zip(&parts) {
        date.insert((*name).to_owned(), json!(part.parse::<u32>().ok()?));
    }
    (parts.len() <= 3).then_some(Json::Object(date))
}

/// Returns a problem as an entry in YAML, a document that begins with `---`.
///
/// ```
/// # mod hexmate { pub use hexmate_position::*; pub use hexmate_problems::*; }
/// use hexmate::interchange::entry_yaml;
/// use hexmate::{Game, Setup, Statement};
///
/// let setup = Setup::from_fen(Game::MINI, "w: Kd1 Nc2; b: Kd7")?;
/// let statement = Statement { stipulation: "h#2".to_owned(), ..Statement::default() };
/// let text = entry_yaml(&setup, &statement);
/// assert!(text.contains("algebraic:\n  white: [Kd1, Sc2]\n  black: [Kd7]\nstipulation: \"h#2\"\n"));
/// assert!(text.contains("options: [WhiteToPlay, mini]\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn entry_yaml(setup: &Setup, statement: &Statement) -> String {
    let mut text = "---\n".to_owned();
    for (name, value) in &members(setup, statement) {
        write_member(&mut text, 0, name, value);
    }
    text
}

/// Returns a problem as an entry in JSON, on one line.
pub fn entry_json(setup: &Setup, statement: &Statement) -> String {
    format!("{}\n", Json::Object(members(setup, statement)))
}

/// Returns the keys of a solution, or its text on one line.
fn keys_of_solution(text: &str) -> String {
    solution::keys(text).unwrap_or_else(|| text.replace('\n', " "))
}

/// Beginning of the name of a member for a column with a reserved name.
const COLUMN: &str = "column ";

/// Members that have a meaning, so that no column can have their names.
const RESERVED: [&str; 17] = [
    "id",
    "authors",
    "source",
    "award",
    "algebraic",
    "stipulation",
    "options",
    "conditions",
    "twins",
    "solution",
    "key",
    "twin",
    "intended-solutions",
    "date",
    "distinction",
    "variant",
    "entries",
];

fn insert_unless_empty(members: &mut Map<String, Json>, name: &str, value: Json) {
    let is_empty = match &value {
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    };
    if !is_empty {
        members.insert(name.to_owned(), value);
    }
}

fn members(setup: &Setup, statement: &Statement) -> Map<String, Json> {
    let mut sheet = Sheet::new(setup, statement);
    let mut members = Map::new();
    let mut add = |name: &str, value: Json| insert_unless_empty(&mut members, name, value);
    add("id", json!(statement.id));
    let authors = statement.author.split(';').map(str::trim).filter(|author| !author.is_empty());
    add("authors", authors.map(Json::from).collect());
    let mut source = Map::new();
    if !statement.source.is_empty() {
        source.insert("name".to_owned(), json!(statement.source));
    }
    let mut own_date = None;
    if let Some(date) = sheet.take_detail(BookDetail::Date) {
        match date_parts(&date) {
            Some(parts) => drop(source.insert("date".to_owned(), parts)),
            None => own_date = Some(json!(date)),
        }
    }
    let of_source: Vec<_> =
        sheet.further.extract_if(.., |further| further.name.starts_with("source-")).collect();
    for further in of_source {
        source.insert(further.name["source-".len()..].to_owned(), json!(further.value));
    }
    add("source", Json::Object(source));
    if let Some(date) = own_date {
        members.insert("date".to_owned(), date);
    }
    match sheet.take_detail(BookDetail::Prize) {
        Some(prize) if prize.is_empty() => {
            members.insert("award".to_owned(), json!({"distinction": prize}));
        }
        Some(prize) => {
            let tourney = sheet.take("tourney", |name| !name.is_empty() && name != "ditto");
            let tourney = tourney.map_or(json!("ditto"), |name| json!({"name": name}));
            members.insert("award".to_owned(), json!({"tourney": tourney, "distinction": prize}));
        }
        None => {}
    }
    let mut add = |name: &str, value: Json| insert_unless_empty(&mut members, name, value);
    let players = sheet.players.iter();
    let players = players.map(|(colour, pieces)| (colour.name().to_lowercase(), json!(pieces)));
    add("algebraic", Json::Object(players.collect()));
    add("stipulation", json!(sheet.stipulation));
    let options = sheet.options.iter().map(String::as_str).chain(sheet.condition);
    add("options", options.map(Json::from).collect());
    let twins = sheet.twins.iter().map(|twin| (twin.letter.to_string(), json!(twin.whole())));
    add("twins", Json::Object(twins.collect()));
    add("intended-solutions", json!(sheet.solutions));
    add("twin", json!(sheet.unwritten_twins));
    let is_whole = |text: &str| text.contains('\n') && keys_of_solution(text) == statement.keys;
    let solution = sheet.take(FULL_SOLUTION, is_whole).unwrap_or_else(|| statement.keys.clone());
    if keys_of_solution(&solution) != statement.keys || solution.contains('\n') && solution == statement.keys
    {
        add("key", json!(statement.keys));
    } else {
        add("solution", json!(solution));
    }
    for further in sheet.further {
        let is_reserved = RESERVED.contains(&further.name.as_str());
        let name = if is_reserved { format!("{COLUMN}{}", further.name) } else { further.name.clone() };
        members.insert(name, listed(&further.name, &further.value));
    }
    members
}

/// Returns the value of a column; columns that other programs expect as lists become lists.
fn listed(name: &str, value: &str) -> Json {
    // Lists are read without blanks around their items, and on one line.
    let is_item = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']);
    let words: Vec<&str> = value.split(", ").collect();
    match name {
        "keywords" if words.iter().all(|word| is_item(word)) => json!(words),
        "comments" if is_item(value) => json!([value]),
        _ => json!(value),
    }
}

fn write_member(text: &mut String, indent: usize, name: &str, value: &Json) {
    let blanks = " ".repeat(indent);
    match value {
        Json::Object(members) => {
            let _ = writeln!(text, "{blanks}{}:", scalar(name));
            members.iter().for_each(|(name, value)| write_member(text, indent + 2, name, value));
        }
        value => drop(writeln!(text, "{blanks}{}: {}", scalar(name), flow(value))),
    }
}

fn flow(value: &Json) -> String {
    match value {
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// Returns a text as a scalar, in quotation marks if it could be anything else.
fn scalar(text: &str) -> String {
    let is_plain_char =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '+' | '/' | '(' | ')');
    let begins_plain = text.starts_with(char::is_alphabetic) && !text.ends_with(' ');
    let is_word =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(&text.to_lowercase().as_str());
    if begins_plain && !is_word && text.chars().all(is_plain_char) {
        return text.to_owned();
    }
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
