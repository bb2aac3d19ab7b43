//! The set-up of a game and the moves of every man, on one sheet. Asks the rules; knows no pixels.

use super::words::Words;
use super::{Caption, Marks, Options, Picture, Prefix, Sheet, draw};
use crate::geometry::{Cell, Hex};
use crate::rules::{Board, Piece, Player, Position, Role, Setup, Variant};

/// Draws the sheet: the set-up, then the moves of each man that the game has.
///
/// A dot is where the man can go, a ring where he can take. The pawn is shown
/// on its initial cell, with a man to take on either side. Of the options those
/// that belong to one position are not used.
pub fn lesson<V: Variant>(options: &Options<V::Geometry>) -> Picture {
    let words = Words::of(&options.letters);
    let start = Board::<V>::start();
    let array = Setup::from(&Position::<V>::start());
    let mut pictures = vec![panel(&array, Marks::default(), words.array, 0, options)];
    let roles = Role::ALL.into_iter().filter(|&role| !start.by_role(role).is_empty());
    for (number, role) in roles.enumerate() {
        let (setup, marks) = if role == Role::Pawn { pawn::<V>() } else { piece::<V>(role) };
        pictures.push(panel(&setup, marks, words.role(role), number + 1, options));
    }
    let sheet = Sheet {
        columns: 3,
        title: options.title.clone().unwrap_or_else(|| V::TITLE.to_owned()),
        width: options.width,
        prefix: options.prefix.clone(),
    };
    sheet.of(&pictures, &options.theme)
}

fn panel<V: Variant>(
    setup: &Setup<V>,
    marks: Marks<V::Geometry>,
    name: &str,
    number: usize,
    options: &Options<V::Geometry>,
) -> Picture {
    let prefix: Prefix = options.prefix.numbered(number);
    let caption = Caption { middle: name.to_owned(), ..Caption::default() };
    let title = Some(format!("{}: {name}", V::TITLE));
    draw(setup, &Options { marks, caption, title, prefix, width: None, ..options.clone() })
}

/// A man alone in the centre.
fn piece<V: Variant>(role: Role) -> (Setup<V>, Marks<V::Geometry>) {
    let mut setup = Setup::<V>::empty();
    let centre = Cell::at(Hex::CENTRE).expect("every board has a centre");
    setup.board.put(centre, Piece::new(Player::WHITE, role));
    let marks = Marks { dots: setup.board.attacks(centre), ..Marks::default() };
    (setup, marks)
}

/// White's foremost pawn on its initial cell, with a pawn of another player on each cell that it attacks.
///
/// Its moves are those of a legal position, in which the kings stand as at the
/// beginning; they are not drawn.
fn pawn<V: Variant>() -> (Setup<V>, Marks<V::Geometry>) {
    let start = Board::<V>::start();
    let mut setup = Setup::<V>::empty();
    let pawns = (start.by_role(Role::Pawn) & start.by_owner(Player::WHITE)).into_iter();
    let from = pawns.min_by_key(|cell| (cell.hex().q.abs(), cell.hex().r)).expect("every game has pawns");
    setup.board.put(from, Piece::new(Player::WHITE, Role::Pawn));
    for target in setup.board.attacks(from) {
        setup.board.put(target, Piece::new(Player::BLACK, Role::Pawn));
    }
    let mut guarded = setup.clone();
    for king in start.by_role(Role::King) {
        guarded.board.put(king, start.piece(king).expect("a king stands there"));
    }
    let mut marks = Marks::default();
    if let Ok(position) = guarded.into_position() {
        marks.add_moves(&position, from);
    }
    (setup, marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::CellSet;
    use crate::notation::Coordinate;
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini};

    fn names<V: Variant>(cells: CellSet<V::Geometry>) -> String {
        let names: Vec<String> = cells.into_iter().map(|cell| Coordinate(cell).to_string()).collect();
        names.join(" ")
    }

    fn pawn_goes_and_takes<V: Variant>() -> (String, String) {
        let (_, marks) = pawn::<V>();
        (names::<V>(marks.dots), names::<V>(marks.rings))
    }

    #[test]
    fn pawns_go_and_take_as_each_game_has_it() {
        let told = |dots: &str, rings: &str| (dots.to_owned(), rings.to_owned());
        assert_eq!(pawn_goes_and_takes::<Glinski>(), told("f7 f6", "e5 g5"));
        assert_eq!(pawn_goes_and_takes::<McCooey>(), told("f5", "e5 g5"));
        assert_eq!(pawn_goes_and_takes::<Mini>(), told("d4", "c4 e4"));
        assert_eq!(pawn_goes_and_takes::<Echex3>(), told("f6 f5", "e4 g4"));
        assert_eq!(pawn_goes_and_takes::<Echex6>(), told("i6 i5", "h4 k4"));
    }

    #[test]
    fn men_in_the_centre_reach_what_the_board_has() {
        let reach = |role| piece::<Glinski>(role).1.dots.len();
        let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        assert_eq!(roles.map(reach), [12, 42, 30, 12, 12]);
    }
}
