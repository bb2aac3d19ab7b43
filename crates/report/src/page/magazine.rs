//! Pages of an issue of a magazine: contents, sections, awards and indexes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::contents::Line;
use super::{Contents, PageStyle, escaped};
use crate::book::paragraphs;
use hexmate_position::search::folded;

/// A part of the page of an issue.
pub(crate) enum Passage {
    /// HTML before, between and after articles.
    Html(String),
    /// An article, by its place.
    Article(usize),
}

impl Contents {
    /// Returns subtitle, introduction and contents of the issue.
    pub(super) fn issue_contents(&self, style: &PageStyle) -> String {
        let Some(issue) = &style.issue else { return String::new() };
        let mut html = String::new();
        for line in paragraphs(&issue.subtitle) {
            let _ = writeln!(html, "<p><b>{}</b></p>", escaped(line));
        }
        html += &text(&issue.introduction);
        let _ = write!(html, "<nav>\n<h2>{}</h2>\n<ol>\n", escaped(style.book.contents));
        let sections = issue.sections.iter().map(|section| section.heading.as_str());
        let sections = (1..).zip(sections).map(|(number, heading)| (format!("section-{number}"), heading));
        let back = [
            ("awards", style.book.awards, !issue.awards.is_empty()),
            ("authors", style.book.authors, self.lines.iter().any(|line| !line.authors.is_empty())),
            ("themes", style.book.themes, self.has_themes(style)),
        ];
        let back = back.into_iter().filter(|(.., is_there)| *is_there);
        let back = back.map(|(anchor, heading, _)| (anchor.to_owned(), heading));
        for (anchor, heading) in sections.chain(back) {
            let _ = writeln!(html, "<li><a href=\"#{anchor}\">{}</a></li>", escaped(heading));
        }
        html + "</ol>\n</nav>\n"
    }

    /// Returns the parts of the page of an issue after its contents; `None` for other pages.
    pub(crate) fn issue_passages(&self, style: &PageStyle) -> Option<Vec<Passage>> {
        let issue = style.issue.as_ref()?;
        let mut passages = Vec::new();
        for (number, (section, problems)) in (1..).zip(issue.parts(self.problems())) {
            let heading = heading(&format!("section-{number}"), &section.heading);
            let begin = format!("{heading}{}<section>\n", text(&section.introduction));
            passages.push(Passage::Html(begin));
            let places = problems.flat_map(|problem| self.places_of(problem));
            passages.extend(places.map(Passage::Article));
            passages.push(Passage::Html("</section>\n".to_owned()));
        }
        let authors = |line: &Line| line.authors.clone();
        let mut end = self.awards(style);
        end += &self.index(style, ("authors", style.book.authors), authors);
        let themes = |line: &Line| if is_shown(style, line) { line.themes.clone() } else { Vec::new() };
        end += &self.index(style, ("themes", style.book.themes), themes);
        passages.push(Passage::Html(end));
        Some(passages)
    }

    fn has_themes(&self, style: &PageStyle) -> bool {
        self.lines.iter().any(|line| is_shown(style, line) && !line.themes.is_empty())
    }

    fn awards(&self, style: &PageStyle) -> String {
        let Some(issue) = style.issue.as_ref().filter(|issue| !issue.awards.is_empty()) else {
            return String::new();
        };
        let mut html = heading("awards", style.book.awards);
        for award in &issue.awards {
            let Some(place) = self.places_of(award.problem).next() else { continue };
            let line = &self.lines[place];
            let number = self.link(style, place);
            let about = [&line.author, &line.note].map(|text| escaped(text.trim()));
            let about: Vec<String> = about.into_iter().filter(|text| !text.is_empty()).collect();
            let _ = writeln!(html, "<p><b>{} {number}</b> {}</p>", escaped(&award.prize), about.join(", "));
            html += &text(&award.comment);
        }
        html
    }

    /// Returns names with links to their problems; empty without names.
    fn index(
        &self,
        style: &PageStyle,
        (anchor, name): (&str, &str),
        names: impl Fn(&Line) -> Vec<String>,
    ) -> String {
        let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        let mut last = BTreeMap::new();
        for (place, line) in self.lines.iter().enumerate() {
            for name in names(line) {
                // Twins have the number of their problem.
                if last.insert(name.clone(), line.problem) != Some(line.problem) {
                    found.entry((folded(&name), name)).or_default().push(self.link(style, place));
                }
            }
        }
        if found.is_empty() {
            return String::new();
        }
        let mut html = heading(anchor, name) + "<ul>\n";
        for ((_, name), links) in found {
            let _ = writeln!(html, "<li>{} {}</li>", escaped(&name), links.join(", "));
        }
        html + "</ul>\n"
    }

    /// Returns the number of a problem as a link to its article.
    fn link(&self, style: &PageStyle, place: usize) -> String {
        let number = self.lines.get(place).map(|line| self.number(style, line)).unwrap_or_default();
        format!("<a href=\"#n{}\">{}</a>", place + 1, escaped(&number))
    }
}

/// Returns whether the issue shows the solution of a problem.
fn is_shown(style: &PageStyle, line: &Line) -> bool {
    let problem = line.problem.saturating_sub(1);
    style.issue.as_ref().is_none_or(|issue| issue.showing(problem).has_solutions())
}

fn heading(anchor: &str, heading: &str) -> String {
    format!("<h2 id=\"{anchor}\" class=\"chapter\">{}</h2>\n", escaped(heading))
}

fn text(text: &str) -> String {
    super::paragraphs(&paragraphs(text).map(str::to_owned).collect::<Vec<_>>())
}
