//! Many items from Python, worked on by many threads: an iterator in, an iterator out, in order.
//!
//! The threads never touch Python: whoever asks for the next result hands over the next items, waits
//! without the global lock, and looks for signals.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};

use hexmate_batch::files::FileError;
use hexmate_batch::log::LogError;
use hexmate_batch::shard::Shard;
use hexmate_batch::{ItemSource, NoProgress, Runner, StopFlag, Task};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use serde_json::Value;

use crate::json;
use crate::table;
use crate::waiting::received;

/// Items that come through a channel.
struct Feed<I> {
    items: Receiver<I>,
    next: RefCell<Option<I>>,
}

impl<I> Iterator for Feed<I> {
    type Item = Result<I, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next.take().or_else(|| self.items.recv().ok()).map(Ok)
    }
}

impl<I: Send> ItemSource<I> for Feed<I> {
    fn is_ready(&self) -> bool {
        let mut next = self.next.borrow_mut();
        if next.is_none() {
            *next = self.items.try_recv().ok();
        }
        next.is_some()
    }
}

/// How items are handed over, without the type of what is done with them.
type Give = Box<dyn FnMut(&Bound<'_, PyAny>) -> PyResult<()> + Send + Sync>;

/// Results in the order of the items: rows of a report as dictionaries.
///
/// `table()` makes all that are left a table of Arrow.
///
/// >>> import hexmate
/// >>> fens = ["1/3/5/7/9/11/11/11/11/11/5K1K3 w - 0 1", hexmate.Board()]
/// >>> [(row["status"], row["code"]) for row in hexmate.validate_many(fens)]
/// [('invalid', 'several-kings'), ('ok', '')]
#[pyclass(module = "hexmate")]
pub struct Rows {
    source: Option<Py<PyIterator>>,
    /// None when all items are handed over.
    give: Option<Give>,
    results: Mutex<Receiver<Vec<Value>>>,
    ready: VecDeque<Value>,
    in_hand: usize,
    most_in_hand: usize,
    /// What the iterator has raised, until all results before it are told.
    failure: Option<PyErr>,
    stop: StopFlag,
    worker: Option<JoinHandle<()>>,
    columns: &'static [table::Column],
}

impl Rows {
    /// Begins to work, on as many items at once as there are threads; `rows` are those of a result.
    pub fn new<T: Task + Send + 'static>(
        items: &Bound<'_, PyAny>,
        threads: NonZeroUsize,
        stop: StopFlag,
        task: T,
        mut read: impl FnMut(u64, &Bound<'_, PyAny>) -> PyResult<T::Item> + Send + Sync + 'static,
        rows: impl Fn(T::Output) -> Vec<Value> + Send + Sync + 'static,
        columns: &'static [table::Column],
    ) -> PyResult<Self>
    where
        T::Item: 'static,
    {
        let source = items.try_iter()?.unbind();
        let (feed, items) = mpsc::channel::<T::Item>();
        let (found, results) = mpsc::channel();
        let most_in_hand = 4 * threads.get() * task.chunk_size();
        let stopped = stop.clone();
        let worker = thread::spawn(move || {
            let runner = Runner { threads, stop: &stopped, progress: &NoProgress };
            let feed = Feed { items, next: RefCell::new(None) };
            let send = |rows: Result<Vec<Value>, FileError>| -> Result<(), LogError> {
                // Nobody listens only if nobody wants the results.
                if let Ok(rows) = rows {
                    let _ = found.send(rows);
                }
                Ok(())
            };
            // Without a log there is nothing that could fail.
            let _ = runner.run(feed, Shard::WHOLE, &task, None, rows, send);
        });
        let mut number = 0;
        let give = move |item: &Bound<'_, PyAny>| {
            number += 1;
            let item = read(number, item)?;
            feed.send(item).map_err(|_| PyRuntimeError::new_err("internal error: the workers are gone"))
        };
        Ok(Self {
            source: Some(source),
            give: Some(Box::new(give)),
            results: Mutex::new(results),
            ready: VecDeque::new(),
            in_hand: 0,
            most_in_hand,
            failure: None,
            stop,
            worker: Some(worker),
            columns,
        })
    }

    /// Hands over the next item; false if there is none.
    fn give_next(&mut self, py: Python<'_>) -> bool {
        let (Some(source), Some(give)) = (&self.source, &mut self.give) else { return false };
        let mut source = source.bind(py).clone();
        let given = source.next().map(|item| item.and_then(|item| give(&item)));
        match given {
            Some(Ok(())) => {
                self.in_hand += 1;
                return true;
            }
            Some(Err(error)) => self.failure = Some(error),
            None => {}
        }
        (self.source, self.give) = (None, None);
        false
    }

    fn take(&mut self, rows: Vec<Value>) {
        self.in_hand -= 1;
        self.ready.extend(rows);
    }

    fn next_row(&mut self, py: Python<'_>) -> PyResult<Option<Value>> {
        loop {
            // One is handed over for each that is told, and at first as many as can be in hand.
            while self.in_hand < self.most_in_hand && self.give_next(py) {
                let found = self.results.get_mut().map(|results| results.try_recv());
                if let Ok(Ok(rows)) = found {
                    self.take(rows);
                }
                if !self.ready.is_empty() {
                    break;
                }
            }
            if let Some(row) = self.ready.pop_front() {
                return Ok(Some(row));
            }
            if self.in_hand == 0 {
                return self.failure.take().map_or(Ok(None), Err);
            }
            match received(py, &self.results) {
                Ok(rows) => self.take(rows),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.end())?,
                Err(RecvTimeoutError::Disconnected) => {
                    self.in_hand = 0;
                    return Err(PyRuntimeError::new_err("internal error: the workers are gone"));
                }
            }
        }
    }

    /// Ends the work: nothing is begun, and what is in hand ends with what it has.
    fn end(&mut self) {
        self.stop.raise();
        (self.source, self.give, self.in_hand) = (None, None, 0);
        self.ready.clear();
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.end();
    }
}

#[pymethods]
impl Rows {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = self.next_row(py)?;
        row.map(|row| json::object(py, &row)).transpose()
    }

    /// All rows that are left as a `pyarrow.Table`, which pandas and polars take; the tree is left out.
    fn table<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut rows = Vec::new();
        while let Some(row) = self.next_row(py)? {
            rows.push(row);
        }
        table::of_rows(py, self.columns, &rows)
    }

    /// Ends the work before its end.
    fn close(&mut self) {
        self.end();
    }
}
