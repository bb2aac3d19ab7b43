//! A file with an HTML page. Its index comes first, so articles wait in temporary files until all are known.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use crate::page;
use crate::page::{Article, Audience, Contents, PageStyle, PageWords};
use hexmate_batch::files::{FileError, Output};

/// An HTML page under construction.
#[derive(Debug)]
pub struct PageFile {
    output: Output,
    style: PageStyle,
    contents: Contents,
    /// Articles with errors, and the others.
    articles: [BufWriter<File>; 2],
}

impl PageFile {
    /// Begins a page.
    ///
    /// # Errors
    ///
    /// If the temporary files cannot be created.
    pub fn open(output: Output, style: PageStyle) -> Result<Self, FileError> {
        let scratch = || tempfile::tempfile().map(BufWriter::new).map_err(FileError::of_output);
        Ok(Self { output, style, contents: Contents::default(), articles: [scratch()?, scratch()?] })
    }

    /// Adds an article.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn add(&mut self, article: &Article) -> io::Result<()> {
        let html = self.contents.add(article);
        self.articles[usize::from(!article.is_fault)].write_all(html.as_bytes())
    }

    /// Writes the page: index and charts, articles with errors, the others.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self, summary: &str) -> Result<(), FileError> {
        self.write(summary).map_err(FileError::of_output)?;
        self.output.finish()
    }

    fn write(&mut self, summary: &str) -> io::Result<()> {
        let Self { output, style, contents, articles } = self;
        output.write_all(contents.opening(style).as_bytes())?;
        for (class, articles) in ["faults", "others"].into_iter().zip(articles) {
            articles.rewind()?;
            writeln!(output, "<section class=\"{class}\">")?;
            io::copy(articles.get_mut(), output)?;
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
