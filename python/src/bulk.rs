//! Processing of a Python iterator by many threads, with the results in order.
//!
//! The worker threads never call Python. The Python thread that requests the next result submits further items,
//! waits without the global interpreter lock, and checks for signals.

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

use crate::interrupt::received;
use crate::json;
use crate::table;

/// Items received through a channel.
struct Queue<I> {
    items: Receiver<I>,
    next: RefCell<Option<I>>,
}

impl<I> Iterator for Queue<I> {
    type Item = Result<I, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next.take().or_else(|| self.items.recv().ok()).map(Ok)
    }
}

impl<I: Send> ItemSource<I> for Queue<I> {
    fn is_ready(&self) -> bool {
        let mut next = self.next.borrow_mut();
        if next.is_none() {
            *next = self.items.try_recv().ok();
        }
        next.is_some()
    }
}

/// Submits an item to the workers, independent of the type of the task.
type Submit = Box<dyn FnMut(&Bound<'_, PyAny>) -> PyResult<()> + Send + Sync>;

/// An iterator over rows of a report as dictionaries, in the order of the items.
///
/// `table()` returns all remaining rows as an Arrow table.
///
/// >>> import hexmate
/// >>> fens = ["1/3/5/7/9/11/11/11/11/11/5K1K3 w - 0 1", hexmate.Board()]
/// >>> [(row["status"], row["code"]) for row in hexmate.validate_many(fens)]
/// [('invalid', 'several-kings'), ('ok', '')]
#[pyclass(module = "hexmate")]
pub struct Rows {
    source: Option<Py<PyIterator>>,
    /// `None` after all items are submitted.
    submit: Option<Submit>,
    results: Mutex<Receiver<Vec<Value>>>,
    ready: VecDeque<Value>,
    /// Number of submitted items without results.
    pending: usize,
    max_pending: usize,
    /// Exception of the iterator, raised after all earlier results.
    failure: Option<PyErr>,
    stop: StopFlag,
    worker: Option<JoinHandle<()>>,
    columns: &'static [table::Column],
}

impl Rows {
    /// Starts the worker threads. `read` converts an item, `rows` a result into rows of the report.
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
        let (queue, items) = mpsc::channel::<T::Item>();
        let (found, results) = mpsc::channel();
        let max_pending = 4 * threads.get() * task.chunk_size();
        let stopped = stop.clone();
        let worker = thread::spawn(move || {
            let runner = Runner { threads, stop: &stopped, progress: &NoProgress };
            let queue = Queue { items, next: RefCell::new(None) };
            let send = |rows: Result<Vec<Value>, FileError>| -> Result<(), LogError> {
                // Sending fails only if the results are no longer needed.
                if let Ok(rows) = rows {
                    let _ = found.send(rows);
                }
                Ok(())
            };
            // Cannot fail without a log.
            let _ = runner.run(queue, Shard::WHOLE, &task, None, rows, send);
        });
        let mut number = 0;
        let submit = move |item: &Bound<'_, PyAny>| {
            number += 1;
            let item = read(number, item)?;
            queue
                .send(item)
                .map_err(|_| PyRuntimeError::new_err("internal error: the worker threads have ended"))
        };
        Ok(Self {
            source: Some(source),
            submit: Some(Box::new(submit)),
            results: Mutex::new(results),
            ready: VecDeque::new(),
            pending: 0,
            max_pending,
            failure: None,
            stop,
            worker: Some(worker),
            columns,
        })
    }

    /// Submits the next item; returns `false` if there is none.
    fn submit_next(&mut self, py: Python<'_>) -> bool {
        let (Some(source), Some(submit)) = (&self.source, &mut self.submit) else { return false };
        let mut source = source.bind(py).clone();
        let submitted = source.next().map(|item| item.and_then(|item| submit(&item)));
        match submitted {
            Some(Ok(())) => {
                self.pending += 1;
                return true;
            }
            Some(Err(error)) => self.failure = Some(error),
            None => {}
        }
        (self.source, self.submit) = (None, None);
        false
    }

    fn take(&mut self, rows: Vec<Value>) {
        self.pending -= 1;
        self.ready.extend(rows);
    }

    fn next_row(&mut self, py: Python<'_>) -> PyResult<Option<Value>> {
        loop {
            // Submit until the maximum is pending, but return a result as soon as there is one.
            while self.pending < self.max_pending && self.submit_next(py) {
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
            if self.pending == 0 {
                return self.failure.take().map_or(Ok(None), Err);
            }
            match received(py, &self.results) {
                Ok(rows) => self.take(rows),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.stop_workers())?,
                Err(RecvTimeoutError::Disconnected) => {
                    self.pending = 0;
                    return Err(PyRuntimeError::new_err("internal error: the worker threads have ended"));
                }
            }
        }
    }

    /// Stops the workers: no item is started, and pending ones end early.
    fn stop_workers(&mut self) {
        self.stop.raise();
        (self.source, self.submit, self.pending) = (None, None, 0);
        self.ready.clear();
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.stop_workers();
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

    /// Returns all remaining rows as a `pyarrow.Table`, for pandas and polars; without solution trees.
    ///
    /// Needs pyarrow: `pip install 'hexmate[arrow]'`.
    fn table<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arrow = table::arrow(py)?;
        let mut rows = Vec::new();
        while let Some(row) = self.next_row(py)? {
            rows.push(row);
        }
        table::of_rows(&arrow, self.columns, &rows)
    }

    /// Stops the work early.
    fn close(&mut self) {
        self.stop_workers();
    }
}
