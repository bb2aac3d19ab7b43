//! Composing: changes of diagrams, repair (`mend`) and removal of unnecessary pieces (`strip`).

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hexmate_core::mate::{Play, Scope, Stipulation, Verdict};
use hexmate_core::rules::Role;
use hexmate_position::Coordinate;
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::compose::{
    Change, ChangeKind, Changes, MendOptions, Purpose, StripOptions, Version, mend, single_changes, strip,
};
use hexmate_problems::{Problem, ProblemFormat, Statement, parse_informal_stipulation, statements};
use rayon::prelude::*;

use crate::law_length::quick_or_full;
use crate::laws::{mate::is_small, oracle_position, uci};
use crate::oracle;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn statements_of(file: &str) -> Vec<Statement> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
    let file = BufReader::new(File::open(path).expect("a file"));
    statements(file, ProblemFormat::Csv).map(|statement| statement.expect("a readable file")).collect()
}

fn version(statement: &Statement) -> Version {
    let game = Game::from_name(&statement.variant).expect("a game");
    let stipulation = parse_informal_stipulation(&game, &statement.stipulation).expect("a stipulation");
    Version { setup: statement.setup(game).expect("a position"), stipulation }
}

/// Returns the keys found by the oracle, or `None` if the search would take too long.
fn oracle_keys(position: &Position, stipulation: Stipulation) -> Option<Vec<String>> {
    let is_plain = stipulation.play == Play::Direct && is_small(position, stipulation.moves, 100_000);
    let slow = is_plain.then(|| oracle_position(position).keys(stipulation.moves))?;
    let mut keys: Vec<String> = slow.iter().map(oracle::Move::uci).collect();
    keys.sort_unstable();
    Some(keys)
}

/// Options of `strip` that preserve variations and set play.
const PLAY: StripOptions<'static> = StripOptions {
    twins: "",
    scope: Scope { variations: true, set_play: true, ..Scope::KEYS },
    nodes: Some(1_000_000),
};

fn wish(changes: Changes, most: usize) -> MendOptions<'static> {
    MendOptions { claim: "", solutions: 1, twins: "", changes, limit: most, nodes: Some(100_000) }
}

/// A twin with the text of a change gives the same problem as the change, in every game.
#[test]
fn change_equals_twin_of_its_text() {
    let files = [
        "devasa.csv",
        "shafran.csv",
        "glinski-play.csv",
        "mccooey.csv",
        "mini.csv",
        "echex3.csv",
        "echex6.csv",
    ];
    for statement in files.map(|file| statements_of(file).swap_remove(7)) {
        let version = version(&statement);
        let position = version.setup.clone().into_position().expect("a legal position");
        let stipulation = version.stipulation;
        let problem = Problem::new(position, stipulation);
        let mut legal = 0;
        for change in single_changes(&version) {
            let text = change.text(&version);
            let changed = change.apply(&version).expect("a change that can be made");
            let twins = problem.twins(&text);
            assert_eq!(twins.len(), 1, "{text}");
            match (&twins[0].problem, changed.setup.clone().into_position()) {
                (Ok(twin), Ok(position)) => {
                    legal += 1;
                    assert_eq!(
                        (twin.position.to_fen(), twin.stipulation),
                        (position.to_fen(), changed.stipulation),
                        "{text}"
                    );
                }
                (Err(_), Err(_)) => {}
                (twin, change) => panic!("{text}: {twin:?} {change:?}"),
            }
        }
        assert!(legal > 100, "{}", statement.id);
    }
}

/// Returns the change that undoes the spoiling recorded in a row, if it concerns one piece.
fn undoing(statement: &Statement) -> Option<(ChangeKind, Role, String)> {
    let (_, what) = statement.source.split_once(": ")?;
    let words: Vec<&str> = what.split_whitespace().collect();
    let role = Role::ALL.into_iter().find(|role| words.contains(&format!("{role:?}").as_str()))?;
    let kind = if words[0] == "without" { ChangeKind::Add } else { ChangeKind::Remove };
    Some((kind, role, (*words.last()?).to_owned()))
}

/// The original problem is among the versions, and the oracle confirms the first versions.
#[test]
#[ignore = "long: make verify"]
fn mend_restores_spoiled_problem() {
    let spoiled = statements_of("unsound/spoiled.csv");
    let rows: Vec<&Statement> =
        spoiled.iter().filter(|row| !row.id.starts_with("dual")).step_by(quick_or_full(23, 1)).collect();
    let counts: Vec<(bool, bool, usize)> = rows
        .par_iter()
        .map(|row| {
            let version = version(row);
            let game = version.setup.game;
            let mending = mend(&version, wish(Changes::One, usize::MAX), &GO_ON);
            assert_ne!(mending.verdict, Some(Verdict::Sound), "{}", row.id);
            let (kind, role, cell) = undoing(row).expect("a change of one piece");
            let undoes = |change: Change| {
                let (on, piece) = match change {
                    Change::Add(piece, on) => (on, piece),
                    Change::Remove(on) => (on, version.setup.board.piece(on).expect("a piece")),
                    _ => return false,
                };
                change.kind() == kind && piece.role == role && Coordinate(game.shape, on).to_string() == cell
            };
            let place = mending.mended.iter().position(|mended| undoes(mended.changes[0]));
            let place = place.unwrap_or_else(|| panic!("{}: not undone", row.id));
            let mut confirmed = 0;
            for mended in mending.mended.iter().take(3) {
                let sound = &mended.sound;
                let Some(plain) = oracle_keys(&sound.position, sound.stipulation) else { continue };
                let keys: Vec<String> = sound.keys.iter().map(|&key| uci(&sound.position, key)).collect();
                assert_eq!(plain, keys, "{} {}", row.id, mended.text);
                confirmed += 1;
            }
            (kind == ChangeKind::Remove, place < 5, confirmed)
        })
        .collect();
    // A superfluous piece is found early; a missing one can be replaced in many ways.
    let too_many: Vec<bool> =
        counts.iter().filter(|(is_removed, ..)| *is_removed).map(|(_, is_first, _)| *is_first).collect();
    let first = too_many.iter().filter(|is_first| **is_first).count();
    assert!(too_many.len() > 5 && first * 10 >= too_many.len() * 8, "{first} of {}", too_many.len());
    assert!(counts.iter().map(|(.., confirmed)| confirmed).sum::<usize>() > 5);
}

/// Two changes are tried only if requested.
#[test]
#[ignore = "long: make verify"]
fn two_changes_mend_more_than_one() {
    let contest = &statements_of("known.csv")[0];
    let version = version(contest);
    let count = |changes| {
        let wish = MendOptions { claim: "g5e7", ..wish(changes, 400) };
        let mended = mend(&version, wish, &GO_ON).mended;
        assert!(
            mended.iter().all(|mended| mended.changes.len() <= if changes == Changes::One { 1 } else { 2 })
        );
        mended.iter().filter(|mended| mended.keeps_key == Some(true)).map(|mended| mended.changes.len()).max()
    };
    assert_eq!(count(Changes::One), Some(1));
    assert_eq!(count(Changes::Two), Some(2));
}

/// Stripping keeps the keys, and none of the remaining pieces is unnecessary.
#[test]
fn stripped_version_keeps_keys() {
    let mut taken = 0;
    for file in ["glinski-play.csv", "mini.csv", "known.csv"] {
        for statement in statements_of(file).iter().step_by(9) {
            let version = version(statement);
            let stripped = strip(&version, PLAY, &GO_ON).expect("a solution");
            let keys = |setup: &Setup| {
                let position = setup.clone().into_position().expect("a legal position");
                oracle_keys(&position, version.stipulation)
            };
            if keys(&version.setup).is_none() {
                continue;
            }
            let least = Version { setup: Setup::from(&stripped.minimal), ..version.clone() };
            assert_eq!(keys(&version.setup), keys(&least.setup), "{}", statement.id);
            let again = strip(&least, PLAY, &GO_ON).expect("a solution");
            assert!(
                again.purposes.iter().all(|(.., purpose)| *purpose != Purpose::Unnecessary),
                "{}",
                statement.id
            );
            for (cell, _, purpose) in stripped.purposes {
                let Purpose::StopsCook(cook) = purpose else { continue };
                let without = Change::Remove(cell).apply(&version).expect("a piece").setup;
                let cook = uci(&without.clone().into_position().expect("legal"), cook);
                assert!(keys(&without).is_none_or(|keys| keys.contains(&cook)), "{}", statement.id);
            }
            taken += stripped.removed.len();
        }
    }
    assert!(taken > 0);
}
