//! The computer player of an interactive game.

use hexmate_games::play::{Seat, Session};
use hexmate_player::{ComputerPlayer, Limits, MateTables, PlayerOptions, ScoredLine, Search, keys_of};
use hexmate_position::{Game, Move};

/// Positions visited for hints and evaluations.
const HINT_NODES: u64 = 200_000;

/// The computer player of a game: moves of a level from 1 to 10, hints and evaluations.
///
/// Seats of [`Seat::Computer`] are played by [`ComputerPlayer`], unless endgame tables know the position; others, and games that the
/// player does not know, by the session itself. Equal sessions with equal seeds get equal moves.
///
/// ```
/// use hexmate_games::play::{Seat, Session};
/// use hexmate_position::{Game, MaterialRule, Position};
/// use hexmate_tasks::Opponent;
///
/// let seats = [Seat::Human, Seat::Computer];
/// let mut session = Session::new(Position::start(Game::MINI), seats, 1, MaterialRule::Draw);
/// let mut opponent = Opponent::new(Game::MINI, 3);
/// let (hint, _) = opponent.hint(&session)?;
/// session.push_move(hint)?;
/// let reply = opponent.play(&mut session).ok_or("no legal move")?;
/// assert_eq!(session.moves(), [hint, reply]);
/// # Ok::<(), String>(())
/// ```
pub struct Opponent {
    /// The player; `None` in games that it does not know.
    player: Option<ComputerPlayer>,
    level: u8,
}

impl Opponent {
    /// The strongest level.
    pub const STRONGEST: u8 = 10;

    /// Creates a player of a level from 1 to [`Self::STRONGEST`]; see [`ComputerPlayer::move_at_level`].
    pub fn new(game: Game, level: u8) -> Self {
        Self { player: ComputerPlayer::new(game, PlayerOptions::default()), level }
    }

    /// Adds endgame tables, which the searches use.
    #[must_use]
    pub fn with_tables(self, tables: MateTables) -> Self {
        Self { player: self.player.map(|player| player.with_tables(tables)), ..self }
    }

    /// Plays the move of the seat whose turn it is; `None` if the game is over.
    pub fn play(&mut self, session: &mut Session) -> Option<Move> {
        self.play_within(session, Limits::default())
    }

    /// Plays a move like [`Self::play`], with limits besides those of the level.
    pub fn play_within(&mut self, session: &mut Session, limits: Limits) -> Option<Move> {
        let is_known = session.table_score().is_some();
        let Some(player) = self.player.as_mut().filter(|_| session.seat() == Seat::Computer && !is_known)
        else {
            return session.play_computer_move();
        };
        let position = session.position().clone();
        let earlier = keys_of(&session.earlier());
        let m = player.move_at_level_within(&position, &earlier, self.level, limits, session.rng())?;
        session.push_move(m).ok()?;
        Some(m)
    }

    /// Returns the move that the program would play, and the length of a forced mate in moves.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is over.
    pub fn hint(&mut self, session: &Session) -> Result<(Move, Option<u32>), String> {
        session.hint(|_| self.best_line(session)?.moves.first().copied())
    }

    /// Searches the position for its score and best line; `None` without a legal move.
    pub fn best_line(&mut self, session: &Session) -> Option<ScoredLine> {
        let earlier = keys_of(&session.earlier());
        let search = Search { limits: Limits::nodes(HINT_NODES), earlier: &earlier, ..Search::default() };
        let player = self.player.as_mut()?;
        // The same answer however often it is asked.
        player.clear();
        player.search(session.position(), &search, &mut |_| {}).into_iter().next()
    }
}
