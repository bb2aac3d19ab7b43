//! Batches of numbers: in order, whatever happens to one of them.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::queue::WINDOW;
use super::*;
use crate::log::LogError;
use crate::shard::Shard;

impl WorkItem for u64 {
    fn name(&self) -> String {
        format!("number {self}")
    }

    fn identity(&self) -> Digest {
        Digest::of(&self.to_string())
    }

    fn hash(&self) -> u64 {
        *self
    }
}

/// A function as a task.
struct Do<F> {
    work: F,
    together: usize,
}

impl<F: Fn(u64) -> u64 + Sync> Task for Do<F> {
    type Item = u64;
    type Output = Result<u64, String>;

    fn work(&self, item: u64) -> Self::Output {
        Ok((self.work)(item))
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn together(&self) -> usize {
        self.together
    }
}

/// An error of writing.
#[derive(Debug)]
struct Failed(io::ErrorKind);

impl From<LogError> for Failed {
    fn from(error: LogError) -> Self {
        panic!("there is no log: {error}")
    }
}

fn run(
    items: impl Supply<u64>,
    stop: &StopFlag,
    work: impl Fn(u64) -> u64 + Sync,
    mut write: impl FnMut(Result<u64, String>) -> Result<(), Failed>,
) -> Result<Summary, Failed> {
    let runner = Runner { threads: 4.try_into().expect("not zero"), stop, progress: &Unseen };
    let write = |found: Result<_, FileError>| write(found.expect("no files"));
    runner.run(items, Shard::WHOLE, &Do { work, together: LIGHT }, None, |found| found, write)
}

fn run_all(count: u64, work: impl Fn(u64) -> u64 + Sync) -> Vec<Result<u64, String>> {
    let mut written = Vec::new();
    let write = |found| {
        written.push(found);
        Ok(())
    };
    let summary = run(Items((0..count).map(Ok)), &StopFlag::default(), work, write).expect("written");
    assert_eq!(summary, Summary { read: count, is_stopped: false });
    written
}

/// Numbers, of which some are at hand.
struct Numbers(std::ops::Range<u64>);

impl Iterator for Numbers {
    type Item = Result<u64, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

impl Supply<u64> for Numbers {
    fn is_at_hand(&self) -> bool {
        !self.0.start.is_multiple_of(10)
    }
}

#[test]
fn a_chunk_ends_where_nothing_is_at_hand() {
    let (_sender, room) = mpsc::channel();
    let mut queue = queue::Queue::new(Numbers(5..27), Shard::WHOLE, 7, room);
    let chunks: Vec<Vec<u64>> = std::iter::from_fn(|| queue.next::<u64>())
        .map(|chunk| chunk.items.into_iter().map(|item| item.expect("no files").1).collect())
        .collect();
    let bounds: Vec<(u64, usize)> = chunks.iter().map(|chunk| (chunk[0], chunk.len())).collect();
    assert_eq!(bounds, [(5, 5), (10, 7), (17, 3), (20, 7)]);
    assert_eq!((queue.read, queue.total, queue.is_exhausted), (22, 22, true));
}

#[test]
fn chunks_come_in_order_like_single_items() {
    let mut written = Vec::new();
    let write = |found: Result<u64, String>| {
        written.extend(found);
        Ok(())
    };
    run(Numbers(0..20_000), &StopFlag::default(), |number| number, write).expect("written");
    assert!(written.into_iter().eq(0..20_000));
}

#[test]
fn results_come_in_the_order_of_the_items() {
    let slow_first = |number: u64| {
        if number.is_multiple_of(1000) {
            thread::sleep(Duration::from_millis(20));
        }
        number * 2
    };
    let expected: Vec<_> = (0..10_000).map(|number| Ok(number * 2)).collect();
    assert_eq!(run_all(10_000, slow_first), expected);
}

#[test]
fn nothing_in_gives_nothing_out() {
    assert!(run_all(0, |number| number).is_empty());
}

#[test]
fn one_long_item_does_not_hold_up_the_others_nor_let_them_run_away() {
    let others = AtomicU64::new(0);
    let work = |number: u64| {
        if number == 0 {
            while others.load(Ordering::SeqCst) < WINDOW - 1 {
                thread::yield_now();
            }
            thread::sleep(Duration::from_millis(50));
            assert_eq!(others.load(Ordering::SeqCst), WINDOW - 1, "the window is full");
        }
        others.fetch_add(1, Ordering::SeqCst)
    };
    let written = run_all(3 * WINDOW, work);
    assert!(written.iter().all(Result::is_ok), "{:?}", written[0]);
}

#[test]
fn a_panic_is_the_result_of_its_item_alone() {
    let written = run_all(3, |number| {
        assert_ne!(number, 1, "on purpose");
        number
    });
    assert_eq!((&written[0], &written[2]), (&Ok(0), &Ok(2)));
    let panic = written[1].as_ref().expect_err("a panic");
    assert!(panic.starts_with("internal error: ") && panic.contains("on purpose"), "{panic}");
}

#[test]
fn a_result_is_written_before_the_next_item_comes() {
    let (sender, receiver) = mpsc::channel();
    sender.send(0).expect("a receiver");
    let mut sender = Some(sender);
    let mut count = 0;
    let write = |found| {
        count += 1;
        match found {
            // The second item exists only because the first has been written.
            Ok(0) => sender.as_ref().expect("still open").send(1).expect("a receiver"),
            _ => sender = None,
        }
        Ok(())
    };
    run(Items(receiver.into_iter().map(Ok)), &StopFlag::default(), |number| number, write).expect("written");
    assert_eq!(count, 2);
}

#[test]
fn after_a_stop_what_is_in_hand_is_finished_and_the_rest_is_named() {
    let stop = StopFlag::default();
    let work = |number: u64| {
        if number == 0 {
            stop.raise();
        }
        thread::sleep(Duration::from_millis(5));
        number
    };
    let mut written = Vec::new();
    let write = |found: Result<u64, String>| {
        written.extend(found);
        Ok(())
    };
    let summary = run(Items((0..100).map(Ok)), &stop, work, write).expect("written");
    assert_eq!(written[0], 0);
    assert!(written.len() < 100, "{written:?}");
    assert_eq!(summary, Summary { read: written.len() as u64, is_stopped: true });
    let said = format!("after {0} records; number {1} and all", written.len(), written.len() + 1);
    assert!(summary.to_string().contains(&said), "{summary}");
}

#[test]
fn a_stop_that_leaves_nothing_undone_stops_nothing() {
    let stop = StopFlag::default();
    let write = |_| {
        stop.raise();
        Ok(())
    };
    let summary = run(Numbers(1..2), &stop, |number| number, write).expect("written");
    assert_eq!(summary, Summary { read: 1, is_stopped: false });
}

#[test]
fn an_error_of_writing_ends_the_batch() {
    let begun = AtomicU64::new(0);
    let work = |_| begun.fetch_add(1, Ordering::SeqCst);
    let write = |_| Err(Failed(io::ErrorKind::BrokenPipe));
    let outcome = run(Items((0..1_000_000).map(Ok)), &StopFlag::default(), work, write);
    assert!(matches!(outcome, Err(Failed(io::ErrorKind::BrokenPipe))), "{outcome:?}");
    assert!(begun.load(Ordering::SeqCst) < 1_000_000);
}
