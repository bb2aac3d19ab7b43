//! Composition: repair of unsound problems, purpose of each piece, and search for new problems.
//!
//! ```text
//! Version ─▶ single_changes ─▶ Change::apply ─▶ SoundnessChecker ─▶ mend: sound versions, the best first
//!                                                 ├────▶ strip: unnecessary pieces
//! random_version ─▶ random_change ────────────────┴────▶ search: new problems, improved step by step
//! ```
//!
//! Changes have the notation of twins, so `solve` reads them.

mod change;
mod mend;
mod search;
mod shared_play;
mod soundness;
mod strip;

pub use change::{Change, ChangeKind, Version, single_changes};
pub use mend::{Changes, MendOptions, Mended, Mending, mend};
pub use search::{ArrayPieces, FoundProblem, SearchOptions, search};
pub use shared_play::share_play;
pub use soundness::{PlayCounts, SoundVersion, Soundness, SoundnessChecker};
pub use strip::{Purpose, StripOptions, Stripped, strip};
