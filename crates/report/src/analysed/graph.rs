//! Graph of the expected score over the moves of a game, as SVG for a page.

use std::fmt::Write as _;

use super::{AnalysedGame, AnalysedMove, Mark};
use crate::Language;
use crate::moves::san_with;
use crate::page::{PageWords, escaped};

/// Width and height, in units of the picture.
const SIZE: [f64; 2] = [600.0, 140.0];

/// Returns the graph: the share of White is light and fills the picture from below, bad moves are discs. Its colours
/// are those of the sides, on light and dark pages alike.
pub(super) fn graph(game: &AnalysedGame, language: Language) -> String {
    let words = PageWords::of(language.words);
    let moves: Vec<AnalysedMove<'_>> = game.moves().collect();
    let [width, height] = SIZE;
    let count = u32::try_from(moves.len()).unwrap_or(u32::MAX).max(1);
    let x = |ply: u32| width * f64::from(ply) / f64::from(count);
    let first = moves.first().map(|first| {
        let score = if first.is_white() { first.best.score } else { first.best.score.opposite() };
        score.expectation()
    });
    let shares = first.into_iter().chain(moves.iter().map(|analysed| analysed.white_score().expectation()));
    let points: Vec<[f64; 2]> =
        (0..).zip(shares).map(|(ply, share)| [x(ply), height * (1.0 - share)]).collect();
    let mut line = String::new();
    for [x, y] in &points {
        let _ = write!(line, "L{x:.1} {y:.1}");
    }
    let mut discs = String::new();
    for (analysed, [x, y]) in moves.iter().zip(points.iter().skip(1)) {
        let Some(mark) = analysed.mark() else { continue };
        let (class, radius) = match mark {
            Mark::Doubtful => ("doubtful", 3),
            Mark::Mistake => ("mistake", 4),
            Mark::Blunder => ("blunder", 5),
        };
        let number = analysed.position.move_number();
        let title = format!(
            "{number}{}{}: {} ({})",
            san_with(&analysed.position, analysed.played, &language.letters),
            mark.sign(),
            analysed.white_score().to_eval(),
            best_words(analysed, language)
        );
        let y = y.clamp(6.0, height - 6.0);
        let _ = writeln!(
            discs,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{}</title></circle>",
            escaped(&title)
        );
    }
    let half = height / 2.0;
    let label = escaped(words.translated("Expected score of White after each move"));
    format!(
        "<figure class=\"graph\">\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n\
         <path class=\"black-share\" d=\"M0 0H{width}V{height}H0z\"/>\n\
         <path class=\"white-share\" d=\"M0 {height}{line}V{height}z\"/>\n\
         <path class=\"half\" d=\"M0 {half}H{width}\"/>\n{discs}</svg>\n</figure>\n"
    )
}

fn best_words(analysed: &AnalysedMove<'_>, language: Language) -> String {
    let word = PageWords::of(language.words).translated("best");
    let white = if analysed.is_white() { analysed.best.score } else { analysed.best.score.opposite() };
    match analysed.best.moves.first() {
        Some(&best) => {
            format!("{word} {}: {}", san_with(&analysed.position, best, &language.letters), white.to_eval())
        }
        None => format!("{word}: {}", white.to_eval()),
    }
}
