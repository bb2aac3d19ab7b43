//! Positions as one line of text in the canonical form (rules.md, parts 6 and 10).

use super::board::Board;
use super::game::Game;
use super::hex::Hex;
use super::piece::{Kind, Player};
use super::position::{Position, Right};
use super::ranks::{read_board, read_piece, write_board};

impl Position {
    /// Parses a position, then eliminates or skips players who cannot move.
    ///
    /// An en-passant cell gives a right to each living player, not to move, who
    /// has a pawn one step beyond it that may have come over it; of several cells
    /// a player has one, in the order of their first owners if that can be. The pawn's
    /// first cell must be empty; with more than two players, where others may
    /// have filled it since, that is waived if no pawn fits otherwise. With two
    /// the field names all of a pawn's crossed cells, or, where a cell can be
    /// crossed in two directions, the crossed cell and the pawn's.
    ///
    /// # Errors
    ///
    /// A sentence with the reason.
    pub fn from_fen(game: Game, text: &str) -> Result<Position, String> {
        let rules = game.rules();
        let fields: Vec<&str> = text.split(' ').collect();
        let (pieces, turn, living, wings, crossed, half, full) = match fields[..] {
            [pieces, turn, crossed, half, full] if rules.count() == 2 && rules.wings.is_empty() => {
                (pieces, turn, "wb", "-", crossed, half, full)
            }
            [pieces, turn, wings, crossed, half, full] if !rules.wings.is_empty() => {
                (pieces, turn, "wb", wings, crossed, half, full)
            }
            [pieces, turn, living, crossed, half, full] if rules.count() > 2 => {
                (pieces, turn, living, "-", crossed, half, full)
            }
            _ => return Err(format!("{} fields", fields.len())),
        };
        let living: Vec<Player> = living
            .chars()
            .map(|letter| rules.player(letter).ok_or(format!("{letter} is no player")))
            .collect::<Result<_, _>>()?;
        if living.len() < 2 || !living.is_sorted_by(|a, b| a < b) {
            return Err("the living players are not two or more in turn order".into());
        }
        let turn = living
            .iter()
            .copied()
            .find(|&player| turn == rules.letter(player).to_string())
            .ok_or(format!("{turn} is not to move"))?;
        let board = read_board(rules, pieces)?;
        let mut position = Position {
            rules,
            board,
            turn,
            living,
            rights: Vec::new(),
            wings: Vec::new(),
            half_moves: half.parse().map_err(|_| "bad half-move counter")?,
            full_moves: full.parse().map_err(|_| "bad move number")?,
            end: None,
        };
        position.check_pieces()?;
        position.read_wings(wings)?;
        match crossed {
            "-" => {}
            _ if rules.count() == 2 => position.read_right(crossed)?,
            _ => position.read_rights(crossed)?,
        }
        position.settle();
        Ok(position)
    }

    /// Parses pieces such as `wKf1`, or `bPrd5` for an inherited pawn, and the other fields.
    ///
    /// # Errors
    ///
    /// As `from_fen`.
    pub fn from_pieces(game: Game, pieces: &str, fields: &str) -> Result<Position, String> {
        let rules = game.rules();
        let mut board = Board::empty();
        for word in pieces.split_whitespace() {
            let digits = word.find(|letter: char| letter.is_ascii_digit());
            let (piece, cell) = word.split_at(digits.ok_or(format!("{word} has no cell"))? - 1);
            let mut letters: Vec<char> = piece.chars().collect();
            if rules.count() == 2 && letters.remove(0) == 'b' {
                letters[0] = letters[0].to_ascii_lowercase();
            }
            let piece = read_piece(rules, &String::from_iter(letters));
            let cell = rules.cells.by_name(cell).ok_or(format!("no cell {cell}"))?;
            board.set(cell, Some(piece.ok_or(format!("{word} is no piece"))?));
        }
        Position::from_fen(game, &format!("{} {fields}", write_board(rules, &board)))
    }

    /// Returns the position as one line.
    pub fn to_fen(&self) -> String {
        let rules = self.rules;
        let turn = rules.letter(self.turn);
        let living: String = self.living.iter().map(|&player| rules.letter(player)).collect();
        let living = if rules.count() == 2 { String::new() } else { living + " " };
        let wings = if rules.wings.is_empty() { String::new() } else { self.wings_text() + " " };
        let mut crossed: Vec<String> = Vec::new();
        for text in self.rights.iter().map(|right| self.right_text(right)) {
            if !crossed.contains(&text) {
                crossed.push(text);
            }
        }
        if crossed.is_empty() {
            crossed.push("-".into());
        }
        format!(
            "{} {turn} {living}{wings}{} {} {}",
            write_board(rules, &self.board),
            crossed.join(","),
            self.half_moves,
            self.full_moves
        )
    }

    /// Returns the letters of the open wings, or `-`.
    fn wings_text(&self) -> String {
        if self.wings.is_empty() {
            return "-".into();
        }
        self.wings.iter().map(|&wing| self.rules.wings[wing].letter).collect()
    }

    fn read_wings(&mut self, text: &str) -> Result<(), String> {
        let wings = self.rules.wings.iter().enumerate();
        let named = wings.filter(|(_, wing)| text.contains(wing.letter));
        self.wings = named.map(|(number, _)| number).collect();
        if self.wings_text() != text {
            return Err(format!("{text} are no wings in their order"));
        }
        match self.wings.iter().map(|&wing| &self.rules.wings[wing]).find(|wing| !self.is_home(wing)) {
            Some(wing) => Err(format!("the king or the rook of {} has moved", wing.letter)),
            None => Ok(()),
        }
    }

    /// Returns the crossed cells; where they leave a choice of pawns, the crossed cell and the pawn's.
    fn right_text(&self, right: &Right) -> String {
        let name = |&cell: &Hex| self.rules.cells.name(cell);
        let crossed = right.crossed.iter().map(name).collect::<Vec<_>>().join(",");
        match self.rules.seat(right.stepper).forward.len() {
            1 => crossed,
            _ => format!("{crossed}:{}", name(&right.pawn)),
        }
    }

    /// With two players the field is one right, which a pawn must just have left.
    fn read_right(&mut self, text: &str) -> Result<(), String> {
        let just_left =
            self.rights_left().into_iter().filter(|&(_, is_first_cell_empty)| is_first_cell_empty);
        let found = just_left.map(|(right, _)| right).find(|right| self.right_text(right) == text);
        self.rights.push(found.ok_or(format!("no pawn can just have crossed {text}"))?);
        Ok(())
    }

    /// Checks kings, owners, pawns and, for two players, the king just left.
    fn check_pieces(&self) -> Result<(), String> {
        let rules = self.rules;
        for (cell, piece) in self.board.pieces() {
            let name = rules.cells.name(cell);
            if !self.living.contains(&piece.owner) {
                return Err(format!("the owner of the piece on {name} is out"));
            }
            if piece.seat != piece.owner && self.living.contains(&piece.seat) {
                return Err(format!("the pawn on {name} was taken over from a living player"));
            }
            if piece.kind == Kind::Pawn && rules.is_last(piece.seat, cell) {
                return Err(format!("the pawn on {name} has not promoted"));
            }
        }
        for &player in &self.living {
            let pieces = self.board.pieces();
            let own = pieces.filter(|(_, piece)| piece.owner == player && piece.kind == Kind::King);
            let kings = own.count();
            if kings != 1 {
                return Err(format!("{} has {kings} kings", rules.letter(player)));
            }
            if rules.count() == 2 && player != self.turn && self.board.is_in_check(rules, player) {
                return Err("the player not to move is in check".into());
            }
        }
        Ok(())
    }

    fn read_rights(&mut self, text: &str) -> Result<(), String> {
        let mut choices: Vec<Vec<Right>> = vec![Vec::new()];
        let mut fitting = Vec::new();
        for name in text.split(',') {
            let cell = self.rules.cells.by_name(name).ok_or(format!("no cell {name}"))?;
            let mut found = self.rights_over(cell);
            if found.iter().any(|&(_, is_first_cell_empty)| is_first_cell_empty) {
                found.retain(|&(_, is_first_cell_empty)| is_first_cell_empty);
            }
            if found.is_empty() {
                return Err(format!("no pawn can just have crossed {name}"));
            }
            // Every way to give each cell so far to somebody who has none yet.
            let mut longer = Vec::new();
            for choice in choices {
                for (right, _) in &found {
                    if choice.iter().all(|other: &Right| other.stepper != right.stepper) {
                        longer.push([choice.clone(), vec![right.clone()]].concat());
                    }
                }
            }
            choices = longer;
            fitting.push(found);
        }
        choices.sort_by_key(|choice| {
            let steppers: Vec<Player> = choice.iter().map(|right| right.stepper).collect();
            (!steppers.is_sorted(), steppers)
        });
        let best = choices.first().ok_or(format!("not enough pawns can have crossed {text}"))?;
        self.rights.clone_from(best);
        for (own, found) in best.iter().zip(fitting) {
            for (right, _) in found {
                let has_none = self.rights.iter().all(|other| other.stepper != right.stepper);
                if has_none && right.stepper > own.stepper {
                    self.rights.push(right);
                }
            }
        }
        self.rights.sort_by_key(|right| right.stepper);
        Ok(())
    }

    /// Returns the pawns that may have crossed just this cell, one of each player, and whether their first cell is empty.
    fn rights_over(&self, crossed: Hex) -> Vec<(Right, bool)> {
        let mut found = self.rights_left();
        found.retain(|(right, _)| right.crossed == [crossed]);
        // Of two pawns of one player the one whose first cell is empty, then that of the earlier seat.
        found.sort_by_key(|(right, is_first_cell_empty)| {
            let seat = self.board.at(right.pawn).map(|piece| piece.seat);
            (right.stepper, !is_first_cell_empty, seat)
        });
        found.dedup_by_key(|(right, _)| right.stepper);
        found
    }

    /// Returns the right that each long step to its cell would have left, over empty cells, and whether the first cell
    /// of the step is empty too.
    fn rights_left(&self) -> Vec<(Right, bool)> {
        let mut found = Vec::new();
        let pawns = self.board.pieces().filter(|(_, piece)| piece.kind == Kind::Pawn);
        for (pawn, piece) in pawns.filter(|(_, piece)| piece.owner != self.turn) {
            let seat = self.rules.seat(piece.seat);
            for &(first, _) in &seat.starts {
                let crossed = seat.crossed(first, pawn);
                let is_free = crossed.iter().all(|&cell| self.board.at(cell).is_none());
                if !crossed.is_empty() && is_free {
                    let right = Right { stepper: piece.owner, crossed, pawn };
                    found.push((right, self.board.at(first).is_none()));
                }
            }
        }
        found
    }
}
