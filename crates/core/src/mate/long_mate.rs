//! Finds long mates by proof-number search over few attacks.
//!
//! The search is df-pn; the number of moves left is part of the node, so that nothing repeats. The attacker may
//! only play moves of one kind. A mate found this way is a mate; that none is found proves nothing.

use std::ops::ControlFlow;

use super::Stop;
use super::budget::Meter;
use super::mate_in_one::has_mate_in_one;
use super::table::key_with_moves;
use crate::rules::{Move, Position, Role, Variant};

/// A proved mate, possibly not the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongMate {
    /// A first move that forces mate.
    pub key: Move,
    /// The most moves it takes.
    pub moves: u32,
}

/// The attacks that one search may play.
#[derive(Clone, Copy, Debug)]
enum AttackFilter {
    Checks,
    /// Checks, and moves after which the king has at most this many flights.
    LeavingFlights(u32),
}

const PORTFOLIO: [AttackFilter; 3] =
    [AttackFilter::Checks, AttackFilter::LeavingFlights(2), AttackFilter::LeavingFlights(4)];

/// The most positions that one search visits.
const QUOTA: u64 = 20_000;

/// Proof and disproof number of a node, from the view of the player to move.
///
/// `own` is the proof number for the attacker and the disproof number for the defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    own: u32,
    other: u32,
}

const ENDLESS: u32 = u32::MAX / 2;

impl Numbers {
    /// The player to move reaches the goal.
    const WON: Self = Self { own: 0, other: ENDLESS };
    const LOST: Self = Self { own: ENDLESS, other: 0 };
}

/// Why a search ended without a proof.
enum End {
    QuotaSpent,
    Stopped(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Searches for a mate within `most` moves in a game for two, then for shorter ones.
///
/// Visits a few hundred thousand positions at most and takes at most `bytes` of memory.
///
/// # Errors
///
/// If the budget is spent.
pub(super) fn find_long_mate<V: Variant>(
    position: &Position<V>,
    most: u32,
    bytes: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<LongMate>, Stop> {
    let mut found: Option<LongMate> = None;
    for attacks in PORTFOLIO {
        loop {
            let moves = found.map_or(most, |found| found.moves - 1);
            match ProofSearch::new(attacks, bytes, meter).prove(position, moves)? {
                Some(key) => found = Some(LongMate { key, moves }),
                None => break,
            }
        }
    }
    Ok(found)
}

struct ProofSearch<'m, 'b> {
    attacks: AttackFilter,
    notes: Vec<(u128, Numbers)>,
    meter: &'m mut Meter<'b>,
    quota: u64,
}

/// A position after a move, with the number of moves that the attacker has left.
struct Child<V: Variant> {
    m: Move,
    position: Position<V>,
    left: u32,
    by: By,
    first_guess: Numbers,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Attacker,
    Defender,
}

impl<V: Variant> Child<V> {
    /// Returns the key of position and moves left.
    fn key(&self) -> u128 {
        key_with_moves(&self.position, self.left)
    }
}

impl<'m, 'b> ProofSearch<'m, 'b> {
    const MOST_NOTES: usize = 1 << 16;

    fn new(attacks: AttackFilter, bytes: usize, meter: &'m mut Meter<'b>) -> Self {
        let most = (bytes / size_of::<(u128, Numbers)>()).clamp(1, Self::MOST_NOTES);
        let notes = vec![(0, Numbers { own: 0, other: 0 }); most.next_power_of_two() / 2 + 1];
        Self { attacks, notes, meter, quota: QUOTA }
    }

    /// Returns a first move that mates within `moves`.
    fn prove<V: Variant>(mut self, position: &Position<V>, moves: u32) -> Result<Option<Move>, Stop> {
        if moves == 0 {
            return Ok(None);
        }
        let children = self.attacks(position, moves);
        match self.explore_children(&children, Numbers { own: ENDLESS, other: ENDLESS }) {
            Ok(Numbers { own: 0, .. }) => {
                let proved = children.iter().find(|child| self.numbers(child).other == 0);
                Ok(proved.map(|child| child.m))
            }
            Ok(_) | Err(End::QuotaSpent) => Ok(None),
            Err(End::Stopped(stop)) => Err(stop),
        }
    }

    /// Expands the children until a number of their parent reaches its limit.
    fn explore_children<V: Variant>(
        &mut self,
        children: &[Child<V>],
        limit: Numbers,
    ) -> Result<Numbers, End> {
        loop {
            let numbers: Vec<Numbers> = children.iter().map(|child| self.numbers(child)).collect();
            let Some(best) = (0..numbers.len()).min_by_key(|&index| numbers[index].other) else {
                return Ok(Numbers::LOST);
            };
            let sum = numbers.iter().fold(0_u32, |sum, child| ENDLESS.min(sum + child.own));
            let here = Numbers { own: numbers[best].other, other: sum };
            if here.own >= limit.own || here.other >= limit.other || here.own == 0 {
                return Ok(here);
            }
            let others = numbers.iter().enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, child)| child.other).min().unwrap_or(ENDLESS);
            let child_limit = Numbers {
                own: ENDLESS.min(limit.other - here.other + numbers[best].own),
                other: limit.own.min(second.saturating_add(1)),
            };
            self.explore(&children[best], child_limit)?;
        }
    }

    fn explore<V: Variant>(&mut self, child: &Child<V>, limit: Numbers) -> Result<(), End> {
        self.quota = self.quota.checked_sub(1).ok_or(End::QuotaSpent)?;
        self.meter.visit()?;
        let below = match child.by {
            By::Attacker => self.defences(&child.position, child.left),
            By::Defender => self.attacks(&child.position, child.left),
        };
        let numbers = self.explore_children(&below, limit)?;
        self.note(child, numbers);
        Ok(())
    }

    /// Lists the attacker's moves of the permitted kind.
    fn attacks<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Vec<Child<V>> {
        let moves: Vec<_> = position.legal_moves().collect();
        self.meter.add_work(moves.len());
        let children = moves.into_iter().map(|m| (m, position.after_move(m)));
        let kept = children.filter(|(_, after)| match self.attacks {
            AttackFilter::Checks => after.is_check(),
            AttackFilter::LeavingFlights(most) => after.is_check() || flights(after) <= most,
        });
        let child = |(m, after): (Move, Position<V>)| {
            let replies = after.count_moves() as u32;
            let first_guess = match replies {
                0 if after.is_check() => Numbers::LOST,
                0 => Numbers::WON,
                _ if left == 1 => Numbers::WON,
                replies => Numbers { own: 1, other: replies },
            };
            Child { m, position: after, left: left - 1, by: By::Attacker, first_guess }
        };
        kept.map(child).collect()
    }

    /// Lists all defences; the attacker has at least one move left.
    fn defences<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Vec<Child<V>> {
        let children = position.legal_moves().map(|m| (m, position.after_move(m)));
        let meter = &mut *self.meter;
        let child = |(m, after): (Move, Position<V>)| {
            let mut tried = 0;
            let first_guess = match left {
                1 if has_mate_in_one(&after, &mut tried) => Numbers::WON,
                1 => Numbers::LOST,
                _ => Numbers { own: 1, other: 1 },
            };
            meter.add_work(tried as usize);
            Child { m, position: after, left, by: By::Defender, first_guess }
        };
        children.map(child).collect()
    }

    fn numbers<V: Variant>(&self, child: &Child<V>) -> Numbers {
        let key = child.key();
        let (kept, numbers) = self.notes[self.place(key)];
        if kept == key { numbers } else { child.first_guess }
    }

    fn note<V: Variant>(&mut self, child: &Child<V>, numbers: Numbers) {
        let key = child.key();
        let place = self.place(key);
        self.notes[place] = (key, numbers);
    }

    fn place(&self, key: u128) -> usize {
        ((u128::from(key as u64) * self.notes.len() as u128) >> 64) as usize
    }
}

/// Counts the king moves of the player to move.
fn flights<V: Variant>(position: &Position<V>) -> u32 {
    let mut flights = 0;
    let _ = position.visit_moves_of(position.our(Role::King), &mut |moves| {
        flights += moves.to.len();
        ControlFlow::Continue(())
    });
    flights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::tests::read;
    use crate::mate::{Budget, Stipulation, TranspositionTable, solve};
    use crate::rules::{Glinski, Mini};

    fn find<V: Variant>(position: &Position<V>, most: u32) -> Option<LongMate> {
        let mut meter = Meter::new(Budget::default(), 0);
        find_long_mate(position, most, 1 << 20, &mut meter).expect("no limit")
    }

    /// Checks that a mate found is not shorter than the shortest, and that its key mates; returns its length.
    fn checked_mate<V: Variant>(fen: &str, most: u32) -> Option<u32> {
        let position = read::<V>(fen);
        let table = &mut TranspositionTable::with_limit(64 << 20);
        let shortest = solve(&position, Stipulation::mate_in(most), table, Budget::default()).mate_in;
        let found = find(&position, most)?;
        assert!(shortest.is_some_and(|shortest| shortest <= found.moves), "{fen}: {found:?}");
        let after = position.after_move(found.key);
        let defended = after.legal_moves().all(|reply| {
            let left = Stipulation::mate_in(found.moves - 1);
            solve(&after.after_move(reply), left, table, Budget::default()).mate_in.is_some()
        });
        assert!(defended, "{fen}: {:?}", found.key);
        Some(found.moves)
    }

    #[test]
    fn mate_by_checks_is_found() {
        let fen = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";
        assert_eq!(checked_mate::<Glinski>(fen, 3), Some(2));
    }

    #[test]
    fn queen_and_king_mate_king() {
        let found = checked_mate::<Glinski>("k/3/5/7/6K2/9P1/11/11/11/11/11 w - 7 177", 4);
        assert_eq!(found, Some(4));
    }

    #[test]
    fn lone_king_finds_no_mate() {
        assert_eq!(find(&read::<Mini>("k/3/5/7/7/7/6K w - 0 1"), 8), None);
    }
}
