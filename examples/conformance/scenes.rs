//! Positions set up around one rule: pins along all lines, captures en passant, promotions and captures by pawns.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{PawnSteps, Piece, Player, Role};
use hexmate_oracle::{Hex, Rules};
use hexmate_position::{Game, Position, Setup};

use crate::faulty::{DIRECTIONS, corners};

/// The pieces of a scene: cell, player and role.
type Pieces = Vec<(Hex, u8, Role)>;

/// A game in both implementations.
#[derive(Clone, Copy)]
struct Stage {
    game: Game,
    rules: &'static Rules,
}

/// Returns the scenes of a game, each with its name.
pub fn of(game: Game, rules: &'static Rules) -> Vec<(String, Position)> {
    let stage = Stage { game, rules };
    let mut all = stage.pins();
    all.extend(stage.corners());
    all.extend(stage.between_pieces());
    for player in [0, 1] {
        all.extend(stage.en_passant(player));
        all.extend(stage.promotions(player));
        all.extend(stage.steps_after_capture(player));
        all.extend(stage.captures_far_ahead(player));
    }
    all
}

impl Stage {
    fn cell(self, hex: Hex) -> Option<Cell> {
        self.game.cell(self.rules.cells.name(hex))
    }

    fn has(self, hex: Hex) -> bool {
        self.rules.cells.has(hex)
    }

    /// Returns the kings with pieces pinned along all orthogonals that have room for it, and along all diagonals.
    fn pins(self) -> Vec<(String, Position)> {
        let mut all = Vec::new();
        for (first, role, name) in [(0, Role::Rook, "orthogonals"), (1, Role::Bishop, "diagonals")] {
            let lines = |king: Hex| {
                let lines = (first..12).step_by(2).map(|line| DIRECTIONS[line]);
                lines.filter(move |&step| self.has(king.after(step, 2)))
            };
            let mut kings: Vec<Hex> = self.rules.cells.iter().collect();
            kings.sort_by_key(|&king| 6 - lines(king).count());
            for king in kings.into_iter().step_by(3).take(8) {
                let pair = |step: Hex| [(king + step, 0, role), (king.after(step, 2), 1, role)];
                let pieces: Pieces = lines(king).flat_map(pair).chain([(king, 0, Role::King)]).collect();
                let cell = self.rules.cells.name(king);
                let name = format!("king on {cell}, pins along {} {name}", lines(king).count());
                all.extend(self.set_up(&pieces, 0, &[], None).map(|position| (name, position)));
            }
        }
        all
    }

    /// Returns every capture en passant by a player: the pawn that has stepped, and one that can capture it.
    fn en_passant(self, player: u8) -> Vec<(String, Position)> {
        let seat = |player| self.rules.seat(player);
        let mut all = Vec::new();
        for &(start, reach) in &seat(1 - player).starts {
            for (&step, far) in
                seat(1 - player).forward.iter().flat_map(|step| (2..=reach).map(move |far| (step, far)))
            {
                let pawn = start.after(step, far);
                let crossed: Vec<Hex> = (1..far).map(|far| start.after(step, far)).collect();
                let takers = crossed.iter().flat_map(|&cell| seat(player).takes.map(|take| back(cell, take)));
                for taker in takers.filter(|&taker| self.has(taker) && taker != start) {
                    let pieces = [(pawn, 1 - player, Role::Pawn), (taker, player, Role::Pawn)];
                    let names = [taker, pawn].map(|cell| self.rules.cells.name(cell));
                    let position = self.set_up(&pieces, player, &crossed, Some(pawn));
                    all.extend(
                        position.map(|position| {
                            (format!("en passant from {} of {}", names[0], names[1]), position)
                        }),
                    );
                }
            }
        }
        all
    }

    /// Returns the captures with which a pawn promotes, to both sides.
    fn promotions(self, player: u8) -> Vec<(String, Position)> {
        let seat = self.rules.seat(player);
        let mut all = Vec::new();
        for take in seat.takes {
            let scene = |&last: &Hex| {
                let pawn =
                    Some(back(last, take)).filter(|pawn| self.has(*pawn) && !seat.last.contains(pawn))?;
                let pieces = [(pawn, player, Role::Pawn), (last, 1 - player, Role::Knight)];
                let [from, to] = [pawn, last].map(|cell| self.rules.cells.name(cell));
                Some((format!("promotion by capture {from}x{to}"), self.set_up(&pieces, player, &[], None)?))
            };
            all.extend(seat.last.iter().filter_map(scene).take(2));
        }
        all
    }

    /// Returns kings in corners and a knight, with a rook that gives check or attacks cells beside the king.
    fn corners(self) -> Vec<(String, Position)> {
        let mut all = Vec::new();
        let Some(middle) = self.rules.cells.iter().nth(self.rules.cells.iter().count() / 2) else {
            return all;
        };
        for corner in corners(self.rules) {
            let beside = DIRECTIONS.iter().map(|&step| corner + step).filter(|&cell| self.has(cell));
            let lines = || DIRECTIONS.iter().step_by(2);
            let around: Vec<Hex> =
                beside.flat_map(|cell| lines().map(move |&step| cell.after(step, 3))).collect();
            let checks = lines().map(|&step| corner.after(step, 3));
            let scene = |rook: Hex| {
                let pieces = [(corner, 0, Role::King), (rook, 1, Role::Rook), (middle, 0, Role::Knight)];
                let [king, beside] = [corner, rook].map(|cell| self.rules.cells.name(cell));
                Some((format!("king on {king}, rook on {beside}"), self.set_up(&pieces, 0, &[], None)?))
            };
            all.extend(checks.filter(|&rook| self.has(rook)).filter_map(scene).take(1));
            all.extend(around.into_iter().filter(|&rook| self.has(rook)).filter_map(scene).take(1));
        }
        all
    }

    /// Returns a bishop with knights on both sides of a step.
    fn between_pieces(self) -> Option<(String, Position)> {
        let bishop = self.rules.cells.iter().nth(self.rules.cells.iter().count() / 2)?;
        let knights = [DIRECTIONS[0], DIRECTIONS[2]].map(|step| (bishop + step, 0, Role::Knight));
        let pieces = [(bishop, 0, Role::Bishop), knights[0], knights[1]];
        Some(("a bishop passes between two pieces".to_owned(), self.set_up(&pieces, 0, &[], None)?))
    }

    /// Returns captures to cells from which a pawn can step twice.
    fn steps_after_capture(self, player: u8) -> Vec<(String, Position)> {
        let seat = self.rules.seat(player);
        let mut all = Vec::new();
        for &(start, _) in seat.starts.iter().filter(|&&(_, reach)| reach > 1) {
            for pawn in seat.takes.map(|take| back(start, take)).into_iter().filter(|pawn| self.has(*pawn)) {
                let pieces = [(pawn, player, Role::Pawn), (start, 1 - player, Role::Knight)];
                let names = [pawn, start].map(|cell| self.rules.cells.name(cell));
                let position = self.set_up(&pieces, player, &[], None);
                all.extend(position.map(|position| {
                    (format!("capture onto a start cell {}x{}", names[0], names[1]), position)
                }));
            }
        }
        all
    }

    /// Returns captures beside an enemy pawn that could capture on the cell before the pawn's origin.
    fn captures_far_ahead(self, player: u8) -> Vec<(String, Position)> {
        let seat = |player| self.rules.seat(player);
        let mut all = Vec::new();
        for &(pawn, _) in &seat(player).starts {
            let ahead = pawn + seat(player).forward[0];
            let targets = seat(player).takes.map(|take| pawn + take);
            let takers = seat(1 - player).takes.map(|take| back(ahead, take));
            for (target, taker) in targets.into_iter().flat_map(|target| takers.map(|taker| (target, taker)))
            {
                if target == taker || !self.has(target) || !self.has(taker) {
                    continue;
                }
                let pieces = [
                    (pawn, player, Role::Pawn),
                    (target, 1 - player, Role::Knight),
                    (taker, 1 - player, Role::Pawn),
                ];
                let names = [pawn, target].map(|cell| self.rules.cells.name(cell));
                let position = self.set_up(&pieces, player, &[], None);
                all.extend(
                    position
                        .map(|position| (format!("no en passant after {}x{}", names[0], names[1]), position)),
                );
            }
        }
        all
    }

    /// Sets up the pieces and the kings that are missing, far from them; `None` if that is not legal.
    fn set_up(
        self,
        pieces: &[(Hex, u8, Role)],
        turn: u8,
        crossed: &[Hex],
        landed: Option<Hex>,
    ) -> Option<Position> {
        let mut setup = Setup::empty(self.game);
        setup.living = [0, 1].map(Player::new).into_iter().collect();
        setup.turn = Player::new(turn);
        for &(hex, player, role) in pieces {
            setup.board.put(self.cell(hex)?, Piece::new(Player::new(player), role));
        }
        setup.crossed = crossed.iter().filter_map(|&hex| self.cell(hex)).collect();
        if self.game.pawns.steps == PawnSteps::TwoWays && !crossed.is_empty() {
            setup.landed = landed.and_then(|hex| self.cell(hex));
        }
        let is_far = |cell: &Cell| {
            let hex = self.game.shape.hex(*cell);
            let far = |&(other, ..): &(Hex, u8, Role)| {
                self.cell(other).is_some_and(|other| (self.game.shape.hex(other) - hex).length() > 2)
            };
            pieces.iter().all(far)
        };
        let far: Vec<Cell> = self.game.shape.cells().filter(is_far).collect();
        let is_missing =
            |player| !pieces.iter().any(|&(_, owner, role)| owner == player && role == Role::King);
        let has_own_king = !is_missing(turn);
        let missing: Vec<u8> = [0, 1].into_iter().filter(|&player| is_missing(player)).collect();
        let choices = far.iter().flat_map(|&one| far.iter().rev().map(move |&other| [one, other]));
        let place = |cells: [Cell; 2]| {
            let mut setup = setup.clone();
            for (&player, cell) in missing.iter().zip(cells) {
                setup.board.put(cell, Piece::new(Player::new(player), Role::King));
            }
            let position = setup.into_position().ok()?;
            (!position.is_check() || has_own_king).then_some(position)
        };
        choices.take(400).find_map(place)
    }
}

fn back(cell: Hex, step: Hex) -> Hex {
    cell + Hex { q: -step.q, r: -step.r }
}
