//! Checks the files in `languages` against the English one, and compiles them into tables.
//!
//! Each section but that of the browser page becomes a structure with a field for each entry. Comments of the English file
//! document them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[path = "src/format.rs"]
mod format;

use format::{File, PLURALS, Section, WordEntry, WordValue, placeholders};

/// Section that the program does not need.
const BROWSER: &str = "browser";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/format.rs");
    println!("cargo:rerun-if-changed=languages");
    let codes = fs::read_to_string("languages/languages.txt")
        .unwrap_or_else(|error| fail(&format!("languages.txt: {error}")));
    let codes: Vec<&str> = codes.lines().collect();
    let files: Vec<File> = codes.iter().map(|code| parsed(code)).collect();
    let [english, ..] = files.as_slice() else { fail("languages.txt has no language") };
    let faults = codes.iter().zip(&files).flat_map(|(code, file)| {
        let faults = file.faults(english).into_iter().map(|fault| fault.to_string());
        let unknown = |rule: &&str| PLURALS.iter().all(|(name, _)| name != rule);
        let plural = file.text("language", "plural").filter(unknown);
        let plural = plural.map(|rule| format!("{rule:?} is not a rule of plurals"));
        faults.chain(plural).map(move |fault| format!("languages/{code}.toml: {fault}"))
    });
    let faults: Vec<String> = faults.collect();
    if !faults.is_empty() {
        fail(&faults.join("\n"));
    }
    let folder = env::var("OUT_DIR").unwrap_or_else(|error| fail(&format!("OUT_DIR: {error}")));
    fs::write(Path::new(&folder).join("words.rs"), generated(&codes, &files))
        .unwrap_or_else(|error| fail(&format!("words.rs: {error}")));
}

/// Ends the build with a message.
fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}

/// Reads the file of a language.
fn parsed(code: &str) -> File {
    let path = format!("languages/{code}.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| fail(&format!("{path}: {error}")));
    File::parse(&text).unwrap_or_else(|fault| fail(&format!("{path}: {fault}")))
}

/// Returns the tables of all languages.
fn generated(codes: &[&str], files: &[File]) -> String {
    let english = &files[0];
    let sections: Vec<&Section> = english.sections.iter().filter(|section| section.name != BROWSER).collect();
    let mut text = String::from(
        "/// Words of one language, with a field for each section of its file.\n#[derive(Debug)]\npub struct Words {\n",
    );
    text += "    /// Language code, such as `en`.\n    pub code: &'static str,\n";
    for section in &sections {
        let comment = section.comment.as_deref().unwrap_or("Words.");
        let _ = writeln!(text, "    /// {comment}\n    pub {}: {},", section.name, type_name(&section.name));
    }
    text += "}\n";
    for section in &sections {
        text += &if section.is_table { table(section) } else { structure(section) };
    }
    let _ = writeln!(text, "\n/// Words of all languages, in the order of `languages/languages.txt`.");
    let names: Vec<String> = codes.iter().map(|code| format!("&{}", code.to_uppercase())).collect();
    let _ = writeln!(text, "pub static ALL: [&Words; {}] = [{}];", codes.len(), names.join(", "));
    for (code, file) in codes.iter().zip(files) {
        let _ = writeln!(
            text,
            "\n/// Words of the language with the code `{code}`.\npub static {}: Words = Words {{",
            code.to_uppercase()
        );
        let _ = writeln!(text, "    code: {code:?},");
        let plural = type_name(file.text("language", "plural").unwrap_or_default());
        for section in &sections {
            text += &values(section, file, code, &plural);
        }
        text += "};\n";
    }
    text
}

/// Returns the structure of a section, with a method that returns all values if they have one type.
fn structure(section: &Section) -> String {
    let name = type_name(&section.name);
    let comment = section.comment.as_deref().unwrap_or("Words.");
    let mut text = format!("\n/// {comment}\n#[derive(Debug)]\npub struct {name} {{\n");
    text += "    /// Language code, such as `en`.\n    pub code: &'static str,\n";
    for entry in &section.entries {
        let comment = entry.comment.as_deref().map_or(String::new(), |comment| format!("{comment} "));
        let english = match &entry.value {
            WordValue::Text(text) => text.clone(),
            WordValue::List(words) => words.join("`, `"),
            WordValue::Counted(forms) => {
                forms.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("`, `")
            }
        };
        let english = if english.is_empty() { "none".to_owned() } else { format!("`{english}`") };
        let _ = writeln!(
            text,
            "    /// {comment}In English: {english}.\n    pub {}: {},",
            entry.key,
            kind(entry)
        );
    }
    text += "}\n";
    let of_one_kind = section.entries.iter().all(|entry| kind(entry) == kind(&section.entries[0]));
    if of_one_kind {
        let fields: Vec<String> = section.entries.iter().map(|entry| format!("self.{}", entry.key)).collect();
        let _ = writeln!(
            text,
            "\nimpl {name} {{\n    /// Returns all values in the order of the file.\n    pub const fn all(&self) -> [{}; {}] {{\n        [{}]\n    }}\n}}",
            kind(&section.entries[0]),
            fields.len(),
            fields.join(", ")
        );
    }
    text
}

/// Returns the structure of a section that is found by its keys.
fn table(section: &Section) -> String {
    let name = type_name(&section.name);
    let comment = section.comment.as_deref().unwrap_or("Words.");
    let keys: Vec<String> = sorted_keys(section).iter().map(|key| format!("{key:?}")).collect();
    format!(
        "\n/// {comment}\n#[derive(Debug)]\npub struct {name}([&'static str; {count}]);\n\nimpl {name} {{\n    \
         /// Keys in the order of their bytes.\n    pub const KEYS: [&'static str; {count}] = [{keys}];\n\n    \
         /// Returns the text with a key.\n    pub fn get(&self, key: &str) -> Option<&'static str> {{\n        \
         Self::KEYS.binary_search(&key).ok().map(|place| self.0[place])\n    }}\n}}\n",
        count = keys.len(),
        keys = keys.join(", ")
    )
}

/// Returns the keys of a table in the order of their bytes.
fn sorted_keys(section: &Section) -> Vec<&str> {
    let mut keys: Vec<&str> = section.entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.sort_unstable();
    keys
}

/// Returns the value of a section in a language.
fn values(english: &Section, file: &File, code: &str, plural: &str) -> String {
    let name = type_name(&english.name);
    let find = |key: &str| {
        let own = file.section(&english.name).into_iter().flat_map(|section| &section.entries);
        own.clone().find(|entry| entry.key == key).map_or(&english.entries[0].value, |entry| &entry.value)
    };
    if english.is_table {
        let texts: Vec<String> =
            sorted_keys(english).iter().map(|key| expression(find(key), plural)).collect();
        return format!("    {}: {name}([{}]),\n", english.name, texts.join(", "));
    }
    let mut text = format!("    {}: {name} {{\n        code: {code:?},\n", english.name);
    for entry in &english.entries {
        let _ = writeln!(text, "        {}: {},", entry.key, expression(find(&entry.key), plural));
    }
    text + "    },\n"
}

/// Returns the type of an entry.
fn kind(entry: &WordEntry) -> &'static str {
    match &entry.value {
        WordValue::Text(text) if placeholders(text).next().is_some() => "TextTemplate",
        WordValue::Text(_) => "&'static str",
        WordValue::List(_) => "List",
        WordValue::Counted(_) => "CountedText",
    }
}

/// Returns a value as source.
fn expression(value: &WordValue, plural: &str) -> String {
    match value {
        WordValue::Text(text) if placeholders(text).next().is_some() => format!("TextTemplate({text:?})"),
        WordValue::Text(text) => format!("{text:?}"),
        WordValue::List(words) => {
            let mut text = String::new();
            for word in words {
                text.push(char::from(word.len() as u8));
                text += word;
            }
            format!("List({text:?})")
        }
        WordValue::Counted(forms) => {
            let form = |name: &str| forms.iter().find(|(own, _)| own == name).map(|(_, text)| text.as_str());
            let many = form("many").unwrap_or_default();
            let [one, few] = ["one", "few"].map(|name| form(name).unwrap_or(many));
            format!(
                "CountedText {{ one: TextTemplate({one:?}), few: TextTemplate({few:?}), many: TextTemplate({many:?}), plural: Plural::{plural} }}"
            )
        }
    }
}

/// Returns the name of a type: `PieceLists` for `piece_lists`.
fn type_name(name: &str) -> String {
    name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}
