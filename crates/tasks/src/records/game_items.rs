//! The games of a PGN file one by one, optionally with their source text.

use std::collections::VecDeque;
use std::io;

use super::item::{Item, Passage, Passages};
use super::unclaimed::{RecordingReader, Unclaimed};
use hexmate_batch::files::Input;
use hexmate_games::pgn::{Annotation, PgnErrorKind};
use hexmate_games::validate::{Detail, GameText, Games, TextFault, TextFaultKind};
use hexmate_text::Place;

/// Iterator over the games of a file and the faulty text between them.
pub(super) struct GameItems {
    games: Games<RecordingReader>,
    /// `true` if text or comments after the last game are kept with it.
    keeps_trailing_text: bool,
    /// `true` if the file has had a game.
    has_games: bool,
    /// Source text that belongs to no record yet, if it is kept.
    unclaimed: Option<Unclaimed>,
    /// The last game read. If no other game follows, it gets the rest of the file.
    held: Option<(Item, Passage)>,
    ready: VecDeque<io::Result<(Item, Passage)>>,
    is_over: bool,
}

impl GameItems {
    pub(super) fn new(input: Input, start: Place, detail: Detail, passages: Passages) -> Self {
        let unclaimed = (passages != Passages::Drop).then(|| Unclaimed::starting_at(start.offset));
        let source = RecordingReader::new(input, unclaimed.clone());
        let games = Games::with_detail(source, detail).starting_at(start);
        let keeps_trailing_text = passages != Passages::Drop || detail == Detail::Everything;
        Self {
            games,
            keeps_trailing_text,
            has_games: false,
            unclaimed,
            held: None,
            ready: VecDeque::new(),
            is_over: false,
        }
    }

    /// Returns whether the next item can be read without waiting for input.
    pub(super) fn is_ready(&self) -> bool {
        self.games.has_buffered_game()
    }

    /// Returns all source text that belongs to no record.
    pub(super) fn rest(&mut self) -> Passage {
        self.claim(u64::MAX)
    }

    /// Takes the source text before an offset that belongs to no record yet.
    fn claim(&self, end: u64) -> Passage {
        self.unclaimed.as_ref().map(|unclaimed| unclaimed.claim(end)).unwrap_or_default()
    }

    fn read(&mut self) {
        let game = self.games.next();
        let stray = self.games.take_stray_fault().map(Item::Stray);
        match game {
            Some(Ok(game)) => {
                let passage = self.claim(self.games.place().offset);
                self.has_games = true;
                self.ready.extend(self.held.take().map(Ok));
                self.ready.extend(stray.map(|stray| Ok((stray, Passage::default()))));
                self.take(game, passage);
            }
            Some(Err(error)) => {
                self.is_over = true;
                self.ready.extend(self.held.take().map(Ok));
                self.ready.push_back(Err(error));
            }
            None => {
                self.is_over = true;
                let has_owner = self.held.is_some() || stray.is_some();
                let mut rest = if has_owner { self.claim(u64::MAX) } else { Passage::default() };
                let comments = self.games.take_comments_between();
                if let Some((item, passage)) = &mut self.held {
                    passage.bytes.append(&mut rest.bytes);
                    if let Item::Game(game) = item {
                        let end = game.words.len() + 1;
                        let comments = comments.into_iter().map(Annotation::Comment);
                        game.annotations.extend(comments.map(|comment| (end, comment)));
                    }
                } else if self.has_games && !comments.is_empty() {
                    let kind = TextFaultKind::Pgn(PgnErrorKind::TextOutsideGame);
                    let fault = TextFault { kind, place: self.games.place() };
                    self.ready.push_back(Ok((Item::Stray(fault), Passage::default())));
                }
                self.ready.extend(self.held.take().map(Ok));
                self.ready.extend(stray.map(|stray| Ok((stray, rest))));
            }
        }
    }

    /// Holds a game back until the next one is read, or makes it ready.
    fn take(&mut self, game: GameText, passage: Passage) {
        let item = (Item::from(game), passage);
        // A game is not held for its trailing comments while a pipe has no more input: the wait may be long.
        if self.unclaimed.is_some() || self.keeps_trailing_text && !self.games.is_buffer_empty() {
            self.held = Some(item);
        } else {
            self.ready.push_back(Ok(item));
        }
    }
}

impl Iterator for GameItems {
    type Item = io::Result<(Item, Passage)>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.is_over {
            self.read();
        }
        self.ready.pop_front()
    }
}
