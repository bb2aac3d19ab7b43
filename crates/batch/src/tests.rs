//! Runs over numbers: order, window, panics, stops and errors.

use std::collections::HashSet;
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

/// A task that calls a function.
struct Do<F> {
    work: F,
    chunk_size: usize,
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

    fn chunk_size(&self) -> usize {
        self.chunk_size
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
    items: impl ItemSource<u64>,
    stop: &StopFlag,
    work: impl Fn(u64) -> u64 + Sync,
    mut write: impl FnMut(Result<u64, String>) -> Result<(), Failed>,
) -> Result<Summary, Failed> {
    let runner = Runner { threads: 4.try_into().expect("not zero"), stop, progress: &NoProgress };
    let write = |result: Result<_, FileError>| write(result.expect("no files"));
    runner.run(items, Shard::WHOLE, &Do { work, chunk_size: LIGHT_CHUNK }, None, |output| output, write)
}

fn run_all(count: u64, work: impl Fn(u64) -> u64 + Sync) -> Vec<Result<u64, String>> {
    let mut written = Vec::new();
    let write = |output| {
        written.push(output);
        Ok(())
    };
    let summary = run(Items((0..count).map(Ok)), &StopFlag::default(), work, write).expect("written");
    assert_eq!(summary, Summary { read: count, is_stopped: false });
    written
}

/// Numbers of which every tenth is not ready.
struct Numbers(std::ops::Range<u64>);

impl Iterator for Numbers {
    type Item = Result<u64, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

impl ItemSource<u64> for Numbers {
    fn is_ready(&self) -> bool {
        !self.0.start.is_multiple_of(10)
    }
}

#[test]
fn chunk_ends_when_nothing_is_ready() {
    let (_sender, room) = mpsc::channel();
    let mut queue = queue::Queue::new(Numbers(5..27), Shard::WHOLE, 7, room);
    let chunks: Vec<Vec<u64>> = std::iter::from_fn(|| queue.next::<u64>())
        .map(|chunk| chunk.items.into_iter().map(|item| item.expect("no files").item).collect())
        .collect();
    let bounds: Vec<(u64, usize)> = chunks.iter().map(|chunk| (chunk[0], chunk.len())).collect();
    assert_eq!(bounds, [(5, 5), (10, 7), (17, 3), (20, 7)]);
    assert_eq!((queue.read, queue.total, queue.is_exhausted), (22, 22, true));
}

/// An item of many megabytes.
struct Heavy(u64);

impl WorkItem for Heavy {
    fn name(&self) -> String {
        self.0.name()
    }

    fn identity(&self) -> Digest {
        self.0.identity()
    }

    fn hash(&self) -> u64 {
        self.0
    }

    fn size(&self) -> usize {
        40 << 20
    }
}

/// Returns the numbers of heavy items.
struct Unpack;

impl Task for Unpack {
    type Item = Heavy;
    type Output = u64;

    fn work(&self, item: Heavy) -> u64 {
        item.0
    }

    fn panicked(&self, _panic: &Panicked) -> u64 {
        0
    }

    fn chunk_size(&self) -> usize {
        LIGHT_CHUNK
    }
}

#[test]
fn heavy_items_are_not_read_ahead() {
    let alive = AtomicU64::new(0);
    let most = AtomicU64::new(0);
    let items = Items((0..100).map(|number| {
        most.fetch_max(alive.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        Ok(Heavy(number))
    }));
    let runner = Runner {
        threads: 4.try_into().expect("not zero"),
        stop: &StopFlag::default(),
        progress: &NoProgress,
    };
    let mut written = Vec::new();
    let write = |output: Result<u64, FileError>| {
        alive.fetch_sub(1, Ordering::SeqCst);
        written.extend(output.ok());
        Ok::<(), Failed>(())
    };
    runner.run(items, Shard::WHOLE, &Unpack, None, |output| output, write).expect("written");
    assert!(written.into_iter().eq(0..100));
    assert!((1..=3).contains(&most.load(Ordering::SeqCst)), "{most:?}");
}

/// Returns the threads that work on items.
struct ByThread;

impl Task for ByThread {
    type Item = u64;
    type Output = String;

    fn work(&self, _item: u64) -> String {
        thread::sleep(Duration::from_millis(1));
        format!("{:?}", thread::current().id())
    }

    fn panicked(&self, panic: &Panicked) -> String {
        panic.to_string()
    }

    fn most_workers(&self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(2)
    }
}

#[test]
fn task_limits_its_workers() {
    for (threads, most) in [(1, 1), (4, 2)] {
        let threads = threads.try_into().expect("not zero");
        let runner = Runner { threads, stop: &StopFlag::default(), progress: &NoProgress };
        let mut workers = HashSet::new();
        let write = |output: Result<String, FileError>| {
            workers.extend(output.ok());
            Ok::<(), Failed>(())
        };
        runner.run(Numbers(0..100), Shard::WHOLE, &ByThread, None, |output| output, write).expect("written");
        assert!((1..=most).contains(&workers.len()), "{workers:?}");
    }
}

#[test]
fn chunks_are_written_in_order() {
    let mut written = Vec::new();
    let write = |output: Result<u64, String>| {
        written.extend(output);
        Ok(())
    };
    run(Numbers(0..20_000), &StopFlag::default(), |number| number, write).expect("written");
    assert!(written.into_iter().eq(0..20_000));
}

#[test]
fn results_are_in_input_order() {
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
fn empty_input_gives_empty_output() {
    assert!(run_all(0, |number| number).is_empty());
}

#[test]
fn slow_item_fills_the_window() {
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
fn panic_affects_only_its_item() {
    let written = run_all(3, |number| {
        assert_ne!(number, 1, "on purpose");
        number
    });
    assert_eq!((&written[0], &written[2]), (&Ok(0), &Ok(2)));
    let panic = written[1].as_ref().expect_err("a panic");
    assert!(panic.starts_with("internal error: ") && panic.contains("on purpose"), "{panic}");
}

#[test]
fn result_precedes_the_next_item() {
    let (sender, receiver) = mpsc::channel();
    sender.send(0).expect("a receiver");
    let mut sender = Some(sender);
    let mut count = 0;
    let write = |output| {
        count += 1;
        match output {
            // The second item is sent only after the first result is written.
            Ok(0) => sender.as_ref().expect("still open").send(1).expect("a receiver"),
            _ => sender = None,
        }
        Ok(())
    };
    run(Items(receiver.into_iter().map(Ok)), &StopFlag::default(), |number| number, write).expect("written");
    assert_eq!(count, 2);
}

#[test]
fn stop_finishes_items_in_progress() {
    let stop = StopFlag::default();
    let work = |number: u64| {
        if number == 0 {
            stop.raise();
        }
        thread::sleep(Duration::from_millis(5));
        number
    };
    let mut written = Vec::new();
    let write = |output: Result<u64, String>| {
        written.extend(output);
        Ok(())
    };
    let summary = run(Items((0..100).map(Ok)), &stop, work, write).expect("written");
    assert_eq!(written[0], 0);
    assert!(written.len() < 100, "{written:?}");
    assert_eq!(summary, Summary { read: written.len() as u64, is_stopped: true });
    let expected = format!("; record {} and all later", written.len() + 1);
    assert!(summary.to_string().contains(&expected), "{summary}");
}

#[test]
fn stop_after_last_item_is_complete() {
    let stop = StopFlag::default();
    let write = |_| {
        stop.raise();
        Ok(())
    };
    let summary = run(Numbers(1..2), &stop, |number| number, write).expect("written");
    assert_eq!(summary, Summary { read: 1, is_stopped: false });
}

#[test]
fn write_error_ends_the_batch() {
    let begun = AtomicU64::new(0);
    let work = |_| begun.fetch_add(1, Ordering::SeqCst);
    let write = |_| Err(Failed(io::ErrorKind::BrokenPipe));
    let outcome = run(Items((0..1_000_000).map(Ok)), &StopFlag::default(), work, write);
    assert!(matches!(outcome, Err(Failed(io::ErrorKind::BrokenPipe))), "{outcome:?}");
    assert!(begun.load(Ordering::SeqCst) < 1_000_000);
}
