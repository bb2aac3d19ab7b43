//! The chess of `hexmate`: boards, rules, counting, solving. No texts, files or pictures.
//!
//! Those who write programs take the crate [`hexmate`](https://docs.rs/hexmate), which hands all of
//! this on under the same names, [`any`] as `game`. It is a crate of its own because most of it is
//! compiled once for each game: what stands above is changed and compiled without it.

pub mod any;
pub mod candidates;
pub mod geometry;
pub mod mate;
pub mod perft;
pub mod random;
pub mod rules;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
