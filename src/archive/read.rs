//! Reads games one a line into what a PGN file would have said of them. No legality, no opening of files.

use std::io::{self, BufRead, Read};

use csv::{ReaderBuilder, StringRecord};
use serde_json::Value;

use crate::notation::pgn::{PgnErrorKind, Place, Score};
use crate::validate::{GameText, TextFault, TextFaultKind, Token};

/// How the games of a file are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArchiveForm {
    /// A table with a header.
    Table,
    /// A JSON object a line.
    Json,
    /// A list of moves a line.
    List,
}

/// The longest line that is read; the rest of a longer one is passed over.
const MOST_BYTES: u64 = 1 << 24;

/// The games of a file, in its order. A line that cannot be read is a game with a fault.
pub fn records<'r>(
    input: impl BufRead + Send + 'r,
    form: ArchiveForm,
) -> Box<dyn Iterator<Item = io::Result<GameText>> + Send + 'r> {
    match form {
        ArchiveForm::Table => Box::new(rows(input)),
        ArchiveForm::Json => Box::new(NumberedLines { input, line: 0 }.filter_map(|line| {
            let read = line.map(|(place, text)| match text {
                Some(text) if text.trim().is_empty() => None,
                Some(text) => Some(json(place, &text).unwrap_or_else(|| bad(place))),
                None => Some(no_text(place)),
            });
            read.transpose()
        })),
        ArchiveForm::List => {
            let mut variant = None;
            Box::new(NumberedLines { input, line: 0 }.filter_map(move |line| {
                let read = line.map(|(place, text)| match text {
                    Some(text) => list(place, &text, &mut variant),
                    None => Some(no_text(place)),
                });
                read.transpose()
            }))
        }
    }
}

struct NumberedLines<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> Iterator for NumberedLines<R> {
    /// A line, which is nothing where it is no text.
    type Item = io::Result<(Place, Option<String>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        if bytes.last() != Some(&b'\n')
            && bytes.len() as u64 == MOST_BYTES
            && let Err(error) = self.input.skip_until(b'\n')
        {
            return Some(Err(error));
        }
        self.line += 1;
        let place = Place { line: self.line, ..Place::START };
        let text = String::from_utf8(bytes).ok();
        Some(Ok((place, text.map(|text| text.trim_start_matches('\u{feff}').to_owned()))))
    }
}

/// A line that is no game.
fn bad(place: Place) -> GameText {
    faulty(TextFaultKind::Pgn(PgnErrorKind::TextOutsideGame), place)
}

/// A line in which a byte stands for no character.
fn no_text(place: Place) -> GameText {
    faulty(TextFaultKind::NoText, place)
}

fn faulty(kind: TextFaultKind, place: Place) -> GameText {
    GameText { fault: Some(TextFault { kind, place }), faults: 1, ..GameText::begun_at(place) }
}

fn tag(game: &mut GameText, name: &str, value: &str) {
    if !value.is_empty() && game.tag(name).is_none() {
        game.tags.push((name.to_owned(), Token { text: value.to_owned(), place: game.place }));
    }
}

fn push_moves<'m>(game: &mut GameText, moves: impl Iterator<Item = &'m str>) {
    // Places behind one another: a fault of the form stands before all moves or after them.
    for text in moves {
        game.words.push(text.as_bytes(), game.place);
    }
}

fn rows(input: impl BufRead + Send) -> impl Iterator<Item = io::Result<GameText>> + Send {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(input);
    let header: Vec<String> = reader
        .headers()
        .map(|header| header.iter().map(|name| name.trim().to_ascii_lowercase()).collect())
        .unwrap_or_default();
    let mut is_over = false;
    std::iter::from_fn(move || {
        let mut record = StringRecord::new();
        if is_over {
            return None;
        }
        match reader.read_record(&mut record) {
            Ok(false) => None,
            Ok(true) => {
                let line = record.position().map_or(0, csv::Position::line);
                let place = Place { line, ..Place::START };
                Some(Ok(row(place, &header, &record)))
            }
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                match error.into_kind() {
                    csv::ErrorKind::Io(error) => {
                        is_over = true;
                        Some(Err(error))
                    }
                    csv::ErrorKind::Utf8 { .. } => Some(Ok(no_text(Place { line, ..Place::START }))),
                    _ => Some(Ok(bad(Place { line, ..Place::START }))),
                }
            }
        }
    })
}

fn row(place: Place, header: &[String], record: &StringRecord) -> GameText {
    let mut game = GameText::begun_at(place);
    let cell = |name: &str| {
        let at = header.iter().position(|column| column == name)?;
        record.get(at).filter(|cell| !cell.is_empty())
    };
    let json =
        |name: &str| cell(name).map_or(Value::Null, |text| serde_json::from_str(text).unwrap_or(Value::Null));
    add_tags(&mut game, &json("tags"));
    for (column, name) in
        [("white", "White"), ("black", "Black"), ("date", "Date"), ("variant", "Variant"), ("fen", "FEN")]
    {
        tag(&mut game, name, cell(column).unwrap_or_default());
    }
    game.result = cell("result").and_then(|text| Score::from_bytes(text.trim().as_bytes()));
    push_moves(&mut game, cell("moves").unwrap_or_default().split_whitespace());
    add_notes(&mut game, ["comments", "nags", "variations"].map(json));
    game
}

fn add_tags(game: &mut GameText, tags: &Value) {
    for (name, value) in tags.as_object().into_iter().flatten() {
        tag(game, name, value.as_str().unwrap_or_default());
    }
}

fn add_notes(game: &mut GameText, [comments, nags, variations]: [Value; 3]) {
    let pairs = |value: &Value| -> Vec<(usize, Value)> {
        let pair = |pair: &Value| Some((usize::try_from(pair.get(0)?.as_u64()?).ok()?, pair.get(1)?.clone()));
        value.as_array().into_iter().flatten().filter_map(pair).collect()
    };
    let comment = |(ply, text): (usize, Value)| Some((ply, text.as_str()?.to_owned()));
    let nag = |(ply, nag): (usize, Value)| Some((ply, u8::try_from(nag.as_u64()?).ok()?));
    game.comments = pairs(&comments).into_iter().filter_map(comment).collect();
    game.nags = pairs(&nags).into_iter().filter_map(nag).collect();
    for (ply, text) in pairs(&variations) {
        game.add_variations(ply, text.as_str().unwrap_or_default());
    }
}

/// `None` if the line is no object with a member `moves`.
fn json(place: Place, text: &str) -> Option<GameText> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    let moves = value.get("moves")?;
    let mut game = GameText::begun_at(place);
    let member = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    add_tags(&mut game, value.get("tags").unwrap_or(&Value::Null));
    for (column, name) in
        [("white", "White"), ("black", "Black"), ("date", "Date"), ("variant", "Variant"), ("fen", "FEN")]
    {
        tag(&mut game, name, member(column));
    }
    game.result = Score::from_bytes(member("result").trim().as_bytes());
    match moves {
        Value::String(moves) => push_moves(&mut game, moves.split_whitespace()),
        Value::Array(moves) => push_moves(&mut game, moves.iter().filter_map(Value::as_str)),
        _ => return None,
    }
    let member = |name| value.get(name).cloned().unwrap_or_default();
    add_notes(&mut game, ["comments", "nags", "variations"].map(member));
    Some(game)
}

fn list(place: Place, text: &str, variant: &mut Option<String>) -> Option<GameText> {
    let mut words = text.split_whitespace().peekable();
    if text.trim_start().starts_with('#') || words.peek().is_none() {
        return None;
    }
    if let Some(name) = text.trim().strip_prefix("setoption name UCI_Variant value ") {
        *variant = Some(name.trim().to_owned());
        return None;
    }
    let mut game = GameText::begun_at(place);
    tag(&mut game, "Variant", variant.as_deref().unwrap_or_default());
    words.next_if_eq(&"position");
    if words.next_if_eq(&"fen").is_some() {
        let mut fen = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves") {
            fen.push(word);
        }
        tag(&mut game, "FEN", &fen.join(" "));
    }
    words.next_if_eq(&"startpos");
    words.next_if_eq(&"moves");
    push_moves(&mut game, words);
    Some(game)
}
