//! The games of the suite: ends, claims and results, computed with the oracle and counters of this test.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_games::validate::{CheckedGame, Games};
use hexmate_position::Game;
use hexmate_position::Uci;

use super::rows::GameRow;
use super::san::cells;
use super::{game, oracle_position, read};
use crate::oracle::{End, Kind, Position};

const EVERYWHERE: [&str; 5] = ["mate", "stalemate", "fivefold", "seventy-five", "unfinished"];

/// Returns the text that identifies a repeated position: no counters, and only usable en passant rights.
fn repeated(position: &Position) -> String {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let moves = position.legal_moves();
    let used: BTreeSet<String> = moves.iter().filter(|m| m.en_passant).map(|m| cells(m)[1].clone()).collect();
    format!("{} {used:?}", fields[..fields.len() - 3].join(" "))
}

/// Returns the last position, the end of the game and the possible claims.
fn judged(row: &GameRow) -> (Position, String, Vec<&'static str>) {
    let mut position = oracle_position(&row.variant, &row.fen).expect("a position");
    let mut seen: BTreeMap<String, usize> = BTreeMap::from([(repeated(&position), 1)]);
    for uci in &row.moves {
        let m = position.legal_moves().into_iter().find(|m| m.uci() == *uci);
        position = position.play(&m.unwrap_or_else(|| panic!("{}: {uci}", row.id)));
        *seen.entry(repeated(&position)).or_default() += 1;
    }
    let times = seen[&repeated(&position)];
    let players = usize::from(position.rules().count());
    let fen = position.to_fen();
    let idle: usize = fen.rsplit(' ').nth(1).expect("a counter").parse().expect("a number");
    let end = match position.end() {
        Some(End::Mate) => "mate",
        Some(End::Stalemate) => "stalemate",
        Some(End::Blocked) => "nobody-moves",
        None if is_bare(&position) => "material",
        None if times >= 5 => "fivefold",
        None if idle >= 75 * players => "seventy-five",
        None => "unfinished",
    };
    let claims = [("repetition", times >= 3), ("fifty-moves", idle >= 50 * players)];
    let claims = claims.into_iter().filter(|&(_, is_met)| is_met && end == "unfinished");
    (position, end.to_owned(), claims.map(|(claim, _)| claim).collect())
}

/// Returns whether two players have only kings and at most one bishop or knight.
fn is_bare(position: &Position) -> bool {
    let pieces = position.board().pieces();
    let others: Vec<Kind> = pieces.map(|(_, piece)| piece.kind).filter(|&kind| kind != Kind::King).collect();
    position.rules().count() == 2 && matches!(others[..], [] | [Kind::Bishop | Kind::Knight])
}

/// Returns the result as it is written.
fn result(row: &GameRow, position: &Position, end: &str) -> String {
    let living = position.living();
    let two = position.rules().count() == 2;
    let quarters = ["glinski", "echex"].iter().any(|name| row.variant.starts_with(name));
    let equal = ["", "1", "1/2", "1/3", "1/4", "1/5", "1/6"][living.len()];
    let share = |player: u8| match end {
        _ if !living.contains(&player) => "0",
        "mate" => {
            if player == position.turn() {
                "0"
            } else {
                "1"
            }
        }
        "stalemate" if quarters => {
            if player == position.turn() {
                "1/4"
            } else {
                "3/4"
            }
        }
        _ => equal,
    };
    match end {
        "unfinished" => "*".to_owned(),
        _ if two => [share(0), share(1)].join("-"),
        _ => (0..position.rules().count()).map(share).collect::<Vec<_>>().join("-"),
    }
}

#[test]
fn oracle_agrees_on_suite_games() {
    for row in read::<GameRow>("games") {
        let (position, end, claims) = judged(&row);
        assert_eq!(position.to_fen(), row.last, "{}", row.id);
        assert_eq!((&end, &result(&row, &position, &end)), (&row.end, &row.result), "{}", row.id);
        assert_eq!(claims, row.claims, "{}", row.id);
    }
}

#[test]
fn library_agrees_on_suite_games() {
    let checked = |row: &GameRow, pgn: &str| {
        let text = Games::new(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
        CheckedGame::of(game(&row.variant), &text)
    };
    let mut rejected = 0;
    for row in read::<GameRow>("games") {
        let found = checked(&row, &row.pgn);
        assert_eq!(found.fault, None, "{}", row.id);
        let moves = found.moves.iter().map(|&m| Uci(found.game.shape, m).to_string());
        assert_eq!(moves.collect::<Vec<_>>(), row.moves, "{}", row.id);
        if let Some(wrong) = &row.wrong {
            let spoiled = row.pgn.replace(&format!("\"{}\"", row.result), &format!("\"{wrong}\""));
            let spoiled = spoiled.trim_end().trim_end_matches(&row.result).to_owned() + wrong;
            let fault = checked(&row, &spoiled).fault.expect("a wrong result");
            assert_eq!(fault.kind.code(), "wrong-result", "{}", row.id);
            rejected += 1;
        }
    }
    assert!(rejected > 20, "{rejected}");
}

#[test]
fn suite_has_every_game_end() {
    let rows: Vec<GameRow> = read("games");
    for game in Game::ALL {
        let own: Vec<&GameRow> = rows.iter().filter(|row| row.variant == game.name).collect();
        let ends: BTreeSet<&str> = own.iter().map(|row| &*row.end).collect();
        let mut wanted = EVERYWHERE.to_vec();
        if game.players == 2 {
            wanted.push("material");
        }
        let lacking: Vec<&str> = wanted.into_iter().filter(|end| !ends.contains(end)).collect();
        assert_eq!(lacking, [""; 0], "{}", game.name);
        let claims: BTreeSet<&str> = own.iter().flat_map(|row| &row.claims).map(String::as_str).collect();
        assert_eq!(claims, BTreeSet::from(["fifty-moves", "repetition"]), "{}", game.name);
        let outranked =
            own.iter().any(|row| row.end == "mate" && row.fen.split(' ').rev().nth(1) > Some("148"));
        assert!(outranked, "{}: no mate with the last move of the counter", game.name);
    }
}
