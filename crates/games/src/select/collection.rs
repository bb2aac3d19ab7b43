//! Selected records of a collection, games or problems: duplicates, sort order, groups. They are numbers here, without
//! their text.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use hexmate_position::search::folded;

use super::{GamePath, NearDuplicate, Players};

/// Largest number of longer games to which a beginning is compared.
const MOST_COMPARED: usize = 1000;

/// Largest number of following games, in the order of their moves, to which a game is compared for near duplicates.
const MOST_NEAR: usize = 50;

/// Selection status of a record; column `fate` of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Selected.
    Selected,
    /// Left out: equal to an earlier game or problem.
    Duplicate,
    /// Left out: the beginning of a longer game.
    Beginning,
    /// Left out: the record does not meet the conditions.
    Other,
}

impl Fate {
    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Selected => "selected",
            Self::Duplicate => "duplicate",
            Self::Beginning => "beginning",
            Self::Other => "other",
        }
    }
}

/// Sort direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortDirection {
    /// Smallest value first.
    Ascending,
    /// Largest value first.
    Descending,
}

/// Rule that divides the selected records into groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// One group for each name in [`Member::groups`].
    ByName,
    /// Groups of this size, at least 1.
    Every(usize),
}

/// Data of one game or problem for a [`Collection`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Member {
    /// `true` if the record meets all conditions.
    pub meets_conditions: bool,
    /// Key that it shares with its duplicates, if it can have any; see [`duplicate_key`](super::duplicate_key).
    pub duplicate_key: Option<String>,
    /// Moves of a game; see [`path`](super::path).
    pub path: Option<GamePath>,
    /// Sort key for each order; `None` for an unknown value. See [`SortField::sort_key`](super::SortField::sort_key).
    pub sort_keys: Vec<Option<String>>,
    /// Names of its groups.
    pub groups: Vec<String>,
}

/// Records of a collection in input order, numbered from 0.
///
/// ```
/// use hexmate_games::select::{Collection, Fate, Member};
///
/// let game = Member { meets_conditions: true, duplicate_key: Some("glinski f5f6".to_owned()), ..Member::default() };
/// let mut games = Collection::new(&[]).without_duplicates();
/// games.add(game.clone());
/// games.add(game);
/// assert_eq!(games.fates(), [Fate::Selected, Fate::Duplicate]);
/// assert_eq!(games.selected(), [0]);
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    orders: Vec<SortDirection>,
    members: Vec<Member>,
    fates: Vec<Fate>,
    /// For each duplicate the first record that it equals, for each beginning the longer game.
    same_as: Vec<Option<usize>>,
    /// First record by duplicate key; `None` if duplicates are selected too.
    first: Option<HashMap<String, usize>>,
}

impl Collection {
    /// Creates an empty collection; `orders` are applied in turn, the first one has priority.
    pub fn new(orders: &[SortDirection]) -> Self {
        let (members, fates, same_as) = (Vec::new(), Vec::new(), Vec::new());
        Self { orders: orders.to_vec(), members, fates, same_as, first: None }
    }

    /// Selects only the first of several equal records.
    #[must_use]
    pub fn without_duplicates(self) -> Self {
        Self { first: Some(HashMap::new()), ..self }
    }

    /// Adds a record.
    pub fn add(&mut self, mut member: Member) {
        let number = self.members.len();
        // The key is moved into the map, so that it is stored only once.
        let key = member.duplicate_key.take().filter(|_| member.meets_conditions);
        let first = self.first.as_mut().zip(key).map(|(first, key)| *first.entry(key).or_insert(number));
        let same_as = first.filter(|&first| first != number);
        if same_as.is_some() || !member.meets_conditions {
            // Only selected games are compared by their moves.
            member.path = None;
        }
        self.fates.push(match (member.meets_conditions, same_as) {
            (false, _) => Fate::Other,
            (true, None) => Fate::Selected,
            (true, Some(_)) => Fate::Duplicate,
        });
        self.same_as.push(same_as);
        self.members.push(member);
    }

    /// Returns the status of each record.
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// Returns for each duplicate the first record that it equals, and for each beginning the longer game.
    pub fn same_as(&self) -> &[Option<usize>] {
        &self.same_as
    }

    /// Leaves out selected games that are the beginning of a longer selected game, if `may_leave_out` allows it of the
    /// two; the longer game is never left out. Returns the other beginnings, each with a longer game.
    pub fn leave_out_beginnings(
        &mut self,
        may_leave_out: impl Fn(usize, usize) -> bool,
    ) -> Vec<(usize, usize)> {
        let mut games = by_path(&self.members, &self.fates);
        games.retain(|(_, path)| path.is_beginning_of(path));
        let mut kept = Vec::new();
        // From the end: the fates of the longer games, which come after, are known.
        for place in (0..games.len()).rev() {
            let (number, own) = games[place];
            let after = games[place + 1..].iter().take(MOST_COMPARED);
            let after = after.take_while(|(_, path)| own.is_beginning_of(path));
            let after = after.filter(|(_, path)| path.plies() > own.plies()).map(|&(other, _)| other);
            let mut longer = after.filter(|&other| self.fates[other] == Fate::Selected);
            let first = longer.clone().next();
            match (longer.find(|&other| may_leave_out(number, other)), first) {
                (Some(other), _) => {
                    self.fates[number] = Fate::Beginning;
                    self.same_as[number] = Some(other);
                }
                (None, Some(other)) => kept.push((number, other)),
                (None, None) => {}
            }
        }
        kept.sort_unstable();
        kept
    }

    /// Returns the selected games that share a beginning with an earlier one and then differ, so that both may be
    /// records of one game, each once with the game that it agrees with most. `players` compares those of two games.
    pub fn near_duplicates(&self, players: impl Fn(usize, usize) -> Players) -> Vec<NearDuplicate> {
        let games = by_path(&self.members, &self.fates);
        let mut nearest: BTreeMap<usize, NearDuplicate> = BTreeMap::new();
        for (place, (one, own)) in games.iter().enumerate() {
            for (other, path) in games[place + 1..].iter().take(MOST_NEAR) {
                let Some(first) = own.shared_opening(path) else { break };
                let last = own.shared_end(path, first);
                let may_be_one_game = |players| own.may_be_one_game(path, (first, last), players);
                let (number, earlier) = (*one.max(other), *one.min(other));
                let known = nearest.get(&number).map_or(0, |known| known.first + known.last);
                // Names are compared last, because that takes the most time.
                if first + last > known
                    && may_be_one_game(Players::Equal)
                    && may_be_one_game(players(*one, *other))
                {
                    nearest.insert(number, NearDuplicate { number, earlier, first, last });
                }
            }
        }
        nearest.into_values().collect()
    }

    /// Returns the selected records in sort order; equal ones stay in input order.
    pub fn selected(&self) -> Vec<usize> {
        let is_selected = |&number: &usize| self.fates[number] == Fate::Selected;
        let mut selected: Vec<usize> = (0..self.members.len()).filter(is_selected).collect();
        selected.sort_by(|&one, &next| self.compare(one, next));
        selected
    }

    /// Returns the other records in input order.
    pub fn left_out(&self) -> Vec<usize> {
        (0..self.members.len()).filter(|&number| self.fates[number] != Fate::Selected).collect()
    }

    /// Compares two records by all orders; unknown values are last in both directions.
    fn compare(&self, one: usize, next: usize) -> Ordering {
        let fields = self.members[one].sort_keys.iter().zip(&self.members[next].sort_keys);
        let compared = self.orders.iter().zip(fields).map(|(order, (one, next))| match (one, next) {
            (Some(one), Some(next)) if *order == SortDirection::Descending => next.cmp(one),
            _ => one.is_none().cmp(&next.is_none()).then_with(|| one.cmp(next)),
        });
        compared.fold(Ordering::Equal, Ordering::then)
    }

    /// Returns the groups of the selected records with their names, in order of first use.
    ///
    /// A record is in each of its groups, or in `unknown` if it has none. Names that are equal when
    /// [folded] are one group, named by the first spelling.
    pub fn groups(&self, grouping: Grouping) -> Vec<(String, Vec<usize>)> {
        let selected = self.selected();
        if let Grouping::Every(size) = grouping {
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

/// Returns the selected games that have moves, in the order of these.
fn by_path<'m>(members: &'m [Member], fates: &[Fate]) -> Vec<(usize, &'m GamePath)> {
    let selected = members.iter().zip(fates).enumerate().filter(|(_, (_, fate))| **fate == Fate::Selected);
    let mut games: Vec<_> =
        selected.filter_map(|(number, (member, _))| Some((number, member.path.as_ref()?))).collect();
    games.sort_by_key(|&(_, path)| path);
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of a game with these letters as moves; a `?` at the end is a fault.
    fn path(moves: &str) -> Option<GamePath> {
        let letters = moves.trim_end_matches('?').bytes().map(|letter| [0, letter, 0, 0, 0]);
        GamePath::new([0; 8], letters, !moves.ends_with('?'))
    }

    fn member(moves: &str, year: Option<&str>, groups: &[&str]) -> Member {
        Member {
            meets_conditions: true,
            duplicate_key: Some(moves.to_owned()).filter(|moves| !moves.is_empty()),
            path: None,
            sort_keys: vec![year.map(str::to_owned)],
            groups: groups.iter().map(|&group| group.to_owned()).collect(),
        }
    }

    fn collection(direction: SortDirection) -> Collection {
        let mut collection = Collection::new(&[direction]).without_duplicates();
        for member in [
            member("a", None, &["Anna", "Bela"]),
            member("b", Some("2001"), &["BE\u{301}LA"]),
            Member { meets_conditions: false, ..member("c", Some("2000"), &[]) },
            member("c", Some("1999"), &[]),
            member("b", Some("1998"), &["Anna"]),
            // Games without moves are not duplicates.
            member("", Some("2001"), &[]),
            member("", Some("2003"), &[]),
        ] {
            collection.add(member);
        }
        collection
    }

    #[test]
    fn unknown_values_sort_last() {
        assert_eq!(collection(SortDirection::Ascending).selected(), [3, 1, 5, 6, 0]);
        assert_eq!(collection(SortDirection::Descending).selected(), [6, 1, 5, 3, 0]);
        assert_eq!(Collection::new(&[]).selected(), [0; 0]);
    }

    #[test]
    fn duplicates_are_selected_games_with_moves() {
        let collection = collection(SortDirection::Ascending);
        let words: Vec<_> = collection.fates().iter().map(|fate| fate.word()).collect();
        let expected = ["selected", "selected", "other", "selected", "duplicate", "selected", "selected"];
        assert_eq!(words, expected);
        assert_eq!(collection.same_as(), [None, None, None, None, Some(1), None, None]);
        assert_eq!(collection.left_out(), [2, 4]);
    }

    #[test]
    fn longer_games_are_never_left_out() {
        let paths = ["ab", "abcd", "abc", "x", "abcz", "ab", ""];
        let mut collection = Collection::new(&[]).without_duplicates();
        for moves in paths {
            collection.add(Member { path: path(moves), ..member("", None, &[]) });
        }
        let kept = collection.leave_out_beginnings(|beginning, _| beginning != 5);
        assert_eq!(kept, [(5, 1)]);
        assert_eq!(collection.same_as(), [Some(1), None, Some(1), None, None, None, None]);
        assert_eq!(collection.selected(), [1, 3, 4, 5, 6]);
        assert_eq!(collection.fates()[0].word(), "beginning");
    }

    #[test]
    fn near_duplicates_share_beginnings() {
        let all = |players: Players, games: &[&str]| {
            let mut collection = Collection::new(&[]);
            for moves in games {
                collection.add(Member { path: path(moves), ..member("", None, &[]) });
            }
            let near = collection.near_duplicates(|_, _| players).into_iter();
            near.map(|near| (near.number, near.earlier, near.first, near.last)).collect::<Vec<_>>()
        };
        let games = ["abcdefghijklmnop", "abcdefghijKlmnop", "abcdefghijkl?", "abcdefghi", "abcdefghijKLMN"];
        assert_eq!(all(Players::Equal, &games), [(1, 0, 10, 5), (2, 0, 12, 0), (4, 1, 11, 0)]);
        assert_eq!(all(Players::Other, &games), []);
        assert_eq!(all(Players::Unknown, &games), []);
        let match_game = ["abcdefghijklmnop", "abcdefghijKLMNOP"];
        assert_eq!(all(Players::Equal, &match_game), [(1, 0, 10, 0)]);
        assert_eq!(all(Players::Exchanged, &match_game), []);
        assert_eq!(all(Players::Exchanged, &["abcdefghijkl", "abcdefghijKL"]), [(1, 0, 10, 0)]);
        let known = all(Players::Equal, &["abcdefghijklmnopqrstuvwxyz", "abcdefghijABCDEFGHIJKLMNOP"]);
        assert_eq!(known, []);
        let long = ["abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxYz"];
        assert_eq!(all(Players::Unknown, &long), [(1, 0, 24, 1)]);
    }

    #[test]
    fn game_is_in_all_its_groups() {
        let collection = collection(SortDirection::Ascending);
        let groups = |grouping| {
            let groups = collection.groups(grouping).into_iter();
            groups.map(|(name, members)| format!("{name} {members:?}")).collect::<Vec<_>>()
        };
        assert_eq!(groups(Grouping::ByName), ["unknown [3, 5, 6]", "BE\u{301}LA [1, 0]", "Anna [0]"]);
        assert_eq!(groups(Grouping::Every(2)), ["1 [3, 1]", "2 [5, 6]", "3 [0]"]);
    }
}
