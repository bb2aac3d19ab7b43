//! Where nobody resists: which moves can still lead to the goal? Says no only where it is certain.
//!
//! A mate needs a king whose flights are all blocked or guarded, and a check. What a side can still
//! block, guard and attack in the moves that it has left is found with sets of cells, as if nothing
//! else were in its way than what cannot be gone by then. If it is too little, no move need be made.
//! A stalemate needs the same without the check.

mod defence;
mod last_three;
mod lines;
mod reach;
mod replies;
mod scene;
mod series;

pub(super) use scene::{Cells, Scene};
