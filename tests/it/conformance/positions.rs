//! The positions of the suite: their legal moves and node counts.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_core::perft::Kind;
use hexmate_position::{Game, Position};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::rows::{CountRow, PositionRow};
use super::san::{CASTLING, san};
use super::{game, oracle_position, read};
use crate::law_length::quick_or_full;
use crate::oracle::{self, End};

/// Kinds of positions required for every game; below, those for games with double steps and for more than two players.
const EVERYWHERE: [&str; 14] = [
    "start",
    "check",
    "double-check",
    "pin",
    "mate",
    "stalemate",
    "promotion",
    "capture-and-promotion",
    "gives-mate",
    "gives-double-check",
    "gives-stalemate",
    "disambiguated-by-file",
    "disambiguated-by-rank",
    "pinned-rival-needs-no-disambiguation",
];
const WITH_EN_PASSANT: [&str; 7] = [
    "double-step",
    "en-passant-to-a-lower-file",
    "en-passant-to-a-higher-file",
    "en-passant-by-either-of-two",
    "en-passant-that-exposes-the-king",
    "en-passant-answers-check",
    "en-passant-cell-that-nobody-uses",
];
const FOR_MORE: [&str; 6] = [
    "puts-a-player-out",
    "skips-a-player",
    "taken-over-pawn",
    "king-left-attacked",
    "en-passant-on-several-cells",
    "en-passant-to-a-lower-file",
];

#[test]
fn oracle_agrees_on_suite_moves() {
    let rows: Vec<PositionRow> = read("positions");
    rows.par_iter().step_by(quick_or_full(3, 1)).for_each(|row| {
        let position =
            oracle_position(&row.variant, &row.fen).unwrap_or_else(|error| panic!("{}: {error}", row.id));
        assert_eq!(position.to_fen(), row.fen, "{}", row.id);
        assert_eq!(position.in_check(), row.check, "{}", row.id);
        let end = position.end().map(|end| match end {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::Blocked => "nobody-moves",
        });
        assert_eq!(end, row.end.as_deref(), "{}", row.id);
        let all = position.legal_moves();
        let describe =
            |m: &oracle::Move| [m.uci(), san(&row.variant, &position, m, &all), position.play(m).to_fen()];
        let mut expected: Vec<[String; 3]> = all.iter().map(describe).collect();
        expected.sort();
        let found: Vec<[String; 3]> =
            row.moves.iter().map(|m| [m.uci.clone(), m.san.clone(), m.fen.clone()]).collect();
        assert_eq!(found, expected, "{}", row.id);
    });
}

#[test]
#[ignore = "long: make verify"]
fn oracle_agrees_on_suite_counts() {
    let rows: Vec<CountRow> = read("counts");
    let most_nodes = quick_or_full(3_000, u64::MAX);
    rows.par_iter().for_each(|row| {
        let position =
            oracle_position(&row.variant, &row.fen).unwrap_or_else(|error| panic!("{}: {error}", row.id));
        let few = row.counts.iter().take_while(|words| words["nodes"] <= most_nodes);
        for (depth, found) in (1..).zip(few) {
            let breakdown = position.breakdown(depth);
            let words = [
                ("nodes", breakdown.nodes),
                ("captures", breakdown.captures),
                ("en_passant", breakdown.en_passant),
                ("double_steps", breakdown.double_steps),
                ("promotions", breakdown.promotions),
                ("checks", breakdown.checks),
                ("double_checks", breakdown.double_checks),
                ("mates", breakdown.mates),
                ("stalemates", breakdown.stalemates),
                ("eliminations", breakdown.eliminations),
                ("castles", breakdown.castles),
            ];
            let is_listed = |&(word, count): &(&str, u64)| count > 0 || word == "nodes";
            let words = words.into_iter().filter(is_listed).map(|(word, count)| (word.to_owned(), count));
            assert_eq!(*found, words.collect::<BTreeMap<_, _>>(), "{}, depth {depth}", row.id);
        }
    });
    let words: BTreeSet<&str> =
        rows.iter().flat_map(|row| &row.counts).flatten().map(|(word, _)| &**word).collect();
    let known: BTreeSet<&str> = Kind::ALL.into_iter().map(Kind::name).chain(["nodes"]).collect();
    assert_eq!(words, known);
}

#[test]
fn suite_has_every_hard_case() {
    let rows: Vec<PositionRow> = read("positions");
    for game in Game::ALL {
        let own = rows.iter().filter(|row| row.variant == game.name);
        let found: BTreeSet<&str> = own.flat_map(|row| &row.kinds).map(String::as_str).collect();
        let mut wanted = EVERYWHERE.to_vec();
        match game.players {
            2 if game.double_step_cells(hexmate_core::rules::Player::WHITE).next().is_some() => {
                wanted.extend(WITH_EN_PASSANT);
            }
            2 => {}
            _ => wanted.extend(FOR_MORE),
        }
        if CASTLING.contains(&game.name) {
            wanted.push("castling");
        }
        let lacking: Vec<&str> = wanted.into_iter().filter(|kind| !found.contains(kind)).collect();
        assert_eq!(lacking, [""; 0], "{}", game.name);
    }
}

#[test]
fn library_agrees_with_suite() {
    for row in read::<PositionRow>("positions") {
        let position = Position::from_fen(game(&row.variant), &row.fen).expect("a legal position");
        let legal =
            position.legal_moves().map(|m| hexmate_position::Uci(position.game().shape, m).to_string());
        let legal: BTreeSet<String> = legal.collect();
        assert_eq!(row.moves.iter().map(|m| m.uci.clone()).collect::<BTreeSet<_>>(), legal, "{}", row.id);
    }
}
