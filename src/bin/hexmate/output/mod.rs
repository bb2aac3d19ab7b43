//! Tables and folders of files, as commands write them.

mod album;
mod records;
mod rows;

pub use album::Album;
pub use hexmate::files::Output;
pub use records::Report;
pub use rows::{Column, Rows};
