//! What each piece of a problem is for, and the least version with the same play. Writes nothing.

use std::sync::atomic::AtomicBool;

use super::change::{Change, Version};
use super::judge::Judge;
use crate::game::Position;
use crate::geometry::Cell;
use crate::mate::{Answer, Attack, FullSolution, Stipulation, Stop, Threat};
use crate::rules::{Move, Piece, Role};

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
    /// The least version: without the pieces in `taken`, and with the same play.
    pub least: Position,
    /// What was taken off, in order; none of the rest is idle.
    pub taken: Vec<(Cell, Piece)>,
}

/// Takes away what a problem does not need; `None` if it has no solution, or hits its limit.
///
/// The least version is found by taking pieces off one after the other as long as one is idle, the strongest first;
/// where one of two pieces does for both, which of them goes is settled by that order.
pub fn strip(version: &Version, nodes: Option<u64>, stop: &AtomicBool) -> Option<Stripped> {
    let mut judge = Judge::new(1, nodes, stop);
    let position = version.setup.clone().into_position().ok()?;
    let whole = solved(&mut judge, &position, version.stipulation).ok().flatten()?;
    let mut purposes = Vec::new();
    for (cell, piece) in version.setup.board.pieces().filter(|(_, piece)| piece.role != Role::King) {
        purposes.push((cell, piece, purpose(&mut judge, version, cell, &whole)));
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
            if purpose(&mut judge, &least, cell, &whole) == Purpose::Idle {
                least = Change::Remove(cell).apply(&least)?;
                taken.push((cell, piece));
                is_any_idle = true;
            }
        }
    }
    let least = least.setup.into_position().ok()?;
    Some(Stripped { purposes, least, taken })
}

/// The whole solution without defences that are short; `None` if there is none.
fn solved(
    judge: &mut Judge<'_>,
    position: &Position,
    asked: Stipulation,
) -> Result<Option<FullSolution>, Stop> {
    let mut full = judge.solved_fully(position, asked);
    if let Some(stop) = full.solution.stopped {
        return Err(stop);
    }
    full.hide_short();
    Ok(full.solution.mate_in.is_some().then_some(full))
}

fn purpose(judge: &mut Judge<'_>, version: &Version, cell: Cell, whole: &FullSolution) -> Purpose {
    let without = Change::Remove(cell).apply(version);
    let position = without.and_then(|without| without.setup.into_position().ok());
    let Some(position) = position.filter(|position| position.has_moves()) else {
        return Purpose::Position;
    };
    let full = match solved(judge, &position, version.stipulation) {
        Err(_) => return Purpose::Unknown,
        Ok(None) => return Purpose::Solves,
        Ok(Some(full)) => full,
    };
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
        (true, None) if same_play(whole, &full) => Purpose::Idle,
        (true, None) => Purpose::Play,
    }
}

/// Whether two solutions have the same lines; defences that parry nothing do not count.
fn same_play(one: &FullSolution, other: &FullSolution) -> bool {
    let essence = |full: &FullSolution| -> Vec<Attack> { full.keys.iter().map(essence).collect() };
    one.solution.lines == other.solution.lines && essence(one) == essence(other)
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
