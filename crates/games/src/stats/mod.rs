//! Facts of a collection of games: how they begin, how long they are, how they end. No files, no words for people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::pgn::Score;
use crate::validate::{CheckedGame, GameText, start};
use hexmate_core::rules::{Move, Outcome, Role};
use hexmate_endgame::Worth;
use hexmate_position::{DrawClaim, History, Position};
use hexmate_position::{Letters, San};

/// What is counted of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameFacts {
    /// Whether every move of it is legal and nothing else is wrong.
    #[serde(rename = "stands")]
    pub is_faultless: bool,
    /// The result, if one is stated.
    pub result: Option<Score>,
    /// Legal moves of all players.
    pub plies: usize,
    /// How the last position has ended the game, if it has.
    pub ending: Option<BoardEnding>,
    /// The first moves, in SAN with English letters.
    pub opening: Vec<String>,
    /// What pawns became, in order.
    pub promotions: Vec<Role>,
    /// Draws that could have been claimed, each once.
    pub claims: Vec<DrawClaim>,
    /// Pieces on the board at the end.
    pub pieces_left: usize,
    /// Of each move that gave an ending away: what the position was worth before it and after it, to who moved.
    ///
    /// [`GameFacts::of`] asks no tables, and leaves it empty.
    pub slips: Vec<(Worth, Worth)>,
}

/// How a game ends on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BoardEnding {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Nobody can move.
    NobodyMoves,
}

impl BoardEnding {
    /// The word in tables.
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
    /// The facts of a game up to its fault, with an opening of so many moves.
    ///
    /// `None` if it has no first position.
    pub fn of(text: &GameText, checked: &CheckedGame, opening: usize) -> Option<Self> {
        let start = start(checked.game, text).ok()?;
        let mut history = History::new(start.clone());
        let mut claims: Vec<DrawClaim> = Vec::new();
        for &m in &checked.moves {
            history.play(m).ok()?;
            for claim in history.claims() {
                if !claims.contains(&claim) {
                    claims.push(claim);
                }
            }
        }
        let last = history.position();
        // Only games from the usual position have an opening.
        let moves = if start == Position::start(checked.game) { checked.moves.as_slice() } else { &[] };
        Some(Self {
            is_faultless: checked.fault.is_none(),
            result: text.stated_result().map(|(score, _)| score),
            plies: checked.moves.len(),
            ending: last.outcome().map(BoardEnding::from),
            opening: first_moves(start, &moves[..moves.len().min(opening)]),
            promotions: checked.moves.iter().filter_map(|m| m.promotion).collect(),
            claims,
            pieces_left: last.pieces().len(),
            slips: Vec::new(),
        })
    }
}

fn first_moves(start: Position, moves: &[Move]) -> Vec<String> {
    let letters = &Letters::ENGLISH;
    let mut position = start;
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(San { position: &position, m, letters }.to_string());
        position = position.play_unchecked(m);
    }
    texts
}

/// Games that begin in the same way, and how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpeningGames {
    /// All of them.
    pub games: u64,
    /// Those that the first player has won.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that the first player has lost.
    pub lost: u64,
    /// Those with a result at all.
    pub finished: u64,
    /// What the first player got in them, in sixtieths of a point.
    pub sixtieths: u64,
}

impl OpeningGames {
    fn add(&mut self, result: Option<Score>) {
        self.games += 1;
        let share = match result {
            None | Some(Score::Unfinished) => return,
            Some(Score::WhiteWins) => 60,
            Some(Score::WhiteThreeQuarters) => 45,
            Some(Score::Draw) => 30,
            Some(Score::BlackThreeQuarters) => 15,
            Some(Score::BlackWins) => 0,
            Some(Score::Shared(shares)) => {
                let share = shares.sixtieths().first().copied().unwrap_or_default();
                self.drawn += u64::from(shares.is_draw() && share > 0);
                self.lost += u64::from(share == 0);
                share
            }
        };
        self.finished += 1;
        self.sixtieths += u64::from(share);
        self.won += u64::from(share == 60);
        self.drawn += u64::from(result == Some(Score::Draw));
        self.lost += u64::from(result == Some(Score::BlackWins));
    }
}

/// The facts of all games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Those that stand.
    pub faultless: u64,
    /// Games by result, as it is spelt; `?` where none is stated.
    pub results: BTreeMap<String, u64>,
    /// Games by the number of their moves, all players' moves counted.
    pub plies: BTreeMap<usize, u64>,
    /// Games by how they ended on the board.
    pub endings: BTreeMap<BoardEnding, u64>,
    /// Games by their first moves: every beginning of them is a key.
    pub openings: BTreeMap<Vec<String>, OpeningGames>,
    /// Pawns by what they became.
    pub promotions: BTreeMap<Role, u64>,
    /// Games in which a draw could have been claimed for repetition.
    pub repetitions: u64,
    /// Games in which a draw could have been claimed for want of progress.
    pub fifty_moves: u64,
    /// Games by the pieces on the board at the end.
    pub pieces_left: BTreeMap<usize, u64>,
    /// Games in which some move gave an ending away.
    pub slipped: u64,
    /// Moves that gave endings away, by what the position was worth before and after.
    pub slips: BTreeMap<(Worth, Worth), u64>,
}

impl Stats {
    /// Adds a game.
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
            self.openings.entry(facts.opening[..length].to_vec()).or_default().add(facts.result);
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
    }

    /// The length of the middle game, if there is one: half of the others are no longer.
    pub fn median_plies(&self) -> Option<usize> {
        let mut rest = self.games.div_ceil(2);
        self.plies.iter().find_map(|(&plies, &games)| {
            rest = rest.saturating_sub(games);
            (rest == 0).then_some(plies)
        })
    }

    /// Openings with at least so many games, as a tree: each before its own continuations, the most played first.
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
