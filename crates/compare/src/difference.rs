//! Move-by-move comparison of two divides of one position.

use std::collections::BTreeMap;

use hexmate_core::rules::Move;
use hexmate_position::{CellNames, Letters, MoveText, Position, Uci};

use crate::ParsedDivide;
use crate::kind::written_move;
use crate::mirrored::BoardImage;

/// Kind of a difference between our divide and theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DifferenceKind {
    /// A legal move that they do not list.
    Missing,
    /// A move that they list and is not legal.
    Extra,
    /// A legal move that they list more than once.
    Repeated,
    /// A legal move with another node count.
    Count,
}

impl DifferenceKind {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Repeated => "repeated",
            Self::Count => "differs",
        }
    }
}

/// A move on which two divides differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The move in UCI, or in their spelling if it is not legal.
    pub text: String,
    /// The move, if it is legal.
    pub m: Option<Move>,
    /// Our node count after the move.
    pub ours: Option<u64>,
    /// Their node count, the first one if they list the move more than once.
    pub theirs: Option<u64>,
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The names of cells in the text, if the move is not legal.
    pub names: CellNames,
}

/// Error: none of the moves in a divide is legal in the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "none of the moves read is legal in this position; the first is {first:?}; {}",
    match image {
        Some(image) => format!("they are the legal moves with {image} (mirrored): check the names of cells"),
        None => "check position, variant and cell names".to_owned(),
    }
)]
pub struct ForeignMoves {
    /// The first move of the divide, in its spelling.
    pub first: String,
    /// Image of the board on which the moves are legal.
    pub image: Option<BoardImage>,
}

impl ForeignMoves {
    /// Stable code for tables and filters.
    pub const CODE: &'static str = "foreign-moves";
}

/// Returns all moves on which two divides differ, in ascending order of their text.
///
/// `ours` must list each legal move of the position once.
pub(super) fn differences(
    position: &Position,
    ours: &[(Move, u64)],
    theirs: &ParsedDivide,
) -> Result<Vec<Difference>, ForeignMoves> {
    let shape = position.game().shape;
    let mut found: BTreeMap<Move, Vec<u64>> = BTreeMap::new();
    let mut differences = Vec::new();
    for count in &theirs.counts {
        match legal(position, &count.text, theirs.names) {
            Some(m) => found.entry(m).or_default().push(count.nodes),
            None => differences.push(Difference {
                text: count.text.clone(),
                m: None,
                ours: None,
                theirs: Some(count.nodes),
                kind: DifferenceKind::Extra,
                names: theirs.names,
            }),
        }
    }
    // A single illegal move may be the only fault of a generator.
    if let [first, _, ..] = differences.as_slice()
        && found.is_empty()
        && ours.len() > 1
    {
        let theirs = differences.iter().filter_map(|each| Some((written_move(position, each)?, 0)));
        let theirs: Vec<(Move, u64)> = theirs.collect();
        let legal: Vec<(Move, u64)> = ours.iter().map(|&(m, _)| (m, 0)).collect();
        let image = BoardImage::of(position.game(), &legal, &theirs);
        return Err(ForeignMoves { first: first.text.clone(), image });
    }
    for &(m, nodes) in ours {
        let theirs = found.get(&m).map_or(&[][..], Vec::as_slice);
        let kind = match *theirs {
            [] => DifferenceKind::Missing,
            [theirs] if theirs == nodes => continue,
            [_] => DifferenceKind::Count,
            _ => DifferenceKind::Repeated,
        };
        let (text, theirs) = (Uci(shape, m).to_string(), theirs.first().copied());
        let names = CellNames::Standard;
        differences.push(Difference { text, m: Some(m), ours: Some(nodes), theirs, kind, names });
    }
    differences.sort_by(|one, other| one.text.cmp(&other.text));
    Ok(differences)
}

/// Returns whether two divides differ in counts only.
pub fn has_same_moves(differences: &[Difference]) -> bool {
    differences.iter().all(|difference| difference.kind == DifferenceKind::Count)
}

/// Returns the legal move that a text denotes, in any notation.
pub(super) fn legal(position: &Position, text: &str, names: CellNames) -> Option<Move> {
    let is_standard = names == CellNames::Standard;
    if let Some(m) = Uci::parse(position.game().shape, text.as_bytes()).filter(|_| is_standard) {
        return Some(m).filter(|&m| position.is_legal(m));
    }
    let letters = Letters::ENGLISH.with_cells(names);
    MoveText::parse(text.as_bytes(), &letters).ok()?.resolve(position).ok()
}

#[cfg(test)]
mod tests {
    use hexmate_position::Game;
    use hexmate_position::divide::node_counts;

    use super::*;

    fn ours(position: &Position) -> Vec<(Move, u64)> {
        node_counts(position, 2, &|at, depth| Some(at.perft(depth))).expect("all counts")
    }

    fn compare(theirs: &str) -> Result<Vec<String>, ForeignMoves> {
        let position = Position::start(Game::MINI);
        let differences = differences(&position, &ours(&position), &ParsedDivide::parse(theirs))?;
        let lines = differences.iter().map(|difference| {
            let Difference { text, ours, theirs, kind, .. } = difference;
            format!("{text} {ours:?} {theirs:?} {}", kind.code())
        });
        Ok(lines.collect())
    }

    fn correct_divide() -> String {
        let position = Position::start(Game::MINI);
        let line = |(m, nodes)| format!("{}: {nodes}\n", Uci(position.game().shape, m));
        ours(&position).into_iter().map(line).collect()
    }

    #[test]
    fn correct_divide_has_no_difference() {
        assert_eq!(compare(&correct_divide()), Ok(vec![]));
        let mut reversed: Vec<String> = correct_divide().lines().rev().map(str::to_owned).collect();
        reversed.insert(0, "perft(2)".to_owned());
        assert_eq!(compare(&reversed.join("\n")), Ok(vec![]));
    }

    #[test]
    fn each_kind_of_difference_is_found() {
        let correct = correct_divide();
        let first = correct.lines().next().expect("a line");
        let (m, nodes) = first.split_once(": ").expect("a count");
        assert_eq!(compare(&correct.replace(first, "")), Ok(vec![format!("{m} Some({nodes}) None missing")]));
        let repeated = format!("{correct}{first}\n");
        assert_eq!(compare(&repeated), Ok(vec![format!("{m} Some({nodes}) Some({nodes}) repeated")]));
        let other = correct.replace(first, &format!("{m}: 1"));
        assert_eq!(compare(&other), Ok(vec![format!("{m} Some({nodes}) Some(1) differs")]));
        let extra = format!("{correct}a1a4: 5\n");
        assert_eq!(compare(&extra), Ok(vec!["a1a4 None Some(5) extra".to_owned()]));
    }

    #[test]
    fn foreign_moves_are_rejected() {
        let other = "e2e4: 20\nd2d4: 20\n";
        assert_eq!(compare(other), Err(ForeignMoves { first: "e2e4".to_owned(), image: None }));
    }
}
