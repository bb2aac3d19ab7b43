//! A legal position of any game, as one plain type.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;

use super::{Game, Setup};
use hexmate_core::any::{AnyPosition, BoxedUnit, Kings};
use hexmate_core::candidates::{Candidates, PlainMove};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Budget, Findings, Proof, Scope, Stipulation, Stop, TranspositionTable, Unproved};
use hexmate_core::perft::{Breakdown, HashTable};
use hexmate_core::rules::{
    self, Castling, CheckStatus, EnPassant, Faults, IllegalMove, Material, Move, Outcome, Piece, Player,
    PlayerSet, Role, Variant, Wings,
};

/// A legal position of any game.
///
/// Made from the start of a game, a FEN, a [`Setup`] or a legal move only; with [`Kings::Optional`], players may lack kings. Displays as its FEN. A clone allocates.
///
/// Two positions are equal if their FENs are. Methods without documentation on this page are used by the program
/// and may change in any version.
///
/// ```
/// # use hexmate_position as hexmate;
/// use hexmate::{Game, Position};
///
/// let start = Position::start(Game::GLINSKI);
/// let m = start.parse("Bb6")?;
/// let next = start.play(m)?;
/// assert_eq!(start.uci(m).to_string(), "f2b6");
/// assert!(next.to_string().ends_with(" b - 1 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position {
    game: Game,
    typed: Box<dyn AnyPosition>,
}

/// A position some plies after another, with the number of move sequences that lead to it; see
/// [`hexmate_core::perft::units`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionUnit {
    /// The position; counters and unusable rights, which do not change a count, may differ.
    pub position: Position,
    /// Number of move sequences that lead to it.
    pub ways: u64,
}

/// Number of the next move in the text of a game.
///
/// Displays with the dots that follow it: `30.` for the first move of its round, `30...` for a later one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// Number of the round, from 1.
    pub number: u32,
    /// `true` if the player to move begins the round.
    pub is_first_of_round: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_first_of_round { "." } else { "..." })
    }
}

impl Position {
    /// Returns the start position of a game.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert_eq!(start.to_string(), "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1");
    /// ```
    pub fn start(game: Game) -> Self {
        Self { game, typed: game.boxed_start() }
    }

    /// Returns the position of a legal setup.
    ///
    /// # Errors
    ///
    /// All faults of the setup at once, as [`Setup::into_position`].
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position, Setup};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert_eq!(Position::from_setup(&Setup::from(&start))?, start);
    /// assert!(Position::from_setup(&Setup::empty(Game::MINI)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Self, Faults> {
        Self::checked(setup, Kings::Required)
    }

    /// Returns the position of a setup that needs these kings.
    pub(super) fn checked(setup: &Setup, kings: Kings) -> Result<Self, Faults> {
        Ok(Self { game: setup.game, typed: setup.game.boxed_position(setup.parts(), kings)? })
    }

    /// Returns the game.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::SHAFRAN).game(), Game::SHAFRAN);
    /// ```
    pub fn game(&self) -> Game {
        self.game
    }

    #[doc(hidden)]
    pub fn typed<V: Variant>(&self) -> Option<&rules::Position<V>> {
        let typed: &dyn Any = &*self.typed;
        typed.downcast_ref()
    }

    /// Returns the number of the next move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.move_number().to_string(), "1.");
    /// assert_eq!(start.play(start.parse("f6")?)?.move_number().to_string(), "1...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_number(&self) -> MoveNumber {
        let is_first_of_round = self.living().iter().next() == Some(self.turn());
        MoveNumber { number: self.fullmoves(), is_first_of_round }
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let m = start.parse("f6")?;
    /// let next = start.play(m)?;
    /// assert_eq!(next.fullmoves(), 1);
    /// assert!(next.play(m).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, m: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(m) { Ok(self.play_unchecked(m)) } else { Err(IllegalMove(m)) }
    }

    /// Returns the position after a legal move, without testing that it is legal.
    ///
    /// Faster than [`Position::play`] for moves that come from [`Position::legal_moves`]. An illegal move gives
    /// a meaningless position.
    ///
    /// # Panics
    ///
    /// In a position that an earlier illegal move has left without a king.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// let replies: u64 = start.legal_moves().map(|m| start.play_unchecked(m).count_moves()).sum();
    /// assert_eq!(replies, start.perft(2));
    /// ```
    #[must_use]
    pub fn play_unchecked(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.make_move_unchecked(m);
        next
    }

    /// Plays a legal move in place, without testing that it is legal; see [`Position::play_unchecked`].
    ///
    /// # Panics
    ///
    /// As [`Position::play_unchecked`].
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let mut position = Position::start(Game::GLINSKI);
    /// let m = position.parse("f6")?;
    /// position.make_move_unchecked(m);
    /// assert_eq!(position.piece(m.from), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_move_unchecked(&mut self, m: Move) {
        self.typed.make_move(m);
    }

    #[doc(hidden)]
    pub fn make_move_of_unchecked(&mut self, role: Role, m: Move) {
        self.typed.make_move_of(role, m);
    }

    #[doc(hidden)]
    pub fn make_check_of_unchecked(&mut self, role: Role, m: Move) -> bool {
        self.typed.make_check_of(role, m)
    }

    /// Returns the position after a legal move of a solution's line; in a series the other side passes if it can.
    ///
    /// `left` is the number of moves that follow in the line.
    pub fn after_line_move(&self, m: Move, left: u32, stipulation: Stipulation) -> Self {
        let after = self.play_unchecked(m);
        let passed = stipulation.other_side_passes(left).then(|| after.after_pass(self.turn())).flatten();
        passed.unwrap_or(after)
    }

    /// Returns each move of a solution's line with the position before it; in a series the other side passes if it can.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// # use hexmate_core::mate::Stipulation;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let first = start.parse("f6")?;
    /// let second = start.play(first)?.parse("e7e6")?;
    /// let line = start.along_line(&[first, second], Stipulation::mate_in(2));
    /// assert_eq!(line[1].0.san(line[1].1).to_string(), "e6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along_line(&self, line: &[Move], stipulation: Stipulation) -> Vec<(Self, Move)> {
        let mut position = self.clone();
        let lefts = (0..line.len() as u32).rev();
        let step = |(&m, left)| {
            let after = position.after_line_move(m, left, stipulation);
            (mem::replace(&mut position, after), m)
        };
        line.iter().zip(lefts).map(step).collect()
    }

    #[doc(hidden)]
    pub fn units(&self, plies: u32) -> Vec<PositionUnit> {
        self.unboxed(self.typed.boxed_units(plies))
    }

    #[doc(hidden)]
    pub fn split(&self, depth: u32) -> (u32, Vec<PositionUnit>) {
        let (plies, units) = self.typed.boxed_split(depth);
        (plies, self.unboxed(units))
    }

    fn unboxed(&self, units: Vec<BoxedUnit>) -> Vec<PositionUnit> {
        let unit = |(typed, ways)| PositionUnit { position: Self { game: self.game, typed }, ways };
        units.into_iter().map(unit).collect()
    }

    /// Returns the cells of all attacked kings, of every player.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// let check = start.play(start.parse("Nb3+")?)?;
    /// let king = check.king(check.turn()).ok_or("no king")?;
    /// assert_eq!(check.attacked_kings().collect::<Vec<_>>(), [king]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attacked_kings(&self) -> impl Iterator<Item = Cell> {
        let attacked = |player| self.king(player).filter(|&king| !self.attackers(king, player).is_empty());
        self.game.players().filter_map(attacked)
    }

    /// Returns the position with `turn` to move, as if the players before it had passed.
    ///
    /// `None` if a player who passes is in check, or `turn` is out.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let passed = start.after_pass(Player::BLACK).ok_or("White is in check")?;
    /// assert_eq!((passed.turn(), passed.pieces()), (Player::BLACK, start.pieces()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after_pass(&self, turn: Player) -> Option<Self> {
        Some(Self { game: self.game, typed: self.typed.boxed_after_pass(turn)? })
    }

    #[doc(hidden)]
    pub fn solve(
        &self,
        stipulation: Stipulation,
        table: &mut TranspositionTable,
        budget: Budget<'_>,
    ) -> Findings {
        self.solve_fully(stipulation, Scope::KEYS, table, budget)
    }
}

/// Declares methods of [`Position`] that forward to the typed position.
macro_rules! forward {
    ($($(#[$attribute:meta])* fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {
        impl Position {
            $($(#[$attribute])* #[inline] pub fn $name(&self $(, $argument: $type)*) -> $answer {
                self.typed.$name($($argument),*)
            })*
        }
    };
}

forward! {
    /// Returns the player to move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).turn(), Player::WHITE);
    /// ```
    fn turn(&self) -> Player;
    /// Returns the players who still have their king.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::ECHEX6).living().len(), 6);
    /// ```
    fn living(&self) -> PlayerSet;
    /// Returns the next player after the one to move who is still in the game.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).next_player(), Player::BLACK);
    /// ```
    fn next_player(&self) -> Player;
    /// Returns the half-move clock, in plies since the last capture or pawn move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.play(start.parse("Bb6")?)?.halfmoves(), 1);
    /// assert_eq!(start.play(start.parse("f6")?)?.halfmoves(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn halfmoves(&self) -> u32;
    /// Returns the number of the round, from 1; it grows when the turn passes the first seat.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let white = Position::start(Game::GLINSKI);
    /// let black = white.play(white.parse("f6")?)?;
    /// assert_eq!(black.play(black.parse("e6")?)?.fullmoves(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fullmoves(&self) -> u32;

    /// Returns the piece on a cell; `None` also for a cell of another board.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Piece, Player, Position, Role};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let g1 = start.game().cell("g1").ok_or("no cell")?;
    /// assert_eq!(start.piece(g1), Some(Piece::new(Player::WHITE, Role::King)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn piece(&self, cell: Cell) -> Option<Piece>;
    /// Returns all pieces with their cells, in the order of the cells.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position, Role};
    ///
    /// let pieces = Position::start(Game::GLINSKI).pieces();
    /// assert_eq!(pieces.len(), 36);
    /// assert_eq!(pieces.iter().filter(|(_, piece)| piece.role == Role::Pawn).count(), 18);
    /// ```
    fn pieces(&self) -> Vec<(Cell, Piece)>;
    /// Returns the number of pieces.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).piece_count(), 36);
    /// ```
    fn piece_count(&self) -> usize;
    /// Returns the cell of a player's king, if the player is in the game.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.king(Player::WHITE), start.game().cell("g1"));
    /// ```
    fn king(&self, player: Player) -> Option<Cell>;
    #[doc(hidden)]
    fn en_passant(&self, player: Player) -> Option<EnPassant>;
    /// Returns the cells that pawns have crossed and may be captured on, each once, by owner.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let next = start.play(start.parse("e4e6")?)?;
    /// assert_eq!(next.crossed_cells(), [next.game().cell("e5").ok_or("no cell")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn crossed_cells(&self) -> Vec<Cell>;
    #[doc(hidden)]
    fn landed_cell(&self) -> Option<Cell>;
    /// Returns the castling rights.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert!(Position::start(Game::GLINSKI).wings().is_empty());
    /// assert!(!Position::start(Game::SHAFRAN).wings().is_empty());
    /// ```
    fn wings(&self) -> Wings;

    /// Returns a hash key of pieces, turn and all en passant rights, usable or not.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_ne!(start.key(), start.play(start.parse("f6")?)?.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn key(&self) -> u128;
    /// Returns the key for counting repetitions, which ignores en passant rights that no legal move uses.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let next = start.play(start.parse("e4e6")?)?;
    /// let fen = next.to_string().replace(" e5 ", " - ");
    /// let without_right = Position::from_fen(Game::GLINSKI, &fen)?;
    /// assert_ne!(next.key(), without_right.key());
    /// assert_eq!(next.repetition_key(), without_right.repetition_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn repetition_key(&self) -> u128;

    /// Returns whether the player to move is in check.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert!(start.play(start.parse("Nb3+")?)?.is_check());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn is_check(&self) -> bool;
    /// Returns whether the player to move is in check and has no legal move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let mut position = Position::start(Game::GLINSKI);
    /// for text in ["Qc3", "Qc6", "b2", "b6", "Bb1", "e6", "Qxf9#"] {
    ///     assert!(!position.is_mate());
    ///     position = position.play(position.parse(text)?)?;
    /// }
    /// assert!(position.is_mate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn is_mate(&self) -> bool;
    /// Returns the cells of the pieces that check the player to move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// let m = start.parse("Nb3+")?;
    /// assert_eq!(start.play(m)?.checkers(), [m.to]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn checkers(&self) -> Vec<Cell>;
    /// Returns the cells of the pieces of all players but `player` that attack a cell.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let cell = |name| start.game().cell(name).ok_or("no cell");
    /// assert_eq!(start.attackers(cell("g2")?, Player::BLACK).len(), 3);
    /// assert!(start.attackers(cell("g2")?, Player::WHITE).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn attackers(&self, cell: Cell, player: Player) -> Vec<Cell>;
    /// Returns the cells that the piece on a cell attacks; empty for a vacant cell.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let cell = |name| start.game().cell(name).ok_or("no cell");
    /// assert_eq!(start.attacks(cell("f5")?), [cell("e5")?, cell("g5")?]);
    /// assert!(start.attacks(cell("f6")?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn attacks(&self, from: Cell) -> Vec<Cell>;

    /// Returns the legal moves, in an order that is the same in every run.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// let moves: Vec<String> = start.legal_moves().map(|m| start.uci(m).to_string()).collect();
    /// assert_eq!(moves, ["c1a2", "c1b3", "c1d4", "c1e3", "b1b2", "c2c3", "d3d4", "e2e3", "f1f2"]);
    /// ```
    fn legal_moves(&self) -> std::vec::IntoIter<Move>;
    /// Returns the number of legal moves, without listing them.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).count_moves(), 51);
    /// ```
    fn count_moves(&self) -> u64;
    /// Returns whether the player to move has a legal move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert!(Position::start(Game::GLINSKI).has_moves());
    /// ```
    fn has_moves(&self) -> bool;
    /// Returns whether a move is legal. One with cells of another board is not.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Move, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// let m = start.parse("f6")?;
    /// assert!(start.is_legal(m));
    /// assert!(!start.is_legal(Move { from: m.to, to: m.from, promotion: None }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn is_legal(&self, m: Move) -> bool;
    /// Returns whether a legal move captures a piece, also en passant.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert!(!start.legal_moves().any(|m| start.is_capture(m)));
    /// ```
    fn is_capture(&self, m: Move) -> bool;
    /// Returns whether a legal move captures en passant.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let fen = "b/qbk/n1b1n/r5r/ppppppppp/3P7/5P5/4P6/3P1B1P3/2P2B1PP2/1PRNQBKNRP1 b - 0 2";
    /// let black = Position::from_fen(Game::GLINSKI, fen)?;
    /// let white = black.play(black.parse("c7c5")?)?;
    /// let m = white.parse("dxc6")?;
    /// assert!(white.is_en_passant(m));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn is_en_passant(&self, m: Move) -> bool;
    /// Returns whether a legal move is a pawn's double step.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let start = Position::start(Game::GLINSKI);
    /// assert_eq!(start.legal_moves().filter(|&m| start.is_double_step(m)).count(), 8);
    /// ```
    fn is_double_step(&self, m: Move) -> bool;
    #[doc(hidden)]
    fn castling(&self, m: Move) -> Option<Castling>;
    /// Returns whether a legal move gives the next player check, double check, mate or none.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{CheckStatus, Game, Position};
    ///
    /// let start = Position::start(Game::MINI);
    /// assert_eq!(start.check_status_after(start.parse("Nb3+")?), CheckStatus::Check);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check_status_after(&self, m: Move) -> CheckStatus;

    /// Returns how the game has ended, if the player to move has no legal move.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Outcome, Player, Position};
    ///
    /// let stalemate = Position::from_fen(Game::GLINSKI, "k/3/5/K4Q1/9/11/11/11/11/11/11 b - 0 1")?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate { mover: Player::WHITE }));
    /// assert_eq!(Position::start(Game::GLINSKI).outcome(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn outcome(&self) -> Option<Outcome>;
    /// Returns whether the remaining material can force mate; [`Material::Enough`] in games for more than two.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Material, Position};
    ///
    /// let kings = Position::from_fen(Game::GLINSKI, "k/3/5/7/9/11/11/11/11/11/K10 b - 0 90")?;
    /// assert_eq!(kings.material(), Material::CannotForceMate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn material(&self) -> Material;

    #[doc(hidden)]
    fn candidates(&self, role: Role, to: Cell) -> Candidates;
    #[doc(hidden)]
    fn unique_move(&self, text: PlainMove) -> Option<Move>;

    /// Returns the number of move sequences of `depth` plies.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).perft(3), 137_858);
    /// ```
    fn perft(&self, depth: u32) -> u64;
    /// Returns the same count as [`Position::perft`], by all threads of the current `rayon` pool.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// assert_eq!(Position::start(Game::GLINSKI).perft_parallel(3), 137_858);
    /// ```
    fn perft_parallel(&self, depth: u32) -> u64;
    #[doc(hidden)]
    fn perft_with(&self, table: &HashTable, depth: u32) -> u64;
    /// Counts the moves of the last ply by kind: captures, checks, promotions and others.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position};
    ///
    /// let counts = Position::start(Game::GLINSKI).breakdown(3);
    /// assert_eq!(counts.nodes, 137_858);
    /// ```
    fn breakdown(&self, depth: u32) -> Breakdown;
    #[doc(hidden)]
    fn breakdown_parallel(&self, depth: u32) -> Breakdown;
    #[doc(hidden)]
    fn solve_fully(
        &self, stipulation: Stipulation, scope: Scope, table: &mut TranspositionTable, budget: Budget<'_>
    ) -> Findings;
    #[doc(hidden)]
    fn victims(&self, solution: &Findings, table: &mut TranspositionTable, budget: Budget<'_>) -> Result<PlayerSet, Stop>;
    #[doc(hidden)]
    fn prove(&self, solution: &Findings, table: &mut TranspositionTable, budget: Budget<'_>) -> Result<Proof, Unproved>;
}

impl From<&Setup> for Setup {
    fn from(setup: &Setup) -> Self {
        setup.clone()
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            turn: position.turn(),
            living: position.living(),
            crossed: position.crossed_cells(),
            landed: position.landed_cell(),
            wings: position.wings(),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
            ..Self::empty(position.game())
        };
        for (cell, piece) in position.pieces() {
            setup.board.put(cell, piece);
        }
        setup
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { game: self.game, typed: self.typed.to_box() }
    }

    /// Copies into the memory that this position has, if both have the same type of board.
    fn clone_from(&mut self, source: &Self) {
        self.game = source.game;
        if !self.typed.overwrite(&*source.typed) {
            self.typed = source.typed.to_box();
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.typed.equals(&*other.typed)
            || self.key() == other.key() && Setup::from(self) == Setup::from(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_larger_board_are_illegal() {
        let mini = Position::start(Game::MINI);
        for (from, _) in Position::start(Game::ECHEX6).pieces() {
            let m = Move { from, to: from, promotion: None };
            assert_eq!(mini.play(m).err(), Some(IllegalMove(m)));
        }
        let last = Game::ECHEX6.shape.cells().last().expect("a cell");
        assert_eq!(mini.piece(last), None);
    }

    #[test]
    fn first_living_player_begins_the_round() {
        let number = |game, fen: &str| Position::from_fen(game, fen).expect(fen).move_number().to_string();
        let two = "1/k2/5/7/9/11/11/11/11/5R5/K10";
        assert_eq!(number(Game::GLINSKI, &format!("{two} w - 0 7")), "7.");
        assert_eq!(number(Game::GLINSKI, &format!("{two} b - 0 7")), "7...");
        let without_white = "1/3/5/7/9/11/2,rK,8/11/11/11/5,bK,5";
        assert_eq!(number(Game::ECHEX3, &format!("{without_white} r rb - 0 30")), "30.");
        assert_eq!(number(Game::ECHEX3, &format!("{without_white} b rb - 0 30")), "30...");
    }
}
