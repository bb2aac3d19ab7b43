//! Anticipations: a changed problem is most similar to its original. A second way of counting finds the same likeness.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::symmetry::images;
use hexmate_position::{Game, Setup};
use hexmate_problems::likeness::{BoardMotion, Freedom, KnownMoves, Matrix, Template, position_key};

use crate::law_length::quick_or_full;
use crate::solve_formats::file;

/// Returns the positions of all problems for two players in `puzzles` and its folders `composed` and `exercises`.
fn corpus() -> Vec<Setup> {
    let files = |folder: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(folder);
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "csv"));
        names.sort();
        names.into_iter().map(|name| format!("{folder}{name}")).collect::<Vec<_>>()
    };
    let statements = [files(""), files("composed/"), files("exercises/")]
        .concat()
        .into_iter()
        .flat_map(|name| file(&name));
    let setups = statements.filter_map(|statement| statement.setup(statement.game(None).ok()?).ok());
    setups.filter(|setup| setup.game.players == 2).collect()
}

/// Returns `count` positions at equal distances of the corpus, each different from all others.
fn sample(count: usize) -> Vec<Setup> {
    let mut known = std::collections::HashSet::new();
    let mut all = corpus();
    all.retain(|setup| known.insert(position_key(setup)));
    assert!(all.len() >= count, "{}", all.len());
    (0..count).map(|number| all[number * all.len() / count].clone()).collect()
}

/// The change of one piece.
#[derive(Clone, Copy, Debug)]
enum Change {
    Added,
    Exchanged,
    Removed,
}

/// Turns and shifts a position, if the board has room for it, and changes one piece; `seed` decides how.
fn changed(setup: &Setup, change: Change, seed: usize) -> Setup {
    let (game, shape) = (setup.game, setup.game.shape);
    let mut turned: Vec<Setup> = match Freedom::of(setup) {
        Freedom::Full => {
            let ways = (0..12).filter(|&way| shape.is_symmetry(way));
            let image = |way| {
                let mut image = Setup::empty(game);
                for (cell, piece) in setup.board.pieces() {
                    image
                        .board
                        .put(shape.cell(shape.image(shape.hex(cell), way)).expect("a symmetry"), piece);
                }
                image
            };
            ways.map(image).collect()
        }
        Freedom::Pawns => images(&setup.clone().into_position().expect("a problem")).collect(),
    };
    let turned = turned.swap_remove(seed % turned.len());
    let pieces: Vec<(Hex, Piece)> =
        turned.board.pieces().map(|(cell, piece)| (shape.hex(cell), piece)).collect();
    let steps = || (-8..=8_i8).flat_map(|q| (-8..=8_i8).map(move |r| Hex::new(q, r)));
    let fits = |shift: &Hex| *shift != Hex::CENTRE && pieces.iter().all(|(hex, _)| shape.has(*hex + *shift));
    let shifts: Vec<Hex> = steps().filter(fits).collect();
    let shift = if shifts.is_empty() { Hex::CENTRE } else { shifts[seed * 31 % shifts.len()] };
    let mut shifted = Setup::empty(game);
    for (hex, piece) in pieces {
        shifted.board.put(shape.cell(hex + shift).expect("it fits"), piece);
    }
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let owner = Player::new((seed % 2) as u8);
    let (cells, men): (Vec<Cell>, Vec<Cell>) =
        shape.cells().partition(|&cell| shifted.board.piece(cell).is_none());
    let men: Vec<Cell> = men
        .into_iter()
        .filter(|&cell| shifted.board.piece(cell).is_some_and(|piece| piece.role != Role::King))
        .collect();
    let man = men[seed * 13 % men.len()];
    match change {
        Change::Added => {
            shifted.board.put(cells[seed * 17 % cells.len()], Piece::new(owner, roles[seed % 5]));
        }
        Change::Removed => {
            let whole = std::mem::replace(&mut shifted, Setup::empty(game));
            let kept = whole.board.pieces().filter(|&(cell, _)| cell != man);
            kept.for_each(|(cell, piece)| shifted.board.put(cell, piece));
        }
        Change::Exchanged => {
            let before = shifted.board.piece(man).expect("a man");
            let role = [roles[seed % 5], roles[(seed + 1) % 5]]
                .into_iter()
                .find(|role| *role != before.role)
                .expect("a role");
            shifted.board.put(man, Piece::new(before.owner, role));
        }
    }
    shifted
}

/// Checks that the originals of changed problems are found first or second. Returns the number that are first.
fn find_originals(count: usize, every: usize) -> usize {
    let setups = sample(count);
    let matrices: Vec<Matrix> =
        setups.iter().map(|setup| Matrix::new(setup, &KnownMoves::default())).collect();
    let (mut firsts, mut missed) = (0, Vec::new());
    for (number, setup) in setups.iter().enumerate().step_by(every) {
        for (change, seed) in
            [(Change::Added, number + 1), (Change::Exchanged, number + 2), (Change::Removed, number + 3)]
        {
            let query = changed(setup, change, seed);
            let template = Template::new(&Matrix::new(&query, &KnownMoves::default()));
            let rank = |matrix: &Matrix| template.compare(matrix).map(|likeness| likeness.rank());
            let own = rank(&matrices[number]).expect("the same board");
            let better = matrices.iter().filter(|matrix| rank(matrix).is_some_and(|rank| rank > own)).count();
            let equal = matrices.iter().filter(|matrix| rank(matrix) == Some(own)).count();
            // Few pieces without one of them can be in several problems.
            let place = if matches!(change, Change::Removed) { better + 1 } else { better + equal };
            if place > 2 {
                missed.push(format!("{setup} {change:?} {query}: {better} better, {equal} equal"));
            }
            firsts += usize::from(place == 1);
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    firsts
}

#[test]
fn changed_problems_find_their_originals() {
    assert!(find_originals(120, 12) >= 28);
}

#[test]
#[ignore = "long: make verify"]
fn changed_problems_are_found_among_thousand() {
    let (every, least) = quick_or_full((40, 72), (10, 290));
    let firsts = find_originals(1000, every);
    let changed = 3 * 1000 / every;
    assert!(firsts >= least, "{firsts} of {changed} first");
}

/// Counts the likeness on a hexagon by laying one position over the other in every way.
fn counted(one: &Setup, other: &Setup) -> u32 {
    let placed = |setup: &Setup| -> Vec<(Hex, Piece)> {
        setup.board.pieces().map(|(cell, piece)| (setup.game.shape.hex(cell), piece)).collect()
    };
    let has_pawns = |setup: &Setup| setup.board.pieces().any(|(_, piece)| piece.role == Role::Pawn);
    let found: HashMap<Hex, Piece> = placed(other).into_iter().collect();
    let exchanged = |player: Player| Player::new(1 - player.index() as u8);
    let (q, r, s) = (|hex: Hex| hex.q, |hex: Hex| hex.r, |hex: Hex| -hex.q - hex.r);
    // Left and right, top and bottom; then all permutations of the cube coordinates and their negatives.
    let with_pawns: [(&dyn Fn(Hex) -> Hex, bool); 4] = [
        (&|hex| hex, false),
        (&|hex| Hex::new(-q(hex), -s(hex)), false),
        (&|hex| Hex::new(q(hex), s(hex)), true),
        (&|hex| Hex::new(-q(hex), -r(hex)), true),
    ];
    let axes: [&dyn Fn(Hex) -> i8; 3] = [&q, &r, &s];
    let mut best = 0;
    let mut lay = |map: &dyn Fn(Hex) -> Hex, is_exchanged: bool| {
        let image: Vec<(Hex, Piece)> = placed(one)
            .into_iter()
            .map(|(hex, piece)| {
                let owner = if is_exchanged { exchanged(piece.owner) } else { piece.owner };
                (map(hex), Piece::new(owner, piece.role))
            })
            .collect();
        for shift in (-12..=12_i8).flat_map(|q| (-12..=12_i8).map(move |r| Hex::new(q, r))) {
            let points = image.iter().map(|(hex, piece)| match found.get(&(*hex + shift)) {
                Some(found) if found == piece => 2,
                Some(found) if found.owner == piece.owner => 1,
                _ => 0,
            });
            best = best.max(points.sum());
        }
    };
    if has_pawns(one) && has_pawns(other) {
        for (map, is_exchanged) in with_pawns {
            lay(map, is_exchanged);
        }
        return best;
    }
    for (first, second) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        for sign in [1, -1] {
            for is_exchanged in [false, true] {
                lay(&|hex| Hex::new(sign * axes[first](hex), sign * axes[second](hex)), is_exchanged);
            }
        }
    }
    best
}

#[test]
fn likeness_equals_count_over_shifts() {
    let mut setups = corpus();
    setups.retain(|setup| setup.game == Game::MINI && setup.board.pieces().count() < 9);
    let pairs = (0..24).map(|number| (number * 37 % setups.len(), number * 101 % setups.len()));
    for (one, other) in pairs.map(|(one, other)| (&setups[one], &setups[other])) {
        let matrix = |setup| Matrix::new(setup, &KnownMoves::default());
        let likeness = Template::new(&matrix(one)).compare(&matrix(other)).expect("one board");
        assert_eq!(likeness.common, counted(one, other), "{one} {other}");
        assert_eq!(likeness.total as usize, one.board.pieces().count() + other.board.pieces().count());
    }
    assert_eq!(BoardMotion::IDENTITY.to_string(), "");
}
