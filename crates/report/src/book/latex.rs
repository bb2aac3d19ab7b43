//! Books as LaTeX source.

use std::fmt::Write as _;

use super::{BookProblem, BookStyle, shortened};
use hexmate_diagram::Paper;
use hexmate_position::Letters;

/// Preamble: layout of pages, problems, solutions and figurines.
const SETTING: &str = r"\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[T2A,T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{graphicx,multicol}
\pagestyle{plain}
\setlength{\parindent}{0pt}
\setlength{\columnsep}{6mm}
\newlength{\problemwidth}
\newlength{\problemheight}
\newcommand{\cyr}[1]{{\fontencoding{T2A}\selectfont #1}}
% number, picture, author, source, stipulation, count
\newcommand{\problem}[6]{\begin{minipage}[t][\problemheight][t]{\problemwidth}\centering\footnotesize
  \parbox[b][9mm][b]{\linewidth}{\centering\textbf{#1}~\textbf{#3}\par{\scriptsize\itshape #4\par}}\par\vspace{1mm}
  #2\par\vspace{1mm}
  \makebox[.8\linewidth]{\textbf{#5}\hfill #6}\end{minipage}}
% number, name, fault; its lines follow
\newcommand{\solution}[3]{\par\medskip\textbf{#1. #2} \textbf{#3}\par}
";

/// Returns the whole source.
pub(super) fn source(style: &BookStyle, problems: &[BookProblem], folder: &str) -> String {
    let paper = match style.paper {
        Paper::A4 => "a4paper",
        Paper::Letter => "letterpaper",
    };
    let columns = f32::from(style.columns);
    let mut source = format!(
        "% Written by hexmate: pdflatex FILE.tex\n\\documentclass[10pt,{paper}]{{article}}\n\
         \\usepackage[{paper},margin=14mm,bottom=20mm]{{geometry}}\n{SETTING}\
         \\setlength{{\\problemwidth}}{{{:.3}\\textwidth}}\n\
         \\newcommand{{\\fig}}[1]{{\\raisebox{{-.1em}}{{\\includegraphics[height=.9em]{{\\detokenize{{{folder}}}/#1}}}}}}\n\
         \\newcommand{{\\board}}[1]{{\\includegraphics[width=.9\\linewidth,height=\\dimexpr\\problemheight-17mm\\relax,keepaspectratio]{{\\detokenize{{{folder}}}/#1}}}}\n\
         \\begin{{document}}\n",
        1. / columns - 0.02
    );
    for (page, chunk) in problems.chunks(style.page()).enumerate() {
        let title = if page == 0 { style.title.as_str() } else { "" };
        let _ = match title {
            "" => writeln!(
                source,
                "\\setlength{{\\problemheight}}{{{:.4}\\textheight}}",
                0.99 / f32::from(style.rows())
            ),
            title => writeln!(
                source,
                "\\begin{{center}}\\Large\\textbf{{{}}}\\end{{center}}\n\
                 \\setlength{{\\problemheight}}{{{:.4}\\textheight}}",
                escaped(title),
                0.93 / f32::from(style.rows())
            ),
        };
        let numbered: Vec<_> = (page * style.page() + 1..).zip(chunk).collect();
        for row in numbered.chunks(style.columns.into()) {
            for (place, (number, problem)) in row.iter().enumerate() {
                let BookProblem { picture, author, source: from, stipulation, count, .. } = problem;
                let picture =
                    if picture.is_empty() { "--".to_owned() } else { format!("\\board{{{number}}}") };
                let texts = [author, &shortened(from, style.columns), stipulation, count];
                let texts = texts.map(|text| format!("{{{}}}", escaped(text)));
                let gap = if place == 0 { "\\noindent" } else { "\\hfill" };
                let _ = writeln!(source, "{gap}\\problem{{{number}}}{{{picture}}}{}%", texts.concat());
            }
            source +=
                if row.len() < usize::from(style.columns) { "\\hfill\\mbox{}\\par\n" } else { "\\par\n" };
        }
        source += "\\newpage\n";
    }
    let _ = writeln!(
        source,
        "\\begin{{center}}\\Large\\textbf{{{}}}\\end{{center}}\n\\begin{{multicols}}{{2}}\\raggedright\\small",
        escaped(style.words.solutions)
    );
    for (number, problem) in (1..).zip(problems) {
        let [name, fault] = [&problem.id, &problem.fault].map(|text| escaped(text));
        let _ = writeln!(source, "\\solution{{{number}}}{{{name}}}{{{fault}}}");
        for line in &problem.solution {
            let _ = writeln!(source, "{}\\par", escaped(line));
        }
    }
    source + "\\end{multicols}\n\\end{document}\n"
}

/// Escapes a text for LaTeX. A character that the fonts lack becomes a question mark.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    let mut is_cyrillic = false;
    for character in text.chars() {
        if ('\u{400}'..='\u{45f}').contains(&character) != is_cyrillic {
            is_cyrillic = !is_cyrillic;
            written += if is_cyrillic { "\\cyr{" } else { "}" };
        }
        if let Some(role) = Letters::figurine(character) {
            let _ = write!(written, "\\fig{{{}}}", role.letter());
            continue;
        }
        match character {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => written.extend(['\\', character]),
            '\\' => written += "\\textbackslash{}",
            '~' => written += "\\textasciitilde{}",
            '^' => written += "\\textasciicircum{}",
            '<' => written += "\\textless{}",
            '>' => written += "\\textgreater{}",
            '|' => written += "\\textbar{}",
            '"' => written += "\\textquotedbl{}",
            '…' => written += "\\ldots{}",
            '↔' => written += "$\\leftrightarrow$",
            '→' => written += "$\\rightarrow$",
            // Allows a line break.
            '/' => written += "/\\allowbreak{}",
            '\u{300}'..='\u{36f}' => accent(&mut written, character),
            // LaTeX would join two of them into a dash.
            '-' => written += "-{}",
            control if control.is_control() => written.push(' '),
            ' '..='~'
            | '\u{a1}'..='\u{17f}'
            | '\u{400}'..='\u{45f}'
            | '–'
            | '—'
            | '‘'
            | '’'
            | '“'
            | '”'
            | '„' => {
                written.push(character);
            }
            _ => written.push('?'),
        }
    }
    if is_cyrillic { written + "}" } else { written }
}

/// Puts an accent on the preceding letter, as a LaTeX command.
fn accent(written: &mut String, mark: char) {
    let command = match mark {
        '\u{300}' => "`",
        '\u{301}' => "'",
        '\u{302}' => "^",
        '\u{303}' => "~",
        '\u{306}' => "u",
        '\u{307}' => ".",
        '\u{308}' => "\"",
        '\u{30a}' => "r",
        '\u{30b}' => "H",
        '\u{30c}' => "v",
        '\u{327}' => "c",
        '\u{328}' => "k",
        _ => return,
    };
    if written.ends_with(char::is_alphabetic)
        && let Some(letter) = written.pop()
    {
        let _ = write!(written, "\\{command}{{{letter}}}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_a_command() {
        assert_eq!(
            escaped(r"a_b & 50% of $1 #2 {x} \input{y} ~^<|> 1…Kb2"),
            "a\\_b \\& 50\\% of \\$1 \\#2 \\{x\\} \\textbackslash{}input\\{y\\} \
             \\textasciitilde{}\\textasciicircum{}\\textless{}\\textbar{}\\textgreater{} 1\\ldots{}Kb2"
        );
        assert_eq!(escaped("Glin\u{301}ski \u{301}"), "Gli\\'{n}ski ");
        assert_eq!(escaped("1.Крf4 ♘g5 漢\n--"), "1.\\cyr{Кр}f4 \\fig{N}g5 ? -{}-{}");
    }
}
