//! What the columns of a table mean, by their headings. Knows headings in any case; reads no rows.

use std::borrow::Cow;

use super::{Further, Statement};
use crate::rows::Row;

/// A column that means something.
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
}

impl Field {
    /// The fields by their headings, in small letters; those of the standard stand first.
    const ALL: [(&'static str, Self); 37] = [
        ("id", Self::Id),
        ("variant", Self::Variant),
        ("fen", Self::Fen),
        ("stipulation", Self::Stipulation),
        ("key", Self::Key),
        ("solutions", Self::Solutions),
        ("twin", Self::Twin),
        ("author", Self::Author),
        ("source", Self::Source),
        ("no", Self::Id),
        ("no.", Self::Id),
        ("nr", Self::Id),
        ("nr.", Self::Id),
        ("number", Self::Id),
        ("nummer", Self::Id),
        ("sorszám", Self::Id),
        ("numer", Self::Id),
        ("variante", Self::Variant),
        ("változat", Self::Variant),
        ("wariant", Self::Variant),
        ("stip", Self::Stipulation),
        ("stip.", Self::Stipulation),
        ("forderung", Self::Stipulation),
        ("követelmény", Self::Stipulation),
        ("zadanie", Self::Stipulation),
        ("schlüssel", Self::Key),
        ("kulcs", Self::Key),
        ("kulcslépés", Self::Key),
        ("klucz", Self::Key),
        ("twins", Self::Twin),
        ("authors", Self::Author),
        ("composer", Self::Author),
        ("autor", Self::Author),
        ("szerző", Self::Author),
        ("quelle", Self::Source),
        ("forrás", Self::Source),
        ("źródło", Self::Source),
    ];

    /// Where a statement has it.
    fn of(self, statement: &mut Statement) -> &mut String {
        match self {
            Self::Id => &mut statement.id,
            Self::Variant => &mut statement.variant,
            Self::Fen => &mut statement.fen,
            Self::Stipulation => &mut statement.stipulation,
            Self::Key => &mut statement.keys,
            Self::Solutions => &mut statement.solutions,
            Self::Twin => &mut statement.twin,
            Self::Author => &mut statement.author,
            Self::Source => &mut statement.source,
        }
    }
}

impl Statement {
    /// What a row of a table says, by the headings of its columns.
    pub fn of_cells(headings: &[String], cells: &[String]) -> Self {
        let mut statement = Self { line: 1, ..Self::default() };
        let headings = headings.iter().map(|heading| Cow::Borrowed(heading.as_bytes()));
        let cells: Vec<Cow<'_, [u8]>> = cells.iter().map(|cell| Cow::Borrowed(cell.as_bytes())).collect();
        Columns::new(headings).fill_cells(&mut statement, &cells);
        statement
    }

    /// The same the other way: the columns of the standard and all others, each with its heading.
    pub fn to_cells(&self) -> Vec<(String, String)> {
        let mut own = self.clone();
        let standard = Field::ALL.iter().take(STANDARD);
        let cells = standard.map(|(name, field)| ((*name).to_owned(), std::mem::take(field.of(&mut own))));
        let further = self.further.iter().map(|further| (further.name.clone(), further.value.clone()));
        cells.chain(further).collect()
    }
}

/// Headings of the standard.
const STANDARD: usize = 9;

/// The columns of a table, from the left.
pub(super) struct Columns(Vec<Column>);

enum Column {
    /// The first one with its heading.
    Known(Field),
    /// Any other, by its heading, which may be empty.
    Further(String),
}

impl Columns {
    pub(super) fn new<'c>(header: impl Iterator<Item = Cow<'c, [u8]>>) -> Self {
        let headings: Vec<String> =
            header.map(|cell| String::from_utf8_lossy(&cell).trim().to_owned()).collect();
        let mut columns: Vec<Column> = headings.iter().cloned().map(Column::Further).collect();
        for (name, field) in Field::ALL {
            let is_taken = columns.iter().any(|column| matches!(column, Column::Known(own) if *own == field));
            let place = headings.iter().position(|heading| heading.to_lowercase() == name);
            if let Some(place) = place.filter(|_| !is_taken) {
                columns[place] = Column::Known(field);
            }
        }
        Self(columns)
    }

    /// Where the positions stand.
    pub(super) fn fen(&self) -> Option<usize> {
        self.0.iter().position(|column| matches!(column, Column::Known(Field::Fen)))
    }

    /// Puts the cells of a row into a statement; cells that nothing stands above go there too.
    pub(super) fn fill(&self, statement: &mut Statement, row: &Row) {
        self.fill_cells(statement, &row.cells().collect::<Vec<_>>());
    }

    fn fill_cells(&self, statement: &mut Statement, cells: &[Cow<'_, [u8]>]) {
        for number in 0..cells.len().max(self.0.len()) {
            let text = String::from_utf8_lossy(cells.get(number).map_or(&[], |cell| cell));
            let text = text.trim();
            match self.0.get(number) {
                Some(Column::Known(field)) => text.clone_into(field.of(statement)),
                Some(Column::Further(name)) if !name.is_empty() => {
                    statement.further.push(Further::cell(name, text));
                }
                _ if text.is_empty() => {}
                _ => statement.further.push(Further::cell(&format!("column {}", number + 1), text)),
            }
        }
    }
}
