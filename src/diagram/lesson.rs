//! The set-up of a game and the moves of every man, on one sheet. Asks the rules; knows no pixels.

use super::words::Words;
use super::{Arrow, Caption, Marks, Options, Picture, Prefix, Sheet, draw};
use crate::geometry::{Cell, CellSet, Hex};
use crate::game::{Board, Position, Setup};
use crate::rules::{Piece, Player, Role};

/// Draws the sheet: the set-up, the moves of each man that the game has, and what else pawns do.
///
/// A dot is where the man can go, a ring where he can take. The pawn is shown
/// on its initial cell, with a man to take on either side; then, where the game
/// has it, taking en passant: the double step is the last move, the pawn that
/// goes has a cross; then on the cell before its last one, all its last ones
/// being marked. Of the options those that belong to one position are not used.
pub fn lesson(options: &Options) -> Picture {
    let words = Words::of(&options.letters);
    let start = Board::start();
    let array = Setup::from(&Position::start());
    let mut panels = vec![(array, Marks::default(), words.array.to_owned())];
    for role in Role::ALL.into_iter().filter(|&role| !start.by_role(role).is_empty()) {
        let (setup, marks) = if role == Role::Pawn { pawn() } else { piece(role) };
        panels.push((setup, marks, words.role(role).to_owned()));
    }
    panels.extend(en_passant().map(|(setup, marks)| (setup, marks, words.en_passant.to_owned())));
    panels.extend(promotion().map(|((setup, marks), roles)| {
        let letters = roles.into_iter().map(|role| format!(" {}", options.letters.letter(role)));
        (setup, marks, format!("{}:{}", words.promotion, letters.collect::<String>()))
    }));
    let pictures = panels.into_iter().enumerate();
    let pictures: Vec<Picture> =
        pictures.map(|(number, (setup, marks, name))| panel(&setup, marks, &name, number, options)).collect();
    let sheet = Sheet {
        columns: 3,
        title: options.title.clone().unwrap_or_else(|| game.title.to_owned()),
        width: options.width,
        prefix: options.prefix.clone(),
    };
    sheet.of(&pictures, &options.theme)
}

fn panel(
    setup: &Setup,
    marks: Marks,
    name: &str,
    number: usize,
    options: &Options,
) -> Picture {
    let prefix: Prefix = options.prefix.numbered(number);
    let caption = Caption { middle: name.to_owned(), ..Caption::default() };
    let title = Some(format!("{}: {name}", game.title));
    draw(setup, &Options { marks, caption, title, prefix, width: None, ..options.clone() })
}

/// What a panel shows.
type Shown = (Setup, Marks<<V as Variant>::Geometry>);

/// A man alone in the centre.
fn piece(role: Role) -> Shown {
    let mut setup = Setup::empty();
    let centre = Cell::at(Hex::CENTRE).expect("every board has a centre");
    setup.board.put(centre, Piece::new(Player::WHITE, role));
    let marks = Marks { dots: setup.board.attacks(centre), ..Marks::default() };
    (setup, marks)
}

/// White's foremost pawn on its initial cell, with a pawn of another player on each cell that it attacks.
fn pawn() -> Shown {
    let mut setup = Setup::empty();
    let from = initial_pawns(Player::WHITE).into_iter();
    let from = from.min_by_key(|cell| (cell.hex().q.abs(), cell.hex().r)).expect("every game has pawns");
    setup.board.put(from, Piece::new(Player::WHITE, Role::Pawn));
    for target in setup.board.attacks(from) {
        setup.board.put(target, Piece::new(Player::BLACK, Role::Pawn));
    }
    let mut marks = Marks::default();
    if let Some(position) = with_kings(&setup) {
        marks.add_moves(&position, from);
    }
    (setup, marks)
}

fn initial_pawns(player: Player) -> CellSet {
    let start = Board::start();
    start.by_role(Role::Pawn) & start.by_owner(player)
}

/// The position with the kings of the set-up, which a panel does not draw; none if it is not legal.
fn with_kings(setup: &Setup) -> Option<Position> {
    let start = Board::start();
    let mut setup = setup.clone();
    for king in start.by_role(Role::King) {
        if setup.board.piece(king).is_some() {
            return None;
        }
        setup.board.put(king, start.piece(king).expect("a king stands there"));
    }
    setup.into_position().ok()
}

/// The double step of the player before White that is nearest to the centre, and White's pawns that can answer it.
fn en_passant() -> Option<Shown> {
    let stepper = game.players().last()?;
    let answered = initial_pawns(stepper).into_iter().filter_map(|from| answered(stepper, from));
    answered.min_by_key(|&(over, _)| (from_centre(over), over)).map(|(_, shown)| shown)
}

/// The cell that a pawn's double step passes over, and the position after it, if White has an answer.
fn answered(stepper: Player, from: Cell) -> Option<(Cell, Shown)> {
    let mut setup = Setup { turn: stepper, ..Setup::empty() };
    setup.board.put(from, Piece::new(stepper, Role::Pawn));
    let before = with_kings(&setup)?;
    let step = before.legal_moves().find(|&m| before.is_double_step(m))?;
    let over = before.play(step).ok()?.passing(stepper)?.over;
    for cell in CellSet::all() {
        let mut alone = Board::empty();
        alone.put(cell, Piece::new(Player::WHITE, Role::Pawn));
        if alone.attacks(cell).contains(over) && ![from, step.to].contains(&cell) {
            setup.board.put(cell, Piece::new(Player::WHITE, Role::Pawn));
        }
    }
    let after = with_kings(&setup)?.play(step).ok()?;
    let takes: Vec<_> = after.legal_moves().filter(|&m| after.is_en_passant(m)).collect();
    if takes.is_empty() {
        return None;
    }
    let marks = Marks {
        last_move: Some(step),
        crosses: CellSet::of(step.to),
        arrows: takes.into_iter().map(Arrow::from).collect(),
        ..Marks::default()
    };
    let mut setup = Setup::from(&after);
    for king in setup.board.by_role(Role::King) {
        setup.board.take(king);
    }
    Some((over, (setup, marks)))
}

/// White's pawn before the last cell of a file near the middle, all such cells, and what it can become.
fn promotion() -> Option<(Shown, Vec<Role>)> {
    let cells = V::promotion_cells(Player::WHITE);
    let promoting = |from: Cell| {
        let mut setup = Setup::empty();
        setup.board.put(from, Piece::new(Player::WHITE, Role::Pawn));
        let position = with_kings(&setup)?;
        let roles: Vec<Role> =
            position.legal_moves().filter(|m| m.from == from).filter_map(|m| m.promotion).collect();
        let mut marks = Marks { cells, ..Marks::default() };
        marks.add_moves(&position, from);
        (!roles.is_empty()).then_some(((setup, marks), roles))
    };
    let mut all: Vec<Cell> = (CellSet::all() - cells).into_iter().collect();
    all.sort_by_key(|cell| (cell.hex().q.abs(), *cell));
    all.into_iter().find_map(promoting)
}

/// How many steps a cell is from the centre.
fn from_centre(cell: Cell) -> i8 {
    let Hex { q, r } = cell.hex();
    q.abs().max(r.abs()).max((q + r).abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Coordinate, Letters};
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini};

    fn names(cells: CellSet) -> String {
        let names: Vec<String> = cells.into_iter().map(|cell| Coordinate(cell).to_string()).collect();
        names.join(" ")
    }

    fn pawn_goes_and_takes() -> (String, String) {
        let (_, marks) = pawn();
        (names(marks.dots), names(marks.rings))
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

    fn moves_en_passant() -> String {
        let Some((_, marks)) = en_passant() else { return String::new() };
        let step = marks.last_move.expect("a double step").from;
        let takes =
            marks.arrows.iter().map(|arrow| format!(" {}{}", Coordinate(arrow.from), Coordinate(arrow.to)));
        format!("{}{}{}", Coordinate(step), names(marks.crosses), takes.collect::<String>())
    }

    #[test]
    fn a_pawn_that_has_stepped_twice_is_taken_from_either_side() {
        let told = [
            moves_en_passant::<Glinski>(),
            moves_en_passant::<McCooey>(),
            moves_en_passant::<Mini>(),
            moves_en_passant::<Echex3>(),
            moves_en_passant::<Echex6>(),
        ];
        // Mini Hexchess has no double step.
        assert_eq!(told, ["f7f5 e5f6 g5f6", "e8e6 d5e7 f6e7", "", "g7e6 g6f7", "n4l6 l5m5"]);
    }

    fn pawn_becomes() -> String {
        let ((setup, marks), roles) = promotion().expect("every game has it");
        let letters: String = roles.iter().map(|&role| Letters::ENGLISH.letter(role)).collect();
        assert_eq!(marks.cells, V::promotion_cells(Player::WHITE));
        format!("{}{} {letters}", names(setup.board.occupied()), names(marks.dots))
    }

    #[test]
    fn a_pawn_becomes_what_the_game_has() {
        let told = [
            pawn_becomes::<Glinski>(),
            pawn_becomes::<McCooey>(),
            pawn_becomes::<Mini>(),
            pawn_becomes::<Echex3>(),
            pawn_becomes::<Echex6>(),
        ];
        assert_eq!(told, ["e9e10 QRBN", "f10f11 QRBN", "c5c6 RBN", "f10f11 QRBN", "i16i17 QRBN"]);
    }
}
