//! Makes unsound problems from sound ones: removes or adds a piece and solves the result.
//!
//! ```text
//! cargo run --release --example spoil -- COUNT FILES > puzzles/unsound/spoiled.csv
//! ```
//!
//! FILES are tables of sound problems of games for two. The output has at most COUNT rows of each kind:
//! `NO_SOLUTION`, `COOKED`, `SHORT_SOLUTION`, `ILLEGAL`, and `SOUND` with a dual. Each problem gives at most one row
//! of each kind, by the first change that leads to it. Changes that a plain search cannot check quickly are left out.
//! Equal arguments give equal output.

#[path = "../play_out/plain.rs"]
mod plain;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Answer, Budget, Findings, Scope, TranspositionTable};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Coordinate, Uci};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};

const USAGE: &str = "usage: spoil COUNT FILES, as in: spoil 50 puzzles/mini.csv";

/// Largest number of moves of the plain search that checks a changed problem.
const MAX_MOVES: u64 = plain::MAX_MOVES / 25;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(table) = run(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    print!("{table}");
    ExitCode::SUCCESS
}

fn run(arguments: &[String]) -> Option<String> {
    let (count, files) = arguments.split_first()?;
    let count: usize = count.parse().ok()?;
    let mut kinds: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for file in files {
        for statement in statements(BufReader::new(File::open(file).ok()?), ProblemFormat::Csv) {
            let statement = statement.ok()?;
            let game = Game::from_name(&statement.variant).filter(|game| game.players == 2);
            for (kind, row) in game.map(|game| spoil(game, &statement)).into_iter().flatten() {
                kinds.entry(kind).or_default().push(row);
            }
        }
    }
    let mut table = "id,variant,fen,stipulation,key,status,dual,source\n".to_owned();
    for (kind, rows) in kinds {
        // Takes rows from all files evenly.
        let step = rows.len().div_ceil(count).max(1);
        for (number, row) in (1_u32..).zip(rows.iter().step_by(step)) {
            let name = kind.to_lowercase().replace('_', "-");
            table.extend([name.as_str(), "-", &number.to_string(), ",", row, "\n"]);
        }
    }
    Some(table)
}

/// Returns the rows made from a sound problem, one of each kind, without their names.
fn spoil(game: Game, statement: &Statement) -> Vec<(&'static str, String)> {
    let Ok(sound) = Problem::from_statement(game, statement, None) else { return Vec::new() };
    let mut rows: BTreeMap<&'static str, String> = BTreeMap::new();
    let stipulation = sound.stipulation;
    let mut put = |kind, fen: String, keys: &str, dual: &str, change: &str| {
        let row = format!("{},{fen},#{},{keys}", game.name, stipulation.moves);
        let status = if kind == "DUAL" { "SOUND" } else { kind };
        rows.entry(kind).or_insert(format!("{row},{status},{dual},{}: {change}", statement.id));
    };
    for (setup, change) in changed(&Setup::from(&sound.position)) {
        let fen = setup.to_fen();
        let Ok(position) = setup.into_position() else {
            put("ILLEGAL", fen, "", "", &change);
            continue;
        };
        if plain::count_moves_made(&position, stipulation, MAX_MOVES).is_none() || !position.has_moves() {
            continue;
        }
        let full = solved(&position, &sound);
        let keys: Vec<String> = full.keys.iter().map(|&key| Uci(game.shape, key).to_string()).collect();
        let dual = dual(game, &full).filter(|_| stipulation.moves == 2);
        let kind = match (full.verdict().word(), dual.is_some()) {
            ("SOUND", true) => "DUAL",
            ("SOUND", false) => continue,
            (word, _) => word,
        };
        put(kind, fen, &keys.join(" "), &dual.filter(|_| kind == "DUAL").unwrap_or_default(), &change);
    }
    rows.into_iter().collect()
}

fn solved(position: &Position, sound: &Problem) -> Findings {
    let table = &mut TranspositionTable::with_limit(1 << 20);
    position.solve_fully(sound.stipulation, Scope::FULL, table, Budget::default())
}

/// Returns the first dual after the key: a defence and its continuations, in UCI.
fn dual(game: Game, full: &Findings) -> Option<String> {
    let [key] = full.variations.as_slice() else { return None };
    key.defences.iter().find_map(|defence| match &defence.answer {
        Answer::Attacks(attacks) if attacks.is_dual() => {
            let moves: Vec<String> =
                attacks.attacks.iter().map(|attack| Uci(game.shape, attack.m).to_string()).collect();
            Some(format!("{} {}", Uci(game.shape, defence.moves[0]), moves.join(" ")))
        }
        _ => None,
    })
}

/// Returns setups with their changes: the problem itself, without each piece, and with a knight or pawn added on every
/// seventh vacant cell.
fn changed(setup: &Setup) -> Vec<(Setup, String)> {
    let game = setup.game;
    let mut all = vec![(setup.clone(), "as it was".to_owned())];
    for (cell, piece) in setup.board.pieces() {
        let mut fewer = setup.clone();
        fewer.board.take(cell);
        all.push((fewer, format!("without the {:?} on {}", piece.role, Coordinate(game.shape, cell))));
    }
    let vacant = |cell: &Cell| setup.board.piece(*cell).is_none();
    let vacant: Vec<Cell> = game.shape.cells().filter(vacant).collect();
    for (number, &cell) in vacant.iter().enumerate().step_by(7) {
        let owner = if number % 2 == 0 { Player::WHITE } else { Player::BLACK };
        let role = if number % 3 == 0 { Role::Knight } else { Role::Pawn };
        let mut more = setup.clone();
        more.board.put(cell, Piece::new(owner, role));
        let colour = if owner == Player::WHITE { "white" } else { "black" };
        all.push((more, format!("with a {colour} {role:?} on {}", Coordinate(game.shape, cell))));
    }
    // Begins with a different change for each problem, so that not all illegal positions lack a king.
    let turn = setup.board.pieces().count() % all.len();
    all.rotate_left(turn);
    all
}
