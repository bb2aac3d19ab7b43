//! FENs as they are in the addresses of web pages: `glinski_b/1bk/…_w_-_0_1`, `b%2F1bk%2F…%20w%20-%200%201`.

use crate::Game;

/// A FEN from an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Game that the address names before the FEN.
    pub game: Option<Game>,
    /// The FEN with blanks between its fields.
    pub fen: String,
    /// Offset in the address of each byte of the FEN.
    offsets: Vec<usize>,
}

impl Address {
    /// Parses a text with `_`, `+` or `%20` for blanks, or `%2F` for slashes; a game or a `#` may be before the board. `None` for
    /// other texts, such as a plain FEN.
    ///
    /// ```
    /// use hexmate_position::{Address, Game};
    ///
    /// let address = Address::of("https://example.org/board#mini;k/3/5/7/7/7/7_w_-_0_1").ok_or("no address")?;
    /// assert_eq!((address.game, &*address.fen), (Some(Game::MINI), "k/3/5/7/7/7/7 w - 0 1"));
    /// assert_eq!(Address::of("k/3/5/7/7/7/7 w - 0 1"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        // Most texts end here.
        memchr::memchr3(b'_', b'%', b'+', text.as_bytes())?;
        let (mut bytes, mut offsets) = decoded(text.trim_end());
        let blank = [b'_', b'+'].into_iter().find(|blank| bytes.contains(blank));
        let blank = blank.filter(|blank| *blank == b'_' || !bytes.contains(&b' '));
        bytes.iter_mut().filter(|byte| Some(**byte) == blank).for_each(|byte| *byte = b' ');
        let whole =
            str::from_utf8(&bytes).ok().filter(|whole| whole.contains('/') && *whole != text.trim_end())?;
        // A `#` after the board is no part of an address.
        let start = whole.rfind('#').filter(|hash| whole[*hash..].contains('/')).map_or(0, |hash| hash + 1);
        let (game, start) = game_before(whole, start).map_or((None, start), |(game, at)| (Some(game), at));
        let start = start + whole[start..].len() - whole[start..].trim_start().len();
        let fen = whole[start..].to_owned();
        offsets.drain(..start);
        Some(Self { game, fen, offsets })
    }

    /// Returns the offset in the address of an offset in the FEN, in bytes.
    pub(super) fn offset(&self, offset: usize) -> usize {
        let end = self.offsets.last().map_or(0, |last| last + 1);
        self.offsets.get(offset).copied().unwrap_or(end)
    }
}

/// Returns the game that is named before the board, and the offset of the board.
fn game_before(text: &str, start: usize) -> Option<(Game, usize)> {
    let rest = &text[start..];
    // `analysis/glinski/FEN`
    let board = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let segments = rest[..board].match_indices('/').map(|(at, _)| at);
    let mut from = 0;
    let mut found = None;
    for at in segments {
        found = Game::from_name(&rest[from..at])
            .filter(|_| at > from)
            .map(|game| (game, start + at + 1))
            .or(found);
        from = at + 1;
    }
    if found.is_some() {
        return found;
    }
    // `glinski_FEN`, `glinski;FEN`
    let before = &rest[..rest.find('/')?];
    let at = before.rfind([' ', ';', ':', '='])?;
    Some((Game::from_name(before[..at].trim())?, start + at + 1))
}

/// Returns the bytes of a text with `%` and two digits decoded, and the offset of each.
fn decoded(text: &str) -> (Vec<u8>, Vec<usize>) {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    let mut at = 0;
    let text = text.as_bytes();
    while let Some(&byte) = text.get(at) {
        offsets.push(at);
        let code = match text.get(at..at + 3) {
            Some([b'%', high, low]) => digit(high).zip(digit(low)).map(|(high, low)| (16 * high + low) as u8),
            _ => None,
        };
        bytes.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    (bytes, offsets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FenErrorKind, Setup};

    const FEN: &str = "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1";

    #[test]
    fn addresses_are_read_as_fens() {
        let setup = Setup::from_fen(Game::MINI, FEN).expect(FEN);
        let encoded = FEN.replace('/', "%2f").replace(' ', "%20");
        for text in [
            FEN.replace(' ', "_"),
            FEN.replace(' ', "+"),
            FEN.replace(' ', "%20"),
            FEN.replace('/', "%2F").replace(' ', "_"),
            encoded.clone(),
            format!("mini%20{encoded}"),
            format!("mini_{}", FEN.replace(' ', "_")),
            format!("Mini;{}", FEN.replace(' ', "_")),
            format!("#mini;{}", FEN.replace(' ', "_")),
            format!("file:///tmp/hexmate.html#mini;{}", FEN.replace(' ', "_")),
            format!("https://example.org/analysis/mini/{}", FEN.replace(' ', "_")),
        ] {
            let read = Setup::from_fen_with_notes(Game::MINI, &text, crate::Dialect::Rank);
            assert_eq!(read, Ok((setup.clone(), vec![crate::FenNote::Address])), "{text}");
            let other = Setup::from_fen(Game::GLINSKI, &text).map_err(|error| error.kind);
            let names_game = text.to_lowercase().contains("mini");
            assert_eq!(other == Err(FenErrorKind::OtherGame(Game::MINI)), names_game, "{text}");
        }
        for text in [FEN, "w: Kd1_", "start_moves", "a_b", "%20", ""] {
            assert_eq!(Address::of(text), None, "{text}");
        }
    }

    #[test]
    fn errors_are_at_places_in_address() {
        for (text, place) in [
            ("mini_b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1_x_-_0_1", "x_"),
            ("b%2Frkn%2Fppppp%2F7%2F3P3%2F2PKP2%2F1PNBRP1%20w%20-%20zero%201", "zero"),
            ("b%2Frkn%2Fppppp%2F7%2F3P3%2F2PKP2%2F1PNBRP1%20w%20z9", "z9"),
        ] {
            let error = Setup::from_fen(Game::MINI, text).expect_err(text);
            assert_eq!(Some(error.offset), text.find(place), "{text}: {error}");
        }
    }

    #[test]
    fn named_players_are_proposed_as_letters() {
        for (word, letter) in [
            ("white", "w"),
            ("White", "w"),
            ("W", "w"),
            ("b.", "b"),
            ("BLACK", "b"),
            ("fehér", "w"),
            ("sötét", "b"),
            ("białe", "w"),
            ("czarne", "b"),
            ("Weiß", "w"),
            ("schwarz", "b"),
            ("blancs", "w"),
            ("negras", "b"),
            ("белые", "w"),
            ("nigraj", "b"),
            ("x", "w or b"),
            ("somebody", "w or b"),
        ] {
            let text = FEN.replace(" w ", &format!(" {word} "));
            let error = Setup::from_fen(Game::MINI, &text).expect_err(word);
            assert_eq!(error.kind.to_string(), format!("unknown player to move {word:?}; write {letter}"));
            assert_eq!(error.kind.code(), "unknown-player");
        }
    }
}
