//! Selection of the best problems, varied by victim, player and key.

use std::collections::{BTreeMap, HashSet};

use hexmate_core::mate::Victim;
use hexmate_core::rules::{Player, Role};
use hexmate_position::symmetry::canonical_key;

use crate::game::Found;
use crate::plain::{MAX_MOVES, count_moves_made};

/// Returns at most `lengths[n - 1]` problems of each length n. No two are symmetric images of each other.
pub fn choose(found: Vec<Found>, lengths: &[usize]) -> Vec<Found> {
    let mut by_length: BTreeMap<u32, Vec<Found>> = BTreeMap::new();
    for found in found {
        by_length.entry(found.mate.stipulation.moves).or_default().push(found);
    }
    let mut seen = HashSet::new();
    let mut chosen = Vec::new();
    for (moves, &wanted) in (1..).zip(lengths) {
        let candidates = by_length.remove(&moves).unwrap_or_default();
        let mut seeds = HashSet::new();
        let is_new = |found: &Found| {
            let image = canonical_key(&found.position);
            let new = !seeds.contains(&found.seed) && !seen.contains(&image) && can_be_confirmed(found);
            if new {
                seeds.insert(found.seed);
                seen.insert(image);
            }
            new
        };
        chosen.extend(mixed(candidates).filter(is_new).take(wanted));
    }
    chosen
}

/// Returns whether a plain search can check the problem within [`MAX_MOVES`].
fn can_be_confirmed(found: &Found) -> bool {
    count_moves_made(&found.position, found.mate.stipulation, MAX_MOVES).is_some()
}

/// Sorts problems: those whose key is not a capture first, then alternating by victim, player and kind of key.
fn mixed(mut found: Vec<Found>) -> impl Iterator<Item = Found> {
    found.sort_by_key(faults);
    let (captures, quiet): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.position.is_capture(found.mate.key));
    let alternate = |found| alternate(alternate(alternate(found, key_kind), player), victim);
    alternate(quiet).into_iter().chain(alternate(captures))
}

/// Returns the first item of each group, then the second of each, and so on.
fn alternate<K: Ord + Copy>(found: Vec<Found>, group: impl Fn(&Found) -> K) -> Vec<Found> {
    let mut counts: BTreeMap<K, usize> = BTreeMap::new();
    let numbered = found.into_iter().map(|found| {
        let group = group(&found);
        let count = counts.entry(group).or_default();
        *count += 1;
        ((*count, group), found)
    });
    numbered.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Returns the kind of the key: whether it is special, and its piece.
fn key_kind(found: &Found) -> (Special, Role) {
    let key = found.mate.key;
    let role = found.position.piece(key.from).map_or(Role::King, |piece| piece.role);
    match key.promotion {
        Some(promotion) => (Special::Promotion, promotion),
        None if found.position.is_en_passant(key) => (Special::EnPassant, role),
        None => (Special::None, role),
    }
}

/// Returns the player to move.
fn player(found: &Found) -> Player {
    found.position.turn()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Special {
    EnPassant,
    Promotion,
    None,
}

/// Returns the kind of the player to be mated.
fn victim(found: &Found) -> Opponent {
    match found.mate.stipulation.victim {
        Victim::Named(_) => Opponent::One,
        Victim::Any if found.position.living().len() > 2 => Opponent::Any,
        Victim::Any => Opponent::Last,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Opponent {
    Any,
    One,
    Last,
}

/// Returns the penalty of a problem and its seed.
///
/// An unsuitable number of pieces, a checking key, and few replies to the key are penalised.
fn faults(found: &Found) -> (u32, u64) {
    let Found { position, mate, seed } = found;
    let after = position.play_unchecked(mate.key);
    let pieces = position.pieces().len() as u32;
    let fitting = 4 * position.living().len() + 1;
    let check = 4 * u32::from(after.is_check());
    let replies = 4 - after.count_moves().min(4) as u32;
    (pieces.abs_diff(fitting) + check + replies, *seed)
}
