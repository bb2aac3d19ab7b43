//! Shards: disjoint subsets of the items of a batch, one per run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of `count` shards, written `slice:2/3` or `hash:2/3`. Every item is in exactly one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    split: Split,
    /// Number of this shard, from 1.
    number: u64,
    /// Number of all shards.
    count: u64,
}

/// Rule that assigns items to shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    /// By number in turn, so that all shards have the same size.
    Slice,
    /// By hash of the content, so that equal items are in the same shard.
    Hash,
}

impl Split {
    const fn word(self) -> &'static str {
        match self {
            Self::Slice => "slice",
            Self::Hash => "hash",
        }
    }
}

impl Shard {
    /// Largest number of shards.
    pub const MAX_COUNT: u64 = 1_000_000;

    /// The single shard of a run that is not split.
    pub const WHOLE: Self = Self { split: Split::Slice, number: 1, count: 1 };

    /// Returns whether the item with this index (from 0) and content hash is in this shard.
    pub fn contains(&self, index: u64, hash: impl FnOnce() -> u64) -> bool {
        let number = match self.split {
            Split::Slice => index,
            Split::Hash => hash(),
        };
        number % self.count == self.number - 1
    }

    /// Returns the number of this shard, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of all shards, at most [`Self::MAX_COUNT`].
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the shard of the same split with another number.
    #[must_use]
    pub fn with_number(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Returns whether both shards use the same rule and the same number of shards.
    pub fn is_same_split(&self, other: Self) -> bool {
        (self.split, self.count) == (other.split, other.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.split.word(), self.number, self.count)
    }
}

/// Error of parsing a [`Shard`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected slice:M/N or hash:M/N with M from 1 to N, N at most 1000000")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let read = || {
            let (word, numbers) = text.split_once(':')?;
            let (number, count) = numbers.split_once('/')?;
            let split = [Split::Slice, Split::Hash].into_iter().find(|split| split.word() == word)?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            ((1..=count).contains(&number) && count <= Self::MAX_COUNT).then_some(Self {
                split,
                number,
                count,
            })
        };
        read().ok_or(ParseShardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_shard() {
        for name in ["slice:2/7", "hash:1/3", "slice:1/1"] {
            let shard: Shard = name.parse().expect(name);
            assert_eq!(shard.to_string(), name);
            for index in 0..100 {
                let all = (1..=shard.count()).map(|number| shard.with_number(number));
                let owners = all.filter(|shard| shard.contains(index, || index * index)).count();
                assert_eq!(owners, 1, "{name} {index}");
            }
        }
    }

    #[test]
    fn invalid_shards_are_rejected() {
        for text in [
            "",
            "slice",
            "slice:1",
            "slice:0/3",
            "slice:4/3",
            "part:1/3",
            "hash:1/0",
            "slice:-1/3",
            "slice:1/1000001",
            "slice:1/18446744073709551615",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
