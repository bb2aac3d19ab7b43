//! Solves problems of help and series play from lines `id,game,pieces,turn,stipulation` and writes their times.

use std::io::BufRead;

use hexmate_core::any::{Board, Game, Kings, SetupParts};
use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::mate::{Budget, IdleThreads, Scope, Stipulation, TranspositionTable};
use hexmate_core::rules::{Piece, Player, PlayerSet, Role, Wings};

fn cell(shape: Shape, name: &str) -> Cell {
    let column = shape.file_column(name.as_bytes()[0]).expect(name);
    shape.at(column, name[1..].parse().expect(name)).and_then(|hex| shape.cell(hex)).expect(name)
}

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let limit: f64 = args.get(1).and_then(|text| text.parse().ok()).unwrap_or(30.0);
    let threads: usize = args.get(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut table = TranspositionTable::with_limit(256 << 20);
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let fields: Vec<&str> = line.split(',').collect();
        let [id, game, pieces, turn, stipulation] = fields[..] else { continue };
        let Some(game) =
            [Game::GLINSKI, Game::MCCOOEY, Game::MINI, Game::SHAFRAN, Game::DEVASA, Game::BRUSKY]
                .into_iter()
                .find(|known| known.name == game)
        else {
            continue;
        };
        let mut board = Board::empty(game.shape);
        for (owner, side) in [Player::WHITE, Player::BLACK].into_iter().zip(pieces.split(';')) {
            let mut role = Role::Pawn;
            for word in side.split(':').next_back().expect("a side").split_whitespace() {
                let mut name = word;
                if word.starts_with(char::is_uppercase) {
                    role = Role::from_letter(word.chars().next().expect("a letter")).expect(word);
                    name = &word[1..];
                }
                board.put(cell(game.shape, name), Piece::new(owner, role));
            }
        }
        let parts = SetupParts {
            board: &board,
            turn: if turn == "b" { Player::BLACK } else { Player::WHITE },
            living: PlayerSet::first(2),
            crossed: &[],
            landed: None,
            wings: Wings::default(),
            halfmoves: 0,
            fullmoves: 1,
        };
        let Ok(position) = game.boxed_position(parts, Kings::Required) else {
            println!("{id},{stipulation},illegal");
            continue;
        };
        let stipulation: Stipulation = stipulation.parse().expect("a stipulation");
        let idle = IdleThreads::new(threads - 1);
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs_f64(limit);
        let budget =
            Budget { deadline: Some(deadline), idle: (threads > 1).then_some(&idle), ..Budget::default() };
        let (before, clock) = (cpu(), std::time::Instant::now());
        let solution = position.solve_fully(stipulation, Scope::KEYS, &mut table, budget).solution;
        let seconds = cpu() - before;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for m in solution.lines.iter().flatten() {
            hash = (hash ^ (m.from.index() << 9 ^ m.to.index()) as u64).wrapping_mul(0x100_0000_01b3);
        }
        println!(
            "{id},{stipulation},{},{seconds:.4},{:.3},{},{},{},{:x}",
            solution.verdict().word(),
            clock.elapsed().as_secs_f64(),
            solution.nodes,
            solution.mate_in.unwrap_or(0),
            solution.lines.len(),
            hash & 0xffff_ffff
        );
    }
}
