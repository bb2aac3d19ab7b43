//! Positions drawn for traps of the bounds: their whole lists equal those of a search that makes all moves.

use std::collections::{BTreeMap, BTreeSet};

use super::Stipulation;
use super::plain_lines::compare_one;
use super::tests::read;
use super::traps::Trap;
use crate::rules::{Brusky, DeVasa, Glinski, McCooey, Mini, Role, Shafran, Variant};

/// Rows with a trap, a game, a stipulation, the number of lines and a position.
///
/// Each row lacks lines, or has some twice, once the bounds disregard its trap.
const DRAWN: &str = include_str!("../../../../tests/it/drawn_lines.tsv");

/// Compares the lines of a position with those of the plain search; returns their number and their traps.
fn compare_drawn<V: Variant>(stipulation: Stipulation, fen: &str) -> (usize, BTreeMap<Trap, usize>) {
    let mut traps = BTreeMap::new();
    let [_, lines, ..] = compare_one(&read::<V>(fen), stipulation, &mut traps);
    (lines, traps)
}

#[test]
fn drawn_traps_lose_no_line() {
    let mut seen = BTreeSet::new();
    for row in DRAWN.lines().filter(|row| !row.starts_with('#')) {
        let [name, game, stipulation, count, fen] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let stipulation: Stipulation = stipulation.parse().expect(row);
        let compare = match game {
            "glinski" => compare_drawn::<Glinski>,
            "mccooey" => compare_drawn::<McCooey>,
            "mini" => compare_drawn::<Mini>,
            "shafran" => compare_drawn::<Shafran>,
            "devasa" => compare_drawn::<DeVasa>,
            "brusky" => compare_drawn::<Brusky>,
            _ => panic!("{row}"),
        };
        let (lines, traps) = compare(stipulation, fen);
        assert_eq!(lines.to_string(), count, "{row}");
        let trap = traps.keys().find(|trap| format!("{trap:?}") == name);
        seen.insert(*trap.unwrap_or_else(|| panic!("{row}: {traps:?}")));
    }
    let promoted = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    // A queen in line with a slider and the king gives check itself: its departure discovers nothing.
    let departing = [Role::King, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let roles =
        promoted.into_iter().flat_map(|role| [Trap::AttackerPromotes(role), Trap::DefenderPromotes(role)]);
    let discoveries = departing.into_iter().map(Trap::Discovery);
    let others = [
        Trap::PromotedDefenderCaptured,
        Trap::EnPassant,
        Trap::EnPassantOpensLine,
        Trap::KingCaptures,
        Trap::DoubleCheck,
        Trap::PinnedGuard,
        Trap::GuardOpenedByDefender,
        Trap::GuardOpenedByCapture,
        Trap::AttackerCastles,
        Trap::DefenderCastles,
        Trap::CheckAndThreeGuards,
        Trap::LoneKnight,
        Trap::CoveredTwice,
    ];
    assert_eq!(seen, roles.chain(discoveries).chain(others).collect());
}
