//! Whole solutions are those of a plain search.

use std::collections::BTreeSet;

use hexmate::geometry::Geometry;
use hexmate::mate::{
    Answer, Attack, Attacks, Budget, Defence, Extent, Goal, Line, Play, Stipulation, Table, Threat, Try,
    Victim, Whole, solve_whole,
};
use hexmate::notation::Uci;
use hexmate::rules::{Move, Position, Setup, Variant};

use super::{moved_on, moved_on_move, second_opinion};
use crate::oracle::{self, Replies, Told, attacks_text, replies_text};

/// The whole solution with a table of so many bytes.
pub fn solved<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    tries: u32,
    bytes: usize,
) -> Whole<V> {
    let extent = Extent { tries, ..Extent::WHOLE };
    solve_whole(position, stipulation, extent, &mut Table::with_limit(bytes), Budget::default())
}

/// Everything that is told is what trying everything tells; returns the length found.
pub fn the_whole_is_that_of_a_plain_search<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    tries: u32,
) -> Option<u32> {
    let task = oracle::Task {
        play: match stipulation.play {
            Play::Exact => oracle::Play::Exact,
            Play::Selfmate => oracle::Play::Selfmate,
            Play::Reflex => oracle::Play::Reflex,
            _ => oracle::Play::Direct,
        },
        stalemate: stipulation.goal == Goal::Stalemate,
        victim: match stipulation.victim {
            Victim::Named(player) => Some(player.index() as oracle::Player),
            Victim::Any => None,
        },
    };
    let slow = second_opinion(position).solve(task, stipulation.moves, tries as usize);
    let fast = Teller { name: uci }.told(&solved(position, stipulation, tries, 1 << 20));
    assert_eq!(fast, slow, "{} {} {stipulation:?}", V::NAME, position.to_fen());
    fast.length
}

/// All lines of a helpmate, and those of its set play, are those of a plain search; returns their number.
pub fn help_lines_are_those_of_a_plain_search<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
) -> usize {
    let slow = second_opinion(position);
    let whole = solved(position, stipulation, 0, 1 << 20);
    let half = u32::from(stipulation.play == Play::HelpAndHalf);
    let lengths = if half == 1 { 0..=stipulation.moves } else { 1..=stipulation.moves };
    let found = lengths.map(|moves| (moves, slow.help_lines(2 * moves + half)));
    let found = found.into_iter().find(|(_, lines)| !lines.is_empty());
    let moves = found.as_ref().map_or(stipulation.moves, |&(moves, _)| moves);
    let text = |lines: &[Line<V>]| -> BTreeSet<String> { lines.iter().map(|line| uci_line(line)).collect() };
    assert_eq!(whole.solution.mate_in, found.as_ref().map(|&(moves, _)| moves), "{}", position.to_fen());
    assert_eq!(
        text(&whole.solution.lines),
        found.map(|(_, lines)| lines).unwrap_or_default(),
        "{}",
        position.to_fen()
    );
    let plies = 2 * moves + half;
    let set = (plies > 1).then(|| slow.pass_to(1 - slow.turn())).flatten();
    let set = set.map(|passed| passed.help_lines(plies - 1)).unwrap_or_default();
    assert_eq!(text(&whole.set_lines), set, "{}", position.to_fen());
    whole.solution.count()
}

fn uci_line<G: Geometry>(line: &[Move<G>]) -> String {
    line.iter().map(|&m| Uci(m).to_string()).collect::<Vec<_>>().join(" ")
}

/// What a whole solution tells depends neither on the size of the table nor on how the board is turned.
pub fn table_and_turn_change_no_word<V: Variant>(position: &Position<V>, stipulation: Stipulation) {
    let of = format!("{} {}", V::NAME, position.to_fen());
    let told = |whole: &Whole<V>| Teller { name: uci }.told(whole);
    let whole = solved(position, stipulation, 2, 1 << 20);
    assert_eq!(told(&whole), told(&solved(position, stipulation, 2, 0)), "{of}");
    assert_eq!(told(&whole), told(&solved(position, stipulation, 2, 1 << 30)), "{of}");
    let turned = moved_on(&Setup::from(position)).into_position().expect("as legal as before");
    let turned = solved(&turned, stipulation, 2, 1 << 20);
    let name = |m| uci(moved_on_move::<V>(m));
    assert_eq!(told(&turned), Teller { name }.told(&whole), "{of}");
}

fn uci<G: Geometry>(m: Move<G>) -> String {
    Uci(m).to_string()
}

/// Puts a whole solution into the words of the second opinion.
struct Teller<N> {
    /// What a move is called.
    name: N,
}

impl<N> Teller<N> {
    fn told<V: Variant>(&self, whole: &Whole<V>) -> Told
    where
        N: Fn(Move<V::Geometry>) -> String,
    {
        let solution = &whole.solution;
        assert!(solution.stopped.is_none() && solution.are_keys_complete);
        let tries = whole.tries.iter().map(|Try { m, refutations }| {
            let refutations: BTreeSet<String> = refutations.iter().map(|&m| (self.name)(m)).collect();
            let refutations: Vec<String> = refutations.into_iter().collect();
            format!("{}({})", (self.name)(*m), refutations.join(","))
        });
        Told {
            length: solution.mate_in,
            keys: solution.keys.iter().map(|&m| (self.name)(m)).collect(),
            tries: tries.collect(),
            set_play: replies_text(&self.replies(&whole.set_play)),
            trees: whole.keys.iter().map(|key| self.attack(key)).collect(),
        }
    }

    fn attack<V: Variant>(&self, attack: &Attack<V>) -> String
    where
        N: Fn(Move<V::Geometry>) -> String,
    {
        let threat = match &attack.threat {
            Threat::Unasked => "-".to_owned(),
            Threat::Zugzwang => "z".to_owned(),
            Threat::Attacks(threats) => self.attacks(threats),
        };
        format!("{} {threat}{{{}}}", (self.name)(attack.m), replies_text(&self.replies(&attack.defences)))
    }

    fn attacks<V: Variant>(&self, attacks: &Attacks<V>) -> String
    where
        N: Fn(Move<V::Geometry>) -> String,
    {
        let told = attacks.attacks.iter().map(|attack| self.attack(attack)).collect();
        attacks_text(attacks.length, attacks.left, &told)
    }

    fn replies<V: Variant>(&self, defences: &[Defence<V>]) -> Replies
    where
        N: Fn(Move<V::Geometry>) -> String,
    {
        let mut replies = Replies::new();
        for Defence { moves, answer } in defences {
            let answer = match answer {
                Answer::Attacks(attacks) => self.attacks(attacks),
                Answer::Threats => "T".to_owned(),
                Answer::Defences(defences) => format!("D{{{}}}", replies_text(&self.replies(defences))),
                Answer::Reached => "R".to_owned(),
                Answer::Refutes => "X".to_owned(),
            };
            replies.entry(answer).or_default().extend(moves.iter().map(|&m| (self.name)(m)));
        }
        replies
    }
}
