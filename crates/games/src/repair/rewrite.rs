//! Application of a repair to the text of a game. Where possible only the faulty moves are replaced.

use std::ops::Range;

use super::{Edit, EditKind, Repair, RepairEvidence, Split, parsed, stray_text};
use crate::pgn::{Annotation, Notation, PgnErrorKind, PgnText, PlayedGame, written_comment};
use crate::validate;
use crate::validate::{CheckedGame, GameText, Games, MoveTexts, ReadOptions, start};
use hexmate_core::rules::Move;
use hexmate_position::Game;
use hexmate_position::{Letters, MoveText, San};

/// Policy for accepting repairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// Accept only alternative readings of the written moves.
    ReadingsOnly,
    /// Also accept an edit if it gives one game, and all others together are much less likely.
    UniqueEdits,
}

/// Text of a repaired game with its changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedGame {
    /// PGN that replaces the passage of the file.
    pub text: Vec<u8>,
    /// Changes in the order of the moves.
    pub changes: Vec<MoveChange>,
}

/// A change of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveChange {
    /// Number of moves before the change.
    pub ply: usize,
    /// Old text; empty for an insertion.
    pub written: String,
    /// New text; empty for a removal.
    pub now: String,
    /// Reason for the change.
    pub reason: ChangeReason,
}

/// Reason for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeReason {
    /// No other reading makes the whole game legal, or none that agrees with its signs and result.
    OnlyReading(RepairEvidence),
    /// No other edit of comparable likelihood makes the game legal.
    Edit(EditKind),
    /// The heading was repeated.
    HeadingTwice,
    /// Move number 1 was written inside a game.
    OneGame,
    /// Two games were in one record.
    TwoGames,
    /// Text followed the result.
    TextAfterResult,
}

impl ChangeReason {
    /// Returns the stable code for reports and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OnlyReading(RepairEvidence::Rules) => "only-reading",
            Self::OnlyReading(RepairEvidence::Signs) => "only-reading-by-signs",
            Self::Edit(kind) => kind.code(),
            Self::HeadingTwice => "heading-twice",
            Self::OneGame => "one-game",
            Self::TwoGames => "two-games",
            Self::TextAfterResult => PgnErrorKind::TextAfterResult.code(),
        }
    }
}

/// Applies a repair to the text of a game; `None` if the repair changes nothing.
///
/// `passage` is the part of the file that the game was read from; it begins at `start_offset`. The
/// returned text is verified: it parses as a legal game with the moves of the repair. If moves
/// are inserted, removed or exchanged, or the record is split, the whole game is rewritten with its own piece letters.
pub fn repaired_game(
    checked: &CheckedGame,
    text: &GameText,
    repair: &Repair,
    accept: Acceptance,
    passage: &[u8],
    start_offset: u64,
) -> Option<RepairedGame> {
    let letters = match repair {
        Repair::Remains { edits, .. } => edits.ranked.first().map_or(checked.letters, |edit| edit.letters),
        _ => checked.letters,
    };
    let source = Source { checked, text, letters, passage, start: start_offset };
    match repair {
        Repair::Repaired(repaired) => {
            let changes =
                repaired.changed.iter().map(|&ply| (ply, ChangeReason::OnlyReading(repaired.evidence)));
            source.replace_moves(&repaired.moves, &changes.collect::<Vec<_>>(), "")
        }
        Repair::Split(split) => Some(source.split(split)),
        Repair::Remains { edits, .. } if accept == Acceptance::UniqueEdits => source.apply_edit(
            edits.ranked.first().filter(|edit| edits.is_decided && edit.kind != EditKind::OtherReading)?,
        ),
        Repair::Legal | Repair::Several { .. } | Repair::Remains { .. } | Repair::Untouched => None,
    }
}

/// A faulty game with its passage of the file.
struct Source<'s> {
    checked: &'s CheckedGame,
    text: &'s GameText,
    letters: Letters,
    passage: &'s [u8],
    start: u64,
}

impl Source<'_> {
    fn game(&self) -> Game {
        self.checked.game
    }

    fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Replaces the texts of some moves, each with a comment that contains the old text and `suffix`.
    ///
    /// Edits the passage if possible; otherwise rewrites the whole game.
    fn replace_moves(
        &self,
        moves: &[Move],
        reasons: &[(usize, ChangeReason)],
        suffix: &str,
    ) -> Option<RepairedGame> {
        let words: Vec<_> = self.text.words.iter().collect();
        let mut position = start(self.game(), self.text).ok()?;
        let (mut spliced, mut copied) = (Some(Vec::new()), 0);
        let mut changes = Vec::new();
        for (ply, &m) in moves.iter().enumerate() {
            if let Some(&(_, reason)) = reasons.iter().find(|(changed, _)| *changed == ply) {
                let word = words.get(ply)?;
                let judgement = word.text.trim_end_matches(['!', '?']).len();
                let san = San { position: &position, m, letters: self.letters() };
                let now = format!("{san}{}", &word.text[judgement..]);
                let change = MoveChange { ply, written: word.text.to_owned(), now, reason };
                let at = usize::try_from(word.offset().saturating_sub(self.start)).unwrap_or(usize::MAX);
                spliced = spliced.and_then(|spliced| self.splice(spliced, &mut copied, at, &change, suffix));
                changes.push(change);
            }
            position.make_move_unchecked(m);
        }
        let stray = self.stray(moves.len());
        let spliced = spliced.and_then(|mut text| {
            let end = stray.as_ref().map_or(self.passage.len(), |(range, _)| range.start);
            text.extend_from_slice(self.passage.get(copied..end)?);
            if let Some((range, change)) = &stray {
                text.extend_from_slice(change.now.as_bytes());
                text.extend_from_slice(&self.passage[range.end..]);
            }
            Some(text)
        });
        let text = spliced.filter(|text| self.is_legal(text, moves)).or_else(|| {
            let mut played = self.played(moves)?;
            for change in &changes {
                let comment = format!("written {}{suffix}", change.written);
                played.annotations.push_on_move(change.ply + 1, Annotation::Comment(comment));
            }
            if let Some((_, change)) = &stray {
                played.annotations.push(moves.len() + 1, Annotation::Comment(change.written.clone()));
            }
            Some(self.rewritten(&played)).filter(|text| self.is_legal(text, moves))
        })?;
        changes.extend(stray.map(|(_, change)| change));
        Some(RepairedGame { text, changes })
    }

    /// Returns the text after the result as a range of the passage, and its change to a comment.
    fn stray(&self, ply: usize) -> Option<(Range<usize>, MoveChange)> {
        let place = stray_text(self.text)?;
        let begin = usize::try_from(place.offset.checked_sub(self.start)?).ok()?;
        let length = self.passage.get(begin..)?.trim_ascii_end().len();
        let written = String::from_utf8_lossy(&self.passage[begin..begin + length]).into_owned();
        let now = written_comment(&written);
        Some((begin..begin + length, MoveChange { ply, written, now, reason: ChangeReason::TextAfterResult }))
    }

    /// Appends the passage up to a word and the new text of the word; `None` if the passage has another word there.
    fn splice(
        &self,
        mut text: Vec<u8>,
        copied: &mut usize,
        at: usize,
        change: &MoveChange,
        suffix: &str,
    ) -> Option<Vec<u8>> {
        let behind = self.passage.get(at..)?.strip_prefix(change.written.as_bytes())?;
        text.extend_from_slice(self.passage.get(*copied..at)?);
        text.extend_from_slice(format!("{} {{written {}{suffix}}}", change.now, change.written).as_bytes());
        if behind.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            text.push(b' ');
        }
        *copied = self.passage.len() - behind.len();
        Some(text)
    }

    /// Returns whether a text is one game without a fault and with these moves.
    fn is_legal(&self, text: &[u8], moves: &[Move]) -> bool {
        let mut games = Games::new(text);
        let options = ReadOptions { letters: Some(*self.letters()), ..ReadOptions::default() };
        let (Some(Ok(game)), None) = (games.next(), games.next()) else { return false };
        let checked = CheckedGame::check(self.game(), &game, options);
        checked.fault.is_none() && checked.moves == moves
    }

    /// Returns the game with these moves and the annotations of the text.
    fn played(&self, moves: &[Move]) -> Option<PlayedGame> {
        validate::played_game(self.game(), self.text, self.letters(), moves.iter().copied())
    }

    /// Returns a game as PGN, after the text that precedes it in the passage.
    fn rewritten(&self, game: &PlayedGame) -> Vec<u8> {
        let before = usize::try_from(self.text.place.offset.saturating_sub(self.start)).unwrap_or_default();
        let before = self.passage.get(..before).unwrap_or_default();
        [before, self.pgn(game).as_bytes()].concat()
    }

    /// Returns a game as PGN with the same piece letters, and a blank line.
    fn pgn(&self, game: &PlayedGame) -> String {
        format!("{}\n", PgnText { game, notation: Notation::San, letters: self.letters() })
    }

    /// Writes the games of a split record.
    fn split(&self, split: &Split) -> RepairedGame {
        let reason = match split {
            Split::RepeatedHeading(_) => ChangeReason::HeadingTwice,
            Split::OneGame(_) => ChangeReason::OneGame,
            Split::TwoGames(_) => ChangeReason::TwoGames,
        };
        let ply = match split {
            Split::TwoGames([first, _]) => first.moves().len(),
            Split::RepeatedHeading(_) | Split::OneGame(_) => 0,
        };
        let change = MoveChange { ply, written: String::new(), now: String::new(), reason };
        let mut text = Vec::new();
        for game in split.games() {
            match text.is_empty() {
                true => text = self.rewritten(game),
                false => text.extend_from_slice(self.pgn(game).as_bytes()),
            }
        }
        RepairedGame { text, changes: vec![change] }
    }

    /// Applies an edit.
    fn apply_edit(&self, edit: &Edit) -> Option<RepairedGame> {
        let words = parsed(self.text, self.letters());
        let (moves, reason) = (&edit.line, ChangeReason::Edit(edit.kind));
        let inserted = edit.alternatives.first().map_or(0, Vec::len);
        if edit.removed == 1 && inserted == 1 {
            let mut changes = vec![(edit.ply, reason)];
            changes.extend(self.other_changes(&words, moves, edit.ply));
            return self.replace_moves(moves, &changes, ", accepted");
        }
        let written: Vec<&str> =
            self.text.words.iter().skip(edit.ply).take(edit.removed).map(|word| word.text).collect();
        let (mut written, mut now) = (written.join(" "), edit.sans().first().cloned().unwrap_or_default());
        let text = self.reordered(edit, &now);
        let mut played = validate::played_game(self.game(), &text, self.letters(), moves.iter().copied())?;
        if edit.kind == EditKind::OtherNumber {
            let mut numbers =
                self.text.words.numbers().iter().filter(|number| number.ply as usize == edit.ply);
            written = numbers.next_back().map(|number| number.written.to_string()).unwrap_or_default();
            now = edit.position.move_number().to_string();
        }
        let comment = match (written.as_str(), now.as_str()) {
            (written, now) if edit.kind == EditKind::OtherNumber => {
                format!("number {now} written {written}, accepted")
            }
            ("", _) => "not written, accepted".to_owned(),
            (written, "") => format!("written {written} before, left out, accepted"),
            (written, _) => format!("written {written}, exchanged, accepted"),
        };
        let ply = edit.ply + usize::from(inserted > 0 || edit.kind == EditKind::OtherNumber);
        played.annotations.push_on_move(ply, Annotation::Comment(comment));
        let text = Some(self.rewritten(&played)).filter(|text| self.is_legal(text, moves))?;
        let change = MoveChange { ply: edit.ply, written, now, reason };
        Some(RepairedGame { text, changes: vec![change] })
    }

    /// Returns the game with the words of an edit replaced by others, or in another order.
    fn reordered(&self, edit: &Edit, now: &str) -> GameText {
        let words: Vec<&str> = self.text.words.iter().map(|word| word.text).collect();
        let (before, rest) = words.split_at(edit.ply.min(words.len()));
        let (written, after) = rest.split_at(edit.removed.min(rest.len()));
        let new: Vec<&str> = match edit.kind.order() {
            // Judgements stay with their moves.
            Some(order) => order.iter().filter_map(|&at| written.get(at).copied()).collect(),
            None => now.split_ascii_whitespace().collect(),
        };
        let mut words = MoveTexts::default();
        for word in [before, &new, after].concat() {
            words.push(word.as_bytes(), self.text.place);
        }
        let mut text = GameText { words, ..self.text.clone() };
        text.replace_moves(edit.ply, edit.removed, new.len());
        text
    }

    /// Returns the moves, except the edited one, that their text alone does not determine.
    fn other_changes(
        &self,
        words: &[Option<MoveText>],
        moves: &[Move],
        edited: usize,
    ) -> Vec<(usize, ChangeReason)> {
        let Ok(mut position) = start(self.game(), self.text) else { return Vec::new() };
        let mut changes = Vec::new();
        for (ply, (&m, word)) in moves.iter().zip(words).enumerate() {
            if ply != edited && word.is_none_or(|word| word.resolve(&position) != Ok(m)) {
                changes.push((ply, ChangeReason::OnlyReading(RepairEvidence::Rules)));
            }
            position.make_move_unchecked(m);
        }
        changes
    }
}
