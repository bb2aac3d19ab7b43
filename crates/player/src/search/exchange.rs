//! Static exchange: material won or lost by captures on one cell.

use super::packed::Packed;
use hexmate_core::geometry::{CellSet, Geometry};
use hexmate_core::rules::{Position, Role, Variant};

/// Returns the value of a role in exchanges, in centipawns.
#[inline]
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::King => 20_000,
        Role::Queen => 1000,
        Role::Rook => 520,
        Role::Bishop => 310,
        Role::Knight => 370,
        Role::Pawn => 100,
    }
}

/// Roles from the cheapest.
const CHEAPEST: [Role; 6] = [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook, Role::Queen, Role::King];

/// Returns whether a move wins at least `threshold` if both sides go on capturing on its target, or stop.
///
/// Pins are ignored. En passant counts as a pawn. The enemy attacks no cells but those of `attacked`, which are all cells where that is unknown.
pub(super) fn gains<V: Variant>(
    position: &Position<V>,
    attacked: CellSet<V::Geometry>,
    m: Packed,
    threshold: i32,
) -> bool {
    let gain = m.victim().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    // Nothing takes back. A piece that leaves an attacked cell may open a line to its target.
    if !attacked.contains(m.to()) && !attacked.contains(m.from()) {
        return true;
    }
    swap = worth(m.promotion().unwrap_or(m.role())) - swap;
    if swap <= 0 {
        return true;
    }
    let board = position.board();
    let to = m.to();
    let mut occupied = (board.occupied() - CellSet::of(m.from())) | CellSet::of(to);
    let mut attackers = board.attackers(to, occupied);
    let diagonal = board.by_role(Role::Bishop) | board.by_role(Role::Queen);
    let straight = board.by_role(Role::Rook) | board.by_role(Role::Queen);
    let sides = [position.turn(), position.next_player()];
    let mut mover = 0;
    let mut wins = true;
    loop {
        mover = 1 - mover;
        attackers &= occupied;
        let own = attackers & board.by_owner(sides[mover]);
        let next = CHEAPEST.into_iter().find_map(|role| Some((role, (own & board.by_role(role)).first()?)));
        let Some((role, from)) = next else { return wins };
        wins = !wins;
        if role == Role::King {
            // A king captures last, and only a piece that is not guarded.
            let is_guarded = attackers.meets(board.by_owner(sides[1 - mover]));
            return if is_guarded { !wins } else { wins };
        }
        swap = worth(role) - swap;
        if swap < i32::from(wins) {
            return wins;
        }
        occupied -= CellSet::of(from);
        if matches!(role, Role::Bishop | Role::Queen | Role::Pawn) {
            attackers |= V::Geometry::slide_vertices(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen | Role::Pawn) {
            attackers |= V::Geometry::slide_edges(to, occupied) & straight;
        }
    }
}
