//! Node counts of the library and of the second opinion, against the table counted elsewhere.

use hexmate_core::rules::{Fault, Faults};
use hexmate_position::letter;
use hexmate_position::{Game, Setup};

use super::table::{Opinion, Row, check_rows};
use crate::oracle;

/// The faults of a position in the words of the second opinion, which the known faults are written in.
fn words(game: Game, faults: &Faults) -> String {
    let words = faults.as_slice().iter().map(|fault| match *fault {
        Fault::NoKing(player) => format!("{} has 0 kings", letter(&game, player)),
        other => other.code().to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn opinion(game: Game, row: &Row) -> Result<Opinion, String> {
    let setup = Setup::from_fen(game, &row.fen).map_err(|error| error.to_string())?;
    let position = setup.into_position().map_err(|faults| words(game, &faults))?;
    Ok(Opinion { fen: position.to_fen(), perft: Box::new(move |depth| position.perft(depth)) })
}

#[test]
#[ignore = "shared: reads ../shared"]
fn positions_from_random_play_print_as_they_read_and_have_the_listed_counts() {
    check_rows(u64::MAX, |row| {
        let game = Game::from_name(&row.game).unwrap_or_else(|| panic!("no game is called {}", row.game));
        opinion(game, row)
    });
}

fn second_opinion(row: &Row) -> Result<Opinion, String> {
    let game = oracle::Game::by_name(&row.game).expect("a known game");
    let position = oracle::Position::from_fen(game, &row.fen)?;
    Ok(Opinion { fen: position.to_fen(), perft: Box::new(move |depth| position.perft(depth)) })
}

#[test]
#[ignore = "shared: reads ../shared"]
fn the_second_opinion_has_the_listed_counts() {
    check_rows(200_000, second_opinion);
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes, and reads ../shared"]
    fn oracle_agrees_on_all_listed_counts() {
        check_rows(u64::MAX, second_opinion);
    }
}
