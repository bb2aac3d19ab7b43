//! Whole solutions as magazines print them, `1.Rf11! (2.Qd4#) Kc5 2.Qb3#`. Knows what is told when; decides nothing.
//!
//! ```text
//! 1.Rf11! (2.Qd4#) Kc5 2.Qb3#; 1…Rb2/Rb3 2.Qc4#     key, threats, defences with their continuations
//! 1.Ba1! zugzwang Kc5 2.Qb3+ Kd6 3.Qe7#, 2…Kc6 3.Qb6#
//! 1.Qa1?/Qa2? Rb2!                                  tries and what refutes each of them
//! Set play: 1…Kc5 2.Qb3#
//! 1.Ba1 Kb2 2.Kc3 Qd4#                              a line in which both sides play together
//! ```
//!
//! A move without a number is played by the next player. Defences that parry no threat are not told.

use super::spelling::{Reply, mover, replies_others_last};
use crate::game::Position;
use crate::mate::{Answer, Attack, Attacks, Defence, FullSolution, Line, Threat, Try};
use crate::notation::{self, Letters, San};
use crate::report::flow::{Flow, Told};
use crate::report::moves::along;
use crate::report::words::{Language, Words};
use crate::rules::Move;

/// The solution in a language.
pub(super) fn flow(position: &Position, full: &FullSolution, language: Language) -> Flow {
    let letters = &language.letters;
    let mut writer = Writer { flow: Flow::default(), letters, words: language.words };
    if let Some(passed) = position.after_pass(position.next_player()) {
        writer.set_play(&passed, full);
    }
    let root = Root { before: position, parent: None };
    let refutations = |r#try: &Try| -> Vec<String> {
        let after = position.after_move(r#try.m);
        let write = |&m| San { position: &after, m, letters }.to_string();
        r#try.refutations.iter().map(write).collect()
    };
    for alike in grouped(&full.tries, |one, other| refutations(one) == refutations(other)) {
        writer.tries(root, &alike);
    }
    for attack in &full.keys {
        writer.variations(root, attack, 1, "!");
        writer.flow.next_line();
    }
    if full.keys.is_empty() && full.solution.lines.is_empty() {
        for &m in &full.solution.keys {
            writer.attack(root, m, "1.", "!");
            writer.flow.next_line();
        }
    }
    for line in &full.solution.lines {
        writer.line(position, line, line.len() % 2);
    }
    writer.flow
}

/// The keys, or the first moves of the lines, in a few words.
pub(super) fn keys(position: &Position, full: &FullSolution, language: Language) -> String {
    let lines = full.solution.lines.iter().filter_map(|line| line.first());
    let mut firsts: Vec<Move> = full.solution.keys.iter().chain(lines).copied().collect();
    firsts.dedup();
    let all = firsts.len();
    firsts.truncate(MOST_KEYS);
    let write = |m| format!("1.{}", San { position, m, letters: &language.letters });
    let mut told: Vec<String> = firsts.into_iter().map(write).collect();
    if all > told.len() {
        told.push("…".to_owned());
    }
    if told.is_empty() { language.words.unsolvable.to_owned() } else { told.join(" ") }
}

/// So many keys are told before the solution is unfolded.
const MOST_KEYS: usize = 4;

/// Where a move is played: the position, and the move that led to it.
#[derive(Clone, Copy)]
struct Root<'p> {
    before: &'p Position,
    parent: Option<Told>,
}

struct Writer<'w> {
    flow: Flow,
    letters: &'w Letters,
    words: &'static Words,
}

impl Writer<'_> {
    fn set_play(&mut self, passed: &Position, full: &FullSolution) {
        if full.set_play.is_empty() && full.set_lines.is_empty() {
            return;
        }
        self.flow.say(self.words.set_play);
        let root = Root { before: passed, parent: None };
        if !full.set_play.is_empty() {
            self.defences(root, &full.set_play, 1, Begin::Numbered);
            self.flow.next_line();
        }
        for line in &full.set_lines {
            self.flow.say(" ");
            self.line(passed, line, 1);
        }
    }

    /// Tries that the same replies refute.
    fn tries(&mut self, root: Root<'_>, alike: &[&Try]) {
        let mut last = None;
        for r#try in alike {
            if last.is_some() {
                self.flow.say("/");
            }
            let number = if last.is_none() { "1." } else { "" };
            last = Some((self.attack(root, r#try.m, number, "?"), *r#try));
        }
        let Some((told, Try { m, refutations, .. })) = last else { return };
        let after = root.before.after_move(*m);
        for (index, &m) in refutations.iter().enumerate() {
            self.flow.say(if index == 0 { " " } else { "/" });
            self.attack(Root { before: &after, parent: Some(told) }, m, &mover(&after), "!");
        }
        self.flow.next_line();
    }

    /// A move with what stands before and behind it.
    fn attack(&mut self, root: Root<'_>, m: Move, number: &str, mark: &str) -> Told {
        let Root { before, parent } = root;
        let after = before.after_move(m);
        let san = San { position: before, m, letters: self.letters };
        let is_stalemate = before.threat_of(m) == notation::Threat::None && !after.has_moves();
        let mut text = format!("{number}{san}");
        text.push_str(if is_stalemate { "=" } else { "" });
        // A mate needs no praise.
        text.push_str(if mark == "!" && text.ends_with(['#', '=']) { "" } else { mark });
        self.flow.tell(parent, [before, &after], text)
    }

    /// A move of the player who solves, with all that can follow.
    fn variations(&mut self, root: Root<'_>, attack: &Attack, number: u32, mark: &str) {
        let told = self.attack(root, attack.m, &format!("{number}."), mark);
        let after = root.before.after_move(attack.m);
        match &attack.threat {
            Threat::Unasked => {}
            Threat::Zugzwang => {
                self.flow.say(" ");
                self.flow.say(self.words.zugzwang);
            }
            Threat::Attacks(threats) => {
                if let Some(passed) = after.after_pass(root.before.turn()) {
                    self.flow.say(" (");
                    self.attacks(Root { before: &passed, parent: Some(told) }, threats, number + 1);
                    self.flow.say(")");
                }
            }
        }
        self.defences(Root { before: &after, parent: Some(told) }, &attack.defences, number, Begin::Running);
    }

    /// Continuations; those without anything to follow stand together.
    fn attacks(&mut self, root: Root<'_>, attacks: &Attacks, number: u32) {
        let are_last = are_last(attacks);
        for (index, attack) in attacks.attacks.iter().enumerate() {
            match (index, are_last) {
                (0, _) => self.variations(root, attack, number, ""),
                (_, true) => {
                    self.flow.say("/");
                    self.attack(root, attack.m, "", "");
                }
                (_, false) => {
                    self.flow.say(", ");
                    self.variations(root, attack, number, "");
                }
            }
        }
    }

    fn defences(&mut self, root: Root<'_>, defences: &[Defence], number: u32, mut begin: Begin) {
        let told = replies_others_last(root.before, defences).into_iter();
        let told: Vec<_> = told.filter(|reply| reply.defence.answer != Answer::Threats).collect();
        for alike in grouped(&told, |one, other| self.are_alike(one, other)) {
            match begin {
                Begin::Running | Begin::Numbered => self.flow.say(" "),
                Begin::Another if number == 1 => self.flow.next_variation(),
                Begin::Another => self.flow.say(", "),
            }
            self.reply(root, &alike, number, begin);
            begin = Begin::Another;
        }
    }

    /// Whether two defences have the same last moves for an answer, written alike.
    fn are_alike(&self, one: &Reply<'_>, other: &Reply<'_>) -> bool {
        let last = |reply: &Reply<'_>| match &reply.defence.answer {
            Answer::Attacks(attacks) if are_last(attacks) && !reply.stands_for_others => {
                let after = reply.after();
                let write = |attack: &Attack| {
                    San { position: &after, m: attack.m, letters: self.letters }.to_string()
                };
                Some(attacks.attacks.iter().map(write).collect::<Vec<_>>())
            }
            _ => None,
        };
        last(one).is_some_and(|moves| last(other) == Some(moves))
    }

    /// Defences that are alike: what follows is told after the first of them.
    fn reply(&mut self, root: Root<'_>, alike: &[&Reply<'_>], number: u32, begin: Begin) {
        let [reply, others @ ..] = alike else { return };
        let number_text = match begin {
            Begin::Running => mover(root.before),
            Begin::Numbered | Begin::Another => format!("{number}…{}", mover(root.before)),
        };
        let after = reply.after();
        let told = match reply.defence.moves.as_slice() {
            [] => self.flow.tell(root.parent, [root.before, &after], format!("{number_text}–")),
            _ if reply.stands_for_others => {
                self.flow.tell(root.parent, [root.before, &after], format!("{number_text}~"))
            }
            [first, rest @ ..] => {
                let told = self.attack(root, *first, &number_text, "");
                let others = others.iter().flat_map(|reply| &reply.defence.moves);
                for &m in rest.iter().chain(others) {
                    self.flow.say("/");
                    self.attack(root, m, "", "");
                }
                told
            }
        };
        let next = Root { before: &after, parent: Some(told) };
        match &reply.defence.answer {
            Answer::Attacks(attacks) => {
                self.flow.say(" ");
                self.attacks(next, attacks, number + 1);
            }
            Answer::Defences(later) => self.defences(next, later, number, Begin::Running),
            Answer::Refutes => self.flow.say("!"),
            Answer::Reached if reply.stands_for_others => self.flow.say("#"),
            Answer::Reached | Answer::Threats => {}
        }
    }

    /// A line in which both sides play together; `offset` moves of its first round are not played.
    fn line(&mut self, start: &Position, line: &Line, offset: usize) {
        let mut parent = None;
        for (index, (before, m)) in along(start, line).enumerate() {
            let ply = index + offset;
            let number = match (ply % 2, index) {
                (0, _) => format!("{}.", ply / 2 + 1),
                (_, 0) => format!("{}…", ply / 2 + 1),
                _ => String::new(),
            };
            if index > 0 {
                self.flow.say(" ");
            }
            parent = Some(self.attack(Root { before: &before, parent }, m, &number, ""));
        }
        self.flow.next_line();
    }
}

/// Whether nothing follows any of these moves.
fn are_last(attacks: &Attacks) -> bool {
    attacks.attacks.iter().all(|attack| attack.defences.is_empty() && attack.threat == Threat::Unasked)
}

/// Things that are alike put together, each group where its first one stood.
fn grouped<T>(things: &[T], are_alike: impl Fn(&T, &T) -> bool) -> Vec<Vec<&T>> {
    let mut groups: Vec<Vec<&T>> = Vec::new();
    for thing in things {
        match groups.iter_mut().find(|group| are_alike(group[0], thing)) {
            Some(group) => group.push(thing),
            None => groups.push(vec![thing]),
        }
    }
    groups
}

/// How the first of some defences is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// Right behind the move that it answers: without a number.
    Running,
    /// Behind nothing.
    Numbered,
    /// Behind another defence.
    Another,
}
