//! Comparison of perft with another program: a planted fault is traced to its position and move.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use hexmate_core::rules::Role;
use hexmate_oracle as oracle;
use hexmate_oracle::{Kind, Position};
use hexmate_position::Coordinate;
use hexmate_position::symmetry::{Mirror, Symmetry};
use hexmate_position::{Dialect, Game, Player, Setup};
use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Ended, hexmate, with_env, with_input};

/// Environment variable with the fault of the engine below; without it the engine does not start.
pub const FAULT: &str = "HEXMATE_FAULT";

/// Environment variable with the names of cells of the engine below: `files` for a to k, `fairy` or `capitals`.
const NAMES: &str = "HEXMATE_NAMES";

/// White can capture en passant on d6 after a double step of Black.
const PAWNS: &str = "1/k2/5/7/2p1p1p2/5P5/2P1P6/3P7/11/11/5K5 w - 0 1";

/// Black's rook can pin the knight along the file.
const PIN: &str = "1/3/2k2/7/2r6/11/11/5N5/11/11/5K5 w - 0 1";

/// Command line that runs this test program as an engine; the output of the test harness is noise to be skipped.
pub fn engine() -> String {
    let this = env::current_exe().expect("a program").display().to_string();
    format!("'{this}' --exact compare::faulty_engine --ignored --nocapture")
}

/// Not a test but an engine: speaks UCI and counts with the oracle, with the fault named by `FAULT`.
#[test]
#[ignore = "program: started by the other tests"]
fn faulty_engine() {
    let Ok(fault) = env::var(FAULT) else { return };
    let names = env::var(NAMES).unwrap_or_default();
    let (mut game, mut position) = (Game::GLINSKI, None);
    println!("\na generator with the fault {fault}");
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => println!("id name faulty\nuciok"),
            ["isready"] => println!("readyok"),
            ["setoption", .., name] => game = Game::from_name(name).expect("a game"),
            ["position", ..] => position = Some(position_of(&fault, &names, game, &line)),
            ["go", "perft", depth] => {
                let position = position.as_ref().expect("a position");
                answer(&fault, &names, game, position, depth.parse().expect("a number"));
            }
            ["quit"] => break,
            _ => {}
        }
        io::stdout().flush().expect("an open pipe");
        if line.starts_with("go") && fault == "dies" {
            std::process::exit(7);
        }
    }
    std::process::exit(0);
}

/// Returns a UCI move with the names of cells of the engine.
fn spelled(names: &str, uci: &str) -> String {
    let cell = |name: &str| {
        let (file, rank) = name.split_at(1);
        match names {
            "files" => file.replace('k', "j").replace('l', "k") + rank,
            "fairy" => {
                let q = "abcdefghikl".find(file).expect("a file") as i32 - 5;
                let r = rank.parse::<i32>().expect("a rank") - 6 - q.min(0);
                format!("{}{}", char::from(b'a' + (q + r + 5) as u8), r + 6)
            }
            _ => name.to_owned(),
        }
    };
    let digits_end = |text: &str, start: usize| {
        let rest = &text[start..];
        start + rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len())
    };
    let first = digits_end(uci, 1);
    let second = digits_end(uci, first + 1);
    let text = cell(&uci[..first]) + &cell(&uci[first..second]) + &uci[second..];
    if names == "capitals" { text.to_uppercase() } else { text }
}

/// Returns the canonical FEN of one with the names of cells of the engine.
fn canonical(names: &str, game: Game, fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let (&[board, turn, ref middle @ .., crossed, halfmoves, fullmoves], "files" | "fairy") =
        (&*fields, names)
    else {
        return fen.to_owned();
    };
    let all = game.shape.cells().map(|cell| Coordinate(game.shape, cell).to_string());
    // A step to the cell has the name of the cell at its end.
    let is_crossed = |name: &String| spelled(names, &format!("{name}{name}")) == crossed.repeat(2);
    let crossed = all.into_iter().find(is_crossed).unwrap_or_else(|| "-".to_owned());
    let board = match names {
        "fairy" => {
            assert_eq!(middle, ["-"], "{fen}");
            let board = format!("{} {turn} - 0 1", board.replace('*', ""));
            Setup::from_fen_in(game, &board, Dialect::Oblique).expect(&board).to_fen()
        }
        _ => board.to_owned(),
    };
    let board = board.split(' ').next().expect("a board");
    format!("{board} {turn} {crossed} {halfmoves} {fullmoves}")
}

fn position_of(fault: &str, names: &str, game: Game, line: &str) -> Position {
    let (origin, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let fen = match origin.strip_prefix("position fen ") {
        Some(fen) => canonical(names, game, fen),
        None => own_start(fault, game),
    };
    let start = Position::from_fen(second(game), &fen).expect(&fen);
    moves.split_whitespace().fold(start, |position, text| {
        let is_meant =
            |m: &oracle::Move| spelled(names, &m.uci()) == text || m.uci() == text && names == "capitals";
        let m = position.legal_moves().into_iter().find(is_meant).expect("a legal move");
        played(fault, game, &position, &m)
    })
}

/// Makes a move; with the fault `crossed`, a piece on the crossed cell takes the pawn that has crossed it.
fn played(fault: &str, game: Game, position: &Position, m: &oracle::Move) -> Position {
    let next = position.play(m);
    let (before, to) = (Setup::from_fen(game, &position.to_fen()).expect("a FEN"), uci_target(m));
    let name = |cell| Coordinate(game.shape, cell).to_string();
    if fault != "crossed" || m.en_passant || !before.crossed.iter().any(|&cell| name(cell) == to) {
        return next;
    }
    let (file, rank) = to.split_at(1);
    let rank: u8 = rank.parse().expect("a rank");
    let pawn = if before.turn == Player::WHITE { rank - 1 } else { rank + 1 };
    let mut setup = Setup::from_fen(game, &next.to_fen()).expect("a FEN");
    setup.board.take(game.cell(&format!("{file}{pawn}")).expect("a cell"));
    Position::from_fen(second(game), &setup.to_fen()).expect("a position")
}

/// Returns the start position that the engine sets up itself; with the fault `array` two of its pieces have changed
/// places, with `mirrored` left and right.
fn own_start(fault: &str, game: Game) -> String {
    let start = hexmate_position::Position::start(game).to_fen();
    match fault {
        "array" => start.replace("NBRP1", "BNRP1"),
        "mirrored" => mirrored(game, &start),
        _ => start,
    }
}

/// Returns a FEN with left and right exchanged.
fn mirrored(game: Game, fen: &str) -> String {
    let setup = Setup::from_fen(game, fen).expect(fen);
    let symmetry = Symmetry { game, mirror: Mirror::With, seats: 0 };
    let mut image = Setup { turn: setup.turn, ..Setup::empty(game) };
    for (cell, piece) in setup.board.pieces() {
        image.board.put(symmetry.cell(cell), piece);
    }
    image.to_fen()
}

fn second(game: Game) -> oracle::Game {
    match game.name {
        "mini" => oracle::Game::Mini,
        "mccooey" => oracle::Game::Mccooey,
        _ => oracle::Game::Glinski,
    }
}

fn answer(fault: &str, names: &str, game: Game, position: &Position, depth: u32) {
    match fault {
        "silent" => std::thread::sleep(Duration::from_secs(100)),
        "nonsense" => println!("info string what is perft?"),
        "complaint" => {
            println!("readyok?");
            println!("info string cannot read this FEN\u{1b}[2J");
            eprintln!("row 3 is too long");
        }
        "other-depth" => answer("none", names, game, position, depth - 1),
        "dies" => println!("a1a2: 3"),
        "squares" => println!("e2e4: 20\nd2d5: 20\ng1h3: 3\nNodes searched: 43"),
        _ => {
            let counts = divide(fault, game, position, depth);
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            for (text, nodes) in counts {
                println!("{}: {nodes}", spelled(names, &text));
            }
            println!("\nNodes searched: {}", total + u64::from(fault == "total"));
        }
    }
}

/// Counts the nodes after each move; the fault `twice` lists a move two times.
fn divide(fault: &str, game: Game, position: &Position, depth: u32) -> Vec<(String, u64)> {
    let rest = |m: &oracle::Move| match depth {
        1 => 1,
        _ => divide(fault, game, &played(fault, game, position, m), depth - 1)
            .iter()
            .map(|(_, nodes)| nodes)
            .sum(),
    };
    let mut moves = position.legal_moves();
    match fault.split_once(' ') {
        Some(("en-passant", file)) => moves.retain(|m| !(m.en_passant && uci_target(m).starts_with(file))),
        Some(("promotion", _)) => moves.retain(|m| m.promotion != Some(Kind::Knight)),
        _ => {}
    }
    let mut counts: Vec<(String, u64)> = moves.iter().map(|m| (m.uci(), rest(m))).collect();
    if let Some(("pin", axis)) = fault.split_once(' ') {
        // The replies to an illegal move are not examined.
        counts.extend(unseen_pins(game, position, axis).into_iter().map(|text| (text, 1)));
    }
    if fault == "twice" {
        let again = counts.iter().find(|(text, _)| text == "e2e3").cloned();
        counts.extend(again);
    }
    counts
}

fn uci_target(m: &oracle::Move) -> String {
    let uci = m.uci();
    let from = uci[1..].find(|letter: char| letter.is_ascii_lowercase()).expect("two cells") + 1;
    uci[from..].to_owned()
}

/// Returns the illegal moves that a generator lists if it ignores pins along files.
fn unseen_pins(game: Game, position: &Position, axis: &str) -> Vec<String> {
    assert_eq!(axis, "file");
    let setup = Setup::from_fen(game, &position.to_fen()).expect("a FEN");
    let name = |cell| Coordinate(game.shape, cell).to_string();
    let files: BTreeMap<String, _> = setup.board.pieces().map(|(cell, piece)| (name(cell), piece)).collect();
    let king = files.iter().find(|(_, piece)| piece.owner == setup.turn && piece.role == Role::King);
    let (king, _) = king.expect("a king");
    let (file, rank) = king.split_at(1);
    let rank: i32 = rank.parse().expect("a rank");
    let mut unseen = Vec::new();
    for step in [1, -1] {
        let mut pieces =
            (1..12).map(|far| format!("{file}{}", rank + step * far)).filter(|cell| files.contains_key(cell));
        let (Some(own), Some(slider)) = (pieces.next(), pieces.next()) else { continue };
        let is_slider = matches!(files[&slider].role, Role::Queen | Role::Rook);
        if files[&own].owner != setup.turn || files[&slider].owner == setup.turn || !is_slider {
            continue;
        }
        let mut without = Setup::empty(game);
        without.turn = setup.turn;
        for (cell, piece) in setup.board.pieces().filter(|(cell, _)| name(*cell) != slider) {
            without.board.put(cell, piece);
        }
        let legal: Vec<String> = position.legal_moves().iter().map(oracle::Move::uci).collect();
        let free = Position::from_fen(second(game), &without.to_fen()).expect("a position");
        let moves = free.legal_moves().into_iter().map(|m| m.uci());
        unseen.extend(moves.filter(|text| text.starts_with(&own) && !legal.contains(text)));
    }
    unseen
}

fn compared(fault: &str, args: &[&str]) -> Ended {
    let engine = engine();
    let started = Instant::now();
    let ended = with_env(&[&["perft"], args, &["--engine", &engine]].concat(), &[(FAULT, fault)]);
    assert!(started.elapsed() < Duration::from_secs(59), "too slow");
    let stderr = ended.stderr.replace(&engine, "ENGINE");
    Ended { command: format!("hexmate perft {} --engine '{fault}'", args.join(" ")), stderr, ..ended }
}

#[test]
fn correct_engine_has_no_differences() {
    for args in
        [["start", "--variant", "mini", "--depth", "4"], [PAWNS, "--variant", "glinski", "--depth", "3"]]
    {
        let ended = compared("none", &args);
        assert_eq!(ended.status, Some(0), "{ended}");
        assert_eq!(ended.stdout.lines().count(), 1, "only the header: {ended}");
        assert!(ended.stderr.starts_with("equal: "), "{ended}");
    }
}

#[test]
fn compare_finds_each_planted_fault() {
    let mini = ["start", "--variant", "mini", "--depth", "4"];
    let faults = [
        compared("en-passant d", &[PAWNS, "--depth", "4"]),
        compared("promotion n", &mini),
        compared("pin file", &[PIN, "--depth", "3"]),
        compared("twice", &mini),
        compared("total", &mini[..4].iter().copied().chain(["1"]).collect::<Vec<_>>()),
    ];
    for ended in &faults {
        assert_eq!(ended.status, Some(1), "{ended}");
    }
    assert_snapshot!("compare_faults", faults.map(|ended| ended.to_string()).join("\n"));
}

/// Programs with other names of cells give the same comparison, also where a fault is followed.
#[test]
fn other_names_give_same_comparison() {
    let game = Game::GLINSKI;
    let mut setup = Setup { turn: Player::BLACK, ..Setup::empty(game) };
    for (name, piece) in [("g1", "K"), ("i6", "P"), ("g10", "k"), ("k7", "p"), ("l6", "n")] {
        let (piece, _) = hexmate_position::read_piece(&game, piece.as_bytes()).expect(piece);
        setup.board.put(game.cell(name).expect(name), piece);
    }
    let right = setup.to_fen();
    let engine = engine();
    for (names, fen, fault, options) in [
        ("files", &*right, "en-passant k", &[][..]),
        ("files", &right, "en-passant k", &["--to-files", "a-k"]),
        ("fairy", &right, "en-passant k", &["--to-fen", "fairy"]),
        ("fairy", PAWNS, "en-passant d", &["--to-fen", "fairy"]),
        ("capitals", PAWNS, "en-passant d", &[]),
    ] {
        let args = ["perft", fen, "--depth", "3", "--engine", &engine];
        let plain = with_env(&args, &[(FAULT, fault)]);
        let named = with_env(&[&args[..], options].concat(), &[(FAULT, fault), (NAMES, names)]);
        assert_eq!((plain.status, &*plain.stdout), (Some(1), &*named.stdout), "{named}");
        assert_eq!(plain.stderr, named.stderr, "{names}");
    }
    for (names, options) in [("files", &[][..]), ("fairy", &["--to-fen", "fairy"]), ("capitals", &[])] {
        let args = [&["perft", "start", "--depth", "2", "--engine", &engine], options].concat();
        let ended = with_env(&args, &[(FAULT, "none"), (NAMES, names)]);
        assert_eq!(ended.stderr, "equal: 51 moves, 2586 nodes at depth 2\n", "{names}: {ended}");
    }
}

#[test]
fn piece_on_crossed_cell_is_clue() {
    // After c7c5 the rook on c8 can go to the crossed cell.
    let position = "1/2k/5/R6/1p7/11/11/11/11/11/6K4 b - 0 1";
    let ended = compared("crossed", &[position, "--depth", "4"]);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stderr.contains("the last move went to c6, which a pawn had just crossed"), "{ended}");
    assert!(ended.stderr.ends_with("[crossed-cell]\n"), "{ended}");
}

#[test]
fn order_of_cells_is_suggested() {
    let this = env!("CARGO_BIN_EXE_hexmate");
    let engine = format!("'{this}' perft '{{fen}}' --depth {{depth}} --divide --from-fen file-up");
    let ended = hexmate(&["perft", PAWNS, "--depth", "2", "--engine", &engine]);
    assert_eq!(ended.status, Some(3), "{ended}");
    assert!(ended.stderr.contains("with --to-fen file-up it lists the legal moves"), "{ended}");
    // A wrong order is corrected too, also one by which another position is read.
    let right = format!("'{this}' perft '{{fen}}' --depth {{depth}} --divide");
    for wrong in ["file-up", "file-down", "oblique", "rank-reversed"] {
        let ended = hexmate(&["perft", PAWNS, "--depth", "2", "--engine", &right, "--to-fen", wrong]);
        assert!(matches!(ended.status, Some(1 | 3)), "{ended}");
        assert!(ended.stderr.contains("with --to-fen rank it lists the legal moves"), "{wrong}: {ended}");
    }
}

/// Positions of two games: one with an en passant capture, one with a promotion, one without either.
const POSITIONS: &str = "id,variant,fen\n\
    stepped,glinski,1/k2/5/7/4p1p2/4PP5/2Pp7/3P7/11/11/5K5 w d6 0 2\n\
    before,glinski,1/k2/5/7/2p1p1p2/5P5/2P1P6/3P7/11/11/5K5 w - 0 1\n\
    promotes,mini,1/1P1/k4/7/7/7/3K3 w - 0 1\n\
    quiet,glinski,1/k2/5/7/9/11/11/11/11/11/5K5 w - 0 1\n";

/// Returns the run over a file of positions; the paths in it do not depend on the run.
fn surveyed(fault: &str, more: &[&str]) -> Ended {
    let (engine, folder) = (engine(), tempfile::tempdir().expect("a folder"));
    let path = folder.path().join("positions.csv").display().to_string();
    fs::write(&path, POSITIONS).expect("a file");
    let args = [&["perft", &path, "--depth", "2", "--engine", &engine], more].concat();
    let ended = with_env(&args, &[(FAULT, fault)]);
    let command = format!("hexmate perft positions.csv --depth 2 {} --engine '{fault}'", more.join(" "));
    Ended { command, ..ended }
}

#[test]
fn survey_has_line_per_position() {
    let right = surveyed("none", &["-q"]);
    assert_eq!((right.status, right.stdout.lines().count()), (Some(0), 5), "{right}");
    let wrong = [
        surveyed("en-passant d", &[]),
        surveyed("promotion n", &["--format", "csv"]),
        surveyed("total", &["--format", "json"]),
        surveyed("other-depth", &[]),
    ];
    for ended in &wrong {
        assert_eq!(ended.status, Some(1), "{ended}");
    }
    assert_snapshot!("survey", wrong.map(|ended| ended.to_string()).join("\n"));
}

#[test]
#[ignore = "long: make verify-program"]
fn survey_ends_without_any_answer() {
    let ended = surveyed("complaint", &["--format", "csv"]);
    assert_eq!(ended.status, Some(3), "{ended}");
    assert!(
        ended.stderr.contains("info string cannot read this FEN\\u{1b}[2J\", \"row 3 is too long\""),
        "{ended}"
    );
    assert!(ended.stderr.contains("name the order with --to-fen"), "{ended}");
    assert_eq!(ended.stdout.matches("engine-no-counts").count(), 4, "{ended}");
}

#[test]
fn tables_are_compared_with_engine() {
    let engine = engine();
    let table = ["perft", "--verify", "perft/mini.perft", "--engine", &engine, "--format", "json"];
    let column = |ended: &Ended, name: &str| -> Vec<String> {
        let rows = ended.stdout.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row"));
        rows.map(|row| row[name].to_string()).collect()
    };
    let args = [&table[..], &["--limit", "1000", "--depth", "2"]].concat();
    let ended = with_env(&args, &[(FAULT, "promotion n")]);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(
        column(&ended, "status").iter().all(|status| status == "\"ok\"" || status == "\"missing\""),
        "{ended}"
    );
    assert!(column(&ended, "depth").iter().all(|depth| depth == "1" || depth == "2"), "{ended}");
    assert!(ended.stderr.contains("missing promotion"), "{ended}");
    let other = with_env(&[&table[..], &["--variant", "glinski"]].concat(), &[(FAULT, "none")]);
    assert_eq!((other.status, other.stdout.lines().count()), (Some(0), 0), "{other}");
}

#[test]
fn own_start_position_is_compared() {
    let ended = compared("array", &["start", "--variant", "mini", "--depth", "2"]);
    assert_eq!(ended.status, Some(1), "{ended}");
    let complaint = compared("complaint", &["start", "--variant", "mini", "--depth", "1"]);
    let depth = compared("other-depth", &["start", "--variant", "mini", "--depth", "3"]);
    assert_snapshot!("compare_answers", [ended, complaint, depth].map(|ended| ended.to_string()).join("\n"));
}

#[test]
fn start_only_command_follows_moves() {
    let this = env!("CARGO_BIN_EXE_hexmate");
    let args =
        |rest: &str| format!("'{this}' perft start --variant mini --depth {{depth}} --divide -q{rest}");
    let (moves, depth) = (args(" --moves b1b2 {moves}"), args(""));
    let ask = |command: &str, position: &str| {
        hexmate(&["perft", position, "--variant", "mini", "--depth", "3", "--engine", command])
    };
    assert_eq!(ask(&depth, "start").status, Some(0));
    let wrong = ask(&depth.replace("mini", "glinski"), "start");
    assert!(wrong.stderr.contains("[foreign-moves]") || wrong.status == Some(1), "{wrong}");
    // Without {moves}, or from a FEN, it cannot be asked about other positions.
    let after = Game::MINI;
    let after = hexmate_position::Position::start(after);
    let after = after.play(after.parse("b1b2").expect("a move")).expect("legal").to_fen();
    for (command, position) in [(&depth, "start moves b1b2"), (&moves, &after)] {
        let elsewhere = ask(command, position);
        assert_eq!(elsewhere.status, Some(2), "{elsewhere}");
        assert!(elsewhere.stderr.contains("the command has no {fen}"), "{elsewhere}");
    }
    // In quotes and in a longer word the moves are one argument; otherwise each move is one.
    let joined =
        format!("'{this}' perft 'startpos moves {{moves}}' --variant mini --depth {{depth}} --divide -q");
    let words =
        format!("'{this}' perft startpos moves {{moves}} --variant mini --depth {{depth}} --divide -q");
    for command in [&joined, &words] {
        for position in ["start", "start moves b1b2", "startpos moves b1b2 e6c4"] {
            let ended = ask(command, position);
            assert_eq!((ended.status, ended.stderr.starts_with("equal: ")), (Some(0), true), "{ended}");
        }
    }
    let faulty = format!("sh -c \"{joined} | grep -v e6c4\"");
    let found = ask(&faulty, "start moves c1a2");
    assert_eq!(found.status, Some(1), "{found}");
    assert!(found.stdout.contains("e6c4"), "{found}");
    // So are the games of a file that begin at the start; another position is skipped.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn").display().to_string();
    let games = [
        "[Variant \"mini\"]\n\n1. b2 b4 2. Na2 *\n",
        &format!("[Variant \"mini\"]\n[SetUp \"1\"]\n[FEN \"{after}\"]\n\n1... Nc4 *\n"),
        "[Variant \"mini\"]\n\n1. c3 *\n",
    ];
    fs::write(&file, games.join("\n")).expect("a file");
    let surveyed = ask(&words, &file);
    assert_eq!(surveyed.status, Some(0), "{surveyed}");
    assert!(surveyed.stderr.contains("2 of 2 positions equal"), "{surveyed}");
}

#[test]
fn mirrored_board_is_named() {
    for variant in ["glinski", "mccooey", "mini"] {
        let ended = compared("mirrored", &["start", "--variant", variant, "--depth", "2"]);
        assert_eq!(ended.status, Some(1), "{ended}");
        let clues: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("clue: ")).collect();
        assert_eq!(clues.len(), 1, "{variant}: {ended}");
        assert!(clues[0].contains("left and right exchanged") && clues[0].ends_with("[mirrored]"), "{ended}");
    }
}

#[test]
fn divide_of_other_depth_is_recognised() {
    let theirs = hexmate(&["perft", "start", "--variant", "mini", "--depth", "2", "--divide", "-q"]).stdout;
    for (asked, status) in [("1", Some(1)), ("2", Some(0)), ("3", Some(1))] {
        let ended =
            with_input(&["perft", "start", "--variant", "mini", "--depth", asked, "--compare", "-"], &theirs);
        let text = format!("all counts are those of depth 2, not of depth {asked} [other-depth]");
        assert_eq!((ended.status, ended.stderr.contains(&text)), (status, asked != "2"), "{ended}");
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn silent_engine_is_named() {
    let start = ["start", "--variant", "mini", "--depth", "2"];
    let this = engine();
    for (fault, more, code) in [
        ("silent", ["--engine-time", "0.5"], "engine-silent"),
        ("nonsense", ["--engine-time", "20"], "engine-no-counts"),
        ("dies", ["--engine-time", "20"], "engine-ended"),
        ("squares", ["--engine-time", "20"], "foreign-moves"),
    ] {
        let ended = compared(fault, &[&start[..], &more].concat());
        assert_eq!(ended.status, Some(3), "{ended}");
        assert!(ended.stderr.trim_end().ends_with(&format!("[{code}]")), "{ended}");
        assert_eq!(ended.stderr.lines().count(), 1, "{ended}");
    }
    for (command, seconds, code) in [
        ("no-such-program-anywhere", "20", "engine-not-started"),
        ("'not closed", "20", "engine-command"),
        ("false", "20", "engine-ended"),
        ("false {depth}", "20", "engine-ended"),
        ("echo {depth}", "20", "engine-no-counts"),
        (this.as_str(), "20", "engine-ended"),
        ("yes", "0.5", "engine-silent"),
        ("yes 'b1b2: {depth}'", "0.5", "engine-silent"),
    ] {
        let limited = ["--engine", command, "--engine-time", seconds];
        let ended = hexmate(&[&["perft"], &start[..], &limited].concat());
        assert_eq!(ended.status, Some(3), "{ended}");
        assert!(ended.stderr.trim_end().ends_with(&format!("[{code}]")), "{ended}");
    }
}

/// The engine is this program, started once per query.
#[test]
fn command_line_runs_per_query() {
    let this = env!("CARGO_BIN_EXE_hexmate");
    let moves = format!("'{this}' perft '{{fen}} moves {{moves}}' --depth {{depth}} --divide --variant mini");
    let fens = format!("'{this}' perft '{{fen}}' --depth {{depth}} --divide --variant mini --format json");
    let other =
        format!("'{this}' perft '{{fen}}' --depth {{depth}} --divide --variant mini --from-fen file-up");
    for (command, more) in [(moves, vec![]), (fens, vec![]), (other, vec!["--to-fen", "file-up"])] {
        let args = ["perft", "start", "--variant", "mini", "--depth", "3", "--engine", &command];
        let ended = hexmate(&[&args[..], &more].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
    }
}

#[test]
fn inconsistent_engine_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("wrong.sh").display().to_string();
    // A different count after one move, but the right one for the position after that move.
    let this = env!("CARGO_BIN_EXE_hexmate");
    let text = format!(
        "'{this}' perft \"$1\" --depth \"$2\" --divide --variant mini -q | sed 's/^b1b2 .*/b1b2 = 1/'\n"
    );
    fs::write(&script, text).expect("a file");
    let command = format!("sh {script} {{fen}} {{depth}}");
    let args = ["perft", "start", "--variant", "mini", "--depth", "3", "--engine", &command];
    let ended = hexmate(&args);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stderr.contains("after b1b2, the other program counts correctly"), "{ended}");
    assert!(ended.stderr.contains("[inconsistent]"), "{ended}");
}

#[test]
fn divide_is_read_in_all_formats() {
    let ours = hexmate(&[
        "perft",
        "start",
        "--variant",
        "mini",
        "--depth",
        "3",
        "--divide",
        "--format",
        "csv",
        "-q",
    ]);
    let counts: Vec<(&str, &str)> =
        ours.stdout.lines().skip(1).map(|line| line.split_once(',').expect("a row")).collect();
    let written = |form: &dyn Fn(usize, &str, &str) -> String| {
        let lines: Vec<String> =
            counts.iter().enumerate().map(|(at, (m, nodes))| form(at + 1, m, nodes)).collect();
        lines.join("\n")
    };
    let forms = [
        ours.stdout.clone(),
        written(&|_, m, nodes| format!("{m}: {nodes}")) + "\n\nNodes searched: 681\n",
        written(&|_, m, nodes| format!("{m} {nodes}\r")),
        format!(
            "Perft 3\n========\n{}\nTotal: 681\ntime 12 ms\n",
            written(&|at, m, nodes| format!("{at}. {m} = {nodes}"))
        ),
        written(&|_, m, nodes| format!("{{\"nodes\":{nodes},\"move\":\"{m}\"}}")),
    ];
    for text in forms {
        let args = ["perft", "start", "--variant", "mini", "--depth", "3", "--compare", "-"];
        let ended = with_input(&args, &text);
        assert_eq!((ended.status, ended.stdout.lines().count()), (Some(0), 1), "{text}\n{ended}");
    }
}

#[test]
fn divide_file_suggests_next_query() {
    let ours = hexmate(&["perft", PAWNS, "--depth", "3", "--divide", "-q"]).stdout;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("theirs.txt").display().to_string();
    let wrong: Vec<String> = ours
        .lines()
        .filter(|line| !line.starts_with("d4d5"))
        .map(|line| if line.starts_with("c5c6") { "c5c6: 7".to_owned() } else { line.to_owned() })
        .collect();
    fs::write(&path, wrong.join("\n")).expect("a file");
    let args = ["perft", PAWNS, "--depth", "3", "--compare", &path];
    let ended = hexmate(&args);
    assert_eq!(ended.status, Some(1), "{ended}");
    let shown = ended.to_string().replace(&path, "theirs.txt");
    let empty = with_input(&["perft", PAWNS, "--depth", "3", "--compare", "-"], "nothing\n").to_string();
    assert_snapshot!("compare_file", [shown, empty].join("\n"));
}

#[test]
fn suggested_query_can_be_run() {
    let divide = ["perft", "start", "--variant", "mini", "--depth", "3", "--divide", "-q"];
    let theirs = hexmate(&divide).stdout.replace("b1b2                   80", "b1b2                    7");
    let compare = ["perft", "start", "--variant", "mini", "--depth", "3", "--compare", "-"];
    let ended = with_input(&compare, &theirs);
    assert_eq!((ended.status, ended.stdout.lines().count()), (Some(1), 2), "{ended}");
    let command = ended.stderr.lines().find_map(|line| line.strip_prefix("hexmate "));
    let [first, fen, rest] = command.expect("a command").split('\'').collect::<Vec<_>>()[..] else {
        panic!("{ended}");
    };
    let rest = rest.replace("FILE", "-");
    let words: Vec<&str> = [first.trim_end(), fen].into_iter().chain(rest.split_whitespace()).collect();
    let next = with_input(&words, "nothing\n");
    assert!(next.stderr.contains("[no-counts]"), "the position is understood: {next}");
}

/// A move generator for the adapters: this program, asked for the legal moves after some moves.
const PYTHON_GENERATOR: &str = "import subprocess\n\
    def legal(moves):\n    \
    args = [PROGRAM, 'moves', ' '.join(['startpos', 'moves'] + moves), '--variant', 'mini', '--notation', 'uci']\n    \
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout.split()\n";

const NODE_GENERATOR: &str = "const { execFileSync } = require('child_process');\n\
    const args = (moves) => ['moves', ['startpos', 'moves', ...moves].join(' '), '--variant', 'mini', '--notation', 'uci'];\n\
    const words = (moves) => String(execFileSync(PROGRAM, args(moves))).split('\\n');\n\
    exports.legal = (moves) => words(moves).filter((word) => word);\n";

#[test]
fn adapters_count_with_generators() {
    let folder = tempfile::tempdir().expect("a folder");
    let this = env!("CARGO_BIN_EXE_hexmate");
    for (interpreter, ending, generator) in
        [("python3", "py", PYTHON_GENERATOR), ("node", "js", NODE_GENERATOR)]
    {
        if std::process::Command::new(interpreter).arg("--version").output().is_err() {
            eprintln!("SKIPPED: no {interpreter}");
            continue;
        }
        let name = format!("adapter.{ending}");
        let source = format!("{}/examples/perft/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&source).expect("an adapter");
        assert!(text.lines().count() <= 14, "{source} is long");
        fs::write(folder.path().join(&name), text).expect("a file");
        let generator = generator.replace("PROGRAM", &format!("{this:?}"));
        fs::write(folder.path().join(format!("generator.{ending}")), &generator).expect("a file");
        let adapter = folder.path().join(&name).display().to_string();
        let command = format!("{interpreter} '{adapter}' {{depth}} {{moves}}");
        let ask = |position: &str| {
            hexmate(&["perft", position, "--variant", "mini", "--depth", "2", "--engine", &command])
        };
        assert_eq!(ask("start").stderr, "equal: 9 moves, 71 nodes at depth 2\n", "{interpreter}");
        assert_eq!(ask("startpos moves b1b2").status, Some(0), "{interpreter}");
        // A move that the generator lacks is found after the moves that lead to it.
        let faulty = match ending {
            "py" => generator.replace(".split()", ".replace('e6c4', '').split()"),
            _ => generator.replace("=> word)", "=> word && word !== 'e6c4')"),
        };
        fs::write(folder.path().join(format!("generator.{ending}")), faulty).expect("a file");
        let found = ask("start");
        assert_eq!(found.status, Some(1), "{found}");
        assert!(found.stdout.contains("e6c4") && found.stdout.contains("missing"), "{found}");
    }
}
