//! Limits of a search, and the resources it may use.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::report::CurrentMove;
use hexmate_core::mate::KnownMates;
use hexmate_core::rules::{Move, StalemateScore};
use hexmate_position::Position;

/// Limits of a search; without any it ends when it is stopped.
///
/// Only limits on depth and nodes give the same answer on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// Time after which the search stops.
    pub time: Option<Duration>,
    /// Time after which no further depth begins, unless the best move has just changed.
    pub target: Option<Duration>,
    /// Search for a mate in at most this many moves: stop as soon as one is found, or there is none. Leaves out no
    /// moves, and is slower otherwise.
    pub mate: Option<u32>,
}

impl Limits {
    /// Shortest time of a move.
    const SHORTEST: Duration = Duration::from_millis(5);

    /// Delay of pipes and of the system that [`Limits::clock`] allows for.
    pub const OVERHEAD: Duration = Duration::from_millis(30);

    /// Limits the number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns the limits of one move of a game with a clock.
    ///
    /// Uses a fortieth of the time left, or its share of the moves to the next control, and most of the increment;
    /// never more than a third of the time left.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hexmate_player::Limits;
    ///
    /// let limits = Limits::clock(Duration::from_secs(60), Duration::from_secs(1), None);
    /// assert!(limits.target < limits.time && limits.time <= Some(Duration::from_secs(20)));
    /// ```
    pub fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        Self::clock_with_overhead(left, increment, moves_to_go, Self::OVERHEAD)
    }

    /// Returns the limits of [`Limits::clock`] with another delay between the clock and the player.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hexmate_player::Limits;
    ///
    /// let [left, overhead] = [1000, 900].map(Duration::from_millis);
    /// let limits = Limits::clock_with_overhead(left, Duration::ZERO, None, overhead);
    /// assert!(limits.time <= Some(Duration::from_millis(100)));
    /// ```
    pub fn clock_with_overhead(
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> Self {
        let left = left.saturating_sub(overhead);
        let share = left / moves_to_go.unwrap_or(40).clamp(1, 60) + increment.mul_f64(0.7);
        let most = (left / 3).max(Self::SHORTEST);
        let target = share.clamp(Self::SHORTEST, most);
        Self { target: Some(target), time: Some((4 * target).clamp(Self::SHORTEST, most)), ..Self::default() }
    }
}

/// Resources of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerOptions {
    /// Size of the transposition table, in MiB.
    pub table_mib: usize,
    /// Number of threads. With one thread a search with a limit on nodes or depth is reproducible.
    pub threads: usize,
    /// A step of the search that is left out, to measure what it gains.
    pub without: Option<SearchStep>,
}

impl Default for PlayerOptions {
    /// 16 MiB and one thread.
    fn default() -> Self {
        Self { table_mib: 16, threads: 1, without: None }
    }
}

/// A step of the search whose gain `docs/player.md` states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStep {
    /// Passing, to see if the position is good enough even so.
    NullMove,
    /// Return at small depth if the evaluation is far above the window.
    ReverseFutility,
    /// Lower depth for late moves.
    Reductions,
    /// No quiet moves at small depth if the evaluation is far below the window.
    Futility,
    /// No moves at small depth that lose material by exchange.
    Exchanges,
    /// A narrow window about the score of the depth before.
    Aspiration,
    /// No captures in quiescence that cannot reach the window.
    Delta,
    /// A ply more for a move that alone holds the score.
    Singular,
}

impl SearchStep {
    /// All steps.
    pub const ALL: [Self; 8] = [
        Self::NullMove,
        Self::ReverseFutility,
        Self::Reductions,
        Self::Futility,
        Self::Exchanges,
        Self::Aspiration,
        Self::Delta,
        Self::Singular,
    ];
}

/// The clock of a search during the opponent's time: limits of time count from [`PonderClock::start`].
///
/// ```
/// use std::time::Duration;
///
/// use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, PonderClock, Search};
/// use hexmate_position::{Game, Position};
///
/// let clock = PonderClock::default();
/// // Another thread does so when the expected move is played.
/// clock.start();
/// let limits = Limits::time(Duration::from_millis(20));
/// let search = Search { limits, ponder: Some(&clock), ..Search::default() };
/// let mut player = ComputerPlayer::new(Game::MINI, PlayerOptions::default()).ok_or("no such game")?;
/// assert_eq!(player.search(&Position::start(Game::MINI), &search, &mut |_| {}).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PonderClock(OnceLock<Stopwatch>);

impl PonderClock {
    /// Starts the clock, unless it runs.
    pub fn start(&self) {
        self.0.get_or_init(Stopwatch::start);
    }

    /// Returns whether the clock runs.
    pub fn is_running(&self) -> bool {
        self.0.get().is_some()
    }
}

/// One search.
pub(crate) struct Request<'r> {
    /// The position to search.
    pub(crate) position: &'r Position,
    pub(crate) limits: Limits,
    pub(crate) lines: usize,
    /// Moves to choose from; empty for all.
    pub(crate) only: &'r [Move],
    pub(crate) stop: &'r AtomicBool,
    pub(crate) started: Stopwatch,
    /// The clock of the player, if it does not run from the beginning.
    pub(crate) ponder: Option<&'r PonderClock>,
    pub(crate) known: Option<&'r dyn KnownMates>,
    pub(crate) stalemate: StalemateScore,
    /// Receiver of root moves.
    pub(crate) current: Option<&'r (dyn Fn(&CurrentMove) + Sync)>,
}

/// Time after which root moves and bounds are reported: before it they would only delay the search.
const REPORTED_AFTER: Duration = Duration::from_secs(1);

impl Request<'_> {
    /// Returns whether root moves and bounds are reported.
    pub(crate) fn is_long(&self) -> bool {
        self.started.elapsed() >= REPORTED_AFTER
    }

    /// Reports a root move of a long search.
    pub(crate) fn announce(&self, current: &CurrentMove) {
        if let Some(report) = self.current.filter(|_| self.is_long()) {
            report(current);
        }
    }

    /// Returns whether the clock of the player has run for this time.
    pub(crate) fn has_used(&self, time: Duration) -> bool {
        let clock = self.ponder.map_or(Some(self.started), |ponder| ponder.0.get().copied());
        clock.is_some_and(|clock| clock.elapsed() >= time)
    }
}
