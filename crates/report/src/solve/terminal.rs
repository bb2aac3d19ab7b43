//! The line of a problem on a terminal: name, game, stipulation, count of pieces, verdict, keys. Knows widths.

use super::SolveRow;
use crate::aligned::{fitted, padded, width};
use hexmate_batch::terminal::one_line;

/// What stands before the verdict takes so many columns.
const HEAD: usize = 45;

/// A name takes so many of them at most, and no fewer than these.
const NAME: usize = 24;
const SHORTEST_NAME: usize = 8;

/// The title of a game, and stipulation with count, take so many where that is enough.
const TITLE: usize = 9;
const ASKED: usize = 10;

/// A stipulation that cannot be read may be any text.
const LONGEST_ASKED: usize = 12;

impl SolveRow {
    /// The line, with its end.
    ///
    /// A stipulation or a count that needs more room takes it from the blanks before it, then from the name.
    pub(super) fn line(&self) -> String {
        let id = self.heading();
        let title = if width(self.title) > TITLE { &self.variant } else { self.title };
        let asked = fitted(&self.stipulation, LONGEST_ASKED);
        let gap = ASKED.saturating_sub(width(&asked) + width(&self.pieces)).max(1);
        let asked = format!("{asked}{:gap$}{}", "", self.pieces);
        let before = HEAD.saturating_sub(1 + width(&asked));
        let name = before.saturating_sub(1 + width(title)).clamp(SHORTEST_NAME, NAME);
        let head = format!("{} {title}", padded(&fitted(&id, name), name));
        let keys = self.findings.iter().flat_map(|findings| &findings.keys_long);
        let keys: Vec<String> = keys.map(|key| format!("1.{key}")).collect();
        let told = [keys.join(" "), self.message.clone()].join(if keys.is_empty() { "" } else { "  " });
        let line = format!("{} {asked}  {:<14} {told}", padded(&head, before), self.status);
        format!("{}\n", one_line(line.trim_end()))
    }
}
