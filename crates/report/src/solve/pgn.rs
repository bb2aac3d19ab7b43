//! The solution as a PGN game with variations.

use super::SolveRecord;
use super::lines::{Phase, numbered, sans};
use super::spelling::{Reply, label, mover, replies, replies_others_last};
use crate::extra_columns;
use crate::moves::san;
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Threat};
use hexmate_core::rules::Move;
use hexmate_games::pgn::{AnnotatedGame, GameNode, GameResult, PlayedGame};
use hexmate_position::{Letters, Position};

impl SolveRecord {
    /// Returns the solution as a PGN game with variations; `None` if there is none.
    ///
    /// Keys and tries are its first moves; threats and set play, which need a pass, are comments.
    pub fn solution_pgn(&self) -> Option<String> {
        let (problem, findings) = self.solved()?;
        let event = self.heading();
        let event = if event == "-" { "?" } else { &event };
        let claim = self.claim_message();
        let tags = [
            ("Event", event),
            ("Stipulation", &self.stipulation()),
            ("Status", self.status().word()),
            ("Author", self.author()),
            ("Source", self.source()),
            ("Key", self.claimed_keys()),
            ("Solutions", &self.claimed_solutions()),
            ("Claim", &claim),
            ("OfTwin", &self.twin_text()),
        ];
        let tags = extra_columns::tags(&tags, &self.further);
        Some(format!("{}\n", annotated(&problem.position, findings, tags, &claim)))
    }
}

/// Returns the solution as a game: keys and tries as first moves, defences and continuations below them.
///
/// Threats, set play and series, which need a pass, are comments. `remark` is a comment before all moves.
fn annotated(
    position: &Position,
    findings: &Findings,
    tags: Vec<(String, String)>,
    remark: &str,
) -> AnnotatedGame {
    let mut game = PlayedGame::from_moves(position.clone(), []).expect("no move is illegal");
    game.tags = tags;
    game.result = GameResult::Unfinished;
    let mut variations: Vec<GameNode> = match findings.variations.as_slice() {
        [] if findings.stipulation.is_series() => Vec::new(),
        [] if findings.stipulation.has_lines() => {
            findings.lines.iter().filter_map(|line| chain(line)).collect()
        }
        [] => findings.keys.iter().map(|&m| leaf(m, "!")).collect(),
        keys => keys.iter().map(|key| attack_node(position, key, "!", "")).collect(),
    };
    variations.extend(findings.tries.iter().map(|r#try| {
        let mut node = attack_node(position, &r#try.attack, "?", "");
        node.variations.extend(r#try.refutations.iter().map(|&m| leaf(m, "!")));
        node
    }));
    let play = if findings.stipulation.is_series() {
        series(position, findings)
    } else {
        set_play(position, findings)
    };
    let comment = [remark, &play].into_iter().filter(|words| !words.is_empty());
    AnnotatedGame { game, comment: comment.collect::<Vec<_>>().join("; "), variations }
}

fn leaf(m: Move, judgement: &'static str) -> GameNode {
    GameNode { m, judgement, comment: String::new(), variations: Vec::new() }
}

/// Converts a line to nodes without branches.
fn chain(line: &[Move]) -> Option<GameNode> {
    line.iter()
        .rev()
        .fold(None, |later, &m| Some(GameNode { variations: later.into_iter().collect(), ..leaf(m, "") }))
}

fn attack_node(position: &Position, attack: &Attack, judgement: &'static str, label: &str) -> GameNode {
    let after = position.play_unchecked(attack.m);
    let threat = match &attack.threat {
        Threat::None => String::new(),
        Threat::Zugzwang => "zugzwang".to_owned(),
        Threat::Attacks(threats) => after
            .after_pass(position.turn())
            .map(|passed| format!("threat: {}", inline_attacks(&passed, threats)))
            .unwrap_or_default(),
    };
    let comment = [label, &threat].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("; ");
    GameNode { comment, variations: defence_nodes(&after, &attack.defences), ..leaf(attack.m, judgement) }
}

fn defence_nodes(position: &Position, defences: &[Defence]) -> Vec<GameNode> {
    let nodes = |reply: Reply<'_>| {
        let Defence { moves, answer } = reply.defence;
        let variations = answer_nodes(&reply.after(), answer);
        let Some((&m, alike)) = moves.split_first() else {
            // All other players passed, so the continuations follow directly.
            return variations;
        };
        let also: Vec<String> = alike.iter().map(|&other| san(position, other)).collect();
        let mut words = Vec::new();
        if !also.is_empty() {
            words.push(format!("also {}", also.join(" ")));
        }
        if *answer == Answer::Threats {
            words.push("threat".to_owned());
        }
        vec![GameNode { comment: words.join("; "), variations, ..leaf(m, "") }]
    };
    replies_others_last(position, defences).into_iter().flat_map(nodes).collect()
}

fn answer_nodes(position: &Position, answer: &Answer) -> Vec<GameNode> {
    match answer {
        Answer::Attacks(attacks) => {
            let label = label(attacks);
            attacks.attacks.iter().map(|attack| attack_node(position, attack, "", label)).collect()
        }
        Answer::Defences(replies) => defence_nodes(position, replies),
        Answer::Threats | Answer::Reached | Answer::Refutes => Vec::new(),
    }
}

/// Returns the set play as one line, `set play: Rxe7 g10=N#; …`.
fn set_play(position: &Position, findings: &Findings) -> String {
    let Some(passed) = position.after_pass(position.next_player()) else { return String::new() };
    let stipulation = findings.stipulation;
    let lines = findings.set_lines.iter().map(|line| numbered(&passed, line, stipulation, Phase::SetPlay));
    let mut texts: Vec<String> = lines.collect();
    if !findings.set_play.is_empty() {
        texts.push(inline_defences(&passed, &findings.set_play));
    }
    if texts.is_empty() { String::new() } else { format!("set play: {}", texts.join("; ")) }
}

/// Returns all lines of a series as one comment, because a PGN game cannot contain two moves of one side in a row.
fn series(position: &Position, findings: &Findings) -> String {
    let Findings { stipulation, lines, .. } = findings;
    let lines: Vec<String> = lines.iter().map(|line| sans(position, line, *stipulation, " ")).collect();
    if lines.is_empty() { String::new() } else { format!("solution: {}", lines.join("; ")) }
}

/// Returns attacks, each followed by its defences in brackets.
fn inline_attacks(position: &Position, attacks: &Attacks) -> String {
    let attack = |attack: &Attack| {
        let after = position.play_unchecked(attack.m);
        let replies = inline_defences(&after, &attack.defences);
        let replies = if replies.is_empty() { replies } else { format!(" ({replies})") };
        format!("{}{replies}", san(position, attack.m))
    };
    attacks.attacks.iter().map(attack).collect::<Vec<_>>().join(", ")
}

fn inline_defences(position: &Position, defences: &[Defence]) -> String {
    let text = |reply: Reply<'_>| {
        let after = reply.after();
        // PGN has no notation for a pass.
        let is_pass = reply.defence.moves.is_empty();
        let moves = if is_pass { String::new() } else { reply.moves(" or ", san) };
        let answer = match &reply.defence.answer {
            Answer::Attacks(attacks) => format!("{} {}", inline_attacks(&after, attacks), label(attacks)),
            Answer::Defences(later) => format!("[{}]", inline_defences(&after, later)),
            Answer::Threats => "threat".to_owned(),
            Answer::Reached | Answer::Refutes => String::new(),
        };
        format!("{}{moves} {answer}", mover(position, &Letters::ENGLISH)).trim_end().to_owned()
    };
    replies(position, defences).map(text).collect::<Vec<_>>().join("; ")
}
