//! Likeness of problems: how much of one is found in another one.
//!
//! The *elements* of a problem are its pieces on their cells, its keys and, if its solution is known, the moves that
//! answer defences or carry out threats. One problem is laid over another one: it is turned or mirrored by a symmetry of
//! the board, players are exchanged with it, and it is shifted. The *likeness* is the greatest share of elements that
//! coincide, in percent:
//!
//! ```text
//! 100 × (2 × number of equal elements + number of exchanged pieces) / number of elements of both problems
//! ```
//!
//! An *exchanged* piece is one of the same player and another kind on the same cell. Keys count only if they are known of
//! both problems, and so do answers. Without pawns and castling rights in one of the problems, all symmetries of the board
//! are tried, otherwise those that keep the directions of pawns.
//!
//! The best shift is found by counting: each pair of elements that a shift lays over each other is a vote for this shift. So
//! a comparison takes time in proportion to the product of the numbers of pieces.

mod motion;

pub use motion::{BoardMotion, Freedom};

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use crate::{Motion, MotionText};
use hexmate_core::geometry::{Hex, Shape};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::symmetry::images;
use hexmate_position::{Coordinate, Game, Setup, piece_text};

/// Returns a text that a position shares with all its images under the symmetries of the board, and with no other one.
///
/// Without pawns and castling rights, these are all symmetries of the board, otherwise those that keep the directions of
/// pawns. The players are exchanged with the board, and the counters do not matter. An illegal position has no images.
pub fn position_key(setup: &Setup) -> String {
    let setup = Setup { halfmoves: 0, fullmoves: 1, ..setup.clone() };
    let game = setup.game;
    let least = match (Freedom::of(&setup), setup.clone().into_position()) {
        (Freedom::Full, _) => {
            let motions = BoardMotion::all(game, Freedom::Full).into_iter();
            motions.map(|motion| motion.image(&setup).to_string()).min()
        }
        (Freedom::Pawns, Ok(position)) => images(&position).map(|image| image.to_string()).min(),
        (Freedom::Pawns, Err(_)) => None,
    };
    format!("{} {}", game.name, least.unwrap_or_else(|| setup.to_string()))
}

/// Keys and answers of a solution; `None` if unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownMoves {
    /// The keys.
    pub keys: Option<Vec<Move>>,
    /// The moves that answer defences or carry out threats.
    pub answers: Option<Vec<Move>>,
}

/// The elements of a problem.
#[derive(Clone, Debug)]
pub struct Matrix {
    game: Game,
    freedom: Freedom,
    pieces: Vec<Placed>,
    keys: Option<Vec<Step>>,
    answers: Option<Vec<Step>>,
}

/// A piece on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placed {
    hex: Hex,
    piece: Piece,
}

/// A move as two hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Step {
    from: Hex,
    to: Hex,
    promotion: Option<Role>,
}

impl Placed {
    fn image(self, motion: BoardMotion, shape: Shape) -> Self {
        let seat = |seat: hexmate_core::rules::Player| {
            hexmate_core::rules::Player::new(motion.seat(seat.index() as u8))
        };
        let Piece { owner, seat: own, .. } = self.piece;
        let piece = Piece { owner: seat(owner), seat: seat(own), ..self.piece };
        Self { hex: motion.hex(shape, self.hex), piece }
    }
}

impl Step {
    fn all(shape: Shape, moves: &[Move]) -> Vec<Self> {
        let step = |m: &Move| Self { from: shape.hex(m.from), to: shape.hex(m.to), promotion: m.promotion };
        let mut steps: Vec<Self> = moves.iter().map(step).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    fn image(self, motion: BoardMotion, shape: Shape) -> Self {
        let [from, to] = [self.from, self.to].map(|hex| motion.hex(shape, hex));
        Self { from, to, ..self }
    }

    /// Returns the shift that lays this move over another one.
    fn shift_to(self, other: Self) -> Option<Hex> {
        let shift = other.from - self.from;
        (other.to - self.to == shift && self.promotion == other.promotion).then_some(shift)
    }
}

impl Matrix {
    /// Returns the elements of a problem.
    pub fn new(setup: &Setup, play: &KnownMoves) -> Self {
        let shape = setup.game.shape;
        let placed = |(cell, piece)| Placed { hex: shape.hex(cell), piece };
        let steps = |moves: &Option<Vec<Move>>| moves.as_deref().map(|moves| Step::all(shape, moves));
        Self {
            game: setup.game,
            freedom: Freedom::of(setup),
            pieces: setup.board.pieces().map(placed).collect(),
            keys: steps(&play.keys),
            answers: steps(&play.answers),
        }
    }

    fn image(&self, motion: BoardMotion) -> Self {
        let shape = self.game.shape;
        let steps = |steps: &Option<Vec<Step>>| {
            let steps = steps.as_ref()?;
            Some(steps.iter().map(|step| step.image(motion, shape)).collect())
        };
        Self {
            pieces: self.pieces.iter().map(|placed| placed.image(motion, shape)).collect(),
            keys: steps(&self.keys),
            answers: steps(&self.answers),
            ..*self
        }
    }
}

/// A problem to look for in others: its matrix in all motions of the board.
///
/// ```
/// use hexmate_position::{Game, Setup};
/// use hexmate_problems::likeness::{Matrix, KnownMoves, Template};
///
/// let matrix = |fen| Setup::from_fen(Game::GLINSKI, fen).map(|setup| Matrix::new(&setup, &KnownMoves::default()));
/// let template = Template::new(&matrix("1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1")?);
/// // The same, one file to the right and without the pawn.
/// let likeness = template.compare(&matrix("1/3/5/7/4k4/11/11/11/11/6Q4/6K4 w - 0 1")?);
/// assert_eq!(likeness.map(|likeness| likeness.percent()), Some(85));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template {
    /// The matrix itself, in all motions that keep the directions of pawns.
    with_pawns: Vec<(BoardMotion, Matrix)>,
    /// In all motions.
    full: Vec<(BoardMotion, Matrix)>,
}

/// Likeness of two problems, and how one is laid over the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Likeness {
    /// Twice the number of equal elements, plus the number of exchanged pieces.
    pub common: u32,
    /// Number of elements of both problems.
    pub total: u32,
    /// The motion of the compared problem.
    pub motion: BoardMotion,
    /// The shift after the motion.
    pub shift: Hex,
}

impl Likeness {
    /// Returns the likeness in percent, rounded down.
    pub const fn percent(&self) -> u32 {
        100 * self.common / self.total
    }

    /// Returns whether the elements are equal, up to the motion and the shift.
    pub const fn is_equal(&self) -> bool {
        self.common == self.total
    }

    /// Returns a number by which likenesses sort: the share of common elements, then 1 for an unshifted problem.
    pub fn rank(&self) -> u64 {
        let share = u64::from(self.common) * 1_000_000 / u64::from(self.total);
        2 * share + u64::from(self.shift == Hex::CENTRE)
    }

    /// Compares by similarity; of equal ones an unshifted one is more similar.
    pub fn compare(&self, other: &Self) -> Ordering {
        let share = |one: &Self, other: &Self| u64::from(one.common) * u64::from(other.total);
        let shifted = |one: &Self| Reverse(one.shift != Hex::CENTRE);
        share(self, other).cmp(&share(other, self)).then_with(|| shifted(self).cmp(&shifted(other)))
    }
}

impl Template {
    /// Returns the template of a problem.
    pub fn new(matrix: &Matrix) -> Self {
        let images = |freedom| {
            let motions = BoardMotion::all(matrix.game, freedom).into_iter();
            motions.map(|motion| (motion, matrix.image(motion))).collect()
        };
        Self { with_pawns: images(Freedom::Pawns), full: images(Freedom::Full) }
    }

    /// Returns the likeness of another problem; `None` if it has another board or either has no pieces.
    pub fn compare(&self, other: &Matrix) -> Option<Likeness> {
        let (_, own) = self.with_pawns.first()?;
        if own.game.shape != other.game.shape || own.game.players != other.game.players {
            return None;
        }
        let is_free = own.freedom == Freedom::Full || other.freedom == Freedom::Full;
        let images = if is_free { &self.full } else { &self.with_pawns };
        let both = |own: &Option<Vec<Step>>, other: &Option<Vec<Step>>| {
            own.as_ref().zip(other.as_ref()).map_or(0, |(own, other)| own.len() + other.len())
        };
        let total = own.pieces.len()
            + other.pieces.len()
            + both(&own.keys, &other.keys)
            + both(&own.answers, &other.answers);
        let total = u32::try_from(total).ok().filter(|&total| total > 0)?;
        let mut votes = Votes::default();
        let mut best: Option<Likeness> = None;
        for (motion, image) in images {
            if let Some((shift, common)) = votes.best_shift(image, other) {
                let likeness = Likeness { common, total, motion: *motion, shift };
                if best.is_none_or(|best| likeness.compare(&best) == Ordering::Greater) {
                    best = Some(likeness);
                }
            }
        }
        best
    }

    /// Returns what is equal and what is not in another problem with this likeness.
    pub fn differences(&self, other: &Matrix, likeness: &Likeness) -> Differences {
        let mut differences = Differences::default();
        let Some((_, own)) = self.with_pawns.first() else { return differences };
        let images = self.with_pawns.iter().chain(&self.full);
        let Some((_, image)) = images.into_iter().find(|(motion, _)| *motion == likeness.motion) else {
            return differences;
        };
        let mut is_found = vec![false; other.pieces.len()];
        for (placed, before) in image.pieces.iter().zip(&own.pieces) {
            let hex = placed.hex + likeness.shift;
            let place = other.pieces.iter().position(|found| found.hex == hex);
            match place.map(|place| (place, weight(placed.piece, other.pieces[place].piece))) {
                Some((place, weight @ 1..)) => {
                    is_found[place] = true;
                    let found = other.pieces[place];
                    match weight {
                        EQUAL => differences.equal += 1,
                        _ => differences.exchanged.push(format!(
                            "{} for {}",
                            text(other, found),
                            text(own, *before)
                        )),
                    }
                }
                _ => differences.missing.push(text(own, *before)),
            }
        }
        let added = other.pieces.iter().zip(is_found).filter(|(_, is_found)| !is_found);
        differences.added = added.map(|(&placed, _)| text(other, placed)).collect();
        let shared = |own: &Option<Vec<Step>>, other: &Option<Vec<Step>>| {
            let (own, other) = own.as_ref().zip(other.as_ref())?;
            let is_shared =
                |step: &&Step| other.iter().any(|other| step.shift_to(*other) == Some(likeness.shift));
            Some((own.iter().filter(is_shared).count(), own.len()))
        };
        differences.keys = shared(&image.keys, &other.keys);
        differences.answers = shared(&image.answers, &other.answers);
        differences.motion = motion_text(other.game, likeness);
        differences
    }
}

/// Equal and different elements of two problems.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Differences {
    /// Motion and shift of the compared problem in words; empty if it stays in its place.
    pub motion: String,
    /// Number of equal pieces.
    pub equal: usize,
    /// Pieces of another kind: `Rb3 for Qf4`, the piece found and that of the compared problem.
    pub exchanged: Vec<String>,
    /// Pieces of the compared problem that are not found.
    pub missing: Vec<String>,
    /// Pieces that the compared problem does not have.
    pub added: Vec<String>,
    /// Number of equal keys and of keys of the compared problem, if the keys of both are known.
    pub keys: Option<(usize, usize)>,
    /// Number of equal answers and of answers of the compared problem, if the answers of both are known.
    pub answers: Option<(usize, usize)>,
}

fn text(matrix: &Matrix, placed: Placed) -> String {
    let shape = matrix.game.shape;
    let cell = shape.cell(placed.hex).map(|cell| Coordinate(shape, cell).to_string());
    format!("{}{}", piece_text(&matrix.game, placed.piece), cell.unwrap_or_default())
}

fn motion_text(game: Game, likeness: &Likeness) -> String {
    let shift = match likeness.shift {
        Hex::CENTRE => String::new(),
        shift => MotionText(game, Motion::Shift(shift)).to_string(),
    };
    let words = [likeness.motion.to_string(), shift];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Votes of a pair of equal elements.
const EQUAL: u16 = 2;

/// Returns the votes of two pieces that lie over each other: 0 for pieces of different players.
fn weight(one: Piece, other: Piece) -> u16 {
    let is_equal = one.role == other.role && (one.role != Role::Pawn || one.seat == other.seat);
    match (one.owner == other.owner, is_equal) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => EQUAL,
    }
}

/// Votes for shifts.
struct Votes {
    counts: [u16; Self::SIDE * Self::SIDE],
    /// Shifts with votes.
    voted: Vec<Hex>,
}

impl Default for Votes {
    fn default() -> Self {
        Self { counts: [0; Self::SIDE * Self::SIDE], voted: Vec::new() }
    }
}

impl Votes {
    /// Number of shifts along an axis; the largest board has 17 columns and rows.
    const SIDE: usize = 64;

    fn index(shift: Hex) -> usize {
        let side = Self::SIDE as i16;
        let [q, r] = [shift.q, shift.r].map(|steps| (i16::from(steps) + side / 2).rem_euclid(side) as usize);
        q * Self::SIDE + r
    }

    fn add(&mut self, shift: Hex, votes: u16) {
        let count = &mut self.counts[Self::index(shift)];
        if *count == 0 {
            self.voted.push(shift);
        }
        *count += votes;
    }

    /// Returns the shift with the most votes and their number; of several, the one to the place itself or the least.
    fn best_shift(&mut self, image: &Matrix, other: &Matrix) -> Option<(Hex, u32)> {
        for placed in &image.pieces {
            for found in &other.pieces {
                let votes = weight(placed.piece, found.piece);
                if votes > 0 {
                    self.add(found.hex - placed.hex, votes);
                }
            }
        }
        for (own, found) in [(&image.keys, &other.keys), (&image.answers, &other.answers)] {
            for (step, found) in
                own.iter().flatten().flat_map(|step| found.iter().flatten().map(move |found| (step, found)))
            {
                if let Some(shift) = step.shift_to(*found) {
                    self.add(shift, EQUAL);
                }
            }
        }
        let rank = |shift: &Hex| {
            (self.counts[Self::index(*shift)], Reverse(shift.length()), Reverse((shift.q, shift.r)))
        };
        let best = self.voted.iter().copied().max_by_key(rank);
        let best = best.map(|shift| (shift, u32::from(self.counts[Self::index(shift)])));
        for shift in self.voted.drain(..) {
            self.counts[Self::index(shift)] = 0;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1";

    fn setup(game: Game, fen: &str) -> Setup {
        Setup::from_fen(game, fen).expect(fen)
    }

    fn matrix(fen: &str) -> Matrix {
        Matrix::new(&setup(Game::GLINSKI, fen), &KnownMoves::default())
    }

    #[test]
    fn motions_are_distinct_symmetries() {
        for (game, with_pawns, full) in [
            (Game::GLINSKI, 4, 24),
            (Game::MINI, 4, 24),
            (Game::ECHEX3, 6, 36),
            (Game::ECHEX6, 12, 72),
            (Game::SHAFRAN, 4, 8),
            (Game::DEVASA, 2, 8),
            (Game::BRUSKY, 2, 4),
        ] {
            for (freedom, count) in [(Freedom::Pawns, with_pawns), (Freedom::Full, full)] {
                let motions = BoardMotion::all(game, freedom);
                assert_eq!(motions.first(), Some(&BoardMotion::IDENTITY), "{} {freedom:?}", game.name);
                let distinct: std::collections::HashSet<_> = motions.iter().collect();
                assert_eq!((motions.len(), distinct.len()), (count, count), "{} {freedom:?}", game.name);
                let cells = |motion: &BoardMotion| {
                    game.shape
                        .cells()
                        .all(|cell| game.shape.has(motion.hex(game.shape, game.shape.hex(cell))))
                };
                assert!(motions.iter().all(cells), "{}", game.name);
            }
        }
    }

    #[test]
    fn images_share_key() {
        let without_pawns = "1/3/5/7/9/4k6/11/11/11/5Q5/5K5 w - 0 1";
        for (fen, freedom) in [(without_pawns, Freedom::Full), (FEN, Freedom::Pawns)] {
            let own = setup(Game::GLINSKI, fen);
            assert_eq!(Freedom::of(&own), freedom);
            let keys =
                BoardMotion::all(Game::GLINSKI, freedom).into_iter().map(|m| position_key(&m.image(&own)));
            assert!(keys.into_iter().all(|key| key == position_key(&own)), "{fen}");
        }
        let others = ["w - 4 9", "b - 0 1"]
            .map(|rest| position_key(&setup(Game::GLINSKI, &FEN.replace("w - 0 1", rest))));
        let own = position_key(&setup(Game::GLINSKI, FEN));
        assert_eq!(others.map(|key| key == own), [true, false]);
        // A pawn is not turned by 60 degrees.
        let turned = BoardMotion::all(Game::GLINSKI, Freedom::Full)[1].image(&setup(Game::GLINSKI, FEN));
        assert_ne!(position_key(&turned), own);
    }

    #[test]
    fn likeness_is_share_of_elements() {
        let template = Template::new(&matrix(FEN));
        for (fen, common, total, motion, words) in [
            (FEN, 8, 8, "", ""),
            ("1/3/5/7/9/6k4/5P5/11/11/5Q5/5K5 w - 0 1", 8, 8, "mirrored left to right", ""),
            (
                "k/1q1/5/7/4p4/11/4K6/11/11/11/11 b - 0 1",
                8,
                8,
                "mirrored top to bottom, colours exchanged",
                "",
            ),
            ("1/3/5/7/4k4/11/6P4/11/11/6Q4/6K4 w - 0 1", 8, 8, "shift f6 -> g6", ""),
            ("1/3/5/7/9/4k6/11/11/11/5Q5/5K5 w - 0 1", 6, 7, "", "-Pf5"),
            ("1/3/5/7/9/4k6/5P5/11/11/5Q4r/5K5 w - 0 1", 8, 9, "", "+rl2"),
            ("1/3/5/7/9/4k6/5P5/11/11/5R5/5K5 w - 0 1", 7, 8, "", "Rf2 for Qf2"),
        ] {
            let other = matrix(fen);
            let likeness = template.compare(&other).expect(fen);
            assert_eq!((likeness.common, likeness.total), (common, total), "{fen}");
            assert_eq!(likeness.is_equal(), common == total, "{fen}");
            let Differences { motion: found, exchanged, missing, added, .. } =
                template.differences(&other, &likeness);
            let signed = |sign: &str, pieces: Vec<String>| {
                pieces.into_iter().map(|piece| format!("{sign}{piece}")).collect()
            };
            let all: Vec<String> = [exchanged, signed("-", missing), signed("+", added)].concat();
            assert_eq!((found.as_str(), all.join(" ").as_str()), (motion, words), "{fen}");
        }
        let other_board = Matrix::new(&setup(Game::MINI, "k/3/5/7/7/7/K6 w - 0 1"), &KnownMoves::default());
        assert_eq!(template.compare(&other_board), None);
    }

    #[test]
    fn shared_solution_raises_likeness() {
        let own = setup(Game::GLINSKI, FEN);
        let cell = |name: &str| Game::GLINSKI.cell(name).expect(name);
        let m = |from: &str, to: &str| Move { from: cell(from), to: cell(to), promotion: None };
        let play = |keys: &[Move], answers: &[Move]| KnownMoves {
            keys: Some(keys.to_vec()),
            answers: Some(answers.to_vec()),
        };
        let template = Template::new(&Matrix::new(&own, &play(&[m("f2", "f3")], &[m("f3", "f4")])));
        for (play, common, total) in [
            (KnownMoves::default(), 8, 8),
            (play(&[m("f2", "f3")], &[m("f3", "f4"), m("f3", "f5")]), 12, 13),
            (play(&[m("f2", "f4")], &[m("f3", "f4")]), 10, 12),
            (KnownMoves { keys: None, ..play(&[], &[m("f3", "f4")]) }, 10, 10),
        ] {
            let likeness = template.compare(&Matrix::new(&own, &play)).expect("pieces");
            assert_eq!((likeness.common, likeness.total), (common, total), "{play:?}");
        }
    }
}
