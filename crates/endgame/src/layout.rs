//! The number of a position in a table: kings up to symmetry, like pieces in no order. No moves, no scores.

use super::ending::{Ending, MOST_PIECES};
use super::paths::{Mask, Number, Paths, members};
use hexmate_core::rules::{Player, Role};

/// The cell of each piece: the kings, White's others, Black's others, each in the order of the ending.
pub(super) type Placement = [Number; MOST_PIECES];

/// A piece of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// 0 for White, 1 for Black.
    pub(super) side: usize,
    pub(super) role: Role,
}

/// How the positions of one ending are numbered.
///
/// Of all images of a position under the symmetries of the game only the one with the least
/// number counts. Without pawns there are twelve on a regular hexagon, and Glinski's two kings
/// have 633 places; with pawns there are two.
pub(super) struct Layout {
    pub(super) slots: Vec<Slot>,
    groups: Vec<Group>,
    /// By both kings' cells.
    pairs: Vec<Pair>,
    kings: Vec<[Number; 2]>,
    maps: Vec<Vec<Number>>,
    cells: usize,
    size: usize,
}

/// Two kings' cells.
#[derive(Clone, Default)]
struct Pair {
    /// The number of the least image, unless the kings are side by side or on one cell.
    number: Option<u32>,
    /// The maps that make it the least image: more than one if it is its own image.
    maps: Vec<u8>,
}

/// Like pieces of one side.
struct Group {
    first: usize,
    count: usize,
    /// By cell, its place among those where the pieces may stand.
    places: Vec<Option<u8>>,
    /// By number, the cells of the pieces in ascending order.
    arrangements: Vec<[Number; MOST_PIECES - 2]>,
    /// By number of things, in how many ways 0, 1, 2… can be chosen of them.
    choices: Vec<[u32; MOST_PIECES - 1]>,
}

impl Layout {
    /// The numbering of an ending's positions.
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
                let number = match least == [white as Number, black as Number] {
                    true => {
                        kings.push(least);
                        kings.len() as u32 - 1
                    }
                    // A lesser pair has been numbered before.
                    false => pairs[usize::from(least[0]) * cells + usize::from(least[1])]
                        .number
                        .unwrap_or_default(),
                };
                let maps = images.enumerate().filter(|&(_, image)| image == least).map(|(map, _)| map as u8);
                pairs[white * cells + black] = Pair { number: Some(number), maps: maps.collect() };
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

    /// One more than the greatest number.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of a position whose pieces stand on different cells; none if the kings are side by side.
    pub(super) fn number(&self, at: Placement) -> Option<usize> {
        let pair = &self.pairs[usize::from(at[0]) * self.cells + usize::from(at[1])];
        let kings = pair.number? as usize;
        let image = |&map: &u8| {
            let map = &self.maps[usize::from(map)];
            self.groups
                .iter()
                .fold(kings, |number, group| number * group.arrangements.len() + group.number(at, map))
        };
        pair.maps.iter().map(image).min()
    }

    /// The position with this number, if it is one: no two pieces on a cell, and the least of its images.
    pub(super) fn placement(&self, number: usize) -> Option<(Placement, Mask)> {
        let mut at = Placement::default();
        let mut rest = number;
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
        let stands = occupied.count_ones() as usize == self.slots.len()
            && (!is_own_image || self.number(at) == Some(number));
        stands.then_some((at, occupied))
    }

    /// How many positions of the full board one stands for.
    pub(super) fn images(&self, at: Placement) -> usize {
        // A position that is its own image has kings that are.
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

/// The pieces of an ending in the order of its placements.
pub(super) fn slots(ending: &Ending) -> Vec<Slot> {
    let kings = [0, 1].map(|side| Slot { side, role: Role::King });
    let others = [Player::WHITE, Player::BLACK]
        .into_iter()
        .flat_map(|player| ending.of(player).iter().map(move |&role| Slot { side: player.index(), role }));
    kings.into_iter().chain(others).collect()
}

/// In how many ways so many things can be chosen of others.
pub(super) fn chosen(of: u32, count: u32) -> u64 {
    (0..count).fold(1, |ways, taken| ways * u64::from(of.saturating_sub(taken)) / u64::from(taken + 1))
}

impl Group {
    fn new(paths: &Paths, slot: Slot, first: usize, count: usize) -> Self {
        let mut places = vec![None; paths.count()];
        let cells: Vec<Number> = members(paths.allowed(slot.side, slot.role)).collect();
        for (place, &cell) in cells.iter().enumerate() {
            places[usize::from(cell)] = Some(place as u8);
        }
        let of = |things| std::array::from_fn(|count| chosen(things, count as u32) as u32);
        let choices: Vec<[u32; MOST_PIECES - 1]> = (0..=cells.len() as u32).map(of).collect();
        let size = choices[cells.len()][count] as usize;
        let mut group = Self { first, count, places, arrangements: vec![Default::default(); size], choices };
        group.arrange(&cells, 0, &mut Vec::new());
        group
    }

    /// Fills the list of arrangements with all that begin so.
    fn arrange(&mut self, cells: &[Number], from: usize, chosen: &mut Vec<usize>) {
        if chosen.len() == self.count {
            let number = self.combination(chosen);
            for (piece, &place) in chosen.iter().enumerate() {
                self.arrangements[number][piece] = cells[place];
            }
            return;
        }
        for place in from..cells.len() {
            chosen.push(place);
            self.arrange(cells, place + 1, chosen);
            chosen.pop();
        }
    }

    /// The number of a choice of places in ascending order.
    fn combination(&self, places: &[usize]) -> usize {
        places.iter().enumerate().map(|(piece, &place)| self.choices[place][piece + 1] as usize).sum()
    }

    /// The number of the arrangement of this group's pieces after a map.
    fn number(&self, at: Placement, map: &[Number]) -> usize {
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
                let mut places: [usize; MOST_PIECES - 2] =
                    std::array::from_fn(|piece| if piece < count { place(piece) } else { usize::MAX });
                places.sort_unstable();
                self.combination(&places[..count])
            }
        }
    }
}
