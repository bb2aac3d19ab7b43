//! Perft compared with other programs in one run, as a table of ratios (without criterion).
//!
//! Each count is asserted first. The rounds alternate between all programs, and the fastest round of each is used. Times
//! are processor times, so that other work on the machine disturbs less. All programs are built with the same options.
//!
//! cozy-chess counts its busiest well-known position. `hexchess` counts the start position of Gliński's game, one ply
//! less deep because it is slower.

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

/// A count of one program, and its fastest time.
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
        let started = ThreadTime::now();
        black_box((self.count)());
        self.fastest = self.fastest.min(started.elapsed());
    }

    /// Leaves per second.
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.fastest.as_secs_f64()
    }
}

/// Perft with the last ply counted in bulk, as in the other programs.
fn perft_bulk<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        1 => position.count_moves(),
        _ => position.legal_moves().map(|m| perft_bulk(&position.after_move(m), depth - 1)).sum(),
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
        next.apply_move_unsafe(m).expect("a legal move");
        next
    };
    moves.iter().map(|m| hexchess(&after(m), depth - 1)).sum()
}

/// Counts of this program on one position.
struct OwnCounts {
    /// With the last two plies counted together, and with only the last.
    contests: [Contest; 2],
    /// Positions one ply before the leaves.
    parents: u64,
}

impl OwnCounts {
    fn new<V: Variant>(name: &str, position: Position<V>, depth: u32) -> Self {
        let nodes = perft_bulk(&position, depth);
        let name = format!("{} {name}, depth {depth}", V::table(position.choice()).name);
        Self {
            contests: [
                Contest::new(name.clone(), nodes, move || perft(&position, depth)),
                Contest::new(name, nodes, move || perft_bulk(&position, depth)),
            ],
            parents: perft(&position, depth - 1),
        }
    }

    /// Nanoseconds per position one ply before the leaves.
    fn cost(&self, plies: usize) -> f64 {
        self.contests[plies].fastest.as_secs_f64() * 1e9 / self.parents as f64
    }
}

fn position(fen: &str) -> Position<Glinski> {
    let position = game::Position::from_fen(game::Game::GLINSKI, fen).expect("a legal position");
    *position.typed().expect("of Gliński's game")
}

fn main() {
    let board: Board = KIWIPETE.parse().expect("a FEN");
    let game = Hexchess::init();
    let mut peers = [
        Contest::new("cozy-chess, busy, depth 5", 193_690_690, move || cozy(&board, 5)),
        Contest::new("hexchess, start, depth 4", 7_282_418, move || hexchess(&game, 4)),
    ];
    let mut games = vec![
        OwnCounts::new("start", Position::<Glinski>::start(), 5),
        OwnCounts::new("busy", position(BUSY), 4),
        OwnCounts::new("endgame", position(ENDGAME), 5),
        OwnCounts::new("start", Position::<McCooey>::start(), 5),
        OwnCounts::new("start", Position::<Mini>::start(), 7),
        OwnCounts::new("start", Position::<Echex3>::start(), 5),
        OwnCounts::new("start", Position::<Echex3>::start_of(Numbered::new(1)), 5),
        OwnCounts::new("start", Position::<Echex6>::start(), 5),
        OwnCounts::new("start", Position::<Echex6>::start_of(Numbered::new(1)), 5),
    ];
    for _ in 0..ROUNDS {
        peers.iter_mut().for_each(Contest::run);
        games.iter_mut().flat_map(|own| &mut own.contests).for_each(Contest::run);
    }
    let rates = peers.each_ref().map(Contest::rate);
    let row = |contest: &Contest, rest: &str| {
        let [cozy, hexchess] = rates.map(|peer| contest.rate() / peer);
        let rate = contest.rate() / 1e6;
        println!("| {} | {rate:.0} | {cozy:.2} | {hexchess:.1} | {rest} |", contest.name);
    };
    for (plies, title) in ["two plies", "one ply"].into_iter().enumerate() {
        println!(
            "\n| last {title} at once | 10^6 leaves/s | x cozy-chess | x hexchess | x Gliński start | ns a leaf's parent |"
        );
        println!("|---|--:|--:|--:|--:|--:|");
        for peer in &peers {
            row(peer, "| ");
        }
        for own in &games {
            let ratio = own.contests[plies].rate() / games[0].contests[plies].rate();
            row(&own.contests[plies], &format!("{ratio:.3} | {:.1}", own.cost(plies)));
        }
    }
}
