//! Transposition table, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;
use zerocopy::FromZeros;

/// Meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    /// No score.
    None = 0,
    /// The score is this or less.
    Upper = 1,
    /// The score is this or more.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

impl Bound {
    /// Returns whether a stored score with this meaning settles a search with the window `[alpha, beta]`.
    #[inline]
    pub(super) fn decides(self, score: i32, [alpha, beta]: [i32; 2]) -> bool {
        match self {
            Self::None => false,
            Self::Upper => score <= alpha,
            Self::Lower => score >= beta,
            Self::Exact => true,
        }
    }
}

/// Result of one search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Origin, target and promotion of the best move in 21 bits; 0 for none.
    pub(super) best: u32,
    pub(super) score: i16,
    pub(super) eval: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Number of entries that compete for a place.
const CLUSTER: usize = 4;

/// Words of the entries that compete for a place: one line of the cache.
///
/// Two words an entry: the key xored with the data, and the data. A torn write of two threads does not verify.
type Cluster = [AtomicU64; 2 * CLUSTER];

/// Fixed-size table; entries are verified by the whole 64-bit key.
#[derive(Debug)]
pub(super) struct Table {
    /// Words of all clusters, with some before the first line of the cache or behind the last one.
    words: Vec<AtomicU64>,
    /// Number of words before the first line of the cache.
    first: usize,
    age: u8,
}

impl Table {
    /// Creates a table of about `mib` mebibytes; of less where there is not enough memory.
    ///
    /// Takes no time for its size: the system zeroes a page when the search first uses it.
    pub(super) fn new(mib: usize) -> Self {
        let mut count = (mib.clamp(1, 1 << 20) << 20) / size_of::<Cluster>();
        let words = loop {
            match zeroed_words(count) {
                Some(words) => break words,
                None if count > 1 << 10 => count /= 2,
                None => break (0..4 * CLUSTER).map(|_| AtomicU64::new(0)).collect(),
            }
        };
        // A platform may refuse to align; then a cluster takes two lines.
        let first = words.as_ptr().align_offset(size_of::<Cluster>()) % (2 * CLUSTER);
        Self { words, first, age: 0 }
    }

    /// Returns the size in mebibytes.
    pub(super) fn mib(&self) -> usize {
        size_of_val(self.clusters()) >> 20
    }

    /// Forgets all entries. The memory is returned to the system and taken again, so that no page is written.
    pub(super) fn clear(&mut self) {
        let mib = self.mib();
        self.words = Vec::new();
        *self = Self::new(mib);
    }

    #[inline]
    fn clusters(&self) -> &[Cluster] {
        self.words[self.first..].as_chunks().0
    }

    /// Begins a new search: older entries are replaced first.
    pub(super) fn begin_search(&mut self) {
        self.age = (self.age + 1) % 8;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let count = self.clusters().len() as u128;
        ((u128::from(key) * count) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[[AtomicU64; 2]] {
        self.clusters()[self.place(key)].as_chunks().0
    }

    /// Asks the processor to fetch the entries of a key from memory, without waiting for them.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(self.clusters(), self.place(key));
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    pub(super) fn store(&self, key: u64, entry: Entry) {
        let cluster = self.cluster(key);
        let mut worst = 0;
        let mut least = i32::MAX;
        let mut entry = entry;
        for (place, [check, data]) in cluster.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if old == 0 {
                worst = place;
                break;
            }
            let known = unpack(old);
            if check.load(Ordering::Relaxed) ^ old == key {
                if entry.best == 0 {
                    entry.best = known.best;
                }
                let is_weaker = entry.bound != Bound::Exact && entry.depth + 3 < known.depth;
                if is_weaker && age_of(old) == self.age {
                    return;
                }
                worst = place;
                break;
            }
            let years = i32::from((self.age + 8 - age_of(old)) % 8);
            let worth = i32::from(known.depth) - 8 * years;
            if worth < least {
                least = worth;
                worst = place;
            }
        }
        let data = pack(entry, self.age);
        let [check, word] = &cluster[worst];
        check.store(key ^ data, Ordering::Relaxed);
        word.store(data, Ordering::Relaxed);
    }

    /// Returns the filled share of the table, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        let clusters = self.clusters();
        let sample = &clusters[..clusters.len().min(1000 / CLUSTER)];
        let filled = sample.iter().flat_map(|cluster| cluster.as_chunks().0).filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == self.age
        });
        (filled.count() * 1000 / (CLUSTER * sample.len()).max(1)) as u32
    }
}

/// Returns zeroed words for this number of clusters, wherever the first line begins; `None` if there is not enough
/// memory.
///
/// Words, because the allocator itself writes the zeros of types with the alignment of a line.
fn zeroed_words(clusters: usize) -> Option<Vec<AtomicU64>> {
    AtomicU64::new_vec_zeroed((clusters + 1) * 2 * CLUSTER - 1).ok()
}

/// Bits: best move 21, score 16, evaluation 14, depth 8, bound 2, age 3.
fn pack(entry: Entry, age: u8) -> u64 {
    let eval = (entry.eval.clamp(-8191, 8191) as u64) & 0x3fff;
    u64::from(entry.best)
        | u64::from(entry.score as u16) << 21
        | eval << 37
        | u64::from(entry.depth) << 51
        | (entry.bound as u64) << 59
        | u64::from(age) << 61
}

fn unpack(data: u64) -> Entry {
    let eval = ((data >> 37 & 0x3fff) as i16) << 2 >> 2;
    Entry {
        best: (data & 0x1f_ffff) as u32,
        score: (data >> 21) as u16 as i16,
        eval,
        depth: (data >> 51) as u8,
        bound: match data >> 59 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 61) as u8
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn stored_entry_is_found() {
        let table = Table::new(1);
        for (number, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
            let entry = Entry { best: 77_777, score: -29_123, eval: -1_234, depth: 99, bound };
            assert_eq!(table.probe(key), None);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
    }

    #[test]
    fn sizes_are_exact_and_aligned() {
        for mib in [1, 3, 16] {
            let mut table = Table::new(mib);
            for _ in 0..2 {
                assert_eq!(table.mib(), mib);
                assert_eq!(table.clusters().as_ptr().addr() % size_of::<Cluster>(), 0);
                table.store(u64::MAX, Entry { best: 1, score: 1, eval: 1, depth: 1, bound: Bound::Exact });
                assert!(table.probe(u64::MAX).is_some());
                table.clear();
                assert_eq!(table.probe(u64::MAX), None);
            }
        }
    }

    #[test]
    fn large_table_takes_no_time() {
        let begun = Instant::now();
        let mut table = Table::new(2048);
        table.clear();
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    }
}
