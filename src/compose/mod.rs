//! Composing: sound versions of problems that are not sound, and what each piece of a problem is for.
//!
//! ```text
//! Version ─▶ single_changes ─▶ Change::apply ─▶ judge ─▶ mend: the sound ones, the best first
//!                                                └─────▶ strip: the pieces that nothing needs
//! ```
//!
//! Changes are written as twins are, so that `solve` reads them. No files, no threads.

mod change;
mod judge;
mod mend;
mod strip;

pub use change::{Change, Kind, Version, single_changes};
pub use judge::{Judge, Judgement, Play, SoundVersion};
pub use mend::{Changes, Mended, Mending, Wish, mend};
pub use strip::{Purpose, Stripped, strip};
