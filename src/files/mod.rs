//! Files that are read and written: packing, what their first lines tell, whole or not at all. No meaning.

mod compression;
mod content;
mod digested;
mod error;
mod input;
mod output;

pub use content::Content;
pub use digested::InputDigest;
pub use error::{Access, FileError};
pub use input::{Input, is_position};
pub use output::Output;

pub(crate) use output::scratch;
