//! Reachability of pawns from the start position, by their own steps and captures only.

use super::Game;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::Player;

/// Set of pawns of the start position, one bit each.
type Pawns = u64;

/// Pawns of the start position that can reach each cell, by seat.
///
/// A pawn moves one step at a time or captures. Pieces to capture and pieces in the way are ignored, so the test is
/// necessary but not sufficient for a reachable position.
///
/// ```
/// use hexmate_position::{Game, PawnOrigins};
/// use hexmate_position::Coordinate;
/// use hexmate_core::rules::Player;
///
/// let origins = PawnOrigins::of(Game::GLINSKI);
/// let cell = |name: &str| Coordinate::parse(Game::GLINSKI.shape, name.as_bytes()).unwrap();
/// let white = |name| (Player::WHITE, cell(name));
/// // Only the pawns of b1 and c2 can reach b2.
/// assert!(origins.allow(["b2", "c2"].into_iter().map(white)));
/// assert!(!origins.allow(["b1", "b2", "c2"].into_iter().map(white)));
/// // Behind the initial pawns.
/// assert!(!origins.allow(["f1"].into_iter().map(white)));
/// ```
#[derive(Clone, Debug)]
pub struct PawnOrigins(Vec<Vec<Pawns>>);

impl PawnOrigins {
    /// Computes the origins of all cells of a game.
    ///
    /// # Panics
    ///
    /// If the players have more than 64 pawns in all.
    pub fn of(game: Game) -> Self {
        let mut bits = (0..Pawns::BITS).map(|number| 1 << number);
        let of_player = |player| {
            let mut origins = vec![0; game.shape.slots()];
            for origin in game.long_step_cells(player, 1) {
                let pawn: Pawns = bits.next().expect("at most 64 pawns in all");
                let mut unseen = vec![origin];
                while let Some(cell) = unseen.pop() {
                    if origins[cell.index()] & pawn == 0 {
                        origins[cell.index()] |= pawn;
                        let ways = game.pawn_steps(player).chain(game.pawn_takes_from(player, cell));
                        unseen.extend(ways.filter_map(|way| game.shape.step(cell, way)));
                    }
                }
            }
            origins
        };
        Self(game.players().map(of_player).collect())
    }

    /// Returns whether the pawns, each given by seat and cell, can have distinct origins.
    pub fn allow(&self, pawns: impl Iterator<Item = (Player, Cell)>) -> bool {
        let Self(origins) = self;
        let sets: Vec<Pawns> = pawns.map(|(seat, cell)| origins[seat.index()][cell.index()]).collect();
        // Most endings have no pawns, and this runs for each of their positions.
        if sets.is_empty() {
            return true;
        }
        let mut matches = [None; Pawns::BITS as usize];
        (0..sets.len()).all(|pawn| find_match(pawn, &sets, &mut matches, &mut 0))
    }
}

/// Matches one more pawn to an origin, moving earlier pawns to other origins if needed (Kuhn's algorithm).
fn find_match(pawn: usize, sets: &[Pawns], matches: &mut [Option<usize>], visited: &mut Pawns) -> bool {
    for origin in 0..matches.len() {
        let is_open = sets[pawn] & !*visited & 1 << origin != 0;
        *visited |= if is_open { 1 << origin } else { 0 };
        if is_open && matches[origin].is_none_or(|matched| find_match(matched, sets, matches, visited)) {
            matches[origin] = Some(pawn);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use hexmate_core::rules::Role;

    fn unreached(game: Game) -> Vec<usize> {
        let count =
            |origins: &Vec<Pawns>| game.shape.cells().filter(|cell| origins[cell.index()] == 0).count();
        PawnOrigins::of(game).0.iter().map(count).collect()
    }

    #[test]
    fn cells_behind_initial_pawns_are_unreachable() {
        // Gliński: c1, d1 and d2, e1 to e3, f1 to f4 and their mirror images.
        assert_eq!(unreached(Game::GLINSKI), [16, 16]);
        // De Vasa: all cells behind the rank of pawns.
        assert_eq!(unreached(Game::DEVASA), [18, 18]);
    }

    #[test]
    fn pawns_of_played_games_are_allowed() {
        for &game in Game::ALL {
            let origins = PawnOrigins::of(game);
            for seed in 1..40 {
                let mut position = Position::start(game);
                for ply in 0..120 {
                    let moves: Vec<_> = position.legal_moves().collect();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play_unchecked(moves[ply * seed * 7919 % moves.len()]);
                    let pieces = position.pieces();
                    let pawns = pieces.iter().filter(|(_, piece)| piece.role == Role::Pawn);
                    let pawns = pawns.map(|&(cell, piece)| (piece.seat, cell));
                    assert!(origins.allow(pawns), "{}", position.to_fen());
                }
            }
        }
    }

    /// Returns whether each pawn can have its own origin, by brute force.
    fn have_distinct_origins(sets: &[Pawns], taken: Pawns) -> bool {
        let Some((first, others)) = sets.split_first() else { return true };
        (0..Pawns::BITS)
            .filter(|&origin| first & !taken & 1 << origin != 0)
            .any(|origin| have_distinct_origins(others, taken | 1 << origin))
    }

    #[test]
    fn matching_agrees_with_brute_force() {
        let mut state = 1_u32;
        let mut allowed = 0;
        for _ in 0..2000 {
            let sets: Vec<Pawns> = (0..5)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    Pawns::from(state >> 20 & state >> 14 & 0b11_1111)
                })
                .collect();
            let mut matches = [None; Pawns::BITS as usize];
            let is_allowed = (0..sets.len()).all(|pawn| find_match(pawn, &sets, &mut matches, &mut 0));
            assert_eq!(is_allowed, have_distinct_origins(&sets, 0), "{sets:?}");
            allowed += usize::from(is_allowed);
        }
        assert!((100..1900).contains(&allowed), "{allowed}");
    }
}
