//! The line of a problem on a terminal: name, game, stipulation, number of pieces, verdict, keys.

use super::SolveRecord;
use crate::aligned::{fitted, padded, width};
use hexmate_batch::terminal::{Meaning, Painted, one_line};
use hexmate_core::mate::Verdict;
use hexmate_position::{Letters, Long};
use hexmate_problems::SolveStatus;

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

/// Returns the meaning of a verdict.
pub(super) fn meaning(status: SolveStatus) -> Meaning {
    match status {
        SolveStatus::Solved(Verdict::Sound) => Meaning::Good,
        SolveStatus::Solved(Verdict::NotFinished) => Meaning::Open,
        SolveStatus::Solved(_) | SolveStatus::Illegal | SolveStatus::BadInput => Meaning::Wrong,
    }
}

impl SolveRecord {
    /// Returns the line with its line end and its verdict.
    ///
    /// A wide stipulation takes its columns from the space before it, then from the name.
    pub(super) fn line(&self) -> Painted {
        let id = self.heading();
        let title = self.game().map_or("", |game| game.title);
        let title = if width(title) > TITLE { self.variant() } else { title };
        // Numbers of solutions have no room in the column.
        let (stipulation, pieces) = (self.printed_stipulation(), self.piece_count());
        let stipulation = match self.solved() {
            Some(_) => stipulation.split(' ').next().unwrap_or_default(),
            None => &stipulation,
        };
        let stipulation = fitted(stipulation, LONGEST_STIPULATION);
        let gap = STIPULATION.saturating_sub(width(&stipulation) + width(&pieces)).max(1);
        let stipulation = format!("{stipulation}{:gap$}{pieces}", "");
        let before = HEAD.saturating_sub(1 + width(&stipulation));
        let name = before.saturating_sub(1 + width(title)).clamp(SHORTEST_NAME, NAME);
        let head = format!("{} {title}", padded(&fitted(&id, name), name));
        let keys = self.solved().map(|(problem, findings)| {
            let position = &problem.position;
            let long = |&m| format!("1.{}", Long { position, m, letters: &Letters::ENGLISH });
            findings.keys.iter().map(long).collect::<Vec<_>>()
        });
        let keys = keys.unwrap_or_default();
        let result = [keys.join(" "), self.message()].join(if keys.is_empty() { "" } else { "  " });
        let head = one_line(&format!("{} {stipulation}  ", padded(&head, before))).into_owned();
        let status = self.status();
        let verdict = head.len()..head.len() + status.word().len();
        let line = format!("{:<14} {result}", status.word());
        let text = format!("{head}{}\n", one_line(line.trim_end()));
        Painted { text, verdict, meaning: meaning(status) }
    }
}
