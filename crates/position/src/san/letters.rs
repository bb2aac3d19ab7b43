//! Letters of the pieces in eight languages, and figurines. Data and look-up; no moves.

use hexmate_core::rules::Role;

/// What one language writes for the pieces: a letter each, where there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters {
    name: &'static str,
    code: &'static str,
    by_role: [&'static str; Role::ALL.len()],
    /// The roles whose letter is an ASCII capital.
    roles: [Option<Role>; 26],
}

impl Letters {
    /// K Q R B N.
    pub const ENGLISH: Self = Self::new("English", "en", ["K", "Q", "R", "B", "N", "P"]);
    /// K V B F H: király, vezér, bástya, futó, huszár.
    pub const HUNGARIAN: Self = Self::new("Hungarian", "hu", ["K", "V", "B", "F", "H", "P"]);
    /// K H W G S: król, hetman, wieża, goniec, skoczek.
    pub const POLISH: Self = Self::new("Polish", "pl", ["K", "H", "W", "G", "S", "P"]);
    /// K D T L S: König, Dame, Turm, Läufer, Springer; B is the Bauer.
    pub const GERMAN: Self = Self::new("German", "de", ["K", "D", "T", "L", "S", "B"]);
    /// R D T F C: roi, dame, tour, fou, cavalier.
    pub const FRENCH: Self = Self::new("French", "fr", ["R", "D", "T", "F", "C", "P"]);
    /// R D T A C: rey, dama, torre, alfil, caballo.
    pub const SPANISH: Self = Self::new("Spanish", "es", ["R", "D", "T", "A", "C", "P"]);
    /// Кр Ф Л С К: король, ферзь, ладья, слон, конь.
    pub const RUSSIAN: Self = Self::new("Russian", "ru", ["Кр", "Ф", "Л", "С", "К", "П"]);
    /// R D T K Ĉ: reĝo, damo, turo, kuriero, ĉevalo.
    pub const ESPERANTO: Self = Self::new("Esperanto", "eo", ["R", "D", "T", "K", "Ĉ", "P"]);
    /// The pieces themselves, for readers of any language.
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

    /// Those that moves are read with where nobody says which they are written in.
    ///
    /// The others share so many letters, with other meanings, that a guess would be none.
    pub const GUESSED: [Self; 3] = [Self::ENGLISH, Self::HUNGARIAN, Self::POLISH];

    const fn new(name: &'static str, code: &'static str, by_role: [&'static str; Role::ALL.len()]) -> Self {
        let mut roles = [None; 26];
        let mut number = 0;
        while number < by_role.len() {
            if let [letter @ b'A'..=b'Z'] = by_role[number].as_bytes() {
                roles[(*letter - b'A') as usize] = Some(Role::ALL[number]);
            }
            number += 1;
        }
        Self { name, code, by_role, roles }
    }

    /// The language's name, `Hungarian`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The language's code in a document, `hu`; that of English for figurines.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// What a table in the order of [`Letters::ALL`] has for this language; what it has for English for figurines.
    pub fn among<T: Copy>(&self, table: &[T; Self::ALL.len()]) -> T {
        let place = Self::ALL.iter().position(|letters| letters.code == self.code);
        table[place.unwrap_or_default()]
    }

    /// The role that a character is the figurine of.
    pub fn figurine(character: char) -> Option<Role> {
        let mut buffer = [0; 4];
        let text: &str = character.encode_utf8(&mut buffer);
        Role::ALL.into_iter().find(|&role| Self::FIGURINES.letter(role) == text)
    }

    /// The set with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain([Self::FIGURINES]);
        all.find(|letters| letters.name.eq_ignore_ascii_case(name))
    }

    /// The letter of a role, in upper case; a king's may be two.
    pub const fn letter(&self, role: Role) -> &'static str {
        self.by_role[role as usize]
    }

    /// The role with this letter, which must be an ASCII capital.
    #[inline]
    pub fn role(&self, letter: u8) -> Option<Role> {
        *self.roles.get(usize::from(letter.checked_sub(b'A')?))?
    }

    /// The role whose letter, no ASCII one, begins a text, and how many bytes that letter has.
    pub(super) fn wide_role(&self, text: &[u8]) -> Option<(Role, usize)> {
        let begins = |&role: &Role| text.starts_with(self.letter(role).as_bytes());
        let wide = Role::ALL.into_iter().filter(|&role| !self.letter(role).is_ascii()).filter(begins);
        // The king's letters begin with those of the knight.
        let longest = wide.max_by_key(|&role| self.letter(role).len())?;
        Some((longest, self.letter(longest).len()))
    }

    /// The ASCII capitals that stand for pieces, a bit each.
    pub fn capitals(&self) -> u32 {
        let bits = self.roles.iter().enumerate().filter(|(_, role)| role.is_some());
        bits.fold(0, |bits, (letter, _)| bits | 1 << letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stands_for_the_role_it_is_written_for() {
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
    fn one_letter_may_be_two_pieces() {
        let pieces = |letter| Letters::GUESSED.map(|letters| letters.role(letter));
        assert_eq!(pieces(b'B'), [Some(Role::Bishop), Some(Role::Rook), None]);
        assert_eq!(pieces(b'H'), [None, Some(Role::Knight), Some(Role::Queen)]);
        assert_eq!(pieces(b'b'), [None; 3]);
        assert_eq!(pieces(b'\0'), [None; 3]);
        assert_eq!(Letters::FRENCH.role(b'R'), Some(Role::King));
        assert_eq!(Letters::RUSSIAN.wide_role("К".as_bytes()), Some((Role::Knight, 2)));
        assert_eq!(Letters::RUSSIAN.wide_role("Крf4".as_bytes()), Some((Role::King, 4)));
        assert_eq!(Letters::RUSSIAN.wide_role(b"Kf4"), None, "a Latin letter looks the same and is none");
    }
}
