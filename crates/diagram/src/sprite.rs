//! An SVG sprite: boards and pieces that the diagrams of an HTML page share by reference.
//!
//! ```text
//! svg.sprite                  path#c a cell · path#p a cell with a corner up
//!                             g#K a king: silhouette, .lines and .spots
//!                             g#wK White's king · g#rPo6 Red's pawn that was Orange's, in a game for six
//!                             g#b-glinski a board: path.frame · g.cells of .medium .light .dark · path.labels
//! svg.board                   use#b-glinski · g.last · g.marks · g.pieces of use#wK · circle.turn.w the side to move
//! ```
//!
//! The attribute `data-grid` of a board locates its cells: the centre of a1, the step to the next file, the step to
//! the next rank. `data-bend`, on hexagonal boards only, is the file, counted from 0, at which ranks bend; these
//! boards have no file j. `data-cell` is the id of the cell outline.
//!
//! Elements have classes but no colours; the style sheet of the page sets those.

use std::fmt::Write as _;

use super::grid::Grid;
use super::layout::{self, Corner, FINE, Layout};
use super::point::{Point, polygon};
use super::view::{self, Coordinates, View};
use super::{Caption, Circle, Colour, ColourTheme, Marks, Paint, PieceSet, Tone, pieces, words};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Coordinate, Letters};
use hexmate_position::{Game, Setup};

/// Letters of the players in classes and ids, in the order of [`Colour::ALL`].
pub const PLAYER_SIGNS: [char; Colour::ALL.len()] = ['w', 'b', 'r', 'o', 'u', 'g', 'y'];

/// Returns the letter of a player in classes and ids.
pub fn player_sign(game: Game, player: Player) -> char {
    PLAYER_SIGNS[Colour::of(&game, player) as usize]
}

/// Returns the id of a piece: letters of player and role, such as `wK`.
///
/// A pawn that changed owners adds the letter of its first player and the number of players, as in `rPo6`.
pub fn piece_sign(game: Game, piece: Piece) -> String {
    let mut sign = format!("{}{}", player_sign(game, piece.owner), piece.role.letter());
    if piece.seat != piece.owner {
        let _ = write!(sign, "{}{}", player_sign(game, piece.seat), game.players);
    }
    sign
}

/// Returns the SVG element with the definitions for boards of these games.
pub fn sprite(games: &[Game]) -> String {
    let mut text =
        String::from("<svg class=\"sprite\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    let grids: std::collections::BTreeMap<_, _> =
        games.iter().map(|game| Grid::of(game.shape)).map(|grid| (grid.name(), grid.cell())).collect();
    for (name, outline) in grids {
        let _ = writeln!(text, r#"<path id="{name}" d="{outline}"/>"#);
    }
    for role in Role::ALL {
        let drawn = PieceSet::Classic.outline(role, &Letters::ENGLISH);
        let _ = write!(text, r#"<g id="{}"><path d="{}"/>"#, role.letter(), drawn.body);
        for (class, path) in [("lines", drawn.lines), ("spots", drawn.spots)] {
            if !path.is_empty() {
                let _ = write!(text, r#"<path class="{class}" d="{path}"/>"#);
            }
        }
        text.push_str("</g>\n");
    }
    let mut signs = std::collections::BTreeSet::new();
    for &game in games {
        for piece in all_pieces(game) {
            let sign = piece_sign(game, piece);
            if signs.insert(sign.clone()) {
                text += &piece_symbol(game, piece, &sign);
            }
        }
        text += &board_symbol(game);
    }
    text + "</defs></svg>\n"
}

/// Returns every piece that can occur in a game.
fn all_pieces(game: Game) -> impl Iterator<Item = Piece> {
    let own = game.players().flat_map(|player| Role::ALL.map(|role| Piece::new(player, role)));
    let is_many = game.players > 2;
    let seats = move |owner| game.players().map(move |seat| Piece { seat, ..Piece::new(owner, Role::Pawn) });
    let pawns = game.players().flat_map(seats);
    own.chain(pawns.filter(move |piece| is_many && piece.seat != piece.owner))
}

fn piece_symbol(game: Game, piece: Piece, sign: &str) -> String {
    let class = player_sign(game, piece.owner);
    let mut text = format!(
        r##"<g id="{sign}" class="{class}" {FINE} stroke-width="{}"><use href="#{}"/>"##,
        pieces::PEN,
        piece.role.letter()
    );
    if piece.seat != piece.owner {
        let heading = layout::heading(Grid::of(game.shape), Point::ORIGIN, game.forward(piece.seat));
        let _ = write!(text, r#"<path class="heading {}" d="{heading}"/>"#, player_sign(game, piece.seat));
    }
    text + "</g>\n"
}

fn board_symbol(game: Game) -> String {
    let layout = plain_layout(game);
    let grid = layout.grid;
    let mut text = format!(
        "<g id=\"b-{}\"><path class=\"frame\" d=\"{}\"/><g class=\"cells\">\n",
        game.name,
        layout.frame()
    );
    for (colour, name) in [(0, "medium"), (1, "light"), (2, "dark")] {
        // One path for all cells of a colour: browsers print a path once, but each `use` as a copy.
        let cells = game.shape.cells().filter(|&cell| game.shape.hex(cell).colour() == colour);
        let outlines: String = cells.map(|cell| cell_at(grid, grid.centre(game.shape.hex(cell)))).collect();
        let _ = writeln!(text, r#"<path class="{name}" d="{outlines}"/>"#);
    }
    let labels = view::labels(Coordinates::Large, View::default().turned(&game));
    let labels: String = labels.iter().map(|label| layout.label_strokes(label)).collect();
    let _ = writeln!(text, r#"</g><path class="labels" {} d="{labels}"/></g>"#, layout.label_scale());
    text
}

/// Returns the outline of a cell with this centre.
fn cell_at(grid: Grid, centre: Point) -> String {
    polygon(&grid.corners().map(|corner| centre.plus(corner)))
}

fn plain_layout(game: Game) -> Layout {
    Layout::new(game.shape, Coordinates::Large, &Caption::default())
}

/// Returns the data attributes that locate the cells of a board.
fn grid_data(game: Game, grid: Grid) -> String {
    let shape = game.shape;
    let [file, row] = grid.steps();
    let first = shape.at(shape.columns().start, 1).map_or(Point::ORIGIN, |hex| grid.centre(hex));
    let steps = [first.x, first.y, file.x, file.y, -row.x, -row.y].map(|number| number.to_string());
    let mut data = format!(" data-grid=\"{}\" data-cell=\"{}\"", steps.join(" "), grid.name());
    if let Some(radius) = shape.radius() {
        let _ = write!(data, " data-bend=\"{radius}\"");
    }
    data
}

/// Returns a board with its pieces and marks as an SVG element that refers to the [`sprite`].
pub fn page_board(setup: &Setup, marks: &Marks, letters: &Letters) -> String {
    board_with(setup, marks, letters, "")
}

/// Returns a board as [`page_board`] does, with data attributes for stepping through a game.
///
/// They give the initial position `start`, and which move of the page's move list led to `setup`; -1 for none.
pub fn game_board(start: &Setup, last: Option<usize>, setup: &Setup, marks: &Marks) -> String {
    let game = start.game;
    let piece = |(cell, piece)| format!("{}{}", Coordinate(game.shape, cell), piece_sign(game, piece));
    let pieces: Vec<String> = start.board.pieces().map(piece).collect();
    let last = last.map_or("-1".to_owned(), |last| last.to_string());
    let turn = player_sign(game, start.turn);
    board_with(
        setup,
        marks,
        &Letters::ENGLISH,
        &format!(" data-start=\"{}\" data-turn=\"{turn}\" data-now=\"{last}\"", pieces.join(" ")),
    )
}

/// Returns marks on a page's board as SVG elements: highlighted cells, arrows and circles.
pub fn page_marks(setup: &Setup, marks: &Marks) -> String {
    let grid = Grid::of(setup.game.shape);
    let place = |cell| grid.centre(setup.game.shape.hex(cell));
    let mut text = String::new();
    for (&cell, &tone) in &marks.cells {
        let _ = write!(
            text,
            r##"<use class="marked {}" href="#{}"{}/>"##,
            css_tone(tone),
            grid.name(),
            place(cell)
        );
    }
    for Circle { cell, tone } in &marks.circles {
        let Point { x, y } = place(*cell);
        let (class, radius) = (css_tone(*tone), layout::CIRCLE);
        let _ = write!(text, r#"<circle class="circle {class}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }
    for arrow in &marks.arrows {
        let target = match setup.board.piece(arrow.to) {
            Some(_) => layout::Target::Occupied,
            None => layout::Target::Empty,
        };
        if let Some(outline) = layout::arrow(place(arrow.from), place(arrow.to), target, arrow.lane) {
            let class = css_tone(arrow.tone);
            let _ = write!(text, r#"<path class="arrow {class}" {FINE} d="{outline}"/>"#);
        }
    }
    text
}

/// Returns the class of a mark's colour.
const fn css_tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "tone",
        Tone::Green => "tone-g",
        Tone::Red => "tone-r",
        Tone::Yellow => "tone-y",
        Tone::Blue => "tone-b",
    }
}

fn board_with(setup: &Setup, marks: &Marks, letters: &Letters, data: &str) -> String {
    let game = setup.game;
    let layout = plain_layout(game);
    let [left, top, width, height] = layout.view_box();
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"{left} {top} {width} {height}\"{}{data} role=\"img\" \
         aria-label=\"{}\"><use href=\"#b-{}\"/><g class=\"last\"></g><g class=\"marks\">{}</g><g class=\"pieces\">",
        grid_data(game, layout.grid),
        words::board_description(setup, marks, letters),
        game.name,
        page_marks(setup, marks)
    );
    for (cell, piece) in setup.board.pieces() {
        let place = layout.grid.centre(game.shape.hex(cell));
        let _ = write!(text, r##"<use href="#{}"{place}/>"##, piece_sign(game, piece));
    }
    let (right, y) = (left + width - 22, top + height - 22);
    let x = if layout.disc_centre(Corner::LowerRight).x > 0 { right } else { left + 22 };
    let turn = player_sign(game, setup.turn);
    text + &format!("</g><circle class=\"turn {turn}\" cx=\"{x}\" cy=\"{y}\" r=\"13\"/></svg>\n")
}

/// Returns the colours of a theme as CSS custom properties.
pub fn css_properties(theme: &ColourTheme) -> String {
    let mut text = String::new();
    for (name, rgb) in [
        ("medium", theme.cells[0]),
        ("light", theme.cells[1]),
        ("dark", theme.cells[2]),
        ("grid", theme.grid),
        ("frame", theme.frame),
        ("edge", theme.edge),
        ("labels", theme.labels),
        ("last", theme.last_move.ring),
        ("arrow-edge", theme.arrow_edge),
    ] {
        let _ = write!(text, "--{name}:{rgb};");
    }
    let tint = theme.last_move.tint.map_or("transparent".to_owned(), |tint| tint.to_string());
    let _ = write!(text, "--last-tint:{tint};");
    for tone in Tone::ALL {
        let _ = write!(text, "--{}:{};", css_tone(tone), theme.tone(tone));
    }
    for (colour, sign) in Colour::ALL.into_iter().zip(PLAYER_SIGNS) {
        let Paint { fill, outline, detail } = theme.paint(colour);
        let _ = write!(text, "--{sign}:{fill};--{sign}-line:{outline};--{sign}-detail:{detail};");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Position;

    #[test]
    fn sprite_defines_every_reference() {
        let boards: String = Game::ALL
            .iter()
            .map(|&game| {
                page_board(&Setup::from(&Position::start(game)), &Marks::default(), &Letters::ENGLISH)
            })
            .collect();
        let page = format!("<main>{}{boards}</main>", sprite(Game::ALL));
        let document = roxmltree::Document::parse(&page).expect("it is well-formed");
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let distinct: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distinct.len());
        for node in document.descendants() {
            if let Some(target) = node.attribute("href") {
                assert!(distinct.contains(target.trim_start_matches('#')), "{target}");
            }
        }
        assert!(distinct.contains("rPo6") && distinct.contains("uK") && distinct.contains("b-mini"));
    }
    #[test]
    fn grid_data_locates_every_cell() {
        for &game in Game::ALL {
            let (shape, grid) = (game.shape, Grid::of(game.shape));
            let data = grid_data(game, grid);
            let numbers = |name: &str| -> Vec<i32> {
                let found = data.split_once(&format!("data-{name}=\"")).map_or("", |(_, rest)| rest);
                let text = found.split('"').next().unwrap_or_default();
                text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
            };
            let [x, y, file_x, file_y, rank_x, rank_y] = numbers("grid")[..] else { panic!("{data}") };
            let bend = numbers("bend").first().copied();
            for cell in shape.cells() {
                // The script of the page computes the same.
                let right = i32::from(shape.hex(cell).q - shape.columns().start);
                let up = i32::from(Coordinate(shape, cell).rank()) - 1;
                let beyond = bend.map_or(0, |bend| (right - bend).max(0));
                let place = Point {
                    x: x + file_x * right + rank_x * up,
                    y: y + file_y * (right - 2 * beyond) + rank_y * up,
                };
                assert_eq!(place, grid.centre(shape.hex(cell)), "{game:?} {}", Coordinate(shape, cell));
            }
        }
    }
}
