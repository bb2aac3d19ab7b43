//! Output of selected problems: rows of one table, lines, or rows of a table with the columns of several tables.

use std::io::Write;
use std::path::Path;

use hexmate_batch::files::Output;
use hexmate_problems::{ProblemFormat, Statement, statements, table_delimiter};
use hexmate_report::{Formulas, problem_table};

use super::{EXTENSIONS, Form, Texts};
use crate::cli::exit::Failure;

/// Form of an output of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Rows below this heading.
    Table(usize),
    Lines,
    /// A table with the columns of several tables, or of tables and lines.
    Unified,
}

impl Texts {
    /// Writes problems: unchanged if all are rows of tables with equal columns or all are lines.
    pub(super) fn write_problems(&mut self, output: &mut Output, members: &[usize]) -> Result<(), Failure> {
        match self.shape(members) {
            Shape::Table(heading) => {
                let heading = &self.headings[heading];
                let (end, delimiter) = (line_end(heading), table_delimiter(heading));
                output.write_all(&self.formulas.apply_to_table(heading, delimiter))?;
                let formulas = self.formulas;
                self.write_lines(output, members, end, (formulas, delimiter))?;
            }
            Shape::Lines => self.write_lines(output, members, b"\n", (Formulas::Kept, b','))?,
            Shape::Unified => {
                self.is_unified = true;
                let problems =
                    members.iter().map(|&member| self.statement(member)).collect::<Result<Vec<_>, _>>()?;
                let (header, rows) = problem_table(&problems);
                output.write_all(self.formulas.apply(&header).as_bytes())?;
                output.write_all(self.formulas.apply(&rows).as_bytes())?;
            }
        }
        let name = output.name().to_owned();
        for &member in members {
            self.records[member].outputs.push(name.clone());
        }
        Ok(())
    }

    /// Writes the source texts with their line ends, with the treatment of formulas and the delimiter of their cells.
    fn write_lines(
        &mut self,
        output: &mut Output,
        members: &[usize],
        end: &[u8],
        (formulas, delimiter): (Formulas, u8),
    ) -> Result<(), Failure> {
        for &member in members {
            let text = self.store.read(self.records[member].text)?;
            output.write_all(&formulas.apply_to_table(&text, delimiter))?;
            // Comments before the line show the line end of the file.
            output.write_all(if text.contains(&b'\r') { line_end(&text) } else { end })?;
        }
        Ok(())
    }

    /// Returns the form of an output; without problems, that of the whole collection.
    fn shape(&self, members: &[usize]) -> Shape {
        let forms = members.iter().map(|&member| self.records[member].form);
        let all: Vec<Form> = match members {
            [] => self.records.iter().map(|record| record.form).collect(),
            _ => forms.collect(),
        };
        match all.first() {
            Some(Form::Row(first)) => {
                let columns = columns(&self.headings[*first]);
                let is_equal = |form: &Form| match form {
                    Form::Row(heading) => {
                        heading == first || columns == self::columns(&self.headings[*heading])
                    }
                    Form::Line | Form::Game(_) => false,
                };
                if all.iter().all(is_equal) { Shape::Table(*first) } else { Shape::Unified }
            }
            _ if all.iter().all(|form| *form == Form::Line) => Shape::Lines,
            _ => Shape::Unified,
        }
    }

    /// Parses a problem again.
    fn statement(&mut self, member: usize) -> Result<Statement, Failure> {
        let text = self.store.read(self.records[member].text)?;
        let (text, format) = match self.records[member].form {
            Form::Row(heading) => ([self.headings[heading].as_slice(), &text].concat(), ProblemFormat::Csv),
            Form::Line | Form::Game(_) => (text, ProblemFormat::Lines),
        };
        let statement = statements(&text[..], format).next().transpose()?;
        Ok(statement.unwrap_or_default())
    }

    /// Returns the extension of files of `--split`, given the one that its pattern has.
    pub(super) fn extension(&self, named: Option<&'static str>) -> Result<&'static str, Failure> {
        let is_line = |form: Form| matches!(form, Form::Line);
        let suitable: &[&'static str] = match self.records.first().map(|first| first.form) {
            None | Some(Form::Game(_)) => &["pgn", "txt"],
            Some(_) if self.records.iter().all(|record| is_line(record.form)) => &["epd", "fen", "txt"],
            Some(_) => &["csv", "tsv", "txt"],
        };
        let of_input = || {
            let first = self.records.first()?;
            let extension = Path::new(&first.file).extension()?.to_str()?;
            suitable.iter().copied().find(|suitable| *suitable == extension)
        };
        match named {
            Some(named) if suitable.contains(&named) => Ok(named),
            Some(named) => {
                let content = self.content();
                Err(Failure::Usage(format!(
                    "extension .{named}: the output has {content}; expected .{}",
                    suitable.join(", .")
                )))
            }
            None => Ok(of_input().unwrap_or(suitable[0])),
        }
    }

    /// Returns an error if the extension of an output does not suit the records.
    pub(super) fn check_extension(&self, option: &str, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let extension =
            path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let known = extension.and_then(|own| EXTENSIONS.into_iter().find(|known| *known == own));
        match known.map(|known| self.extension(Some(known))) {
            Some(Err(Failure::Usage(why))) => {
                Err(Failure::Usage(format!("{option} {}: {why}", path.display())))
            }
            _ => Ok(()),
        }
    }

    fn content(&self) -> &'static str {
        match self.records.first().map(|first| first.form) {
            None | Some(Form::Game(_)) => "games",
            Some(_) if self.records.iter().all(|record| record.form == Form::Line) => "problems in lines",
            Some(_) => "a table of problems",
        }
    }
}

/// Returns the header in a heading: the text after byte-order mark, comments, blank lines and `sep=`.
fn columns(heading: &[u8]) -> &[u8] {
    let mut rest = heading.strip_prefix(b"\xef\xbb\xbf").unwrap_or(heading);
    loop {
        let end = first_end(rest).unwrap_or(rest.len());
        let line = &rest[..end];
        let unquoted = line.strip_prefix(b"\"").unwrap_or(line);
        let is_separator = unquoted.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"sep="));
        let is_skipped = line.trim_ascii().is_empty() || line.starts_with(b"#") || is_separator;
        if !is_skipped || end == rest.len() {
            return rest.trim_ascii_end();
        }
        rest = &rest[end + 1..];
    }
}

/// Returns the first line end of a text; LF if it has none.
fn line_end(text: &[u8]) -> &'static [u8] {
    match first_end(text) {
        Some(end) if text[end..].starts_with(b"\r\n") => b"\r\n",
        Some(end) if text[end] == b'\r' => b"\r",
        _ => b"\n",
    }
}

fn first_end(text: &[u8]) -> Option<usize> {
    text.iter().position(|byte| b"\r\n".contains(byte))
}
