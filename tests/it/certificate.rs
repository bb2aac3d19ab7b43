//! Certificates of the problems in `puzzles`: correct ones are accepted, forged ones rejected.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use hexmate_core::mate::{Budget, TranspositionTable, Unproved};
use hexmate_oracle::{Game, Position};
use hexmate_position as game;
use hexmate_problems::certificate::{Certificate, Node, Successor};
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};
use hexmate_report::certificate;

use crate::law_length::quick_or_full;
use rayon::prelude::*;

/// Problems per file and length.
const EACH: usize = 3;
/// Longest problems, in moves: the slow generator takes too long for more.
const MOST_MOVES: u32 = 3;
/// Returns the largest certificate, in nodes, from which forgeries are made.
fn most_nodes() -> usize {
    quick_or_full(100, 400)
}

fn game(statement: &Statement) -> game::Game {
    game::Game::from_name(&statement.variant).unwrap_or_else(|| panic!("no game {:?}", statement.variant))
}

fn problems() -> Vec<Statement> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let entries = fs::read_dir(&folder).expect("a folder of puzzles");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    paths.sort();
    let mut chosen = Vec::new();
    for path in paths {
        let input = BufReader::new(File::open(path).expect("a file"));
        let all: Vec<Statement> =
            statements(input, ProblemFormat::Csv).map(|statement| statement.expect("readable")).collect();
        for moves in 1..=MOST_MOVES {
            let alike =
                all.iter().filter(|statement| statement.stipulation.starts_with(&format!("#{moves}")));
            chosen.extend(alike.take(EACH).cloned());
        }
    }
    chosen
}

fn certified(statement: &Statement) -> Certificate {
    let problem = Problem::from_statement(game(statement), statement, None).expect("a sound problem");
    let (mut table, budget) = (TranspositionTable::with_limit(1 << 22), Budget::default());
    let solution = problem.position.solve(problem.stipulation, &mut table, budget);
    let proof = problem.position.prove(&solution, &mut table, budget).expect("a mate");
    certificate(&statement.id, &problem.position, &solution, &proof)
}

fn certificates() -> Vec<Certificate> {
    static MADE: LazyLock<Vec<Certificate>> = LazyLock::new(make_certificates);
    MADE.clone()
}

fn make_certificates() -> Vec<Certificate> {
    let problems = problems();
    assert!(problems.len() > 24, "{} problems", problems.len());
    problems.par_iter().map(certified).collect()
}

fn small_certificates() -> Vec<Certificate> {
    let mut certificates = certificates();
    certificates.retain(|certificate| certificate.nodes.len() <= most_nodes() && certificate.moves > 1);
    let games: BTreeSet<&str> = certificates.iter().map(|certificate| certificate.game.as_str()).collect();
    assert_eq!(games.len(), game::Game::ALL.len(), "{games:?}");
    certificates
}

#[track_caller]
fn assert_rejected(forged: &Certificate, codes: &[&str]) {
    let text = forged.to_string();
    let result = Certificate::parse(&text).and_then(|certificate| certificate.check());
    let fault = result.expect_err(&format!("{codes:?} {text}"));
    assert!(codes.contains(&fault.kind.code()), "{codes:?} but {fault}\n{text}");
    let line = text.lines().nth(fault.line - 1).unwrap_or_else(|| panic!("{fault}\n{text}"));
    assert!((1..=line.chars().count() + 1).contains(&fault.column), "{fault}\n{text}");
}

/// Returns copies of the certificate, each with one node changed; skips nodes that `change` does not change.
fn forged(certificate: &Certificate, change: impl Fn(&mut Node) -> bool) -> Vec<Certificate> {
    let changed = (0..certificate.nodes.len()).filter_map(|number| {
        let mut forged = certificate.clone();
        change(&mut forged.nodes[number]).then_some(forged)
    });
    changed.collect()
}

#[test]
#[ignore = "long: make verify"]
fn every_certificate_holds_and_reads_back() {
    certificates().par_iter().for_each(|certificate| {
        let text = certificate.to_string();
        let read = Certificate::parse(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(read, *certificate);
        let positions = read.check().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(positions == 0, certificate.nodes.is_empty());
    });
}

#[test]
#[ignore = "long: make verify"]
fn missing_defence_is_detected() {
    for certificate in small_certificates() {
        let leave_out = |node: &mut Node| match node {
            Node::Defence(replies) => replies.pop().is_some(),
            Node::Attack(..) => false,
        };
        let forged = forged(&certificate, leave_out);
        assert!(!forged.is_empty());
        // The following node may become unreachable as well.
        forged.par_iter().for_each(|forged| assert_rejected(forged, &["missing-defence"]));
    }
}

#[test]
#[ignore = "long: make verify"]
fn extra_defence_is_detected() {
    for certificate in small_certificates() {
        let add = |m: &str| {
            forged(&certificate, |node| match node {
                Node::Defence(replies) => {
                    replies.insert(0, (m.to_owned(), Successor::Mate));
                    true
                }
                Node::Attack(..) => false,
            })
        };
        for wrong in ["a1a1", "é", "a1a2q"] {
            for forged in add(wrong).iter().take(5) {
                assert_rejected(forged, &["illegal-defence"]);
            }
        }
        let twice = forged(&certificate, |node| match node {
            Node::Defence(replies) => {
                replies.extend(replies.last().cloned());
                true
            }
            Node::Attack(..) => false,
        });
        for forged in &twice {
            assert_rejected(forged, &["defence-twice"]);
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn false_mate_is_detected() {
    for certificate in small_certificates() {
        let end = |node: &mut Node| match node {
            Node::Attack(_, next @ Successor::Node(_)) => {
                *next = Successor::Mate;
                true
            }
            Node::Defence(replies) => match replies.iter_mut().find(|(_, next)| *next != Successor::Mate) {
                Some((_, next)) => {
                    *next = Successor::Mate;
                    true
                }
                None => false,
            },
            Node::Attack(..) => false,
        };
        let forged = forged(&certificate, end);
        assert!(!forged.is_empty());
        forged.par_iter().for_each(|forged| assert_rejected(forged, &["no-mate"]));
    }
}

/// Replaces attacks and keys by other moves.
#[test]
#[ignore = "long: make verify"]
fn wrong_attack_is_detected() {
    for certificate in small_certificates() {
        for (m, code) in [("a1a1", "illegal-attack"), ("z9", "illegal-attack")] {
            let change = |node: &mut Node| match node {
                Node::Attack(attack, _) => {
                    m.clone_into(attack);
                    true
                }
                Node::Defence(_) => false,
            };
            for forged in forged(&certificate, change) {
                assert_rejected(&forged, &[code]);
            }
        }
        let mut key = certificate.clone();
        "a1a1".clone_into(&mut key.keys[0].0);
        assert_rejected(&key, &["illegal-attack"]);
        let game = Game::by_name(&certificate.game).expect("a game");
        let position = Position::from_fen(game, &certificate.position).expect("a position");
        let keys: BTreeSet<&str> = certificate.keys.iter().map(|(m, _)| m.as_str()).collect();
        for other in position
            .legal_moves()
            .iter()
            .map(hexmate_oracle::Move::uci)
            .filter(|m| !keys.contains(m.as_str()))
        {
            let mut forged = certificate.clone();
            forged.keys[0].0 = other;
            let text = forged.to_string();
            let read = Certificate::parse(&text).expect("well formed");
            assert!(read.check().is_err(), "not a key\n{text}");
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn wrong_length_is_detected() {
    for certificate in certificates() {
        for moves in [certificate.moves - 1, certificate.moves + 1, u32::MAX] {
            let forged = Certificate { moves, ..certificate.clone() };
            let codes: &[&str] = match moves {
                0 => &["stipulation"],
                _ if moves < certificate.moves => &["too-long", "no-mate"],
                _ => &["too-short"],
            };
            assert_rejected(&forged, codes);
        }
    }
}

/// The position or game of another certificate.
#[test]
#[ignore = "long: make verify"]
fn wrong_position_is_detected() {
    let certificates = small_certificates();
    for (certificate, other) in certificates.iter().zip(certificates.iter().cycle().skip(1)) {
        if certificate.position == other.position {
            continue;
        }
        let forged = Certificate { position: other.position.clone(), ..certificate.clone() };
        let text = forged.to_string();
        assert!(Certificate::parse(&text).expect("well formed").check().is_err(), "{text}");
        let forged = Certificate { position: format!("{} ", certificate.position), ..certificate.clone() };
        assert_rejected(&forged, &["position"]);
        let forged = Certificate { game: "chess".to_owned(), ..certificate.clone() };
        assert_rejected(&forged, &["unknown-game"]);
    }
}

#[test]
#[ignore = "long: make verify"]
fn cycle_is_detected() {
    for certificate in small_certificates() {
        let own = |number: usize| {
            let mut forged = certificate.clone();
            match &mut forged.nodes[number] {
                Node::Attack(_, next) => *next = Successor::Node(number),
                Node::Defence(replies) => replies[0].1 = Successor::Node(number),
            }
            forged
        };
        for number in 0..certificate.nodes.len() {
            assert_rejected(&own(number), &["cycle"]);
            // A certificate built without reading fails the check too.
            assert!(own(number).check().is_err());
        }
        let mut forged = certificate.clone();
        forged.keys[0].1 = Successor::Node(certificate.nodes.len());
        assert_rejected(&forged, &["no-such-node"]);
        assert_eq!(forged.check().expect_err("no such node").kind.code(), "no-such-node");
    }
}

#[test]
#[ignore = "long: make verify"]
fn unused_parts_are_detected() {
    for certificate in small_certificates() {
        let mut forged = certificate.clone();
        forged.nodes.push(Node::Attack("a1a2".to_owned(), Successor::Mate));
        assert_rejected(&forged, &["unused-node"]);
        let mut forged = certificate.clone();
        forged.keys.extend(certificate.keys.first().cloned());
        assert_rejected(&forged, &["key-twice"]);
        let mut forged = certificate;
        forged.keys.clear();
        assert_rejected(&forged, &["no-key"]);
        assert_eq!(forged.check().expect_err("a certificate without a key").kind.code(), "no-key");
    }
}

#[test]
#[ignore = "long: make verify"]
fn truncation_is_detected_at_every_offset() {
    for certificate in small_certificates().iter().take(6) {
        let text = certificate.to_string();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let fault = Certificate::parse(&text[..end]).expect_err("half a certificate");
            let is_begun = text[..end].contains('\n');
            assert_eq!(fault.kind.code(), if is_begun { "truncated" } else { "not-a-certificate" });
        }
        assert_eq!(
            Certificate::parse(&format!("{text} ")).expect_err("trailing text").kind.code(),
            "rest-after-end"
        );
    }
}

/// With any character changed, a certificate is rejected or still true.
#[test]
#[ignore = "long: make verify"]
fn changed_characters_never_break_reader() {
    let certificates = small_certificates();
    let certificate = certificates.iter().min_by_key(|certificate| certificate.to_string().len());
    let text = certificate.expect("a certificate").to_string();
    let places: Vec<usize> = (0..text.len()).collect();
    places.par_iter().for_each(|&place| {
        for other in
            ["", " ", "\n", "0", "9", "a", "K", "k", "#", ",", "/", "w", "99999999999999999999", "\u{0}"]
        {
            let mut forged = text.clone();
            forged.replace_range(place..=place, other);
            let Ok(read) = Certificate::parse(&forged) else { continue };
            if read.check().is_ok() {
                let game = Game::by_name(&read.game).expect("a game that was checked");
                let position = Position::from_fen(game, &read.position).expect("a position that was checked");
                let keys: BTreeSet<String> =
                    position.keys(read.moves).iter().map(hexmate_oracle::Move::uci).collect();
                assert!(read.keys.iter().all(|(key, _)| keys.contains(key)), "{forged}");
            }
        }
    });
}

#[test]
#[ignore = "long: make verify"]
fn numbers_have_one_form() {
    for certificate in small_certificates() {
        let text = certificate.to_string();
        let proves = format!("proves #{}", certificate.moves);
        assert!(text.contains(&proves), "{text}");
        for sign in ["+", "0", "00"] {
            let forged = text.replacen(&proves, &format!("proves #{sign}{}", certificate.moves), 1);
            assert_eq!(Certificate::parse(&forged).expect_err("a length").kind.code(), "stipulation");
            let numbers = text.match_indices(' ').map(|(place, _)| place + 1);
            for place in numbers.filter(|&place| is_reference(&text, place)) {
                let mut forged = text.clone();
                forged.insert_str(place, sign);
                let fault = Certificate::parse(&forged).expect_err("a reference");
                assert!(["cycle", "no-such-node"].contains(&fault.kind.code()), "{fault}");
            }
        }
    }
}

/// Returns whether a node number starts at `place`.
fn is_reference(text: &str, place: usize) -> bool {
    let line = text[..place].rsplit('\n').next().unwrap_or_default();
    let is_node = line.starts_with("key ") || line.contains(" attack ") || line.contains(" defend ");
    is_node && text[place..].starts_with(|first: char| first.is_ascii_digit())
}

#[test]
fn only_direct_mates_have_proofs() {
    let statement = Statement {
        fen: "1/1N1/3K1/2B4/4R2/7/B1Nk3 w - 0 1".to_owned(),
        stipulation: "exact-#2".to_owned(),
        ..Statement::default()
    };
    let problem = Problem::from_statement(game::Game::MINI, &statement, None).expect("a problem");
    let (mut table, budget) = (TranspositionTable::with_limit(1 << 20), Budget::default());
    let solution = problem.position.solve(problem.stipulation, &mut table, budget);
    assert!(solution.mate_in.is_some(), "it has a solution");
    let proof = problem.position.prove(&solution, &mut table, budget);
    assert_eq!(proof, Err(Unproved::NoMate));
}
