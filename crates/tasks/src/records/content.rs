//! Detection of the content of a file from its first lines, never from its name.

use std::fmt;
use std::ops::ControlFlow;

use hexmate_batch::files::{FileError, FileKind, Input, Packing};

/// The kind of content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// PGN: tags, or numbered moves.
    Games,
    /// Lines of FEN or EPD.
    Positions,
    /// CSV with a column `fen`, or with other headings or FENs of a problem table.
    Puzzles,
    /// CSV with a column `moves`.
    Table,
    /// JSON Lines.
    Objects,
    /// UCI move lists, one game per line.
    Lists,
    /// Input of Popeye.
    Popeye,
    /// Entries of YACPDB, in YAML or in JSON on several lines.
    Entries,
    /// Only white space and comments.
    Empty,
    /// Data packed by a program whose files are not unpacked automatically.
    Packed(Packing),
    /// Other binary data.
    Binary,
    /// Any other text.
    Unknown,
}

impl Content {
    /// Returns the stable code of the error that a file of this content has no record of the required kind.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Packed(_) => "packed-file",
            Self::Binary => "not-text",
            _ => "no-records",
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Games => "it looks like PGN",
            Self::Positions => "it looks like lines of FEN or EPD",
            Self::Puzzles => "it looks like CSV",
            Self::Table => "it looks like a table of games",
            Self::Objects => "it looks like JSON",
            Self::Lists => "it looks like lists of moves",
            Self::Popeye => "it looks like input of Popeye",
            Self::Entries => "it looks like entries of YACPDB",
            Self::Empty => "it is empty",
            Self::Packed(packing) => return packing.fmt(f),
            Self::Binary => "it is not text",
            Self::Unknown => "it is not PGN, lines of FEN or EPD, or CSV with a column fen",
        })
    }
}

/// Smallest number of slashes in a FEN. Every board has more, so that a FEN with missing ranks is recognised too.
const SLASHES: usize = 3;

impl Content {
    /// Detects the content of a file.
    ///
    /// # Errors
    ///
    /// If its beginning cannot be read.
    pub fn of_input(input: &mut Input) -> Result<Self, FileError> {
        match input.kind() {
            FileKind::Packed(packing) => Ok(Self::Packed(packing)),
            FileKind::Binary => Ok(Self::Binary),
            FileKind::Text => input.recognise(Self::of),
        }
    }

    /// Detects the content of a text that begins with `head`; breaks if reading more cannot change the result.
    pub fn of(head: &[u8]) -> ControlFlow<Self, Self> {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut content = Self::Empty;
        for line in head.split_inclusive(|&byte| byte == b'\n') {
            let complete = line.ends_with(b"\n");
            match Self::of_line(line.trim_ascii()) {
                Self::Empty => {}
                // The line may be damaged; a later line can decide.
                Self::Unknown => content = Self::Unknown,
                found if complete => return ControlFlow::Break(found),
                found => return ControlFlow::Continue(found),
            }
        }
        ControlFlow::Continue(content)
    }

    fn of_line(line: &[u8]) -> Self {
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Spreadsheet programs use other separators than commas.
        let is_between = |byte: &u8| matches!(byte, b',' | b';' | b'\t' | b'|');
        let has =
            |column: &[u8]| line.split(is_between).any(|name| unquoted(name).eq_ignore_ascii_case(column));
        let mut ranks = word.split(|&byte| byte == b'/');
        let first_rank = ranks.next().unwrap_or_default();
        let is_row = first_rank.iter().any(is_between) && !is_rank_with_commas(first_rank);
        let is_board = ranks.count() >= SLASHES;
        match line {
            [] | [b'#' | b'%', ..] => Self::Empty,
            _ if is_popeye(word) => Self::Popeye,
            _ if is_entry(line) => Self::Entries,
            // The next line decides.
            b"{" | b"[" => Self::Unknown,
            [b'{', b'"', ..] => Self::Objects,
            [b'{', b' ', rest @ ..] if is_member(rest) => Self::Objects,
            [b'[', rest @ ..] if matches!(rest.trim_ascii_start(), [] | [b'{', ..]) => Self::Objects,
            [b'[' | b'{', ..] => Self::Games,
            _ if has(b"moves") => Self::Table,
            _ if has(b"fen") || is_row && is_board => Self::Puzzles,
            _ if is_board || is_piece_list(line) || is_encoded_board(word) => Self::Positions,
            _ if is_header(line) => Self::Puzzles,
            _ if digits > 0 && word[digits..].starts_with(b".") => Self::Games,
            _ if matches!(word, b"position" | b"setoption" | b"startpos") || is_two_cells(word) => {
                Self::Lists
            }
            _ => Self::Unknown,
        }
    }
}

/// Returns whether a word has the slashes of a board as they are in an address, `%2F`.
fn is_encoded_board(word: &[u8]) -> bool {
    word.windows(3).filter(|part| part.eq_ignore_ascii_case(b"%2F")).count() >= SLASHES
}

/// Returns whether a word is the first of Popeye's input; it may be shortened.
fn is_popeye(word: &[u8]) -> bool {
    let begins = |whole: &[u8]| whole.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    word.len() >= 4 && [&b"beginproblem"[..], b"anfangproblem", b"debutprobleme"].into_iter().any(begins)
}

/// Names of the members of entries.
const MEMBERS: &str = "id authors source source-id award algebraic stipulation options conditions twins solution \
    intended-solutions keywords comments distinction reprints foreignids legend ash date success result entries";

/// Returns whether a line begins a YAML document, or is the first member of an entry: `authors:`, `"algebraic": {`.
fn is_entry(line: &[u8]) -> bool {
    let Ok(line) = str::from_utf8(line) else { return false };
    let item = line.strip_prefix("- ").unwrap_or(line).trim_start();
    let Some((name, value)) = item.split_once(':') else { return line == "---" };
    let bare = name.trim().trim_matches('"');
    // A tag of a game or a piece list can have a colon too, but not one of these names before it.
    let is_separate = value.is_empty() || value.starts_with([' ', '\t', '[', '{', '"']) || name.contains('"');
    is_separate && MEMBERS.split(' ').any(|member| member == bare)
}

/// Headings by which a problem table without a column `fen` is recognised.
const HEADINGS: &str = "id nr stipulation stip key solution author source position board diagram forderung lösung \
    aufgabe verfasser autor quelle pieces stellung követelmény megoldás feladat szerző állás zadanie rozwiązanie pozycja";

/// Returns whether a line has at least two headings of a problem table.
fn is_header(line: &[u8]) -> bool {
    let Ok(line) = str::from_utf8(line) else { return false };
    let is_heading = |cell: &&str| {
        let cell = cell.trim_matches(['"', ' ']).to_lowercase();
        HEADINGS.split(' ').any(|heading| heading == cell)
    };
    let count = |by: char| line.split(by).filter(is_heading).count();
    [',', ';', '\t', '|'].into_iter().any(|by| count(by) >= 2)
}

/// Names of players before their pieces, in the languages of the piece letters.
const PLAYERS: &str = "w b white black v s világos sötét c białe czarne weiß weiss schwarz n blancs noirs blancas negras \
    б ч белые чёрные черные blankaj nigraj";

/// Returns whether a line lists pieces and cells: `w: Kf6 Qg4; b: Kf11`, `Kf6 Qg4 / kf11`, `white Kf6 black Kf11`.
///
/// Prose and moves are not: each player has a name before the pieces, or only pieces are on both sides of one slash, or
/// there is nothing but pieces, and kings of both players.
pub(super) fn is_piece_list(line: &[u8]) -> bool {
    let Ok(line) = str::from_utf8(line) else { return false };
    let line = &without_brackets(line);
    let is_name = |word: &str| PLAYERS.split(' ').any(|name| name == word.to_lowercase());
    let ends_with_label = |text: &str| listed_words(text).next_back().is_some_and(is_word);
    let begins_with_piece = |text: &str| {
        let mut words = listed_words(text);
        let (first, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        is_placed(first) || is_letter(first) && is_placed(next)
    };
    if let [one, other, third, ..] = line.splitn(4, ':').collect::<Vec<_>>()[..]
        && ends_with_label(one)
        && ends_with_label(other)
    {
        // The pieces of a player may be missing, but not those of all.
        return begins_with_piece(other) || begins_with_piece(third);
    }
    let mut words = listed_words(line);
    if let (Some(one), Some(other)) = (words.next(), words.next()) {
        let mut is_detached = || is_letter(other) && one.len() > 1 && words.next().is_some_and(is_placed);
        if is_name(one) && (is_placed(other) || is_detached()) || [one, other].into_iter().all(is_prefixed) {
            return true;
        }
    }
    let list = line.split(';').next().unwrap_or_default();
    let are_placed = |text: &str| listed_words(text).all(is_placed);
    if are_placed(list) && has_both_kings(list) {
        return true;
    }
    list.split_once('/')
        .is_some_and(|(one, other)| begins_with_piece(one) && are_placed(one) && begins_with_piece(other))
}

/// Returns the words of a list, which may have commas and stops between them.
fn listed_words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.')).filter(|word| !word.is_empty())
}

/// Returns a text without its parts in brackets, such as numbers of pieces.
fn without_brackets(text: &str) -> String {
    let mut parts = text.split('(');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text.trim_end().to_owned() + part.split_once(')').map_or(part, |(_, rest)| rest)
    })
}

/// Returns whether a word is a piece letter in capitals, of at most two characters, or a figurine.
fn is_letter(word: &str) -> bool {
    let mut chars = word.chars();
    let is_begin = |c: char| c.is_uppercase() || ('\u{2654}'..='\u{265f}').contains(&c);
    chars.next().is_some_and(is_begin) && chars.all(char::is_alphabetic) && word.chars().count() <= 2
}

/// Returns whether words are kings of both players: figurines, or capitals and small letters.
fn has_both_kings(list: &str) -> bool {
    let begins =
        |letter: &str| list.split_whitespace().any(|word| word.strip_prefix(letter).is_some_and(is_placed));
    [("♔", "♚"), ("K", "k"), ("R", "r"), ("Кр", "кр")]
        .iter()
        .any(|(white, black)| begins(white) && begins(black))
}

/// Returns whether a text is a word of letters.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= 16 && text.chars().all(char::is_alphabetic)
}

/// Returns whether a word is a cell, with at most three letters or a figurine before it: `Kf6`, `Крf6`, `e5`.
fn is_placed(word: &str) -> bool {
    let Some(digit) = word.find(|c: char| c.is_ascii_digit()) else { return false };
    let Some(letters) = word[..digit].strip_suffix(|file: char| file.is_ascii_lowercase()) else {
        return false;
    };
    let is_letter = |c: char| c.is_alphabetic() || ('\u{2654}'..='\u{265f}').contains(&c);
    letters.chars().count() <= 3
        && letters.chars().all(is_letter)
        && word[digit..].chars().all(|c| c.is_ascii_alphanumeric())
}

/// Returns whether a word is a cell with a player and a piece before it: `wKf6`.
fn is_prefixed(word: &str) -> bool {
    let mut chars = word.chars();
    is_placed(word)
        && chars.next().is_some_and(char::is_lowercase)
        && chars.next().is_some_and(char::is_uppercase)
        && chars.next().is_some_and(|file| file.is_ascii_lowercase())
}

/// Returns whether a text is a rank of a game for more than two players: `1,oP,1`.
fn is_rank_with_commas(text: &[u8]) -> bool {
    text.split(|&byte| byte == b',').all(|item| match item {
        [owner, role, seat @ ..] if owner.is_ascii_lowercase() => b"KQRBNP".contains(role) && seat.len() <= 1,
        _ => item.iter().all(u8::is_ascii_digit),
    })
}

/// Returns whether a text begins a JSON object after its brace: a name in quotation marks, then a colon.
fn is_member(text: &[u8]) -> bool {
    let mut parts = text.trim_ascii().splitn(3, |&byte| byte == b'"');
    let (before, _, after) = (parts.next(), parts.next(), parts.next());
    before == Some(b"") && after.is_some_and(|after| after.trim_ascii_start().starts_with(b":"))
}

/// Returns a header cell without surrounding quotes and blanks.
fn unquoted(name: &[u8]) -> &[u8] {
    let name = name.trim_ascii();
    name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(name).trim_ascii()
}

/// Returns whether a word has the form of a UCI move: `g4g5`.
fn is_two_cells(word: &[u8]) -> bool {
    let shape: Vec<bool> = word.iter().map(u8::is_ascii_digit).collect();
    let mut runs = shape.chunk_by(|one, next| one == next).map(|run| (run[0], run.len()));
    let [letter, rank] = [(false, 1), (true, 1)];
    let is_rank = |run: Option<(bool, usize)>| run.is_some_and(|run| run == rank || run == (true, 2));
    word.iter().all(u8::is_ascii_alphanumeric)
        && runs.next() == Some(letter)
        && is_rank(runs.next())
        && runs.next() == Some(letter)
        && is_rank(runs.next())
        && runs.next().is_none_or(|run| run == letter)
        && runs.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_decides_the_content() {
        for (text, content) in [
            ("[Event \"x\"]\n", Content::Games),
            ("\u{feff}\r\n[Event \"x\"]\r\n", Content::Games),
            ("1. b1b2 b7b6\n", Content::Games),
            ("12.b1b2\n", Content::Games),
            ("{ a comment }\n", Content::Games),
            ("b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1\n", Content::Positions),
            ("1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - dm 2;\n", Content::Positions),
            ("# mates\n1/3/rP,3,bP/rR,rP,3,bP,bR w wrb - 0 1\n", Content::Positions),
            ("id,variant,fen,stipulation,key,source\n", Content::Puzzles),
            ("\"id\",\"FEN\"\n", Content::Puzzles),
            ("sep=;\r\nNr;Autor; FEN ;Forderung\r\n", Content::Puzzles),
            ("id\tfen\n", Content::Puzzles),
            ("Problem;Position\n1;1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1\n", Content::Puzzles),
            ("One,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2\n", Content::Puzzles),
            ("1,oP,1/5/2,bP,1,gK,bP,1/3,gP,5 y wrobgy - 0 1\n", Content::Positions),
            ("w: Kf6 Qg4 Pe5; b: Kf11 Pe7\n", Content::Positions),
            ("Világos: Kf6, Vg4. Sötét: Kf11; stip \"#2\"\n", Content::Positions),
            ("б: Крf6; ч: Крf11\n", Content::Positions),
            ("w: Kf6; b: Kf11; id \"w: x\"\n", Content::Positions),
            ("w:; b: Kf11\n", Content::Positions),
            ("Kf6 Qg4 / kf11 pe7; id \"x\"\n", Content::Positions),
            ("white Kf6 Qg4 black Kf11\n", Content::Positions),
            ("wKg1 rKa5 bKl6\n", Content::Positions),
            ("White: Kasparov; Black: Karpov\n", Content::Unknown),
            ("Nf4 Nf7 Bf5\n", Content::Unknown),
            ("White wins: see e5\n", Content::Unknown),
            ("id;pieces;stipulation\n", Content::Puzzles),
            ("fen,result,moves\n", Content::Table),
            ("Nr;Stellung;Forderung\n1;x;#2\n", Content::Puzzles),
            ("\"id\",position,stip\n", Content::Puzzles),
            ("No, thanks\n", Content::Unknown),
            ("sep=;\n\"White\";\"Moves\"\n", Content::Table),
            ("{\"moves\":\"g4g5\"}\n", Content::Objects),
            ("{ \"fen\" : \"x\" }\n", Content::Objects),
            ("{ \"quoted\" words }\n", Content::Games),
            ("[\n{\"moves\":\"g4g5\"},\n", Content::Objects),
            ("[ {\"moves\":\"g4g5\"}]\n", Content::Objects),
            ("BeginProblem\nstipulation #2\n", Content::Popeye),
            ("AnfangProblem\nForderung #2\n", Content::Popeye),
            ("debutpro enonce #2\n", Content::Popeye),
            ("begin author A\n", Content::Popeye),
            ("begins\n", Content::Unknown),
            ("---\nalgebraic:\n", Content::Entries),
            ("# x\nauthors:\n  - A\n", Content::Entries),
            ("- stipulation: h#2\n", Content::Entries),
            ("{\n  \"algebraic\": {\n", Content::Entries),
            ("[\n{\n\"id\": 5,\n", Content::Entries),
            ("{\na comment }\n[Event \"x\"]\n", Content::Games),
            ("id: x\n", Content::Entries),
            ("position startpos moves g4g5\n", Content::Lists),
            ("g4g5 f10g10q\n", Content::Lists),
            ("g4 f10\n", Content::Unknown),
            ("", Content::Empty),
            ("\n  \n# nothing\n", Content::Empty),
            ("1/2-1/2\n", Content::Unknown),
            ("\u{0}\u{1}\u{2}", Content::Unknown),
            ("what is this\n[Event \"x\"]\n", Content::Games),
        ] {
            let (ControlFlow::Break(found) | ControlFlow::Continue(found)) = Content::of(text.as_bytes());
            assert_eq!(found, content, "{text:?}");
        }
    }

    #[test]
    fn incomplete_line_leaves_content_open() {
        assert_eq!(Content::of(b"1/3/5/7"), ControlFlow::Continue(Content::Positions));
        assert_eq!(Content::of(b"1/3/5/7,fen,"), ControlFlow::Continue(Content::Puzzles));
        assert_eq!(Content::of(b"1/3/5/7\n"), ControlFlow::Break(Content::Positions));
    }
}
