//! Probing: scores of positions and moves, mistakes in games, and known mates for the solver.

use std::sync::atomic::Ordering::Relaxed;

use super::layout::Placement;
use super::links::SIDES;
use super::score::{Packed, TableScore, Worth};
use super::{Endgames, Ending};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{KnownMates, Prospect};
use hexmate_core::rules::{Move, Piece, Player, Role};
use hexmate_position::Position;

impl Ending {
    /// Returns the ending with the pieces of a position; for games with two players.
    pub fn of_position(position: &Position) -> Self {
        let pieces = position.pieces();
        let roles = |side: Player| {
            pieces.iter().filter(move |(_, piece)| piece.owner == side).map(|(_, piece)| piece.role)
        };
        Self::new(roles(Player::WHITE), roles(Player::BLACK))
    }
}

impl Endgames {
    /// Returns the score of a position for the side to move, with regard to en passant rights.
    ///
    /// Returns `None` if a table is missing, or if a player still has castling rights.
    pub fn score(&self, position: &Position) -> Option<TableScore> {
        if !position.wings().is_empty() {
            return None;
        }
        if SIDES.iter().all(|&(_, player)| position.en_passant(player).is_none()) || !position.has_moves() {
            return self.table_score(position);
        }
        Some(self.moves(position)?.first()?.1)
    }

    /// Returns all legal moves with their scores for the side to move, the best first.
    ///
    /// Returns `None` if the table after some move is missing.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, TableScore)>> {
        let score = |m: Move| {
            let mut next = position.clone();
            next.make_move_unchecked(m);
            Some((m, self.score(&next)?.before()))
        };
        let mut moves = position.legal_moves().map(score).collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|&(_, score)| score);
        Some(moves)
    }

    /// Returns a line of best play from a position to the mate or stalemate; empty for a draw.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while let Some(&(m, score)) = self.moves(&position).as_deref().and_then(<[_]>::first)
            && score != TableScore::DRAW
        {
            line.push(m);
            position.make_move_unchecked(m);
        }
        line
    }

    /// Returns the score of a position without regard to en passant rights.
    fn table_score(&self, position: &Position) -> Option<TableScore> {
        let pieces: Vec<_> =
            position.pieces().into_iter().map(|(cell, piece)| (cell, piece.owner, piece.role)).collect();
        self.packed(&pieces, position.turn())?.score()
    }

    /// Returns the score of pieces on their cells; `None` if the table is missing.
    pub(super) fn packed(&self, pieces: &[(Cell, Player, Role)], turn: Player) -> Option<Packed> {
        let roles =
            |side| pieces.iter().filter(move |&&(_, owner, _)| owner == side).map(|&(_, _, role)| role);
        let ending = Ending::new(roles(Player::WHITE), roles(Player::BLACK));
        let endgame = self.get(&ending)?;
        let exchanged = !ending.is_canonical();
        let there = |side: usize| if exchanged { 1 - side } else { side };
        let mut left = pieces.to_vec();
        let mut at = Placement::default();
        for (place, slot) in endgame.layout.slots.iter().enumerate() {
            let wanted = |&(_, owner, role): &(Cell, Player, Role)| {
                there(owner.index()) == slot.side && role == slot.role
            };
            let number = self.paths.number(left.swap_remove(left.iter().position(wanted)?).0)?;
            at[place] = if exchanged { self.paths.exchange[usize::from(number)] } else { number };
        }
        Some(endgame.packed(at, there(turn.index())))
    }
}

// For the search only.
#[doc(hidden)]
impl KnownMates for Endgames {
    fn most_pieces(&self) -> u32 {
        self.max_pieces.load(Relaxed) as u32
    }

    fn prospect(&self, pieces: &[(Cell, Piece)], turn: Player) -> Option<Prospect> {
        let pieces: Vec<_> = pieces.iter().map(|&(cell, piece)| (cell, piece.owner, piece.role)).collect();
        Some(match self.packed(&pieces, turn)?.score()? {
            TableScore { worth: Worth::Win, plies } => Prospect::Mates(plies.into()),
            TableScore { worth: Worth::Loss, plies } => Prospect::IsMated(plies.into()),
            // Includes positions in which a side can force a stalemate.
            _ => Prospect::NoMate,
        })
    }
}

/// A move that worsens the result: a win becomes less, or a draw becomes a loss.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The position before the move.
    pub position: Position,
    /// Number of plies before the move.
    pub ply: usize,
    /// The move.
    pub m: Move,
    /// Score of the position before the move, for the side to move.
    pub before: TableScore,
    /// Score of the move, for the same side.
    pub after: TableScore,
    /// A best move.
    pub best: Move,
}

impl Endgames {
    /// Returns the moves of a game that worsened the result. Positions without a table are skipped.
    pub fn slips(&self, start: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<Slip> {
        let mut slips = Vec::new();
        let mut position = start.clone();
        for (ply, m) in moves.into_iter().enumerate() {
            let next = position.play_unchecked(m);
            if position.piece_count() <= self.max_pieces.load(Relaxed)
                && let Some((before, after)) =
                    self.score(&position).zip(self.score(&next).map(TableScore::before))
                && before.worth < after.worth
                && let Some(&(best, _)) = self.moves(&position).as_deref().and_then(<[_]>::first)
            {
                slips.push(Slip { position, ply, m, before, after, best });
            }
            position = next;
        }
        slips
    }
}
