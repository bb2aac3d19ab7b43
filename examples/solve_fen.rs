//! Solves a problem: `cargo run --example solve_fen`.

use hexmate::{Game, Position, Problem, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::from_fen(Game::MINI, "1/1N1/5/R6/7/1K2k2/7 w - 0 1")?;
    let problem = Problem::new(position, "#2".parse()?);
    let solution = problem.solve(&SolveOptions::default());
    println!("{}: {solution}", problem.stipulation);
    Ok(())
}
