//! Tables and folders of files, as commands write them.

mod album;
mod records;
mod rows;
mod shelf;

pub use album::Album;
pub use hexmate::files::Output;
pub use records::Report;
pub use rows::{Column, Rows};
pub use shelf::{Shelf, ShelfReader, Shelved};
