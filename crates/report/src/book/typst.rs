//! Books as Typst source.

use std::fmt::Write as _;

use super::chapters::{Chapter, Content, is_subtitle};
use super::pagination::DiagramPage;
use super::{Block, BlockKind, BookProblem, BookStyle, Face, Numbered, Span, legend, numbered};
use hexmate_core::rules::Role;
use hexmate_diagram::Paper;
use hexmate_position::Letters;

/// Preamble: layout of pages, problems, solutions and figurines.
const SETTING: &str = r#"#set page(margin: (x: 14mm, top: 14mm, bottom: 17mm), numbering: "1")
#set text(size: 9pt, hyphenate: false)
#set par(justify: false)
#show heading: it => align(center, text(size: 13pt, it.body))

// Captions above and below diagrams.
#let above(..lines) = align(center + bottom, stack(spacing: 1.2mm, ..lines))
#let below(stipulation, count, ..lines) = align(center, box(width: 88%, align(left, stack(spacing: 1.2mm,
  grid(columns: (1fr, auto), strong(stipulation), count), ..lines))))
#let diagram(picture, width) = if picture == none { box(height: 1.16 * width, align(horizon + center, [–])) } else {
  align(center, image(picture, width: width, height: 1.16 * width, fit: "contain")) }
#let blank = v(2mm) + line(length: 100%, stroke: 0.3pt + gray)

// A page of diagrams: for each row the captions above, the diagrams and the captions below, in three rows of a grid.
#let diagrams(columns, rows, ..cells) = block(width: 100%, {
  set text(size: 8pt)
  set par(leading: 0.45em)
  grid(columns: (1fr,) * columns, column-gutter: 5mm, row-gutter: (1mm, 1mm, 4mm) * rows, ..cells)
})
// An explanation at the foot of a page of diagrams.
#let legend(body) = place(bottom + center, text(size: 8pt, body))

// A solution: lines under its number.
#let solution(..lines) = block(spacing: 1em, breakable: true,
  stack(spacing: 0.55em, ..lines.pos().map(line => par(hanging-indent: 0.8em, line))))

// A legend or an index beside the solutions.
#let note = solution

// Solutions in two columns; on the last page both columns have about the same height.
#let balanced(gutter, ..solutions) = layout(size => {
  let blocks = solutions.pos()
  let width = (size.width - gutter) / 2
  let heights = blocks.map(body => measure(block(width: width, body)).height + 1em.to-absolute())
  let total = heights.sum(default: 0pt)
  let first = size.height - calc.max(0pt, here().position().y - 14mm)
  let full = if total <= 2 * first { 0pt } else {
    2 * first + 2 * size.height * (calc.ceil((total - 2 * first) / (2 * size.height)) - 1) }
  let (start, filled) = (0, 0pt)
  while start < blocks.len() and filled + heights.at(start) <= full { filled += heights.at(start); start += 1 }
  if start > 0 { columns(2, gutter: gutter, blocks.slice(0, start).join()) }
  let (middle, left) = (start, 0pt)
  while middle < blocks.len() and left + heights.at(middle) / 2 < (total - filled) / 2 {
    left += heights.at(middle); middle += 1 }
  grid(columns: (1fr, 1fr), column-gutter: gutter,
    blocks.slice(start, middle).join(), blocks.slice(middle).join())
})
"#;

/// Layout of the chapters of an issue.
const ISSUE_SETTING: &str = r"
// Paragraphs below a heading.
#let introduction(..lines) = align(center, block(width: 84%, align(left, {
  set text(size: 9.5pt)
  for line in lines.pos() { block(width: 100%, spacing: 0.9em, line) }
})))
// Chapters with their pages.
#let contents(name, ..entries) = align(center, block(above: 2em, width: 62%, {
  set align(left)
  set text(size: 9.5pt)
  strong(name)
  for (place, title) in entries.pos() {
    block(spacing: 0.7em, link(place, [#title #box(width: 1fr, repeat[ . ]) #context counter(page).at(place).first()]))
  }
}))
// The heading of a group of solutions, and a line of an index.
#let part(title) = block(above: 1.2em, below: 0.8em, sticky: true, title)
#let entry(line) = block(spacing: 0.55em, par(hanging-indent: 0.8em, line))
";

/// Returns the whole source.
pub(super) fn source(style: &BookStyle, problems: &[BookProblem], folder: &str) -> String {
    let paper = match style.paper {
        Paper::A4 => "a4",
        Paper::Letter => "us-letter",
    };
    let mut source = format!(
        "// Written by hexmate: typst compile FILE.typ\n#set document(title: {})\n#set page(paper: \"{paper}\")\n\
         #set text(lang: \"{}\")\n{SETTING}",
        quoted(&style.title),
        style.words.code
    );
    for role in Role::ALL {
        let (sign, file) =
            (Letters::FIGURINES.letter(role), quoted(&format!("{folder}/{}.svg", role.letter())));
        let _ = writeln!(
            source,
            "#show \"{sign}\": [#box(baseline: 0.1em, image({file}, height: 0.85em))#sym.wj]"
        );
    }
    if style.issue.is_some() {
        source += ISSUE_SETTING;
    }
    let numbered = numbered(style, problems);
    let chapters = Chapter::all(style, &numbered);
    let pages = style.diagram_pages(&chapters);
    let mut follows_text = false;
    for (place, (chapter, pages)) in chapters.iter().zip(pages).enumerate() {
        source += &match &chapter.content {
            Content::Contents => front(style, chapter, &chapters),
            Content::Diagrams(_) => diagrams(style, chapter, (place, pages), folder),
            Content::Blocks(blocks) => text(style, chapter, (place, blocks), follows_text),
        };
        follows_text = matches!(chapter.content, Content::Blocks(_));
    }
    source
}

/// Returns a heading with the label of its chapter in an issue.
fn heading(style: &BookStyle, chapter: &Chapter<'_, '_>, place: usize) -> String {
    if chapter.heading.is_empty() {
        return String::new();
    }
    let label = if style.issue.is_some() { format!(" <chapter-{place}>") } else { String::new() };
    let outlined = if label.is_empty() { "outlined: false, " } else { "" };
    format!("#heading({outlined}{}){label}\n", quoted(&chapter.heading))
}

/// Returns the introduction of a chapter.
fn introduction(chapter: &Chapter<'_, '_>) -> String {
    let line = |line: &Vec<Span>| match is_subtitle(line) {
        true => format!("align(center, {})", joined(line)),
        false => joined(line),
    };
    let lines: Vec<String> = chapter.introduction.iter().map(line).collect();
    if lines.is_empty() { String::new() } else { format!("#introduction({})\n", lines.join(", ")) }
}

/// Returns the title, the introduction and the contents of an issue.
fn front(style: &BookStyle, chapter: &Chapter<'_, '_>, chapters: &[Chapter<'_, '_>]) -> String {
    let mut source = heading(style, chapter, 0) + &introduction(chapter);
    let _ = writeln!(source, "#contents({},", quoted(style.words.contents));
    for (place, chapter) in Chapter::listed(chapters) {
        let _ = writeln!(source, "  (<chapter-{place}>, {}),", quoted(&chapter.heading));
    }
    source + ")\n"
}

/// Returns a chapter of text in two columns; in an issue it follows other text on the same page.
fn text(
    style: &BookStyle,
    chapter: &Chapter<'_, '_>,
    (place, blocks): (usize, &[Block]),
    follows_text: bool,
) -> String {
    let mut source = String::new();
    source += if follows_text { "#v(4mm)\n" } else { "#pagebreak(weak: true)\n" };
    source += &heading(style, chapter, place);
    source += &introduction(chapter);
    source += "#set text(size: 8.5pt)\n#balanced(6mm,\n";
    for block in blocks {
        let lines: Vec<String> = block.lines.iter().map(|line| joined(line)).collect();
        let name = match block.kind {
            BlockKind::Solution | BlockKind::Award => "solution",
            BlockKind::Note => "note",
            BlockKind::Heading => "part",
            BlockKind::Line => "entry",
        };
        let _ = writeln!(source, "  [#{name}({})],", lines.join(", "));
    }
    source + ")\n"
}

/// Returns the pages of diagrams of a chapter.
fn diagrams(
    style: &BookStyle,
    chapter: &Chapter<'_, '_>,
    (place, pages): (usize, Vec<DiagramPage<'_, '_>>),
    folder: &str,
) -> String {
    let is_joined = pages.first().is_some_and(|page| page.is_joined);
    let mut source = match place {
        0 => String::new(),
        _ if is_joined => "#v(4mm)\n".to_owned(),
        _ => "#pagebreak(weak: true)\n".to_owned(),
    };
    source += &heading(style, chapter, place);
    source += &introduction(chapter);
    for (page, DiagramPage { problems: chunk, columns, board, .. }) in pages.into_iter().enumerate() {
        source += if page == 0 && !chapter.is_led_alone(style) { "" } else { "#pagebreak()\n" };
        let _ = writeln!(source, "#diagrams({columns}, {},", chunk.len().div_ceil(columns));
        for row in chunk.chunks(columns) {
            let cells = |cell: &dyn Fn(&Numbered<'_>) -> String| {
                let cells = row.iter().map(cell);
                let vacant = (row.len()..columns).map(|_| "[]".to_owned());
                cells
                    .chain(vacant)
                    .flat_map(|cell| ["  ".to_owned(), cell, ",\n".to_owned()])
                    .collect::<String>()
            };
            source += &cells(&|Numbered { above, .. }| {
                format!("above({})", above.iter().map(marked).collect::<Vec<_>>().join(", "))
            });
            source += &cells(&|Numbered { problem, place, .. }| match problem.picture.as_str() {
                "" => format!("diagram(none, {board:.1}mm)"),
                _ => format!("diagram({}, {board:.1}mm)", quoted(&format!("{folder}/{}.svg", place + 1))),
            });
            source += &cells(&|Numbered { problem, .. }| {
                let first = [&problem.stipulation, &problem.count].map(|text| quoted(text));
                let further = problem.below().map(quoted);
                let blank = (0..style.blank_lines()).map(|_| "blank".to_owned());
                format!(
                    "below({})",
                    first.into_iter().chain(further).chain(blank).collect::<Vec<_>>().join(", ")
                )
            });
        }
        source += ")\n";
        let legend = legend(chunk.iter());
        if !legend.is_empty() {
            let _ = writeln!(source, "#legend({})", quoted(&legend));
        }
    }
    source
}

/// Returns texts in several styles as one Typst value.
fn joined(spans: &[Span]) -> String {
    match spans {
        [one] => marked(one),
        spans => format!("({}).join()", spans.iter().map(marked).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns a text with its style.
fn marked(span: &Span) -> String {
    let text = quoted(&span.text);
    match span.face {
        Face::Roman => text,
        Face::Bold => format!("strong({text})"),
        Face::Italic => format!("emph({text})"),
    }
}

/// Returns a text as a Typst string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            // A line does not end between the dots and their move.
            '…' => quoted.push_str("…\u{2060}"),
            control if control.is_control() => quoted.push(' '),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}
