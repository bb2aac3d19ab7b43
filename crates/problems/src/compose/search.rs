//! New problems by chance and by climbing: a chain of small changes, each kept if the problem is no worse after it.
//! One thread; the same numbers give the same problems.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::array::ArrayPieces;
use super::change::{Change, Version};
use super::judge::{Judge, SoundVersion, Soundness};
use super::start::{random_change, random_version};
use super::strip::{StripOptions, strip};
use crate::themes::{Merits, Theme};
use hexmate_core::mate::{Scope, Stipulation};
use hexmate_core::random::Rng;
use hexmate_position::symmetry::canonical_key;
use hexmate_position::{Game, Setup};

/// Which problems are looked for, and how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The game.
    pub game: Game,
    /// What is asked.
    pub stipulation: Stipulation,
    /// The fewest pieces on the board.
    pub fewest: usize,
    /// The most.
    pub most: usize,
    /// What they must show, if anything.
    pub theme: Option<Theme>,
    /// The least quality that is kept.
    pub bar: i32,
    /// Changes tried in one chain.
    pub steps: usize,
    /// The most positions that the search of one version may look at.
    pub nodes: u64,
    /// Has chains fall in another order.
    pub seed: u64,
    /// Problems to begin from; at random where there are none.
    pub from: Vec<Version>,
}

/// A problem that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The problem, with its key.
    pub sound: SoundVersion,
    /// What it shows.
    pub merits: Merits,
}

/// What a theme that is asked for is worth beside all others.
const ASKED_THEME: i32 = 30;

/// Changes in a row that bring nothing, after which another start is taken.
const PATIENCE: usize = 800;

/// The same where nothing is solved yet.
const PATIENCE_UNSOLVED: usize = 120;

/// How far a version has come; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Height {
    /// No solution, or a short one.
    Unsolved,
    /// Less is more keys than are wanted.
    Cooked(i32),
    /// Sound, and so good.
    Sound(i32),
}

/// Goes one chain; `None` if it was stopped before its end.
///
/// Problems that are kept are sound, have no idle piece, no dual, nobody in check in the diagram, nothing but what the
/// array of the game could leave, and no image among themselves.
pub fn search(options: &SearchOptions, number: u64, stop: &AtomicBool) -> Option<Vec<Find>> {
    // Neighbouring seeds and chains have nothing in common.
    let mut seeds = Rng::new(options.seed);
    let first = seeds.below(usize::MAX) as u64;
    let mut climber = Climber {
        options,
        array: ArrayPieces::of(options.game),
        judge: Judge::new(1, Some(options.nodes), stop),
        rng: Rng::new(first ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        left: options.steps,
    };
    let mut found: Vec<Find> = Vec::new();
    // A start is not a find, whoever composed it.
    let starts = options.from.iter().filter_map(|version| version.setup.clone().into_position().ok());
    let mut seen: HashSet<u64> = starts.map(|start| canonical_key(&start)).collect();
    while climber.left > 0 {
        let start = climber.start(number);
        let summit = climber.climb(start);
        if climber.judge.is_stopped() {
            return None;
        }
        if let Some(find) = summit.and_then(|version| climber.examined(&version, stop))
            && seen.insert(canonical_key(&find.sound.position))
        {
            found.push(find);
        }
    }
    (!climber.judge.is_stopped()).then_some(found)
}

struct Climber<'a> {
    options: &'a SearchOptions,
    array: ArrayPieces,
    judge: Judge<'a>,
    rng: Rng,
    /// Changes that may still be tried.
    left: usize,
}

impl Climber<'_> {
    fn start(&mut self, number: u64) -> Version {
        let SearchOptions { stipulation, fewest, most, from, .. } = self.options;
        match from.get(number as usize % from.len().max(1)) {
            Some(version) => version.clone(),
            None => random_version(&self.array, *stipulation, *fewest, *most, &mut self.rng),
        }
    }

    /// Changes a version as long as that helps; the last one if it is sound.
    fn climb(&mut self, start: Version) -> Option<Version> {
        let is_varied = !self.options.from.is_empty();
        let mut version = start;
        let mut height = self.height(&version).unwrap_or(Height::Unsolved);
        let mut waited = 0;
        let patience = |height| if height == Height::Unsolved { PATIENCE_UNSOLVED } else { PATIENCE };
        // A known problem is left before it is climbed from, or it would be found again.
        let mut leaps = if is_varied { 1 + self.rng.below(4) } else { 0 };
        while waited < patience(height) && self.left > 0 && !self.judge.is_stopped() {
            self.left -= 1;
            waited += 1;
            let Some(next) = self.changed(&version) else { continue };
            let Some(reached) = self.height(&next) else { continue };
            if leaps > 0 || reached >= height {
                leaps = usize::saturating_sub(leaps, 1);
                waited = if reached > height { 0 } else { waited };
                (version, height) = (next, reached);
            }
        }
        matches!(height, Height::Sound(_)).then_some(version)
    }

    /// A version with one change, that the options allow.
    fn changed(&mut self, version: &Version) -> Option<Version> {
        let change: Change = random_change(version, &mut self.rng)?;
        let next = change.apply(version)?;
        let count = next.setup.board.pieces().count();
        let is_allowed =
            (self.options.fewest..=self.options.most).contains(&count) && self.array.include(&next.setup);
        is_allowed.then_some(next)
    }

    /// How high a version stands; `None` if it is no position, or its search hit a limit.
    fn height(&mut self, version: &Version) -> Option<Height> {
        match self.judge.judge(version) {
            Soundness::Illegal | Soundness::Unfinished | Soundness::UnsoundTwin(..) => None,
            Soundness::Unsound(_, keys) if keys.len() < 2 => Some(Height::Unsolved),
            Soundness::Unsound(_, keys) => Some(Height::Cooked(-(keys.len() as i32))),
            Soundness::Sound(sound) => {
                let merits = self.judge.merits(&sound)?;
                let is_asked = self.options.theme.is_some_and(|theme| merits.themes.has(theme));
                Some(Height::Sound(merits.quality + if is_asked { ASKED_THEME } else { 0 }))
            }
        }
    }

    /// The version without idle pieces, if it is worth to be kept.
    fn examined(&mut self, version: &Version, stop: &AtomicBool) -> Option<Find> {
        let scope = Scope { variations: true, ..Scope::KEYS };
        let options = StripOptions { twins: "", scope, nodes: Some(self.options.nodes) };
        let setup = (&strip(version, options, stop)?.least).into();
        let least = Version { setup, stipulation: version.stipulation };
        let Soundness::Sound(sound) = self.judge.judge(&least) else { return None };
        let merits = self.judge.merits(&sound)?;
        let has = |theme| merits.themes.has(theme);
        // Where a player is out at once, others have its pieces.
        let is_natural = self.array.lead_to(&Setup::from(&sound.position));
        let is_calm = sound.position.attacked_kings().next().is_none();
        let is_clear = is_natural && is_calm && !has(Theme::Dual);
        let is_good = merits.quality >= self.options.bar && is_clear && self.options.theme.is_none_or(has);
        is_good.then_some(Find { sound, merits })
    }
}
