//! Perft with known counts, on one core and without a hash table unless the name says so.
//!
//! Every count is asserted before it is measured.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use hexmate_core::perft::{HashTable, breakdown, perft, perft_parallel};
use hexmate_core::rules::{Echex3, Echex6, Glinski, McCooey, Mini, Position, Variant};
use hexmate_position as game;
use hexmate_position::Game;

/// Queens, rooks and bishops with open lines on both sides, pawns in contact: 67 moves.
const BUSY: &str = "1/2k/Q1bbn/6r/4PNppp/11/1p2pP3B1/2P8/5BB4/8P2/2b3KN2q b - 0 19";

fn position(fen: &str) -> Position<Glinski> {
    let position = game::Position::from_fen(Game::GLINSKI, fen).expect("a legal position");
    *position.typed().expect("of Gliński's game")
}

fn plain<V: Variant>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    position: &Position<V>,
    depth: u32,
    nodes: u64,
) {
    assert_eq!(perft(position, depth), nodes, "{name}");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function(name, |bencher| bencher.iter(|| perft(position, depth)));
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(3));
    plain(&mut group, "glinski/start/4", &Position::<Glinski>::start(), 4, 7_282_418);
    plain(&mut group, "glinski/start/5", &Position::<Glinski>::start(), 5, 401_622_759);
    plain(&mut group, "glinski/busy/3", &position(BUSY), 3, 256_112);
    plain(&mut group, "mccooey/start/4", &Position::<McCooey>::start(), 4, 1_157_852);
    plain(&mut group, "mini/start/6", &Position::<Mini>::start(), 6, 1_220_292);
    plain(&mut group, "echex3/start/4", &Position::<Echex3>::start(), 4, 253_091);
    plain(&mut group, "echex6/start/4", &Position::<Echex6>::start(), 4, 232_805);
    group.finish();
}

fn methods(criterion: &mut Criterion) {
    let start = Position::<Glinski>::start();
    let nodes = 7_282_418;
    let table = || HashTable::with_mebibytes(16).expect("16 MiB");
    assert_eq!(perft_parallel(&start, 4), nodes);
    assert_eq!(table().perft(&start, 4), nodes);
    assert_eq!(breakdown(&start, 3).nodes, 137_858);
    let mut group = criterion.benchmark_group("glinski start");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("parallel/4", |bencher| bencher.iter(|| perft_parallel(&start, 4)));
    group.bench_function("table of 16 MiB/4", |bencher| bencher.iter(|| table().perft(&start, 4)));
    group.throughput(Throughput::Elements(137_858));
    group.bench_function("breakdown/3", |bencher| bencher.iter(|| breakdown(&start, 3)));
    group.finish();
}

criterion_group!(benches, games, methods);
criterion_main!(benches);
