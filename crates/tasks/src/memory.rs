//! The memory limit for the transposition tables of all threads.

use std::sync::{Condvar, Mutex, MutexGuard};

use hexmate_core::mate::TranspositionTable;

/// Largest size of a table, and its size without a limit, in MiB.
const TABLE: usize = 64;

/// Number of tables among which a limit is divided, unless the tables would exceed [`TABLE`]. Further threads wait.
const MIN_TABLES: usize = 4;

/// Memory of the program without tables, in MiB: 16 of its own pages, which the system may drop, and 2 for its work.
const PROGRAM: usize = 18;

/// A pool of transposition tables of one size.
///
/// The size does not depend on the number of threads, so that node counts do not either. A thread that finds no free
/// table waits for one.
pub(super) struct TablePool {
    bytes: usize,
    /// Free tables, if there is a memory limit.
    slots: Option<Slots>,
}

/// Counter of the tables for which there is still memory.
struct Slots {
    free: Mutex<usize>,
    released: Condvar,
}

impl Slots {
    fn take(&self) {
        let mut free = self.released.wait_while(self.free(), |free| *free == 0).expect("not poisoned");
        *free -= 1;
    }

    fn release(&self) {
        *self.free() += 1;
        self.released.notify_one();
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        // Nothing panics while it holds the lock.
        self.free.lock().expect("not poisoned")
    }
}

impl TablePool {
    /// Creates a pool whose tables, together with the program, fit into a limit in MiB.
    pub(super) fn with_limit(mebibytes: Option<usize>) -> Self {
        let Some(all) = mebibytes.map(|all| all.saturating_sub(PROGRAM) << 20) else {
            return Self { bytes: TABLE << 20, slots: None };
        };
        let bytes = (all / MIN_TABLES).clamp(1 << 20, TABLE << 20);
        let free = Mutex::new((all / bytes).max(1));
        Self { bytes, slots: Some(Slots { free, released: Condvar::new() }) }
    }

    /// Returns a new table; waits until there is memory for it.
    pub(super) fn take(&self) -> PooledTable<'_> {
        if let Some(slots) = &self.slots {
            slots.take();
        }
        PooledTable { table: TranspositionTable::with_limit(self.bytes), slots: self.slots.as_ref() }
    }
}

/// A table of a [`TablePool`]; dropping it releases its memory to the pool.
pub(super) struct PooledTable<'a> {
    /// The table.
    pub(super) table: TranspositionTable,
    slots: Option<&'a Slots>,
}

impl Drop for PooledTable<'_> {
    fn drop(&mut self) {
        if let Some(slots) = self.slots {
            // Frees the memory before another thread allocates as much.
            self.table = TranspositionTable::with_limit(0);
            slots.release();
        }
    }
}
