//! Captions of the diagrams of problems, as books have them.

use crate::Language;
use crate::solve::printed_twin;
use hexmate_diagram::{Caption, CaptionSize};
use hexmate_position::Game;
use hexmate_problems::{BookDetail, Problem, StatedStipulation, Statement};

/// Returns the caption of a problem: author, dedication, source and date, and prize above; stipulation, number of
/// solutions and twins below.
///
/// ```
/// # use hexmate_report as hexmate;
/// use hexmate::{Language, problem_caption};
/// use hexmate_position::{Game, Letters};
/// use hexmate_problems::{ExtraColumn, Statement};
///
/// let statement = Statement {
///     fen: "w: Kf6 Qg4; b: Kf11".to_owned(),
///     stipulation: "h#2 2 sol.".to_owned(),
///     author: "A. Nagy".to_owned(),
///     source: "Magyar Sakk".to_owned(),
///     twin: "b) Qg4 -> g5".to_owned(),
///     further: vec![ExtraColumn::cell("year", "1987")],
///     ..Statement::default()
/// };
/// let caption = problem_caption(Game::GLINSKI, &statement, Language::of(Letters::HUNGARIAN));
/// assert_eq!(caption.above, ["A. Nagy", "Magyar Sakk, 1987"]);
/// assert_eq!((caption.left.as_str(), &caption.below[..]), ("h#2", &["2 megfejtés".to_owned(), "b) Vg4 → g5".to_owned()][..]));
/// ```
pub fn problem_caption(game: Game, statement: &Statement, language: Language) -> Caption {
    let stated = StatedStipulation::parse(&game, &statement.stipulation);
    let number = statement.parse_solutions().ok().flatten();
    let number = number.or(stated.as_ref().and_then(|stated| stated.solutions)).filter(|&number| number != 1);
    let stipulation = stated.map_or_else(|| statement.stipulation.clone(), |stated| stated.printed(&game));
    // Twins do not depend on the stipulation.
    let twins =
        Problem::from_statement(game, &Statement { stipulation: "#1".to_owned(), ..statement.clone() }, None)
            .map(|problem| problem.twins(&statement.all_twins()))
            .unwrap_or_default();
    let twins = twins.iter().filter_map(|twin| {
        let twin = printed_twin(&format!("{} {}", twin.label, twin.change), language)?;
        Some(format!("{} {}", twin.label, twin.change).trim_end().to_owned())
    });
    Caption {
        above: above(statement),
        left: language.stipulation(Some(game), &stipulation),
        below: number.map(|number| language.words.solutions(number)).into_iter().chain(twins).collect(),
        size: CaptionSize::Large,
        ..Caption::default()
    }
}

/// Returns the lines above a diagram: author, dedication, source and date, prize.
pub(super) fn above(statement: &Statement) -> Vec<String> {
    let detail = |detail| statement.detail(detail).to_owned();
    let source = [statement.source.clone(), detail(BookDetail::Date)];
    let source: Vec<String> = source.into_iter().filter(|text| !text.is_empty()).collect();
    let lines = [
        statement.author.clone(),
        detail(BookDetail::Dedication),
        source.join(", "),
        detail(BookDetail::Prize),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}
