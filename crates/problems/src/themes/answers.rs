//! Answers to replies, and the questions that several themes ask about them.

use hexmate_core::geometry::Cell;
use hexmate_core::mate;
use hexmate_core::mate::{Attack, Defence, Findings};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;

/// Role, target and promotion of an answer; answers that differ only in their origin count as the same.
pub(super) type Answer = (Role, Cell, Option<Role>);

/// Returns the answer that a move is.
pub(super) fn answer_of(before: &Position, m: Move) -> Option<Answer> {
    Some((before.piece(m.from)?.role, m.to, m.promotion))
}

/// Returns whether a move is not a capture, check or promotion.
pub(super) fn is_quiet(before: &Position, m: Move) -> bool {
    m.promotion.is_none() && !before.is_capture(m) && !before.play_unchecked(m).is_check()
}

/// Returns the replies with exactly one answer of full length, and that answer.
pub(super) fn answers(position: &Position, defences: &[Defence]) -> Vec<(Move, Answer)> {
    let mut found = Vec::new();
    for defence in defences {
        let (&[reply], mate::Answer::Attacks(attacks)) = (&defence.moves[..], &defence.answer) else {
            continue;
        };
        if attacks.is_short() || attacks.is_dual() {
            continue;
        }
        found.extend(
            answer_of(&position.play_unchecked(reply), attacks.attacks[0].m).map(|answer| (reply, answer)),
        );
    }
    found
}

/// Returns whether a reply has an answer of full length.
fn is_full(defence: &Defence) -> bool {
    matches!(&defence.answer, mate::Answer::Attacks(attacks) if !attacks.is_short())
}

/// Returns whether the key is a zugzwang and every move of `passed`, the diagram with the other side to move, already has
/// an answer of full length.
pub(super) fn is_block(passed: &Position, full: &Findings, key: &Attack) -> bool {
    let ready = full.set_play.iter().filter(|defence| is_full(defence)).count() as u64;
    // Without replies in the diagram, which is then stalemate, there is no block.
    key.threat == mate::Threat::Zugzwang && ready > 0 && ready == passed.count_moves()
}

/// Returns the replies with an answer of full length.
pub(super) fn replies(defences: &[Defence]) -> Vec<Move> {
    let own = defences.iter().filter(|defence| is_full(defence)).flat_map(|defence| &defence.moves);
    own.copied().collect()
}
