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
use super::summary::Found;
use super::terminal::meaning;
use super::{SolveLook, SolveRecord, TextStyle};
use hexmate_batch::terminal::{Painted, one_line};
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Line, Stipulation, Threat, Try};
use hexmate_position::{Letters, Position};

impl SolveRecord {
    /// Returns the whole solution, or the reason why there is none.
    pub fn solution_text(&self) -> String {
        let body = self.solved().map(|(problem, shown)| body(&problem.position, shown)).unwrap_or_default();
        let [message, claim] = [self.message(), self.claim_message()];
        let message = one_line(&message);
        let end = match self.found() {
            Some(found) if found.is_complete => format!("complete: {found}"),
            Some(found) => format!("not complete: {message}; so far {found}"),
            None => format!("not searched: {message}"),
        };
        let claim = if claim.is_empty() { String::new() } else { format!("{}\n", one_line(&claim)) };
        format!("{}\n{claim}{body}\n{end}\n\n", self.headline())
    }

    /// Returns the whole solution as text in the style and language of a look.
    pub fn text(&self, look: &SolveLook) -> String {
        match look.style {
            TextStyle::Popeye => self.solution_text(),
            TextStyle::Compact => self.compact_page(look.language),
        }
    }

    /// Returns the numbers of the end line; `None` if there is no solution.
    pub(super) fn found(&self) -> Option<Found> {
        self.solution.as_ref().ok().map(|solution| Found::of(solution.findings()))
    }

    /// Returns the parts of the status line before the verdict: name, game, stipulation, number of pieces.
    fn head(&self) -> String {
        let [_, change] = self.twin();
        let name = [&self.heading(), change].join(" ");
        let title = self.game().map_or("", |game| game.title);
        let words = [name.trim_end(), title, &self.stipulation(), &self.piece_count()];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join("   ")
    }

    /// Returns the status line: name, game, stipulation, number of pieces, verdict.
    pub(super) fn headline(&self) -> String {
        let mut line = format!("{}   {}", self.head(), self.status().word());
        if let Some(found) = self.found().filter(|found| found.solutions > 1) {
            let _ = write!(line, " ({})", found.counted());
        }
        if self.is_sound() {
            line.push_str("   C+");
        }
        one_line(&line).into_owned()
    }

    /// Returns a text that begins with the status line, with its verdict.
    pub(super) fn with_verdict(&self, text: String) -> Painted {
        let start = one_line(&(self.head() + "   ")).len();
        let status = self.status();
        Painted { text, verdict: start..start + status.word().len(), meaning: meaning(status) }
    }
}

/// Returns the text between the status line and the end line.
fn body(position: &Position, findings: &Findings) -> String {
    let mut page = Page::default();
    let stipulation = findings.stipulation;
    if let Some(passed) = position.after_pass(position.next_player()) {
        if !findings.set_play.is_empty() {
            page.text.push_str("\nset play:\n");
            page.defences(&passed, &findings.set_play, Level { number: 1, indent: 6 });
        }
        page.lines("set play:\n", &passed, &findings.set_lines, stipulation, Phase::SetPlay);
    }
    page.tries(position, findings);
    for attack in &findings.variations {
        page.text.push('\n');
        page.attack(position, attack, Level { number: 1, indent: 3 }, "!");
    }
    if findings.variations.is_empty() && !stipulation.has_lines() {
        for &m in &findings.keys {
            let _ = write!(page.text, "\n   1.{} !", Spelled { position, m });
        }
        page.text.push_str(if findings.keys.is_empty() { "" } else { "\n" });
    }
    page.lines("", position, &findings.lines, stipulation, Phase::Actual);
    page.text
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
    fn tries(&mut self, position: &Position, findings: &Findings) {
        if !findings.tries.is_empty() {
            self.text.push_str("\ntries:\n");
        }
        for (index, Try { attack, refutations }) in findings.tries.iter().enumerate() {
            self.text.push_str(if findings.scope.try_play && index > 0 { "\n" } else { "" });
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
            Threat::None => "",
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
