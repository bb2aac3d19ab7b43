//! Readers of tables, JSON lines and move lists. All yield [`GameText`], as the PGN reader does.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufRead};

use serde::de::Deserialize;

use crate::pgn::{Annotation, GameResult};
use crate::validate::{GameText, TextFaultKind, WrittenMove};
use hexmate_text::Place;
use hexmate_text::{Lines, MAX_CELLS, MAX_ROW, MAX_TEXT, Members, NumberedLine, Row, RowFault, Table};

/// Fault of a row without a game.
const NO_MOVES: RowFault = RowFault::Missing { name: "moves", code: "no-moves" };

/// Form of a file with one line per game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArchiveForm {
    /// A table with a header.
    Table,
    /// A JSON object per line.
    Json,
    /// A move list per line.
    List,
}

/// Iterator over the games of a file.
type GameIter<'r> = Box<dyn Iterator<Item = io::Result<GameText>> + Send + 'r>;

/// Reads the games of a file in file order. A line that cannot be read yields a game with a fault.
///
/// ```
/// use hexmate_games::archive::{ArchiveForm, records};
///
/// let table = "white,moves\nAnn,f5f6 f7f6\n";
/// let games: Vec<_> = records(table.as_bytes(), ArchiveForm::Table).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].words.len(), 2);
/// assert_eq!(games[0].tag("White").map(|tag| &*tag.text), Some("Ann"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn records<'r>(input: impl BufRead + Send + 'r, form: ArchiveForm) -> GameIter<'r> {
    match form {
        ArchiveForm::Table => Box::new(rows(input)),
        ArchiveForm::Json => {
            let lines = Lines::new(input, MAX_ROW, RowFault::RowTooLong);
            Box::new(lines.filter_map(|line| line.map(json_game).transpose()))
        }
        ArchiveForm::List => {
            let mut variant = None;
            lines(input, move |place, text| list(place, text, &mut variant))
        }
    }
}

/// Reads games from lines; `read` parses a line of valid UTF-8.
fn lines<'r>(
    input: impl BufRead + Send + 'r,
    mut read: impl FnMut(Place, &str) -> Option<GameText> + Send + 'r,
) -> GameIter<'r> {
    let lines = Lines::new(input, MAX_ROW, RowFault::RowTooLong);
    Box::new(lines.filter_map(move |line| line.map(|line| text_game(line, &mut read)).transpose()))
}

/// Reads a game from a line of JSON; `None` for an empty line.
pub fn json_game(line: NumberedLine) -> Option<GameText> {
    text_game(line, |place, text| (!text.trim().is_empty()).then(|| json(place, text)))
}

/// Reads a game from a line; `read` parses valid UTF-8.
fn text_game(
    NumberedLine { number, bytes }: NumberedLine,
    read: impl FnOnce(Place, &str) -> Option<GameText>,
) -> Option<GameText> {
    let place = Place { line: number, ..Place::START };
    match bytes {
        Err(fault) => Some(faulty(fault.into(), place)),
        Ok(bytes) => match str::from_utf8(&bytes) {
            Ok(text) => read(place, text.trim_start_matches('\u{feff}')),
            Err(_) => Some(faulty(TextFaultKind::InvalidCharacter, place)),
        },
    }
}

/// Returns a game without content for a line that cannot be read.
fn faulty(kind: TextFaultKind, place: Place) -> GameText {
    let mut game = GameText::empty(Place { column: 1, ..place });
    game.add_fault(kind, place);
    game
}

/// Reads the rows of a table.
fn rows<'r>(input: impl BufRead + Send + 'r) -> impl Iterator<Item = io::Result<GameText>> + Send + 'r {
    let mut input = Some(input);
    let mut table = None;
    let mut next = move || -> io::Result<Option<GameText>> {
        if let Some(input) = input.take() {
            let mut opened = Table::open(input, |name| name.eq_ignore_ascii_case("moves"), MAX_ROW)?;
            let Some(header) = opened.next_row()? else { return Ok(None) };
            let heading = |cell: Cow<'_, [u8]>| String::from_utf8_lossy(&cell).trim().to_owned();
            let names: Vec<String> = header.cells().map(heading).collect();
            table = Some((opened, names));
            if let Some((fault, place)) = header.fault {
                return Ok(Some(faulty(fault.into(), place)));
            }
        }
        let Some((table, names)) = &mut table else { return Ok(None) };
        Ok(table.next_row()?.map(|row| parse_row(names, &row)))
    };
    std::iter::from_fn(move || next().transpose())
}

/// Parses a row of a table; `names` are its column headings.
fn parse_row(names: &[String], row: &Row) -> GameText {
    let mut values = Vec::new();
    let mut invalid = None;
    for (number, cell) in row.cells().enumerate() {
        let place = row.place(number);
        if str::from_utf8(&cell).is_err() {
            invalid.get_or_insert(place);
        }
        let text = match cell {
            Cow::Borrowed(text) => String::from_utf8_lossy(text),
            Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
        };
        let name = names.get(number).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| Cow::Owned(format!("Column{}", number + 1)), Into::into);
        // Only an empty cell of `moves` is a value: a game without moves.
        if !text.is_empty() || name.eq_ignore_ascii_case("moves") {
            values.push(Value { name, content: Content::Text(text), place });
        }
    }
    let place = Place { line: row.line, ..Place::START };
    let fault = row.fault.map(|(fault, place)| (fault.into(), place));
    game_from_values(place, &values, fault.or(invalid.map(|place| (TextFaultKind::InvalidCharacter, place))))
}

/// Parses a JSON object.
fn json(place: Place, text: &str) -> GameText {
    let Members { members, is_cut } = match serde_json::from_str(text) {
        Ok(members) => members,
        Err(error) => {
            let column = error.column().max(1) as u64;
            return faulty(RowFault::NotAnObject.into(), Place { column, ..place });
        }
    };
    // Members come in the order of the line, so that its characters are counted only once.
    let (mut counted, mut column) = (0, 1);
    let mut values = Vec::new();
    for (name, raw) in members {
        let start = raw.as_ptr().addr() - text.as_ptr().addr();
        column += text[counted..start].chars().count() as u64;
        counted = start;
        let place = Place { column, ..place };
        values.extend(Content::from_json(raw).map(|content| Value { name, content, place }));
    }
    game_from_values(place, &values, is_cut.then_some((RowFault::TooManyCells.into(), place)))
}

/// Values that are not tags, by name.
#[derive(Default)]
struct KnownValues<'v> {
    moves: Option<&'v Value<'v>>,
    result: Option<&'v Value<'v>>,
    tags: Option<&'v Value<'v>>,
    comments: Option<&'v Value<'v>>,
    nags: Option<&'v Value<'v>>,
    variations: Option<&'v Value<'v>>,
}

impl<'v> KnownValues<'v> {
    /// Returns the field for a name in lower case.
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

/// Builds a game from values; `fault` is an earlier fault of the line.
fn game_from_values<'v>(
    place: Place,
    values: &'v [Value<'v>],
    fault: Option<(TextFaultKind, Place)>,
) -> GameText {
    let mut game = GameText::empty(place);
    if let Some((kind, place)) = fault {
        game.add_fault(kind, place);
    }
    let mut known = KnownValues::default();
    let (mut tags, mut names) = (Vec::new(), TagIndex::new());
    for value in values {
        match known.slot(&value.name.to_ascii_lowercase()) {
            None => tags.push(value),
            Some(slot) if slot.is_none_or(|first| first.content == value.content) => *slot = Some(value),
            Some(_) => game.add_fault(RowFault::Repeated.into(), value.place),
        }
    }
    if let Some(value) = known.tags {
        let added = add_tags(&mut game, &mut names, value);
        report(&mut game, value, added);
    }
    for value in tags {
        let added = value.content.text().and_then(|text| {
            let is_missing = text.is_empty() && COLUMNS.contains(&&*value.name.to_ascii_lowercase());
            if is_missing {
                Ok(())
            } else {
                add_tag(&mut game, &mut names, &tag_name(&value.name), text, value.place)
            }
        });
        report(&mut game, value, added);
    }
    match known.moves {
        Some(value) => {
            let added = add_moves(&mut game, value);
            report(&mut game, value, added);
        }
        None if game.fault.is_none() => game.add_fault(NO_MOVES.into(), place),
        None => {}
    }
    if let Some(value) = known.result {
        let text = value.content.written().trim();
        let score = GameResult::from_bytes(text.as_bytes());
        (game.result, game.result_place) = (score, score.map(|_| value.place));
        let is_read = score.is_some() || text.is_empty();
        let result = if is_read { Ok(()) } else { Err(RowFault::Unreadable("a result such as 1-0")) };
        report(&mut game, value, result);
    }
    let lists: [(_, ReadList); 3] =
        [(known.nags, read_nags), (known.comments, read_comments), (known.variations, read_variations)];
    let mut annotations = Vec::new();
    for (value, read_list) in lists {
        if let Some(value) = value.filter(|value| !value.content.written().is_empty()) {
            let read = read_list(&game, value).map(|list| annotations.extend(list));
            report(&mut game, value, read);
        }
    }
    annotations.sort_by_key(|listed| (listed.ply, listed.index));
    game.annotations = annotations.into_iter().map(|listed| (listed.ply, listed.annotation)).collect();
    game
}

/// A function that reads a list of annotations of one kind.
type ReadList = fn(&GameText, &Value<'_>) -> Result<Vec<Listed<Annotation<WrittenMove>>>, RowFault>;

/// Adds the fault of a value, if there is one, to its game.
fn report(game: &mut GameText, value: &Value<'_>, result: Result<(), RowFault>) {
    if let Err(fault) = result {
        game.add_fault(fault.into(), value.place);
    }
}

/// Columns that are written for every game, also without a value.
const COLUMNS: [&str; 5] = ["variant", "white", "black", "date", "fen"];

/// Common tags in their usual spelling.
const TAGS: [&str; 36] = [
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
    "JoclyGame",
    "FEN",
    "SetUp",
    "Letters",
    "Files",
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

/// Returns the tag for a column or member: `WhiteElo` for `White Elo` and `white_elo`.
fn tag_name(name: &str) -> String {
    let letters = name.replace([' ', '_', '-'], "");
    let known = TAGS.iter().find(|known| known.eq_ignore_ascii_case(&letters));
    known.map_or_else(|| name.to_owned(), |&known| known.to_owned())
}

/// Index of each tag of a game by its name in lower case.
type TagIndex = HashMap<String, usize>;

/// Adds a tag; fails if the game has it with another value, or has too many tags.
fn add_tag(
    game: &mut GameText,
    names: &mut TagIndex,
    name: &str,
    text: &str,
    place: Place,
) -> Result<(), RowFault> {
    if text.len() > MAX_TEXT {
        return Err(RowFault::TextTooLong);
    }
    // The column `date` may repeat the value of another date tag.
    let is_date = name == "Date" && game.dates().any(|date| date == text);
    match names.get(&name.to_ascii_lowercase()) {
        _ if is_date => {}
        Some(&index) if game.tags.nth(index).is_none_or(|tag| tag.text != text) => {
            return Err(RowFault::Repeated);
        }
        Some(_) => {}
        None if game.tags.len() >= MAX_CELLS => return Err(RowFault::TooManyCells),
        None => {
            names.insert(name.to_ascii_lowercase(), game.tags.len());
            game.tags.push(name, text, place);
        }
    }
    Ok(())
}

/// Adds the tags of a JSON object.
fn add_tags(game: &mut GameText, names: &mut TagIndex, value: &Value<'_>) -> Result<(), RowFault> {
    if value.content.written().is_empty() {
        return Ok(());
    }
    let Members { members, is_cut } = value.content.json("an object of tags, as in {\"Event\": \"Cup\"}")?;
    for (name, raw) in members {
        if let Some(content) = Content::from_json(raw) {
            add_tag(game, names, &name, content.text()?, value.place)?;
        }
    }
    if is_cut { Err(RowFault::TooManyCells) } else { Ok(()) }
}

/// Adds moves from a text or a JSON array.
fn add_moves(game: &mut GameText, value: &Value<'_>) -> Result<(), RowFault> {
    match &value.content {
        Content::Text(text) => {
            let (mut counted, mut place) = (0, value.place);
            for word in text.split_whitespace() {
                let start = word.as_ptr().addr() - text.as_ptr().addr();
                place.column += text[counted..start].chars().count() as u64;
                counted = start;
                game.words.push(word.as_bytes(), place);
            }
        }
        Content::Json(_) => {
            let words: Vec<Cow<'_, str>> = value.content.json("moves, as a text or an array of texts")?;
            let words = words.iter().flat_map(|word| word.split_whitespace());
            words.for_each(|word| game.words.push(word.as_bytes(), value.place));
        }
    }
    Ok(())
}

/// An annotation in a list of one kind.
struct Listed<T> {
    /// Number of moves before it.
    ply: usize,
    /// Index among all annotations with as many moves before them; 0 if the list does not have it.
    index: usize,
    annotation: T,
}

/// A pair, or a triple with an index: `[2, "a good move"]`, `[2, "a good move", 1]`.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Element<T> {
    Pair(usize, T),
    Triple(usize, T, usize),
}

/// Reads a list of annotations after at most `last` moves.
fn read_list<'s, T: Deserialize<'s>>(
    value: &'s Value<'_>,
    last: usize,
    expected: &'static str,
) -> Result<Vec<Listed<T>>, RowFault> {
    let elements: Vec<Element<T>> = value.content.json(expected)?;
    let listed = elements.into_iter().map(|element| match element {
        Element::Pair(ply, annotation) => Listed { ply, index: 0, annotation },
        Element::Triple(ply, annotation, index) => Listed { ply, index, annotation },
    });
    let listed: Vec<Listed<T>> = listed.collect();
    match listed.iter().all(|listed| listed.ply <= last) {
        true => Ok(listed),
        false => Err(RowFault::Unreadable("a number of moves up to the length of the game")),
    }
}

/// Reads comments; one after the result has a ply beyond the last move.
fn read_comments(
    game: &GameText,
    value: &Value<'_>,
) -> Result<Vec<Listed<Annotation<WrittenMove>>>, RowFault> {
    let comments: Vec<Listed<String>> =
        read_list(value, game.words.len() + 1, "comments, as in [[2, \"a good move\"]]")?;
    if comments.iter().any(|listed| listed.annotation.len() > MAX_TEXT) {
        return Err(RowFault::TextTooLong);
    }
    let annotation = |Listed { ply, index, annotation }| Listed {
        ply,
        index,
        annotation: Annotation::Comment(annotation),
    };
    Ok(comments.into_iter().map(annotation).collect())
}

/// Reads glyphs.
fn read_nags(game: &GameText, value: &Value<'_>) -> Result<Vec<Listed<Annotation<WrittenMove>>>, RowFault> {
    let nags = read_list(value, game.words.len(), "glyphs, as in [[2, 1]]")?;
    let annotation =
        |Listed { ply, index, annotation }| Listed { ply, index, annotation: Annotation::Nag(annotation) };
    Ok(nags.into_iter().map(annotation).collect())
}

/// Reads variations; an element may have several, or be empty.
fn read_variations(
    game: &GameText,
    value: &Value<'_>,
) -> Result<Vec<Listed<Annotation<WrittenMove>>>, RowFault> {
    const EXPECTED: &str = "variations, as in [[2, \"(1... g6)\"]]";
    let texts: Vec<Listed<Cow<'_, str>>> = read_list(value, game.words.len(), EXPECTED)?;
    let mut variations = Vec::new();
    for Listed { ply, index, annotation: text } in texts {
        if !text.trim().is_empty() {
            let parsed = game.parse_variations(&text).ok_or(RowFault::Unreadable(EXPECTED))?;
            variations.extend(parsed.into_iter().map(|annotation| Listed { ply, index, annotation }));
        }
    }
    Ok(variations)
}

/// Parses a move list, or sets `variant` from an option line; `None` for a line without a game.
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
    if let Some(variant) = variant {
        game.tags.push("Variant", variant, place);
    }
    words.next_if_eq(&"position");
    if words.next_if_eq(&"fen").is_some() {
        let mut fen = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves") {
            fen.push(word);
        }
        game.tags.push("FEN", &fen.join(" "), place);
    }
    words.next_if_eq(&"startpos");
    words.next_if_eq(&"moves");
    words.for_each(|word| game.words.push(word.as_bytes(), place));
    Some(game)
}

/// A non-empty cell or a JSON member other than `null`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value<'t> {
    /// Column heading or member name as written.
    pub(super) name: Cow<'t, str>,
    pub(super) content: Content<'t>,
    pub(super) place: Place,
}

/// Content of a [`Value`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content<'t> {
    /// A cell or a JSON string.
    Text(Cow<'t, str>),
    /// Any other JSON.
    Json(&'t str),
}

impl<'t> Content<'t> {
    /// Converts a JSON value; `None` for `null`.
    pub(super) fn from_json(raw: &'t str) -> Option<Self> {
        if raw == "null" {
            return None;
        }
        let Ok(Json(text)) = serde_json::from_str(raw) else { return Some(Self::Json(raw)) };
        Some(Self::Text(text))
    }

    /// Returns the text, or the JSON source.
    pub(super) fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Json(json) => json,
        }
    }

    /// Returns the value of a tag. Numbers, `true` and `false` are accepted as text.
    pub(super) fn text(&self) -> Result<&str, RowFault> {
        match self {
            Self::Json(json) if json.starts_with(['[', '{']) => Err(RowFault::Unreadable("a text")),
            _ => Ok(self.written()),
        }
    }

    /// Parses JSON, which a cell contains as text; `expected` is for the message.
    pub(super) fn json<'s, T: Deserialize<'s>>(&'s self, expected: &'static str) -> Result<T, RowFault> {
        serde_json::from_str(self.written()).map_err(|_| RowFault::Unreadable(expected))
    }
}

/// A JSON string, borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct Json<'t>(#[serde(borrow)] Cow<'t, str>);
