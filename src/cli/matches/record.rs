//! A finished game as the checkpoint records it, and as PGN.

use std::time::{SystemTime, UNIX_EPOCH};

use hexmate_core::rules::Move;
use hexmate_games::pgn::{Annotation, GameResult, Notation, PgnText, PlayedGame};
use hexmate_player::EngineComment;
use hexmate_position::{Letters, Position};
use serde::{Deserialize, Serialize};

use super::openings::Opening;
use super::referee::Termination;

/// Largest length of the reason for which a game ended, in bytes.
const REASON: usize = 1000;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Number of the game, from 0.
    pub number: u64,
    /// Moves from the first position of the opening as in UCI, with spaces between them.
    pub moves: String,
    /// Quarters of a point for White.
    pub white: u8,
    pub termination: Termination,
    /// Reason of the end, in words.
    pub reason: String,
    /// Day of the game (UTC) as in PGN.
    pub date: String,
    /// Reports of the engines on the moves; empty for the moves of the opening.
    pub comments: Vec<EngineComment>,
    /// Moves of White and Black after the limit of time, but within the margin.
    pub late: [u32; 2],
}

impl Game {
    /// Returns the moves, or `None` if one of them is illegal.
    pub fn moves(&self, opening: &Opening) -> Option<Vec<Move>> {
        let mut position = opening.start.clone();
        let mut moves = Vec::new();
        for word in self.moves.split_whitespace() {
            let m = position.parse_uci(word)?;
            position.make_move_unchecked(m);
            moves.push(m);
        }
        Some(moves)
    }

    /// Returns the reason in at most the length that a checkpoint may have.
    pub fn short_reason(reason: &str) -> String {
        reason.chars().take(REASON / 4).collect()
    }

    /// Returns what is wrong with a game of a checkpoint.
    pub fn fault(&self, opening: &Opening) -> Option<&'static str> {
        let Some(moves) = self.moves(opening) else { return Some("an illegal move") };
        let is_date = self.date.len() == 10
            && self.date.bytes().enumerate().all(|(place, byte)| match place {
                4 | 7 => byte == b'.',
                _ => byte.is_ascii_digit(),
            });
        match self {
            _ if !moves.starts_with(&opening.moves) => Some("another opening"),
            Self { white: 5.., .. } => Some("no result of a game"),
            Self { reason, .. } if reason.len() > REASON => Some("no result of a game"),
            _ if !is_date => Some("no date of a game"),
            _ if self.comments.len() != moves.len() => Some("another number of comments than of moves"),
            _ => None,
        }
    }

    /// Returns the result.
    pub fn result(&self) -> GameResult {
        match self.white {
            4 => GameResult::WhiteWins,
            0 => GameResult::BlackWins,
            2 => GameResult::Draw,
            3 => GameResult::WhiteThreeQuarters,
            _ => GameResult::BlackThreeQuarters,
        }
    }
}

/// Treatment of times and dates in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Written.
    Written,
    /// Left out, so that equal games are equal texts.
    LeftOut,
}

/// A player of a game in PGN.
#[derive(Clone, Debug)]
pub struct PgnPlayer<'a> {
    pub name: &'a str,
    /// Value of the tag `TimeControl`.
    pub control: &'a str,
}

/// Returns a game as PGN, with the fields that fastchess writes.
pub fn pgn_of(game: &Game, opening: &Opening, [white, black]: [PgnPlayer<'_>; 2], times: Times) -> String {
    let moves = game.moves(opening).unwrap_or_default();
    let Ok(mut played) = PlayedGame::from_moves(opening.start.clone(), moves) else { return String::new() };
    played.result = game.result();
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    played.tags = vec![
        tag("Round", &(game.number + 1).to_string()),
        tag("White", white.name),
        tag("Black", black.name),
        tag("PlyCount", &played.moves().len().to_string()),
        tag("Termination", game.termination.tag()),
    ];
    if times == Times::Written {
        played.tags.push(tag("Date", &game.date));
    }
    if white.control == black.control {
        played.tags.push(tag("TimeControl", white.control));
    } else {
        played.tags.push(tag("WhiteTimeControl", white.control));
        played.tags.push(tag("BlackTimeControl", black.control));
    }
    let count = played.moves().len();
    for (index, &comment) in game.comments.iter().enumerate() {
        let comment = if times == Times::Written { comment } else { comment.without_time() };
        let is_book = index < opening.moves.len();
        let mut text = if is_book { "book".to_owned() } else { comment.to_string() };
        if index + 1 == count {
            text += if text.is_empty() { "" } else { ", " };
            text += &game.reason;
        }
        if !text.is_empty() {
            played.annotations.push(index + 1, Annotation::Comment(text));
        }
    }
    if count == 0 {
        played.annotations.push(0, Annotation::Comment(game.reason.clone()));
    }
    PgnText { game: &played, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}

/// Returns the moves as in UCI, with spaces between them.
pub fn words_of(opening: &Opening, moves: &[Move]) -> String {
    let mut position: Position = opening.start.clone();
    let mut words = Vec::new();
    for &m in moves {
        words.push(position.uci(m).to_string());
        position.make_move_unchecked(m);
    }
    words.join(" ")
}

/// Returns the present day (UTC) as in PGN.
pub fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_of(now.as_secs() / 86_400)
}

/// Returns the date of a day after 1970-01-01 as in PGN.
///
/// By the algorithm of Howard Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so that
/// the leap day is the last of a year, and 146 097 days are 400 years.
fn date_of(day: u64) -> String {
    let day = day + 719_468;
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn dates_count_leap_days() {
        for (day, date) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_785, "2026.11.28"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date_of(day), date);
        }
    }
}
