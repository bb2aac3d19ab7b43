//! The problems of a file one by one, with their source text.

use std::io::{self, BufReader};
use std::sync::Arc;

use super::item::{Item, Passage};
use super::unclaimed::{RecordingReader, Unclaimed};
use hexmate_batch::files::Input;
use hexmate_problems as problem;
use hexmate_problems::{ProblemFormat, Statement};
use hexmate_report::PositionRow;
use hexmate_text::MAX_TEXT;

/// Iterator over the problems of a file and their source text.
///
/// A row of a table extends to the next row, a line to its end: comments belong to the line after them. Problems of other
/// programs are lines of EPD.
pub(super) struct StatementItems {
    statements: Box<dyn Iterator<Item = io::Result<Statement>> + Send>,
    format: ProblemFormat,
    unclaimed: Unclaimed,
    heading: Arc<[u8]>,
    /// `true` if the heading is too long to be copied with every row.
    is_heading_cut: bool,
    /// The next statement. If no other follows, it gets the rest of the file.
    held: Option<Statement>,
    is_over: bool,
}

impl StatementItems {
    pub(super) fn new(input: Input, format: ProblemFormat) -> Self {
        let unclaimed = Unclaimed::default();
        let source = BufReader::new(RecordingReader::new(input, Some(unclaimed.clone())));
        let statements = problem::statements(source, format);
        Self {
            statements,
            format,
            unclaimed,
            heading: Arc::default(),
            is_heading_cut: false,
            held: None,
            is_over: false,
        }
    }

    /// Returns the first statement, and claims the heading of a table.
    fn first(&mut self) -> Option<io::Result<Statement>> {
        let first = self.statements.next()?;
        if let (Ok(first), ProblemFormat::Csv) = (&first, self.format) {
            let heading = self.unclaimed.claim_before_line(first.first_line);
            self.is_heading_cut = heading.is_cut || heading.bytes.len() > MAX_TEXT;
            if !self.is_heading_cut {
                self.heading = heading.bytes.into();
            }
        }
        Some(first)
    }

    /// Takes the source text of a statement, given the one after it; of the last line the text after it.
    fn claim(&self, statement: &Statement, next: Option<&Statement>) -> Passage {
        let passage = match (next, self.format) {
            (Some(next), ProblemFormat::Csv) => self.unclaimed.claim_before_line(next.first_line),
            (_, ProblemFormat::Csv | ProblemFormat::Lines) => self.unclaimed.claim(u64::MAX),
            (_, ProblemFormat::Popeye | ProblemFormat::Entries) => {
                self.unclaimed.claim(u64::MAX);
                return epd_passage(statement);
            }
        };
        let is_cut = passage.is_cut || self.is_heading_cut;
        Passage { heading: Arc::clone(&self.heading), is_cut, ..passage }
    }
}

/// Returns a problem as a line of EPD; empty for a faulty one.
fn epd_passage(statement: &Statement) -> Passage {
    let (Ok(game), None) = (statement.game(None), &statement.fault) else { return Passage::default() };
    let setup = statement.setup(game);
    let fen = setup.map_or_else(|_| statement.fen.clone(), |setup| setup.to_fen());
    let text = PositionRow::new(game, statement, fen).to_epd_line();
    Passage { bytes: text.into_bytes(), ..Passage::default() }
}

impl Iterator for StatementItems {
    type Item = io::Result<(Item, Passage)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let statement = match self.held.take().map(Ok).or_else(|| self.first())? {
            Ok(statement) => statement,
            Err(error) => {
                self.is_over = true;
                return Some(Err(error));
            }
        };
        // The text of a line does not depend on the next one, which may follow many comments.
        let line = (self.format == ProblemFormat::Lines)
            .then(|| self.unclaimed.claim_before_line(statement.first_line + 1));
        let passage = match self.statements.next() {
            Some(Ok(next)) => {
                let passage = line.unwrap_or_else(|| self.claim(&statement, Some(&next)));
                self.held = Some(next);
                passage
            }
            Some(Err(error)) => {
                self.is_over = true;
                return Some(Err(error));
            }
            None => {
                self.is_over = true;
                let rest = self.claim(&statement, None);
                match line {
                    Some(line) => line.followed_by(&rest),
                    None => rest,
                }
            }
        };
        Some(Ok((Item::from(statement), passage)))
    }
}
