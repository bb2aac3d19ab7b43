//! The language of the piece letters of a game, which is stated or guessed.

use std::cell::LazyCell;

use super::{CheckedGame, GameText, Word};
use hexmate_position::{Letters, MoveText};

/// Source of the piece letters with which a game was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LettersOrigin {
    /// The caller; see [`ReadOptions::letters`](super::ReadOptions::letters).
    Requested,
    /// The tag `Letters`.
    Stated,
    /// The moves.
    Guessed,
}

/// Letters that are tried first. A static is not copied for each game.
static GUESSED: [Letters; Letters::GUESSED.len()] = Letters::GUESSED;

/// Returns the sets of piece letters that explain the most moves of a game, of those of [`Letters::GUESSED`].
pub(super) fn likeliest(text: &GameText) -> Vec<Letters> {
    let capitals = text.words.capitals();
    let has_all = |letters: &Letters| capitals & !letters.capitals() == 0;
    let all: Vec<Letters> = GUESSED.iter().filter(|letters| has_all(letters)).copied().collect();
    // A fast path: a single set has all the letters. In a game with cells in capitals the letters may be files.
    let may_be_files = |word: Word<'_>| {
        let pairs = word.text.as_bytes().windows(2);
        pairs.into_iter().any(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_digit())
    };
    if let [only] = all[..]
        && (only == Letters::ENGLISH || !text.words.iter().any(may_be_files))
    {
        return all;
    }
    Letters::detect(text.words.iter().map(|word| word.text.as_bytes())).likeliest().collect()
}

/// Returns a game read in the language of [`Letters::ALL`] that reads most of it, if that is more than `checked` has.
///
/// Another language must also parse more words of the whole game: legality alone is no evidence, because a slip, such
/// as an illegal move of the king, may be a legal move of an Esperanto bishop, whose letter is K too.
pub(super) fn read_further(
    checked: CheckedGame,
    tried: &[Letters],
    text: &GameText,
    replay: impl Fn(Letters) -> CheckedGame,
) -> CheckedGame {
    let fault = checked.moves.len();
    if checked.fault.is_none() || text.words.len() <= fault {
        return checked;
    }
    let is_move = |word: Word<'_>, letters: &Letters| MoveText::parse(word.text.as_bytes(), letters).is_ok();
    let parsed = |letters: &Letters| text.words.iter().filter(|word| is_move(*word, letters)).count();
    let own = checked.letters;
    let parsed_so_far = LazyCell::new(|| parsed(&own));
    let mut best = checked;
    for letters in Letters::ALL.map(|letters| letters.with_cells(own.cells())) {
        let is_new = !tried.iter().any(|tried| tried.name() == letters.name());
        let may_read = is_new && text.words.iter().nth(fault).is_some_and(|word| is_move(word, &letters));
        if !may_read || parsed(&letters) <= *parsed_so_far {
            continue;
        }
        let other = replay(letters);
        if other.moves.len() > best.moves.len() {
            best = other;
        }
        if best.fault.is_none() {
            break;
        }
    }
    best
}
