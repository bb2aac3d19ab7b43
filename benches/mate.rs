//! Solving of the problems in `puzzles/`, in full and keys only, on one core.
//!
//! Every solution is compared with its row before it is measured. A full solution has keys, tries with one refutation,
//! set play, threats and all variations. Besides the means of criterion the medians for each length are printed.

use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use hexmate_core::mate::{Budget, Scope, TranspositionTable};
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};

const FILES: [&str; 4] = ["known", "glinski-games", "glinski-play", "mini"];

/// A problem of any game.
struct Puzzle(Problem);

impl Puzzle {
    fn new(statement: &Statement) -> Self {
        let game = statement.game(None).expect("a game");
        Self(Problem::from_statement(game, statement, None).expect("a problem"))
    }

    fn moves(&self) -> u32 {
        self.0.stipulation.moves
    }

    /// Solves the problem; panics if the keys differ from the claim.
    fn solve(&self, scope: Scope, table: &mut TranspositionTable) {
        let Problem { position, stipulation, claim, .. } = &self.0;
        let full = black_box(position.solve_fully(*stipulation, scope, table, Budget::default()));
        assert_eq!(full.mate_in, Some(stipulation.moves));
        assert_eq!(Some(full.keys), claim.moves());
    }
}

fn puzzles() -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles");
    let statements = FILES.into_iter().flat_map(|name| {
        let input = BufReader::new(File::open(folder.join(format!("{name}.csv"))).expect(name));
        statements(input, ProblemFormat::Csv)
            .map(|statement| statement.expect("a readable file"))
            .collect::<Vec<_>>()
    });
    statements.map(|statement| Puzzle::new(&statement)).collect()
}

/// Returns the median of the solving times, each the fastest of three runs.
fn median(puzzles: &[&Puzzle], table: &mut TranspositionTable) -> Duration {
    let once = |puzzle: &Puzzle, table: &mut TranspositionTable| {
        let started = Instant::now();
        puzzle.solve(Scope::FULL, table);
        started.elapsed()
    };
    let fastest = puzzles.iter().map(|puzzle| (0..3).map(|_| once(puzzle, table)).min().unwrap_or_default());
    let mut times: Vec<Duration> = fastest.collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn whole(criterion: &mut Criterion) {
    let puzzles = puzzles();
    let table = &mut TranspositionTable::with_limit(32 << 20);
    let mut group = criterion.benchmark_group("whole");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(3));
    group.bench_function("contest 2001 no. 4", |bencher| {
        bencher.iter(|| puzzles[0].solve(Scope::FULL, table));
    });
    for moves in 1..=4 {
        let alike: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.moves() == moves).collect();
        println!("#{moves}: {} problems, median {:?}", alike.len(), median(&alike, table));
        group.throughput(Throughput::Elements(alike.len() as u64));
        group.bench_function(format!("all #{moves}"), |bencher| {
            bencher.iter(|| alike.iter().for_each(|puzzle| puzzle.solve(Scope::FULL, table)));
        });
    }
    group.finish();
}

fn keys_only(criterion: &mut Criterion) {
    let puzzles = puzzles();
    let two_movers: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.moves() == 2).collect();
    let thousand: Vec<&Puzzle> = two_movers.iter().copied().cycle().take(1000).collect();
    let table = &mut TranspositionTable::with_limit(32 << 20);
    let mut group = criterion.benchmark_group("keys only");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(1000));
    group.bench_function("1000 #2", |bencher| {
        bencher.iter(|| thousand.iter().for_each(|puzzle| puzzle.solve(Scope::KEYS, table)));
    });
    group.finish();
}

criterion_group!(benches, whole, keys_only);
criterion_main!(benches);
