//! Games to measure with: of the program against itself, and of collections.

use std::path::{Path, PathBuf};

use hexmate_core::random::Rng;
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_games::validate::Games;
use hexmate_player::{ComputerPlayer, PlayerOptions};
use hexmate_position::{Game, Letters, Position};

use crate::record::{Record, read};

/// Greatest length of a game of the program, in plies.
const PLIES: usize = 80;

/// Strength of the player that plays them.
const LEVEL: u8 = 2;

/// Plays games of the program against itself. Two in four are written without check signs, two with Hungarian letters.
///
/// # Panics
///
/// Never, because the moves are legal.
pub fn played(count: usize, seed: u64) -> Vec<Record> {
    let mut player = ComputerPlayer::new(Game::GLINSKI, PlayerOptions::default()).expect("a known game");
    let games = (0..count).filter_map(|number| {
        let mut rng = Rng::new(seed ^ (number as u64) << 16);
        player.clear();
        let start = Position::start(Game::GLINSKI);
        let mut position = start.clone();
        let moves: Vec<_> = (0..PLIES)
            .map_while(|_| {
                let m = player.move_at_level(&position, &[], LEVEL, &mut rng)?;
                position = position.play_unchecked(m);
                Some(m)
            })
            .collect();
        let game = PlayedGame::from_moves(start, moves).expect("legal moves");
        let letters = if number % 4 < 2 { Letters::ENGLISH } else { Letters::HUNGARIAN };
        let text = PgnText { game: &game, notation: Notation::San, letters: &letters }.to_string();
        let text = if number % 2 == 0 { text } else { text.replace(['+', '#'], "") };
        Record::of(&read(&text))
    });
    games.collect()
}

/// Reads the legal games of the real collections; none if they are not there.
///
/// # Panics
///
/// If a file cannot be read.
pub fn collected() -> Vec<Record> {
    let shared = std::env::var_os("HEXMATE_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let Ok(files) = std::fs::read_dir(shared.join("corpora")) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension() == Some("pgn".as_ref()));
    paths.sort();
    paths.iter().flat_map(|path| games_of(path)).collect()
}

fn games_of(path: &Path) -> Vec<Record> {
    let file = std::fs::read(path).expect("the file can be read");
    let games = Games::new(&file[..]).map(|game| game.expect("memory can be read"));
    games.filter_map(|game| Record::of(&game)).collect()
}
