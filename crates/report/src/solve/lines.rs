//! Lines of helpmates, series and similar problems: the moves with their numbers.

use crate::moves::san;
use hexmate_core::mate::{Line, Stipulation};
use hexmate_position::Position;

/// Phase of a line: actual play, or set play, which lacks the first move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Actual,
    SetPlay,
}

/// Returns the moves of a line in SAN with their numbers, `2.Kh9 f10 3.Bg8 f11=Q#`.
pub(super) fn numbered(start: &Position, line: &Line, stipulation: Stipulation, phase: Phase) -> String {
    let moves = start.along_line(line, stipulation).into_iter().enumerate();
    let words = moves.map(|(index, (position, m))| {
        format!("{}{}", number(index, line.len(), stipulation, phase, "..."), san(&position, m))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the moves of a line in SAN, separated by `between`.
pub(super) fn sans(start: &Position, line: &Line, stipulation: Stipulation, between: &str) -> String {
    let moves = start.along_line(line, stipulation);
    moves.iter().map(|(position, m)| san(position, *m)).collect::<Vec<_>>().join(between)
}

/// Returns the number before a move of a line; empty for the second move of a pair.
///
/// `dots` follow the number of a line that begins with the second move of a pair.
pub(super) fn number(
    index: usize,
    length: usize,
    stipulation: Stipulation,
    phase: Phase,
    dots: &str,
) -> String {
    if stipulation.is_series() {
        let is_in_series = index == 0 || stipulation.other_side_passes((length - index) as u32);
        return if is_in_series { format!("{}.", index + 1) } else { String::new() };
    }
    // A line with an odd number of moves begins with the second move of a pair, so that it ends with a complete pair.
    // Set play lacks the first move: in `h#2.5` that is White's half move, so it begins with Black's second move.
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
    use hexmate_problems::parse_stipulation;

    #[test]
    fn set_play_numbers_skip_missing_move() {
        for (text, actual, set) in [
            ("h#2", "1. 2.", "1... 2."),
            ("h#2.5", "1... 2. 3.", "2. 3."),
            ("h=3", "1. 2. 3.", "1... 2. 3."),
            ("h=3.5", "1... 2. 3. 4.", "2. 3. 4."),
            ("hs#2", "1. 2.", "1... 2."),
            ("hs#2.5", "1... 2. 3.", "2. 3."),
        ] {
            let stipulation = parse_stipulation(&Game::GLINSKI, text).expect(text);
            let plies = 2 * stipulation.moves as usize + usize::from(text.ends_with(".5"));
            for (length, phase, expected) in
                [(plies, Phase::Actual, actual), (plies - 1, Phase::SetPlay, set)]
            {
                let numbers = (0..length).map(|index| number(index, length, stipulation, phase, "..."));
                let numbers: Vec<String> = numbers.filter(|number| !number.is_empty()).collect();
                assert_eq!(numbers.join(" "), expected, "{text}");
            }
        }
    }
}
