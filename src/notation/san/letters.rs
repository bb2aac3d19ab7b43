//! Letters of the men in three languages. Data and look-up; no moves.

use crate::rules::Role;

/// The letters that one language has for the men.
///
/// The sources name no letter for the pawn but `P`: it is that of every set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters {
    name: &'static str,
    by_role: [u8; Role::ALL.len()],
    roles: [Option<Role>; 26],
}

impl Letters {
    /// K Q R B N.
    pub const ENGLISH: Self = Self::new("English", *b"KQRBNP");
    /// K V B F H: király, vezér, bástya, futó, huszár.
    pub const HUNGARIAN: Self = Self::new("Hungarian", *b"KVBFHP");
    /// K H W G S: król, hetman, wieża, goniec, skoczek.
    pub const POLISH: Self = Self::new("Polish", *b"KHWGSP");

    /// All sets.
    pub const ALL: [Self; 3] = [Self::ENGLISH, Self::HUNGARIAN, Self::POLISH];

    const fn new(name: &'static str, letters: [u8; Role::ALL.len()]) -> Self {
        let mut roles = [None; 26];
        let mut number = 0;
        while number < letters.len() {
            roles[(letters[number] - b'A') as usize] = Some(Role::ALL[number]);
            number += 1;
        }
        Self { name, by_role: letters, roles }
    }

    /// The language's name, `Hungarian`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The set with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|letters| letters.name.eq_ignore_ascii_case(name))
    }

    /// The letter of a role, in upper case.
    pub const fn letter(&self, role: Role) -> char {
        self.by_role[role as usize] as char
    }

    /// The role with this letter, which must be in upper case.
    #[inline]
    pub fn role(&self, letter: u8) -> Option<Role> {
        *self.roles.get(usize::from(letter.checked_sub(b'A')?))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stands_for_the_role_it_is_written_for() {
        for letters in Letters::ALL {
            for role in Role::ALL {
                assert_eq!(
                    letters.role(letters.letter(role) as u8),
                    Some(role),
                    "{} {role:?}",
                    letters.name()
                );
            }
            assert_eq!(Letters::from_name(&letters.name().to_lowercase()), Some(letters));
        }
    }

    #[test]
    fn one_letter_may_be_two_men() {
        let men = |letter| Letters::ALL.map(|letters| letters.role(letter));
        assert_eq!(men(b'B'), [Some(Role::Bishop), Some(Role::Rook), None]);
        assert_eq!(men(b'H'), [None, Some(Role::Knight), Some(Role::Queen)]);
        assert_eq!(men(b'b'), [None; 3]);
        assert_eq!(men(b'\0'), [None; 3]);
    }
}
