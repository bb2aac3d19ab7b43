//! A game that is being played, and players that are not human: one by chance, one that looks for mates, asks
//! tables of endings and counts pieces. No terminal, no clock.

mod session;

pub use session::{Refusal, Seat, Session};

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player, Role};
use hexmate_endgame::{Endgames, Score};
use hexmate_position::Position;

/// The longest mate that is looked for.
const MATE: u32 = 3;

/// Positions that the search for a mate may look at.
const NODES: u64 = 100_000;

/// Memory for that search, in bytes.
const TABLE: usize = 8 << 20;

/// Any legal move; `None` if there is none.
pub fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    let count = moves.len();
    if count == 0 { None } else { moves.nth(rng.below(count)) }
}

/// A mate that can be forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedMate {
    /// The first move.
    pub key: Move,
    /// In so many moves.
    pub moves: u32,
}

/// A mate in three at most that the player to move can force, if it is found within a fixed number of positions.
pub fn forced_mate(position: &Position) -> Option<ForcedMate> {
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(TABLE);
    let mate = position.solve(Stipulation::mate_in(MATE), table, budget);
    Some(ForcedMate { key: *mate.keys.first()?, moves: mate.mate_in? })
}

/// The best move by tables of endings, with what it is worth to the side that moves; `None` where they do not tell.
///
/// Of moves that are as good as one another a random one is chosen.
pub fn best_table_move(position: &Position, known: &Endgames, rng: &mut Rng) -> Option<(Move, Score)> {
    let moves = known.moves(position)?;
    let (_, best) = *moves.first()?;
    let count = moves.iter().take_while(|&&(_, score)| score == best).count();
    Some(moves[rng.below(count)])
}

/// What the pieces of each player who is in are worth, in pawns.
pub fn material(position: &Position) -> Vec<(Player, u32)> {
    let pieces = position.pieces();
    let of = |player| {
        let own = pieces.iter().filter(|(_, piece)| piece.owner == player);
        (player, own.map(|(_, piece)| value(piece.role).unsigned_abs()).sum())
    };
    position.living().iter().map(of).collect()
}

/// The key of a short mate, else the move after which the best reply leaves most pieces; `None` if there is no move.
///
/// Looks for a mate in three at most and within a fixed number of positions, then two
/// plies deep. Of moves that are as good as one another a random one is chosen.
pub fn solver_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mate = forced_mate(position).map(|mate| mate.key);
    mate.or_else(|| best_move_by_material(position, rng))
}

/// The move after which the best reply leaves most pieces; of several that are as good, a random one.
fn best_move_by_material(position: &Position, rng: &mut Rng) -> Option<Move> {
    let us = position.turn();
    let worth = |m: Move| {
        let next = position.play_unchecked(m);
        let replies = next.legal_moves().map(|reply| balance(&next.play_unchecked(reply), us));
        replies.min().unwrap_or_else(|| balance(&next, us))
    };
    let rated: Vec<(i32, Move)> = position.legal_moves().map(|m| (worth(m), m)).collect();
    let best = rated.iter().map(|&(worth, _)| worth).max()?;
    let best: Vec<_> = rated.into_iter().filter(|&(worth, _)| worth == best).collect();
    Some(best[rng.below(best.len())].1)
}

/// What our pieces are worth, less those of all others; a mate given or suffered outweighs them.
fn balance(position: &Position, us: Player) -> i32 {
    const MATE_WORTH: i32 = 10_000;
    if !position.living().contains(us) {
        return -MATE_WORTH;
    }
    let signed = |owner, role| if owner == us { value(role) } else { -value(role) };
    position.pieces().into_iter().map(|(_, piece)| signed(piece.owner, piece.role)).sum()
}

/// What a piece is worth, in pawns.
const fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 10,
        Role::Rook => 5,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 1,
    }
}
