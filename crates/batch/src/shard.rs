//! Shares of a work that fall to different runs. Knows numbers; not what they count.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of several shares. Every piece of work is in exactly one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    cut: Cut,
    /// From 1.
    number: u64,
    of: u64,
}

/// How work falls into shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// In turn: shares of one size.
    Slice,
    /// By what it is: the same piece is in the same share wherever it stands.
    Hash,
}

impl Cut {
    const fn word(self) -> &'static str {
        match self {
            Self::Slice => "slice",
            Self::Hash => "hash",
        }
    }
}

impl Shard {
    /// The largest number of shards.
    pub const MOST: u64 = 1_000_000;

    /// The only share of a work that is not cut.
    pub const WHOLE: Self = Self { cut: Cut::Slice, number: 1, of: 1 };

    /// Whether a piece of work is in this share: its number from 0, and a hash of what it is.
    pub fn has(&self, index: u64, hash: impl FnOnce() -> u64) -> bool {
        let number = match self.cut {
            Cut::Slice => index,
            Cut::Hash => hash(),
        };
        number % self.of == self.number - 1
    }

    /// Its number, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number of shards of the whole, at most [`Self::MOST`].
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The shard with another number.
    #[must_use]
    pub fn sibling(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Whether both are shares of the same whole.
    pub fn belongs_with(&self, other: Self) -> bool {
        (self.cut, self.of) == (other.cut, other.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.cut.word(), self.number, self.of)
    }
}

/// A text that names no shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected slice:M/N or hash:M/N with M from 1 to N, N at most 1000000")]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let read = || {
            let (word, share) = text.split_once(':')?;
            let (number, of) = share.split_once('/')?;
            let cut = [Cut::Slice, Cut::Hash].into_iter().find(|cut| cut.word() == word)?;
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            ((1..=of).contains(&number) && of <= Self::MOST).then_some(Self { cut, number, of })
        };
        read().ok_or(NoShard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_in_exactly_one_share() {
        for name in ["slice:2/7", "hash:1/3", "slice:1/1"] {
            let shard: Shard = name.parse().expect(name);
            assert_eq!(shard.to_string(), name);
            for index in 0..100 {
                let all = (1..=shard.of()).map(|number| shard.sibling(number));
                let owners = all.filter(|shard| shard.has(index, || index * index)).count();
                assert_eq!(owners, 1, "{name} {index}");
            }
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
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
