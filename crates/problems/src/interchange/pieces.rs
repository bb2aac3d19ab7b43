//! Words of pieces, such as `Rc1i1`.

use super::InterchangeFault;
use super::language::Language;
use hexmate_core::rules::Role;

/// Returns the pieces of a word with their offsets in characters: `Rc1i1` is `Rc1` and `Ri1`.
pub(super) fn placed(word: &str, language: Language) -> Result<Vec<(usize, String)>, InterchangeFault> {
    let letters_of = language.letters();
    let unknown = || InterchangeFault::Piece { text: word.to_owned(), letters: letters_of };
    let role = |letter: char| Role::ALL.into_iter().zip(letters_of).find(|(_, own)| *own == letter);
    let parts = parts(word).ok_or_else(unknown)?;
    let mut piece = String::new();
    let mut all = Vec::new();
    for (letters, digits) in parts {
        let (before, file) = letters.split_at(letters.len() - 1);
        let before = before.to_ascii_uppercase();
        let mut letters_before = before.chars();
        match (letters_before.next(), letters_before.next(), letters_before.next()) {
            (None, ..) if !piece.is_empty() => {}
            (Some('N'), None, _) => {
                return Err(InterchangeFault::Nightrider(letters_of[Role::Knight as usize]));
            }
            (Some(letter), seat, None) => match (role(letter), seat) {
                (Some((role, _)), None) => piece = role.letter().to_string(),
                // A pawn that was first another player's.
                (Some((Role::Pawn, _)), Some(seat @ ('W' | 'R' | 'O' | 'B' | 'G' | 'Y'))) => {
                    piece = format!("P{}", seat.to_ascii_lowercase());
                }
                _ => return Err(unknown()),
            },
            _ => return Err(unknown()),
        }
        let offset = letters.as_ptr() as usize - word.as_ptr() as usize;
        all.push((offset, format!("{piece}{}{digits}", file.to_ascii_lowercase())));
    }
    Ok(all)
}

/// Returns the letters and the digits of each part of a word such as `Sh10h1`; `None` if it is not made of such parts.
pub(super) fn parts(word: &str) -> Option<Vec<(&str, &str)>> {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic())?;
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if letters == 0 || digits == 0 {
            return None;
        }
        parts.push((&rest[..letters], &rest[letters..letters + digits]));
        rest = &rest[letters + digits..];
    }
    (!parts.is_empty()).then_some(parts)
}
