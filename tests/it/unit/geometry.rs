//! Laws of the board, on all three of them.

use hexmate::geometry::{
    Cell, CellSet, Direction, Geometry, Hex, Hexagon37, Hexagon91, Hexagon217, ParseDrawingError,
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
        assert!(G::hex(cell).length() <= G::SHAPE.radius());
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
    assert_eq!(CellSet::<G>::EMPTY.to_string().lines().count(), 4 * G::SHAPE.radius() as usize + 1);
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
            }
        )*
    };
}

mod laws {
    use super::{Hexagon37, Hexagon91, Hexagon217};

    on_every_board! {
        a_board_is_its_cells
        rays_retrace_their_steps_and_meet_between
        a_shifted_set_is_its_stepped_cells
        sliders_see_what_a_walker_meets
        a_leap_lands_on_the_nearest_cells_off_every_line
        a_drawing_reads_back
    }
}
