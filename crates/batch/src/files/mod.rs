//! Input and output files: compression, text encodings, atomic outputs.
//!
//! [`Input`] reads a file or stdin as UTF-8; the caller gives the recognisers of its contents. [`Outputs`] registers all files of
//! a run, so that no output overwrites an input or another output. [`BlockFile`] is a container of compressed blocks.

mod blocks;
mod compression;
mod decoded;
mod digested;
mod encoding;
mod end_mark;
mod error;
mod folder;
mod guess;
mod input;
mod input_state;
mod kind;
mod options;
mod output;
mod outputs;
mod place;
mod registry;
mod stdin;
mod tree;

pub use blocks::{BlockFile, PackedBlock, write_blocks};
pub use compression::is_compressed;
pub use digested::InputDigest;
pub use encoding::{AssumedEncoding, Encoding, Reason};
pub use error::{Access, FileError};
pub use folder::{names, remove};
pub use input::Input;
pub use input_state::InputState;
pub use kind::{FileKind, Packing};
pub use options::InputOptions;
pub use output::Output;
pub use outputs::{OutputFolder, Outputs};
pub use registry::{Clash, Held, Partial};
pub use tree::{FileTree, SkipReason};
