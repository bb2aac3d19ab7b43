//! Events of the PGN reader as lines of text, for comparison.

use hexmate_games::pgn::{CommentStyle, Event, EventKind, Quoting, Reader, Text};
use std::io::{self, Read};

/// Returns all events of `source` as `place event`, with a `>` per level of variation.
pub fn with_places(source: impl Read) -> io::Result<Vec<String>> {
    let mut reader = Reader::new(source);
    let mut lines = Vec::new();
    while let Some(event) = reader.next_event()? {
        let depth = match event.kind {
            EventKind::Error(_) => String::new(),
            _ => ">".repeat(event.depth.min(9) as usize),
        };
        lines.push(format!("{} {depth}{}", event.place, describe(&event)));
    }
    Ok(lines)
}

/// Returns the events without places in one line, separated by ` | `.
pub fn shape(text: impl AsRef<[u8]>) -> String {
    let events = with_places(text.as_ref()).expect("memory can be read");
    let shapes: Vec<_> =
        events.iter().filter_map(|event| event.split_once(' ')).map(|(_, what)| what).collect();
    shapes.join(" | ")
}

/// Returns the moves of the main lines with their places.
pub fn moves(text: impl AsRef<[u8]>) -> Vec<String> {
    all_of("move", text.as_ref())
}

/// Returns the errors with their places.
pub fn errors(text: impl AsRef<[u8]>) -> Vec<String> {
    all_of("error", text.as_ref())
}

fn all_of(kind: &str, text: &[u8]) -> Vec<String> {
    let events = with_places(text).expect("memory can be read");
    let parts = events.iter().map(|event| event.splitn(3, ' '));
    parts
        .filter_map(|mut parts| Some((parts.next()?, parts.next()?, parts.next()?)))
        .filter(|(_, found, _)| *found == kind)
        .map(|(place, _, what)| format!("{place} {what}"))
        .collect()
}

fn describe(event: &Event<'_>) -> String {
    match event.kind {
        EventKind::GameBegin => "game".into(),
        EventKind::Tag { name, value, value_place, quoting } => {
            let sign = match quoting {
                Quoting::Quoted => "=",
                Quoting::Bare => "~",
            };
            assert!(value_place > event.place);
            format!("tag {}{sign}{}", name.escape_ascii(), show(value))
        }
        EventKind::Number { value, dots } => {
            format!("{value}{}", ".".repeat(dots.min(9) as usize))
        }
        EventKind::Dots(dots) => ".".repeat(dots.min(9) as usize),
        EventKind::Move(text) => format!("move {}", show(text)),
        EventKind::Mark(text) => format!("mark {}", String::from_utf8_lossy(text)),
        EventKind::Nag(nag) => format!("${nag}"),
        EventKind::Comment { text, style } => match style {
            CommentStyle::Brace => format!("{{{}}}", show(text)),
            CommentStyle::Line => format!(";{}", show(text)),
            CommentStyle::Escape => show(text),
        },
        EventKind::VariationBegin => "(".into(),
        EventKind::VariationEnd => ")".into(),
        EventKind::Result { score, text } => {
            let (score, text) = (score.to_string(), String::from_utf8_lossy(text));
            if score == text { format!("result {score}") } else { format!("result {score} as {text}") }
        }
        EventKind::Error(error) => {
            assert_eq!(error.place, event.place);
            format!("error {}", error.kind.code())
        }
        EventKind::GameEnd => "end".into(),
    }
}

fn show(text: Text<'_>) -> String {
    let cut = if text.is_cut { "…" } else { "" };
    let bytes = text.bytes;
    if bytes.len() > 100 {
        return format!("({} bytes){cut}", bytes.len());
    }
    String::from_utf8_lossy(bytes).replace('\r', "\\r").replace('\n', "\\n") + cut
}
