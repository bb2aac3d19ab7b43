//! Clues: what a position has in common with a known fault of move generators.

use std::fmt;

use hexmate_core::geometry::{Cell, Direction, Hex, Shape};
use hexmate_core::rules::{Move, Role, Wings};
use hexmate_position::{Coordinate, Position, Setup};

use crate::kind::{MoveKind, file, is_on_one_file, written_move};
use crate::mirrored::BoardImage;
use crate::{Descent, Difference, DifferenceKind};

/// A property of a difference, or of its position, that a known fault of move generators has too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clue {
    /// The last move went to the cell that a pawn had just crossed, and was not an en passant capture.
    CrossedCell(Coordinate),
    /// A pawn crossed the cell of the en passant capture earlier than on the last move.
    OutlivedRight(Coordinate),
    /// The move follows a promotion on the cell of this piece.
    Promoted(Coordinate),
    /// The move follows a capture by which its pawn came to a cell of double steps.
    StepAfterCapture(Coordinate),
    /// The double step of the en passant capture was on the outermost file with pawns.
    NearEdge(char),
    /// The moved piece is pinned.
    Pinned(Coordinate),
    /// The player to move is in check.
    Check,
    /// A king is on a corner of the board.
    Corner(Coordinate),
    /// The pawn promotes by a capture.
    CapturePromotion,
    /// The piece passes between two occupied cells.
    Between([Coordinate; 2]),
    /// The moves are those of the mirrored or turned board; no other clue is given then.
    Mirrored(BoardImage),
}

/// Returns the clues to the differences at the current position of a descent, each once.
///
/// Differences of kind [`Count`](DifferenceKind::Count) have none but [`Clue::Mirrored`]: they follow from others.
pub fn clues(descent: &Descent, differences: &[Difference]) -> Vec<Clue> {
    let position = descent.position();
    if let Some(image) = BoardImage::of_differences(position, differences) {
        return vec![Clue::Mirrored(image)];
    }
    let of_moves: Vec<Differing> = differences
        .iter()
        .filter(|difference| difference.kind != DifferenceKind::Count)
        .map(|difference| Differing {
            m: difference.m.or_else(|| written_move(position, difference)),
            kind: MoveKind::of(position, difference),
            is_extra: difference.kind == DifferenceKind::Extra,
            lacks_promotion: lacks_promotion(position, difference),
        })
        .collect();
    if of_moves.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::from_iter(crossed_cell(descent));
    for differing in &of_moves {
        let Some(m) = differing.m else { continue };
        let here = [
            outlived_right(descent, differing, m),
            step_after_capture(descent, differing.kind, m),
            near_edge(position, differing.kind, m),
            pinned(position, m),
            check(position, differing),
            corner(position, differing),
            capture_promotion(&of_moves, differing),
            between(position, m),
            promoted(descent, differing, m),
        ];
        for clue in here.into_iter().flatten() {
            if !found.contains(&clue) {
                found.push(clue);
            }
        }
    }
    found
}

/// A move that one of two move generators lacks or has too much.
struct Differing {
    /// The move; `None` if its text names no cells.
    m: Option<Move>,
    kind: MoveKind,
    /// `true` if the move is not legal.
    is_extra: bool,
    /// `true` if only the new piece of a promotion is missing.
    lacks_promotion: bool,
}

fn lacks_promotion(position: &Position, difference: &Difference) -> bool {
    let written = written_move(position, difference).filter(|m| m.promotion.is_none());
    let is_promotion = |m: &Move| m.promotion.is_some();
    let mut promotions = position.legal_moves().filter(is_promotion);
    written.is_some_and(|m| promotions.any(|other| (other.from, other.to) == (m.from, m.to)))
}

fn crossed_cell(descent: &Descent) -> Option<Clue> {
    let (before, last) = descent.last_move()?;
    let is_there = before.crossed_cells().contains(&last.to) && !before.is_en_passant(last);
    is_there.then(|| Clue::CrossedCell(Coordinate(before.game().shape, last.to)))
}

/// Returns the clue to a capture that was possible earlier.
fn outlived_right(descent: &Descent, differing: &Differing, m: Move) -> Option<Clue> {
    let mut was_crossed = false;
    let mut position = descent.origin().clone();
    for &earlier in descent.line() {
        was_crossed |= position.crossed_cells().contains(&m.to);
        position = position.play_unchecked(earlier);
    }
    let is_late = was_crossed && !position.crossed_cells().contains(&m.to);
    let is_passing = differing.is_extra && differing.kind == MoveKind::EnPassant;
    (is_late && is_passing).then(|| Clue::OutlivedRight(Coordinate(position.game().shape, m.to)))
}

/// Returns the clue if the new piece does not move, or an illegal move is possible after a promotion.
fn promoted(descent: &Descent, differing: &Differing, m: Move) -> Option<Clue> {
    let place = descent.line().iter().rposition(|earlier| earlier.promotion.is_some())?;
    let cell = descent.line()[place..].iter().fold(None, |cell, earlier| match cell {
        None => Some(earlier.to),
        Some(cell) if cell == earlier.from => Some(earlier.to),
        Some(cell) => Some(cell),
    })?;
    let is_there = descent.position().piece(cell).is_some_and(|piece| piece.role != Role::Pawn);
    let shows = if differing.is_extra { !differing.lacks_promotion } else { m.from == cell };
    (is_there && shows).then(|| Clue::Promoted(Coordinate(descent.position().game().shape, cell)))
}

fn step_after_capture(descent: &Descent, kind: MoveKind, m: Move) -> Option<Clue> {
    let shape = descent.position().game().shape;
    let came = descent.line().iter().rev().find(|earlier| earlier.to == m.from)?;
    let is_step = kind == MoveKind::DoubleStep && !is_on_one_file(shape, *came);
    is_step.then_some(Clue::StepAfterCapture(Coordinate(shape, m.from)))
}

fn near_edge(position: &Position, kind: MoveKind, m: Move) -> Option<Clue> {
    let shape = position.game().shape;
    let start = Position::start(position.game()).pieces().into_iter();
    let files = start.filter(|(_, piece)| piece.role == Role::Pawn).map(|(cell, _)| file(shape, cell));
    let (first, last) = files.fold((i8::MAX, i8::MIN), |(first, last), q| (first.min(q), last.max(q)));
    let is_near = [first, last].contains(&file(shape, m.to));
    (kind == MoveKind::EnPassant && is_near).then(|| Clue::NearEdge(Coordinate(shape, m.to).file()))
}

fn pinned(position: &Position, m: Move) -> Option<Clue> {
    let (turn, shape) = (position.turn(), position.game().shape);
    let king = position.king(turn)?;
    position.piece(m.from).filter(|piece| piece.owner == turn && piece.role != Role::King)?;
    let mut without = Setup::from(position);
    without.board.take(m.from);
    without.crossed.clear();
    without.landed = None;
    without.wings = Wings::NONE;
    let attackers = without.into_position().ok()?.attackers(king, turn).len();
    (attackers > position.attackers(king, turn).len()).then_some(Clue::Pinned(Coordinate(shape, m.from)))
}

fn check(position: &Position, differing: &Differing) -> Option<Clue> {
    let is_own_piece = differing.kind != MoveKind::NoPiece;
    (position.is_check() && is_own_piece).then_some(Clue::Check)
}

/// Returns the clue if the king decides about the move: it moves, is in check, or the move is illegal.
fn corner(position: &Position, differing: &Differing) -> Option<Clue> {
    let shape = position.game().shape;
    let king = position.king(position.turn()).filter(|&king| is_corner(shape, king))?;
    let is_illegal = differing.is_extra && !differing.lacks_promotion;
    let decides = is_illegal || differing.kind == MoveKind::Piece(Role::King) || position.is_check();
    decides.then_some(Clue::Corner(Coordinate(shape, king)))
}

/// Returns the clue if no other promotion differs.
fn capture_promotion(all: &[Differing], differing: &Differing) -> Option<Clue> {
    let is_alone = all.iter().all(|other| other.kind != MoveKind::Promotion);
    (is_alone && differing.kind == MoveKind::CapturePromotion).then_some(Clue::CapturePromotion)
}

/// Returns whether a cell of a regular hexagon is one of its corners.
fn is_corner(shape: Shape, cell: Cell) -> bool {
    let hex = shape.hex(cell);
    let has_zero = [hex.q, hex.r, hex.s()].contains(&0);
    shape.radius().is_some_and(|radius| hex.length() == radius) && has_zero
}

fn between(position: &Position, m: Move) -> Option<Clue> {
    let shape = position.game().shape;
    let role = position.piece(m.from)?.role;
    if !matches!(role, Role::Bishop | Role::Queen) {
        return None;
    }
    let path = Direction::VERTICES.into_iter().find_map(|direction| path(shape, m, direction))?;
    path.into_iter().find_map(|sides| {
        let occupied = |hex: Hex| shape.cell(hex).filter(|&cell| position.piece(cell).is_some());
        let [one, other] = sides.map(occupied);
        Some(Clue::Between([Coordinate(shape, one?), Coordinate(shape, other?)]))
    })
}

/// Returns the two cells beside each step of a move along a direction; `None` if it does not lead to the target.
fn path(shape: Shape, m: Move, direction: Direction) -> Option<Vec<[Hex; 2]>> {
    let (mut hex, to) = (shape.hex(m.from), shape.hex(m.to));
    let mut sides = Vec::new();
    while hex != to {
        sides.push([11, 1].map(|hours| hex + direction.turn(hours).vector()));
        hex = hex + direction.vector();
        shape.cell(hex)?;
    }
    Some(sides)
}

impl Clue {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CrossedCell(_) => "crossed-cell",
            Self::OutlivedRight(_) => "right-outlives-move",
            Self::Promoted(_) => "after-promotion",
            Self::StepAfterCapture(_) => "step-after-capture",
            Self::NearEdge(_) => "near-edge",
            Self::Pinned(_) => "pinned",
            Self::Check => "in-check",
            Self::Corner(_) => "king-in-corner",
            Self::CapturePromotion => "promotion-by-capture",
            Self::Between(_) => "between-pieces",
            Self::Mirrored(_) => "mirrored",
        }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CrossedCell(cell) => write!(
                f,
                "the last move went to {cell}, which a pawn had just crossed: only a pawn captures en passant there"
            ),
            Self::OutlivedRight(cell) => write!(
                f,
                "a pawn crossed {cell} earlier: the right to capture en passant ends with the next move"
            ),
            Self::Promoted(cell) => {
                write!(f, "the piece on {cell} was promoted: it moves, attacks and gives check at once")
            }
            Self::StepAfterCapture(cell) => write!(
                f,
                "the pawn came to {cell} by a capture: the cell decides about the double step, not the way to it"
            ),
            Self::NearEdge(file) => {
                write!(f, "the double step was on file {file}, the outermost with pawns")
            }
            Self::Pinned(cell) => write!(f, "the piece on {cell} is pinned"),
            Self::Check => f.write_str("the king is in check"),
            Self::Corner(cell) => write!(f, "a king is on {cell}, a corner of the board"),
            Self::CapturePromotion => f.write_str("the pawn promotes by a capture"),
            Self::Mirrored(image) => write!(
                f,
                "the moves are those with {image}: check the array and the names of the cells of the program"
            ),
            Self::Between([one, other]) => {
                write!(f, "the move passes between the pieces on {one} and {other}, which do not block it")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hexmate_position::{CellNames, Game, Piece, Player, Uci};

    use super::*;
    use crate::ParsedDivide;
    use crate::difference::legal;

    /// Returns the codes of the clues after some moves, if the other program lacks a move or adds an illegal one.
    ///
    /// Pieces are named by colour, letter and cell, such as `wKg1`; White begins unless a line begins with `...`.
    fn codes(pieces: &str, line: &str, text: &str) -> Vec<&'static str> {
        let game = Game::GLINSKI;
        let mut setup = Setup::empty(game);
        for piece in pieces.split_whitespace() {
            let owner = if piece.starts_with('w') { Player::WHITE } else { Player::BLACK };
            let role = piece.chars().nth(1).and_then(Role::from_letter).expect(piece);
            setup.board.put(game.cell(&piece[2..]).expect(piece), Piece::new(owner, role));
        }
        let moves = line.trim_start_matches("...");
        setup.turn = if moves.len() < line.len() { Player::BLACK } else { Player::WHITE };
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let mut descent = Descent::new(setup.into_position().expect(pieces), moves.len() as u32 + 1);
        for written in moves {
            descent.descend(legal(descent.position(), written, CellNames::Standard).expect(written));
        }
        let name = |m| Uci(game.shape, m).to_string();
        let ours: Vec<(Move, u64)> = descent.position().legal_moves().map(|m| (m, 1)).collect();
        let mut theirs: Vec<String> = ours.iter().map(|&(m, _)| name(m)).collect();
        match theirs.iter().position(|known| known == text) {
            Some(place) => drop(theirs.remove(place)),
            None => theirs.push(text.to_owned()),
        }
        let theirs: Vec<String> = theirs.iter().map(|text| format!("{text}: 1")).collect();
        let step = descent.compare(&ours, &ParsedDivide::parse(&theirs.join("\n"))).expect("our moves");
        assert_eq!(step.differences.len(), 1, "{pieces} {text}");
        clues(&descent, &step.differences).into_iter().map(Clue::code).collect()
    }

    #[test]
    fn clues_name_known_faults() {
        for (pieces, line, text, expected) in [
            ("wKg1 wRc8 bKg10 bPc7", "...c7c5 c8c6", "c5c4", "crossed-cell"),
            ("wKg1 wPf4 bKg10 bNe4", "f4e4 g10g9", "e4e6", "step-after-capture"),
            ("wKg1 wPc6 bKg10 bPb7", "...b7b5", "c6b6", "near-edge"),
            ("wKg1 wPi6 bKg10 bPk7", "...k7k5", "i6k6", "near-edge"),
            ("wKg1 wPe6 bKg10 bPd7", "...d7d5", "e6d6", ""),
            ("wKf1 wNf4 bKb7 bRf8", "", "f4c3", "pinned king-in-corner"),
            ("wKg1 bKf11", "...", "f11f10", "king-in-corner"),
            ("wKg1 wRc1 bKf11", "", "c1c2", ""),
            ("wKg1 bKb7 bRg5", "", "g1f1", "in-check"),
            ("wKg1 wPb5 bKg10 bPc7", "...c7c5 g1g2 g10g9", "b5c6", "right-outlives-move"),
            ("wKg1 wPf10 bKa6", "f10f11q a6a5", "f11f9", "after-promotion"),
            ("wKg1 wPf10 bKf5", "f10f11q", "f5f4", "in-check after-promotion"),
            ("wKl1 wPf10 bKb7 bNe10 bRf11", "", "f10e10", ""),
            ("wKg1 wPf10 bKb7 bNe10 bRf11", "", "f10e10q", "promotion-by-capture"),
            ("wKg1 wBf3 wPf4 wPg3 bKg10", "", "f3g4", "between-pieces"),
            ("wKg1 wBf3 wPf4 bKg10", "", "f3g4", ""),
        ] {
            assert_eq!(codes(pieces, line, text).join(" "), expected, "{pieces} {line} {text}");
        }
    }

    #[test]
    fn promotion_clue_needs_captures_only() {
        let game = Game::GLINSKI;
        let fen = "1/1n1/2P2/7/9/11/11/11/11/k10/6K4 w - 0 1";
        let position = Setup::from_fen(game, fen).expect(fen).into_position().expect(fen);
        let descent = Descent::new(position.clone(), 1);
        let ours: Vec<(Move, u64)> = position.legal_moves().map(|m| (m, 1)).collect();
        let theirs = ParsedDivide::parse("g1g2: 1\n");
        let step = descent.compare(&ours, &theirs).expect("our moves");
        assert!(!clues(&descent, &step.differences).contains(&Clue::CapturePromotion));
    }
}
