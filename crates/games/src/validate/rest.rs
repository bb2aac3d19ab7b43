//! Rest of a main line that cannot be read, as text.

use super::game::{GameText, Token, WrittenMove};
use super::variation::as_written;
use crate::pgn::{Step, Variation};

impl GameText {
    /// Returns this game with everything after its first `moves` moves as one comment, in PGN as written; unchanged if
    /// it has no more moves.
    pub(super) fn with_rest_as_comment(&self, moves: usize) -> Self {
        let mut text = self.clone();
        if moves >= self.words.len() {
            return text;
        }
        text.comments.retain(|&(ply, _)| ply <= moves);
        text.nags.retain(|&(ply, _)| ply <= moves);
        text.variations.retain(|variation| variation.ply <= moves);
        text.comments.push((moves, as_written(&self.steps_from(moves))));
        text
    }

    /// Returns the main line after the first `moves` moves, with its annotations.
    fn steps_from(&self, moves: usize) -> Vec<Step<WrittenMove>> {
        let mut numbers = self.words.numbers().iter().peekable();
        // Steps with the number of moves before them, and their order among those of one move.
        let mut steps: Vec<(usize, u8, Vec<Step<WrittenMove>>)> = Vec::new();
        // Only the text of a token is written.
        let token = |text: &str| Token { text: text.to_owned(), place: self.place };
        for (at, word) in self.words.iter().enumerate() {
            let mut number = None;
            while let Some(next) = numbers.next_if(|number| number.ply as usize <= at) {
                number = Some(next.written);
            }
            steps.push((at + 1, 0, vec![Step::Move(WrittenMove { token: token(word.text), number })]));
        }
        steps.extend(self.nags.iter().map(|&(ply, nag)| (ply, 1, vec![Step::Nag(nag)])));
        let comments = self.comments.iter();
        steps.extend(comments.map(|(ply, comment)| (*ply, 2, vec![Step::Comment(comment.clone())])));
        let bracketed = |variation: &Variation<WrittenMove>| {
            let inner = variation.steps.iter().cloned();
            [Step::Begin].into_iter().chain(inner).chain([Step::End]).collect()
        };
        steps.extend(self.variations.iter().map(|variation| (variation.ply, 3, bracketed(variation))));
        steps.retain(|&(ply, ..)| ply > moves);
        steps.sort_by_key(|&(ply, order, _)| (ply, order));
        steps.into_iter().flat_map(|(.., steps)| steps).collect()
    }
}
