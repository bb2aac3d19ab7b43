//! The games of a PGN file one by one, optionally with their source text.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::item::{Item, Passage, Passages};
use hexmate_batch::files::Input;
use hexmate_games::pgn::PgnErrorKind;
use hexmate_games::validate::{Detail, GameText, Games, TextFault, TextFaultKind};

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
    pub(super) fn new(input: Input, detail: Detail, passages: Passages) -> Self {
        let unclaimed = (passages == Passages::Keep).then(Unclaimed::default);
        let source = RecordingReader { input, unclaimed: unclaimed.clone() };
        let games = Games::with_detail(source, detail);
        let keeps_trailing_text = passages == Passages::Keep || detail == Detail::Everything;
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

    /// Returns `true` if the next item can be read without waiting for input.
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
                        let end = game.words.len();
                        game.comments.extend(comments.into_iter().map(|comment| (end, comment)));
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
        let item = (Item::Game(game), passage);
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

/// A reader that records the text read, if it is kept.
struct RecordingReader {
    input: Input,
    unclaimed: Option<Unclaimed>,
}

impl Read for RecordingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        if let Some(unclaimed) = &self.unclaimed {
            unclaimed.add(&buffer[..count]);
        }
        Ok(count)
    }
}

/// Text that has been read but belongs to no record yet. Clones share it.
#[derive(Clone, Default)]
struct Unclaimed(Arc<Mutex<Window>>);

#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    /// Number of claimed bytes at the beginning of `bytes`.
    claimed: usize,
    /// File offset of the first unclaimed byte.
    start: u64,
}

impl Unclaimed {
    /// Adds text, and removes claimed text.
    fn add(&self, bytes: &[u8]) {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = std::mem::take(&mut window.claimed);
        window.bytes.drain(..claimed);
        window.bytes.extend_from_slice(bytes);
    }

    /// Takes the text before an offset.
    fn claim(&self, end: u64) -> Passage {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = window.start;
        let rest = &window.bytes[window.claimed..];
        let length =
            usize::try_from(end.saturating_sub(start)).map_or(rest.len(), |length| length.min(rest.len()));
        let bytes = rest[..length].to_vec();
        window.claimed += length;
        window.start += length as u64;
        Passage { start, bytes }
    }
}
