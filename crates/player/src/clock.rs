//! Time since the beginning of a search.

use std::time::{Duration, Instant};

/// Beginning of a search; unknown where the platform has no clock.
///
/// Without a clock no time has passed and no deadline is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// `true` where reading the clock is possible: WebAssembly outside a host such as WASI traps.
    const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

    /// Begins to measure.
    pub(crate) fn start() -> Self {
        Self(Self::HAS_CLOCK.then(Instant::now))
    }

    /// Returns the time since the beginning.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |started| started.elapsed())
    }

    /// Returns the instant at which this time will have passed.
    pub(crate) fn deadline(self, time: Duration) -> Option<Instant> {
        self.0.and_then(|started| started.checked_add(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_elapses_without_clock() {
        let time = Duration::from_secs(1);
        assert_eq!(Stopwatch(None).elapsed(), Duration::ZERO);
        assert_eq!(Stopwatch(None).deadline(time), None);
        assert!(Stopwatch::start().deadline(time) > Some(Instant::now()));
    }
}
