//! The description of an issue as TOML.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use hexmate_position::Letters;
use hexmate_problems::select::ProblemField;
use hexmate_report::Showing;
use toml_edit::{Document, Item, TableLike, Value};

use super::fault::{IssueFault, IssueFaultKind, nearest};
use crate::records::{PROBLEM_ENDINGS, is_position};

/// Keys outside of tables.
const TOP_KEYS: &[&str] = &["title", "subtitle", "language", "introduction", "section", "award"];

/// A value with its place in the description, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) at: Range<usize>,
}

/// Description of an issue of a magazine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// Title; `None` for the word "Problems" in the language.
    pub title: Option<String>,
    /// Language with its piece letters; `None` for English.
    pub language: Option<Letters>,
    pub(super) subtitle: String,
    pub(super) introduction: String,
    pub(super) sections: Vec<Section>,
    pub(super) awards: Vec<DescribedAward>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) introduction: String,
    pub(super) show: Showing,
    pub(super) sources: Vec<ProblemSource>,
}

/// A file with the choice of its problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProblemSource {
    pub(super) file: At<String>,
    /// Names or numbers; `None` for all problems.
    pub(super) names: Option<Vec<At<String>>>,
    pub(super) condition: Option<At<String>>,
    pub(super) order: Option<At<ProblemField>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DescribedAward {
    pub(super) problem: At<String>,
    /// File of the problem, if several have its name.
    pub(super) file: Option<String>,
    pub(super) prize: String,
    pub(super) comment: String,
}

impl Description {
    /// Parses a description.
    ///
    /// # Errors
    ///
    /// The first fault: text that is not TOML, unknown keys, values of a wrong type, missing keys.
    pub fn parse(text: &str) -> Result<Self, IssueFault> {
        let document = Document::parse(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            IssueFaultKind::Syntax(message).at(&error.span().unwrap_or_default())
        })?;
        let table = Keys::new(document.as_table(), "description", 0..0, TOP_KEYS)?;
        let description = Self {
            title: table.text("title")?.map(|title| one_line(&title.value)),
            subtitle: table.line("subtitle")?,
            introduction: table.paragraphs("introduction")?,
            language: table.parsed(
                "language",
                "the name of a language such as english or hungarian",
                |text| Letters::from_name(text).filter(|letters| *letters != Letters::FIGURINES),
            )?,
            sections: table.tables("section")?.into_iter().map(section).collect::<Result<_, _>>()?,
            awards: table.tables("award")?.into_iter().map(award).collect::<Result<_, _>>()?,
        };
        if description.sections.iter().all(|section| section.sources.is_empty()) {
            return Err(IssueFaultKind::Empty.at(&(0..0)));
        }
        Ok(description)
    }

    /// Returns the files of problems, each once, with their paths in the folder of the description.
    ///
    /// # Errors
    ///
    /// If a path is absolute, is not a file, or does not have the ending of a file of problems.
    pub fn files(&self, folder: &Path) -> Result<Vec<String>, IssueFault> {
        let mut files: Vec<String> = Vec::new();
        for source in self.sections.iter().flat_map(|section| &section.sources) {
            let path = source.path(folder)?;
            if !files.iter().any(|known| is_same_file(known, &path)) {
                files.push(path);
            }
        }
        Ok(files)
    }
}

impl ProblemSource {
    /// Returns the path in the folder of the description.
    pub(super) fn path(&self, folder: &Path) -> Result<String, IssueFault> {
        let name = &self.file.value;
        let fault =
            |why: &str| IssueFaultKind::File { name: name.clone(), why: why.to_owned() }.at(&self.file.at);
        let path = Path::new(name);
        let is_relative =
            path.components().all(|part| !matches!(part, Component::RootDir | Component::Prefix(_)));
        if name.trim().is_empty() || !is_relative {
            return Err(fault("write a path relative to the folder of the description"));
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        if !PROBLEM_ENDINGS.contains(&ending.as_str()) {
            let message =
                format!("not a file of problems; its name ends in .{}", PROBLEM_ENDINGS.join(", ."));
            return Err(fault(&message));
        }
        let path = joined(folder, path);
        if !path.is_file() {
            return Err(fault(if path.exists() { "not a file" } else { "no such file" }));
        }
        // The reader of files takes such a name for the position itself.
        let name = path.to_str().ok_or_else(|| fault("its path is not UTF-8"))?;
        if is_position(name) { Err(fault("its name is a position; rename it")) } else { Ok(name.to_owned()) }
    }
}

/// Returns whether two paths lead to one file, as `a.csv` and `../problems/a.csv` may.
pub(super) fn is_same_file(one: &str, other: &str) -> bool {
    let real = |path: &str| Path::new(path).canonicalize().ok();
    one == other || real(one).is_some_and(|one| Some(one) == real(other))
}

/// Returns a path in a folder, without `.`.
pub(super) fn joined(folder: &Path, path: &Path) -> PathBuf {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.fold(folder.to_owned(), |path, part| path.join(part))
}

fn section(table: Keys<'_>) -> Result<Section, IssueFault> {
    const KEYS: &[&str] = &["heading", "introduction", "show", "problems"];
    let table = table.with(KEYS)?;
    let names = Showing::ALL.map(|(name, _)| name).join(", ");
    let show = table.parsed("show", format!("one of {names}"), |text| {
        Showing::ALL.into_iter().find(|(name, _)| *name == text).map(|(_, show)| show)
    })?;
    Ok(Section {
        heading: one_line(&table.required("heading")?.value),
        introduction: table.paragraphs("introduction")?,
        show: show.unwrap_or_default(),
        sources: table.tables("problems")?.into_iter().map(source).collect::<Result<_, _>>()?,
    })
}

fn source(table: Keys<'_>) -> Result<ProblemSource, IssueFault> {
    const KEYS: &[&str] = &["file", "names", "where", "order"];
    let table = table.with(KEYS)?;
    let words = ProblemField::ALL.map(ProblemField::word).join(", ");
    let order = table.text("order")?;
    let order = order.map(|At { value, at }| {
        let field = ProblemField::from_word(&value)
            .ok_or_else(|| value_fault("order", format!("one of {words}"), &at));
        Ok(At { value: field?, at })
    });
    let (names, condition) = (table.texts("names")?, table.text("where")?);
    if let (Some(_), Some(condition)) = (&names, &condition) {
        return Err(value_fault("where", "either names or where", &condition.at));
    }
    Ok(ProblemSource { file: table.required("file")?, names, condition, order: order.transpose()? })
}

fn award(table: Keys<'_>) -> Result<DescribedAward, IssueFault> {
    const KEYS: &[&str] = &["problem", "file", "prize", "comment"];
    let table = table.with(KEYS)?;
    Ok(DescribedAward {
        problem: table.name("problem")?.ok_or_else(|| table.missing("problem"))?,
        file: table.text("file")?.map(|file| file.value),
        prize: one_line(&table.required("prize")?.value),
        comment: table.paragraphs("comment")?,
    })
}

/// A table of the description whose keys are known.
struct Keys<'d> {
    table: &'d dyn TableLike,
    /// Name of the table in messages.
    name: &'static str,
    at: Range<usize>,
}

impl<'d> Keys<'d> {
    fn new(
        table: &'d dyn TableLike,
        name: &'static str,
        at: Range<usize>,
        known: &'static [&'static str],
    ) -> Result<Self, IssueFault> {
        Self { table, name, at }.with(known)
    }

    /// Checks that all keys are known.
    fn with(self, known: &'static [&'static str]) -> Result<Self, IssueFault> {
        if let Some((key, item)) = self.table.iter().find(|(key, _)| !known.contains(key)) {
            let span = self.table.get_key_value(key).and_then(|(key, _)| key.span()).or_else(|| item.span());
            let fault = IssueFaultKind::Key {
                key: key.to_owned(),
                nearest: nearest(key, known.iter().copied()),
                known,
            };
            return Err(fault.at(&span.unwrap_or_default()));
        }
        Ok(self)
    }

    fn missing(&self, key: &'static str) -> IssueFault {
        IssueFaultKind::Missing { key, table: self.name }.at(&self.at)
    }

    fn item(&self, key: &str) -> Option<(&'d Item, Range<usize>)> {
        let item = self.table.get(key)?;
        let key = self.table.get_key_value(key).and_then(|(key, _)| key.span());
        Some((item, item.span().or(key).unwrap_or_default()))
    }

    fn text(&self, key: &'static str) -> Result<Option<At<String>>, IssueFault> {
        let Some((item, at)) = self.item(key) else { return Ok(None) };
        match item.as_str() {
            Some(text) => Ok(Some(At { value: text.to_owned(), at })),
            None => Err(value_fault(key, "a text in quotation marks", &at)),
        }
    }

    /// Returns a text that must be there and is not blank.
    fn required(&self, key: &'static str) -> Result<At<String>, IssueFault> {
        let text = self.text(key)?.ok_or_else(|| self.missing(key))?;
        let is_blank = text.value.trim().is_empty();
        if is_blank { Err(value_fault(key, "a text that is not empty", &text.at)) } else { Ok(text) }
    }

    fn line(&self, key: &'static str) -> Result<String, IssueFault> {
        Ok(self.text(key)?.map(|text| one_line(&text.value)).unwrap_or_default())
    }

    /// Returns the paragraphs of a text, each as a line. Blank lines separate them.
    fn paragraphs(&self, key: &'static str) -> Result<String, IssueFault> {
        Ok(self.text(key)?.map(|text| paragraphs(&text.value)).unwrap_or_default())
    }

    fn parsed<T>(
        &self,
        key: &'static str,
        expected: impl Into<Cow<'static, str>>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, IssueFault> {
        let Some(At { value, at }) = self.text(key)? else { return Ok(None) };
        parse(&value).map(Some).ok_or_else(|| value_fault(key, expected, &at))
    }

    /// Returns a name, which may be a number without quotation marks.
    fn name(&self, key: &'static str) -> Result<Option<At<String>>, IssueFault> {
        let Some((item, at)) = self.item(key) else { return Ok(None) };
        let value = item.as_value().and_then(name_of);
        let value = value.ok_or_else(|| value_fault(key, "a name or a number", &at))?;
        Ok(Some(At { value, at }))
    }

    fn texts(&self, key: &'static str) -> Result<Option<Vec<At<String>>>, IssueFault> {
        let Some((item, at)) = self.item(key) else { return Ok(None) };
        let fault = |at: &Range<usize>| value_fault(key, "a list of names such as [\"one\", \"two\"]", at);
        let array = item.as_array().filter(|array| !array.is_empty()).ok_or_else(|| fault(&at))?;
        let name = |value: &Value| {
            let at = value.span().unwrap_or_else(|| at.clone());
            Ok(At { value: name_of(value).ok_or_else(|| fault(&at))?, at })
        };
        array.iter().map(name).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the tables of a list, which is empty if the key is missing.
    fn tables(&self, key: &'static str) -> Result<Vec<Keys<'d>>, IssueFault> {
        let Some((item, at)) = self.item(key) else { return Ok(Vec::new()) };
        let expected = match key {
            "problems" => "a list of files such as [{ file = \"problems.csv\" }]",
            "award" => "tables under [[award]]",
            _ => "tables under [[section]]",
        };
        let name = if key == "problems" { "file" } else { key };
        if let Some(tables) = item.as_array_of_tables() {
            let tables = tables.iter().map(|table| {
                let at = table.span().unwrap_or_else(|| at.clone());
                Keys { table, name, at }
            });
            return Ok(tables.collect());
        }
        let array = item.as_array().ok_or_else(|| value_fault(key, expected, &at))?;
        let table = |value: &'d Value| {
            let at = value.span().unwrap_or_else(|| at.clone());
            let table = value.as_inline_table().ok_or_else(|| value_fault(key, expected, &at))?;
            Ok(Keys { table, name, at })
        };
        array.iter().map(table).collect()
    }
}

fn value_fault(key: &'static str, expected: impl Into<Cow<'static, str>>, at: &Range<usize>) -> IssueFault {
    IssueFaultKind::Value { key, expected: expected.into() }.at(at)
}

fn name_of(value: &Value) -> Option<String> {
    let number = || value.as_integer().map(|number| number.to_string());
    value.as_str().map(|text| text.trim().to_owned()).or_else(number).filter(|name| !name.is_empty())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the paragraphs of a text, each as a line.
fn paragraphs(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty()).map(|lines| lines.join(" "));
    paragraphs.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}
