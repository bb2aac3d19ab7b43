//! Lines of problems in which nobody resists, by playing everything (solving.md).

use std::collections::BTreeSet;

use super::position::Position;
use super::solution::Goal;

/// Who moves when, and how a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// Both sides in turn, so many moves of either side, the last of which reaches the goal.
    Help(u32),
    /// The same, but whoever has the last move cannot but reach the goal.
    HelpSelf(u32),
    /// One side so many times in a row; the last of these moves reaches the goal.
    Series(u32),
    /// The same, then one move of the other side, which reaches it.
    SeriesHelp(u32),
    /// The same, then one move of the other side, which cannot but reach it.
    SeriesSelf(u32),
}

/// Moves, each followed by a blank, and where they lead.
type Followed<'f> = &'f mut dyn FnMut(&str, &Position);

impl Position {
    /// All lines after which the goal is reached, as moves joined by blanks.
    pub fn lines(&self, lines: LineForm, goal: Goal) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut reached = |way: &str, last: &Position| {
            if last.is_at(goal) {
                found.insert(way.trim_end().to_owned());
            }
        };
        match lines {
            LineForm::Help(moves) => self.in_turn(moves, "", &mut reached),
            LineForm::Series(moves) => self.in_a_row(moves, "", &mut reached),
            LineForm::SeriesHelp(moves) => {
                self.in_a_row(moves, "", &mut |way, last| last.in_turn(1, way, &mut reached));
            }
            LineForm::HelpSelf(moves) => {
                self.in_turn(moves - 1, "", &mut |way, last| found.extend(last.forced_ends(way, goal)));
            }
            LineForm::SeriesSelf(moves) => {
                self.in_a_row(moves, "", &mut |way, last| found.extend(last.forced_ends(way, goal)));
            }
        }
        found
    }

    /// Whether the player to move is where the goal wants it.
    pub(super) fn is_at(&self, goal: Goal) -> bool {
        match goal {
            Goal::Mate => self.is_mate(),
            Goal::Stalemate => self.is_stalemate(),
            Goal::Check => self.in_check(),
        }
    }

    fn in_turn(&self, moves: u32, way: &str, follow: Followed<'_>) {
        if moves == 0 {
            return follow(way, self);
        }
        for m in self.legal_moves() {
            self.play(&m).in_turn(moves - 1, &format!("{way}{} ", m.uci()), follow);
        }
    }

    /// Whoever passes is not in check, and comes to move when the series is over.
    fn in_a_row(&self, moves: u32, way: &str, follow: Followed<'_>) {
        if moves == 0 {
            return;
        }
        for m in self.legal_moves() {
            let (next, way) = (self.play(&m), format!("{way}{} ", m.uci()));
            if moves == 1 {
                follow(&way, &next);
            } else if let Some(passed) = next.pass_to(self.turn) {
                passed.in_a_row(moves - 1, &way, follow);
            }
        }
    }

    /// The way with every last move, if there is one and each reaches the goal.
    fn forced_ends(&self, way: &str, goal: Goal) -> BTreeSet<String> {
        let moves = self.legal_moves();
        match moves.iter().all(|m| self.play(m).is_at(goal)) {
            true => moves.iter().map(|m| format!("{way}{}", m.uci())).collect(),
            false => BTreeSet::new(),
        }
    }
}
