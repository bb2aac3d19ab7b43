//! Books as Typst source.

use std::fmt::Write as _;

use super::{BookProblem, BookStyle, shortened};
use hexmate_core::rules::Role;
use hexmate_diagram::Paper;
use hexmate_position::Letters;

/// Preamble: layout of pages, problems, solutions and figurines.
const SETTING: &str = r#"#set page(margin: (x: 14mm, top: 14mm, bottom: 17mm), numbering: "1")
#set text(size: 9pt, hyphenate: false)
#set par(justify: false)
#show heading: it => align(center, text(size: 13pt, it.body))

// A diagram with its captions; all texts are strings.
#let problem(high, number, picture, author, source, stipulation, count) = block(height: high, width: 100%, {
  set align(center)
  set text(size: 8pt)
  set par(leading: 0.4em)
  let over = {
    strong[#number]
    if author != "" [ #strong(author)]
    if source != "" { linebreak(); text(size: 7pt, emph(source)) }
  }
  grid(
    rows: (9.5mm, 1fr, 4mm), row-gutter: 1mm,
    block(height: 100%, width: 100%, clip: true, align(bottom, over)),
    if picture != none { image(picture, height: 100%, fit: "contain") } else { align(horizon, [–]) },
    box(width: 80%, grid(columns: (1fr, auto), align(left, strong(stipulation)), align(right, count))),
  )
})

// A solution: its number, name, fault and lines.
#let solution(number, name, fault, ..lines) = {
  block(spacing: 0.75em, {
    strong[#number. #name]
    if fault != "" [ #strong(fault)]
    for line in lines.pos() [ #linebreak()#line]
  })
}
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
        let _ = writeln!(source, "#show \"{sign}\": box(baseline: 0.1em, image({file}, height: 0.85em))");
    }
    for (page, chunk) in problems.chunks(style.page()).enumerate() {
        source += if page == 0 { "" } else { "#pagebreak()\n" };
        if page == 0 && !style.title.is_empty() {
            let _ = writeln!(source, "#heading(outlined: false, {})", quoted(&style.title));
        }
        let (columns, rows) = (style.columns, f32::from(style.rows()));
        let (_, height) = style.size();
        // Height between the margins, below the title.
        let free = height * 25.4 / 72. - 31. - if page == 0 { 12. } else { 0. };
        let high = (free - 2. * (rows - 1.)) / rows - 0.5;
        let _ = writeln!(source, "#grid(columns: (1fr,) * {columns}, column-gutter: 5mm, row-gutter: 2mm,");
        for (number, problem) in (page * style.page() + 1..).zip(chunk) {
            let BookProblem { picture, author, source: from, stipulation, count, .. } = problem;
            let picture = if picture.is_empty() {
                "none".to_owned()
            } else {
                quoted(&format!("{folder}/{number}.svg"))
            };
            let texts =
                [author, &shortened(from, columns), stipulation, count].map(|text| quoted(text)).join(", ");
            let _ = writeln!(source, "  problem({high:.1}mm, {number}, {picture}, {texts}),");
        }
        source += ")\n";
    }
    let _ = writeln!(
        source,
        "#pagebreak(weak: true)\n#heading(outlined: false, {})\n#columns(2, gutter: 6mm)[\n#set text(size: 8.5pt)",
        quoted(style.words.solutions)
    );
    for (number, problem) in (1..).zip(problems) {
        let texts = [&problem.id, &problem.fault].into_iter().chain(&problem.solution);
        let texts: Vec<String> = texts.map(|text| quoted(text)).collect();
        let _ = writeln!(source, "#solution({number}, {})", texts.join(", "));
    }
    source + "]\n"
}

/// Returns a text as a Typst string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted.push(' '),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}
