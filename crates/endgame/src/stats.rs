//! Statistics of a table: numbers of positions by result, the longest wins, mutual zugzwangs.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::ending::Ending;
use super::layout::{Placement, Slot, binomial, slots};
use super::links::{Links, SIDES};
use super::moves::Moves;
use super::paths::{Mask, Paths, members};
use super::score::{Packed, TableScore, Worth};
use super::{Endgame, Endgames};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Board, PawnOrigins, Position, Setup};

/// Maximum number of example positions for each statistic.
const MAX_EXAMPLES: usize = 3;

/// Statistics of an ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Statistics with White to move, and with Black to move.
    pub sides: [SideStatistics; 2],
    /// Numbers of placements of the pieces. For each side to move, `others` is the number of legal positions plus
    /// those with the other side in check.
    pub placements: PlacementCounts,
    /// Number of mutual zugzwangs, counted on the full board: each side would do better if the other were to move.
    pub mutual_zugzwangs: u64,
    /// Examples of mutual zugzwangs with White to move, the most costly first.
    pub zugzwangs: Vec<Position>,
}

/// Statistics of an ending with one side to move. Positions are counted on the full board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideStatistics {
    /// Number of legal positions.
    pub positions: u64,
    /// Number of legal positions up to symmetry of the game.
    pub classes: u64,
    /// Number of legal positions by [`Worth`], best first.
    pub by_worth: [u64; 5],
    /// Number of mates.
    pub mates: u64,
    /// Number of stalemates, regardless of their score.
    pub stalemates: u64,
    /// Number of legal positions that no game can reach, since a pawn is on a cell that it cannot reach.
    pub impossible: u64,
    /// Number of positions that are illegal because the other side is in check.
    pub in_check: u64,
    /// Longest lines by [`Worth`].
    pub longest: [Longest<Position>; 5],
}

impl SideStatistics {
    /// Returns the result, among those given, with the longest line: result, plies and the first such position.
    pub fn longest_of(&self, worths: &[Worth]) -> Option<(Worth, u16, &Position)> {
        let longest = worths.iter().filter_map(|&worth| {
            let Longest { plies, positions } = &self.longest[worth as usize];
            Some((worth, *plies, positions.first()?))
        });
        longest.max_by_key(|&(_, plies, _)| plies)
    }
}

/// The greatest number of plies for a result, with the first positions that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest<P> {
    /// Number of plies.
    pub plies: u16,
    /// At most three positions.
    pub positions: Vec<P>,
}

impl<P> Default for Longest<P> {
    fn default() -> Self {
        Self { plies: 0, positions: Vec::new() }
    }
}

impl<P> Longest<P> {
    fn add(&mut self, plies: u16, position: P) {
        if plies > self.plies {
            *self = Self { plies, positions: Vec::new() };
        }
        if plies == self.plies && self.positions.len() < MAX_EXAMPLES {
            self.positions.push(position);
        }
    }

    fn merge(&mut self, other: Self) {
        match other.plies.cmp(&self.plies) {
            Ordering::Greater => *self = other,
            Ordering::Equal => self.positions.extend(other.positions),
            Ordering::Less => {}
        }
        self.positions.truncate(MAX_EXAMPLES);
    }
}

/// Statistics under construction, with positions by index.
#[derive(Clone, Default)]
struct Count {
    statistics: SideStatistics,
    longest: [Longest<usize>; 5],
    zugzwangs: u64,
    /// Examples of mutual zugzwangs: negated cost and index.
    examples: Vec<(i32, usize)>,
}

impl Count {
    fn merged(mut self, other: Self) -> Self {
        let (all, more) = (&mut self.statistics, &other.statistics);
        all.positions += more.positions;
        all.classes += more.classes;
        all.mates += more.mates;
        all.stalemates += more.stalemates;
        all.impossible += more.impossible;
        all.in_check += more.in_check;
        all.by_worth.iter_mut().zip(more.by_worth).for_each(|(all, more)| *all += more);
        self.longest.iter_mut().zip(other.longest).for_each(|(longest, more)| longest.merge(more));
        self.zugzwangs += other.zugzwangs;
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(MAX_EXAMPLES);
        self
    }
}

/// Data needed to count the positions of an ending.
struct Counter<'a> {
    endgame: &'a Endgame,
    moves: Moves<'a>,
    origins: PawnOrigins,
}

impl Endgames {
    /// Counts all positions of a table, in all threads of the current pool.
    pub fn statistics(&self, endgame: &Endgame) -> Statistics {
        // Only existence of moves is tested, so no links to smaller endings are needed.
        let (links, promotions) = (Links::default(), &[]);
        let moves = Moves { paths: &self.paths, layout: &endgame.layout, links: &links, promotions };
        let counter = Counter { endgame, moves, origins: PawnOrigins::of(self.game) };
        let [white, black] = [0, 1].map(|side| {
            let indices = (0..endgame.size()).into_par_iter().with_min_len(1 << 12);
            indices
                .fold(Count::default, |count, index| counter.add(side, index, count))
                .reduce(Count::default, Count::merged)
        });
        let zugzwangs = white
            .examples
            .iter()
            .filter_map(|&(_, index)| self.position(endgame, Player::WHITE, index))
            .collect();
        let mutual_zugzwangs = white.zugzwangs;
        let with_positions = |count: Count, side: usize| {
            let position = |index| self.position(endgame, SIDES[side].1, index);
            let longest = |Longest { plies, positions }: Longest<usize>| Longest {
                plies,
                positions: positions.into_iter().filter_map(position).collect(),
            };
            SideStatistics { longest: count.longest.map(longest), ..count.statistics }
        };
        let placements = PlacementCounts::of(&self.paths, &endgame.layout.slots);
        Statistics {
            sides: [with_positions(white, 0), with_positions(black, 1)],
            placements,
            mutual_zugzwangs,
            zugzwangs,
        }
    }

    /// Counts the placements of the pieces of an ending; needs no table.
    pub fn placements(&self, ending: &Ending) -> PlacementCounts {
        PlacementCounts::of(&self.paths, &slots(ending))
    }

    /// Returns the position with an index; `None` if there is none.
    pub fn position(&self, endgame: &Endgame, side: Player, index: usize) -> Option<Position> {
        let (at, _) = endgame.layout.placement(index)?;
        let mut setup = Setup::empty(self.game);
        let mut board = Board::empty(self.game.shape);
        for (slot, cell) in endgame.layout.slots.iter().zip(at) {
            board.put(
                self.paths.cells[usize::from(cell)],
                Piece::new(Player::new(slot.side as u8), slot.role),
            );
        }
        setup.board = board;
        setup.turn = side;
        setup.into_position().ok()
    }
}

impl Counter<'_> {
    /// Adds the position with an index, if there is one.
    fn add(&self, side: usize, index: usize, mut count: Count) -> Count {
        let Self { endgame, moves, origins } = self;
        let [(_, white), (_, black)] = SIDES;
        let Some((at, occupied)) = endgame.layout.placement(index) else { return count };
        let images = endgame.layout.images(at) as u64;
        let statistics = &mut count.statistics;
        let Some(score) = endgame.at([white, black][side], index) else {
            statistics.in_check += images;
            return count;
        };
        statistics.positions += images;
        statistics.classes += 1;
        statistics.by_worth[score.worth as usize] += images;
        match score {
            TableScore { worth: Worth::Loss, plies: 0 } => statistics.mates += images,
            TableScore { worth: Worth::Stalemated, plies: 0 } => statistics.stalemates += images,
            // If a stalemate is a draw, the table does not distinguish it from other draws.
            TableScore::DRAW if !moves.has_move(side, at, occupied) => statistics.stalemates += images,
            _ => {}
        }
        let pawns = endgame.layout.slots.iter().zip(at).filter(|(slot, _)| slot.role == Role::Pawn);
        let cells = &moves.paths.cells;
        let pawns = pawns.map(|(slot, cell)| (Player::new(slot.side as u8), cells[usize::from(cell)]));
        if !origins.allow(pawns) {
            statistics.impossible += images;
        }
        if score != TableScore::DRAW {
            count.longest[score.worth as usize].add(score.plies, index);
        }
        if side == 0
            && let Some(loss) = zugzwang(endgame, score, at)
        {
            count.zugzwangs += images;
            count.examples.push((-loss, index));
            count.examples.sort_unstable();
            count.examples.truncate(MAX_EXAMPLES);
        }
        count
    }
}

/// Returns the cost of having to move in a mutual zugzwang, in steps of [`Worth`]; `None` if it is not one.
fn zugzwang(endgame: &Endgame, white_moves: TableScore, at: Placement) -> Option<i32> {
    let black_moves = endgame.packed(at, 1);
    let black_moves = if black_moves == Packed::NONE { None } else { black_moves.score() }?;
    let loss = white_moves.worth as i32 - black_moves.worth.to_other() as i32;
    (loss > 0).then_some(loss)
}

/// Numbers of placements of the pieces of an ending. Identical pieces are not distinguished, and pawns are
/// never on promotion cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlacementCounts {
    /// Placements with several pieces on one cell.
    pub on_one_cell: u64,
    /// Placements with all pieces on different cells and adjacent kings.
    pub adjacent_kings: u64,
    /// Placements with all pieces on different cells and kings that are not adjacent.
    pub others: u64,
}

impl PlacementCounts {
    pub(super) fn of(paths: &Paths, slots: &[Slot]) -> Self {
        let board = paths.allowed(0, Role::King);
        let allowed = [0, 1].map(|side| paths.allowed(side, Role::Pawn));
        let groups: Vec<(Slot, u32)> = slots[2..]
            .chunk_by(|one, next| one == next)
            .map(|group| (group[0], group.len() as u32))
            .collect();
        let allowed_cells = groups.iter().map(|&(slot, count)| {
            binomial(paths.allowed(slot.side, slot.role).count_ones() + count - 1, count)
        });
        let kings = u64::from(board.count_ones());
        let mut ways =
            Self { on_one_cell: kings * kings * allowed_cells.product::<u64>(), ..Self::default() };
        for white in members(board) {
            for black in members(board & !(1 << white)) {
                let free = board & !(1 << white) & !(1 << black);
                let separate = on_own_cells(&groups, allowed, free);
                ways.on_one_cell -= separate;
                match paths.adjacent[usize::from(white)] >> black & 1 {
                    1 => ways.adjacent_kings += separate,
                    _ => ways.others += separate,
                }
            }
        }
        ways
    }
}

/// Returns the number of placements of groups of identical pieces on different free cells.
fn on_own_cells(groups: &[(Slot, u32)], allowed: [Mask; 2], free: Mask) -> u64 {
    let pawns = |side| {
        let own = groups.iter().find(|(slot, _)| slot.role == Role::Pawn && slot.side == side);
        own.map_or(0, |&(_, count)| count)
    };
    let [white, black] = [pawns(0), pawns(1)];
    let shared = (allowed[0] & allowed[1] & free).count_ones();
    let [own_white, own_black] =
        [(0, 1), (1, 0)].map(|(side, other)| (allowed[side] & !allowed[other] & free).count_ones());
    let placed = |on_shared| {
        let left_to_black = own_black + shared - on_shared;
        binomial(shared, on_shared) * binomial(own_white, white - on_shared) * binomial(left_to_black, black)
    };
    let mut ways: u64 = (0..=white.min(shared)).map(placed).sum();
    let mut cells = free.count_ones() - white - black;
    for &(_, count) in groups.iter().filter(|(slot, _)| slot.role != Role::Pawn) {
        ways *= binomial(cells, count);
        cells -= count;
    }
    ways
}
