//! Signs by which an analysis of this program is recognised in a game.
//!
//! An analysed game has the tag `HexmateAnalysis` with the accuracy of both sides. Of such a game these are replaced by
//! the next analysis: after each move the first `[%eval …]`, with the command `[%hexmate $4]` and the note on missed
//! results right behind it; the glyph that this command names; variations that begin with the comment `[%hexmate]`
//! and have only moves; and the tags `WhiteAccuracy` and `BlackAccuracy` if they are those of the sign.

use std::fmt;

use hexmate_endgame::Worth;
use hexmate_games::pgn::comment_commands;

/// Name of the command in comments that marks what the program wrote.
pub(crate) const SIGN: &str = "hexmate";

/// Tags with the accuracy of White and Black.
pub(super) const ACCURACY: [&str; 2] = ["WhiteAccuracy", "BlackAccuracy"];

/// The tag of a game that `analyse` has written: the accuracy of both sides.
///
/// ```
/// use hexmate_report::AnalysisSign;
///
/// let tags = [("HexmateAnalysis".to_owned(), "accuracy 97.5 -".to_owned())];
/// assert_eq!(AnalysisSign::of(&tags), Some(AnalysisSign { accuracy: [Some(97.5), None] }));
/// assert_eq!(AnalysisSign::of(&[]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AnalysisSign {
    /// Accuracy of White and Black in percent; `None` without moves.
    pub accuracy: [Option<f64>; 2],
}

impl AnalysisSign {
    /// Name of the tag.
    pub const TAG: &str = "HexmateAnalysis";

    /// Returns the sign of a game from its tags. A value that cannot be read is a sign without accuracy.
    pub fn of(tags: &[(String, String)]) -> Option<Self> {
        let (_, value) = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(Self::TAG))?;
        let mut words = value.split_ascii_whitespace();
        if words.next() != Some("accuracy") {
            return Some(Self::default());
        }
        let mut accuracy = || words.next().and_then(read_accuracy);
        Some(Self { accuracy: [accuracy(), accuracy()] })
    }
}

impl fmt::Display for AnalysisSign {
    /// Writes the value of the tag.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.accuracy.map(|side| side.map_or_else(|| "-".to_owned(), written_accuracy));
        write!(f, "accuracy {white} {black}")
    }
}

/// Returns an accuracy with one decimal.
pub(super) fn written_accuracy(accuracy: f64) -> String {
    format!("{accuracy:.1}")
}

/// Parses an accuracy that [`written_accuracy`] has written.
pub(super) fn read_accuracy(text: &str) -> Option<f64> {
    let accuracy = text.parse::<f64>().ok().filter(|accuracy| (0.0..=100.0).contains(accuracy))?;
    (written_accuracy(accuracy) == text).then_some(accuracy)
}

/// The part of a comment that an analysis wrote.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SignedComment<'c> {
    /// Value of the evaluation.
    pub(super) eval: &'c str,
    /// Glyph that the analysis wrote after the same move.
    pub(super) nag: Option<u8>,
    /// The other text of the comment.
    pub(super) rest: String,
}

impl<'c> SignedComment<'c> {
    /// Finds the first evaluation in a comment, with the sign and the note behind it.
    pub(super) fn find(comment: &'c str) -> Option<Self> {
        let mut commands = comment_commands(comment);
        let eval = commands.find(|command| command.is("eval"))?;
        let mut end = eval.span.end;
        let is_next = |from: usize, to: usize| comment[from..to].trim().is_empty();
        let sign = commands.next().filter(|sign| sign.is(SIGN) && is_next(end, sign.span.start));
        let nag = sign.as_ref().and_then(|sign| sign.value.strip_prefix('$')?.parse().ok());
        end = sign.map_or(end, |sign| sign.span.end);
        end += note_len(&comment[end..]);
        let parts = [comment[..eval.span.start].trim_end(), comment[end..].trim_start()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(Self { eval: eval.value, nag, rest: parts.join(" ") })
    }

    /// Returns the text of a comment without a leading sign; `None` if it does not begin with one.
    pub(super) fn without_sign(comment: &str) -> Option<&str> {
        let sign = comment_commands(comment).next()?;
        (sign.is(SIGN) && sign.span.start == 0).then(|| comment[sign.span.end..].trim_start())
    }
}

/// Returns the length of the English note on missed results at the beginning of a text; 0 without one.
///
/// Words may be separated by any white space, because programs break lines anywhere.
fn note_len(text: &str) -> usize {
    let mut at = 0;
    let words = text.split_inclusive(char::is_whitespace).filter_map(|piece| {
        let start = at;
        at += piece.len();
        let word = piece.trim_end();
        (!word.is_empty()).then_some((start + word.len(), word))
    });
    // A note has at most a mate and an ending.
    let words: Vec<(usize, &str)> = words.take(8).collect();
    let mut rest = &words[..];
    while let Some(len) = result_len(rest) {
        let (end, last) = rest[len - 1];
        if !last.ends_with(',') {
            return end;
        }
        rest = &rest[len..];
    }
    0
}

/// Returns the number of words of a missed result at the beginning of a row of words.
fn result_len(words: &[(usize, &str)]) -> Option<usize> {
    let word = |at: usize| words.get(at).map_or("", |(_, word)| word.trim_end_matches(','));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_worth = |text: &str| Worth::ALL.iter().any(|worth| worth.word() == text);
    if [word(0), word(1), word(2)] == ["missed", "mate", "in"] && is_number(word(3)) {
        return Some(4);
    }
    (is_worth(word(0)) && word(1) == "became" && is_worth(word(2))).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_only_signed_text() {
        for (comment, eval, nag, rest) in [
            ("[%eval 0.35]", "0.35", None, ""),
            ("[%eval #-3] good [%clk 0:01:00]", "#-3", None, "good [%clk 0:01:00]"),
            ("a [%eval 1.0] b", "1.0", None, "a b"),
            ("[%eval 1.00] [%hexmate $4] missed mate in 3", "1.00", Some(4), ""),
            ("[%eval 1.00]\n[%hexmate\n$4] missed mate\nin 3 I was tired", "1.00", Some(4), "I was tired"),
            ("[%eval 1.00] missed mate in 12, win became draw", "1.00", None, ""),
            ("[%eval 1.00] missed mate in 3, I was tired", "1.00", None, "missed mate in 3, I was tired"),
            ("[%eval 1.00] missed mate in one", "1.00", None, "missed mate in one"),
            ("[%eval 1.00] text [%hexmate $4]", "1.00", None, "text [%hexmate $4]"),
            ("[%eval 0.35] [%eval 0.3,18]", "0.35", None, "[%eval 0.3,18]"),
        ] {
            let found = SignedComment::find(comment).expect("an evaluation");
            assert_eq!((found.eval, found.nag, found.rest.as_str()), (eval, nag, rest), "{comment}");
        }
        assert_eq!(SignedComment::find("a [%eval 1.0"), None);
    }

    #[test]
    fn notes_of_every_result_are_recognised() {
        for before in Worth::ALL {
            for after in Worth::ALL {
                let note = format!(" {} became {}", before.word(), after.word());
                assert_eq!(note_len(&note), note.len(), "{note}");
            }
        }
    }

    #[test]
    fn signs_read_back() {
        for accuracy in [[None, None], [Some(100.0), None], [Some(97.5), Some(0.0)]] {
            let sign = AnalysisSign { accuracy };
            let tags = [(AnalysisSign::TAG.to_owned(), sign.to_string())];
            assert_eq!(AnalysisSign::of(&tags), Some(sign));
        }
        let other = [(AnalysisSign::TAG.to_owned(), "mine".to_owned())];
        assert_eq!(AnalysisSign::of(&other), Some(AnalysisSign::default()));
    }
}
