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
use hexmate_core::perft::perft;
use hexmate_core::rules::{Choice, Echex3, Echex6, Glinski, McCooey, Mini, Numbered, Position, Variant};
use hexmate_position as game;

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

/// As the peers count: the last ply alone in bulk.
fn one_ply_at_once<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        1 => position.count_moves(),
        _ => position.legal_moves().map(|m| one_ply_at_once(&position.after_move(m), depth - 1)).sum(),
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

/// This program on one position, in both ways.
struct Ours {
    /// Two plies at once, and one.
    ways: [Contest; 2],
    /// Positions one ply before the leaves.
    parents: u64,
}

impl Ours {
    fn new<V: Variant>(what: &str, position: Position<V>, depth: u32) -> Self {
        let nodes = one_ply_at_once(&position, depth);
        let name = format!("{} {what}, depth {depth}", V::table(position.choice()).name);
        Self {
            ways: [
                Contest::new(name.clone(), nodes, move || perft(&position, depth)),
                Contest::new(name, nodes, move || one_ply_at_once(&position, depth)),
            ],
            parents: perft(&position, depth - 1),
        }
    }

    /// Nanoseconds of a way for each position one ply before the leaves.
    fn cost(&self, way: usize) -> f64 {
        self.ways[way].fastest.as_secs_f64() * 1e9 / self.parents as f64
    }
}

fn position(fen: &str) -> Position<Glinski> {
    let position = game::Position::from_fen(game::Game::GLINSKI, fen).expect("a legal position");
    *position.typed().expect("of Glinski's game")
}

fn main() {
    let board: Board = KIWIPETE.parse().expect("a FEN");
    let game = Hexchess::init();
    let mut peers = [
        Contest::new("cozy-chess, busy, depth 5", 193_690_690, move || cozy(&board, 5)),
        Contest::new("hexchess, start, depth 4", 7_282_418, move || hexchess(&game, 4)),
    ];
    let mut games = vec![
        Ours::new("start", Position::<Glinski>::start(), 5),
        Ours::new("busy", position(BUSY), 4),
        Ours::new("endgame", position(ENDGAME), 5),
        Ours::new("start", Position::<McCooey>::start(), 5),
        Ours::new("start", Position::<Mini>::start(), 7),
        Ours::new("start", Position::<Echex3>::start(), 5),
        Ours::new("start", Position::<Echex3>::start_of(Numbered::new(1)), 5),
        Ours::new("start", Position::<Echex6>::start(), 5),
        Ours::new("start", Position::<Echex6>::start_of(Numbered::new(1)), 5),
    ];
    for _ in 0..ROUNDS {
        peers.iter_mut().for_each(Contest::run);
        games.iter_mut().flat_map(|ours| &mut ours.ways).for_each(Contest::run);
    }
    let rates = peers.each_ref().map(Contest::rate);
    let row = |contest: &Contest, own: &str| {
        let [cozy, hexchess] = rates.map(|peer| contest.rate() / peer);
        let rate = contest.rate() / 1e6;
        println!("| {} | {rate:.0} | {cozy:.2} | {hexchess:.1} | {own} |", contest.name);
    };
    for (way, title) in ["two plies", "one ply"].into_iter().enumerate() {
        println!(
            "\n| last {title} at once | 10^6 leaves/s | x cozy-chess | x hexchess | x Glinski start | ns a leaf's parent |"
        );
        println!("|---|--:|--:|--:|--:|--:|");
        for peer in &peers {
            row(peer, "| ");
        }
        for ours in &games {
            let ratio = ours.ways[way].rate() / games[0].ways[way].rate();
            row(&ours.ways[way], &format!("{ratio:.3} | {:.1}", ours.cost(way)));
        }
    }
}
