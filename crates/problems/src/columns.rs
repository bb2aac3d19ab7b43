//! Columns of a table of problems: recognized by their headings, read into statements.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::duplex;
use super::earlier_report::{ClaimedFields, restore_claims};
use super::{BookDetail, ExtraColumn, LineFault, Statement, parse_informal_stipulation};
use hexmate_position::search::folded;
use hexmate_position::{Game, PieceList};
use hexmate_text::{MAX_TEXT, Row, Table};
use hexmate_words::List;

/// Meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Id,
    Variant,
    Fen,
    Stipulation,
    Key,
    Solutions,
    Twin,
    Author,
    Source,
    /// `Aufgabe`, `Feladat`: the stipulation if the cell parses as one, else the id.
    Task,
    /// `Lösungen`: the number of solutions if the cell is a number, else the keys.
    Answers,
}

impl Field {
    /// All fields, in the order of [`COLUMNS`].
    const ALL: [Self; 11] = [
        Self::Id,
        Self::Variant,
        Self::Fen,
        Self::Stipulation,
        Self::Key,
        Self::Solutions,
        Self::Twin,
        Self::Author,
        Self::Source,
        Self::Task,
        Self::Answers,
    ];

    /// Returns the normalized headings in a language.
    const fn headings(self, words: &hexmate_words::Columns) -> Option<List> {
        Some(match self {
            Self::Id => words.id,
            Self::Variant => words.variant,
            Self::Fen => return None,
            Self::Stipulation => words.stipulation,
            Self::Key => words.key,
            Self::Solutions => words.solutions,
            Self::Twin => words.twin,
            Self::Author => words.author,
            Self::Source => words.source,
            Self::Task => words.task,
            Self::Answers => words.answers,
        })
    }

    /// Returns the normalized headings in all languages, the standard heading first.
    fn all_headings(self) -> impl Iterator<Item = &'static str> {
        let fen = Some("fen").filter(|_| self == Self::Fen);
        let words = hexmate_words::ALL.into_iter().filter_map(move |words| self.headings(&words.columns));
        fen.into_iter().chain(words.flat_map(List::iter))
    }

    /// Returns the field of a [`normalized`] heading.
    fn of_heading(heading: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.all_headings().any(|own| own == heading))
    }

    /// Returns the standard heading.
    const fn name(self) -> &'static str {
        match self {
            Self::Task => COLUMNS[Self::Stipulation as usize],
            Self::Answers => COLUMNS[Self::Key as usize],
            field => COLUMNS[field as usize],
        }
    }

    /// Returns the place of a text of this field in a statement.
    fn slot<'s>(self, text: &str, statement: &'s mut Statement) -> &'s mut String {
        match self {
            Self::Variant => &mut statement.variant,
            Self::Fen => &mut statement.fen,
            Self::Stipulation => &mut statement.stipulation,
            Self::Solutions => &mut statement.solutions,
            Self::Twin => &mut statement.twin,
            Self::Author => &mut statement.author,
            Self::Source => &mut statement.source,
            Self::Task if parse_informal_stipulation(&Game::GLINSKI, text).is_some() => {
                &mut statement.stipulation
            }
            Self::Id | Self::Task => &mut statement.id,
            Self::Answers if text.parse::<usize>().is_ok() => &mut statement.solutions,
            Self::Key | Self::Answers => &mut statement.keys,
        }
    }
}

impl Statement {
    /// Creates the statement of a table row from its headings and cells.
    pub fn of_cells(headings: &[String], cells: &[String]) -> Self {
        let mut statement = Self { line: 1, ..Self::default() };
        let headings = headings.iter().map(|heading| Cow::Borrowed(heading.as_bytes()));
        let cells: Vec<Cow<'_, [u8]>> = cells.iter().map(|cell| Cow::Borrowed(cell.as_bytes())).collect();
        Columns::new(headings).fill_cells(&mut statement, &cells);
        statement
    }

    /// Returns the cells with their headings: the standard columns first, then all others.
    pub fn to_cells(&self) -> Vec<(String, String)> {
        let mut own = self.clone();
        let standard = Field::ALL.iter().take(COLUMNS.len());
        let cells = standard.map(|field| (field.name().to_owned(), std::mem::take(field.slot("", &mut own))));
        let further = self.further.iter().map(|further| (further.name.clone(), further.value.clone()));
        cells.chain(further).collect()
    }
}

/// Standard headings of the columns that have a meaning.
pub const COLUMNS: [&str; 9] =
    ["id", "variant", "fen", "stipulation", "key", "solutions", "twin", "author", "source"];

/// A heading of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The heading as written; may be empty.
    pub text: String,
    /// The standard heading with the same meaning; `None` if the column has no meaning.
    pub meaning: Option<&'static str>,
}

/// Normalized headings of piece lists, which are the position if a table has no column `fen`.
const PIECES: [&str; 10] =
    ["pieces", "piece list", "babok", "bierki", "figuren", "steine", "piezas", "фигуры", "pecoj", "figury"];

/// Returns a heading in lower case, without accents, surrounding blanks and a final colon.
pub(super) fn normalized(heading: &str) -> String {
    folded(&heading.replace('_', " ")).trim_end_matches([':', ' ']).to_owned()
}

/// The columns of a table, from the left.
pub(super) struct Columns {
    meanings: Vec<Column>,
    headings: Vec<String>,
    are_headings_taken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// The first column with this meaning.
    Known(Field),
    /// Piece lists beside the column `fen`, which says the same. Other text is kept.
    Pieces,
    /// Marks of problems that are also solved with the sides exchanged.
    Duplex,
    /// Any other column.
    Extra,
}

impl Columns {
    pub(super) fn new<'c>(header: impl Iterator<Item = Cow<'c, [u8]>>) -> Self {
        let headings: Vec<String> =
            header.map(|cell| String::from_utf8_lossy(&cell).trim().to_owned()).collect();
        let mut columns: Vec<Column> = vec![Column::Extra; headings.len()];
        let names: Vec<String> = headings.iter().map(|heading| normalized(heading)).collect();
        let fields: Vec<Option<Field>> = names.iter().map(|name| Field::of_heading(name)).collect();
        for field in Field::ALL {
            // The standard heading takes precedence.
            let standard = field.all_headings().next().unwrap_or_default();
            let place = names.iter().position(|name| name == standard);
            if let Some(place) = place.or_else(|| fields.iter().position(|own| *own == Some(field))) {
                columns[place] = Column::Known(field);
            }
        }
        let duplex = names.iter().position(|name| duplex::is_heading(name));
        if let Some(duplex) = duplex.filter(|&place| columns[place] == Column::Extra) {
            columns[duplex] = Column::Duplex;
        }
        let pieces = names.iter().position(|name| PIECES.contains(&name.as_str()));
        if let Some(pieces) = pieces.filter(|&place| columns[place] == Column::Extra) {
            let has_fen = columns.contains(&Column::Known(Field::Fen));
            columns[pieces] = if has_fen { Column::Pieces } else { Column::Known(Field::Fen) };
        }
        Self { meanings: columns, headings, are_headings_taken: false }
    }

    /// Returns the fault of the header.
    pub(super) fn fault(&self) -> Option<LineFault> {
        self.fen().is_none().then(|| LineFault::NoFen(self.headings.clone()))
    }

    /// Returns all headings with their meanings; empty after the first call.
    pub(super) fn take_headings(&mut self) -> Vec<Heading> {
        if std::mem::replace(&mut self.are_headings_taken, true) {
            return Vec::new();
        }
        let meaning = |text: &str, column: &Column| match column {
            Column::Known(field) => Some(field.name()),
            Column::Pieces => None,
            // The mark belongs to the stipulation.
            Column::Duplex => Some(Field::Stipulation.name()),
            Column::Extra => BookDetail::of_heading(text).map(BookDetail::name),
        };
        let headings = self.headings.iter().zip(&self.meanings);
        let mut details: Vec<&'static str> = Vec::new();
        let heading = |(text, column): (&String, &Column)| {
            let mut meaning = meaning(text, column);
            if let Some(detail) = BookDetail::of_heading(text).filter(|_| *column == Column::Extra) {
                // Books print the first column of a date, but every remark.
                if details.contains(&detail.name()) && !detail.is_text() {
                    meaning = None;
                }
                details.push(detail.name());
            }
            Heading { text: text.clone(), meaning }
        };
        headings.map(heading).collect()
    }

    /// Returns the number of the column of FENs, from 0.
    pub(super) fn fen(&self) -> Option<usize> {
        self.meanings.iter().position(|column| matches!(column, Column::Known(Field::Fen)))
    }

    /// Copies the cells of a row into a statement, including cells without a heading.
    pub(super) fn fill(&self, statement: &mut Statement, row: &Row) {
        self.fill_cells(statement, &row.cells().collect::<Vec<_>>());
    }

    fn fill_cells(&self, statement: &mut Statement, cells: &[Cow<'_, [u8]>]) {
        let is_open = |column: &Column| matches!(column, Column::Known(Field::Task | Field::Answers));
        let places = 0..cells.len().max(self.meanings.len());
        // A column of its own takes precedence over an ambiguous column such as Aufgabe.
        let (last, first): (Vec<usize>, Vec<usize>) =
            places.partition(|&place| self.meanings.get(place).is_some_and(is_open));
        // The further columns with their places, by which they are sorted.
        let mut further: Vec<(usize, ExtraColumn)> = Vec::new();
        for place in first.into_iter().chain(last) {
            let text = String::from_utf8_lossy(cells.get(place).map_or(&[], |cell| cell));
            self.fill_cell(statement, place, text.trim());
            further.extend(statement.further.drain(..).map(|one| (place, one)));
        }
        further.sort_by_key(|&(place, _)| place);
        statement.further.extend(further.into_iter().map(|(_, one)| one));
        let duplex = self.meanings.iter().position(|&column| column == Column::Duplex);
        if let Some(mark) = duplex.and_then(|place| cells.get(place)) {
            mark_duplex(statement, String::from_utf8_lossy(mark).trim());
        }
        let has = |field| self.meanings.contains(&Column::Known(field));
        if !has(Field::Solutions) {
            let keys = if has(Field::Key) { ClaimedFields::Solutions } else { ClaimedFields::All };
            restore_claims(statement, keys);
        }
    }

    fn fill_cell(&self, statement: &mut Statement, place: usize, text: &str) {
        match (self.meanings.get(place), self.headings.get(place)) {
            (Some(Column::Known(field)), Some(heading)) => {
                let value = field.slot(text, statement);
                if value.is_empty() {
                    text.clone_into(value);
                } else {
                    // Also an empty cell, so that all rows have the column.
                    statement.further.push(ExtraColumn::cell(heading, text));
                }
            }
            (Some(Column::Duplex), _) => {}
            (Some(Column::Pieces), _) if text.is_empty() || is_piece_list(text) => {}
            (Some(Column::Pieces | Column::Extra), Some(name)) if !name.is_empty() => {
                statement.further.push(ExtraColumn::cell(name, text));
            }
            _ if text.is_empty() => {}
            _ => statement.further.push(ExtraColumn::unnamed_cell(place + 1, text)),
        }
    }
}

/// Reads a cell of the column `duplex`: yes or no.
fn mark_duplex(statement: &mut Statement, mark: &str) {
    match duplex::mark(mark) {
        Some(true) => statement.set_duplex(),
        Some(false) => {}
        None => {
            let fault = format!("column duplex: {mark:?} is neither yes nor no");
            statement.fault.get_or_insert(LineFault::Table(fault));
        }
    }
}

/// Returns whether a text begins as a piece list of some game.
fn is_piece_list(text: &str) -> bool {
    Game::ALL.iter().any(|game| PieceList::begins(game, text))
}

/// Iterator over the statements of a table.
pub(super) struct Rows<R> {
    state: State<R>,
}

enum State<R> {
    Unread(R),
    Rows(Box<Table<R>>, Columns),
    Ended,
}

/// Opens a table of problems.
fn open<R: BufRead>(input: R) -> io::Result<Table<R>> {
    let is_position = |heading: &str| {
        let heading = normalized(heading);
        heading == "fen" || PIECES.contains(&heading.as_str())
    };
    Table::open(input, is_position, MAX_TEXT)
}

/// Returns the delimiter of a table of problems, given the text up to its first row.
///
/// ```
/// assert_eq!(hexmate_problems::table_delimiter(b"id;fen;stipulation\n"), b';');
/// ```
pub fn table_delimiter(heading: &[u8]) -> u8 {
    open(heading).map_or(b',', |table| table.delimiter())
}

/// Returns the headings of a table of problems, given the text up to its first row; empty without a header.
pub fn table_headings(heading: &[u8]) -> Vec<Heading> {
    let header = open(heading).and_then(|mut table| table.next_row()).ok().flatten();
    header.map_or_else(Vec::new, |header| Columns::new(header.cells()).take_headings())
}

/// Returns the first row of a table of problems after its heading; `None` for a faulty row.
pub fn table_row(heading: &[u8], rows: &[u8]) -> Option<Row> {
    let text = [heading, rows].concat();
    let mut table = open(&text[..]).ok()?;
    table.next_row().ok()?;
    table.next_row().ok()?.filter(|row| row.fault.is_none())
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        Self { state: State::Unread(input) }
    }

    fn next_statement(&mut self) -> io::Result<Option<Statement>> {
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Unread(input) => {
                    let mut table = open(input)?;
                    let Some(header) = table.next_row()? else { return Ok(None) };
                    let columns = Columns::new(header.cells());
                    if let Some(fault) = faulty(&header) {
                        self.state = State::Rows(Box::new(table), columns);
                        return Ok(Some(fault));
                    }
                    if let Some(fault) = columns.fault() {
                        let line = header.line;
                        return Ok(Some(Statement {
                            line,
                            first_line: line,
                            fault: Some(fault),
                            ..Statement::default()
                        }));
                    }
                    self.state = State::Rows(Box::new(table), columns);
                }
                State::Rows(mut table, mut columns) => {
                    let row = table.next_row()?;
                    let statement = row.map(|row| statement(&mut table, &mut columns, row)).transpose()?;
                    self.state = State::Rows(table, columns);
                    return Ok(statement);
                }
                State::Ended => return Ok(None),
            }
        }
    }
}

/// Returns the statement of a row with a fault.
fn faulty(row: &Row) -> Option<Statement> {
    let (fault, place) = row.fault?;
    let fault = Some(LineFault::Row(fault));
    let (line, first_line) = (place.line, row.line);
    Some(Statement { line, column: place.column, first_line, fault, ..Statement::default() })
}

fn statement<R: BufRead>(table: &mut Table<R>, columns: &mut Columns, row: Row) -> io::Result<Statement> {
    let fen = columns.fen();
    let is_on_one_line = |cell: &[u8]| !cell.trim_ascii().contains(&b'\n');
    let row = match fen {
        Some(fen) if !row.get(fen).is_none_or(|cell| is_on_one_line(&cell)) => {
            table.reread_unclosed(&row, fen)?
        }
        _ => row,
    };
    let line = row.line;
    let own = || Statement { line, first_line: line, ..Statement::default() };
    let mut statement = faulty(&row).unwrap_or_else(own);
    if statement.fault.is_none() {
        statement.fault = if fen.is_none_or(|fen| row.get(fen).is_none()) {
            Some(LineFault::Table("missing FEN in this row".to_owned()))
        } else if row.cells().any(|cell| str::from_utf8(&cell).is_err()) {
            Some(LineFault::NotText)
        } else {
            None
        };
    }
    statement.headings = columns.take_headings();
    columns.fill(&mut statement, &row);
    Ok(statement)
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        self.next_statement().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_parse_in_eight_languages() {
        for field in Field::ALL {
            for name in field.all_headings() {
                assert_eq!((normalized(name).as_str(), Field::of_heading(name)), (name, Some(field)));
            }
        }
        for (heading, field) in [
            (" Lösung: ", Field::Key),
            ("LO\u{308}SUNG", Field::Key),
            ("Megoldás", Field::Key),
            ("Rozwiązanie", Field::Key),
            ("Решение", Field::Key),
            ("solution", Field::Key),
            ("Solutions", Field::Solutions),
            ("Feladat", Field::Task),
            ("Aufgabe", Field::Task),
            ("Zwilling", Field::Twin),
            ("Ikrek", Field::Twin),
            ("Bliźniaki", Field::Twin),
            ("Verfasser", Field::Author),
            ("Szerző", Field::Author),
            ("szerzo\u{30b}", Field::Author),
            ("Автор", Field::Author),
            ("Aŭtoro", Field::Author),
            ("Źródło", Field::Source),
            ("Követelmény", Field::Stipulation),
            ("Énoncé", Field::Stipulation),
            ("Nr.", Field::Id),
            ("FEN", Field::Fen),
        ] {
            assert_eq!(Field::of_heading(&normalized(heading)), Some(field), "{heading}");
        }
        assert_eq!(Field::of_heading("remark"), None);
    }

    #[test]
    fn cells_decide_ambiguous_columns() {
        let read = |headings: &[&str], cells: &[&str]| {
            let [headings, cells] =
                [headings, cells].map(|row| row.iter().map(|&cell| cell.to_owned()).collect());
            let (headings, cells): (Vec<String>, Vec<String>) = (headings, cells);
            let statement = Statement::of_cells(&headings, &cells);
            [statement.id, statement.stipulation, statement.keys, statement.solutions]
        };
        assert_eq!(
            read(&["Aufgabe", "Lösungen"], &["Matt in 2 Zügen", "2"]),
            ["", "Matt in 2 Zügen", "", "2"]
        );
        assert_eq!(read(&["Feladat", "Lösungen"], &["7. feladat", "Vf3"]), ["7. feladat", "", "Vf3", ""]);
        assert_eq!(read(&["Aufgabe", "Nr", "Stip"], &["x", "5", "#2"]), ["5", "#2", "", ""]);
    }
}
