//! Piece lists: `w: Kf6 Qg4 Pe5; b: Kf11 Pe7`, as problemists write positions, parsed and written.
//!
//! ```text
//! list    = part { separator part } [ separator tail ]
//! part    = [ player [":"] ] { item } [ "(" number ")" ]     the number of pieces is checked
//! item    = [ prefix ] [ letter [seat] ] cell { cell }       Kf6, Rc1i1, R c1 i1, wKf6, e5
//! tail    = turn | "ep" cell { cell } [":" cell] | "castling" letters | "players" letters
//!         | "clock" number | "move" number
//! turn    = player phrase | phrase player                    black to move, Schwarz am Zug, trait aux noirs
//! separator = ";" | "/" | "|" | "." | "-" | line end         commas and blanks separate items
//! ```
//!
//! Whose pieces they are is said by a name before them; else by a prefix, `wKf6 bKf11`; else by the case of the letters,
//! if both occur or there is one part; else by the order of the parts. A cell without a letter
//! * after a cell or a detached letter has the piece of that letter: `Rc1i1`, `R c1 i1`, `Pe5 f4`;
//! * elsewhere is a pawn, unless pawns of the same player have letters: then it has the piece of the last letter.
//!
//! White moves unless the list says otherwise. Castling rights and en passant cells exist only where they are named.
//!
//! Letters and names are those of a language of [`Letters::ALL`]. English is tried first. If letters of several other
//! languages fit and mean different pieces, the list is ambiguous unless only one of them gives a legal position. Names
//! of players in a language (`weiß:`, `v:`) decide for it.

mod error;
mod read;
mod words;
mod write;

pub use error::PieceListError;
pub use read::PieceList;
pub(crate) use words::player_by_name;
pub use write::PiecesOf;

/// Word before the cells that pawns have crossed.
const EN_PASSANT: &str = "ep";
/// Word before castling rights.
const CASTLING: &str = "castling";
/// Word before the players who are still in the game.
const PLAYERS: &str = "players";
/// Word before the half-move clock.
const CLOCK: &str = "clock";
/// Word before the move number.
const MOVE: &str = "move";

use crate::{FenError, Game, Letters, Setup};
use hexmate_core::rules::{PlayerSet, Role};

impl Setup {
    /// Parses a piece list with the letters of a language, if they fit; the position need not be legal.
    ///
    /// # Errors
    ///
    /// The first error of the text, with its offset.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Letters, Setup};
    ///
    /// let setup = Setup::from_piece_list(Game::MINI, "Kd1 Bc1 / kd7", Letters::HUNGARIAN)?;
    /// assert_eq!(setup.to_pieces(&Letters::ENGLISH), "w: Kd1 Rc1; b: Kd7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_piece_list(game: Game, text: &str, letters: Letters) -> Result<Self, FenError> {
        PieceList::parse_whole(game, text, Some(letters), letters.cells())?.into_setup(game)
    }

    /// Returns the players with a king; everybody if there is none, and in games for two.
    pub(crate) fn players_with_kings(&self) -> PlayerSet {
        let kings = self.board.pieces().filter(|(_, piece)| piece.role == Role::King);
        let owners: PlayerSet = kings.map(|(_, piece)| piece.owner).collect();
        if self.game.players == 2 || owners.is_empty() { self.game.everybody() } else { owners }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a list in its standard form, or the code and the place of its error.
    fn read(game: Game, list: &str) -> String {
        let setup = Setup::from_fen(game, list).map(|setup| setup.to_piece_list(&Letters::ENGLISH));
        setup.unwrap_or_else(|error| format!("{} at {}", error.kind.code(), error.offset))
    }

    #[test]
    fn spellings_of_list_are_equal() {
        for list in [
            "w: Kf6 Qg4 Pe5; b: Kf11 Pe7",
            "  W: Kf6, Qg4, e5\nB: Kf11, e7\n",
            "Kf6 Qg4 / kf11 pe7",
            "Kf6 Qg4 e5 / Kf11 e7",
            "kf11 pe7 / Kf6 Qg4 Pe5",
            "Kf6 Qg4 Pe5 kf11 pe7",
            "white Kf6 Qg4 e5 black Kf11 e7",
            "White: Kf6, Qg4, e5. Black: Kf11, e7. White to move.",
            "W Kf6 Qg4 e5, B Kf11 e7",
            "b: Kf11 Pe7; w: Kf6 Qg4 Pe5",
            "w: Kf6 Qg4 e5 (3); b: Kf11 e7 (2) (3+2)",
            "wKf6 wQg4 wPe5 bKf11 bPe7",
            "♔f6 ♕g4 ♙e5 / ♚f11 ♟e7",
            "w: kf6 qg4 pe5 - b: kf11 pe7; w",
            "v: Kf6 Vg4 gye5; s: Kf11 gye7",
            "Világos: Kf6, Vg4, e5; sötét: Kf11, e7; világos indul",
            "Kf6 Vg4 e5 / kf11 e7",
            "białe: Kf6 Hg4 e5; czarne: Kf11 e7; ruch białych",
            "w: Kf6 Dg4 Be5; s: Kf11 Be7; Weiß am Zug",
            "Blancs : Rf6 Dg4 Pe5 ; Noirs : Rf11 Pe7",
            "blancas Rf6 Dg4 e5 negras Rf11 e7 juegan blancas",
            "б: Крf6 Фg4 пe5; ч: Крf11 пe7; ход белых",
            "Белые: Kрf6",
            "b: Rf6 Dg4 Pe5; n: Rf11 Pe7",
            "White (3): K f6, Q g4, P e5; Black (2): K f11, P e7",
            "White (3) Kf6 Qg4 Pe5 Black (2) Kf11 Pe7",
            "♔f6 ♕g4 ♙e5 ♚f11 ♟e7",
            "White K f6, Q g4, P e5; Black K f11, P e7",
            "Weiße: Kf6 Dg4 Be5; Schwarze: Kf11 Be7",
        ] {
            let expected = match list {
                // The first letter is Latin.
                "Белые: Kрf6" => "unknown-word at 12",
                _ if list.starts_with("Kf6 Qg4 / kf11") => "w: Kf6 Qg4; b: Kf11 Pe7",
                _ => "w: Kf6 Qg4 Pe5; b: Kf11 Pe7",
            };
            assert_eq!(read(Game::GLINSKI, list), expected, "{list}");
        }
    }

    #[test]
    fn side_to_move_is_read() {
        for turn in [
            "black to move",
            "b to move",
            "b",
            "black moves",
            "Black begins",
            "turn: black",
            "side to move: b",
        ] {
            let list = format!("w: Kf6; b: Kf11; {turn}");
            assert_eq!(read(Game::GLINSKI, &list), "w: Kf6; b: Kf11; b to move", "{list}");
        }
        for list in [
            "v: Kf6; s: Kf11; sötét lép",
            "b: Kf6; c: Kf11; ruch czarnych",
            "w: Kf6; s: Kf11; Schwarz am Zug",
            "b: Rf6; n: Rf11; trait aux noirs",
            "b: Rf6; n: Rf11; juegan negras",
            "б: Крf6; ч: Крf11; ход чёрных",
            "b: Rf6; n: Rf11; nigraj movas",
        ] {
            assert_eq!(read(Game::GLINSKI, list), "w: Kf6; b: Kf11; b to move", "{list}");
        }
    }

    #[test]
    fn several_players_have_their_letters() {
        for (list, expected) in [
            ("w: Kg1 Pe4; r: Ka5; b: Kl6", "w: Kg1 Pe4; r: Ka5; b: Kl6"),
            ("Kg1 Pe4 / Ka5 / Kl6", "w: Kg1 Pe4; r: Ka5; b: Kl6"),
            ("wKg1 rKa5 bKl6 wPre4 wPd2 d3", "w: Kg1 Pd2 d3 Pre4; r: Ka5; b: Kl6"),
            ("blanka: Rg1 ruĝa: Ra5 nigra: Rl6", "w: Kg1; r: Ka5; b: Kl6"),
            ("white: Kg1 red: Ka5 black: Kl6 red to move", "w: Kg1; r: Ka5; b: Kl6; r to move"),
            ("fehér: Kg1 Vf1; piros: Ka5; sötét: Kl6", "w: Kg1 Qf1; r: Ka5; b: Kl6"),
            ("w: Kg1 Pre4; r: ; b: Kl6", "w: Kg1 Pre4; r:; b: Kl6"),
            ("Kg1 / Ka5 / Kl6 / Kf6", "too-many-players at 18"),
        ] {
            assert_eq!(read(Game::ECHEX3, list), expected, "{list}");
        }
    }

    #[test]
    fn faulty_lists_have_code_and_place() {
        for (list, expected) in [
            ("w: Kf6 Xg4; b: Kf11", "unknown-piece at 7"),
            ("w: Kf6 Qg44; b: Kf11", "no-such-cell at 8"),
            ("w: Kf6 Qm4; b: Kf11", "no-such-cell at 8"),
            ("w: Kf6 Qj4; b: Kf11", "w: Kf6 Qk4; b: Kf11"),
            ("w: Kf6 Qf6; b: Kf11", "cell-twice at 8"),
            ("w: Kf6 (2); b: Kf11", "wrong-count at 8"),
            ("White (2): Kf6; Black (1): Kf11", "wrong-count at 7"),
            ("White (1): Kf6; Black (2): Kf11", "wrong-count at 23"),
            ("w: Kf6; b: Kf11; ep", "missing-value at 17"),
            ("w: Kf6; b: Kf11; clock x", "no-number at 23"),
            ("w: Kf6; b: Kf11; mate in 2", "unknown-word at 17"),
            ("w: Kf6 -f5; b: Kf11", "unknown-word at 8"),
            ("Rf6 Ta1 / rf11 cb2 dd3", "w: Kf6 Ra1; b: Kf11 Qd3 Nb2"),
            ("Kf6 Hg4 Sa1 / kf11", "w: Kf6 Qg4 Na1; b: Kf11"),
            ("Kf6 Sa1 Pb1 / kf11", "w: Kf6 Na1 Pb1; b: Kf11"),
            ("Kf6 Hb2 / kf11", "ambiguous-letters at 0"),
        ] {
            assert_eq!(read(Game::GLINSKI, list), expected, "{list}");
        }
    }

    #[test]
    fn fen_never_becomes_list() {
        for game in Game::ALL.iter().copied() {
            let start = Setup::from(&crate::Position::start(game));
            for dialect in crate::Dialect::ALL {
                assert!(!PieceList::begins(&game, &start.to_fen_in(dialect)), "{}", game.name);
                assert!(!PieceList::begins(&game, &Setup::empty(game).to_fen_in(dialect)), "{}", game.name);
            }
        }
        for text in
            ["", "k7/8/8 w", "b/2r/5", "start", "Kf", "w", "f", "w: ", "Kasparov: e5", "8/8/8/8 w - -"]
        {
            let is_list = PieceList::begins(&Game::GLINSKI, text);
            assert_eq!(is_list, text == "w: ", "{text}");
        }
    }

    #[test]
    fn cells_without_letter_get_pieces() {
        for (list, expected) in [
            ("w: Kd1 Rc1 b1; b: Kd7", "w: Kd1 Rc1 Pb1; b: Kd7"),
            ("w: Kd1 Rc1b1; b: Kd7", "w: Kd1 Rb1 Rc1; b: Kd7"),
            ("w: Kd1 R c1 b1; b: Kd7", "w: Kd1 Rb1 Rc1; b: Kd7"),
            ("w: Kd1 Rc1 b1 Pd2 d3; b: Kd7", "w: Kd1 Rb1 Rc1 Pd2 d3; b: Kd7"),
            ("w: d2 b2 Kd1; b: Kd7 d6", "w: Kd1 Pb2 d2; b: Kd7 Pd6"),
            ("w: Kd1 c2; b: Kd7 Pd6 c4", "w: Kd1 Pc2; b: Kd7 Pc4 d6"),
            ("w: Kd1 Rc1 b1; b: Kd7 Pd6", "ambiguous-piece at 11"),
        ] {
            assert_eq!(read(Game::MINI, list), expected, "{list}");
        }
    }
}
