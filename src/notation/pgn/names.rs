//! The tag names that a heading has used. Knows no values.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

/// Tag names of one heading, as hashes: enough to see one come again.
///
/// Names beyond the first 64 are not remembered.
#[derive(Debug)]
pub(super) struct Names {
    hashes: [u64; 64],
    count: usize,
    has_repeated: bool,
}

impl Names {
    pub(super) const NONE: Self = Self { hashes: [0; 64], count: 0, has_repeated: false };

    /// Whether `name` is the first to come a second time, in upper or lower case.
    pub(super) fn is_first_repeated(&mut self, name: &[u8]) -> bool {
        let hash = FixedState::default().hash_one(name.to_ascii_lowercase());
        if self.hashes[..self.count].contains(&hash) {
            return !std::mem::replace(&mut self.has_repeated, true);
        }
        if let Some(free) = self.hashes.get_mut(self.count) {
            *free = hash;
            self.count += 1;
        }
        false
    }
}
