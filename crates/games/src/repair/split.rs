//! Repair of records that have run together. Moves are read strictly, without alternative readings.

use std::collections::HashMap;

use crate::pgn::{Annotation, GameResult, PgnErrorKind, PlayedGame};
use crate::validate;
use crate::validate::{CheckedGame, GameText, MoveTexts, ReadOptions, Tag, TextFaultKind};
use hexmate_position::Game;
use hexmate_position::Letters;

/// Games of a record with a repeated heading or a second move 1. Each game gets a comment on the repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// One game with a repeated heading.
    RepeatedHeading(PlayedGame),
    /// One game with a wrong move number 1.
    OneGame(PlayedGame),
    /// Two games; the second has no heading.
    TwoGames([PlayedGame; 2]),
}

impl Split {
    /// Returns the games.
    pub fn games(&self) -> &[PlayedGame] {
        match self {
            Self::RepeatedHeading(game) | Self::OneGame(game) => std::slice::from_ref(game),
            Self::TwoGames(games) => games,
        }
    }
}

/// Splits a record, if exactly one way to split it makes all its games legal.
pub(super) fn split(game: Game, text: &GameText, letters: Letters) -> Option<Split> {
    let fault = text.fault.filter(|_| text.faults == 1)?;
    let mut whole = GameText { fault: None, ..text.clone() };
    // The numbers may be wrong in one game or right in two.
    whole.words.remove_numbers();
    let legal_game = |text: &GameText, comment: &str| legal_game(game, text, letters, comment);
    match fault.kind {
        TextFaultKind::Pgn(PgnErrorKind::RepeatedTag) => {
            let mut first = HashMap::new();
            let is_same = text
                .tags
                .iter()
                .all(|tag| *first.entry(tag.name.to_ascii_lowercase()).or_insert(tag.text) == tag.text);
            legal_game(&whole, "the heading was repeated").filter(|_| is_same).map(Split::RepeatedHeading)
        }
        TextFaultKind::NumberRestart(_) => {
            let first = text.words.iter().take_while(|word| word.offset() < fault.place.offset).count();
            let [before, after] = split_at(&whole, first);
            let one = legal_game(&whole, "move number 1 was written inside the game");
            let two = legal_game(&before, "another game followed in the same record")
                .zip(legal_game(&after, "this game followed another in the same record"));
            match (one, two) {
                (Some(one), None) => Some(Split::OneGame(one)),
                (None, Some((before, after))) => Some(Split::TwoGames([before, after])),
                _ => None,
            }
        }
        TextFaultKind::Pgn(_) | TextFaultKind::InvalidCharacter | TextFaultKind::Row(_) => None,
    }
}

/// Returns the game with a comment at its beginning, if it has no fault.
fn legal_game(game: Game, text: &GameText, letters: Letters, comment: &str) -> Option<PlayedGame> {
    let options = ReadOptions { letters: Some(letters), ..ReadOptions::default() };
    let checked = CheckedGame::check(game, text, options);
    let moves = checked.fault.is_none().then_some(checked.moves)?;
    let mut played = validate::played_game(game, text, &letters, moves)?;
    played.annotations.push_front(0, Annotation::Comment(comment.to_owned()));
    Some(played)
}

/// Splits a text after its first moves: one with the heading, one with the other moves and the result.
///
/// The second keeps only the tags that are needed to read its moves.
fn split_at(text: &GameText, first: usize) -> [GameText; 2] {
    let [mut before, mut after] = [text.place; 2].map(GameText::empty);
    before.tags = text.tags.iter().filter(|tag| !tag.name.eq_ignore_ascii_case("Result")).collect();
    before.result = Some(GameResult::Unfinished);
    let is_needed = |tag: &Tag<'_>| ["Variant", "JoclyGame", "Letters", "Files"].contains(&tag.name);
    after.tags = text.tags.iter().filter(is_needed).collect();
    (after.result, after.result_place) = (text.result, text.result_place);
    let words = |range: &mut dyn Iterator<Item = validate::Word<'_>>| {
        let mut words = MoveTexts::default();
        range.for_each(|word| words.push(word.text.as_bytes(), word.place()));
        words
    };
    before.words = words(&mut text.words.iter().take(first));
    after.words = words(&mut text.words.iter().skip(first));
    for (ply, annotation) in text.annotations.clone() {
        let (part, ply) = if ply <= first { (&mut before, ply) } else { (&mut after, ply - first) };
        part.annotations.push(ply, annotation);
    }
    [before, after]
}
