//! The table of games: tags, moves, comments, variations. `hexmate_games::archive` reads it back.

use serde_json::{Value, json};

use super::row::{TableRow, columns};
use hexmate_games::archive::list_line;
use hexmate_games::pgn::{Annotation, Notation, PgnText, PlayedGame};
use hexmate_games::validate::DATES;
use hexmate_position::FenForm;
use hexmate_position::Position;
use hexmate_position::search::DateReading;
use hexmate_position::{Letters, Uci};

/// A game as a row.
#[derive(Clone, Debug)]
pub struct GameRow<'g>(pub &'g PlayedGame);

/// Tags that follow from other columns, or are not kept.
const COVERED: [&str; 5] = ["Variant", "Letters", "Files", "SetUp", "FEN"];

impl GameRow<'_> {
    /// Returns the value of a tag, ignoring the case of its name; empty if the game does not have it.
    fn tag(&self, name: &str) -> &str {
        let tag = self.0.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map_or("", |(_, value)| value)
    }

    /// Returns the first readable date, otherwise the tag `Date` unchanged.
    fn date(&self) -> &str {
        let readable = DateReading::choose(DATES.iter().map(|name| self.tag(name))).0;
        readable.map_or_else(|| self.tag("Date"), |(text, _)| text)
    }

    /// Returns the FEN of the first position; empty for the start position of the game.
    fn fen(&self) -> String {
        let start = self.0.start();
        if *start == Position::start(start.game()) { String::new() } else { start.to_fen() }
    }

    /// Returns all moves in UCI, separated by one space.
    fn moves(&self) -> String {
        let (shape, moves) = (self.0.game().shape, self.0.moves());
        // A move has at most seven characters.
        let mut text = String::with_capacity(8 * moves.len());
        for &m in moves {
            if !text.is_empty() {
                text.push(' ');
            }
            // Writing to a string cannot fail.
            let _ = Uci(shape, m).write_to(&mut text);
        }
        text
    }

    /// Returns the annotations of one kind as an array of arrays: the ply, the content, and if the move has its
    /// annotations in another order than that of the kinds, the index among them.
    fn listed(&self, kind: AnnotationKind) -> Value {
        if self.0.annotations.is_empty() {
            return Value::Array(Vec::new());
        }
        let variations =
            PgnText { game: self.0, notation: Notation::Uci, letters: &Letters::ENGLISH }.variations();
        let mut variations = variations.into_iter().map(|(_, text)| text);
        let all: Vec<_> = self.0.annotations.iter().collect();
        let of_moves = all.chunk_by(|(one, _), (other, _)| one == other);
        let mut listed = Vec::new();
        for of_move in of_moves {
            let is_usual = of_move.is_sorted_by_key(|(_, annotation)| AnnotationKind::of(annotation));
            for (index, (ply, annotation)) in of_move.iter().enumerate() {
                let content = match annotation {
                    Annotation::Comment(comment) => json!(comment),
                    Annotation::Nag(nag) => json!(nag),
                    Annotation::Variation(_) => json!(variations.next()),
                };
                if AnnotationKind::of(annotation) == kind {
                    listed.push(if is_usual { json!([ply, content]) } else { json!([ply, content, index]) });
                }
            }
        }
        Value::Array(listed)
    }

    /// Returns the tags that no other column contains, as an object.
    fn other_tags(&self) -> Value {
        let result = self.0.result.to_string();
        let is_known = |name: &str, value: &str| {
            COVERED.iter().any(|covered| covered.eq_ignore_ascii_case(name))
                || name.eq_ignore_ascii_case("Result") && value == result
        };
        let others = self.0.tags.iter().filter(|(name, value)| !is_known(name, value));
        Value::Object(others.map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect())
    }
}

/// Kinds of annotations, in the usual order of those of one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AnnotationKind {
    Nag,
    Comment,
    Variation,
}

impl AnnotationKind {
    fn of<M>(annotation: &Annotation<M>) -> Self {
        match annotation {
            Annotation::Nag(_) => Self::Nag,
            Annotation::Comment(_) => Self::Comment,
            Annotation::Variation(_) => Self::Variation,
        }
    }
}

impl TableRow for GameRow<'_> {
    columns! { self;
        variant: self.0.start().game().name,
        white: self.tag("White"),
        black: self.tag("Black"),
        date: self.date(),
        result: self.0.result.to_string(),
        fen: self.fen(),
        moves: self.moves(),
        tags: self.other_tags(),
        comments: self.listed(AnnotationKind::Comment),
        nags: self.listed(AnnotationKind::Nag),
        variations: self.listed(AnnotationKind::Variation),
    }

    fn to_text(&self) -> String {
        list_line(self.0, FenForm::default())
    }
}
