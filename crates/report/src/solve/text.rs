//! Whole solutions in the layout of Popeye.
//!
//! ```text
//! name   game   stipulation   pieces   VERDICT (3 keys)   C+
//!
//! set play:
//!       1...Rl2*e7
//!           2.g9-g10=N #
//!
//! tries:
//!    1.Nf5-g6 ? threat:              a try, with its threats and variations if the play of tries is requested
//!           2.b6-b7=N #
//!     but
//!       1...i7-i5 !                  its refutation
//!
//!    1.Ng5-e7 ! threat:              a key; or "zugzwang."
//!           2.b6-b7=N #              its threat
//!       1...Rl2*e7                   a defence
//!           2.g9-g10=N #             every continuation, followed by "dual" or "short"
//!       1...~ threat                 all other moves, which do not parry the threat
//!
//! complete: 3 keys, 9 tries with one refutation
//! ```
//!
//! In games for more than two players a reply begins with the letter of its player, the replies of the next player are
//! below it, and `~` means all moves of that player that are not named.

use std::fmt::Write as _;

use super::lines::{Phase, number};
use super::spelling::{Reply, Spelled, label, mover, replies_others_last};
use crate::counted::Counted;
use hexmate_core::mate::{
    Answer, Attack, Attacks, BasicSolution, Defence, FullSolution, Line, Stipulation, Threat, Try,
};
use hexmate_position::{Letters, Position};

/// Returns the text between the status line and the end line.
pub(super) fn body(position: &Position, full: &FullSolution) -> String {
    let mut page = Page::default();
    let stipulation = full.solution.stipulation;
    if let Some(passed) = position.after_pass(position.next_player()) {
        if !full.set_play.is_empty() {
            page.text.push_str("\nset play:\n");
            page.defences(&passed, &full.set_play, Level { number: 1, indent: 6 });
        }
        page.lines("set play:\n", &passed, &full.set_lines, stipulation, Phase::SetPlay);
    }
    page.tries(position, full);
    for attack in &full.keys {
        page.text.push('\n');
        page.attack(position, attack, Level { number: 1, indent: 3 }, "!");
    }
    if full.keys.is_empty() && !stipulation.has_lines() {
        for &m in &full.solution.keys {
            let _ = write!(page.text, "\n   1.{} !", Spelled { position, m });
        }
        page.text.push_str(if full.solution.keys.is_empty() { "" } else { "\n" });
    }
    page.lines("", position, &full.solution.lines, stipulation, Phase::Actual);
    page.text
}

/// Returns the number of solutions, such as `3 keys`; empty if there is at most one.
pub(super) fn count(solution: &BasicSolution) -> String {
    if solution.count() > 1 { counted(solution).to_string() } else { String::new() }
}

fn counted(solution: &BasicSolution) -> Counted {
    Counted(solution.count() as u64, if solution.stipulation.has_lines() { "solution" } else { "key" })
}

/// Returns the findings for the end line.
pub(super) fn summary(full: &FullSolution) -> String {
    let solution = &full.solution;
    let mut text = match (solution.mate_in, solution.count()) {
        (None, _) => "no solution".to_owned(),
        (Some(_), 1) => counted(solution).to_string(),
        (Some(_), _) => count(solution),
    };
    if let Some(moves) = solution.mate_in.filter(|&moves| moves < solution.stipulation.moves) {
        let _ = write!(text, " in {moves}");
    }
    if full.scope.tries > 0 && !solution.stipulation.has_lines() && solution.stopped.is_none() {
        let tries = Counted(full.tries.len() as u64, "try");
        let refutations = match full.scope.tries {
            1 => "one refutation".to_owned(),
            most => format!("at most {most} refutations"),
        };
        let _ = write!(text, ", {tries} with {refutations}");
    }
    text
}

/// Number and indentation of a move.
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
    /// Adds the tries, separated by empty lines if their play is shown.
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
                let _ = writeln!(self.text, "      1...{}{spelled} !", mover(&after, &Letters::ENGLISH));
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
        let player = mover(reply.before, &Letters::ENGLISH);
        let _ = writeln!(self.text, "{:indent$}{number}...{player}{moves}{word}", "");
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

    /// Adds the lines of a helpmate or series, one per line of text.
    fn lines(
        &mut self,
        title: &str,
        start: &Position,
        lines: &[Line],
        stipulation: Stipulation,
        phase: Phase,
    ) {
        if !lines.is_empty() {
            let _ = write!(self.text, "\n{title}");
        }
        for line in lines {
            self.text.push_str("  ");
            for (index, (position, m)) in start.along_line(line, stipulation).iter().enumerate() {
                let spelled = Spelled { position, m: *m };
                let _ =
                    write!(self.text, " {}{spelled}", number(index, line.len(), stipulation, phase, "..."));
            }
            self.text.push('\n');
        }
    }
}
