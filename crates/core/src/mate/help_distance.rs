//! Bounds of pictures, compared with a retrograde count of help play with three and four men.

use std::collections::HashMap;

use super::pictures::Pictures;
use super::plain_lines::{assert_pictures, collect, play};
use super::{Goal, Play, Stipulation};
use crate::geometry::{Cell, Geometry};
use crate::rules::{
    Brusky, DeVasa, Glinski, McCooey, Mini, Move, Piece, Player, Position, Role, Setup, Shafran, Variant,
};

/// Value of a position from which no mate is possible, or none is known yet.
const NEVER: u8 = u8::MAX;

/// Plies in which Black can be mated if both sides help, for all positions with the same men.
struct Table {
    /// Men beside the kings, in ascending order.
    men: Vec<Piece>,
    plies: Vec<u8>,
}

/// Tables of a game, each after those that captures and promotions lead to.
struct Distances<V: Variant> {
    cells: Vec<Cell>,
    /// Place of each cell in `cells`, by its index.
    places: Vec<usize>,
    tables: Vec<Table>,
    game: std::marker::PhantomData<V>,
}

/// Returns the men beside the kings with their cells, in ascending order.
fn men<V: Variant>(position: &Position<V>) -> Vec<(Piece, Cell)> {
    let pieces = position.board().pieces().filter(|(_, piece)| piece.role != Role::King);
    let mut men: Vec<_> = pieces.map(|(cell, piece)| (piece, cell)).collect();
    men.sort_unstable_by_key(|&(piece, cell)| (piece.owner, piece.role as u8, cell));
    men
}

impl<V: Variant> Distances<V> {
    fn new() -> Self {
        let cells: Vec<Cell> = V::Geometry::SHAPE.cells().collect();
        let mut places = vec![0; V::Geometry::SLOTS];
        for (place, cell) in cells.iter().enumerate() {
            places[cell.index()] = place;
        }
        Self { cells, places, tables: Vec::new(), game: std::marker::PhantomData }
    }

    /// Returns the number of a position among those with the same men.
    fn index(&self, position: &Position<V>) -> usize {
        self.number(position.turn(), &self.places_of(position))
    }

    /// Returns the places of the men, the kings first.
    fn places_of(&self, position: &Position<V>) -> Vec<usize> {
        let kings = [Player::WHITE, Player::BLACK].map(|player| position.king(player).expect("a king"));
        let others = men(position).into_iter().map(|(_, cell)| cell);
        kings.into_iter().chain(others).map(|cell| self.places[cell.index()]).collect()
    }

    /// Returns the number of the positions with the men in these places, the kings first.
    fn number(&self, turn: Player, places: &[usize]) -> usize {
        let turn = usize::from(turn == Player::BLACK);
        places.iter().fold(turn, |number, place| number * self.cells.len() + place)
    }

    /// Returns the number after a move that neither captures nor promotes: that of the position before, with one place changed.
    fn number_after(&self, men: &[Piece], position: &Position<V>, mut places: Vec<usize>, m: Move) -> usize {
        let [from, to] = [m.from, m.to].map(|cell| self.places[cell.index()]);
        *places.iter_mut().find(|place| **place == from).expect("a man moves") = to;
        if matches!(men, [first, second] if first == second) {
            places[2..].sort_unstable();
        }
        let next = if position.turn() == Player::WHITE { Player::BLACK } else { Player::WHITE };
        self.number(next, &places)
    }

    /// Returns the position with a number; `None` if it is illegal.
    fn position(&self, men: &[Piece], index: usize) -> Option<Position<V>> {
        let kings = [Player::WHITE, Player::BLACK].map(|player| Piece::new(player, Role::King));
        let mut setup = Setup::<V>::empty();
        let mut rest = index;
        for &piece in men.iter().rev().chain(kings.iter().rev()) {
            let cell = self.cells[rest % self.cells.len()];
            rest /= self.cells.len();
            if setup.board.piece(cell).is_some() {
                return None;
            }
            setup.board.put(cell, piece);
        }
        setup.turn = if rest == 1 { Player::BLACK } else { Player::WHITE };
        setup.into_position().ok()
    }

    /// Returns the plies to mate; `None` if there is none.
    fn plies(&self, position: &Position<V>) -> Option<u8> {
        let now: Vec<Piece> = men(position).into_iter().map(|(piece, _)| piece).collect();
        let table = self.tables.iter().find(|table| table.men == now)?;
        Some(table.plies[self.index(position)]).filter(|&plies| plies != NEVER)
    }

    /// Counts backwards from all mates with these men, and from positions of earlier tables.
    fn add(&mut self, men: &[Piece]) {
        let count = self.cells.len().pow(men.len() as u32 + 2) * 2;
        let mut plies = vec![NEVER; count];
        // Each position before one of the same men, in order; and those that leave for another table.
        let mut before: Vec<(u32, u32)> = Vec::new();
        let mut rings: HashMap<u8, Vec<u32>> = HashMap::new();
        for index in 0..count {
            let Some(position) = self.position(men, index) else { continue };
            if position.is_mate() && position.turn() == Player::BLACK {
                rings.entry(0).or_default().push(index as u32);
            }
            let places = self.places_of(&position);
            for m in position.legal_moves() {
                if m.promotion.is_none() && !position.is_capture(m) {
                    let after = self.number_after(men, &position, places.clone(), m);
                    before.push((after as u32, index as u32));
                } else if let Some(least) = self.plies(&position.after_move(m)) {
                    rings.entry(least + 1).or_default().push(index as u32);
                }
            }
        }
        before.sort_unstable();
        for now in 0..NEVER {
            for index in rings.remove(&now).unwrap_or_default() {
                if plies[index as usize] != NEVER {
                    continue;
                }
                plies[index as usize] = now;
                let first = before.partition_point(|&(after, _)| after < index);
                let those = before[first..].iter().take_while(|&&(after, _)| after == index);
                rings.entry(now + 1).or_default().extend(those.map(|&(_, from)| from));
            }
        }
        self.tables.push(Table { men: men.to_vec(), plies });
    }

    /// Returns a shortest line to mate, with its positions.
    fn line(&self, position: Position<V>) -> (Vec<Position<V>>, Vec<Move>) {
        let (mut nodes, mut line) = (vec![position], Vec::new());
        while let Some(left) = self.plies(&nodes[line.len()]).filter(|&left| left > 0) {
            let now = nodes[line.len()];
            let is_next = |m: &Move| self.plies(&now.after_move(*m)) == Some(left - 1);
            let m = now.legal_moves().find(is_next).expect("a shorter distance");
            nodes.push(now.after_move(m));
            line.push(m);
        }
        (nodes, line)
    }
}

/// Returns helpmate with a number of plies.
fn helpmate(plies: u8) -> Stipulation {
    let way = if plies.is_multiple_of(2) { Play::Help } else { Play::HelpAndHalf };
    play(way, Goal::Mate, u32::from(plies) / 2)
}

/// Asserts that a search that makes all moves finds no shorter line, of three plies at most.
fn assert_no_shorter<V: Variant>(position: &Position<V>, plies: u8) {
    let first = if position.turn() == Player::BLACK { 2 } else { 1 };
    for shorter in (first..plies.min(4)).step_by(2) {
        let mut found = Vec::new();
        collect(position, helpmate(shorter), shorter.into(), &mut Vec::new(), &mut found);
        assert_eq!(found, Vec::<Vec<Move>>::new(), "{plies} {position:?}");
    }
}

/// Positions whose bound has been compared, those from which no mate is possible, those of these that the bound refutes
/// for any length, and the largest distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Compared {
    mates: usize,
    never: usize,
    refuted: usize,
    longest: u8,
}

/// Asserts that no position of the latest table, of which every `step`-th is taken, needs fewer plies than the bound.
///
/// The bound is compared along a shortest line, for the cell on which its king ends.
fn compare_bound<V: Variant>(distances: &Distances<V>, step: usize) -> Compared {
    let table = distances.tables.last().expect("a table");
    let mut compared = Compared { mates: 0, never: 0, refuted: 0, longest: 0 };
    for index in (0..table.plies.len()).step_by(step) {
        let Some(position) = distances.position(&table.men, index) else { continue };
        let plies = table.plies[index];
        assert_no_shorter(&position, plies);
        if plies == NEVER {
            let long = helpmate(if position.turn() == Player::BLACK { 40 } else { 41 });
            let mut pictures = Pictures::default();
            let list = pictures.of(&position, long, long.plies()).expect("a game for two");
            compared.never += 1;
            compared.refuted += usize::from(pictures.kings::<V>(&list).is_empty());
        } else if plies > 0 {
            let (nodes, line) = distances.line(position);
            assert_pictures(&nodes, helpmate(plies), &line);
            compared.mates += 1;
            compared.longest = compared.longest.max(plies);
        }
    }
    compared
}

/// Compares three men: White's third one becomes each role, those first that a pawn may become.
fn compare_three<V: Variant>(step: usize) -> [Compared; 5] {
    let mut distances = Distances::<V>::new();
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn].map(|role| {
        distances.add(&[Piece::new(Player::WHITE, role)]);
        compare_bound(&distances, step)
    })
}

/// Compares four men, after all that captures lead to.
fn compare_four<V: Variant>(step: usize, others: [Piece; 2]) -> Compared {
    let mut distances = Distances::<V>::new();
    distances.add(&[]);
    for piece in others {
        distances.add(&[piece]);
    }
    distances.add(&others);
    compare_bound(&distances, step)
}

#[test]
#[ignore = "long: make verify-units"]
fn bounds_fit_mini_help_distances() {
    let found = compare_three::<Mini>(7);
    assert!(found.iter().all(|compared| compared.mates > 0), "{found:?}");
    assert_eq!(found.map(|compared| compared.longest), [6, 8, 1, 1, 18], "{found:?}");
    let bishop = found[2];
    assert!(bishop.refuted > bishop.never / 2, "{bishop:?}");
}

mod deep {
    use super::*;

    fn assert_three<V: Variant>() {
        let found = compare_three::<V>(97);
        println!("{} {found:?}", V::TABLES[0].name);
        let is_solvable =
            |compared: &Compared| compared.mates > 4_000 && compared.mates > 10 * compared.never;
        assert!([0, 1, 4].into_iter().all(|role| is_solvable(&found[role])), "{found:?}");
    }

    // A test for each game, so that they run beside each other.
    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_glinski_help_distances() {
        assert_three::<Glinski>();
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_mccooey_help_distances() {
        assert_three::<McCooey>();
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_shafran_help_distances() {
        assert_three::<Shafran>();
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_devasa_help_distances() {
        assert_three::<DeVasa>();
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_brusky_help_distances() {
        assert_three::<Brusky>();
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn bounds_fit_four_men() {
        let [white, black] = [Player::WHITE, Player::BLACK].map(|owner| move |role| Piece::new(owner, role));
        let rows = [
            ([white(Role::Knight), white(Role::Knight)], 9),
            ([white(Role::Knight), black(Role::Bishop)], 10),
            ([white(Role::Bishop), black(Role::Rook)], 11),
        ];
        for (others, longest) in rows {
            let found = compare_four::<Mini>(97, others);
            assert!(found.mates > 5_000 && found.longest == longest, "{others:?} {found:?}");
        }
    }
}
