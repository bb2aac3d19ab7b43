//! Laws of full solutions: they equal the solutions of the oracle.

use std::collections::BTreeSet;

use hexmate_core::mate::{
    Answer, Attack, Attacks, Budget, Defence, Findings, Goal, Line, Play, Scope, Stipulation, Threat,
    TranspositionTable, Try, Victim,
};
use hexmate_core::rules::Move;
use hexmate_position::Uci;
use hexmate_position::{Game, Position, Setup};

use super::{description, oracle_position, rotated, rotated_move};
use crate::oracle::{self, Replies, WholeSolution, attacks_text, replies_text};

/// Returns the full solution, computed with a transposition table of `bytes` bytes.
pub fn solved(position: &Position, stipulation: Stipulation, tries: u32, bytes: usize) -> Findings {
    let scope = Scope { tries, try_play: true, ..Scope::FULL };
    position.solve_fully(stipulation, scope, &mut TranspositionTable::with_limit(bytes), Budget::default())
}

/// Asserts that the full solution equals that of the oracle; returns the length of the solution.
pub fn solution_equals_oracle(position: &Position, stipulation: Stipulation, tries: u32) -> Option<u32> {
    let task = oracle::Task {
        play: match stipulation.play {
            Play::Exact => oracle::Play::Exact,
            Play::Selfmate => oracle::Play::Selfmate,
            Play::Reflex => oracle::Play::Reflex,
            Play::SemiReflex => oracle::Play::SemiReflex,
            _ => oracle::Play::Direct,
        },
        goal: oracle_goal(stipulation.goal),
        victim: match stipulation.victim {
            Victim::Named(player) => Some(player.index() as oracle::Player),
            Victim::Any => None,
        },
    };
    let slow = oracle_position(position).solve(task, stipulation.moves, tries as usize);
    let fast = SolutionText { name: |m| uci(position.game(), m) }.text(&solved(
        position,
        stipulation,
        tries,
        1 << 20,
    ));
    assert_eq!(fast, slow, "{} {stipulation:?}", description(position));
    fast.length
}

fn oracle_goal(goal: Goal) -> oracle::Goal {
    match goal {
        Goal::Mate => oracle::Goal::Mate,
        Goal::Stalemate => oracle::Goal::Stalemate,
        Goal::Check => oracle::Goal::Check,
    }
}

/// Converts play and length of a line stipulation to the oracle; the second value is its set play.
fn oracle_lines(play: Play, moves: u32) -> (oracle::LineForm, Option<oracle::LineForm>) {
    use oracle::LineForm;
    match play {
        Play::Help if moves == 0 => (LineForm::Help(0), None),
        Play::Help => (LineForm::Help(2 * moves), Some(LineForm::Help(2 * moves - 1))),
        Play::HelpAndHalf if moves == 0 => (LineForm::Help(1), None),
        Play::HelpAndHalf => (LineForm::Help(2 * moves + 1), Some(LineForm::Help(2 * moves))),
        Play::HelpSelfmate if moves == 1 => (LineForm::HelpSelf(2), None),
        Play::HelpSelfmate => (LineForm::HelpSelf(2 * moves), Some(LineForm::HelpSelf(2 * moves - 1))),
        Play::HelpSelfmateAndHalf => (LineForm::HelpSelf(2 * moves + 1), Some(LineForm::HelpSelf(2 * moves))),
        Play::Series => (LineForm::Series(moves), None),
        Play::SeriesHelp => (LineForm::SeriesHelp(moves), None),
        Play::SeriesSelfmate => (LineForm::SeriesSelf(moves), None),
        Play::Direct | Play::Exact | Play::Selfmate | Play::Reflex | Play::SemiReflex => {
            panic!("{play:?} is not a line")
        }
    }
}

/// Asserts that all lines and set play lines equal those of the oracle; returns the length of the solution.
pub fn lines_equal_oracle(position: &Position, stipulation: Stipulation) -> Option<u32> {
    let Stipulation { play, moves: most, .. } = stipulation;
    let (slow, goal) = (oracle_position(position), oracle_goal(stipulation.goal));
    let full = solved(position, stipulation, 0, 1 << 20);
    let least = u32::from(play != Play::HelpAndHalf);
    let mut found = (least..=most).map(|moves| (moves, slow.lines(oracle_lines(play, moves).0, goal)));
    let found = found.find(|(_, lines)| !lines.is_empty());
    let moves = found.as_ref().map(|&(moves, _)| moves);
    let text = |lines: &[Line]| -> BTreeSet<String> {
        lines.iter().map(|line| uci_line(position.game(), line)).collect()
    };
    let name = format!("{} {stipulation:?}", description(position));
    assert_eq!(full.mate_in, moves, "{name}");
    assert_eq!(text(&full.lines), found.map(|(_, lines)| lines).unwrap_or_default(), "{name}");
    let set = oracle_lines(play, moves.unwrap_or(most)).1;
    let set = set.and_then(|set| Some(slow.pass_to(1 - slow.turn())?.lines(set, goal)));
    assert_eq!(text(&full.set_lines), set.unwrap_or_default(), "{name}");
    moves
}

fn uci_line(game: Game, line: &[Move]) -> String {
    line.iter().map(|&m| uci(game, m)).collect::<Vec<_>>().join(" ")
}

/// Asserts that the full solution depends neither on the table size nor on a rotation of the board.
pub fn table_and_rotation_keep_solution(position: &Position, stipulation: Stipulation) {
    let (game, name) = (position.game(), description(position));
    let text = |full: &Findings| SolutionText { name: |m| uci(game, m) }.text(full);
    let full = solved(position, stipulation, 2, 1 << 20);
    assert_eq!(text(&full), text(&solved(position, stipulation, 2, 0)), "{name}");
    assert_eq!(text(&full), text(&solved(position, stipulation, 2, 1 << 30)), "{name}");
    let turned = rotated(&Setup::from(position)).into_position().expect("a legal position");
    let turned = solved(&turned, stipulation, 2, 1 << 20);
    let rotated_name = |m| uci(game, rotated_move(&game, m));
    assert_eq!(text(&turned), SolutionText { name: rotated_name }.text(&full), "{name}");
}

fn uci(game: Game, m: Move) -> String {
    Uci(game.shape, m).to_string()
}

/// Converts a full solution to the format of the oracle.
struct SolutionText<N> {
    /// Text of a move.
    name: N,
}

impl<N: Fn(Move) -> String> SolutionText<N> {
    fn text(&self, full: &Findings) -> WholeSolution {
        let solution = full;
        assert!(solution.stopped.is_none() && solution.are_keys_complete);
        let tries = full.tries.iter().map(|Try { attack: Attack { m, .. }, refutations }| {
            let refutations: BTreeSet<String> = refutations.iter().map(|&m| (self.name)(m)).collect();
            let refutations: Vec<String> = refutations.into_iter().collect();
            format!("{}({})", (self.name)(*m), refutations.join(","))
        });
        WholeSolution {
            length: solution.mate_in,
            keys: solution.keys.iter().map(|&m| (self.name)(m)).collect(),
            tries: tries.collect(),
            try_play: full.tries.iter().map(|r#try| self.attack(&r#try.attack)).collect(),
            set_play: replies_text(&self.replies(&full.set_play)),
            trees: full.variations.iter().map(|key| self.attack(key)).collect(),
        }
    }

    fn attack(&self, attack: &Attack) -> String {
        let threat = match &attack.threat {
            Threat::None => "-".to_owned(),
            Threat::Zugzwang => "z".to_owned(),
            Threat::Attacks(threats) => self.attacks(threats),
        };
        format!("{} {threat}{{{}}}", (self.name)(attack.m), replies_text(&self.replies(&attack.defences)))
    }

    fn attacks(&self, attacks: &Attacks) -> String {
        let texts = attacks.attacks.iter().map(|attack| self.attack(attack)).collect();
        attacks_text(attacks.length, attacks.left, &texts)
    }

    fn replies(&self, defences: &[Defence]) -> Replies {
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
