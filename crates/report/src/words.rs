//! Words of books and compact solutions in all languages of piece letters.

use hexmate_position::Letters;

/// Words of one language.
#[derive(Debug)]
pub struct Words {
    /// Language code, such as `en`.
    pub code: &'static str,
    /// Heading of the solutions.
    pub solutions: &'static str,
    /// Before the set play.
    pub set_play: &'static str,
    /// After a move without a threat.
    pub zugzwang: &'static str,
    /// Before a refutation.
    pub but: &'static str,
    /// The problem has more solutions than intended.
    pub cooked: &'static str,
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
    /// Before a claimed key that is not a key.
    pub wrong_key: &'static str,
    /// Title of a book.
    pub problems: &'static str,
}

static ENGLISH: Words = Words {
    code: Letters::ENGLISH.code(),
    solutions: "Solutions",
    set_play: "Set play:",
    zugzwang: "zugzwang",
    but: "but",
    cooked: "Cooked",
    fewer: "Fewer solutions than claimed",
    short: "Short solution",
    unsolvable: "No solution",
    unfinished: "Not finished",
    illegal: "Not a legal problem",
    wrong_key: "Claimed, but not a key:",
    problems: "Problems",
};

static HUNGARIAN: Words = Words {
    code: Letters::HUNGARIAN.code(),
    solutions: "Megfejtések",
    set_play: "Látszólagos játék:",
    zugzwang: "lépéskényszer",
    but: "de",
    cooked: "Mellékmegfejtéses",
    fewer: "A megadottnál kevesebb megfejtés",
    short: "Rövidebb megfejtés",
    unsolvable: "Nincs megfejtés",
    unfinished: "Nem ellenőrzött",
    illegal: "Szabálytalan feladvány",
    wrong_key: "Megadott, de hibás kulcs:",
    problems: "Feladványok",
};

static POLISH: Words = Words {
    code: Letters::POLISH.code(),
    solutions: "Rozwiązania",
    set_play: "Pozory:",
    zugzwang: "zugzwang",
    but: "ale",
    cooked: "Uboczne rozwiązanie",
    fewer: "Mniej rozwiązań niż podano",
    short: "Krótsze rozwiązanie",
    unsolvable: "Brak rozwiązania",
    unfinished: "Nie sprawdzone do końca",
    illegal: "Pozycja nielegalna",
    wrong_key: "Podane, lecz błędne:",
    problems: "Zadania",
};

static GERMAN: Words = Words {
    code: Letters::GERMAN.code(),
    solutions: "Lösungen",
    set_play: "Satzspiel:",
    zugzwang: "Zugzwang",
    but: "aber",
    cooked: "Nebenlösig",
    fewer: "Weniger Lösungen als angegeben",
    short: "Kurzlösig",
    unsolvable: "Unlösbar",
    unfinished: "Nicht zu Ende geprüft",
    illegal: "Keine legale Aufgabe",
    wrong_key: "Angegeben, aber kein Schlüssel:",
    problems: "Aufgaben",
};

static FRENCH: Words = Words {
    code: Letters::FRENCH.code(),
    solutions: "Solutions",
    set_play: "Jeu apparent :",
    zugzwang: "blocus",
    but: "mais",
    cooked: "Démoli",
    fewer: "Moins de solutions qu'annoncé",
    short: "Solution courte",
    unsolvable: "Insoluble",
    unfinished: "Non vérifié jusqu'au bout",
    illegal: "Problème illégal",
    wrong_key: "Annoncé, mais pas une clé :",
    problems: "Problèmes",
};

static SPANISH: Words = Words {
    code: Letters::SPANISH.code(),
    solutions: "Soluciones",
    set_play: "Juego aparente:",
    zugzwang: "bloqueo",
    but: "pero",
    cooked: "Demolido",
    fewer: "Menos soluciones que las indicadas",
    short: "Solución corta",
    unsolvable: "Sin solución",
    unfinished: "Sin comprobar del todo",
    illegal: "Problema ilegal",
    wrong_key: "Indicada, pero no es clave:",
    problems: "Problemas",
};

static RUSSIAN: Words = Words {
    code: Letters::RUSSIAN.code(),
    solutions: "Решения",
    set_play: "Иллюзорная игра:",
    zugzwang: "цугцванг",
    but: "но",
    cooked: "Побочное решение",
    fewer: "Решений меньше, чем указано",
    short: "Короткое решение",
    unsolvable: "Нет решения",
    unfinished: "Не проверено до конца",
    illegal: "Нелегальная задача",
    wrong_key: "Указано, но неверно:",
    problems: "Задачи",
};

static ESPERANTO: Words = Words {
    code: Letters::ESPERANTO.code(),
    solutions: "Solvoj",
    set_play: "Ŝajna ludo:",
    zugzwang: "movdevigo",
    but: "sed",
    cooked: "Kromsolvo",
    fewer: "Malpli da solvoj ol indikite",
    short: "Pli mallonga solvo",
    unsolvable: "Nesolvebla",
    unfinished: "Ne kontrolita ĝis la fino",
    illegal: "Nelica problemo",
    wrong_key: "Indikita, sed ne ŝlosilo:",
    problems: "Problemoj",
};

/// Words of all languages, in the order of [`Letters::ALL`].
static ALL: [&Words; Letters::ALL.len()] =
    [&ENGLISH, &HUNGARIAN, &POLISH, &GERMAN, &FRENCH, &SPANISH, &RUSSIAN, &ESPERANTO];

/// Language of printed solutions: piece letters and words.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Piece letters.
    pub letters: Letters,
    /// Words.
    pub words: &'static Words,
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Language {}

impl Language {
    /// Returns the code of the language, followed by `+figurines` if figurines replace the letters.
    pub fn code(&self) -> String {
        let figurines = if self.letters == Letters::FIGURINES { "+figurines" } else { "" };
        format!("{}{figurines}", self.words.code)
    }

    /// Parses a code written by [`Self::code`].
    pub fn of_code(code: &str) -> Option<Self> {
        let (code, has_figurines) = match code.strip_suffix("+figurines") {
            Some(code) => (code, true),
            None => (code, false),
        };
        let language = Letters::ALL.into_iter().map(Self::of).find(|language| language.words.code == code)?;
        Some(if has_figurines { language.with_figurines() } else { language })
    }

    /// Returns the language with these letters.
    pub fn of(letters: Letters) -> Self {
        Self { letters, words: Words::of(&letters) }
    }

    /// Returns the language with figurines in place of letters.
    #[must_use]
    pub const fn with_figurines(self) -> Self {
        Self { letters: Letters::FIGURINES, ..self }
    }
}

impl Words {
    /// Returns the words of the language with this code.
    pub(super) fn with_code(code: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|words| words.code == code)
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
        let mut codes: Vec<&str> = Letters::ALL.iter().map(|letters| Words::of(letters).code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Letters::ALL.len());
        assert!(Letters::ALL.iter().all(|letters| Words::of(letters).code == letters.code()));
        assert_eq!(Words::of(&Letters::FIGURINES).code, "en");
    }
}
