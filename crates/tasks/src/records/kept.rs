//! Games of a file of PGN one by one, where they are wanted with the text that they stand in. No judgement.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::item::{Item, Passage, Texts};
use hexmate_batch::files::Input;
use hexmate_games::pgn::PgnErrorKind;
use hexmate_games::validate::{Detail, GameText, Games, TextFault, TextFaultKind};

/// Games, and what stands between them.
pub(super) struct GameItems {
    games: Games<Keeping>,
    /// Whether text or comments behind the last game are kept with it.
    has_followers: bool,
    /// Whether there has been a game.
    has_games: bool,
    /// What has been read and belongs to no game yet, if it is kept.
    unclaimed: Option<Unclaimed>,
    /// A game that gets all that is left where no other follows.
    held: Option<(Item, Passage)>,
    ready: VecDeque<io::Result<(Item, Passage)>>,
    is_over: bool,
}

impl GameItems {
    pub(super) fn new(input: Input, detail: Detail, texts: Texts) -> Self {
        let unclaimed = (texts == Texts::Kept).then(Unclaimed::default);
        let source = Keeping { input, unclaimed: unclaimed.clone() };
        let games = Games::with_detail(source, detail);
        let has_followers = texts == Texts::Kept || detail == Detail::Everything;
        Self {
            games,
            has_followers,
            has_games: false,
            unclaimed,
            held: None,
            ready: VecDeque::new(),
            is_over: false,
        }
    }

    /// Whether the next one can be had without waiting for the file.
    pub(super) fn is_ready(&self) -> bool {
        self.games.has_buffered_game()
    }

    /// What is left when nobody has claimed it.
    pub(super) fn rest(&mut self) -> Passage {
        self.claimed(u64::MAX)
    }

    /// All text before an offset that belongs to no game yet.
    fn claimed(&self, end: u64) -> Passage {
        self.unclaimed.as_ref().map(|unclaimed| unclaimed.claim(end)).unwrap_or_default()
    }

    fn read(&mut self) {
        let game = self.games.next();
        let stray = self.games.take_stray_fault().map(Item::Stray);
        match game {
            Some(Ok(game)) => {
                let passage = self.claimed(self.games.place().offset);
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
                let mut rest = if has_owner { self.claimed(u64::MAX) } else { Passage::default() };
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

    fn take(&mut self, game: GameText, passage: Passage) {
        let item = (Item::Game(game), passage);
        // Of a source that has stopped for now, nobody knows when it goes on.
        if self.unclaimed.is_some() || self.has_followers && !self.games.is_buffer_empty() {
            self.held = Some(item);
        } else {
            // Nobody need wait for the next game.
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

/// An input of which all that is read is kept until somebody claims it, or nothing is.
struct Keeping {
    input: Input,
    unclaimed: Option<Unclaimed>,
}

impl Read for Keeping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        if let Some(unclaimed) = &self.unclaimed {
            unclaimed.add(&buffer[..count]);
        }
        Ok(count)
    }
}

/// The text that has been read and not claimed; its copies are one text.
#[derive(Clone, Default)]
struct Unclaimed(Arc<Mutex<Window>>);

#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    /// How many of these are claimed already.
    claimed: usize,
    /// Where the first that is not claimed stands in the file.
    start: u64,
}

impl Unclaimed {
    fn add(&self, bytes: &[u8]) {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = std::mem::take(&mut window.claimed);
        window.bytes.drain(..claimed);
        window.bytes.extend_from_slice(bytes);
    }

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
