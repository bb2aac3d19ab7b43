//! Generators with one fault each: the suite catches all of them, and each position that was added for a fault is needed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hexmate_position::Position;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::faulty::{Fault, Faulty};
use super::rows::{CountRow, PositionRow};
use super::{game, oracle_position, read};
use crate::law_length::quick_or_full;
use crate::oracle::{self, Board, Game, Hex, Kind};

/// Largest count in which a fault is looked for.
const MOST_NODES: u64 = 2_000;

/// A row of the suite, read by the oracle, with its small counts.
struct Asked {
    id: String,
    faults: Vec<String>,
    position: oracle::Position,
    /// The moves, each with the pieces after it.
    moves: Vec<(String, Board)>,
    /// Counts of depths 2 and 3.
    counts: Vec<u64>,
}

impl Asked {
    fn new(row: PositionRow, counts: &CountRow) -> Self {
        let position = oracle_position(&row.variant, &row.fen).expect("a legal position");
        let is_small = |nodes: &u64| *nodes <= MOST_NODES;
        let counts = counts.counts.iter().map(|words| words["nodes"]).take_while(is_small).skip(1).collect();
        let moves = Faulty::new(None, &position).moves();
        let listed: Vec<&str> = row.moves.iter().map(|m| &*m.uci).collect();
        assert_eq!(moves.iter().map(|(text, _)| &**text).collect::<Vec<_>>(), listed, "{}", row.id);
        Self { id: row.id, faults: row.faults, position, moves, counts }
    }

    fn is_marked(&self, fault: Fault) -> bool {
        self.faults.iter().any(|code| code == fault.code())
    }

    /// Returns whether a fault shows in the moves.
    fn shows(&self, fault: Fault) -> bool {
        Faulty::new(Some(fault), &self.position).moves() != self.moves
    }

    /// Returns whether a fault shows in the moves or in a small count.
    fn shows_in_counts(&self, fault: Fault) -> bool {
        let faulty = Faulty::new(Some(fault), &self.position);
        let is_wrong = |(depth, &nodes): (u32, &u64)| faulty.perft(depth) != nodes;
        let counts = (2..).zip(&self.counts).filter(|_| self.position.rules().count() == 2);
        self.shows(fault) || counts.into_iter().any(is_wrong)
    }
}

/// Returns the rows of the suite by game, those with faults first.
fn suite() -> Vec<(Game, Vec<Asked>)> {
    let mut games: BTreeMap<usize, Vec<Asked>> = BTreeMap::new();
    for (row, counts) in read::<PositionRow>("positions").into_iter().zip(read::<CountRow>("counts")) {
        assert_eq!(row.id, counts.id);
        let number = Game::ALL.iter().position(|game| game.name() == row.variant).expect("a game");
        games.entry(number).or_default().push(Asked::new(row, &counts));
    }
    let mut all: Vec<(Game, Vec<Asked>)> =
        games.into_iter().map(|(number, rows)| (Game::ALL[number], rows)).collect();
    for (_, rows) in &mut all {
        rows.sort_by_key(|row| row.faults.is_empty());
    }
    all
}

#[test]
fn suite_catches_every_fault() {
    let suite = suite();
    let games: Vec<&(Game, Vec<Asked>)> = suite.iter().step_by(quick_or_full(4, 1)).collect();
    games.par_iter().for_each(|(game, rows)| {
        for fault in Fault::all(*game) {
            let is_caught = rows.iter().any(|row| row.is_marked(fault) && row.shows_in_counts(fault))
                || rows.iter().any(|row| row.shows(fault))
                || rows.iter().any(|row| row.shows_in_counts(fault));
            assert!(is_caught, "{}: {fault:?}; cargo run --example conformance", game.name());
        }
    });
}

/// Without a row that has faults, one of them passes: it shows in no row without faults.
#[test]
#[ignore = "long: make verify"]
fn rows_for_faults_are_needed() {
    for (game, rows) in suite() {
        let plain: Vec<&Asked> = rows.iter().filter(|row| row.faults.is_empty()).collect();
        // Moves first: counts take much longer.
        let is_passing = |fault: Fault| {
            !plain.iter().any(|row| row.shows(fault)) && !plain.iter().any(|row| row.shows_in_counts(fault))
        };
        let faults = Fault::all(game);
        let passing: Vec<Fault> = faults.par_iter().filter(|&&fault| is_passing(fault)).copied().collect();
        for row in rows.iter().filter(|row| !row.faults.is_empty()) {
            for code in &row.faults {
                let is_needed = |fault: &&Fault| fault.code() == code && row.shows_in_counts(**fault);
                assert!(passing.iter().any(|fault| is_needed(&fault)), "{}: {code}", row.id);
            }
        }
    }
}

/// A fault of the page, from its section.
struct Section {
    code: String,
    variant: String,
    fen: String,
    right: Vec<u64>,
    with_fault: Vec<u64>,
}

/// Reads the page: a picture named by the code, the game and the FEN as text, and two rows of counts.
fn sections() -> Vec<Section> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/generator-faults.md");
    let page = fs::read_to_string(path).expect("the page");
    let between = |text: &str, open: &str, close: &str| -> String {
        let rest = text.split_once(open).unwrap_or_else(|| panic!("{open} in {text}")).1;
        rest.split_once(close).expect(close).0.trim().to_owned()
    };
    let counts = |text: &str, name: &str| -> Vec<u64> {
        let row = between(text, &format!("| {name} |"), "|\n");
        row.split('|').map(|count| count.trim().replace(' ', "").parse().expect("a count")).collect()
    };
    let section = |text: &str| {
        let line = between(text, "```text\n", "\n```");
        let (variant, fen) = line.split_once(": ").expect("a game and a FEN");
        Section {
            code: between(text, "pictures/faults/", ".svg"),
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            right: counts(text, "right"),
            with_fault: counts(text, "with the fault"),
        }
    };
    page.split("\n## ").filter(|text| text.contains("pictures/faults/")).map(section).collect()
}

#[test]
fn fault_page_counts_are_right() {
    let sections = sections();
    assert_eq!(sections.len(), 20);
    let mut wrong = Vec::new();
    for Section { code, variant, fen, right, with_fault } in &sections {
        let position =
            Position::from_fen(game(variant), fen).unwrap_or_else(|error| panic!("{code}: {error}"));
        let second = oracle_position(variant, fen).expect("a legal position");
        let fault = of_page(code, second.rules());
        assert_eq!(fault.code(), code);
        let faulty = Faulty::new(Some(fault), &second);
        let depths: Vec<u32> = (1..=right.len() as u32).collect();
        let counted =
            |perft: &dyn Fn(u32) -> u64| depths.iter().map(|&depth| perft(depth)).collect::<Vec<_>>();
        let library = counted(&|depth| position.perft(depth));
        assert_eq!(library, counted(&|depth| second.perft(depth)), "{code}");
        let found = counted(&|depth| faulty.perft(depth));
        if (&library, &found) != (right, with_fault) || library == found {
            wrong.push(format!("{code}: {library:?} {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the fault of a section.
fn of_page(code: &str, rules: &oracle::Rules) -> Fault {
    let cell = |name: &str| -> Hex { rules.cells.by_name(name).expect(name) };
    match code {
        "near-edge" => Fault::NoRightOnFile('b'),
        "taker-on-edge" => Fault::NoTakerOnFile('l'),
        "crossed-cell" => Fault::PieceTakesOnCrossedCell,
        "right-outlives-move" => Fault::RightOutlivesMove,
        "captured-pawn-shields-king" => Fault::CapturedPawnShieldsKing,
        "no-en-passant-in-check" => Fault::NoEnPassantInCheck,
        "step-after-capture" => Fault::DoubleStepNeedsUnmovedPawn,
        "step-over-piece" => Fault::DoubleStepJumps,
        "pawn-capture" => Fault::NoPawnCapture(1, 0),
        "promotion-by-capture" => Fault::NoPromotionByCapture(0, 1),
        "promotion-pieces" => Fault::NoPromotionTo(Kind::Knight),
        "promotion-cells" => Fault::PromotesInMiddleOnly,
        "middle-pawn" => Fault::EveryPawnStepsTwice,
        "capture-leaves-right" => Fault::CaptureLeavesRight,
        "between-pieces" => Fault::StoppedBetweenPieces,
        "pin-unseen" => Fault::PinUnseen(3),
        "pin-freezes" => Fault::PinFreezes(1),
        "king-in-corner" => Fault::BlindAt(cell("f11")),
        "king-shields-itself" => Fault::KingShieldsItself,
        "pawn-attacks-ahead" => Fault::PawnAttacksAhead,
        _ => panic!("{code}: no such fault"),
    }
}
