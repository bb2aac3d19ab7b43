//! Comparison of the phases of a direct problem: set play, thematic tries and the play after the key.

use super::answers::{Answer, answer_of, answers, is_block};
use hexmate_core::mate::{Attack, Budget, Findings, Goal, Play, Stipulation, TranspositionTable, Try};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Replies and answers that differ between phases, or stay the same.
#[derive(Default)]
pub(super) struct Phases {
    /// Replies with exactly one answer in set play that are legal after the key.
    pub(super) set: Vec<Move>,
    /// Replies with another answer after the key than in set play.
    pub(super) changed: Vec<Move>,
    /// Answers of set play that answer another reply after the key.
    pub(super) transferred: Vec<Answer>,
    /// Replies with the same answer in set play and after the key.
    pub(super) repeated: Vec<Move>,
    /// Number of thematic tries.
    pub(super) thematic_tries: usize,
    /// Replies with another mate after a thematic try than after the key.
    pub(super) changed_from_try: Vec<Move>,
}

impl Phases {
    /// Compares the phases of a problem with a key.
    pub(super) fn of(position: &Position, full: &Findings, key: &Attack) -> Self {
        let mut phases = Self::default();
        let after = position.play_unchecked(key.m);
        let actual = answers(&after, &key.defences);
        let passed = position.after_pass(after.turn());
        let set = passed.map(|passed| answers(&passed, &full.set_play)).unwrap_or_default();
        phases.compare_set_play(&set, &actual, &after);
        let stipulation = full.stipulation;
        let is_two_mover = stipulation.play == Play::Direct && stipulation.goal == Goal::Mate;
        if is_two_mover && stipulation.moves == 2 && position.game().players == 2 {
            phases.compare_tries(position, full, key.m, [&set, &actual]);
        }
        phases
    }

    /// Returns whether set play belongs to the content of a problem with this key: a block, or a changed answer.
    pub(super) fn need_set_play(position: &Position, full: &Findings, key: &Attack) -> bool {
        let mut phases = Self::default();
        let after = position.play_unchecked(key.m);
        let Some(passed) = position.after_pass(after.turn()) else { return false };
        let (set, actual) = (answers(&passed, &full.set_play), answers(&after, &key.defences));
        phases.compare_set_play(&set, &actual, &after);
        !phases.changed.is_empty() || is_block(&passed, full, key)
    }

    fn compare_set_play(&mut self, set: &[(Move, Answer)], actual: &[(Move, Answer)], after: &Position) {
        self.set = set.iter().map(|&(reply, _)| reply).filter(|&reply| after.is_legal(reply)).collect();
        for &(reply, before) in set {
            match answer_to(actual, reply) {
                Some(now) if now == before => self.repeated.push(reply),
                now => {
                    if now.is_some() {
                        self.changed.push(reply);
                    }
                    let is_moved = actual.iter().any(|&(other, answer)| answer == before && other != reply);
                    let is_new = actual
                        .iter()
                        .all(|&(other, answer)| answer != before || answer_to(set, other) != Some(before));
                    if is_moved && is_new && !self.transferred.contains(&before) {
                        self.transferred.push(before);
                    }
                }
            }
        }
    }

    fn compare_tries(
        &mut self,
        position: &Position,
        full: &Findings,
        key: Move,
        [set, actual]: [&[(Move, Answer)]; 2],
    ) {
        let mut table = TranspositionTable::with_limit(1 << 16);
        let is_related = |r#try: &&Try| {
            let m = r#try.attack.m;
            let is_quiet = !position.is_capture(m) && !position.play_unchecked(m).is_check();
            r#try.refutations.len() == 1 && is_quiet && (m.from == key.from || m.to == key.to)
        };
        let mut firsts: Vec<Move> = Vec::new();
        for r#try in full.tries.iter().filter(is_related) {
            let m = r#try.attack.m;
            // Promotions of one pawn on one cell are one try.
            if firsts.iter().any(|other| (other.from, other.to) == (m.from, m.to)) {
                continue;
            }
            firsts.push(m);
            let virtual_play = mates(&position.play_unchecked(m), &mut table);
            let mut different: Vec<Answer> = virtual_play.iter().map(|&(_, answer)| answer).collect();
            different.sort_unstable();
            different.dedup();
            // A waiting move, after which set play is repeated, is no idea of its own.
            let is_new = virtual_play.iter().any(|&(reply, mate)| answer_to(set, reply) != Some(mate));
            if different.len() < 2 || !is_new {
                continue;
            }
            self.thematic_tries += 1;
            for (reply, mate) in virtual_play {
                let is_changed = answer_to(actual, reply).is_some_and(|now| now != mate);
                if is_changed && !self.changed_from_try.contains(&reply) {
                    self.changed_from_try.push(reply);
                }
            }
        }
    }
}

fn answer_to(answers: &[(Move, Answer)], reply: Move) -> Option<Answer> {
    answers.iter().find(|(other, _)| *other == reply).map(|&(_, answer)| answer)
}

/// Returns the replies that exactly one mate in one answers, without those that only allow the threat.
fn mates(after: &Position, table: &mut TranspositionTable) -> Vec<(Move, Answer)> {
    let one = Stipulation::mate_in(1);
    let mut keys = |position: &Position| position.solve(one, table, Budget::default()).keys;
    let solver = after.next_player();
    let threats = after.after_pass(solver).map(|passed| keys(&passed)).unwrap_or_default();
    let mut found = Vec::new();
    for reply in after.legal_moves() {
        let position = after.play_unchecked(reply);
        let [mate] = keys(&position)[..] else { continue };
        if !threats.contains(&mate) {
            found.extend(answer_of(&position, mate).map(|answer| (reply, answer)));
        }
    }
    found
}
