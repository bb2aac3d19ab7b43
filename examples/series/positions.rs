//! Random positions with few pieces, and positions in which every move mates. Equal seeds give equal positions.

use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

/// Returns a random position of a game for two with both kings at the edge and two to five other pieces.
pub fn few(game: Game, rng: &mut Rng) -> Option<Position> {
    let all: Vec<Cell> = game.shape.cells().collect();
    let is_edge = |cell: &Cell| Direction::ALL.iter().any(|&way| game.shape.step(*cell, way).is_none());
    let edge: Vec<Cell> = all.iter().copied().filter(is_edge).collect();
    let players: Vec<Player> = game.players().collect();
    let mut setup = Setup::empty(game);
    setup.turn = rng.choose(&players);
    let put = |setup: &mut Setup, rng: &mut Rng, cells: &[Cell], piece| {
        let vacant: Vec<Cell> =
            cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none()).collect();
        setup.board.put(rng.choose(&vacant), piece);
    };
    for &player in &players {
        put(&mut setup, rng, &edge, Piece::new(player, Role::King));
    }
    for _ in 0..2 + rng.below(4) {
        let role = if rng.below(4) == 0 { Role::Pawn } else { rng.choose(game.promotions) };
        let piece = Piece::new(rng.choose(&players), role);
        put(&mut setup, rng, &all, piece);
    }
    setup.into_position().ok()
}

/// Returns positions from which a position in which every move mates can be reached: by a few moves of one player in
/// a row, or by moves of both players in turn.
pub fn before_forced_mate(game: Game, rng: &mut Rng) -> Vec<Position> {
    let Some(forced) = forced_to_mate(game, rng) else { return Vec::new() };
    let [last, first] = [forced.next_player(), forced.turn()];
    let mut way_back = || {
        let is_series = rng.below(2) == 0;
        let mut position = taken_back(&forced, last, rng)?;
        for number in 0..rng.below(4) {
            let player = if is_series || number % 2 == 1 { last } else { first };
            position = taken_back(&position, player, rng)?;
        }
        Some(position)
    };
    (0..40).filter_map(|_| way_back()).collect()
}

/// Returns a position in which every move mates: a position with a mate in one, to which a checking piece is added so
/// that only mating moves are legal.
fn forced_to_mate(game: Game, rng: &mut Rng) -> Option<Position> {
    let open = few(game, rng)?;
    if !open.legal_moves().any(|m| open.play_unchecked(m).is_mate()) {
        return None;
    }
    let cells: Vec<Cell> = game.shape.cells().filter(|&cell| open.piece(cell).is_none()).collect();
    let (first, setup, giver) = (rng.below(cells.len()), Setup::from(&open), open.next_player());
    let pieces = cells
        .iter()
        .cycle()
        .skip(first)
        .take(cells.len())
        .flat_map(|&cell| game.promotions.iter().map(move |&role| (cell, Piece::new(giver, role))));
    let checked = pieces.filter_map(|(cell, piece)| {
        let mut setup = setup.clone();
        setup.board.put(cell, piece);
        setup.into_position().ok()
    });
    let mut checked = checked.filter(|position| position.is_check() && position.has_moves());
    checked.find(|position| position.legal_moves().all(|m| position.play_unchecked(m).is_mate()))
}

/// Takes back a random move of a piece other than a pawn of this player.
fn taken_back(position: &Position, player: Player, rng: &mut Rng) -> Option<Position> {
    let pieces: Vec<Cell> = position
        .pieces()
        .into_iter()
        .filter(|(_, piece)| piece.owner == player && piece.role != Role::Pawn)
        .map(|(cell, _)| cell)
        .collect();
    let to = rng.choose(&pieces);
    // Pieces other than pawns move back as they move forward.
    let vacant = position.attacks(to).into_iter().filter(|&cell| position.piece(cell).is_none());
    let vacant: Vec<Cell> = vacant.collect();
    if vacant.is_empty() {
        return None;
    }
    let mut setup = Setup { turn: player, ..Setup::from(position) };
    let piece = setup.board.take(to)?;
    setup.board.put(rng.choose(&vacant), piece);
    setup.into_position().ok()
}
