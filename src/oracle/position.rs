//! Positions, and what happens between one move and the next (rules.md, part 5).

use super::board::{Board, Kind, Man};
use super::game::{Game, Player, Rules};
use super::hex::Hex;
use super::moves::Move;

/// Men, turn, rights and counters; the player on turn can move or the game is over.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: &'static Rules,
    pub(super) board: Board,
    pub(super) turn: Player,
    /// The players who still have a king, in turn order.
    pub(super) living: Vec<Player>,
    /// Ordered by the stepping player.
    pub(super) rights: Vec<Right>,
    pub(super) half_moves: u32,
    pub(super) full_moves: u32,
    pub(super) end: Option<End>,
}

/// What a double step leaves behind: all others may take in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The player who stepped; the right ends when his turn comes again.
    pub stepper: Player,
    /// The crossed cell.
    pub crossed: Hex,
    /// The cell on which the pawn stands.
    pub pawn: Hex,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Of the last two players, the one on turn is mated.
    Mate,
    /// Of the last two players, the one on turn is stalemated.
    Stalemate,
    /// More than two players are in, and none of them can move.
    Blocked,
}

/// What happened to a player who did not come to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The player was stalemated and his turn was skipped.
    Skipped(Player),
    /// The first player was mated; the second took over his men.
    Out(Player, Player),
}

impl Position {
    /// The position before the first move.
    pub fn start(game: Game) -> Position {
        let rules = game.rules();
        let mut board = Board::empty();
        for owner in 0..rules.count() {
            for &(cell, kind) in &rules.seat(owner).array {
                board.set(cell, Some(Man { owner, seat: owner, kind }));
            }
        }
        Position {
            rules,
            board,
            turn: 0,
            living: (0..rules.count()).collect(),
            rights: Vec::new(),
            half_moves: 0,
            full_moves: 1,
            end: None,
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The men on the cells.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player on turn; at the end of a game, the one who cannot move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The players still in, in turn order from White.
    pub fn living(&self) -> &[Player] {
        &self.living
    }

    /// How the game ended, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the king of the player on turn is attacked.
    pub fn in_check(&self) -> bool {
        self.board.is_in_check(self.rules, self.turn)
    }

    /// How many men attack the king of the player on turn.
    pub fn count_checkers(&self) -> usize {
        let king = self.board.king(self.rules, self.turn);
        king.map_or(0, |king| self.board.attackers(self.rules, king, self.turn).count())
    }

    /// Whether the game is over and the player on turn is mated.
    pub fn is_mate(&self) -> bool {
        self.end == Some(End::Mate)
    }

    /// Whether the game is over because there was no move and no check.
    pub fn is_stalemate(&self) -> bool {
        matches!(self.end, Some(End::Stalemate | End::Blocked))
    }

    /// The position after a legal move, with the next player who can move on turn.
    pub fn play(&self, m: &Move) -> Position {
        self.play_and_tell(m).0
    }

    /// As `play`, and what happened to the players in between, in order.
    pub fn play_and_tell(&self, m: &Move) -> (Position, Vec<Event>) {
        let mut next = self.clone();
        next.board = self.board_after(m);
        let pawn = self.board.at(m.from).filter(|man| man.kind == Kind::Pawn);
        next.half_moves = next.half_moves.saturating_add(1);
        if m.capture || pawn.is_some() {
            next.half_moves = 0;
        }
        next.drop_rights();
        if let Some(pawn) = pawn.filter(|_| m.double_step) {
            let crossed = m.from + self.rules.seat(pawn.seat).forward;
            next.rights.push(Right { stepper: self.turn, crossed, pawn: m.to });
            next.rights.sort_by_key(|right| right.stepper);
        }
        next.pass_turn();
        let events = next.settle();
        (next, events)
    }

    /// Drops the rights whose pawn is gone or whose crossed cell is filled.
    fn drop_rights(&mut self) {
        let board = &self.board;
        self.rights.retain(|right| {
            let man = board.at(right.pawn);
            let stands = man.is_some_and(|m| m.kind == Kind::Pawn && m.owner == right.stepper);
            stands && board.at(right.crossed).is_none()
        });
    }

    /// Gives the turn to the next living player.
    fn pass_turn(&mut self) {
        let first = *self.living.first().expect("somebody lives");
        let later = self.living.iter().find(|&&player| player > self.turn);
        if later.is_none() {
            self.full_moves = self.full_moves.saturating_add(1);
        }
        self.turn = later.copied().unwrap_or(first);
    }

    /// Puts out, skips and passes until somebody can move or the game is over.
    pub(super) fn settle(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut skipped = 0;
        loop {
            let player = self.turn;
            self.rights.retain(|right| right.stepper != player);
            if self.has_move() {
                return events;
            }
            let is_mated = self.in_check();
            if self.living.len() == 2 {
                self.end = Some(if is_mated { End::Mate } else { End::Stalemate });
                return events;
            }
            if is_mated {
                events.push(Event::Out(player, self.put_out(player)));
                skipped = 0;
            } else {
                events.push(Event::Skipped(player));
                skipped += 1;
            }
            self.pass_turn();
            if skipped == self.living.len() {
                self.end = Some(End::Blocked);
                return events;
            }
        }
    }

    /// Removes the mated player's king, hands over his men and names their heir.
    fn put_out(&mut self, victim: Player) -> Player {
        let rules = self.rules;
        let king = self.board.king(rules, victim).expect("a mated player has a king");
        let givers: Vec<Player> = self.board.attackers(rules, king, victim).map(|man| man.owner).collect();
        let after_victim = (1..rules.count()).map(|step| (victim + step) % rules.count());
        let heir = after_victim.into_iter().find(|player| givers.contains(player));
        let heir = heir.expect("a mated player is attacked");
        self.board.set(king, None);
        for &cell in &rules.cells {
            if let Some(man) = self.board.at(cell).filter(|man| man.owner == victim) {
                let seat = if man.kind == Kind::Pawn { man.seat } else { heir };
                self.board.set(cell, Some(Man { owner: heir, seat, ..man }));
            }
        }
        self.living.retain(|&player| player != victim);
        self.drop_rights();
        heir
    }
}
