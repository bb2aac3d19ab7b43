//! Sound versions of a problem that is not sound, by one change or by two, the best first. Writes nothing.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::change::{Change, ChangeKind, Version, single_changes};
use super::judge::{Judge, Play, SoundVersion, Soundness};
use crate::KeyClaim;
use hexmate_core::mate;
use hexmate_core::mate::Verdict;
use hexmate_core::rules::{Move, Piece, Role};

/// How many changes a version may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Changes {
    /// One.
    One,
    /// One or two.
    Two,
}

/// What is wanted of mended versions.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The keys that the author claims, as they are written; empty if none are.
    pub claim: &'a str,
    /// How many solutions are intended.
    pub solutions: usize,
    /// The twins, which a sound version has too, as [`Problem::twins`](crate::Problem::twins) reads them.
    pub twins: &'a str,
    /// How many changes are allowed.
    pub changes: Changes,
    /// How many of the best versions are told.
    pub most: usize,
    /// The most positions that the search of one version may look at.
    pub nodes: Option<u64>,
}

/// A sound version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The changes; none if the problem was sound.
    pub changes: Vec<Change>,
    /// How they are written, as of twins.
    pub text: String,
    /// The version.
    pub sound: SoundVersion,
    /// Whether its keys are among those intended; `None` if nobody says which are.
    pub keeps_key: Option<bool>,
    /// What its play has.
    pub play: Play,
}

impl Mended {
    /// Whether it is known to have another key than was intended.
    fn is_other(&self) -> bool {
        self.keeps_key == Some(false)
    }

    /// How many pieces are on its board.
    pub fn pieces(&self) -> usize {
        self.sound.position.pieces().len()
    }
}

/// What has come of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mending {
    /// What the problem is; `None` if it is no position of the game.
    pub verdict: Option<Verdict>,
    /// The best sound versions.
    pub mended: Vec<Mended>,
    /// How many sound versions there are.
    pub sound: usize,
    /// How many versions were solved, or given up.
    pub tried: usize,
    /// How many of them were given up at the limit.
    pub unfinished: usize,
}

/// The most pairs of changes that are tried.
const PAIRS: usize = 20_000;

/// Looks for sound versions; a problem that is sound passes through.
///
/// Time is that of some thousand searches. The answer depends on nothing but the arguments, unless it is stopped.
pub fn mend(version: &Version, wish: Wish<'_>, stop: &AtomicBool) -> Mending {
    let mut judge = Judge::new(wish.solutions, wish.nodes, stop).with_twins(wish.twins);
    // Of a short solution the keys are those of nobody's intention.
    let mut intended = Vec::new();
    let (verdict, keys) = match judge.judge(version) {
        Soundness::Sound(sound) => {
            let play = judge.play(&sound);
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
    let intended = Intended { claim: wish.claim, keys: &intended };
    let singles = single_changes(version);
    let mut found = Vec::new();
    let mut unsound = Vec::new();
    for &change in &singles {
        if judge.is_stopped() {
            break;
        }
        let Some(changed) = change.apply(version) else { continue };
        match judge.judge(&changed) {
            Soundness::Sound(sound) => {
                let keeps_key = intended.has(&sound, &[change]);
                found.push(Candidate { changes: vec![change], sound, keeps_key });
            }
            Soundness::Unsound(_, keys) | Soundness::UnsoundTwin(_, keys) => unsound.push((change, keys)),
            Soundness::Illegal | Soundness::Unfinished => {}
        }
    }
    if wish.changes == Changes::Two {
        for pair in promising_pairs(version, &keys, &unsound, &mut judge) {
            if judge.is_stopped() {
                break;
            }
            let changed = pair.iter().try_fold(version.clone(), |version, change| change.apply(&version));
            if let Some(Soundness::Sound(sound)) = changed.map(|changed| judge.judge(&changed)) {
                let keeps_key = intended.has(&sound, &pair);
                found.push(Candidate { changes: pair.to_vec(), sound, keeps_key });
            }
        }
    }
    let sound = found.len();
    let examined = found.into_iter().map(|candidate| candidate.examined(version, &mut judge)).collect();
    let mut mended = in_turns(examined);
    mended.truncate(wish.most);
    Mending { verdict, mended, sound, tried: judge.tried, unfinished: judge.unfinished }
}

/// The best of each kind of change in turn, two of those that take a piece off, so that whoever reads has a choice.
///
/// Within a kind the best are those with the intended key, without duals, that add the weakest pieces, and have many
/// answers.
fn in_turns(mut mended: Vec<Mended>) -> Vec<Mended> {
    mended.sort_by_key(|mended| {
        let Play { duals, answers } = mended.play;
        (mended.is_other(), mended.changes.len(), duals, added(&mended.changes), Reverse(answers))
    });
    let mut counts: HashMap<Vec<ChangeKind>, usize> = HashMap::new();
    let mut turns: Vec<(usize, Vec<ChangeKind>, Mended)> = Vec::new();
    for one in mended {
        let kinds: Vec<ChangeKind> = one.changes.iter().map(|change| change.kind()).collect();
        let turn = counts.entry(kinds.clone()).or_default();
        *turn += 1;
        // There are few pieces to take off, and each says more than one of many places to add one.
        let place = if kinds == [ChangeKind::Remove] { turn.div_ceil(2) } else { *turn };
        turns.push((place, kinds, one));
    }
    // Single changes of all kinds go before pairs, as far as they keep the key.
    turns.sort_by(|(turn, kinds, one), (other_turn, other_kinds, other)| {
        let first = (one.is_other(), kinds.len(), turn, kinds);
        first.cmp(&(other.is_other(), other_kinds.len(), other_turn, other_kinds))
    });
    turns.into_iter().map(|(.., mended)| mended).collect()
}

/// How much material changes add.
fn added(changes: &[Change]) -> u32 {
    // Not what they are worth in play: of two minor pieces neither spares more than the other.
    let cost = |piece: Piece| match piece.role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    };
    changes.iter().filter_map(|change| change.new_piece()).map(cost).sum()
}

/// The keys that a mended version should have.
struct Intended<'a> {
    claim: &'a str,
    /// Keys of the original problem, where they are known to be the intended ones or cooks beside them.
    keys: &'a [Move],
}

impl Intended<'_> {
    /// Whether all keys of a version are intended, if it is known which are.
    fn has(&self, sound: &SoundVersion, changes: &[Change]) -> Option<bool> {
        let game = sound.position.game();
        let carried = |m: Move| changes.iter().try_fold(m, |m, change| change.carried(game, m));
        let intended: Vec<Move> = match (self.claim, self.keys) {
            ("", []) => return None,
            ("", keys) => keys.iter().filter_map(|&key| carried(key)).collect(),
            (claim, _) => KeyClaim::read(claim, &sound.position).moves().unwrap_or_default(),
        };
        Some(sound.keys.iter().all(|key| intended.contains(key)))
    }
}

/// A sound version that nobody has looked at closely.
struct Candidate {
    changes: Vec<Change>,
    sound: SoundVersion,
    keeps_key: Option<bool>,
}

impl Candidate {
    fn examined(self, version: &Version, judge: &mut Judge<'_>) -> Mended {
        let Self { changes, sound, keeps_key } = self;
        let play = judge.play(&sound);
        let mut before = version.clone();
        let mut texts = Vec::new();
        for change in &changes {
            texts.push(change.text(&before));
            before = change.apply(&before).unwrap_or(before);
        }
        Mended { text: texts.join(", "), changes, sound, keeps_key, play }
    }
}

/// Pairs of changes each of which stops some of what is wrong, and both together all of it.
///
/// What is wrong with a problem that has keys are all of them but one; with one that has none, the refutations of
/// the moves that fail by the fewest.
fn promising_pairs(
    version: &Version,
    keys: &[Move],
    unsound: &[(Change, Vec<Move>)],
    judge: &mut Judge<'_>,
) -> Vec<[Change; 2]> {
    let wrong: Vec<(Change, HashSet<Move>)> = if keys.is_empty() {
        with_refutations(version, unsound, judge)
    } else {
        let kept = |(change, left): &(Change, Vec<Move>)| {
            let left: HashSet<Move> = left.iter().copied().collect();
            // New keys are as bad as old ones that stay.
            let has_some = keys.iter().any(|key| left.contains(key));
            (has_some && left.len() < keys.len() + 1).then_some((*change, left))
        };
        unsound.iter().filter_map(kept).collect()
    };
    let least = usize::from(!keys.is_empty());
    let mut pairs = Vec::new();
    for (number, (one, left)) in wrong.iter().enumerate() {
        for (other, right) in &wrong[number + 1..] {
            if left.intersection(right).count() == least {
                pairs.push((left.len() + right.len(), [*one, *other]));
            }
        }
    }
    pairs.sort_by_key(|&(count, _)| count);
    pairs.truncate(PAIRS);
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Changes with the refutations that are left of the best try.
fn with_refutations(
    version: &Version,
    unsound: &[(Change, Vec<Move>)],
    judge: &mut Judge<'_>,
) -> Vec<(Change, HashSet<Move>)> {
    // Where nobody resists, or somebody must mate, a reply refutes nothing.
    let (true, Ok(position)) =
        (version.stipulation.play == mate::Play::Direct, version.setup.clone().into_position())
    else {
        return Vec::new();
    };
    let refuted = |m, judge: &mut Judge<'_>| judge.refutations(&position, m, version.stipulation);
    let tries: Vec<(Move, Vec<Move>)> =
        position.legal_moves().filter_map(|m| Some((m, refuted(m, judge)?))).collect();
    let Some((best, all)) = tries.into_iter().min_by_key(|(_, refutations)| refutations.len()) else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for (change, _) in unsound {
        let Some(position) = change.apply(version).and_then(|changed| changed.setup.into_position().ok())
        else {
            continue;
        };
        if let Some(left) = judge.refutations(&position, best, version.stipulation)
            && left.len() < all.len()
        {
            wrong.push((*change, left.into_iter().collect()));
        }
    }
    wrong
}
