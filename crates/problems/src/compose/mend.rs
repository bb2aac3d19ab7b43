//! Repair of unsound problems by one or two changes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::change::{Change, ChangeKind, Version, single_changes};
use super::soundness::{PlayCounts, SoundVersion, Soundness, SoundnessChecker};
use crate::{KeyClaim, Problem};
use hexmate_core::mate;
use hexmate_core::mate::Verdict;
use hexmate_core::rules::{Move, Piece, Role};

/// Number of changes of a version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Changes {
    /// One.
    One,
    /// One or two.
    Two,
}

/// Options of [`mend`].
#[derive(Clone, Copy, Debug)]
pub struct MendOptions<'a> {
    /// The author's keys as written, or empty.
    pub claim: &'a str,
    /// Intended number of solutions.
    pub solutions: usize,
    /// The twins in the notation of [`Problem::twins`](crate::Problem::twins), which must be sound too.
    pub twins: &'a str,
    /// Number of changes allowed.
    pub changes: Changes,
    /// Maximum number of versions returned.
    pub limit: usize,
    /// Maximum number of nodes of one search.
    pub nodes: Option<u64>,
}

/// A repaired version, which is sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The changes; empty if the problem was sound.
    pub changes: Vec<Change>,
    /// The changes in the notation of twins.
    pub text: String,
    /// The sound version.
    pub sound: SoundVersion,
    /// `true` if all its keys are intended ones; `None` if no key is known to be intended.
    pub keeps_key: Option<bool>,
    /// Counts of its play.
    pub play: PlayCounts,
}

impl Mended {
    /// Returns whether the version has a key that is not intended.
    fn has_other_key(&self) -> bool {
        self.keeps_key == Some(false)
    }

    /// Returns the number of pieces on the board.
    pub fn pieces(&self) -> usize {
        self.sound.diagram.setup.board.pieces().count()
    }
}

/// Result of [`mend`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mending {
    /// Verdict on the original problem; `None` if its position is illegal.
    pub verdict: Option<Verdict>,
    /// The best repaired versions, at most [`MendOptions::limit`].
    pub mended: Vec<Mended>,
    /// Number of repaired versions found.
    pub sound: usize,
    /// Number of versions searched.
    pub tried: usize,
    /// Number of searches that the limit stopped.
    pub unfinished: usize,
}

/// Maximum number of pairs of changes tried.
const MAX_PAIRS: usize = 20_000;

/// Searches for sound versions of a problem; a sound problem is returned unchanged.
///
/// Takes some thousands of searches. The result depends only on the arguments unless `stop` is set.
pub fn mend(version: &Version, options: MendOptions<'_>, stop: &AtomicBool) -> Mending {
    let mut checker = SoundnessChecker::new(options.solutions, options.nodes, stop).with_twins(options.twins);
    // The keys of a short solution are not intended.
    let mut intended = Vec::new();
    let (verdict, keys) = match checker.check(version) {
        Soundness::Sound(sound) => {
            let play = checker.play(&sound);
            let same = Mended { changes: Vec::new(), text: String::new(), sound, keeps_key: None, play };
            let verdict = Some(Verdict::Sound);
            return Mending { verdict, mended: vec![same], sound: 1, tried: 1, unfinished: 0 };
        }
        Soundness::Illegal => (None, Vec::new()),
        Soundness::Unfinished => (Some(Verdict::NotFinished), Vec::new()),
        Soundness::Unsound(verdict, keys) => {
            intended.extend(keys.iter().copied().filter(|_| verdict == Verdict::Cooked));
            (Some(verdict), keys)
        }
        Soundness::UnsoundTwin(verdict, keys) => {
            intended.clone_from(&keys);
            (Some(verdict), keys)
        }
    };
    let intended = Intended { claim: options.claim, keys: &intended };
    let singles = single_changes(version);
    let mut found = Vec::new();
    let mut unsound = Vec::new();
    for &change in &singles {
        if checker.is_stopped() {
            break;
        }
        let Some(changed) = change.apply(version) else { continue };
        match checker.check(&changed) {
            Soundness::Sound(sound) => {
                let keeps_key = intended.has(&sound, &[change]);
                found.push(Candidate { changes: vec![change], sound, keeps_key });
            }
            Soundness::Unsound(_, keys) | Soundness::UnsoundTwin(_, keys) => unsound.push((change, keys)),
            Soundness::Illegal | Soundness::Unfinished => {}
        }
    }
    if options.changes == Changes::Two {
        for pair in promising_pairs(version, options.twins, &keys, &unsound, &mut checker) {
            if checker.is_stopped() {
                break;
            }
            let changed = pair.iter().try_fold(version.clone(), |version, change| change.apply(&version));
            if let Some(Soundness::Sound(sound)) = changed.map(|changed| checker.check(&changed)) {
                let keeps_key = intended.has(&sound, &pair);
                found.push(Candidate { changes: pair.to_vec(), sound, keeps_key });
            }
        }
    }
    let sound = found.len();
    let mended = found.into_iter().map(|candidate| candidate.into_mended(version, &mut checker)).collect();
    let mut mended = ranked(mended);
    mended.truncate(options.limit);
    Mending { verdict, mended, sound, tried: checker.tried, unfinished: checker.unfinished }
}

/// Sorts versions so that the best of each kind of change come first, two for removals, to give readers a choice.
///
/// Within a kind the order is: intended key, few changes, few duals, little added material, many answers.
fn ranked(mut mended: Vec<Mended>) -> Vec<Mended> {
    mended.sort_by_key(|mended| {
        let PlayCounts { duals, answers } = mended.play;
        (mended.has_other_key(), mended.changes.len(), duals, added(&mended.changes), Reverse(answers))
    });
    let mut counts: HashMap<Vec<ChangeKind>, usize> = HashMap::new();
    let mut turns: Vec<(usize, Vec<ChangeKind>, Mended)> = Vec::new();
    for one in mended {
        let kinds: Vec<ChangeKind> = one.changes.iter().map(|change| change.kind()).collect();
        let turn = counts.entry(kinds.clone()).or_default();
        *turn += 1;
        // Removals are few, and each is more informative than one of many additions.
        let place = if kinds == [ChangeKind::Remove] { turn.div_ceil(2) } else { *turn };
        turns.push((place, kinds, one));
    }
    // Single changes of all kinds precede pairs, among versions that keep the key.
    turns.sort_by(|(turn, kinds, one), (other_turn, other_kinds, other)| {
        let first = (one.has_other_key(), kinds.len(), turn, kinds);
        first.cmp(&(other.has_other_key(), other_kinds.len(), other_turn, other_kinds))
    });
    turns.into_iter().map(|(.., mended)| mended).collect()
}

/// Returns the material that changes add, in pawns.
fn added(changes: &[Change]) -> u32 {
    // Economy of material, not playing strength: the minor pieces count the same.
    let cost = |piece: Piece| match piece.role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    };
    changes.iter().filter_map(|change| change.new_piece()).map(cost).sum()
}

/// The keys that a repaired version should keep.
struct Intended<'a> {
    /// The author's keys as written, or empty.
    claim: &'a str,
    /// Keys of the original problem, if they are intended or are cooks; else empty.
    keys: &'a [Move],
}

impl Intended<'_> {
    /// Returns whether all keys of a version are intended; `None` if no key is known to be intended.
    fn has(&self, sound: &SoundVersion, changes: &[Change]) -> Option<bool> {
        let game = sound.position.game();
        let map_move = |m: Move| changes.iter().try_fold(m, |m, change| change.map_move(game, m));
        let intended: Vec<Move> = match (self.claim, self.keys) {
            ("", []) => return None,
            ("", keys) => keys.iter().filter_map(|&key| map_move(key)).collect(),
            (claim, _) => KeyClaim::parse(claim, &sound.position).moves().unwrap_or_default(),
        };
        Some(sound.keys.iter().all(|key| intended.contains(key)))
    }
}

/// A sound version whose play has not been counted yet.
struct Candidate {
    changes: Vec<Change>,
    sound: SoundVersion,
    keeps_key: Option<bool>,
}

impl Candidate {
    fn into_mended(self, version: &Version, checker: &mut SoundnessChecker<'_>) -> Mended {
        let Self { changes, sound, keeps_key } = self;
        let play = checker.play(&sound);
        let mut before = version.clone();
        let mut texts = Vec::new();
        for change in &changes {
            texts.push(change.text(&before));
            before = change.apply(&before).unwrap_or(before);
        }
        Mended { text: texts.join(", "), changes, sound, keeps_key, play }
    }
}

/// Returns pairs of changes that each remove some of the faults and together all of them.
///
/// The faults are all keys but one or, if the problem has no key, the refutations of the try with the fewest.
fn promising_pairs(
    version: &Version,
    twins: &str,
    keys: &[Move],
    unsound: &[(Change, Vec<Move>)],
    checker: &mut SoundnessChecker<'_>,
) -> Vec<[Change; 2]> {
    let faults: Vec<(Change, HashSet<Move>)> = if keys.is_empty() {
        with_refutations(version, twins, unsound, checker)
    } else {
        let kept = |(change, left): &(Change, Vec<Move>)| {
            let left: HashSet<Move> = left.iter().copied().collect();
            // A new key is as bad as an old one that stays.
            let has_some = keys.iter().any(|key| left.contains(key));
            (has_some && left.len() < keys.len() + 1).then_some((*change, left))
        };
        unsound.iter().filter_map(kept).collect()
    };
    let least = usize::from(!keys.is_empty());
    let mut pairs = Vec::new();
    for (number, (one, left)) in faults.iter().enumerate() {
        for (other, right) in &faults[number + 1..] {
            if left.intersection(right).count() == least {
                pairs.push((left.len() + right.len(), [*one, *other]));
            }
        }
    }
    pairs.sort_by_key(|&(count, _)| count);
    pairs.truncate(MAX_PAIRS);
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Returns changes with the remaining refutations of the best try.
fn with_refutations(
    version: &Version,
    twins: &str,
    unsound: &[(Change, Vec<Move>)],
    checker: &mut SoundnessChecker<'_>,
) -> Vec<(Change, HashSet<Move>)> {
    let first = |version: &Version| Some(version.split_twins(twins)?.0);
    // Only direct play has refutations.
    let is_direct = |problem: &Problem| problem.stipulation.play == mate::Play::Direct;
    let Some(Problem { position, stipulation, .. }) = first(version).filter(is_direct) else {
        return Vec::new();
    };
    let refuted = |m, checker: &mut SoundnessChecker<'_>| checker.refutations(&position, m, stipulation);
    let tries: Vec<(Move, Vec<Move>)> =
        position.legal_moves().filter_map(|m| Some((m, refuted(m, checker)?))).collect();
    let Some((best, all)) = tries.into_iter().min_by_key(|(_, refutations)| refutations.len()) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    for (change, _) in unsound {
        let Some(Problem { position, stipulation, .. }) =
            change.apply(version).and_then(|changed| first(&changed))
        else {
            continue;
        };
        if let Some(left) = checker.refutations(&position, best, stipulation)
            && left.len() < all.len()
        {
            faults.push((*change, left.into_iter().collect()));
        }
    }
    faults
}
