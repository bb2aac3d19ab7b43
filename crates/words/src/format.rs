//! Format of the language files, a subset of TOML, and what each must have.
//!
//! ```text
//! file    = { "[" section "]" { entry } }         lines that begin with "#" are comments
//! entry   = key "=" ( text | list | counted )
//! text    = '"' characters '"'                    with \" and \\; {name} is replaced by a value
//! list    = "[" [ text { "," text } [ "," ] ] "]" may continue on the next lines
//! counted = "{" form "=" text { "," form "=" text } "}"   the forms are one, few and many
//! ```
//!
//! A section whose keys are in quotation marks is a table, found by its keys.

use std::collections::BTreeSet;
use std::fmt;

/// Value of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordValue {
    /// A text.
    Text(String),
    /// Words with the same meaning.
    List(Vec<String>),
    /// A text for each form of a number, with the name of the form.
    Counted(Vec<(String, String)>),
}

/// An entry of a section.
#[derive(Clone, Debug)]
pub struct WordEntry {
    /// Key, without quotation marks.
    pub key: String,
    /// Comments above the entry.
    pub comment: Option<String>,
    /// Value.
    pub value: WordValue,
    /// Line in the file, from 1.
    pub line: usize,
}

/// A section of a file.
#[derive(Clone, Debug)]
pub struct Section {
    /// Name.
    pub name: String,
    /// Comments above the section.
    pub comment: Option<String>,
    /// `true` if the keys are in quotation marks.
    pub is_table: bool,
    /// Entries in the order of the file.
    pub entries: Vec<WordEntry>,
}

/// Words of one language, as in its file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Sections in the order of the file.
    pub sections: Vec<Section>,
}

/// Error in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFault {
    /// Line, from 1; `None` for something that is missing.
    pub line: Option<usize>,
    /// Message.
    pub message: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl File {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// The first line that is not in the format, and sections and keys that are there twice.
    pub fn parse(text: &str) -> Result<Self, FileFault> {
        let mut file = Self::default();
        let mut comment: Option<String> = None;
        let mut lines = text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let fault = |message: String| FileFault { line: Some(at + 1), message };
            let line = line.trim();
            if line.is_empty() {
                comment = None;
            } else if let Some(text) = line.strip_prefix('#') {
                let before = comment.take().map(|before| before + " ");
                comment = Some(before.unwrap_or_default() + text.trim());
            } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                if file.section(name).is_some() {
                    return Err(fault(format!("section [{name}] is there twice")));
                }
                let section = Section {
                    name: name.to_owned(),
                    comment: comment.take(),
                    is_table: false,
                    entries: vec![],
                };
                file.sections.push(section);
            } else {
                let mut text = line.to_owned();
                while text.contains("= [") && !text.ends_with(']') {
                    let Some((_, next)) = lines.next() else {
                        return Err(fault("\"]\" is missing".to_owned()));
                    };
                    text = text + " " + next.trim();
                }
                let mut reader = Reader { rest: &text };
                let (key, is_quoted) = reader.key().map_err(fault)?;
                let value = reader.value().map_err(fault)?;
                let Some(section) = file.sections.last_mut() else {
                    return Err(fault("an entry before the first section".to_owned()));
                };
                if section.entries.iter().any(|entry| entry.key == key) {
                    return Err(fault(format!("{key} is there twice in [{}]", section.name)));
                }
                section.is_table |= is_quoted;
                section.entries.push(WordEntry { key, comment: comment.take(), value, line: at + 1 });
            }
        }
        Ok(file)
    }

    /// Returns the section with this name.
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Returns the text of an entry.
    pub fn text(&self, section: &str, key: &str) -> Option<&str> {
        let entry = self.section(section)?.entries.iter().find(|entry| entry.key == key)?;
        match &entry.value {
            WordValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the differences from the English file that are errors: entries that are missing or unknown, values of
    /// another kind, empty texts, other `{names}`, and forms that the rule of plurals does not have.
    pub fn faults(&self, english: &Self) -> Vec<FileFault> {
        let mut faults = Vec::new();
        let missing = |what: String| FileFault { line: None, message: format!("{what} is missing") };
        for section in &self.sections {
            let known = english.section(&section.name);
            for entry in &section.entries {
                let original =
                    known.and_then(|known| known.entries.iter().find(|other| other.key == entry.key));
                let message = match original {
                    None => Some(format!("en.toml has no entry {} in [{}]", entry.key, section.name)),
                    Some(original) => {
                        entry.fault(original, self.text("language", "plural").unwrap_or_default())
                    }
                };
                faults.extend(message.map(|message| FileFault { line: Some(entry.line), message }));
            }
        }
        for section in &english.sections {
            let Some(own) = self.section(&section.name) else {
                faults.push(missing(format!("section [{}]", section.name)));
                continue;
            };
            let has = |key: &str| own.entries.iter().any(|entry| entry.key == key);
            let keys = section.entries.iter().map(|entry| entry.key.as_str());
            faults.extend(
                keys.filter(|key| !has(key)).map(|key| missing(format!("{key} in [{}]", section.name))),
            );
        }
        faults
    }
}

impl WordEntry {
    /// Returns the fault of an entry that translates another, in a language with this rule of plurals.
    fn fault(&self, english: &Self, plural: &str) -> Option<String> {
        let key = &self.key;
        match (&self.value, &english.value) {
            (WordValue::Text(text), WordValue::Text(original)) => text_fault(key, text, original),
            (WordValue::List(words), WordValue::List(_)) => words
                .iter()
                .any(|word| word.is_empty() || word.len() > LONGEST)
                .then(|| format!("{key} has a word that is empty or longer than {LONGEST} bytes")),
            (WordValue::Counted(forms), WordValue::Counted(originals)) => {
                let names: BTreeSet<&str> = forms.iter().map(|(name, _)| name.as_str()).collect();
                let expected = forms_of(plural);
                if names != expected.iter().copied().collect() {
                    return Some(format!(
                        "{key} needs the forms {}, for the plural {plural:?}",
                        expected.join(", ")
                    ));
                }
                forms.iter().find_map(|(_, text)| text_fault(key, text, &originals[0].1))
            }
            _ => Some(format!("{key} has another kind of value than in en.toml")),
        }
    }
}

/// Returns the fault of a text that translates another.
fn text_fault(key: &str, text: &str, english: &str) -> Option<String> {
    let [own, expected] = [text, english].map(|text| placeholders(text).collect::<BTreeSet<_>>());
    if text.trim().is_empty() {
        Some(format!("{key} is empty"))
    } else if own != expected {
        let names: Vec<String> = expected.iter().map(|name| format!("{{{name}}}")).collect();
        let expected = if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") };
        Some(format!("{key} needs {expected} in braces, as in en.toml"))
    } else {
        None
    }
}

/// Returns the names in braces.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name)
}

/// Rules of plurals with their forms.
pub const PLURALS: [(&str, &[&str]); 5] = [
    ("none", &["many"]),
    ("english", &["one", "many"]),
    ("french", &["one", "many"]),
    ("polish", &["one", "few", "many"]),
    ("russian", &["one", "few", "many"]),
];

/// Returns the forms of a rule of plurals; none for an unknown rule.
fn forms_of(plural: &str) -> &'static [&'static str] {
    PLURALS.iter().find(|(name, _)| *name == plural).map_or(&[], |(_, forms)| forms)
}

/// Maximum length of a word of a list, in bytes.
const LONGEST: usize = 127;

/// Rest of the line of an entry.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// Skips blanks and a sign, if it follows.
    fn skips(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let after = rest.strip_prefix(sign);
        self.rest = after.unwrap_or(rest);
        after.is_some()
    }

    /// Reads a key; returns also `true` if it is in quotation marks.
    fn key(&mut self) -> Result<(String, bool), String> {
        let (key, is_quoted) =
            if self.rest.trim_start().starts_with('"') { (self.text()?, true) } else { (self.name(), false) };
        match !key.is_empty() && self.skips('=') {
            true => Ok((key, is_quoted)),
            false => Err("not an entry; write key = \"text\"".to_owned()),
        }
    }

    /// Reads letters, digits, `-` and `_`.
    fn name(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
        self.rest = &rest[end..];
        rest[..end].to_owned()
    }

    /// Reads a text in quotation marks.
    fn text(&mut self) -> Result<String, String> {
        if !self.skips('"') {
            return Err("a text in quotation marks is missing".to_owned());
        }
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                    _ => return Err("only \\\" and \\\\ may follow a backslash".to_owned()),
                },
                other => text.push(other),
            }
        }
        Err("a quotation mark is missing".to_owned())
    }

    /// Reads the value of an entry to the end of the line.
    fn value(&mut self) -> Result<WordValue, String> {
        let value = if self.skips('[') {
            let mut words = Vec::new();
            while !self.skips(']') {
                words.push(self.text()?);
                let is_last = !self.skips(',');
                if is_last && !self.rest.trim_start().starts_with(']') {
                    return Err("a comma is missing".to_owned());
                }
            }
            WordValue::List(words)
        } else if self.skips('{') {
            let mut forms = Vec::new();
            while !self.skips('}') {
                let (name, _) = self.key()?;
                forms.push((name, self.text()?));
                let is_last = !self.skips(',');
                if is_last && !self.rest.trim_start().starts_with('}') {
                    return Err("a comma is missing".to_owned());
                }
            }
            WordValue::Counted(forms)
        } else {
            WordValue::Text(self.text()?)
        };
        match self.rest.trim() {
            "" => Ok(value),
            rest => Err(format!("{rest:?} after the value")),
        }
    }
}
