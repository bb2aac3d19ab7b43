//! Positions put up around rights to take in passing, the same in every run: what play seldom shows.
//!
//! Kings in check by two, pins along the lines of such captures, several rights at
//! once, pawns taken over, pawns about to promote, men of everybody near the kings.

use hexmate::geometry::{Cell, CellSet, Direction};
use hexmate::rules::{Piece, Player, Position, Role, Setup, Variant};

use crate::laws::random::Random;

/// A position of a few men, if the rules allow what was put up.
pub fn position<V: Variant>(seed: u64) -> Option<Position<V>> {
    setup(seed)?.into_position().ok()
}

/// What is put up, whether or not the rules allow it.
pub fn setup<V: Variant>(seed: u64) -> Option<Setup<V>> {
    let mut hand = Hand::new(seed);
    for _ in 0..hand.random.below(if V::PLAYERS > 2 { 4 } else { 2 }) {
        hand.put_stepped_pawn();
    }
    hand.put_kings()?;
    for _ in 0..hand.random.below(4) {
        hand.put_slider_in_line();
    }
    for _ in 0..hand.random.below(3) {
        hand.put_man_about();
    }
    if hand.random.below(4) == 0 {
        hand.put_pawn_before_last_cell();
    }
    if hand.random.below(4) == 0 {
        hand.put_attackers();
    }
    hand.setup.halfmoves = hand.random.below(150) as u32;
    hand.setup.fullmoves = 1 + hand.random.below(200) as u32;
    Some(hand.setup)
}

/// A setup that is being put up.
struct Hand<V: Variant> {
    random: Random,
    setup: Setup<V>,
    /// Who is in.
    living: Vec<Player>,
    /// Seats of those who are out: their pawns may stand with others.
    out: Vec<Player>,
    /// Cells that pawns attack which have just stepped twice.
    beside: Vec<Cell<V::Geometry>>,
    /// Cells that men on lines should see: those of pawns that step and take, and the cells between.
    scene: CellSet<V::Geometry>,
}

impl<V: Variant> Hand<V> {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut setup = Setup::<V>::empty();
        let all: Vec<Player> = V::players().collect();
        while setup.living.len() > 2 && random.below(3) > 0 {
            setup.living = setup.living.without(random.pick(&all));
        }
        let living: Vec<Player> = setup.living.iter().collect();
        let out = all.into_iter().filter(|&player| !setup.living.contains(player)).collect();
        setup.turn = random.pick(&living);
        Self { random, setup, living, out, beside: Vec::new(), scene: CellSet::EMPTY }
    }

    fn is_vacant(&self, cell: Cell<V::Geometry>) -> bool {
        self.setup.board.piece(cell).is_none() && !self.setup.passed.contains(&cell)
    }

    fn put(&mut self, cell: Option<Cell<V::Geometry>>, piece: Piece) -> bool {
        let cell = cell.filter(|&cell| self.is_vacant(cell));
        let cell =
            cell.filter(|&cell| piece.role != Role::Pawn || !V::promotion_cells(piece.seat).contains(cell));
        if let Some(cell) = cell {
            self.setup.board.put(cell, piece);
        }
        cell.is_some()
    }

    /// A pawn of this player, his own or one that he has taken over.
    fn pawn(&mut self, owner: Player) -> Piece {
        let is_own = self.out.is_empty() || self.random.below(2) == 0;
        let seat = if is_own { owner } else { self.random.pick(&self.out) };
        Piece { owner, role: Role::Pawn, seat }
    }

    fn opponent(&mut self) -> Player {
        let turn = self.setup.turn;
        let others: Vec<Player> = self.living.iter().copied().filter(|&player| player != turn).collect();
        self.random.pick(&others)
    }

    fn any_vacant(&mut self) -> Option<Cell<V::Geometry>> {
        let all: Vec<_> = CellSet::all().into_iter().collect();
        let cell = self.random.pick(&all);
        self.is_vacant(cell).then_some(cell)
    }

    /// Cells from which a pawn of this seat crosses a cell that another has crossed in the same round.
    fn joining(&self, seat: Player) -> Vec<Cell<V::Geometry>> {
        let over = |origin: &Cell<V::Geometry>| origin.step(V::forward(seat));
        let joins = |origin: &Cell<_>| over(origin).is_some_and(|over| self.setup.passed.contains(&over));
        V::double_step_cells(seat).into_iter().filter(joins).collect()
    }

    /// A pawn that has just stepped twice, and some of those that may take it.
    fn put_stepped_pawn(&mut self) {
        let stepper = self.opponent();
        let mut pawn = self.pawn(stepper);
        let mut joining = self.joining(pawn.seat);
        if self.random.below(2) == 0 {
            for _ in 0..8 {
                if joining.is_empty() {
                    let stepper = self.opponent();
                    pawn = self.pawn(stepper);
                    joining = self.joining(pawn.seat);
                }
            }
        }
        let joins = !joining.is_empty();
        let home: Vec<_> = V::double_step_cells(pawn.seat).into_iter().collect();
        if home.is_empty() {
            return;
        }
        let forward = V::forward(pawn.seat);
        let origin = self.random.pick(if joins { &joining } else { &home });
        let Some(over) = origin.step(forward) else { return };
        let free = joins || self.is_vacant(over);
        if !free || !self.is_vacant(origin) || !self.put(over.step(forward), pawn) {
            return;
        }
        if !joins {
            self.setup.passed.push(over);
        }
        self.scene |= over.step(forward).into_iter().chain([over]).collect();
        let attacked =
            V::pawn_takes(pawn.seat).map(|side| over.step(forward).and_then(|pawn| pawn.step(side)));
        self.beside.extend(attacked.into_iter().flatten());
        for _ in 0..=self.random.below(2) {
            let owner = if self.random.below(4) == 0 { self.opponent() } else { self.setup.turn };
            let taker = self.pawn(owner);
            let side = self.random.pick(&V::pawn_takes(taker.seat));
            let from = over.step(side.opposite()).filter(|&from| from != origin);
            if self.put(from, taker) {
                self.scene |= from.into_iter().collect();
            }
        }
    }

    /// Kings, that of the player on turn mostly in line with the scene.
    fn put_kings(&mut self) -> Option<()> {
        let king = Piece::new(self.setup.turn, Role::King);
        let mut stands = match self.random.below(4) {
            0 if !self.beside.is_empty() => {
                let cell = self.random.pick(&self.beside);
                self.put(Some(cell), king)
            }
            1 => false,
            _ => self.put_in_line_with_scene(king),
        };
        while !stands {
            let cell = self.any_vacant();
            stands = self.put(cell, king);
        }
        for player in self.living.clone() {
            let king = Piece::new(player, Role::King);
            let mut tries = 0..40;
            while player != self.setup.turn {
                tries.next()?;
                let cell = match self.random.below(3) {
                    0 => self.near_a_king(),
                    1 => self.at_the_edge(),
                    _ => self.any_vacant(),
                };
                if self.put(cell, king) {
                    break;
                }
            }
        }
        Some(())
    }

    fn put_in_line_with_scene(&mut self, piece: Piece) -> bool {
        let scene: Vec<_> = self.scene.into_iter().collect();
        if scene.is_empty() {
            return false;
        }
        let cell = self.random.pick(&scene);
        let cell = self.walk(cell, 4);
        self.put(cell, piece)
    }

    /// Some steps away in some direction.
    fn walk(&mut self, from: Cell<V::Geometry>, most: usize) -> Option<Cell<V::Geometry>> {
        let direction = self.random.pick(&Direction::ALL);
        (0..=self.random.below(most)).try_fold(from, |cell, _| cell.step(direction))
    }

    fn at_the_edge(&mut self) -> Option<Cell<V::Geometry>> {
        self.any_vacant().filter(|cell| Direction::ALL.iter().any(|&way| cell.step(way).is_none()))
    }

    fn near_a_king(&mut self) -> Option<Cell<V::Geometry>> {
        let kings: Vec<_> = self.setup.board.by_role(Role::King).into_iter().collect();
        let cell = self.random.pick(&kings);
        let cell = self.walk(cell, 2)?;
        if self.random.below(2) == 0 { self.walk(cell, 1) } else { Some(cell) }
    }

    /// A slider that looks at a king, mostly across the scene and at the one on turn.
    fn put_slider_in_line(&mut self) {
        let kings = self.setup.board.by_role(Role::King);
        let ours = kings & self.setup.board.by_owner(self.setup.turn);
        let at_ours = self.random.below(4) > 0;
        let kings: Vec<_> = (if at_ours { ours } else { kings }).into_iter().collect();
        let king = self.random.pick(&kings);
        let ray = |way: Direction| std::iter::successors(king.step(way), move |cell| cell.step(way));
        let across: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|&way| ray(way).any(|cell| self.scene.contains(cell)))
            .collect();
        let is_across = !across.is_empty() && self.random.below(4) > 0;
        let way = self.random.pick(if is_across { &across } else { &Direction::ALL });
        let cells: Vec<_> = ray(way).filter(|&cell| self.is_vacant(cell)).collect();
        if cells.is_empty() {
            return;
        }
        let cell = self.random.pick(&cells);
        let owner = if at_ours { self.opponent() } else { self.random.pick(&self.living) };
        let role = self.random.pick(V::PROMOTIONS);
        self.put(Some(cell), Piece::new(owner, role));
    }

    /// A man of anybody, mostly near a king.
    fn put_man_about(&mut self) {
        let owner = self.random.pick(&self.living);
        let piece = match self.random.below(4) {
            0 => self.pawn(owner),
            _ => Piece::new(owner, self.random.pick(V::PROMOTIONS)),
        };
        let cell = if self.random.below(3) > 0 { self.near_a_king() } else { self.any_vacant() };
        self.put(cell, piece);
    }

    /// Men of the player on turn, so many that short mates are not too rare.
    fn put_attackers(&mut self) {
        for _ in 0..3 {
            let piece = Piece::new(self.setup.turn, self.random.pick(V::PROMOTIONS));
            let cell = self.any_vacant();
            self.put(cell, piece);
        }
    }

    fn put_pawn_before_last_cell(&mut self) {
        let owner = if self.random.below(3) > 0 { self.setup.turn } else { self.opponent() };
        let pawn = self.pawn(owner);
        let last: Vec<_> = V::promotion_cells(pawn.seat).into_iter().collect();
        let cell = self.random.pick(&last).step(V::forward(pawn.seat).opposite());
        self.put(cell, pawn);
    }
}
