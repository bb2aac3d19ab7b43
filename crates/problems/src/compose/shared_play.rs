//! Solutions of help and series play that begin alike.

use hexmate_core::mate::Line;

/// Returns whether two solutions share at least the first half of their moves.
pub fn share_play(lines: &[Line]) -> bool {
    let share = |one: &Line, other: &Line| {
        let shared = one.iter().zip(other).take_while(|(m, n)| m == n).count();
        2 * shared >= one.len().min(other.len())
    };
    lines.iter().enumerate().any(|(number, one)| lines[number + 1..].iter().any(|other| share(one, other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_core::mate::{Budget, TranspositionTable};
    use hexmate_position::{Game, Position};

    /// FENs of h#2.5 of the Mini game with two solutions, and whether these begin alike.
    const ROWS: [(&str, bool); 5] = [
        // 1.d4 Kd7 2.Kd5 Bc5 3.dxc5# or 2...Be5 3.dxe5#
        ("1/1k1/5/bK5/3P3/7/7 w - 0 1", true),
        // Only the mating moves differ.
        ("1/3/5/1k5/7/p6/K2N3 w - 0 1", true),
        // One half-move of five is shared.
        ("1/2K/5/7/6r/2k4/5R1 w - 0 1", false),
        ("1/k2/5/5K1/7/1Pr4/7 w - 0 1", false),
        // None is.
        ("1/1N1/1b2K/7/7/2p2k1/7 w - 0 1", false),
    ];

    #[test]
    fn shared_beginning_is_found() {
        let stipulation = "h#2.5".parse().expect("a stipulation");
        for (fen, expected) in ROWS {
            let position = Position::from_fen(Game::MINI, fen).expect(fen);
            let table = &mut TranspositionTable::with_limit(1 << 20);
            let lines = position.solve(stipulation, table, Budget::default()).lines;
            assert_eq!((lines.len(), share_play(&lines)), (2, expected), "{fen}");
        }
    }
}
