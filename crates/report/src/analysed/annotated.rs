//! Analysed games with evaluations, glyphs, better lines and notes beside what people have written.

use std::collections::BTreeSet;

use hexmate_core::rules::Move;
use hexmate_games::pgn::{Annotation, PlayedGame, Step};

use super::earlier::Unanalysed;
use super::sign::{ACCURACY, AnalysisSign, SIGN, written_accuracy};
use super::{AnalysedGame, AnalysedMove, Mark};
use crate::Counted;
use crate::page::PageWords;

/// Evaluations in the comments of an annotated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluations {
    /// `[%eval 0.35]` after each move, for White, and the signs of an analysis.
    Written,
    /// None.
    LeftOut,
}

/// Numbers of places where an analysed game keeps what it had, so that the analysis is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Moves with another mark of people.
    pub marks: u64,
    /// Accuracy tags that this program has not written.
    pub accuracies: u64,
    /// Lines of an earlier analysis without a sign that may be those of people.
    pub lines: u64,
}

impl Kept {
    /// Adds the numbers of another game.
    pub fn add(&mut self, other: Self) {
        self.marks += other.marks;
        self.accuracies += other.accuracies;
        self.lines += other.lines;
    }

    /// Returns a message with its code for each number that is not 0.
    ///
    /// ```
    /// use hexmate_report::Kept;
    ///
    /// let kept = Kept { marks: 2, ..Kept::default() };
    /// assert_eq!(kept.messages(), ["2 moves keep the mark that they had instead of that of the analysis [mark-kept]"]);
    /// ```
    pub fn messages(&self) -> Vec<String> {
        let keeps = |count: u64| if count == 1 { "keeps" } else { "keep" };
        let Self { marks, accuracies, lines } = *self;
        let had = if marks == 1 { "that it had" } else { "that they had" };
        let all = [
            (
                marks,
                format!(
                    "{} {} the mark {had} instead of that of the analysis [mark-kept]",
                    Counted(marks, "move"),
                    keeps(marks)
                ),
            ),
            (
                accuracies,
                format!(
                    "{} of another program {} the value [accuracy-kept]",
                    Counted(accuracies, "accuracy tag"),
                    keeps(accuracies)
                ),
            ),
            (
                lines,
                format!(
                    "{} of an older analysis may remain: several variations look like it [line-kept]",
                    Counted(lines, "line")
                ),
            ),
        ];
        all.into_iter().filter(|&(count, _)| count > 0).map(|(_, message)| message).collect()
    }
}

impl AnalysedGame {
    /// Returns what the game keeps in PGN instead of the analysis.
    pub fn kept(&self) -> Kept {
        self.annotated(Evaluations::Written, PageWords::ENGLISH).1
    }

    /// Returns the game with glyphs for bad moves, the best lines instead of them as variations, comments on proved
    /// results that were given away, the accuracy as tags, and with these evaluations; and what it keeps instead. Only
    /// an earlier analysis is replaced.
    pub(super) fn annotated(&self, evaluations: Evaluations, words: &PageWords) -> (PlayedGame, Kept) {
        let best: Vec<&[Move]> = self.lines.iter().map(|line| line.moves.as_slice()).collect();
        let Unanalysed { mut game, unclear_lines } = Unanalysed::new(&self.played, &best);
        let mut kept = Kept { lines: unclear_lines, ..Kept::default() };
        let judged = judged_moves(&game);
        for analysed in self.moves() {
            let ply = analysed.ply;
            let mark = analysed.mark();
            let is_judged = judged.contains(&ply);
            let nag = mark.map(Mark::nag);
            let has_same =
                nag.is_some_and(|nag| game.annotations.at(ply).any(|own| *own == Annotation::Nag(nag)));
            kept.marks += u64::from(is_judged && mark.is_some() && !has_same);
            let written = nag.filter(|_| !is_judged);
            // The analysis comes before other comments on the same move, and behind other glyphs and variations.
            if let Some(nag) = written {
                game.annotations.push_on_move(ply, Annotation::Nag(nag));
            }
            if let Some(comment) = analysed.comment(evaluations, written, words) {
                game.annotations.push_on_move(ply, Annotation::Comment(comment));
            }
            let line = analysed.best.moves.as_slice();
            let is_same = |own: &Annotation<Move>| matches!(own, Annotation::Variation(steps) if main_moves(steps) == line);
            if mark.is_some() && !line.is_empty() && !game.annotations.at(ply).any(is_same) {
                let sign = Step::Comment(format!("[%{SIGN}]"));
                let sign = Some(sign).filter(|_| evaluations == Evaluations::Written);
                let steps = sign.into_iter().chain(line.iter().map(|&m| Step::Move(m))).collect();
                game.annotations.push(ply, Annotation::Variation(steps));
            }
        }
        kept.accuracies = self.add_accuracy(&mut game);
        (game, kept)
    }

    /// Adds the tags of the accuracy and the sign; returns the number of accuracy tags that the game keeps.
    fn add_accuracy(&self, game: &mut PlayedGame) -> u64 {
        let accuracy = self.accuracy();
        let mut kept = 0;
        for (name, value) in ACCURACY.into_iter().zip(accuracy) {
            let Some(value) = value.map(written_accuracy) else { continue };
            match game.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
                Some((_, own)) => kept += u64::from(*own != value),
                None => game.tags.push((name.to_owned(), value)),
            }
        }
        if accuracy != [None, None] {
            game.tags.push((AnalysisSign::TAG.to_owned(), AnalysisSign { accuracy }.to_string()));
        }
        kept
    }
}

impl AnalysedMove<'_> {
    /// Returns the comment of the analysis: evaluation, sign of the glyph, and note; `None` if it has none of them.
    fn comment(&self, evaluations: Evaluations, nag: Option<u8>, words: &PageWords) -> Option<String> {
        let notes: Vec<String> = self.missed.iter().map(|missed| missed.translated(words)).collect();
        let mut parts = Vec::new();
        if evaluations == Evaluations::Written {
            parts.push(format!("[%eval {}]", self.white_score().to_eval()));
            parts.extend(nag.map(|nag| format!("[%{SIGN} ${nag}]")));
        }
        parts.extend(Some(notes.join(", ")).filter(|note| !note.is_empty()));
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// Returns the moves with a judgement of people: a glyph for moves, or signs without a glyph such as `???`.
fn judged_moves(game: &PlayedGame) -> BTreeSet<usize> {
    let nags = game.annotations.nags().filter(|(_, nag)| (1..=9).contains(nag)).map(|(ply, _)| ply);
    let is_signs = |text: &str| !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'!' | b'?'));
    let signs = game.annotations.comments().filter(|(_, comment)| is_signs(comment)).map(|(ply, _)| ply);
    nags.chain(signs).collect()
}

/// Returns the moves of a variation without its annotations.
fn main_moves(steps: &[Step<Move>]) -> Vec<Move> {
    let mut depth = 0_usize;
    let moves = steps.iter().filter_map(|step| {
        match step {
            Step::Begin => depth += 1,
            Step::End => depth = depth.saturating_sub(1),
            Step::Move(m) if depth == 0 => return Some(*m),
            _ => {}
        }
        None
    });
    moves.collect()
}
