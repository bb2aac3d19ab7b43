//! What the reader's machine finds, before texts are lent out. No state.

use super::{CommentStyle, PgnError, PgnErrorKind, Quoting, Score};
use hexmate_position::Place;

/// What one step of the machine came to.
pub(super) enum Step {
    Again,
    End,
    Found(Place, RawEvent),
}

/// An event whose text is still where it was read; small, for it is passed on
/// several times.
#[derive(Clone, Copy)]
pub(super) enum RawEvent {
    GameBegin,
    Tag { name_len: usize, quoting: Quoting, is_cut: bool },
    Number { value: u32, dots: u32 },
    Dots(u32),
    Move(usize),
    CutMove,
    Mark(usize),
    Nag(u8),
    Comment(CommentStyle, bool),
    VariationBegin,
    VariationEnd,
    Result(Score, usize),
    Error(PgnErrorKind),
    GameEnd,
}

/// The step that reports `error`.
pub(super) fn found_error(error: PgnError) -> Step {
    Step::Found(error.place, RawEvent::Error(error.kind))
}
