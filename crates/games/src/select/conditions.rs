//! Conditions on games, and reasons for their end.

use std::ops::RangeInclusive;

use crate::pgn::GameResult;
use crate::validate::{CheckedGame, GameText, start};
use hexmate_core::rules::{Move, Outcome};
use hexmate_position::search::{DateRange, Pattern, folded};
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position};

/// Conditions that a selected game must all meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameConditions(pub Vec<GameCondition>);

/// A condition on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameCondition {
    /// A player's name contains this [folded] text.
    Player(SeatFilter, String),
    /// The tag with this name contains this [folded] text.
    Tag(String, String),
    /// The date may be in this range.
    Date(DateRange),
    /// The result is one of these.
    Result(Vec<GameResult>),
    /// The number of half-moves is in this range.
    Plies(RangeInclusive<usize>),
    /// The game ended for one of these reasons.
    Ended(Vec<EndReason>),
    /// The game begins with these moves from the start position of this variant.
    Opening(Game, Vec<Move>),
    /// One of the positions has one of these patterns.
    Holds(Vec<Pattern>),
    /// The main line has no fault.
    Faultless,
    /// The main line has a fault.
    Faulty,
}

/// Filter for the colour of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatFilter {
    /// The player of this colour, given by the name of the tag.
    Of(&'static str),
    /// Any player.
    Any,
}

/// A game to test against conditions.
#[derive(Clone, Copy, Debug)]
pub struct CandidateGame<'g> {
    /// Text of the game.
    pub text: &'g GameText,
    /// Result of checking it.
    pub checked: &'g CheckedGame,
}

impl GameConditions {
    /// Returns whether a game meets all conditions.
    pub fn are_met(&self, game: CandidateGame<'_>) -> bool {
        self.0.iter().all(|condition| condition.is_met(game))
    }

    /// Returns whether a condition depends on the date.
    pub fn need_date(&self) -> bool {
        self.0.iter().any(|condition| matches!(condition, GameCondition::Date(_)))
    }
}

impl GameCondition {
    fn is_met(&self, game: CandidateGame<'_>) -> bool {
        let CandidateGame { text, checked } = game;
        let has = |tag: &str, part: &str| text.tag(tag).is_some_and(|tag| folded(tag.text).contains(part));
        match self {
            Self::Player(SeatFilter::Of(tag), name) => has(tag, name),
            Self::Player(SeatFilter::Any, name) => {
                text.players().iter().any(|player| folded(player).contains(name.as_str()))
            }
            Self::Tag(tag, part) => has(tag, part),
            Self::Date(range) => text.date().is_some_and(|date| range.may_contain(date)),
            Self::Result(scores) => {
                let stated = text.stated_result().map_or(GameResult::Unfinished, |(score, _)| score);
                scores.contains(&stated)
            }
            Self::Plies(range) => range.contains(&checked.moves.len()),
            Self::Ended(ways) => EndReason::of(text, checked).is_some_and(|way| ways.contains(&way)),
            Self::Opening(variant, moves) => {
                checked.game == *variant
                    && checked.moves.starts_with(moves)
                    && start(*variant, text).is_ok_and(|start| start == Position::start(*variant))
            }
            Self::Holds(patterns) => holds(patterns, game),
            Self::Faultless => checked.fault.is_none(),
            Self::Faulty => checked.fault.is_some(),
        }
    }
}

/// Returns whether one of the positions of a game has one of the patterns.
fn holds(patterns: &[Pattern], CandidateGame { text, checked }: CandidateGame<'_>) -> bool {
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

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// None of three or more living players can move.
    NobodyMoves,
    /// Insufficient material to force mate.
    Material,
    /// Fivefold repetition of a position.
    FivefoldRepetition,
    /// 75 moves without a capture or pawn move.
    SeventyFiveMoves,
    /// Draw with a possible claim by threefold repetition.
    Repetition,
    /// Draw with a possible claim by 50 moves without a capture or pawn move.
    FiftyMoves,
    /// Any other draw.
    Agreed,
    /// Win without mate: a resignation or a loss on time, for example.
    Resigned,
    /// No result is stated, and the last position does not end the game.
    Unfinished,
}

impl EndReason {
    /// All reasons.
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

    /// Returns the word for reports and conditions.
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

    /// Returns the reason for the end of a game; `None` if its first position or a move is illegal.
    pub fn of(text: &GameText, checked: &CheckedGame) -> Option<Self> {
        if checked.moves.len() < text.words.len() {
            return None;
        }
        let mut history = History::new(start(checked.game, text).ok()?);
        for &m in &checked.moves {
            history.play(m).ok()?;
        }
        let stated = text.stated_result().map_or(GameResult::Unfinished, |(score, _)| score);
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
            (None, GameResult::Unfinished, _) => Self::Unfinished,
            (None, GameResult::Draw, Some(DrawClaim::ThreefoldRepetition)) => Self::Repetition,
            (None, GameResult::Draw, Some(DrawClaim::FiftyMoves)) => Self::FiftyMoves,
            (None, GameResult::Draw, None) => Self::Agreed,
            (None, GameResult::Shared(shares), _) if shares.is_draw() => Self::Agreed,
            (None, ..) => Self::Resigned,
        })
    }
}
