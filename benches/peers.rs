//! This program beside others, in one run, as ratios: no criterion, a table.
//!
//! Each count is asserted, then the rounds alternate between all of them, and of
//! each the fastest counts. Times are of the processor, not of the clock, so that
//! other work on the machine disturbs less. Everything is built alike.
//!
//! cozy-chess counts its busiest well-known position; `hexchess` the start
//! position of Glinski's game, one ply less deep, because it would take too long.

#![expect(clippy::cast_precision_loss, reason = "ratios of three digits")]

use std::hint::black_box;
use std::time::Duration;

use cozy_chess::Board;
use cpu_time::ThreadTime;
use hexchess::Hexchess;
use hexmate::perft::perft;
use hexmate::rules::{
    Echex3, Echex3x16, Echex6, Echex6x16, Glinski, McCooey, Mini, Position, Setup, Variant,
};

/// Queens, rooks and bishops with open lines on both sides, pawns in contact: 67 moves.
const BUSY: &str = "1/2k/Q1bbn/6r/4PNppp/11/1p2pP3B1/2P8/5BB4/8P2/2b3KN2q b - 0 19";
/// Rook and pawns against bishop and pawns.
const ENDGAME: &str = "1/3/5/3k3/9/2p1p2b3/3P7/3PP3p2/4K6/11/6R4 w - 0 60";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ROUNDS: usize = 5;

/// Something to be counted.
struct Contest {
    name: String,
    nodes: u64,
    count: Box<dyn Fn() -> u64>,
    fastest: Duration,
}

impl Contest {
    fn new(name: impl Into<String>, nodes: u64, count: impl Fn() -> u64 + 'static) -> Self {
        let name = name.into();
        assert_eq!(count(), nodes, "{name}");
        Self { name, nodes, count: Box::new(count), fastest: Duration::MAX }
    }

    fn run(&mut self) {
        let begun = ThreadTime::now();
        black_box((self.count)());
        self.fastest = self.fastest.min(begun.elapsed());
    }

    /// Leaves a second.
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.fastest.as_secs_f64()
    }
}

/// Positions one ply before the leaves.
fn parents<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    perft(position, depth - 1)
}

/// As perft was before two plies were counted at once: the last ply alone is counted in bulk.
fn one_ply_at_once<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        1 => position.count_moves(),
        _ => position.legal_moves().map(|m| one_ply_at_once(&position.after(m), depth - 1)).sum(),
    }
}

fn cozy(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn hexchess(game: &Hexchess, depth: u32) -> u64 {
    let moves = game.current_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |m| {
        let mut next = game.clone();
        next.apply_move_unsafe(m).expect("a move of its own");
        next
    };
    moves.iter().map(|m| hexchess(&after(m), depth - 1)).sum()
}

fn ours<V: Variant>(what: &str, position: Position<V>, depth: u32) -> (Contest, u64) {
    let nodes = one_ply_at_once(&position, depth);
    let name = format!("{} {what}, depth {depth}", V::NAME);
    let parents = parents(&position, depth);
    (Contest::new(name, nodes, move || perft(&position, depth)), parents)
}

fn position(fen: &str) -> Position<Glinski> {
    let setup = Setup::from_fen(fen.as_bytes()).expect("a FEN");
    setup.into_position().expect("a legal position")
}

fn main() {
    let board: Board = KIWIPETE.parse().expect("a FEN");
    let game = Hexchess::init();
    let start = Position::<Glinski>::start();
    let mut peers = [
        Contest::new("cozy-chess, busy, depth 5", 193_690_690, move || cozy(&board, 5)),
        Contest::new("hexchess, start, depth 4", 7_282_418, move || hexchess(&game, 4)),
        Contest::new("this program, start, one ply at once", 7_282_418, move || one_ply_at_once(&start, 4)),
    ];
    let mut contests = vec![
        ours("start", start, 5),
        ours("busy", position(BUSY), 4),
        ours("endgame", position(ENDGAME), 5),
        ours("start", Position::<McCooey>::start(), 5),
        ours("start", Position::<Mini>::start(), 7),
        ours("start", Position::<Echex3>::start(), 5),
        ours("start", Position::<Echex3x16>::start(), 5),
        ours("start", Position::<Echex6>::start(), 5),
        ours("start", Position::<Echex6x16>::start(), 5),
    ];
    for _ in 0..ROUNDS {
        peers.iter_mut().for_each(Contest::run);
        for (contest, _) in &mut contests {
            contest.run();
        }
    }
    let [cozy, hexchess, plain] = peers;
    let glinski = contests[0].0.rate();
    println!("| count | 10^6 leaves/s | x cozy-chess | x hexchess | x Glinski start | ns a leaf's parent |");
    println!("|---|--:|--:|--:|--:|--:|");
    let row = |contest: &Contest, parent: String| {
        let [rate, name] = [format!("{:.0}", contest.rate() / 1e6), contest.name.clone()];
        let ratios = [&cozy, &hexchess].map(|peer| contest.rate() / peer.rate());
        println!(
            "| {name} | {rate} | {:.2} | {:.1} | {:.3} | {parent} |",
            ratios[0],
            ratios[1],
            contest.rate() / glinski
        );
    };
    for contest in [&cozy, &hexchess, &plain] {
        row(contest, String::new());
    }
    for (contest, parents) in &contests {
        row(contest, format!("{:.1}", contest.fastest.as_secs_f64() * 1e9 / *parents as f64));
    }
}
