//! Whole solutions as magazines print them: what is told, in every language, and that each move reads back.

use std::fmt::Write;

use hexmate_core::mate::Scope;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText};
use hexmate_report::Language;
use insta::assert_snapshot;

use crate::laws::every_letters;
use crate::solve_formats::{Solved, file, of_all_stipulations, of_three_players, solved};

fn told(problems: &[Solved], letters: &Letters) -> String {
    let mut text = String::new();
    for Solved { problem, full, row, .. } in problems {
        let lines = row.compact_text(problem, full, Language::of(*letters));
        let _ = writeln!(text, "{}\n   {}", row.title(), lines.join("\n   "));
    }
    text
}

fn known() -> Vec<Solved> {
    let of_two = |id: &str| matches!(id, "tournament-2024-1" | "tournament-2024-2" | "play-1" | "play-2");
    let problems = file("known.csv").into_iter().filter(|statement| of_two(&statement.id));
    problems.map(|statement| solved(Game::GLINSKI, statement, Scope::FULL)).collect()
}

#[test]
fn solutions_are_set_as_magazines_print_them() {
    assert_snapshot!("compact_known", told(&known(), &Letters::ENGLISH));
    assert_snapshot!("compact_stipulations", told(&of_all_stipulations(), &Letters::ENGLISH));
    assert_snapshot!("compact_three_players", told(&of_three_players(), &Letters::ENGLISH));
}

#[test]
fn every_language_has_its_letters_and_its_words() {
    let problem = [solved(Game::GLINSKI, file("known.csv").remove(4), Scope::FULL)];
    let texts = every_letters()
        .into_iter()
        .map(|letters| format!("{}: {}", letters.name(), told(&problem, &letters)));
    assert_snapshot!("compact_languages", texts.collect::<String>());
}

/// The moves of a text, each played in the position that its number and its place say.
fn read_back(start: &Position, line: &str, letters: &Letters) -> usize {
    // For each number of half-moves before it, the position in which a move of that number is played.
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
fn keys_and_numbered_moves_read_back_in_every_language() {
    for Solved { problem, full, row, .. } in known() {
        for letters in &every_letters() {
            let lines = row.compact_text(&problem, &full, Language::of(*letters));
            let keys = lines.iter().filter(|line| line.starts_with("1.") && !line.contains('?'));
            let count: usize = keys.map(|line| read_back(&problem.position, line, letters)).sum();
            assert!(count >= full.solution.keys.len(), "{lines:?}");
        }
    }
}
