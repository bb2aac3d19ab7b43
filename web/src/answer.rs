//! Answers to requests of the page.

use serde_json::Value;

/// A failure: its stable code and its message.
#[derive(Debug)]
pub struct Failure {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Failure {
    /// Creates a failure.
    #[expect(clippy::needless_pass_by_value, reason = "errors are owned")]
    pub fn new(code: &'static str, message: impl ToString) -> Self {
        Self { code, message: message.to_string() }
    }
}

/// An answer, or the reason why there is none.
pub type Answer = Result<Value, Failure>;
