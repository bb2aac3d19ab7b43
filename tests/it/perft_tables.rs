//! The tables in `perft/` checked with the oracle: counts, remarks and coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::law_length::quick_or_full;
use crate::oracle;
use hexmate_core::perft::Kind;
use hexmate_core::perft::reference;
use hexmate_core::perft::reference::{Case, Count};
use hexmate_position as game;
use hexmate_position::Uci;
use hexmate_position::{Position, Setup};
use oracle::{Breakdown, Event, Game, Player};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Least number of chosen positions per game.
const FEWEST: usize = 30;

/// Least number of lines in all tables that the oracle counts quickly.
const FEWEST_LINES: usize = 2_800;

/// Least number of remarks in all tables.
const FEWEST_REMARKS: usize = 3_600;

/// Returns names without extension and texts of the tables.
fn tables() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let paths = fs::read_dir(folder).expect("the folder perft").map(|entry| entry.expect("an entry").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "perft"));
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    tables.map(|path| (name(&path), fs::read_to_string(&path).expect("a table"))).collect()
}

/// A case with its comments.
struct Entry<'t> {
    place: String,
    case: Case<'t>,
    /// The lines of the case.
    lines: Vec<&'t str>,
}

impl<'t> Entry<'t> {
    fn new(table: &str, text: &'t str, case: Case<'t>) -> Self {
        let lines = text.lines().skip(case.id.line);
        let lines = lines.take_while(|line| !line.starts_with("id ")).collect();
        Self { place: format!("{table}.perft:{}: {}", case.id.line, case.id.text), case, lines }
    }

    /// Returns the move lines of comments that begin with this word.
    fn remarks(&self, word: &str) -> impl Iterator<Item = Vec<&'t str>> {
        let prefix = format!("# {word}: ");
        let moves = self.lines.iter().filter_map(move |line| line.strip_prefix(prefix.as_str()));
        moves.map(|line| line.split(' ').collect()).collect::<Vec<_>>().into_iter()
    }

    fn oracle_position(&self) -> oracle::Position {
        let game = Game::by_name(self.case.variant.text).expect("a known game");
        match self.case.fen.text {
            "start" => oracle::Position::start(game),
            fen => oracle::Position::from_fen(game, fen)
                .unwrap_or_else(|error| panic!("{}: {error}", self.place)),
        }
    }

    fn position(&self) -> Position {
        if self.case.fen.text == "start" {
            return Position::start(game(self));
        }
        let fen = self.case.fen.text;
        let setup =
            Setup::from_fen(game(self), fen).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        assert_eq!(setup.faults().as_slice(), [], "{}", self.place);
        setup.into_position().unwrap_or_else(|faults| panic!("{}: {faults}", self.place))
    }
}

fn entries(tables: &[(String, String)]) -> Vec<Entry<'_>> {
    let read = |(name, text)| {
        let cases = reference::read(text).map(move |case| {
            let case = case.unwrap_or_else(|error| panic!("{name}.perft:{error}"));
            Entry::new(name, text, case)
        });
        cases.collect::<Vec<_>>()
    };
    tables
        .iter()
        .map(|(name, text): &(String, String)| (name.as_str(), text.as_str()))
        .flat_map(read)
        .collect()
}

/// Returns the count of a kind in a breakdown of the oracle.
fn count_of(breakdown: &Breakdown, kind: Kind) -> u64 {
    match kind {
        Kind::Captures => breakdown.captures,
        Kind::EnPassant => breakdown.en_passant,
        Kind::DoubleSteps => breakdown.double_steps,
        Kind::Promotions => breakdown.promotions,
        Kind::Checks => breakdown.checks,
        Kind::DoubleChecks => breakdown.double_checks,
        Kind::Mates => breakdown.mates,
        Kind::Stalemates => breakdown.stalemates,
        Kind::Eliminations => breakdown.eliminations,
        Kind::Castles => breakdown.castles,
    }
}

/// Returns what is wrong with a count.
fn check(entry: &Entry<'_>, count: &Count) -> Option<String> {
    let position = entry.oracle_position();
    let Count { depth, nodes, kinds, .. } = count;
    let fault = |name: &str, expected, found| {
        (expected != found)
            .then(|| format!("{}, depth {depth}: {expected} {name}, found {found}", entry.place))
    };
    if kinds.is_empty() {
        return fault("nodes", *nodes, position.perft(*depth));
    }
    let breakdown = position.breakdown(*depth);
    let faults =
        kinds.iter().filter_map(|&(kind, expected)| fault(kind.name(), expected, count_of(&breakdown, kind)));
    let faults: Vec<String> = fault("nodes", *nodes, breakdown.nodes).into_iter().chain(faults).collect();
    (!faults.is_empty()).then(|| faults.join("\n"))
}

fn check_tables(limit: u64) {
    let tables = tables();
    let entries = entries(&tables);
    let counts: Vec<_> =
        entries.iter().flat_map(|entry| entry.case.counts.iter().map(move |c| (entry, c))).collect();
    let small: Vec<_> = counts.into_iter().filter(|(_, count)| count.nodes <= limit).collect();
    let faults: Vec<String> = small.par_iter().filter_map(|(entry, count)| check(entry, count)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        small.len() >= quick_or_full(FEWEST_LINES / 2, FEWEST_LINES),
        "only {} lines have been checked",
        small.len()
    );
}

#[test]
#[ignore = "long: make verify"]
fn oracle_agrees_on_table_lines() {
    check_tables(quick_or_full(5_000, 50_000));
}

/// Plays moves with the oracle as far as they are legal; returns their number.
fn count_legal(entry: &Entry<'_>, line: &[&str]) -> usize {
    let mut position = entry.oracle_position();
    for (played, text) in line.iter().enumerate() {
        let Some(m) = position.legal_moves().into_iter().find(|m| m.uci() == *text) else { return played };
        position = position.play(&m);
    }
    line.len()
}

/// Like [`count_legal`], with the library.
fn count_legal_in_library(entry: &Entry<'_>, line: &[&str]) -> usize {
    let mut position = entry.position();
    for (played, text) in line.iter().enumerate() {
        let m = Uci::parse(game(entry).shape, text.as_bytes())
            .unwrap_or_else(|| panic!("{}: {text}", entry.place));
        match position.play(m) {
            Ok(next) => position = next,
            Err(_) => return played,
        }
    }
    line.len()
}

fn check_remarks(entry: &Entry<'_>) -> usize {
    let legal = entry.remarks("legal").map(|line| (line.len(), line));
    let illegal = entry.remarks("illegal").map(|line| (line.len() - 1, line));
    let remarks: Vec<_> = legal.chain(illegal).collect();
    for (expected, line) in &remarks {
        for found in [count_legal(entry, line), count_legal_in_library(entry, line)] {
            assert_eq!(found, *expected, "{}: legal moves of {}", entry.place, line.join(" "));
        }
    }
    remarks.len()
}

fn game(entry: &Entry<'_>) -> game::Game {
    let name = entry.case.variant.text;
    game::Game::from_name(name).unwrap_or_else(|| panic!("{}: no game is called {name}", entry.place))
}

#[test]
#[ignore = "long: make verify"]
fn remarked_moves_are_legal_or_not() {
    let tables = tables();
    let remarks: usize = entries(&tables).iter().map(check_remarks).sum();
    assert!(remarks >= FEWEST_REMARKS, "only {remarks} remarks");
}

#[test]
fn table_positions_are_sound() {
    let tables = tables();
    for entry in entries(&tables).iter().filter(|entry| entry.case.fen.text != "start") {
        assert_eq!(entry.oracle_position().to_fen(), entry.case.fen.text, "{}", entry.place);
        assert_eq!(entry.position().to_fen(), entry.case.fen.text, "{}", entry.place);
    }
}

#[test]
fn chosen_positions_are_many_and_distinct() {
    let tables = tables();
    for game in Game::ALL {
        let table = tables.iter().find(|(name, _)| name == game.name());
        let (name, text) = table.unwrap_or_else(|| panic!("no table of {}", game.name()));
        let table = [(name.clone(), text.clone())];
        let entries = entries(&table);
        let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.case.id.text).collect();
        let fens: BTreeSet<&str> = entries.iter().map(|entry| entry.case.fen.text).collect();
        assert!(ids.len() >= FEWEST, "{name} has {} positions", ids.len());
        assert_eq!(
            (ids.len(), fens.len()),
            (entries.len(), entries.len()),
            "{name}: an id or a position occurs twice"
        );
        for entry in &entries {
            assert_eq!(entry.case.variant.text, name, "{}", entry.place);
            let depths = entry.case.counts.iter().map(|count| count.depth);
            assert!(depths.eq(1..=entry.case.counts.len() as u32), "{}: a depth is missing", entry.place);
            // Tables of games without castling need no column for it.
            let needed = Kind::ALL.len() - usize::from(game.rules().wings.is_empty());
            let has_breakdown = entry.case.counts.iter().any(|count| count.kinds.len() >= needed);
            assert!(has_breakdown, "{}: no breakdown", entry.place);
        }
    }
}

/// Events and positions that occur in a table, found with the oracle.
#[derive(Debug, Default)]
struct Contents {
    /// Leaves of each kind, in the order of [`Kind::ALL`].
    leaves: [u64; Kind::ALL.len()],
    /// Positions for each number of remaining players.
    living: BTreeMap<usize, usize>,
    /// Inherited pawns: owner and original seat.
    taken_over: BTreeSet<(Player, Player)>,
    /// Promotions: owner and original seat of the pawn.
    promoted: BTreeSet<(Player, Player)>,
    /// Double steps: owner and original seat of the pawn.
    stepped: BTreeSet<(Player, Player)>,
    /// Delays of en passant captures after the double step, in plies.
    delays: BTreeSet<usize>,
    /// Players skipped.
    skipped: BTreeSet<Player>,
    /// Eliminated players, each with the heir.
    inherited: BTreeSet<(Player, Player)>,
}

impl Contents {
    fn of(entries: &[Entry<'_>]) -> Self {
        let mut contents = Self::default();
        for entry in entries {
            for (kind, leaves) in entry.case.counts.iter().flat_map(|count| &count.kinds) {
                contents.leaves[*kind as usize] += leaves;
            }
            let position = entry.oracle_position();
            *contents.living.entry(position.living().len()).or_default() += 1;
            let pieces = position.board().pieces();
            contents.taken_over.extend(
                pieces
                    .filter(|(_, piece)| piece.owner != piece.seat)
                    .map(|(_, piece)| (piece.owner, piece.seat)),
            );
            for m in position.legal_moves() {
                contents.record(&position, &m);
            }
            for line in entry.remarks("legal") {
                contents.play(position.clone(), &line);
            }
        }
        contents
    }

    fn record(&mut self, position: &oracle::Position, m: &oracle::Move) {
        let piece = position.board().at(m.from).expect("a piece moves");
        if m.promotion.is_some() {
            self.promoted.insert((piece.owner, piece.seat));
        }
        if m.double_step {
            self.stepped.insert((piece.owner, piece.seat));
        }
        for event in position.play_with_events(m).1 {
            match event {
                Event::Skipped(player) => self.skipped.insert(player),
                Event::Out(victim, heir) => self.inherited.insert((victim, heir)),
            };
        }
    }

    /// Records the delays of en passant captures in the line of a remark.
    fn play(&mut self, mut position: oracle::Position, line: &[&str]) {
        let mut crossed = BTreeMap::new();
        for (ply, text) in line.iter().enumerate() {
            let moves = position.legal_moves();
            let m = moves.iter().find(|m| m.uci() == *text).expect("a legal move");
            let piece = position.board().at(m.from).expect("a piece moves");
            if m.double_step {
                let cells = position.rules().seat(piece.seat).crossed(m.from, m.to);
                crossed.extend(cells.into_iter().map(|cell| (cell, ply)));
            }
            if m.en_passant {
                self.delays.extend(crossed.get(&m.to).map(|step| ply - step));
            }
            position = position.play(m);
        }
    }
}

#[test]
fn multiplayer_tables_cover_multiplayer_rules() {
    let tables = tables();
    for game in Game::ALL.into_iter().filter(|game| game.rules().count() > 2) {
        let table: Vec<_> = tables.iter().filter(|(name, _)| name == game.name()).cloned().collect();
        let name = game.name();
        let contents = Contents::of(&entries(&table));
        let players = game.rules().count();
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Castles) {
            assert!(contents.leaves[kind as usize] > 0, "{name}: no {} in {contents:?}", kind.name());
        }
        assert!(contents.living.keys().copied().eq(2..=usize::from(players)), "{name}: {contents:?}");
        for player in 0..players {
            assert!(contents.promoted.contains(&(player, player)), "{name}: {contents:?}");
            assert!(contents.stepped.contains(&(player, player)), "{name}: {contents:?}");
            assert!(contents.skipped.contains(&player), "{name}: {contents:?}");
            let seats = |pairs: &BTreeSet<(Player, Player)>| {
                pairs.iter().any(|&(owner, seat)| owner != seat && seat == player)
            };
            assert!(
                seats(&contents.taken_over) && seats(&contents.promoted) && seats(&contents.stepped),
                "{name}: {contents:?}"
            );
            assert!(contents.inherited.iter().any(|&(victim, _)| victim == player), "{name}: {contents:?}");
        }
        let opponents = 1..usize::from(players);
        assert!(opponents.clone().all(|delay| contents.delays.contains(&delay)), "{name}: {contents:?}");
        assert_eq!(
            contents.delays.last(),
            opponents.last().as_ref(),
            "{name}: an en passant right is too old"
        );
    }
}

#[test]
fn castling_tables_cover_castlings_and_ends() {
    let tables = tables();
    let with_wings: Vec<Game> = Game::ALL.into_iter().filter(|game| !game.rules().wings.is_empty()).collect();
    assert_eq!(with_wings.len(), 3);
    for game in with_wings {
        let name = game.name();
        let table: Vec<_> = tables.iter().filter(|(table, _)| table == name).cloned().collect();
        let entries = entries(&table);
        let contents = Contents::of(&entries);
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Eliminations) {
            assert!(contents.leaves[kind as usize] > 0, "{name}: no {} in {contents:?}", kind.name());
        }
        let mut castled = BTreeSet::new();
        for entry in &entries {
            let castlings = entry.oracle_position().legal_moves().into_iter().filter_map(|m| m.castle);
            castled.extend(castlings.map(|castle| (castle.wing, castle.text)));
        }
        let wings = &game.rules().wings;
        assert!(
            wings.iter().all(|wing| castled.iter().any(|&(letter, _)| letter == wing.letter)),
            "{name}: {castled:?}"
        );
        let texts: BTreeSet<&str> = castled.iter().map(|&(_, text)| text).collect();
        let written = game::Game::from_name(name).expect("a game of both").castlings;
        let ways = written.iter().flat_map(|ways| ways.iter().map(|way| way.text));
        assert_eq!(texts, ways.collect::<BTreeSet<_>>(), "{name}");
        assert_eq!(
            castled.len(),
            written.iter().map(|ways| ways.len()).sum::<usize>(),
            "{name}: {castled:?}"
        );
    }
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: many minutes"]
    fn oracle_agrees_on_longer_table_lines() {
        check_tables(2_000_000);
    }
}
