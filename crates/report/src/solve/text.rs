//! Whole solutions in the layout of Popeye. Knows where things stand on the page; decides nothing.
//!
//! ```text
//! name   game   stipulation   pieces   VERDICT (3 keys)   C+
//!
//! set play:
//!       1...Rl2*e7
//!           2.g9-g10=N #
//!
//! tries:
//!    1.Nf5-g6 ? threat:              what a try threatens, and its variations, if they are asked for
//!           2.b6-b7=N #
//!     but
//!       1...i7-i5 !                  what refutes it
//!
//!    1.Ng5-e7 ! threat:              a key; or "zugzwang."
//!           2.b6-b7=N #              what it threatens
//!       1...Rl2*e7                   a defence
//!           2.g9-g10=N #             every continuation, with "dual" or "short" behind it
//!       1...~ threat                 all others, which parry nothing
//!
//! complete: 3 keys, 9 tries with one refutation
//! ```
//!
//! Among more than two players a reply begins with its player's letter, the
//! replies of the next player stand below it, and `~` means all moves of that
//! player that are not named.

use std::fmt::Write as _;

use super::lines::{Phase, number};
use super::spelling::{Reply, Spelled, label, mover, replies_others_last};
use crate::counted::Counted;
use hexmate_core::mate::{
    Answer, Attack, Attacks, Defence, FullSolution, Line, Solution, Stipulation, Threat, Try,
};
use hexmate_position::Position;

/// What stands between the status line and the end line.
pub(super) fn body(position: &Position, full: &FullSolution) -> String {
    let mut page = Page::default();
    let asked = full.solution.stipulation;
    if let Some(passed) = position.after_pass(position.next_player()) {
        if !full.set_play.is_empty() {
            page.text.push_str("\nset play:\n");
            page.defences(&passed, &full.set_play, Level { number: 1, indent: 6 });
        }
        page.lines("set play:\n", &passed, &full.set_lines, asked, Phase::SetPlay);
    }
    page.tries(position, full);
    for attack in &full.keys {
        page.text.push('\n');
        page.attack(position, attack, Level { number: 1, indent: 3 }, "!");
    }
    if full.keys.is_empty() && !asked.has_lines() {
        for &m in &full.solution.keys {
            let _ = write!(page.text, "\n   1.{} !", Spelled { position, m });
        }
        page.text.push_str(if full.solution.keys.is_empty() { "" } else { "\n" });
    }
    page.lines("", position, &full.solution.lines, asked, Phase::Actual);
    page.text
}

/// `3 keys` or `2 solutions`; empty if there is one or none.
pub(super) fn count(solution: &Solution) -> String {
    if solution.count() > 1 { counted(solution).to_string() } else { String::new() }
}

fn counted(solution: &Solution) -> Counted {
    Counted(solution.count() as u64, if solution.stipulation.has_lines() { "solution" } else { "key" })
}

/// What was found, in the words of the end line.
pub(super) fn summary(full: &FullSolution) -> String {
    let solution = &full.solution;
    let mut told = match (solution.mate_in, solution.count()) {
        (None, _) => "no solution".to_owned(),
        (Some(_), 1) => counted(solution).to_string(),
        (Some(_), _) => count(solution),
    };
    if let Some(moves) = solution.mate_in.filter(|&moves| moves < solution.stipulation.moves) {
        let _ = write!(told, " in {moves}");
    }
    if full.scope.tries > 0 && !solution.stipulation.has_lines() && solution.stopped.is_none() {
        let tries = Counted(full.tries.len() as u64, "try");
        let refutations = match full.scope.tries {
            1 => "one refutation".to_owned(),
            most => format!("at most {most} refutations"),
        };
        let _ = write!(told, ", {tries} with {refutations}");
    }
    told
}

/// Where a move stands: its number, and how far from the margin.
#[derive(Clone, Copy)]
struct Level {
    number: u32,
    indent: usize,
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    /// The tries, with an empty line between those that have variations.
    fn tries(&mut self, position: &Position, full: &FullSolution) {
        if !full.tries.is_empty() {
            self.text.push_str("\ntries:\n");
        }
        for (index, Try { attack, refutations }) in full.tries.iter().enumerate() {
            self.text.push_str(if full.scope.try_play && index > 0 { "\n" } else { "" });
            self.attack(position, attack, Level { number: 1, indent: 3 }, "?");
            self.text.push_str("    but\n");
            let after = position.play_unchecked(attack.m);
            for &m in refutations {
                let spelled = Spelled { position: &after, m };
                let _ = writeln!(self.text, "      1...{}{spelled} !", mover(&after));
            }
        }
    }

    fn attack(&mut self, before: &Position, attack: &Attack, level: Level, label: &str) {
        let Level { number, indent } = level;
        let spelled = Spelled { position: before, m: attack.m };
        let threat = match &attack.threat {
            Threat::Unasked => "",
            Threat::Zugzwang => " zugzwang.",
            Threat::Attacks(_) => " threat:",
        };
        let label = if label.is_empty() { String::new() } else { format!(" {label}") };
        let _ = writeln!(self.text, "{:indent$}{number}.{spelled}{label}{threat}", "");
        let after = before.play_unchecked(attack.m);
        if let (Threat::Attacks(threats), Some(passed)) = (&attack.threat, after.after_pass(before.turn())) {
            self.attacks(&passed, threats, Level { number: number + 1, indent: indent + 7 }, "");
        }
        self.defences(&after, &attack.defences, Level { number, indent: indent + 3 });
    }

    fn attacks(&mut self, position: &Position, attacks: &Attacks, level: Level, label: &str) {
        for attack in &attacks.attacks {
            self.attack(position, attack, level, label);
        }
    }

    fn defences(&mut self, position: &Position, defences: &[Defence], level: Level) {
        for reply in replies_others_last(position, defences) {
            self.reply(&reply, level);
        }
    }

    fn reply(&mut self, reply: &Reply<'_>, level: Level) {
        let Level { number, indent } = level;
        let word = match &reply.defence.answer {
            Answer::Threats => " threat",
            Answer::Refutes => " !",
            Answer::Reached if reply.covers_others => " #",
            Answer::Attacks(_) | Answer::Defences(_) | Answer::Reached => "",
        };
        let moves = reply.moves(", ", |position, m| Spelled { position, m }.to_string());
        let _ = writeln!(self.text, "{:indent$}{number}...{}{moves}{word}", "", mover(reply.before));
        match &reply.defence.answer {
            Answer::Attacks(attacks) => {
                let below = Level { number: number + 1, indent: indent + 4 };
                self.attacks(&reply.after(), attacks, below, label(attacks));
            }
            Answer::Defences(later) => {
                self.defences(&reply.after(), later, Level { number, indent: indent + 3 });
            }
            Answer::Threats | Answer::Reached | Answer::Refutes => {}
        }
    }

    /// Lines in which nobody resists, each on a line of its own.
    fn lines(&mut self, title: &str, start: &Position, lines: &[Line], asked: Stipulation, phase: Phase) {
        if !lines.is_empty() {
            let _ = write!(self.text, "\n{title}");
        }
        for line in lines {
            self.text.push_str("  ");
            for (index, (position, m)) in start.along_line(line, asked).iter().enumerate() {
                let spelled = Spelled { position, m: *m };
                let _ = write!(self.text, " {}{spelled}", number(index, line.len(), asked, phase, "..."));
            }
            self.text.push('\n');
        }
    }
}
