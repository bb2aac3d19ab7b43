//! Laws of the board, on all of them.

use hexmate_core::geometry::{
    Brusky84, Cell, CellSet, Direction, Geometry, Hex, Hexagon37, Hexagon91, Hexagon217, ParseDrawingError,
    Rhombus81, Shafran70, Shape,
};

/// Cells seen from `from` by walking, one step at a time.
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

/// A set of about a third of the cells, another for each seed.
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

fn a_board_is_its_cells<G: Geometry>() {
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

fn rays_retrace_their_steps_and_meet_between<G: Geometry>() {
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

fn a_shifted_set_is_its_stepped_cells<G: Geometry>() {
    for seed in 0..20 {
        let set = scattered::<G>(seed);
        for direction in Direction::ALL {
            let stepped = set.into_iter().filter_map(|cell| G::step(cell, direction)).collect();
            assert_eq!(G::shift(set, direction), stepped);
        }
    }
}

fn sliders_see_what_a_walker_meets<G: Geometry>() {
    for seed in 0..20 {
        let occupied = scattered::<G>(seed);
        for from in CellSet::<G>::all() {
            assert_eq!(G::slide_edges(from, occupied), walk(from, &Direction::EDGES, occupied));
            assert_eq!(G::slide_vertices(from, occupied), walk(from, &Direction::VERTICES, occupied));
        }
    }
}

fn a_leap_lands_on_the_nearest_cells_off_every_line<G: Geometry>() {
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

fn a_drawing_reads_back<G: Geometry>() {
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

fn a_symmetry_keeps_neighbours<G: Geometry>() {
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
fn hexagons_have_twelve_symmetries_and_the_others_fewer() {
    let count = |shape| symmetries(shape).count();
    assert_eq!([Hexagon37::SHAPE, Hexagon91::SHAPE, Hexagon217::SHAPE].map(count), [12; 3]);
    assert_eq!([Shafran70::SHAPE, Rhombus81::SHAPE, Brusky84::SHAPE].map(count), [4, 4, 2]);
}

#[test]
fn boards_that_are_drawn_have_the_files_of_the_rules() {
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
fn a_rook_and_a_bishop_see_as_far_as_the_board_is_wide() {
    assert_eq!(mobility_from_the_centre::<Hexagon37>(), [18, 6]);
    assert_eq!(mobility_from_the_centre::<Hexagon91>(), [30, 12]);
    assert_eq!(mobility_from_the_centre::<Hexagon217>(), [48, 24]);
}

#[test]
fn a_wrong_drawing_is_refused() {
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
        a_board_is_its_cells
        rays_retrace_their_steps_and_meet_between
        a_shifted_set_is_its_stepped_cells
        sliders_see_what_a_walker_meets
        a_leap_lands_on_the_nearest_cells_off_every_line
        a_drawing_reads_back
        a_symmetry_keeps_neighbours
    }
}
