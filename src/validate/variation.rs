//! Variations of a game: their moves looked up in their positions, and what is none kept as it is written.

use crate::game::Position;
use crate::notation::pgn::{Step, Trail};
use crate::notation::{Letters, MoveText};
use crate::rules::Move;

use super::judgement;

type Steps = Vec<Step<Move>>;

/// The steps of a variation with its moves understood, from the position before the first.
///
/// Where a move is none of its position, its line ends with a comment of all that is
/// written from there.
pub(super) fn understood(text: &[Step<String>], start: Position, letters: &Letters) -> Steps {
    let mut trail = Trail::new(start);
    let mut steps: Steps = Vec::new();
    let mut at = 0;
    while let Some(step) = text.get(at) {
        let is_understood = match step {
            Step::Move(word) => play(&mut trail, &mut steps, word, letters),
            Step::Begin => {
                let is_begun = trail.begin();
                steps.extend(is_begun.then_some(Step::Begin));
                is_begun
            }
            Step::End => {
                trail.end();
                steps.push(Step::End);
                true
            }
            Step::Comment(said) => {
                steps.push(Step::Comment(said.clone()));
                true
            }
            Step::Nag(nag) => {
                steps.push(Step::Nag(*nag));
                true
            }
        };
        let end = if is_understood { at + 1 } else { at + rest_of_line(&text[at..]) };
        if !is_understood {
            steps.push(Step::Comment(as_written(&text[at..end])));
        }
        at = end;
    }
    steps
}

/// Plays a written move, with the glyph of what is thought of it; tells whether there is such a move.
fn play(trail: &mut Trail, steps: &mut Steps, word: &str, letters: &Letters) -> bool {
    let read = MoveText::parse(word.as_bytes(), letters).ok();
    let Some(m) = trail.position().zip(read).and_then(|(position, text)| text.resolve(position).ok()) else {
        return false;
    };
    trail.play(m);
    steps.push(Step::Move(m));
    steps.extend(judgement(word).map(Step::Nag));
    true
}

/// How many steps come before the end of the line that the first of them belongs to.
fn rest_of_line<M>(steps: &[Step<M>]) -> usize {
    let mut depth = 0_usize;
    let is_end = |step: &Step<M>| match step {
        Step::Begin => {
            depth += 1;
            false
        }
        Step::End if depth == 0 => true,
        Step::End => {
            depth -= 1;
            false
        }
        _ => false,
    };
    steps.iter().position(is_end).unwrap_or(steps.len())
}

/// Steps as one text.
pub(super) fn as_written(steps: &[Step<String>]) -> String {
    let words: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Move(word) => word.clone(),
            Step::Comment(said) => format!("[{said}]"),
            Step::Nag(nag) => format!("${nag}"),
            Step::Begin => "(".to_owned(),
            Step::End => ")".to_owned(),
        })
        .collect();
    words.join(" ")
}
