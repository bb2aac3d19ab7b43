//! The move generator: counting, listing, testing for moves, playing, and counting replies.
//!
//! The results are compared with each other before they are measured.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexmate_core::rules::{Echex3, Echex6, Glinski, McCooey, Mini, Position, Variant};

/// Returns positions of games with a fixed choice of moves, the same in every run.
fn positions<V: Variant>() -> Vec<Position<V>> {
    let mut positions = Vec::new();
    for game in 1..=8_usize {
        let mut position = Position::start();
        for ply in 0..60 {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            position = position.after_move(moves[(ply * 7 + game * 13) % moves.len()]);
        }
    }
    positions
}

fn bench_game<V: Variant>(criterion: &mut Criterion) {
    let positions = positions::<V>();
    for position in &positions {
        let moves: Vec<_> = position.legal_moves().collect();
        assert_eq!(position.count_moves(), moves.len() as u64);
        assert_eq!(position.has_moves(), !moves.is_empty());
        let replies: u64 = moves.iter().map(|&m| position.after_move(m).count_moves()).sum();
        assert_eq!(position.count_replies(), replies);
    }
    let mut group = criterion.benchmark_group(V::TABLES[0].name);
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("count", |bencher| {
        bencher.iter(|| positions.iter().map(Position::count_moves).sum::<u64>());
    });
    group.bench_function("list", |bencher| {
        bencher.iter(|| positions.iter().map(|position| position.legal_moves().len()).sum::<usize>());
    });
    group.bench_function("has moves", |bencher| {
        bencher.iter(|| positions.iter().filter(|position| position.has_moves()).count());
    });
    group.bench_function("list and play", |bencher| {
        let keys = |position: &Position<V>| {
            let moves = position.legal_moves();
            moves.fold(0, |keys, m| keys ^ position.after_move(m).key())
        };
        bencher.iter(|| positions.iter().fold(0, |all, position| all ^ keys(position)));
    });
    group.bench_function("replies", |bencher| {
        bencher.iter(|| positions.iter().map(Position::count_replies).sum::<u64>());
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    bench_game::<Glinski>(criterion);
    bench_game::<McCooey>(criterion);
    bench_game::<Mini>(criterion);
    bench_game::<Echex3>(criterion);
    bench_game::<Echex6>(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
