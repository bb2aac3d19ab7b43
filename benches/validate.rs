//! Validation of random games, in collections of three sizes.
//!
//! The collections are generated, the same in every run. Before the measurement the numbers of games, plies and bytes
//! are checked, and all games must be legal. Rates are bytes of PGN.

#[path = "../examples/random_games.rs"]
#[expect(dead_code, reason = "an example has a main of its own")]
mod random_games;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hexmate_core::random::Rng;
use hexmate_games::pgn::Reader;
use hexmate_games::validate::{CheckedGame, Games};
use hexmate_position::Game;

/// Expected size of a collection.
struct Collection {
    games: u64,
    plies: usize,
    bytes: usize,
}

const COLLECTIONS: [Collection; 3] = [
    Collection { games: 10, plies: 800, bytes: 5958 },
    Collection { games: 300, plies: 23_927, bytes: 177_260 },
    Collection { games: 10_000, plies: 798_394, bytes: 5_916_387 },
];

/// Returns the number of legal games and of their plies.
fn validated(pgn: &[u8]) -> (u64, usize) {
    let games = Games::new(pgn).map(|game| game.expect("memory can be read"));
    games
        .map(|game| CheckedGame::of(Game::GLINSKI, &game))
        .filter(|checked| checked.fault.is_none())
        .fold((0, 0), |(games, plies), checked| (games + 1, plies + checked.moves.len()))
}

/// Counts the events of the reader, without validation.
fn read(pgn: &[u8]) -> usize {
    let mut reader = Reader::new(pgn);
    let mut events = 0;
    while reader.next_event().expect("memory can be read").is_some() {
        events += 1;
    }
    events
}

fn validate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("validate");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for Collection { games: count, plies, bytes } in COLLECTIONS {
        let mut rng = Rng::new(count);
        let pgn: Vec<String> = (0..count).map(|_| random_games::random_game(&mut rng)).collect();
        let pgn = pgn.join("\n").into_bytes();
        assert_eq!((Games::new(&pgn[..]).count() as u64, pgn.len()), (count, bytes));
        assert_eq!(validated(&pgn), (count, plies));
        group.throughput(Throughput::Bytes(pgn.len() as u64));
        group.bench_with_input(BenchmarkId::new("games", count), &pgn, |bencher, pgn| {
            bencher.iter(|| validated(pgn));
        });
        group.bench_with_input(BenchmarkId::new("text alone", count), &pgn, |bencher, pgn| {
            bencher.iter(|| read(pgn));
        });
    }
    group.finish();
}

criterion_group!(benches, validate);
criterion_main!(benches);
