//! One game between two engines, by the rules.

use hexmate_batch::StopFlag;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player};
use hexmate_endgame::{Endgames, Worth};
use hexmate_engine::EngineFault;
use hexmate_player::uci::chosen_move;
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position};

use super::args::Match;
use super::contestant::{Contestant, Turn, other};

/// A finished game.
pub struct Finished {
    pub moves: Vec<Move>,
    /// Quarters of a point for White.
    pub white: u8,
    /// Reason of the end, in words.
    pub reason: String,
    /// An engine that cannot be started: the match ends.
    pub is_hopeless: bool,
    /// An engine that has ended at each of its last starts: the match ends.
    pub is_broken: bool,
}

/// The rules of a match.
pub struct Referee<'a> {
    pub game: Game,
    pub args: &'a Match,
    pub tables: Option<&'a Endgames>,
    pub stop: &'a StopFlag,
}

impl Referee<'_> {
    /// Returns an opening: random moves from the start, after which the game is not over.
    pub fn opening(&self, number: u64) -> Vec<Move> {
        let mut rng = Rng::new(self.args.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
        loop {
            let mut position = Position::start(self.game);
            let mut moves = Vec::new();
            for _ in 0..self.args.opening {
                let legal: Vec<Move> = position.legal_moves().collect();
                if legal.is_empty() {
                    break;
                }
                let m = rng.choose(&legal);
                moves.push(m);
                position.make_move_unchecked(m);
            }
            if position.has_moves() {
                return moves;
            }
        }
    }

    /// Plays a game; `None` if a signal has stopped it.
    pub fn play(&self, opening: &[Move], players: &mut [&mut Contestant<'_>; 2]) -> Option<Finished> {
        let start = Position::start(self.game);
        let mut history = History::new(start.clone());
        for &m in opening {
            history.play(m).ok()?;
        }
        let mut moves = opening.to_vec();
        let mut clocks = [self.args.clock.map(|clock| clock.time).unwrap_or_default(); 2];
        let names = ["White", "Black"];
        let lost = |side: usize| if side == 0 { 0 } else { 4 };
        for (side, player) in players.iter_mut().enumerate() {
            match player.begin() {
                Ok(()) => {}
                Err(EngineFault::Stopped) => return None,
                Err(fault) => {
                    let is_hopeless = matches!(fault, EngineFault::NotStarted(_) | EngineFault::NoCommand);
                    let reason = format!("{} {fault}", names[side]);
                    let is_broken = player.is_broken();
                    return Some(Finished { moves, white: lost(side), reason, is_hopeless, is_broken });
                }
            }
        }
        let (white, reason) = loop {
            let position = history.position().clone();
            if let Some(end) = self.end(&history, moves.len()) {
                break end;
            }
            let side = position.turn().index() % 2;
            let turn = Turn { start: &start, moves: &moves, position: &position, clocks };
            let (text, used) = match players[side].choose(&turn) {
                Ok(chosen) => chosen,
                Err(EngineFault::Stopped) => return None,
                Err(fault) => break (lost(side), format!("{} {fault}", names[side])),
            };
            if let Some(clock) = self.args.clock {
                clocks[side] = clocks[side].saturating_sub(used) + clock.increment;
            }
            let Some(m) = chosen_move(&position, &text) else {
                let text: String = text.chars().take(20).collect();
                break (lost(side), format!("{} plays the illegal move {text:?}", names[side]));
            };
            history.play(m).ok()?;
            moves.push(m);
        };
        let is_broken = players.iter().any(|player| player.is_broken());
        Some(Finished { moves, white, reason, is_hopeless: false, is_broken })
    }

    /// Returns quarters for White and the reason, if the game has ended.
    fn end(&self, history: &History, plies: usize) -> Option<(u8, String)> {
        let position = history.position();
        let reason = match history.end(MaterialRule::Draw) {
            Some(End::Outcome(outcome)) => {
                let word = if position.is_check() { "mate" } else { "stalemate" };
                return Some((outcome.score(self.game.stalemate_score()).white, word.to_owned()));
            }
            Some(End::Material) => "insufficient material",
            Some(End::FivefoldRepetition) => "repetition",
            Some(End::SeventyFiveMoves) => "75 moves",
            None => match history.claims().next() {
                Some(DrawClaim::ThreefoldRepetition) => "repetition",
                Some(DrawClaim::FiftyMoves) => "50 moves",
                None if plies >= self.args.longest => "length",
                None => return self.adjudicated(position),
            },
        };
        Some((2, reason.to_owned()))
    }

    /// Returns the result of the tables.
    fn adjudicated(&self, position: &Position) -> Option<(u8, String)> {
        let mover = match self.tables?.score(position)?.worth {
            Worth::Win => 4,
            Worth::Stalemating => 3,
            Worth::Draw => 2,
            Worth::Stalemated => 1,
            Worth::Loss => 0,
        };
        let white = if other(position.turn()) == Player::BLACK { mover } else { 4 - mover };
        Some((white, "tables".to_owned()))
    }
}
