//! Draws the key of a problem as an arrow: `cargo run --example draw_key > key.svg`.

use hexmate::svg::{Marks, Options, svg};
use hexmate::{Game, Position, Problem, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::from_fen(Game::MINI, "1/1N1/5/R6/7/1K2k2/7 w - 0 1")?;
    let problem = Problem::new(position, "#2".parse()?);
    let solution = problem.solve(&SolveOptions::default());
    let key = *solution.keys().first().ok_or("no solution")?;
    let options = Options { marks: Marks::new().arrow(key), ..Options::default() };
    println!("{}", svg(&problem.position, &options));
    Ok(())
}
