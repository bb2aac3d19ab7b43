//! Compact solutions as magazines print them, in every language; their moves read back.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexmate_core::mate::{Answer, Attack, Scope};
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText, San};
use hexmate_report::{Language, SolveRecord};
use insta::assert_snapshot;

use crate::laws::every_letters;
use crate::solve_formats::{file, of_all_stipulations, of_three_players, solved, stated};

fn compact_texts(problems: &[SolveRecord], letters: &Letters) -> String {
    let mut text = String::new();
    for record in problems {
        let lines = record.compact_text(Language::of(*letters));
        let _ = writeln!(text, "{}\n   {}", record.title(), lines.join("\n   "));
    }
    text
}

fn known() -> Vec<SolveRecord> {
    let of_two = |id: &str| matches!(id, "tournament-2024-1" | "tournament-2024-2" | "play-1" | "play-2");
    let problems = file("known.csv").into_iter().filter(|statement| of_two(&statement.id));
    problems.map(|statement| solved(Game::GLINSKI, &statement, Scope::FULL)).collect()
}

#[test]
fn compact_solutions_match_snapshots() {
    assert_snapshot!("compact_known", compact_texts(&known(), &Letters::ENGLISH));
    assert_snapshot!("compact_stipulations", compact_texts(&of_all_stipulations(), &Letters::ENGLISH));
    assert_snapshot!("compact_three_players", compact_texts(&of_three_players(), &Letters::ENGLISH));
}

#[test]
fn compact_solution_has_every_language() {
    let problem = [solved(Game::GLINSKI, &file("known.csv")[4], Scope::FULL)];
    let texts = every_letters()
        .into_iter()
        .map(|letters| format!("{}: {}", letters.name(), compact_texts(&problem, &letters)));
    assert_snapshot!("compact_languages", texts.collect::<String>());
}

/// Plays the moves of a text, each in the position given by its number; returns how many were read.
fn read_back(start: &Position, line: &str, letters: &Letters) -> usize {
    // For each ply, the position before it on the current line.
    let mut stack = vec![start.clone()];
    let mut count = 0;
    for word in line.split([' ', '/', ';', ',', '(', ')']).filter(|word| !word.is_empty()) {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let number: Option<usize> = number.parse().ok();
        let (ply, text) = match (number, rest.strip_prefix('.'), rest.strip_prefix('…')) {
            (Some(number), Some(text), _) => (2 * number - 2, text),
            (Some(number), _, Some(text)) => (2 * number - 1, text),
            _ => continue,
        };
        let Some(position) = stack.get(ply).cloned() else { continue };
        let Ok(read) = MoveText::parse(text.as_bytes(), letters) else { continue };
        let m = read.resolve(&position).unwrap_or_else(|error| panic!("{word} in {line}: {error}"));
        stack.truncate(ply + 1);
        stack.push(position.play_unchecked(m));
        count += 1;
    }
    count
}

#[test]
fn compact_moves_read_back() {
    for record in known() {
        let (problem, findings) = record.solved().expect("a solution");
        for letters in &every_letters() {
            let lines = record.compact_text(Language::of(*letters));
            let keys = lines.iter().filter(|line| line.starts_with("1.") && !line.contains('?'));
            let count: usize = keys.map(|line| read_back(&problem.position, line, letters)).sum();
            assert!(count >= findings.keys.len(), "{lines:?}");
        }
    }
}

/// Problems whose defences are grouped, with the end of their solution.
const GROUPED: [(&str, &str, &str); 9] = [
    ("w: Kf1 Rg2 Bb4; b: Kd4 Rc4 Pe4", "r#2", "Kf3 2.B~ Rg1#, 2.Re1 Rf2#; 1…K~ 2.Re1 Rf2#"),
    ("w: Kf1 Rg2 Bb4; b: Kd4 Rc4 Pe4", "semi-r#2", "Kf3 2.B~ Rg1#, 2.Re1 Rf2#; 1…K~ 2.Re1 Rf2#"),
    ("w: Ka4 Ra1 Bd3 Qd2; b: Ke6 Ba2", "#2", "K~ 2.Qf4#"),
    ("w: Ke6 Rf2 Ba2 Qf1; b: Kc2 Na3 Pb5", "#2", "Kd1 2.Qd3#/Qd2#/Qe2#/Rd2#; 1…K~ 2.Qc3#"),
    ("w: Kg3 Rg4 Bf5 Qc2; b: Kd7 Bd6 Pc6 Pf3", "#2", "(2.Qxd6#/B~#) c5 2.Qxd6#; 1…Ke6 2.Qxd6#/Bxd6#"),
    ("w: Kd1 Rd2 Bf3 Pe2; b: Ka1 Bd7", "#2", "(2.Rb2#/Bxd7#) B~ 2.Rb2#"),
    ("w: Ke6 Rd3 Bg1 Qd2; b: Ka4 Nd6 Pg4", "#2", "Ka3 2.Rb4#/Qb4#/Qb2#; 1…K~ 2.Rb4#/Qb4#"),
    ("w: Kg4 Re6 Bf2 Qb4; b: Kf1 Rd1", "#2", "Kg1 2.B~#"),
    ("1/R2/5/1p3pN/k5P/7/KP5 w - 0 1", "s#2", "b3#; 1…f3 2.g4=~ b3#"),
];

/// Returns a move in SAN without its sign.
fn bare(position: &Position, m: Move) -> String {
    let san = San { position, m, letters: &Letters::ENGLISH }.to_string();
    san.trim_end_matches(['+', '#']).to_owned()
}

/// Returns the moves of a group, `Kd6/B~`, without those named before.
fn moves_of_group(position: &Position, group: &str, named: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in group.split('/') {
        let text = text.trim_end_matches(['+', '#', '=']);
        let is_meant = |m: &Move| match text.split_once('~') {
            // All moves that begin so: of a kind of piece, or promotions of one pawn.
            Some((piece, _)) => bare(position, *m).starts_with(piece),
            None => bare(position, *m) == text,
        };
        moves.extend(position.legal_moves().filter(|m| is_meant(m) && !named.contains(m)));
    }
    moves
}

/// Returns the continuations after a defence, each with all replies to it.
fn continuations(position: &Position, defence: Move, answer: &Answer) -> Vec<String> {
    let Answer::Attacks(attacks) = answer else { return vec![format!("{answer:?}")] };
    let after = position.play_unchecked(defence);
    let text = |attack: &Attack| {
        let next = after.play_unchecked(attack.m);
        let replies = attack.defences.iter().flat_map(|defence| &defence.moves);
        let replies: Vec<String> = replies.map(|&m| bare(&next, m)).collect();
        format!("{} {}", bare(&after, attack.m), replies.join(" "))
    };
    attacks.attacks.iter().map(text).collect()
}

#[test]
fn groups_hide_no_other_continuation() {
    for (fen, stipulation, end) in GROUPED {
        let record = solved(Game::MINI, &stated("one", fen, stipulation), Scope::FULL);
        let (problem, findings) = record.solved().expect("a solution");
        let lines = record.compact_text(Language::of(Letters::ENGLISH));
        assert!(lines.iter().any(|line| line.ends_with(end)), "{lines:?}");
        let first = lines.len() - findings.variations.len();
        for (line, attack) in lines[first..].iter().zip(&findings.variations) {
            check_groups(&problem.position, line, attack);
        }
    }
}

/// Asserts that the groups of a solution have the continuations of all their moves, and that every defence is in one.
fn check_groups(position: &Position, line: &str, attack: &Attack) {
    let after = position.play_unchecked(attack.m);
    let found: BTreeMap<Move, Vec<String>> = attack
        .defences
        .iter()
        .filter(|defence| defence.answer != Answer::Threats)
        .flat_map(|defence| defence.moves.iter().map(|&m| (m, &defence.answer)))
        .map(|(m, answer)| (m, continuations(&after, m, answer)))
        .collect();
    if found.is_empty() {
        return;
    }
    let (_, play) = line.split_once(' ').expect("play after the key");
    let play = if play.starts_with('(') { play.split_once(") ").expect("a threat").1 } else { play };
    let mut named: Vec<Move> = Vec::new();
    for group in play.split("; ") {
        let group = group.trim_start_matches("1…");
        let (replies, _) = group.split_once(' ').unwrap_or((group, ""));
        let moves = moves_of_group(&after, replies, &named);
        for m in &moves {
            let [own, first] = [m, &moves[0]].map(|m| found.get(m));
            assert!(own.is_some() && own == first, "{group} of {line}");
        }
        named.extend(moves);
    }
    assert!(found.keys().all(|m| named.contains(m)), "{line}");
}
