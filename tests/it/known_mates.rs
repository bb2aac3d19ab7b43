//! Solving with endgame tables: same solutions as by search, and long mates without search.

use std::sync::atomic::AtomicBool;

use hexmate_core::mate::{Budget, Findings, KnownMates, Scope, Stipulation, TranspositionTable};
use hexmate_core::rules::Player;
use hexmate_endgame::{BuildProgress, Endgames, TableScore, Worth};
use hexmate_position::{Game, Position};
use hexmate_problems::certificate::Certificate;
use hexmate_report::certificate;

use crate::law_length::quick_or_full;

fn built(game: Game, ending: &str) -> Endgames {
    let endgames = Endgames::new(game).expect("a game for two");
    let stop = AtomicBool::new(false);
    let ending = ending.parse().expect("an ending");
    endgames.build_with_all(&ending, &BuildProgress { stop: &stop, ply: &|_| {} }).expect("built");
    endgames
}

const SCOPE: Scope = Scope { tries: 2, try_play: true, ..Scope::FULL };

/// Returns the full solution, with or without tables, and the number of nodes.
fn solved(position: &Position, moves: u32, known: Option<&dyn KnownMates>) -> (Findings, u64) {
    let budget = Budget { known, ..Budget::default() };
    let stipulation = Stipulation::mate_in(moves);
    let mut full =
        position.solve_fully(stipulation, SCOPE, &mut TranspositionTable::with_limit(1 << 22), budget);
    (full.clone(), std::mem::take(&mut full.nodes))
}

#[test]
#[ignore = "long: make verify"]
fn tables_change_no_solution() {
    let mut solutions = [0; 2];
    for ending in ["KRvK", "KPvK", "KRvKB"] {
        let endgames = built(Game::MINI, ending);
        let table = endgames.get(&ending.parse().expect("an ending")).expect("built");
        for side in [Player::WHITE, Player::BLACK] {
            for (count, number) in
                (0..table.size()).step_by((table.size() / quick_or_full(500, 5000)).max(1)).enumerate()
            {
                let Some(position) = endgames.position(&table, side, number) else { continue };
                let score = endgames.score(&position).expect("built");
                // Short wins, and some other positions.
                let moves = match score {
                    TableScore { worth: Worth::Win, plies: 1..=5 } => u32::from(score.plies.div_ceil(2)),
                    _ if count % 10 == 0 => 2,
                    _ => continue,
                };
                let (mut searched, without) = solved(&position, moves, None);
                let (looked_up, with) = solved(&position, moves, Some(&endgames));
                searched.nodes = with;
                assert_eq!(searched, looked_up, "{} #{moves}", position.to_fen());
                assert!(with <= without, "{} #{moves}: {with} {without}", position.to_fen());
                solutions[usize::from(searched.mate_in.is_some())] += 1;
            }
        }
    }
    assert!(solutions.iter().all(|&count| count > 20), "{solutions:?}");
}

#[test]
fn longest_table_mate_is_proved() {
    let endgames = built(Game::MINI, "KRvK");
    let table = endgames.get(&"KRvK".parse().expect("an ending")).expect("built");
    let longest = endgames.statistics(&table).sides[0].longest[Worth::Win as usize].clone();
    let (moves, position) = (u32::from(longest.plies.div_ceil(2)), &longest.positions[0]);
    assert_eq!(moves, 10);
    let budget = Budget { known: Some(&endgames), nodes: Some(100_000), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(1 << 22);
    let solution = position.solve(Stipulation::mate_in(moves + 5), table, budget);
    assert_eq!((solution.mate_in, solution.stopped), (Some(moves), None));
    let best = endgames.moves(position).expect("built");
    let mut best: Vec<_> =
        best.iter().filter(|(_, score)| score.plies == longest.plies).map(|&(m, _)| m).collect();
    best.sort_unstable();
    assert_eq!(solution.keys, best);
    let shorter = position.solve(Stipulation::mate_in(moves - 1), table, budget);
    assert_eq!((shorter.mate_in, shorter.refuted, shorter.stopped), (None, moves - 1, None));
    let proof = position.prove(&solution, table, budget).expect("a mate");
    let written = certificate("", position, &solution, &proof).to_string();
    Certificate::parse(&written).and_then(|certificate| certificate.check()).expect("a valid certificate");
}
