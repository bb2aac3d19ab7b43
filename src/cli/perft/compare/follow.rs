//! Following a difference of counts down to the position that causes it.

use hexmate_position::divide::{Descent, DescentStep, ForeignMoves, Next, ParsedDivide};
use hexmate_position::{Dialect, Position};
use hexmate_tasks::CountThreads;

use crate::cli::context::Context;
use crate::cli::exit::Failure;

use super::engine::{Engine, EngineError, OTHER_ORDER, Origin, Protocol, Question};
use super::has_same_moves;

/// Depth to which the start position of a program is compared, in plies: the third ply moves pieces that the first
/// two have set free.
const START_DEPTH: u32 = 3;

/// Comparison of counts with those of another program.
pub struct Follower<'a> {
    pub context: &'a Context<'a>,
    pub threads: CountThreads,
}

/// Counts of one position, compared.
pub struct Compared {
    /// Sum of our counts.
    pub ours: u64,
    /// Counts of the other program.
    pub theirs: ParsedDivide,
    /// Differences, and the next position.
    pub step: DescentStep,
    /// Depth that all counts of the first position fit, if it is not the depth asked for.
    pub other_depth: Option<u32>,
}

impl Follower<'_> {
    /// Compares our counts of the current position with theirs.
    pub fn compare(&self, descent: &Descent, theirs: ParsedDivide) -> Result<Compared, Failure> {
        let end = self.context.interrupt.grace_over();
        let ours = self.threads.divide(descent.position(), descent.depth(), end);
        let ours = ours.ok_or_else(|| self.context.stopped())?;
        let step = descent
            .compare(&ours, &theirs)
            .map_err(|error| Failure::Answer { message: error.to_string(), code: ForeignMoves::CODE })?;
        let ours = ours.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
        // Only of the first position: later answers are of the same program.
        let is_open =
            step.next != Next::Agree && descent.line().is_empty() && has_same_moves(&step.differences);
        let other_depth = if is_open { self.fitting_depth(descent, &theirs)? } else { None };
        Ok(Compared { ours, theirs, step, other_depth })
    }

    /// Asks a program for the counts of the current position, and compares them.
    pub fn ask(
        &self,
        engine: &mut Engine<'_>,
        origin: Origin<'_>,
        descent: &Descent,
    ) -> Result<Compared, Failure> {
        let (line, position, depth) = (descent.line(), descent.position(), descent.depth());
        let theirs = engine.divide(&Question { origin, line, position, depth });
        let theirs = theirs.map_err(|error| self.failure(&error));
        let compared = theirs.and_then(|theirs| self.compare(descent, theirs));
        let compared = match compared {
            Err(Failure::Answer { message, code })
                if matches!(origin, Origin::Position(_))
                    && engine.order() == Dialect::Rank
                    && line.is_empty() =>
            {
                let message = match self.accepted_order(engine, descent, code) {
                    Some(order) => {
                        let message = message.trim_end_matches(OTHER_ORDER).trim_end_matches("; ");
                        format!("{message}; with --to-fen {} it lists the legal moves", order.name())
                    }
                    None if code == ForeignMoves::CODE => format!("{message}; {OTHER_ORDER}"),
                    None => message,
                };
                return Err(Failure::Answer { message, code });
            }
            compared => compared?,
        };
        match self.context.interrupt.status() {
            Some(_) => Err(self.context.stopped()),
            None => Ok(compared),
        }
    }

    /// Returns another order of the cells in FEN with which a program that has not answered lists the legal moves.
    fn accepted_order(&self, engine: &Engine<'_>, descent: &Descent, code: &str) -> Option<Dialect> {
        if !EngineError::may_be_about_fen(code) {
            return None;
        }
        let position = descent.position();
        let descent = Descent::new(position.clone(), 1);
        let origin = Origin::Position(position);
        let lists_moves = |order: &Dialect| {
            let mut engine = engine.with_order(*order);
            let theirs = engine.divide(&Question { origin, line: &[], position, depth: 1 });
            let compared = theirs.ok().and_then(|theirs| self.compare(&descent, theirs).ok());
            compared.is_some_and(|compared| compared.step.next == Next::Agree)
        };
        Dialect::USUAL.into_iter().filter(|order| *order != engine.order()).find(lists_moves)
    }

    /// Follows the first difference down to the position whose moves differ. Returns the counts of that position.
    ///
    /// `take` is called for each position on the way.
    pub fn follow(
        &self,
        engine: &mut Engine<'_>,
        descent: &mut Descent,
        take: &mut dyn FnMut(&Descent, &Compared) -> Result<(), Failure>,
    ) -> Result<Compared, Failure> {
        let start = descent.origin().clone();
        let origin = match engine.protocol() {
            Protocol::StartOnly { .. } if !is_start(&start) => {
                let message =
                    "the command has no {fen}, so that it can be asked about the start position only";
                return Err(Failure::Usage(message.to_owned()));
            }
            Protocol::StartOnly { .. } => Origin::Start,
            Protocol::Uci | Protocol::Command => Origin::Position(&start),
        };
        loop {
            let compared = self.ask(engine, origin, descent)?;
            take(descent, &compared)?;
            match compared.step.next {
                Next::After(m) if engine.can_be_asked_after_moves() && compared.other_depth.is_none() => {
                    descent.descend(m);
                }
                _ => return Ok(compared),
            }
        }
    }

    /// Compares the start position that a program sets up itself with that of the game.
    ///
    /// Returns the descent at the start position and its counts if they differ from those of the FEN of the start
    /// position; `None` if they are equal, or the program cannot be asked.
    pub fn start_array(
        &self,
        engine: &mut Engine<'_>,
        position: &Position,
        depth: u32,
    ) -> Result<Option<(Descent, Compared)>, Failure> {
        if engine.protocol() != Protocol::Uci || !is_start(position) {
            return Ok(None);
        }
        let descent = Descent::new(position.clone(), depth.min(START_DEPTH));
        let start = match self.ask(engine, Origin::Start, &descent) {
            // The question with a FEN reports the failure, if it fails as well.
            Err(Failure::Answer { .. }) => return Ok(None),
            asked => asked?,
        };
        if start.step.next == Next::Agree {
            return Ok(None);
        }
        let same = self.ask(engine, Origin::Position(position), &descent)?;
        Ok((same.theirs.counts != start.theirs.counts).then_some((descent, start)))
    }

    /// Returns the depth that all counts of a divide fit, if it is another one than the depth asked for.
    fn fitting_depth(&self, descent: &Descent, theirs: &ParsedDivide) -> Result<Option<u32>, Failure> {
        let (asked, end) = (descent.depth(), self.context.interrupt.grace_over());
        for depth in (1..=asked + 1).filter(|depth| *depth != asked) {
            let is_fit = self.threads.fits(descent.position(), depth, theirs, end);
            if is_fit.ok_or_else(|| self.context.stopped())? {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    fn failure(&self, error: &EngineError) -> Failure {
        match error.is_stopped() {
            true => self.context.stopped(),
            false => Failure::Answer { message: error.to_string(), code: error.code() },
        }
    }
}

/// Returns whether a position is the start position of its game.
pub fn is_start(position: &Position) -> bool {
    Position::start(position.game()) == *position
}
