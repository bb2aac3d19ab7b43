//! Probing: scores of positions and moves, slips of games, and mates for the solver.

use std::sync::atomic::Ordering::Relaxed;

use super::layout::Placement;
use super::links::SIDES;
use super::score::{Packed, Score, Worth};
use super::{Endgames, Ending};
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{KnownMates, Prospect};
use hexmate_core::rules::{Move, Piece, Player, Role};
use hexmate_position::Position;

impl Ending {
    /// The pieces of a position of a game for two.
    pub fn of_position(position: &Position) -> Self {
        let pieces = position.pieces();
        let roles = |side: Player| {
            pieces.iter().filter(move |(_, piece)| piece.owner == side).map(|(_, piece)| piece.role)
        };
        Self::new(roles(Player::WHITE), roles(Player::BLACK))
    }
}

impl Endgames {
    /// What a position is worth to the side to move; none if its ending has not been built.
    ///
    /// Rights to take en passant count; where somebody may still castle, nothing is known.
    pub fn score(&self, position: &Position) -> Option<Score> {
        if !position.wings().is_empty() {
            return None;
        }
        if SIDES.iter().all(|&(_, player)| position.en_passant(player).is_none()) || !position.has_moves() {
            return self.looked_up(position);
        }
        Some(self.moves(position)?.first()?.1)
    }

    /// All legal moves with what each is worth to the side that moves, the best first.
    ///
    /// None if an ending that a move leads to has not been built.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Score)>> {
        let score = |m: Move| {
            let mut next = position.clone();
            next.make_move_unchecked(m);
            Some((m, self.score(&next)?.before()))
        };
        let mut moves = position.legal_moves().map(score).collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|&(_, score)| score);
        Some(moves)
    }

    /// Best play from a position on, to the mate or stalemate; nothing from a draw.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while let Some(&(m, score)) = self.moves(&position).as_deref().and_then(<[_]>::first)
            && score != Score::DRAW
        {
            line.push(m);
            position.make_move_unchecked(m);
        }
        line
    }

    /// The score of a position without regard to rights to take en passant.
    fn looked_up(&self, position: &Position) -> Option<Score> {
        let pieces: Vec<_> =
            position.pieces().into_iter().map(|(cell, piece)| (cell, piece.owner, piece.role)).collect();
        self.packed(&pieces, position.turn())?.score()
    }

    /// The score of pieces on their cells; none if their ending has not been built.
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

impl KnownMates for Endgames {
    fn most_pieces(&self) -> u32 {
        self.most_pieces.load(Relaxed) as u32
    }

    fn prospect(&self, pieces: &[(Cell, Piece)], turn: Player) -> Option<Prospect> {
        let pieces: Vec<_> = pieces.iter().map(|&(cell, piece)| (cell, piece.owner, piece.role)).collect();
        Some(match self.packed(&pieces, turn)?.score()? {
            Score { worth: Worth::Win, plies } => Prospect::Mates(plies.into()),
            Score { worth: Worth::Loss, plies } => Prospect::IsMated(plies.into()),
            // Whoever cannot mate may still stalemate.
            _ => Prospect::NoMate,
        })
    }
}

/// A move that gives something away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The position before it.
    pub position: Position,
    /// Moves of single players before it.
    pub ply: usize,
    /// The move.
    pub m: Move,
    /// What the position was worth to the side that moved.
    pub before: Score,
    /// What it is worth to that side after the move.
    pub after: Score,
    /// A best move.
    pub best: Move,
}

impl Endgames {
    /// The moves of a game that made a win less than a win, or a draw a loss, where both positions are in a table.
    pub fn slips(&self, start: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<Slip> {
        let mut slips = Vec::new();
        let mut position = start.clone();
        for (ply, m) in moves.into_iter().enumerate() {
            let next = position.play_unchecked(m);
            if position.pieces().len() <= self.most_pieces.load(Relaxed)
                && let Some((before, after)) = self.score(&position).zip(self.score(&next).map(Score::before))
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
