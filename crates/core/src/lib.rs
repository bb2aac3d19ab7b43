//! The core of `hexmate`: boards, rules, move generation, perft and mate search, without text or files.
//!
//! Programs use the crate [`hexmate`](https://docs.rs/hexmate), which exports what they need. This crate is
//! separate because most of it is compiled once for each game: crates above it are changed and compiled
//! without it. See [`rules`] for positions and moves, [`perft`] for counts, [`mate`] for problems.

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
