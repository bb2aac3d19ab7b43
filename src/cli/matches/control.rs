//! Limits of an engine: clock, time, nodes and depth of a move.

use std::fmt;
use std::time::Duration;

/// Clock of a player: time for a game or for a number of moves, and increment of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves for which the time is; `None` for all moves of the game.
    pub moves: Option<u32>,
    pub time: Duration,
    pub increment: Duration,
}

impl TimeControl {
    /// Parses seconds, with moves before a slash and an increment after a plus: `10+0.1`, `40/60`. The time may have
    /// minutes: `1:30`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0);
        let seconds = |text: &str| {
            let seconds = match text.split_once(':') {
                Some((minutes, seconds)) => 60.0 * number(minutes)? + number(seconds)?,
                None => number(text)?,
            };
            Duration::try_from_secs_f64(seconds).ok()
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (moves.parse().ok().filter(|&moves| moves > 0).map(Some), rest),
            None => (Some(None), text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        match (moves, seconds(time), seconds(increment)) {
            (Some(moves), Some(time), Some(increment)) if !time.is_zero() => {
                Ok(Self { moves, time, increment })
            }
            _ => Err("expected seconds and an increment, such as 10+0.1 or 40/60+0.6".to_owned()),
        }
    }
}

/// Displays the value of the tag `TimeControl`: `10+0.1`, `40/60`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, "+{}", self.increment.as_secs_f64()),
        }
    }
}

/// Limits of an engine for a move; without any the engine would not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl Limits {
    /// Returns the value of the tag `TimeControl`; `-` without a limit of time.
    pub fn tag(&self) -> String {
        match (self.clock, self.movetime) {
            (Some(clock), _) => clock.to_string(),
            // One move in each period.
            (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
            (None, None) => "-".to_owned(),
        }
    }
}

/// A running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningClock {
    control: TimeControl,
    pub left: Duration,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl RunningClock {
    /// Creates the clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: control.time, moves_to_go: control.moves }
    }

    /// Returns the time added for each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Takes the time of a move from the clock, and adds what the move gives.
    pub fn press(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used) + self.control.increment;
        self.moves_to_go = match self.moves_to_go {
            Some(1) => {
                self.left += self.control.time;
                self.control.moves
            }
            moves => moves.map(|moves| moves - 1),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_read_back() {
        for text in ["10+0.1", "0.3", "40/60", "40/60+0.6", "1/0.02"] {
            assert_eq!(TimeControl::parse(text).map(|control| control.to_string()).as_deref(), Ok(text));
        }
        for (text, shown) in [("1:30+0.5", "90+0.5"), ("40/2:00", "40/120")] {
            assert_eq!(TimeControl::parse(text).map(|control| control.to_string()).as_deref(), Ok(shown));
        }
        for text in
            ["", "0", "-1", "x", "10+", "10+x", "/10", "0/10", "1.5/10", "inf", "1:x", "1:-30", ":", "1:2:3"]
        {
            assert!(TimeControl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clock_adds_increment_and_periods() {
        let mut clock = RunningClock::new(TimeControl::parse("2/10+1").expect("a control"));
        let mut seen = Vec::new();
        for used in [4, 30, 2] {
            clock.press(Duration::from_secs(used));
            seen.push((clock.left.as_secs(), clock.moves_to_go));
        }
        assert_eq!(seen, [(7, Some(1)), (11, Some(2)), (10, Some(1))]);
    }
}
