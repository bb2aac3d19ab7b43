//! The lines of a solution, one after the other: every way from the diagram to its end. Judges nothing.

use hexmate_core::mate::{Answer, Attack, Attacks, Defence, FullSolution, Stipulation, Threat};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// A move where it is played; no move is a pass.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) before: Position,
    pub(super) m: Option<Move>,
}

/// A whole line.
pub(super) struct Line<'a> {
    pub(super) steps: &'a [Step],
    pub(super) end: &'a Position,
}

/// Who looks at lines.
pub(super) trait Look {
    /// A line of full length.
    fn line(&mut self, line: &Line<'_>);

    /// What the side that solves plays in a position, in a line of full length.
    fn attacks(&mut self, _before: &Position, _attacks: &Attacks) {}
}

/// The most lines that are looked at: larger solutions are judged by their beginning.
const MOST: usize = 4000;

/// Goes along all lines of a solution: of full length, and no defence that parries nothing.
pub(super) fn walk(position: &Position, full: &FullSolution, look: &mut dyn Look) {
    let asked = full.solution.stipulation;
    let mut walk = Walk { path: Vec::new(), left: MOST, look };
    for line in &full.solution.lines {
        walk.moves(position, line, asked);
    }
    for key in &full.keys {
        walk.attack(position, key);
    }
}

struct Walk<'a> {
    path: Vec<Step>,
    left: usize,
    look: &'a mut dyn Look,
}

impl Walk<'_> {
    fn end(&mut self, end: &Position) {
        if self.left > 0 {
            self.left -= 1;
            self.look.line(&Line { steps: &self.path, end });
        }
    }

    fn moves(&mut self, start: &Position, line: &[Move], asked: Stipulation) {
        let along = start.along_line(line, asked);
        let Some((last, m)) = along.last() else { return };
        let end = last.play_unchecked(*m);
        self.path = along.into_iter().map(|(before, m)| Step { before, m: Some(m) }).collect();
        self.end(&end);
        self.path.clear();
    }

    fn attack(&mut self, before: &Position, attack: &Attack) {
        if self.left == 0 {
            return;
        }
        let after = before.play_unchecked(attack.m);
        self.path.push(Step { before: before.clone(), m: Some(attack.m) });
        if attack.defences.is_empty() {
            self.end(&after);
        }
        if let Threat::Attacks(threats) = &attack.threat
            && let Some(passed) = after.after_pass(before.turn())
        {
            self.path.push(Step { before: after.clone(), m: None });
            self.attacks(&passed, threats);
            self.path.pop();
        }
        self.defences(&after, &attack.defences);
        self.path.pop();
    }

    fn attacks(&mut self, before: &Position, attacks: &Attacks) {
        if !attacks.is_short() {
            self.look.attacks(before, attacks);
            attacks.attacks.iter().for_each(|attack| self.attack(before, attack));
        }
    }

    fn defences(&mut self, before: &Position, defences: &[Defence]) {
        for defence in defences {
            // Several moves have one answer only where more than two play, and then lead to the same.
            let m = defence.moves.first().copied();
            let is_followed = !matches!(defence.answer, Answer::Threats | Answer::Refutes);
            if !is_followed || self.left == 0 {
                continue;
            }
            let after = m.map_or_else(|| before.clone(), |m| before.play_unchecked(m));
            self.path.push(Step { before: before.clone(), m });
            match &defence.answer {
                Answer::Attacks(attacks) => self.attacks(&after, attacks),
                Answer::Defences(later) => self.defences(&after, later),
                Answer::Reached => self.end(&after),
                Answer::Threats | Answer::Refutes => {}
            }
            self.path.pop();
        }
    }
}
