//! What each piece of a problem is for, and the least version with the same play. Writes nothing.

use std::sync::atomic::AtomicBool;

use super::change::{Change, Version};
use super::judge::Judge;
use crate::Problem;
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Answer, Attack, Defence, FullSolution, Scope, Stipulation, Stop, Threat};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::Position;

/// What becomes of a problem without one of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Keys and play stay the same: nothing needs it.
    Idle,
    /// The position breaks the rules, or nobody can move in it.
    Position,
    /// A key more appears, this one.
    StopsCook(Move),
    /// There is a solution in fewer moves, with this key.
    StopsShort(Move),
    /// There is no solution left.
    Solves,
    /// The key is another one.
    OtherKey(Move),
    /// The key is the same, and after it the play is another: a dual, another answer, fewer variations.
    Play,
    /// The solution is the same, and the set play is another.
    SetPlay,
    /// The diagram has the same play, and the twin of this letter has another or does not exist.
    Twin(char),
    /// The search hit its limit.
    Unknown,
}

impl Purpose {
    /// A stable word for tables and filters.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Position => "position",
            Self::StopsCook(_) => "cook",
            Self::StopsShort(_) => "short",
            Self::Solves => "solution",
            Self::OtherKey(_) => "key",
            Self::Play => "play",
            Self::SetPlay => "set_play",
            Self::Twin(_) => "twin",
            Self::Unknown => "unknown",
        }
    }

    /// The move that shows it, if one does.
    pub const fn shown_by(self) -> Option<Move> {
        match self {
            Self::StopsCook(m) | Self::StopsShort(m) | Self::OtherKey(m) => Some(m),
            _ => None,
        }
    }
}

/// What is left of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stripped {
    /// Every piece but the kings, and what it is for.
    pub purposes: Vec<(Cell, Piece, Purpose)>,
    /// The least version: without the pieces in `taken`, and with the same play in all phases and twins.
    pub least: Position,
    /// What was taken off, in order; none of the rest is idle.
    pub taken: Vec<(Cell, Piece)>,
}

/// What the play of a problem is, as far as its pieces are needed for it.
#[derive(Clone, Copy, Debug)]
pub struct StripOptions<'a> {
    /// The twins, as [`Problem::twins`] reads them; empty if there are none.
    pub twins: &'a str,
    /// The phases of play: set play counts if it is in the scope.
    pub scope: Scope,
    /// The most positions that the search of one version may look at.
    pub nodes: Option<u64>,
}

/// Removes what a problem does not need; `None` if it has no solution, or hits its limit.
///
/// The least version is found by removing pieces one after the other as long as one is idle, the strongest first;
/// where one of two pieces does for both, which of them goes is settled by that order.
pub fn strip(version: &Version, options: StripOptions<'_>, stop: &AtomicBool) -> Option<Stripped> {
    let mut stripper = Stripper { judge: Judge::new(1, options.nodes, stop), options };
    let whole = stripper.whole(version)?;
    let mut purposes = Vec::new();
    for (cell, piece) in version.setup.board.pieces().filter(|(_, piece)| piece.role != Role::King) {
        purposes.push((cell, piece, stripper.purpose(version, cell, &whole)));
    }
    let mut least = version.clone();
    let mut taken = Vec::new();
    // What one idle piece does for another becomes idle with it.
    let mut is_any_idle = purposes.iter().any(|(.., purpose)| *purpose == Purpose::Idle);
    while is_any_idle {
        let mut left: Vec<(Cell, Piece)> = least.setup.board.pieces().collect();
        left.retain(|(_, piece)| piece.role != Role::King);
        left.sort_by_key(|(cell, piece)| (piece.role, *cell));
        is_any_idle = false;
        for (cell, piece) in left {
            if stripper.purpose(&least, cell, &whole) == Purpose::Idle {
                least = Change::Remove(cell).apply(&least)?;
                taken.push((cell, piece));
                is_any_idle = true;
            }
        }
    }
    let least = least.setup.into_position().ok()?;
    Some(Stripped { purposes, least, taken })
}

/// The play of a problem: of its diagram, and of each twin that has a solution.
struct Whole {
    diagram: FullSolution,
    twins: Vec<(char, FullSolution)>,
}

struct Stripper<'a> {
    judge: Judge<'a>,
    options: StripOptions<'a>,
}

impl Stripper<'_> {
    fn whole(&mut self, version: &Version) -> Option<Whole> {
        let position = version.setup.clone().into_position().ok()?;
        let diagram = self.solved(&position, version.stipulation).ok().flatten()?;
        let mut twins = Vec::new();
        for twin in Problem::bare(position, version.stipulation).twins(self.options.twins) {
            let letter = twin.letter();
            let Ok(problem) = twin.problem else { continue };
            if let Some(full) = self.solved(&problem.position, problem.stipulation).ok()? {
                twins.push((letter, full));
            }
        }
        Some(Whole { diagram, twins })
    }

    /// The whole solution without defences that are short; `None` if there is none.
    fn solved(&mut self, position: &Position, asked: Stipulation) -> Result<Option<FullSolution>, Stop> {
        let mut full = self.judge.solved_fully(position, asked, self.options.scope);
        if let Some(stop) = full.solution.stopped {
            return Err(stop);
        }
        full.hide_short();
        Ok(full.solution.mate_in.is_some().then_some(full))
    }

    fn purpose(&mut self, version: &Version, cell: Cell, whole: &Whole) -> Purpose {
        let without = Change::Remove(cell).apply(version);
        let position = without.and_then(|without| without.setup.into_position().ok());
        let Some(position) = position.filter(Position::has_moves) else {
            return Purpose::Position;
        };
        match self.solved(&position, version.stipulation) {
            Err(_) => Purpose::Unknown,
            Ok(None) => Purpose::Solves,
            Ok(Some(full)) => match difference(&whole.diagram, &full, cell) {
                Purpose::Idle => self.purpose_in_twins(position, version.stipulation, cell, whole),
                purpose => purpose,
            },
        }
    }

    /// Purpose of a piece without which the play of the diagram is the same.
    fn purpose_in_twins(
        &mut self,
        diagram: Position,
        asked: Stipulation,
        cell: Cell,
        whole: &Whole,
    ) -> Purpose {
        for twin in Problem::bare(diagram, asked).twins(self.options.twins) {
            let letter = twin.letter();
            let Some((_, before)) = whole.twins.iter().find(|(other, _)| *other == letter) else { continue };
            // A twin may put the piece elsewhere or exchange it: without it there is no such twin.
            let Ok(problem) = twin.problem else { return Purpose::Twin(letter) };
            match self.solved(&problem.position, problem.stipulation) {
                Err(_) => return Purpose::Unknown,
                Ok(Some(full)) if difference(before, &full, cell) == Purpose::Idle => {}
                Ok(_) => return Purpose::Twin(letter),
            }
        }
        Purpose::Idle
    }
}

/// Purpose of the piece on a cell, by the solutions with it and without it.
fn difference(whole: &FullSolution, full: &FullSolution, cell: Cell) -> Purpose {
    let (before, after) = (&whole.solution, &full.solution);
    let first = after.keys.first().copied();
    if after.mate_in < before.mate_in {
        return first.map_or(Purpose::Solves, Purpose::StopsShort);
    }
    if after.mate_in > before.mate_in {
        return Purpose::Solves;
    }
    let has_all = before.keys.iter().all(|key| after.keys.contains(key));
    let new = after.keys.iter().copied().find(|key| !before.keys.contains(key));
    match (has_all, new) {
        (true, Some(m)) => Purpose::StopsCook(m),
        (false, Some(m)) => Purpose::OtherKey(m),
        (false, None) => Purpose::Solves,
        (true, None) if !has_same_play(whole, full) => Purpose::Play,
        (true, None) if !has_same_set_play(whole, full, cell) => Purpose::SetPlay,
        (true, None) => Purpose::Idle,
    }
}

/// Whether two solutions have the same lines; defences that parry nothing do not count.
fn has_same_play(one: &FullSolution, other: &FullSolution) -> bool {
    let essence = |full: &FullSolution| -> Vec<Attack> { full.keys.iter().map(essence).collect() };
    one.solution.lines == other.solution.lines && essence(one) == essence(other)
}

/// Whether the set play is the same without the piece on a cell: each reply, and the moves that answer it.
///
/// Its own moves, and what answers them, may go.
fn has_same_set_play(one: &FullSolution, other: &FullSolution, cell: Cell) -> bool {
    let answers = |answer: &Answer| match answer {
        Answer::Attacks(attacks) => attacks.attacks.iter().map(|attack| attack.m).collect(),
        _ => Vec::new(),
    };
    let replies = |full: &FullSolution| -> Vec<(Move, Vec<Move>)> {
        let defences = full.set_play.iter();
        let replies = defences.flat_map(|Defence { moves, answer }| moves.iter().map(move |&m| (m, answer)));
        replies.map(|(m, answer)| (m, answers(answer))).collect()
    };
    let (before, after) = (replies(one), replies(other));
    let is_kept = |(m, answers): &(Move, Vec<Move>)| match after.iter().find(|(other, _)| other == m) {
        Some((_, others)) => others == answers,
        None => m.from == cell,
    };
    let is_old = |(m, _): &(Move, Vec<Move>)| before.iter().any(|(other, _)| other == m);
    one.set_lines == other.set_lines && before.iter().all(is_kept) && after.iter().all(is_old)
}

/// An attack without the defences that parry nothing.
fn essence(attack: &Attack) -> Attack {
    let mut attack = attack.clone();
    if let Threat::Attacks(threats) = &mut attack.threat {
        threats.attacks.iter_mut().for_each(|threat| *threat = essence(threat));
    }
    attack.defences.retain_mut(|defence| {
        if let Answer::Attacks(attacks) = &mut defence.answer {
            attacks.attacks.iter_mut().for_each(|attack| *attack = essence(attack));
        }
        defence.answer != Answer::Threats
    });
    attack
}
