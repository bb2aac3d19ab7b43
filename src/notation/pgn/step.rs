//! What the reader's machine finds, before texts are lent out. No state.

use super::{CommentStyle, EventKind, PgnError, Place, Quoting, Score};

/// What one step of the machine came to.
pub(super) enum Step {
    Again,
    End,
    Found(Place, Found),
}

/// An event whose text is still where it was read.
pub(super) enum Found {
    Plain(EventKind<'static>),
    Tag {
        name_len: usize,
        value_place: Place,
        quoting: Quoting,
        is_cut: bool,
    },
    Move(usize),
    CutMove,
    Mark(usize),
    Result(Score, usize),
    Comment(CommentStyle, bool),
}

/// The step that reports `error`.
pub(super) fn found_error(error: PgnError) -> Step {
    Step::Found(error.place, Found::Plain(EventKind::Error(error)))
}
