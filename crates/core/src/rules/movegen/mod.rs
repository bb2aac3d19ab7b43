//! Legal move generation by set algebra: pins and checks first, then only legal moves.
//!
//! One generator, read in three ways: visited as sets, counted without a list,
//! asked for any move at all. Nothing is played and looked at but en passant,
//! where two pieces leave their cells and a third is filled.

mod castling;
mod count_replies;
mod en_passant;
mod pawns;

use std::ops::ControlFlow;

use super::attacks::{lines, pawn_attackers, pawn_attacks, pawn_origins, slides};
use super::{Move, PieceMoves, Player, Position, Role, Variant};
use crate::geometry::{Cell, CellSet, Geometry};

/// A visitor of the moves of one piece at a time. Not a type parameter: the generator is compiled
/// once, and the call costs little beside the moves of a piece.
pub type Visitor<'v, V> = dyn FnMut(PieceMoves<V>) -> ControlFlow<()> + 'v;

/// A player known to the compiler, or only at run time.
///
/// In games for two the generator is compiled once for each player, so that a
/// pawn's direction is a constant.
trait Mover: Copy {
    fn player(self) -> Player;
}

#[derive(Clone, Copy)]
struct First;

#[derive(Clone, Copy)]
struct Second;

impl Mover for First {
    #[inline]
    fn player(self) -> Player {
        Player::WHITE
    }
}

impl Mover for Second {
    #[inline]
    fn player(self) -> Player {
        Player::BLACK
    }
}

impl Mover for Player {
    #[inline]
    fn player(self) -> Player {
        self
    }
}

macro_rules! generator {
    ($position:ident, $generator:ident => $body:expr) => {
        // A constant, so that the compiler makes only the movers of the game.
        if const { V::PLAYERS > 2 } {
            let $generator = Generator::new($position, $position.turn);
            $body
        } else if $position.turn == Player::WHITE {
            let $generator = Generator::new($position, First);
            $body
        } else {
            let $generator = Generator::new($position, Second);
            $body
        }
    };
}

impl<V: Variant> Position<V> {
    /// Visits the legal moves, those of one piece at a time; `Break` stops the generation.
    ///
    /// A piece's moves may come in two parts, of which the second is en passant.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let mut count = 0;
    /// let _ = Position::<Glinski>::start().visit_moves(&mut |moves| {
    ///     count += moves.count();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 51);
    /// ```
    pub fn visit_moves(&self, visit: &mut Visitor<'_, V>) -> ControlFlow<()> {
        generator!(self, generator => generator.visit(generator.ours, visit))
    }

    /// Visits the legal moves of some of the pieces; the others cost nothing.
    pub fn visit_moves_of(
        &self,
        pieces: CellSet<V::Geometry>,
        visit: &mut Visitor<'_, V>,
    ) -> ControlFlow<()> {
        generator!(self, generator => generator.visit(generator.ours & pieces, visit))
    }

    /// Visits the legal captures on some cells, promotions and captures en passant, those of one piece at a time.
    ///
    /// Pieces come in the order of [`Position::visit_moves`]. Other moves cost nothing.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let all = start.board().occupied();
    /// assert!(start.visit_captures(all, &mut |_| ControlFlow::Break(())).is_continue());
    /// ```
    pub fn visit_captures(&self, prey: CellSet<V::Geometry>, visit: &mut Visitor<'_, V>) -> ControlFlow<()> {
        generator!(self, generator => generator.visit_captures(prey, visit))
    }

    /// Visits the legal moves that neither capture nor promote, those of one piece at a time.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let mut count = 0;
    /// let _ = Position::<Glinski>::start().visit_quiet_moves(&mut |moves| {
    ///     count += moves.count();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 51);
    /// ```
    pub fn visit_quiet_moves(&self, visit: &mut Visitor<'_, V>) -> ControlFlow<()> {
        generator!(self, generator => generator.visit_quiet_moves(visit))
    }

    /// Returns the number of legal moves, without making a list of them.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.count_moves(), 51);
    /// ```
    pub fn count_moves(&self) -> u64 {
        generator!(self, generator => generator.count())
    }

    /// Returns whether the player to move has a legal move.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert!(start.has_moves() && !start.is_mate());
    /// ```
    pub fn has_moves(&self) -> bool {
        generator!(self, generator => generator.has_move())
    }

    /// Returns whether the player to move is attacked and has no legal move.
    pub fn is_mate(&self) -> bool {
        generator!(self, generator => generator.is_mate())
    }

    /// Returns whether the rules allow the move.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let m = start.legal_moves().next().expect("a move");
    /// assert!(start.is_legal(m) && !start.after_move(m).is_legal(m));
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        self.ours().contains(m.from) && generator!(self, generator => generator.is_legal(m))
    }

    /// Returns the cells to which the player to move can capture en passant.
    pub(crate) fn en_passant_targets(&self) -> CellSet<V::Geometry> {
        generator!(self, generator => generator.en_passant_targets())
    }

    /// Returns the legal moves as a list, in the order of the generation.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.legal_moves().len(), 51);
    /// ```
    pub fn legal_moves(&self) -> std::vec::IntoIter<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.visit_moves(&mut |piece| {
            piece.into_iter().for_each(|m| moves.push(m));
            ControlFlow::Continue(())
        });
        moves.into_iter()
    }
}

/// State of move generation: checks, pins and targets.
#[derive(Clone, Copy)]
struct Generator<'p, V: Variant, M: Mover> {
    position: &'p Position<V>,
    mover: M,
    occupied: CellSet<V::Geometry>,
    ours: CellSet<V::Geometry>,
    enemies: CellSet<V::Geometry>,
    /// Cell of our king; without a king, a cell where none of our pieces is.
    king: Cell,
    /// Cells beside our king; none without a king.
    king_steps: CellSet<V::Geometry>,
    checkers: CellSet<V::Geometry>,
    /// Our pieces that are alone between our king and an enemy slider.
    pinned: CellSet<V::Geometry>,
    /// Targets of pieces other than the king.
    targets: CellSet<V::Geometry>,
}

impl<'p, V: Variant, M: Mover> Generator<'p, V, M> {
    #[inline]
    fn new(position: &'p Position<V>, mover: M) -> Self {
        let board = &position.board;
        let occupied = board.occupied();
        let ours = board.by_owner(mover.player());
        let enemies = occupied - ours;
        let kings = board.by_role(Role::King);
        let king = (kings & ours).first();
        let mut generator = Self {
            position,
            mover,
            occupied,
            ours,
            enemies,
            king: king.or_else(|| (!ours).first()).unwrap_or(Cell::numbered(0)),
            king_steps: king.map_or(CellSet::EMPTY, V::Geometry::adjacent),
            checkers: CellSet::EMPTY,
            pinned: CellSet::EMPTY,
            targets: !ours,
        };
        if king.is_some() {
            generator.find_checks_and_pins();
        }
        if V::PLAYERS > 2 {
            // Others' kings may stay attacked, but are never taken.
            generator.targets -= kings;
        }
        if let Some(checker) = generator.checkers.first() {
            generator.targets &= V::Geometry::between(generator.king, checker) | CellSet::of(checker);
        }
        generator
    }

    /// Returns whether we have a king; see [`Setup::into_position_without_kings`](super::Setup::into_position_without_kings).
    #[inline]
    fn has_king(&self) -> bool {
        !self.king_steps.is_empty()
    }

    #[inline]
    fn find_checks_and_pins(&mut self) {
        let board = &self.position.board;
        let mut checkers = V::Geometry::leaps(self.king) & board.by_role(Role::Knight);
        for (seat, pawns) in self.enemy_pawns(self.enemies) {
            checkers |= pawn_attackers::<V>(seat, CellSet::of(self.king)) & pawns;
        }
        if V::PLAYERS > 2 {
            // A diagram may have kings side by side; play cannot.
            checkers |= V::Geometry::adjacent(self.king) & board.by_role(Role::King);
        }
        self.checkers = checkers & self.enemies;
        for sniper in self.snipers() & self.enemies {
            let between = V::Geometry::between(self.king, sniper) & self.occupied;
            if between.is_empty() {
                self.checkers |= CellSet::of(sniper);
            } else if !between.is_several() {
                self.pinned |= between & self.ours;
            }
        }
    }

    /// Sliders of any owner in line with our king, whatever is between.
    #[inline]
    fn snipers(&self) -> CellSet<V::Geometry> {
        let lines = [V::Geometry::edge_lines(self.king), V::Geometry::vertex_lines(self.king)];
        self.position.board.sliders(lines[0], lines[1])
    }

    /// Returns pawns among the enemies `pieces`, by the seats that they began at.
    #[inline]
    fn enemy_pawns(
        &self,
        pieces: CellSet<V::Geometry>,
    ) -> impl Iterator<Item = (Player, CellSet<V::Geometry>)> {
        let us = self.mover.player();
        self.pawns(pieces, move |seat| seat != us)
    }

    /// Our pawns among `pieces`, by the seats that they began at.
    #[inline]
    fn own_pawns(
        &self,
        pieces: CellSet<V::Geometry>,
    ) -> impl Iterator<Item = (Player, CellSet<V::Geometry>)> {
        let us = self.mover.player();
        self.pawns(pieces, move |seat| seat == us)
    }

    /// Returns pawns by their seats; where pieces change hands, those of all seats, and no empty sets.
    #[inline]
    fn pawns(
        &self,
        pieces: CellSet<V::Geometry>,
        of_two: impl Fn(Player) -> bool,
    ) -> impl Iterator<Item = (Player, CellSet<V::Geometry>)> {
        V::players()
            .filter(move |&seat| V::PLAYERS > 2 || of_two(seat))
            .map(move |seat| (seat, self.position.board.pawns(seat) & pieces))
            .filter(|(_, pawns)| V::PLAYERS == 2 || !pawns.is_empty())
    }

    #[inline]
    fn our(&self, role: Role) -> CellSet<V::Geometry> {
        self.position.board.by_role(role) & self.ours
    }

    /// Returns the cells to which a pinned piece may move.
    #[inline]
    fn pin_line(&self, pinned: Cell) -> CellSet<V::Geometry> {
        match V::Geometry::direction(self.king, pinned) {
            Some(direction) => V::Geometry::ray(self.king, direction),
            None => CellSet::EMPTY,
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = u64::from(self.king_targets().len());
        if V::CASTLES {
            count += u64::from(self.castling_targets().len());
        }
        if self.checkers.is_several() {
            return count + self.count_en_passant();
        }
        let _ = self.visit_officers(self.ours, &mut |_, _, to| {
            count += u64::from(to.len());
            ControlFlow::Continue(())
        });
        for (seat, pawns) in self.own_pawns(self.ours) {
            count += self.count_pawn_moves(seat, pawns - self.pinned, self.targets);
            for pawn in pawns & self.pinned {
                let line = self.targets & self.pin_line(pawn);
                count += self.count_pawn_moves(seat, CellSet::of(pawn), line);
            }
        }
        count + self.count_en_passant()
    }

    /// Returns whether there is a move.
    #[inline]
    fn has_move(&self) -> bool {
        self.has_move_of(self.ours)
    }

    #[inline]
    fn has_move_of(&self, pieces: CellSet<V::Geometry>) -> bool {
        self.visit(pieces, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns whether it is mate. Tests king moves last, which cost most.
    #[inline]
    fn is_mate(&self) -> bool {
        let king = CellSet::of(self.king);
        !self.checkers.is_empty() && !self.has_move_of(self.ours - king) && !self.has_move_of(king)
    }

    /// Returns whether a move of one of our pieces is legal.
    #[inline]
    fn is_legal(mut self, m: Move) -> bool {
        let goal = CellSet::of(m.to);
        if m.from == self.king && !V::CASTLES {
            return m.promotion.is_none() && !self.king_targets_among(goal).is_empty();
        }
        self.targets &= goal;
        let is_there = &mut |moves: PieceMoves<V>| match moves.contains(m) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.visit(CellSet::of(m.from), is_there).is_break()
    }

    /// Visits the moves of some of our pieces.
    #[inline]
    fn visit<F: FnMut(PieceMoves<V>) -> ControlFlow<()> + ?Sized>(
        &self,
        pieces: CellSet<V::Geometry>,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let mut officer = |role, from, to| visit_officer(role, from, to, visit);
        if pieces.contains(self.king) {
            let mut to = self.king_targets();
            if V::CASTLES {
                to |= self.castling_targets();
            }
            officer(Role::King, self.king, to)?;
        }
        if self.checkers.is_several() {
            // En passant captures one checker and blocks another.
            return self.visit_en_passant(pieces, &mut |moves| visit(moves));
        }
        self.visit_officers(pieces, &mut officer)?;
        for (seat, pawns) in self.own_pawns(pieces) {
            self.visit_pawns(seat, pawns, self.targets, visit)?;
        }
        self.visit_en_passant(pieces, &mut |moves| visit(moves))
    }

    /// Visits captures on cells of `prey`, promotions and captures en passant.
    #[inline]
    fn visit_captures(&self, prey: CellSet<V::Geometry>, visit: &mut Visitor<'_, V>) -> ControlFlow<()> {
        let prey = self.enemies & prey;
        let mut officer = |role, from, to| visit_officer(role, from, to, visit);
        officer(Role::King, self.king, self.king_targets_among(prey))?;
        if !self.checkers.is_several() {
            let prey = prey & self.targets;
            for from in self.our(Role::Knight) - self.pinned {
                officer(Role::Knight, from, V::Geometry::leaps(from) & prey)?;
            }
            for role in [Role::Bishop, Role::Rook, Role::Queen] {
                for from in self.our(role) {
                    if lines::<V>(role, from).meets(prey) {
                        let to = slides::<V>(role, from, self.occupied) & prey;
                        officer(role, from, to & self.allowed(from))?;
                    }
                }
            }
            for (seat, pawns) in self.own_pawns(self.ours) {
                // Any capture that promotes is one of them.
                let goals = V::promotion_cells(seat) & self.targets;
                let movers = pawn_attackers::<V>(seat, prey | goals & self.enemies)
                    | pawn_origins::<V>(self.position.choice, seat, goals, self.occupied);
                self.visit_pawns(seat, movers & pawns, prey | goals, visit)?;
            }
        }
        self.visit_en_passant(self.ours, visit)
    }

    /// Visits moves that neither capture nor promote.
    #[inline]
    fn visit_quiet_moves(&self, visit: &mut Visitor<'_, V>) -> ControlFlow<()> {
        let mut quiet = *self;
        quiet.targets -= self.enemies;
        let mut officer = |role, from, to| visit_officer(role, from, to, visit);
        let mut to = self.king_targets_among(!self.enemies);
        if V::CASTLES {
            to |= self.castling_targets();
        }
        officer(Role::King, self.king, to)?;
        if self.checkers.is_several() {
            return ControlFlow::Continue(());
        }
        quiet.visit_officers(self.ours, &mut officer)?;
        for (seat, pawns) in self.own_pawns(self.ours) {
            quiet.visit_pawns(seat, pawns, quiet.targets - V::promotion_cells(seat), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the cells to which a pin lets a piece move.
    #[inline]
    fn allowed(&self, from: Cell) -> CellSet<V::Geometry> {
        if self.pinned.contains(from) { self.pin_line(from) } else { CellSet::all() }
    }

    /// Visits the moves of pawns of a seat to cells of `goals`, without en passant.
    #[inline]
    fn visit_pawns<F: FnMut(PieceMoves<V>) -> ControlFlow<()> + ?Sized>(
        &self,
        seat: Player,
        pawns: CellSet<V::Geometry>,
        goals: CellSet<V::Geometry>,
        visit: &mut F,
    ) -> ControlFlow<()> {
        for from in pawns {
            let mut to = CellSet::EMPTY;
            self.see_pawn_moves(seat, CellSet::of(from), goals & self.allowed(from), |cells| to |= cells);
            if !to.is_empty() {
                let promoting = to & V::promotion_cells(seat);
                visit(PieceMoves { role: Role::Pawn, from, to, promoting })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of queens, rooks, bishops and knights; sets may be empty.
    #[inline]
    fn visit_officers(
        &self,
        pieces: CellSet<V::Geometry>,
        visit: &mut impl FnMut(Role, Cell, CellSet<V::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // A pinned knight has no move: its leaps leave every line.
        let board = &self.position.board;
        for from in (board.by_role(Role::Knight) & pieces) - self.pinned {
            visit(Role::Knight, from, V::Geometry::leaps(from) & self.targets)?;
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.by_role(role) & pieces {
                let to = slides::<V>(role, from, self.occupied) & self.targets;
                visit(role, from, to & self.allowed(from))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the king's targets: cells that no enemy attacks once the king has left its own.
    #[inline]
    fn king_targets(&self) -> CellSet<V::Geometry> {
        self.king_targets_among(CellSet::all())
    }

    /// Returns the king's targets among `cells`.
    #[inline]
    fn king_targets_among(&self, cells: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let board = &self.position.board;
        let mut free = (self.king_steps & cells) - self.ours;
        if V::PLAYERS > 2 {
            free -= board.by_role(Role::King);
        }
        if free.is_empty() {
            return free;
        }
        for (seat, pawns) in self.enemy_pawns(self.enemies) {
            free -= pawn_attacks::<V>(seat, pawns);
        }
        board.not_attacked_by_officers(free, self.enemies, self.occupied - CellSet::of(self.king))
    }
}

/// Visits the moves of a piece that is not a pawn, unless it has none.
#[inline]
fn visit_officer<V: Variant>(
    role: Role,
    from: Cell,
    to: CellSet<V::Geometry>,
    visit: &mut (impl FnMut(PieceMoves<V>) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    if to.is_empty() {
        return ControlFlow::Continue(());
    }
    visit(PieceMoves { role, from, to, promoting: CellSet::EMPTY })
}
