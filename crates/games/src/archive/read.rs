//! Reads games one a line into what a PGN file would have said of them. No legality, no opening of files.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::pgn::Score;
use crate::validate::{GameText, TextFaultKind, Token};
use hexmate_position::Place;
use hexmate_position::rows::{Line, Lines, MAX_ROW, MAX_TEXT, Row, RowFault, Table};

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

/// Games that come one by one.
type Found<'r> = Box<dyn Iterator<Item = io::Result<GameText>> + Send + 'r>;

/// The games of a file, in its order. A line that cannot be read is a game with a fault.
pub fn records<'r>(input: impl BufRead + Send + 'r, form: ArchiveForm) -> Found<'r> {
    match form {
        ArchiveForm::Table => Box::new(rows(input)),
        ArchiveForm::Json => lines(input, |place, text| (!text.trim().is_empty()).then(|| json(place, text))),
        ArchiveForm::List => {
            let mut variant = None;
            lines(input, move |place, text| list(place, text, &mut variant))
        }
    }
}

/// Games from lines; `read` takes one that is text.
fn lines<'r>(
    input: impl BufRead + Send + 'r,
    mut read: impl FnMut(Place, &str) -> Option<GameText> + Send + 'r,
) -> Found<'r> {
    let mut game = move |Line { number, bytes }| {
        let place = Place { line: number, ..Place::START };
        match bytes {
            Err(fault) => Some(faulty(fault.into(), place)),
            Ok(bytes) => match str::from_utf8(&bytes) {
                Ok(text) => read(place, text.trim_start_matches('\u{feff}')),
                Err(_) => Some(faulty(TextFaultKind::InvalidCharacter, place)),
            },
        }
    };
    let lines = Lines::new(input, MAX_ROW, RowFault::RowTooLong);
    Box::new(lines.filter_map(move |line| line.map(&mut game).transpose()))
}

fn faulty(kind: TextFaultKind, place: Place) -> GameText {
    let mut game = GameText::empty(Place { column: 1, ..place });
    game.note(kind, place);
    game
}

fn rows<'r>(input: impl BufRead + Send + 'r) -> impl Iterator<Item = io::Result<GameText>> + Send + 'r {
    let mut input = Some(input);
    let mut table = None;
    let mut next = move || -> io::Result<Option<GameText>> {
        if let Some(input) = input.take() {
            let mut opened = Table::open(input, "moves", MAX_ROW)?;
            let Some(header) = opened.next_row()? else { return Ok(None) };
            let heading = |cell: Cow<'_, [u8]>| String::from_utf8_lossy(&cell).trim().to_owned();
            let names: Vec<String> = header.cells().map(heading).collect();
            table = Some((opened, names));
            if let Some((fault, place)) = header.fault {
                return Ok(Some(faulty(fault.into(), place)));
            }
        }
        let Some((table, names)) = &mut table else { return Ok(None) };
        Ok(table.next_row()?.map(|row| game_of_row(names, &row)))
    };
    std::iter::from_fn(move || next().transpose())
}

fn game_of_row(names: &[String], row: &Row) -> GameText {
    let mut values = Vec::new();
    let mut no_text = None;
    for (number, cell) in row.cells().enumerate() {
        let place = row.place(number);
        if str::from_utf8(&cell).is_err() {
            no_text.get_or_insert(place);
        }
        let text = match cell {
            Cow::Borrowed(text) => String::from_utf8_lossy(text),
            Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
        };
        let name = names.get(number).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| Cow::Owned(format!("Column{}", number + 1)), Into::into);
        // An empty cell says that there are no moves, and else nothing.
        if !text.is_empty() || name.eq_ignore_ascii_case("moves") {
            values.push(Value { name, said: Said::Text(text), place });
        }
    }
    let place = Place { line: row.line, ..Place::START };
    let fault = row.fault.map(|(fault, place)| (fault.into(), place));
    game_of(place, &values, fault.or(no_text.map(|place| (TextFaultKind::InvalidCharacter, place))))
}

fn json(place: Place, text: &str) -> GameText {
    let Members(members) = match serde_json::from_str(text) {
        Ok(members) => members,
        Err(error) => {
            let column = error.column().max(1) as u64;
            return faulty(RowFault::NotAnObject.into(), Place { column, ..place });
        }
    };
    // Members are looked at in the order of the line, so that its characters are counted once.
    let (mut counted, mut column) = (0, 1);
    let mut values = Vec::new();
    for (name, raw) in members {
        let start = raw.as_ptr().addr() - text.as_ptr().addr();
        column += text[counted..start].chars().count() as u64;
        counted = start;
        values.extend(Said::of_json(raw).map(|said| Value { name, said, place: Place { column, ..place } }));
    }
    game_of(place, &values, None)
}

/// Values that mean something besides tags.
#[derive(Default)]
struct Known<'v> {
    moves: Option<&'v Value<'v>>,
    result: Option<&'v Value<'v>>,
    tags: Option<&'v Value<'v>>,
    comments: Option<&'v Value<'v>>,
    nags: Option<&'v Value<'v>>,
    variations: Option<&'v Value<'v>>,
}

impl<'v> Known<'v> {
    fn slot(&mut self, name: &str) -> Option<&mut Option<&'v Value<'v>>> {
        Some(match name {
            "moves" => &mut self.moves,
            "result" => &mut self.result,
            "tags" => &mut self.tags,
            "comments" => &mut self.comments,
            "nags" => &mut self.nags,
            "variations" => &mut self.variations,
            _ => return None,
        })
    }
}

/// The game that values make; `fault` is what was wrong before they were looked at.
fn game_of<'v>(place: Place, values: &'v [Value<'v>], fault: Option<(TextFaultKind, Place)>) -> GameText {
    let mut game = GameText::empty(place);
    if let Some((kind, place)) = fault {
        game.note(kind, place);
    }
    let mut known = Known::default();
    let mut tags = Vec::new();
    for value in values {
        match known.slot(&value.name.to_ascii_lowercase()) {
            None => tags.push(value),
            Some(slot) if slot.is_none_or(|first| first.said == value.said) => *slot = Some(value),
            Some(_) => game.note(RowFault::Repeated.into(), value.place),
        }
    }
    if let Some(value) = known.tags {
        let added = add_tags(&mut game, value);
        note(&mut game, value, added);
    }
    for value in tags {
        let added = value.said.text().map(str::to_owned).and_then(|text| {
            let is_unsaid = text.is_empty() && COLUMNS.contains(&&*value.name.to_ascii_lowercase());
            if is_unsaid { Ok(()) } else { add_tag(&mut game, &tag_name(&value.name), text, value.place) }
        });
        note(&mut game, value, added);
    }
    match known.moves {
        Some(value) => {
            let added = add_moves(&mut game, value);
            note(&mut game, value, added);
        }
        None if game.fault.is_none() => game.note(RowFault::NoMoves.into(), place),
        None => {}
    }
    if let Some(value) = known.result {
        let text = value.said.written().trim();
        let score = Score::from_bytes(text.as_bytes());
        (game.result, game.result_place) = (score, score.map(|_| value.place));
        let is_read = score.is_some() || text.is_empty();
        note(
            &mut game,
            value,
            if is_read { Ok(()) } else { Err(RowFault::Unreadable("a result such as 1-0")) },
        );
    }
    let adding: [(_, Adding); 3] =
        [(known.comments, add_comments), (known.nags, add_nags), (known.variations, add_variations)];
    for (value, add) in adding {
        if let Some(value) = value.filter(|value| !value.said.written().is_empty()) {
            let added = add(&mut game, value);
            note(&mut game, value, added);
        }
    }
    game
}

/// Adds what a value says to a game.
type Adding = fn(&mut GameText, &Value<'_>) -> Result<(), RowFault>;

fn note(game: &mut GameText, value: &Value<'_>, added: Result<(), RowFault>) {
    if let Err(fault) = added {
        game.note(fault.into(), value.place);
    }
}

/// Columns of games that stand there also where they say nothing.
const COLUMNS: [&str; 5] = ["variant", "white", "black", "date", "fen"];

/// Tags that people and programs know, as they are spelt.
const TAGS: [&str; 34] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Red",
    "Orange",
    "Black",
    "Blue",
    "Green",
    "Yellow",
    "Result",
    "Variant",
    "FEN",
    "SetUp",
    "Letters",
    "ECO",
    "Opening",
    "Variation",
    "Annotator",
    "Termination",
    "TimeControl",
    "Time",
    "UTCDate",
    "UTCTime",
    "EventDate",
    "Published",
    "PlyCount",
    "GameID",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "Source",
];

/// The tag that a column or member of this name is: `White Elo` and `white_elo` are `WhiteElo`.
fn tag_name(name: &str) -> String {
    let letters = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
    let known = TAGS.iter().find(|known| letters(known) == letters(name));
    known.map_or_else(|| name.to_owned(), |&known| known.to_owned())
}

fn add_tag(game: &mut GameText, name: &str, text: String, place: Place) -> Result<(), RowFault> {
    if text.len() > MAX_TEXT {
        return Err(RowFault::TextTooLong);
    }
    // The column `date` has the date of another tag where that is the one known.
    let is_date = name == "Date" && game.dates().any(|date| *date == text);
    match game.tag(name) {
        _ if is_date => {}
        Some(tag) if tag.text != text => return Err(RowFault::Repeated),
        Some(_) => {}
        None => game.tags.push((name.to_owned(), Token { text, place })),
    }
    Ok(())
}

fn add_tags(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    if value.said.written().is_empty() {
        return Ok(());
    }
    let Members(members) = value.said.json("an object of tags, as in {\"Event\": \"Cup\"}")?;
    for (name, raw) in members {
        if let Some(said) = Said::of_json(raw) {
            add_tag(game, &name, said.text()?.to_owned(), value.place)?;
        }
    }
    Ok(())
}

fn add_moves(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    match &value.said {
        Said::Text(text) => {
            let (mut counted, mut place) = (0, value.place);
            for word in text.split_whitespace() {
                let start = word.as_ptr().addr() - text.as_ptr().addr();
                place.column += text[counted..start].chars().count() as u64;
                counted = start;
                game.words.push(word.as_bytes(), place);
            }
        }
        Said::Json(_) => {
            let words: Vec<Cow<'_, str>> = value.said.json("moves, as a text or an array of texts")?;
            let words = words.iter().flat_map(|word| word.split_whitespace());
            words.for_each(|word| game.words.push(word.as_bytes(), value.place));
        }
    }
    Ok(())
}

/// Numbers of moves, each with what is said after so many.
type Pairs<T> = Vec<(usize, T)>;

/// Refuses what is said of moves that the game has not.
fn of_moves<T>(game: &GameText, pairs: Pairs<T>) -> Result<Pairs<T>, RowFault> {
    match pairs.iter().all(|&(ply, _)| ply <= game.words.len()) {
        true => Ok(pairs),
        false => Err(RowFault::Unreadable("a number of moves that the game has")),
    }
}

fn add_comments(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    let pairs: Pairs<String> = value.said.json("comments, as in [[2, \"a good move\"]]")?;
    if pairs.iter().any(|(_, text)| text.len() > MAX_TEXT) {
        return Err(RowFault::TextTooLong);
    }
    game.comments = of_moves(game, pairs)?;
    Ok(())
}

fn add_nags(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    game.nags = of_moves(game, value.said.json("glyphs, as in [[2, 1]]")?)?;
    Ok(())
}

fn add_variations(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    const EXPECTED: &str = "variations, as in [[2, \"(1... g6)\"]]";
    let pairs: Pairs<Cow<'_, str>> = value.said.json(EXPECTED)?;
    for (ply, text) in of_moves(game, pairs)? {
        if !text.trim().is_empty() && !game.add_variations(ply, &text) {
            return Err(RowFault::Unreadable(EXPECTED));
        }
    }
    Ok(())
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
    let mut game = GameText::empty(place);
    let tag = |name: &str, text: String| (name.to_owned(), Token { text, place });
    game.tags.extend(variant.clone().map(|variant| tag("Variant", variant)));
    words.next_if_eq(&"position");
    if words.next_if_eq(&"fen").is_some() {
        let mut fen = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves") {
            fen.push(word);
        }
        game.tags.push(tag("FEN", fen.join(" ")));
    }
    words.next_if_eq(&"startpos");
    words.next_if_eq(&"moves");
    words.for_each(|word| game.words.push(word.as_bytes(), place));
    Some(game)
}

/// A cell or a member that says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value<'t> {
    /// The heading or the name, as it is written.
    pub(super) name: Cow<'t, str>,
    pub(super) said: Said<'t>,
    pub(super) place: Place,
}

/// What a value says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said<'t> {
    /// A cell or a string of JSON.
    Text(Cow<'t, str>),
    /// Any other JSON.
    Json(&'t str),
}

impl<'t> Said<'t> {
    /// What JSON says; `null` says nothing.
    pub(super) fn of_json(raw: &'t str) -> Option<Self> {
        if raw == "null" {
            return None;
        }
        let Ok(Json(text)) = serde_json::from_str(raw) else { return Some(Self::Json(raw)) };
        Some(Self::Text(text))
    }

    /// As it is written: the text, or JSON.
    pub(super) fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Json(json) => json,
        }
    }

    /// The text for a tag: numbers, `true` and `false` are texts too.
    pub(super) fn text(&self) -> Result<&str, RowFault> {
        match self {
            Self::Json(json) if json.starts_with(['[', '{']) => Err(RowFault::Unreadable("a text")),
            _ => Ok(self.written()),
        }
    }

    /// A value of some type, which a cell has as a text of JSON.
    pub(super) fn json<'s, T: Deserialize<'s>>(&'s self, expected: &'static str) -> Result<T, RowFault> {
        serde_json::from_str(self.written()).map_err(|_| RowFault::Unreadable(expected))
    }
}

/// A string of JSON, borrowed where nothing in it is escaped.
#[derive(serde::Deserialize)]
struct Json<'t>(#[serde(borrow)] Cow<'t, str>);

/// The members of an object of JSON in their order, also those whose name comes again.
#[derive(Default)]
pub(super) struct Members<'t>(pub(super) Vec<(Cow<'t, str>, &'t str)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Json(name), value)) = map.next_entry::<Json<'de>, &'de RawValue>()? {
                    members.push((name, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
