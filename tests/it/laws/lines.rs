//! Law of line solving (helpmates, series): the lines equal those of a full search without pruning.

use hexmate_core::mate::{Budget, Goal, Line, Play, Stipulation, TranspositionTable, solve};
use hexmate_core::rules::{Brusky, DeVasa, Glinski, McCooey, Mini, Position, Shafran, Variant};
use hexmate_position as game;

use super::{custom_game, description};

/// Full search over the moves of the library.
struct FullSearch {
    stipulation: Stipulation,
    plies: usize,
    nodes: u64,
    line: Line,
    lines: Vec<Line>,
}

impl FullSearch {
    /// Returns all lines of a length in order, or `None` if the search visits more than `most_nodes` positions.
    fn lines<V: Variant>(
        position: &Position<V>,
        stipulation: Stipulation,
        most_nodes: u64,
    ) -> Option<Vec<Line>> {
        let moves = stipulation.moves as usize;
        let plies = match stipulation.play {
            Play::Series => moves,
            Play::SeriesHelp | Play::SeriesSelfmate => moves + 1,
            Play::HelpAndHalf | Play::HelpSelfmateAndHalf => 2 * moves + 1,
            _ => 2 * moves,
        };
        let mut search = Self { stipulation, plies, nodes: most_nodes, line: Vec::new(), lines: Vec::new() };
        search.play(position)?;
        search.lines.sort_unstable();
        Some(search.lines)
    }

    fn play<V: Variant>(&mut self, position: &Position<V>) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        let left = self.plies - self.line.len();
        if left == 0 {
            let is_reached = match self.stipulation.goal {
                Goal::Mate => position.is_check() && !position.has_moves(),
                Goal::Stalemate => !position.is_check() && !position.has_moves(),
                Goal::Check => position.is_check(),
            };
            self.lines.extend(is_reached.then(|| self.line.clone()));
            return Some(());
        }
        let passes_back = match self.stipulation.play {
            Play::Series => left > 1,
            Play::SeriesHelp | Play::SeriesSelfmate => left > 2,
            _ => false,
        };
        let found = self.lines.len();
        for m in position.legal_moves() {
            let after = position.after_move(m);
            let next = if passes_back { after.after_null_move() } else { Some(after) };
            self.line.push(m);
            let played = next.map_or(Some(()), |next| self.play(&next));
            self.line.pop();
            played?;
        }
        let is_forced = matches!(
            self.stipulation.play,
            Play::HelpSelfmate | Play::HelpSelfmateAndHalf | Play::SeriesSelfmate
        );
        if left == 1 && is_forced && ((self.lines.len() - found) as u64) < position.count_moves() {
            self.lines.truncate(found);
        }
        Some(())
    }
}

/// Asserts that the lines and their order equal those of the full search; returns their number, or `None` if the full
/// search would take too long.
pub fn lines_equal_full_search(
    position: &game::Position,
    stipulation: Stipulation,
    most_nodes: u64,
) -> Option<usize> {
    let name = || description(position);
    macro_rules! first {
        ($($variant:ty),*) => {
            None$(.or_else(|| position.typed::<$variant>().map(|typed| compare(typed, stipulation, most_nodes, name))))*
        };
    }
    first!(Glinski, McCooey, Mini, Shafran, DeVasa, Brusky, custom_game::GlinskiDiagonal)
        .expect("a game for two")
}

fn compare<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    most_nodes: u64,
    name: impl Fn() -> String,
) -> Option<usize> {
    let least = u32::from(stipulation.play != Play::HelpAndHalf);
    let mut found = (0, Vec::new());
    for moves in least..=stipulation.moves {
        found = (moves, FullSearch::lines(position, stipulation.with_moves(moves), most_nodes)?);
        if !found.1.is_empty() {
            break;
        }
    }
    let (moves, lines) = found;
    let solution =
        solve(position, stipulation, &mut TranspositionTable::with_limit(1 << 16), Budget::default());
    assert_eq!(solution.mate_in, (!lines.is_empty()).then_some(moves), "{} {stipulation:?}", name());
    assert_eq!(solution.lines, lines, "{} {stipulation:?}", name());
    Some(lines.len())
}
