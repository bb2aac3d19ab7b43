//! The tag names that a heading has used. Knows no values.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

/// Tag names of one heading, as hashes: enough to see one come again.
///
/// Names beyond the first [`MOST`] are not remembered.
#[derive(Debug)]
pub(super) struct Names {
    hashes: [u64; 64],
    count: usize,
    /// Those that do not fit into the array.
    others: Vec<u64>,
    has_repeated: bool,
}

/// The most names that are remembered beside those of the array: many more than anybody writes.
const MOST: usize = 4096;

impl Names {
    pub(super) const NONE: Self = Self { hashes: [0; 64], count: 0, others: Vec::new(), has_repeated: false };

    /// Whether `name` is the first to come a second time, in upper or lower case.
    pub(super) fn is_first_repeated(&mut self, name: &[u8]) -> bool {
        let hash = hash(name);
        if self.has_hash(hash) {
            return !std::mem::replace(&mut self.has_repeated, true);
        }
        match self.hashes.get_mut(self.count) {
            Some(free) => {
                *free = hash;
                self.count += 1;
            }
            None if self.others.len() < MOST => self.others.push(hash),
            None => {}
        }
        false
    }

    /// Whether `name` has come, in upper or lower case.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.has_hash(hash(name))
    }

    fn has_hash(&self, hash: u64) -> bool {
        self.hashes[..self.count].contains(&hash) || self.others.contains(&hash)
    }
}

/// Hash of a name in lower case.
fn hash(name: &[u8]) -> u64 {
    let mut folded = [0; 32];
    match folded.get_mut(..name.len()) {
        Some(folded) => {
            folded.copy_from_slice(name);
            folded.make_ascii_lowercase();
            FixedState::default().hash_one(&*folded)
        }
        None => FixedState::default().hash_one(name.to_ascii_lowercase()),
    }
}
