//! A file with an HTML page. Its index comes first, so articles wait in temporary files until all are known.

use std::io::{self, Write};

use super::text_store::{StoredText, TextStore};
use crate::page;
use crate::page::{Article, Audience, Contents, PageStyle, PageWords, Passage};
use hexmate_batch::files::{FileError, Output};

/// An HTML page under construction.
#[derive(Debug)]
pub struct PageFile {
    output: Output,
    style: PageStyle,
    contents: Contents,
    /// Articles without their headings.
    store: TextStore,
    /// Articles in order; `true` for those with errors.
    articles: Vec<(bool, StoredText)>,
}

impl PageFile {
    /// Begins a page.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be created.
    pub fn open(output: Output, style: PageStyle) -> Result<Self, FileError> {
        let store = TextStore::new().map_err(FileError::of_output)?;
        Ok(Self { output, style, contents: Contents::default(), store, articles: Vec::new() })
    }

    /// Adds an article.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn add(&mut self, article: &Article) -> io::Result<()> {
        let html = self.contents.add(&self.style, article);
        self.articles.push((article.is_fault, self.store.store(html.as_bytes())?));
        Ok(())
    }

    /// Writes the page: index and charts, articles with errors, the others.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self, summary: &str) -> Result<(), FileError> {
        let Self { mut output, style, contents, store, articles } = self;
        Self::write(&mut output, &style, &contents, store, &articles, summary)
            .map_err(FileError::of_output)?;
        output.finish()
    }

    fn write(
        output: &mut Output,
        style: &PageStyle,
        contents: &Contents,
        store: TextStore,
        articles: &[(bool, StoredText)],
        summary: &str,
    ) -> io::Result<()> {
        let mut store = store.finish()?;
        output.write_all(contents.opening(style).as_bytes())?;
        if let Some(passages) = contents.issue_passages(style) {
            for passage in passages {
                match passage {
                    Passage::Html(html) => output.write_all(html.as_bytes())?,
                    Passage::Article(place) => {
                        output.write_all(contents.heading(style, place).as_bytes())?;
                        if let Some(&(_, stored)) = articles.get(place) {
                            output.write_all(&store.read(stored)?)?;
                        }
                    }
                }
            }
            return output.write_all(page::closing("").as_bytes());
        }
        for (class, has_faults) in [("faults", true), ("others", false)] {
            writeln!(output, "<section class=\"{class}\">")?;
            for (place, &(_, stored)) in articles.iter().enumerate().filter(|(_, (is, _))| *is == has_faults)
            {
                output.write_all(contents.heading(style, place).as_bytes())?;
                output.write_all(&store.read(stored)?)?;
            }
            output.write_all(b"</section>\n")?;
        }
        let own;
        let summary = match style.audience {
            // Readers get no counts of verdicts.
            Audience::Readers => "",
            Audience::Editors if style.words.code == PageWords::ENGLISH.code => summary,
            Audience::Editors => {
                own = contents.summary(style);
                &own
            }
        };
        output.write_all(page::closing(summary).as_bytes())
    }
}
