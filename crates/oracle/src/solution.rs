//! Whole solutions of problems as text, found by trying every move (solving.md).
//!
//! ```text
//! attacks  = length "/" left "(" { attack " " } ")"
//! attack   = uci " " threat "{" { uci { "," uci } ":" answer ";" } "}"
//! threat   = "-" | "z" | attacks
//! answer   = attacks | "T" all threats work | "D{" … "}" others reply | "R" reached | "X" refuted
//! ```
//!
//! Everything is in ascending order of its text.

use std::collections::{BTreeMap, BTreeSet};

use super::mate::{GoalStatus, Objective};
use super::moves::Move;
use super::piece::Player;
use super::position::{Event, Position};

/// The kind of play where somebody resists; for the others see [`LineForm`](super::LineForm).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player to move reaches the goal whatever the others play.
    Direct,
    /// The player to move reaches the goal with exactly the last move.
    Exact,
    /// The opponent is made to reach it against the player who solves.
    Selfmate,
    /// A selfmate in which a player who can reach the goal at once must do so.
    Reflex,
    /// A selfmate in which only the opponent must reach the goal if it can.
    SemiReflex,
}

/// The goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Attacked and without a move.
    Mate,
    /// Not attacked and without a move.
    Stalemate,
    /// Attacked, with a move or without.
    Check,
}

/// A problem's task for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The kind of play.
    pub play: Play,
    /// The goal.
    pub goal: Goal,
    /// The player to be mated; any player if `None`.
    pub victim: Option<Player>,
}

/// The whole solution.
#[derive(Debug, PartialEq, Eq)]
pub struct WholeSolution {
    /// The fewest moves, if there is a solution.
    pub length: Option<u32>,
    /// The first moves of that length, in UCI.
    pub keys: BTreeSet<String>,
    /// `try(refutation,refutation)`.
    pub tries: BTreeSet<String>,
    /// Trees of the tries, without their refutations.
    pub try_play: BTreeSet<String>,
    /// Set play.
    pub set_play: String,
    /// Trees of the keys.
    pub trees: BTreeSet<String>,
}

/// Replies by what follows them.
pub type Replies = BTreeMap<String, BTreeSet<String>>;

/// Replies as text.
pub fn replies_text(replies: &Replies) -> String {
    let groups = replies.iter().map(|(answer, moves)| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        format!("{}:{answer};", moves.join(","))
    });
    groups.collect()
}

/// Attacks as text.
pub fn attacks_text(length: u32, left: u32, attacks: &BTreeSet<String>) -> String {
    let attacks: Vec<&str> = attacks.iter().map(String::as_str).collect();
    format!("{length}/{left}({})", attacks.join(" "))
}

impl Position {
    /// Solves a problem of at most `n` moves, with tries of at most `most` refutations.
    pub fn solve(&self, task: Task, n: u32, most: usize) -> WholeSolution {
        let solver = Solver { task, attacker: self.turn };
        let length = solver.shortest(self, n);
        let n = length.unwrap_or(n);
        let keys = solver.attacks(self, n);
        let mut whole = WholeSolution {
            length,
            keys: keys.iter().map(Move::uci).collect(),
            tries: BTreeSet::new(),
            try_play: BTreeSet::new(),
            set_play: String::new(),
            trees: keys.iter().map(|m| solver.attack(self, m, n)).collect(),
        };
        let defenders_end = matches!(task.play, Play::Selfmate | Play::Reflex | Play::SemiReflex);
        if n > 1 || defenders_end {
            for m in solver.moves(self).iter().filter(|m| !whole.keys.contains(&m.uci())) {
                let (next, status) = solver.play(self, m, n);
                let GoalStatus::Open(left) = status else { continue };
                if next.turn == self.turn {
                    continue;
                }
                let replies = solver.moves(&next);
                let refutes = |reply: &&Move| !solver.succeeds(&next, reply, left);
                let refutations: BTreeSet<String> = replies.iter().filter(refutes).map(Move::uci).collect();
                if (1..=most).contains(&refutations.len()) {
                    whole.try_play.insert(solver.attack_but(self, m, n, &refutations));
                    let refutations: Vec<String> = refutations.into_iter().collect();
                    whole.tries.insert(format!("{}({})", m.uci(), refutations.join(",")));
                }
            }
        }
        let is_for_two = self.rules.count() == 2;
        if is_for_two
            && (n > 1 || defenders_end)
            && let Some(passed) = self.pass_to(1 - self.turn)
        {
            let mut replies = solver.replies(&passed, n - 1, None);
            replies.remove("X");
            whole.set_play = replies_text(&replies);
        }
        whole
    }

    /// Returns the position with another player to move, if no other player is in check and that player can move.
    pub fn pass_to(&self, player: Player) -> Option<Position> {
        let others: Vec<Player> = self.living.iter().copied().filter(|&other| other != player).collect();
        if others.iter().any(|&other| self.board.is_in_check(self.rules, other)) {
            return None;
        }
        let mut passed = self.clone();
        passed.rights.clear();
        passed.end = None;
        passed.turn = player;
        let events = passed.settle();
        events.is_empty().then_some(passed)
    }
}

struct Solver {
    task: Task,
    attacker: Player,
}

impl Solver {
    fn play(&self, position: &Position, m: &Move, n: u32) -> (Position, GoalStatus) {
        let (next, events) = position.play_with_events(m);
        let by_attacker = position.turn == self.attacker;
        let left = if by_attacker { n - 1 } else { n };
        let status = self.status(&next, &events, by_attacker, left);
        (next, status)
    }

    fn status(&self, next: &Position, events: &[Event], by_attacker: bool, left: u32) -> GoalStatus {
        if self.task.play == Play::Direct && self.task.goal == Goal::Mate {
            let objective = Objective { attacker: self.attacker, victim: self.task.victim };
            return objective.status(next, events, left);
        }
        let is_goal = next.is_at(self.task.goal);
        let defenders_end = matches!(self.task.play, Play::Selfmate | Play::Reflex | Play::SemiReflex);
        let is_in_time = self.task.play != Play::Exact || left == 0;
        if is_goal && by_attacker != defenders_end && is_in_time {
            return GoalStatus::Reached;
        }
        // Whoever has the last word has had it.
        let is_late = left == 0 && by_attacker != defenders_end;
        if next.end.is_some() || is_late { GoalStatus::Missed } else { GoalStatus::Open(left) }
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        let is_bound = match self.task.play {
            Play::Reflex => true,
            Play::SemiReflex => position.turn != self.attacker,
            _ => false,
        };
        if is_bound {
            let ends = |m: &Move| position.play(m).is_at(self.task.goal);
            if moves.iter().any(ends) {
                moves.retain(ends);
            }
        }
        moves
    }

    fn succeeds(&self, position: &Position, m: &Move, n: u32) -> bool {
        let (next, status) = self.play(position, m, n);
        match status {
            GoalStatus::Reached => true,
            GoalStatus::Missed => false,
            GoalStatus::Open(left) if next.turn == self.attacker => self.can_win(&next, left),
            GoalStatus::Open(left) => self.moves(&next).iter().all(|reply| self.succeeds(&next, reply, left)),
        }
    }

    fn can_win(&self, position: &Position, n: u32) -> bool {
        n > 0 && self.moves(position).iter().any(|m| self.succeeds(position, m, n))
    }

    fn shortest(&self, position: &Position, n: u32) -> Option<u32> {
        (1..=n).filter(|&k| self.task.play != Play::Exact || k == n).find(|&k| self.can_win(position, k))
    }

    fn attacks(&self, position: &Position, n: u32) -> Vec<Move> {
        let mut moves = self.moves(position);
        moves.retain(|m| n > 0 && self.succeeds(position, m, n));
        moves
    }

    fn attack(&self, position: &Position, m: &Move, n: u32) -> String {
        self.attack_but(position, m, n, &BTreeSet::new())
    }

    /// Returns the tree of an attack without some of the replies.
    fn attack_but(&self, position: &Position, m: &Move, n: u32, without: &BTreeSet<String>) -> String {
        let (next, status) = self.play(position, m, n);
        let GoalStatus::Open(left) = status else { return format!("{} -{{}}", m.uci()) };
        if next.turn == self.attacker {
            let replies = Replies::from([(self.answer(&next, left, None), BTreeSet::new())]);
            return format!("{} -{{{}}}", m.uci(), replies_text(&replies));
        }
        let passed = if left == 0 { None } else { next.pass_to(self.attacker) };
        let length = passed.as_ref().and_then(|passed| self.shortest(passed, left));
        let threats =
            passed.as_ref().zip(length).map(|(passed, length)| (self.attacks(passed, length), length));
        let threat = match &passed {
            None => "-".to_owned(),
            Some(passed) => self.continuations(passed, left).unwrap_or_else(|| "z".to_owned()),
        };
        let mut replies =
            self.replies(&next, left, threats.as_ref().map(|(moves, length)| (&moves[..], *length)));
        for moves in replies.values_mut() {
            moves.retain(|reply| !without.contains(reply));
        }
        replies.retain(|_, moves| !moves.is_empty());
        format!("{} {threat}{{{}}}", m.uci(), replies_text(&replies))
    }

    fn continuations(&self, position: &Position, left: u32) -> Option<String> {
        let length = self.shortest(position, left)?;
        let attacks = self.attacks(position, length);
        let attacks = attacks.iter().map(|m| self.attack(position, m, length)).collect();
        Some(attacks_text(length, left, &attacks))
    }

    fn replies(&self, position: &Position, left: u32, threats: Option<(&[Move], u32)>) -> Replies {
        let mut replies = Replies::new();
        for reply in self.moves(position) {
            let (next, status) = self.play(position, &reply, left);
            let answer = match status {
                GoalStatus::Reached => "R".to_owned(),
                GoalStatus::Missed => "X".to_owned(),
                GoalStatus::Open(left) => self.answer(&next, left, threats),
            };
            replies.entry(answer).or_default().insert(reply.uci());
        }
        replies
    }

    fn answer(&self, position: &Position, left: u32, threats: Option<(&[Move], u32)>) -> String {
        if position.turn != self.attacker {
            return format!("D{{{}}}", replies_text(&self.replies(position, left, threats)));
        }
        if let Some((threats, length)) = threats {
            let legal = position.legal_moves();
            let works = |threat: &Move| {
                let m = legal.iter().find(|m| m.uci() == threat.uci());
                m.is_some_and(|m| self.succeeds(position, m, length))
            };
            if threats.iter().all(works) {
                return "T".to_owned();
            }
        }
        self.continuations(position, left).unwrap_or_else(|| "X".to_owned())
    }
}
