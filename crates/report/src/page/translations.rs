//! Words of the pages of `validate`, `analyse` and `stats` in all languages of piece letters.

use super::PageWords;
use crate::Counted;

impl PageWords {
    /// Returns an English word or phrase of a page in this language; other texts stay as they are.
    ///
    /// ```
    /// # use hexmate_report as hexmate;
    /// use hexmate::page::PageWords;
    /// use hexmate::{Language, BookWords};
    /// use hexmate_position::Letters;
    ///
    /// let words = PageWords::of(BookWords::of(&Letters::GERMAN));
    /// assert_eq!(words.translated("longest"), "längste");
    /// assert_eq!(words.translated("quiet-key"), "quiet-key");
    /// ```
    pub fn translated<'t>(&self, text: &'t str) -> &'t str {
        let Some(column) = CODES.iter().position(|&code| code == self.code) else { return text };
        WORDS.iter().find(|(english, _)| *english == text).map_or(text, |(_, words)| words[column])
    }

    /// Returns a number of plies in words.
    pub(crate) fn plies(&self, count: usize) -> String {
        match self.code == Self::ENGLISH.code {
            true => Counted(count as u64, "ply").to_string(),
            false => format!("{}: {count}", self.translated("plies")),
        }
    }
}

/// Language codes of the columns.
const CODES: [&str; 7] = ["hu", "pl", "de", "fr", "es", "ru", "eo"];

/// English words with those of the other languages.
#[rustfmt::skip]
const WORDS: [(&str, [&str; CODES.len()]); 82] = [
    ("Records", ["Tételek", "Zapisy", "Einträge", "Enregistrements", "Registros", "Записи", "Registroj"]),
    ("Games", ["Játszmák", "Partie", "Partien", "Parties", "Partidas", "Партии", "Partioj"]),
    ("Problems", ["Feladványok", "Zadania", "Aufgaben", "Problèmes", "Problemas", "Задачи", "Problemoj"]),
    ("status", ["állapot", "stan", "Zustand", "état", "estado", "состояние", "stato"]),
    ("code", ["kód", "kod", "Code", "code", "código", "код", "kodo"]),
    ("No error was found.", ["Nincs hiba.", "Nie znaleziono błędu.", "Kein Fehler gefunden.", "Aucune erreur trouvée.", "No se halló ningún error.", "Ошибок не найдено.", "Neniu eraro trovita."]),
    ("A move breaks the rules.", ["Egy lépés szabálytalan.", "Posunięcie łamie reguły.", "Ein Zug verletzt die Regeln.", "Un coup enfreint les règles.", "Una jugada incumple las reglas.", "Ход нарушает правила.", "Movo rompas la regulojn."]),
    ("A move fits several legal moves.", ["Egy lépés többféleképpen érthető.", "Posunięcie pasuje do kilku legalnych.", "Ein Zug passt auf mehrere legale.", "Un coup correspond à plusieurs coups légaux.", "Una jugada vale para varias legales.", "Ход подходит к нескольким возможным.", "Movo taŭgas por pluraj laŭregulaj."]),
    ("The text cannot be read.", ["A szöveg nem olvasható.", "Tekstu nie można odczytać.", "Der Text ist nicht lesbar.", "Le texte n'est pas lisible.", "El texto no se puede leer.", "Текст не читается.", "La teksto ne estas legebla."]),
    ("The position or a tag breaks the rules.", ["Az állás vagy egy mező szabálytalan.", "Pozycja lub znacznik łamie reguły.", "Die Stellung oder eine Angabe verletzt die Regeln.", "La position ou un champ enfreint les règles.", "La posición o un campo incumple las reglas.", "Позиция или поле нарушает правила.", "La pozicio aŭ kampo rompas la regulojn."]),
    ("plies without an error", ["hibátlan féllépés", "półruchów bez błędu", "Halbzüge ohne Fehler", "demi-coups sans erreur", "medias jugadas sin error", "полуходов без ошибки", "duonmovoj sen eraro"]),
    ("plies", ["féllépés", "półruchów", "Halbzüge", "demi-coups", "medias jugadas", "полуходов", "duonmovoj"]),
    ("Results", ["Eredmények", "Wyniki", "Ergebnisse", "Résultats", "Resultados", "Результаты", "Rezultoj"]),
    ("Plies", ["Féllépések", "Półruchy", "Halbzüge", "Demi-coups", "Medias jugadas", "Полуходы", "Duonmovoj"]),
    ("First moves", ["Első lépések", "Pierwsze posunięcia", "Erste Züge", "Premiers coups", "Primeras jugadas", "Первые ходы", "Unuaj movoj"]),
    ("Stipulations", ["Követelmények", "Polecenia", "Forderungen", "Énoncés", "Enunciados", "Задания", "Taskoj"]),
    ("Pieces", ["Bábok", "Bierki", "Steine", "Pièces", "Piezas", "Фигуры", "Pecoj"]),
    ("Themes", ["Témák", "Tematy", "Themen", "Thèmes", "Temas", "Темы", "Temoj"]),
    ("games", ["játszmák", "partie", "Partien", "parties", "partidas", "партии", "partioj"]),
    ("problems", ["feladványok", "zadania", "Aufgaben", "problèmes", "problemas", "задачи", "problemoj"]),
    ("read", ["olvasott", "odczytane", "gelesen", "lus", "leídos", "прочитано", "legitaj"]),
    ("legal", ["szabályos", "legalne", "legal", "légales", "legales", "по правилам", "laŭregulaj"]),
    ("valid", ["érvényes", "poprawne", "gültig", "valides", "válidos", "верные", "validaj"]),
    ("with errors", ["hibás", "z błędami", "mit Fehlern", "avec erreurs", "con errores", "с ошибками", "kun eraroj"]),
    ("result", ["eredmény", "wynik", "Ergebnis", "résultat", "resultado", "результат", "rezulto"]),
    ("ending", ["befejezés", "zakończenie", "Ende", "fin", "final", "окончание", "fino"]),
    ("mate", ["matt", "mat", "Matt", "mat", "mate", "мат", "mato"]),
    ("stalemate", ["patt", "pat", "Patt", "pat", "ahogado", "пат", "pato"]),
    ("nobody-moves", ["senki nem léphet", "nikt nie ma ruchu", "niemand kann ziehen", "personne ne peut jouer", "nadie puede jugar", "ходов нет ни у кого", "neniu povas movi"]),
    ("shortest", ["legrövidebb", "najkrótsza", "kürzeste", "la plus courte", "la más corta", "кратчайшая", "plej mallonga"]),
    ("median", ["medián", "mediana", "Median", "médiane", "mediana", "медиана", "mediano"]),
    ("Analysed games", ["Elemzett játszmák", "Przeanalizowane partie", "Analysierte Partien", "Parties analysées", "Partidas analizadas", "Партии с анализом", "Analizitaj partioj"]),
    ("Expected score of White after each move", ["Világos várható eredménye lépésenként", "Oczekiwany wynik białych po każdym posunięciu", "Erwartetes Ergebnis von Weiß nach jedem Zug", "Score attendu des blancs après chaque coup", "Resultado esperado de las blancas tras cada jugada", "Ожидаемый результат белых после каждого хода", "Atendata rezulto de blanko post ĉiu movo"]),
    ("best", ["legjobb", "najlepsze", "am besten", "meilleur", "mejor", "лучше", "plej bona"]),
    ("missed mate in {}", ["kihagyott matt {} lépésben", "przeoczony mat w {} pos.", "verpasstes Matt in {}", "mat en {} manqué", "mate en {} omitido", "упущен мат, ходов: {}", "preterlasita mato en {}"]),
    ("{} became {}", ["{} → {}", "{} → {}", "{} → {}", "{} → {}", "{} → {}", "{} → {}", "{} → {}"]),
    ("win", ["nyerés", "wygrana", "Gewinn", "gain", "victoria", "выигрыш", "gajno"]),
    ("draw", ["döntetlen", "remis", "Remis", "nulle", "tablas", "ничья", "remizo"]),
    ("loss", ["vesztés", "przegrana", "Verlust", "perte", "derrota", "проигрыш", "malgajno"]),
    ("stalemating", ["pattot ad", "daje pata", "setzt patt", "pat donné", "ahoga", "ставит пат", "patigas"]),
    ("stalemated", ["pattot kap", "dostaje pata", "wird patt gesetzt", "pat reçu", "ahogado", "получает пат", "patigata"]),
    ("accuracy", ["pontosság", "dokładność", "Genauigkeit", "précision", "precisión", "точность", "precizeco"]),
    ("evaluated", ["értékelt lépések", "ocenione posunięcia", "bewertete Züge", "coups évalués", "jugadas evaluadas", "оценённые ходы", "taksitaj movoj"]),
    ("longest", ["leghosszabb", "najdłuższa", "längste", "la plus longue", "la más larga", "длиннейшая", "plej longa"]),
    ("lowest", ["legkisebb", "najniższa", "niedrigste", "la plus basse", "la más baja", "наименьшая", "plej malalta"]),
    ("highest", ["legnagyobb", "najwyższa", "höchste", "la plus haute", "la más alta", "наибольшая", "plej alta"]),
    ("length", ["hossz", "długość", "Länge", "longueur", "longitud", "длина", "longo"]),
    ("promotion", ["átváltozás", "promocja", "Umwandlung", "promotion", "coronación", "превращение", "promocio"]),
    ("claim", ["döntetlen kérhető", "reklamacja remisu", "Remisreklamation", "nulle réclamable", "tablas reclamables", "требование ничьей", "remizpostulo"]),
    ("threefold-repetition", ["háromszori ismétlődés", "trzykrotne powtórzenie", "dreifache Wiederholung", "triple répétition", "triple repetición", "троекратное повторение", "trifoja ripeto"]),
    ("fifty-moves", ["ötven lépés", "pięćdziesiąt posunięć", "fünfzig Züge", "cinquante coups", "cincuenta jugadas", "пятьдесят ходов", "kvindek movoj"]),
    ("pieces-left", ["maradt bábok", "pozostałe bierki", "übrige Steine", "pièces restantes", "piezas restantes", "осталось фигур", "restantaj pecoj"]),
    ("slip", ["elvétett végjáték", "błąd w końcówce", "Endspielfehler", "faute de finale", "error de final", "ошибка эндшпиля", "finluda eraro"]),
    ("opening", ["megnyitás", "debiut", "Eröffnung", "ouverture", "apertura", "дебют", "malfermo"]),
    ("variant", ["változat", "odmiana", "Variante", "variante", "variante", "вариант игры", "varianto"]),
    ("stipulation", ["követelmény", "polecenie", "Forderung", "énoncé", "enunciado", "задание", "tasko"]),
    ("pieces", ["bábok", "bierki", "Steine", "pièces", "piezas", "фигуры", "pecoj"]),
    ("author", ["szerző", "autor", "Autor", "auteur", "autor", "автор", "aŭtoro"]),
    ("number", ["sorszám", "numer", "Nummer", "numéro", "número", "номер", "numero"]),
    ("date", ["dátum", "data", "Datum", "date", "fecha", "дата", "dato"]),
    ("dedication", ["ajánlás", "dedykacja", "Widmung", "dédicace", "dedicatoria", "посвящение", "dediĉo"]),
    ("prize", ["díj", "nagroda", "Preis", "prix", "premio", "приз", "premio"]),
    ("year", ["év", "rok", "Jahr", "année", "año", "год", "jaro"]),
    ("verdict", ["minősítés", "ocena", "Urteil", "verdict", "veredicto", "вердикт", "verdikto"]),
    ("theme", ["téma", "temat", "Thema", "thème", "tema", "тема", "temo"]),
    ("quality", ["minőség", "jakość", "Güte", "qualité", "calidad", "качество", "kvalito"]),
    ("difficulty", ["nehézség", "trudność", "Schwierigkeit", "difficulté", "dificultad", "трудность", "malfacileco"]),
    ("game", ["játszma", "partia", "Partie", "partie", "partida", "партия", "partio"]),
    ("position", ["állás", "pozycja", "Stellung", "position", "posición", "позиция", "pozicio"]),
    ("puzzle", ["feladvány", "zadanie", "Aufgabe", "problème", "problema", "задача", "problemo"]),
    ("ok", ["rendben", "w porządku", "in Ordnung", "correct", "correcto", "верно", "en ordo"]),
    ("illegal", ["szabálytalan", "nielegalne", "illegal", "illégal", "ilegal", "против правил", "nelica"]),
    ("ambiguous", ["többértelmű", "niejednoznaczne", "mehrdeutig", "ambigu", "ambiguo", "неоднозначно", "plursenca"]),
    ("syntax", ["olvashatatlan", "nieczytelne", "unlesbar", "illisible", "ilegible", "не читается", "nelegebla"]),
    ("invalid", ["érvénytelen", "niepoprawne", "ungültig", "invalide", "no válido", "недействительно", "nevalida"]),
    ("right", ["helyes", "poprawne", "richtig", "juste", "correcta", "верно", "ĝusta"]),
    ("wrong-key", ["hibás kulcs", "błędne rozwiązanie", "falscher Schlüssel", "clé fausse", "clave errónea", "неверный ход", "erara ŝlosilo"]),
    ("unchecked", ["ellenőrizetlen", "niesprawdzone", "ungeprüft", "non vérifié", "sin comprobar", "не проверено", "ne kontrolita"]),
    ("incomplete", ["hiányos", "niepełne", "unvollständig", "incomplet", "incompleta", "неполно", "nekompleta"]),
    ("wrong-count", ["hibás megfejtésszám", "błędna liczba rozwiązań", "falsche Lösungszahl", "nombre de solutions faux", "número de soluciones erróneo", "неверное число решений", "erara nombro da solvoj"]),
    ("no-set-play", ["nincs látszólagos játék", "brak pozorów", "kein Satzspiel", "pas de jeu apparent", "sin juego aparente", "нет иллюзорной игры", "neniu ŝajna ludo"]),
    ("file", ["fájl", "plik", "Datei", "fichier", "archivo", "файл", "dosiero"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BookWords;
    use hexmate_position::Letters;

    #[test]
    fn every_word_has_translations() {
        let names: std::collections::BTreeSet<&str> = WORDS.iter().map(|(english, _)| *english).collect();
        assert_eq!(names.len(), WORDS.len());
        assert!(WORDS.iter().all(|(_, words)| words.iter().all(|word| !word.is_empty())));
        let codes = Letters::ALL.map(|letters| PageWords::of(BookWords::of(&letters)).code);
        assert_eq!(codes[1..], CODES);
        assert_eq!(PageWords::ENGLISH.translated("file"), "file");
    }
}
