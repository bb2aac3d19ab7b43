//! Diagrams with marks.

use hexmate::Setup;
use hexmate::svg::{Marks, Options, svg};

/// Draws a setup with marks and otherwise default options.
pub fn with_marks(setup: &Setup, marks: Marks) -> String {
    svg(setup, &Options { marks, ..Options::default() })
}
