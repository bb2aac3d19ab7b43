//! Position indices: the mapping between the positions of an ending and the entries of its table.
//!
//! Positions are counted up to symmetry, and identical pieces are not distinguished.

use super::ending::{Ending, MAX_PIECES};
use super::paths::{Mask, Number, Paths, members};
use hexmate_core::rules::{Player, Role};

/// Cells of the pieces: the kings, White's other pieces, Black's other pieces, in the order of the ending.
pub(super) type Placement = [Number; MAX_PIECES];

/// Side and role of a piece of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// 0 for White, 1 for Black.
    pub(super) side: usize,
    pub(super) role: Role,
}

/// The position indices of one ending.
///
/// Of all images of a position under the symmetries of the game only the one with the least
/// index has an entry. Without pawns a regular hexagon has twelve symmetries, so Gliński's two kings
/// have 633 placements; with pawns there are two symmetries.
pub(super) struct Layout {
    pub(super) slots: Vec<Slot>,
    groups: Vec<Group>,
    /// Data of both kings' cells, by `white * cells + black`.
    pairs: Vec<Pair>,
    /// Cells of the kings by the index of the pair.
    kings: Vec<[Number; 2]>,
    /// Symmetries as maps of cells.
    maps: Vec<Vec<Number>>,
    /// Number of cells.
    cells: usize,
    size: usize,
}

/// A placement of both kings.
#[derive(Clone, Default)]
struct Pair {
    /// Index of the least image; `None` if the kings are adjacent or on one cell.
    index: Option<u32>,
    /// Symmetries that map it to its least image: several if the placement is symmetrical.
    maps: Vec<u8>,
}

/// The identical pieces of one side.
struct Group {
    /// Slot of the first piece.
    first: usize,
    /// Number of pieces.
    count: usize,
    /// For each cell, its place in the list of cells allowed for these pieces.
    places: Vec<Option<u8>>,
    /// Cells of the pieces, in ascending order, for each arrangement.
    arrangements: Vec<[Number; MAX_PIECES - 2]>,
    /// Binomial coefficients: `choices[n][k]` is the number of ways to choose k of n.
    choices: Vec<[u32; MAX_PIECES - 1]>,
}

impl Layout {
    /// Computes the position indices of an ending.
    pub(super) fn new(paths: &Paths, ending: &Ending) -> Self {
        let slots = slots(ending);
        let maps: Vec<Vec<Number>> =
            paths.symmetries(ending.has_pawns()).into_iter().map(<[Number]>::to_vec).collect();
        let cells = paths.count();
        let mut pairs = vec![Pair::default(); cells * cells];
        let mut kings = Vec::new();
        for white in 0..cells {
            for black in 0..cells {
                if white == black || paths.adjacent[white] >> black & 1 == 1 {
                    continue;
                }
                let images = maps.iter().map(|map| [map[white], map[black]]);
                let least = images.clone().min().unwrap_or_default();
                let index = match least == [white as Number, black as Number] {
                    true => {
                        kings.push(least);
                        kings.len() as u32 - 1
                    }
                    // The lesser image already has an index.
                    false => {
                        pairs[usize::from(least[0]) * cells + usize::from(least[1])].index.unwrap_or_default()
                    }
                };
                let maps = images.enumerate().filter(|&(_, image)| image == least).map(|(map, _)| map as u8);
                pairs[white * cells + black] = Pair { index: Some(index), maps: maps.collect() };
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut first = 2;
        for like in slots[2..].chunk_by(|one, next| one == next) {
            groups.push(Group::new(paths, like[0], first, like.len()));
            first += like.len();
        }
        let size = kings.len() * groups.iter().map(|group| group.arrangements.len()).product::<usize>();
        Self { slots, groups, pairs, kings, maps, cells, size }
    }

    /// Returns the number of position indices.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the index of a position with all pieces on different cells; `None` if the kings are adjacent.
    pub(super) fn index(&self, at: Placement) -> Option<usize> {
        let pair = &self.pairs[usize::from(at[0]) * self.cells + usize::from(at[1])];
        let kings = pair.index? as usize;
        let image = |&map: &u8| {
            let map = &self.maps[usize::from(map)];
            self.groups
                .iter()
                .fold(kings, |index, group| index * group.arrangements.len() + group.index(at, map))
        };
        pair.maps.iter().map(image).min()
    }

    /// Returns the position with an index, and the occupied cells; `None` if two pieces share a cell, or an image of
    /// the position has a lesser index.
    pub(super) fn placement(&self, index: usize) -> Option<(Placement, Mask)> {
        let mut at = Placement::default();
        let mut rest = index;
        let mut occupied: Mask = 0;
        for group in self.groups.iter().rev() {
            let arrangement = &group.arrangements[rest % group.arrangements.len()];
            rest /= group.arrangements.len();
            for piece in 0..group.count {
                at[group.first + piece] = arrangement[piece];
                occupied |= 1 << arrangement[piece];
            }
        }
        [at[0], at[1]] = self.kings[rest];
        occupied |= 1 << at[0] | 1 << at[1];
        let is_own_image = self.pairs[usize::from(at[0]) * self.cells + usize::from(at[1])].maps.len() > 1;
        let is_valid = occupied.count_ones() as usize == self.slots.len()
            && (!is_own_image || self.index(at) == Some(index));
        is_valid.then_some((at, occupied))
    }

    /// Returns the number of positions of the full board that one entry represents.
    pub(super) fn images(&self, at: Placement) -> usize {
        // Only symmetrical kings allow a symmetrical position.
        if self.pairs[usize::from(at[0]) * self.cells + usize::from(at[1])].maps.len() == 1 {
            return self.maps.len();
        }
        let mut images: Vec<Vec<Vec<Number>>> = self
            .maps
            .iter()
            .map(|map| {
                let image = |cell: Number| map[usize::from(cell)];
                let groups = self.groups.iter().map(|group| {
                    let mut cells: Vec<Number> =
                        at[group.first..][..group.count].iter().map(|&cell| image(cell)).collect();
                    cells.sort_unstable();
                    cells
                });
                [vec![image(at[0]), image(at[1])]].into_iter().chain(groups).collect()
            })
            .collect();
        images.sort();
        images.dedup();
        images.len()
    }
}

/// Returns the pieces of an ending in the order of a [`Placement`].
pub(super) fn slots(ending: &Ending) -> Vec<Slot> {
    let kings = [0, 1].map(|side| Slot { side, role: Role::King });
    let others = [Player::WHITE, Player::BLACK]
        .into_iter()
        .flat_map(|player| ending.of(player).iter().map(move |&role| Slot { side: player.index(), role }));
    kings.into_iter().chain(others).collect()
}

/// Returns the binomial coefficient: the number of ways to choose `count` of `of` things.
pub(super) fn binomial(of: u32, count: u32) -> u64 {
    (0..count).fold(1, |ways, taken| ways * u64::from(of.saturating_sub(taken)) / u64::from(taken + 1))
}

impl Group {
    fn new(paths: &Paths, slot: Slot, first: usize, count: usize) -> Self {
        let mut places = vec![None; paths.count()];
        let cells: Vec<Number> = members(paths.allowed(slot.side, slot.role)).collect();
        for (place, &cell) in cells.iter().enumerate() {
            places[usize::from(cell)] = Some(place as u8);
        }
        let of = |things| std::array::from_fn(|count| binomial(things, count as u32) as u32);
        let choices: Vec<[u32; MAX_PIECES - 1]> = (0..=cells.len() as u32).map(of).collect();
        let size = choices[cells.len()][count] as usize;
        let mut group = Self { first, count, places, arrangements: vec![Default::default(); size], choices };
        group.arrange(&cells, 0, &mut Vec::new());
        group
    }

    /// Fills in all arrangements that begin with the places in `chosen`.
    fn arrange(&mut self, cells: &[Number], from: usize, chosen: &mut Vec<usize>) {
        if chosen.len() == self.count {
            let index = self.combination(chosen);
            for (piece, &place) in chosen.iter().enumerate() {
                self.arrangements[index][piece] = cells[place];
            }
            return;
        }
        for place in from..cells.len() {
            chosen.push(place);
            self.arrange(cells, place + 1, chosen);
            chosen.pop();
        }
    }

    /// Returns the index of a choice of places in ascending order.
    fn combination(&self, places: &[usize]) -> usize {
        places.iter().enumerate().map(|(piece, &place)| self.choices[place][piece + 1] as usize).sum()
    }

    /// Returns the index of the arrangement of this group's pieces under a symmetry.
    fn index(&self, at: Placement, map: &[Number]) -> usize {
        let place = |piece: usize| {
            let cell = map[usize::from(at[self.first + piece])];
            usize::from(self.places[usize::from(cell)].unwrap_or_default())
        };
        match self.count {
            1 => place(0),
            2 => {
                let [one, other] = [place(0), place(1)];
                self.combination(&[one.min(other), one.max(other)])
            }
            count => {
                let mut places: [usize; MAX_PIECES - 2] =
                    std::array::from_fn(|piece| if piece < count { place(piece) } else { usize::MAX });
                places.sort_unstable();
                self.combination(&places[..count])
            }
        }
    }
}
