//! Results of games and their spelling.

use std::fmt;

use hexmate_core::rules::{Outcome, Player, PlayerSet, StalemateScore};
use hexmate_position::{DASHES, Position};
use hexmate_words::ALL;

/// The result of a game.
///
/// ```
/// # use hexmate_games as hexmate;
/// use hexmate::pgn::GameResult;
///
/// let result = GameResult::from_bytes("½-½".as_bytes()).expect("a result");
/// assert_eq!(result, GameResult::Draw);
/// assert_eq!(result.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2` in any spelling.
    Draw,
    /// `3/4-1/4`: White stalemated Black.
    WhiteThreeQuarters,
    /// `1/4-3/4`: Black stalemated White.
    BlackThreeQuarters,
    /// `0-1-0`: shares in a game for three to six.
    Shared(Shares),
    /// `*`: unfinished or unknown.
    Unfinished,
}

/// Spellings that may be glued to a move.
pub(super) const SIGNS: &[(&[u8], GameResult)] = &[
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"3/4-1/4", GameResult::WhiteThreeQuarters),
    (b"1/4-3/4", GameResult::BlackThreeQuarters),
    (b"*", GameResult::Unfinished),
    ("½-½".as_bytes(), GameResult::Draw),
    ("ź-ź".as_bytes(), GameResult::Draw),
    // "½" in Latin-1 and in the DOS code pages; "ź" comes from the latter.
    (b"\xbd-\xbd", GameResult::Draw),
    (b"\xab-\xab", GameResult::Draw),
    // These bytes decoded as Latin-2, and those of the code pages decoded as Latin-1 and Latin-2.
    ("˝-˝".as_bytes(), GameResult::Draw),
    ("«-«".as_bytes(), GameResult::Draw),
    ("Ť-Ť".as_bytes(), GameResult::Draw),
];

/// Half a point alone.
const HALVES: [&str; 2] = ["1/2", "½"];

/// Returns whether a word means a draw, in letters of any case: half a point, or a word of any language.
fn is_draw(word: &[u8]) -> bool {
    if HALVES.iter().any(|half| half.as_bytes() == word) {
        return true;
    }
    let is_word = |text: &[u8]| {
        ALL.iter().any(|words| words.ends.draws.iter().any(|draw| text.eq_ignore_ascii_case(draw.as_bytes())))
    };
    let is_wide = || str::from_utf8(word).is_ok_and(|word| is_word(word.to_lowercase().as_bytes()));
    is_word(word) || word.len() <= 16 && !word.is_ascii() && is_wide()
}

/// Characters for fractions.
const FRACTIONS: [(char, &str); 7] =
    [('½', "1/2"), ('¼', "1/4"), ('¾', "3/4"), ('⅓', "1/3"), ('⅔', "2/3"), ('⅙', "1/6"), ('⅚', "5/6")];

/// Shares as decimal fractions.
const DECIMALS: [(&str, &str); 6] =
    [("0.5", "1/2"), (".5", "1/2"), ("0.25", "1/4"), ("0.75", "3/4"), ("0.0", "0"), ("1.0", "1")];

/// Returns a result with hyphens in place of dashes and colons, with fractions of digits, without spaces and without a
/// dot at its end; `None` if nothing changes.
fn plain(text: &[u8]) -> Option<String> {
    const LONGEST: usize = 64;
    let is_number = |byte: &u8| byte.is_ascii_digit() || !byte.is_ascii();
    let begins = text.first().is_some_and(is_number) || matches!(text, [b'.', b'0'..=b'9', ..]);
    if text.len() > LONGEST || !begins {
        return None;
    }
    let text = str::from_utf8(text).ok()?;
    let mut plain = String::with_capacity(LONGEST);
    for character in text.chars().filter(|&character| character != ' ') {
        let is_between = character == ':' || DASHES.iter().any(|dash| dash.starts_with(character));
        let dash = is_between.then_some("-");
        let fraction = FRACTIONS.iter().find(|(sign, _)| *sign == character).map(|(_, digits)| *digits);
        match dash.or(fraction) {
            Some(replaced) => plain.push_str(replaced),
            None => plain.push(character),
        }
    }
    let shares = plain.strip_suffix('.').unwrap_or(&plain).split('-').map(|share| {
        let is_share = |(decimal, _): &&(&str, &str)| share.replace(',', ".") == *decimal;
        DECIMALS.iter().find(is_share).map_or(share, |(_, fraction)| *fraction)
    });
    let plain = shares.collect::<Vec<_>>().join("-");
    (plain != text).then_some(plain)
}

impl GameResult {
    /// Parses a result in any spelling of the [grammar](super); `None` for other text.
    pub fn from_bytes(text: &[u8]) -> Option<Self> {
        if let Some((_, score)) = SIGNS.iter().find(|(sign, _)| *sign == text) {
            return Some(*score);
        }
        if is_draw(text) {
            return Some(Self::Draw);
        }
        Shares::from_bytes(text).map(Self::Shared).or_else(|| Self::from_bytes(plain(text)?.as_bytes()))
    }

    /// Returns the number of players in the result; `None` for [`GameResult::Unfinished`].
    pub const fn players(self) -> Option<u8> {
        match self {
            Self::Shared(shares) => Some(shares.players),
            Self::Unfinished => None,
            _ => Some(2),
        }
    }

    /// Returns the result of a position that ends the game; [`GameResult::Unfinished`] for other positions.
    pub fn of(position: &Position) -> Self {
        let Some(outcome) = position.outcome() else { return Self::Unfinished };
        let game = position.game();
        if game.players > 2 {
            let shares = Shares::of(outcome, position.living(), game.stalemate_score(), game.players);
            return Self::Shared(shares);
        }
        match outcome.score(game.stalemate_score()).white {
            0 => Self::BlackWins,
            1 => Self::BlackThreeQuarters,
            2 => Self::Draw,
            3 => Self::WhiteThreeQuarters,
            _ => Self::WhiteWins,
        }
    }
}

/// Writes the spelling of the PGN standard, extended to quarters and to more than two players.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WhiteWins => f.write_str("1-0"),
            Self::BlackWins => f.write_str("0-1"),
            Self::Draw => f.write_str("1/2-1/2"),
            Self::WhiteThreeQuarters => f.write_str("3/4-1/4"),
            Self::BlackThreeQuarters => f.write_str("1/4-3/4"),
            Self::Shared(shares) => shares.fmt(f),
            Self::Unfinished => f.write_str("*"),
        }
    }
}

/// Shares of one point in a game for three to six, in turn order.
///
/// Unit: 1/60 of a point, so that halves, thirds, quarters, fifths and sixths are whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Shares {
    sixtieths: [u8; Player::MOST as usize],
    players: u8,
}

impl Shares {
    /// One point.
    const ALL: u8 = 60;

    /// Creates the shares of three to six players from sixtieths; `None` if they do not add up to one point.
    pub fn from_sixtieths(shares: &[u8]) -> Option<Self> {
        let sum = shares.iter().try_fold(0_u8, |sum, &share| sum.checked_add(share))?;
        let players = shares.len();
        if !(3..=usize::from(Player::MOST)).contains(&players) || sum != Self::ALL {
            return None;
        }
        let mut sixtieths = [0; Player::MOST as usize];
        sixtieths[..players].copy_from_slice(shares);
        Some(Self { sixtieths, players: players as u8 })
    }

    /// Divides the point equally among the winners.
    ///
    /// `None` if `winners` is empty, or if the game is not for three to six.
    pub fn among(winners: PlayerSet, players: u8) -> Option<Self> {
        let share = Self::ALL.checked_div(winners.len() as u8)?;
        let shares = Player::first(players).map(|player| if winners.contains(player) { share } else { 0 });
        Self::from_sixtieths(&shares.collect::<Vec<_>>())
    }

    /// Returns whether several players have equal shares and all others none.
    pub fn is_draw(&self) -> bool {
        let mut winners = self.sixtieths().iter().filter(|share| **share > 0);
        let first = winners.next();
        first != Some(&Self::ALL) && winners.all(|share| Some(share) == first)
    }

    /// Returns the share of each player, in sixtieths.
    pub fn sixtieths(&self) -> &[u8] {
        &self.sixtieths[..usize::from(self.players)]
    }

    /// Returns the shares after an outcome; only living players have one.
    fn of(outcome: Outcome, living: PlayerSet, stalemate: StalemateScore, players: u8) -> Self {
        let mut shares = Self { sixtieths: [0; Player::MOST as usize], players };
        let equal = Self::ALL / living.len().max(1) as u8;
        for player in living.iter() {
            shares.sixtieths[player.index()] = match (outcome, stalemate) {
                (Outcome::Mate { winner }, _) if player == winner => Self::ALL,
                (Outcome::Mate { .. }, _) => 0,
                (Outcome::Stalemate { mover }, StalemateScore::ThreeQuarters) if player == mover => 45,
                (Outcome::Stalemate { .. }, StalemateScore::ThreeQuarters) => 15,
                (Outcome::Stalemate { .. }, StalemateScore::Draw) | (Outcome::NobodyMoves, _) => equal,
            };
        }
        shares
    }

    /// Parses `share "-" share "-" …`, where a share is `0`, `1` or a fraction.
    pub(super) fn from_bytes(text: &[u8]) -> Option<Self> {
        let mut shares = [0; Player::MOST as usize];
        let mut players = 0;
        for part in text.split(|&byte| byte == b'-') {
            *shares.get_mut(players)? = sixtieths(part)?;
            players += 1;
        }
        Self::from_sixtieths(&shares[..players])
    }

    /// Returns the length in bytes of the longest result at the end of a word.
    pub(super) fn length_at_end(word: &[u8]) -> Option<usize> {
        const LONGEST: usize = "1/6-1/6-1/6-1/6-1/6-1/6".len();
        let lengths = (1..=word.len().min(LONGEST)).rev();
        lengths.into_iter().find(|&length| Self::from_bytes(&word[word.len() - length..]).is_some())
    }
}

/// Parses a share: `0`, `1` or a fraction of digits.
fn sixtieths(share: &[u8]) -> Option<u8> {
    match *share {
        [whole @ b'0'..=b'1'] => Some((whole - b'0') * Shares::ALL),
        [over @ b'1'..=b'9', b'/', under @ b'1'..=b'9'] if over < under => {
            let [over, under] = [over, under].map(|digit| digit - b'0');
            (Shares::ALL.is_multiple_of(under)).then(|| Shares::ALL / under * over)
        }
        _ => None,
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, &share) in self.sixtieths().iter().enumerate() {
            if seat > 0 {
                f.write_str("-")?;
            }
            let divides = |number: &u8| share.is_multiple_of(*number) && Self::ALL.is_multiple_of(*number);
            match (share, (1..=Self::ALL).rev().find(divides)) {
                (0, _) => f.write_str("0")?,
                (Self::ALL, _) => f.write_str("1")?,
                (_, common) => {
                    let common = common.unwrap_or(1);
                    write!(f, "{}/{}", share / common, Self::ALL / common)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Game;
    use hexmate_position::Uci;

    #[test]
    fn shares_survive_a_round_trip() {
        for text in ["1-0-0", "0-0-0-0-0-1", "1/3-1/3-1/3", "0-3/4-1/4", "1/2-0-1/2", "1/5-1/5-1/5-2/5"] {
            let score = GameResult::from_bytes(text.as_bytes()).expect(text);
            assert!(matches!(score, GameResult::Shared(_)));
            assert_eq!(score.to_string(), text);
        }
        let other = GameResult::from_bytes(b"2/4-0-2/4").expect("fractions need not be reduced");
        assert_eq!(other.to_string(), "1/2-0-1/2");
    }

    #[test]
    fn shares_must_add_up_to_one() {
        for text in [
            "0-0-0",
            "1-1-0",
            "1/2-1/2-1/2",
            "1-0-0-",
            "-1-0-0",
            "1-0-0-0-0-0-0",
            "1-0-0-0-0-0-1",
            "2-0-0",
            "1/7-3/7-3/7",
            "1/1-0-0",
            "01-0-0",
            "1/3-2/3",
            "0--1",
            "1-0-x",
        ] {
            assert_eq!(GameResult::from_bytes(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn draw_is_shared_by_winners() {
        let living = PlayerSet::first(6).without(Player::WHITE).without(Player::new(4));
        assert_eq!(
            Shares::among(living, 6).map(|shares| shares.to_string()).as_deref(),
            Some("0-1/4-1/4-1/4-0-1/4")
        );
        assert_eq!(Shares::among(PlayerSet::EMPTY, 3), None);
        assert_eq!(Shares::among(PlayerSet::first(2), 2), None);
    }

    #[test]
    fn outcome_for_three_gives_shares() {
        let [white, red] = [Player::WHITE, Player::new(1)];
        let two = PlayerSet::first(3).without(red);
        let of = |outcome, living, stalemate| Shares::of(outcome, living, stalemate, 3).to_string();
        let quarters = StalemateScore::ThreeQuarters;
        assert_eq!(of(Outcome::Mate { winner: white }, two, quarters), "1-0-0");
        assert_eq!(of(Outcome::Stalemate { mover: white }, two, quarters), "3/4-0-1/4");
        assert_eq!(of(Outcome::Stalemate { mover: white }, two, StalemateScore::Draw), "1/2-0-1/2");
        assert_eq!(of(Outcome::NobodyMoves, PlayerSet::first(3), quarters), "1/3-1/3-1/3");
    }

    #[test]
    fn score_of_position_names_the_winner() {
        assert_eq!(GameResult::of(&Position::start(Game::ECHEX6)), GameResult::Unfinished);
        let mut position = Position::start(Game::GLINSKI);
        let shape = Game::GLINSKI.shape;
        for text in ["e1c3", "e10c6", "b1b2", "b7b6", "f3b1", "e7e6"] {
            position = position.play_unchecked(Uci::parse(shape, text.as_bytes()).expect(text));
            assert_eq!(GameResult::of(&position), GameResult::Unfinished);
        }
        let mated = position.play_unchecked(Uci::parse(shape, b"c3f9").expect("a move"));
        assert_eq!(GameResult::of(&mated), GameResult::WhiteWins);
    }
}
