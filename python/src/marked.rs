//! Diagrams with marks.

use hexmate_diagram::{Marks, Options, svg};
use hexmate_position::Setup;

/// Draws a setup with marks and otherwise default options.
pub fn with_marks(setup: &Setup, marks: Marks) -> String {
    svg(setup, &Options { marks, ..Options::default() })
}
