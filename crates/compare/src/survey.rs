//! Comparison of many positions with another program, summed up.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hexmate_position::Game;

use crate::error::is_about_start;
use crate::{
    Clue, CompareError, Counter, Descent, Difference, DifferenceKind, Follower, MoveKind, Next, clues,
    has_same_moves, message, uci_line,
};

/// Text in place of moves that lead to a position: the start position that the other program sets up itself.
pub const OWN_START: &str = "startpos";

/// Number of positions of a game without any answer after which the program is not asked about that game again.
const MOST_FAILURES: u32 = 3;

/// Largest number of differences in the message of a row.
const MOST_PHRASES: usize = 3;

/// Result of comparing one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Sum of our counts.
    pub ours: Option<u64>,
    /// Sum of their counts.
    pub theirs: Option<u64>,
    /// Stable code of the result.
    pub status: &'static str,
    /// Moves from the position to the one whose moves differ.
    pub after: String,
    /// FEN of the position whose moves differ.
    pub fen: Option<String>,
    /// The first differing move.
    pub m: Option<String>,
    /// Kind of that move.
    pub kind: Option<MoveKind>,
    /// Known faults with the same properties.
    pub clues: Vec<Clue>,
    /// The first differences, or the failure, in words.
    pub message: String,
}

/// Status of a position without differences.
const OK: &str = "ok";

impl Found {
    /// Adds the position whose moves differ, and its differences.
    fn at(self, descent: &Descent, after: String, differences: &[Difference]) -> Self {
        let position = descent.position();
        let of_moves = |each: &&Difference| has_same_moves(differences) || each.kind != DifferenceKind::Count;
        let shown: Vec<&Difference> = differences.iter().filter(of_moves).collect();
        let mut message: Vec<String> =
            shown.iter().take(MOST_PHRASES).map(|each| message::phrase(position, each)).collect();
        if let Some(more) = shown.len().checked_sub(MOST_PHRASES).filter(|more| *more > 0) {
            message.push(format!("and {more} more"));
        }
        Self {
            after,
            fen: Some(position.to_fen()),
            m: shown.first().map(|each| each.text.clone()),
            kind: shown.first().map(|each| MoveKind::of(position, each)),
            clues: clues(descent, differences),
            message: message.join("; "),
            ..self
        }
    }
}

/// Compares one position, and follows its first difference.
fn compare(
    follower: &Follower<'_>,
    engine: &mut Counter<'_>,
    mut descent: Descent,
) -> Result<Found, CompareError> {
    let depth = descent.depth();
    if let Some((at_start, compared)) = follower.start_array(engine, descent.position(), depth)? {
        let (ours, theirs) = (Some(compared.ours), Some(compared.theirs.sum()));
        let found = Found { ours, theirs, status: "own-start", ..Found::default() };
        return Ok(found.at(&at_start, OWN_START.to_owned(), &compared.step.differences));
    }
    let mut last = follower.ask_at(engine, &descent)?;
    let (ours, theirs) = (Some(last.ours), Some(last.theirs.sum()));
    let found = Found { ours, theirs, status: OK, ..Found::default() };
    let wrong_total = last.theirs.wrong_total();
    while let Some(m) = Follower::next_move(engine, &last) {
        descent.descend(m);
        last = follower.ask_at(engine, &descent)?;
    }
    let step = &last.step;
    if step.next == Next::Agree && descent.is_first() {
        return Ok(match wrong_total {
            None => found,
            Some((total, sum)) => {
                Found { status: "total", message: message::wrong_total(total, sum), ..found }
            }
        });
    }
    if let Some(other) = last.other_depth {
        let message = message::other_depth(other, depth);
        return Ok(Found { status: "other-depth", message, ..found });
    }
    let found = found.at(&descent, uci_line(descent.position(), descent.steps()), &step.differences);
    let hint = last.other_order.map(|order| format!("; {}", message::other_order(order)));
    let found = Found { message: found.message + &hint.unwrap_or_default(), ..found };
    Ok(match step.next {
        Next::Agree => Found { status: "inconsistent", message: message::inconsistent_phrase(), ..found },
        _ => Found { status: status(&step.differences), ..found },
    })
}

/// Returns the code of the first difference of moves; of a count, if there is no other.
fn status(differences: &[Difference]) -> &'static str {
    let of_moves = differences.iter().find(|each| each.kind != DifferenceKind::Count);
    of_moves.map_or(DifferenceKind::Count, |each| each.kind).code()
}

/// Results of many positions, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    equal: u64,
    /// Numbers of positions by status and kind of move.
    differences: BTreeMap<String, u64>,
    /// Numbers of positions by clue.
    clues: BTreeMap<&'static str, u64>,
    /// Number of failures in each game before its first answer.
    failures: BTreeMap<&'static str, u32>,
    /// Games of which the program has answered a question.
    answered: BTreeSet<&'static str>,
    /// Last failure.
    last: Option<CompareError>,
    /// Positions that were not asked.
    skipped: u64,
}

impl Survey {
    /// Counts a position that is not compared.
    pub fn skip(&mut self) {
        self.skipped += 1;
    }

    /// Compares the position of a descent at its depth, and follows its first difference.
    ///
    /// Returns `None` for a position that the program cannot be asked about, or of a game for which it never answered.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or the run was stopped. Other failures are results.
    pub fn compare(
        &mut self,
        follower: &Follower<'_>,
        engine: &mut Counter<'_>,
        descent: Descent,
    ) -> Result<Option<Found>, CompareError> {
        let game = descent.position().game();
        if !engine.can_be_asked_about(&descent) || self.is_given_up(game) {
            self.skip();
            return Ok(None);
        }
        let found = match compare(follower, engine, descent) {
            Err(CompareError::Answer { message, code }) if !is_about_start(code) => {
                *self.failures.entry(game.name).or_default() += 1;
                self.last = Some(CompareError::Answer { message: message.clone(), code });
                Found { status: code, message, ..Found::default() }
            }
            found => {
                self.answered.insert(game.name);
                found?
            }
        };
        self.add(&found);
        Ok(Some(found))
    }

    fn is_given_up(&self, game: Game) -> bool {
        !self.answered.contains(game.name)
            && self.failures.get(game.name).is_some_and(|failures| *failures >= MOST_FAILURES)
    }

    fn add(&mut self, found: &Found) {
        if found.status == OK {
            self.equal += 1;
            return;
        }
        let kind = found.kind.map_or_else(String::new, |kind| format!(" {kind}"));
        *self.differences.entry(format!("{}{kind}", found.status)).or_default() += 1;
        let codes: BTreeSet<_> = found.clues.iter().map(|clue| clue.code()).collect();
        for code in codes {
            *self.clues.entry(code).or_default() += 1;
        }
    }

    /// Returns the number of positions with a difference or a failure.
    ///
    /// # Errors
    ///
    /// Returns the last failure if the program has answered no question.
    pub fn different(self) -> Result<u64, CompareError> {
        match self.last {
            Some(failure) if self.answered.is_empty() => Err(failure),
            _ => Ok(self.differences.values().sum()),
        }
    }
}

/// Displays the numbers, a line for each result and clue.
impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.equal + self.differences.values().sum::<u64>();
        let positions = if all == 1 { "position" } else { "positions" };
        write!(f, "{} of {all} {positions} equal", self.equal)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        for (kind, positions) in by_number(&self.differences) {
            write!(f, "\n{positions:>6}  {kind}")?;
        }
        for (code, positions) in by_number(&self.clues) {
            write!(f, "\n{positions:>6}  clue: {code}")?;
        }
        Ok(())
    }
}

/// Returns the names with their numbers, the largest first.
fn by_number<N: Ord>(counts: &BTreeMap<N, u64>) -> Vec<(&N, u64)> {
    let mut counts: Vec<_> = counts.iter().map(|(name, number)| (name, *number)).collect();
    counts.sort_by_key(|(_, number)| Reverse(*number));
    counts
}
