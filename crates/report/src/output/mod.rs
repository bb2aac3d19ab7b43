//! Where what is reported goes: tables, pages, books, folders of pictures. Makes no row, knows no command.

mod album;
mod book;
mod names;
mod page;
mod records;
mod rows;
mod shelf;

pub use album::Album;
pub use book::{Book, BookError, BookForm};
pub use names::unknown_placeholder;
pub use page::PageFile;
pub use records::Report;
pub use rows::{Column, Rows};
pub use shelf::{Shelf, ShelfReader, Shelved};
