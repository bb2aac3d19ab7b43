//! Laws of the geometry, on every board.

use hexmate_core::geometry::{
    Brusky84, Cell, CellSet, Direction, Geometry, Hex, Hexagon37, Hexagon91, Hexagon217, ParseDrawingError,
    Rhombus81, Shafran70, Shape,
};

/// Returns the cells seen from `from` in these directions, found by single steps.
fn walk<G: Geometry>(from: Cell, directions: &[Direction], occupied: CellSet<G>) -> CellSet<G> {
    let mut seen = CellSet::EMPTY;
    for &direction in directions {
        let mut next = G::step(from, direction);
        while let Some(cell) = next {
            seen |= CellSet::of(cell);
            next = if occupied.contains(cell) { None } else { G::step(cell, direction) };
        }
    }
    seen
}

/// Returns a random set of about a third of the cells.
fn scattered<G: Geometry>(seed: u64) -> CellSet<G> {
    let mut state = seed;
    CellSet::<G>::all()
        .into_iter()
        .filter(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33).is_multiple_of(3)
        })
        .collect()
}

fn shape_and_geometry_agree<G: Geometry>() {
    assert!(CellSet::<G>::all().into_iter().eq(G::SHAPE.cells()));
    assert_eq!(G::SLOTS, G::SHAPE.slots());
    assert_eq!(CellSet::<G>::all().len() as usize, G::SHAPE.count());
    for cell in CellSet::<G>::all() {
        assert_eq!(G::cell(G::hex(cell)), Some(cell));
        assert!(G::SHAPE.radius().is_none_or(|radius| G::hex(cell).length() <= radius));
        assert_eq!(G::SHAPE.at(G::hex(cell).q, G::SHAPE.rank(G::hex(cell))), Some(G::hex(cell)));
        assert_eq!(G::SHAPE.hex(cell), G::hex(cell));
        for direction in Direction::ALL {
            let next = G::cell(G::hex(cell) + direction.vector());
            assert_eq!(G::step(cell, direction), next);
            assert_eq!(G::SHAPE.step(cell, direction), next);
            assert!(G::SHAPE.ray(cell, direction).collect::<CellSet<G>>() == G::ray(cell, direction));
            assert_eq!(G::rim(direction).contains(cell), next.is_none());
        }
    }
}

fn rays_are_reversible<G: Geometry>() {
    for from in CellSet::<G>::all() {
        for direction in Direction::ALL {
            for to in G::ray(from, direction) {
                assert!(G::ray(to, direction.opposite()).contains(from));
                assert_eq!(G::direction(from, to), Some(direction));
                let walked = walk(from, &[direction], CellSet::of(to)) - CellSet::of(to);
                assert_eq!(G::between(from, to), walked);
            }
        }
        assert_eq!(G::direction(from, from), None);
    }
}

fn shift_equals_single_steps<G: Geometry>() {
    for seed in 0..20 {
        let set = scattered::<G>(seed);
        for direction in Direction::ALL {
            let stepped = set.into_iter().filter_map(|cell| G::step(cell, direction)).collect();
            assert_eq!(G::shift(set, direction), stepped);
        }
    }
}

fn slides_equal_stepwise_walks<G: Geometry>() {
    for seed in 0..20 {
        let occupied = scattered::<G>(seed);
        for from in CellSet::<G>::all() {
            assert_eq!(G::slide_edges(from, occupied), walk(from, &Direction::EDGES, occupied));
            assert_eq!(G::slide_vertices(from, occupied), walk(from, &Direction::VERTICES, occupied));
        }
    }
}

fn leaps_reach_nearest_off_line_cells<G: Geometry>() {
    for from in CellSet::<G>::all() {
        for to in CellSet::<G>::all() {
            let nearest = (G::hex(to) - G::hex(from)).length() <= 3;
            let off_line = from != to && G::direction(from, to).is_none();
            assert_eq!(G::leaps(from).contains(to), nearest && off_line);
            let adjacent = Direction::ALL.iter().any(|&direction| G::step(from, direction) == Some(to));
            assert_eq!(G::adjacent(from).contains(to), adjacent);
        }
    }
}

fn drawing_round_trips<G: Geometry>() {
    for seed in 0..5 {
        let set = scattered::<G>(seed);
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    let first = CellSet::<G>::EMPTY.to_string();
    assert!(first.lines().any(|line| line.starts_with('.')) && first.lines().all(|line| line.ends_with('.')));
}

fn symmetries(shape: Shape) -> impl Iterator<Item = u8> {
    (0..12).filter(move |&way| shape.is_symmetry(way))
}

fn symmetries_keep_neighbours<G: Geometry>() {
    let shape = G::SHAPE;
    for way in symmetries(shape) {
        let to = |cell| shape.cell(shape.image(shape.hex(cell), way)).expect("the board is its own image");
        let images: CellSet<G> = shape.cells().map(to).collect();
        assert_eq!(images, CellSet::all());
        for cell in shape.cells() {
            let near: CellSet<G> = G::adjacent(cell).into_iter().map(to).collect();
            assert_eq!(near, G::adjacent(to(cell)));
        }
    }
}

#[test]
fn boards_have_expected_symmetries() {
    let count = |shape| symmetries(shape).count();
    assert_eq!([Hexagon37::SHAPE, Hexagon91::SHAPE, Hexagon217::SHAPE].map(count), [12; 3]);
    assert_eq!([Shafran70::SHAPE, Rhombus81::SHAPE, Brusky84::SHAPE].map(count), [4, 4, 2]);
}

#[test]
fn drawn_boards_have_expected_files() {
    let ranks = |shape: Shape| -> Vec<[u8; 2]> {
        let ranks_of = |q| {
            shape.cells().map(|cell| shape.hex(cell)).filter(move |hex| hex.q == q).map(|hex| shape.rank(hex))
        };
        shape.columns().map(|q| [ranks_of(q).min().unwrap_or(0), ranks_of(q).max().unwrap_or(0)]).collect()
    };
    assert_eq!(
        ranks(Shafran70::SHAPE),
        [[1, 6], [1, 7], [1, 8], [1, 9], [1, 10], [2, 10], [3, 10], [4, 10], [5, 10]]
    );
    assert_eq!(ranks(Rhombus81::SHAPE), [[1, 9]; 9]);
    assert_eq!(
        ranks(Brusky84::SHAPE),
        [[1, 5], [1, 6], [1, 7], [1, 8], [1, 8], [1, 8], [1, 8], [1, 8], [1, 8], [2, 8], [3, 8], [4, 8]]
    );
    assert_eq!([Shafran70::SHAPE, Rhombus81::SHAPE, Brusky84::SHAPE].map(Shape::count), [70, 81, 84]);
}

fn mobility_from_the_centre<G: Geometry>() -> [u32; 2] {
    let centre = G::cell(Hex::CENTRE).expect("every board has a centre");
    [G::slide_edges(centre, CellSet::EMPTY).len(), G::slide_vertices(centre, CellSet::EMPTY).len()]
}

#[test]
fn slider_mobility_depends_on_radius() {
    assert_eq!(mobility_from_the_centre::<Hexagon37>(), [18, 6]);
    assert_eq!(mobility_from_the_centre::<Hexagon91>(), [30, 12]);
    assert_eq!(mobility_from_the_centre::<Hexagon217>(), [48, 24]);
}

#[test]
fn wrong_drawing_is_rejected() {
    let drawn: Result<CellSet<Hexagon37>, _> = ". x .".parse();
    assert_eq!(drawn, Err(ParseDrawingError::CellCount { expected: 37, found: 3 }));
    let drawn: Result<CellSet<Hexagon37>, _> = ". ? .".parse();
    assert_eq!(drawn, Err(ParseDrawingError::UnknownCharacter('?')));
}

macro_rules! on_every_board {
    ($($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                super::$law::<Hexagon37>();
                super::$law::<Hexagon91>();
                super::$law::<Hexagon217>();
                super::$law::<Shafran70>();
                super::$law::<Rhombus81>();
                super::$law::<Brusky84>();
            }
        )*
    };
}

mod laws {
    use super::{Brusky84, Hexagon37, Hexagon91, Hexagon217, Rhombus81, Shafran70};

    on_every_board! {
        shape_and_geometry_agree
        rays_are_reversible
        shift_equals_single_steps
        slides_equal_stepwise_walks
        leaps_reach_nearest_off_line_cells
        drawing_round_trips
        symmetries_keep_neighbours
    }
}
