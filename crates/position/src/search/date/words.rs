//! Words of dates in the languages of the piece letters.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Letters;
use crate::search::folded;

/// Names of the months in one language, each with its abbreviations and inflected forms.
type Months = [&'static str; 12];

/// Names of the months, in the order of [`Letters::ALL`].
pub(super) const MONTHS: [Months; Letters::ALL.len()] = [
    [
        "January Jan",
        "February Feb Febr",
        "March Mar",
        "April Apr",
        "May",
        "June Jun",
        "July Jul",
        "August Aug",
        "September Sept Sep",
        "October Oct",
        "November Nov",
        "December Dec",
    ],
    [
        "január jan januári januárja januárjában januárban",
        "február febr feb februári februárja februárjában februárban",
        "március márc már márciusi márciusa márciusában márciusban",
        "április ápr áprilisi áprilisa áprilisában áprilisban",
        "május máj májusi májusa májusában májusban",
        "június jún júniusi júniusa júniusában júniusban",
        "július júl júliusi júliusa júliusában júliusban",
        "augusztus aug augusztusi augusztusa augusztusában augusztusban",
        "szeptember szept szep szeptemberi szeptembere szeptemberében szeptemberben",
        "október okt októberi októbere októberében októberben",
        "november nov novemberi novembere novemberében novemberben",
        "december dec decemberi decembere decemberében decemberben",
    ],
    [
        "styczeń stycznia styczniu stycz sty",
        "luty lutego lutym lut",
        "marzec marca marcu mar",
        "kwiecień kwietnia kwietniu kwiec kwi",
        "maj maja maju",
        "czerwiec czerwca czerwcu czerw cze",
        "lipiec lipca lipcu lip",
        "sierpień sierpnia sierpniu sierp sie",
        "wrzesień września wrześniu wrzes wrz",
        "październik października październiku paźdz paź",
        "listopad listopada listopadzie lis",
        "grudzień grudnia grudniu grudz gru",
    ],
    [
        "Januar Jänner Jaenner Jan Jän",
        "Februar Feber Feb Febr",
        "März Maerz Mär Mrz",
        "April Apr",
        "Mai",
        "Juni Jun",
        "Juli Jul",
        "August Aug",
        "September Sept Sep",
        "Oktober Okt",
        "November Nov",
        "Dezember Dez",
    ],
    [
        "janvier janv jan",
        "février févr fév",
        "mars",
        "avril avr",
        "mai",
        "juin",
        "juillet juil",
        "août aoû",
        "septembre sept sep",
        "octobre oct",
        "novembre nov",
        "décembre déc",
    ],
    [
        "enero ene",
        "febrero feb",
        "marzo mar mzo",
        "abril abr",
        "mayo may",
        "junio jun",
        "julio jul",
        "agosto ago",
        "septiembre setiembre sept sep",
        "octubre oct",
        "noviembre nov",
        "diciembre dic",
    ],
    [
        "январь января январе янв",
        "февраль февраля феврале февр фев",
        "март марта марте мар",
        "апрель апреля апреле апр",
        "май мая мае",
        "июнь июня июне июн",
        "июль июля июле июл",
        "август августа августе авг",
        "сентябрь сентября сентябре сент сен",
        "октябрь октября октябре окт",
        "ноябрь ноября ноябре нояб ноя",
        "декабрь декабря декабре дек",
    ],
    [
        "januaro januaron jan",
        "februaro februaron feb",
        "marto marton mar",
        "aprilo aprilon apr",
        "majo majon maj",
        "junio junion jun",
        "julio julion jul",
        "aŭgusto aŭguston auxgusto aug",
        "septembro septembron sep",
        "oktobro oktobron okt",
        "novembro novembron nov",
        "decembro decembron dec",
    ],
];

/// Roman numerals of the months.
const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

/// Words that say nothing: endings of ordinal numbers, articles, prepositions, "year" and days of the week, in the order of
/// [`Letters::ALL`].
const FILLERS: [&str; Letters::ALL.len()] = [
    "st nd rd th of the on in monday tuesday wednesday thursday friday saturday sunday",
    "en an jen e i n ban ben a az ev evi eve eveben ho havi honap nap napja napjan hetfo kedd szerda csutortok pentek \
     szombat vasarnap",
    "r roku rok dnia dn w go ego poniedzialek wtorek sroda czwartek piatek sobota niedziela",
    "am den der im des montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "le er re de du en lundi mardi mercredi jeudi vendredi samedi dimanche",
    "de del el o lunes martes miercoles jueves viernes sabado domingo",
    "г год года году в го е понедельник вторник среда четверг пятница суббота воскресенье",
    "la a an de en jaro jare lundo lundon mardo mardon merkredo merkredon jaudo jaudon vendredo vendredon sabato sabaton \
     dimancho dimancon dimanco",
];

/// Folded forms of all names of months.
static BY_NAME: LazyLock<HashMap<String, u8>> = LazyLock::new(|| {
    let names = |(months, number): (&&'static str, u8)| {
        months.split(' ').map(move |name| (folded(name), number)).collect::<Vec<_>>()
    };
    MONTHS.iter().flat_map(|months| months.iter().zip(1..).flat_map(names)).collect()
});

/// Returns the number of the month with this folded name or abbreviation, in any language.
pub(super) fn month(word: &str) -> Option<u8> {
    BY_NAME.get(word).copied()
}

/// Returns the number of the month with this Roman numeral, in lower case.
pub(super) fn roman_month(word: &str) -> Option<u8> {
    ROMAN.iter().zip(1..).find(|(numeral, _)| **numeral == word).map(|(_, number)| number)
}

/// Returns whether a folded word beside a date says nothing about it.
pub(super) fn is_filler(word: &str) -> bool {
    let is_folded = |filler: &str| filler == word || !filler.is_ascii() && folded(filler) == word;
    FILLERS.iter().any(|fillers| fillers.split(' ').any(is_folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_names_have_one_meaning() {
        let mut numbers: HashMap<String, u8> = HashMap::new();
        for months in MONTHS {
            for (names, number) in months.into_iter().zip(1..) {
                for name in names.split(' ') {
                    let known = *numbers.entry(folded(name)).or_insert(number);
                    assert_eq!(known, number, "{name}");
                    assert_eq!(month(&folded(name)), Some(number), "{name}");
                    assert!(roman_month(&folded(name)).is_none() && !is_filler(&folded(name)), "{name}");
                }
            }
        }
    }
}
