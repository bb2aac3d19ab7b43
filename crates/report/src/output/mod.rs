//! Output files: tables, HTML pages, books, folders.

mod book;
mod names;
mod page;
mod records;
mod rows;
mod text_store;
mod unique_files;

pub use book::{Book, BookError, BookForm};
pub use names::unknown_placeholder;
pub use page::PageFile;
pub use records::Report;
pub use rows::{Column, Rows};
pub use text_store::{StoredText, TextReader, TextStore};
pub use unique_files::UniqueFiles;
