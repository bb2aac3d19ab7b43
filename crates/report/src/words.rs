//! Words of books and compact solutions in all languages of piece letters.

use hexmate_position::{Game, Letters};

/// Words of one language.
#[derive(Debug)]
pub struct BookWords {
    /// Language code, such as `en`.
    pub code: &'static str,
    /// Heading of the solutions.
    pub solutions: &'static str,
    /// Before the set play.
    pub set_play: &'static str,
    /// Before a refutation.
    pub but: &'static str,
    /// The problem has more solutions than intended.
    pub cooked: &'static str,
    /// Before a solution that is not intended.
    pub cook: &'static str,
    /// After a number of solutions: one, two to four where the language distinguishes them, more.
    pub counted: [&'static str; 3],
    /// Letters of White and Black in twins of games for two.
    pub players: [&'static str; 2],
    /// Twins in which all pieces change colours.
    pub exchanged: &'static str,
    /// Before the distance by which a twin shifts all pieces.
    pub shift: &'static str,
    /// Before the angle by which a twin turns all pieces.
    pub turn: &'static str,
    /// Before the two cells that change places when a twin reflects all pieces.
    pub mirror: &'static str,
    /// The problem has as many solutions as intended.
    pub sound: &'static str,
    /// The problem has fewer solutions than claimed.
    pub fewer: &'static str,
    /// The problem has a shorter solution.
    pub short: &'static str,
    /// The problem has no solution.
    pub unsolvable: &'static str,
    /// The search was stopped.
    pub unfinished: &'static str,
    /// The position is not legal.
    pub illegal: &'static str,
    /// The input is not a problem.
    pub unreadable: &'static str,
    /// Before a claimed key that is not a key.
    pub wrong_key: &'static str,
    /// Title of a book.
    pub problems: &'static str,
}

static ENGLISH: BookWords = BookWords {
    code: Letters::ENGLISH.code(),
    solutions: "Solutions",
    set_play: "Set play:",
    but: "but",
    cooked: "Cooked",
    cook: "Cook:",
    counted: ["solution", "solutions", "solutions"],
    players: ["w", "b"],
    exchanged: "colours exchanged",
    shift: "shift",
    turn: "turn",
    mirror: "mirror",
    sound: "Sound",
    fewer: "Fewer solutions than claimed",
    short: "Short solution",
    unsolvable: "No solution",
    unfinished: "Not finished",
    illegal: "Not a legal problem",
    unreadable: "Not readable",
    wrong_key: "Claimed, but not a key:",
    problems: "Problems",
};

static HUNGARIAN: BookWords = BookWords {
    code: Letters::HUNGARIAN.code(),
    solutions: "Megfejtések",
    set_play: "Látszólagos játék:",
    but: "de",
    cooked: "Mellékmegfejtéses",
    cook: "Mellékmegfejtés:",
    counted: ["megfejtés", "megfejtés", "megfejtés"],
    players: ["v", "s"],
    exchanged: "színcsere",
    shift: "eltolás",
    turn: "elforgatás",
    mirror: "tükrözés",
    sound: "Hibátlan",
    fewer: "A megadottnál kevesebb megfejtés",
    short: "Rövidebb megfejtés",
    unsolvable: "Nincs megfejtés",
    unfinished: "Nem ellenőrzött",
    illegal: "Szabálytalan feladvány",
    unreadable: "Nem olvasható",
    wrong_key: "Megadott, de hibás kulcs:",
    problems: "Feladványok",
};

static POLISH: BookWords = BookWords {
    code: Letters::POLISH.code(),
    solutions: "Rozwiązania",
    set_play: "Pozory:",
    but: "ale",
    cooked: "Uboczne rozwiązanie",
    cook: "Uboczne:",
    counted: ["rozwiązanie", "rozwiązania", "rozwiązań"],
    players: ["b", "cz"],
    exchanged: "zamiana kolorów",
    shift: "przesunięcie",
    turn: "obrót",
    mirror: "odbicie",
    sound: "Poprawne",
    fewer: "Mniej rozwiązań niż podano",
    short: "Krótsze rozwiązanie",
    unsolvable: "Brak rozwiązania",
    unfinished: "Nie sprawdzone do końca",
    illegal: "Pozycja nielegalna",
    unreadable: "Nieczytelne",
    wrong_key: "Podane, lecz błędne:",
    problems: "Zadania",
};

static GERMAN: BookWords = BookWords {
    code: Letters::GERMAN.code(),
    solutions: "Lösungen",
    set_play: "Satzspiel:",
    but: "aber",
    cooked: "Nebenlösig",
    cook: "Nebenlösung:",
    counted: ["Lösung", "Lösungen", "Lösungen"],
    players: ["w", "s"],
    exchanged: "Farbentausch",
    shift: "Verschiebung",
    turn: "Drehung",
    mirror: "Spiegelung",
    sound: "Korrekt",
    fewer: "Weniger Lösungen als angegeben",
    short: "Kurzlösig",
    unsolvable: "Unlösbar",
    unfinished: "Nicht zu Ende geprüft",
    illegal: "Keine legale Aufgabe",
    unreadable: "Nicht lesbar",
    wrong_key: "Angegeben, aber kein Schlüssel:",
    problems: "Aufgaben",
};

static FRENCH: BookWords = BookWords {
    code: Letters::FRENCH.code(),
    solutions: "Solutions",
    set_play: "Jeu apparent :",
    but: "mais",
    cooked: "Démoli",
    cook: "Démolition :",
    counted: ["solution", "solutions", "solutions"],
    players: ["b", "n"],
    exchanged: "couleurs échangées",
    shift: "translation",
    turn: "rotation",
    mirror: "symétrie",
    sound: "Correct",
    fewer: "Moins de solutions qu'annoncé",
    short: "Solution courte",
    unsolvable: "Insoluble",
    unfinished: "Non vérifié jusqu'au bout",
    illegal: "Problème illégal",
    unreadable: "Illisible",
    wrong_key: "Annoncé, mais pas une clé :",
    problems: "Problèmes",
};

static SPANISH: BookWords = BookWords {
    code: Letters::SPANISH.code(),
    solutions: "Soluciones",
    set_play: "Juego aparente:",
    but: "pero",
    cooked: "Demolido",
    cook: "Demolición:",
    counted: ["solución", "soluciones", "soluciones"],
    players: ["b", "n"],
    exchanged: "colores cambiados",
    shift: "traslación",
    turn: "giro",
    mirror: "simetría",
    sound: "Correcto",
    fewer: "Menos soluciones que las indicadas",
    short: "Solución corta",
    unsolvable: "Sin solución",
    unfinished: "Sin comprobar del todo",
    illegal: "Problema ilegal",
    unreadable: "Ilegible",
    wrong_key: "Indicada, pero no es clave:",
    problems: "Problemas",
};

static RUSSIAN: BookWords = BookWords {
    code: Letters::RUSSIAN.code(),
    solutions: "Решения",
    set_play: "Иллюзорная игра:",
    but: "но",
    cooked: "Побочное решение",
    cook: "Побочное решение:",
    counted: ["решение", "решения", "решений"],
    players: ["б", "ч"],
    exchanged: "перемена цветов",
    shift: "сдвиг",
    turn: "поворот",
    mirror: "отражение",
    sound: "Корректно",
    fewer: "Решений меньше, чем указано",
    short: "Короткое решение",
    unsolvable: "Нет решения",
    unfinished: "Не проверено до конца",
    illegal: "Нелегальная задача",
    unreadable: "Не читается",
    wrong_key: "Указано, но неверно:",
    problems: "Задачи",
};

static ESPERANTO: BookWords = BookWords {
    code: Letters::ESPERANTO.code(),
    solutions: "Solvoj",
    set_play: "Ŝajna ludo:",
    but: "sed",
    cooked: "Kromsolvo",
    cook: "Kromsolvo:",
    counted: ["solvo", "solvoj", "solvoj"],
    players: ["b", "n"],
    exchanged: "koloroj interŝanĝitaj",
    shift: "ŝovo",
    turn: "turno",
    mirror: "spegulo",
    sound: "Ĝusta",
    fewer: "Malpli da solvoj ol indikite",
    short: "Pli mallonga solvo",
    unsolvable: "Nesolvebla",
    unfinished: "Ne kontrolita ĝis la fino",
    illegal: "Nelica problemo",
    unreadable: "Nelegebla",
    wrong_key: "Indikita, sed ne ŝlosilo:",
    problems: "Problemoj",
};

/// Words of all languages, in the order of [`Letters::ALL`].
static ALL: [&BookWords; Letters::ALL.len()] =
    [&ENGLISH, &HUNGARIAN, &POLISH, &GERMAN, &FRENCH, &SPANISH, &RUSSIAN, &ESPERANTO];

/// End of the code of a language with figurines.
const FIGURINES: &str = "+figurines";

/// End of the code of a language with `‡`.
const DAGGER: &str = "+dagger";

/// Sign of mate in printed solutions and stipulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MateSign {
    /// `#`.
    #[default]
    Hash,
    /// `‡`.
    Dagger,
}

impl MateSign {
    /// Returns a text in which this sign replaces `#`.
    pub fn apply(self, text: &str) -> String {
        match self {
            Self::Hash => text.to_owned(),
            Self::Dagger => text.replace('#', "‡"),
        }
    }
}

/// Language of printed solutions: piece letters, words and the sign of mate.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Piece letters.
    pub letters: Letters,
    /// Words.
    pub words: &'static BookWords,
    /// Sign of mate.
    pub mate_sign: MateSign,
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Language {}

impl Language {
    /// Returns a stipulation with the sign of mate, and with the letter of the player to be mated in the language.
    pub(crate) fn stipulation(&self, game: Option<Game>, text: &str) -> String {
        let text = self.mate_sign.apply(text);
        let Some(game) = game.filter(|game| game.players > 2) else { return text };
        let is_digit = |c: char| c.is_ascii_digit();
        let number = text.find(is_digit).unwrap_or(text.len());
        let victim = text[number..].find(|c| !is_digit(c)).map(|length| number + length);
        let victim = victim.and_then(|at| Some((at, game.player(text.as_bytes()[at])?)));
        match victim {
            Some((at, player)) => {
                let letter = self.words.letters().player(&game, player);
                format!("{}{letter}{}", &text[..at], &text[at + 1..])
            }
            None => text,
        }
    }

    /// Returns the code of the language, followed by `+figurines` if figurines replace the letters, and by `+dagger` if
    /// the sign of mate is `‡`.
    pub fn code(&self) -> String {
        let figurines = if self.letters == Letters::FIGURINES { FIGURINES } else { "" };
        let dagger = if self.mate_sign == MateSign::Dagger { DAGGER } else { "" };
        format!("{}{figurines}{dagger}", self.words.code)
    }

    /// Parses a code written by [`Self::code`].
    pub fn of_code(code: &str) -> Option<Self> {
        let (code, mate_sign) = match code.strip_suffix(DAGGER) {
            Some(code) => (code, MateSign::Dagger),
            None => (code, MateSign::Hash),
        };
        let (code, has_figurines) = match code.strip_suffix(FIGURINES) {
            Some(code) => (code, true),
            None => (code, false),
        };
        let language = Letters::ALL.into_iter().map(Self::of).find(|language| language.words.code == code)?;
        let language = if has_figurines { language.with_figurines() } else { language };
        Some(language.with_mate_sign(mate_sign))
    }

    /// Returns the language with these letters.
    pub fn of(letters: Letters) -> Self {
        Self { letters, words: BookWords::of(&letters), mate_sign: MateSign::Hash }
    }

    /// Returns the language with this sign of mate.
    #[must_use]
    pub const fn with_mate_sign(self, mate_sign: MateSign) -> Self {
        Self { mate_sign, ..self }
    }

    /// Returns the language with figurines in place of letters.
    #[must_use]
    pub const fn with_figurines(self) -> Self {
        Self { letters: Letters::FIGURINES, ..self }
    }
}

impl BookWords {
    /// Returns the words of the language with this code.
    pub(super) fn with_code(code: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|words| words.code == code)
    }

    /// Returns the piece letters of the language.
    pub fn letters(&self) -> Letters {
        Letters::ALL.into_iter().find(|letters| letters.code() == self.code).unwrap_or(Letters::ENGLISH)
    }

    /// Returns a number of solutions in words, `2 solutions`.
    pub fn solutions(&self, count: usize) -> String {
        let [one, few, many] = self.counted;
        let is_slavic = matches!(self.code, "pl" | "ru");
        let noun = match (count, count % 10, count % 100) {
            (1, ..) => one,
            (_, 1, last) if self.code == "ru" && last != 11 => one,
            (_, 2..=4, last) if is_slavic && !(12..=14).contains(&last) => few,
            (0, ..) if self.code == "fr" => one,
            _ => many,
        };
        format!("{count} {noun}")
    }

    /// Returns the letter of a twin, given its Latin letter: Cyrillic in Russian.
    pub fn twin_letter(&self, letter: char) -> char {
        let place = u32::from(letter).wrapping_sub(u32::from('a')) as usize;
        let own = if self.code == "ru" {
            "абвгдежзиклмнопрстуфхцчшэю".chars().nth(place)
        } else {
            None
        };
        own.unwrap_or(letter)
    }

    /// Returns the words of the language with these letters; English for figurines.
    pub fn of(letters: &Letters) -> &'static Self {
        letters.entry(&ALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_own_words() {
        let mut codes: Vec<&str> = Letters::ALL.iter().map(|letters| BookWords::of(letters).code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Letters::ALL.len());
        assert!(Letters::ALL.iter().all(|letters| BookWords::of(letters).code == letters.code()));
        assert_eq!(BookWords::of(&Letters::FIGURINES).code, "en");
    }

    #[test]
    fn numbers_agree_with_nouns() {
        let counted = |letters: &Letters| {
            [0, 1, 2, 5, 12, 21, 22].map(|n| BookWords::of(letters).solutions(n)).join(", ")
        };
        assert_eq!(
            [Letters::ENGLISH, Letters::HUNGARIAN, Letters::POLISH, Letters::RUSSIAN]
                .map(|letters| counted(&letters)),
            [
                "0 solutions, 1 solution, 2 solutions, 5 solutions, 12 solutions, 21 solutions, 22 solutions",
                "0 megfejtés, 1 megfejtés, 2 megfejtés, 5 megfejtés, 12 megfejtés, 21 megfejtés, 22 megfejtés",
                "0 rozwiązań, 1 rozwiązanie, 2 rozwiązania, 5 rozwiązań, 12 rozwiązań, 21 rozwiązań, 22 rozwiązania",
                "0 решений, 1 решение, 2 решения, 5 решений, 12 решений, 21 решение, 22 решения",
            ]
        );
        assert_eq!(BookWords::of(&Letters::RUSSIAN).twin_letter('d'), 'г');
    }

    #[test]
    fn codes_of_languages_round_trip() {
        for letters in Letters::ALL {
            let language = Language::of(letters);
            for language in [language, language.with_figurines()] {
                for language in [language, language.with_mate_sign(MateSign::Dagger)] {
                    assert_eq!(Language::of_code(&language.code()), Some(language));
                }
            }
        }
    }
}
