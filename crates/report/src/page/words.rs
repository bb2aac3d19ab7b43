//! Labels of pages in all languages of piece letters.

use crate::BookWords;
use crate::solve::STATUSES;

/// Labels of one language.
#[derive(Debug)]
pub struct PageWords {
    /// Language code, such as `en`.
    pub code: &'static str,
    /// Title of the list of all records.
    pub index: &'static str,
    /// Headings of the charts: verdicts, lengths.
    pub charts: [&'static str; 2],
    /// Names of the filters: verdict, length, claim.
    pub filters: [&'static str; 3],
    /// Choices of a filter: all records, records without a value.
    pub choices: [&'static str; 2],
    /// Number of records shown, `{} of {}`.
    pub shown: &'static str,
    /// Buttons: unfold all, fold all.
    pub folds: [&'static str; 2],
    /// Buttons of a board: first position, back, on, end of the line.
    pub steps: [&'static str; 4],
    /// Line that unfolds to the solution.
    pub solution: &'static str,
    /// Names of facts: author, source.
    pub facts: [&'static str; 2],
    /// Counted things: keys, solutions, tries.
    pub counts: [&'static str; 3],
    /// Explanations of verdicts, in the order of `STATUSES`.
    pub verdicts: [&'static str; STATUSES.len()],
    /// Explanation of `C+`.
    pub tested: &'static str,
    /// Explanation of tries.
    pub tries: &'static str,
    /// Explanation of claims.
    pub claim: &'static str,
}

impl PageWords {
    /// Labels in English, also of pages that have no other language.
    pub const ENGLISH: &'static Self = &ENGLISH;

    /// Returns the labels in the language of these words.
    pub fn of(words: &BookWords) -> &'static Self {
        ALL.into_iter().find(|labels| labels.code == words.code).unwrap_or(&ENGLISH)
    }

    /// Returns the explanation of a verdict; empty for another word.
    pub fn verdict(&self, word: &str) -> &'static str {
        let found = STATUSES.iter().position(|&verdict| verdict == word);
        found.map_or("", |place| self.verdicts[place])
    }
}

static ENGLISH: PageWords = PageWords {
    code: "en",
    index: "Index",
    charts: ["Verdicts", "Lengths"],
    filters: ["verdict", "length", "claim"],
    choices: ["all", "none"],
    shown: "{} of {}",
    folds: ["Unfold all", "Fold all"],
    steps: ["first position", "back", "on", "end of the line"],
    solution: "Solution",
    facts: ["author", "source"],
    counts: ["keys", "solutions", "tries"],
    verdicts: [
        "As many solutions as intended: one key, unless more are claimed.",
        "More solutions than intended.",
        "Fewer solutions than claimed.",
        "A solution in fewer moves than the stipulation.",
        "Proved to have no solution within the stipulation.",
        "A limit stopped the search before the answer was proved.",
        "The position breaks a rule of the game.",
        "The input could not be read as a problem.",
    ],
    tested: "Computer-tested: hexmate has examined the whole play.",
    tries: "First moves that only a few replies refute: one, unless more were asked for.",
    claim: "The solution given in the input, compared with the one found.",
};

static HUNGARIAN: PageWords = PageWords {
    code: "hu",
    index: "Tartalom",
    charts: ["Minősítések", "Lépésszámok"],
    filters: ["minősítés", "lépésszám", "megadott megoldás"],
    choices: ["mind", "nincs"],
    shown: "{} / {}",
    folds: ["Mindent kinyit", "Mindent becsuk"],
    steps: ["kezdőállás", "vissza", "tovább", "a változat vége"],
    solution: "Megfejtés",
    facts: ["szerző", "forrás"],
    counts: ["kulcs", "megfejtés", "megtévesztés"],
    verdicts: [
        "Annyi megfejtés, amennyi a szándék: egy kulcs, ha nincs több megadva.",
        "Több megfejtés van a szándékoltnál.",
        "Kevesebb megfejtés van a megadottnál.",
        "A feladottnál rövidebb megfejtés is van.",
        "Bizonyítottan nincs megfejtés a feladott lépésszámon belül.",
        "A keresés egy korlátnál leállt, mielőtt a válasz bizonyított lett volna.",
        "Az állás sérti a játék szabályait.",
        "A bemenet nem olvasható feladványként.",
    ],
    tested: "Számítógéppel ellenőrizve: a hexmate a teljes játékot megvizsgálta.",
    tries: "Olyan első lépések, amelyeket csak kevés válasz cáfol: egy, ha nem kértek többet.",
    claim: "A bemenetben megadott megoldás, összevetve a megtalálttal.",
};

static POLISH: PageWords = PageWords {
    code: "pl",
    index: "Spis",
    charts: ["Oceny", "Długości"],
    filters: ["ocena", "długość", "podane rozwiązanie"],
    choices: ["wszystkie", "brak"],
    shown: "{} z {}",
    folds: ["Rozwiń wszystko", "Zwiń wszystko"],
    steps: ["pozycja wyjściowa", "wstecz", "dalej", "koniec wariantu"],
    solution: "Rozwiązanie",
    facts: ["autor", "źródło"],
    counts: ["wstępy", "rozwiązania", "złudy"],
    verdicts: [
        "Tyle rozwiązań, ile zamierzono: jeden wstęp, jeśli nie podano więcej.",
        "Więcej rozwiązań, niż zamierzono.",
        "Mniej rozwiązań, niż podano.",
        "Jest rozwiązanie krótsze niż w zadaniu.",
        "Udowodniono brak rozwiązania w podanej liczbie posunięć.",
        "Szukanie przerwano, zanim odpowiedź została udowodniona.",
        "Pozycja łamie reguły gry.",
        "Danych nie można odczytać jako zadania.",
    ],
    tested: "Sprawdzone komputerowo: hexmate zbadał całą grę.",
    tries: "Pierwsze posunięcia, które obala tylko kilka odpowiedzi: jedna, jeśli nie żądano więcej.",
    claim: "Rozwiązanie podane w danych, porównane ze znalezionym.",
};

static GERMAN: PageWords = PageWords {
    code: "de",
    index: "Verzeichnis",
    charts: ["Urteile", "Längen"],
    filters: ["Urteil", "Länge", "Angabe"],
    choices: ["alle", "keine"],
    shown: "{} von {}",
    folds: ["Alles aufklappen", "Alles zuklappen"],
    steps: ["Anfangsstellung", "zurück", "weiter", "Ende der Variante"],
    solution: "Lösung",
    facts: ["Autor", "Quelle"],
    counts: ["Schlüssel", "Lösungen", "Verführungen"],
    verdicts: [
        "So viele Lösungen wie beabsichtigt: ein Schlüssel, wenn nicht mehr angegeben sind.",
        "Mehr Lösungen als beabsichtigt.",
        "Weniger Lösungen als angegeben.",
        "Eine Lösung in weniger Zügen als gefordert.",
        "Bewiesen: keine Lösung in der geforderten Zügezahl.",
        "Eine Grenze hat die Suche beendet, bevor die Antwort bewiesen war.",
        "Die Stellung verletzt eine Regel des Spiels.",
        "Die Eingabe ist nicht als Aufgabe lesbar.",
    ],
    tested: "Computergeprüft: hexmate hat das ganze Spiel untersucht.",
    tries: "Erste Züge, die nur wenige Antworten widerlegen: eine, wenn nicht mehr verlangt waren.",
    claim: "Die Lösung der Eingabe, verglichen mit der gefundenen.",
};

static FRENCH: PageWords = PageWords {
    code: "fr",
    index: "Index",
    charts: ["Verdicts", "Longueurs"],
    filters: ["verdict", "longueur", "solution annoncée"],
    choices: ["tous", "aucun"],
    shown: "{} sur {}",
    folds: ["Tout déplier", "Tout replier"],
    steps: ["position initiale", "en arrière", "en avant", "fin de la variante"],
    solution: "Solution",
    facts: ["auteur", "source"],
    counts: ["clés", "solutions", "essais"],
    verdicts: [
        "Autant de solutions que voulu : une clé, sauf si plusieurs sont annoncées.",
        "Plus de solutions que voulu.",
        "Moins de solutions qu'annoncé.",
        "Une solution plus courte que l'énoncé.",
        "Prouvé : pas de solution dans le nombre de coups de l'énoncé.",
        "Une limite a arrêté la recherche avant que la réponse soit prouvée.",
        "La position enfreint une règle du jeu.",
        "L'entrée n'est pas lisible comme problème.",
    ],
    tested: "Testé par ordinateur : hexmate a examiné tout le jeu.",
    tries: "Premiers coups que peu de réponses réfutent : une seule, sauf demande contraire.",
    claim: "La solution donnée dans l'entrée, comparée à celle trouvée.",
};

static SPANISH: PageWords = PageWords {
    code: "es",
    index: "Índice",
    charts: ["Veredictos", "Longitudes"],
    filters: ["veredicto", "longitud", "solución indicada"],
    choices: ["todos", "ninguno"],
    shown: "{} de {}",
    folds: ["Desplegar todo", "Plegar todo"],
    steps: ["posición inicial", "atrás", "adelante", "fin de la variante"],
    solution: "Solución",
    facts: ["autor", "fuente"],
    counts: ["claves", "soluciones", "ensayos"],
    verdicts: [
        "Tantas soluciones como se pretende: una clave, salvo que se indiquen más.",
        "Más soluciones de las pretendidas.",
        "Menos soluciones de las indicadas.",
        "Una solución más corta que el enunciado.",
        "Demostrado: sin solución dentro del enunciado.",
        "Un límite detuvo la búsqueda antes de demostrar la respuesta.",
        "La posición incumple una regla del juego.",
        "La entrada no se puede leer como problema.",
    ],
    tested: "Comprobado por ordenador: hexmate ha examinado todo el juego.",
    tries: "Primeras jugadas que pocas respuestas refutan: una, salvo que se pidan más.",
    claim: "La solución indicada en la entrada, comparada con la hallada.",
};

static RUSSIAN: PageWords = PageWords {
    code: "ru",
    index: "Указатель",
    charts: ["Вердикты", "Длины"],
    filters: ["вердикт", "длина", "указанное решение"],
    choices: ["все", "нет"],
    shown: "{} из {}",
    folds: ["Развернуть всё", "Свернуть всё"],
    steps: ["начальная позиция", "назад", "вперёд", "конец варианта"],
    solution: "Решение",
    facts: ["автор", "источник"],
    counts: ["вступления", "решения", "ложные следы"],
    verdicts: [
        "Столько решений, сколько задумано: одно вступление, если не указано больше.",
        "Решений больше, чем задумано.",
        "Решений меньше, чем указано.",
        "Есть решение короче задания.",
        "Доказано: решения в пределах задания нет.",
        "Поиск остановлен пределом до доказательства ответа.",
        "Позиция нарушает правила игры.",
        "Ввод не читается как задача.",
    ],
    tested: "Проверено на компьютере: hexmate изучил всю игру.",
    tries: "Первые ходы, которые опровергают лишь немногие ответы: один, если не запрошено больше.",
    claim: "Решение, указанное во вводе, в сравнении с найденным.",
};

static ESPERANTO: PageWords = PageWords {
    code: "eo",
    index: "Indekso",
    charts: ["Verdiktoj", "Longoj"],
    filters: ["verdikto", "longo", "indikita solvo"],
    choices: ["ĉiuj", "neniu"],
    shown: "{} el {}",
    folds: ["Malfaldi ĉion", "Faldi ĉion"],
    steps: ["komenca pozicio", "malantaŭen", "antaŭen", "fino de la vario"],
    solution: "Solvo",
    facts: ["aŭtoro", "fonto"],
    counts: ["ŝlosiloj", "solvoj", "provoj"],
    verdicts: [
        "Tiom da solvoj, kiom intencite: unu ŝlosilo, se ne pli estas indikitaj.",
        "Pli da solvoj ol intencite.",
        "Malpli da solvoj ol indikite.",
        "Estas solvo pli mallonga ol la tasko.",
        "Pruvite: neniu solvo ene de la tasko.",
        "Limo haltigis la serĉon antaŭ pruvo de la respondo.",
        "La pozicio rompas regulon de la ludo.",
        "La enigo ne estas legebla kiel problemo.",
    ],
    tested: "Kontrolita per komputilo: hexmate ekzamenis la tutan ludon.",
    tries: "Unuaj movoj, kiujn refutas nur malmultaj respondoj: unu, se ne pli estis petitaj.",
    claim: "La solvo donita en la enigo, komparita kun la trovita.",
};

static ALL: [&PageWords; 8] =
    [&ENGLISH, &HUNGARIAN, &POLISH, &GERMAN, &FRENCH, &SPANISH, &RUSSIAN, &ESPERANTO];

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Letters;

    #[test]
    fn every_language_has_own_labels() {
        for letters in Letters::ALL {
            let words = PageWords::of(BookWords::of(&letters));
            assert_eq!(words.code, letters.code());
            assert_eq!(words.shown.matches("{}").count(), 2, "{}", words.code);
            for word in STATUSES {
                assert!(words.verdict(word).len() > 10, "{}: {word}", words.code);
                let is_translated = words.code == "en" || words.verdict(word) != ENGLISH.verdict(word);
                assert!(is_translated, "{}: {word}", words.code);
            }
        }
        assert_eq!(ENGLISH.verdict("no-such-move"), "");
    }
}
