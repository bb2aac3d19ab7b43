//! Games against the computer player.

use hexmate_games::play::{GameEnding, Seat, Session, material};
use hexmate_player::ScoredLine;
use hexmate_position::{DrawClaim, Letters, MaterialRule, Position, Uci, letter};
use hexmate_report::san_line;
use hexmate_tasks::Opponent;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::score;
use crate::answer::{Answer, Failure};
use crate::board::{legal, position};
use crate::games::game;

/// A game with the computer player. Each request states it from its first position.
#[derive(Deserialize, Debug)]
pub struct Match {
    #[serde(flatten)]
    terms: Terms,
    /// Moves of the game in UCI notation.
    moves: Vec<String>,
    /// The end that a person has declared.
    #[serde(default)]
    declared: Option<Declared>,
    act: Act,
}

/// The terms of a game, which remain while it is played.
#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Terms {
    game: String,
    fen: String,
    /// Letters of the players that the computer plays.
    computer: String,
    /// Strength of the computer, from 1 to 10.
    level: u8,
    seed: u64,
}

/// An end of the game that a person declares.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
enum Declared {
    Resign,
    Claim,
    Time,
}

/// Act on a game.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
enum Act {
    /// Returns the result and the draws that may be claimed.
    State,
    /// Plays a move of the computer.
    Play,
    /// Returns the move that the program would play.
    Hint,
    /// Returns the material, and the score and line of a search.
    Evaluate,
    /// Takes back moves until a person is to move.
    Undo,
    /// Writes the game as PGN.
    Pgn,
}

/// A game in progress with its computer player, who remembers what it has searched.
pub struct Table {
    terms: Terms,
    session: Session,
    opponent: Opponent,
}

impl Table {
    fn new(terms: Terms) -> Result<Self, Failure> {
        let game = game(&terms.game)?;
        let start = position(game, &terms.fen)?;
        let seat = |player| match terms.computer.contains(letter(&game, player)) {
            true => Seat::Computer,
            false => Seat::Human,
        };
        let session = Session::new(start, game.players().map(seat), terms.seed, MaterialRule::Draw);
        Ok(Self { session, opponent: Opponent::new(game, terms.level), terms })
    }

    /// Returns whether the game of a request continues this one.
    fn continues(&self, request: &Match) -> bool {
        let shape = self.session.position().game().shape;
        let own = self.session.moves().iter().map(|&m| Uci(shape, m).to_string());
        self.terms == request.terms
            && own.len() <= request.moves.len()
            && own.zip(&request.moves).all(|(own, other)| own == *other)
    }

    /// Plays the moves that the game of the request has more.
    fn advance(&mut self, moves: &[String]) -> Result<(), Failure> {
        for text in moves.iter().skip(self.session.moves().len()) {
            let m = legal(self.session.position(), text)?;
            self.session.push_move(m).map_err(refused)?;
        }
        Ok(())
    }
}

fn refused(reason: String) -> Failure {
    Failure::new("refused", reason)
}

impl Match {
    /// Answers the request; `kept` is the game of the request before it.
    pub fn answer(self, kept: &mut Option<Table>) -> Answer {
        let is_continued = kept.as_ref().is_some_and(|table| table.continues(&self));
        let Self { terms, moves, declared, act } = self;
        if !is_continued {
            *kept = Some(Table::new(terms)?);
        }
        let Some(table) = kept else { return Err(refused("no game".to_owned())) };
        table.advance(&moves)?;
        let done = match declared {
            None => Ok(()),
            Some(Declared::Resign) => table.session.resign(),
            Some(Declared::Claim) => table.session.claim(),
            Some(Declared::Time) => table.session.lose_on_time(),
        };
        let answer = done.map_err(refused).and_then(|()| table.act(act));
        if declared.is_some() || matches!(act, Act::Undo) {
            *kept = None;
        }
        answer
    }
}

impl Table {
    fn act(&mut self, act: Act) -> Answer {
        let Self { session, opponent, .. } = self;
        match act {
            Act::State => {}
            Act::Play => {
                opponent.play(session).ok_or_else(|| refused("there is no legal move".to_owned()))?;
            }
            Act::Undo => session.undo().map_err(refused)?,
            Act::Hint => {
                let (m, mate) = opponent.hint(session).map_err(refused)?;
                let san = session.position().san(m).to_string();
                return Ok(json!({ "san": san, "uci": session.position().uci(m).to_string(), "mate": mate }));
            }
            Act::Evaluate => {
                let line = if session.is_over() { None } else { opponent.best_line(session) };
                return Ok(evaluation(session.position(), line.as_ref()));
            }
            Act::Pgn => return Ok(json!(session.to_pgn(&Letters::ENGLISH))),
        }
        Ok(state(session))
    }
}

/// Returns the moves, the player to move, the result and its reason, and the draws that may be claimed.
fn state(session: &Session) -> Value {
    let position = session.position();
    let game = position.game();
    let moves = session.moves().iter().map(|&m| Uci(game.shape, m).to_string());
    let claims = session.claims().map(|claim| match claim {
        DrawClaim::ThreefoldRepetition => "threefold",
        DrawClaim::FiftyMoves => "fifty",
    });
    let ending = session.ending().map(|ending| match ending {
        GameEnding::Mate => "mate",
        GameEnding::Stalemate => "stalemate",
        GameEnding::Material => "material",
        GameEnding::FivefoldRepetition => "fivefold",
        GameEnding::SeventyFiveMoves => "seventy-five",
        GameEnding::Time | GameEnding::Declared => "declared",
    });
    json!({
        "moves": moves.collect::<Vec<_>>(),
        "turn": letter(&game, position.turn()),
        "computer": session.seat() == Seat::Computer,
        "result": session.result().to_string(),
        "ending": ending,
        "claims": claims.collect::<Vec<_>>(),
    })
}

/// Moves of a line that the page shows.
const SHOWN_MOVES: usize = 6;

/// Returns the material of each player in pawns, and the score and the first moves of a line.
fn evaluation(position: &Position, line: Option<&ScoredLine>) -> Value {
    let game = position.game();
    let material = material(position).into_iter();
    let line = line.map(|line| {
        let (kind, value) = score(line.score);
        let shown = &line.moves[..line.moves.len().min(SHOWN_MOVES)];
        json!({ "kind": kind, "value": value, "moves": san_line(position, shown) })
    });
    json!({
        "turn": letter(&game, position.turn()),
        "material": material.map(|(player, worth)| json!([letter(&game, player), worth])).collect::<Vec<_>>(),
        "line": line,
    })
}
