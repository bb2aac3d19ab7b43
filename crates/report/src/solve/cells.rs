//! The solution as lists for the cells of a table; an item contains no spaces.
//!
//! ```text
//! tries       Nf5(i7i5)                    a try and the replies that refute it
//! set_play    Rxe7(g9g10n)                 a reply and the continuations against it
//! threats     Ne7(b6b7n,g9g10n)            a key and its threats; or Ne7(zugzwang)
//! variations  Ne7/Rxe7(g9g10n)             key, defence, all continuations; ~ is every other move
//! duals       Ne7/Rxe7/Qd4/Kc6(a1a2,b1b2)  the line to a defence, the continuations of full length
//! try_play    Nf5(b6b7n) Nf5/Rxe7(g9g10n)  threats and variations of the tries, written as those of keys
//! ```
//!
//! A line of a helpmate or series is a variation or set play: its moves, separated by commas.

use super::lines::sans;
use super::spelling::replies;
use crate::moves::{san, uci};
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Threat};
use hexmate_position::Position;

/// Lists of one solution; `None` for phases that were not requested.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Lists {
    /// Keys in SAN.
    pub(super) keys: Vec<String>,
    pub(super) keys_uci: Vec<String>,
    pub(super) tries: Option<Vec<String>>,
    pub(super) set_play: Option<Vec<String>>,
    pub(super) threats: Option<Vec<String>>,
    pub(super) duals: Option<Vec<String>>,
    pub(super) variations: Option<Vec<String>>,
    pub(super) try_play: Option<Vec<String>>,
}

impl Lists {
    pub(super) fn new(position: &Position, findings: &Findings) -> Self {
        let scope = findings.scope;
        let stipulation = findings.stipulation;
        let is_tree = !stipulation.has_lines();
        let set_play = || {
            let Some(passed) = position.after_pass(position.next_player()) else { return Vec::new() };
            let mut cells = Vec::new();
            put_variations(&passed, &findings.set_play, "", &mut cells);
            cells.extend(findings.set_lines.iter().map(|line| sans(&passed, line, stipulation, ",")));
            cells
        };
        let threats = || findings.variations.iter().filter_map(|key| threat_cell(position, key)).collect();
        let variations = || {
            let mut cells: Vec<String> =
                findings.lines.iter().map(|line| sans(position, line, stipulation, ",")).collect();
            findings.variations.iter().for_each(|key| put_play(position, key, &mut cells));
            cells
        };
        let duals = || {
            let mut cells = Vec::new();
            findings.variations.iter().for_each(|key| put_duals(position, key, "", &mut cells));
            cells
        };
        let tries = || {
            let cells = findings.tries.iter().map(|r#try| {
                let refutations: Vec<_> = r#try.refutations.iter().map(|&m| uci(position, m)).collect();
                format!("{}({})", san(position, r#try.attack.m), refutations.join(","))
            });
            cells.collect()
        };
        let try_play = || {
            let mut cells = Vec::new();
            for r#try in &findings.tries {
                cells.extend(threat_cell(position, &r#try.attack));
                put_play(position, &r#try.attack, &mut cells);
            }
            cells
        };
        Self {
            keys: findings.keys.iter().map(|&m| san(position, m)).collect(),
            keys_uci: findings.keys.iter().map(|&m| uci(position, m)).collect(),
            tries: (scope.tries > 0 && is_tree).then(tries),
            set_play: scope.set_play.then(set_play),
            threats: (scope.variations && is_tree).then(threats),
            duals: (scope.variations && is_tree).then(duals),
            variations: scope.variations.then(variations),
            try_play: (scope.tries > 0 && scope.try_play && is_tree).then(try_play),
        }
    }
}

fn ucis(position: &Position, attacks: &Attacks) -> String {
    attacks.attacks.iter().map(|attack| uci(position, attack.m)).collect::<Vec<_>>().join(",")
}

fn threat_cell(position: &Position, key: &Attack) -> Option<String> {
    let threats = match &key.threat {
        Threat::None => return None,
        Threat::Zugzwang => "zugzwang".to_owned(),
        Threat::Attacks(threats) => ucis(position, threats),
    };
    Some(format!("{}({threats})", san(position, key.m)))
}

/// Adds each defence to a first move with its continuations.
fn put_play(position: &Position, first: &Attack, cells: &mut Vec<String>) {
    let way = format!("{}/", san(position, first.m));
    put_variations(&position.play_unchecked(first.m), &first.defences, &way, cells);
}

/// Adds each defence with its continuations, in the order of the moves; `way` is the line to it.
fn put_variations(position: &Position, defences: &[Defence], way: &str, cells: &mut Vec<String>) {
    for reply in replies(position, defences) {
        let way = format!("{way}{}", reply.moves("|", san));
        match &reply.defence.answer {
            Answer::Attacks(attacks) => cells.push(format!("{way}({})", ucis(position, attacks))),
            Answer::Threats => cells.push(format!("{way}(threat)")),
            Answer::Reached => cells.push(way),
            Answer::Refutes => cells.push(format!("{way}(!)")),
            Answer::Defences(later) => put_variations(&reply.after(), later, &format!("{way}/"), cells),
        }
    }
}

/// Adds every dual below an attack, with the whole line to it.
fn put_duals(position: &Position, attack: &Attack, way: &str, cells: &mut Vec<String>) {
    let way = format!("{way}{}/", san(position, attack.m));
    put_duals_of_defences(&position.play_unchecked(attack.m), &attack.defences, &way, cells);
}

fn put_duals_of_defences(position: &Position, defences: &[Defence], way: &str, cells: &mut Vec<String>) {
    for reply in replies(position, defences) {
        let way = format!("{way}{}", reply.moves("|", san));
        match &reply.defence.answer {
            Answer::Attacks(attacks) => {
                if attacks.is_dual() {
                    cells.push(format!("{way}({})", ucis(position, attacks)));
                }
                if attacks.length > 1 {
                    let (after, way) = (reply.after(), format!("{way}/"));
                    attacks.attacks.iter().for_each(|attack| put_duals(&after, attack, &way, cells));
                }
            }
            Answer::Defences(later) => {
                put_duals_of_defences(&reply.after(), later, &format!("{way}/"), cells);
            }
            Answer::Threats | Answer::Reached | Answer::Refutes => {}
        }
    }
}
