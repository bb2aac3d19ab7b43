//! Conditions of selected games, and how games ended.

use std::ops::RangeInclusive;

use super::{Date, DateRange, Pattern, folded};
use crate::pgn::Score;
use crate::validate::{CheckedGame, GameText, start};
use hexmate_core::rules::{Move, Outcome};
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position};

/// What all games have that are selected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conditions(pub Vec<Condition>);

/// Something that a game has or has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A player's name has this text in it, without regard to case and accents.
    Player(SeatFilter, String),
    /// A tag has this text in it, without regard to case and accents.
    Tag(String, String),
    /// The game may have been played on one of these days.
    Date(DateRange),
    /// The result is one of these.
    Result(Vec<Score>),
    /// It has so many half-moves.
    Plies(RangeInclusive<usize>),
    /// It has ended in one of these ways.
    Ended(Vec<EndReason>),
    /// It begins with these moves, from the usual position of the game.
    Opening(Game, Vec<Move>),
    /// One of these patterns is in one of its positions.
    Holds(Vec<Pattern>),
    /// Nothing is wrong with it.
    Faultless,
    /// Something is wrong with it.
    Faulty,
}

/// Who sat where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatFilter {
    /// The player of this colour, which is a tag.
    Of(&'static str),
    /// Anybody.
    Any,
}

/// A game that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'g> {
    /// What the file says.
    pub text: &'g GameText,
    /// What became of it.
    pub checked: &'g CheckedGame,
}

impl Conditions {
    /// Whether a game meets all of them.
    pub fn are_met(&self, game: Candidate<'_>) -> bool {
        self.0.iter().all(|condition| condition.is_met(game))
    }
}

impl Condition {
    fn is_met(&self, game: Candidate<'_>) -> bool {
        let Candidate { text, checked } = game;
        let has = |tag: &str, part: &str| text.tag(tag).is_some_and(|tag| folded(&tag.text).contains(part));
        match self {
            Self::Player(SeatFilter::Of(tag), name) => has(tag, name),
            Self::Player(SeatFilter::Any, name) => {
                text.players().iter().any(|player| folded(player).contains(name.as_str()))
            }
            Self::Tag(tag, part) => has(tag, part),
            Self::Date(range) => Date::of(text).is_some_and(|date| range.may_contain(date)),
            Self::Result(scores) => {
                let stated = text.stated_result().map_or(Score::Unfinished, |(score, _)| score);
                scores.contains(&stated)
            }
            Self::Plies(range) => range.contains(&checked.moves.len()),
            Self::Ended(ways) => EndReason::of(text, checked).is_some_and(|way| ways.contains(&way)),
            Self::Opening(meant, moves) => {
                checked.game == *meant
                    && checked.moves.starts_with(moves)
                    && start(*meant, text).is_ok_and(|start| start == Position::start(*meant))
            }
            Self::Holds(patterns) => holds(patterns, game),
            Self::Faultless => checked.fault.is_none(),
            Self::Faulty => checked.fault.is_some(),
        }
    }
}

fn holds(patterns: &[Pattern], Candidate { text, checked }: Candidate<'_>) -> bool {
    let patterns: Vec<&Pattern> = patterns.iter().filter(|pattern| pattern.game() == checked.game).collect();
    if patterns.is_empty() {
        return false;
    }
    let Ok(mut position) = start(checked.game, text) else { return false };
    let is_here = |position: &Position| patterns.iter().any(|pattern| pattern.is_in(position));
    is_here(&position)
        || checked.moves.iter().any(|&m| {
            position.make_move_unchecked(m);
            is_here(&position)
        })
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// By mate.
    Mate,
    /// By stalemate.
    Stalemate,
    /// More than two were in and none of them could move.
    NobodyMoves,
    /// The pieces left could not force mate.
    Material,
    /// By the fifth return of a position.
    FivefoldRepetition,
    /// After 75 moves without a capture or pawn move.
    SeventyFiveMoves,
    /// A draw that could be claimed for the third return of a position.
    Repetition,
    /// A draw that could be claimed for 50 moves without a capture or pawn move.
    FiftyMoves,
    /// A draw for which the board has no reason.
    Agreed,
    /// Somebody won, and not on the board: the other resigned, or lost in another way.
    Resigned,
    /// No result is stated, and the board has none.
    Unfinished,
}

impl EndReason {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Mate,
        Self::Stalemate,
        Self::NobodyMoves,
        Self::Material,
        Self::FivefoldRepetition,
        Self::SeventyFiveMoves,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Agreed,
        Self::Resigned,
        Self::Unfinished,
    ];

    /// The word for tables and conditions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::NobodyMoves => "nobody-moves",
            Self::Material => "material",
            Self::FivefoldRepetition => "fivefold",
            Self::SeventyFiveMoves => "seventy-five",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::Agreed => "agreed",
            Self::Resigned => "resigned",
            Self::Unfinished => "unfinished",
        }
    }

    /// How a game ended; `None` if it has no first position or an illegal move.
    pub fn of(text: &GameText, checked: &CheckedGame) -> Option<Self> {
        if checked.moves.len() < text.words.len() {
            return None;
        }
        let mut history = History::new(start(checked.game, text).ok()?);
        for &m in &checked.moves {
            history.play(m).ok()?;
        }
        let stated = text.stated_result().map_or(Score::Unfinished, |(score, _)| score);
        // A game may go on until somebody sees that it has ended.
        let claim = history.claims().next();
        Some(match (history.end(MaterialRule::Draw), stated, claim) {
            (Some(End::Outcome(outcome)), ..) => match outcome {
                Outcome::Mate { .. } => Self::Mate,
                Outcome::Stalemate { .. } => Self::Stalemate,
                Outcome::NobodyMoves => Self::NobodyMoves,
            },
            (Some(End::Material), ..) => Self::Material,
            (Some(End::FivefoldRepetition), ..) => Self::FivefoldRepetition,
            (Some(End::SeventyFiveMoves), ..) => Self::SeventyFiveMoves,
            (None, Score::Unfinished, _) => Self::Unfinished,
            (None, Score::Draw, Some(DrawClaim::ThreefoldRepetition)) => Self::Repetition,
            (None, Score::Draw, Some(DrawClaim::FiftyMoves)) => Self::FiftyMoves,
            (None, Score::Draw, None) => Self::Agreed,
            (None, Score::Shared(shares), _) if shares.is_draw() => Self::Agreed,
            (None, ..) => Self::Resigned,
        })
    }
}
