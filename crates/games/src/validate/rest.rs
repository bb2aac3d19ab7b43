//! Rest of a main line that cannot be read, as text.

use super::game::{GameText, Token, WrittenMove};
use super::variation::as_written;
use crate::pgn::{Annotation, Step};

impl GameText {
    /// Returns this game with everything after its first `moves` moves as one comment, in PGN as written; unchanged if
    /// it has no more moves.
    pub(super) fn with_rest_as_comment(&self, moves: usize) -> Self {
        let mut text = self.clone();
        if moves >= self.words.len() {
            return text;
        }
        text.annotations.retain(|ply, _| ply <= moves);
        text.annotations.push(moves, Annotation::Comment(as_written(&self.steps_from(moves))));
        text
    }

    /// Returns the main line after the first `moves` moves, with its annotations.
    fn steps_from(&self, moves: usize) -> Vec<Step<WrittenMove>> {
        let mut numbers = self.words.numbers().iter().peekable();
        // Steps with the number of moves before them; a move comes before its annotations.
        let mut steps: Vec<(usize, Vec<Step<WrittenMove>>)> = Vec::new();
        // Only the text of a token is written.
        let token = |text: &str| Token { text: text.to_owned(), place: self.place };
        for (at, word) in self.words.iter().enumerate() {
            let mut number = None;
            while let Some(next) = numbers.next_if(|number| number.ply as usize <= at) {
                number = Some(next.written);
            }
            steps.push((at + 1, vec![Step::Move(WrittenMove { token: token(word.text), number })]));
        }
        steps.extend(self.annotations.iter().map(|(ply, annotation)| {
            let own = match annotation {
                Annotation::Comment(comment) => vec![Step::Comment(comment.clone())],
                Annotation::Nag(nag) => vec![Step::Nag(*nag)],
                Annotation::Variation(inner) => {
                    [Step::Begin].into_iter().chain(inner.iter().cloned()).chain([Step::End]).collect()
                }
            };
            (ply, own)
        }));
        steps.retain(|&(ply, _)| ply > moves);
        steps.sort_by_key(|&(ply, _)| ply);
        steps.into_iter().flat_map(|(_, steps)| steps).collect()
    }
}
