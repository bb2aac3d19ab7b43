//! Moves in the order in which they are searched.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::exchange::{gains, worth};
use super::memory::Memory;
use super::packed::Packed;
use hexmate_core::geometry::{CellSet, Geometry};
use hexmate_core::rules::{Position, Role, Variant};

/// Rank of a check beside that of its history.
const CHECK_BONUS: i32 = 10_000;

/// A move with its rank among the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) packed: Packed,
    pub(super) rank: i32,
}

/// Room for the moves of all nodes of a line; each node uses its end.
pub(super) struct Lists {
    moves: Vec<Ranked>,
}

impl Lists {
    pub(super) fn new() -> Self {
        Self { moves: Vec::with_capacity(4096) }
    }
}

/// Kinds of moves that a node searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Generate,
    Good,
    Quiets,
    Quiet,
    Bad,
}

/// State of choosing the next move of a node.
pub(super) struct Picker<V: Variant> {
    stage: Stage,
    scope: Scope,
    prey: CellSet<V::Geometry>,
    table_move: u32,
    first: usize,
    bad: usize,
    next: usize,
    noisy_end: usize,
    skips_quiets: bool,
    /// `true` once any legal move has been seen.
    pub(super) has_moves: bool,
}

impl<V: Variant> Picker<V> {
    /// Begins a node; only captures on cells of `prey` are looked for, and promotions.
    pub(super) fn new(lists: &Lists, scope: Scope, prey: CellSet<V::Geometry>, table_move: u32) -> Self {
        let first = lists.moves.len();
        Self {
            stage: if table_move == 0 { Stage::Generate } else { Stage::Table },
            scope,
            prey,
            table_move,
            first,
            bad: first,
            next: first,
            noisy_end: first,
            skips_quiets: false,
            has_moves: false,
        }
    }

    /// Leaves out all quiet moves that have not been returned.
    pub(super) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Returns the quiet move that follows if no move refutes the position.
    #[inline]
    pub(super) fn likely_next(&self, lists: &Lists) -> Option<Packed> {
        if self.stage != Stage::Quiet {
            return None;
        }
        lists.moves.get(self.next).map(|next| next.packed)
    }

    /// Frees the room in the lists.
    pub(super) fn finish(&self, lists: &mut Lists) {
        lists.moves.truncate(self.first);
    }

    /// Returns the next move.
    pub(super) fn next(
        &mut self,
        position: &Position<V>,
        lists: &mut Lists,
        memory: &Memory,
    ) -> Option<Ranked> {
        if self.stage == Stage::Table {
            self.stage = Stage::Generate;
            let m = Packed::unpack_short(self.table_move);
            if position.ours().contains(m.from)
                && let Some(packed) = pack(position, m)
            {
                // Entries are found by all 64 bits of the key.
                debug_assert!(position.is_legal(m));
                self.has_moves = true;
                return Some(Ranked { packed, rank: i32::MAX });
            }
            self.table_move = 0;
        }
        if self.stage == Stage::Generate {
            self.generate(position, lists);
            self.stage = Stage::Good;
        }
        if self.stage == Stage::Good {
            while self.next < self.noisy_end {
                select(&mut lists.moves[self.next..self.noisy_end]);
                let best = lists.moves[self.next];
                self.next += 1;
                if best.packed.is_same(self.table_move) {
                    continue;
                }
                let threshold = if self.scope == Scope::All { -20 } else { 0 };
                if gains(position, CellSet::all(), best.packed, threshold) {
                    return Some(best);
                }
                lists.moves[self.bad] = best;
                self.bad += 1;
            }
            if self.scope == Scope::Noisy {
                self.stage = Stage::Bad;
                self.next = self.bad;
                return None;
            }
            self.stage = Stage::Quiets;
        }
        if self.skips_quiets && matches!(self.stage, Stage::Quiets | Stage::Quiet) {
            self.stage = Stage::Bad;
            self.next = self.first;
        }
        if self.stage == Stage::Quiets {
            self.generate_quiets(position, lists, memory);
            self.stage = Stage::Quiet;
            self.next = self.noisy_end;
            lists.moves[self.next..].sort_unstable_by_key(|m| (Reverse(m.rank), m.packed));
        }
        if self.stage == Stage::Quiet {
            let end = lists.moves.len();
            while self.next < end {
                let best = lists.moves[self.next];
                self.next += 1;
                if !best.packed.is_same(self.table_move) {
                    return Some(best);
                }
            }
            self.stage = Stage::Bad;
            self.next = self.first;
        }
        if self.next < self.bad {
            self.next += 1;
            let worst = lists.moves[self.next - 1];
            return Some(Ranked { rank: -1_000_000, ..worst });
        }
        None
    }

    /// Lists captures and promotions.
    fn generate(&mut self, position: &Position<V>, lists: &mut Lists) {
        let enemies = position.board().occupied() - position.ours();
        let moves = &mut lists.moves;
        let _ = position.visit_captures(self.prey, &mut |set| {
            self.has_moves = true;
            let role = set.role;
            for m in set {
                let victim = if enemies.contains(m.to) { role_on(position, m.to) } else { None };
                let packed = match (victim, m.promotion) {
                    (None, None) => Packed::new(role, m, Some(Role::Pawn)).as_special(),
                    _ => Packed::new(role, m, victim),
                };
                let gain = packed.victim().map_or(0, worth) + m.promotion.map_or(0, worth);
                let rank = 16 * gain - worth(role) / 16;
                moves.push(Ranked { packed, rank });
            }
            ControlFlow::Continue(())
        });
        self.noisy_end = lists.moves.len();
    }

    /// Lists the moves that neither capture nor promote.
    fn generate_quiets(&mut self, position: &Position<V>, lists: &mut Lists, memory: &Memory) {
        let moves = &mut lists.moves;
        let known = memory.of(position.turn());
        let checks = checking_cells(position);
        let _ = position.visit_quiet_moves(&mut |set| {
            self.has_moves = true;
            let is_king = V::CASTLES && set.role == Role::King;
            let checking = checks[set.role as usize];
            for m in set {
                let mut packed = Packed::new(set.role, m, None);
                if is_king && position.castling(m).is_some() {
                    packed = packed.as_special();
                }
                let bonus = if checking.contains(m.to) { CHECK_BONUS } else { 0 };
                moves.push(Ranked { packed, rank: known.history(packed) + bonus });
            }
            ControlFlow::Continue(())
        });
    }
}

/// Moves the move with the highest rank to the front.
#[inline]
fn select(moves: &mut [Ranked]) {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}

/// Returns by role the cells from which a piece of the side to move would give check; none for king and pawns.
fn checking_cells<V: Variant>(position: &Position<V>) -> [CellSet<V::Geometry>; Role::ALL.len()] {
    let mut cells = [CellSet::EMPTY; Role::ALL.len()];
    if let Some(king) = position.king(position.next_player()) {
        let occupied = position.board().occupied();
        let [straight, diagonal] =
            [V::Geometry::slide_edges(king, occupied), V::Geometry::slide_vertices(king, occupied)];
        cells[Role::Queen as usize] = straight | diagonal;
        cells[Role::Rook as usize] = straight;
        cells[Role::Bishop as usize] = diagonal;
        cells[Role::Knight as usize] = V::Geometry::leaps(king);
    }
    cells
}

/// Returns the role of the piece on a cell.
#[inline]
pub(super) fn role_on<V: Variant>(
    position: &Position<V>,
    cell: hexmate_core::geometry::Cell,
) -> Option<Role> {
    const FREQUENT: [Role; 6] = [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook, Role::Queen, Role::King];
    let board = position.board();
    FREQUENT.into_iter().find(|&role| board.by_role(role).contains(cell))
}

/// Returns a legal move in packed form.
pub(super) fn pack<V: Variant>(position: &Position<V>, m: hexmate_core::rules::Move) -> Option<Packed> {
    let role = role_on(position, m.from)?;
    let victim = role_on(position, m.to);
    if victim.is_some() {
        return Some(Packed::new(role, m, victim));
    }
    if role == Role::Pawn && position.is_en_passant(m) {
        return Some(Packed::new(role, m, Some(Role::Pawn)).as_special());
    }
    let packed = Packed::new(role, m, None);
    let castles = V::CASTLES && role == Role::King && position.castling(m).is_some();
    Some(if castles { packed.as_special() } else { packed })
}
