//! Languages of Popeye's input files. The first command decides: `BeginProblem`, `AnfangProblem`, `DebutProbleme`.
//!
//! The words are those of the tables of tokens, options, colours and twins in `output/plaintext/language_dependant.c` of
//! Popeye (github.com/thomas-maeder/popeye, of 2026-08-18), and a few of older versions.

use super::options::abbreviated;
use hexmate_position::Colour;

/// Language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Language {
    #[default]
    English,
    German,
    French,
}

/// First commands of the languages.
const BEGINNINGS: [(&str, Language); 3] = [
    ("beginproblem", Language::English),
    ("anfangproblem", Language::German),
    ("debutprobleme", Language::French),
];

/// German commands with the English ones.
const GERMAN_COMMANDS: [(&str, &str); 21] = [
    ("weiteresproblem", "nextproblem"),
    ("endeproblem", "endproblem"),
    ("steine", "pieces"),
    ("forderung", "stipulation"),
    ("option", "option"),
    ("bedingung", "condition"),
    ("zwilling", "twin"),
    ("nullstellung", "zeroposition"),
    ("titel", "title"),
    ("autor", "author"),
    ("quelle", "origin"),
    ("auszeichnung", "award"),
    ("bemerkung", "remark"),
    ("protokoll", "protocol"),
    ("latex", "latex"),
    ("latexsteine", "latexpieces"),
    ("sforderung", "sstipulation"),
    ("partieanfangsstellung", "initialgamearray"),
    ("forsyth", "forsyth"),
    ("eingabe", "input"),
    ("brett", "board"),
];

/// French commands with the English ones.
const FRENCH_COMMANDS: [(&str, &str); 21] = [
    ("asuivre", "nextproblem"),
    ("finprobleme", "endproblem"),
    ("pieces", "pieces"),
    ("enonce", "stipulation"),
    ("option", "option"),
    ("condition", "condition"),
    ("jumeau", "twin"),
    ("zeroposition", "zeroposition"),
    ("titre", "title"),
    ("auteur", "author"),
    ("source", "origin"),
    ("prix", "award"),
    ("remarque", "remark"),
    ("protocol", "protocol"),
    ("latex", "latex"),
    ("pieceslatex", "latexpieces"),
    ("senonce", "sstipulation"),
    ("positioninitialpartie", "initialgamearray"),
    ("forsyth", "forsyth"),
    ("entree", "input"),
    ("echiquier", "board"),
];

/// German options with the English ones.
const GERMAN_OPTIONS: [(&str, &str); 39] = [
    ("satzspiel", "setplay"),
    ("weissbeginnt", "whitetoplay"),
    ("halbduplex", "halfduplex"),
    ("startzugnummer", "startmovenumber"),
    ("verfuehrung", "try"),
    ("varianten", "variations"),
    ("zugnummern", "movenumbers"),
    ("widerlegung", "defence"),
    ("drohung", "threat"),
    ("ohnedrohung", "nothreat"),
    ("ohnebrett", "noboard"),
    ("ohnekurzvarianten", "noshortvariations"),
    ("nichttrivial", "nontrivial"),
    ("maxloesungen", "maxsolutions"),
    ("maxfluchtfelder", "maxflightsquares"),
    ("maxzeit", "maxtime"),
    ("keinerochade", "nocastling"),
    ("stopnachkurzloesungen", "stoponshortsolutions"),
    ("pieps", "beep"),
    ("ohnegitter", "suppressgrid"),
    ("zeichnegitter", "writegrid"),
    ("nachschluessel", "postkeyplay"),
    ("nullzuege", "nullmoves"),
    ("letzterschlag", "lastcapture"),
    ("haltemattsetzendenstein", "keepmatingpiece"),
    ("rochadengegenseitigausschliessend", "castlingmutuallyexclusive"),
    ("ohnewk", "nowk"),
    ("ohnesk", "nobk"),
    ("enpassant", "enpassant"),
    ("intelligent", "intelligent"),
    ("duplex", "duplex"),
    ("suchen", "search"),
    ("mehrereloesungen", "multisolutions"),
    ("keinesymmetrie", "nosymmetry"),
    ("quodlibet", "quodlibet"),
    ("zielistende", "goalisend"),
    ("biszugnummer", "uptomovenumber"),
    ("trivialefehlversucheunterdruecken", "trivialtriesavoid"),
    ("mattsin1", "matesin1"),
];

/// French options with the English ones.
const FRENCH_OPTIONS: [(&str, &str); 39] = [
    ("apparent", "setplay"),
    ("apparentseul", "whitetoplay"),
    ("demiduplex", "halfduplex"),
    ("enroute", "startmovenumber"),
    ("essais", "try"),
    ("variantes", "variations"),
    ("trace", "movenumbers"),
    ("defense", "defence"),
    ("menace", "threat"),
    ("sansmenace", "nothreat"),
    ("sansechiquier", "noboard"),
    ("sansvariantescourtes", "noshortvariations"),
    ("nontrivial", "nontrivial"),
    ("maxsolutions", "maxsolutions"),
    ("maxcasesfuites", "maxflightsquares"),
    ("maxtemps", "maxtime"),
    ("sansroquer", "nocastling"),
    ("finapressolutionscourtes", "stoponshortsolutions"),
    ("bip", "beep"),
    ("sansgrille", "suppressgrid"),
    ("ajoutegrille", "writegrid"),
    ("aprescle", "postkeyplay"),
    ("coupsvides", "nullmoves"),
    ("derniereprise", "lastcapture"),
    ("retienspiecematante", "keepmatingpiece"),
    ("roquesmutuellementexclusifs", "castlingmutuallyexclusive"),
    ("sansrb", "nowk"),
    ("sansrn", "nobk"),
    ("enpassant", "enpassant"),
    ("intelligent", "intelligent"),
    ("duplex", "duplex"),
    ("search", "search"),
    ("multisolutions", "multisolutions"),
    ("nonsymetrique", "nosymmetry"),
    ("quodlibet", "quodlibet"),
    ("butestfin", "goalisend"),
    ("jusquaucoup", "uptomovenumber"),
    ("trivialessaisupprimer", "trivialtriesavoid"),
    ("matsen1", "matesin1"),
];

/// German names of players with the English ones.
const GERMAN_PLAYERS: [(&str, &str); 10] = [
    ("weiss", "white"),
    ("weiß", "white"),
    ("schwarz", "black"),
    ("rot", "red"),
    ("orange", "orange"),
    ("blau", "blue"),
    ("gruen", "green"),
    ("grün", "green"),
    ("gelb", "yellow"),
    ("neutral", "neutral"),
];

/// French names of players with the English ones.
const FRENCH_PLAYERS: [(&str, &str); 8] = [
    ("blanc", "white"),
    ("noir", "black"),
    ("rouge", "red"),
    ("orange", "orange"),
    ("bleu", "blue"),
    ("vert", "green"),
    ("jaune", "yellow"),
    ("neutre", "neutral"),
];

/// German words of twins with the English ones.
const GERMAN_CHANGES: [(&str, &str); 15] = [
    ("versetze", "move"),
    ("tausche", "exchange"),
    ("forderung", "stipulation"),
    ("sforderung", "sstipulation"),
    ("hinzufuegen", "add"),
    ("entferne", "remove"),
    ("ferner", "continued"),
    ("drehung", "rotate"),
    ("bedingung", "condition"),
    ("farbwechsel", "polishtype"),
    ("spiegelung", "mirror"),
    ("verschiebung", "shift"),
    ("ersetze", "substitute"),
    ("weiss", "white"),
    ("schwarz", "black"),
];

/// French words of twins with the English ones.
const FRENCH_CHANGES: [(&str, &str); 15] = [
    ("deplacement", "move"),
    ("echange", "exchange"),
    ("enonce", "stipulation"),
    ("senonce", "sstipulation"),
    ("ajoute", "add"),
    ("ote", "remove"),
    ("enplus", "continued"),
    ("rotation", "rotate"),
    ("condition", "condition"),
    ("couleurechange", "polishtype"),
    ("miroir", "mirror"),
    ("translation", "shift"),
    ("remplace", "substitute"),
    ("blanc", "white"),
    ("noir", "black"),
];

impl Language {
    /// Returns the language of a first command; four letters are enough.
    pub(super) fn beginning(word: &str) -> Option<Self> {
        abbreviated(word, &BEGINNINGS).filter(|_| word.len() >= 4)
    }

    /// Returns the English name of a command; a command in English stays as it is.
    pub(super) fn command(self, word: &str) -> &str {
        self.translated(word, &GERMAN_COMMANDS, &FRENCH_COMMANDS)
    }

    /// Returns the English name of an option; an option in English stays as it is.
    pub(super) fn option(self, word: &str) -> &str {
        self.translated(word, &GERMAN_OPTIONS, &FRENCH_OPTIONS)
    }

    /// Returns the English word of a twin; another word stays as it is.
    pub(super) fn change(self, word: &str) -> &str {
        self.translated(word, &GERMAN_CHANGES, &FRENCH_CHANGES)
    }

    /// Returns the English name of a player; another word stays as it is.
    pub(super) fn player(self, word: &str) -> &str {
        self.translated(word, &GERMAN_PLAYERS, &FRENCH_PLAYERS)
    }

    /// Returns the colour of a player; three letters of the name are enough.
    pub(super) fn colour(self, word: &str) -> Option<Colour> {
        let name = self.player(word);
        let begins = |colour: &Colour| {
            colour.name().get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        Colour::ALL.into_iter().find(begins).filter(|_| name.len() >= 3)
    }

    /// Returns the letters of king, queen, rook, bishop, knight and pawn.
    pub(super) const fn letters(self) -> [char; 6] {
        match self {
            Self::English => ['K', 'Q', 'R', 'B', 'S', 'P'],
            Self::German => ['K', 'D', 'T', 'L', 'S', 'B'],
            Self::French => ['R', 'D', 'T', 'F', 'C', 'P'],
        }
    }

    fn translated<'w>(
        self,
        word: &'w str,
        german: &[(&'static str, &'static str)],
        french: &[(&'static str, &'static str)],
    ) -> &'w str {
        match self {
            Self::English => word,
            Self::German => abbreviated(word, german).unwrap_or(word),
            Self::French => abbreviated(word, french).unwrap_or(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Meaning;
    use super::*;

    #[test]
    fn every_translation_is_known() {
        for (word, english) in GERMAN_OPTIONS.into_iter().chain(FRENCH_OPTIONS) {
            assert!(Meaning::of(english).is_some(), "{word} {english}");
        }
        for (word, english) in GERMAN_PLAYERS.into_iter().chain(FRENCH_PLAYERS) {
            assert!(english == "neutral" || Language::English.colour(english).is_some(), "{word} {english}");
        }
    }

    #[test]
    fn languages_have_their_own_words() {
        assert_eq!(Language::beginning("Anfang"), Some(Language::German));
        assert_eq!(Language::beginning("DebutProbleme"), Some(Language::French));
        assert_eq!(Language::beginning("begi"), Some(Language::English));
        assert_eq!(Language::beginning("Steine"), None);
        assert_eq!(
            (Language::German.command("Ford"), Language::English.command("Ford")),
            ("stipulation", "Ford")
        );
        assert_eq!(
            (Language::French.option("Apparent"), Language::French.option("apparents")),
            ("setplay", "whitetoplay")
        );
        assert_eq!(Language::German.colour("Schw"), Some(Colour::Black));
        assert_eq!(Language::French.colour("white"), Some(Colour::White));
    }
}
