//! Issues of a magazine: a description names problems of files by sections, and [`Description::select`] finds them.

mod description;
mod fault;
mod selection;

pub use description::Description;
pub use fault::{IssueFault, IssueFaultKind};
pub use selection::{IssueNote, SelectedIssue};
