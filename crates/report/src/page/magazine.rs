//! Pages of an issue of a magazine: contents, sections, awards and indexes.

use std::fmt::Write as _;

use super::contents::Line;
use super::{Contents, PageStyle, escaped};
use crate::book::index::{author_key, by_name};
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
            ("authors", style.book.authors, self.names(|line| &line.authors).next().is_some()),
            ("themes", style.book.themes, self.names(|line| line.shown_themes(style)).next().is_some()),
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
        let authors = self.names(|line| &line.authors);
        let authors = by_name(authors, |name| author_key(name, style.book));
        let themes = self.names(|line| line.shown_themes(style));
        let end = [
            self.awards(style),
            self.index(style, ("authors", style.book.authors), authors),
            self.index(style, ("themes", style.book.themes), by_name(themes, folded)),
        ];
        passages.push(Passage::Html(end.concat()));
        Some(passages)
    }

    /// Returns names with the places of their articles.
    fn names<'c>(&'c self, of: impl Fn(&'c Line) -> &'c [String]) -> impl Iterator<Item = (&'c str, usize)> {
        let lines = self.lines.iter().enumerate();
        lines.flat_map(move |(place, line)| of(line).iter().map(move |name| (name.as_str(), place)))
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
        names: Vec<(&str, Vec<usize>)>,
    ) -> String {
        if names.is_empty() {
            return String::new();
        }
        let mut html = heading(anchor, name) + "<ul>\n";
        for (name, mut places) in names {
            // Twins have the number of their problem.
            places.dedup_by_key(|place| self.lines[*place].problem);
            let links: Vec<String> = places.into_iter().map(|place| self.link(style, place)).collect();
            let _ = writeln!(html, "<li>{} {}</li>", escaped(name), links.join(", "));
        }
        html + "</ul>\n"
    }

    /// Returns the number of a problem as a link to its article.
    fn link(&self, style: &PageStyle, place: usize) -> String {
        let number = self.lines.get(place).map(|line| self.number(style, line)).unwrap_or_default();
        format!("<a href=\"#n{}\">{}</a>", place + 1, escaped(&number))
    }
}

impl Line {
    /// Returns the themes, unless the issue does not show the solution.
    fn shown_themes(&self, style: &PageStyle) -> &[String] {
        if style.shows_solution(self.problem.saturating_sub(1)) { &self.themes } else { &[] }
    }
}

fn heading(anchor: &str, heading: &str) -> String {
    format!("<h2 id=\"{anchor}\" class=\"chapter\">{}</h2>\n", escaped(heading))
}

fn text(text: &str) -> String {
    super::paragraphs(&paragraphs(text).map(str::to_owned).collect::<Vec<_>>())
}
