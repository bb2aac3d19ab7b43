//! Records that have run together, and how they come apart. Follows no readings of moves.

use crate::pgn::{PgnErrorKind, PlayedGame, Score, Variation};
use crate::validate;
use crate::validate::{CheckedGame, GameText, ReadOptions, TextFaultKind, Words};
use hexmate_position::Game;
use hexmate_position::Letters;

/// What a text is that is no single record, each game with a comment that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// One game, whose heading stands twice.
    RepeatedHeading(PlayedGame),
    /// One game, in which a move has number 1 by mistake.
    OneGame(PlayedGame),
    /// Two games; the second has no heading.
    TwoGames([PlayedGame; 2]),
}

impl Split {
    /// The games.
    pub fn games(&self) -> &[PlayedGame] {
        match self {
            Self::RepeatedHeading(game) | Self::OneGame(game) => std::slice::from_ref(game),
            Self::TwoGames(games) => games,
        }
    }
}

/// The records that a text is, if there is exactly one way to see it and each of them stands.
pub(super) fn split(game: Game, text: &GameText, letters: Letters) -> Option<Split> {
    let fault = text.fault.filter(|_| text.faults == 1)?;
    let mut whole = GameText { fault: None, ..text.clone() };
    // They are what is in question.
    whole.words.forget_numbers();
    let stands = |text: &GameText, said: &str| stands(game, text, letters, said);
    match fault.kind {
        TextFaultKind::Pgn(PgnErrorKind::RepeatedTag) => {
            let is_same = text
                .tags
                .iter()
                .all(|(name, value)| text.tag(name).is_some_and(|first| first.text == value.text));
            stands(&whole, "the heading stands twice").filter(|_| is_same).map(Split::RepeatedHeading)
        }
        TextFaultKind::NumberRestart(_) => {
            let first = text.words.iter().take_while(|word| word.offset() < fault.place.offset).count();
            let [before, after] = parts(&whole, first);
            let one = stands(&whole, "move 1 is written where none begins");
            let two = stands(&before, "another record follows in the same lines")
                .zip(stands(&after, "this record follows another in the same lines"));
            match (one, two) {
                (Some(one), None) => Some(Split::OneGame(one)),
                (None, Some((before, after))) => Some(Split::TwoGames([before, after])),
                _ => None,
            }
        }
        TextFaultKind::Pgn(_) | TextFaultKind::InvalidCharacter | TextFaultKind::Row(_) => None,
    }
}

/// The game with a comment at its beginning, if nothing is wrong with it.
fn stands(game: Game, text: &GameText, letters: Letters, said: &str) -> Option<PlayedGame> {
    let reading = ReadOptions { letters: Some(letters), ..ReadOptions::default() };
    let checked = CheckedGame::judge(game, text, reading);
    let moves = checked.fault.is_none().then_some(checked.moves)?;
    let mut played = validate::played_game(game, text, &letters, moves)?;
    played.comments.insert(0, (0, said.to_owned()));
    Some(played)
}

/// Two texts: one with so many moves and the heading, one with all others and the result.
///
/// Of the tags the second has those that tell how its moves are read.
fn parts(text: &GameText, first: usize) -> [GameText; 2] {
    let [mut before, mut after] = [text.place; 2].map(GameText::empty);
    before.tags.clone_from(&text.tags);
    before.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Result"));
    before.result = Some(Score::Unfinished);
    after.tags.clone_from(&text.tags);
    after.tags.retain(|(name, _)| ["Variant", "Letters"].contains(&name.as_str()));
    (after.result, after.result_place) = (text.result, text.result_place);
    let words = |range: &mut dyn Iterator<Item = validate::Word<'_>>| {
        let mut words = Words::default();
        range.for_each(|word| words.push(word.text.as_bytes(), word.place()));
        words
    };
    before.words = words(&mut text.words.iter().take(first));
    after.words = words(&mut text.words.iter().skip(first));
    for (ply, comment) in text.comments.iter().cloned() {
        let (part, ply) = if ply <= first { (&mut before, ply) } else { (&mut after, ply - first) };
        part.comments.push((ply, comment));
    }
    for &(ply, nag) in &text.nags {
        let (part, ply) = if ply <= first { (&mut before, ply) } else { (&mut after, ply - first) };
        part.nags.push((ply, nag));
    }
    for Variation { ply, steps } in text.variations.iter().cloned() {
        let (part, ply) = if ply <= first { (&mut before, ply) } else { (&mut after, ply - first) };
        part.variations.push(Variation { ply, steps });
    }
    [before, after]
}
