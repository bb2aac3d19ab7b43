//! Counts of positions by several threads, with a stop flag.
//!
//! Each count runs on the thread that asks for it, and idle threads help. In a pool that lends waiting threads to other
//! work, a short count would wait for a long one.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic, thread};

use super::count::{CountMethod, count_unless_stopped};
use hexmate_batch::StopFlag;
use hexmate_core::mate::IdleThreads;
use hexmate_core::perft::Kind;
use hexmate_core::rules::Move;
use hexmate_position::divide;
use hexmate_position::{Position, PositionUnit};

/// Adds numbers of nodes, each this many times.
fn add(sums: &mut [u64], nodes: &[u64], ways: u64) {
    for (sum, nodes) in sums.iter_mut().zip(nodes) {
        *sum = sum.saturating_add(nodes.saturating_mul(ways));
    }
}

/// The threads of all counts that are made at the same time.
///
/// Numbers do not depend on the threads. All methods return `None` if the stop flag is raised.
#[derive(Debug)]
pub struct CountThreads(IdleThreads);

impl CountThreads {
    /// Allows this many threads.
    pub fn new(threads: NonZeroUsize) -> Self {
        Self(IdleThreads::new(threads.get()))
    }

    /// Counts the nodes of a position.
    ///
    /// Returns the nodes, and for [`CountMethod::ByKind`] the counts in the order of [`Kind::ALL`] after them.
    pub(super) fn count(
        &self,
        position: &Position,
        depth: u32,
        stop: &StopFlag,
        method: &CountMethod,
    ) -> Option<Vec<u64>> {
        let _busy = self.0.begin();
        let (plies, units) = position.split(depth);
        let next = AtomicUsize::new(0);
        let numbers = if matches!(method, CountMethod::ByKind) { Kind::ALL.len() + 1 } else { 1 };
        let add_next = |sums: &mut Vec<u64>| {
            let PositionUnit { position, ways } = units.get(next.fetch_add(1, Ordering::Relaxed))?;
            let counted = count_unless_stopped(position, depth - plies, stop, method);
            Some(counted.map(|nodes| add(sums, &nodes, *ways)))
        };
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            let mut sums = vec![0; numbers];
            loop {
                let left = units.len().saturating_sub(next.load(Ordering::Relaxed) + 1);
                for busy in (0..left).map_while(|_| self.0.take_one()) {
                    helpers.push(scope.spawn(move || {
                        let _busy = busy;
                        let mut sums = vec![0; numbers];
                        // Leaves as soon as another count has begun.
                        while !self.0.is_overdrawn()
                            && let Some(added) = add_next(&mut sums)
                        {
                            added?;
                        }
                        Some(sums)
                    }));
                }
                match add_next(&mut sums) {
                    Some(added) => added?,
                    None => break,
                }
            }
            for helper in helpers {
                let added = helper.join().unwrap_or_else(|panic| panic::resume_unwind(panic))?;
                add(&mut sums, &added, 1);
            }
            Some(sums)
        })
    }

    /// Counts the nodes of a position without details.
    pub fn nodes(&self, position: &Position, depth: u32, stop: &StopFlag) -> Option<u64> {
        self.count(position, depth, stop, &CountMethod::Plain)?.first().copied()
    }

    /// Counts the nodes after each first move.
    pub fn divide(&self, position: &Position, depth: u32, stop: &StopFlag) -> Option<Vec<(Move, u64)>> {
        divide::node_counts(position, depth, &|position, depth| self.nodes(position, depth, stop))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use hexmate_position::Game;

    const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

    #[test]
    fn numbers_do_not_depend_on_threads() {
        let start = Position::start(Game::MINI);
        let (stop, method) = (StopFlag::default(), CountMethod::ByKind);
        let alone = CountThreads::new(NonZeroUsize::MIN).count(&start, 5, &stop, &method);
        let kinds = start.breakdown(5);
        let expected: Vec<u64> = [kinds.nodes].into_iter().chain(Kind::ALL.map(|kind| kinds[kind])).collect();
        assert_eq!(alone, Some(expected));
        assert_eq!(CountThreads::new(TWO.saturating_add(1)).count(&start, 5, &stop, &method), alone);
    }

    #[test]
    fn short_count_overtakes_long_one() {
        let (threads, stop) = (CountThreads::new(TWO), StopFlag::default());
        let start = Position::start(Game::GLINSKI);
        thread::scope(|scope| {
            let long = scope.spawn(|| threads.nodes(&start, 12, &stop));
            // Lets the long count take the other thread.
            thread::sleep(Duration::from_millis(200));
            let (sender, short) = mpsc::channel();
            let (threads, start, stop) = (&threads, &start, &stop);
            scope.spawn(move || sender.send(threads.nodes(start, 3, stop)));
            let short = short.recv_timeout(Duration::from_mins(1));
            stop.raise();
            assert_eq!(short, Ok(Some(137_858)));
            assert_eq!(long.join().ok(), Some(None));
        });
    }
}
