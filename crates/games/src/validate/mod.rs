//! Validation of games: reads game records, replays their moves, finds the first fault.
//!
//! [`Games`] yields the games of a PGN file as [`GameText`]; [`CheckedGame::of`] replays one
//! by the rules. Games are independent, so that several can be checked in parallel. A game has
//! at most one fault: replay ends at the first bad move, and the next game is always read.
//!
//! # Leniencies
//!
//! A legal move may be written in another form than the strict one, and a tag, number, mark or result
//! may contradict the moves. Each such departure is a [`Leniency`], which [`ReadOptions`] allow or not.
//! If it is allowed, it is at most a note; otherwise it is the fault of the game. Leniencies of single moves
//! are listed at [`MoveText`](hexmate_position::MoveText); those of games are:
//!
//! | code | accepted text |
//! |---|---|
//! | `missing-check-mark` | a check or mate without its sign; never noted, since few records have all |
//! | `wrong-check-mark` | `+` on a move that does not give check, `#` on a move that does not mate |
//! | `ended-unfinished` | `*` after the last move of a game that has ended |
//! | `stalemate-as-draw` | `1/2-1/2` where a stalemate is worth three quarters |
//! | `bare-tag` | `[White Ann]`; never noted |
//! | `other-result` | `remi`, `½-½`, `1–0`, `1/2 - 1/2`; never noted |
//! | `other-annotation` | `⁉`, `±`, `!!!`; never noted |
//! | `wrong-number` | a move number other than that of its move |
//! | `unreadable-result` | a tag `Result` that cannot be read |
//! | `result-given-once` | `*` in the tag `Result` and a result after the moves, or the reverse |
//! | `wrong-setup` | `SetUp` without `FEN`, or a `SetUp` of 0 with it |
//! | `zero-move-number` | a FEN with move number 0 |
//! | `incomplete-fen` | a FEN without turn, castling rights or en passant cell |
//! | `lone-counter` | a FEN with one counter, read as half-move clock |
//! | `other-files` | files with j, such as `j4` for `k4`, if no other cell contradicts |
//! | `wrong-ply-count` | a `PlyCount` other than the number of half-moves |
//! | `other-variant-name` | `[Variant "Hexagonal Chess"]`, `[JoclyGame "glinski-chess"]`; never noted |
//!
//! Any other result that contradicts the last position is a fault: for example a win
//! for the mated player, or three quarters without a stalemate.

mod fault;
mod game;
mod letters;
mod number;
mod rest;
mod tags;
mod variation;
mod words;

pub use fault::{FaultKind, GameFault, Status};
pub use game::{
    DATES, Detail, GameText, Games, MAX_GAME_TEXT, TextFault, TextFaultKind, Token, WrittenMove,
    unclear_dates,
};
pub use letters::LettersOrigin;
pub use tags::{Tag, Tags};
pub use words::{MoveTexts, Number, Word, WrittenNumber};

use fault::is_stalemate;
use number::{NumberCheck, Numbers};
use variation::ReadVariation;
use variation::{MoveOptions, judgement, next_move};

use crate::pgn::{Annotation, Annotations, GameResult, PlayedGame, Step};
use hexmate_core::rules::{Move, StalemateScore};
use hexmate_position::{
    CellNames, CheckMark, FenNote, Leniencies, Leniency, Letters, MarkFault, PieceList, PlainSan,
    ResolveError, Uci,
};
use hexmate_position::{Game, Position, Setup};
use hexmate_text::Place;

/// Options for reading games. By default all leniencies are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// Piece letters; if `None`, those of the tag `Letters`, or else detected from the moves.
    pub letters: Option<Letters>,
    /// Allowed leniencies.
    pub allowed: Leniencies,
    /// Score of a stalemate, if it differs from the rules of the variant.
    pub stalemate: Option<StalemateScore>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { letters: None, allowed: Leniencies::ALL, stalemate: None }
    }
}

/// Result of checking a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedGame {
    /// Variant whose rules were applied.
    pub game: Game,
    /// Position before the fault, or the last one; `None` if the moves were not replayed.
    pub position: Option<Position>,
    /// Legal moves of the main line, up to the first bad one.
    pub moves: Vec<Move>,
    /// Piece letters that were used to read the moves.
    pub letters: Letters,
    /// Source of these letters.
    pub letters_origin: LettersOrigin,
    /// Fault of the main line, if any.
    pub fault: Option<GameFault>,
    /// First allowed contradiction of a mark, number, tag or result; mere spellings are not noted.
    pub note: Option<GameFault>,
    /// First fault in a variation; see [`CheckedGame::with_variations`].
    pub variation: Option<GameFault>,
    /// Position before the move of that fault.
    pub variation_position: Option<Position>,
    /// Moves that were replayed, which need not be tested again.
    replayed: Option<Replayed>,
}

/// Moves that are legal, with the position from which they were replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Replayed {
    game: Game,
    start: u128,
    moves: Box<[Move]>,
    end: Reached,
}

/// Identity of a position among those of its game: its key and its counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reached {
    key: u128,
    halfmoves: u32,
    fullmoves: u32,
}

impl Reached {
    fn of(position: &Position) -> Self {
        Self { key: position.key(), halfmoves: position.halfmoves(), fullmoves: position.fullmoves() }
    }
}

impl CheckedGame {
    /// Returns whether the moves are legal from a position because they were replayed from it. The fields may have been
    /// changed since.
    pub(crate) fn was_replayed_from(&self, start: &Position) -> bool {
        self.replayed.as_ref().is_some_and(|replayed| {
            replayed.game == start.game() && replayed.start == start.key() && *replayed.moves == *self.moves
        })
    }

    /// Returns the position after all moves, if they were replayed and neither they nor the position have been changed
    /// since.
    fn end(&self) -> Option<&Position> {
        let Replayed { game, end, .. } = self.replayed.as_ref()?;
        self.position.as_ref().filter(|position| position.game() == *game && Reached::of(position) == *end)
    }

    /// Replays a game with all leniencies allowed.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::pgn::{CheckedGame, Games};
    /// use hexmate::{Game, Position};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// let start = Position::start(Game::GLINSKI);
    /// let moves: Vec<String> = checked.moves.iter().map(|&m| start.uci(m).to_string()).collect();
    /// assert_eq!(moves, ["e1c3", "e10c6", "b1b2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: Game, text: &GameText) -> Self {
        Self::check(game, text, ReadOptions::default())
    }

    /// Replays a game by the rules of `game`.
    ///
    /// The moves are read with the stated piece letters, or else with those that
    /// explain most of them. Of several sets that explain equally many, the one with the longest
    /// legal play wins, and of those the first. English, Hungarian and Polish are tried first, and the other languages of
    /// [`Letters::ALL`] if a move cannot be read with them.
    pub fn check(game: Game, text: &GameText, options: ReadOptions) -> Self {
        let stated = text.stated_form().certain_names();
        let names = stated.or_else(|| options.letters.map(|letters| letters.cells())).unwrap_or_default();
        let checked = Self::judge_in(game, text, options, names);
        // A game without a fault has no cell that does not exist, except in variations.
        let is_certain = stated.is_some()
            || names != CellNames::Standard
            || checked.fault.is_none() && text.annotations.variations().next().is_none();
        let other = if is_certain { names } else { text.cell_names(game.shape) };
        if other == names { checked } else { Self::judge_in(game, text, options, other) }
    }

    /// Replays a game with these names of cells.
    fn judge_in(game: Game, text: &GameText, options: ReadOptions, cells: CellNames) -> Self {
        let game = options.stalemate.map_or(game, |stalemate| game.scoring(stalemate));
        let start = match Start::of(game, text) {
            Ok(start) => start,
            Err(fault) => return Self::without_moves(game, fault),
        };
        let named = match (options.letters, text.tag("Letters")) {
            (None, Some(tag)) if !["", "?"].contains(&tag.text.trim()) => {
                match Letters::from_name(tag.text.trim()) {
                    None => {
                        let kind = FaultKind::UnknownLanguage(tag.text.to_owned());
                        return Self::without_moves(game, GameFault { kind, place: tag.place });
                    }
                    named => named,
                }
            }
            (letters, _) => letters,
        };
        let replay =
            |start, letters: Letters| replay(text, start, letters.with_cells(cells), options.allowed);
        if let Some(letters) = named {
            let is_requested = options.letters.is_some();
            let letters_origin = if is_requested { LettersOrigin::Requested } else { LettersOrigin::Stated };
            return Self { letters_origin, ..replay(start, letters) };
        }
        let sets = letters::likeliest(text);
        let in_another = |letters| match Start::of(game, text) {
            Ok(start) => replay(start, letters),
            Err(fault) => Self::without_moves(game, fault),
        };
        if let [only] = sets[..] {
            return letters::read_further(replay(start, only), &sets, text, in_another);
        }
        let mut best: Option<Self> = None;
        for &letters in &sets {
            let checked = replay(start.clone(), letters);
            if best.as_ref().is_none_or(|best| checked.moves.len() > best.moves.len()) {
                best = Some(checked);
            }
            if best.as_ref().is_some_and(|best| best.fault.is_none()) {
                break;
            }
        }
        let best = best.unwrap_or_else(|| replay(start, Letters::ENGLISH));
        letters::read_further(best, &sets, text, in_another)
    }

    /// Returns the legal part of the game with its tags and annotations; see [`played_game`]. Moves after the fault
    /// are kept as a comment, with everything that belongs to them.
    pub fn played(&self, text: &GameText) -> Option<PlayedGame> {
        let moves = self.moves.len();
        if moves >= text.words.len() {
            return self.with_text(text);
        }
        let text = text.with_rest_as_comment(moves);
        let mut played = self.with_text(&text)?;
        // Judgements of the moves in the comment.
        played.annotations.retain(|ply, _| ply <= moves);
        Some(played)
    }

    /// Returns the moves with the tags and annotations of a text.
    fn with_text(&self, text: &GameText) -> Option<PlayedGame> {
        let start = start(self.game, text).ok()?;
        let played = match self.was_replayed_from(&start) {
            true => {
                let replay = || {
                    let mut end = start.clone();
                    self.moves.iter().for_each(|&m| end.make_move_unchecked(m));
                    end
                };
                let end = self.end().cloned().unwrap_or_else(replay);
                PlayedGame::of_legal(start, self.moves.clone(), end)
            }
            false => PlayedGame::from_moves(start, self.moves.iter().copied()).ok()?,
        };
        Some(annotated(played, text, &self.letters))
    }

    /// Also checks the variations of the text, up to the fault of the main line.
    #[must_use]
    pub fn with_variations(mut self, text: &GameText, allowed: Leniencies) -> Self {
        let options = MoveOptions { letters: &self.letters, allowed };
        if text.annotations.variations().next().is_none() {
            return self;
        }
        let Ok(start) = start(self.game, text) else { return self };
        let end = self.moves.len();
        for (ply, variation) in read_variations(start, &self.moves, text, options) {
            // Variations after the fault of the main line have no position.
            if ply > end {
                break;
            }
            let Some(ReadVariation { fault, position, note, .. }) = variation else {
                self.variation = Some(GameFault { kind: FaultKind::VariationOfNothing, place: text.place });
                break;
            };
            self.note = self.note.or(note);
            if fault.is_some() {
                (self.variation, self.variation_position) = (fault, position);
                break;
            }
        }
        self
    }

    /// Returns the fault of the main line, or else of a variation.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// let fault = checked.first_fault().ok_or("a legal game")?;
    /// assert_eq!(format!("{}: {}", fault.place, fault.kind), "1:18: no queen can go to a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_fault(&self) -> Option<&GameFault> {
        self.fault.as_ref().or(self.variation.as_ref())
    }

    /// Returns the status for reports.
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

    /// Returns the position before the fault of the main line, or else of a variation.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// let position = checked.before_fault().ok_or("a legal game")?;
    /// assert_eq!(
    ///     position.to_fen(),
    ///     "b/1bk/n1b1n/r5r/ppppppppp/2q8/5P5/4P1P4/2QP1B1P3/1PP2B2P2/2RN1BKNRP1 b - 0 2"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn before_fault(&self) -> Option<&Position> {
        if self.fault.is_some() { self.position.as_ref() } else { self.variation_position.as_ref() }
    }

    /// Returns the legal moves most similar to the faulty move; for an ambiguous move, its candidates.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_position::*; pub mod pgn { pub use hexmate_games::{pgn::*, validate::*}; } }
    /// use hexmate::Game;
    /// use hexmate::pgn::{CheckedGame, Games};
    ///
    /// let game = Games::new(b"1. Qc3 Qc6 2. b2 Qa1 *".as_slice()).next().ok_or("no game")??;
    /// let checked = CheckedGame::of(Game::GLINSKI, &game);
    /// let position = checked.before_fault().ok_or("a legal game")?;
    /// let nearest: Vec<String> = checked.nearest().iter().map(|&m| position.san(m).to_string()).collect();
    /// assert_eq!(nearest, ["Qa2", "Qxc3", "Bxb2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self) -> Vec<Move> {
        let kind = self.first_fault().map(|fault| match &fault.kind {
            FaultKind::Variation(kind) => kind,
            kind => kind,
        });
        match (self.before_fault(), kind) {
            (Some(position), Some(FaultKind::Move(_, _, ResolveError::Ambiguous(all)))) => {
                debug_assert!(all.iter().all(|&Uci(_, m)| position.is_legal(m)));
                all.iter().map(|&Uci(_, m)| m).collect()
            }
            (Some(position), Some(FaultKind::Move(_, text, _))) => text.nearest(position),
            (Some(_), Some(&FaultKind::Mark(_, _, m))) => vec![m],
            _ => Vec::new(),
        }
    }

    /// Returns the result for a game whose moves cannot be read.
    fn without_moves(game: Game, fault: GameFault) -> Self {
        let (position, moves, letters) = (None, Vec::new(), Letters::ENGLISH);
        Self {
            game,
            position,
            moves,
            letters,
            letters_origin: LettersOrigin::Guessed,
            fault: Some(fault),
            note: None,
            variation: None,
            variation_position: None,
            replayed: None,
        }
    }
}

/// Returns the first position of a game: that of its `FEN` tag, or the start position of the variant.
///
/// # Errors
///
/// Returns a fault if the FEN cannot be read or its position is illegal.
pub fn start(game: Game, text: &GameText) -> Result<Position, GameFault> {
    Start::of(game, text).map(|start| start.position)
}

/// First position of a game.
#[derive(Clone)]
struct Start {
    position: Position,
    /// Assumptions that were needed to read its FEN.
    notes: Vec<FenNote>,
}

impl Start {
    fn of(game: Game, text: &GameText) -> Result<Self, GameFault> {
        let Some(fen) = text.tag("FEN") else {
            return Ok(Self { position: Position::start(game), notes: Vec::new() });
        };
        let fault = |kind| GameFault { kind, place: fen.place };
        let form = text.stated_form();
        // A piece list has the letters of the moves.
        let letters = text.tag("Letters").and_then(|tag| Letters::from_name(tag.text.trim()));
        let read = match letters {
            Some(letters) if PieceList::begins(&game, fen.text) => {
                let letters = letters.with_cells(form.names());
                Setup::from_piece_list(game, fen.text, letters).map(|setup| (setup, Vec::new()))
            }
            _ => Setup::from_fen_with_notes(game, fen.text, form),
        };
        let (setup, notes) = read.map_err(|error| fault(FaultKind::Fen(error)))?;
        let position = setup.into_position().map_err(|faults| fault(FaultKind::Position(game, faults)))?;
        Ok(Self { position, notes })
    }
}

/// Combines a game text with the moves read from it: adds tags, result, comments, glyphs and variations.
///
/// A judgement that touches a move, `Nf4!?`, becomes a glyph. The moves of variations are
/// read with the same letters; unreadable parts of them become comments.
/// `None` if the moves are not legal from the first position.
pub fn played_game(
    game: Game,
    text: &GameText,
    letters: &Letters,
    moves: impl IntoIterator<Item = Move>,
) -> Option<PlayedGame> {
    let played = PlayedGame::from_moves(start(game, text).ok()?, moves).ok()?;
    Some(annotated(played, text, letters))
}

/// Adds the tags, result and annotations of a text to a game.
fn annotated(mut played: PlayedGame, text: &GameText, letters: &Letters) -> PlayedGame {
    played.tags = text.tags.iter().map(|tag| (tag.name.to_owned(), tag.text.to_owned())).collect();
    played.result = text.stated_result().map_or(played.result, |(score, _)| score);
    let judgements = text.words.iter().zip(1..).filter_map(|(word, ply)| match judgement(word.text)? {
        Step::Nag(nag) => Some((ply, Annotation::Nag(nag))),
        Step::Comment(signs) => Some((ply, Annotation::Comment(signs))),
        Step::Move(_) | Step::Begin | Step::End => None,
    });
    let count = played.moves().len();
    let annotations = read_annotations(&played, text, letters);
    // A judgement touches its move: it precedes the other annotations.
    let annotations = judgements.filter(|&(ply, _)| ply <= count).chain(annotations);
    played.annotations = annotations.collect();
    played
}

/// Reads the annotations of a text; a variation that does not follow a legal move becomes a comment. Leaves out comments
/// and glyphs on moves that are not played.
fn read_annotations(played: &PlayedGame, text: &GameText, letters: &Letters) -> Annotations<Move> {
    let options = MoveOptions { letters, allowed: Leniencies::ALL };
    let (count, after_result) = (played.moves().len(), text.words.len() + 1);
    let mut variations = read_variations(played.start().clone(), played.moves(), text, options);
    let annotations = text.annotations.iter().filter_map(|(ply, annotation)| {
        let here = if ply == after_result { count + 1 } else { ply };
        Some(match annotation {
            Annotation::Variation(steps) => match variations.next() {
                Some((ply, Some(ReadVariation { steps, .. }))) => (ply, Annotation::Variation(steps)),
                _ => (ply.min(count), Annotation::Comment(variation::as_written(steps))),
            },
            _ if here > count && ply != after_result => return None,
            Annotation::Comment(comment) => (here, Annotation::Comment(comment.clone())),
            Annotation::Nag(nag) => (here, Annotation::Nag(*nag)),
        })
    });
    annotations.collect()
}

/// Reads the variations, each with the number of moves before it. `None` for a variation that does not follow a legal
/// move.
fn read_variations<'r>(
    start: Position,
    moves: &'r [Move],
    text: &'r GameText,
    options: MoveOptions<'r>,
) -> impl Iterator<Item = (usize, Option<ReadVariation>)> {
    let (mut position, mut done) = (start, 0);
    text.annotations.variations().map(move |(ply, steps)| {
        if !(1..=moves.len()).contains(&ply) {
            return (ply, None);
        }
        for &m in &moves[done..ply - 1] {
            position.make_move_unchecked(m);
        }
        done = ply - 1;
        (ply, Some(variation::read_variation(steps, position.clone(), options)))
    })
}

/// A fault after which the moves can still be replayed, with the position before it.
type Flaw = (GameFault, Position);

/// The first flaw that is allowed, and the first that is not.
struct Flaws {
    allowed: Leniencies,
    note: Option<Flaw>,
    fault: Option<Flaw>,
}

impl Flaws {
    fn add(&mut self, kind: FaultKind, place: Place, position: &Position) {
        let is_allowed = kind.leniency().is_some_and(|leniency| self.allowed.contains(leniency));
        let slot = if is_allowed { &mut self.note } else { &mut self.fault };
        slot.get_or_insert_with(|| (GameFault { kind, place }, position.clone()));
    }

    /// Adds the flaw of a missing or wrong sign of check or mate.
    fn add_mark(&mut self, word: Word<'_>, check: Option<CheckMark>, m: Move, before: &Position) {
        let Some(fault) = MarkFault::of(check, before.check_status_after(m)) else { return };
        let missing = Leniency::MissingCheckMark;
        if fault.leniency() != missing || !self.allowed.contains(missing) {
            self.add(FaultKind::Mark(word.into(), fault, m), word.place(), before);
        }
    }
}

/// Replays the moves with given letters.
fn replay(text: &GameText, start: Start, letters: Letters, allowed: Leniencies) -> CheckedGame {
    let Start { mut position, notes } = start;
    let game = position.game();
    let start_key = position.key();
    // The names are detected, not chosen.
    let mut is_to_note =
        letters.cells() != CellNames::Standard && text.stated_form().certain_names().is_none();
    let mut moves = Vec::with_capacity(text.words.len());
    let mut fault = None;
    let mut flaws = Flaws { allowed, note: None, fault: None };
    let end = text.fault.filter(TextFault::ends_game);
    let is_outside = |word: Word<'_>| end.is_some_and(|end| word.offset() > end.place.offset);
    let mut numbers = Numbers::new(text.words.numbers(), &position);
    for (ply, word) in text.words.iter().enumerate() {
        if is_outside(word) {
            break;
        }
        if let Some((check, written, expected)) = numbers.check_before(ply, &position) {
            let place = word.place();
            if check == NumberCheck::WrongSide {
                let kind = FaultKind::WrongSide { token: word.into(), written, expected };
                fault = Some(GameFault { kind, place });
                break;
            }
            flaws.add(FaultKind::Form(Leniency::WrongNumber), place, &position);
        }
        if is_to_note && word.text.contains('j') {
            flaws.add(FaultKind::Form(Leniency::OtherFiles), word.place(), &position);
            is_to_note = false;
        }
        let read = if let Some(PlainSan { m, role, check }) =
            PlainSan::parse(word.text.as_bytes(), &letters, &position)
        {
            Ok((m, Some(role), check))
        } else {
            let options = MoveOptions { letters: &letters, allowed };
            next_move(&position, word.text, &|| word.into(), options).map(|(text, m)| (m, None, text.check))
        };
        let (m, role, check) = match read {
            Ok(read) => read,
            Err(kind) => {
                fault = Some(GameFault { kind, place: word.place() });
                break;
            }
        };
        moves.push(m);
        let may_lack_mark = allowed.contains(Leniency::MissingCheckMark);
        match role {
            // A fast path: `+` is no flaw then if there is a check, be it mate or not.
            Some(role)
                if check == Some(CheckMark::Check)
                    && may_lack_mark
                    && position.make_check_of_unchecked(role, m) =>
            {
                continue;
            }
            _ if check.is_some() || !may_lack_mark => flaws.add_mark(word, check, m, &position),
            _ => {}
        }
        match role {
            Some(role) => position.make_move_of_unchecked(role, m),
            None => position.make_move_unchecked(m),
        }
    }
    let reached = Reached::of(&position);
    let earlier = |fault: &GameFault| text.fault.is_some_and(|known| known.place.offset < fault.place.offset);
    if fault.as_ref().is_none_or(earlier) {
        fault = text.fault.map(|known| GameFault { kind: known.kind.into(), place: known.place });
    }
    if fault.is_none() {
        let place = text.result_place.unwrap_or(text.place);
        if numbers.check_before(text.words.len(), &position).is_some() {
            flaws.add(FaultKind::Form(Leniency::WrongNumber), place, &position);
        }
        if is_to_note {
            flaws.add(FaultKind::Form(Leniency::OtherFiles), text.place, &position);
        }
        for leniency in notes.into_iter().map(Leniency::of_fen) {
            let place = text.tag("FEN").map_or(text.place, |tag| tag.place);
            flaws.add(FaultKind::Form(leniency), place, &position);
        }
        add_flaws_of_game(text, &position, moves.len(), &mut flaws);
        if let Some((first, before)) = flaws.fault {
            fault = Some(first);
            position = before;
        }
    }
    let note = flaws.note.map(|(fault, _)| fault);
    let (position, variation, variation_position) = (Some(position), None, None);
    let replayed = Some(Replayed { game, start: start_key, moves: moves.as_slice().into(), end: reached });
    CheckedGame {
        game,
        position,
        moves,
        letters,
        letters_origin: LettersOrigin::Guessed,
        fault,
        note,
        variation,
        variation_position,
        replayed,
    }
}

/// Adds the flaws of tags and result that contradict the moves or each other.
fn add_flaws_of_game(text: &GameText, last: &Position, plies: usize, flaws: &mut Flaws) {
    for &(leniency, place) in &text.leniencies {
        if !flaws.allowed.contains(leniency) {
            flaws.add(FaultKind::Form(leniency), place, last);
        }
    }
    if let Some(tag) = text.tag_with_other_name(&last.game())
        && !flaws.allowed.contains(Leniency::OtherVariantName)
    {
        flaws.add(FaultKind::Form(Leniency::OtherVariantName), tag.place, last);
    }
    for (leniency, place) in text.tag_leniencies(plies) {
        flaws.add(FaultKind::Form(leniency), place, last);
    }
    let Some((stated, place)) = text.stated_result() else { return };
    let players = last.game().players;
    if stated.players().is_some_and(|stated| stated != players) {
        return flaws.add(FaultKind::ResultShares { stated, players }, place, last);
    }
    let found = GameResult::of(last);
    let is_open = found == GameResult::Unfinished;
    if stated != found && (!is_open || is_stalemate(stated)) {
        flaws.add(FaultKind::Result { stated, found }, place, last);
    }
    let Some((tag, place)) = text.tagged_result() else { return };
    let after_moves = text.result.unwrap_or(stated);
    if tag != after_moves {
        let is_given_once = [tag, after_moves].contains(&GameResult::Unfinished);
        let once = FaultKind::Form(Leniency::ResultGivenOnce);
        let kind = if is_given_once { once } else { FaultKind::ResultTag { tag, stated } };
        flaws.add(kind, place, last);
    }
}
