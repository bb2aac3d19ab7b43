//! The memory limit for the transposition tables of all threads.

use std::num::NonZeroUsize;

/// Largest size of a table, and its size without a limit, in MiB.
const TABLE: usize = 64;

/// Number of tables among which a limit is divided, unless the tables would exceed [`TABLE`].
const MIN_TABLES: usize = 4;

/// Memory of the program without tables and threads, in MiB: 16 of its own pages, which the system may drop, and 3 for
/// its work.
const PROGRAM: usize = 19;

/// Memory of eight threads beside the tables, in MiB. The size of a table is the same for more threads, but fewer
/// problems are solved at the same time.
const EIGHT_THREADS: usize = 3;

/// Memory of a thread beside the tables, in bytes.
const THREAD: usize = (EIGHT_THREADS << 20) / 8;

/// Returns the size of each table, in bytes; with a limit in MiB, so that the tables, the program and its threads fit.
///
/// The size does not depend on the number of threads, so that node counts do not either.
pub(super) fn table_bytes(mebibytes: Option<usize>) -> usize {
    let Some(mebibytes) = mebibytes else { return TABLE << 20 };
    (beside_eight_threads(mebibytes) / MIN_TABLES).clamp(1 << 20, TABLE << 20)
}

/// Returns the largest number of threads that fit beside [`MIN_TABLES`] tables, or as many as there is room for.
pub(super) fn most_threads(mebibytes: usize) -> NonZeroUsize {
    let bytes = table_bytes(Some(mebibytes));
    let tables = (beside_eight_threads(mebibytes) / bytes).clamp(1, MIN_TABLES);
    let all = beside_program(mebibytes).saturating_sub(tables * bytes);
    NonZeroUsize::new(all / THREAD).unwrap_or(NonZeroUsize::MIN)
}

/// Returns the number of tables that fit beside the threads: at least one, at most one for each thread.
///
/// A thread without a table helps the others. It does not take turns with them, because the system's allocator keeps
/// for each thread what the thread frees.
pub(super) fn most_tables(mebibytes: usize, threads: NonZeroUsize) -> NonZeroUsize {
    let all = beside_program(mebibytes).saturating_sub(threads.get().saturating_mul(THREAD));
    NonZeroUsize::new(all / table_bytes(Some(mebibytes))).map_or(NonZeroUsize::MIN, |most| most.min(threads))
}

/// Returns the bytes for tables beside eight threads.
fn beside_eight_threads(mebibytes: usize) -> usize {
    beside_program(mebibytes.saturating_sub(EIGHT_THREADS))
}

/// Returns the bytes for tables and threads.
fn beside_program(mebibytes: usize) -> usize {
    mebibytes.saturating_sub(PROGRAM) << 20
}

#[cfg(test)]
mod tests {
    use super::{EIGHT_THREADS, PROGRAM, THREAD, most_tables, most_threads, table_bytes};
    use std::num::NonZeroUsize;

    #[test]
    fn tables_and_threads_fit_limit() {
        // A run needs one thread and one table.
        let fewest = PROGRAM + EIGHT_THREADS;
        for mebibytes in (1..40).chain([64, 100, 320, 1000, 1 << 20]) {
            for wanted in [1, 2, 8, 9, 64, 1000].into_iter().filter_map(NonZeroUsize::new) {
                let threads = most_threads(mebibytes).min(wanted);
                let tables = most_tables(mebibytes, threads);
                let beside = tables.get() * table_bytes(Some(mebibytes)) + threads.get() * THREAD;
                let used = (PROGRAM << 20) + beside;
                assert!(used <= mebibytes.max(fewest) << 20, "{wanted} threads in {mebibytes} MiB: {used}");
            }
        }
    }
}
