//! Composing: sound versions of problems that are not sound, what each piece of a problem is for, and new problems.
//!
//! ```text
//! Version ─▶ single_changes ─▶ Change::apply ─▶ judge ─▶ mend: the sound ones, the best first
//!                                                ├─────▶ strip: the pieces that nothing needs
//! random_version ─▶ random_change ───────────────┴─────▶ search: new problems, changed as long as that helps
//! ```
//!
//! Changes are written as twins are, so that `solve` reads them. No files, no threads.

mod change;
mod judge;
mod mend;
mod search;
mod strip;

pub use change::{Change, ChangeKind, Version, single_changes};
pub use judge::{Judge, Play, SoundVersion, Soundness};
pub use mend::{Changes, Mended, Mending, Wish, mend};
pub use search::{ArrayPieces, Find, SearchOptions, search};
pub use strip::{Purpose, StripOptions, Stripped, strip};
