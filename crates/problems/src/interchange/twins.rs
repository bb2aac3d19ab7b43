//! Twins in the words of Popeye.

use super::language::Language;
use super::pieces::{parts, placed};
use crate::twin::{
    COLOURS, Diagram, DiagramTwin, EXCHANGE, MIRROR, PlacedPiece, SHIFT, TO, TURN, split_zero,
};
use crate::{ProblemError, TwinError, parse_informal_stipulation};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Role};
use hexmate_position::{Colour, Coordinate, Letters};

/// A twin with its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TwinText {
    /// The letter of the label; `a` only if the diagram is not a problem.
    pub(super) letter: char,
    /// `true` if it changes the previous twin.
    pub(super) is_continued: bool,
    /// The changes, in the words of Popeye.
    pub(super) change: String,
}

impl TwinText {
    /// Reads the words of a twin, `Continued` first if it changes the previous twin.
    pub(super) fn read(letter: char, text: &str, language: Language) -> Self {
        let mut words = text.split_whitespace().map(|word| language.change(word)).peekable();
        let is_continued =
            words.next_if(|word| word.len() > 3 && "continued".starts_with(&word.to_lowercase())).is_some();
        let mut read: Vec<String> = Vec::new();
        for word in words {
            let has_colour = read.last().is_some_and(|last| Language::English.colour(last).is_some());
            match (placed(word, language), parts(word)) {
                (Ok(pieces), _) if has_colour => {
                    // Each piece needs the command and the colour.
                    let begin = read.split_off(read.len().saturating_sub(2));
                    for (_, piece) in pieces {
                        read.extend(begin.iter().cloned());
                        read.push(piece);
                    }
                }
                (_, Some(cells)) if cells.iter().all(|(file, _)| file.len() == 1) => {
                    read.extend(cells.iter().map(|(file, rank)| format!("{file}{rank}").to_lowercase()));
                }
                _ => read.push(word.to_owned()),
            }
        }
        Self { letter, is_continued, change: read.join(" ") }
    }

    /// Returns the text of all twins, as [`Problem::twins`](crate::Problem::twins) reads it.
    pub(super) fn join(twins: &[Self]) -> String {
        let one = |twin: &Self| {
            let sign = if twin.is_continued { "+" } else { "" };
            format!("{sign}{}) {}", twin.letter, twin.change)
        };
        let all: Vec<String> = twins.iter().map(one).collect();
        let zero = if twins.first().is_some_and(|first| first.letter == 'a') { "zeroposition " } else { "" };
        format!("{zero}{}", all.join("; "))
    }

    /// Returns the twins of a diagram in the words of Popeye.
    ///
    /// # Errors
    ///
    /// The twins that cannot be written: those that cannot be made from the diagram, and those whose label does not follow
    /// the one before, because the labels of Popeye are the numbers of its twins.
    pub(super) fn of(diagram: &Diagram, text: &str) -> Result<Vec<Self>, Vec<ProblemError>> {
        let is_zero = split_zero(text).is_some();
        let (letters, twins) = diagram.twins(text);
        let mut expected = if is_zero { 'a'..='z' } else { 'b'..='z' };
        let mut before = diagram;
        let (mut written, mut faults) = (Vec::new(), Vec::new());
        for DiagramTwin { label, words, changed } in &twins {
            let is_continued = label.starts_with('+');
            let letter = label.trim_start_matches('+').chars().next();
            let is_next = expected.next().is_some_and(|next| letter == Some(next));
            let error = match changed {
                Err(error) => error.clone(),
                Ok(_) if !is_next => TwinError::OtherLabel,
                Ok(after) => {
                    let from = if is_continued { before } else { diagram };
                    before = after;
                    let change = Changes { diagram: from, letters }.popeye(words);
                    if let (Some(change), Some(letter)) = (change, letter) {
                        written.push(Self { letter, is_continued, change });
                        continue;
                    }
                    TwinError::UnknownChange(words.join(" "))
                }
            };
            faults.push(ProblemError::InTwin(label.clone(), Box::new(error.into())));
        }
        if is_zero && twins.is_empty() {
            faults.push(ProblemError::InTwin("a)".to_owned(), Box::new(TwinError::NoChange.into())));
        }
        if faults.is_empty() { Ok(written) } else { Err(faults) }
    }

    /// Returns the changes with the word `Continued` where it is needed.
    pub(super) fn whole(&self) -> String {
        if self.is_continued { format!("Continued {}", self.change) } else { self.change.clone() }
    }
}

/// Writer of the changes of a twin that can be made.
struct Changes<'d> {
    /// The diagram that is changed.
    diagram: &'d Diagram,
    letters: &'static Letters,
}

impl Changes<'_> {
    /// Returns changes in the words of Popeye; `None` if one cannot be read.
    fn popeye(&self, all: &[String]) -> Option<String> {
        let game = self.diagram.setup.game;
        let place = |text| PlacedPiece::parse(game, self.letters, text).ok();
        let cell = |text| place(text).map(|place| Coordinate(game.shape, place.cell).to_string());
        let added = |owner, role: Role, cell| {
            let colour = Colour::of(&game, owner).name().to_lowercase();
            let letter = if role == Role::Knight { 'S' } else { role.letter() };
            format!("Add {colour} {letter}{cell}")
        };
        let mut changes: Vec<String> = Vec::new();
        let mut words = all.iter().map(String::as_str).enumerate().peekable();
        let next = |words: &mut std::iter::Peekable<_>| words.next().map(|(_, word): (usize, &str)| word);
        while let Some((number, word)) = words.next() {
            let change = match word {
                SHIFT | MIRROR => {
                    let (from, _, to) =
                        (cell(next(&mut words)?)?, next(&mut words)?, cell(next(&mut words)?)?);
                    if word == SHIFT {
                        format!("Shift {from} {to}")
                    } else {
                        format!("Mirror {from}<-->{to}")
                    }
                }
                TURN => format!("Rotate {}", next(&mut words)?),
                COLOURS => "PolishType".to_owned(),
                _ => match words.next_if(|&(_, next)| next == TO || next == EXCHANGE) {
                    Some((_, arrow)) => {
                        let name = if arrow == TO { "Move" } else { "Exchange" };
                        format!("{name} {} {}", cell(word)?, cell(next(&mut words)?)?)
                    }
                    None if parse_informal_stipulation(&game, word).is_some() => {
                        format!("Stipulation {word}")
                    }
                    None => match (word.split_once('='), word.strip_prefix('+'), word.strip_prefix('-')) {
                        (Some((from, _)), ..) => {
                            let cell = place(from)?.cell;
                            let owner = self.piece(&all[..number], cell)?.owner;
                            let role = self.piece(&all[..=number], cell)?.role;
                            let cell = Coordinate(game.shape, cell).to_string();
                            format!("Remove {cell} {}", added(owner, role, cell.clone()))
                        }
                        (_, Some(text), _) => {
                            let PlacedPiece { owner, role, cell, .. } = place(text)?;
                            added(owner?, role?, Coordinate(game.shape, cell).to_string())
                        }
                        (.., Some(removed)) => format!("Remove {}", cell(removed)?),
                        _ => return None,
                    },
                },
            };
            changes.push(change);
        }
        Some(changes.join(" "))
    }

    /// Returns the piece on a cell after some of the changes.
    fn piece(&self, words: &[String], cell: Cell) -> Option<Piece> {
        let changed = self.diagram.changed(words, self.letters);
        let diagram = changed.as_ref().unwrap_or(self.diagram);
        diagram.setup.board.piece(cell)
    }
}
