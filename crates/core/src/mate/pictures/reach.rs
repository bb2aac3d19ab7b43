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

    fn new(mut list: Vec<Post>) -> Self {
        let count = |post: &Post| post.guards.count_ones();
        list.sort_unstable_by_key(|post| (post.cost, u32::MAX - count(post), post.guards));
        let (mut most, mut all) = ([0; Self::COUNTED], [0; Self::COUNTED]);
        let mut first = 0;
        for moves in 0..Self::COUNTED {
            if moves > 0 {
                (most[moves], all[moves]) = (most[moves - 1], all[moves - 1]);
            }
            let in_time = |post: &&Post| moves == Self::COUNTED - 1 || usize::from(post.cost) <= moves;
            for post in list[first..].iter().take_while(in_time) {
                most[moves] = (count(post) as u8).max(most[moves]);
                all[moves] |= post.guards;
                first += 1;
            }
        }
        Self { list: list.into(), most, all }
    }

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

/// Posts of which none beats another one in both respects.
#[derive(Default)]
struct Front(Vec<Post>);

impl Front {
    fn add(&mut self, post: Post) {
        let beats = |one: &Post, other: &Post| one.cost <= other.cost && other.guards & !one.guards == 0;
        if !self.0.iter().any(|better| beats(better, &post)) {
            self.0.retain(|worse| !beats(&post, worse));
            self.0.push(post);
        }
    }
}

/// A cell from which a piece guards some cells around a king.
#[derive(Debug)]
struct Station {
    cell: Cell,
    guards: u16,
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
    /// By seat, and by role that a pawn becomes: moves from one cell to another, with the promotion.
    promoted: [Vec<Vec<u8>>; 2],
    /// By kind and cell: the cells from which the cell is attacked.
    origins: [Vec<Vec<Cell>>; Kind::COUNT],
    /// By kind and king, those that guard most first; computed where they are needed.
    stations: Vec<OnceLock<Box<[Station]>>>,
    /// By kind and king, then by origin; computed where they are needed.
    posts: Vec<OnceLock<Box<[OnceLock<Posts>]>>>,
    /// Neighbours of each cell, in ascending order.
    flights: Vec<Vec<Cell>>,
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
        let mut origins: [Vec<Vec<Cell>>; Kind::COUNT] = std::array::from_fn(|_| vec![Vec::new(); slots]);
        for (kind, &(role, seat)) in kinds.iter().enumerate() {
            fill_distances::<V>(choice, role, seat, &mut distances[kind]);
            for from in CellSet::<V::Geometry>::all() {
                for cell in attacked::<V>(role, seat, from) {
                    origins[kind][cell.index()].push(from);
                }
            }
        }
        let promoted = [Player::WHITE, Player::BLACK].map(|seat| {
            let last: Vec<Cell> = V::promotion_cells(seat).into_iter().collect();
            let pawn = &distances[Kind::new(Role::Pawn, seat).index()];
            let by_role = |&role: &Role| promoted_distances(pawn, &last, &distances[role as usize], slots);
            V::PROMOTIONS.iter().map(by_role).collect::<Vec<_>>()
        });
        let arrivals = [Player::WHITE, Player::BLACK].map(|seat| {
            let mut arrivals = distances[Kind::new(Role::Pawn, seat).index()].clone();
            for promoted in &promoted[seat.index()] {
                for (arrival, &moves) in arrivals.iter_mut().zip(promoted) {
                    *arrival = moves.min(*arrival);
                }
            }
            arrivals
        });
        Self {
            slots,
            distances,
            arrivals,
            promoted,
            origins,
            stations: std::iter::repeat_with(OnceLock::new).take(Kind::COUNT * slots).collect(),
            posts: std::iter::repeat_with(OnceLock::new).take(Kind::COUNT * slots).collect(),
            flights,
            promotions: V::PROMOTIONS,
        }
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
        let by_origin = self.posts[piece.index() * self.slots + king.index()]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(self.slots).collect());
        by_origin[from.index()].get_or_init(|| self.find_posts(piece, king, from))
    }

    fn find_posts(&self, piece: Kind, king: Cell, from: Cell) -> Posts {
        let mut front = Front::default();
        let mut add = |kind: usize, moves: &[u8]| {
            let costs = &moves[from.index() * self.slots..][..self.slots];
            for station in self.stations(kind, king) {
                let cost = costs[station.cell.index()];
                if cost < NEVER {
                    front.add(Post { cost, guards: station.guards });
                }
            }
        };
        add(piece.index(), &self.distances[piece.index()]);
        if piece.is_pawn() {
            for (&role, moves) in
                self.promotions.iter().zip(&self.promoted[piece.index() - Role::Pawn as usize])
            {
                add(role as usize, moves);
            }
        }
        Posts::new(front.0)
    }

    /// Returns the cells from which a piece of a kind guards some cells around a king.
    fn stations(&self, piece: usize, king: Cell) -> &[Station] {
        self.stations[piece * self.slots + king.index()].get_or_init(|| self.find_stations(piece, king))
    }

    fn find_stations(&self, piece: usize, king: Cell) -> Box<[Station]> {
        let flights = self.flights(king);
        let mut guards = vec![0; self.slots];
        let bits = (0..).map(|number| 1u16 << number);
        for (&cell, bit) in flights.iter().zip(bits).chain([(&king, CHECK)]) {
            for origin in &self.origins[piece][cell.index()] {
                guards[origin.index()] |= bit;
            }
        }
        // No piece is on the king's cell, and no king beside it.
        guards[king.index()] = 0;
        if piece == Role::King as usize {
            for cell in flights {
                guards[cell.index()] = 0;
            }
        }
        let cells = (0..).map(Cell::from_index).zip(guards).filter(|&(_, guards)| guards != 0);
        let mut stations: Vec<_> = cells.map(|(cell, guards)| Station { cell, guards }).collect();
        stations.sort_by_cached_key(|station| u32::MAX - station.guards.count_ones());
        stations.into()
    }
}

/// Returns the cells that a piece attacks on an empty board.
fn attacked<V: Variant>(role: Role, seat: Player, from: Cell) -> CellSet<V::Geometry> {
    match role {
        Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, from),
        _ => attacks::<V>(role, seat, from, CellSet::EMPTY),
    }
}

/// Returns the moves between all cells of a pawn that promotes on one of `last` and then moves like `piece`.
fn promoted_distances(pawn: &[u8], last: &[Cell], piece: &[u8], slots: usize) -> Vec<u8> {
    let mut promoted = vec![NEVER; slots * slots];
    for (moves, pawn) in promoted.chunks_exact_mut(slots).zip(pawn.chunks_exact(slots)) {
        for cell in last {
            let first = pawn[cell.index()];
            if first == NEVER {
                continue;
            }
            let row = &piece[cell.index() * slots..][..slots];
            for (moves, &second) in moves.iter_mut().zip(row) {
                *moves = first.saturating_add(second).min(*moves);
            }
        }
    }
    promoted
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Brusky, Glinski, Mini, Only, Shafran};

    /// Returns the guards around a king of a piece on a cell of an empty board.
    fn guards<V: Variant>(role: Role, seat: Player, king: Cell, cell: Cell) -> u16 {
        if cell == king || role == Role::King && V::Geometry::adjacent(king).contains(cell) {
            return 0;
        }
        let seen = attacked::<V>(role, seat, cell);
        let flights = V::Geometry::adjacent(king).into_iter().enumerate();
        let guarded = flights.filter(|&(_, flight)| seen.contains(flight)).map(|(number, _)| 1 << number);
        guarded.sum::<u16>() | if seen.contains(king) { CHECK } else { 0 }
    }

    /// Lists the posts of a piece, also those that others beat.
    fn all_posts<V: Variant>(reach: &Reach, role: Role, seat: Player, king: Cell, from: Cell) -> Vec<Post> {
        let slots = reach.slots;
        let moves = |piece: Kind, from: Cell, to: Cell| {
            reach.distances[piece.index()][from.index() * slots + to.index()]
        };
        let piece = Kind::new(role, seat);
        let promoting = if role == Role::Pawn { V::promotion_cells(seat) } else { CellSet::EMPTY };
        let mut posts = Vec::new();
        for to in CellSet::<V::Geometry>::all() {
            let mut add = |role: Role, cost: u8| {
                let guards = guards::<V>(role, seat, king, to);
                if cost < NEVER && guards != 0 {
                    posts.push(Post { cost, guards });
                }
            };
            add(role, moves(piece, from, to));
            for last in promoting {
                for &becomes in V::PROMOTIONS {
                    let after = moves(Kind::new(becomes, seat), last, to);
                    add(becomes, moves(piece, from, last).saturating_add(after));
                }
            }
        }
        posts
    }

    fn check_posts<V: Variant>(choice: V::Choice) {
        let reach = Reach::of::<V>(choice);
        for king in CellSet::<V::Geometry>::all().into_iter().step_by(5) {
            for from in CellSet::<V::Geometry>::all().into_iter().step_by(3) {
                for (role, seat) in
                    Role::ALL.into_iter().zip([Player::WHITE; 6]).chain([(Role::Pawn, Player::BLACK)])
                {
                    let all = all_posts::<V>(reach, role, seat, king, from);
                    let posts = reach.posts(Kind::new(role, seat), king, from);
                    for post in &all {
                        assert!(posts.cost(post.guards) <= post.cost, "{role:?} {king:?} {from:?}");
                    }
                    for post in &posts.list {
                        assert!(all.contains(post), "{role:?} {king:?} {from:?}");
                    }
                    let is_ordered = posts.list.is_sorted_by(|one, two| {
                        let count = |post: &Post| post.guards.count_ones();
                        (one.cost, count(two), one.guards) < (two.cost, count(one), two.guards)
                    });
                    assert!(is_ordered, "{role:?} {king:?} {from:?}");
                    for (number, post) in posts.list.iter().enumerate() {
                        let others = posts.list[..number].iter();
                        assert!(others.clone().all(|other| post.guards & !other.guards != 0));
                    }
                    for moves in 0..12 {
                        let in_time = || {
                            all.iter().filter(|post| post.cost <= moves || moves as usize >= Posts::COUNTED)
                        };
                        let most = in_time().map(|post| post.guards.count_ones()).max().unwrap_or(0);
                        let guards = in_time().fold(0, |guards, post| guards | post.guards);
                        assert!(posts.most(moves) >= most && posts.all(moves) & guards == guards);
                        if usize::from(moves) < Posts::COUNTED - 1 {
                            assert_eq!((posts.most(moves), posts.all(moves)), (most, guards));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn posts_equal_all_that_pieces_guard() {
        check_posts::<Mini>(Only);
        check_posts::<Glinski>(Only);
        check_posts::<Brusky>(Only);
        check_posts::<Shafran>(Only);
    }
}
