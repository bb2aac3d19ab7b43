//! What was ready in the diagram beside what comes after the key. Knows trees; walks no lines.

use super::ends::{Answered, answered};
use super::theme::{Theme, Themes};
use hexmate_core::mate;
use hexmate_core::mate::{Answer, Attack, Defence, FullSolution};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// The only answer of full length to each reply, where there is one.
fn answers(position: &Position, defences: &[Defence]) -> Vec<(Move, Answered)> {
    let mut found = Vec::new();
    for defence in defences {
        let (&[reply], Answer::Attacks(attacks)) = (&defence.moves[..], &defence.answer) else { continue };
        if attacks.is_short() || attacks.is_dual() {
            continue;
        }
        found.extend(
            answered(&position.play_unchecked(reply), attacks.attacks[0].m).map(|answer| (reply, answer)),
        );
    }
    found
}

/// Whether a reply has an answer of full length of its own.
fn is_full(defence: &Defence) -> bool {
    matches!(&defence.answer, Answer::Attacks(attacks) if !attacks.is_short())
}

/// Threat or zugzwang, and what the key changes.
pub(super) fn phase_themes(position: &Position, full: &FullSolution, key: &Attack, themes: &mut Themes) {
    themes.add_if(matches!(key.threat, mate::Threat::Attacks(_)), Theme::Threat);
    let is_zugzwang = key.threat == mate::Threat::Zugzwang;
    themes.add_if(is_zugzwang, Theme::Zugzwang);
    themes.add_if(full.tries.iter().any(|r#try| r#try.refutations.len() == 1), Theme::Try);
    let after = position.play_unchecked(key.m);
    let Some(passed) = position.after_pass(after.turn()) else { return };
    let (set, actual) = (answers(&passed, &full.set_play), answers(&after, &key.defences));
    themes.add_if(set.iter().any(|&(reply, _)| after.is_legal(reply)), Theme::SetPlay);
    let answer = |list: &[(Move, Answered)], m| list.iter().find(|(reply, _)| *reply == m).map(|&(_, a)| a);
    let is_changed =
        |&(reply, before): &(Move, Answered)| answer(&actual, reply).is_some_and(|now| now != before);
    let is_any_changed = set.iter().any(is_changed);
    themes.add_if(is_any_changed, Theme::Changed);
    let ready = full.set_play.iter().filter(|defence| is_full(defence)).count() as u64;
    // A stalemate has nothing ready.
    if is_zugzwang && ready > 0 && ready == passed.count_moves() {
        themes.add(Theme::Block);
        themes.add(if is_any_changed { Theme::Mutate } else { Theme::Waiting });
    }
}

/// The replies that have an answer of full length of their own.
pub(super) fn replies(defences: &[Defence]) -> Vec<Move> {
    let own = defences.iter().filter(|defence| is_full(defence)).flat_map(|defence| &defence.moves);
    own.copied().collect()
}
