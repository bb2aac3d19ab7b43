//! Finds lines without resistance: helpmates, series, and those that end with a forced move.
//!
//! The [`Estimate`] excludes moves that cannot lead to the goal in the plies left.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use foldhash::fast::FixedState;

use super::budget::Meter;
use super::estimate::{Cells, Estimate};
use super::mate_in_one::{has_quiet_move, visit_mates_in_one};
use super::objective::Objective;
use super::parallel::{Ended, run_wave};
use super::pictures::{KeptPictures, PictureList, Pictures};
use super::table::{LayeredTable, key_with_moves};
use super::{Budget, Goal, Play, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// The ends that a line may still have.
struct Hope<V: Variant> {
    /// Pictures, where they are looked for.
    pictures: Option<PictureList>,
    /// The cells on which the king may be mated.
    kings: Cells<V>,
}

/// The ends that the lines of an item may have.
struct KeptHope<V: Variant> {
    pictures: Option<KeptPictures>,
    kings: Cells<V>,
}

/// Source of the ends that a position may have.
#[derive(Clone, Copy)]
enum Origin<'l, V: Variant> {
    /// The diagram, whose ends are all possible.
    Diagram,
    /// A move from a position with known ends.
    Move { before: &'l Position<V>, m: Move, hope: &'l Hope<V> },
    /// The ends of an item, known since the split.
    Item(&'l KeptHope<V>),
}

impl<V: Variant> Origin<'_, V> {
    /// Returns the cells on which the king may be mated.
    fn kings(self) -> Cells<V> {
        match self {
            Self::Diagram => Cells::<V>::all(),
            Self::Move { hope, .. } => hope.kings,
            Self::Item(kept) => kept.kings,
        }
    }
}

/// A search for all lines of a length that end with the goal.
pub(super) struct LineSearch<'t, 'b> {
    objective: Objective,
    stipulation: Stipulation,
    table: LayeredTable<'t>,
    pub(super) meter: Meter<'b>,
    pictures: Pictures,
    line: Vec<Move>,
    found: Found,
    /// Lines found by others before this search.
    shared: Option<&'t Found>,
    /// Nodes of the latest length.
    pub(super) latest: u64,
}

/// Lines, and where to find those of a position.
#[derive(Debug, Default)]
struct Found {
    /// The lines found so far.
    lines: Vec<Vec<Move>>,
    /// By position and plies: the lines that pass through.
    known: HashMap<u128, Range<usize>, FixedState>,
}

impl Found {
    /// Returns the lines through a position, by key.
    fn through(&self, key: u128) -> Option<&[Vec<Move>]> {
        self.known.get(&key).map(|range| &self.lines[range.clone()])
    }
}

impl<'t, 'b> LineSearch<'t, 'b> {
    pub(super) fn new(
        objective: Objective,
        stipulation: Stipulation,
        table: &'t mut TranspositionTable,
        budget: Budget<'b>,
    ) -> Self {
        Self {
            objective,
            stipulation,
            table: LayeredTable { own: table, shared: None },
            meter: Meter::new(budget, 0),
            pictures: Pictures::default(),
            line: Vec::new(),
            found: Found::default(),
            shared: None,
            latest: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Finds all lines of `plies` plies, in ascending order.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        self.found = Found::default();
        let before = self.nodes();
        // Shorter lines, such as those of set play, leave no plies to an item.
        match self.latest >= Self::LONG && plies > Self::LEFT {
            true => self.search_in_waves(position, plies, Self::UNITS)?,
            false => drop(self.search(position, plies, Origin::Diagram)?),
        }
        self.latest = self.nodes() - before;
        self.found.lines.sort_unstable();
        Ok(())
    }

    /// Removes and returns the lines found so far.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<Move>> {
        std::mem::take(&mut self.found).lines
    }

    /// Nodes of one length after which the next one is searched in waves.
    const LONG: u64 = 100_000;

    /// Returns the least plies before the end for which positions are remembered.
    ///
    /// The two plies of helping moves take as long as remembering them.
    fn least_remembered(&self) -> u32 {
        if matches!(self.stipulation.play, Play::Help | Play::HelpAndHalf) { 3 } else { 2 }
    }

    /// Collects the lines of `plies` plies from here; returns whether there are any.
    fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        origin: Origin<'_, V>,
    ) -> Result<bool, Stop> {
        self.meter.visit()?;
        if plies == 0 {
            let ends = self.objective.is_goal(position);
            if ends {
                self.found.lines.push(self.line.clone());
            }
            return Ok(ends);
        }
        let is_forced = self.stipulation.ends_forced();
        if plies == 1 && is_forced {
            return self.end_forced(position);
        }
        if plies == 1 && self.stipulation.goal == Goal::Mate && V::PLAYERS == 2 {
            return Ok(self.end_with_mate(position));
        }
        // The table knows positions from which no line of this length starts.
        let key = key_with_moves(position, plies);
        let is_remembered = plies >= self.least_remembered();
        if is_remembered {
            if self.table.bounds(key).answer(1) == Some(false) {
                return Ok(false);
            }
            if self.repeat(key, plies)? {
                return Ok(true);
            }
        }
        let first = self.found.lines.len();
        let hope = self.hope(position, plies, origin);
        let searched = self.each_move(position, plies, &hope, |search, next, origin| {
            search.search(next, plies - 1, origin).map(drop)
        });
        if let Some(pictures) = &hope.pictures {
            self.pictures.drop(pictures);
        }
        searched?;
        let lines = first..self.found.lines.len();
        let is_found = !lines.is_empty();
        if is_remembered {
            match is_found {
                true => drop(self.found.known.insert(key, lines)),
                false => self.table.store(key, 1, false),
            }
        }
        Ok(is_found)
    }

    /// Finds the ends that lines of `plies` plies from here may have.
    fn hope<V: Variant>(&mut self, position: &Position<V>, plies: u32, origin: Origin<'_, V>) -> Hope<V> {
        let stipulation = self.stipulation;
        let before = origin.kings();
        if plies < Pictures::least(stipulation) {
            return Hope { pictures: None, kings: before };
        }
        let pictures = match origin {
            Origin::Diagram => self.pictures.of(position, stipulation, plies),
            Origin::Move { before, m, hope } => {
                let list = hope.pictures.as_ref();
                list.map(|list| self.pictures.after(list, before, m, position, stipulation, plies))
            }
            Origin::Item(kept) => kept.pictures.as_ref().map(|kept| self.pictures.restore(kept)),
        };
        let kings = pictures.as_ref().map_or(before, |list| self.pictures.kings::<V>(list));
        Hope { pictures, kings }
    }

    /// Visits the positions after moves that may lead to one of the ends.
    fn each_move<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        hope: &Hope<V>,
        mut visit: impl FnMut(&mut Self, &Position<V>, Origin<'_, V>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if hope.kings.is_empty() {
            return Ok(());
        }
        for m in self.promising_moves(position, plies, hope.kings) {
            let after = position.after_move(m);
            let next = match self.stipulation.other_side_passes(plies - 1) {
                true => after.after_null_move(),
                false => Some(after),
            };
            let Some(next) = next else { continue };
            self.line.push(m);
            let visited = visit(self, &next, Origin::Move { before: position, m, hope });
            self.line.pop();
            visited?;
        }
        Ok(())
    }

    /// Adds the lines of a position whose last `plies` plies have been found before; returns whether there are any.
    fn repeat(&mut self, key: u128, plies: u32) -> Result<bool, Stop> {
        let mut lines = Vec::new();
        let own = self.found.through(key);
        let Some(known) = own.or_else(|| self.shared?.through(key)) else { return Ok(false) };
        for line in known {
            self.meter.visit()?;
            lines.push([&self.line[..], &line[line.len() - plies as usize..]].concat());
        }
        self.found.lines.append(&mut lines);
        Ok(true)
    }

    /// Collects the lines of one ply that mate.
    fn end_with_mate<V: Variant>(&mut self, position: &Position<V>) -> bool {
        let before = self.found.lines.len();
        let mut tried = 0;
        let _ = visit_mates_in_one(position, &mut tried, |m| {
            self.found.lines.push(self.line.iter().copied().chain([m]).collect());
            ControlFlow::Continue(())
        });
        self.meter.add_tried(tried);
        self.found.lines.len() > before
    }

    /// Returns the moves that may lead to the goal with the king on one of `kings`.
    fn promising_moves<V: Variant>(
        &self,
        position: &Position<V>,
        plies: u32,
        kings: Cells<V>,
    ) -> std::vec::IntoIter<Move> {
        let last = self.stipulation.moves_of_the_last(plies);
        let is_on_turn = match self.stipulation.is_series() {
            true => last == plies,
            false => plies % 2 == 1,
        };
        let defender = if is_on_turn { position.next_player() } else { position.turn() };
        let Some(estimate) = Estimate::new(position, defender, self.stipulation.goal) else {
            return position.legal_moves();
        };
        let may_reach = match (last, plies - last) {
            (1, 1) => return estimate.helping_moves(kings).legal(position).into_iter(),
            // The estimates do not cover en passant, which empties two cells.
            _ if has_en_passant(position) => true,
            (1, 0) => estimate.may_reach_goal_in_one(),
            (1, moves) => estimate.may_reach_goal_after(moves),
            (2, 0) => estimate.may_reach_goal_in_two(),
            (2, 1) => estimate.mating_cells().meets(kings),
            _ => true,
        };
        if may_reach { position.legal_moves() } else { Vec::new().into_iter() }
    }

    /// Collects the lines of one ply if every legal move reaches the goal.
    fn end_forced<V: Variant>(&mut self, position: &Position<V>) -> Result<bool, Stop> {
        if self.stipulation.goal == Goal::Mate && has_quiet_move(position) {
            return Ok(false);
        }
        let mut ends = Vec::new();
        for m in position.legal_moves() {
            self.meter.visit()?;
            if !self.objective.is_goal(&position.after_move(m)) {
                return Ok(false);
            }
            ends.push(self.line.iter().copied().chain([m]).collect());
        }
        let is_forced = !ends.is_empty();
        self.found.lines.append(&mut ends);
        Ok(is_forced)
    }
}

/// A position from which a wave continues.
struct Item<V: Variant> {
    position: Position<V>,
    /// `None` if there are many items.
    hope: Option<KeptHope<V>>,
    /// The lines that lead to it.
    lines: Vec<Vec<Move>>,
}

/// Result of one unit, with the state to merge.
struct UnitResult {
    searched: Result<(), Stop>,
    nodes: u64,
    table: TranspositionTable,
    found: Found,
    /// The lines of each item.
    lines: Vec<Range<usize>>,
}

impl LineSearch<'_, '_> {
    /// The fewest items for which the search is not split a ply later.
    const ITEMS: usize = 1024;
    /// The most units, each of neighbouring items with one table.
    ///
    /// Units of a wave do not see what the others find. Neighbouring items have the most positions in common, so they
    /// are in one unit, and neighbouring units in different waves.
    pub(super) const UNITS: usize = 64 * TranspositionTable::BRANCHES;
    /// The most items whose pictures are kept, for about 64 MB; those of others are looked for again.
    const KEPT: usize = 1 << 14;
    /// The fewest plies that are left to an item.
    const LEFT: u32 = 4;

    /// Collects lines of more than [`LEFT`](Self::LEFT) plies, on idle threads too; see [`parallel`](super::parallel).
    ///
    /// The work is split into at most `units` units.
    pub(super) fn search_in_waves<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        units: usize,
    ) -> Result<(), Stop> {
        let mut left = plies;
        let mut items = Vec::new();
        while items.len() < Self::ITEMS && left > Self::LEFT {
            left -= 1;
            items.clear();
            self.split(position, plies, left, Origin::Diagram, &mut items, &mut HashMap::default())?;
        }
        let units: Vec<&[Item<V>]> = items.chunks(items.len().div_ceil(units).max(1)).collect();
        let waves = units.len().div_ceil(TranspositionTable::BRANCHES);
        for first in 0..waves {
            let wave: Vec<&[Item<V>]> = units[first..].iter().copied().step_by(waves).collect();
            let results = self.run_wave(&wave, left);
            for (result, unit) in results.into_iter().zip(wave) {
                self.table.own.absorb(&result.table);
                self.meter.add_counted(result.nodes)?;
                result.searched?;
                self.merge(result.found, &result.lines, unit);
            }
        }
        Ok(())
    }

    /// Collects the positions with `left` plies left.
    fn split<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        left: u32,
        origin: Origin<'_, V>,
        items: &mut Vec<Item<V>>,
        numbers: &mut HashMap<u128, usize, FixedState>,
    ) -> Result<(), Stop> {
        self.meter.visit()?;
        let hope = self.hope(position, plies, origin);
        let split = if plies > left {
            self.each_move(position, plies, &hope, |search, next, origin| {
                search.split(next, plies - 1, left, origin, items, numbers)
            })
        } else {
            if !hope.kings.is_empty() {
                let number = *numbers.entry(key_with_moves(position, left)).or_insert(items.len());
                if number == items.len() {
                    let pictures = || hope.pictures.as_ref().map(|list| self.pictures.copy(list));
                    let keep = || KeptHope { pictures: pictures(), kings: hope.kings };
                    let hope = (number < Self::KEPT).then(keep);
                    items.push(Item { position: *position, hope, lines: Vec::new() });
                }
                items[number].lines.push(self.line.clone());
            }
            Ok(())
        };
        if let Some(pictures) = &hope.pictures {
            self.pictures.drop(pictures);
        }
        split
    }

    fn run_wave<V: Variant>(&self, units: &[&[Item<V>]], left: u32) -> Vec<UnitResult> {
        run_wave(0..units.len(), self.nodes(), self.meter.budget.idle, &|number, before| {
            let mut table = self.table.branch();
            let mut search = LineSearch {
                objective: self.objective,
                stipulation: self.stipulation,
                table: LayeredTable { own: &mut table, shared: Some(self.table.own) },
                meter: Meter::new(self.meter.budget, before),
                pictures: Pictures::default(),
                line: Vec::new(),
                found: Found::default(),
                shared: Some(&self.found),
                latest: 0,
            };
            let mut lines = Vec::with_capacity(units[number].len());
            let searched = units[number].iter().try_for_each(|Item { position, hope, .. }| {
                let first = search.found.lines.len();
                let origin = hope.as_ref().map_or(Origin::Diagram, Origin::Item);
                search.search(position, left, origin)?;
                lines.push(first..search.found.lines.len());
                Ok(())
            });
            let (nodes, found) = (search.nodes() - before, search.found);
            let result = UnitResult { searched, nodes, table, found, lines };
            Ended { nodes, is_stopped: searched.is_err(), result }
        })
    }

    /// Adds the lines of a unit, each after every line to its item.
    fn merge<V: Variant>(&mut self, found: Found, lines: &[Range<usize>], unit: &[Item<V>]) {
        let mut starts = Vec::with_capacity(unit.len());
        for (item, lines) in unit.iter().zip(lines) {
            starts.push(self.found.lines.len());
            for before in &item.lines {
                let after = found.lines[lines.clone()].iter();
                self.found.lines.extend(after.map(|line| [&before[..], line].concat()));
            }
        }
        let moved = |(key, known): (u128, Range<usize>)| {
            let item = lines.partition_point(|lines| lines.end <= known.start);
            let start = starts[item] + known.start - lines[item].start;
            (key, start..start + known.len())
        };
        self.found.known.extend(found.known.into_iter().map(moved));
    }
}

/// Returns whether a pawn may be captured en passant.
fn has_en_passant<V: Variant>(position: &Position<V>) -> bool {
    let crossed = position.crossed();
    !crossed.is_empty()
        && position
            .visit_moves_of(position.our(Role::Pawn), &mut |moves| match moves.to.meets(crossed) {
                true if moves.into_iter().any(|m| position.is_en_passant(m)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
}
