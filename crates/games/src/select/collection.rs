//! All games of a collection: which are selected, in which order and which groups. Knows no texts, no files.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{SortField, folded};

/// What becomes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is selected.
    Selected,
    /// Another before it has the same moves.
    Duplicate,
    /// It does not meet the conditions.
    Other,
}

impl Fate {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Selected => "selected",
            Self::Duplicate => "duplicate",
            Self::Other => "other",
        }
    }
}

/// What games are put in order by, and from which end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// By what.
    pub field: SortField,
    /// From which end.
    pub direction: SortDirection,
}

/// From which end games are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortDirection {
    /// The first stands first.
    Ascending,
    /// The last stands first.
    Descending,
}

/// What makes games go into several groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// What they have there.
    By(SortField),
    /// So many games make a group, one at least.
    Every(usize),
}

impl Grouping {
    /// What stands for the name of a group.
    pub fn word(self) -> &'static str {
        match self {
            Self::By(field) => field.word(),
            Self::Every(_) => "n",
        }
    }
}

/// What a collection has to know of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Member {
    /// Whether it meets all conditions.
    pub meets_conditions: bool,
    /// What it shares with games that have the same moves, if it has any; see [`duplicate_key`](super::duplicate_key).
    pub duplicate_key: Option<String>,
    /// Where it stands among others, for each order that is asked for.
    pub sort_keys: Vec<Option<String>>,
    /// The groups that it belongs to.
    pub groups: Vec<String>,
}

/// The games of a collection in the order in which they come, each with a number from 0.
#[derive(Clone, Debug)]
pub struct Collection {
    orders: Vec<Order>,
    members: Vec<Member>,
    fates: Vec<Fate>,
    /// The game that another one is a duplicate of.
    same_as: Vec<Option<usize>>,
    /// The first game with some moves; none where games may be there twice.
    first: Option<HashMap<String, usize>>,
}

impl Collection {
    /// An empty one, whose games are put in order by this, the first before the others.
    pub fn new(orders: &[Order]) -> Self {
        let (members, fates, same_as) = (Vec::new(), Vec::new(), Vec::new());
        Self { orders: orders.to_vec(), members, fates, same_as, first: None }
    }

    /// The same, but of games with the same moves only the first is selected.
    #[must_use]
    pub fn without_duplicates(self) -> Self {
        Self { first: Some(HashMap::new()), ..self }
    }

    /// Adds a game.
    pub fn add(&mut self, mut member: Member) {
        let number = self.members.len();
        // Many games have many moves: they are kept once.
        let key = member.duplicate_key.take().filter(|_| member.meets_conditions);
        let first = self.first.as_mut().zip(key).map(|(first, key)| *first.entry(key).or_insert(number));
        let same_as = first.filter(|&first| first != number);
        self.fates.push(match (member.meets_conditions, same_as) {
            (false, _) => Fate::Other,
            (true, None) => Fate::Selected,
            (true, Some(_)) => Fate::Duplicate,
        });
        self.same_as.push(same_as);
        self.members.push(member);
    }

    /// What becomes of each game.
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// For each game the first with the same moves, if it is a duplicate.
    pub fn same_as(&self) -> &[Option<usize>] {
        &self.same_as
    }

    /// The selected games, in the order that was asked for and else in that in which they came.
    pub fn selected(&self) -> Vec<usize> {
        let is_selected = |&number: &usize| self.fates[number] == Fate::Selected;
        let mut selected: Vec<usize> = (0..self.members.len()).filter(is_selected).collect();
        selected.sort_by(|&one, &next| self.compared(one, next));
        selected
    }

    /// The other games, in the order in which they came.
    pub fn left_out(&self) -> Vec<usize> {
        (0..self.members.len()).filter(|&number| self.fates[number] != Fate::Selected).collect()
    }

    fn compared(&self, one: usize, next: usize) -> Ordering {
        let fields = self.members[one].sort_keys.iter().zip(&self.members[next].sort_keys);
        let compared = self.orders.iter().zip(fields).map(|(order, (one, next))| match (one, next) {
            (Some(one), Some(next)) if order.direction == SortDirection::Descending => next.cmp(one),
            // What is not known stands at the end.
            _ => one.is_none().cmp(&next.is_none()).then_with(|| one.cmp(next)),
        });
        compared.fold(Ordering::Equal, Ordering::then)
    }

    /// Groups of the selected games with their names, in the order in which they are first met.
    ///
    /// A game stands in each group that it belongs to, in `unknown` if there is none. Names that people take for
    /// the same are one group, under the spelling that comes first.
    pub fn groups(&self, cut: Grouping) -> Vec<(String, Vec<usize>)> {
        let selected = self.selected();
        if let Grouping::Every(size) = cut {
            let width = selected.len().div_ceil(size).to_string().len();
            let parts = selected.chunks(size).zip(1..);
            return parts.map(|(part, number)| (format!("{number:0width$}"), part.to_vec())).collect();
        }
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let unknown = ["unknown".to_owned()];
        for number in selected {
            let own = &self.members[number].groups;
            for name in if own.is_empty() { &unknown[..] } else { own } {
                let place = *places.entry(folded(name)).or_insert(groups.len());
                if place == groups.len() {
                    groups.push((name.clone(), Vec::new()));
                }
                groups[place].1.push(number);
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(moves: &str, year: Option<&str>, groups: &[&str]) -> Member {
        Member {
            meets_conditions: true,
            duplicate_key: Some(moves.to_owned()).filter(|moves| !moves.is_empty()),
            sort_keys: vec![year.map(str::to_owned)],
            groups: groups.iter().map(|&group| group.to_owned()).collect(),
        }
    }

    fn collection(direction: SortDirection) -> Collection {
        let mut collection =
            Collection::new(&[Order { field: SortField::Year, direction }]).without_duplicates();
        for member in [
            member("a", None, &["Anna", "Bela"]),
            member("b", Some("2001"), &["BE\u{301}LA"]),
            Member { meets_conditions: false, ..member("c", Some("2000"), &[]) },
            member("c", Some("1999"), &[]),
            member("b", Some("1998"), &["Anna"]),
            // Those without moves are not the same for that.
            member("", Some("2001"), &[]),
            member("", Some("2003"), &[]),
        ] {
            collection.add(member);
        }
        collection
    }

    #[test]
    fn the_unknown_stands_at_the_end_and_equals_as_they_came() {
        assert_eq!(collection(SortDirection::Ascending).selected(), [3, 1, 5, 6, 0]);
        assert_eq!(collection(SortDirection::Descending).selected(), [6, 1, 5, 3, 0]);
        assert_eq!(Collection::new(&[]).selected(), [0; 0]);
    }

    #[test]
    fn a_duplicate_is_one_of_what_is_selected_and_has_moves() {
        let collection = collection(SortDirection::Ascending);
        let words: Vec<_> = collection.fates().iter().map(|fate| fate.word()).collect();
        let expected = ["selected", "selected", "other", "selected", "duplicate", "selected", "selected"];
        assert_eq!(words, expected);
        assert_eq!(collection.same_as(), [None, None, None, None, Some(1), None, None]);
        assert_eq!(collection.left_out(), [2, 4]);
    }

    #[test]
    fn a_game_is_in_each_of_its_groups() {
        let collection = collection(SortDirection::Ascending);
        let told = |cut| {
            let groups = collection.groups(cut).into_iter();
            groups.map(|(name, members)| format!("{name} {members:?}")).collect::<Vec<_>>()
        };
        assert_eq!(
            told(Grouping::By(SortField::Player)),
            ["unknown [3, 5, 6]", "BE\u{301}LA [1, 0]", "Anna [0]"]
        );
        assert_eq!(told(Grouping::Every(2)), ["1 [3, 1]", "2 [5, 6]", "3 [0]"]);
    }
}
