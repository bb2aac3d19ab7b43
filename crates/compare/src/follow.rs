//! Following a difference of counts down to the position that causes it.

use hexmate_batch::StopFlag;
use hexmate_core::rules::Move;
use hexmate_position::divide::{node_counts, sorted_moves};
use hexmate_position::{Dialect, Position};

use crate::counter::{Counter, Origin, Protocol, Question};
use crate::difference::{has_same_moves, legal};
use crate::error::{OTHER_ORDER, may_be_about_fen};
use crate::mirrored::BoardImage;
use crate::{CompareError, Descent, DescentStep, DifferenceKind, ForeignMoves, Next, ParsedDivide};

/// Depth to which the start position of a program is compared, in plies: the third ply moves pieces that the first
/// two have set free.
const START_DEPTH: u32 = 3;

/// Comparison of counts with those of another program.
#[derive(Clone, Copy)]
pub struct Follower<'a> {
    /// Counts the nodes of a position at a depth in plies; `None` if the count was stopped.
    pub count: &'a dyn Fn(&Position, u32) -> Option<u64>,
    /// Stop of the run.
    pub stop: &'a StopFlag,
}

/// Counts of one position, compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedCounts {
    /// Sum of our counts.
    pub ours: u64,
    /// Counts of the other program.
    pub theirs: ParsedDivide,
    /// Differences, and the next position.
    pub step: DescentStep,
    /// Depth that all counts of the first position fit, if it is not the depth asked for.
    pub other_depth: Option<u32>,
    /// Order of the cells in FEN with which the program lists the legal moves, if it lacks most of them.
    pub other_order: Option<Dialect>,
}

impl Follower<'_> {
    /// Compares our counts of the current position with theirs.
    ///
    /// # Errors
    ///
    /// If none of their moves is legal, or a count was stopped.
    pub fn compare(&self, descent: &Descent, theirs: ParsedDivide) -> Result<ComparedCounts, CompareError> {
        let ours =
            node_counts(descent.position(), descent.depth(), self.count).ok_or(CompareError::Stopped)?;
        let step = descent.compare(&ours, &theirs)?;
        let ours = ours.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
        // Only of the first position: later answers are of the same program.
        let is_open = step.next != Next::Agree && descent.is_first() && has_same_moves(&step.differences);
        let other_depth = if is_open { self.fitting_depth(descent, &theirs)? } else { None };
        Ok(ComparedCounts { ours, theirs, step, other_depth, other_order: None })
    }

    /// Asks a program for the counts of the current position, and compares them.
    fn ask(
        &self,
        engine: &mut Counter<'_>,
        origin: Origin<'_>,
        descent: &Descent,
    ) -> Result<ComparedCounts, CompareError> {
        let (line, position, depth) = (descent.line(), descent.position(), descent.depth());
        let theirs = engine.divide(&Question { origin, line, position, depth });
        let compared = theirs.map_err(CompareError::from).and_then(|theirs| self.compare(descent, theirs));
        let compared = match compared {
            Err(CompareError::Answer { message, code })
                if matches!(origin, Origin::Position(_)) && descent.is_first() =>
            {
                let message = match self.accepted_order(engine, descent, code) {
                    Some(order) => {
                        let message = message.trim_end_matches(OTHER_ORDER).trim_end_matches("; ");
                        format!("{message}; with --to-fen {} it lists the legal moves", order.name())
                    }
                    None if code == ForeignMoves::CODE && engine.order() == Dialect::Rank => {
                        format!("{message}; {OTHER_ORDER}")
                    }
                    None => message,
                };
                return Err(CompareError::Answer { message, code });
            }
            compared => compared?,
        };
        let is_asked_by_fen = matches!(origin, Origin::Position(_)) && descent.is_first();
        let differences = &compared.step.differences;
        let is_mirrored = BoardImage::of_differences(position, differences).is_some();
        let other_order = match () {
            () if is_asked_by_fen && is_mirrored => self.listing_order(engine, descent, &Dialect::ALL),
            () if is_asked_by_fen && lacks_most(&compared, position) => {
                self.listing_order(engine, descent, &Dialect::USUAL)
            }
            () => None,
        };
        let compared = ComparedCounts { other_order, ..compared };
        if self.stop.is_raised() { Err(CompareError::Stopped) } else { Ok(compared) }
    }

    /// Returns another order of the cells in FEN with which a program that has not answered lists the legal moves.
    fn accepted_order(&self, engine: &Counter<'_>, descent: &Descent, code: &str) -> Option<Dialect> {
        if !may_be_about_fen(code) {
            return None;
        }
        self.listing_order(engine, descent, &Dialect::USUAL)
    }

    /// Returns the first of these orders with which a program lists the legal moves.
    fn listing_order(&self, engine: &Counter<'_>, descent: &Descent, orders: &[Dialect]) -> Option<Dialect> {
        let position = descent.position();
        let descent = Descent::new(position.clone(), 1);
        let origin = Origin::Position(position);
        let lists_moves = |order: &Dialect| {
            let mut engine = engine.with_order(*order);
            let theirs = engine.divide(&Question { origin, line: &[], position, depth: 1 });
            let compared = theirs.ok().and_then(|theirs| self.compare(&descent, theirs).ok());
            compared.is_some_and(|compared| compared.step.next == Next::Agree)
        };
        orders.iter().copied().filter(|order| *order != engine.order()).find(lists_moves)
    }

    /// Asks a program for the counts of the current position of a descent, and compares them.
    ///
    /// To follow the first difference, descend by [`Self::next_move`] and ask again.
    ///
    /// # Errors
    ///
    /// If the program gives no usable answer, cannot be asked about this position, or the run was stopped.
    pub fn ask_at(
        &self,
        engine: &mut Counter<'_>,
        descent: &Descent,
    ) -> Result<ComparedCounts, CompareError> {
        let start = descent.origin();
        let origin = match engine.protocol() {
            Protocol::StartOnly { .. } if !is_start(start) => return Err(CompareError::OnlyStart),
            Protocol::StartOnly { .. } => Origin::Start,
            Protocol::Uci | Protocol::Command => Origin::Position(start),
        };
        self.ask(engine, origin, descent)
    }

    /// Returns the move to the next position, or `None` if the current one is the last that can be compared.
    pub fn next_move(engine: &Counter<'_>, compared: &ComparedCounts) -> Option<Move> {
        match compared.step.next {
            Next::After(m) if engine.can_be_asked_after_moves() && compared.other_depth.is_none() => Some(m),
            _ => None,
        }
    }

    /// Compares the start position that a program sets up itself with that of the game.
    ///
    /// Returns the descent at the start position and its counts if they differ from those of the FEN of the start
    /// position; `None` if they are equal, or the program cannot be asked.
    ///
    /// # Errors
    ///
    /// If the program gives no usable answer for the FEN, or the run was stopped.
    pub fn start_array(
        &self,
        engine: &mut Counter<'_>,
        position: &Position,
        depth: u32,
    ) -> Result<Option<(Descent, ComparedCounts)>, CompareError> {
        if engine.protocol() != Protocol::Uci || !is_start(position) {
            return Ok(None);
        }
        let descent = Descent::new(position.clone(), depth.min(START_DEPTH));
        let start = match self.ask(engine, Origin::Start, &descent) {
            // The question with a FEN reports the failure, if it fails as well.
            Err(CompareError::Answer { .. }) => return Ok(None),
            asked => asked?,
        };
        if start.step.next == Next::Agree {
            return Ok(None);
        }
        let same = self.ask(engine, Origin::Position(position), &descent)?;
        Ok((same.theirs.counts != start.theirs.counts).then_some((descent, start)))
    }

    /// Returns the depth that all counts of a divide fit, if it is another one than the depth asked for.
    fn fitting_depth(&self, descent: &Descent, theirs: &ParsedDivide) -> Result<Option<u32>, CompareError> {
        let asked = descent.depth();
        for depth in (1..=asked + 1).filter(|depth| *depth != asked) {
            if self.fits(descent.position(), depth, theirs).ok_or(CompareError::Stopped)? {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// Returns whether the counts of a divide are those of this depth; stops at the first difference.
    ///
    /// Returns `None` if a count was stopped.
    fn fits(&self, position: &Position, depth: u32, theirs: &ParsedDivide) -> Option<bool> {
        let (Some(rest), false) = (depth.checked_sub(1), theirs.counts.is_empty()) else {
            return Some(false);
        };
        let mut left = sorted_moves(position);
        for counted in &theirs.counts {
            let place = legal(position, &counted.text, theirs.names)
                .and_then(|m| left.iter().position(|other| *other == m));
            let Some(place) = place else { return Some(false) };
            let next = position.play_unchecked(left.swap_remove(place));
            if (self.count)(&next, rest)? != counted.nodes {
                return Some(false);
            }
        }
        Some(left.is_empty())
    }
}

/// Returns whether most of the legal moves are missing.
fn lacks_most(compared: &ComparedCounts, position: &Position) -> bool {
    let differences = compared.step.differences.iter();
    let missing = differences.filter(|each| each.kind == DifferenceKind::Missing).count();
    2 * missing > position.legal_moves().count()
}

/// Returns whether a position is the start position of its game.
pub(crate) fn is_start(position: &Position) -> bool {
    Position::start(position.game()) == *position
}
