//! Tables and folders of files, as commands write them.

mod album;
mod book;
mod page;
mod records;
mod rows;
mod sheets;
mod shelf;

pub use album::Album;
pub use book::{Book, BookForm};
pub use hexmate::files::Output;
pub use page::PageFile;
pub use records::Report;
pub use rows::{Column, Rows};
pub use sheets::SheetFile;
pub use shelf::{Shelf, ShelfReader, Shelved};
