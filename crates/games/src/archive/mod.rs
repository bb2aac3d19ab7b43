//! Games with one line each: rows of a table, JSON objects, move lists as engines read them.
//!
//! [`records`] reads all three forms as [`GameText`](crate::validate::GameText), which
//! [`validate`](crate::validate) checks. [`list_line`] writes a move list; tables and JSON are written by
//! `hexmate-report`.
//!
//! ```text
//! table   header "variant,white,black,date,result,fen,moves,tags,comments,nags,variations", then one row per game
//! JSON    one object per line with the same members
//! list    [ "position" ( "startpos" | "fen" FEN ) [ "moves" ] ] { move }       one game per line
//!         "setoption name UCI_Variant value" NAME                              variant of all lines below
//! ```
//!
//! * Moves are written as UCI, separated by spaces; any notation is read.
//! * In a table `tags` is a JSON object; `comments`, `nags` and `variations` are JSON arrays of
//!   pairs: the number of moves before, and the content. A variation is PGN in brackets with
//!   UCI moves; it replaces the last of the moves before it. A comment after the result has the number of moves plus one.
//! * Glyphs precede comments on the same move, and those precede variations. In any other order each of them has a third
//!   item, its index among all annotations of the move: `[1, "behind the variation", 2]`.
//! * Only `moves` is required. Any other column or member is a tag: `eco` is `ECO`, and `my_note` is `my_note`.
//! * An empty cell and `null` are missing values; a tag with an empty value must be in `tags`.
//! * A value that cannot be read, or that contradicts another one for the same tag, is a
//!   fault of its game, with its place.
//! * A table may have `;`, `|` or tabs between its cells. A list has no tags.

mod read;

pub use read::{ArchiveForm, json_game, records};

use crate::pgn::PlayedGame;
use hexmate_position::{FenForm, Game, Position, Setup};

/// Returns the line that sets the variant of all move lists below it.
pub fn variant_line(game: Game, form: FenForm) -> String {
    format!("setoption name UCI_Variant value {}\n", form.order.uci_name(game))
}

/// Returns a game as a move list.
pub fn list_line(played: &PlayedGame, form: FenForm) -> String {
    let game = played.game();
    let start = match *played.start() == Position::start(game) {
        true => "startpos".to_owned(),
        false => format!("fen {}", Setup::from(played.start()).to_fen_in(form)),
    };
    let moves: Vec<String> =
        played.moves().iter().map(|&m| format!(" {}", form.names().uci(game.shape, m))).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves{}", moves.concat()) };
    format!("position {start}{moves}\n")
}
