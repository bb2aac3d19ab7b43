//! Illegal setups, each made from a legal one by one change.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Setup};

/// Returns at least one setup for each fault that is possible in the game.
pub fn illegal(base: &Setup) -> Vec<Setup> {
    let game = base.game;
    let second = Player::new(1);
    let mut all = Vec::new();
    let mut put = |change: &dyn Fn(&mut Setup)| {
        let mut setup = base.clone();
        change(&mut setup);
        all.push(setup);
    };
    let place = |setup: &mut Setup, cell: Option<Cell>, piece| {
        if let Some(cell) = cell {
            setup.board.put(cell, piece);
        }
    };
    let empty = |setup: &Setup| middle(game).find(|&cell| setup.board.piece(cell).is_none());
    for player in [Player::WHITE, second] {
        put(&|setup| remove(setup, |piece| piece == Piece::new(player, Role::King)));
        put(&|setup| {
            let cell = empty(setup);
            place(setup, cell, Piece::new(player, Role::King));
        });
        put(&|setup| {
            let last = || game.shape.cells().filter(|&cell| game.is_promotion_cell(player, cell));
            let is_not_king =
                |&cell: &Cell| setup.board.piece(cell).is_some_and(|piece| piece.role != Role::King);
            let cell =
                last().find(|&cell| setup.board.piece(cell).is_none()).or_else(|| last().find(is_not_king));
            place(setup, cell, Piece::new(player, Role::Pawn));
        });
        put(&|setup| {
            let cell = empty(setup);
            place(setup, cell, Piece::new(player, Role::Pawn));
        });
        put(&|setup| setup.crossed.extend(empty(setup)));
    }
    put(&|setup| attack(setup, second));
    if let Some(castling) = game.castlings(Player::WHITE).first() {
        put(&|setup| {
            let [home, _] = castling.rook;
            setup.board.take(home);
        });
    }
    put(&|setup| {
        remove(setup, |piece| piece.role == Role::King);
        let cell = empty(setup);
        place(setup, cell, Piece::new(Player::WHITE, Role::Rook));
    });
    if game.players > 2 {
        put(&|setup| setup.living = setup.living.without(second));
        put(&|setup| {
            remove(setup, |piece| piece.owner == second);
            setup.living = setup.living.without(second);
            setup.turn = second;
        });
        put(&|setup| {
            remove(setup, |piece| piece.owner != Player::WHITE);
            setup.living = [Player::WHITE].into_iter().collect();
        });
        put(&|setup| {
            let cell = empty(setup);
            place(setup, cell, Piece { owner: Player::WHITE, role: Role::Pawn, seat: second });
        });
        put(&|setup| {
            remove(setup, |piece| piece.owner == second);
            setup.living = setup.living.without(second);
            let cell = empty(setup);
            place(setup, cell, Piece { owner: Player::WHITE, role: Role::Pawn, seat: second });
        });
    }
    all
}

/// Returns all cells, beginning in the middle of the board.
fn middle(game: Game) -> impl Iterator<Item = Cell> {
    let cells: Vec<Cell> = game.shape.cells().collect();
    let half = cells.len() / 2;
    (0..cells.len()).map(move |at| cells[(half + at) % cells.len()])
}

fn remove(setup: &mut Setup, is_removed: impl Fn(Piece) -> bool) {
    let removed: Vec<Cell> =
        setup.board.pieces().filter(|&(_, piece)| is_removed(piece)).map(|(cell, _)| cell).collect();
    for cell in removed {
        setup.board.take(cell);
    }
}

/// Puts a rook of the side to move beside the king of another player.
fn attack(setup: &mut Setup, victim: Player) {
    let game = setup.game;
    let king = setup.board.pieces().find(|&(_, piece)| piece == Piece::new(victim, Role::King));
    let Some((king, _)) = king else { return };
    let beside = |&cell: &Cell| (game.shape.hex(cell) - game.shape.hex(king)).length() == 1;
    let beside: Vec<Cell> = game.shape.cells().filter(beside).collect();
    if let Some(&cell) = beside.iter().find(|&&cell| setup.board.piece(cell).is_none()).or(beside.first()) {
        setup.board.put(cell, Piece::new(setup.turn, Role::Rook));
    }
}
