//! Endgame tables: scores verified by the oracle, statistics, files and build errors.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hexmate_batch::files::Outputs;
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_endgame::files;
use hexmate_endgame::{
    BuildError, BuildProgress, Coverage, Endgames, Ending, PlacementCounts, TableScore, Worth,
};
use hexmate_position::{Board, Game, Setup};
use hexmate_tasks::Threads;

use crate::law_length::quick_or_full;

const THREE: [&str; 5] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
const GAMES: [Game; 3] = [Game::GLINSKI, Game::MCCOOEY, Game::MINI];

pub fn ending_of(text: &str) -> Ending {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Builds the tables of these endings and of their successors.
pub fn built(game: Game, endings: &[&str]) -> Endgames {
    let endgames = Endgames::new(game).expect("a game for two");
    let stop = AtomicBool::new(false);
    for ending in endings {
        endgames
            .build_with_all(&ending_of(ending), &BuildProgress { stop: &stop, ply: &|_| {} })
            .expect("built");
    }
    endgames
}

/// Verifies all tables with the oracle.
fn verify(endgames: &Endgames, which: Coverage) {
    for table in endgames.built() {
        let seen = endgames.verify(&table, which, &AtomicBool::new(false));
        let seen =
            seen.unwrap_or_else(|error| panic!("{} of {}: {error}", table.ending(), endgames.game().name));
        assert!(seen > 100, "{} of {}: {seen}", table.ending(), endgames.game().name);
    }
}

#[test]
#[ignore = "long: make verify"]
fn oracle_verifies_three_piece_scores() {
    verify(&built(Game::MINI, &["KRvK", "KBvK", "KNvK"]), Coverage::All);
    if quick_or_full(false, true) {
        for game in GAMES {
            verify(&built(game, &THREE), Coverage::All);
        }
        return;
    }
    verify(&built(Game::GLINSKI, &THREE), Coverage::Sample { count: 500, seed: 1 });
    // Without pawns the tables equal those of Gliński's game.
    for game in [Game::MCCOOEY, Game::MINI] {
        let endgames = built(game, &["KPvK"]);
        let table = endgames.get(&ending_of("KPvK")).expect("built");
        let sample = Coverage::Sample { count: 1000, seed: 1 };
        endgames.verify(&table, sample, &AtomicBool::new(false)).expect("verified");
    }
}

#[test]
#[ignore = "long: make verify"]
fn oracle_verifies_four_piece_scores() {
    // Capture with promotion, equal pieces, and at full length pawns of both sides.
    let (endings, count) = quick_or_full((["KBvKP", "KNNvK"], 500), (["KPvKP", "KNNvK"], 5000));
    let endgames = built(Game::MINI, &endings);
    verify(&endgames, Coverage::Sample { count, seed: 2 });
    if quick_or_full(false, true) {
        let table = endgames.get(&ending_of("KNNvK")).expect("built");
        endgames.verify(&table, Coverage::All, &AtomicBool::new(false)).expect("verified");
    }
}

/// Checks that an en passant right never lowers the score and sometimes raises it.
fn check_ep_scores(endgames: &Endgames) {
    let table = endgames.get(&ending_of("KPvKP")).expect("built");
    let mut better = 0;
    for number in (0..table.size()).step_by(101) {
        let Some(position) = endgames.position(&table, Player::WHITE, number) else { continue };
        for m in position.legal_moves().filter(|&m| position.is_double_step(m)) {
            let next = position.play(m).expect("a legal move");
            let mut without = Setup::from(&next);
            without.crossed.clear();
            let [with, without] =
                [endgames.score(&next), without.into_position().ok().and_then(|p| endgames.score(&p))];
            assert!(with <= without, "{}", next.to_fen());
            better += u32::from(with < without);
        }
    }
    assert!(better > 10, "{better}");
}

/// Counts mates and stalemates of a bare king by king and one piece, over all placements.
fn enumerate_mates(game: Game, role: Role) -> (u64, u64) {
    let cells: Vec<_> = game.shape.cells().collect();
    let (mut mates, mut stalemates) = (0, 0);
    for &white in &cells {
        for &black in &cells {
            for &other in &cells {
                if white == black || white == other || black == other {
                    continue;
                }
                let mut setup =
                    Setup { board: Board::empty(game.shape), turn: Player::BLACK, ..Setup::empty(game) };
                setup.board.put(white, Piece::new(Player::WHITE, Role::King));
                setup.board.put(black, Piece::new(Player::BLACK, Role::King));
                setup.board.put(other, Piece::new(Player::WHITE, role));
                let Ok(position) = setup.into_position() else { continue };
                mates += u64::from(position.is_mate());
                stalemates += u64::from(!position.has_moves() && !position.is_check());
            }
        }
    }
    (mates, stalemates)
}

#[test]
fn mate_counts_equal_plain_enumeration() {
    let games: &[Game] = quick_or_full(&GAMES[2..], &GAMES);
    for &game in games {
        for (ending, role) in THREE.into_iter().zip([Role::Queen, Role::Rook, Role::Bishop, Role::Knight]) {
            let endgames = built(game, &[ending]);
            let statistics = endgames.statistics(&endgames.get(&ending_of(ending)).expect("built"));
            let (mates, stalemates) = enumerate_mates(game, role);
            assert_eq!(statistics.sides[1].mates, mates, "{ending} of {}", game.name);
            assert_eq!(statistics.sides[1].stalemates, stalemates, "{ending} of {}", game.name);
        }
    }
}

/// Classifies all placements of two kings and other pieces by enumeration.
fn enumerate_placements(game: Game, others: &[Piece]) -> PlacementCounts {
    let cells: Vec<Cell> = game.shape.cells().collect();
    let kings = [Player::WHITE, Player::BLACK].map(|player| Piece::new(player, Role::King));
    let pieces = [&kings[..], others].concat();
    let mut ways = PlacementCounts::default();
    for number in 0..cells.len().pow(pieces.len() as u32) {
        let at = |piece: usize| cells[number / cells.len().pow(piece as u32) % cells.len()];
        let has_promoted = |piece: usize| {
            let Piece { role, seat, .. } = pieces[piece];
            role == Role::Pawn && game.is_promotion_cell(seat, at(piece))
        };
        // Equal pieces are interchangeable.
        let is_again = |piece: usize| pieces[piece] == pieces[piece - 1] && at(piece) < at(piece - 1);
        if (0..pieces.len()).any(has_promoted) || (1..pieces.len()).any(is_again) {
            continue;
        }
        let mut different: Vec<Cell> = (0..pieces.len()).map(at).collect();
        different.sort_unstable();
        different.dedup();
        let apart = game.shape.hex(at(0)) - game.shape.hex(at(1));
        // A king steps across an edge or beyond a vertex.
        let is_beyond_vertex = apart.length() == 2 && ![apart.q, apart.r, apart.s()].contains(&0);
        let kind = match different.len() == pieces.len() {
            false => &mut ways.on_one_cell,
            true if apart.length() == 1 || is_beyond_vertex => &mut ways.adjacent_kings,
            true => &mut ways.others,
        };
        *kind += 1;
    }
    ways
}

#[test]
#[ignore = "long: make verify"]
fn placements_equal_plain_count() {
    let [rook, pawn, other] = [(0, Role::Rook), (0, Role::Pawn), (1, Role::Pawn)]
        .map(|(player, role)| Piece::new(Player::new(player), role));
    for (game, ending, others) in [
        (Game::MINI, "KRvK", vec![rook]),
        (Game::MINI, "KRRvK", vec![rook, rook]),
        (Game::MINI, "KPPvK", vec![pawn, pawn]),
        (Game::MINI, "KPvKP", vec![pawn, other]),
        (Game::GLINSKI, "KPvK", vec![pawn]),
        (Game::BRUSKY, "KPvK", vec![pawn]),
    ] {
        let ways = Endgames::new(game).expect("a game for two").placements(&ending_of(ending));
        assert_eq!(ways, enumerate_placements(game, &others), "{ending} of {}", game.name);
    }
}

#[test]
#[ignore = "long: make verify"]
fn every_placement_is_legal_or_check() {
    for game in [Game::MINI, Game::DEVASA] {
        for ending in ["KRvK", "KPvK"] {
            let endgames = built(game, &[ending]);
            let statistics = endgames.statistics(&endgames.get(&ending_of(ending)).expect("built"));
            for side in &statistics.sides {
                assert_eq!(
                    side.positions + side.in_check,
                    statistics.placements.others,
                    "{ending} of {}",
                    game.name
                );
            }
        }
    }
}

/// `rules.md`, section 4: 60 mates with a bishop and 24 with a knight exist; none can be forced.
#[test]
fn lone_minor_piece_forces_stalemate_only() {
    let endgames = built(Game::GLINSKI, &["KBvK", "KNvK"]);
    for (ending, mates) in [("KBvK", 60), ("KNvK", 24)] {
        let statistics = endgames.statistics(&endgames.get(&ending_of(ending)).expect("built"));
        let [white, black] = &statistics.sides;
        assert_eq!(black.mates, mates);
        // Wins are only mates in one.
        assert_eq!(white.longest[Worth::Win as usize].plies, 1);
        assert!(black.by_worth[Worth::Stalemated as usize] > 0);
    }
}

#[test]
fn solver_agrees_with_tables() {
    let endgames = built(Game::MINI, &["KRvK", "KQvK"]);
    let mut seen = [0; 4];
    for ending in ["KRvK", "KQvK"] {
        let table = endgames.get(&ending_of(ending)).expect("built");
        let step = quick_or_full(11, 3);
        for number in (0..table.size()).step_by(step) {
            let Some(position) = endgames.position(&table, Player::WHITE, number) else { continue };
            let score = endgames.score(&position).expect("built");
            let moves = u32::from(score.plies.div_ceil(2));
            if score.worth != Worth::Win || moves > 3 {
                continue;
            }
            let stipulation = Stipulation::mate_in(moves);
            let solution =
                position.solve(stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default());
            assert_eq!(solution.mate_in, Some(moves), "{}", position.to_fen());
            let mut keys: Vec<_> = solution.keys.clone();
            let best = endgames.moves(&position).expect("built");
            let mut best: Vec<_> =
                best.iter().filter(|(_, found)| *found == score).map(|&(m, _)| m).collect();
            keys.sort_unstable();
            best.sort_unstable();
            assert_eq!(keys, best, "{}", position.to_fen());
            seen[moves as usize] += 1;
        }
    }
    assert!(seen[1] > 5 && seen[2] > 5 && seen[3] > 5, "{seen:?}");
}

#[test]
fn table_files_round_trip() {
    let folders = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().expect("a folder");
        let threads =
            NonZeroUsize::new(threads).and_then(|threads| Threads::new(threads).ok()).expect("threads");
        threads.run(|| {
            let endgames = built(Game::MINI, &["KPvK"]);
            let tables = Outputs::default().folder(folder.path()).expect("a folder");
            for table in endgames.built() {
                files::write(&tables, Game::MINI, &table).expect("written");
            }
        });
        folder
    });
    let read = |folder: &tempfile::TempDir, ending: &str| {
        std::fs::read(files::path(folder.path(), Game::MINI, &ending_of(ending))).expect("a table")
    };
    let memory = built(Game::MINI, &["KPvK"]);
    let stored = Endgames::new(Game::MINI).expect("a game for two");
    for table in memory.built() {
        let ending = table.ending().to_string();
        assert_eq!(read(&folders[0], &ending), read(&folders[1], &ending), "{ending}");
        files::open(folders[0].path(), &stored, table.ending()).expect("opened");
        let copy = stored.get(table.ending()).expect("opened");
        copy.check().expect("whole");
        for side in [Player::WHITE, Player::BLACK] {
            for number in 0..table.size() {
                assert_eq!(copy.at(side, number), table.at(side, number), "{ending} {number}");
            }
        }
    }
}

#[test]
fn unbuildable_table_names_missing_ending() {
    let endgames = Endgames::new(Game::MINI).expect("a game for two");
    let stop = AtomicBool::new(false);
    let progress = BuildProgress { stop: &stop, ply: &|_| {} };
    assert_eq!(
        endgames.build(&ending_of("KRvK"), &progress).err(),
        Some(BuildError::Missing(ending_of("KvK")))
    );
    stop.store(true, Relaxed);
    assert_eq!(endgames.build(&ending_of("KvK"), &progress).err(), Some(BuildError::Stopped(None)));
    assert!(Endgames::new(Game::ECHEX3).is_none());
}

#[test]
fn ending_names_round_trip() {
    for (text, canonical) in
        [("KQvKR", "KQvKR"), ("kvkq", "KQvK"), ("KNBvK", "KBNvK"), ("KPvKQ", "KQvKP"), ("KvK", "KvK")]
    {
        assert_eq!(ending_of(text).canonical().to_string(), canonical);
    }
    let wrong = ["", "KQ", "QvK", "KKvK", "KXvK", "KQQQQQvK"]
        .map(|text| text.parse::<Ending>().map_err(|error| error.to_string()));
    insta::assert_debug_snapshot!(wrong);
    // With n kinds of pieces: one piece; two of one side; one of each side.
    let counts = |game| [2, 3, 4].map(|count| Ending::all_of(game, count).len());
    assert_eq!(counts(Game::GLINSKI), [1, 5, 15 + 15]);
    assert_eq!(counts(Game::MINI), [1, 4, 10 + 10]);
}

#[test]
fn scores_are_ordered_best_first() {
    let score = |worth, plies| TableScore { worth, plies };
    let ordered = [
        score(Worth::Win, 1),
        score(Worth::Win, 3),
        score(Worth::Stalemating, 1),
        TableScore::DRAW,
        score(Worth::Stalemated, 4),
        score(Worth::Stalemated, 2),
        score(Worth::Loss, 4),
        score(Worth::Loss, 0),
    ];
    assert!(ordered.is_sorted());
    assert_eq!(ordered[0].before(), score(Worth::Loss, 2));
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: builds the largest tables of four pieces, a quarter of an hour"]
    fn oracle_verifies_scores_with_ep_rights() {
        let endgames = built(Game::GLINSKI, &["KPvKP"]);
        verify(&endgames, Coverage::Sample { count: 5000, seed: 3 });
        check_ep_scores(&endgames);
    }
}
