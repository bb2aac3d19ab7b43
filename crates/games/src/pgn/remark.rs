//! Remarks on the end of a game in words: who resigned, what was agreed. The words are in the files of the languages.
//!
//! Words for a draw are results: see [`GameResult::from_bytes`](super::GameResult::from_bytes).

use hexmate_words::{ALL, Ends, List};

use super::token::{blank_len, word_len};

/// Longest remark, in bytes.
const LONGEST: usize = 120;

/// Returns whether a word may be a part of a remark: a reason or a word between them.
pub(super) fn is_word(word: &[u8]) -> bool {
    kind(word).is_some()
}

/// Part of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Reason,
    Link,
}

/// Returns the part of a remark that a word is, with a punctuation mark after it, in letters of any case.
fn kind(word: &[u8]) -> Option<Kind> {
    const LONGEST_WORD: usize = 48;
    // A fast path: most words are numbers, and moves.
    if word.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let text = str::from_utf8(word).ok().filter(|text| text.len() <= LONGEST_WORD)?;
    let text = text.trim_end_matches(['.', ',', '!', ':']).to_lowercase();
    let is_in = |list: fn(&Ends) -> List| ALL.iter().any(|words| list(&words.ends).contains(&text));
    let is_reason = is_in(|ends| ends.reasons);
    if is_reason { Some(Kind::Reason) } else { is_in(|ends| ends.links).then_some(Kind::Link) }
}

/// Returns the length of the remark at the beginning of a text, in bytes: words of remarks on one line, one of them a
/// reason, perhaps in parentheses. `None` if there is none.
pub(super) fn len(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(LONGEST)];
    let Some(inner) = text.strip_prefix(b"(") else { return words_len(text) };
    let blanks = blank_len(inner);
    let end = 1 + blanks + words_len(&inner[blanks..])?;
    let end = end + blank_len(&text[end..]);
    (text.get(end) == Some(&b')')).then_some(end + 1)
}

/// Returns the length of the words of a remark at the beginning of a text, if one of them is a reason.
fn words_len(text: &[u8]) -> Option<usize> {
    let (mut at, mut end, mut has_reason) = (0, 0, false);
    while at < text.len() && !text[at].is_ascii_whitespace() {
        let length = word_len(&text[at..]);
        let Some(kind) = kind(&text[at..at + length]) else { break };
        has_reason |= kind == Kind::Reason;
        end = at + length;
        at = end + blank_len(&text[end..]);
    }
    has_reason.then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_end_with_their_words() {
        for (text, remark) in [
            ("resigns", "resigns"),
            ("White resigns 0-1", "White resigns"),
            ("feladta\n1. e5", "feladta"),
            ("(time) x", "(time)"),
            ("( on time )", "( on time )"),
            ("Schwarz gibt auf.", "Schwarz gibt auf."),
            ("poddał się 1-0", "poddał się"),
            ("Чёрные сдались", "Чёрные сдались"),
            ("d'un commun accord", "d'un commun accord"),
            ("se rinde", "se rinde"),
            ("DRAW agreed", ""),
            ("agreed draw", "agreed"),
            ("a b5", ""),
            ("White 1. e5", ""),
            ("(Nf4)", ""),
            ("(time", ""),
            ("", ""),
        ] {
            let found = len(text.as_bytes()).map_or("", |length| &text[..length]);
            assert_eq!(found, remark, "{text}");
        }
    }

    #[test]
    fn words_are_in_lower_case() {
        for Ends { code, reasons, links, draws } in ALL.iter().map(|words| &words.ends) {
            for word in reasons.iter().chain(links.iter()).chain(draws.iter()) {
                assert_eq!(word, word.to_lowercase(), "{code}");
            }
        }
    }
}
