//! Games one a line: rows of a table, JSON objects, lists of moves as engines have them. No legality.
//!
//! ```text
//! table   header "variant,white,black,date,result,fen,moves,tags,comments,nags,variations", then a row a game
//! JSON    one object a line with the same members
//! list    [ "position" ( "startpos" | "fen" FEN ) [ "moves" ] ] { move }       one game a line
//!         "setoption name UCI_Variant value" NAME                              the game of all lines below
//! ```
//!
//! Moves are UCI, with spaces between them; any other notation is read as well. In the
//! table `tags` is a JSON object, and `comments`, `nags` and `variations` are JSON arrays of
//! pairs: the number of moves before, and what is said. A variation is PGN between brackets, its
//! moves UCI, and another way to play the last of those moves. Only `moves` must be there. Any other
//! column or member is a tag: `eco` is `ECO`, and `my_note` is `my_note`. An empty cell and `null` say nothing;
//! tags that are empty stand in `tags`. A value that cannot be read, or is another one for the same tag, is a
//! fault of its game, with its place. A table may have `;`, `|` or tabs between its cells.
//! What is written is in `report`; a list has no tags.

mod read;

pub use read::{ArchiveForm, records};

use crate::pgn::PlayedGame;
use hexmate_core::rules::VariantTable;
use hexmate_position::Position;
use hexmate_position::Uci;

/// The line that names the game of all lists below it.
pub fn variant_line(game: &VariantTable) -> String {
    format!("setoption name UCI_Variant value {}\n", game.name)
}

/// A game as a list of moves.
pub fn list_line(played: &PlayedGame) -> String {
    let game = played.game();
    let start = match *played.start() == Position::start(game) {
        true => "startpos".to_owned(),
        false => format!("fen {}", played.start().to_fen()),
    };
    let moves: Vec<String> = played.moves().iter().map(|&m| format!(" {}", Uci(game.shape, m))).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves{}", moves.concat()) };
    format!("position {start}{moves}\n")
}
