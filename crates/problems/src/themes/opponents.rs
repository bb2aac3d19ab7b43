//! Part of each opponent in a solution: which of them choose between continuations, and which are mated.

use super::answers::{Answer, answer_of};
use hexmate_core::mate;
use hexmate_core::mate::{Attack, Defence};
use hexmate_core::rules::PlayerSet;
use hexmate_position::Position;

/// Continuation after a defence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Continuation {
    /// A threat is carried out.
    Threat,
    /// The defence itself leaves a player mated.
    Reached,
    /// The solving side answers.
    Answer(Answer),
}

/// Returns the opponents two of whose defences have different continuations, at any move of the solution.
///
/// Defences after which the solution is shorter do not count. In a game for three, an opponent who is not in the set
/// has no influence: whatever it plays, the solving side continues in the same way.
pub(super) fn deciders(position: &Position, key: &Attack) -> PlayerSet {
    let mut deciders = PlayerSet::EMPTY;
    continuations(&position.play_unchecked(key.m), &key.defences, &mut deciders);
    deciders
}

/// Returns all continuations after the defences in a position, sorted, and adds the opponents who choose between them.
fn continuations(before: &Position, defences: &[Defence], deciders: &mut PlayerSet) -> Vec<Continuation> {
    let each: Vec<Vec<Continuation>> = defences
        .iter()
        .map(|defence| {
            let after = defence.moves.first().map_or_else(|| before.clone(), |&m| before.play_unchecked(m));
            after_defence(&after, &defence.answer, deciders)
        })
        .filter(|continuations| !continuations.is_empty())
        .collect();
    if each.iter().any(|continuations| *continuations != each[0]) {
        *deciders = deciders.with(before.turn());
    }
    sorted(each.concat())
}

fn after_defence(after: &Position, answer: &mate::Answer, deciders: &mut PlayerSet) -> Vec<Continuation> {
    match answer {
        mate::Answer::Attacks(attacks) if attacks.is_short() => Vec::new(),
        mate::Answer::Attacks(attacks) => {
            for attack in &attacks.attacks {
                continuations(&after.play_unchecked(attack.m), &attack.defences, deciders);
            }
            let answers = attacks.attacks.iter().filter_map(|attack| answer_of(after, attack.m));
            sorted(answers.map(Continuation::Answer).collect())
        }
        mate::Answer::Threats => vec![Continuation::Threat],
        mate::Answer::Defences(later) => continuations(after, later, deciders),
        mate::Answer::Reached => vec![Continuation::Reached],
        mate::Answer::Refutes => Vec::new(),
    }
}

fn sorted(mut continuations: Vec<Continuation>) -> Vec<Continuation> {
    continuations.sort_unstable();
    continuations.dedup();
    continuations
}
