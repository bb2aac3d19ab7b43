//! The cover: which attackers may guard, and which defenders block, every flight of a king on one cell.

use super::reach::{CHECK, Kind, NEVER, Posts, Reach};
use super::{Man, Picture, Side, Spent};
use crate::geometry::Cell;

/// The most flights of a king.
const FLIGHTS: usize = 12;

/// A search for a picture with the king on one cell.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) reach: &'static Reach,
    king: Cell,
    attackers: Vec<(Kind, Cell, &'static Posts)>,
    /// Defenders with their moves to each flight.
    defenders: Vec<(Kind, Cell, [u8; FLIGHTS])>,
    /// The cells to cover, those with the fewest posts first.
    order: Vec<u16>,
    used_attackers: u64,
    used_defenders: u64,
    men: Vec<Man>,
    steps: u32,
}

impl Cover {
    /// The most steps of one search; a longer one is given up.
    const MOST_STEPS: u32 = 200;
    /// Costs of defenders that are counted separately; the last one includes larger ones.
    const COSTS: usize = 8;
    /// The most pieces of a side that a cover is looked for with.
    const MOST_MEN: usize = 64;

    pub(super) fn new(reach: &'static Reach) -> Self {
        Self {
            reach,
            king: Cell::from_index(0),
            attackers: Vec::with_capacity(24),
            defenders: Vec::with_capacity(24),
            order: Vec::with_capacity(13),
            used_attackers: 0,
            used_defenders: 0,
            men: Vec::with_capacity(13),
            steps: 0,
        }
    }

    /// Finds a picture with the king on `king`, `walk` moves of its own away, within the moves left of both sides.
    pub(super) fn find(
        &mut self,
        king: Cell,
        men: &[(Kind, Cell, Side)],
        needs_check: bool,
        walk: u8,
        left: Spent,
    ) -> Option<Picture> {
        let reach = self.reach;
        self.king = king;
        self.attackers.clear();
        self.defenders.clear();
        self.men.clear();
        (self.used_attackers, self.used_defenders, self.steps) = (0, 0, 0);
        let left = Spent { attackers: left.attackers, defenders: left.defenders.checked_sub(walk)? };
        let flights = reach.flights(king);
        let need = ((1u16 << flights.len()) - 1) | if needs_check { CHECK } else { 0 };
        // A quick count first.
        let (mut most, mut all) = (0, 0);
        for &(kind, cell, side) in men {
            match side {
                Side::Attacker => {
                    let posts = reach.posts(kind, king, cell);
                    let count = posts.most(left.attackers);
                    if count > 0 {
                        most += count;
                        all |= posts.all(left.attackers);
                        self.attackers.push((kind, cell, posts));
                    }
                }
                Side::Defender => {
                    let mut moves = [NEVER; FLIGHTS];
                    for (moves, &flight) in moves.iter_mut().zip(flights) {
                        *moves = reach.moves_to(kind, cell, flight);
                    }
                    if moves.iter().any(|&moves| moves <= left.defenders) {
                        most += 1;
                        self.defenders.push((kind, cell, moves));
                    }
                }
            }
        }
        if most < need.count_ones() {
            return None;
        }
        let unguarded = need & !all;
        if unguarded & CHECK != 0 || unguarded.count_ones() as usize > self.defenders.len() {
            return None;
        }
        let is_known = self.attackers.len() <= Self::MOST_MEN && self.defenders.len() <= Self::MOST_MEN;
        if is_known {
            self.arrange(need, left);
            if !self.cover(need, left) {
                return None;
            }
        }
        let is_guess = !is_known || self.steps > Self::MOST_STEPS;
        Some(Picture::new(king, walk, if is_guess { None } else { Some(&self.men) }))
    }

    /// Puts the cells first that the fewest men may cover.
    fn arrange(&mut self, need: u16, left: Spent) {
        let mut rarest = [0u16; 8];
        for bit in (0..13).map(|bit| 1 << bit).filter(|bit| need & bit != 0) {
            let men =
                self.attackers.iter().filter(|(.., posts)| posts.all(left.attackers) & bit != 0).count();
            rarest[men.min(rarest.len() - 1)] |= bit;
        }
        self.order.clear();
        for mut bits in rarest {
            while bits != 0 {
                self.order.push(bits & bits.wrapping_neg());
                bits &= bits - 1;
            }
        }
    }

    /// Returns the most cells of `need` that attackers without a post may guard, each with all moves left.
    fn most_guarded(&self, need: u16, left: u8) -> u32 {
        let free =
            self.attackers.iter().enumerate().filter(|&(number, _)| self.used_attackers >> number & 1 == 0);
        let most = |posts: &Posts| {
            let in_time = posts.list.iter().take_while(|post| post.cost <= left);
            in_time.map(|post| (post.guards & need).count_ones()).max().unwrap_or(0)
        };
        free.map(|(_, &(.., posts))| most(posts)).sum()
    }

    /// Returns the most cells of `need` that defenders without a place may block together.
    fn most_blocked(&self, need: u16, left: u8) -> u32 {
        let mut by_cost = [0; Self::COSTS];
        for (number, (.., moves)) in self.defenders.iter().enumerate() {
            if self.used_defenders >> number & 1 == 1 {
                continue;
            }
            let mut least = NEVER;
            let mut bits = need & !CHECK;
            while bits != 0 {
                least = least.min(moves[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
            if least <= left {
                by_cost[usize::from(least).min(Self::COSTS - 1)] += 1;
            }
        }
        let mut left = u32::from(left);
        let mut most = by_cost[0];
        for (cost, count) in (1..).zip(&by_cost[1..]) {
            let fit = left / cost;
            if fit < *count {
                return most + fit;
            }
            left -= count * cost;
            most += count;
        }
        most
    }

    /// Covers the cells of `need`; gives up after many steps and leaves the men incomplete.
    fn cover(&mut self, need: u16, left: Spent) -> bool {
        self.steps += 1;
        if need == 0 || self.steps > Self::MOST_STEPS {
            return true;
        }
        if self.most_guarded(need, left.attackers)
            < need.count_ones().saturating_sub(self.most_blocked(need, left.defenders))
        {
            return false;
        }
        let Some(&bit) = self.order.iter().find(|&&bit| need & bit != 0) else { return true };
        for number in 0..self.attackers.len() {
            if self.used_attackers >> number & 1 == 1 {
                continue;
            }
            let (kind, cell, posts) = self.attackers[number];
            let mut tried = [0; 24];
            let mut count = 0;
            for post in &posts.list {
                if post.cost > left.attackers {
                    break;
                }
                let guards = post.guards & need;
                if guards & bit == 0 || tried[..count].iter().any(|tried| guards & !tried == 0) {
                    continue;
                }
                if count < tried.len() {
                    tried[count] = guards;
                    count += 1;
                }
                self.used_attackers |= 1 << number;
                self.men.push(Man { kind, cell, side: Side::Attacker, cost: post.cost, cells: guards });
                let rest = Spent { attackers: left.attackers - post.cost, ..left };
                if self.cover(need & !guards, rest) {
                    return true;
                }
                self.men.pop();
                self.used_attackers &= !(1 << number);
            }
        }
        if bit == CHECK {
            return false;
        }
        for number in 0..self.defenders.len() {
            let (kind, cell, moves) = self.defenders[number];
            let cost = moves[bit.trailing_zeros() as usize];
            if self.used_defenders >> number & 1 == 1 || cost > left.defenders {
                continue;
            }
            self.used_defenders |= 1 << number;
            self.men.push(Man { kind, cell, side: Side::Defender, cost, cells: bit });
            let rest = Spent { defenders: left.defenders - cost, ..left };
            if self.cover(need & !bit, rest) {
                return true;
            }
            self.men.pop();
            self.used_defenders &= !(1 << number);
        }
        false
    }
}
