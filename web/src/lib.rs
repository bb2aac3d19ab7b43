//! The library for the page `hexmate.html`: requests and answers as JSON, over plain exports.
//!
//! ```text
//! page or worker                     this module
//! input(length), write the bytes  ─▶ Memory::input
//! call()                          ─▶ Request ─▶ Engine::answer ─▶ Memory::output
//! read the bytes at output()      ◀─ output(), the length is the result of call()
//! ```
//!
//! [`exports`] is the only file with `unsafe`. A panic traps; the page then starts a new instance.

mod analysis;
mod answer;
mod board;
mod collection;
mod count;
mod exports;
mod files;
mod games;
mod opponent;
mod problem;
mod request;
mod study;

pub use request::{Engine, Request};
