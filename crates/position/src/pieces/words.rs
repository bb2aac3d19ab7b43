//! Words of piece lists in the languages of the piece letters: names of players, phrases for the side to move.

use crate::{Colour, Letters};
use hexmate_core::rules::{Player, VariantTable};
use hexmate_words::List;

/// The words of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// The piece letters of the language.
    pub(super) letters: Letters,
    /// Words of its file.
    words: &'static hexmate_words::Words,
}

/// The words of all languages, in the order of [`Letters::ALL`].
pub(super) static ALL: [Words; Letters::ALL.len()] = {
    let mut all =
        [const { Words { letters: Letters::ENGLISH, words: &hexmate_words::EN } }; Letters::ALL.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = Words { letters: Letters::ALL[place], words: hexmate_words::ALL[place] };
        place += 1;
    }
    all
};

/// Returns the player that a word in lower case names in one of the languages.
pub(crate) fn player_by_name(game: &VariantTable, word: &str) -> Option<Player> {
    ALL.iter().find_map(|words| words.player(game, word))
}

/// Returns whether a word in lower case belongs to a phrase for the side to move.
pub(super) fn is_turn_word(word: &str) -> bool {
    ALL.iter().any(|words| words.words.piece_lists.turn_words.contains(word))
}

impl Words {
    /// Returns the words of the language with these letters; English ones for figurines.
    pub(super) fn of(letters: &Letters) -> &'static Self {
        let all: [&'static Self; Letters::ALL.len()] = ALL.each_ref();
        letters.entry(&all)
    }

    /// Returns the abbreviations of White and Black.
    const fn short(&self) -> [&'static str; 2] {
        let lists = &self.words.piece_lists;
        [lists.white, lists.black]
    }

    /// Returns the names of the colours in the order of [`Colour::ALL`], each with inflected forms.
    const fn colours(&self) -> [List; 7] {
        self.words.player_names.all()
    }

    /// Returns the player that a word in lower case names.
    pub(super) fn player(&self, game: &VariantTable, word: &str) -> Option<Player> {
        let by_letter = match *word.as_bytes() {
            [letter] if game.players > 2 => return game.player(letter),
            _ => self.short().iter().position(|short| *short == word).filter(|_| game.players == 2),
        };
        let by_name = || self.colours().iter().position(|names| names.contains(word));
        let colour = Colour::ALL[by_letter.or_else(by_name)?];
        game.players().find(|&player| Colour::of(game, player) == colour)
    }

    /// Returns the name of a player before the pieces: an abbreviation, or for more than two players in languages other
    /// than English the name of the colour.
    pub(super) fn label(&self, game: &VariantTable, player: Player) -> String {
        match (game.players, self.short().get(player.index())) {
            (2, Some(short)) => (*short).to_owned(),
            _ if self.letters == Letters::ENGLISH => game.letter(player).to_string(),
            _ => self.colours()[Colour::of(game, player) as usize].first().to_owned(),
        }
    }

    /// Returns an abbreviation of a player: the first letters of the name that begin no other player's name.
    fn abbreviation(&self, game: &VariantTable, player: Player) -> String {
        let name = |player| self.colours()[Colour::of(game, player) as usize].first();
        let others = || game.players().filter(|&other| other != player).map(name);
        let ends = name(player).char_indices().map(|(at, c)| at + c.len_utf8());
        let mut begins = ends.map(|end| &name(player)[..end]);
        let own = begins.find(|begin| others().all(|other| !other.starts_with(begin)));
        own.unwrap_or(name(player)).to_owned()
    }

    /// Returns the phrase for the side to move.
    pub(super) fn turn(&self, game: &VariantTable, player: Player) -> String {
        format!("{} {}", self.label(game, player), self.words.piece_lists.to_move)
    }

    /// Returns the letters in lower case with the letter whose piece they name, longest first where one begins another.
    pub(super) fn further(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.words.piece_lists.more_letters.iter().filter_map(|pair| pair.split_once('='))
    }
}

impl Letters {
    /// Returns an abbreviation of a player in the language of the letters, as books write it before the moves of games
    /// for more than two: `r` in English, `p` for *piros* in Hungarian, `ge` for *gelb* in German, where `g` also
    /// begins *grün*.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters};
    ///
    /// let red = Game::ECHEX3.player(b'r').ok_or("no such player")?;
    /// assert_eq!(Letters::HUNGARIAN.player(&Game::ECHEX3, red), "p");
    /// assert_eq!(Letters::ENGLISH.player(&Game::ECHEX3, red), "r");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn player(&self, game: &VariantTable, player: Player) -> String {
        let words = Words::of(self);
        match words.letters {
            letters if letters == Self::ENGLISH => crate::letter(game, player).to_string(),
            _ if game.players == 2 => words.label(game, player),
            _ => words.abbreviation(game, player),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn players_of_game_differ_in_letters() {
        for game in Game::ALL {
            for letters in &Letters::ALL {
                let all: Vec<String> = game.players().map(|player| letters.player(game, player)).collect();
                for (place, one) in all.iter().enumerate() {
                    let begins = |other: &&String| other.starts_with(one.as_str());
                    assert_eq!(all.iter().filter(begins).count(), 1, "{} {all:?}", letters.name());
                    assert!(!one.is_empty() && all[..place].iter().all(|other| other != one));
                }
            }
        }
        let of = |letters: Letters, game: Game| -> Vec<String> {
            game.players().map(|player| letters.player(&game, player)).collect()
        };
        assert_eq!(of(Letters::HUNGARIAN, Game::ECHEX3), ["v", "p", "s"]);
        assert_eq!(of(Letters::RUSSIAN, Game::ECHEX3), ["б", "к", "ч"]);
        assert_eq!(of(Letters::POLISH, Game::ECHEX3), ["b", "cze", "cza"]);
    }

    #[test]
    fn names_read_back_in_every_language() {
        for game in Game::ALL {
            for words in &ALL {
                for player in game.players() {
                    let label = words.label(game, player);
                    assert_eq!(words.player(game, &label), Some(player), "{} {label}", words.letters.name());
                }
                for word in words.words.piece_lists.to_move.to_lowercase().split(' ') {
                    assert!(is_turn_word(word), "{word}");
                }
            }
        }
    }

    #[test]
    fn abbreviations_differ_within_language() {
        for words in &ALL {
            assert_ne!(words.short()[0], words.short()[1]);
            let names: Vec<&str> = words.colours().into_iter().flat_map(List::iter).collect();
            let distinct: std::collections::BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(names.len(), distinct.len(), "{}", words.letters.name());
        }
    }
}
