//! Classification of single words of movetext and of tag lines by their bytes.

use super::remark;
use super::score::{GameResult, SIGNS, Shares};
use hexmate_position::DASHES;
use hexmate_position::Judgement;

/// Maximum length of the beginning of a tag up to the end of its name, in bytes.
pub(super) const TAG_HEAD: usize = 512;

/// Class of a word of movetext. Lengths are in bytes; the rest of the text is the next word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A result that is the whole word.
    Result(GameResult),
    /// A move number with its dots.
    Number { value: u32, dots: u32, len: usize },
    /// Dots without a number.
    Dots { dots: u32, len: usize },
    /// Marks without a move.
    Mark,
    /// A move of this length; a rest is a result.
    Move(usize),
    /// A word of a remark on the end of a game.
    Remark,
    /// Any other word.
    Junk,
}

/// Marks of captures en passant; a sign of check may follow.
const EN_PASSANT: &[&[u8]] = &[b"ep", b"ep.", b"e.p", b"e.p."];

const ELLIPSIS: &[u8] = "…".as_bytes();
const DOUBLE_DAGGER: &[u8] = "‡".as_bytes();

/// Returns the length of the word at the beginning of `bytes`; at least 1.
#[inline]
pub(super) fn word_len(bytes: &[u8]) -> usize {
    1 + rest_len(bytes.get(1..).unwrap_or_default())
}

/// Returns the number of bytes before the first one that ends a word.
#[inline]
pub(super) fn rest_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| ENDS_WORD[byte as usize]).unwrap_or(bytes.len())
}

static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" \t\n\r\x0b\x0c{}()[];$";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    table
};

/// Returns whether this byte separates words within a line.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// Returns the number of blanks at the beginning of `bytes`.
pub(super) fn blank_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| !is_blank(byte)).unwrap_or(bytes.len())
}

/// Classifies a non-empty word.
#[inline]
pub(super) fn classify(word: &[u8]) -> Word {
    match word[0] {
        b'0'..=b'9' => classify_digits(word),
        byte if byte.is_ascii_alphabetic() || !byte.is_ascii() => classify_letters(word),
        _ => classify_signs(word),
    }
}

fn classify_digits(word: &[u8]) -> Word {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &word[digits..];
    // A fast path: most words that begin with a digit are numbers, and results have no dot after their first digits but
    // in decimal fractions. In `1.0-0` castling follows a number.
    if (rest.first() != Some(&b'.') || matches!(rest.get(1), Some(b'2' | b'5' | b'7')))
        && let Some(score) = GameResult::from_bytes(word)
    {
        return Word::Result(score);
    }
    let is_castling = || DASHES.iter().any(|dash| word[1..].starts_with(dash.as_bytes()));
    if word[0] == b'0' && is_castling() || is_bare_castling(word) {
        return classify_move(word);
    }
    let (dots, dots_len) = count_dots(rest);
    let is_move_next = rest.first().is_none_or(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    if dots == 0 && !is_move_next {
        return Word::Junk;
    }
    let value = word[..digits]
        .iter()
        .fold(0_u32, |value, byte| value.saturating_mul(10).saturating_add(u32::from(byte - b'0')));
    Word::Number { value, dots, len: digits + dots_len }
}

/// Returns whether a word is castling written `00` or `000`, with or without marks after it.
fn is_bare_castling(word: &[u8]) -> bool {
    let zeros = word.iter().take_while(|&&byte| byte == b'0').count();
    (2..=3).contains(&zeros) && word[zeros..].iter().all(|byte| b"+#!?".contains(byte))
}

#[inline]
fn classify_letters(word: &[u8]) -> Word {
    // A fast path: only words with these first letters or without digits can be something other than a move.
    let first = word[0];
    let is_other = !first.is_ascii() || matches!(first, b'd' | b'D' | b'r' | b'R' | b'e');
    if !is_other && word.iter().any(u8::is_ascii_digit) {
        return classify_move(word);
    }
    if let Some(score) = GameResult::from_bytes(word) {
        return Word::Result(score);
    }
    if is_mark(word) {
        return Word::Mark;
    }
    match count_dots(word) {
        (0, _) if remark::is_word(word) => Word::Remark,
        (0, _) => classify_move(word),
        (dots, len) => Word::Dots { dots, len },
    }
}

#[inline]
fn classify_move(word: &[u8]) -> Word {
    match word {
        [.., b'*' | 0x80..=0xff] | [.., b'-' | b'/' | 0x80..=0xff, _] => {
            let sign =
                || SIGNS.iter().map(|(sign, _)| *sign).find(|sign| word.ends_with(sign)).map(<[u8]>::len);
            let glued = Shares::length_at_end(word).or_else(sign).filter(|&length| length < word.len());
            let glued = glued.or_else(|| glued_mark(word));
            Word::Move(word.len() - glued.unwrap_or(0))
        }
        [.., b'-' | b'='] | [.., b'=', b'+'] | [.., b'!' | b'?', b'!' | b'?', b'!' | b'?'] => {
            Word::Move(word.len() - glued_mark(word).unwrap_or(0))
        }
        _ => Word::Move(word.len()),
    }
}

/// Returns the length of the annotation after a move, in bytes.
fn glued_mark(word: &[u8]) -> Option<usize> {
    Judgement::length_at_end(word).filter(|&length| length < word.len())
}

/// Returns a result in three words, `1/2 - 1/2`, at the beginning of a text, and its length in bytes.
pub(super) fn spaced_result(text: &[u8]) -> Option<(GameResult, usize)> {
    const LONGEST: usize = 24;
    let text = &text[..text.len().min(LONGEST)];
    let share = word_len(text);
    let sign = share + blank_len(text.get(share..)?);
    let end_of_sign = sign + word_len(text.get(sign..).filter(|rest| !rest.is_empty())?);
    let is_between = |dash: &&str| dash.as_bytes() == &text[sign..end_of_sign];
    if share == sign || !DASHES.iter().chain(&[":"]).any(is_between) {
        return None;
    }
    let other = end_of_sign + blank_len(&text[end_of_sign..]);
    let end = other + word_len(text.get(other..).filter(|rest| !rest.is_empty())?);
    let score = GameResult::from_bytes(&text[..end]).filter(|_| other > end_of_sign)?;
    Some((score, end))
}

fn classify_signs(word: &[u8]) -> Word {
    if let Some(score) = GameResult::from_bytes(word) {
        return Word::Result(score);
    }
    match count_dots(word) {
        (0, _) if is_mark(word) => Word::Mark,
        (0, _) => Word::Junk,
        (dots, len) => Word::Dots { dots, len },
    }
}

/// Counts the dots at the beginning of `bytes` and the bytes that they occupy; `…` is three dots.
fn count_dots(bytes: &[u8]) -> (u32, usize) {
    let mut dots = 0;
    let mut len = 0;
    loop {
        let rest = &bytes[len..];
        if rest.starts_with(b".") {
            dots += 1;
            len += 1;
        } else if rest.starts_with(ELLIPSIS) {
            dots += 3;
            len += ELLIPSIS.len();
        } else {
            return (dots, len);
        }
    }
}

/// Returns whether a word is a row of `!?+#‡`, an annotation or a mark of en passant.
fn is_mark(word: &[u8]) -> bool {
    let mut rest = word;
    loop {
        rest = match rest {
            [] => return true,
            [b'!' | b'?' | b'+' | b'#', rest @ ..] => rest,
            _ => match rest.strip_prefix(DOUBLE_DAGGER) {
                Some(rest) => rest,
                None => break,
            },
        }
    }
    let signs = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).count();
    EN_PASSANT.contains(&&word[..word.len() - signs])
        || Judgement::evaluation(word).is_some()
        || Judgement::of(word).is_some()
}

/// Parses the number of an annotation glyph: one to three digits, at most 255.
pub(super) fn nag(digits: &[u8]) -> Option<u8> {
    if !(1..=3).contains(&digits.len()) {
        return None;
    }
    digits.iter().try_fold(0_u8, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| byte - b'0')?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

/// Returns whether a word is a line drawn between games, such as `=====`.
pub(super) fn is_rule(word: &[u8]) -> bool {
    word.len() >= 3
        && matches!(word[0], b'=' | b'-' | b'_' | b'*' | b'~' | b'#' | b'+' | b'.')
        && word.iter().all(|&byte| byte == word[0])
}

/// Returns the range of the name in a tag at the beginning of `bytes`: `[`, blanks, a name,
/// then a blank or a quote. `None` if `bytes` does not begin with a tag.
pub(super) fn tag_name(bytes: &[u8]) -> Option<std::ops::Range<usize>> {
    let bytes = &bytes[..bytes.len().min(TAG_HEAD)];
    let [b'[', inside @ ..] = bytes else { return None };
    let begin = 1 + blank_len(inside);
    let name = &bytes[begin..];
    if name.first()?.is_ascii_digit() {
        return None;
    }
    let len = name.iter().position(|&byte| {
        !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii())
    })?;
    let has_value = is_blank(name[len]) || name[len] == b'"';
    (len > 0 && has_value).then_some(begin..begin + len)
}

/// Returns whether a line begins with a complete tag in quotes: `[Name "value"]`.
pub(super) fn is_complete_tag(line: &[u8]) -> bool {
    let Some(name) = tag_name(line) else { return false };
    let value = line[name.end..].trim_ascii_start();
    let Some(value) = value.strip_prefix(b"\"") else { return false };
    let is_escaped = |at: usize| value[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
    memchr::memchr_iter(b'"', value)
        .any(|end| !is_escaped(end) && value[end + 1..].trim_ascii_start().starts_with(b"]"))
}

#[cfg(test)]
mod tests {
    use super::{Word, classify, is_complete_tag, is_rule, nag, spaced_result, tag_name, word_len};
    use crate::pgn::GameResult;

    #[test]
    fn results_parse_in_every_spelling() {
        let spellings: [(&[u8], GameResult); 44] = [
            (b"1-0", GameResult::WhiteWins),
            (b"0-1", GameResult::BlackWins),
            (b"1/2-1/2", GameResult::Draw),
            (b"3/4-1/4", GameResult::WhiteThreeQuarters),
            (b"1/4-3/4", GameResult::BlackThreeQuarters),
            (b"*", GameResult::Unfinished),
            ("½-½".as_bytes(), GameResult::Draw),
            ("ź-ź".as_bytes(), GameResult::Draw),
            (b"\xbd-\xbd", GameResult::Draw),
            (b"\xab-\xab", GameResult::Draw),
            ("˝-˝".as_bytes(), GameResult::Draw),
            ("«-«".as_bytes(), GameResult::Draw),
            ("Ť-Ť".as_bytes(), GameResult::Draw),
            ("1–0".as_bytes(), GameResult::WhiteWins),
            ("0—1".as_bytes(), GameResult::BlackWins),
            ("1/2−1/2".as_bytes(), GameResult::Draw),
            ("½–½".as_bytes(), GameResult::Draw),
            ("¾-¼".as_bytes(), GameResult::WhiteThreeQuarters),
            ("¼–¾".as_bytes(), GameResult::BlackThreeQuarters),
            ("1/2 - 1/2".as_bytes(), GameResult::Draw),
            (b"1:0", GameResult::WhiteWins),
            ("½:½".as_bytes(), GameResult::Draw),
            (b"0,5-0,5", GameResult::Draw),
            (b"0.5-0.5", GameResult::Draw),
            (b"0,75:0,25", GameResult::WhiteThreeQuarters),
            (b"0.25-0.75", GameResult::BlackThreeQuarters),
            (b"1,0-0,0", GameResult::WhiteWins),
            (b"1-0.", GameResult::WhiteWins),
            (b"1/2-1/2.", GameResult::Draw),
            ("½-½.".as_bytes(), GameResult::Draw),
            (b"1/2", GameResult::Draw),
            ("½".as_bytes(), GameResult::Draw),
            (b"remi", GameResult::Draw),
            (b"draw", GameResult::Draw),
            (b"Remi", GameResult::Draw),
            (b"DRAW", GameResult::Draw),
            (b"remis", GameResult::Draw),
            ("Döntetlen".as_bytes(), GameResult::Draw),
            ("DÖNTETLEN".as_bytes(), GameResult::Draw),
            (b"unentschieden", GameResult::Draw),
            (b"Nulle", GameResult::Draw),
            (b"tablas", GameResult::Draw),
            ("Ничья".as_bytes(), GameResult::Draw),
            (b"remizo", GameResult::Draw),
        ];
        for (text, score) in spellings {
            assert_eq!(classify(text), Word::Result(score), "{}", text.escape_ascii());
            assert_eq!(GameResult::from_bytes(text), Some(score));
            assert_eq!(GameResult::from_bytes(score.to_string().as_bytes()), Some(score));
        }
    }

    #[test]
    fn result_glued_to_move_is_split() {
        for sign in [
            "*",
            "1-0",
            "0-1",
            "1/2-1/2",
            "3/4-1/4",
            "1/4-3/4",
            "½-½",
            "ź-ź",
            "1-0-0",
            "0-1-0",
            "0-0-1",
            "1/3-1/3-1/3",
            "0-0-3/4-0-0-1/4",
        ] {
            for text in ["g10f11", "Bf1", "Qe1-c3", "Ve8#", "f11=Q", "♘f3‡"] {
                let glued = format!("{text}{sign}");
                assert_eq!(classify(glued.as_bytes()), Word::Move(text.len()), "{glued}");
            }
        }
    }

    #[test]
    fn annotation_glued_to_move_is_split() {
        for mark in ["+-", "-+", "+/-", "=+", "+=", "±", "⩲", "∞", "⁉", "‼", "!!!", "??!?", "+−"] {
            for text in ["e5", "g10f11", "Qe1-c3", "f11=Q"] {
                let glued = format!("{text}{mark}");
                assert_eq!(classify(glued.as_bytes()), Word::Move(text.len()), "{glued}");
                assert_eq!(classify(mark.as_bytes()), Word::Mark, "{mark}");
            }
        }
    }

    #[test]
    fn result_may_have_spaces() {
        for (text, score) in [
            ("1/2 - 1/2", GameResult::Draw),
            ("1 - 0", GameResult::WhiteWins),
            ("0  –  1", GameResult::BlackWins),
            ("¾ - ¼", GameResult::WhiteThreeQuarters),
            ("0,5 - 0,5", GameResult::Draw),
            ("1 - 0.", GameResult::WhiteWins),
        ] {
            assert_eq!(spaced_result(format!("{text} x").as_bytes()), Some((score, text.len())), "{text}");
        }
        for text in ["", "1", "1 -", "1 - ", "1 e5", "1 - e5", "12 - 0", "1-0 - 1", "1 -- 0"] {
            assert_eq!(spaced_result(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn moves_of_every_notation_are_classified() {
        for text in [
            "g4g5", "f10g10q", "Nf4", "exf6", "Qxf9+", "f11=Q", "Qe1-c3", "b1b2", "f7g6xP", "Nf8h5xN+",
            "Qc3xBf9#", "ixk", "e5ep.", "dxe6e.p.", "Hh1f4", "k7V", "Bh8?", "g5!?", "Vh10‡", "draws",
            "remiss", "x",
        ] {
            assert_eq!(classify(text.as_bytes()), Word::Move(text.len()), "{text}");
        }
    }

    #[test]
    fn move_numbers_parse_in_every_form() {
        let number = |value, dots, len| Word::Number { value, dots, len };
        assert_eq!(classify(b"1."), number(1, 1, 2));
        assert_eq!(classify(b"12..."), number(12, 3, 5));
        assert_eq!(classify("7…Kf8".as_bytes()), number(7, 3, 4));
        assert_eq!(classify(b"1.e5"), number(1, 1, 2));
        assert_eq!(classify(b"1.1-0"), number(1, 1, 2));
        assert_eq!(classify(b"12"), number(12, 0, 2));
        assert_eq!(classify(b"12Nf3"), number(12, 0, 2));
        assert_eq!(classify(b"99999999999."), number(u32::MAX, 1, 12));
    }

    #[test]
    fn separate_marks_and_dots_are_classified() {
        for text in ["!", "?!", "#", "‡", "++", "+-", "=", "e.p.", "ep"] {
            assert_eq!(classify(text.as_bytes()), Word::Mark, "{text}");
        }
        for text in ["...", "...Kf8", "…Kf8"] {
            assert_eq!(classify(text.as_bytes()), Word::Dots { dots: 3, len: 3 });
        }
    }

    #[test]
    fn other_words_are_junk() {
        for text in ["1/4", "31-0", "--", "<", "=V", "\u{0}", "\"a\"", "]", "@"] {
            assert_eq!(classify(text.as_bytes()), Word::Junk, "{text:?}");
        }
    }

    #[test]
    fn word_ends_at_blank_or_bracket() {
        for end in [" ", "\t", "\n", "\r", "{", "}", "(", ")", "[", "]", ";", "$"] {
            assert_eq!(word_len(format!("e5{end}x").as_bytes()), 2, "{end:?}");
        }
        assert_eq!(word_len(b"]"), 1);
    }

    #[test]
    fn tag_needs_name_and_value() {
        assert_eq!(tag_name(b"[White \"x\"]"), Some(1..6));
        assert_eq!(tag_name(b"[ White\t\"x\"]"), Some(2..7));
        assert_eq!(tag_name(b"[White\"x\"]"), Some(1..6));
        assert_eq!(tag_name(b"[White Sandor]"), Some(1..6));
        for text in ["[White]", "[White", "[%cal Ge5]", "[]", "[\"x\"]", "[", "[1 x]", "White x"] {
            assert_eq!(tag_name(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn nag_is_at_most_255() {
        assert_eq!(nag(b"0"), Some(0));
        assert_eq!(nag(b"255"), Some(255));
        for digits in ["", "256", "999", "0001", "+1", "1a"] {
            assert_eq!(nag(digits.as_bytes()), None, "{digits}");
        }
    }

    #[test]
    fn castling_is_not_a_move_number() {
        for text in ["00", "000", "00+", "000#!", "0-0", "0-0-0", "O-O"] {
            assert_eq!(classify(text.as_bytes()), Word::Move(text.len()), "{text}");
        }
        for text in ["0", "0000", "00.", "001"] {
            assert!(matches!(classify(text.as_bytes()), Word::Number { .. }), "{text}");
        }
    }

    #[test]
    fn complete_tag_needs_quotes() {
        for text in ["[A \"b\"]", "[ A\t\"\" ]", "[A\"b\"]", "[A \"b]\"] [C d]", "[A \"b\\\"\"]"] {
            assert!(is_complete_tag(text.as_bytes()), "{text}");
        }
        for text in ["[A b]", "[A, \"b\"]", "[A \"b\"", "[A \"b]", "[I think, this.]", "[A \"b\\\"]"] {
            assert!(!is_complete_tag(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn rule_repeats_one_mark() {
        assert!(is_rule(b"====") && is_rule(b"---") && is_rule(b"***"));
        assert!(!is_rule(b"==") && !is_rule(b"=-=") && !is_rule(b"aaa"));
    }
}
