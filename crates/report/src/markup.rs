//! Finished elements from a log, which may be forged: no script and no reference elsewhere comes through.
//!
//! A text is read in the one form in which this program writes it, and refused in any other: elements and attributes of
//! a list, each closed, values in double quotes, no comments, no declarations. So a browser can read it in one way only.

/// What a text is checked as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Markup {
    /// Elements between the tags of an article.
    Article,
    /// A document of SVG.
    Picture,
}

/// Elements of articles; the second list is of those inside `svg`.
const HTML: &[&str] = &[
    "a",
    "article",
    "b",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h2",
    "i",
    "li",
    "p",
    "small",
    "span",
    "summary",
    "svg",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];
const SVG: &[&str] = &["circle", "clipPath", "defs", "desc", "g", "path", "title", "use"];

/// Attributes that a browser reads as CSS: a colour or a number, never a function or an escape.
const COLOURS: &[&str] =
    &["color", "fill", "fill-rule", "stroke", "stroke-linecap", "stroke-linejoin", "stroke-width"];

/// Attributes without harm whatever their values, which are numbers, lists of cells, and texts.
const ATTRIBUTES: &[&str] = &[
    "aria-label",
    "aria-labelledby",
    "cx",
    "cy",
    "d",
    "height",
    "lang",
    "open",
    "r",
    "role",
    "scope",
    "transform",
    "viewBox",
    "width",
    "x",
    "y",
];

/// Names and what the script of a page reads: letters, digits, blanks, dots and signs.
const NAMES: &[&str] =
    &["class", "data-bend", "data-cell", "data-grid", "data-m", "data-now", "data-start", "data-turn"];

const NAMESPACES: [(&str, &str); 2] =
    [("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink")];

impl Markup {
    /// Returns whether a text can be written as it is.
    pub fn admits(self, text: &str) -> bool {
        self.is_closed(text).unwrap_or(false)
    }

    /// Whether all elements are closed; `None` where something is not of the lists.
    fn is_closed(self, text: &str) -> Option<bool> {
        let mut open: Vec<&str> = Vec::new();
        let mut rest = text;
        while let Some((before, tag)) = rest.split_once('<') {
            is_text(before).then_some(())?;
            // A document is one element, and nothing but blanks beside it.
            if self == Self::Picture && open.is_empty() {
                let is_root = tag.strip_prefix("svg").is_some_and(|tag| tag.starts_with(' '));
                (is_root && before.trim().is_empty() && rest.len() == text.len()).then_some(())?;
            }
            let (tag, after) = tag.split_once('>')?;
            rest = after;
            if let Some(name) = tag.strip_prefix('/') {
                (open.pop()? == name).then_some(())?;
                continue;
            }
            let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = tag.split_at(tag.find([' ', '\n']).unwrap_or(tag.len()));
            let is_inside = open.contains(&"svg") || self == Self::Picture && name != "svg";
            let is_known = match is_inside {
                true => SVG.contains(&name) && !matches!(open.last(), Some(&("title" | "desc"))),
                false if is_empty => name == "br",
                false => HTML.contains(&name) && (self == Self::Article || open.is_empty()),
            };
            (is_known && self.are_attributes(attributes)?).then_some(())?;
            if !is_empty {
                open.push(name);
            }
        }
        let is_end =
            is_text(rest) && (self == Self::Article || rest.trim().is_empty() && !text.trim().is_empty());
        Some(is_end && open.is_empty())
    }

    fn are_attributes(self, attributes: &str) -> Option<bool> {
        let mut rest = attributes.trim_end();
        while !rest.is_empty() {
            let (name, after) = rest.strip_prefix([' ', '\n'])?.split_once("=\"")?;
            let (value, after) = after.split_once('"')?;
            rest = after;
            let is_name =
                |value: &str| value.chars().all(|c| c.is_ascii_alphanumeric() || " -_.".contains(c));
            let is_local = |value: &str| value.strip_prefix('#').is_some_and(is_name);
            let is_known = match name {
                "href" | "xlink:href" => is_local(value),
                "clip-path" => {
                    let inner = value.strip_prefix("url(").and_then(|value| value.strip_suffix(')'));
                    inner.is_some_and(is_local)
                }
                // A page has ids of its own.
                "id" => self == Self::Picture && is_name(value),
                name if NAMES.contains(&name) => is_name(value),
                name if NAMESPACES.iter().any(|(own, _)| *own == name) => {
                    self == Self::Picture && NAMESPACES.contains(&(name, value))
                }
                name if COLOURS.contains(&name) => {
                    value.chars().all(|c| c.is_ascii_alphanumeric() || " -_.#%".contains(c))
                }
                name => {
                    ATTRIBUTES.contains(&name)
                        && !value.to_ascii_lowercase().contains("url(")
                        && is_text(value)
                }
            };
            is_known.then_some(())?;
        }
        Some(true)
    }
}

/// Returns whether a text has no sign of markup but the references that escape one.
fn is_text(text: &str) -> bool {
    let is_escape = |rest: &str| ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| rest.starts_with(name));
    !text.contains(['<', '>', '\0']) && text.split('&').skip(1).all(is_escape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_diagram::{Options, ToMove, placed};
    use hexmate_position::{Game, Position, Setup};

    #[test]
    fn own_boards_and_pictures_are_admitted() {
        for &game in Game::ALL {
            let position = Position::start(game);
            assert!(Markup::Article.admits(&placed(&Setup::from(&position))), "{}", game.name);
            let options = Options {
                to_move: ToMove::Marked,
                title: Some("a <b> & \"c\"".to_owned()),
                ..Options::default()
            };
            assert!(Markup::Picture.admits(&hexmate_diagram::svg(&position, &options)), "{}", game.name);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "<script>x</script>",
            "<p onclick=\"x\">x</p>",
            "<p>x",
            "x</p>",
            "<p>x</b></p>",
            "<P>x</P>",
            "<p/>",
            "<!-- x -->",
            "<![CDATA[x]]>",
            "<?x?>",
            "<p class='x'>x</p>",
            "<p class=x>x</p>",
            "<p class=\"<x>\">x</p>",
            "a & b",
            "a > b",
            "&#60;",
            "<a href=\"http://x\">x</a>",
            "<a href=\"javascript:x\">x</a>",
            "<a href=\"//x\">x</a>",
            "<p style=\"x\">x</p>",
            "<svg><script>x</script></svg>",
            "<svg><p>x</p></svg>",
            "<svg><title><b>x</b></title></svg>",
            "<path d=\"x\"/>",
            "<svg><use href=\"x#y\"/></svg>",
            "<svg><path fill=\"url(#x)\"/></svg>",
            "<svg><path fill=\"URL(//x#y)\"/></svg>",
            "<svg><path stroke=\"u\\72l(//x#y)\"/></svg>",
            "<svg><path transform=\"Url(//x)\"/></svg>",
            "<svg><g clip-path=\"url(x#y)\"></g></svg>",
            "<p data-m=\"&quot;\">x</p>",
            "<p  class=\"x\">x</p>",
            "<p class=\"x\"class=\"y\">x</p>",
            "</p>",
            "<>",
            "<",
            "<p",
            "\0",
            "<svg xmlns=\"http://www.w3.org/1999/xhtml\"></svg>",
            "<p id=\"fold\">x</p>",
            "<form></form>",
            "<a\u{c}href=\"#x\">x</a>",
        ] {
            assert!(!Markup::Article.admits(text), "{text}");
            assert!(!Markup::Picture.admits(text), "{text}");
        }
        for text in [
            "",
            "x",
            "<g></g>",
            "<p>x</p>",
            "<svg ></svg>x",
            "<svg ></svg><svg ></svg>",
            "<svg ><svg ></svg></svg>",
        ] {
            assert!(!Markup::Picture.admits(text), "{text}");
        }
        assert!(Markup::Picture.admits("<svg id=\"h\"><title>a &lt; b</title></svg>\n"));
        assert!(Markup::Article.admits("a &amp; b <i class=\"N\">N</i><br/>"));
    }
}
