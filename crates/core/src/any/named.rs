//! Finds games by the names that people and programs give them, and chooses the game of a record.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::Game;
use hexmate_words::{ALL, GameNames, List};

/// Names of one kind in a language.
type Names = fn(&GameNames) -> List;

/// Games with their names in a language: letters and digits only, without case and accents, and without words for chess and
/// hexagons.
const NAMES: [(Game, Names); 10] = [
    (Game::GLINSKI, |names| names.glinski),
    (Game::MCCOOEY, |names| names.mccooey),
    (Game::MINI, |names| names.mini),
    (Game::ECHEX3, |names| names.echex3),
    (Game::ECHEX3_16, |names| names.echex3_16),
    (Game::ECHEX6, |names| names.echex6),
    (Game::ECHEX6_16, |names| names.echex6_16),
    (Game::SHAFRAN, |names| names.shafran),
    (Game::DEVASA, |names| names.devasa),
    (Game::BRUSKY, |names| names.brusky),
];

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 100;

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl UnknownGame {
    /// Stable code of the error.
    pub const CODE: &str = "unknown-variant";
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Game::ALL.iter().map(|game| game.name).collect::<Vec<_>>().join(", ");
        write!(f, "unknown variant {:?}; expected {known}", self.0)
    }
}

impl std::error::Error for UnknownGame {}

/// Returns the letters and digits of a name without case and accents, and without `'s`.
fn folded(name: &str) -> String {
    let is_accent = |character: &char| matches!(character, '\u{300}'..='\u{36f}');
    let plain: String = name.nfkd().filter(|character| !is_accent(character)).collect();
    let words = plain.split(|character: char| !character.is_alphanumeric()).filter(|word| *word != "s");
    words.flat_map(str::chars).flat_map(char::to_lowercase).collect()
}

/// Removes a word of a kind, in any language, from the end or the beginning of a text: the longest that fits.
fn without(text: &str, kind: Names) -> Option<&str> {
    let words = ALL.iter().flat_map(|words| kind(&words.game_names).iter());
    words
        .filter_map(|word| text.strip_suffix(word).or_else(|| text.strip_prefix(word)))
        .min_by_key(|rest| rest.len())
}

impl Game {
    /// Returns the game with this name, title or other usual name; also by [`str::parse`].
    ///
    /// Case, accents, spaces and hyphens are ignored, and so are words for hexagonal chess around the name. These words
    /// alone are a name of Gliński's game.
    ///
    /// ```
    /// # use hexmate_core::any as hexmate;
    /// use hexmate::Game;
    ///
    /// assert_eq!(Game::from_name("McCooey"), Some(Game::MCCOOEY));
    /// assert_eq!(Game::from_name("Gliński's Hexagonal Chess"), Some(Game::GLINSKI));
    /// assert_eq!(Game::from_name("Hexagonal Chess"), Some(Game::GLINSKI));
    /// assert_eq!(Game::from_name("chess"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let own = Self::ALL.iter().copied().find(|game| game.name.eq_ignore_ascii_case(name));
        own.or_else(|| Self::from_usual_name(name))
    }

    fn from_usual_name(name: &str) -> Option<Self> {
        let folded = folded(Some(name).filter(|name| name.len() <= MAX_NAME)?);
        let mut rest = folded.as_str();
        let (mut is_hexagonal, mut is_chess) = (false, false);
        while !rest.is_empty() {
            let is_name =
                |find: fn(&GameNames) -> List| ALL.iter().any(|words| find(&words.game_names).contains(rest));
            if let Some((game, _)) = NAMES.into_iter().find(|&(_, names)| is_name(names)) {
                return Some(game);
            }
            rest = if let Some(shorter) = without(rest, |names| names.chess) {
                is_chess = true;
                shorter
            } else {
                is_hexagonal = true;
                without(rest, |names| names.hexagonal)?
            };
        }
        (is_hexagonal && is_chess).then_some(Self::GLINSKI)
    }

    /// Returns the game of a record: the one asked for, else the one it names, else Gliński's.
    ///
    /// # Errors
    ///
    /// If it names one that does not exist.
    ///
    /// ```
    /// use hexmate_core::any::Game;
    ///
    /// assert_eq!(Game::of_record(None, " mini "), Ok(Game::MINI));
    /// assert!(Game::of_record(None, "chess").is_err());
    /// ```
    pub fn of_record(asked: Option<Self>, named: &str) -> Result<Self, UnknownGame> {
        match (asked, named.trim()) {
            (Some(asked), _) => Ok(asked),
            (None, "") => Ok(Self::default()),
            (None, name) => name.parse().map_err(|_| UnknownGame(named.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_usual_names() {
        for &game in Game::ALL {
            for name in [game.name.to_uppercase(), game.title.to_owned(), format!(" {}’s ", game.title)] {
                assert_eq!(Game::from_name(&name), Some(game), "{name}");
            }
        }
        for (game, names) in [
            (
                Game::GLINSKI,
                &["Gliński", "GLIN\u{301}SKI", "Gli\u{f1}ski", "Hexagonal Chess", "hexchess"][..],
            ),
            (Game::GLINSKI, &["glinski-chess", "Gliński’s hexagonal chess", "Hexagonal chess (Gliński)"]),
            (
                Game::GLINSKI,
                &["szachy heksagonalne", "Échecs hexagonaux", "Гексагональные шахматы Глинского"],
            ),
            (Game::MCCOOEY, &["mccooey-chess", "McCooey Chess", "McCooey's Hexagonal Chess", "Mc Cooey"]),
            (Game::MINI, &["Mini Hexchess", "mini_hex_chess", "Minihex"]),
            (Game::ECHEX3, &["Echex for three", "3-player Echex"]),
            (Game::SHAFRAN, &["shafran-chess", "Shafran's Hexagonal Chess", "Шахматы Шафрана"]),
            (Game::DEVASA, &["devasa-chess", "De Vasa's hexagonal chess", "deVasa"]),
            (Game::BRUSKY, &["brusky-chess", "Brusky’s Hexagonal Chess"]),
        ] {
            for name in names {
                assert_eq!(Game::from_name(name), Some(game), "{name}");
            }
        }
        for name in ["", "chess", "hex", "hexagonal", "mini chess", "echex", "Polgar Hexagonal Chess", "ski"]
        {
            assert_eq!(Game::from_name(name), None, "{name}");
        }
        assert_eq!(Game::from_name(&"hex".repeat(1000)), None);
    }

    #[test]
    fn requested_game_overrides_named_one() {
        assert_eq!(Game::of_record(Some(Game::MINI), "chess"), Ok(Game::MINI));
        assert_eq!(Game::of_record(None, " McCooey "), Ok(Game::MCCOOEY));
        assert_eq!(Game::of_record(None, ""), Ok(Game::GLINSKI));
        let unknown = Game::of_record(None, "chess").expect_err("no such game");
        assert!(
            unknown.to_string().starts_with("unknown variant \"chess\"; expected glinski, "),
            "{unknown}"
        );
    }
}
