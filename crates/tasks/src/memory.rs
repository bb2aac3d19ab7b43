//! How much memory the tables of all threads may take together. Knows sizes; no problems.

use std::sync::{Condvar, Mutex, MutexGuard};

use hexmate_core::mate::TranspositionTable;

/// The memory that one problem's table may take where nothing is said, in MiB.
const ONE: usize = 64;

/// Tables at once where a limit is given: more threads than that wait for one.
const AT_ONCE: usize = 4;

/// What the program takes besides, in MiB.
const PROGRAM: usize = 10;

/// As many tables as there is memory for, all of one size.
///
/// Their size does not depend on the number of threads, so that the nodes of a
/// search do not either; a thread that finds no table free waits for one.
pub(super) struct Tables {
    bytes: usize,
    /// Where a limit is given.
    places: Option<Places>,
}

/// How many tables there is still memory for.
struct Places {
    free: Mutex<usize>,
    returned: Condvar,
}

impl Places {
    fn take(&self) {
        let mut free = self.returned.wait_while(self.free(), |free| *free == 0).expect("not poisoned");
        *free -= 1;
    }

    fn give_back(&self) {
        *self.free() += 1;
        self.returned.notify_one();
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        // Nothing panics while it holds the lock.
        self.free.lock().expect("not poisoned")
    }
}

impl Tables {
    /// Tables that take, with the program, no more than this in all.
    pub(super) fn within(mebibytes: Option<usize>) -> Self {
        let Some(all) = mebibytes.map(|all| all.saturating_sub(PROGRAM) << 20) else {
            return Self { bytes: ONE << 20, places: None };
        };
        let bytes = (all / AT_ONCE).clamp(1 << 20, ONE << 20);
        let free = Mutex::new((all / bytes).max(1));
        Self { bytes, places: Some(Places { free, returned: Condvar::new() }) }
    }

    /// Waits until there is memory for one more.
    pub(super) fn wait(&self) -> Reserved<'_> {
        if let Some(places) = &self.places {
            places.take();
        }
        Reserved { table: TranspositionTable::with_limit(self.bytes), places: self.places.as_ref() }
    }
}

/// A table, which makes room for another one when it is no longer needed.
pub(super) struct Reserved<'a> {
    /// The table.
    pub(super) table: TranspositionTable,
    places: Option<&'a Places>,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if let Some(places) = self.places {
            // Its memory has to be free before somebody else takes as much.
            self.table = TranspositionTable::with_limit(0);
            places.give_back();
        }
    }
}
