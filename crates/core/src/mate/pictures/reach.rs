//! Distances and guards of the pieces of a game on an empty board, computed once for each game.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Piece, Player, Role, Variant, attacks, lines, pawn_attacks, pawn_steps};

/// The distance to a cell that a piece never reaches.
pub(super) const NEVER: u8 = u8::MAX;

/// The bit of the king's own cell in a [`Post`]; the lower bits are its neighbours in ascending order.
pub(super) const CHECK: u16 = 1 << 12;

/// Kind of a piece: a role, and for pawns the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind(u8);

impl Kind {
    const COUNT: usize = 7;

    pub(super) const fn new(role: Role, owner: Player) -> Self {
        match role {
            Role::Pawn => Self(role as u8 + owner.index() as u8),
            _ => Self(role as u8),
        }
    }

    pub(super) const fn of(piece: Piece) -> Self {
        Self::new(piece.role, piece.seat)
    }

    pub(super) const fn is_king(self) -> bool {
        self.0 == Role::King as u8
    }

    /// Returns whether the piece slides across edges or, if not `edges`, beyond vertices, perhaps after its promotion.
    pub(super) const fn may_slide(self, edges: bool) -> bool {
        self.is_pawn()
            || self.0 == Role::Queen as u8
            || self.0 == if edges { Role::Rook as u8 } else { Role::Bishop as u8 }
    }

    const fn is_pawn(self) -> bool {
        self.0 >= Role::Pawn as u8
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Guards of one piece around a king, with the least moves that it needs to get there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Post {
    pub(super) cost: u8,
    /// Guarded cells around the king, and [`CHECK`].
    pub(super) guards: u16,
}

/// Posts of a piece around a king.
#[derive(Debug)]
pub(super) struct Posts {
    /// Posts that no other one beats in both respects, the cheapest first.
    pub(super) list: Box<[Post]>,
    /// The most guarded cells by number of moves; the last one holds for any number.
    most: [u8; Self::COUNTED],
    /// All cells that some post guards, by number of moves.
    all: [u16; Self::COUNTED],
}

impl Posts {
    const COUNTED: usize = 8;

    /// Returns the most cells that the piece may guard after some moves.
    pub(super) fn most(&self, moves: u8) -> u32 {
        u32::from(self.most[usize::from(moves).min(Self::COUNTED - 1)])
    }

    /// Returns all cells that the piece may guard, from one post or another, after some moves.
    pub(super) fn all(&self, moves: u8) -> u16 {
        self.all[usize::from(moves).min(Self::COUNTED - 1)]
    }

    /// Returns the least moves with which the piece guards these cells and perhaps more.
    pub(super) fn cost(&self, guards: u16) -> u8 {
        self.list.iter().find(|post| guards & !post.guards == 0).map_or(NEVER, |post| post.cost)
    }
}

/// Distances and guards of the pieces of a game on an empty board.
///
/// A piece on a board with others needs at least as many moves, and guards at most as much.
#[derive(Debug)]
pub(super) struct Reach {
    slots: usize,
    /// Moves of each kind from one cell to another. A pawn remains a pawn, and ends where it promotes.
    distances: [Vec<u8>; Kind::COUNT],
    /// Moves with which pawns of each seat come to a cell, promoted or not.
    arrivals: [Vec<u8>; 2],
    /// By kind, king and piece: guarded cells.
    guards: [Vec<u16>; Kind::COUNT],
    /// By kind, king and origin; computed where they are needed.
    posts: Vec<OnceLock<Posts>>,
    /// Neighbours of each cell, in ascending order.
    flights: Vec<Vec<Cell>>,
    /// Cells where the pawns of each seat promote.
    last: [Vec<Cell>; 2],
    promotions: &'static [Role],
}

/// The tables of the games that have been asked for, by name.
static GAMES: Mutex<Vec<(&'static str, &'static Reach)>> = Mutex::new(Vec::new());

impl Reach {
    /// Returns the tables of a game for two.
    pub(super) fn of<V: Variant>(choice: V::Choice) -> &'static Self {
        let name = V::table(choice).name;
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(_, reach)) = games.iter().find(|(game, _)| *game == name) {
            return reach;
        }
        let reach: &'static Self = Box::leak(Box::new(Self::new::<V>(choice)));
        games.push((name, reach));
        reach
    }

    fn new<V: Variant>(choice: V::Choice) -> Self {
        let slots = V::Geometry::SLOTS;
        let kinds: Vec<(Role, Player)> = Role::ALL[..5]
            .iter()
            .map(|&role| (role, Player::WHITE))
            .chain([(Role::Pawn, Player::WHITE), (Role::Pawn, Player::BLACK)])
            .collect();
        let mut flights = vec![Vec::new(); slots];
        for cell in CellSet::<V::Geometry>::all() {
            flights[cell.index()] = V::Geometry::adjacent(cell).into_iter().collect();
        }
        let mut distances: [Vec<u8>; Kind::COUNT] = std::array::from_fn(|_| vec![NEVER; slots * slots]);
        let mut guards: [Vec<u16>; Kind::COUNT] = std::array::from_fn(|_| vec![0; slots * slots]);
        for (kind, &(role, seat)) in kinds.iter().enumerate() {
            fill_distances::<V>(choice, role, seat, &mut distances[kind]);
            for from in CellSet::<V::Geometry>::all() {
                let mut guard = |king: Cell, mask: u16| {
                    let is_adjacent = role == Role::King && V::Geometry::adjacent(king).contains(from);
                    if king != from && !is_adjacent {
                        guards[kind][king.index() * slots + from.index()] |= mask;
                    }
                };
                for cell in attacked::<V>(role, seat, from) {
                    guard(cell, CHECK);
                    for king in V::Geometry::adjacent(cell) {
                        let flights = flights[king.index()].iter();
                        guard(king, 1 << flights.take_while(|&&flight| flight != cell).count());
                    }
                }
            }
        }
        let last = [Player::WHITE, Player::BLACK].map(|seat| V::promotion_cells(seat).into_iter().collect());
        let mut reach = Self {
            slots,
            distances,
            arrivals: [Vec::new(), Vec::new()],
            guards,
            posts: std::iter::repeat_with(OnceLock::new).take(Kind::COUNT * slots * slots).collect(),
            flights,
            last,
            promotions: V::PROMOTIONS,
        };
        reach.arrivals = [Player::WHITE, Player::BLACK].map(|seat| reach.pawn_arrivals(seat));
        reach
    }

    /// Computes the moves with which pawns of a seat come to each cell, promoted or not.
    fn pawn_arrivals(&self, seat: Player) -> Vec<u8> {
        let pawn = Kind::new(Role::Pawn, seat);
        let mut arrivals = self.distances[pawn.index()].clone();
        for from in 0..self.slots {
            for &last in &self.last[seat.index()] {
                let first = self.distances[pawn.index()][from * self.slots + last.index()];
                if first == NEVER {
                    continue;
                }
                for &role in self.promotions {
                    for to in 0..self.slots {
                        let second = self.distances[role as usize][last.index() * self.slots + to];
                        let arrival = &mut arrivals[from * self.slots + to];
                        *arrival = first.saturating_add(second).min(*arrival);
                    }
                }
            }
        }
        arrivals
    }

    /// Returns the neighbours of a cell in ascending order.
    pub(super) fn flights(&self, king: Cell) -> &[Cell] {
        &self.flights[king.index()]
    }

    /// Returns the least moves with which a piece comes to a cell, promoted or not.
    pub(super) fn moves_to(&self, kind: Kind, from: Cell, to: Cell) -> u8 {
        let moves = match kind.is_pawn() {
            true => &self.arrivals[kind.index() - Role::Pawn as usize],
            false => &self.distances[kind.index()],
        };
        moves[from.index() * self.slots + to.index()]
    }

    /// Returns all that a piece may guard around a king.
    pub(super) fn posts(&self, piece: Kind, king: Cell, from: Cell) -> &Posts {
        let place = (piece.index() * self.slots + king.index()) * self.slots + from.index();
        self.posts[place].get_or_init(|| self.find_posts(piece, king, from))
    }

    fn find_posts(&self, piece: Kind, king: Cell, from: Cell) -> Posts {
        let mut found = Vec::new();
        let mut add = |kind: usize, origin: usize, before: u8| {
            for to in 0..self.slots {
                let guards = self.guards[kind][king.index() * self.slots + to];
                let cost = self.distances[kind][origin * self.slots + to].saturating_add(before);
                if guards != 0 && cost < NEVER {
                    found.push(Post { cost, guards });
                }
            }
        };
        add(piece.index(), from.index(), 0);
        if piece.is_pawn() {
            for &last in &self.last[piece.index() - Role::Pawn as usize] {
                let first = self.distances[piece.index()][from.index() * self.slots + last.index()];
                for &role in self.promotions {
                    add(role as usize, last.index(), first);
                }
            }
        }
        found.sort_unstable_by_key(|post| {
            (post.cost, u16::MAX - post.guards.count_ones() as u16, post.guards)
        });
        let mut list: Vec<Post> = Vec::new();
        for post in found {
            if list.iter().all(|better| post.guards & !better.guards != 0) {
                list.push(post);
            }
        }
        let (mut most, mut all) = ([0; Posts::COUNTED], [0; Posts::COUNTED]);
        for (moves, (most, all)) in most.iter_mut().zip(&mut all).enumerate() {
            let in_time = |post: &&Post| moves == Posts::COUNTED - 1 || usize::from(post.cost) <= moves;
            for post in list.iter().filter(in_time) {
                *most = post.guards.count_ones().max(u32::from(*most)) as u8;
                *all |= post.guards;
            }
        }
        Posts { list: list.into(), most, all }
    }
}

/// Returns the cells that a piece attacks on an empty board.
fn attacked<V: Variant>(role: Role, seat: Player, from: Cell) -> CellSet<V::Geometry> {
    match role {
        Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, from),
        _ => attacks::<V>(role, seat, from, CellSet::EMPTY),
    }
}

/// Writes the least moves between all cells of an empty board; pawns may capture anywhere, and end where they promote.
fn fill_distances<V: Variant>(choice: V::Choice, role: Role, seat: Player, distances: &mut [u8]) {
    let slots = V::Geometry::SLOTS;
    let mut targets = vec![CellSet::EMPTY; slots];
    for cell in CellSet::<V::Geometry>::all() {
        let here = CellSet::of(cell);
        targets[cell.index()] = match role {
            Role::Pawn => pawn_steps::<V>(choice, seat, here) | pawn_attacks::<V>(seat, here),
            _ => attacked::<V>(role, seat, cell),
        };
    }
    let last = match role {
        Role::Pawn => V::promotion_cells(seat),
        _ => CellSet::EMPTY,
    };
    for from in CellSet::<V::Geometry>::all() {
        let mut ring = CellSet::of(from);
        let mut seen = CellSet::EMPTY;
        for moves in 0..NEVER {
            if ring.is_empty() {
                break;
            }
            seen |= ring;
            let mut next = CellSet::EMPTY;
            for cell in ring {
                distances[from.index() * slots + cell.index()] = moves;
                if cell == from || !last.contains(cell) {
                    next |= targets[cell.index()];
                }
            }
            ring = next - seen;
        }
    }
}
