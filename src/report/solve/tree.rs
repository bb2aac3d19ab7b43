//! The solution as JSON, as `solve.schema.json` says it. No layout, no words.

use serde_json::{Value, json};

use super::spelling::san;
use crate::mate::{Answer, Attack, Attacks, Defence, Line, Threat, Whole, after_pass};
use crate::notation::Uci;
use crate::game::{Position};
use crate::rules::{Move};

/// The tree of a solution.
pub(super) fn tree(position: &Position, whole: &Whole) -> Value {
    let passed = after_pass(position, position.next_player());
    let passed = passed.as_ref().unwrap_or(position);
    let keys: Vec<Value> = match whole.keys.as_slice() {
        [] => whole.solution.keys.iter().map(|&m| move_value(position, m)).collect(),
        keys => keys.iter().map(|key| attack_value(position, key)).collect(),
    };
    let tries = whole.tries.iter().map(|r#try| {
        let after = position.after(r#try.m);
        let mut value = move_value(position, r#try.m);
        value["refutations"] = r#try.refutations.iter().map(|&m| move_value(&after, m)).collect();
        value
    });
    json!({
        "keys": keys,
        "lines": lines(position, &whole.solution.lines),
        "tries": tries.collect::<Vec<_>>(),
        "set_play": defences(passed, &whole.set_play),
        "set_lines": lines(passed, &whole.set_lines),
    })
}

fn move_value(position: &Position, m: Move) -> Value {
    json!({ "uci": Uci(m).to_string(), "san": san(position, m) })
}

fn lines(start: &Position, lines: &[Line]) -> Vec<Value> {
    let line = |line: &Line| {
        let mut position = *start;
        let moves = line.iter().map(|&m| {
            let value = move_value(&position, m);
            position = position.after(m);
            value
        });
        moves.collect::<Value>()
    };
    lines.iter().map(line).collect()
}

fn attack_value(position: &Position, attack: &Attack) -> Value {
    let mut value = move_value(position, attack.m);
    let after = position.after(attack.m);
    value["threat"] = match &attack.threat {
        Threat::Unasked => Value::Null,
        Threat::Zugzwang => json!("zugzwang"),
        Threat::Attacks(threats) => match after_pass(&after, position.turn()) {
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
    let defence = |defence: &Defence| {
        let after = defence.moves.first().map_or(*position, |&m| position.after(m));
        let answer = match &defence.answer {
            Answer::Attacks(attacks) => attacks_value(&after, attacks),
            Answer::Threats => json!("threats"),
            Answer::Defences(replies) => json!({ "defences": self::defences(&after, replies) }),
            Answer::Reached => json!("reached"),
            Answer::Refutes => json!("refutes"),
        };
        let moves: Vec<Value> = defence.moves.iter().map(|&m| move_value(position, m)).collect();
        json!({ "moves": moves, "answer": answer })
    };
    defences.iter().map(defence).collect()
}
