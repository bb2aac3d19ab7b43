//! Piece letters in eight languages, and figurines; with them the names of cells.

use crate::CellNames;
use hexmate_core::rules::Role;

/// Piece letters of one language, or figurines, and the names of cells that moves are read and written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters {
    name: &'static str,
    code: &'static str,
    by_role: [&'static str; Role::ALL.len()],
    /// Roles by ASCII capital.
    roles: [Option<Role>; 26],
    cells: CellNames,
}

impl Letters {
    /// K Q R B N.
    pub const ENGLISH: Self = Self::of(&hexmate_words::EN);
    /// K V B F H: király, vezér, bástya, futó, huszár.
    pub const HUNGARIAN: Self = Self::of(&hexmate_words::HU);
    /// K H W G S: król, hetman, wieża, goniec, skoczek.
    pub const POLISH: Self = Self::of(&hexmate_words::PL);
    /// K D T L S: König, Dame, Turm, Läufer, Springer; B is the Bauer.
    pub const GERMAN: Self = Self::of(&hexmate_words::DE);
    /// R D T F C: roi, dame, tour, fou, cavalier.
    pub const FRENCH: Self = Self::of(&hexmate_words::FR);
    /// R D T A C: rey, dama, torre, alfil, caballo.
    pub const SPANISH: Self = Self::of(&hexmate_words::ES);
    /// Кр Ф Л С К: король, ферзь, ладья, слон, конь.
    pub const RUSSIAN: Self = Self::of(&hexmate_words::RU);
    /// R D T K Ĉ: reĝo, damo, turo, kuriero, ĉevalo.
    pub const ESPERANTO: Self = Self::of(&hexmate_words::EO);
    /// Symbols of the pieces, for readers of any language.
    pub const FIGURINES: Self = Self::new("Figurines", "en", ["♔", "♕", "♖", "♗", "♘", "♙"]);

    /// The letters of all languages.
    pub const ALL: [Self; 8] = [
        Self::ENGLISH,
        Self::HUNGARIAN,
        Self::POLISH,
        Self::GERMAN,
        Self::FRENCH,
        Self::SPANISH,
        Self::RUSSIAN,
        Self::ESPERANTO,
    ];

    /// The languages among which the reader detects the one of a game.
    ///
    /// The others share too many letters with different meanings to be detected.
    pub const GUESSED: [Self; 3] = [Self::ENGLISH, Self::HUNGARIAN, Self::POLISH];

    const fn of(words: &hexmate_words::Words) -> Self {
        Self::new(words.language.english_name, words.code, words.letters.all())
    }

    const fn new(name: &'static str, code: &'static str, by_role: [&'static str; Role::ALL.len()]) -> Self {
        let mut roles = [None; 26];
        let mut number = 0;
        while number < by_role.len() {
            if let [letter @ b'A'..=b'Z'] = by_role[number].as_bytes() {
                roles[(*letter - b'A') as usize] = Some(Role::ALL[number]);
            }
            number += 1;
        }
        Self { name, code, by_role, roles, cells: CellNames::Standard }
    }

    /// Returns the same piece letters with other names of cells.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{CellNames, Game, Letters, Position};
    ///
    /// let letters = Letters::ENGLISH.with_cells(CellNames::WithJ);
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.parse_in("j1j2", &letters)?, start.parse("k1k2")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_cells(self, cells: CellNames) -> Self {
        Self { cells, ..self }
    }

    /// Returns the names of cells.
    pub const fn cells(&self) -> CellNames {
        self.cells
    }

    /// Returns the English name of the language, such as `Hungarian`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the language code, such as `hu`; `en` for figurines.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the entry for this language in a table in the order of [`Letters::ALL`]; the English one for figurines.
    pub fn entry<T: Copy>(&self, table: &[T; Self::ALL.len()]) -> T {
        let place = Self::ALL.iter().position(|letters| letters.code == self.code);
        table[place.unwrap_or_default()]
    }

    /// Returns the role of a figurine.
    pub fn figurine(character: char) -> Option<Role> {
        let mut buffer = [0; 4];
        let text: &str = character.encode_utf8(&mut buffer);
        Role::ALL.into_iter().find(|&role| Self::FIGURINES.letter(role) == text)
    }

    /// Returns the role of a white or black figurine at the start of a text, and its length with a variation selector, in
    /// bytes.
    pub(super) fn figurine_prefix(text: &[u8]) -> Option<(Role, usize)> {
        let [0xe2, 0x99, last @ 0x94..=0x9f, rest @ ..] = text else { return None };
        let role = Role::ALL.into_iter().find(|&role| {
            let white = Self::FIGURINES.letter(role).as_bytes();
            white.last().is_some_and(|own| own % 6 == last % 6)
        })?;
        let has_selector = matches!(rest, [0xef, 0xb8, 0x8e | 0x8f, ..]);
        Some((role, if has_selector { 6 } else { 3 }))
    }

    /// Returns the language with this name, ignoring case; `figurines` too.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain([Self::FIGURINES]);
        let is_named = |letters: &Self| {
            let own = letters.entry(&hexmate_words::ALL).language.own_name;
            let is_figurines = letters == &Self::FIGURINES;
            let names: &[&str] = if is_figurines { &[] } else { &[letters.code, own] };
            name.eq_ignore_ascii_case(letters.name)
                || names.iter().any(|own| own.to_lowercase() == name.to_lowercase())
        };
        all.find(is_named)
    }

    /// Returns the letter of a role, in upper case; the Russian king has two.
    pub const fn letter(&self, role: Role) -> &'static str {
        self.by_role[role as usize]
    }

    /// Returns the role with this letter, an ASCII capital.
    #[inline]
    pub fn role(&self, letter: u8) -> Option<Role> {
        *self.roles.get(usize::from(letter.checked_sub(b'A')?))?
    }

    /// Returns the role of a non-ASCII letter at the start of a text, and the letter's length, in bytes.
    pub(super) fn wide_role(&self, text: &[u8]) -> Option<(Role, usize)> {
        let begins = |&role: &Role| text.starts_with(self.letter(role).as_bytes());
        let wide = Role::ALL.into_iter().filter(|&role| !self.letter(role).is_ascii()).filter(begins);
        // In Russian the letters of the king, Кр, start with that of the knight, К.
        let longest = wide.max_by_key(|&role| self.letter(role).len())?;
        Some((longest, self.letter(longest).len()))
    }

    /// Returns the ASCII capitals that are piece letters, one bit each.
    pub fn capitals(&self) -> u32 {
        let bits = self.roles.iter().enumerate().filter(|(_, role)| role.is_some());
        bits.fold(0, |bits, (letter, _)| bits | 1 << letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for letters in Letters::ALL.into_iter().chain([Letters::FIGURINES]) {
            for role in Role::ALL {
                let letter = letters.letter(role).as_bytes();
                let read = match letter {
                    [ascii] => letters.role(*ascii).map(|role| (role, 1)),
                    wide => letters.wide_role(wide),
                };
                assert_eq!(read, Some((role, letter.len())), "{} {role:?}", letters.name());
            }
            assert_eq!(Letters::from_name(&letters.name().to_lowercase()), Some(letters));
        }
    }

    #[test]
    fn letters_differ_between_languages() {
        let pieces = |letter| Letters::GUESSED.map(|letters| letters.role(letter));
        assert_eq!(pieces(b'B'), [Some(Role::Bishop), Some(Role::Rook), None]);
        assert_eq!(pieces(b'H'), [None, Some(Role::Knight), Some(Role::Queen)]);
        assert_eq!(pieces(b'b'), [None; 3]);
        assert_eq!(pieces(b'\0'), [None; 3]);
        assert_eq!(Letters::FRENCH.role(b'R'), Some(Role::King));
        assert_eq!(Letters::RUSSIAN.wide_role("К".as_bytes()), Some((Role::Knight, 2)));
        assert_eq!(Letters::RUSSIAN.wide_role("Крf4".as_bytes()), Some((Role::King, 4)));
        assert_eq!(
            Letters::RUSSIAN.wide_role(b"Kf4"),
            None,
            "a Latin letter that looks alike is not Russian"
        );
    }
}
