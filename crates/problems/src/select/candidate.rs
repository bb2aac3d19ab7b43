//! A problem to test against conditions.

use std::borrow::Cow;

use super::{Rating, Ratings};
use crate::likeness::KnownMoves;
use crate::{KeyClaim, Problem, Statement};
use hexmate_core::mate;
use hexmate_core::mate::Stipulation;
use hexmate_position::search::{Date, folded};
use hexmate_position::{Game, Setup};

/// A problem of a file with its parsed parts.
///
/// ```
/// use hexmate_problems::select::CandidateProblem;
/// use hexmate_problems::{ProblemFormat, statements};
///
/// let file = b"fen,stipulation,source\n1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,h#2.5,\"Tourney, 1987\"\n";
/// let statement = statements(&file[..], ProblemFormat::Csv).next().ok_or("no problem")??;
/// let candidate = CandidateProblem::new(&statement, None);
/// assert_eq!(candidate.half_moves(), Some(5));
/// assert_eq!(candidate.date().map(|date| date.year()), Some(1987));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CandidateProblem<'s> {
    statement: &'s Statement,
    game: Option<Game>,
    setup: Option<Setup>,
    stipulation: Option<Stipulation>,
    ratings: Ratings,
}

impl<'s> CandidateProblem<'s> {
    /// Parses a statement; the game is `requested`, else the named one.
    pub fn new(statement: &'s Statement, requested: Option<Game>) -> Self {
        let game = statement.game(requested).ok().filter(|_| statement.fault.is_none());
        let setup = game.and_then(|game| statement.setup(game).ok());
        let stipulation = game.and_then(|game| statement.parse_stipulation(game, None).ok());
        Self {
            statement,
            game,
            setup,
            stipulation,
            ratings: Ratings::of(statement, game.map(|game| game.shape)),
        }
    }

    /// Adds ratings that the statement does not have.
    #[must_use]
    pub fn with_ratings(self, solved: Ratings) -> Self {
        Self { ratings: self.ratings.or(solved), ..self }
    }

    /// Returns the problem as its file states it.
    pub fn statement(&self) -> &'s Statement {
        self.statement
    }

    /// Returns the game; `None` if it is unknown or the record has no fields.
    pub fn game(&self) -> Option<Game> {
        self.game
    }

    /// Returns the position, which need not be legal; `None` if the FEN cannot be parsed.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Returns the stipulation; `None` if it is missing or unknown.
    pub fn stipulation(&self) -> Option<Stipulation> {
        self.stipulation
    }

    /// Returns verdict, themes and scores.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// Returns whether a rating is unknown.
    pub fn lacks(&self, rating: Rating) -> bool {
        !self.ratings.has(rating)
    }

    /// Returns the length in half-moves of the stipulation: 4 for `#2`, 5 for `h#2.5`.
    pub fn half_moves(&self) -> Option<u32> {
        let Stipulation { play, moves, .. } = self.stipulation?;
        let has_half = matches!(play, mate::Play::HelpAndHalf | mate::Play::HelpSelfmateAndHalf);
        Some(2 * moves + u32::from(has_half))
    }

    /// Returns the length in moves, such as `2` or `2.5`; empty without a stipulation.
    pub fn length(&self) -> String {
        let half = |half_moves: u32| if half_moves.is_multiple_of(2) { "" } else { ".5" };
        self.half_moves().map(|count| format!("{}{}", count / 2, half(count))).unwrap_or_default()
    }

    /// Returns the date; see [`Statement::date`].
    pub fn date(&self) -> Option<Date> {
        self.statement.date()
    }

    /// Returns the authors; several are separated by `;`, `&`, `/`, "and" in any language, or by commas between whole
    /// names.
    pub fn authors(&self) -> Vec<String> {
        super::authors::split(&self.statement.author)
    }

    /// Returns keys and answers as far as they are known: from the report, else the claimed keys.
    pub fn known_moves(&self) -> KnownMoves {
        let Some(setup) = &self.setup else { return KnownMoves::default() };
        let of_report = self.ratings.keys.clone();
        let claimed = || {
            let position = setup.clone().into_position().ok()?;
            KeyClaim::parse(self.statement.keys_of('a'), &position).moves().filter(|moves| !moves.is_empty())
        };
        KnownMoves { keys: of_report.or_else(claimed), answers: self.ratings.answers.clone() }
    }

    /// Returns whether the record is a position with a valid stipulation or none.
    pub fn is_faultless(&self) -> bool {
        self.game.is_some_and(|game| Problem::from_statement(game, self.statement, Some(1)).is_ok())
    }

    /// Returns a column by its name or heading, ignoring case and accents.
    pub fn column(&self, name: &str) -> Option<Cow<'_, str>> {
        let name = folded(name);
        let statement = self.statement;
        let further = statement.further.iter().find(|one| folded(&one.name) == name);
        if let Some(further) = further {
            return Some(Cow::Borrowed(&further.value));
        }
        let cells = statement.to_cells().into_iter();
        cells.filter(|(own, _)| *own == name).map(|(_, value)| Cow::Owned(value)).next()
    }
}
