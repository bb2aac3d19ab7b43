//! Endgame builds that are stopped and resumed from files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use hexmate_batch::files::{OutputFolder, Outputs};
use hexmate_core::rules::Player;
use hexmate_endgame::files;
use hexmate_endgame::{BuildError, BuildProgress, Endgame, Endgames, Ending, Unfinished};
use hexmate_position::Game;

use crate::endgame::{built, ending_of};
use crate::law_length::quick_or_full;

fn open(folder: &Path) -> OutputFolder {
    Outputs::default().folder(folder).expect("a folder")
}

/// Builds an ending from existing smaller ones, resuming from a file after each stop; returns the table and the number
/// of stops.
fn build_in_steps(
    endgames: &Endgames,
    ending: &Ending,
    mut build: impl FnMut(Option<Unfinished>) -> Result<Arc<Endgame>, BuildError>,
) -> (Arc<Endgame>, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    for stops in 0.. {
        let unfinished = files::read_unfinished(folder.path(), endgames, ending).expect("whole");
        match build(unfinished) {
            Ok(table) => return (table, stops),
            Err(BuildError::Stopped(Some(unfinished))) => {
                files::write_unfinished(&open(folder.path()), endgames.game(), ending, &unfinished)
                    .expect("written");
                let read = files::read_unfinished(folder.path(), endgames, ending).expect("whole");
                assert_eq!(read, Some(unfinished));
            }
            Err(BuildError::Stopped(None)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("a build ends")
}

#[test]
#[ignore = "long: make verify"]
fn stopped_build_resumes_to_same_scores() {
    // En passant needs pawns of both sides.
    let all = [(Game::MINI, "KRvK", 15), (Game::GLINSKI, "KBvK", 2), (Game::MINI, "KPvKP", 30)];
    for &(game, ending, least) in quick_or_full(&all[..2], &all) {
        let ending = ending_of(ending);
        let whole = built(game, &[&ending.to_string()]);
        let expected = whole.get(&ending).expect("built");
        let smaller = ending.successors(game.promotions);
        let begin = || {
            let endgames = Endgames::new(game).expect("a game for two");
            let stop = AtomicBool::new(false);
            for ending in &smaller {
                endgames.build_with_all(ending, &BuildProgress { stop: &stop, ply: &|_| {} }).expect("built");
            }
            endgames
        };
        let check = |table: &Endgame| {
            for side in [Player::WHITE, Player::BLACK] {
                for number in 0..table.size() {
                    assert_eq!(table.at(side, number), expected.at(side, number), "{ending} {number}");
                }
            }
        };
        // Stop after each ply.
        let endgames = begin();
        let (table, stops) = build_in_steps(&endgames, &ending, |unfinished| {
            let stop = AtomicBool::new(false);
            endgames.resume(
                &ending,
                unfinished,
                &BuildProgress { stop: &stop, ply: &|_| stop.store(true, Relaxed) },
            )
        });
        check(&table);
        assert!(stops >= least, "{ending}: {stops}");
        // Stop at arbitrary times, later each time so that the build ends.
        let endgames = begin();
        let mut time = Duration::ZERO;
        let (table, _) = build_in_steps(&endgames, &ending, |unfinished| {
            let stop = AtomicBool::new(false);
            time = time.mul_f64(1.5) + Duration::from_micros(300);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(time);
                    stop.store(true, Relaxed);
                });
                endgames.resume(&ending, unfinished, &BuildProgress { stop: &stop, ply: &|_| {} })
            })
        });
        check(&table);
    }
}

#[test]
fn foreign_or_damaged_build_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, ending) = (Game::MINI, ending_of("KvK"));
    let endgames = Endgames::new(game).expect("a game for two");
    let read = || files::read_unfinished(folder.path(), &endgames, &ending);
    let write = |size: u16| {
        let scores = [(0..size).collect(), (1..=size).collect()];
        let unfinished = Unfinished { phase: 0, ply: Some(3), scores };
        files::write_unfinished(&open(folder.path()), game, &ending, &unfinished).expect("written");
        unfinished
    };
    let size = endgames.size(&ending) as u16;
    write(size + 1);
    let error = read().expect_err("another size").to_string();
    let sizes = format!("expected \"positions {size}\", found \"positions {}\"", size + 1);
    assert!(error.ends_with(&sizes), "{error}");
    let unfinished = write(size);
    assert_eq!(read().expect("whole"), Some(unfinished));
    let path = folder.path().join("mini-KvK.unfinished");
    let mut bytes = std::fs::read(&path).expect("a file");
    let last = bytes.len() - 70;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    assert!(read().is_err());
    files::remove_unfinished(folder.path(), game, &ending).expect("removed");
    assert_eq!(read().expect("none"), None);
}
