//! The columns of what a problem shows: its themes by their codes. Judges nothing.

use super::SolveRow;
use hexmate_problems::themes::{Merits, Theme};

impl SolveRow {
    /// The same row with what the problem shows, if it is sound and told whole.
    pub fn with_merits(self, merits: Option<Merits>) -> Self {
        Self { merits, ..self }
    }

    /// The codes of its themes.
    pub(super) fn theme_codes(&self) -> Option<Vec<&'static str>> {
        let merits = self.merits?;
        Some(merits.themes.iter().map(Theme::code).collect())
    }
}
