//! The line of a problem on a terminal: name, game, stipulation, number of pieces, verdict, keys.

use super::SolveRow;
use crate::aligned::{fitted, padded, width};
use crate::row::meaning;
use hexmate_batch::terminal::{Painted, one_line};

/// Columns before the verdict.
const HEAD: usize = 49;

/// Most columns of the name.
const NAME: usize = 24;
/// Fewest columns of the name.
const SHORTEST_NAME: usize = 8;

/// Usual columns of the title of the game.
const TITLE: usize = 9;
/// Usual columns of stipulation and number of pieces.
const STIPULATION: usize = 14;

/// Most columns of a stipulation; an unknown stipulation may be any text.
const LONGEST_STIPULATION: usize = 12;

impl SolveRow {
    /// Returns the line with its line end and its verdict.
    ///
    /// A wide stipulation takes its columns from the space before it, then from the name.
    pub(super) fn line(&self) -> Painted {
        let id = self.heading();
        let title = if width(self.title) > TITLE { &self.variant } else { self.title };
        // Numbers of solutions have no room in the column.
        let stipulation = match &self.findings {
            Some(_) => self.printed_stipulation.split(' ').next().unwrap_or_default(),
            None => &self.stipulation,
        };
        let stipulation = fitted(stipulation, LONGEST_STIPULATION);
        let gap = STIPULATION.saturating_sub(width(&stipulation) + width(&self.pieces)).max(1);
        let stipulation = format!("{stipulation}{:gap$}{}", "", self.pieces);
        let before = HEAD.saturating_sub(1 + width(&stipulation));
        let name = before.saturating_sub(1 + width(title)).clamp(SHORTEST_NAME, NAME);
        let head = format!("{} {title}", padded(&fitted(&id, name), name));
        let keys = self.findings.iter().flat_map(|findings| &findings.keys_long);
        let keys: Vec<String> = keys.map(|key| format!("1.{key}")).collect();
        let result = [keys.join(" "), self.message.clone()].join(if keys.is_empty() { "" } else { "  " });
        let head = one_line(&format!("{} {stipulation}  ", padded(&head, before))).into_owned();
        let verdict = head.len()..head.len() + self.status.len();
        let line = format!("{:<14} {result}", self.status);
        let text = format!("{head}{}\n", one_line(line.trim_end()));
        Painted { text, verdict, meaning: meaning(self.status) }
    }
}
