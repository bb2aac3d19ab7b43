//! Interactive games and computer players.
//!
//! * [`Session`] is a game in progress with its players, draw claims and results; [`GameEnding`] is why it ended.
//! * [`random_move`] chooses any legal move; [`solver_move`] searches for a short mate and then counts material;
//!   [`best_table_move`] plays by endgame tables.

mod session;

pub use session::{GameEnding, RejectedText, Seat, Session};

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player, Role};
use hexmate_endgame::{Endgames, TableScore};
use hexmate_position::Position;

/// Maximum length of a mate to search for, in moves.
const MAX_MATE: u32 = 3;

/// Node limit of the mate search.
const NODES: u64 = 100_000;

/// Size of the transposition table, in bytes.
const TABLE: usize = 8 << 20;

/// Returns a random legal move; `None` if there is none.
pub fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    let count = moves.len();
    if count == 0 { None } else { moves.nth(rng.below(count)) }
}

/// A forced mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedMate {
    /// First move.
    pub key: Move,
    /// Length in moves.
    pub moves: u32,
}

/// Searches for a forced mate in at most three moves within a fixed number of nodes.
pub fn forced_mate(position: &Position) -> Option<ForcedMate> {
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(TABLE);
    let mate = position.solve(Stipulation::mate_in(MAX_MATE), table, budget);
    Some(ForcedMate { key: *mate.keys.first()?, moves: mate.mate_in? })
}

/// Returns the best move by endgame tables with its score for the side to move; `None` if the tables do not have the
/// position.
///
/// Chooses randomly among equally good moves.
pub fn best_table_move(position: &Position, known: &Endgames, rng: &mut Rng) -> Option<(Move, TableScore)> {
    let moves = known.moves(position)?;
    let (_, best) = *moves.first()?;
    let count = moves.iter().take_while(|&&(_, score)| score == best).count();
    Some(moves[rng.below(count)])
}

/// Returns the material of each living player, in pawns.
pub fn material(position: &Position) -> Vec<(Player, u32)> {
    let pieces = position.pieces();
    let of = |player| {
        let own = pieces.iter().filter(|(_, piece)| piece.owner == player);
        (player, own.map(|(_, piece)| value(piece.role).unsigned_abs()).sum())
    };
    position.living().iter().map(of).collect()
}

/// Returns the key of a mate in at most three moves, or else the best move by a material search of two plies;
/// `None` if there is no legal move.
///
/// Both searches are limited. Chooses randomly among equally good moves.
pub fn solver_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mate = forced_mate(position).map(|mate| mate.key);
    mate.or_else(|| best_move_by_material(position, rng))
}

/// Returns the move with the best material after the best reply; a random one of several.
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

/// Returns the material of `us` minus that of all others, in pawns; a large negative value if `us` is eliminated.
fn balance(position: &Position, us: Player) -> i32 {
    const MATE_WORTH: i32 = 10_000;
    if !position.living().contains(us) {
        return -MATE_WORTH;
    }
    let signed = |owner, role| if owner == us { value(role) } else { -value(role) };
    position.pieces().into_iter().map(|(_, piece)| signed(piece.owner, piece.role)).sum()
}

/// Returns the value of a piece, in pawns.
pub(crate) const fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 10,
        Role::Rook => 5,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 1,
    }
}
