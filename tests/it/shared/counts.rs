//! Node counts of the library and the oracle, compared with an independent table.

use hexmate_core::rules::{Fault, Faults};
use hexmate_position::letter;
use hexmate_position::{Game, Setup};

use super::table::{Reading, Row, check_rows};
use crate::oracle;

/// Returns the faults of a position in the wording of the oracle.
fn fault_text(game: Game, faults: &Faults) -> String {
    let words = faults.as_slice().iter().map(|fault| match *fault {
        Fault::NoKing(player) => format!("{} has 0 kings", letter(&game, player)),
        other => other.code().to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn library_reading(game: Game, row: &Row) -> Result<Reading, String> {
    let setup = Setup::from_fen(game, &row.fen).map_err(|error| error.to_string())?;
    let position = setup.into_position().map_err(|faults| fault_text(game, &faults))?;
    Ok(Reading { fen: position.to_fen(), perft: Box::new(move |depth| position.perft(depth)) })
}

#[test]
#[ignore = "shared: reads ../shared"]
fn library_agrees_on_listed_counts() {
    check_rows(u64::MAX, |row| {
        let game = Game::from_name(&row.game).unwrap_or_else(|| panic!("no game is called {}", row.game));
        library_reading(game, row)
    });
}

fn oracle_reading(row: &Row) -> Result<Reading, String> {
    let game = oracle::Game::by_name(&row.game).expect("a known game");
    let position = oracle::Position::from_fen(game, &row.fen)?;
    Ok(Reading { fen: position.to_fen(), perft: Box::new(move |depth| position.perft(depth)) })
}

#[test]
#[ignore = "shared: reads ../shared"]
fn oracle_agrees_on_listed_counts() {
    check_rows(200_000, oracle_reading);
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes, and reads ../shared"]
    fn oracle_agrees_on_all_listed_counts() {
        check_rows(u64::MAX, oracle_reading);
    }
}
