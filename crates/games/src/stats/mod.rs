//! Statistics of a collection of games: results, lengths, openings, promotions, draw claims, ends.
//!
//! [`GameFacts`] are the facts of one game; [`Stats::add`] counts them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::pgn::GameResult;
use crate::validate::{CheckedGame, GameText, start};
use hexmate_core::rules::{Move, Outcome, Role};
use hexmate_endgame::Worth;
use hexmate_position::{DrawClaim, History, Position};
use hexmate_position::{Letters, San};

/// Facts of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameFacts {
    /// `true` if the main line has no fault.
    #[serde(rename = "stands")]
    pub is_faultless: bool,
    /// Stated result, if any.
    pub result: Option<GameResult>,
    /// Number of legal half-moves.
    pub plies: usize,
    /// End by the rules in the last position, if any.
    pub ending: Option<BoardEnding>,
    /// First moves, in SAN with English letters; empty if the game does not begin in the start position.
    pub opening: Vec<String>,
    /// Pieces that pawns promoted to, in order.
    pub promotions: Vec<Role>,
    /// Draws that could have been claimed, without repetitions.
    pub claims: Vec<DrawClaim>,
    /// Number of pieces in the last position.
    pub pieces_left: usize,
    /// Mistakes by the endgame tables: worth of the position before and after the move, for the player who moved.
    ///
    /// [`GameFacts::of`] does not probe tables and leaves it empty.
    pub slips: Vec<(Worth, Worth)>,
    /// Losses of the players by name, from the evaluations of an analysed game.
    ///
    /// [`GameFacts::of`] reads no evaluations and leaves it empty.
    #[serde(default)]
    pub losses: Vec<(String, Losses)>,
}

/// Losses in expected score, which an analysis has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Number of evaluated moves.
    pub moves: u64,
    /// Sum of the losses, in thousandths of a point.
    pub thousandths: u64,
}

impl Losses {
    /// Adds other losses.
    pub fn add(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.thousandths = self.thousandths.saturating_add(other.thousandths);
    }

    /// Returns a hundred minus the mean loss in hundredths of a point, rounded; `None` without moves.
    pub fn accuracy(&self) -> Option<u64> {
        let mean = self.thousandths.checked_div(self.moves)?;
        Some((1005_u64.saturating_sub(mean)) / 10)
    }
}

/// End of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BoardEnding {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// None of three or more living players can move.
    NobodyMoves,
}

impl BoardEnding {
    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::NobodyMoves => "nobody-moves",
        }
    }
}

impl From<Outcome> for BoardEnding {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mate { .. } => Self::Mate,
            Outcome::Stalemate { .. } => Self::Stalemate,
            Outcome::NobodyMoves => Self::NobodyMoves,
        }
    }
}

impl GameFacts {
    /// Returns the facts of a game up to its fault; `opening` is the length of the opening in plies.
    ///
    /// `None` if its first position is invalid.
    pub fn of(text: &GameText, checked: &CheckedGame, opening: usize) -> Option<Self> {
        let start = start(checked.game, text).ok()?;
        let mut history = History::new(start.clone());
        let mut claims: Vec<DrawClaim> = Vec::new();
        let is_legal = checked.was_replayed_from(&start);
        for &m in &checked.moves {
            match is_legal {
                true => history.play_unchecked(m),
                false => history.play(m).ok()?,
            }
            for claim in history.claims() {
                if !claims.contains(&claim) {
                    claims.push(claim);
                }
            }
        }
        let last = history.position();
        // Only games from the start position have an opening.
        let moves = if start == Position::start(checked.game) { checked.moves.as_slice() } else { &[] };
        Some(Self {
            is_faultless: checked.fault.is_none(),
            result: text.stated_result().map(|(score, _)| score),
            plies: checked.moves.len(),
            ending: last.outcome().map(BoardEnding::from),
            opening: first_moves(start, &moves[..moves.len().min(opening)]),
            promotions: checked.moves.iter().filter_map(|m| m.promotion).collect(),
            claims,
            pieces_left: last.piece_count(),
            slips: Vec::new(),
            losses: Vec::new(),
        })
    }
}

/// Returns moves as SAN with English letters.
fn first_moves(start: Position, moves: &[Move]) -> Vec<String> {
    let letters = &Letters::ENGLISH;
    let mut position = start;
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(San { position: &position, m, letters }.to_string());
        position.make_move_unchecked(m);
    }
    texts
}

/// Numbers of games with the same first moves, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpeningGames {
    /// All games.
    pub games: u64,
    /// Wins of the first player.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Losses of the first player.
    pub lost: u64,
    /// Games with a result.
    pub finished: u64,
    /// Points of the first player, in sixtieths of a point.
    pub sixtieths: u64,
}

impl OpeningGames {
    fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        let share = match result {
            None | Some(GameResult::Unfinished) => return,
            Some(GameResult::WhiteWins) => 60,
            Some(GameResult::WhiteThreeQuarters) => 45,
            Some(GameResult::Draw) => 30,
            Some(GameResult::BlackThreeQuarters) => 15,
            Some(GameResult::BlackWins) => 0,
            Some(GameResult::Shared(shares)) => {
                let share = shares.sixtieths().first().copied().unwrap_or_default();
                self.drawn += u64::from(shares.is_draw() && share > 0);
                self.lost += u64::from(share == 0);
                share
            }
        };
        self.finished += 1;
        self.sixtieths += u64::from(share);
        self.won += u64::from(share == 60);
        self.drawn += u64::from(result == Some(GameResult::Draw));
        self.lost += u64::from(result == Some(GameResult::BlackWins));
    }
}

/// Statistics of a collection. All values are numbers of games unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All games.
    pub games: u64,
    /// Games without a fault.
    pub faultless: u64,
    /// Games by stated result; `?` if none is stated.
    pub results: BTreeMap<String, u64>,
    /// Games by length in half-moves of all players.
    pub plies: BTreeMap<usize, u64>,
    /// Games by end on the board.
    pub endings: BTreeMap<BoardEnding, u64>,
    /// Games by first moves; every prefix of an opening is a key.
    pub openings: BTreeMap<Vec<String>, OpeningGames>,
    /// Promotions by the new piece.
    pub promotions: BTreeMap<Role, u64>,
    /// Games with a possible draw claim by threefold repetition.
    pub repetitions: u64,
    /// Games with a possible draw claim by the fifty-move rule.
    pub fifty_moves: u64,
    /// Games by the number of pieces in the last position.
    pub pieces_left: BTreeMap<usize, u64>,
    /// Games with at least one mistake by the endgame tables.
    pub slipped: u64,
    /// Mistakes by the endgame tables, by worth of the position before and after the move.
    pub slips: BTreeMap<(Worth, Worth), u64>,
    /// Losses by the name of the player, from analysed games.
    pub losses: BTreeMap<String, Losses>,
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, facts: &GameFacts) {
        self.games += 1;
        self.faultless += u64::from(facts.is_faultless);
        let result = facts.result.map_or_else(|| "?".to_owned(), |score| score.to_string());
        *self.results.entry(result).or_default() += 1;
        *self.plies.entry(facts.plies).or_default() += 1;
        if let Some(ending) = facts.ending {
            *self.endings.entry(ending).or_default() += 1;
        }
        for length in 1..=facts.opening.len() {
            let moves = &facts.opening[..length];
            match self.openings.get_mut(moves) {
                Some(games) => games.add(facts.result),
                None => self.openings.entry(moves.to_vec()).or_default().add(facts.result),
            }
        }
        for &role in &facts.promotions {
            *self.promotions.entry(role).or_default() += 1;
        }
        self.repetitions += u64::from(facts.claims.contains(&DrawClaim::ThreefoldRepetition));
        self.fifty_moves += u64::from(facts.claims.contains(&DrawClaim::FiftyMoves));
        *self.pieces_left.entry(facts.pieces_left).or_default() += 1;
        self.slipped += u64::from(!facts.slips.is_empty());
        for &slip in &facts.slips {
            *self.slips.entry(slip).or_default() += 1;
        }
        for (player, losses) in &facts.losses {
            self.losses.entry(player.clone()).or_default().add(*losses);
        }
    }

    /// Returns the lower median of the lengths, in plies; `None` without games.
    pub fn median_plies(&self) -> Option<usize> {
        let mut rest = self.games.div_ceil(2);
        self.plies.iter().find_map(|(&plies, &games)| {
            rest = rest.saturating_sub(games);
            (rest == 0).then_some(plies)
        })
    }

    /// Returns the openings with at least `least` games as a tree in depth-first order, the most played first.
    pub fn opening_tree(&self, least: u64) -> Vec<(&[String], OpeningGames)> {
        let mut tree = Vec::new();
        let mut open: Vec<(&[String], OpeningGames)> = self.children(&[], least);
        open.reverse();
        while let Some((moves, games)) = open.pop() {
            tree.push((moves, games));
            let mut children = self.children(moves, least);
            children.reverse();
            open.append(&mut children);
        }
        tree
    }

    /// Returns the openings with one more move, the most played first.
    fn children(&self, moves: &[String], least: u64) -> Vec<(&[String], OpeningGames)> {
        let is_child = |key: &[String]| key.len() == moves.len() + 1 && key.starts_with(moves);
        let after = self.openings.range(moves.to_vec()..).take_while(|(key, _)| key.starts_with(moves));
        let mut children: Vec<(&[String], OpeningGames)> = after
            .filter(|(key, games)| is_child(key) && games.games >= least)
            .map(|(key, &games)| (key.as_slice(), games))
            .collect();
        children.sort_by(|one, next| next.1.games.cmp(&one.1.games).then_with(|| one.0.cmp(next.0)));
        children
    }
}
