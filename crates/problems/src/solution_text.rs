//! A solution as one line of text: its verdict and its first moves.

use std::fmt;

use crate::Solution;

/// Displays the verdict and the first move of each solution, in SAN.
///
/// ```
/// # mod hexmate { pub use hexmate_position::*; pub use hexmate_problems::*; }
/// use hexmate::{Game, Position, Problem, SolveOptions};
///
/// let position = Position::from_fen(Game::MINI, "1/1N1/5/R6/7/1K2k2/7 w - 0 1")?;
/// let problem = Problem::new(position, "#2".parse()?);
/// let solution = problem.solve(&SolveOptions::default());
/// assert_eq!(solution.to_string(), "SOUND 1.Nc3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().word())?;
        let mut firsts: Vec<_> = self.keys().to_vec();
        firsts.extend(self.lines().iter().filter_map(|line| line.first()));
        // Lines in order: those that begin alike are neighbours.
        firsts.dedup();
        firsts.into_iter().try_for_each(|m| write!(f, " 1.{}", self.position().san(m)))
    }
}
