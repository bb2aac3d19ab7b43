//! Solves problems: lengthens the search until there is a key, then builds the solution tree from proofs.

use super::line_search::LineSearch;
use super::objective::{GoalStatus, Objective};
use super::search::Search;
use super::{
    Answer, Attack, Attacks, Budget, Defence, Findings, Observer, Scope, Stipulation, Stop, Threat,
    TranspositionTable, Try,
};
use crate::rules::{Move, Player, Position, Setup, Variant};

/// Solves a problem: finds the shortest length within the stipulation, with all its keys or lines.
///
/// Clears the table, so that answer and nodes do not depend on earlier problems. The time grows by about the
/// number of legal moves, squared, with each further move of the stipulation.
pub fn solve<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    table: &mut TranspositionTable,
    budget: Budget,
) -> Findings {
    solve_fully(position, stipulation, Scope::KEYS, table, budget)
}

/// Solves a problem and computes the parts of its solution that `scope` asks for.
///
/// Clears the table. Every part is complete. The time grows by about the number of legal moves, squared, with each
/// further move of the stipulation. Set play exists in games for two only.
///
/// ```
/// use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable, solve_fully};
/// use hexmate_core::rules::{Mini, Position};
///
/// let table = &mut TranspositionTable::with_limit(1 << 20);
/// let findings = solve_fully(
///     &Position::<Mini>::start(), Stipulation::mate_in(2), Scope::FULL, table, Budget::default(),
/// );
/// assert!(findings.variations.is_empty() && findings.stopped.is_none());
/// ```
pub fn solve_fully<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    scope: Scope,
    table: &mut TranspositionTable,
    budget: Budget,
) -> Findings {
    table.clear();
    let mut findings = Findings::unsolved(stipulation, scope);
    let objective = Objective::new(position, stipulation);
    let ended = if stipulation.has_lines() {
        let mut search = LineSearch::new(objective, stipulation, table, budget);
        let ended = solve_lines(position, stipulation, &mut findings, &mut search);
        findings.nodes = search.nodes();
        ended
    } else {
        let mut search = Search::new(objective, table, budget);
        let ended = solve_tree(position, stipulation, &mut findings, &mut search);
        findings.nodes = search.nodes();
        ended
    };
    findings.stopped = ended.err();
    findings
}

/// Length before which a search for long mates goes first.
const LONG: u32 = 6;

fn solve_tree<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    findings: &mut Findings,
    search: &mut Search<'_, '_>,
) -> Result<(), Stop> {
    let scope = findings.scope;
    let observer = search.meter.budget.observer;
    find_shortest(stipulation, findings, observer, |findings, moves| {
        let is_asked = moves == LONG && search.objective.is_mate_within();
        if is_asked && search.known(position, moves).is_none() {
            findings.long_mate = search.find_long(position, stipulation.moves)?;
        }
        let found = search.find_keys(position, moves, &mut findings.keys);
        findings.keys.sort_unstable();
        found
    })?;
    let moves = findings.mate_in.unwrap_or(stipulation.moves);
    let mut builder = TreeBuilder { search, every_defence: scope.every_defence };
    if scope.tries > 0 {
        findings.tries = builder.tries(position, moves, &findings.keys, scope)?;
    }
    if scope.set_play {
        findings.set_play = builder.set_play(position, moves)?;
    }
    if scope.variations {
        let keys = findings.keys.iter();
        findings.variations = keys.map(|&m| builder.attack(position, m, moves)).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// Searches one length after the other until there are keys.
fn find_shortest(
    stipulation: Stipulation,
    findings: &mut Findings,
    observer: Option<&dyn Observer>,
    mut find: impl FnMut(&mut Findings, u32) -> Result<(), Stop>,
) -> Result<(), Stop> {
    for moves in stipulation.lengths() {
        let found = find(findings, moves);
        if !findings.keys.is_empty() {
            findings.mate_in = Some(moves);
        }
        found?;
        if let Some(observer) = observer {
            observer.searched(moves, &findings.keys);
        }
        if findings.mate_in.is_some() {
            break;
        }
        findings.refuted = moves;
    }
    findings.are_keys_complete = true;
    Ok(())
}

fn solve_lines<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    findings: &mut Findings,
    search: &mut LineSearch<'_, '_>,
) -> Result<(), Stop> {
    let observer = search.meter.budget.observer;
    find_shortest(stipulation, findings, observer, |findings, moves| {
        let found = search.find_lines(position, stipulation.with_moves(moves).plies());
        findings.lines = search.take_lines();
        findings.keys = findings.lines.iter().filter_map(|line| line.first().copied()).collect();
        findings.keys.dedup();
        found
    })?;
    let plies = stipulation.with_moves(findings.mate_in.unwrap_or(stipulation.moves)).plies();
    let least = if stipulation.ends_forced() { 2 } else { 1 };
    if findings.scope.set_play
        && !stipulation.is_series()
        && plies > least
        && let Some(passed) = after_pass(position, position.next_player())
    {
        search.find_lines(&passed, plies - 1)?;
        findings.set_lines = search.take_lines();
    }
    Ok(())
}

/// Returns the position with another player to move, all others having passed.
///
/// `None` if one of them is in check, or if the player has no legal move.
///
/// ```
/// use hexmate_core::mate::after_pass;
/// use hexmate_core::rules::{Glinski, Player, Position};
///
/// let passed = after_pass(&Position::<Glinski>::start(), Player::BLACK).expect("no check");
/// assert_eq!(passed.turn(), Player::BLACK);
/// ```
pub fn after_pass<V: Variant>(position: &Position<V>, turn: Player) -> Option<Position<V>> {
    let is_safe =
        |player| position.king(player).is_none_or(|king| position.attackers(king, player).is_empty());
    if !position.living().without(turn).iter().all(is_safe) {
        return None;
    }
    let setup = Setup { turn, crossed: Vec::new(), landed: None, ..Setup::from(position) };
    let passed = setup.into_position().ok()?;
    (passed.turn() == turn && passed.living() == position.living()).then_some(passed)
}

/// Builds the solution tree.
struct TreeBuilder<'s, 't, 'b> {
    search: &'s mut Search<'t, 'b>,
    /// `true` to build the tree of defences that parry no threat.
    every_defence: bool,
}

impl TreeBuilder<'_, '_, '_> {
    fn objective(&self) -> Objective {
        self.search.objective
    }

    /// Lists first moves with few refutations; none if the defenders have no move.
    fn tries<V: Variant>(
        &mut self,
        position: &Position<V>,
        moves: u32,
        keys: &[Move],
        scope: Scope,
    ) -> Result<Vec<Try>, Stop> {
        if moves <= 1 && !self.objective().has_last_word() {
            return Ok(Vec::new());
        }
        let mut firsts = self.objective().moves(position);
        firsts.retain(|m| keys.binary_search(m).is_err());
        firsts.sort_unstable();
        let every_defence = self.every_defence;
        let (tries, ended) = self.search.each(moves, firsts.len(), &|search, number| {
            TreeBuilder { search, every_defence }.as_try(position, firsts[number], moves, scope)
        });
        ended?;
        Ok(tries.into_iter().flatten().collect())
    }

    /// Returns a first move as a try if it has few refutations.
    fn as_try<V: Variant>(
        &mut self,
        position: &Position<V>,
        m: Move,
        moves: u32,
        scope: Scope,
    ) -> Result<Option<Try>, Stop> {
        let after = position.after_move(m);
        let GoalStatus::Open(left) = self.objective().status(position, &after, moves) else {
            return Ok(None);
        };
        if after.turn() == self.objective().attacker {
            return Ok(None);
        }
        let refutations = self.refutations(&after, left, scope.tries)?;
        if !(1..=scope.tries as usize).contains(&refutations.len()) {
            return Ok(None);
        }
        let mut attack = Attack { m, threat: Threat::None, defences: Vec::new() };
        if scope.try_play {
            attack = self.attack(position, m, moves)?;
            for defence in &mut attack.defences {
                defence.moves.retain(|reply| !refutations.contains(reply));
            }
            attack.defences.retain(|defence| !defence.moves.is_empty());
        }
        Ok(Some(Try { attack, refutations }))
    }

    /// Lists the refutations: all, or one more than `most`.
    fn refutations<V: Variant>(
        &mut self,
        position: &Position<V>,
        left: u32,
        most: u32,
    ) -> Result<Vec<Move>, Stop> {
        let mut refutations = Vec::new();
        for reply in self.search.likely_first(position, left) {
            if !self.search.is_won_after(position, &position.after_move(reply), left)? {
                refutations.push(reply);
                if refutations.len() > most as usize {
                    break;
                }
            }
        }
        refutations.sort_unstable();
        Ok(refutations)
    }

    /// Lists the attacker's answers if the other side is to move in the diagram.
    fn set_play<V: Variant>(&mut self, position: &Position<V>, moves: u32) -> Result<Vec<Defence>, Stop> {
        let left = moves.saturating_sub(1);
        if V::PLAYERS > 2 || left == 0 && !self.objective().has_last_word() {
            return Ok(Vec::new());
        }
        let Some(passed) = after_pass(position, position.next_player()) else { return Ok(Vec::new()) };
        let mut defences = self.defences(&passed, left, None)?;
        defences.retain(|defence| defence.answer != Answer::Refutes);
        Ok(defences)
    }

    /// Builds the tree of an attack; `moves` are left before it.
    fn attack<V: Variant>(&mut self, before: &Position<V>, m: Move, moves: u32) -> Result<Attack, Stop> {
        self.search.visit_node()?;
        let after = before.after_move(m);
        let GoalStatus::Open(left) = self.objective().status(before, &after, moves) else {
            return Ok(Attack { m, threat: Threat::None, defences: Vec::new() });
        };
        if after.turn() == self.objective().attacker {
            let answer = self.answer(&after, left, None)?;
            let defences = vec![Defence { moves: Vec::new(), answer }];
            return Ok(Attack { m, threat: Threat::None, defences });
        }
        let threat = self.threat(&after, left)?;
        let threats = match &threat {
            Threat::Attacks(threats) if !self.every_defence => Some(threats),
            _ => None,
        };
        let defences = self.defences(&after, left, threats)?;
        Ok(Attack { m, threat, defences })
    }

    fn threat<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Result<Threat, Stop> {
        if left == 0 {
            return Ok(Threat::None);
        }
        let Some(passed) = after_pass(position, self.objective().attacker) else {
            return Ok(Threat::None);
        };
        Ok(self.attacks(&passed, left)?.map_or(Threat::Zugzwang, Threat::Attacks))
    }

    /// Builds all continuations of the shortest length, if there is one.
    fn attacks<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Result<Option<Attacks>, Stop> {
        let Some(length) = self.search.shortest(position, left)? else { return Ok(None) };
        let mut moves = Vec::new();
        self.search.find_keys(position, length, &mut moves)?;
        moves.sort_unstable();
        let attacks = moves.into_iter().map(|m| self.attack(position, m, length));
        Ok(Some(Attacks { length, left, attacks: attacks.collect::<Result<_, _>>()? }))
    }

    /// Builds the answers to all defences.
    fn defences<V: Variant>(
        &mut self,
        position: &Position<V>,
        left: u32,
        threats: Option<&Attacks>,
    ) -> Result<Vec<Defence>, Stop> {
        let mut replies = self.objective().moves(position);
        replies.sort_unstable();
        let every_defence = self.every_defence;
        let (answers, ended) = self.search.each(left + 1, replies.len(), &|search, number| {
            search.visit_node()?;
            let after = position.after_move(replies[number]);
            match search.objective.status(position, &after, left) {
                GoalStatus::Reached => Ok(Answer::Reached),
                GoalStatus::Missed => Ok(Answer::Refutes),
                GoalStatus::Open(left) => TreeBuilder { search, every_defence }.answer(&after, left, threats),
            }
        });
        ended?;
        let mut defences: Vec<Defence> = Vec::new();
        for (reply, answer) in replies.into_iter().zip(answers) {
            let shares = V::PLAYERS > 2 || answer == Answer::Threats;
            match defences.iter_mut().find(|other| shares && other.answer == answer) {
                Some(other) => other.moves.push(reply),
                None => defences.push(Defence { moves: vec![reply], answer }),
            }
        }
        Ok(defences)
    }

    fn answer<V: Variant>(
        &mut self,
        position: &Position<V>,
        left: u32,
        threats: Option<&Attacks>,
    ) -> Result<Answer, Stop> {
        if position.turn() != self.objective().attacker {
            return self.defences(position, left, threats).map(Answer::Defences);
        }
        if let Some(threats) = threats
            && self.are_carried_out(position, threats)?
        {
            return Ok(Answer::Threats);
        }
        Ok(self.attacks(position, left)?.map_or(Answer::Refutes, Answer::Attacks))
    }

    /// Returns whether every threat still works in its own length.
    fn are_carried_out<V: Variant>(
        &mut self,
        position: &Position<V>,
        threats: &Attacks,
    ) -> Result<bool, Stop> {
        for Attack { m, .. } in &threats.attacks {
            let works = position.is_legal(*m)
                && self.search.is_won_after(position, &position.after_move(*m), threats.length)?;
            if !works {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
