//! Random positions, the same in every run: from random games, and sparse random setups.

use hexmate_core::geometry::Cell;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

/// Returns all positions of a random game.
pub fn game(game: Game, seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(game);
    let mut positions = vec![position.clone()];
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(rng.choose(&moves));
        positions.push(position.clone());
    }
    positions
}

/// Returns the cells from which a pawn of this seat may make a double step, in order.
pub fn double_step_cells(game: Game, seat: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = game.double_step_cells(seat).collect();
    cells.sort_unstable();
    cells
}

/// Returns a position of a few random pieces, or `None` if it is illegal.
///
/// Checks, pins, mates, promotions and double steps are common in these positions.
pub fn thin(game: Game, seed: u64) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let cells: Vec<Cell> = game.shape.cells().collect();
    let mut setup = Setup::empty(game);
    while setup.living.len() > 2 && rng.below(5) > 0 {
        setup.living = setup.living.without(rng.choose(&game.players().collect::<Vec<_>>()));
    }
    let players: Vec<Player> = setup.living.iter().collect();
    let out: Vec<Player> = game.players().filter(|&player| !setup.living.contains(player)).collect();
    let pieces = 2 + rng.below(4 * players.len());
    for _ in 0..pieces {
        let owner = rng.choose(&players);
        let role = match rng.below(3) {
            0 => Role::Pawn,
            _ => rng.choose(game.promotions),
        };
        let inherited = role == Role::Pawn && !out.is_empty() && rng.below(2) == 0;
        let seat = if inherited { rng.choose(&out) } else { owner };
        let cell = match role {
            Role::Pawn if rng.below(2) == 0 => {
                let home = double_step_cells(game, seat);
                if home.is_empty() { rng.choose(&cells) } else { rng.choose(&home) }
            }
            _ => rng.choose(&cells),
        };
        setup.board.put(cell, Piece { owner, role, seat });
    }
    for &player in &players {
        let vacant = cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none());
        let vacant: Vec<_> = vacant.collect();
        setup.board.put(rng.choose(&vacant), Piece::new(player, Role::King));
    }
    setup.turn = rng.choose(&players);
    setup.into_position().ok()
}
