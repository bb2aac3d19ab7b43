//! Pieces that can move to a cell, and the unique legal move that plain move text means.
//!
//! Reading games spends most of its time here, so the search is generic over the game; its results are plain.

use crate::geometry::{Cell, CellSet, Direction, Geometry, Shape};
use crate::rules::{self, Move, Player, Position, Role, Variant};

/// Pieces of one role of the player to move that can go to a cell; some may leave their king in check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// The pieces, in the order of their cells. Of pawns, some may step there and others capture en passant.
    pub pieces: Vec<CandidatePiece>,
    /// Role of the captured piece, if any.
    pub captured: Option<Role>,
    /// `true` if a capture there is en passant.
    pub is_en_passant: bool,
}

/// A piece that can go to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidatePiece {
    /// Cell of the piece.
    pub from: Cell,
    /// `true` if it captures there.
    pub takes: bool,
    /// `true` if it is a pawn that promotes there.
    pub promotes: bool,
    /// `true` if it does not leave its king in check.
    pub is_legal: bool,
}

/// The part of move text that names the origin: file, rank, both or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The file, as [`Hex::q`](crate::geometry::Hex::q) counts.
    pub column: Option<i8>,
    /// The rank, as [`Shape::rank`] counts.
    pub rank: Option<u8>,
}

impl Origin {
    /// Returns whether a cell agrees with the given file and rank.
    #[inline]
    pub fn fits(self, shape: Shape, cell: Cell) -> bool {
        let hex = shape.hex(cell);
        self.column.is_none_or(|column| column == hex.q)
            && self.rank.is_none_or(|rank| rank == shape.rank(hex))
    }
}

/// Parsed move text in the strict form, without promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMove {
    /// Role of the moving piece.
    pub role: Role,
    /// The given part of the origin.
    pub origin: Origin,
    /// Letter of the target's file.
    pub file: u8,
    /// Number of the target's rank.
    pub rank: u8,
    /// `true` if the text has a capture sign.
    pub takes: bool,
}

/// Returns the legal move that plain text means, if exactly one fits and it is not a promotion.
///
/// ```
/// use hexmate_core::candidates::{Origin, PlainMove, unique_move};
/// use hexmate_core::geometry::{Coordinate, Geometry, Hexagon91};
/// use hexmate_core::rules::{Glinski, Position, Role};
///
/// let start = Position::<Glinski>::start();
/// let text = PlainMove { role: Role::Bishop, origin: Origin::default(), file: b'b', rank: 6, takes: false };
/// let m = unique_move(&start, text).expect("a bishop can go to b6");
/// assert_eq!(Coordinate(Hexagon91::SHAPE, m.from).to_string(), "f2");
/// ```
#[inline]
pub fn unique_move<V: Variant>(position: &Position<V>, text: PlainMove) -> Option<Move> {
    let PlainMove { role, origin, file, rank, takes } = text;
    let to = V::Geometry::named(file, rank)?;
    if role != Role::Pawn {
        let from = unique_officer(position, role, origin, to, takes)?;
        return Some(Move { from, to, promotion: None });
    }
    let candidates = CandidateSets::new(position, role, to);
    let mut candidates = if takes { candidates.without_steppers() } else { candidates.without_takers() };
    if origin != Origin::default() {
        candidates = candidates.filtered(|from| origin.fits(V::Geometry::SHAPE, from));
    }
    let legal = candidates.legal(position).cells();
    let from = legal.first().filter(|_| !legal.is_several())?;
    (!candidates.is_promotion(position, from)).then_some(Move { from, to, promotion: None })
}

/// Returns the only piece of a role other than pawn, of the player to move, that fits an origin and may go to a cell.
#[inline]
fn unique_officer<V: Variant>(
    position: &Position<V>,
    role: Role,
    origin: Origin,
    to: Cell,
    takes: bool,
) -> Option<Cell> {
    let board = position.board();
    if is_closed(position, to) || board.occupied().contains(to) != takes {
        return None;
    }
    let mut pieces = officers(position, role, to);
    if origin != Origin::default() {
        pieces = pieces.into_iter().filter(|&from| origin.fits(V::Geometry::SHAPE, from)).collect();
    }
    let victims = if takes { CellSet::of(to) } else { CellSet::EMPTY };
    let legal = safe(position, to, pieces, victims);
    legal.first().filter(|_| !legal.is_several())
}

/// Returns whether the player to move can never go to a cell: one of an own piece or of a king, which is never captured,
/// not even where it may stay attacked.
#[inline]
fn is_closed<V: Variant>(position: &Position<V>, to: Cell) -> bool {
    (position.ours() | position.board().by_role(Role::King)).contains(to)
}

/// Returns the pieces of one role of the player to move that can go to a cell.
pub fn candidates<V: Variant>(position: &Position<V>, role: Role, to: Cell) -> Candidates {
    CandidateSets::new(position, role, to).list(position)
}

/// Pieces of one role of the player to move that can go to one cell.
///
/// Two sets, because one pawn may step to a cell on which another captures en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CandidateSets<V: Variant> {
    to: Cell,
    role: Role,
    /// Pieces that move there without a capture.
    stepping: CellSet<V::Geometry>,
    /// Pieces that capture there.
    taking: CellSet<V::Geometry>,
}

impl<V: Variant> CandidateSets<V> {
    /// Finds the pieces whose way of moving leads there; their king may be left in check.
    #[inline]
    fn new(position: &Position<V>, role: Role, to: Cell) -> Self {
        let board = position.board();
        let is_filled = board.occupied().contains(to);
        let [stepping, taking] = match (role, is_filled) {
            _ if is_closed(position, to) => [CellSet::EMPTY; 2],
            (Role::Pawn, true) => [CellSet::EMPTY, pawn_attackers(position, to, position.ours())],
            (Role::Pawn, false) if crossing_pawns(position, to).next().is_some() => {
                [steppers(position, to), pawns_beside(position, to, position.ours())]
            }
            (Role::Pawn, false) => [steppers(position, to), CellSet::EMPTY],
            (_, true) => [CellSet::EMPTY, officers(position, role, to)],
            (_, false) => [officers(position, role, to), CellSet::EMPTY],
        };
        Self { to, role, stepping, taking }
    }

    /// Keeps the pieces that pass a test.
    #[inline]
    fn filtered(self, mut test: impl FnMut(Cell) -> bool) -> Self {
        let mut filter =
            |pieces: CellSet<V::Geometry>| pieces.into_iter().filter(|&piece| test(piece)).collect();
        let stepping = filter(self.stepping);
        Self { stepping, taking: filter(self.taking), ..self }
    }

    /// Keeps the pieces that do not leave their king in check.
    #[inline]
    fn legal(self, position: &Position<V>) -> Self {
        let mut legal = self;
        if !self.stepping.is_empty() {
            legal.stepping = safe(position, self.to, self.stepping, CellSet::EMPTY);
        }
        if !self.taking.is_empty() {
            legal.taking = safe(position, self.to, self.taking, self.taken(position));
        }
        legal
    }

    /// Drops the pieces that capture.
    fn without_takers(self) -> Self {
        Self { taking: CellSet::EMPTY, ..self }
    }

    /// Drops the pieces that do not capture.
    fn without_steppers(self) -> Self {
        Self { stepping: CellSet::EMPTY, ..self }
    }

    /// Returns the cells of the pieces that a capture removes: several if several pawns have crossed the cell.
    fn taken(self, position: &Position<V>) -> CellSet<V::Geometry> {
        if self.is_en_passant(position) {
            crossing_pawns(position, self.to).collect()
        } else {
            CellSet::of(self.to)
        }
    }

    /// Returns whether a capture there is en passant.
    fn is_en_passant(self, position: &Position<V>) -> bool {
        !position.board().occupied().contains(self.to)
    }

    /// Returns all pieces of both sets.
    #[inline]
    fn cells(self) -> CellSet<V::Geometry> {
        self.stepping | self.taking
    }

    /// Returns whether the piece on `from` is a pawn that promotes by this move.
    #[inline]
    fn is_promotion(self, position: &Position<V>, from: Cell) -> bool {
        self.role == Role::Pawn
            && V::players().any(|seat| {
                V::promotion_cells(seat).contains(self.to) && position.board().pawns(seat).contains(from)
            })
    }

    /// Converts the sets to plain data, with the legality of each move.
    fn list(self, position: &Position<V>) -> Candidates {
        let legal = self.legal(position).cells();
        let candidate = |from| CandidatePiece {
            from,
            takes: self.taking.contains(from),
            promotes: self.is_promotion(position, from),
            is_legal: legal.contains(from),
        };
        let taken = self.taken(position).first();
        Candidates {
            pieces: self.cells().into_iter().map(candidate).collect(),
            captured: taken.and_then(|taken| position.board().piece(taken)).map(|piece| piece.role),
            is_en_passant: self.is_en_passant(position),
        }
    }
}

/// Returns the pieces of one role other than pawn, of the player to move, that attack a cell.
#[inline]
fn officers<V: Variant>(position: &Position<V>, role: Role, to: Cell) -> CellSet<V::Geometry> {
    let pieces = position.our(role);
    let lines = match role {
        Role::King => return V::Geometry::adjacent(to) & pieces,
        Role::Knight => return V::Geometry::leaps(to) & pieces,
        _ => rules::lines::<V>(role, to),
    };
    let occupied = position.board().occupied();
    let comes = |&from: &Cell| !V::Geometry::between(to, from).meets(occupied);
    (lines & pieces).into_iter().filter(comes).collect()
}

/// Returns pawns among `pieces` that attack a cell.
#[inline]
fn pawn_attackers<V: Variant>(
    position: &Position<V>,
    cell: Cell,
    pieces: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    pawns_from(position, pieces, |seat| rules::pawn_attackers::<V>(seat, CellSet::of(cell)))
}

/// Returns pawns among `pieces` that capture sideways on a cell.
fn pawns_beside<V: Variant>(
    position: &Position<V>,
    cell: Cell,
    pieces: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    pawns_from(position, pieces, |seat| rules::pawns_beside::<V>(seat, CellSet::of(cell)))
}

/// Returns pawns among `pieces` on the cells that `places` gives for their seat.
#[inline]
fn pawns_from<V: Variant>(
    position: &Position<V>,
    pieces: CellSet<V::Geometry>,
    places: impl Fn(Player) -> CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let mut found = CellSet::EMPTY;
    for seat in V::players() {
        let pawns = position.board().pawns(seat) & pieces;
        if !pawns.is_empty() {
            found |= pawns & places(seat);
        }
    }
    found
}

/// Pieces, all of one role, whose move to `to` does not leave their king in check once `taken` is removed.
#[inline]
fn safe<V: Variant>(
    position: &Position<V>,
    to: Cell,
    pieces: CellSet<V::Geometry>,
    taken: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let Some(king) = position.king(position.turn()) else { return pieces };
    let board = position.board();
    let enemies = board.occupied() - position.ours() - taken;
    let mut filled = (board.occupied() - taken) | CellSet::of(to);
    let mut goal = king;
    if pieces.contains(king) {
        filled -= pieces;
        goal = to;
    }
    if is_touched(position, goal, enemies) {
        return CellSet::EMPTY;
    }
    // Only lines that hold a slider matter.
    let sliders = board.sliders(V::Geometry::edge_lines(goal), V::Geometry::vertex_lines(goal));
    let mut safe = pieces;
    for slider in sliders & enemies {
        let guards = V::Geometry::between(goal, slider) & filled;
        if guards.is_empty() {
            return CellSet::EMPTY;
        }
        if !guards.is_several() {
            safe -= guards;
        }
    }
    safe
}

/// Returns whether a king, knight or pawn among `pieces` attacks a cell.
#[inline]
fn is_touched<V: Variant>(position: &Position<V>, cell: Cell, pieces: CellSet<V::Geometry>) -> bool {
    let board = position.board();
    // Most kings have no enemy beside them: then neither kings nor pawns need to be tested.
    let beside = V::Geometry::adjacent(cell) & pieces;
    (V::Geometry::leaps(cell) & board.by_role(Role::Knight)).meets(pieces)
        || !beside.is_empty()
            && (beside.meets(board.by_role(Role::King)) || !pawn_attackers(position, cell, beside).is_empty())
}

/// Returns pawns that can be captured en passant on a crossed cell.
#[inline]
fn crossing_pawns<V: Variant>(position: &Position<V>, crossed: Cell) -> impl Iterator<Item = Cell> {
    let others = position.turn().others(V::PLAYERS);
    others
        .filter_map(|player| position.en_passant(player))
        .filter(move |en_passant| en_passant.cells::<V>().contains(crossed))
        .map(|en_passant| en_passant.pawn)
}

/// Returns pawns of the player to move that can step to an empty cell, by one cell or more.
#[inline]
fn steppers<V: Variant>(position: &Position<V>, to: Cell) -> CellSet<V::Geometry> {
    let board = position.board();
    let enemies = board.occupied() - position.ours();
    let mut steppers = CellSet::EMPTY;
    for seat in V::players() {
        let pawns = rules::free_to_step::<V>(seat, board.pawns(seat) & position.ours(), enemies);
        for back in V::pawn_steps(seat).map(Direction::opposite).filter(|_| !pawns.is_empty()) {
            let Some(one) = V::Geometry::step(to, back) else { continue };
            steppers |= pawns & CellSet::of(one);
            let is_empty = |cell: &Cell| !board.occupied().contains(*cell);
            let Some(two) = Some(one).filter(is_empty).and_then(|one| V::Geometry::step(one, back)) else {
                continue;
            };
            steppers |= pawns & position.double_step_cells(seat) & CellSet::of(two);
            if V::LONGEST_STEP > 2
                && let Some(three) = Some(two).filter(is_empty).and_then(|two| V::Geometry::step(two, back))
            {
                steppers |= pawns & V::triple_step_cells(position.choice(), seat) & CellSet::of(three);
            }
        }
    }
    steppers
}
