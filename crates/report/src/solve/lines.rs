//! Lines in which nobody resists: where each move is played, and the numbers before them. No layout.

use crate::moves::san;
use hexmate_core::mate::{Line, Stipulation};
use hexmate_position::Position;

/// Whether lines begin with the move of the diagram, or lack it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Actual,
    SetPlay,
}

/// The moves of a line with their numbers, `2.Kh9 f10 3.Bg8 f11=Q#`.
pub(super) fn numbered(start: &Position, line: &Line, asked: Stipulation, phase: Phase) -> String {
    let moves = start.along_line(line, asked).into_iter().enumerate();
    let words = moves.map(|(index, (position, m))| {
        format!("{}{}", number(index, line.len(), asked, phase, "..."), san(&position, m))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The moves of a line as short as can be, with something between them.
pub(super) fn sans(start: &Position, line: &Line, asked: Stipulation, between: &str) -> String {
    let moves = start.along_line(line, asked);
    moves.iter().map(|(position, m)| san(position, *m)).collect::<Vec<_>>().join(between)
}

/// The number before a move of a line, if it needs one; `dots` stand behind that of a second move of a round.
pub(super) fn number(index: usize, length: usize, asked: Stipulation, phase: Phase, dots: &str) -> String {
    if asked.is_series() {
        let is_in_series = index == 0 || asked.other_side_passes((length - index) as u32);
        return if is_in_series { format!("{}.", index + 1) } else { String::new() };
    }
    // A line of an odd number of moves begins within its round, so that it ends with a whole one. Set play lacks the
    // move before it: of `h#2.5`, White's half move, so that it begins with Black's second move.
    let offset = match phase {
        Phase::Actual => length % 2,
        Phase::SetPlay => 1 + (length + 1) % 2,
    };
    let ply = index + offset;
    match (ply % 2, index) {
        (0, _) => format!("{}.", ply / 2 + 1),
        (_, 0) => format!("{}{dots}", ply / 2 + 1),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Game;
    use hexmate_problems::read_stipulation;

    #[test]
    fn set_play_begins_after_the_missing_move() {
        for (asked, actual, set) in [
            ("h#2", "1. 2.", "1... 2."),
            ("h#2.5", "1... 2. 3.", "2. 3."),
            ("h=3", "1. 2. 3.", "1... 2. 3."),
            ("h=3.5", "1... 2. 3. 4.", "2. 3. 4."),
            ("hs#2", "1. 2.", "1... 2."),
            ("hs#2.5", "1... 2. 3.", "2. 3."),
        ] {
            let stipulation = read_stipulation(&Game::GLINSKI, asked).expect(asked);
            let plies = 2 * stipulation.moves as usize + usize::from(asked.ends_with(".5"));
            for (length, phase, expected) in
                [(plies, Phase::Actual, actual), (plies - 1, Phase::SetPlay, set)]
            {
                let numbers = (0..length).map(|index| number(index, length, stipulation, phase, "..."));
                let numbers: Vec<String> = numbers.filter(|number| !number.is_empty()).collect();
                assert_eq!(numbers.join(" "), expected, "{asked}");
            }
        }
    }
}
