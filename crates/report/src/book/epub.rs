//! Books as EPUB 3: a page of XHTML for each chapter, and the diagrams as SVG.

use std::fmt::Write as _;

use hexmate_batch::digest::Digest;

use super::chapters::{Chapter, Content};
use super::{Block, BlockKind, BookProblem, BookStyle, Face, Numbered, Span, legend, numbered};

/// Style of all pages.
const STYLE: &str = "\
body { margin: 0 5%; line-height: 1.4 }
h1 { text-align: center; font-size: 1.5em }
h2 { font-size: 1em; text-align: center; margin: 0 }
.problem { margin: 1.5em auto; max-width: 24em; break-inside: avoid; text-align: center }
.problem p, .solution p, .note p, .award p { margin: 0 }
.problem img { width: 100%; max-height: 75vh; object-fit: contain }
.under { display: flex; justify-content: space-between; font-weight: bold; margin: 0 .5em }
.below { text-align: left; margin: 0 .5em }
.solution, .note, .award { margin: 0 0 .8em }
.solution p, .line { padding-left: 1em; text-indent: -1em; margin: 0 }
.part { font-size: 1em; text-align: left; margin: 1.2em 0 .5em }
.legend { font-size: .85em; text-align: center }
a { color: inherit }
";

/// A file of the book.
struct EpubFile {
    id: String,
    name: String,
    media_type: &'static str,
    /// Property in the manifest; may be empty.
    property: &'static str,
    content: String,
}

/// Returns the files of the archive with their names: the first one is the type, which is stored without compression.
pub(super) fn files(style: &BookStyle, problems: &[BookProblem]) -> Vec<(String, Vec<u8>)> {
    let numbered = numbered(style, problems);
    let chapters = Chapter::all(style, &numbered);
    let pages = Pages { style, problems: &numbered, places: places(&chapters) };
    let mut book = vec![
        page("nav", "nav.xhtml", "nav", &navigation(style, &chapters)),
        EpubFile {
            id: "style".to_owned(),
            name: "style.css".to_owned(),
            media_type: "text/css",
            property: "",
            content: STYLE.to_owned(),
        },
    ];
    let mut spine = Vec::new();
    for (place, chapter) in chapters.iter().enumerate() {
        let id = format!("chapter-{place}");
        let content = document(style, &chapter.heading, &pages.chapter(chapter));
        book.push(page(&id, &format!("{id}.xhtml"), "", &content));
        spine.push(id);
    }
    for numbered in chapters.iter().flat_map(Chapter::diagrams) {
        if !numbered.problem.picture.is_empty() {
            book.push(EpubFile {
                id: format!("picture-{}", numbered.place + 1),
                name: picture_name(numbered),
                media_type: "image/svg+xml",
                property: "",
                content: numbered.problem.picture.clone(),
            });
        }
    }
    let package = package(style, &book, &spine);
    let container = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
        <rootfiles><rootfile full-path=\"book/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
        </container>\n";
    let outer = [
        ("mimetype".to_owned(), "application/epub+zip".to_owned()),
        ("META-INF/container.xml".to_owned(), container.to_owned()),
        ("book/package.opf".to_owned(), package),
    ];
    let inner = book.into_iter().map(|file| (format!("book/{}", file.name), file.content));
    outer.into_iter().chain(inner).map(|(name, content)| (name, content.into_bytes())).collect()
}

fn page(id: &str, name: &str, property: &'static str, content: &str) -> EpubFile {
    EpubFile {
        id: id.to_owned(),
        name: name.to_owned(),
        media_type: "application/xhtml+xml",
        property,
        content: content.to_owned(),
    }
}

fn picture_name(numbered: &Numbered<'_>) -> String {
    format!("pictures/{}.svg", numbered.place + 1)
}

/// Returns the title of the book, which is never empty.
fn title(style: &BookStyle) -> &str {
    if style.title.trim().is_empty() { style.words.problems } else { &style.title }
}

/// Returns the package document. The identifier is a digest of the content, so that equal books have the same one.
fn package(style: &BookStyle, files: &[EpubFile], spine: &[String]) -> String {
    let content: String = files.iter().map(|file| file.content.as_str()).collect();
    let digest = Digest::of(&format!("{}\n{content}", title(style))).to_hex();
    let subtitle = style.issue.as_ref().map(|issue| issue.subtitle.trim()).filter(|text| !text.is_empty());
    let subtitle = subtitle.map(|text| format!("<dc:description>{}</dc:description>\n", escaped(text)));
    let mut package = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{language}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">urn:sha256:{digest}</dc:identifier>\n\
         <dc:title>{}</dc:title>\n<dc:language>{language}</dc:language>\n{}\
         <meta property=\"dcterms:modified\">1980-01-01T00:00:00Z</meta>\n</metadata>\n<manifest>\n",
        escaped(title(style)),
        subtitle.unwrap_or_default(),
        language = style.words.code,
    );
    for EpubFile { id, name, media_type, property, .. } in files {
        let property =
            if property.is_empty() { String::new() } else { format!(" properties=\"{property}\"") };
        let _ =
            writeln!(package, "<item id=\"{id}\" href=\"{name}\" media-type=\"{media_type}\"{property}/>");
    }
    package += "</manifest>\n<spine>\n";
    for id in spine {
        let _ = writeln!(package, "<itemref idref=\"{id}\"/>");
    }
    package + "</spine>\n</package>\n"
}

/// Returns the document with the table of contents.
fn navigation(style: &BookStyle, chapters: &[Chapter<'_, '_>]) -> String {
    let mut body =
        format!("<nav epub:type=\"toc\" id=\"toc\">\n<h1>{}</h1>\n<ol>\n", escaped(style.words.contents));
    for (place, chapter) in chapters.iter().enumerate() {
        let heading = if chapter.heading.trim().is_empty() { title(style) } else { &chapter.heading };
        let _ = writeln!(body, "<li><a href=\"chapter-{place}.xhtml\">{}</a></li>", escaped(heading));
    }
    document(style, style.words.contents, &(body + "</ol>\n</nav>\n"))
}

fn document(style: &BookStyle, heading: &str, body: &str) -> String {
    let heading = if heading.trim().is_empty() { title(style) } else { heading };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\">\n\
         <head><title>{}</title><link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n{body}</body>\n</html>\n",
        escaped(heading),
        language = style.words.code,
    )
}

/// Chapters in which a problem has its diagram and its solution.
#[derive(Clone, Copy, Default)]
struct Places {
    diagram: Option<usize>,
    solution: Option<usize>,
}

/// Returns the places of all problems, by their index.
fn places(chapters: &[Chapter<'_, '_>]) -> Vec<Places> {
    let mut places: Vec<Places> = Vec::new();
    let mut of = |problem: usize, set: &dyn Fn(&mut Places)| {
        if places.len() <= problem {
            places.resize(problem + 1, Places::default());
        }
        set(&mut places[problem]);
    };
    for (number, chapter) in chapters.iter().enumerate() {
        for numbered in chapter.diagrams() {
            of(numbered.place, &|places| places.diagram = Some(number));
        }
        if let Content::Blocks(blocks) = &chapter.content {
            for problem in blocks.iter().filter(|block| block.kind == BlockKind::Solution) {
                problem
                    .problem
                    .iter()
                    .for_each(|&problem| of(problem, &|places| places.solution = Some(number)));
            }
        }
    }
    places
}

/// Pages of a book with links between diagrams and solutions.
struct Pages<'b, 'p> {
    style: &'b BookStyle,
    problems: &'b [Numbered<'p>],
    places: Vec<Places>,
}

impl Pages<'_, '_> {
    fn chapter(&self, chapter: &Chapter<'_, '_>) -> String {
        let heading = if chapter.heading.trim().is_empty() { title(self.style) } else { &chapter.heading };
        let mut body = format!("<section>\n<h1>{}</h1>\n", escaped(heading));
        for line in &chapter.introduction {
            let _ = writeln!(body, "<p>{}</p>", spans(line));
        }
        body += &match &chapter.content {
            Content::Contents => String::new(),
            Content::Diagrams(problems) => self.diagrams(problems),
            Content::Blocks(blocks) => blocks.iter().map(|block| self.block(block)).collect(),
        };
        body + "</section>\n"
    }

    fn diagrams(&self, problems: &[Numbered<'_>]) -> String {
        let mut body = String::new();
        for numbered @ Numbered { problem, place, above, .. } in problems {
            let mut above = above.iter();
            let heading = above.next().map(|span| escaped(&span.text)).unwrap_or_default();
            let solution = self.places.get(*place).and_then(|places| places.solution);
            let heading = match solution {
                Some(chapter) => format!("<a href=\"chapter-{chapter}.xhtml#s{}\">{heading}</a>", place + 1),
                None => heading,
            };
            let _ = writeln!(body, "<section class=\"problem\" id=\"p{}\">\n<h2>{heading}</h2>", place + 1);
            for span in above {
                let _ = writeln!(body, "<p>{}</p>", spans(std::slice::from_ref(span)));
            }
            if problem.picture.is_empty() {
                body += "<p>–</p>\n";
            } else {
                let (name, text) = (picture_name(numbered), picture_text(&problem.picture));
                let _ = writeln!(body, "<p><img src=\"{name}\" alt=\"{text}\"/></p>");
            }
            let [stipulation, count] = [&problem.stipulation, &problem.count].map(|text| escaped(text));
            let _ = writeln!(body, "<p class=\"under\"><span>{stipulation}</span> <span>{count}</span></p>");
            for line in problem.below() {
                let _ = writeln!(body, "<p class=\"below\">{}</p>", escaped(line));
            }
            body += "</section>\n";
        }
        let legend = legend(problems.iter());
        if !legend.is_empty() {
            let _ = writeln!(body, "<p class=\"legend\">{}</p>", escaped(&legend));
        }
        body
    }

    fn block(&self, block: &Block) -> String {
        let place = block.problem.filter(|&problem| problem < self.problems.len());
        let diagram = place.and_then(|problem| Some((problem, self.places.get(problem)?.diagram?)));
        // The first bold text, which has the number, leads to the diagram.
        let mut is_linked = false;
        let mut lines = String::new();
        for line in &block.lines {
            let mut text = String::new();
            for span in line {
                let is_number = place.is_some_and(|place| span.text == self.problems[place].number);
                match diagram.filter(|_| is_number && !is_linked) {
                    Some((problem, chapter)) => {
                        is_linked = true;
                        let link = format!("chapter-{chapter}.xhtml#p{}", problem + 1);
                        let _ = write!(text, "<a href=\"{link}\">{}</a>", spans(std::slice::from_ref(span)));
                    }
                    None => text += &spans(std::slice::from_ref(span)),
                }
            }
            let _ = match block.kind {
                BlockKind::Heading => writeln!(lines, "<h2 class=\"part\">{text}</h2>"),
                BlockKind::Line => writeln!(lines, "<p class=\"line\">{text}</p>"),
                BlockKind::Solution | BlockKind::Award | BlockKind::Note => writeln!(lines, "<p>{text}</p>"),
            };
        }
        match (block.kind, place) {
            (BlockKind::Solution, Some(place)) => {
                format!("<div class=\"solution\" id=\"s{}\">\n{lines}</div>\n", place + 1)
            }
            (BlockKind::Solution, None) => format!("<div class=\"solution\">\n{lines}</div>\n"),
            (BlockKind::Award, _) => format!("<div class=\"award\">\n{lines}</div>\n"),
            (BlockKind::Note, _) => format!("<div class=\"note\">\n{lines}</div>\n"),
            (BlockKind::Heading | BlockKind::Line, _) => lines,
        }
    }
}

/// Returns the title and the description of a picture, as the text of an attribute.
fn picture_text(svg: &str) -> String {
    let text = |name: &str| {
        let (_, rest) = svg.split_once(&format!("<{name}"))?;
        let (_, rest) = rest.split_once('>')?;
        Some(rest.split_once(&format!("</{name}>"))?.0.replace('"', "&quot;"))
    };
    [text("title"), text("desc")].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn spans(line: &[Span]) -> String {
    let marked = |span: &Span| {
        let text = escaped(&span.text);
        match span.face {
            Face::Roman => text,
            Face::Bold => format!("<b>{text}</b>"),
            Face::Italic => format!("<i>{text}</i>"),
        }
    };
    line.iter().map(marked).collect()
}

/// Escapes a text for XML, which has no control characters.
fn escaped(text: &str) -> String {
    let is_allowed = |character: &char| {
        matches!(character, '\t' | '\n')
            || !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    crate::page::escaped(&text.chars().filter(is_allowed).collect::<String>())
}
