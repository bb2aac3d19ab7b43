//! Whole solutions in the compact style of magazines, `1.Rf11! (2.Qd4#) Kc5 2.Qb3#`.
//!
//! ```text
//! 1.Rf11! (2.Qd4#) Kc5 2.Qb3#; 1…Rb2/Rb3 2.Qc4#     key, threats, defences with their continuations
//! 1.Ba1! (zz) Kc5 2.Qb3+ Kd6 3.Qe7#, 2…Kc6 3.Qb6#      zugzwang
//! 1…Kc5 2.h9=~#; 1…Kc6 2.h9=Q/R#                    equal promotions
//! 1…Kd6 2.Ra1 Rb3#; 1…K~ 2.Ra2 Rb3#                 all other king moves have the same continuation
//! 1.Qa1?/Qa2? Rb2!                                  tries with the same refutation
//! Set play: 1…Kc5 2.Qb3#
//! 1.Ba1 Kb2 2.Kc3 Qd4#                              a line of a helpmate
//! ```
//!
//! A move without a number is played by the next player. Defences that do not parry the threat are left out.

use std::fmt::Write as _;

use super::lines::{Phase, number};
use super::spelling::{Reply, mover, replies_others_last};
use crate::flow::{Flow, MoveIndex};
use crate::words::{BookWords, Language, MateSign, letters_of};
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Line, Stipulation, Threat, Try};
use hexmate_core::rules::{Move, Role};
use hexmate_position as notation;
use hexmate_position::{CellText, Letters, Position, San};

/// Least number of moves that are written as `K~`.
const LEAST_FAMILY: usize = 3;

/// Tries in a compact solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tries {
    /// All tries.
    All,
    /// Tries with play, and at least two defences.
    WithPlay,
}

impl Tries {
    fn includes(self, r#try: &Try) -> bool {
        let parried = r#try.attack.defences.iter().filter(|defence| defence.answer != Answer::Threats);
        let defences = parried.count() + r#try.refutations.len();
        self == Self::All || has_play(r#try) && defences >= 2
    }
}

/// Returns whether the threat or failing defences of a try are known.
fn has_play(r#try: &Try) -> bool {
    !r#try.attack.defences.is_empty() || r#try.attack.threat != Threat::None
}

/// Returns the solution as running text.
///
/// If only some solutions begin with an `intended` move, these come first, and the others are named as cooks.
pub(super) fn flow(
    position: &Position,
    findings: &Findings,
    language: Language,
    tries: Tries,
    intended: &[Move],
) -> Flow {
    let Language { letters, words, mate_sign } = &language;
    let mut writer = Writer { flow: Flow::default(), letters, words, mate_sign: *mate_sign };
    let before = writer.flow.begin_aside();
    if let Some(passed) = position.after_pass(position.next_player()) {
        writer.set_play(&passed, findings);
    }
    let root = Root { before: position, parent: None };
    let refutations = |r#try: &Try| -> Vec<String> {
        let after = position.play_unchecked(r#try.attack.m);
        let write = |&m| San { position: &after, m, letters }.to_string();
        r#try.refutations.iter().map(write).collect()
    };
    let are_alike =
        |one: &Try, other: &Try| !has_play(one) && !has_play(other) && refutations(one) == refutations(other);
    let shown: Vec<&Try> = findings.tries.iter().filter(|r#try| tries.includes(r#try)).collect();
    for alike in grouped(&shown, |one, other| are_alike(one, other)) {
        writer.tries(root, &alike.into_iter().copied().collect::<Vec<_>>());
    }
    writer.flow.end_aside(before);
    let firsts = findings.keys.iter().copied();
    let firsts: Vec<Move> =
        firsts.chain(findings.lines.iter().filter_map(|line| line.first().copied())).collect();
    let is_intended = |m: Option<Move>| m.is_some_and(|m| intended.contains(&m));
    let is_cooked =
        firsts.iter().any(|&m| is_intended(Some(m))) && !firsts.iter().all(|&m| is_intended(Some(m)));
    let intentions: &[bool] = if is_cooked { &[true, false] } else { &[true] };
    for &intention in intentions {
        let is_now = |m: Option<Move>| !is_cooked || is_intended(m) == intention;
        for attack in findings.variations.iter().filter(|attack| is_now(Some(attack.m))) {
            let mark = writer.begin_solution(intention);
            writer.variations(root, attack, 1, mark);
            writer.flow.next_line();
        }
        if findings.variations.is_empty() && findings.lines.is_empty() {
            for &m in findings.keys.iter().filter(|&&m| is_now(Some(m))) {
                let mark = writer.begin_solution(intention);
                writer.attack(root, m, "1.", mark);
                writer.flow.next_line();
            }
        }
        for line in findings.lines.iter().filter(|line| is_now(line.first().copied())) {
            writer.begin_solution(intention);
            writer.line(position, line, findings.stipulation, Phase::Actual);
        }
    }
    writer.flow
}

/// Returns the keys or the first moves of the lines, at most [`MAX_KEYS`] of them.
pub(super) fn keys(position: &Position, findings: &Findings, language: Language) -> String {
    let lines = findings.lines.iter().filter_map(|line| line.first());
    let mut firsts: Vec<Move> = findings.keys.iter().chain(lines).copied().collect();
    firsts.dedup();
    let all = firsts.len();
    firsts.truncate(MAX_KEYS);
    let write = |m| {
        let san = San { position, m, letters: &language.letters }.to_string();
        format!("1.{}", language.mate_sign.apply(&san))
    };
    let mut texts: Vec<String> = firsts.into_iter().map(write).collect();
    if all > texts.len() {
        texts.push("…".to_owned());
    }
    if texts.is_empty() { language.words.unsolvable.to_owned() } else { texts.join(" ") }
}

/// Most keys shown above a folded solution.
const MAX_KEYS: usize = 4;

/// The position in which a move is played, and the move that led to it.
#[derive(Clone, Copy)]
struct Root<'p> {
    before: &'p Position,
    parent: Option<MoveIndex>,
}

/// Sign after a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// `?`
    Try,
    /// `!` of a key.
    Key,
    /// `!` of another solution or of a refutation.
    Good,
}

struct Writer<'w> {
    flow: Flow,
    letters: &'w Letters,
    words: &'static BookWords,
    mate_sign: MateSign,
}

impl Writer<'_> {
    /// Begins a solution; one that is not intended follows a word. Returns the mark of its first move.
    fn begin_solution(&mut self, is_intended: bool) -> Mark {
        if is_intended {
            return Mark::Key;
        }
        self.flow.add_text(self.words.cook);
        self.flow.add_text(" ");
        Mark::Good
    }

    fn set_play(&mut self, passed: &Position, findings: &Findings) {
        if findings.set_play.is_empty() && findings.set_lines.is_empty() {
            return;
        }
        self.flow.add_text(self.words.set_play);
        let root = Root { before: passed, parent: None };
        if !findings.set_play.is_empty() {
            self.defences(root, &findings.set_play, 1, Begin::Numbered);
            self.flow.next_line();
        }
        for line in &findings.set_lines {
            self.flow.add_text(" ");
            self.line(passed, line, findings.stipulation, Phase::SetPlay);
        }
    }

    /// Adds tries that have the same refutations.
    fn tries(&mut self, root: Root<'_>, alike: &[&Try]) {
        let Some((first, others)) = alike.split_first() else { return };
        let moves: Vec<Move> = alike.iter().map(|r#try| r#try.attack.m).collect();
        let Some(parent) = self.alternatives(root, &moves, &[], "1.", Mark::Try) else { return };
        if others.is_empty() {
            self.play_after(root, &first.attack, 1, parent);
        }
        let after = root.before.play_unchecked(first.attack.m);
        let has_play = !first.attack.defences.is_empty() || first.attack.threat != Threat::None;
        for (index, &m) in first.refutations.iter().enumerate() {
            let (between, number) = match (index, has_play) {
                (0, false) => (" ".to_owned(), self.mover(&after)),
                (0, true) => (format!(" {} ", self.words.but), format!("1…{}", self.mover(&after))),
                _ => ("/".to_owned(), self.mover(&after)),
            };
            self.flow.add_text(&between);
            self.attack(Root { before: &after, parent: Some(parent) }, m, &number, Mark::Good);
        }
        self.flow.next_line();
    }

    /// Adds a move with its number and mark.
    fn attack(&mut self, root: Root<'_>, m: Move, number: &str, mark: Mark) -> MoveIndex {
        self.moves(root, &[m], number, mark)
    }

    /// Adds a move, or promotions of one pawn that are written as one, with number and mark.
    fn moves(&mut self, root: Root<'_>, moves: &[Move], number: &str, mark: Mark) -> MoveIndex {
        let after = root.before.play_unchecked(moves[0]);
        let text = self.spelled(root.before, moves, number, mark);
        if mark == Mark::Key {
            self.flow.add_key(root.parent, [root.before, &after], text)
        } else {
            self.flow.add_move(root.parent, [root.before, &after], text)
        }
    }

    /// Adds moves with the same continuations, separated by slashes; the first one has a number.
    ///
    /// All moves of a kind of piece, or of one piece, are written as `K~` or `Rb4~`, except those that are `named` before.
    fn alternatives(
        &mut self,
        root: Root<'_>,
        moves: &[Move],
        named: &[Move],
        number: &str,
        mark: Mark,
    ) -> Option<MoveIndex> {
        let mut first = None;
        let (families, single) = self.families(root.before, moves, named);
        let families = families.into_iter().map(|family| (family.moves, Some(family.text)));
        let groups = self.equal_promotions(root.before, &single).into_iter().map(|group| (group, None));
        let mut groups: Vec<(Vec<Move>, Option<String>)> = groups.chain(families).collect();
        // In the order of the moves.
        groups.sort_by_key(|(group, _)| moves.iter().position(|m| group.first() == Some(m)));
        for (group, text) in groups {
            let number = if first.is_some() { "" } else { number };
            if first.is_some() {
                self.flow.add_text("/");
            }
            let index = match text {
                None => self.moves(root, &group, number, mark),
                Some(text) => {
                    let after = root.before.play_unchecked(group[0]);
                    let mark = if mark == Mark::Try { "?" } else { "" };
                    let text = format!("{number}{}{mark}", self.mate_sign.apply(&text));
                    self.flow.add_move(root.parent, [root.before, &after], text)
                }
            };
            first = first.or(Some(index));
        }
        first
    }

    /// Returns the families among moves, and the moves that are in none.
    ///
    /// A family is all moves of one kind of piece, or else of one piece, without those that are `named` before. It has at
    /// least three moves with the same sign of check or mate.
    fn families(&self, before: &Position, moves: &[Move], named: &[Move]) -> (Vec<Family>, Vec<Move>) {
        let role = |m: &Move| before.piece(m.from).map(|piece| piece.role);
        let sign = |m: &Move| sign(&self.san(before, *m)).to_owned();
        let mut rest: Vec<Move> = moves.to_vec();
        let mut families = Vec::new();
        if moves.len() < LEAST_FAMILY {
            return (families, rest);
        }
        let legal: Vec<Move> = before.legal_moves().collect();
        // First by kind of piece, then by piece.
        for is_whole_kind in [true, false] {
            let is_same = |one: &Move, other: &Move| match is_whole_kind {
                true => role(one) == role(other),
                false => one.from == other.from,
            };
            for m in rest.clone() {
                let Some(kind) = role(&m).filter(|&role| role != Role::Pawn && rest.contains(&m)) else {
                    continue;
                };
                let own: Vec<Move> = rest.iter().filter(|one| is_same(&m, one)).copied().collect();
                let is_complete = legal
                    .iter()
                    .filter(|one| is_same(&m, one))
                    .all(|one| own.contains(one) || named.contains(one));
                let is_castling = own.iter().any(|&m| before.castling(m).is_some());
                if own.len() < LEAST_FAMILY
                    || !is_complete
                    || is_castling
                    || own.iter().any(|one| sign(one) != sign(&m))
                {
                    continue;
                }
                rest.retain(|one| !own.contains(one));
                let shape = before.game().shape;
                let cell = if is_whole_kind {
                    String::new()
                } else {
                    CellText::of(self.letters.cells(), shape, m.from).to_string()
                };
                let text = format!("{}{cell}~{}", self.letters.letter(kind), sign(&m));
                families.push(Family { moves: own, text });
            }
        }
        (families, rest)
    }

    /// Groups promotions of one pawn on one cell that have the same sign of check or mate.
    fn equal_promotions(&self, before: &Position, moves: &[Move]) -> Vec<Vec<Move>> {
        let sign = |m| self.san(before, m).rsplit_once('=').map(|(_, end)| end.ends_with(['+', '#']));
        let are_equal = |one: &Move, other: &Move| {
            one.promotion.is_some()
                && (one.from, one.to) == (other.from, other.to)
                && sign(*one) == sign(*other)
        };
        grouped(moves, are_equal).into_iter().map(|group| group.into_iter().copied().collect()).collect()
    }

    /// Returns a move in SAN, with `=` after a stalemate.
    fn san(&self, before: &Position, m: Move) -> String {
        let after = before.play_unchecked(m);
        let san = San { position: before, m, letters: self.letters };
        let is_stalemate = before.check_status_after(m) == notation::CheckStatus::None && !after.has_moves();
        format!("{san}{}", if is_stalemate { "=" } else { "" })
    }

    /// Returns a move with its number and mark. Several promotions are written as `h9=Q/R#`, all of them as `h9=~#`.
    fn spelled(&self, before: &Position, moves: &[Move], number: &str, mark: Mark) -> String {
        let san = self.san(before, moves[0]);
        let promoted = |m: &Move| m.promotion.map(|role| self.letters.letter(role));
        let text = match (moves, promoted(&moves[0]).and_then(|letter| san.split_once(&format!("={letter}"))))
        {
            ([_, _, ..], Some((cell, sign))) => {
                let is_same = |m: &Move| (m.from, m.to) == (moves[0].from, moves[0].to);
                let all = before.legal_moves().filter(is_same).count();
                let roles: Vec<&str> = moves.iter().filter_map(promoted).collect();
                let roles = if moves.len() == all { "~".to_owned() } else { roles.join("/") };
                format!("{cell}={roles}{sign}")
            }
            _ => san,
        };
        // A key that mates or stalemates gets no exclamation mark.
        let mark = match mark {
            Mark::Key | Mark::Good if !text.ends_with(['#', '=']) => "!",
            Mark::Try => "?",
            Mark::None | Mark::Key | Mark::Good => "",
        };
        format!("{number}{}{mark}", self.mate_sign.apply(&text))
    }

    /// Adds an attack with its threats and defences.
    fn variations(&mut self, root: Root<'_>, attack: &Attack, number: u32, mark: Mark) -> MoveIndex {
        let index = self.attack(root, attack.m, &format!("{number}."), mark);
        self.play_after(root, attack, number, index);
        index
    }

    /// Adds the threats and defences after an attack.
    fn play_after(&mut self, root: Root<'_>, attack: &Attack, number: u32, index: MoveIndex) {
        let after = root.before.play_unchecked(attack.m);
        match &attack.threat {
            Threat::None => {}
            Threat::Zugzwang => {
                self.flow.add_text(" (zz)");
            }
            Threat::Attacks(threats) => {
                if let Some(passed) = after.after_pass(root.before.turn()) {
                    self.flow.add_text(" (");
                    let outer = self.flow.begin_aside();
                    self.attacks(Root { before: &passed, parent: Some(index) }, threats, number + 1);
                    self.flow.end_aside(outer);
                    self.flow.add_text(")");
                }
            }
        }
        self.defences(Root { before: &after, parent: Some(index) }, &attack.defences, number, Begin::Running);
    }

    /// Adds continuations; those with the same play are joined by slashes.
    fn attacks(&mut self, root: Root<'_>, attacks: &Attacks, number: u32) {
        let keyed: Vec<(String, &Attack)> =
            attacks.attacks.iter().map(|attack| (self.attack_text(root.before, attack), attack)).collect();
        for (index, alike) in grouped(&keyed, |one, other| one.0 == other.0).into_iter().enumerate() {
            self.flow.add_text(if index == 0 { "" } else { ", " });
            let moves: Vec<Move> = alike.iter().map(|(_, attack)| attack.m).collect();
            let played = self.alternatives(root, &moves, &[], &format!("{number}."), Mark::None);
            if let Some(played) = played {
                self.play_after(root, alike[0].1, number, played);
            }
        }
    }

    fn defences(&mut self, root: Root<'_>, defences: &[Defence], number: u32, mut begin: Begin) {
        let replies = replies_others_last(root.before, defences).into_iter();
        let replies: Vec<_> = replies.filter(|reply| reply.defence.answer != Answer::Threats).collect();
        let keyed: Vec<(Option<String>, &Reply<'_>)> =
            replies.iter().map(|reply| (self.shared_answer(reply), reply)).collect();
        let groups = grouped(&keyed, |one, other| one.0.is_some() && one.0 == other.0);
        let groups =
            groups.into_iter().map(|group| group.into_iter().map(|&(_, reply)| reply).collect()).collect();
        let mut named: Vec<Move> = Vec::new();
        for alike in self.exceptions_first(root.before, groups) {
            match begin {
                Begin::Running | Begin::Numbered => self.flow.add_text(" "),
                Begin::Another if number == 1 => self.flow.next_variation(),
                Begin::Another => self.flow.add_text(", "),
            }
            self.reply(root, &alike, &named, number, begin);
            named.extend(alike.iter().flat_map(|reply| &reply.defence.moves));
            begin = Begin::Another;
        }
    }

    /// Sorts groups of replies: those that are written with `~` follow all others, the largest last.
    fn exceptions_first<'a, 'd>(
        &self,
        before: &Position,
        groups: Vec<Vec<&'a Reply<'d>>>,
    ) -> Vec<Vec<&'a Reply<'d>>> {
        let moves = |group: &[&Reply<'_>]| -> Vec<Move> {
            group.iter().flat_map(|reply| reply.defence.moves.iter().copied()).collect()
        };
        let all: Vec<Move> = groups.iter().flat_map(|group| moves(group)).collect();
        let rank = |group: &Vec<&Reply<'_>>| {
            let own = moves(group);
            let others: Vec<Move> = all.iter().filter(|m| !own.contains(m)).copied().collect();
            let is_tilde = group.iter().any(|reply| reply.covers_others);
            match is_tilde || self.families(before, &own, &others).0.is_empty() {
                true => (is_tilde, 0),
                false => (false, own.len()),
            }
        };
        let mut ranked: Vec<_> = groups.into_iter().map(|group| (rank(&group), group)).collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, group)| group).collect()
    }

    /// Returns the continuations of a reply as text, if replies with the same text are written as one.
    fn shared_answer(&self, reply: &Reply<'_>) -> Option<String> {
        match &reply.defence.answer {
            _ if reply.covers_others => None,
            Answer::Reached => Some(String::new()),
            Answer::Attacks(_) => Some(self.answer_text(reply)),
            Answer::Threats | Answer::Defences(_) | Answer::Refutes => None,
        }
    }

    /// Returns all moves after a reply in SAN; equal texts mean that the continuations are written alike.
    fn answer_text(&self, reply: &Reply<'_>) -> String {
        let Answer::Attacks(attacks) = &reply.defence.answer else { return String::new() };
        let after = reply.after();
        let texts = attacks
            .attacks
            .iter()
            .map(|attack| self.san(&after, attack.m) + " " + &self.attack_text(&after, attack));
        // Only three moves or more can be a family, which depends on all legal moves.
        let moves = attacks.attacks.iter().map(|attack| attack.m);
        let families = if attacks.attacks.len() < 3 {
            0
        } else {
            self.families(&after, &moves.collect::<Vec<_>>(), &[]).0.len()
        };
        format!("{families} {}", texts.collect::<Vec<_>>().join("; "))
    }

    /// Returns all moves after an attack in SAN.
    fn attack_text(&self, before: &Position, attack: &Attack) -> String {
        let after = before.play_unchecked(attack.m);
        let mut text = String::new();
        if let (Threat::Attacks(threats), Some(passed)) = (&attack.threat, after.after_pass(before.turn())) {
            for threat in &threats.attacks {
                let _ =
                    write!(text, "({} {})", self.san(&passed, threat.m), self.attack_text(&passed, threat));
            }
        }
        let legal = if attack.defences.len() < 3 { 0 } else { after.legal_moves().count() };
        for reply in replies_others_last(&after, &attack.defences) {
            let moves = reply.defence.moves.iter().map(|&m| self.san(&after, m));
            let end = match &reply.defence.answer {
                Answer::Defences(_) => format!("{:?}", reply.defence.answer),
                _ => self.answer_text(&reply),
            };
            let _ = write!(text, "[{}/{legal} {end}]", moves.collect::<Vec<_>>().join(" "));
        }
        text
    }

    /// Returns the player to move, as [`mover`] writes it in the language of the solution.
    fn mover(&self, position: &Position) -> String {
        mover(position, &letters_of(self.words))
    }

    /// Adds defences with the same continuations, which follow the first of them.
    fn reply(&mut self, root: Root<'_>, alike: &[&Reply<'_>], named: &[Move], number: u32, begin: Begin) {
        let Some(reply) = alike.first() else { return };
        let number_text = match begin {
            Begin::Running => self.mover(root.before),
            Begin::Numbered | Begin::Another => format!("{number}…{}", self.mover(root.before)),
        };
        let after = reply.after();
        let index = match reply.defence.moves.as_slice() {
            [] => self.flow.add_move(root.parent, [root.before, &after], format!("{number_text}–")),
            _ if reply.covers_others => {
                self.flow.add_move(root.parent, [root.before, &after], format!("{number_text}~"))
            }
            _ => {
                let moves = alike.iter().flat_map(|reply| reply.defence.moves.iter().copied());
                let index =
                    self.alternatives(root, &moves.collect::<Vec<_>>(), named, &number_text, Mark::None);
                index.unwrap_or_else(|| unreachable!("a defence without moves is written as a pass"))
            }
        };
        let next = Root { before: &after, parent: Some(index) };
        match &reply.defence.answer {
            Answer::Attacks(attacks) => {
                self.flow.add_text(" ");
                self.attacks(next, attacks, number + 1);
            }
            Answer::Defences(later) => self.defences(next, later, number, Begin::Running),
            Answer::Refutes => self.flow.add_text("!"),
            Answer::Reached if reply.covers_others => self.flow.add_text(&self.mate_sign.apply("#")),
            Answer::Reached | Answer::Threats => {}
        }
    }

    /// Adds a line of a helpmate or series.
    fn line(&mut self, start: &Position, line: &Line, stipulation: Stipulation, phase: Phase) {
        let moves = start.along_line(line, stipulation);
        let mut parent = None;
        for (index, (before, m)) in moves.iter().enumerate() {
            let number = number(index, line.len(), stipulation, phase, "…");
            if index > 0 {
                self.flow.add_text(" ");
            }
            let text = self.spelled(before, &[*m], &number, Mark::None);
            // The position of the next move: in a series it has the same side to move.
            let after =
                moves.get(index + 1).map_or_else(|| before.play_unchecked(*m), |(next, _)| next.clone());
            parent = Some(self.flow.add_move(parent, [before, &after], text));
        }
        self.flow.next_line();
    }
}

/// Moves that are written as one.
struct Family {
    moves: Vec<Move>,
    text: String,
}

/// Returns the sign of check, mate or stalemate at the end of a move in SAN.
fn sign(san: &str) -> &str {
    &san[san.trim_end_matches(['+', '#', '=']).len()..]
}

/// Groups equal items; a group has the place of its first item.
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

/// Place of a defence in the text, which decides its number and separator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// Directly after the move that it answers; without a number.
    Running,
    /// At the beginning.
    Numbered,
    /// After another defence.
    Another,
}
