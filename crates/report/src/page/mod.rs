//! HTML pages that need no other files.
//!
//! A page is its [`opening`], an [`article`] for each record or a [`table`] for each group of numbers, and its
//! [`closing`]. Lines with deeper indentation than the line before them fold under it. Without scripts only the filter
//! and the boards that follow a click on a move are missing.

mod contents;
mod magazine;
mod words;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

pub use contents::{Article, Contents};
pub(crate) use magazine::Passage;
pub use words::PageWords;
pub(crate) use words::plies;

use hexmate_core::rules::Role;
use hexmate_diagram::{BarChart, ColourTheme, PLAYER_SIGNS, css_properties, figurine, sprite};
use hexmate_position::Game;
use hexmate_words::Words;

use crate::{BookWords, Issue};

/// Title, language and filters of a page.
#[derive(Clone, Debug)]
pub struct PageStyle {
    /// Title.
    pub title: String,
    /// Labels in the language of the page.
    pub words: &'static PageWords,
    /// Values by which articles can be filtered.
    pub filters: Vec<Filter>,
    /// Readers of the page.
    pub audience: Audience,
    /// Words of books in the language of the page.
    pub book: &'static BookWords,
    /// Issue of a magazine that the page shows; `None` for other pages.
    pub issue: Option<Issue>,
}

impl PageStyle {
    /// Returns whether the solution of a problem, by its index, is shown: a section of an issue may leave it out.
    fn shows_solution(&self, problem: usize) -> bool {
        self.issue.as_ref().is_none_or(|issue| issue.showing(problem).has_solutions())
    }

    /// Creates the style of a page for editors in a language, from the English title and names of filters.
    pub fn translated(words: &'static PageWords, title: &str, filters: &[&'static str]) -> Self {
        let filter = |&name: &&'static str| Filter { name, label: words.translated(name), explanation: "" };
        let filters = filters.iter().map(filter).collect();
        let book = &Words::of_code(words.code).unwrap_or(hexmate_words::ALL[0]).book;
        let (title, audience) = (words.translated(title).to_owned(), Audience::Editors);
        Self { title, words, filters, audience, book, issue: None }
    }
}

/// Readers of a page of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Verdicts, wrong claims first, and filters.
    #[default]
    Editors,
    /// Diagrams in the order of the input, with folded solutions.
    Readers,
}

/// A value by which articles can be filtered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Name in the articles.
    pub name: &'static str,
    /// Label in the language of the page.
    pub label: &'static str,
    /// Explanation on hover; may be empty.
    pub explanation: &'static str,
}

/// Returns the page up to its first article.
///
/// `before` is HTML above the filters, and `games` are the games of all boards on the page.
pub fn opening(style: &PageStyle, games: &[Game], before: &str) -> String {
    let PageStyle { title, words, filters, audience, .. } = style;
    let title = escaped(title);
    let class = match audience {
        Audience::Editors => "editors",
        Audience::Readers => "readers",
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{}{}</style>\n\
         </head>\n<body class=\"{class}\">\n<h1>{title}</h1>\n{before}<form hidden=\"\" data-none=\"{}\" data-shown=\"{}\" data-steps=\"{}\">\n",
        words.code,
        include_str!("style.css"),
        if games.is_empty() { String::new() } else { colours() },
        escaped(words.none),
        escaped(&words.shown.fill(&[("shown", "{}"), ("all", "{}")])),
        escaped(&[words.first_position, words.back, words.on, words.last_position].join("|"))
    );
    for Filter { name, label, explanation } in filters {
        let _ = writeln!(
            page,
            "<label>{} <select name=\"{name}\"><option value=\"all\">{}</option></select></label>",
            explained(label, explanation),
            escaped(words.all)
        );
    }
    let [unfold, fold] = [words.unfold, words.fold].map(escaped);
    let _ = write!(
        page,
        "<button type=\"button\" id=\"unfold\">{unfold}</button>\n\
         <button type=\"button\" id=\"fold\">{fold}</button>\n\
         <output aria-live=\"polite\"></output>\n</form>\n"
    );
    page += &if games.is_empty() { String::new() } else { sprite(games) };
    page + "<main>\n"
}

/// Returns a word that shows its explanation under the pointer and with the keyboard focus.
pub fn explained(word: &str, explanation: &str) -> String {
    let [word, explanation] = [word, explanation].map(escaped);
    match explanation.as_str() {
        "" => word,
        _ => format!("<abbr tabindex=\"0\" title=\"{explanation}\">{word}</abbr>"),
    }
}

/// Returns a bar chart as tables, whose text keeps its size on narrow screens.
pub fn chart(chart: &BarChart) -> String {
    let mut page = format!("<figure class=\"chart\" aria-label=\"{}\">\n", escaped(&chart.title));
    for panel in &chart.panels {
        let most = panel.bars.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
        let _ = write!(page, "<table>\n<caption>{}</caption>\n", escaped(&panel.heading));
        for (label, count) in &panel.bars {
            let width = (1000 * u128::from(*count)).div_ceil(10 * u128::from(most));
            let _ = writeln!(
                page,
                "<tr><th scope=\"row\">{}</th><td><span class=\"bar\" style=\"width:{width}%\"></span></td><td>{count}</td></tr>",
                escaped(label)
            );
        }
        page += "</table>\n";
    }
    page + "</figure>\n"
}

/// Returns the style of boards, pieces and figurines, for screens and paper.
fn colours() -> String {
    let mut style = format!(
        ":root {{ {} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n",
        css_properties(&ColourTheme::WARM),
        css_properties(&ColourTheme::DARK)
    );
    // On paper, White and Black are grey as in books; other players keep their colours.
    let [white, black, ..] = ColourTheme::GREYS.pieces;
    let [_, _, others @ ..] = ColourTheme::WARM.pieces;
    let [red, orange, blue, green, yellow] = others;
    let greys =
        ColourTheme { pieces: [white, black, red, orange, blue, green, yellow], ..ColourTheme::GREYS };
    let _ = writeln!(style, "@media print {{ :root {{ {} }} }}", css_properties(&greys));
    for sign in PLAYER_SIGNS {
        let _ = writeln!(
            style,
            ".{sign} {{ fill: var(--{sign}); stroke: var(--{sign}-line); color: var(--{sign}-detail) }}"
        );
    }
    for role in Role::ALL {
        let picture = figurine(role).replace('"', "'");
        let picture = picture.replace('#', "%23").replace('<', "%3c").replace('>', "%3e");
        let letter = role.letter();
        let mask = format!("url(\"data:image/svg+xml,{picture}\") center/contain no-repeat");
        let _ = writeln!(style, "i.{letter} {{ -webkit-mask: {mask}; mask: {mask} }}");
    }
    style
}

/// Returns the page after its last article.
pub fn closing(summary: &str) -> String {
    let summary = escaped(summary);
    let script = include_str!("script.js");
    format!("</main>\n<footer>{summary}</footer>\n<script>\n{script}</script>\n</body>\n</html>\n")
}

/// Returns the article of a record: its heading, the values of the filters, HTML or nothing, and its text.
pub fn article(heading: &str, values: &[(&str, &str)], picture: &str, text: &str) -> String {
    let mut page = String::from("<article");
    for (name, value) in values {
        let _ = write!(page, " data-{name}=\"{}\"", escaped(value));
    }
    let _ = write!(page, ">\n<h2>{}</h2>\n{picture}", escaped(heading));
    page + &lines(text) + "</article>\n"
}

/// Returns lines of text that fold.
pub fn lines(text: &str) -> String {
    format!("<div class=\"lines\">\n{}</div>\n", nested_lists(text))
}

/// Returns English lines of text that fold, on a page in any language.
pub fn english_lines(text: &str, words: &PageWords) -> String {
    let lines = lines(text);
    if words.code == PageWords::ENGLISH.code {
        lines
    } else {
        lines.replacen("<div ", "<div lang=\"en\" ", 1)
    }
}

/// Returns a board with a caption below it.
pub fn figure(board: &str, left: &str, right: &str) -> String {
    let [left, right] = [left, right].map(escaped);
    format!(
        "<figure class=\"diagram\">\n{board}<figcaption><span class=\"stipulation\">{left}</span> <span>{right}</span></figcaption></figure>\n"
    )
}

/// Returns lines as paragraphs.
pub fn paragraphs(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["<p>".to_owned(), escaped(line), "</p>\n".to_owned()]).collect()
}

/// Returns moves that fold under a line; both are HTML.
pub fn moves(line: &str, moves: &str) -> String {
    format!("<details><summary>{line}</summary>\n<div class=\"moves\">\n{moves}</div></details>\n")
}

/// Returns the message about a wrong claim; empty without one.
pub fn fault(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!("<p class=\"fault\">{}</p>\n", escaped(message)) }
}

/// Returns names and values of a record, such as its author; empty if there are none.
pub fn facts(facts: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt> <dd>{}</dd></div>\n", escaped(name), escaped(value))
    };
    let rows: String = facts.iter().map(row).collect();
    if rows.is_empty() { rows } else { format!("<dl>\n{rows}</dl>\n") }
}

/// Returns a table of names and numbers under a heading.
pub fn table(heading: &str, rows: &[(&str, i64)]) -> String {
    let mut page = format!("<article>\n<h2>{}</h2>\n<table>\n", escaped(heading));
    for (name, number) in rows {
        let _ = writeln!(page, "<tr><th scope=\"row\">{}</th><td>{number}</td></tr>", escaped(name));
    }
    page + "</table>\n</article>\n"
}

/// Returns lines as nested lists, according to their indentation.
fn nested_lists(text: &str) -> String {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| (line.len() - line.trim_start().len(), line.trim()))
        .collect();
    let mut page = String::new();
    // Indentation of the last line of each open list.
    let mut open: Vec<usize> = Vec::new();
    for (number, &(indent, line)) in lines.iter().enumerate() {
        while open.len() > 1 && open[open.len() - 2] >= indent {
            open.pop();
            page += "</ul></details></li>\n";
        }
        let is_deeper = number.checked_sub(1).is_none_or(|before| lines[before].0 < indent);
        if is_deeper {
            page += "<ul>\n";
        } else {
            open.pop();
        }
        open.push(indent);
        let line = escaped(line);
        let has_more = lines.get(number + 1).is_some_and(|&(next, _)| next > indent);
        let _ = match has_more {
            true => writeln!(page, "<li><details open=\"\"><summary>{line}</summary>"),
            false => writeln!(page, "<li>{line}</li>"),
        };
    }
    while open.pop().is_some() {
        page += if open.is_empty() { "</ul>\n" } else { "</ul></details></li>\n" };
    }
    page
}

/// Escapes a text for an HTML element or attribute.
pub(crate) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_lines_fold() {
        let page = nested_lists(
            "   1.a\n          2.c\n      1...b\n          2.c\n      1...d\n   1.e\n\ntries:\n   1.f\nend",
        );
        let flat: String = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            flat,
            "<ul> <li><details open=\"\"><summary>1.a</summary> <ul> <li>2.c</li> \
             <li><details open=\"\"><summary>1...b</summary> <ul> <li>2.c</li> </ul></details></li> \
             <li>1...d</li> </ul></details></li> <li>1.e</li> \
             <li><details open=\"\"><summary>tries:</summary> <ul> <li>1.f</li> </ul></details></li> \
             <li>end</li> </ul>"
        );
    }

    /// Returns the value of a colour in a block of the style sheet.
    fn colour(block: &str, name: &str) -> Option<u32> {
        let (_, value) = block.split_once(&format!("--{name}: #"))?;
        let digits: String = value.chars().take_while(char::is_ascii_hexdigit).collect();
        let long = if digits.len() == 3 { digits.chars().flat_map(|d| [d, d]).collect() } else { digits };
        u32::from_str_radix(&long, 16).ok()
    }

    /// Returns the contrast of two colours as WCAG defines it.
    fn contrast(one: u32, other: u32) -> f64 {
        let luminance = |colour: u32| {
            let [red, green, blue] = [16, 8, 0].map(|shift| {
                let part = f64::from(colour >> shift & 0xff) / 255.;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn page_colours_have_contrast() {
        let style = include_str!("style.css");
        let dark = style.split("prefers-color-scheme: dark").nth(1).expect("a dark mode");
        let print = style.split("@media print").nth(1).expect("a style for paper");
        for (mode, block) in [("light", style), ("dark", dark), ("print", print)] {
            let paper = colour(block, "paper").expect("a background");
            for (name, least) in [("ink", 7.), ("soft", 4.5), ("link", 4.5), ("bad", 4.5), ("bar", 3.)] {
                // Bars keep their colour on paper.
                let Some(found) = colour(block, name).or(colour(style, name)) else { panic!("{name}") };
                let measured = contrast(found, paper);
                assert!(measured >= least, "{mode}: {name} has contrast {measured}");
            }
        }
    }

    #[test]
    fn discs_have_a_rim_in_ink() {
        let style = include_str!("style.css");
        let (_, rule) = style.split_once("circle.turn {").expect("a rule for the disc");
        assert!(rule.starts_with(" stroke: var(--ink)"), "a black disc would vanish on a dark page");
    }

    #[test]
    fn charts_show_every_bar() {
        let bars = vec![("a<b".to_owned(), 3), ("c".to_owned(), 0), ("d".to_owned(), u64::MAX)];
        let panel = hexmate_diagram::Panel { heading: "H".to_owned(), bars };
        let page = chart(&BarChart { title: "T".to_owned(), panels: vec![panel] });
        let document = roxmltree::Document::parse(&page).expect("it is well-formed");
        let rows = document.descendants().filter(|node| node.has_tag_name("tr")).count();
        assert_eq!(rows, 3);
        assert!(page.contains("width:100%") && page.contains("width:0%"));
    }

    #[test]
    fn any_text_gives_well_formed_page() {
        let text = "a\n  <b>\n c & d\n      e\"\n   f\n g";
        let article = article("<h>\"", &[("verdict", "\"&<")], "", text);
        let page = format!("<main>{article}{}</main>", table("<t>", &[("x & \"y\" ", 7)]));
        let document = roxmltree::Document::parse(&page).expect("it is well-formed");
        let words: String =
            document.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!(
            words,
            ["<h>\"", "a", "<b>", "c", "&", "d", "e\"", "f", "g", "<t>", "x", "&", "\"y\"", "7"]
        );
    }
}
