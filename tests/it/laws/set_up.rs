//! Random setups around en passant rights, the same in every run, which random games seldom reach.
//!
//! Double checks, pins along the lines of en passant captures, several rights at once, inherited pawns, pawns about to
//! promote, and pieces of all players near the kings.

use std::collections::BTreeSet;

use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::random::Rng;
use hexmate_core::rules::{PawnSteps, Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

use super::random::double_step_cells;

/// Returns the position of a seed, or `None` if its setup is illegal.
pub fn position(game: Game, seed: u64) -> Option<Position> {
    setup(game, seed)?.into_position().ok()
}

/// Returns the setup of a seed, legal or not; `None` if a king could not be placed.
pub fn setup(game: Game, seed: u64) -> Option<Setup> {
    let mut builder = SetupBuilder::new(game, seed);
    for _ in 0..builder.rng.below(if game.players > 2 { 4 } else { 2 }) {
        builder.put_stepped_pawn();
    }
    builder.put_castlers();
    builder.put_kings()?;
    for _ in 0..builder.rng.below(4) {
        builder.put_slider_in_line();
    }
    for _ in 0..builder.rng.below(3) {
        builder.put_piece_about();
    }
    if builder.rng.below(4) == 0 {
        builder.put_pawn_before_last_cell();
    }
    if builder.rng.below(4) == 0 {
        builder.put_attackers();
    }
    builder.setup.halfmoves = builder.rng.below(150) as u32;
    builder.setup.fullmoves = 1 + builder.rng.below(200) as u32;
    Some(builder.setup)
}

/// Builder of one setup.
struct SetupBuilder {
    rng: Rng,
    setup: Setup,
    /// Players who are not eliminated.
    living: Vec<Player>,
    /// Eliminated players, whose pawns may belong to others.
    out: Vec<Player>,
    /// Cells attacked by pawns that have just made a double step.
    attacked_by_steppers: Vec<Cell>,
    /// Cells that sliders should attack: those of stepping and capturing pawns, and crossed cells.
    scene: BTreeSet<Cell>,
}

impl SetupBuilder {
    fn new(game: Game, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut setup = Setup::empty(game);
        let all: Vec<Player> = game.players().collect();
        while setup.living.len() > 2 && rng.below(3) > 0 {
            setup.living = setup.living.without(rng.choose(&all));
        }
        let living: Vec<Player> = setup.living.iter().collect();
        let out = all.into_iter().filter(|&player| !setup.living.contains(player)).collect();
        setup.turn = rng.choose(&living);
        Self { rng, setup, living, out, attacked_by_steppers: Vec::new(), scene: BTreeSet::new() }
    }

    fn is_vacant(&self, cell: Cell) -> bool {
        self.setup.board.piece(cell).is_none() && !self.setup.crossed.contains(&cell)
    }

    fn put(&mut self, cell: Option<Cell>, piece: Piece) -> bool {
        let cell = cell.filter(|&cell| self.is_vacant(cell));
        let cell = cell
            .filter(|&cell| piece.role != Role::Pawn || !self.setup.game.is_promotion_cell(piece.seat, cell));
        if let Some(cell) = cell {
            self.setup.board.put(cell, piece);
        }
        cell.is_some()
    }

    /// Returns a pawn of this player, its own or an inherited one.
    fn pawn(&mut self, owner: Player) -> Piece {
        let is_own = self.out.is_empty() || self.rng.below(2) == 0;
        let seat = if is_own { owner } else { self.rng.choose(&self.out) };
        Piece { owner, role: Role::Pawn, seat }
    }

    fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.setup.game.shape.step(cell, direction)
    }

    /// Returns the cells of the kings in order.
    fn kings(&self) -> Vec<Cell> {
        let kings = self.setup.board.pieces().filter(|(_, piece)| piece.role == Role::King);
        kings.map(|(cell, _)| cell).collect()
    }

    fn opponent(&mut self) -> Player {
        let turn = self.setup.turn;
        let others: Vec<Player> = self.living.iter().copied().filter(|&player| player != turn).collect();
        self.rng.choose(&others)
    }

    fn any_vacant(&mut self) -> Option<Cell> {
        let all: Vec<_> = self.setup.game.shape.cells().collect();
        let cell = self.rng.choose(&all);
        self.is_vacant(cell).then_some(cell)
    }

    /// Returns the cells from which a pawn of this seat crosses a cell that another pawn crossed in the same round.
    fn joining(&self, seat: Player) -> Vec<Cell> {
        let game = self.setup.game;
        let over = |origin: Cell| self.step(origin, game.forward(seat));
        let joins = |origin: &Cell| over(*origin).is_some_and(|over| self.setup.crossed.contains(&over));
        double_step_cells(game, seat).into_iter().filter(joins).collect()
    }

    /// Puts a pawn that has just made a double step, and pawns that may capture it.
    fn put_stepped_pawn(&mut self) {
        let stepper = self.opponent();
        let mut pawn = self.pawn(stepper);
        let mut joining = self.joining(pawn.seat);
        if self.rng.below(2) == 0 {
            for _ in 0..8 {
                if joining.is_empty() {
                    let stepper = self.opponent();
                    pawn = self.pawn(stepper);
                    joining = self.joining(pawn.seat);
                }
            }
        }
        let joins = !joining.is_empty();
        let game = self.setup.game;
        let home = double_step_cells(game, pawn.seat);
        if home.is_empty() {
            return;
        }
        let ways: Vec<Direction> = game.pawn_steps(pawn.seat).collect();
        let forward = if ways.len() > 1 { self.rng.choose(&ways) } else { ways[0] };
        let origin = self.rng.choose(if joins { &joining } else { &home });
        let is_long = game.long_step_cells(pawn.seat, 3).any(|cell| cell == origin) && self.rng.below(2) == 0;
        let over: Vec<Cell> = game.shape.ray(origin, forward).take(if is_long { 2 } else { 1 }).collect();
        let Some(&last) = over.last() else { return };
        let free = joins || over.iter().all(|&cell| self.is_vacant(cell));
        let target = self.step(last, forward);
        if !free || !self.is_vacant(origin) || !self.put(target, pawn) {
            return;
        }
        if !joins {
            self.setup.crossed.extend(&over);
        }
        if game.pawns.steps == PawnSteps::TwoWays {
            self.setup.landed = target;
        }
        self.scene.extend(target.into_iter().chain(over.iter().copied()));
        let attacked = game.pawn_takes(pawn.seat).map(|side| target.and_then(|pawn| self.step(pawn, side)));
        self.attacked_by_steppers.extend(attacked.into_iter().flatten());
        for _ in 0..=self.rng.below(2) {
            let owner = if self.rng.below(4) == 0 { self.opponent() } else { self.setup.turn };
            let taker = self.pawn(owner);
            let side = self.rng.choose(&game.pawn_takes(taker.seat));
            let over = if over.len() > 1 { self.rng.choose(&over) } else { last };
            let from = self.step(over, side.opposite()).filter(|&from| from != origin);
            if self.put(from, taker) {
                self.scene.extend(from);
            }
        }
    }

    /// Puts the king and the rooks on their castling cells with some of the rights, and pieces that attack their way.
    fn put_castlers(&mut self) {
        for player in self.living.clone() {
            let ways = self.setup.game.castlings(player);
            if ways.is_empty() || self.rng.below(4) == 0 {
                continue;
            }
            let king = ways[0].king[0];
            if !self.put(Some(king), Piece::new(player, Role::King)) {
                continue;
            }
            for castling in ways {
                let [home, _] = castling.rook;
                let rook = Piece::new(player, Role::Rook);
                let is_placed = self.setup.board.piece(home) == Some(rook) || self.put(Some(home), rook);
                if is_placed && self.rng.below(4) > 0 {
                    self.setup.wings = self.setup.wings.with(player, castling.wing);
                }
                self.scene.extend(castling.king);
            }
            for _ in 0..self.rng.below(3) {
                let scene: Vec<Cell> = self.scene.iter().copied().collect();
                let from = self.rng.choose(&scene);
                let cell = self.walk(from, 6);
                let others: Vec<Player> =
                    self.living.iter().copied().filter(|&other| other != player).collect();
                let role = self.rng.choose(self.setup.game.promotions);
                let owner = self.rng.choose(&others);
                self.put(cell, Piece::new(owner, role));
            }
        }
    }

    /// Puts the kings; that of the side to move is usually in line with the scene.
    fn put_kings(&mut self) -> Option<()> {
        let king = Piece::new(self.setup.turn, Role::King);
        let has_king = |builder: &Self, player| {
            builder.setup.board.pieces().any(|(_, piece)| piece == Piece::new(player, Role::King))
        };
        let mut is_placed = has_king(self, self.setup.turn)
            || match self.rng.below(4) {
                0 if !self.attacked_by_steppers.is_empty() => {
                    let cell = self.rng.choose(&self.attacked_by_steppers);
                    self.put(Some(cell), king)
                }
                1 => false,
                _ => self.put_in_line_with_scene(king),
            };
        while !is_placed {
            let cell = self.any_vacant();
            is_placed = self.put(cell, king);
        }
        for player in self.living.clone() {
            let king = Piece::new(player, Role::King);
            let mut tries = 0..40;
            while !has_king(self, player) {
                tries.next()?;
                let cell = match self.rng.below(3) {
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
        let scene: Vec<_> = self.scene.iter().copied().collect();
        if scene.is_empty() {
            return false;
        }
        let cell = self.rng.choose(&scene);
        let cell = self.walk(cell, 4);
        self.put(cell, piece)
    }

    /// Returns a cell up to `most + 1` steps away in a random direction.
    fn walk(&mut self, from: Cell, most: usize) -> Option<Cell> {
        let direction = self.rng.choose(&Direction::ALL);
        (0..=self.rng.below(most)).try_fold(from, |cell, _| self.step(cell, direction))
    }

    fn at_the_edge(&mut self) -> Option<Cell> {
        self.any_vacant().filter(|&cell| Direction::ALL.iter().any(|&way| self.step(cell, way).is_none()))
    }

    fn near_a_king(&mut self) -> Option<Cell> {
        let kings = self.kings();
        let cell = self.rng.choose(&kings);
        let cell = self.walk(cell, 2)?;
        if self.rng.below(2) == 0 { self.walk(cell, 1) } else { Some(cell) }
    }

    /// Puts a piece in line with a king, usually that of the side to move and across the scene.
    fn put_slider_in_line(&mut self) {
        let at_side_to_move = self.rng.below(4) > 0;
        let mut kings = self.kings();
        if at_side_to_move {
            let turn = self.setup.turn;
            kings.retain(|&cell| self.setup.board.piece(cell).is_some_and(|king| king.owner == turn));
        }
        let king = self.rng.choose(&kings);
        let shape = self.setup.game.shape;
        let ray = |way: Direction| shape.ray(king, way);
        let across: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|&way| ray(way).any(|cell| self.scene.contains(&cell)))
            .collect();
        let is_across = !across.is_empty() && self.rng.below(4) > 0;
        let way = self.rng.choose(if is_across { &across } else { &Direction::ALL });
        let cells: Vec<_> = ray(way).filter(|&cell| self.is_vacant(cell)).collect();
        if cells.is_empty() {
            return;
        }
        let cell = self.rng.choose(&cells);
        let owner = if at_side_to_move { self.opponent() } else { self.rng.choose(&self.living) };
        let role = self.rng.choose(self.setup.game.promotions);
        self.put(Some(cell), Piece::new(owner, role));
    }

    /// Puts a piece of any player, usually near a king.
    fn put_piece_about(&mut self) {
        let owner = self.rng.choose(&self.living);
        let piece = match self.rng.below(4) {
            0 => self.pawn(owner),
            _ => Piece::new(owner, self.rng.choose(self.setup.game.promotions)),
        };
        let cell = if self.rng.below(3) > 0 { self.near_a_king() } else { self.any_vacant() };
        self.put(cell, piece);
    }

    /// Puts three pieces of the side to move, so that short mates are not too rare.
    fn put_attackers(&mut self) {
        for _ in 0..3 {
            let piece = Piece::new(self.setup.turn, self.rng.choose(self.setup.game.promotions));
            let cell = self.any_vacant();
            self.put(cell, piece);
        }
    }

    fn put_pawn_before_last_cell(&mut self) {
        let owner = if self.rng.below(3) > 0 { self.setup.turn } else { self.opponent() };
        let pawn = self.pawn(owner);
        let game = self.setup.game;
        let last: Vec<_> =
            game.shape.cells().filter(|&cell| game.is_promotion_cell(pawn.seat, cell)).collect();
        let last = self.rng.choose(&last);
        let cell = self.step(last, game.forward(pawn.seat).opposite());
        self.put(cell, pawn);
    }
}
