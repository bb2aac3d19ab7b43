//! Whether pawns can have come where they are, as far as their own ways tell. Knows the array; no other pieces.

use super::Game;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::Player;

/// Some pawns of the array, a bit for each.
type Pawns = u64;

/// By seat and cell, which pawns of the array can have come there.
///
/// A pawn goes one step at a time or takes; what it would take, and what would be in its way, is not asked.
///
/// ```
/// use hexmate_position::{Game, PawnOrigins};
/// use hexmate_position::Coordinate;
/// use hexmate_core::rules::Player;
///
/// let origins = PawnOrigins::of(Game::GLINSKI);
/// let cell = |name: &str| Coordinate::parse(Game::GLINSKI.shape, name.as_bytes()).unwrap();
/// let white = |name| (Player::WHITE, cell(name));
/// // To b2 the pawns of b1 and c2 can come, and no other.
/// assert!(origins.allow(["b2", "c2"].into_iter().map(white)));
/// assert!(!origins.allow(["b1", "b2", "c2"].into_iter().map(white)));
/// // Behind the array.
/// assert!(!origins.allow(["f1"].into_iter().map(white)));
/// ```
#[derive(Clone, Debug)]
pub struct PawnOrigins(Vec<Vec<Pawns>>);

impl PawnOrigins {
    /// The origins of all cells of a game.
    ///
    /// # Panics
    ///
    /// If the players have more than 64 pawns.
    pub fn of(game: Game) -> Self {
        let mut bits = (0..Pawns::BITS).map(|number| 1 << number);
        let of_player = |player| {
            let mut origins = vec![0; game.shape.slots()];
            for origin in game.long_step_cells(player, 1) {
                let pawn: Pawns = bits.next().expect("no game has so many pawns");
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

    /// Whether each of these pawns, told by its seat, can have come from a cell of its own.
    pub fn allow(&self, pawns: impl Iterator<Item = (Player, Cell)>) -> bool {
        let Self(origins) = self;
        let sets: Vec<Pawns> = pawns.map(|(seat, cell)| origins[seat.index()][cell.index()]).collect();
        // Most endings have no pawns, and this is asked of each of their positions.
        if sets.is_empty() {
            return true;
        }
        let mut takers = [None; Pawns::BITS as usize];
        (0..sets.len()).all(|pawn| finds_its_own(pawn, &sets, &mut takers, &mut 0))
    }
}

/// Whether one more pawn has an origin when those before it may change theirs (Kuhn's way to match).
fn finds_its_own(pawn: usize, sets: &[Pawns], takers: &mut [Option<usize>], asked: &mut Pawns) -> bool {
    for origin in 0..takers.len() {
        let is_open = sets[pawn] & !*asked & 1 << origin != 0;
        *asked |= if is_open { 1 << origin } else { 0 };
        if is_open && takers[origin].is_none_or(|taker| finds_its_own(taker, sets, takers, asked)) {
            takers[origin] = Some(pawn);
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
    fn no_pawn_can_be_behind_the_array() {
        // Glinski's c1, d1 and d2, e1 to e3, f1 to f4 and as many on the other side.
        assert_eq!(unreached(Game::GLINSKI), [16, 16]);
        // Everything behind the first rank of pawns, and no cell of that rank.
        assert_eq!(unreached(Game::DEVASA), [18, 18]);
    }

    #[test]
    fn pawns_that_have_played_have_each_an_origin() {
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

    /// Whether there is an origin for each, found by trying all.
    fn have_one_each(sets: &[Pawns], taken: Pawns) -> bool {
        let Some((first, others)) = sets.split_first() else { return true };
        (0..Pawns::BITS)
            .filter(|&origin| first & !taken & 1 << origin != 0)
            .any(|origin| have_one_each(others, taken | 1 << origin))
    }

    #[test]
    fn origins_are_shared_out_as_by_trying_all() {
        let mut state = 1_u32;
        let mut matched = 0;
        for _ in 0..2000 {
            let sets: Vec<Pawns> = (0..5)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    Pawns::from(state >> 20 & state >> 14 & 0b11_1111)
                })
                .collect();
            let mut takers = [None; Pawns::BITS as usize];
            let are_matched = (0..sets.len()).all(|pawn| finds_its_own(pawn, &sets, &mut takers, &mut 0));
            assert_eq!(are_matched, have_one_each(&sets, 0), "{sets:?}");
            matched += usize::from(are_matched);
        }
        assert!((100..1900).contains(&matched), "{matched}");
    }
}
