//! Whole solutions in the layout of Popeye. Knows where things stand on the page; decides nothing.
//!
//! ```text
//! name   game   stipulation   men   VERDICT (3 keys)   C+
//!
//!    1.Ng5-e7 ! threat:              a key; or "zugzwang."
//!           2.b6-b7=N #              what it threatens
//!       1...Rl2*e7                   a defence
//!           2.g9-g10=N #             every continuation, with "dual" or "short" behind it
//!       1...~ threat                 all others, which parry nothing
//!
//! set play:
//! tries:
//!    1.Nf5-g6 ?
//!       1...i7-i5 !                  what refutes it
//!
//! complete: 3 keys, 9 tries with one refutation
//! ```
//!
//! Among more than two players a reply begins with its player's letter, the
//! replies of the next player stand below it, and `~` means all moves of that
//! player that are not named.

use std::fmt::Write as _;

use super::spelling::{Reply, Spelled, label, mover, replies_others_last};
use crate::game::Position;
use crate::mate::{Answer, Attack, Attacks, Defence, FullSolution, Line, Solution, Threat};
use crate::report::moves::along;

/// What stands between the status line and the end line.
pub(super) fn body(position: &Position, full: &FullSolution) -> String {
    let mut page = Page::default();
    let passed = position.after_pass(position.next_player());
    for attack in &full.keys {
        page.text.push('\n');
        page.attack(position, attack, Level { number: 1, indent: 3 }, "!");
    }
    if full.keys.is_empty() && !full.solution.stipulation.is_help() {
        for &m in &full.solution.keys {
            let _ = write!(page.text, "\n   1.{} !", Spelled { position, m });
        }
        page.text.push_str(if full.solution.keys.is_empty() { "" } else { "\n" });
    }
    page.lines("", position, &full.solution.lines, Begin::White);
    if let Some(passed) = &passed {
        if !full.set_play.is_empty() {
            page.text.push_str("\nset play:\n");
            page.defences(passed, &full.set_play, Level { number: 1, indent: 6 });
        }
        page.lines("set play:\n", passed, &full.set_lines, Begin::Black);
    }
    if !full.tries.is_empty() {
        page.text.push_str("\ntries:\n");
    }
    for r#try in &full.tries {
        let _ = writeln!(page.text, "   1.{} ?", Spelled { position, m: r#try.m });
        let after = position.after_move(r#try.m);
        for &m in &r#try.refutations {
            let _ = writeln!(page.text, "      1...{}{} !", mover(&after), Spelled { position: &after, m });
        }
    }
    page.text
}

/// `3 keys` or `2 solutions`; empty if there is one or none.
pub(super) fn count(solution: &Solution) -> String {
    let word = if solution.stipulation.is_help() { "solutions" } else { "keys" };
    if solution.count() > 1 { format!("{} {word}", solution.count()) } else { String::new() }
}

/// What was found, in the words of the end line.
pub(super) fn summary(full: &FullSolution) -> String {
    let solution = &full.solution;
    let one = if solution.stipulation.is_help() { "1 solution" } else { "1 key" };
    let mut told = match (solution.mate_in, solution.count()) {
        (None, _) => "no solution".to_owned(),
        (Some(_), 1) => one.to_owned(),
        (Some(_), _) => count(solution),
    };
    if let Some(moves) = solution.mate_in.filter(|&moves| moves < solution.stipulation.moves) {
        let _ = write!(told, " in {moves}");
    }
    if full.scope.tries > 0 && !solution.stipulation.is_help() && solution.stopped.is_none() {
        let tries = if full.tries.len() == 1 { "try" } else { "tries" };
        let refutations = match full.scope.tries {
            1 => "one refutation".to_owned(),
            most => format!("at most {most} refutations"),
        };
        let _ = write!(told, ", {} {tries} with {refutations}", full.tries.len());
    }
    told
}

/// Where a move stands: its number, and how far from the margin.
#[derive(Clone, Copy)]
struct Level {
    number: u32,
    indent: usize,
}

/// Whether the first of the moves in turn is numbered as a first or a second move of its round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begin {
    White,
    Black,
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
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
        let after = before.after_move(attack.m);
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
            Answer::Reached if reply.stands_for_others => " #",
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

    /// Lines in which both sides play together, each on a line of its own.
    fn lines(&mut self, title: &str, start: &Position, lines: &[Line], begin: Begin) {
        if !lines.is_empty() {
            let _ = write!(self.text, "\n{title}");
        }
        for line in lines {
            // A line of an odd number of moves begins within its round, so that it ends with a whole one.
            let offset = match begin {
                Begin::White => line.len() % 2,
                Begin::Black => 1,
            };
            self.text.push_str("  ");
            for (index, (position, m)) in along(start, line).enumerate() {
                let ply = index + offset;
                let number = ply / 2 + 1;
                let spelled = Spelled { position: &position, m };
                let _ = match (ply % 2, index) {
                    (0, _) => write!(self.text, " {number}.{spelled}"),
                    (_, 0) => write!(self.text, " {number}...{spelled}"),
                    _ => write!(self.text, " {spelled}"),
                };
            }
            self.text.push('\n');
        }
    }
}
