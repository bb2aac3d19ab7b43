//! Pictures: the arrangements in which a line may end, and the moves that both sides still need for one.
//!
//! A picture is a cell of the king, with attackers that guard its flights and give check, and defenders that block
//! flights. Distances are those of an empty board, and lines are open: a line on the board needs at least as
//! many moves. So a king cell without a picture is a proof that no line ends there; a picture is a guess.

mod cover;
mod reach;

use std::ops::Range;

use cover::Cover;
use reach::{Kind, NEVER, Reach};

use super::estimate::Cells;
use super::{Goal, Stipulation};
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{Castling, Move, Player, Position, Role, Variant};

/// Side of a man of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// The side that guards.
    Attacker,
    /// The side that blocks.
    Defender,
}

/// Numbers of moves of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spent {
    attackers: u8,
    defenders: u8,
}

/// A man of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    kind: Kind,
    /// The cell where it is now.
    cell: Cell,
    side: Side,
    /// Moves that it needs.
    cost: u8,
    /// Cells around the king that it covers.
    cells: u16,
}

/// One picture for a king cell, as a witness that a line may end there.
#[derive(Clone, Copy, Debug)]
struct Picture {
    king: Cell,
    /// Moves that the king needs.
    walk: u8,
    /// Number of men; `None` if they are not known.
    len: Option<u8>,
    men: [Man; Self::MEN],
}

impl Picture {
    /// The most men: one for each flight, and one that gives check.
    const MEN: usize = 13;
    const NOBODY: Man = Man {
        kind: Kind::new(Role::King, Player::WHITE),
        cell: Cell::from_index(0),
        side: Side::Defender,
        cost: 0,
        cells: 0,
    };

    fn new(king: Cell, walk: u8, men: Option<&[Man]>) -> Self {
        let mut picture = Self { king, walk, len: None, men: [Self::NOBODY; Self::MEN] };
        if let Some(men) = men {
            picture.men[..men.len()].copy_from_slice(men);
            picture.len = Some(men.len() as u8);
        }
        picture
    }

    /// Returns the picture after a plain move of a piece, which may capture; `None` if it no longer fits.
    fn after(mut self, reach: &Reach, moved: Moved, left: Spent) -> Option<Self> {
        let len = usize::from(self.len?);
        if let Some(to) = moved.king {
            self.walk = reach.moves_to(Kind::new(Role::King, Player::WHITE), to, self.king);
        }
        let mut spent = Spent { attackers: 0, defenders: self.walk };
        for man in &mut self.men[..len] {
            if man.cell == moved.from {
                (man.cell, man.kind) = (moved.to, moved.kind);
                man.cost = match man.side {
                    Side::Attacker => reach.posts(man.kind, self.king, man.cell).cost(man.cells),
                    Side::Defender => {
                        let flight = reach.flights(self.king)[man.cells.trailing_zeros() as usize];
                        reach.moves_to(man.kind, man.cell, flight)
                    }
                };
            } else if man.cell == moved.to {
                return None;
            }
            let side = match man.side {
                Side::Attacker => &mut spent.attackers,
                Side::Defender => &mut spent.defenders,
            };
            *side = side.saturating_add(man.cost);
        }
        let fits = spent.attackers <= left.attackers && spent.defenders <= left.defenders;
        fits.then_some(self)
    }
}

/// A move as pictures see it.
#[derive(Clone, Copy, Debug)]
struct Moved {
    from: Cell,
    to: Cell,
    /// Kind of the piece after the move.
    kind: Kind,
    /// The cell of the king that is to be mated, if it has moved.
    king: Option<Cell>,
}

/// Pictures of the positions of a line, one for each cell on which the king may be mated.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    stack: Vec<Picture>,
    /// The search for a single picture, where it is not in use.
    cover: Option<Cover>,
}

/// The pictures of one position.
#[derive(Clone, Debug)]
pub(super) struct PictureList {
    /// Of the king that is to be mated.
    mated: Range<usize>,
    /// Of the king whose side is forced to mate, where there is one: it has no move, or discovers mate.
    forced: Option<Range<usize>>,
}

/// A copy of the pictures of one position.
#[derive(Clone, Debug)]
pub(super) struct KeptPictures {
    mated: Box<[Picture]>,
    forced: Option<Box<[Picture]>>,
}

/// A king that is to be left without flights, and the moves left to both sides of a line.
#[derive(Clone, Copy, Debug)]
struct Task {
    /// Owner of the king: the defender.
    defender: Player,
    needs_check: bool,
    /// `true` if the king may also discover mate by any move.
    may_discover: bool,
    left: Spent,
}

impl Task {
    /// Creates the task of the king that is to be mated or stalemated.
    fn new<V: Variant>(position: &Position<V>, stipulation: Stipulation, plies: u32) -> Self {
        let last = stipulation.moves_of_the_last(plies);
        let is_on_turn = match stipulation.is_series() {
            true => last == plies,
            false => plies % 2 == 1,
        };
        let count = |moves: u32| u8::try_from(moves).unwrap_or(NEVER - 1).min(NEVER - 1);
        Self {
            defender: if is_on_turn { position.next_player() } else { position.turn() },
            needs_check: stipulation.goal == Goal::Mate,
            may_discover: false,
            left: Spent { attackers: count(last), defenders: count(plies - last) },
        }
    }

    /// Returns the task of the king whose side is forced to mate with its last move.
    fn of_forced<V: Variant>(self, position: &Position<V>, stipulation: Stipulation) -> Option<Self> {
        if !stipulation.ends_forced() || stipulation.goal != Goal::Mate {
            return None;
        }
        let left = Spent { attackers: self.left.defenders, defenders: self.left.attackers.checked_sub(1)? };
        let defender = match self.defender == position.turn() {
            true => position.next_player(),
            false => position.turn(),
        };
        Some(Self { defender, needs_check: false, may_discover: true, left })
    }
}

impl Pictures {
    /// The least plies before the end for which pictures of the king that is to be mated are looked for.
    const LEAST: u32 = 3;

    /// Returns the least plies before the end for which pictures are looked for.
    ///
    /// Two plies before the end, those of a forced king leave few moves; else the helping moves know more.
    pub(super) const fn least(stipulation: Stipulation) -> u32 {
        match stipulation.ends_forced() && matches!(stipulation.goal, Goal::Mate) {
            true => Self::LEAST - 1,
            false => Self::LEAST,
        }
    }

    /// Finds the pictures of a position, for all cells of the king; `None` where nothing is claimed.
    pub(super) fn of<V: Variant>(
        &mut self,
        position: &Position<V>,
        stipulation: Stipulation,
        plies: u32,
    ) -> Option<PictureList> {
        if V::PLAYERS != 2 || stipulation.goal == Goal::Check {
            return None;
        }
        let task = Task::new(position, stipulation, plies);
        if V::players().any(|player| position.king(player).is_none()) {
            return None;
        }
        let forced = task.of_forced(position, stipulation).map(|task| self.find_all(position, task));
        let mated = self.find_all(position, task);
        Some(PictureList { mated, forced })
    }

    fn find_all<V: Variant>(&mut self, position: &Position<V>, task: Task) -> Range<usize> {
        let start = self.stack.len();
        let mut finder = Finder::new(self.take_cover(position), position, task);
        for king in CellSet::<V::Geometry>::all() {
            self.stack.extend(finder.find::<V>(king));
        }
        self.cover = Some(finder.cover);
        start..self.stack.len()
    }

    fn take_cover<V: Variant>(&mut self, position: &Position<V>) -> Cover {
        self.cover.take().unwrap_or_else(|| Cover::new(Reach::of::<V>(position.choice())))
    }

    /// Finds the pictures after a move, among those before it.
    pub(super) fn after<V: Variant>(
        &mut self,
        before: &PictureList,
        position: &Position<V>,
        m: Move,
        after: &Position<V>,
        stipulation: Stipulation,
        plies: u32,
    ) -> PictureList {
        let step = Step { position, m, after };
        let task = Task::new(after, stipulation, plies);
        let forced = before.forced.clone().zip(task.of_forced(after, stipulation));
        let forced = forced.map(|(before, task)| self.keep(before, step, task));
        if let Some(none) = forced.clone().filter(Range::is_empty) {
            return PictureList { mated: none.clone(), forced: Some(none) };
        }
        // A list without a forced king has mated ones of its own, which are removed with it.
        let mated = match forced.is_some() && plies < Self::LEAST {
            true => before.mated.clone(),
            false => self.keep(before.mated.clone(), step, task),
        };
        PictureList { mated, forced }
    }

    fn keep<V: Variant>(&mut self, before: Range<usize>, step: Step<'_, V>, task: Task) -> Range<usize> {
        let start = self.stack.len();
        let moved = step.moved(task.defender);
        let mut cover = Some(self.take_cover(step.position));
        let reach = cover.as_ref().map(|cover| cover.reach);
        let mut finder = None;
        for number in before {
            let picture = self.stack[number];
            let kept = reach.zip(moved).and_then(|(reach, moved)| picture.after(reach, moved, task.left));
            if kept.is_none() && finder.is_none() {
                finder = cover.take().map(|cover| Finder::new(cover, step.after, task));
            }
            let found = || finder.as_mut().and_then(|finder| finder.find::<V>(picture.king));
            self.stack.extend(kept.or_else(found));
        }
        self.cover = cover.or(finder.map(|finder| finder.cover));
        start..self.stack.len()
    }

    /// Returns the cells on which the king may be mated; none if the other side cannot be forced.
    pub(super) fn kings<V: Variant>(&self, list: &PictureList) -> Cells<V> {
        match &list.forced {
            Some(forced) if forced.is_empty() => CellSet::EMPTY,
            _ => self.stack[list.mated.clone()].iter().map(|picture| picture.king).collect(),
        }
    }

    /// Copies a list.
    pub(super) fn copy(&self, list: &PictureList) -> KeptPictures {
        let pictures = |range: &Range<usize>| self.stack[range.clone()].into();
        KeptPictures { mated: pictures(&list.mated), forced: list.forced.as_ref().map(pictures) }
    }

    /// Makes a copied list the latest one.
    pub(super) fn restore(&mut self, kept: &KeptPictures) -> PictureList {
        let mut push = |pictures: &[Picture]| {
            let start = self.stack.len();
            self.stack.extend_from_slice(pictures);
            start..self.stack.len()
        };
        let forced = kept.forced.as_deref().map(&mut push);
        PictureList { mated: push(&kept.mated), forced }
    }

    /// Removes the latest list.
    pub(super) fn drop(&mut self, list: &PictureList) {
        let first = list.forced.as_ref().unwrap_or(&list.mated);
        self.stack.truncate(first.start);
    }
}

/// A move from one position to another, in which the other side may have passed.
#[derive(Clone, Copy)]
struct Step<'p, V: Variant> {
    position: &'p Position<V>,
    m: Move,
    after: &'p Position<V>,
}

impl<V: Variant> Step<'_, V> {
    /// Returns the move as pictures of a king of `defender` see it; `None` if it changes more than two cells.
    fn moved(self, defender: Player) -> Option<Moved> {
        let Self { position, m, after } = self;
        let is_plain = !position.crossed().contains(m.to) && position.castling(m).is_none();
        let piece = after.board().piece(m.to).filter(|_| is_plain)?;
        let is_king = piece.role == Role::King && piece.owner == defender;
        Some(Moved { from: m.from, to: m.to, kind: Kind::of(piece), king: is_king.then_some(m.to) })
    }
}

/// A search for pictures of one position.
struct Finder {
    task: Task,
    cover: Cover,
    /// The arrangements to start from: the present one first, then those after castling.
    starts: Vec<Start>,
}

/// Pieces to start from.
struct Start {
    king: Cell,
    men: Vec<(Kind, Cell, Side)>,
    left: Spent,
}

impl Finder {
    fn new<V: Variant>(cover: Cover, position: &Position<V>, task: Task) -> Self {
        let mut starts = Vec::with_capacity(1);
        starts.extend(Start::new(position, task.defender, task.left));
        if V::CASTLES && !position.wings().is_empty() {
            add_castlings(position, task.defender, &mut starts);
        }
        Self { task, cover, starts }
    }

    /// Finds a picture with the king on a cell.
    fn find<V: Variant>(&mut self, king: Cell) -> Option<Picture> {
        let reach = self.cover.reach;
        for (number, start) in self.starts.iter().enumerate() {
            let walk = reach.moves_to(Kind::new(Role::King, Player::WHITE), start.king, king);
            if walk > start.left.defenders {
                continue;
            }
            let found = self.cover.find(king, &start.men, self.task.needs_check, walk, start.left);
            if let Some(picture) = found {
                return Some(if number == 0 { picture } else { Picture::new(king, walk, None) });
            }
            if self.task.may_discover && start.may_discover::<V>(reach, king, walk) {
                return Some(Picture::new(king, walk, None));
            }
        }
        None
    }
}

impl Start {
    fn new<V: Variant>(position: &Position<V>, defender: Player, left: Spent) -> Option<Self> {
        let king = position.king(defender)?;
        let board = position.board();
        let mut men = Vec::with_capacity(16);
        for role in Role::ALL {
            for owner in V::players() {
                let side = if owner == defender { Side::Defender } else { Side::Attacker };
                for cell in board.by_role(role) & board.by_owner(owner) {
                    if cell != king {
                        men.push((Kind::new(role, owner), cell, side));
                    }
                }
            }
        }
        Some(Self { king, men, left })
    }

    /// Returns whether the king may come between a slider of its side and the other king, `walk` moves of its own away.
    fn may_discover<V: Variant>(&self, reach: &Reach, king: Cell, walk: u8) -> bool {
        let can_come = |man: &(Kind, Cell, Side), owner: Side, cells: Cells<V>, moves: u8| {
            let &(piece, from, side) = man;
            owner == side && cells.into_iter().any(|cell| reach.moves_to(piece, from, cell) <= moves)
        };
        let moves = self.left.defenders.saturating_sub(walk);
        Direction::ALL.into_iter().any(|way| {
            let before = V::Geometry::ray(king, way) - V::Geometry::adjacent(king);
            let behind = V::Geometry::ray(king, way.opposite());
            let is_edge = Direction::EDGES.contains(&way);
            let is_target = |man: &(Kind, Cell, Side)| {
                man.0.is_king() && can_come(man, Side::Attacker, before, self.left.attackers)
            };
            let is_sniper = |man: &(Kind, Cell, Side)| {
                man.0.may_slide(is_edge) && can_come(man, Side::Defender, behind, moves)
            };
            self.men.iter().any(is_target) && self.men.iter().any(is_sniper)
        })
    }

    /// Returns the arrangement after a castling of one side, which comes before other moves of king and rook.
    ///
    /// Pieces in the way may have left by then, and keep their cells here. `None` without a move left.
    fn after_castling(&self, side: Side, castling: &Castling) -> Option<Self> {
        let mut left = self.left;
        let moves = match side {
            Side::Attacker => &mut left.attackers,
            Side::Defender => &mut left.defenders,
        };
        *moves = moves.checked_sub(1)?;
        let castled = |cell: Cell| {
            let ways = [castling.king, castling.rook].into_iter();
            ways.fold(cell, |cell, way| if cell == way[0] { way[1] } else { cell })
        };
        let move_own = |&(kind, cell, owner): &(Kind, Cell, Side)| {
            (kind, if owner == side { castled(cell) } else { cell }, owner)
        };
        let king = if side == Side::Defender { castled(self.king) } else { self.king };
        Some(Self { king, men: self.men.iter().map(move_own).collect(), left })
    }
}

/// Adds the arrangements in which one side has castled, or both.
fn add_castlings<V: Variant>(position: &Position<V>, defender: Player, starts: &mut Vec<Start>) {
    for owner in V::players() {
        let side = if owner == defender { Side::Defender } else { Side::Attacker };
        let own = |castling: &&Castling| position.wings().has(owner, castling.wing);
        let castled: Vec<_> = V::castlings(owner)
            .iter()
            .filter(own)
            .flat_map(|castling| starts.iter().filter_map(|start| start.after_castling(side, castling)))
            .collect();
        starts.extend(castled);
    }
}
