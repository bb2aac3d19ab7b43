//! A game in progress: moves, players, draw claims, result.

use std::fmt;
use std::sync::Arc;

use super::{Rng, best_table_move, forced_mate, random_move, solver_move};
use crate::pgn::{GameResult, Notation, PgnText, PlayedGame, Shares};
use crate::validate;
use crate::validate::{CheckedGame, GameText};
use hexmate_core::rules::{Move, Player, PlayerSet};
use hexmate_endgame as endgame;
use hexmate_endgame::{Endgames, Worth};
use hexmate_position::{Colour, FaultList, Letters, MoveText, ResolveError};
use hexmate_position::{DrawClaim, End, FenForm, Game, History, MaterialRule, Position, Setup};

/// Kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A person who types moves.
    Human,
    /// A computer player that makes random moves.
    Random,
    /// A computer player that uses endgame tables and [`solver_move`].
    Solver,
    /// A computer player outside this crate, whose moves are made by [`Session::push_move`].
    Computer,
}

/// A game in progress.
pub struct Session {
    start: Position,
    moves: Vec<Move>,
    history: History,
    seats: Vec<Seat>,
    rng: Rng,
    material: MaterialRule,
    endgames: Option<Arc<Endgames>>,
    tags: Vec<(String, String)>,
    /// Game that was loaded, with its tags and comments.
    loaded: Option<PlayedGame>,
    /// Result by claim, agreement or resignation, or of the loaded game.
    declared: Option<GameResult>,
    /// `true` if it was declared because a clock has run out.
    is_timed_out: bool,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnding {
    /// Checkmate.
    Mate,
    /// The player to move has no legal move and is not in check.
    Stalemate,
    /// The pieces left cannot force mate.
    Material,
    /// Fifth occurrence of the position.
    FivefoldRepetition,
    /// 75 moves of each player without a capture or pawn move.
    SeventyFiveMoves,
    /// A clock has run out.
    Time,
    /// Agreement, claim or resignation, or the result of a loaded game.
    Declared,
}

impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Material => "insufficient material",
            Self::FivefoldRepetition => "the same position for the fifth time",
            Self::SeventyFiveMoves => "75 moves without a capture or pawn move",
            Self::Time => "on time",
            Self::Declared => "by agreement, claim or resignation",
        })
    }
}

/// A rejected move text.
pub struct RejectedText {
    /// Reason, as a message.
    pub reason: String,
    /// Legal moves most similar to the text.
    pub nearest: Vec<Move>,
}

impl Session {
    /// Begins a game in a position; players without an entry in `seats` are human.
    pub fn new(
        start: Position,
        seats: impl IntoIterator<Item = Seat>,
        seed: u64,
        material: MaterialRule,
    ) -> Self {
        let game = start.game();
        let seats = seats.into_iter().chain(std::iter::repeat(Seat::Human));
        let seats: Vec<Seat> = seats.take(usize::from(game.players)).collect();
        let tags = game.players().zip(&seats).filter(|(_, seat)| **seat != Seat::Human);
        let name = |seat: &Seat| match seat {
            Seat::Random => "random",
            Seat::Computer => "hexmate",
            Seat::Solver | Seat::Human => "solver",
        };
        let tags =
            tags.map(|(player, seat)| (Colour::of(&game, player).name().to_owned(), name(seat).to_owned()));
        Self {
            history: History::new(start.clone()),
            start,
            moves: Vec::new(),
            tags: tags.collect(),
            seats,
            rng: Rng::new(seed),
            material,
            endgames: None,
            loaded: None,
            declared: None,
            is_timed_out: false,
        }
    }

    /// Sets endgame tables for the solver.
    #[must_use]
    pub fn with_tables(self, endgames: Arc<Endgames>) -> Self {
        Self { endgames: Some(endgames), ..self }
    }

    /// Returns the tables, if they are of the variant and scoring of this game.
    fn endgames(&self) -> Option<&Endgames> {
        let scored = |game: Game| (game.name, game.stalemate_score());
        self.endgames.as_deref().filter(|endgames| scored(endgames.game()) == scored(self.game()))
    }

    /// Returns the score of the position for the side to move, if the tables have it.
    pub fn table_score(&self) -> Option<endgame::TableScore> {
        self.endgames()?.score(self.position())
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    fn game(&self) -> Game {
        self.start.game()
    }

    /// Returns the kind of the player to move.
    pub fn seat(&self) -> Seat {
        self.seat_of(self.position().turn())
    }

    fn seat_of(&self, player: Player) -> Seat {
        self.seats[player.index()]
    }

    /// Returns whether all players are computer players.
    pub fn has_no_human(&self) -> bool {
        self.seats.iter().all(|&seat| seat != Seat::Human)
    }

    /// Returns whether the game has ended, by the rules or by agreement, claim or resignation.
    pub fn is_over(&self) -> bool {
        self.result() != GameResult::Unfinished
    }

    /// Returns the result, by the rules or declared; [`GameResult::Unfinished`] while the game goes on.
    pub fn result(&self) -> GameResult {
        let on_board = self.history.end(self.material).map(|end| match end {
            End::Outcome(_) => GameResult::of(self.position()),
            End::Material | End::FivefoldRepetition | End::SeventyFiveMoves => self.draw(),
        });
        on_board.or(self.declared).unwrap_or(GameResult::Unfinished)
    }

    fn draw(&self) -> GameResult {
        Shares::among(self.position().living(), self.game().players)
            .map_or(GameResult::Draw, GameResult::Shared)
    }

    /// Returns why the game is over; `None` while it goes on.
    pub fn ending(&self) -> Option<GameEnding> {
        let by_rule = self.history.end(self.material).map(|end| match end {
            End::Outcome(_) if self.position().is_check() => GameEnding::Mate,
            End::Outcome(_) => GameEnding::Stalemate,
            End::Material => GameEnding::Material,
            End::FivefoldRepetition => GameEnding::FivefoldRepetition,
            End::SeventyFiveMoves => GameEnding::SeventyFiveMoves,
        });
        let declared = if self.is_timed_out { GameEnding::Time } else { GameEnding::Declared };
        by_rule.or(self.is_over().then_some(declared))
    }

    /// Returns the reasons for which the player to move may claim a draw; none if the game is over.
    pub fn claims(&self) -> impl Iterator<Item = DrawClaim> + '_ {
        let is_open = !self.is_over();
        self.history.claims().filter(move |_| is_open)
    }

    /// Returns messages on the state of the game: result, check, possible draw claims.
    pub fn status_lines(&self) -> Vec<String> {
        if let Some(ending) = self.ending() {
            return vec![format!("{} ({ending})", game_over(self.result()))];
        }
        let check = self.position().is_check().then(|| "check".to_owned());
        let claims = self.claims().map(|claim| {
            format!(
                "a draw can be claimed: {}",
                match claim {
                    DrawClaim::ThreefoldRepetition => "the same position for the third time",
                    DrawClaim::FiftyMoves => "50 moves without a capture or pawn move",
                }
            )
        });
        check.into_iter().chain(claims).collect()
    }

    /// Plays a move from its text, with or without a move number.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not a legal move, or the game is over.
    pub fn play(&mut self, text: &str, letters: &Letters) -> Result<Move, RejectedText> {
        let refuse = |reason: String| RejectedText { reason, nearest: Vec::new() };
        if self.is_over() {
            return Err(refuse(game_over(self.result())));
        }
        let text = MoveText::without_number(text);
        let written = MoveText::parse(text.as_bytes(), letters).map_err(|error| refuse(error.to_string()))?;
        let m = written.resolve(self.position()).map_err(|error| {
            let reason = error.to_string();
            let nearest = match error {
                ResolveError::Ambiguous(moves) => moves.iter().map(|uci| uci.1).collect(),
                _ => written.nearest(self.position()),
            };
            RejectedText { reason, nearest }
        })?;
        self.push(m).map_err(refuse)?;
        Ok(m)
    }

    /// Plays a move of the computer player; `None` if there is no legal move.
    pub fn play_computer_move(&mut self) -> Option<Move> {
        let position = self.position().clone();
        let m = match self.seat() {
            Seat::Solver => {
                let mut rng = self.rng;
                let known = self.endgames().and_then(|known| best_table_move(&position, known, &mut rng));
                let m = known.map(|(m, _)| m).or_else(|| solver_move(&position, &mut rng));
                self.rng = rng;
                m
            }
            Seat::Random | Seat::Human | Seat::Computer => random_move(&position, &mut self.rng),
        }?;
        self.push(m).ok()?;
        Some(m)
    }

    /// Plays the move of another computer player.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is over, or the move is illegal.
    pub fn push_move(&mut self, m: Move) -> Result<(), String> {
        self.expect_open()?;
        self.push(m)
    }

    /// Returns the random numbers of the computer players.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Returns the positions before the current one.
    pub fn earlier(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for &m in &self.moves {
            positions.push(positions[positions.len() - 1].play_unchecked(m));
        }
        positions.pop();
        positions
    }

    /// Returns the best move by the tables, by the solver, or else the one that `choose` returns, and the length of
    /// a forced mate in moves. Does not change the game or its random numbers.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is over.
    pub fn hint(
        &self,
        choose: impl FnOnce(&Position) -> Option<Move>,
    ) -> Result<(Move, Option<u32>), String> {
        self.expect_open()?;
        let known =
            self.endgames().and_then(|known| best_table_move(self.position(), known, &mut { self.rng }));
        if let Some((m, score)) = known {
            let is_win = score.worth == Worth::Win;
            return Ok((m, is_win.then(|| u32::from(score.plies.div_ceil(2)))));
        }
        if let Some(mate) = forced_mate(self.position()) {
            return Ok((mate.key, Some(mate.moves)));
        }
        let m = choose(self.position());
        m.map(|m| (m, None)).ok_or_else(|| "there is no legal move".to_owned())
    }

    /// Returns the moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn push(&mut self, m: Move) -> Result<(), String> {
        self.history.play(m).map_err(|error| error.to_string())?;
        self.moves.push(m);
        Ok(())
    }

    /// Takes back moves until a human is to move; a declared result is taken back first, alone.
    ///
    /// # Errors
    ///
    /// Returns a message if no human has moved.
    pub fn undo(&mut self) -> Result<(), String> {
        self.is_timed_out = false;
        if self.declared.take().is_some() {
            return Ok(());
        }
        let mut positions = vec![self.start.clone()];
        for &m in &self.moves {
            positions.push(positions[positions.len() - 1].play_unchecked(m));
        }
        let is_human = |position: &Position| self.seat_of(position.turn()) == Seat::Human;
        let last = self.moves.len().checked_sub(1).ok_or("there is no move to take back")?;
        let to = (0..=last).rev().find(|&ply| is_human(&positions[ply])).ok_or("no human has moved")?;
        self.moves.truncate(to);
        self.replay();
        Ok(())
    }

    /// Restarts the game from its first position.
    pub fn restart(&mut self) {
        self.loaded = None;
        self.moves.clear();
        self.replay();
    }

    /// Rebuilds the history from the moves and removes a declared result.
    fn replay(&mut self) {
        self.declared = None;
        self.is_timed_out = false;
        self.history = History::new(self.start.clone());
        for &m in &self.moves {
            // Cannot fail: the moves are legal.
            let _ = self.history.play(m);
        }
    }

    /// Claims a draw by repetition or by the fifty-move rule.
    ///
    /// # Errors
    ///
    /// Returns a message if no draw can be claimed, or the game is over.
    pub fn claim(&mut self) -> Result<(), String> {
        self.expect_open()?;
        self.history.claims().next().ok_or("there is no draw to claim")?;
        self.declared = Some(self.draw());
        Ok(())
    }

    /// Ends the game as a draw by agreement.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is over.
    pub fn agree_draw(&mut self) -> Result<(), String> {
        self.expect_open()?;
        self.declared = Some(self.draw());
        Ok(())
    }

    /// Resigns for the player to move.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is over, or has more than two living players.
    pub fn resign(&mut self) -> Result<(), String> {
        self.expect_open()?;
        self.declared = Some(match (self.game().players, self.position().turn()) {
            (2, Player::WHITE) => GameResult::BlackWins,
            (2, _) => GameResult::WhiteWins,
            _ => {
                let winner = PlayerSet::EMPTY.with(self.position().next_player());
                let alone = self.position().living().len() == 2;
                let score = Shares::among(winner, self.game().players).filter(|_| alone);
                score.map(GameResult::Shared).ok_or("cannot resign with more than two players in the game")?
            }
        });
        Ok(())
    }

    /// Ends the game because the clock of the player to move has run out.
    ///
    /// # Errors
    ///
    /// As [`Self::resign`].
    pub fn lose_on_time(&mut self) -> Result<(), String> {
        self.resign()?;
        self.is_timed_out = true;
        Ok(())
    }

    /// Fails if the game is over.
    fn expect_open(&self) -> Result<(), String> {
        if self.is_over() { Err(game_over(self.result())) } else { Ok(()) }
    }

    /// Returns the game as PGN. Tags of a loaded game are kept, and its annotations up to the first different move.
    pub fn to_pgn(&self, letters: &Letters) -> String {
        let Ok(mut game) = PlayedGame::from_moves(self.start.clone(), self.moves.iter().copied()) else {
            return String::new();
        };
        game.result = self.result();
        if let Some(loaded) = &self.loaded {
            let same = loaded.moves().iter().zip(&self.moves).take_while(|(one, other)| one == other).count();
            game.tags.clone_from(&loaded.tags);
            let is_same = same == loaded.moves().len() && same == self.moves.len();
            game.annotations.clone_from(&loaded.annotations);
            game.annotations.retain(|ply, _| ply <= same || is_same);
        }
        for (name, value) in &self.tags {
            if game.tags.iter().all(|(own, _)| own != name) {
                game.tags.push((name.clone(), value.clone()));
            }
        }
        PgnText { game: &game, notation: Notation::San, letters }.to_string()
    }

    /// Continues a game from a file.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is of another variant or has a fault.
    pub fn load_game(&mut self, game: &GameText) -> Result<(), String> {
        self.expect_variant(game.variant_name())?;
        let checked = CheckedGame::of(self.game(), game);
        if let Some(fault) = checked.fault {
            return Err(format!("{}: {}", fault.place, fault.kind));
        }
        self.start = validate::start(self.game(), game).map_err(|fault| fault.kind.to_string())?;
        self.loaded = checked.played(game);
        self.moves = checked.moves;
        self.replay();
        let stated = game.stated_result().map(|(score, _)| score);
        self.declared = stated.filter(|&score| score != GameResult::Unfinished);
        Ok(())
    }

    /// Begins a game in a position from a file.
    ///
    /// # Errors
    ///
    /// Returns a message if the position is of another variant or illegal.
    pub fn load_position(&mut self, variant: &str, fen: &str, form: FenForm) -> Result<(), String> {
        self.expect_variant(variant)?;
        let setup = Setup::from_fen_in(self.game(), fen, form);
        let setup = setup.map_err(|error| error.to_string())?;
        let start = setup.into_position().map_err(|faults| FaultList(&self.game(), &faults).to_string())?;
        self.start = start;
        self.restart();
        Ok(())
    }

    /// Fails if a record is of another variant; an empty name means this one.
    fn expect_variant(&self, name: &str) -> Result<(), String> {
        let variant = Game::of_record(None, name).ok();
        if name.is_empty() || variant == Some(self.game()) {
            return Ok(());
        }
        Err(format!("the record is of variant {name:?}; start the program with --variant"))
    }
}

/// Returns the message about the end of the game.
fn game_over(score: GameResult) -> String {
    format!("the game is over: {score}")
}
