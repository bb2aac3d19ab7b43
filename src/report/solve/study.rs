//! The solution as a game with variations. Knows what goes where; writes no text of moves.

use super::spelling::{mover, others, san};
use crate::mate::{Answer, Attack, Attacks, Defence, Line, Threat, Whole, after_pass};
use crate::notation::pgn::{Branch, Game, Score, Study};
use crate::notation::{Letters, San};
use crate::game::{Position};
use crate::rules::{Move};

/// The solution: keys and tries as first moves, defences and continuations below them.
///
/// What needs a pass or is no move of the diagram, threats and set play, stands
/// in comments.
pub(super) fn study(
    position: &Position,
    whole: &Whole,
    tags: Vec<(String, String)>,
) -> Study {
    let mut game = Game::from_moves(*position, []).expect("no move is illegal");
    game.tags = tags;
    game.result = Score::Unfinished;
    let solution = &whole.solution;
    let mut branches: Vec<Branch> = match whole.keys.as_slice() {
        [] if solution.stipulation.is_help() => {
            solution.lines.iter().filter_map(|line| chain(line)).collect()
        }
        [] => solution.keys.iter().map(|&m| leaf(m, "!")).collect(),
        keys => keys.iter().map(|key| attack_branch(position, key, "!", "")).collect(),
    };
    branches.extend(whole.tries.iter().map(|r#try| Branch {
        branches: r#try.refutations.iter().map(|&m| leaf(m, "!")).collect(),
        ..leaf(r#try.m, "?")
    }));
    Study { game, comment: set_play(position, whole), branches }
}

fn leaf(m: Move, judgement: &'static str) -> Branch {
    Branch { m, judgement, comment: String::new(), branches: Vec::new() }
}

/// A line as branches that do not branch.
fn chain(line: &[Move]) -> Option<Branch> {
    line.iter()
        .rev()
        .fold(None, |later, &m| Some(Branch { branches: later.into_iter().collect(), ..leaf(m, "") }))
}

fn attack_branch(
    position: &Position,
    attack: &Attack,
    judgement: &'static str,
    label: &str,
) -> Branch {
    let after = position.after(attack.m);
    let threat = match &attack.threat {
        Threat::Unasked => String::new(),
        Threat::Zugzwang => "zugzwang".to_owned(),
        Threat::Attacks(threats) => after_pass(&after, position.turn())
            .map(|passed| format!("threat: {}", inline_attacks(&passed, threats)))
            .unwrap_or_default(),
    };
    let comment = [label, &threat].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("; ");
    Branch { comment, branches: defence_branches(&after, &attack.defences), ..leaf(attack.m, judgement) }
}

fn defence_branches(position: &Position, defences: &[Defence]) -> Vec<Branch> {
    let branch = |defence: &Defence| {
        let Some((&m, alike)) = defence.moves.split_first() else {
            // Everybody else was passed over, so that the next moves follow at once.
            return answer_branches(position, &defence.answer);
        };
        let also: Vec<String> = alike.iter().map(|&other| san(position, other)).collect();
        let mut words = Vec::new();
        if !also.is_empty() {
            words.push(format!("also {}", also.join(" ")));
        }
        if defence.answer == Answer::Threats {
            words.push("threat".to_owned());
        }
        let branches = answer_branches(&position.after(m), &defence.answer);
        vec![Branch { comment: words.join("; "), branches, ..leaf(m, "") }]
    };
    let rest = others(defences);
    let named = defences.iter().enumerate().filter(|&(index, _)| Some(index) != rest);
    let named = named.map(|(_, defence)| defence);
    named.chain(rest.and_then(|index| defences.get(index))).flat_map(branch).collect()
}

fn answer_branches(position: &Position, answer: &Answer) -> Vec<Branch> {
    match answer {
        Answer::Attacks(attacks) => {
            let label = label(attacks);
            attacks.attacks.iter().map(|attack| attack_branch(position, attack, "", label)).collect()
        }
        Answer::Defences(replies) => defence_branches(position, replies),
        Answer::Threats | Answer::Reached | Answer::Refutes => Vec::new(),
    }
}

fn label(attacks: &Attacks) -> &'static str {
    match attacks {
        attacks if attacks.is_short() => "short",
        attacks if attacks.is_dual() => "dual",
        _ => "",
    }
}

/// Set play in one line, `set play: Rxe7 g10=N#; …`.
fn set_play(position: &Position, whole: &Whole) -> String {
    let Some(passed) = after_pass(position, position.next_player()) else { return String::new() };
    let lines = whole.set_lines.iter().map(|line| inline_line(&passed, line));
    let mut told: Vec<String> = lines.collect();
    if !whole.set_play.is_empty() {
        told.push(inline_defences(&passed, &whole.set_play));
    }
    if told.is_empty() { String::new() } else { format!("set play: {}", told.join("; ")) }
}

fn inline_line(start: &Position, line: &Line) -> String {
    let mut position = *start;
    let moves = line.iter().map(|&m| {
        let text = San { position: &position, m, letters: &Letters::ENGLISH }.to_string();
        position = position.after(m);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// Attacks with all that follows, in brackets.
fn inline_attacks(position: &Position, attacks: &Attacks) -> String {
    let attack = |attack: &Attack| {
        let after = position.after(attack.m);
        let replies = inline_defences(&after, &attack.defences);
        let replies = if replies.is_empty() { replies } else { format!(" ({replies})") };
        format!("{}{replies}", san(position, attack.m))
    };
    attacks.attacks.iter().map(attack).collect::<Vec<_>>().join(", ")
}

fn inline_defences(position: &Position, defences: &[Defence]) -> String {
    let rest = others(defences);
    let defence = |(index, defence): (usize, &Defence)| {
        let after = defence.moves.first().map_or(*position, |&m| position.after(m));
        let moves = match rest {
            Some(rest) if rest == index => "~".to_owned(),
            _ => defence.moves.iter().map(|&m| san(position, m)).collect::<Vec<_>>().join(" or "),
        };
        let answer = match &defence.answer {
            Answer::Attacks(attacks) => [inline_attacks(&after, attacks).as_str(), label(attacks)].join(" "),
            Answer::Defences(replies) => format!("[{}]", inline_defences(&after, replies)),
            Answer::Threats => "threat".to_owned(),
            Answer::Reached | Answer::Refutes => String::new(),
        };
        format!("{}{moves} {answer}", mover(position)).trim_end().to_owned()
    };
    defences.iter().enumerate().map(defence).collect::<Vec<_>>().join("; ")
}
