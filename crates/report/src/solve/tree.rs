//! The solution as JSON, according to `solve.schema.json`.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::SolveRecord;
use super::spelling::{Reply, replies};
use crate::moves::{san, uci};
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Line, Stipulation, Threat, Try};
use hexmate_core::rules::Move;
use hexmate_position::Position;

impl SolveRecord {
    /// Returns the tree of the solution without hidden parts, for JSON; `None` if there is none.
    pub fn tree(&self) -> Option<SolutionTree<'_>> {
        self.solved().map(|(problem, findings)| tree(&problem.position, findings))
    }
}

/// A solution, to be serialized as JSON.
#[derive(Serialize)]
pub struct SolutionTree<'f> {
    keys: Value,
    lines: Lines<'f>,
    tries: Value,
    set_play: Value,
    set_lines: Lines<'f>,
}

fn tree<'f>(position: &Position, findings: &'f Findings) -> SolutionTree<'f> {
    let passed = position.after_pass(position.next_player());
    let passed = passed.as_ref().unwrap_or(position);
    let lines = |start: Position, all| Lines { start, all, stipulation: findings.stipulation };
    let keys: Value = match findings.variations.as_slice() {
        [] => findings.keys.iter().map(|&m| move_value(position, m)).collect(),
        keys => keys.iter().map(|key| attack_value(position, key)).collect(),
    };
    let r#try = |r#try: &Try| {
        let attack = &r#try.attack;
        let mut value = match findings.scope.try_play {
            true => attack_value(position, attack),
            false => move_value(position, attack.m),
        };
        let after = position.play_unchecked(attack.m);
        value["refutations"] = r#try.refutations.iter().map(|&m| move_value(&after, m)).collect();
        value
    };
    SolutionTree {
        keys: of_phase("actual", keys),
        lines: lines(position.clone(), &findings.lines),
        tries: of_phase("try", findings.tries.iter().map(r#try).collect()),
        set_play: of_phase("set", defences(passed, &findings.set_play)),
        set_lines: lines(passed.clone(), &findings.set_lines),
    }
}

/// Lines of help or series play: a list of lists of moves.
///
/// There may be hundreds of thousands, so that the text of each is made when it is serialized.
struct Lines<'f> {
    start: Position,
    all: &'f [Line],
    stipulation: Stipulation,
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = serializer.serialize_seq(Some(self.all.len()))?;
        // Most lines begin as the one before, and naming a move takes longer than playing it.
        let mut before: &[Move] = &[];
        let mut named: Vec<Value> = Vec::new();
        for line in self.all {
            let is_as_long = line.len() == before.len();
            let shared = line.iter().zip(before).take_while(|(m, other)| is_as_long && m == other).count();
            let moves = self.start.along_line(line, self.stipulation);
            named.truncate(shared);
            named.extend(moves[shared..].iter().map(|(position, m)| move_value(position, *m)));
            lines.serialize_element(&named)?;
            before = line;
        }
        lines.end()
    }
}

/// Adds the member `phase` to each object of a list.
fn of_phase(phase: &str, mut list: Value) -> Value {
    list.as_array_mut().into_iter().flatten().for_each(|value| value["phase"] = json!(phase));
    list
}

fn move_value(position: &Position, m: Move) -> Value {
    json!({ "uci": uci(position, m), "san": san(position, m) })
}

fn attack_value(position: &Position, attack: &Attack) -> Value {
    let mut value = move_value(position, attack.m);
    let after = position.play_unchecked(attack.m);
    value["threat"] = match &attack.threat {
        Threat::None => Value::Null,
        Threat::Zugzwang => json!("zugzwang"),
        Threat::Attacks(threats) => match after.after_pass(position.turn()) {
            Some(passed) => attacks_value(&passed, threats),
            None => Value::Null,
        },
    };
    value["defences"] = defences(&after, &attack.defences);
    value
}

fn attacks_value(position: &Position, attacks: &Attacks) -> Value {
    json!({
        "length": attacks.length,
        "short": attacks.is_short(),
        "dual": attacks.is_dual(),
        "attacks": attacks.attacks.iter().map(|attack| attack_value(position, attack)).collect::<Vec<_>>(),
    })
}

fn defences(position: &Position, defences: &[Defence]) -> Value {
    let value = |reply: Reply<'_>| {
        let after = reply.after();
        let answer = match &reply.defence.answer {
            Answer::Attacks(attacks) => attacks_value(&after, attacks),
            Answer::Threats => json!("threats"),
            Answer::Defences(later) => json!({ "defences": self::defences(&after, later) }),
            Answer::Reached => json!("reached"),
            Answer::Refutes => json!("refutes"),
        };
        let moves: Vec<Value> = reply.defence.moves.iter().map(|&m| move_value(position, m)).collect();
        json!({ "moves": moves, "answer": answer })
    };
    replies(position, defences).map(value).collect()
}
