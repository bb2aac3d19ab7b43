//! Books as LaTeX source.

use std::fmt::Write as _;

use super::chapters::{Chapter, Content, is_subtitle};
use super::pagination::DiagramPage;
use super::rows::{BOARD_RATIO, MILLIMETRE};
use super::{Block, BlockKind, BookProblem, BookStyle, Face, Numbered, Span, legend, numbered};
use hexmate_diagram::Paper;
use hexmate_position::Letters;

/// Preamble: layout of pages, problems, solutions and figurines.
const SETTING: &str = r"\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[T2A,T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{textcomp,graphicx,multicol}
\pagestyle{plain}
\setlength{\parindent}{0pt}
\setlength{\columnsep}{6mm}
\newlength{\problemwidth}
\newlength{\boardwidth}
\newlength{\overheight}
\newlength{\underheight}
\newlength{\boardheight}
% Latin Modern has no Cyrillic letters: those of Computer Modern go with it.
\newcommand{\cyr}[1]{{\fontencoding{T2A}\fontfamily{cmr}\selectfont #1}}
\newcommand{\captionsize}{\fontsize{8}{10}\selectfont}
\newcommand{\writeline}{\vspace{3mm}\hrule\relax}
% Begins a row: the heights of its captions are not known yet.
\newcommand{\row}{\setlength{\overheight}{0pt}\setlength{\underheight}{0pt}}
\makeatletter
\newcommand{\higher}[2]{\@tempdima=\ht#2\advance\@tempdima\dp#2 \ifdim\@tempdima>#1\setlength{#1}{\@tempdima}\fi}
\makeatother
% Gives the last line the depth of all lines, so that captions side by side stand on one line.
\newcommand{\fulldepth}{\ifdim\prevdepth>-1pt\kern\dimexpr\dp\strutbox-\prevdepth\relax\fi}
% place in the row, lines above the board, stipulation, count, lines below
\newcommand{\captions}[5]{%
  \expandafter\ifx\csname over#1\endcsname\relax
    \expandafter\newsavebox\csname over#1\endcsname\expandafter\newsavebox\csname under#1\endcsname\fi
  \setbox\csname over#1\endcsname=\vbox{\hsize=\problemwidth\captionsize\centering #2\fulldepth}%
  \setbox\csname under#1\endcsname=\vbox{\hsize=\problemwidth\captionsize\raggedright
    \leftskip=.07\hsize\rightskip=.07\hsize plus 1fil\parfillskip=0pt
    \leavevmode\strut\hbox to .86\hsize{\textbf{#3}\hfil #4}\par
    \parfillskip=0pt plus 1fil #5}%
  \higher{\overheight}{\csname over#1\endcsname}\higher{\underheight}{\csname under#1\endcsname}}
% place in the row, picture
\newcommand{\problem}[2]{\begin{minipage}[t]{\problemwidth}\centering
  \vbox to \overheight{\vfil\box\csname over#1\endcsname}\vspace{1mm}
  \vbox to \boardheight{\vfil\hbox to \hsize{\hfil #2\hfil}\vfil}\vspace{1mm}
  \vbox to \underheight{\box\csname under#1\endcsname\vfil}\end{minipage}}
% Lines of a solution, under its number.
\newenvironment{solution}{\par\medskip\hangafter=1}{\par}
% Legend or index beside the solutions.
\newenvironment{note}{\par\medskip\hangafter=1}{\par}
\newcommand{\solutionline}[1]{\hangindent=2mm\hangafter=1 #1\par}
";

/// End of a page.
const PAGE_END: &str = "\\newpage\n";

/// Layout of the chapters of an issue.
const ISSUE_SETTING: &str = r"\newcommand{\chapterlabel}[1]{\phantomsection\label{chapter#1}}
\providecommand{\phantomsection}{}
\newcommand{\introduction}[1]{{\leftskip=.08\hsize\rightskip=.08\hsize plus 1fil\relax #1\par\smallskip}}
\newcommand{\subtitle}[1]{{\centering #1\par\smallskip}}
\newcommand{\contentsheading}[1]{{\bigskip\leftskip=.19\hsize\relax\textbf{#1}\par\smallskip}}
% heading, number of the chapter
\newcommand{\contentsentry}[2]{{\leftskip=.19\hsize\rightskip=.19\hsize\parfillskip=0pt\relax #1 \dotfill\ \pageref{chapter#2}\par\smallskip}}
% Heading of a group of solutions, and a line of an index.
\newenvironment{solutionpart}{\par\bigskip\hangafter=1}{\par\nobreak}
\newenvironment{indexline}{\par\hangafter=1}{\par}
";

/// Returns the whole source.
pub(super) fn source(style: &BookStyle, problems: &[BookProblem], folder: &str) -> String {
    let paper = match style.paper {
        Paper::A4 => "a4paper",
        Paper::Letter => "letterpaper",
    };
    let is_issue = style.issue.is_some();
    let twice = if is_issue { ", twice for the numbers of pages" } else { "" };
    let issue = if is_issue { ISSUE_SETTING } else { "" };
    let mut source = format!(
        "% Written by hexmate: pdflatex FILE.tex{twice}\n\\documentclass[10pt,{paper}]{{article}}\n\
         \\usepackage[{paper},margin=14mm,bottom=20mm]{{geometry}}\n{SETTING}{issue}\
         \\newcommand{{\\fig}}[1]{{\\raisebox{{-.1em}}{{\\includegraphics[height=.9em]{{\\detokenize{{{folder}}}/#1}}}}}}\n\
         \\newcommand{{\\sign}}[1]{{\\smash{{\\raisebox{{-.3em}}{{\\includegraphics[height=1.4em]{{\\detokenize{{{folder}}}/#1}}}}}}}}\n\
         \\newcommand{{\\board}}[1]{{\\includegraphics[width=\\boardwidth,height=\\boardheight,keepaspectratio]{{\\detokenize{{{folder}}}/#1}}}}\n\
         \\begin{{document}}\n"
    );
    let numbered = numbered(style, problems);
    let chapters = Chapter::all(style, &numbered);
    let pages = style.diagram_pages(&chapters);
    let is_joined = |place: usize| pages.get(place)?.first().map(|page| page.is_joined);
    for (place, (chapter, pages)) in chapters.iter().zip(&pages).enumerate() {
        source += &match &chapter.content {
            Content::Contents => front(style, chapter, &chapters),
            Content::Diagrams(_) => {
                let end = if is_joined(place + 1) == Some(true) { "" } else { PAGE_END };
                diagrams(style, chapter, (place, pages)) + end
            }
            Content::Blocks(blocks) => text(style, chapter, (place, blocks)),
        };
    }
    source + "\\end{document}\n"
}

/// Returns a heading with the label of its chapter in an issue.
fn heading(style: &BookStyle, chapter: &Chapter<'_, '_>, place: usize) -> String {
    if chapter.heading.is_empty() {
        return String::new();
    }
    let label = if style.issue.is_some() { format!("\\chapterlabel{{{place}}}") } else { String::new() };
    format!("\\begin{{center}}{label}\\Large\\textbf{{{}}}\\end{{center}}\n", escaped(&chapter.heading))
}

/// Returns the introduction of a chapter.
fn introduction(chapter: &Chapter<'_, '_>) -> String {
    let line = |line: &Vec<Span>| {
        let name = if is_subtitle(line) { "subtitle" } else { "introduction" };
        let line: String = line.iter().map(marked).collect();
        format!("\\{name}{{{line}}}\n")
    };
    chapter.introduction.iter().map(line).collect()
}

/// Returns the title, the introduction and the contents of an issue.
fn front(style: &BookStyle, chapter: &Chapter<'_, '_>, chapters: &[Chapter<'_, '_>]) -> String {
    let mut source = heading(style, chapter, 0) + &introduction(chapter);
    let _ = writeln!(source, "\\contentsheading{{{}}}", escaped(style.words.contents));
    for (place, chapter) in Chapter::listed(chapters) {
        let _ = writeln!(source, "\\contentsentry{{{}}}{{{place}}}", escaped(&chapter.heading));
    }
    source + PAGE_END
}

/// Returns a chapter of text in two columns.
fn text(style: &BookStyle, chapter: &Chapter<'_, '_>, (place, blocks): (usize, &[Block])) -> String {
    let mut source = heading(style, chapter, place) + &introduction(chapter);
    source += "\\begin{multicols}{2}\\raggedright\\small\n";
    for block in blocks {
        let name = match block.kind {
            BlockKind::Solution | BlockKind::Award => "solution",
            BlockKind::Note => "note",
            BlockKind::Heading => "solutionpart",
            BlockKind::Line => "indexline",
        };
        let _ = writeln!(source, "\\begin{{{name}}}");
        for line in &block.lines {
            let line: String = line.iter().map(marked).collect();
            let _ = writeln!(source, "\\solutionline{{{line}}}");
        }
        let _ = writeln!(source, "\\end{{{name}}}");
    }
    source + "\\end{multicols}\n"
}

/// Returns the pages of diagrams of a chapter, the last one without its end.
fn diagrams(
    style: &BookStyle,
    chapter: &Chapter<'_, '_>,
    (place, pages): (usize, &[DiagramPage<'_, '_>]),
) -> String {
    // Text before it is in columns.
    let is_joined = pages.first().is_some_and(|page| page.is_joined);
    let mut source = match place {
        0 => String::new(),
        _ if is_joined => "\\bigskip\n".to_owned(),
        _ => "\\clearpage\n".to_owned(),
    };
    source += &heading(style, chapter, place);
    source += &introduction(chapter);
    if chapter.is_led_alone(style) {
        source += PAGE_END;
    } else if !chapter.introduction.is_empty() {
        source += "\\medskip\n";
    }
    for (number, &DiagramPage { problems: chunk, columns, board, .. }) in pages.iter().enumerate() {
        if number > 0 {
            source += PAGE_END;
        }
        let across = f32::from(u8::try_from(columns).unwrap_or(1));
        let width = (style.size().0 / MILLIMETRE - 28. - 5. * (across - 1.)) / across;
        let _ = writeln!(
            source,
            "\\setlength{{\\problemwidth}}{{{width:.2}mm}}\\setlength{{\\boardwidth}}{{{board:.1}mm}}\\setlength{{\\boardheight}}{{{:.1}mm}}",
            BOARD_RATIO * board
        );
        for row in chunk.chunks(columns) {
            source += "\\row\n";
            for (letter, Numbered { problem, above, .. }) in ('a'..).zip(row) {
                let above: Vec<String> = above.iter().map(marked).collect();
                let below: Vec<String> = problem.below().map(|line| escaped(line) + "\\par ").collect();
                let below = below.concat();
                let blank = "\\writeline ".repeat(style.blank_lines().into());
                let _ = writeln!(
                    source,
                    "\\captions{{{letter}}}{{{}\\par}}{{{}}}{{{}}}{{{below}{blank}}}",
                    above.join("\\par "),
                    escaped(&problem.stipulation),
                    escaped(&problem.count)
                );
            }
            for (letter, Numbered { problem, place, .. }) in ('a'..).zip(row) {
                let picture = if problem.picture.is_empty() {
                    "--".to_owned()
                } else {
                    format!("\\board{{{}}}", place + 1)
                };
                let gap = if letter == 'a' { "\\noindent" } else { "\\hfill" };
                let _ = writeln!(source, "{gap}\\problem{{{letter}}}{{{picture}}}%");
            }
            for _ in row.len()..columns {
                source += "\\hfill\\hspace*{\\problemwidth}%\n";
            }
            source += "\\par\\vspace{3mm}\n";
        }
        let legend = legend(chunk.iter());
        if !legend.is_empty() {
            let _ = writeln!(source, "{{\\captionsize\\centering {}\\par}}", escaped(&legend));
        }
    }
    source
}

/// Returns a text with its style.
fn marked(span: &Span) -> String {
    let text = escaped(&span.text);
    match span.face {
        Face::Roman => text,
        Face::Bold => format!("\\textbf{{{text}}}"),
        Face::Italic => format!("\\textit{{{text}}}"),
    }
}

/// Code points of Cyrillic letters in the encoding T2A.
const CYRILLIC: [(char, char); 10] = [
    ('\u{400}', '\u{45f}'),
    ('\u{490}', '\u{493}'),
    ('\u{496}', '\u{49d}'),
    ('\u{4a2}', '\u{4a3}'),
    ('\u{4ae}', '\u{4b1}'),
    ('\u{4b6}', '\u{4bb}'),
    ('\u{4c0}', '\u{4c0}'),
    ('\u{4d0}', '\u{4d9}'),
    ('\u{4e2}', '\u{4e5}'),
    ('\u{4e8}', '\u{4e9}'),
];

/// Code points, besides ASCII, of the letters and signs in the encodings T1 and TS1.
const LATIN: [(char, char); 14] = [
    ('\u{a1}', '\u{ac}'),
    ('\u{ae}', '\u{125}'),
    ('\u{128}', '\u{137}'),
    ('\u{139}', '\u{13e}'),
    ('\u{141}', '\u{148}'),
    ('\u{14a}', '\u{165}'),
    ('\u{168}', '\u{17e}'),
    ('\u{218}', '\u{21b}'),
    ('\u{2013}', '\u{2014}'),
    ('\u{2018}', '\u{201a}'),
    ('\u{201c}', '\u{201e}'),
    ('\u{2020}', '\u{2021}'),
    ('\u{2039}', '\u{203a}'),
    ('\u{2116}', '\u{2116}'),
];

fn is_in(ranges: &[(char, char)], character: char) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&character))
}

/// Returns whether the fonts of LaTeX lack a character, which is then drawn as a picture.
pub(super) fn is_picture(character: char) -> bool {
    let is_written = character.is_ascii()
        || character.is_control()
        || Letters::figurine(character).is_some()
        || accent_command(character).is_some()
        || matches!(character, '…' | '↔' | '→' | '\u{a0}' | '\u{ad}' | '\u{2002}');
    !is_written && !is_in(&LATIN, character) && !is_in(&CYRILLIC, character)
}

/// Returns the name of the picture of a character.
pub(super) fn picture_name(character: char) -> String {
    format!("u{:04X}", u32::from(character))
}

/// Escapes a text for LaTeX.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    let mut is_cyrillic = false;
    for character in text.chars() {
        if is_in(&CYRILLIC, character) != is_cyrillic {
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
            '~' => written += "\\texttildelow{}",
            '^' => written += "\\textasciicircum{}",
            '<' => written += "\\textless{}",
            '>' => written += "\\textgreater{}",
            '|' => written += "\\textbar{}",
            '"' => written += "\\textquotedbl{}",
            // The dots of the command are too far apart for moves.
            '…' => written += "...",
            '↔' => written += "$\\leftrightarrow$",
            '→' => written += "$\\rightarrow$",
            // Allows a line break.
            '/' => written += "/\\allowbreak{}",
            mark if accent_command(mark).is_some() => accent(&mut written, mark),
            // LaTeX would join two of them into a dash.
            '-' => written += "-{}",
            '\u{2002}' => written += "\\enspace{}",
            '\u{a0}' => written.push('~'),
            '\u{ad}' => {}
            control if control.is_control() => written.push(' '),
            picture if is_picture(picture) => {
                let _ = write!(written, "\\sign{{{}}}", picture_name(picture));
            }
            _ => written.push(character),
        }
    }
    if is_cyrillic { written + "}" } else { written }
}

/// Puts an accent on the preceding letter, as a LaTeX command.
fn accent(written: &mut String, mark: char) {
    if let Some(command) = accent_command(mark)
        && written.ends_with(char::is_alphabetic)
        && let Some(letter) = written.pop()
    {
        let _ = write!(written, "\\{command}{{{letter}}}");
    }
}

/// Returns the LaTeX command of a combining accent.
const fn accent_command(mark: char) -> Option<&'static str> {
    Some(match mark {
        '\u{300}' => "`",
        '\u{301}' => "'",
        '\u{302}' => "^",
        '\u{303}' => "~",
        '\u{304}' => "=",
        '\u{306}' => "u",
        '\u{307}' => ".",
        '\u{308}' => "\"",
        '\u{30a}' => "r",
        '\u{30b}' => "H",
        '\u{30c}' => "v",
        '\u{323}' => "d",
        '\u{327}' => "c",
        '\u{328}' => "k",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_a_command() {
        assert_eq!(
            escaped(r"a_b & 50% of $1 #2 {x} \input{y} ~^<|> 1…Kb2"),
            "a\\_b \\& 50\\% of \\$1 \\#2 \\{x\\} \\textbackslash{}input\\{y\\} \
             \\texttildelow{}\\textasciicircum{}\\textless{}\\textbar{}\\textgreater{} 1...Kb2"
        );
        assert_eq!(escaped("Glin\u{301}ski \u{301}"), "Gli\\'{n}ski ");
        assert_eq!(escaped("1.Крf4 ♘g5 漢\n--"), "1.\\cyr{Кр}f4 \\fig{N}g5 \\sign{u6F22} -{}-{}");
    }
}
