//! Purposes of the pieces of a problem, and removal of unnecessary ones.

use std::sync::atomic::AtomicBool;

use super::change::{Change, Version};
use super::soundness::SoundnessChecker;
use crate::Twin;
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Answer, Attack, Defence, Findings, Scope, Stipulation, Stop, Threat};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::Position;

/// Purpose of a piece, by what changes if it is removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Keys and play stay the same.
    Unnecessary,
    /// The position becomes illegal or has no legal move.
    Legality,
    /// This additional key appears.
    StopsCook(Move),
    /// A shorter solution appears, with this key.
    StopsShort(Move),
    /// The solution disappears.
    Solution,
    /// The key changes to this one.
    Key(Move),
    /// The key stays, but its variations change.
    Play,
    /// The solution stays, but the set play changes.
    SetPlay,
    /// The diagram's play stays, but the twin with this letter changes or becomes invalid.
    Twin(char),
    /// A limit stopped the search.
    Unknown,
}

impl Purpose {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unnecessary => "idle",
            Self::Legality => "position",
            Self::StopsCook(_) => "cook",
            Self::StopsShort(_) => "short",
            Self::Solution => "solution",
            Self::Key(_) => "key",
            Self::Play => "play",
            Self::SetPlay => "set_play",
            Self::Twin(_) => "twin",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the new key that appears without the piece, if there is one.
    pub const fn new_key(self) -> Option<Move> {
        match self {
            Self::StopsCook(m) | Self::StopsShort(m) | Self::Key(m) => Some(m),
            _ => None,
        }
    }
}

/// Result of [`strip`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stripped {
    /// All pieces but the kings, with their purposes.
    pub purposes: Vec<(Cell, Piece, Purpose)>,
    /// The minimal version: without the pieces in `removed`, with the same play in all phases and twins.
    pub minimal: Position,
    /// The removed pieces, in order of removal; all others are necessary.
    pub removed: Vec<(Cell, Piece)>,
}

/// Options of [`strip`].
#[derive(Clone, Copy, Debug)]
pub struct StripOptions<'a> {
    /// The twins in the notation of the column `twin`, or empty.
    pub twins: &'a str,
    /// The phases of play that must stay; set play only if it is in the scope.
    pub scope: Scope,
    /// Maximum number of nodes of one search.
    pub nodes: Option<u64>,
}

/// Removes the unnecessary pieces of a problem; returns `None` if it has no solution or a limit stopped the search.
///
/// Removes pieces one by one, the strongest first, as long as one is unnecessary. If either of two pieces suffices, the
/// stronger one is removed.
pub fn strip(version: &Version, options: StripOptions<'_>, stop: &AtomicBool) -> Option<Stripped> {
    let mut stripper = Stripper { checker: SoundnessChecker::new(1, options.nodes, stop), options };
    let full_play = stripper.full_play(version)?;
    let mut purposes = Vec::new();
    for (cell, piece) in version.setup.board.pieces().filter(|(_, piece)| piece.role != Role::King) {
        purposes.push((cell, piece, stripper.purpose(version, cell, &full_play)));
    }
    let mut minimal = version.clone();
    let mut removed = Vec::new();
    // A piece may become unnecessary when another one is removed.
    let mut is_any_unnecessary = purposes.iter().any(|(.., purpose)| *purpose == Purpose::Unnecessary);
    while is_any_unnecessary {
        let mut left: Vec<(Cell, Piece)> = minimal.setup.board.pieces().collect();
        left.retain(|(_, piece)| piece.role != Role::King);
        left.sort_by_key(|(cell, piece)| (piece.role, *cell));
        is_any_unnecessary = false;
        for (cell, piece) in left {
            if stripper.purpose(&minimal, cell, &full_play) == Purpose::Unnecessary {
                minimal = Change::Remove(cell).apply(&minimal)?;
                removed.push((cell, piece));
                is_any_unnecessary = true;
            }
        }
    }
    let minimal = minimal.setup.into_position().ok()?;
    Some(Stripped { purposes, minimal, removed })
}

/// Play of a problem: of the first problem and of each further twin with a solution.
struct FullPlay {
    first: Findings,
    twins: Vec<(char, Findings)>,
}

struct Stripper<'a> {
    checker: SoundnessChecker<'a>,
    options: StripOptions<'a>,
}

impl Stripper<'_> {
    fn full_play(&mut self, version: &Version) -> Option<FullPlay> {
        let (first, others) = version.split_twins(self.options.twins)?;
        let first = self.solve(&first.position, first.stipulation).ok().flatten()?;
        let mut twins = Vec::new();
        for twin in others {
            let letter = twin.letter();
            let Ok(problem) = twin.problem else { continue };
            if let Some(full) = self.solve(&problem.position, problem.stipulation).ok()? {
                twins.push((letter, full));
            }
        }
        Some(FullPlay { first, twins })
    }

    /// Solves a problem and hides the short defences; `None` if it has no solution.
    fn solve(&mut self, position: &Position, stipulation: Stipulation) -> Result<Option<Findings>, Stop> {
        let mut full = self.checker.solve_fully(position, stipulation, self.options.scope);
        if let Some(stop) = full.stopped {
            return Err(stop);
        }
        full.hide_short();
        Ok(full.mate_in.is_some().then_some(full))
    }

    fn purpose(&mut self, version: &Version, cell: Cell, full_play: &FullPlay) -> Purpose {
        let without = Change::Remove(cell).apply(version);
        let problems = without.and_then(|without| without.split_twins(self.options.twins));
        let Some((first, twins)) = problems.filter(|(first, _)| first.position.has_moves()) else {
            return Purpose::Legality;
        };
        match self.solve(&first.position, first.stipulation) {
            Err(_) => Purpose::Unknown,
            Ok(None) => Purpose::Solution,
            Ok(Some(full)) => match difference(&full_play.first, &full, cell) {
                Purpose::Unnecessary => self.purpose_in_twins(twins, cell, full_play),
                purpose => purpose,
            },
        }
    }

    /// Returns the purpose of a piece that the first problem does not need.
    fn purpose_in_twins(&mut self, twins: Vec<Twin>, cell: Cell, full_play: &FullPlay) -> Purpose {
        for twin in twins {
            let letter = twin.letter();
            let Some((_, before)) = full_play.twins.iter().find(|(other, _)| *other == letter) else {
                continue;
            };
            // A twin may move or exchange the piece, and is invalid without it.
            let Ok(problem) = twin.problem else { return Purpose::Twin(letter) };
            match self.solve(&problem.position, problem.stipulation) {
                Err(_) => return Purpose::Unknown,
                Ok(Some(full)) if difference(before, &full, cell) == Purpose::Unnecessary => {}
                Ok(_) => return Purpose::Twin(letter),
            }
        }
        Purpose::Unnecessary
    }
}

/// Returns the purpose of the piece on a cell, from the solutions with and without it.
fn difference(with: &Findings, without: &Findings, cell: Cell) -> Purpose {
    let (before, after) = (with, without);
    let first = after.keys.first().copied();
    if after.mate_in < before.mate_in {
        return first.map_or(Purpose::Solution, Purpose::StopsShort);
    }
    if after.mate_in > before.mate_in {
        return Purpose::Solution;
    }
    let has_all = before.keys.iter().all(|key| after.keys.contains(key));
    let new = after.keys.iter().copied().find(|key| !before.keys.contains(key));
    match (has_all, new) {
        (true, Some(m)) => Purpose::StopsCook(m),
        (false, Some(m)) => Purpose::Key(m),
        (false, None) => Purpose::Solution,
        (true, None) if !has_same_play(with, without) => Purpose::Play,
        (true, None) if !has_same_set_play(with, without, cell) => Purpose::SetPlay,
        (true, None) => Purpose::Unnecessary,
    }
}

/// Returns whether two solutions have the same lines, ignoring defences that do not parry the threat.
fn has_same_play(one: &Findings, other: &Findings) -> bool {
    let essential = |full: &Findings| -> Vec<Attack> { full.variations.iter().map(essential_play).collect() };
    one.lines == other.lines && essential(one) == essential(other)
}

/// Returns whether the set play is the same without the piece on a cell: each reply with its answers.
///
/// Replies by the removed piece itself may be missing.
fn has_same_set_play(one: &Findings, other: &Findings, cell: Cell) -> bool {
    let answers = |answer: &Answer| match answer {
        Answer::Attacks(attacks) => attacks.attacks.iter().map(|attack| attack.m).collect(),
        _ => Vec::new(),
    };
    let replies = |full: &Findings| -> Vec<(Move, Vec<Move>)> {
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

/// Returns an attack without the defences that do not parry the threat.
fn essential_play(attack: &Attack) -> Attack {
    let mut attack = attack.clone();
    if let Threat::Attacks(threats) = &mut attack.threat {
        threats.attacks.iter_mut().for_each(|threat| *threat = essential_play(threat));
    }
    attack.defences.retain_mut(|defence| {
        if let Answer::Attacks(attacks) = &mut defence.answer {
            attacks.attacks.iter_mut().for_each(|attack| *attack = essential_play(attack));
        }
        defence.answer != Answer::Threats
    });
    attack
}
