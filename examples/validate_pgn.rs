//! Checks games: `cargo run --example validate_pgn`.

use hexmate::pgn::{CheckedGame, Games};

fn main() -> std::io::Result<()> {
    let file = "1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qxf9# 1-0\n\n1. Qc3 Qc6 2. b2 Qa1 *";
    for game in Games::new(file.as_bytes()) {
        let checked = CheckedGame::of(hexmate::Game::GLINSKI, &game?);
        match checked.first_fault() {
            None => println!("legal, {} plies", checked.moves.len()),
            Some(fault) => println!("{}: {}", fault.place, fault.kind),
        }
    }
    Ok(())
}
