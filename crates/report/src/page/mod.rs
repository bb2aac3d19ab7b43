//! HTML pages that need no other files.
//!
//! A page is its [`opening`], an [`article`] for each record or a [`table`] for each group of numbers, and its
//! [`closing`]. Lines with deeper indentation than the line before them fold under it. Without scripts only the filter
//! and the boards that follow a click on a move are missing.

mod contents;

use std::fmt::Write as _;

pub use contents::{Contents, Entry};

use hexmate_core::rules::Role;
use hexmate_diagram::{PLAYER_SIGNS, Theme, css_properties, figurine, sprite};
use hexmate_position::Game;

/// Returns the page up to its first article.
///
/// `filters` are the names of the values by which articles can be filtered, `before` is HTML above the filters, and
/// `games` are the games of all boards on the page.
pub fn opening(title: &str, filters: &[&str], games: &[Game], before: &str) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{}{}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n{before}<form hidden=\"\">\n",
        include_str!("style.css"),
        if games.is_empty() { String::new() } else { colours() }
    );
    for name in filters {
        let _ = writeln!(page, "<label>{name} <select name=\"{name}\"><option>all</option></select></label>");
    }
    page += "<button type=\"button\" id=\"unfold\">Unfold all</button>\n\
             <button type=\"button\" id=\"fold\">Fold all</button>\n\
             <output aria-live=\"polite\"></output>\n</form>\n";
    page += &if games.is_empty() { String::new() } else { sprite(games) };
    page + "<main>\n"
}

/// Returns the style of boards, pieces and figurines, for screens and paper.
fn colours() -> String {
    let mut style = format!(
        ":root {{ {} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n",
        css_properties(&Theme::WARM),
        css_properties(&Theme::DARK)
    );
    // On paper, White and Black are grey as in books; other players keep their colours.
    let [white, black, ..] = Theme::GREYS.pieces;
    let [_, _, others @ ..] = Theme::WARM.pieces;
    let [red, orange, blue, green, yellow] = others;
    let greys = Theme { pieces: [white, black, red, orange, blue, green, yellow], ..Theme::GREYS };
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

/// Returns the article of a record: its heading, the values of the filters, an SVG picture or nothing, and its text.
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
    format!("<div class=\"lines\">\n{}</div>\n", folded(text))
}

/// Returns a board with a caption below it.
pub fn figure(board: &str, left: &str, right: &str) -> String {
    let [left, right] = [left, right].map(escaped);
    format!(
        "<figure>\n{board}<figcaption><span class=\"stipulation\">{left}</span> <span>{right}</span></figcaption></figure>\n"
    )
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
pub fn facts(facts: &[(&str, &str)]) -> String {
    let row = |&(name, value): &(&str, &str)| {
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
fn folded(text: &str) -> String {
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
        let page = folded(
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
