//! The digest of a record: of all its fields, in a unique encoding.
//!
//! Each text is preceded by its length and each number has eight bytes, so that different records have different
//! encodings. All fields are named in patterns without `..`: a new field of a record that is not added here does not
//! compile.

use super::{Item, Record};
use hexmate_batch::digest::Digest;
use hexmate_games::pgn::{Annotation, Annotations, Step};
use hexmate_games::validate::{GameText, Number, Tag, TextFault, TextFaultKind, Token, WrittenMove};
use hexmate_problems::{ExtraColumn, Operand, Statement};
use hexmate_text::Place;

/// Returns the digest of a record and its place.
pub(super) fn identity(record: &Record) -> Digest {
    // The passage is the source text of the record, which the other fields contain.
    let Record { file, number, item, passage: _ } = record;
    let mut fields = Fields::default();
    fields.text(file);
    fields.number(*number);
    match item {
        Item::Game(game) => {
            fields.text("game");
            fields.game(game);
        }
        Item::Statement(statement) => {
            fields.text("statement");
            fields.statement(statement);
        }
        Item::Stray(fault) => {
            fields.text("stray");
            fields.fault(fault);
        }
        Item::NoRecords(content) => {
            fields.text("nothing");
            fields.text(&content.to_string());
        }
    }
    fields.0
}

#[derive(Default)]
struct Fields(Digest);

impl Fields {
    fn number(&mut self, number: u64) {
        self.0.add(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.add(text.as_bytes());
    }

    fn list<T>(&mut self, list: &[T], mut add: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        for item in list {
            add(self, item);
        }
    }

    fn option<T>(&mut self, option: Option<&T>, add: impl FnOnce(&mut Self, &T)) {
        self.number(u64::from(option.is_some()));
        if let Some(item) = option {
            add(self, item);
        }
    }

    fn place(&mut self, place: &Place) {
        let Place { offset, line, column } = *place;
        for number in [offset, line, column] {
            self.number(number);
        }
    }

    fn fault(&mut self, fault: &TextFault) {
        let TextFault { kind, place } = fault;
        match kind {
            TextFaultKind::Pgn(kind) => self.text(&kind.to_string()),
            TextFaultKind::NumberRestart(number) => self.number(u64::from(*number)),
            TextFaultKind::InvalidCharacter => self.text("no text"),
            TextFaultKind::Row(fault) => self.text(&fault.to_string()),
        }
        self.place(place);
    }

    fn game(&mut self, game: &GameText) {
        let GameText {
            place,
            tags,
            words,
            result,
            result_place,
            annotations,
            leniencies,
            fault,
            faults,
            // An option of the command, not part of the file.
            form: _,
        } = game;
        self.place(place);
        self.list(&tags.iter().collect::<Vec<_>>(), |fields, Tag { name, text, place }| {
            fields.text(name);
            fields.text(text);
            fields.place(place);
        });
        self.number(words.len() as u64);
        for word in words.iter() {
            self.text(word.text);
            self.place(&word.place());
        }
        self.list(words.numbers(), |fields, Number { ply, written }| {
            fields.number(u64::from(*ply));
            fields.text(&written.to_string());
        });
        self.option(result.as_ref(), |fields, score| fields.text(&score.to_string()));
        self.option(result_place.as_ref(), Self::place);
        self.annotations(annotations);
        self.list(leniencies, |fields, (leniency, place)| {
            fields.text(leniency.code());
            fields.place(place);
        });
        self.option(fault.as_ref(), Self::fault);
        self.number(*faults as u64);
    }

    /// Adds the annotations as three lists; their common order only if it is not that of the lists, so that logs of
    /// programs without this order stay valid for most games.
    fn annotations(&mut self, annotations: &Annotations<WrittenMove>) {
        self.list(&annotations.comments().collect::<Vec<_>>(), |fields, (ply, comment)| {
            fields.number(*ply as u64);
            fields.text(comment);
        });
        self.list(&annotations.nags().collect::<Vec<_>>(), |fields, (ply, nag)| {
            fields.number(*ply as u64);
            fields.number(u64::from(*nag));
        });
        self.list(&annotations.variations().collect::<Vec<_>>(), |fields, (ply, steps)| {
            fields.number(*ply as u64);
            fields.list(steps, Self::step);
        });
        let kind = |annotation: &Annotation<WrittenMove>| match annotation {
            Annotation::Nag(_) => 0,
            Annotation::Comment(_) => 1,
            Annotation::Variation(_) => 2,
        };
        let order: Vec<(usize, u64)> = annotations.iter().map(|(ply, one)| (ply, kind(one))).collect();
        if !order.is_sorted() {
            self.list(&order, |fields, (_, kind)| fields.number(*kind));
        }
    }

    fn step(&mut self, step: &Step<WrittenMove>) {
        match step {
            Step::Move(WrittenMove { token: Token { text, place }, number }) => {
                let number = number.map(|number| number.to_string()).unwrap_or_default();
                self.text(&format!("m{number} {text}"));
                self.place(place);
            }
            Step::Comment(text) => self.text(&format!("c{text}")),
            Step::Nag(nag) => self.text(&format!("n{nag}")),
            Step::Begin => self.text("("),
            Step::End => self.text(")"),
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let Statement {
            line,
            column,
            first_line: _,
            id,
            variant,
            fen,
            stipulation,
            keys,
            solutions,
            twin,
            author,
            source,
            further,
            fault,
            // The cells below the headings are in the other fields.
            headings: _,
            form: _,
            fen_places: _,
        } = statement;
        self.number(*line);
        self.number(*column);
        for text in [id, variant, fen, stipulation, keys, solutions, twin, author, source] {
            self.text(text);
        }
        self.list(further, |fields, ExtraColumn { name, value, operand }| {
            fields.text(name);
            fields.text(value);
            fields.number(u64::from(*operand == Operand::Bare));
        });
        self.option(fault.as_ref(), |fields, fault| {
            fields.text(fault.code());
            fields.text(&fault.to_string());
        });
    }
}
