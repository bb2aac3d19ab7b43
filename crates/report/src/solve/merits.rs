//! The columns of themes, quality and difficulty.

use super::SolveRow;
use hexmate_problems::themes::{Merits, Theme};

impl SolveRow {
    /// Returns the row with themes, quality and difficulty; `None` unless the problem is sound and its solution complete.
    pub fn with_merits(self, merits: Option<Merits>) -> Self {
        Self { merits, ..self }
    }

    /// Returns the codes of the themes.
    pub(super) fn theme_codes(&self) -> Option<Vec<&'static str>> {
        let merits = self.merits?;
        Some(merits.themes.iter().map(Theme::code).collect())
    }
}
