//! Fields that records are sorted and grouped by.

use hexmate_games::select::SortField;
use hexmate_problems::select::ProblemField;

/// A field of games, of problems or of both, which has one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectField {
    /// The field of a game, if games have it.
    pub game: Option<SortField>,
    /// The field of a problem, if problems have it.
    pub problem: Option<ProblemField>,
}

impl SelectField {
    /// Returns the field with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        let field = Self { game: SortField::from_word(word), problem: ProblemField::from_word(word) };
        (field.game.is_some() || field.problem.is_some()).then_some(field)
    }

    /// Returns the words of all fields.
    pub fn words() -> Vec<&'static str> {
        let mut words: Vec<&str> = SortField::ALL.iter().map(|field| field.word()).collect();
        for field in ProblemField::ALL {
            if !words.contains(&field.word()) {
                words.push(field.word());
            }
        }
        words
    }

    /// Returns the word for options and file names.
    pub fn word(self) -> &'static str {
        let word = self.game.map(SortField::word);
        word.or_else(|| self.problem.map(ProblemField::word)).unwrap_or_default()
    }
}
