//! Words of hexmate in eight languages: piece letters, names, labels of pages and books, and words that are read.
//!
//! The folder `languages` has a file for each language, which a translator edits. The build script compares it with the
//! English file, and makes [`Words`] of it: a field for each section, with a field for each entry. An entry that is missing,
//! that the English file does not have, or whose `{names}` differ, is an error of the build.
//!
//! ```
//! use hexmate_words::{ALL, Words};
//!
//! let german = Words::of_code("de").ok_or("no such language")?;
//! assert_eq!(german.pieces.king, "König");
//! assert_eq!(german.terms.get("longest"), Some("längste"));
//! assert!(ALL.iter().any(|words| words.months.march.contains("марта")));
//! # Ok::<(), &str>(())
//! ```

mod sections;
mod text;

pub use text::{CountedText, List, Plural, TextTemplate};

include!(concat!(env!("OUT_DIR"), "/words.rs"));

impl Words {
    /// Returns the words of the language with this code, such as `de`.
    pub fn of_code(code: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|words| words.code == code)
    }
}
