//! Many records, many threads, one order: results are written as the records came.
//!
//! As many threads as there are cores each read a record when they are free, and work
//! on it; this thread writes. So a record is read, worked on and freed in one place. Hard
//! records are read one by one, so that none holds up another; light ones in lots, as long
//! as they are at hand, so that threads seldom wait for one another to read. Results wait
//! in a window of bounded length until all before them are written, so that a long record
//! holds up neither the others nor the memory.
//!
//! The working threads are of this batch alone. A pool that lends its waiting
//! threads to other work would pile up records on one stack.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::exit::Status;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Records that may have been read and not yet written.
const WINDOW: u64 = 4096;

/// Records in a lot where each is dealt with about as soon as it is read.
pub const LIGHT: usize = 64;

/// Results after whose writing so many more records may be read.
const ROOM: u64 = WINDOW / 16;

/// How long results gather: a writer that must be woken for each holds up the work on short records.
const PAUSE: Duration = Duration::from_millis(1);

/// A fault of this program, met while it worked on one record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked(String);

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error: {}", self.0)
    }
}

/// Records that come one after the other.
pub trait Supply: Iterator + Send + Sized {
    /// Whether the next record can be had without waiting for anybody, or that there is none.
    fn is_at_hand(&self) -> bool;

    /// The records in lots of at most so many. None waits in a lot while the next is waited for.
    fn in_lots(self, most: usize) -> impl Iterator<Item = Vec<Self::Item>> + Send {
        let mut supply = self;
        iter::from_fn(move || {
            let mut lot = vec![supply.next()?];
            while lot.len() < most && supply.is_at_hand() {
                let Some(record) = supply.next() else { break };
                lot.push(record);
            }
            Some(lot)
        })
    }
}

/// How far a batch has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Records read; each of them has been worked on.
    pub read: u64,
    /// The status to end with, if a signal has left something undone.
    pub stopped: Option<Status>,
}

/// Says what is missing after a signal.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read, .. } = self;
        write!(
            f,
            "stopped by a signal after {read} records; number {} and all after it are missing",
            read + 1
        )
    }
}

/// Maps records in parallel and hands the results to `write` in the order of the records, with their
/// numbers from 1.
///
/// Each is written as soon as it and all before it are ready. After a signal no
/// lot is begun; those in hand are finished and written. A panic ends only
/// the record that it happens in.
///
/// # Errors
///
/// The first error of `write`; nothing is begun after it.
pub fn run<T: Send, R: Send, E>(
    lots: impl IntoIterator<Item = Vec<T>, IntoIter: Send>,
    interrupt: &Interrupt,
    progress: &Progress,
    work: impl Fn(T) -> R + Sync,
    write: impl FnMut(u64, Result<R, Panicked>) -> Result<(), E>,
) -> Result<Summary, E> {
    let failed = AtomicBool::new(false);
    let (written, room) = mpsc::channel();
    let pile = Pile { lots: lots.into_iter(), read: 0, allowed: WINDOW, room, is_exhausted: false };
    let pile = Mutex::new(pile);
    let desk = Desk { pile: &pile, work: &work, interrupt, failed: &failed };
    let (results, finished) = mpsc::channel();
    thread::scope(|threads| {
        for _ in 0..rayon::current_num_threads() {
            let results = results.clone();
            threads.spawn(|| desk.work_off(results));
        }
        drop(results);
        let outcome = write_in_order(finished, written, progress, write);
        failed.store(outcome.is_err(), Ordering::Relaxed);
        outcome
    })?;
    let Pile { read, is_exhausted, .. } = pile.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Summary { read, stopped: interrupt.status().filter(|_| !is_exhausted) })
}

/// Records that nobody has begun.
struct Pile<I> {
    lots: I,
    read: u64,
    /// How many may be read until others are written.
    allowed: u64,
    /// A sign for each time that there is room for more.
    room: Receiver<()>,
    is_exhausted: bool,
}

impl<T, I: Iterator<Item = Vec<T>>> Pile<I> {
    /// The next lot with the number of its first record, from 0; waits while the window is full.
    fn next(&mut self) -> Option<(u64, Vec<T>)> {
        while self.read >= self.allowed {
            // Nobody writes any more if writing has failed.
            self.room.recv().ok()?;
            self.allowed += ROOM;
        }
        let Some(lot) = self.lots.next() else {
            self.is_exhausted = true;
            return None;
        };
        let first = self.read;
        self.read += lot.len() as u64;
        Some((first, lot))
    }
}

/// Where records are worked on.
struct Desk<'a, I, W> {
    pile: &'a Mutex<Pile<I>>,
    work: &'a W,
    interrupt: &'a Interrupt,
    failed: &'a AtomicBool,
}

impl<T, R, I: Iterator<Item = Vec<T>>, W: Fn(T) -> R> Desk<'_, I, W> {
    /// Takes one lot after the other until there will be no more.
    #[expect(clippy::needless_pass_by_value, reason = "the channel closes when all threads are done with it")]
    fn work_off(&self, results: Sender<(u64, Vec<Result<R, Panicked>>)>) {
        while let Some((first, lot)) = self.take() {
            let found = lot.into_iter().map(|record| caught(|| (self.work)(record))).collect();
            // Nobody listens only if writing has failed, and then nobody wants the results.
            let _ = results.send((first, found));
        }
    }

    fn take(&self) -> Option<(u64, Vec<T>)> {
        let mut pile = self.pile.lock().unwrap_or_else(PoisonError::into_inner);
        let is_closed = self.interrupt.is_raised() || self.failed.load(Ordering::Relaxed);
        (!is_closed && !pile.is_exhausted).then(|| pile.next())?
    }
}

/// Does some work; a panic ends only that.
///
/// # Errors
///
/// The panic.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Panicked(message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}

/// Writes results by number until no more can come, and tells whenever there is room for more.
#[expect(clippy::needless_pass_by_value, reason = "the channels close when writing ends")]
fn write_in_order<R, E>(
    finished: Receiver<(u64, Vec<R>)>,
    room: Sender<()>,
    progress: &Progress,
    mut write: impl FnMut(u64, R) -> Result<(), E>,
) -> Result<(), E> {
    let mut written = 0;
    // The result of record `written + i` at index `i`, once it is there.
    let mut window: VecDeque<Option<R>> = VecDeque::new();
    let lots = iter::from_fn(|| {
        thread::sleep(PAUSE);
        let first = finished.try_recv().or_else(|_| finished.recv()).ok()?;
        Some(iter::once(first).chain(finished.try_iter()).collect::<Vec<_>>())
    });
    for (number, result) in lots.flatten().flat_map(|(first, lot)| (first..).zip(lot)) {
        let index = (number - written) as usize;
        if window.len() <= index {
            window.resize_with(index + 1, || None);
        }
        window[index] = Some(result);
        while let Some(result) = window.front_mut().and_then(Option::take) {
            window.pop_front();
            written += 1;
            progress.suspend(|| write(written, result))?;
            progress.step();
            if written.is_multiple_of(ROOM) {
                // Nobody waits when all is read.
                let _ = room.send(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io;
    use std::sync::atomic::AtomicU64;

    use super::*;

    fn run_all<T: Send, R: Send>(
        records: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T) -> R + Sync,
    ) -> Vec<Result<R, Panicked>> {
        let mut written = Vec::new();
        let write = |_, result| {
            written.push(result);
            Ok::<(), Infallible>(())
        };
        let lots = records.into_iter().map(|record| vec![record]);
        run(lots, &Interrupt::default(), &Progress::hidden(), work, write).expect("writing cannot fail");
        written
    }

    /// Numbers, of which some are at hand.
    struct Numbers(std::ops::Range<u64>);

    impl Iterator for Numbers {
        type Item = u64;

        fn next(&mut self) -> Option<u64> {
            self.0.next()
        }
    }

    impl Supply for Numbers {
        fn is_at_hand(&self) -> bool {
            !self.0.start.is_multiple_of(10)
        }
    }

    #[test]
    fn a_lot_ends_where_nothing_is_at_hand() {
        let lots: Vec<Vec<u64>> = Numbers(5..27).in_lots(7).collect();
        let bounds: Vec<(u64, usize)> = lots.iter().map(|lot| (lot[0], lot.len())).collect();
        assert_eq!(bounds, [(5, 5), (10, 7), (17, 3), (20, 7)]);
        assert!(lots.into_iter().flatten().eq(5..27));
    }

    #[test]
    fn lots_come_in_order_like_single_records() {
        let mut written = Vec::new();
        let write = |number, result: Result<u64, Panicked>| {
            written.push((number, result.expect("no panic")));
            Ok::<(), Infallible>(())
        };
        let lots = Numbers(0..20_000).in_lots(LIGHT);
        let summary = run(lots, &Interrupt::default(), &Progress::hidden(), |number| number, write);
        assert_eq!(summary, Ok(Summary { read: 20_000, stopped: None }));
        assert!(written.into_iter().eq((0..20_000).map(|number| (number + 1, number))));
    }

    #[test]
    fn results_come_in_the_order_of_the_records() {
        let slow_first = |number: u64| {
            if number.is_multiple_of(1000) {
                thread::sleep(Duration::from_millis(20));
            }
            number * 2
        };
        let written = run_all(0..10_000, slow_first);
        let expected: Vec<_> = (0..10_000).map(|number| Ok(number * 2)).collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn nothing_in_gives_nothing_out() {
        assert!(run_all(0..0, |number| number).is_empty());
    }

    #[test]
    fn one_long_record_does_not_hold_up_the_others_nor_let_them_run_away() {
        let others = AtomicU64::new(0);
        let most = WINDOW;
        let work = |number: u64| {
            if number == 0 && rayon::current_num_threads() > 1 {
                while others.load(Ordering::SeqCst) < most - 1 {
                    thread::yield_now();
                }
                thread::sleep(Duration::from_millis(50));
                assert_eq!(others.load(Ordering::SeqCst), most - 1, "the window is full");
            }
            others.fetch_add(1, Ordering::SeqCst);
        };
        let written = run_all(0..3 * most, work);
        assert!(written.iter().all(Result::is_ok), "{:?}", written[0]);
    }

    #[test]
    fn a_panic_is_the_result_of_its_record_alone() {
        let written = run_all(0..3, |number| {
            assert_ne!(number, 1, "on purpose");
            number
        });
        assert_eq!((&written[0], &written[2]), (&Ok(0), &Ok(2)));
        let panic = written[1].as_ref().expect_err("a panic");
        assert!(panic.to_string().starts_with("internal error: "), "{panic}");
        assert!(panic.to_string().contains("on purpose"), "{panic}");
    }

    #[test]
    fn a_result_is_written_before_the_next_record_comes() {
        let (sender, receiver) = mpsc::channel();
        sender.send(0).expect("a receiver");
        let mut sender = Some(sender);
        let mut count = 0;
        let write = |_, result: Result<i32, Panicked>| {
            count += 1;
            match result {
                // The second record exists only because the first has been written.
                Ok(0) => sender.as_ref().expect("still open").send(1).expect("a receiver"),
                _ => sender = None,
            }
            Ok::<(), Infallible>(())
        };
        let records = receiver.into_iter().map(|number| vec![number]);
        run(records, &Interrupt::default(), &Progress::hidden(), |number| number, write).expect("written");
        assert_eq!(count, 2);
    }

    #[test]
    fn after_a_signal_rows_in_hand_are_finished_and_the_rest_is_named() {
        let interrupt = Interrupt::default();
        let work = |number: u64| {
            if number == 0 {
                interrupt.raise();
            }
            thread::sleep(Duration::from_millis(5));
            number
        };
        let mut written = Vec::new();
        let write = |_, result: Result<u64, Panicked>| {
            written.extend(result);
            Ok::<(), Infallible>(())
        };
        let summary = run((0..100).map(|number| vec![number]), &interrupt, &Progress::hidden(), work, write)
            .expect("written");
        assert_eq!(written[0], 0);
        assert!(written.len() < 100, "{written:?}");
        assert_eq!(summary.stopped, Some(Status::Interrupted));
        assert_eq!(summary.read, written.len() as u64);
        let said = format!("after {0} records; number {1} and all", written.len(), written.len() + 1);
        assert!(summary.to_string().contains(&said), "{summary}");
    }

    #[test]
    fn a_signal_that_leaves_nothing_undone_stops_nothing() {
        let interrupt = Interrupt::default();
        let write = |_, _| {
            interrupt.raise();
            Ok::<(), Infallible>(())
        };
        let summary =
            run([vec![1]], &interrupt, &Progress::hidden(), |number: u8| number, write).expect("written");
        assert_eq!((summary.read, summary.stopped), (1, None));
    }

    #[test]
    fn an_error_of_writing_ends_the_batch() {
        let begun = AtomicU64::new(0);
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        let write = |_, _| Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let outcome = run(
            (0..1_000_000).map(|number| vec![number]),
            &Interrupt::default(),
            &Progress::hidden(),
            work,
            write,
        );
        assert_eq!(outcome.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
        assert!(begun.load(Ordering::SeqCst) < 1_000_000);
    }
}
