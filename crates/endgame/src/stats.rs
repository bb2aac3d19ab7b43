//! What a whole table comes to: how many positions are won, the longest wins, mutual zugzwangs. No files.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::ending::Ending;
use super::layout::{Placement, Slot, chosen, slots};
use super::links::{Links, SIDES};
use super::moves::Moves;
use super::paths::{Mask, Paths, members};
use super::score::{Packed, Score, Worth};
use super::{Endgame, Endgames};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Board, PawnOrigins, Position, Setup};

/// Longest lines that are named for each worth.
const NAMED: usize = 3;

/// What is counted of an ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// With White to move, with Black to move.
    pub sides: [SideStatistics; 2],
    /// Ways to put the pieces on the board: `others` are the legal positions of a side to move and those in
    /// which the other side is in check.
    pub ways: Ways,
    /// Positions in which either side, were it to move, would rather not be; counted for the full board.
    pub mutual_zugzwangs: u64,
    /// Some of them, White to move, those that cost most first.
    pub zugzwangs: Vec<Position>,
}

/// The positions of an ending with one side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideStatistics {
    /// All legal positions of the board.
    pub positions: u64,
    /// The same up to symmetry of the game.
    pub classes: u64,
    /// By [`Worth`], best first, of all legal positions.
    pub by_worth: [u64; 5],
    /// Positions in which the side to move is mated.
    pub mates: u64,
    /// Positions in which the side to move is stalemated, whatever that is worth.
    pub stalemates: u64,
    /// Legal positions that no game comes to: a pawn is where none from its array can be.
    pub impossible: u64,
    /// Positions that are illegal since the other side is in check.
    pub in_check: u64,
    /// By [`Worth`].
    pub longest: [Longest<Position>; 5],
}

impl SideStatistics {
    /// Of these worths the one that takes most plies, with how many and the first position that does.
    pub fn longest_of(&self, worths: &[Worth]) -> Option<(Worth, u16, &Position)> {
        let named = worths.iter().filter_map(|&worth| {
            let Longest { plies, positions } = &self.longest[worth as usize];
            Some((worth, *plies, positions.first()?))
        });
        named.max_by_key(|&(_, plies, _)| plies)
    }
}

/// The most plies that something takes, and the first positions that take them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest<P> {
    /// How many.
    pub plies: u16,
    /// No more than three.
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
        if plies == self.plies && self.positions.len() < NAMED {
            self.positions.push(position);
        }
    }

    fn join(&mut self, other: Self) {
        match other.plies.cmp(&self.plies) {
            Ordering::Greater => *self = other,
            Ordering::Equal => self.positions.extend(other.positions),
            Ordering::Less => {}
        }
        self.positions.truncate(NAMED);
    }
}

/// The same while it is counted: positions by number.
#[derive(Clone, Default)]
struct Count {
    statistics: SideStatistics,
    longest: [Longest<usize>; 5],
    zugzwangs: u64,
    named: Vec<(i32, usize)>,
}

impl Count {
    fn joined(mut self, other: Self) -> Self {
        let (all, more) = (&mut self.statistics, &other.statistics);
        all.positions += more.positions;
        all.classes += more.classes;
        all.mates += more.mates;
        all.stalemates += more.stalemates;
        all.impossible += more.impossible;
        all.in_check += more.in_check;
        all.by_worth.iter_mut().zip(more.by_worth).for_each(|(all, more)| *all += more);
        self.longest.iter_mut().zip(other.longest).for_each(|(longest, more)| longest.join(more));
        self.zugzwangs += other.zugzwangs;
        self.named.extend(other.named);
        self.named.sort_unstable();
        self.named.truncate(NAMED);
        self
    }
}

/// What the positions of an ending are counted by.
struct Counter<'a> {
    endgame: &'a Endgame,
    moves: Moves<'a>,
    origins: PawnOrigins,
}

impl Endgames {
    /// Counts all positions of a table, in all threads of the current pool.
    pub fn statistics(&self, endgame: &Endgame) -> Statistics {
        // No move has to be followed into another ending.
        let (links, promotions) = (Links::default(), &[]);
        let moves = Moves { paths: &self.paths, layout: &endgame.layout, links: &links, promotions };
        let counter = Counter { endgame, moves, origins: PawnOrigins::of(self.game) };
        let [white, black] = [0, 1].map(|side| {
            let numbers = (0..endgame.size()).into_par_iter().with_min_len(1 << 12);
            numbers
                .fold(Count::default, |count, number| counter.counted(side, number, count))
                .reduce(Count::default, Count::joined)
        });
        let zugzwangs = white
            .named
            .iter()
            .filter_map(|&(_, number)| self.position(endgame, Player::WHITE, number))
            .collect();
        let mutual_zugzwangs = white.zugzwangs;
        let named = |count: Count, side: usize| {
            let position = |number| self.position(endgame, SIDES[side].1, number);
            let named = |Longest { plies, positions }: Longest<usize>| Longest {
                plies,
                positions: positions.into_iter().filter_map(position).collect(),
            };
            SideStatistics { longest: count.longest.map(named), ..count.statistics }
        };
        let ways = Ways::of(&self.paths, &endgame.layout.slots);
        Statistics { sides: [named(white, 0), named(black, 1)], ways, mutual_zugzwangs, zugzwangs }
    }

    /// In how many ways the pieces of an ending can be put on the board; no table is needed.
    pub fn ways(&self, ending: &Ending) -> Ways {
        Ways::of(&self.paths, &slots(ending))
    }

    /// The position with a number; none if no position has it.
    pub fn position(&self, endgame: &Endgame, side: Player, number: usize) -> Option<Position> {
        let (at, _) = endgame.layout.placement(number)?;
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
    /// Adds the position with a number, if it is one.
    fn counted(&self, side: usize, number: usize, mut count: Count) -> Count {
        let Self { endgame, moves, origins } = self;
        let [(_, white), (_, black)] = SIDES;
        let Some((at, occupied)) = endgame.layout.placement(number) else { return count };
        let images = endgame.layout.images(at) as u64;
        let statistics = &mut count.statistics;
        let Some(score) = endgame.at([white, black][side], number) else {
            statistics.in_check += images;
            return count;
        };
        statistics.positions += images;
        statistics.classes += 1;
        statistics.by_worth[score.worth as usize] += images;
        match score {
            Score { worth: Worth::Loss, plies: 0 } => statistics.mates += images,
            Score { worth: Worth::Stalemated, plies: 0 } => statistics.stalemates += images,
            // Where it is worth no more than a draw, the table does not tell it from one.
            Score::DRAW if !moves.has_move(side, at, occupied) => statistics.stalemates += images,
            _ => {}
        }
        let pawns = endgame.layout.slots.iter().zip(at).filter(|(slot, _)| slot.role == Role::Pawn);
        let cells = &moves.paths.cells;
        let pawns = pawns.map(|(slot, cell)| (Player::new(slot.side as u8), cells[usize::from(cell)]));
        if !origins.allow(pawns) {
            statistics.impossible += images;
        }
        if score != Score::DRAW {
            count.longest[score.worth as usize].add(score.plies, number);
        }
        if side == 0
            && let Some(loss) = zugzwang(endgame, score, at)
        {
            count.zugzwangs += images;
            count.named.push((-loss, number));
            count.named.sort_unstable();
            count.named.truncate(NAMED);
        }
        count
    }
}

/// How much having to move costs White in a mutual zugzwang: steps of [`Worth`].
fn zugzwang(endgame: &Endgame, white_moves: Score, at: Placement) -> Option<i32> {
    let black_moves = endgame.packed(at, 1);
    let black_moves = if black_moves == Packed::NONE { None } else { black_moves.score() }?;
    let loss = white_moves.worth as i32 - black_moves.worth.to_other() as i32;
    (loss > 0).then_some(loss)
}

/// Ways to put all pieces of an ending on the board, like pieces in no order, pawns where they have not promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// With two pieces or more on one cell.
    pub on_one_cell: u64,
    /// With every piece on a cell of its own, and the kings a step apart.
    pub adjacent_kings: u64,
    /// With every piece on a cell of its own, and the kings further apart.
    pub others: u64,
}

impl Ways {
    pub(super) fn of(paths: &Paths, slots: &[Slot]) -> Self {
        let board = paths.allowed(0, Role::King);
        let allowed = [0, 1].map(|side| paths.allowed(side, Role::Pawn));
        let groups: Vec<(Slot, u32)> = slots[2..]
            .chunk_by(|one, next| one == next)
            .map(|group| (group[0], group.len() as u32))
            .collect();
        let each_where_it_may = groups.iter().map(|&(slot, count)| {
            chosen(paths.allowed(slot.side, slot.role).count_ones() + count - 1, count)
        });
        let kings = u64::from(board.count_ones());
        let mut ways =
            Self { on_one_cell: kings * kings * each_where_it_may.product::<u64>(), ..Self::default() };
        for white in members(board) {
            for black in members(board & !(1 << white)) {
                let free = board & !(1 << white) & !(1 << black);
                let apart = on_own_cells(&groups, allowed, free);
                ways.on_one_cell -= apart;
                match paths.adjacent[usize::from(white)] >> black & 1 {
                    1 => ways.adjacent_kings += apart,
                    _ => ways.others += apart,
                }
            }
        }
        ways
    }
}

/// Ways to put groups of like pieces on free cells, each piece on its own.
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
        chosen(shared, on_shared) * chosen(own_white, white - on_shared) * chosen(left_to_black, black)
    };
    let mut ways: u64 = (0..=white.min(shared)).map(placed).sum();
    let mut cells = free.count_ones() - white - black;
    for &(_, count) in groups.iter().filter(|(slot, _)| slot.role != Role::Pawn) {
        ways *= chosen(cells, count);
        cells -= count;
    }
    ways
}
