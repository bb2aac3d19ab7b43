//! Books as Typst source.

use std::fmt::Write as _;

use super::pagination::DiagramPage;
use super::{
    BlockKind, BookParts, BookProblem, BookStyle, Face, Numbered, Span, legend, numbered, solution_blocks,
};
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
  if start > 0 { columns(2, gutter: gutter, blocks.slice(0, start).join()); pagebreak(weak: true) }
  let (middle, left) = (start, 0pt)
  while middle < blocks.len() and left + heights.at(middle) / 2 < (total - filled) / 2 {
    left += heights.at(middle); middle += 1 }
  grid(columns: (1fr, 1fr), column-gutter: gutter,
    blocks.slice(start, middle).join(), blocks.slice(middle).join())
})
"#;

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
    let numbered = numbered(problems);
    if style.parts != BookParts::Solutions {
        source += &diagrams(style, &numbered, folder);
    }
    if style.parts != BookParts::SolvingSheet {
        let _ = writeln!(
            source,
            "#pagebreak(weak: true)\n#heading(outlined: false, {})\n#set text(size: 8.5pt)\n#balanced(6mm,",
            quoted(style.words.solutions)
        );
        for block in solution_blocks(style, &numbered) {
            let lines: Vec<String> = block.lines.iter().map(|line| joined(line)).collect();
            let name = match block.kind {
                BlockKind::Solution => "solution",
                BlockKind::Note => "note",
            };
            let _ = writeln!(source, "  [#{name}({})],", lines.join(", "));
        }
        source += ")\n";
    }
    source
}

/// Returns the pages of diagrams.
fn diagrams(style: &BookStyle, problems: &[Numbered<'_>], folder: &str) -> String {
    let mut source = String::new();
    let mut first = 1;
    for (page, DiagramPage { problems: chunk, columns, board, .. }) in
        style.diagram_pages(problems).into_iter().enumerate()
    {
        source += if page == 0 { "" } else { "#pagebreak()\n" };
        if page == 0 && !style.title.is_empty() {
            let _ = writeln!(source, "#heading(outlined: false, {})", quoted(&style.title));
        }
        let _ = writeln!(source, "#diagrams({columns}, {},", chunk.len().div_ceil(columns));
        let numbered: Vec<_> = (first..).zip(chunk).collect();
        first += chunk.len();
        for row in numbered.chunks(columns) {
            let cells = |cell: &dyn Fn(usize, &Numbered<'_>) -> String| {
                let cells = row.iter().map(|&(place, numbered)| cell(place, numbered));
                let vacant = (row.len()..columns).map(|_| "[]".to_owned());
                cells
                    .chain(vacant)
                    .flat_map(|cell| ["  ".to_owned(), cell, ",\n".to_owned()])
                    .collect::<String>()
            };
            source += &cells(&|_, Numbered { above, .. }| {
                format!("above({})", above.iter().map(marked).collect::<Vec<_>>().join(", "))
            });
            source += &cells(&|place, Numbered { problem, .. }| match problem.picture.as_str() {
                "" => format!("diagram(none, {board:.1}mm)"),
                _ => format!("diagram({}, {board:.1}mm)", quoted(&format!("{folder}/{place}.svg"))),
            });
            source += &cells(&|_, Numbered { problem, .. }| {
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
