//! Messages for the faults of a setup, with names of players and cells.

use std::fmt;

use super::{Coordinate, letter};
use hexmate_core::rules::{Fault, Faults, Player, VariantTable};

/// Faults that display as a list of phrases: `black has no king, pawn on its last cell f11`.
#[derive(Clone, Copy, Debug)]
pub struct FaultList<'f>(pub &'f VariantTable, pub &'f Faults);

impl fmt::Display for FaultList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phrases: Vec<String> = self.1.as_slice().iter().map(|&fault| phrase(self.0, fault)).collect();
        f.write_str(&phrases.join(", "))
    }
}

fn phrase(game: &VariantTable, fault: Fault) -> String {
    let name = |player| name(game, player);
    let cell_name = |cell| Coordinate(game.shape, cell);
    match fault {
        Fault::NoKing(player) => format!("{} has no king", name(player)),
        Fault::SeveralKings(player) => format!("{} has more than one king", name(player)),
        Fault::PiecesOfPlayerOut(player) => format!("{} is eliminated but has pieces", name(player)),
        Fault::TurnOfPlayerOut(player) => format!("{} is to move but eliminated", name(player)),
        Fault::NoOpponent => "fewer than two players are in the game".to_owned(),
        Fault::PawnOnLastCell(cell) => format!("pawn on its last cell {}", cell_name(cell)),
        Fault::PawnOfLivingPlayer(cell) => {
            format!(
                "pawn on {} has the direction of another player who is still in the game",
                cell_name(cell)
            )
        }
        Fault::OpponentInCheck(player) => format!("{} is in check but not to move", name(player)),
        Fault::ImpossibleEnPassant(cell) => {
            format!("no pawn can just have passed over {}", cell_name(cell))
        }
        Fault::ImpossibleCastling(player) => {
            format!("{} has a castling right, but king or rook is not on its initial cell", name(player))
        }
        Fault::TooManyPieces(player) => {
            format!("{} has more pieces or pawns than a game allows", name(player))
        }
    }
}

/// Returns a player's name: the colour in games for two, else the letter.
fn name(game: &VariantTable, player: Player) -> String {
    match (game.players, player) {
        (2, Player::WHITE) => "white".to_owned(),
        (2, _) => "black".to_owned(),
        _ => format!("player {}", letter(game, player)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Setup};

    fn message(game: Game, fen: &str) -> String {
        let faults = Setup::from_fen(game, fen).expect(fen).into_position().expect_err(fen);
        FaultList(&game, &faults).to_string()
    }

    #[test]
    fn all_faults_are_listed() {
        assert_eq!(
            message(Game::GLINSKI, "P/3/5/7/9/11/11/11/11/11/5K1K3 w c6 0 1"),
            "white has more than one king, black has no king, pawn on its last cell f11, \
             no pawn can just have passed over c6"
        );
    }

    #[test]
    fn players_of_three_have_letters() {
        assert_eq!(
            message(Game::ECHEX3, "1/3/5/7/9/11/2,rK,8/11/4,rP,6/11/5,wK,wN,4 w wb - 0 1"),
            "player r is eliminated but has pieces, player b has no king"
        );
    }
}
