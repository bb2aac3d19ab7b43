//! Positions and changes by chance, with pieces as the array of a game could leave them. Solves nothing.

use super::array::ArrayPieces;
use super::change::{Change, Version};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Play, Stipulation};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::Setup;

/// A position with kings and so many other pieces, which may break the rules.
pub(super) fn random_version(
    array: &ArrayPieces,
    stipulation: Stipulation,
    fewest: usize,
    most: usize,
    rng: &mut Rng,
) -> Version {
    let game = array.game();
    let turn = match stipulation.play {
        // Whoever is to be mated begins, by custom Black.
        Play::Help | Play::HelpSelfmate | Play::SeriesHelp if game.players == 2 => Player::BLACK,
        _ => Player::WHITE,
    };
    let mut version = Version { setup: Setup { turn, ..Setup::empty(game) }, stipulation };
    for player in game.players() {
        let at = vacant_cell(&version, rng);
        version.setup.board.put(at, Piece::new(player, Role::King));
    }
    let count = fewest + rng.below(most.saturating_sub(fewest) + 1);
    let kings = usize::from(game.players);
    // Pieces that the array cannot have are left out, so that there may be fewer.
    for _ in 0..4 * count.saturating_sub(kings) {
        let added = Change::Add(random_piece(&version, rng), vacant_cell(&version, rng)).apply(&version);
        if let Some(next) = added.filter(|next| array.include(&next.setup)) {
            version = next;
        }
        if version.setup.board.pieces().count() >= count {
            break;
        }
    }
    version
}

fn vacant_cell(version: &Version, rng: &mut Rng) -> Cell {
    let Setup { game, board, .. } = &version.setup;
    let vacant: Vec<Cell> = game.shape.cells().filter(|&cell| board.piece(cell).is_none()).collect();
    rng.choose(&vacant)
}

/// A piece, more often of the player to move than of the others.
fn random_piece(version: &Version, rng: &mut Rng) -> Piece {
    let Setup { game, turn, .. } = &version.setup;
    let owner = match rng.below(2) {
        0 => *turn,
        _ => Player::new(rng.below(usize::from(game.players)) as u8),
    };
    let roles: Vec<Role> =
        [Role::Pawn, Role::Pawn].into_iter().chain(game.promotions.iter().copied()).collect();
    Piece::new(owner, rng.choose(&roles))
}

/// A change of some kind, most often that a piece stands elsewhere.
pub(super) fn random_change(version: &Version, rng: &mut Rng) -> Option<Change> {
    let pieces: Vec<(Cell, Piece)> = version.setup.board.pieces().collect();
    let officers: Vec<Cell> =
        pieces.iter().filter(|(_, piece)| piece.role != Role::King).map(|&(cell, _)| cell).collect();
    let what = rng.below(20);
    if officers.is_empty() && (12..17).contains(&what) {
        return None;
    }
    let any = rng.choose(&pieces).0;
    Some(match what {
        0..9 => Change::Move(any, vacant_cell(version, rng)),
        9..12 => Change::Add(random_piece(version, rng), vacant_cell(version, rng)),
        12..15 => Change::Remove(rng.choose(&officers)),
        15..17 => Change::Replace(rng.choose(&officers), random_piece(version, rng)),
        17..19 => Change::Move(any, near(version, any, rng)?),
        _ => Change::Exchange(any, rng.choose(&pieces).0),
    })
}

/// A vacant cell next to another one.
fn near(version: &Version, cell: Cell, rng: &mut Rng) -> Option<Cell> {
    let Setup { game, board, .. } = &version.setup;
    let next =
        hexmate_core::geometry::Direction::ALL.into_iter().filter_map(|way| game.shape.step(cell, way));
    let vacant: Vec<Cell> = next.filter(|&cell| board.piece(cell).is_none()).collect();
    (!vacant.is_empty()).then(|| rng.choose(&vacant))
}
