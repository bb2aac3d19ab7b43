//! Clocks: time of a game and increment of a move.

use std::time::Duration;

/// Time of a game and increment of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    pub time: Duration,
    pub increment: Duration,
}

/// Parses seconds for the game and for each move, such as `10+0.1`.
pub fn clock(text: &str) -> Result<Clock, String> {
    let seconds =
        |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(time), seconds(increment)) {
        (Some(time), Some(increment)) if !time.is_zero() => Ok(Clock { time, increment }),
        _ => Err("expected seconds and an increment, such as 10+0.1".to_owned()),
    }
}
