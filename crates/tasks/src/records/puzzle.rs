//! Problems given as a position with the moves of their solution.

use hexmate_games::validate::{CheckedGame, GameFault, GameText, start};
use hexmate_position::{Game, Position, Uci};
use hexmate_problems::SolveStatus;
use hexmate_problems::{ExtraColumn, Statement};

/// Tags that have fields of their own in a problem, or that do not apply to one.
const PROBLEM_TAGS: [&str; 14] = [
    "Event",
    "PuzzleId",
    "Stipulation",
    "Key",
    "Solutions",
    "Twin",
    "Author",
    "Source",
    "Result",
    "Variant",
    "Letters",
    "Files",
    "SetUp",
    "FEN",
];

/// Returns whether a tag has a value; `????.??.??` and the like are none.
pub fn is_known(value: &str) -> bool {
    !value.chars().all(|c| matches!(c, '?' | '.' | '*'))
}

/// Returns the fields of a problem that a game has as tags.
pub fn statement_of_tags(text: &GameText) -> Statement {
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.to_owned()).unwrap_or_default();
    let has_field = |name: &str| PROBLEM_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
    let further = text.tags.iter().filter(|tag| !has_field(tag.name) && is_known(tag.text));
    let named = [tag("PuzzleId"), tag("Event")].into_iter().find(|name| is_known(name));
    Statement {
        id: named.unwrap_or_else(|| text.name()),
        line: text.place.line,
        first_line: text.place.line,
        stipulation: tag("Stipulation"),
        keys: tag("Key"),
        solutions: tag("Solutions"),
        twin: tag("Twin"),
        author: tag("Author"),
        source: tag("Source"),
        further: further.map(|tag| ExtraColumn::cell(tag.name, tag.text)).collect(),
        ..Statement::default()
    }
}

/// Tags with results of the solver, in its own PGN.
const RESULT_TAGS: [&str; 3] = ["Status", "Claim", "OfTwin"];

/// Returns the problem of a game without players that begins with a FEN and has moves or a stipulation; `None` for any
/// other game.
///
/// In the output of `solve`, which has a verdict in its tag `Status`, the moves are the solution and not a claim.
/// Without a stipulation, the moves are those of a puzzle: they end with a move of the solver. Of an even number of
/// moves the first leads to the puzzle, as in the tables of lichess. If they end with mate, the stipulation is a mate in
/// as many moves.
///
/// # Errors
///
/// The message about an illegal move, with its place.
pub(super) fn puzzle(text: &GameText, requested: Option<Game>) -> Option<Result<Statement, String>> {
    let is_problem = !text.words.is_empty() || text.tag("Stipulation").is_some();
    if text.tag("FEN").is_none() || !text.players().is_empty() || !is_problem {
        return None;
    }
    Some(read(text, requested))
}

fn read(text: &GameText, requested: Option<Game>) -> Result<Statement, String> {
    let game = text.game(requested).map_err(|error| format!("{}: {error}", text.place.line))?;
    let checked = CheckedGame::of(game, text);
    let at = |fault: &GameFault| format!("{}: {} [{}]", fault.place, fault.kind, fault.kind.code());
    if let Some(fault) = &checked.fault {
        return Err(at(fault));
    }
    let mut position = start(game, text).map_err(|fault| at(&fault))?;
    let mut statement = statement_of_tags(text);
    let is_solved = text.tag("Status").is_some_and(|tag| SolveStatus::from_word(tag.text).is_some());
    if is_solved {
        statement.further.retain(|one| !RESULT_TAGS.contains(&one.name.as_str()));
        // Each twin is a game of its own, with its changes made.
        statement.twin.clear();
    }
    let mut moves = checked.moves.as_slice();
    if statement.stipulation.is_empty() {
        let is_for_two = position.living().len() == 2;
        if let ([before, rest @ ..], true) = (moves, is_for_two && moves.len().is_multiple_of(2)) {
            position = position.play_unchecked(*before);
            moves = rest;
        }
        let is_mate = checked.position.as_ref().is_some_and(Position::is_mate);
        if is_mate && is_for_two {
            statement.stipulation = format!("#{}", moves.len().div_ceil(2));
        }
    }
    if let (true, Some(key)) = (statement.keys.is_empty() && !is_solved, moves.first()) {
        statement.keys = Uci(game.shape, *key).to_string();
    }
    Ok(Statement { fen: position.to_fen(), variant: game.name.to_owned(), ..statement })
}
