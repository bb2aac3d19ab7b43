//! Endings with three and four pieces, played without tables against the best defence that the tables know.

use hexmate_core::random::Rng;
use hexmate_core::rules::Player;
use hexmate_endgame::{Endgames, Worth};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, keys_of};
use hexmate_position::{Game, Position};

use crate::endgame::{built, ending_of};
use crate::law_length::quick_or_full;

/// Nodes of each move of the player.
const NODES: u64 = 10_000;

/// The longest win, in moves of the player, after which the defence claims a draw.
const LONGEST: usize = 50;

/// Games from positions that are won by the tables, and what the player made of them.
#[derive(Default, Debug)]
struct Wins {
    positions: usize,
    /// Positions that were not won, with what happened.
    missed: Vec<String>,
    /// Plies above the shortest win, of all games.
    longer: usize,
}

/// Plays a won position with White against the best defence; returns the plies of the win, or what prevented it.
fn win(endgames: &Endgames, start: &Position) -> Result<usize, String> {
    let options = PlayerOptions { table_mib: 1, ..PlayerOptions::default() };
    let mut player = ComputerPlayer::new(endgames.game(), options).expect("a game of the program");
    let mut position = start.clone();
    let mut before = Vec::new();
    for _ in 0..LONGEST {
        let earlier = keys_of(&before);
        let search = Search { limits: Limits::nodes(NODES), earlier: &earlier, ..Search::default() };
        let m = player.search(&position, &search, &mut |_| {})[0].moves[0];
        before.push(position.clone());
        position.make_move_unchecked(m);
        if !position.has_moves() {
            return if position.is_check() { Ok(before.len()) } else { Err(format!("stalemate {position}")) };
        }
        // What the tables lack has one piece fewer: White has lost one.
        let Some(moves) = endgames.moves(&position) else { return Err(format!("lost a piece {position}")) };
        if moves[0].1.worth != Worth::Loss {
            return Err(format!("not won after a move, {position}"));
        }
        before.push(position.clone());
        position.make_move_unchecked(moves[0].0);
    }
    Err(format!("no mate, {position}"))
}

/// Plays positions drawn at random among those that the tables give as won for White.
fn wins(game: Game, ending: &str, count: usize) -> Wins {
    let endgames = built(game, &[ending]);
    let table = endgames.get(&ending_of(ending)).expect("built");
    let mut rng = Rng::new(7);
    let mut wins = Wins::default();
    for _ in 0..count * 1000 {
        if wins.positions == count {
            break;
        }
        let index = rng.below(table.size());
        let Some(position) = endgames.position(&table, Player::WHITE, index) else { continue };
        let Some(score) = endgames.score(&position) else { continue };
        if score.worth != Worth::Win {
            continue;
        }
        wins.positions += 1;
        match win(&endgames, &position) {
            Ok(plies) => wins.longer += plies.saturating_sub(score.plies.into()),
            Err(reason) => wins.missed.push(format!("{position}: {reason}")),
        }
    }
    println!(
        "{} {ending}: {} of {} won, {} plies longer than needed\n{:?}",
        game.name,
        wins.positions - wins.missed.len(),
        wins.positions,
        wins.longer,
        wins.missed
    );
    wins
}

#[test]
#[ignore = "long: make verify"]
fn won_endings_are_won() {
    let count = quick_or_full(5, 20);
    for game in Game::ALL.iter().copied().filter(|game| game.players == 2) {
        for ending in ["KQvK", "KRvK"] {
            let wins = wins(game, ending, count);
            assert_eq!(wins.positions, count, "{} {ending}", game.name);
            assert!(wins.missed.is_empty(), "{} {ending}: {:?}", game.name, wins.missed);
        }
    }
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: make verify-longest"]
    fn queen_wins_against_rook() {
        for game in Game::ALL.iter().copied().filter(|game| game.players == 2) {
            let wins = wins(game, "KQvKR", 50);
            assert_eq!(wins.positions, 50, "{}", game.name);
            // A search of this length does not see the longest wins.
            assert!(wins.missed.len() <= 2, "{}: {:?}", game.name, wins.missed);
        }
    }
}
