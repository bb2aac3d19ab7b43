//! Mended games in the words of their file: only the moves at fault are spelt anew. Seeks no readings of its own.

use super::graph::{Budget, LineGraph};
use std::ops::Range;

use super::{Edit, EditKind, MOST_LINES, MOST_POSITIONS, Repair, RepairEvidence, Split, parsed, stray_text};
use crate::pgn::{Notation, PgnErrorKind, PgnText, PlayedGame, written_comment};
use crate::validate;
use crate::validate::{CheckedGame, GameText, Games, ReadOptions, Words, start};
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText, San};

/// Whether edits are made that nobody but this program vouches for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// Only what some reading of the words themselves says.
    ReadingsOnly,
    /// Also the only small edit with which a game would stand.
    UniqueEdits,
}

/// A game that fell and stands now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedGame {
    /// Its text, which takes the place of the passage it was read from.
    pub text: Vec<u8>,
    /// What is another than before.
    pub changes: Vec<MoveChange>,
}

/// Something that was changed about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveChange {
    /// How many moves come before it.
    pub ply: usize,
    /// What was written; empty where nothing was.
    pub written: String,
    /// What stands there now; empty where nothing does.
    pub now: String,
    /// What speaks for it.
    pub reason: ChangeReason,
}

/// What speaks for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeReason {
    /// The rules, or signs of check and mate: no other reading lets the whole game stand.
    OnlyReading(RepairEvidence),
    /// No other edit so small lets the game stand.
    Edit(EditKind),
    /// The heading stood twice.
    HeadingTwice,
    /// Move 1 was written where no game begins.
    OneGame,
    /// Two games stood in one record.
    TwoGames,
    /// Text that followed the result.
    TextAfterResult,
}

impl ChangeReason {
    /// A stable name for tables and filters.
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

/// The text of a game with what its repair says; `None` where that leaves it as it is.
///
/// The passage is where the game was read from, and begins at this offset of its file. What is
/// returned has been read again: it stands, and its moves are those of the repair. Where moves
/// are put in or left out, and where records are taken apart, the game is written anew
/// in its own letters.
pub fn repaired_game(
    checked: &CheckedGame,
    text: &GameText,
    repair: &Repair,
    accept: Acceptance,
    passage: &[u8],
    start_offset: u64,
) -> Option<RepairedGame> {
    let source = Source { checked, text, passage, start: start_offset };
    match repair {
        Repair::Repaired(repaired) => {
            let changes =
                repaired.changed.iter().map(|&ply| (ply, ChangeReason::OnlyReading(repaired.evidence)));
            source.respelt(&repaired.moves, &changes.collect::<Vec<_>>(), "")
        }
        Repair::Split(split) => Some(source.parted(split)),
        Repair::Remains { edits, are_all: true, .. } if accept == Acceptance::UniqueEdits => {
            let [edit] = edits.as_slice() else { return None };
            source.edited(edit)
        }
        Repair::Legal | Repair::Several { .. } | Repair::Remains { .. } | Repair::Untouched => None,
    }
}

/// A game and where it stands.
struct Source<'s> {
    checked: &'s CheckedGame,
    text: &'s GameText,
    passage: &'s [u8],
    start: u64,
}

impl Source<'_> {
    fn game(&self) -> Game {
        self.checked.game
    }

    fn letters(&self) -> &Letters {
        &self.checked.letters
    }

    /// The text with some moves spelt anew, each with a comment of what was written and `said`.
    fn respelt(&self, moves: &[Move], changes: &[(usize, ChangeReason)], said: &str) -> Option<RepairedGame> {
        let words: Vec<_> = self.text.words.iter().collect();
        let mut position = start(self.game(), self.text).ok()?;
        let (mut spliced, mut copied) = (Some(Vec::new()), 0);
        let mut told = Vec::new();
        for (ply, &m) in moves.iter().enumerate() {
            if let Some(&(_, reason)) = changes.iter().find(|(changed, _)| *changed == ply) {
                let word = words.get(ply)?;
                let judgement = word.text.trim_end_matches(['!', '?']).len();
                let san = San { position: &position, m, letters: self.letters() };
                let now = format!("{san}{}", &word.text[judgement..]);
                let change = MoveChange { ply, written: word.text.to_owned(), now, reason };
                let at = usize::try_from(word.offset().saturating_sub(self.start)).unwrap_or(usize::MAX);
                spliced = spliced.and_then(|spliced| self.splice(spliced, &mut copied, at, &change, said));
                told.push(change);
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
        let text = spliced.filter(|text| self.stands(text, moves)).or_else(|| {
            let mut played = self.played(moves)?;
            let beside =
                told.iter().map(|change| (change.ply + 1, format!("written {}{said}", change.written)));
            played.comments.extend(beside);
            played.comments.extend(stray.iter().map(|(_, change)| (change.ply, change.written.clone())));
            played.comments.sort_by_key(|&(ply, _)| ply);
            Some(self.written(&played)).filter(|text| self.stands(text, moves))
        })?;
        told.extend(stray.map(|(_, change)| change));
        Some(RepairedGame { text, changes: told })
    }

    /// The text behind the result, where it stands in the passage, and as a comment.
    fn stray(&self, ply: usize) -> Option<(Range<usize>, MoveChange)> {
        let place = stray_text(self.text)?;
        let begin = usize::try_from(place.offset.checked_sub(self.start)?).ok()?;
        let length = self.passage.get(begin..)?.trim_ascii_end().len();
        let written = String::from_utf8_lossy(&self.passage[begin..begin + length]).into_owned();
        let now = written_comment(&written);
        Some((begin..begin + length, MoveChange { ply, written, now, reason: ChangeReason::TextAfterResult }))
    }

    /// Adds the passage up to a word, and what the word is now; `None` if it does not stand there as it was read.
    fn splice(
        &self,
        mut text: Vec<u8>,
        copied: &mut usize,
        at: usize,
        change: &MoveChange,
        said: &str,
    ) -> Option<Vec<u8>> {
        let behind = self.passage.get(at..)?.strip_prefix(change.written.as_bytes())?;
        text.extend_from_slice(self.passage.get(*copied..at)?);
        text.extend_from_slice(format!("{} {{written {}{said}}}", change.now, change.written).as_bytes());
        if behind.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            text.push(b' ');
        }
        *copied = self.passage.len() - behind.len();
        Some(text)
    }

    /// Whether a text is one game with these moves, in which nothing is wrong.
    fn stands(&self, text: &[u8], moves: &[Move]) -> bool {
        let mut games = Games::new(text);
        let reading = ReadOptions { letters: Some(*self.letters()), ..ReadOptions::default() };
        let (Some(Ok(game)), None) = (games.next(), games.next()) else { return false };
        let checked = CheckedGame::judge(self.game(), &game, reading);
        checked.fault.is_none() && checked.moves == moves
    }

    fn played(&self, moves: &[Move]) -> Option<PlayedGame> {
        validate::played_game(self.game(), self.text, self.letters(), moves.iter().copied())
    }

    /// A game in the letters of this one, with what stands before it in the passage and a blank line behind.
    fn written(&self, game: &PlayedGame) -> Vec<u8> {
        let before = usize::try_from(self.text.place.offset.saturating_sub(self.start)).unwrap_or_default();
        let before = self.passage.get(..before).unwrap_or_default();
        [before, self.spelt(game).as_bytes()].concat()
    }

    fn spelt(&self, game: &PlayedGame) -> String {
        format!("{}\n", PgnText { game, notation: Notation::San, letters: self.letters() })
    }

    fn parted(&self, split: &Split) -> RepairedGame {
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
                true => text = self.written(game),
                false => text.extend_from_slice(self.spelt(game).as_bytes()),
            }
        }
        RepairedGame { text, changes: vec![change] }
    }

    /// The game with an edit, if exactly one line follows from it.
    fn edited(&self, edit: &Edit) -> Option<RepairedGame> {
        let words = parsed(self.text, self.letters());
        let order = edit.order(&words)?;
        let moves = self.only_line(edit, &words, &order)?;
        let reason = ChangeReason::Edit(edit.kind);
        if order.is_same_length {
            let mut changes = vec![(edit.ply, reason)];
            changes.extend(self.reread(&words, &moves, edit.ply));
            return self.respelt(&moves, &changes, ", accepted");
        }
        let now = edit.m.map(|m| San { position: &edit.position, m, letters: self.letters() }.to_string());
        let now = now.unwrap_or_default();
        let text = self.reordered(edit, &now, order.shift);
        let mut played = validate::played_game(self.game(), &text, self.letters(), moves.iter().copied())?;
        let written = match edit.kind {
            EditKind::Missing => String::new(),
            _ => self.text.words.iter().nth(edit.ply).map(|word| word.text.to_owned()).unwrap_or_default(),
        };
        let change = MoveChange { ply: edit.ply, written, now, reason };
        let said = match (change.written.as_str(), change.now.as_str()) {
            ("", _) => "not written, accepted".to_owned(),
            (written, "") => format!("written {written} before, left out, accepted"),
            (written, _) => format!("written {written}, exchanged, accepted"),
        };
        played.comments.push((edit.ply + usize::from(edit.m.is_some()), said));
        played.comments.sort_by_key(|&(ply, _)| ply);
        let text = Some(self.written(&played)).filter(|text| self.stands(text, &moves))?;
        Some(RepairedGame { text, changes: vec![change] })
    }

    /// The game with a word put in, left out or exchanged with a later one.
    fn reordered(&self, edit: &Edit, now: &str, shift: isize) -> GameText {
        let mut order: Vec<&str> = self.text.words.iter().map(|word| word.text).collect();
        match edit.kind {
            EditKind::Missing => order.insert(edit.ply, now),
            EditKind::Superfluous => drop(order.remove(edit.ply)),
            EditKind::SwappedWithOwn => order.swap(edit.ply, edit.ply + 2),
            _ => order.swap(edit.ply, edit.ply + 1),
        }
        let mut words = Words::default();
        for word in order {
            words.push(word.as_bytes(), self.text.place);
        }
        let mut text = GameText { words, ..self.text.clone() };
        text.shift(edit.ply, shift);
        text
    }

    /// Other moves that the words alone do not tell.
    fn reread(
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

    /// All moves of the one line with an edit; `None` if there are several.
    fn only_line(&self, edit: &Edit, words: &[Option<MoveText>], order: &Order<'_>) -> Option<Vec<Move>> {
        let mut budget = Budget::new(MOST_POSITIONS);
        let start = start(self.game(), self.text).ok()?;
        let before = LineGraph::follow(start, &words[..edit.ply], &mut budget);
        let to_edit = |moves: &Vec<Move>| {
            let start = validate::start(self.game(), self.text).ok();
            let end = start.map(|start| moves.iter().fold(start, |position, &m| position.play_unchecked(m)));
            end.as_ref() == Some(&edit.position)
        };
        let (ways, next) = (before.to_end(MOST_LINES), edit.after());
        let after = LineGraph::follow(next, order.rest.iter().copied(), &mut budget);
        if before.reached() < edit.ply || after.reached() < order.rest.len() || !budget.has_more() {
            return None;
        }
        let (mut ways, rests) = (ways.into_iter().filter(to_edit), after.to_end(2));
        let ([rest], Some(way), None) = (rests.as_slice(), ways.next(), ways.next()) else { return None };
        Some(way.into_iter().chain(edit.m).chain(rest.iter().copied()).collect())
    }
}

/// What follows an edited move.
struct Order<'w> {
    rest: Vec<&'w Option<MoveText>>,
    is_same_length: bool,
    /// By how many moves all that follows stands later.
    shift: isize,
}

impl Edit {
    /// The position after the edited move.
    fn after(&self) -> Position {
        self.m.map_or_else(|| self.position.clone(), |m| self.position.play_unchecked(m))
    }

    /// The words that follow it.
    fn order<'w>(&self, words: &'w [Option<MoveText>]) -> Option<Order<'w>> {
        let here = words.get(self.ply..)?;
        let (rest, is_same_length, shift): (Vec<_>, bool, isize) = match (self.kind, here) {
            (EditKind::Missing, _) => (here.iter().collect(), false, 1),
            (EditKind::Superfluous, [_, after @ ..]) => (after.iter().collect(), false, -1),
            (EditKind::SwappedWithNext, [own, _, after @ ..]) => {
                ([own].into_iter().chain(after).collect(), false, 0)
            }
            (EditKind::SwappedWithOwn, [own, reply, _, after @ ..]) => {
                ([reply, own].into_iter().chain(after).collect(), false, 0)
            }
            (_, [_, after @ ..]) => (after.iter().collect(), true, 0),
            _ => return None,
        };
        Some(Order { rest, is_same_length, shift })
    }
}
