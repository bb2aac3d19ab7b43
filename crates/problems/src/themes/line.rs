//! Iteration over the lines of a solution.

use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Stipulation, Threat};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// A move with the position before it; `None` is a pass.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) before: Position,
    pub(super) m: Option<Move>,
}

/// A line from the diagram to its end.
pub(super) struct Line<'a> {
    pub(super) steps: &'a [Step],
    pub(super) end: &'a Position,
}

/// Visitor of the lines of a solution.
pub(super) trait LineVisitor {
    /// Visits a line of full length.
    fn line(&mut self, line: &Line<'_>);

    /// Visits the answers to a defence in a line of full length.
    fn answers(&mut self, _before: &Position, _answers: &Attacks) {}

    /// Visits the threats of a move in a line of full length.
    fn threats(&mut self, _before: &Position, _threats: &Attacks) {}
}

/// Maximum number of lines visited.
const MAX_LINES: usize = 4000;

/// Visits the lines of full length of a solution, without defences that do not parry the threat.
pub(super) fn walk(position: &Position, full: &Findings, visitor: &mut dyn LineVisitor) {
    let stipulation = full.stipulation;
    let mut walk = Walk { path: Vec::new(), left: MAX_LINES, visitor };
    for line in &full.lines {
        walk.moves(position, line, stipulation);
    }
    for key in &full.variations {
        walk.attack(position, key);
    }
}

struct Walk<'a> {
    path: Vec<Step>,
    left: usize,
    visitor: &'a mut dyn LineVisitor,
}

impl Walk<'_> {
    fn end(&mut self, end: &Position) {
        if self.left > 0 {
            self.left -= 1;
            self.visitor.line(&Line { steps: &self.path, end });
        }
    }

    fn moves(&mut self, start: &Position, line: &[Move], stipulation: Stipulation) {
        let along = start.along_line(line, stipulation);
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
            if !threats.is_short() {
                self.visitor.threats(&passed, threats);
                threats.attacks.iter().for_each(|threat| self.attack(&passed, threat));
            }
            self.path.pop();
        }
        self.defences(&after, &attack.defences);
        self.path.pop();
    }

    fn answers(&mut self, before: &Position, answers: &Attacks) {
        if !answers.is_short() {
            self.visitor.answers(before, answers);
            answers.attacks.iter().for_each(|answer| self.attack(before, answer));
        }
    }

    fn defences(&mut self, before: &Position, defences: &[Defence]) {
        for defence in defences {
            // A defence has several moves only in games for more than two, where they lead to the same answer.
            let m = defence.moves.first().copied();
            let is_followed = !matches!(defence.answer, Answer::Threats | Answer::Refutes);
            if !is_followed || self.left == 0 {
                continue;
            }
            let after = m.map_or_else(|| before.clone(), |m| before.play_unchecked(m));
            self.path.push(Step { before: before.clone(), m });
            match &defence.answer {
                Answer::Attacks(answers) => self.answers(&after, answers),
                Answer::Defences(later) => self.defences(&after, later),
                Answer::Reached => self.end(&after),
                Answer::Threats | Answer::Refutes => {}
            }
            self.path.pop();
        }
    }
}
