//! Guess of the encoding of a text that is not UTF-8, by fixed rules.
//!
//! The candidates are encodings of Windows, ISO and DOS, and the guess of `chardetng`, which knows further scripts. Each has
//! a list of languages with their letters beyond ASCII. A letter counts only in a plausible place: not next to a Latin
//! letter if it is of another script, no capital within a word in small letters, and no small letter within a word in
//! capitals. This separates the Cyrillic encodings, which have the same letters in another order. The best candidate is
//! the one in which
//!
//! 1. the letters of one language account for the most bytes,
//! 2. the fewest bytes are unassigned,
//! 3. the letters of all its languages account for the most bytes;
//!
//! among equals the guess of `chardetng`; for few letters, and between the Latin alphabets of Europe, the first of the list,
//! since most old files come from Hungary and Poland. Bytes with the same character in all candidates do not affect the
//! choice.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::encoding::{Encoding, Reason};

/// Name of a language, and its letters beyond ASCII in lower case.
type Language = (&'static str, &'static str);

const CENTRAL: &[Language] = &[
    ("Hungarian", "áéíóöőúüű"),
    ("Polish", "ąćęłńóśźż"),
    ("Czech", "áčďéěíňóřšťúůýž"),
    ("Slovak", "áäčďéíĺľňóôŕšťúýž"),
    ("Croatian", "čćđšž"),
    ("Romanian", "ăâîşţ"),
    ("German", "äöüß"),
];

const WESTERN: &[Language] = &[
    ("German", "äöüß"),
    ("French", "àâæçéèêëîïôœùûüÿ"),
    ("Spanish", "áéíñóúü"),
    PORTUGUESE[0],
    ("Italian", "àéèìíòóùú"),
    ("Swedish", "åäöé"),
    ("Norwegian", "æøåéóòôü"),
    ("Icelandic", "áðéíóúýþæö"),
    ("Estonian", "äõöüšž"),
    ("Dutch", "áéëíïóöúü"),
];

const PORTUGUESE: &[Language] = &[("Portuguese", "ãáàâçéêíóôõúü")];

const TURKISH: &[Language] = &[("Turkish", "çğiıöşüâîû")];

const BALTIC: &[Language] = &[
    ("Lithuanian", "ąčęėįšųūž"),
    ("Latvian", "āčēģīķļņšūž"),
    ("Estonian", "äõöüšž"),
    ("Polish", "ąćęłńóśźż"),
];

const CYRILLIC: &[Language] = &[
    ("Russian", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
    ("Ukrainian", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"),
    ("Bulgarian", "абвгдежзийклмнопрстуфхцчшщъьюя"),
    ("Belarusian", "абвгдеёжзійклмнопрстуўфхцчшыьэюя"),
    ("Serbian", "абвгдђежзијклљмнњопрстћуфхцчџш"),
    ("Macedonian", "абвгдѓежзѕијклљмнњопрстќуфхцчџш"),
];

const GREEK: &[Language] = &[("Greek", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ")];

/// Signs that occur in texts of any language: dashes, quotes, half a point, the number sign.
const SIGNS: &str = "–—„“”‘’‚«»…½§°‡†№¡¿\u{a0}";

/// An encoding with the languages that are written in it.
type Candidate = (Encoding, &'static [Language]);

/// Number of letters beyond ASCII from which the guess of `chardetng` comes first among equals.
const FEW_LETTERS: usize = 4;

/// Encodings among which the order of the candidates decides.
const LATIN: [Encoding; 3] = [Encoding::LATIN_2, Encoding::CP1250, Encoding::CP1252];

/// Candidates of Windows and ISO.
const OTHERS: [Candidate; 12] = [
    (Encoding::LATIN_2, CENTRAL),
    (Encoding::CP1250, CENTRAL),
    (Encoding::CP1252, WESTERN),
    (Encoding::CP1251, CYRILLIC),
    (Encoding::KOI8_R, CYRILLIC),
    (Encoding::KOI8_U, CYRILLIC),
    (Encoding::ISO_8859_5, CYRILLIC),
    (Encoding::CP1253, GREEK),
    (Encoding::ISO_8859_7, GREEK),
    (Encoding::CP1254, TURKISH),
    (Encoding::CP1257, BALTIC),
    (Encoding::ISO_8859_4, BALTIC),
];

/// Pages of DOS with their languages, as candidates after all others.
const DOS: [(u16, &[Language]); 8] = [
    (852, CENTRAL),
    (850, WESTERN),
    (866, CYRILLIC),
    (855, CYRILLIC),
    (737, GREEK),
    (857, TURKISH),
    (775, BALTIC),
    (860, PORTUGUESE),
];

/// Number of bytes that an encoding accounts for; compared field by field, larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Fit {
    /// Letters of the best language, and signs.
    by_one_language: usize,
    /// Assigned bytes.
    assigned: usize,
    /// Letters of all languages, and signs.
    by_any_language: usize,
}

/// Returns the most likely encoding of a text that is not UTF-8, and the reason.
pub(super) fn guess(text: &[u8]) -> (Encoding, Reason) {
    let words = words(text);
    let mut counts = [0_usize; 256];
    words.iter().filter(|byte| !byte.is_ascii()).for_each(|&byte| counts[usize::from(byte)] += 1);
    let letters: usize = counts.iter().sum();
    let detected = detect(text);
    let candidates = candidates(detected, letters);
    let rated = candidates.into_iter().map(|candidate| (fit(&words, &counts, candidate), candidate.0));
    // `max_by_key` returns the last of equals; reversed, that is the first candidate.
    let best = rated.rev().max_by_key(|((fit, _), _)| *fit);
    let ((fit, language), encoding) = best.unwrap_or(((Fit::NONE, None), Encoding::CP1252));
    // Only `chardetng` knows the encodings with several bytes for a character.
    let is_explained = fit.by_one_language * 10 >= letters * 9;
    let is_wide = !detected.is_single_byte() && !is_explained && detected.decodes(text);
    if is_wide { (detected, Reason::Letters(None)) } else { (encoding, Reason::Letters(language)) }
}

/// Returns the guess of `chardetng`, which does not distinguish KOI8-R from KOI8-U.
fn detect(text: &[u8]) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(text, true);
    let name = detector.guess(None, Utf8Detection::Deny).name();
    let name = if name == "KOI8-U" { "KOI8-R" } else { name };
    Encoding::from_name(name).unwrap_or(Encoding::CP1252)
}

/// Returns all candidates of a text with this number of letters beyond ASCII, the likelier of equals first.
fn candidates(detected: Encoding, letters: usize) -> Vec<Candidate> {
    let pages = DOS.iter().filter_map(|&(page, languages)| Some((Encoding::dos(page)?, languages)));
    let mut all: Vec<Candidate> = OTHERS.into_iter().chain(pages).collect();
    if detected.is_single_byte() && letters >= FEW_LETTERS && !LATIN.contains(&detected) {
        let known = all.iter().position(|(encoding, _)| *encoding == detected);
        let candidate = known.map_or((detected, &[][..]), |place| all.remove(place));
        all.insert(0, candidate);
    }
    all
}

/// Returns the words of a text that are not ASCII, separated by spaces.
fn words(text: &[u8]) -> Vec<u8> {
    let words = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
    words.filter(|word| !word.is_ascii()).collect::<Vec<_>>().join(&b' ')
}

impl Fit {
    const NONE: Self = Self { by_one_language: 0, assigned: 0, by_any_language: 0 };
}

/// Kind of a character, as far as its neighbours matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Small(Script),
    Capital(Script),
    /// A letter of a script without capitals.
    Letter,
    Apostrophe,
    /// A sign that begins a quotation or a sentence.
    Opening,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Other,
}

impl Kind {
    fn of(character: Option<char>) -> Self {
        let Some(character) = character else { return Self::Other };
        let script = if character < '\u{370}' { Script::Latin } else { Script::Other };
        match character {
            '\'' | '’' => Self::Apostrophe,
            '„' | '‚' | '¿' | '¡' => Self::Opening,
            _ if character.is_lowercase() => Self::Small(script),
            _ if character.is_uppercase() => Self::Capital(script),
            _ if character.is_alphabetic() && script == Script::Other => Self::Letter,
            _ => Self::Other,
        }
    }

    fn script(self) -> Option<Script> {
        match self {
            Self::Small(script) | Self::Capital(script) => Some(script),
            Self::Letter => Some(Script::Other),
            Self::Apostrophe | Self::Opening | Self::Other => None,
        }
    }

    /// Returns whether a character can be between these neighbours.
    fn fits(self, before: Self, after: Self) -> bool {
        let [own, left, right] = [self, before, after].map(Self::script);
        match self {
            Self::Apostrophe => true,
            Self::Opening => left.is_none(),
            Self::Other => left.is_none() || right.is_none(),
            _ if [left, right].into_iter().flatten().any(|script| Some(script) != own) => false,
            Self::Capital(_) => !matches!(before, Self::Small(_)),
            Self::Small(_) => !matches!((before, after), (Self::Capital(_), Self::Capital(_))),
            Self::Letter => true,
        }
    }
}

/// Returns the fit of an encoding, and the name of its best language.
fn fit(words: &[u8], counts: &[usize; 256], (encoding, languages): Candidate) -> (Fit, Option<&'static str>) {
    let mut bytes = 0..=u8::MAX;
    let characters: [Option<char>; 256] =
        std::array::from_fn(|_| encoding.character(bytes.next().unwrap_or_default()));
    let kinds = characters.map(Kind::of);
    let kind = |byte: Option<&u8>| byte.map_or(Kind::Other, |&byte| kinds[usize::from(byte)]);
    let mut fitting = [0_usize; 256];
    for word in words.split(|&byte| byte == b' ') {
        // No Latin word has only letters beyond ASCII.
        let is_latin = word.len() < 3 || word.iter().any(u8::is_ascii);
        for (at, &byte) in word.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let before = kind(at.checked_sub(1).and_then(|at| word.get(at)));
            let own = kinds[usize::from(byte)];
            let fits = own.fits(before, kind(word.get(at + 1)));
            fitting[usize::from(byte)] +=
                usize::from(fits && (is_latin || own.script() != Some(Script::Latin)));
        }
    }
    let mut fit = Fit::NONE;
    // For each language: bytes accounted for, and how many of them are its letters.
    let mut by_language = vec![(0, 0); languages.len()];
    // Letters of an encoding whose languages are not listed.
    let mut letters = 0;
    for (byte, character) in characters.into_iter().enumerate().filter(|&(byte, _)| counts[byte] > 0) {
        let Some(character) = character else { continue };
        fit.assigned += counts[byte];
        let count = fitting[byte];
        let lower = character.to_lowercase().next().unwrap_or(character);
        let is_sign = SIGNS.contains(character);
        let is_letter = kinds[byte].script() == Some(Script::Other);
        let mut is_known = is_sign || is_letter && languages.is_empty();
        for ((_, letters), (explained, own)) in languages.iter().zip(&mut by_language) {
            let is_own = letters.contains(lower);
            *own += if is_own { count } else { 0 };
            *explained += if is_own || is_sign { count } else { 0 };
            is_known |= is_own;
        }
        letters += if is_sign || is_letter { count } else { 0 };
        fit.by_any_language += if is_known { count } else { 0 };
    }
    let most = by_language.iter().map(|(explained, _)| *explained).max();
    fit.by_one_language = most.unwrap_or(letters);
    let best = |&(explained, own): &(usize, usize)| explained == fit.by_one_language && own > 0;
    let best = by_language.iter().position(best).and_then(|at| languages.get(at));
    (fit, best.map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an encoding by its name.
    fn named(name: &str) -> Encoding {
        Encoding::from_name(name).expect(name)
    }

    /// Returns the text that is read from bytes in a single-byte encoding.
    fn decoded(bytes: &[u8], encoding: Encoding) -> String {
        bytes.iter().map(|&byte| encoding.character(byte).unwrap_or('\u{fffd}')).collect()
    }

    /// Names of players, with the encodings in which such a list may be written.
    const NAMES: &[(&str, &str, &str)] = &[
        ("Hungarian", "Rudolf László, Halas János, Mező Jenő, Szűcs Ödön", "latin2 cp1250 cp852"),
        ("Polish", "Łukasz Wójcik, Święty Błażej, Gąska Józef, Źródło", "latin2 cp1250 cp852"),
        ("Czech", "Dvořák, Růžička, Šťastný, Kučera Jiří, Žďár", "latin2 cp1250 cp852"),
        ("Slovak", "Ľubomír Kováč, Ďuriš, Vŕba, Šimon Tóth", "latin2 cp1250 cp852"),
        ("Croatian", "Šarić, Đorđević, Žižić, Kovačić", "latin2 cp1250 cp852"),
        ("French", "Géraud Pâris, Françoise Lefèvre, Noël", "cp1252 cp850"),
        ("Spanish", "Muñoz, Ibáñez, García, Agüero", "cp1252 cp850"),
        ("Portuguese", "João Simões, Gonçalves, Antônio, Conceição", "cp1252 cp850"),
        ("Norwegian", "Bjørn Ødegård, Sæther", "cp1252 cp850"),
        ("Estonian", "Kõrv, Põld, Järvi, Küüts", "cp1252 cp850"),
        ("German", "Jörg Müller, Groß, Käthe Schäfer", "cp1252 cp850"),
        ("Turkish", "Şahin Yılmaz, Doğan Çelik, Işık Gökçe", "cp1254 cp857"),
        ("Lithuanian", "Žilinskas, Šarūnas Čepukaitis, Jurgis Ąžuolas", "cp1257 cp775"),
        ("Russian", "Пётр Семёнов, Фёдор Щукин, Юлия Чернышёва", "cp1251 koi8-r iso-8859-5 cp866 cp855"),
        ("Bulgarian", "Георги Димитров, Ъгъл, Цветан Стоянов", "cp1251 iso-8859-5 cp866 cp855"),
        ("Ukrainian", "Віктор Іванчук, Олексій Коваль, Євген Їжак", "cp1251 koi8-u iso-8859-5"),
        ("Serbian", "Ђорђе Петровић, Љиљана Његош, Јован Џајић", "cp1251 iso-8859-5 cp855"),
        ("Greek", "Γιώργος Παπαδόπουλος, Ελένη Νικολάου", "cp1253 iso-8859-7 cp737"),
        ("Hebrew", "דוד כהן, משה לוי", "cp1255 iso-8859-8"),
        ("signs", "½-½ and nothing else", "cp1252"),
    ];

    /// Records with a few words in their tags and comments.
    const RECORDS: &[(&str, &str, &str)] = &[
        (
            "Czech",
            "[Event \"Přebor Čech\"]\n[White \"Novák\"]\n\n1. e5 {výborný tah} e6 *",
            "latin2 cp1250 cp852",
        ),
        (
            "Polish",
            "[Event \"Mistrzostwa Łodzi\"]\n[White \"Wójcik\"]\n\n1. e5 {lepsze było d4} *",
            "latin2 cp1250 cp852",
        ),
        (
            "Hungarian",
            "[Site \"Győr\"]\n[White \"Kovács\"]\n\n1. e5 {erős lépés} e6 {jó} *",
            "latin2 cp1250 cp852",
        ),
        (
            "Russian",
            "[Event \"Чемпионат города\"]\n[White \"Иванов\"]\n\n1. e5 {хороший ход} *",
            "cp1251 koi8-r iso-8859-5 cp866",
        ),
        ("Russian", "[White \"Kuznetsov\"]\n\n1. e5 {так} e6 {сам} *", "cp1251 cp866"),
        (
            "Ukrainian",
            "[Event \"Кубок Києва\"]\n[White \"Коваленко\"]\n\n1. e5 {добрий хід} *",
            "cp1251 koi8-u",
        ),
        (
            "Bulgarian",
            "[Event \"Първенство на София\"]\n[White \"Петков\"]\n\n1. e5 {силен ход} *",
            "cp1251 iso-8859-5 cp866",
        ),
        (
            "Serbian",
            "[Site \"Београд\"]\n[White \"Јовановић\"]\n\n1. e5 {најбољи потез} *",
            "cp1251 iso-8859-5",
        ),
        ("Greek", "[Site \"Αθήνα\"]\n[White \"Παππάς\"]\n\n1. e5 {καλή κίνηση} *", "cp1253 iso-8859-7 cp737"),
        ("French", "[Site \"Besançon\"]\n[White \"Lefèvre\"]\n\n1. e5 {à éviter} *", "cp1252 cp850"),
        ("German", "[Site \"Köln\"]\n[White \"Müller\"]\n\n1. e5 {stärker als d4} *", "cp1252 cp850 latin2"),
        ("Turkish", "[Site \"İzmir\"]\n[White \"Yıldız\"]\n\n1. e5 {güçlü bir hamle, şah} *", "cp1254 cp857"),
        ("Romanian", "[Site \"Iaşi\"]\n[White \"Bălan\"]\n\n1. e5 {o mutare bună} *", "latin2 cp1250 cp852"),
        (
            "Swedish",
            "[Site \"Malmö\"]\n[White \"Åkesson\"]\n\n1. e5 {ett bra drag för svart} *",
            "cp1252 cp850",
        ),
        ("Latvian", "[Site \"Rīga\"]\n[White \"Bērziņš\"]\n\n1. e5 {labs gājiens} *", "cp1257 cp775"),
        (
            "Portuguese",
            "[Site \"São Paulo\"]\n[White \"Araújo\"]\n\n1. e5 {posição melhor} *",
            "cp1252 cp850",
        ),
        ("Spanish", "[Site \"Cádiz\"]\n[White \"Núñez\"]\n\n1. e5 {mejor que d4, ¡bien!} *", "cp1252 cp850"),
    ];

    #[test]
    fn samples_of_all_languages_are_decoded() {
        let mut samples: Vec<_> =
            NAMES.iter().chain(RECORDS).map(|&(_, text, names)| (text.to_owned(), names)).collect();
        samples.extend(NAMES.iter().map(|(_, text, names)| {
            let tagged = text.replace(", ", "\"]\n\n1. e5 e6 *\n\n[White \"");
            (format!("[White \"{tagged}\"]\n\n1. e5 e6 *\n"), *names)
        }));
        for (text, names) in samples {
            for name in names.split(' ') {
                let bytes = named(name).encode(&text).expect(name);
                let (guessed, reason) = guess(&bytes);
                assert_eq!(decoded(&bytes, guessed), text, "{name}, guessed {guessed} {reason:?}");
            }
        }
    }

    #[test]
    fn letters_name_their_language() {
        for (text, name, language) in [
            ("Мельник, Юрій, Євген Їжак", "koi8-u", "Ukrainian"),
            ("Пётр Чернышёв, Объедков", "koi8-r", "Russian"),
            ("Љиљана Њ., Ђорђе", "cp1251", "Serbian"),
            ("Şahin Yılmaz, Çağrı", "cp857", "Turkish"),
            ("Łukasz, Święty Błażej", "cp852", "Polish"),
        ] {
            let encoding = named(name);
            let bytes = encoding.encode(text).expect(name);
            assert_eq!(guess(&bytes), (encoding, Reason::Letters(Some(language))));
        }
        let japanese = encoding_rs::SHIFT_JIS.encode("[White \"山田太郎\"]\n\n1. e5 {これは良い手です} *").0;
        assert_eq!(guess(&japanese), (named("shift-jis"), Reason::Letters(None)));
    }

    #[test]
    fn shared_letters_are_always_decoded() {
        let bytes = Encoding::CP1252.encode("László Müller").expect("letters");
        let (guessed, _) = guess(&bytes);
        assert_eq!(decoded(&bytes, guessed), "László Müller");
    }

    #[test]
    fn signs_alone_name_no_language() {
        assert_eq!(guess(b"1. e5 \xbd-\xbd"), (Encoding::CP1252, Reason::Letters(None)));
        assert_eq!(guess(b"Mez\xf5"), (Encoding::LATIN_2, Reason::Letters(Some("Hungarian"))));
    }

    #[test]
    fn single_foreign_name_changes_nothing() {
        let home = "Mező László, Szűcs Ödön, Kővári Győző, Łukasz Wójcik, Dvořák".repeat(3);
        for encoding in [Encoding::LATIN_2, Encoding::CP1250] {
            let bytes = encoding.encode(&home).expect("letters");
            let (guessed, _) = guess(&bytes);
            assert_eq!(decoded(&bytes, guessed), home);
        }
    }
}
