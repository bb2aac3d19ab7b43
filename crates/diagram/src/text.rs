//! Text boards: a setup as lines of characters.
//!
//! Each column of the board takes two characters, each row two lines; with corners towards the players,
//! each rank takes one line.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::view::{self, View};
use super::{Caption, Options, ToMove, words};
use hexmate_core::geometry::{Direction, Orientation};
use hexmate_core::rules::{Piece, Player, Role, VariantTable};
use hexmate_position::{Letters, Setup};

/// Draws a setup in ASCII letters: `K` is White's king, `k` Black's.
///
/// In games for more than two a piece is the letters of owner and role, `wK`; a pawn
/// that changed owners adds the letter of its first seat, `wPr`. An empty cell is a
/// full stop.
pub fn ascii(setup: &Setup, view: View) -> String {
    drawn(setup, view, |piece| letters(&setup.game, piece), ".")
}

/// Draws a setup with the chess figures of Unicode, `♔` for White's king, `♚` for Black's.
///
/// Games for more than two use letters as [`ascii`] does, since Unicode has figures for two
/// players only. An empty cell is a raised dot.
pub fn unicode(setup: &Setup, view: View) -> String {
    let game = &setup.game;
    drawn(setup, view, |piece| figure(game, piece).map_or_else(|| letters(game, piece), String::from), "·")
}

/// Returns a line that names the symbols of both players, for the board of [`unicode`].
///
/// On a dark terminal the symbols of White are dark inside. Empty in games for more than two, whose boards have letters.
///
/// ```
/// use hexmate_diagram::unicode_legend;
/// use hexmate_position::{Game, Letters, Setup};
///
/// let setup = Setup::from_fen(Game::MINI, "b/1k1/5/7/3R3/2K4/7 w - 0 1").expect("a FEN");
/// assert_eq!(unicode_legend(&setup, &Letters::ENGLISH), "White ♔♖   Black ♚♝\n");
/// ```
pub fn unicode_legend(setup: &Setup, letters: &Letters) -> String {
    let game = &setup.game;
    let players = game.players().filter_map(|player| {
        let pieces = setup.board.pieces().map(|(_, piece)| piece).filter(|piece| piece.owner == player);
        let figures: BTreeMap<Role, char> =
            pieces.filter_map(|piece| Some((piece.role, figure(game, piece)?))).collect();
        let name = words::player_name(game, player, letters);
        (!figures.is_empty()).then(|| format!("{name} {}", figures.values().collect::<String>()))
    });
    let players: Vec<String> = players.collect();
    if players.is_empty() { String::new() } else { players.join("   ") + "\n" }
}

/// Returns a text board with its caption.
///
/// Each line above the board and each further line below it stays a line. Below the board, one line has the left, middle and right text, and the side to
/// move if the options mark it. `escaped` must turn any caption text into a single line.
pub fn with_caption(
    board: &str,
    setup: &Setup,
    options: &Options,
    escaped: impl Fn(&str) -> Cow<'_, str>,
) -> String {
    let Caption { above, left, middle, right, below: further, .. } = &options.caption;
    let to_move = match options.to_move {
        ToMove::Marked => words::to_move(setup, &options.letters),
        ToMove::Unmarked => String::new(),
    };
    let below = [left, middle, right, to_move.trim_end_matches('.')].map(str::trim);
    let below: Vec<&str> = below.into_iter().filter(|text| !text.is_empty()).collect();
    let above = above.iter().fold(String::new(), |above, line| above + &escaped(line) + "\n");
    let below = if below.is_empty() { String::new() } else { format!("{}\n", escaped(&below.join("   "))) };
    let further = further.iter().fold(String::new(), |further, line| further + &escaped(line) + "\n");
    format!("{above}{board}{below}{further}")
}

fn letters(game: &VariantTable, piece: Piece) -> String {
    let kind = piece.role.letter();
    if game.players == 2 {
        let kind = if piece.owner == Player::WHITE { kind } else { kind.to_ascii_lowercase() };
        return kind.to_string();
    }
    let mut text = format!("{}{kind}", hexmate_position::letter(game, piece.owner));
    if piece.seat != piece.owner {
        text.push(hexmate_position::letter(game, piece.seat));
    }
    text
}

fn figure(game: &VariantTable, piece: Piece) -> Option<char> {
    let figures = match piece.role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    figures.get(piece.owner.index()).copied().filter(|_| game.players == 2)
}

fn drawn(setup: &Setup, view: View, drawn_piece: impl Fn(Piece) -> String, empty: &str) -> String {
    let board = view.turned(&setup.game);
    let widest = if setup.game.players == 2 { 1 } else { 3 };
    // Neighbouring cells on one line need more space if pieces have several letters.
    let spread = match board.shape.orientation() {
        Orientation::PointyTop if widest > 1 => 2,
        _ => 1,
    };
    let place = |hex| {
        let (column, line) = board.shape.place_in_text(hex);
        (spread * i32::from(column), i32::from(line))
    };
    let mut page = Page::default();
    for cell in board.shape.cells() {
        let text = setup.board.piece(cell).map_or_else(|| empty.to_owned(), &drawn_piece);
        let (column, line) = place(board.hex(cell));
        page.put(column, line, text);
    }
    for label in view::labels(view.coordinates, board) {
        let text = label.name;
        let (column, line) = place(label.hex);
        match label.side {
            Direction::N | Direction::S => {
                let (column, line) = place(label.hex + label.side.vector());
                page.put(column, line, text);
            }
            Direction::NE | Direction::SE => page.put(column + widest + 1, line, text),
            _ => page.put(column - 1 - text.len() as i32, line, text),
        }
    }
    page.to_text()
}

/// Texts by line and column, added in any order.
#[derive(Default)]
struct Page(BTreeMap<(i32, i32), String>);

impl Page {
    fn put(&mut self, column: i32, line: i32, text: String) {
        self.0.insert((line, column), text);
    }

    /// Returns all lines, without trailing blanks and without a common left margin.
    fn to_text(&self) -> String {
        let margin = self.0.keys().map(|&(_, column)| column).min().unwrap_or(0);
        let top = self.0.keys().next().map_or(0, |&(line, _)| line);
        let mut lines: Vec<String> = Vec::new();
        for (&(line, column), text) in &self.0 {
            lines.resize((line - top) as usize + 1, String::new());
            let drawn = &mut lines[(line - top) as usize];
            let gap = ((column - margin) as usize).saturating_sub(drawn.chars().count());
            drawn.extend(std::iter::repeat_n(' ', gap));
            drawn.push_str(text);
        }
        lines.join("\n") + "\n"
    }
}
