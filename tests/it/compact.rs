//! Compact solutions as magazines print them, in every language; their moves read back.

use std::fmt::Write;

use hexmate_core::mate::Scope;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText};
use hexmate_report::{Language, SolveRecord};
use insta::assert_snapshot;

use crate::laws::every_letters;
use crate::solve_formats::{file, of_all_stipulations, of_three_players, solved};

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
