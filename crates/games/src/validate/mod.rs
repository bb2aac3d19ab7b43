//! Whether written games are legal: every move checked, the first fault told. No files, no threads.
//!
//! A [`GameText`] is what a file says of one game; [`CheckedGame::of`] replays it.
//! Games are independent, so that many can be judged at once. The first bad
//! move ends its game: one fault a game, and the next game is always read.
//!
//! # What is forgiven
//!
//! A legal move may be written in another form than the strict one, and a game may
//! say things of its moves and its end that are not so. Each such thing is a
//! [`Leniency`], which a [`ReadOptions`] grants or not. Granted, it is a note at most;
//! not granted, it is the fault of the game. Those of single moves are listed at
//! [`MoveText`](hexmate_position::MoveText); those of games are:
//!
//! | code | what is forgiven |
//! |---|---|
//! | `missing-check-mark` | a check or mate without its sign; never noted, since few records have all |
//! | `wrong-check-mark` | `+` where no check is given, `#` where no mate is |
//! | `ended-unfinished` | `*` after the last move of a game that has ended |
//! | `stalemate-as-draw` | `1/2-1/2` where a stalemate is worth three quarters |
//! | `bare-tag` | `[White Ann]` |
//! | `other-result` | `remi`, `½-½` |
//! | `wrong-number` | a move number that is not that of its move |
//! | `unreadable-result` | a tag `Result` that is no result |
//! | `result-given-once` | `*` in the tag `Result` and a result after the moves, or the reverse |
//! | `wrong-setup` | `SetUp` without `FEN`, or a `SetUp` of 0 with it |
//! | `zero-move-number` | a FEN with move number 0 |
//! | `wrong-ply-count` | a `PlyCount` that is not the number of half-moves |
//!
//! A result that the last position contradicts in any other way is a fault: a mate
//! that the loser has won, or quarters without a stalemate.

mod fault;
mod game;
mod number;
mod variation;
mod words;

pub use fault::{Fault, FaultKind, Status};
pub use game::{DATES, Detail, GameText, Games, TextFault, TextFaultKind, Token, WrittenMove};
pub use words::{Number, Word, Words, WrittenNumber};

use fault::is_stalemate;
use number::{NumberCheck, Numbers};
use variation::Understood;
use variation::{MoveReading, judgement, next_move};

use crate::pgn::{PlayedGame, Score, Step, Variation};
use hexmate_core::rules::{Move, StalemateScore};
use hexmate_position::Place;
use hexmate_position::{CheckMark, Leniencies, Leniency, Letters, MarkFault, PlainSan, ResolveError, Uci};
use hexmate_position::{Game, Position, Setup};

/// How games are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The letters of the pieces; else what the game's tag says, else what its moves show.
    pub letters: Option<Letters>,
    /// What is forgiven.
    pub allowed: Leniencies,
    /// What a stalemate is worth, if it is not what the rules of the game say.
    pub stalemate: Option<StalemateScore>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { letters: None, allowed: Leniencies::ALL, stalemate: None }
    }
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedGame {
    /// By whose rules it was judged.
    pub game: Game,
    /// The position before the fault, or the last one; `None` if the first one is at fault.
    pub position: Option<Position>,
    /// The legal moves, in order, up to the first that is none.
    pub moves: Vec<Move>,
    /// The letters that the moves were read with.
    pub letters: Letters,
    /// What is wrong, if anything is.
    pub fault: Option<Fault>,
    /// The first thing that is not as it is said to be and was forgiven.
    pub note: Option<Fault>,
    /// The first thing that is wrong in a variation; see [`CheckedGame::with_variations`].
    pub variation: Option<Fault>,
}

impl CheckedGame {
    /// Replays a game, with everything forgiven that can be.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games, Status};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// assert_eq!(checked.moves.len(), 3);
    /// # let _ = Status::Ok;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: Game, text: &GameText) -> Self {
        Self::judge(game, text, ReadOptions::default())
    }

    /// Replays a game by the rules of `game`.
    ///
    /// Its moves are read with the letters that are stated, or else with those that
    /// explain most of them. Where several sets explain equally many, the one that
    /// leads furthest is taken, and of those the first.
    pub fn judge(game: Game, text: &GameText, reading: ReadOptions) -> Self {
        let game = reading.stalemate.map_or(game, |stalemate| game.scoring(stalemate));
        let start = match start(game, text) {
            Ok(start) => start,
            Err(fault) => return Self::spoilt(game, fault),
        };
        let named = match (reading.letters, text.tag("Letters")) {
            (None, Some(tag)) if !["", "?"].contains(&tag.text.trim()) => {
                match Letters::from_name(tag.text.trim()) {
                    None => {
                        let kind = FaultKind::UnknownLanguage(tag.text.clone());
                        return Self::spoilt(game, Fault { kind, place: tag.place });
                    }
                    named => named,
                }
            }
            (letters, _) => letters,
        };
        if let Some(letters) = named {
            return replay(text, start, letters, reading.allowed);
        }
        let sets = likeliest_letters(text);
        if let [only] = sets[..] {
            return replay(text, start, only, reading.allowed);
        }
        let mut best: Option<Self> = None;
        for letters in sets {
            let checked = replay(text, start.clone(), letters, reading.allowed);
            if best.as_ref().is_none_or(|best| checked.moves.len() > best.moves.len()) {
                best = Some(checked);
            }
            if best.as_ref().is_some_and(|best| best.fault.is_none()) {
                break;
            }
        }
        best.unwrap_or_else(|| replay(text, start, Letters::ENGLISH, reading.allowed))
    }

    /// The game as far as it is legal, with all that its text says besides; see [`played_game`].
    pub fn played(&self, text: &GameText) -> Option<PlayedGame> {
        played_game(self.game, text, &self.letters, self.moves.iter().copied())
    }

    /// The same with the variations of the text looked at, as far as the main line is legal.
    #[must_use]
    pub fn with_variations(mut self, text: &GameText, allowed: Leniencies) -> Self {
        let reading = MoveReading { letters: &self.letters, allowed };
        let Some(start) = start(self.game, text).ok().filter(|_| !text.variations.is_empty()) else {
            return self;
        };
        let end = self.moves.len();
        for (ply, understood) in understood_variations(start, &self.moves, text, reading) {
            // Behind the fault of the main line nobody knows what is meant.
            if ply > end {
                break;
            }
            let (fault, note) = match understood {
                Some(Understood { fault, note, .. }) => (fault, note),
                None => (Some(Fault { kind: FaultKind::VariationOfNothing, place: text.place }), None),
            };
            self.note = self.note.or(note);
            if fault.is_some() {
                self.variation = fault;
                break;
            }
        }
        self
    }

    /// What is wrong: in the main line, or else in a variation.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games, Status};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// assert!(checked.first_fault().is_some());
    /// # let _ = Status::Ok;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_fault(&self) -> Option<&Fault> {
        self.fault.as_ref().or(self.variation.as_ref())
    }

    /// The word for tables.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games, Status};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// assert_eq!(checked.status(), Status::Illegal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn status(&self) -> Status {
        self.first_fault().map_or(Status::Ok, |fault| fault.kind.status())
    }

    /// The position before the fault, if there is a fault and the game has a position.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games, Status};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// assert_eq!(checked.before_fault().map(|position| position.fullmoves()), Some(2));
    /// # let _ = Status::Ok;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn before_fault(&self) -> Option<&Position> {
        self.position.as_ref().filter(|_| self.fault.is_some())
    }

    /// Legal moves that are most like the one at fault.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games, Status};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// assert!(checked.nearest().len() < 60);
    /// # let _ = Status::Ok;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self) -> Vec<Move> {
        match (&self.position, self.fault.as_ref().map(|fault| &fault.kind)) {
            (Some(position), Some(FaultKind::Move(_, _, ResolveError::Ambiguous(all)))) => {
                debug_assert!(all.iter().all(|&Uci(_, m)| position.is_legal(m)));
                all.iter().map(|&Uci(_, m)| m).collect()
            }
            (Some(position), Some(FaultKind::Move(_, text, _))) => text.nearest(position),
            (Some(_), Some(&FaultKind::Mark(_, _, m))) => vec![m],
            _ => Vec::new(),
        }
    }

    fn spoilt(game: Game, fault: Fault) -> Self {
        let (position, moves, letters) = (None, Vec::new(), Letters::ENGLISH);
        Self { game, position, moves, letters, fault: Some(fault), note: None, variation: None }
    }
}

/// The sets of letters that explain the most moves of a game.
fn likeliest_letters(text: &GameText) -> Vec<Letters> {
    let capitals = text.words.capitals();
    let has_all = |letters: &Letters| capitals & !letters.capitals() == 0;
    let all: Vec<Letters> = Letters::GUESSED.into_iter().filter(has_all).collect();
    // Where a single set has all the letters, the moves need not be asked one by one.
    if all.len() == 1 {
        return all;
    }
    Letters::detect(text.words.iter().map(|word| word.text.as_bytes())).likeliest().collect()
}

/// The position that a game begins from: that of its `FEN` tag, or the usual one.
///
/// # Errors
///
/// If the tag gives none.
pub fn start(game: Game, text: &GameText) -> Result<Position, Fault> {
    let Some(fen) = text.tag("FEN") else { return Ok(Position::start(game)) };
    let fault = |kind| Fault { kind, place: fen.place };
    let setup = Setup::from_fen_in(game, &fen.text, text.order);
    let setup = setup.map_err(|error| fault(FaultKind::Fen(error)))?;
    setup.into_position().map_err(|faults| fault(FaultKind::Position(game, faults)))
}

/// The game that a text and the moves read from it are, with its tags, result, comments, glyphs and variations.
///
/// A judgement that touches a move, `Nf4!?`, becomes its glyph. The moves of variations are
/// read with the same letters; what is no move there becomes a comment, as it is written.
/// `None` if the moves do not follow from the first position.
pub fn played_game(
    game: Game,
    text: &GameText,
    letters: &Letters,
    moves: impl IntoIterator<Item = Move>,
) -> Option<PlayedGame> {
    let mut played = PlayedGame::from_moves(start(game, text).ok()?, moves).ok()?;
    played.tags = text.tags.iter().map(|(name, value)| (name.clone(), value.text.clone())).collect();
    played.result = text.stated_result().map_or(played.result, |(score, _)| score);
    played.comments.clone_from(&text.comments);
    for (word, ply) in text.words.iter().zip(1..) {
        match judgement(word.text) {
            Some(Step::Nag(nag)) => played.nags.push((ply, nag)),
            Some(Step::Comment(signs)) => played.comments.push((ply, signs)),
            _ => {}
        }
    }
    played.comments.sort_by_key(|&(ply, _)| ply);
    played.nags.extend(&text.nags);
    played.nags.sort_by_key(|&(ply, _)| ply);
    add_variations(&mut played, text, letters);
    Some(played)
}

fn add_variations(played: &mut PlayedGame, text: &GameText, letters: &Letters) {
    let reading = MoveReading { letters, allowed: Leniencies::ALL };
    let count = played.moves().len();
    let mut understood: Vec<_> =
        understood_variations(played.start().clone(), played.moves(), text, reading).collect();
    for ((ply, understood), Variation { steps, .. }) in understood.drain(..).zip(in_order(text)) {
        match understood {
            Some(Understood { steps, .. }) => played.variations.push(Variation { ply, steps }),
            None => played.comments.push((ply.min(count), variation::as_written(steps))),
        }
    }
    played.comments.sort_by_key(|&(ply, _)| ply);
}

/// The variations of a text in the order of the moves.
fn in_order(text: &GameText) -> Vec<&Variation<WrittenMove>> {
    let mut variations: Vec<_> = text.variations.iter().collect();
    variations.sort_by_key(|variation| variation.ply);
    variations
}

/// The variations in the order of the moves, each with the number of moves before it. `None` for one that no
/// move comes before: it is another way to play none.
fn understood_variations<'r>(
    start: Position,
    moves: &'r [Move],
    text: &'r GameText,
    reading: MoveReading<'r>,
) -> impl Iterator<Item = (usize, Option<Understood>)> {
    let (mut position, mut done) = (start, 0);
    in_order(text).into_iter().map(move |Variation { ply, steps }| {
        if !(1..=moves.len()).contains(ply) {
            return (*ply, None);
        }
        for &m in &moves[done..ply - 1] {
            position.make_move_unchecked(m);
        }
        done = ply - 1;
        (*ply, Some(variation::understood(steps, position.clone(), reading)))
    })
}

/// A fault that ends nothing, and the position that shows it.
type Flaw = (Fault, Position);

/// The first flaw that is forgiven, and the first that is not.
struct Flaws {
    allowed: Leniencies,
    noted: Option<Flaw>,
    held: Option<Flaw>,
}

impl Flaws {
    fn add(&mut self, kind: FaultKind, place: Place, position: &Position) {
        let is_allowed = kind.leniency().is_some_and(|leniency| self.allowed.contains(leniency));
        let slot = if is_allowed { &mut self.noted } else { &mut self.held };
        slot.get_or_insert_with(|| (Fault { kind, place }, position.clone()));
    }

    /// Adds what is wrong with what is written of check and mate behind a move.
    fn add_mark(&mut self, word: Word<'_>, check: Option<CheckMark>, m: Move, before: &Position) {
        let Some(fault) = MarkFault::of(check, before.check_status_after(m)) else { return };
        let missing = Leniency::MissingCheckMark;
        if fault.leniency() != missing || !self.allowed.contains(missing) {
            self.add(FaultKind::Mark(word.into(), fault, m), word.place(), before);
        }
    }
}

fn replay(text: &GameText, start: Position, letters: Letters, allowed: Leniencies) -> CheckedGame {
    let game = start.game();
    let mut position = start;
    let mut moves = Vec::with_capacity(text.words.len());
    let mut fault = None;
    let mut flaws = Flaws { allowed, noted: None, held: None };
    let end = text.fault.filter(TextFault::ends_game);
    let is_inside = |word: &Word<'_>| end.is_none_or(|end| word.offset() <= end.place.offset);
    let mut numbers = Numbers::new(text.words.numbers(), &position);
    for (ply, word) in text.words.iter().take_while(is_inside).enumerate() {
        if let Some((check, written, due)) = numbers.before(ply, &position) {
            let place = word.place();
            if check == NumberCheck::WrongSide {
                fault =
                    Some(Fault { kind: FaultKind::WrongSide { token: word.into(), written, due }, place });
                break;
            }
            flaws.add(FaultKind::Form(Leniency::WrongNumber), place, &position);
        }
        let read = if let Some(PlainSan { m, role, check }) =
            PlainSan::parse(word.text.as_bytes(), &letters, &position)
        {
            Ok((m, Some(role), check))
        } else {
            let reading = MoveReading { letters: &letters, allowed };
            next_move(&position, word.text, &|| word.into(), reading).map(|(text, m)| (m, None, text.check))
        };
        let (m, role, check) = match read {
            Ok(read) => read,
            Err(kind) => {
                fault = Some(Fault { kind, place: word.place() });
                break;
            }
        };
        if check.is_some() || !allowed.contains(Leniency::MissingCheckMark) {
            flaws.add_mark(word, check, m, &position);
        }
        match role {
            Some(role) => position.make_move_of_unchecked(role, m),
            None => position.make_move_unchecked(m),
        }
        moves.push(m);
    }
    let earlier = |fault: &Fault| text.fault.is_some_and(|known| known.place.offset < fault.place.offset);
    if fault.as_ref().is_none_or(earlier) {
        fault = text.fault.map(|known| Fault { kind: known.kind.into(), place: known.place });
    }
    if fault.is_none() {
        let place = text.result_place.unwrap_or(text.place);
        if numbers.before(text.words.len(), &position).is_some() {
            flaws.add(FaultKind::Form(Leniency::WrongNumber), place, &position);
        }
        add_flaws_of_whole(text, &position, moves.len(), &mut flaws);
        if let Some((held, before)) = flaws.held {
            fault = Some(held);
            position = before;
        }
    }
    let note = flaws.noted.map(|(fault, _)| fault);
    CheckedGame { game, position: Some(position), moves, letters, fault, note, variation: None }
}

/// What the tags and the result say and is not so.
fn add_flaws_of_whole(text: &GameText, last: &Position, plies: usize, flaws: &mut Flaws) {
    for &(leniency, place) in &text.leniencies {
        if !flaws.allowed.contains(leniency) {
            flaws.add(FaultKind::Form(leniency), place, last);
        }
    }
    for (leniency, place) in text.tag_leniencies(plies) {
        flaws.add(FaultKind::Form(leniency), place, last);
    }
    let Some((stated, place)) = text.stated_result() else { return };
    let players = last.game().players;
    if stated.players().is_some_and(|stated| stated != players) {
        return flaws.add(FaultKind::ResultShares { stated, players }, place, last);
    }
    let found = Score::of(last);
    let is_open = found == Score::Unfinished;
    if stated != found && (!is_open || is_stalemate(stated)) {
        flaws.add(FaultKind::Result { stated, found }, place, last);
    }
    let Some((tag, place)) = text.tagged_result() else { return };
    let after_moves = text.result.unwrap_or(stated);
    if tag != after_moves {
        let is_given_once = [tag, after_moves].contains(&Score::Unfinished);
        let once = FaultKind::Form(Leniency::ResultGivenOnce);
        let kind = if is_given_once { once } else { FaultKind::ResultTag { tag, stated } };
        flaws.add(kind, place, last);
    }
}
