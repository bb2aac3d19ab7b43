//! Two divides of one position move by move: what one has and the other has not. Counts nothing.

use std::collections::BTreeMap;
use std::fmt;

use super::Written;
use crate::Position;
use crate::{Letters, MoveText, Uci};
use hexmate_core::rules::Move;

/// What is wrong with a move of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// They have it not.
    Missing,
    /// It is not legal.
    Extra,
    /// They have it more than once.
    Repeated,
    /// Another number of positions follows it.
    Differs,
}

impl Kind {
    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Repeated => "repeated",
            Self::Differs => "differs",
        }
    }
}

/// A move that two divides do not agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The move in UCI, or as they write it if it is not legal.
    pub text: String,
    /// The move, if it is legal.
    pub m: Option<Move>,
    /// Our nodes after it.
    pub ours: Option<u64>,
    /// Theirs; the first if they have it more than once.
    pub theirs: Option<u64>,
    /// What is wrong.
    pub kind: Kind,
}

/// Nothing that they write is a move of this position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The first move of theirs.
    pub first: String,
}

impl Foreign {
    /// A stable name for tables and filters.
    pub const CODE: &'static str = "foreign-moves";
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no move of theirs is legal here, the first is {}: another position, another game, or other names of cells?",
            self.first
        )
    }
}

impl std::error::Error for Foreign {}

/// All moves that the two do not agree on, in the ascending order of their text.
///
/// `ours` must have all legal moves of the position, each once.
pub(super) fn differences(
    position: &Position,
    ours: &[(Move, u64)],
    theirs: &Written,
) -> Result<Vec<Difference>, Foreign> {
    let shape = position.game().shape;
    let mut found: BTreeMap<Move, Vec<u64>> = BTreeMap::new();
    let mut differences = Vec::new();
    for count in &theirs.counts {
        match legal(position, &count.text) {
            Some(m) => found.entry(m).or_default().push(count.nodes),
            None => differences.push(Difference {
                text: count.text.clone(),
                m: None,
                ours: None,
                theirs: Some(count.nodes),
                kind: Kind::Extra,
            }),
        }
    }
    // One move alone may be the fault itself.
    if let [first, _, ..] = differences.as_slice()
        && found.is_empty()
        && ours.len() > 1
    {
        return Err(Foreign { first: first.text.clone() });
    }
    for &(m, nodes) in ours {
        let theirs = found.get(&m).map_or(&[][..], Vec::as_slice);
        let kind = match *theirs {
            [] => Kind::Missing,
            [theirs] if theirs == nodes => continue,
            [_] => Kind::Differs,
            _ => Kind::Repeated,
        };
        let (text, theirs) = (Uci(shape, m).to_string(), theirs.first().copied());
        differences.push(Difference { text, m: Some(m), ours: Some(nodes), theirs, kind });
    }
    differences.sort_by(|one, other| one.text.cmp(&other.text));
    Ok(differences)
}

/// The legal move that a text means, in any notation.
fn legal(position: &Position, text: &str) -> Option<Move> {
    if let Some(m) = Uci::parse(position.game().shape, text.as_bytes()) {
        return Some(m).filter(|&m| position.is_legal(m));
    }
    MoveText::parse(text.as_bytes(), &Letters::ENGLISH).ok()?.resolve(position).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn ours(position: &Position) -> Vec<(Move, u64)> {
        super::super::ours(position, 2, &|at, depth| Some(at.perft(depth))).expect("all counts")
    }

    fn told(theirs: &str) -> Result<Vec<String>, Foreign> {
        let position = Position::start(Game::MINI);
        let differences = differences(&position, &ours(&position), &Written::read(theirs))?;
        let told = differences.iter().map(|difference| {
            let Difference { text, ours, theirs, kind, .. } = difference;
            format!("{text} {ours:?} {theirs:?} {}", kind.code())
        });
        Ok(told.collect())
    }

    fn right() -> String {
        let position = Position::start(Game::MINI);
        let line = |(m, nodes)| format!("{}: {nodes}\n", Uci(position.game().shape, m));
        ours(&position).into_iter().map(line).collect()
    }

    #[test]
    fn a_divide_that_is_right_has_no_difference() {
        assert_eq!(told(&right()), Ok(vec![]));
        let mut turned: Vec<String> = right().lines().rev().map(str::to_owned).collect();
        turned.insert(0, "perft(2)".to_owned());
        assert_eq!(told(&turned.join("\n")), Ok(vec![]));
    }

    #[test]
    fn each_kind_is_told() {
        let right = right();
        let first = right.lines().next().expect("a line");
        let (m, nodes) = first.split_once(": ").expect("a count");
        assert_eq!(told(&right.replace(first, "")), Ok(vec![format!("{m} Some({nodes}) None missing")]));
        let repeated = format!("{right}{first}\n");
        assert_eq!(told(&repeated), Ok(vec![format!("{m} Some({nodes}) Some({nodes}) repeated")]));
        let other = right.replace(first, &format!("{m}: 1"));
        assert_eq!(told(&other), Ok(vec![format!("{m} Some({nodes}) Some(1) differs")]));
        let extra = format!("{right}a1a4: 5\n");
        assert_eq!(told(&extra), Ok(vec!["a1a4 None Some(5) extra".to_owned()]));
    }

    #[test]
    fn moves_of_another_game_are_told_at_once() {
        let other = "e2e4: 20\nd2d4: 20\n";
        assert_eq!(told(other), Err(Foreign { first: "e2e4".to_owned() }));
    }
}
