//! Captions of the diagrams of problems, as books have them.

use crate::movetext::plain_comment;
use crate::solve::printed_twin;
use crate::{BookWords, Language};
use hexmate_diagram::{Caption, CaptionSize};
use hexmate_position::Game;
use hexmate_problems::{BookDetail, Problem, StatedStipulation, Statement, zero_change};
use hexmate_words::{ALL, TextTemplate};

/// Returns the caption of a problem: author and town, model, dedication, source and date, prize and version above;
/// stipulation, number of solutions, twins and remarks below.
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
        above: above(statement, language),
        left: language.stipulation(Some(game), &stipulation),
        below: number
            .map(|number| language.words.solutions(number))
            .into_iter()
            .chain(zero_position(statement, language))
            .chain(twins)
            .chain(remarks(statement))
            .collect(),
        size: CaptionSize::Large,
        ..Caption::default()
    }
}

/// Returns the lines above a diagram: author and town, model, dedication, source and date, prize, version.
pub(super) fn above(statement: &Statement, language: Language) -> Vec<String> {
    let detail = |detail| statement.detail(detail).to_owned();
    let joined =
        |texts: [String; 2]| texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    let lines = [
        joined([statement.author.clone(), detail(BookDetail::City)]),
        after(statement, language),
        detail(BookDetail::Dedication),
        joined([statement.source.clone(), detail(BookDetail::Date)]),
        detail(BookDetail::Prize),
        version(statement, language),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// Returns the author or problem that a problem follows, in words; empty if unknown.
pub(super) fn after(statement: &Statement, language: Language) -> String {
    let after = |words: &BookWords| words.after;
    in_words(statement.detail(BookDetail::After), after, "name", language)
}

/// Returns the remark that a problem is a version, in words; empty without one.
pub(super) fn version(statement: &Statement, language: Language) -> String {
    let version = |words: &BookWords| words.version;
    in_words(statement.detail(BookDetail::Version), version, "text", language)
}

/// Returns a text with words of a language around it, unless it has the words of some language itself.
fn in_words(text: &str, template: fn(&BookWords) -> TextTemplate, name: &str, language: Language) -> String {
    let is_said = || ALL.iter().any(|words| template(&words.book).is_part_of(text));
    if text.is_empty() || is_said() {
        text.to_owned()
    } else {
        template(language.words).fill(&[(name, text)])
    }
}

/// Returns the remarks below a diagram, without drawing commands.
pub(super) fn remarks(statement: &Statement) -> Vec<String> {
    plain_texts(statement, BookDetail::Remark)
}

/// Returns all texts with a meaning, each of their lines, without drawing commands.
pub(super) fn plain_texts(statement: &Statement, detail: BookDetail) -> Vec<String> {
    let lines = statement.details(detail).flat_map(str::lines).map(plain_comment);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the name of a diagram that is not a problem; `None` for a problem.
pub(super) fn zero_position(statement: &Statement, language: Language) -> Option<String> {
    zero_change(&statement.twin).map(|_| language.words.zero_position.to_owned())
}
