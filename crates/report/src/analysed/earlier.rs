//! Removal of an analysis that an earlier run has written into a game.
//!
//! An analysis is recognised by its [sign](super::sign). The first analyses had none. One of them is recognised
//! if after every move a comment has an evaluation in the form of this program, every side that moved has its accuracy
//! in the tags, and the two agree: the losses follow from the evaluations, except that the first move has an unknown
//! one and the best move none. In such a game a glyph belongs to the analysis if the loss gives it and a variation
//! of moves alone follows. All else was written by people.

use hexmate_core::rules::Move;
use hexmate_games::pgn::{Annotation, PlayedGame, Step};
use hexmate_player::SearchScore;

use super::sign::{ACCURACY, AnalysisSign, SignedComment, read_accuracy};
use super::{LONGEST_LINE, Mark};

/// A game without an earlier analysis.
pub(super) struct Unanalysed {
    /// The game.
    pub(super) game: PlayedGame,
    /// Number of lines of an earlier analysis that remain, because it is not certain which variation is one.
    pub(super) unclear_lines: u64,
}

impl Unanalysed {
    /// Removes an earlier analysis from a game; `best` has the best line of each position of the new one, which separates
    /// lines of an analysis without a sign from those of people.
    pub(super) fn new(game: &PlayedGame, best: &[&[Move]]) -> Self {
        let mut bare = Self { game: game.clone(), unclear_lines: 0 };
        if let Some(AnalysisSign { accuracy }) = AnalysisSign::of(&game.tags) {
            let nags = bare.remove_comments();
            for (ply, nag) in (0..).zip(nags) {
                nag.map(|nag| bare.remove_nag(ply, nag));
            }
            let is_own = |(name, value): &(String, String)| {
                let mut stated = ACCURACY.iter().zip(accuracy);
                stated.any(|(own, stated)| {
                    name.eq_ignore_ascii_case(own) && stated.is_some() && read_accuracy(value) == stated
                }) || name.eq_ignore_ascii_case(AnalysisSign::TAG)
            };
            bare.game.tags.retain(|tag| !is_own(tag));
        } else if let Some(marks) = unsigned_marks(game) {
            bare.remove_comments();
            for (ply, marks) in (1..).zip(marks) {
                bare.remove_unsigned_mark(ply, &marks, best.get(ply - 1).copied().unwrap_or_default());
            }
            let is_accuracy = |name: &str| ACCURACY.iter().any(|own| name.eq_ignore_ascii_case(own));
            bare.game.tags.retain(|(name, _)| !is_accuracy(name));
        } else {
            return bare;
        }
        bare.remove_signed_lines();
        bare
    }

    /// Removes evaluations, signs and notes; returns the glyph that the sign after each number of moves names.
    fn remove_comments(&mut self) -> Vec<Option<u8>> {
        let mut nags = vec![None; self.game.moves().len() + 1];
        let mut last = 0;
        self.game.annotations.retain(|ply, annotation| {
            let Annotation::Comment(comment) = annotation else { return true };
            let signed = SignedComment::find(comment).filter(|_| ply != last);
            let Some(SignedComment { nag, rest, .. }) = signed else { return true };
            last = ply;
            if let Some(slot) = nags.get_mut(ply) {
                *slot = nag;
            }
            let is_kept = !rest.is_empty();
            *comment = rest;
            is_kept
        });
        nags
    }

    /// Removes a glyph after a number of moves, once; returns whether there was one.
    fn remove_nag(&mut self, ply: usize, nag: u8) -> bool {
        self.game.annotations.remove_first(ply, |own| *own == Annotation::Nag(nag))
    }

    /// Removes variations that are signed and have only moves. From others, to which people have added something, only
    /// the sign is removed.
    fn remove_signed_lines(&mut self) {
        self.game.annotations.retain(|_, annotation| {
            let Annotation::Variation(steps) = annotation else { return true };
            let Some(Step::Comment(first)) = steps.first() else { return true };
            let Some(rest) = SignedComment::without_sign(first).map(str::to_owned) else { return true };
            let is_kept = !rest.is_empty() || steps[1..].iter().any(|step| !matches!(step, Step::Move(_)));
            steps.remove(0);
            if !rest.is_empty() {
                steps.insert(0, Step::Comment(rest));
            }
            is_kept
        });
    }

    /// Removes a mark and its line that an analysis without a sign wrote, if it is certain which they are.
    fn remove_unsigned_mark(&mut self, ply: usize, marks: &[Mark], best: &[Move]) {
        let played = self.game.moves()[ply - 1];
        let is_line = |moves: &Vec<Move>| moves.len() <= LONGEST_LINE && moves.first() != Some(&played);
        let lines: Vec<Vec<Move>> =
            self.game.annotations.at(ply).filter_map(plain_moves).filter(is_line).collect();
        if lines.is_empty() || !marks.iter().any(|mark| self.remove_nag(ply, mark.nag())) {
            return;
        }
        let equal = lines.iter().find(|moves| *moves == best);
        match (equal, &lines[..]) {
            (Some(line), _) | (None, [line]) => {
                self.game.annotations.remove_first(ply, |own| plain_moves(own).as_ref() == Some(line));
            }
            _ => self.unclear_lines += 1,
        }
    }
}

/// Returns the moves of an annotation that is a variation of moves alone.
fn plain_moves(annotation: &Annotation<Move>) -> Option<Vec<Move>> {
    let Annotation::Variation(steps) = annotation else { return None };
    let moves = steps.iter().map(|step| match step {
        Step::Move(m) => Some(*m),
        _ => None,
    });
    moves.collect::<Option<Vec<_>>>().filter(|moves| !moves.is_empty())
}

/// Returns the marks that an analysis without a sign may have written after each move; `None` if the game has none.
fn unsigned_marks(game: &PlayedGame) -> Option<Vec<Vec<Mark>>> {
    let moves = game.moves().len();
    let mut scores: Vec<Option<SearchScore>> = vec![None; moves + 1];
    for (ply, comment) in game.annotations.comments() {
        if let (Some(slot @ None), Some(signed)) = (scores.get_mut(ply), SignedComment::find(comment)) {
            *slot = Some(SearchScore::from_eval(signed.eval).filter(|score| score.to_eval() == signed.eval)?);
        }
    }
    let scores: Vec<f64> =
        scores.into_iter().skip(1).map(|score| Some(score?.expectation())).collect::<Option<_>>()?;
    let first = game.start().turn().index();
    let loss = |ply: usize| {
        let (before, after) = (scores.get(ply.checked_sub(2)?)?, scores[ply - 1]);
        let loss = if (first + ply - 1).is_multiple_of(2) { before - after } else { after - before };
        Some((1000.0 * loss.max(0.0)).round() as u32)
    };
    let marks: Vec<Vec<Mark>> = (1..=moves)
        .map(|ply| loss(ply).map_or(Mark::ALL.to_vec(), |loss| Mark::of(loss).into_iter().collect()))
        .collect();
    for (side, tag) in ACCURACY.iter().enumerate() {
        let own = (1..=moves).filter(|ply| (first + ply - 1) % 2 == side);
        let count = u32::try_from(own.clone().count()).map_or(f64::INFINITY, f64::from);
        if count == 0.0 {
            continue;
        }
        let (_, value) = game.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(tag))?;
        let stated = (100.0 - read_accuracy(value)?) * 10.0 * count;
        let is_marked = |ply: usize| {
            let has = |nag| game.annotations.at(ply).any(|own| *own == Annotation::Nag(nag));
            marks[ply - 1].iter().any(|mark| has(mark.nag()))
        };
        // A game has at most 1,500,000 moves, so that the sums fit.
        let most: u32 = own.clone().map(|ply| loss(ply).unwrap_or(1000)).sum();
        let least: u32 = own.filter(|&ply| is_marked(ply)).filter_map(loss).sum();
        // The tag is rounded to a tenth.
        let error = 0.5 * count + 1.0;
        if stated > f64::from(most) + error || stated < f64::from(least) - error {
            return None;
        }
    }
    (moves > 0).then_some(marks)
}
