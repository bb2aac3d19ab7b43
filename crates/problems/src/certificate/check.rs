//! Checker of certificates, which plays all lines with the oracle's move generator.

use std::collections::{BTreeMap, HashSet};

use super::{Certificate, CertificateFault, CertificateFaultKind, HEADER_LINES, Node, Successor};
use hexmate_oracle::{Event, Game, GoalStatus, Move, Objective, Player, Position};

/// A node to be compared with a position.
struct Task {
    node: usize,
    position: Position,
    /// Moves left to the attacker.
    left: u32,
}

struct Checker<'c> {
    certificate: &'c Certificate,
    objective: Objective,
    open: Vec<Task>,
    /// Visited nodes after the current key, with moves left and position.
    visited: HashSet<(usize, u32, String)>,
    used: Vec<bool>,
    /// Minimum number of moves left at a mate after the current key.
    min_left: u32,
    positions: u64,
}

/// Part of a certificate that contains a move.
#[derive(Clone, Copy)]
enum Clause {
    Key(usize),
    Node(usize),
}

impl Certificate {
    /// Plays all lines and compares every list of defences with the legal moves. Returns the number of positions
    /// compared.
    ///
    /// Takes less than a millisecond for each position of a game for two, and visits each position once for each key.
    /// Does not recurse.
    ///
    /// # Errors
    ///
    /// The first fault found; lines are not played in the order of the text.
    pub fn check(&self) -> Result<u64, CertificateFault> {
        let header = |kind, line: usize, name: &str| CertificateFault { kind, line, column: name.len() + 2 };
        let game = Game::ALL.into_iter().find(|game| game.name() == self.game);
        let game =
            game.ok_or_else(|| header(CertificateFaultKind::UnknownGame(self.game.clone()), 4, "game"))?;
        let position = Position::from_fen(game, &self.position);
        let canonical = position.and_then(|position| match position.to_fen() {
            fen if fen == self.position => Ok(position),
            fen => Err(format!("the canonical FEN is {fen}")),
        });
        let position =
            canonical.map_err(|reason| header(CertificateFaultKind::Position(reason), 5, "position"))?;
        let victim = self.victim_in(&position);
        let victim = victim.map_err(|kind| header(kind, HEADER_LINES, "proves"))?;
        if self.keys.is_empty() {
            return Err(CertificateFault {
                kind: CertificateFaultKind::NoKey,
                line: HEADER_LINES + self.nodes.len() + 1,
                column: 1,
            });
        }
        let mut checker = Checker {
            certificate: self,
            objective: Objective { attacker: position.turn(), victim },
            open: Vec::new(),
            visited: HashSet::new(),
            used: vec![false; self.nodes.len()],
            min_left: 0,
            positions: 0,
        };
        for number in 0..self.keys.len() {
            checker.check_key(&position, number)?;
        }
        match checker.used.iter().position(|&used| !used) {
            Some(unused) => Err(checker.fault(CertificateFaultKind::UnusedNode, Clause::Node(unused), "")),
            None => Ok(checker.positions),
        }
    }

    /// Returns the named victim, if there is one.
    fn victim_in(&self, position: &Position) -> Result<Option<Player>, CertificateFaultKind> {
        let rules = position.rules();
        let can_be_mated = |victim: &Player| {
            rules.count() > 2 && *victim != position.turn() && position.living().contains(victim)
        };
        let victim = self.victim.map(|letter| rules.player(letter).filter(can_be_mated));
        if self.moves == 0 || victim == Some(None) {
            return Err(CertificateFaultKind::Stipulation(self.stipulation()));
        }
        Ok(victim.flatten())
    }
}

impl Checker<'_> {
    fn check_key(&mut self, position: &Position, number: usize) -> Result<(), CertificateFault> {
        let clause = Clause::Key(number);
        let (m, next) = &self.certificate.keys[number];
        self.visited.clear();
        self.min_left = u32::MAX;
        self.attack(position, m, *next, self.certificate.moves, clause)?;
        while let Some(task) = self.open.pop() {
            self.check_node(&task)?;
        }
        if self.min_left == 0 { Ok(()) } else { Err(self.fault(CertificateFaultKind::TooShort, clause, m)) }
    }

    fn check_node(&mut self, task: &Task) -> Result<(), CertificateFault> {
        let Task { node, position, left } = task;
        let clause = Clause::Node(*node);
        self.positions += 1;
        self.used[*node] = true;
        let is_attack = position.turn() == self.objective.attacker;
        match &self.certificate.nodes[*node] {
            Node::Attack(m, next) if is_attack => self.attack(position, m, *next, *left, clause),
            Node::Defence(replies) if !is_attack => self.defend(position, replies, *left, clause),
            _ => Err(self.fault(CertificateFaultKind::WrongSide { fen: position.to_fen() }, clause, "")),
        }
    }

    fn attack(
        &mut self,
        position: &Position,
        m: &str,
        next: Successor,
        left: u32,
        clause: Clause,
    ) -> Result<(), CertificateFault> {
        let found = position.legal_moves().into_iter().find(|legal| legal.uci() == m);
        let Some(found) = found else {
            let kind = CertificateFaultKind::IllegalAttack { m: m.to_owned(), fen: position.to_fen() };
            return Err(self.fault(kind, clause, m));
        };
        self.follow(position, &found, next, left - 1, clause)
    }

    fn defend(
        &mut self,
        position: &Position,
        replies: &[(String, Successor)],
        left: u32,
        clause: Clause,
    ) -> Result<(), CertificateFault> {
        let legal: BTreeMap<String, Move> = position.legal_moves().iter().map(|m| (m.uci(), *m)).collect();
        let mut missing: BTreeMap<&str, &Move> = legal.iter().map(|(text, m)| (text.as_str(), m)).collect();
        for (text, next) in replies {
            let (m, fen) = (text.clone(), || position.to_fen());
            let Some(reply) = legal.get(text) else {
                return Err(self.fault(CertificateFaultKind::IllegalDefence { m, fen: fen() }, clause, text));
            };
            if missing.remove(text.as_str()).is_none() {
                return Err(self.fault(
                    CertificateFaultKind::RepeatedDefence { m, fen: fen() },
                    clause,
                    text,
                ));
            }
            self.follow(position, reply, *next, left, clause)?;
        }
        match missing.first_key_value() {
            None => Ok(()),
            Some((m, _)) => {
                let kind =
                    CertificateFaultKind::MissingDefence { m: (*m).to_owned(), fen: position.to_fen() };
                Err(self.fault(kind, clause, ""))
            }
        }
    }

    /// Plays a legal move, after which the attacker has `left` moves.
    fn follow(
        &mut self,
        position: &Position,
        m: &Move,
        next: Successor,
        left: u32,
        clause: Clause,
    ) -> Result<(), CertificateFault> {
        let (after, events) = position.play_with_events(m);
        let text = m.uci();
        let (m, fen) = (text.clone(), || position.to_fen());
        let kind = match (self.objective.status(&after, &events, left), next) {
            (GoalStatus::Reached, Successor::Mate) => {
                self.min_left = self.min_left.min(left.saturating_sub(self.lost_turns(&events)));
                return Ok(());
            }
            (GoalStatus::Open(left), Successor::Node(node)) if node < self.used.len() => {
                if self.visited.insert((node, left, without_counters(&after))) {
                    self.open.push(Task { node, position: after, left });
                }
                return Ok(());
            }
            (GoalStatus::Open(_), Successor::Node(node)) => {
                CertificateFaultKind::NoSuchNode(node.to_string())
            }
            (GoalStatus::Reached, Successor::Node(_)) => CertificateFaultKind::AfterMate { m, fen: fen() },
            (GoalStatus::Missed, Successor::Node(_)) => CertificateFaultKind::TooLong { m, fen: fen() },
            (GoalStatus::Missed | GoalStatus::Open(_), Successor::Mate) => {
                CertificateFaultKind::NoMate { m, fen: fen() }
            }
        };
        Err(self.fault(kind, clause, &text))
    }

    /// Returns the number of turns that the attacker had to skip, each of which counts as a move.
    fn lost_turns(&self, events: &[Event]) -> u32 {
        let lost =
            |event: &&Event| matches!(event, Event::Skipped(player) if *player == self.objective.attacker);
        events.iter().filter(lost).count() as u32
    }

    /// Creates a fault at a move of a line, or at the start of the line if `m` is empty.
    fn fault(&self, kind: CertificateFaultKind, clause: Clause, m: &str) -> CertificateFault {
        let (line, text) = match clause {
            Clause::Node(number) => (number, format!("{number} {}", self.certificate.nodes[number])),
            Clause::Key(number) => (self.certificate.nodes.len() + number, format!("key {m}")),
        };
        let before = text.find(m).map_or(0, |start| text[..start].chars().count());
        CertificateFault { kind, line: HEADER_LINES + line + 1, column: before + 1 }
    }
}

/// Returns the FEN of a position without its counters, which do not affect mates.
fn without_counters(position: &Position) -> String {
    let fen = position.to_fen();
    let fields = fen.rsplitn(3, ' ').last().unwrap_or_default();
    fields.to_owned()
}
