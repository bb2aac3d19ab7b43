//! Players, their turn order, and sets of players.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// A player or a seat: 0 sits at the bottom and begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The player who begins.
    pub const WHITE: Self = Self(0);
    /// The second player of a game for two.
    pub const BLACK: Self = Self(1);
    /// The most players that any game has.
    pub const MOST: u8 = 6;

    /// Returns the player with this number; the clock's next after the last is the first again.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::Player;
    ///
    /// assert_eq!(Player::new(1), Player::BLACK);
    /// ```
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number % Self::MOST)
    }

    /// Returns the number: 0 for the one who begins.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::Player;
    ///
    /// assert_eq!(Player::WHITE.index(), 0);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the players of a game for `count`, in turn order.
    #[inline]
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Self)
    }

    /// Returns the other players of a game for `count`, in turn order from the one after this.
    ///
    /// ```
    /// use hexmate_core::rules::Player;
    ///
    /// assert!(Player::WHITE.others(2).eq([Player::BLACK]));
    /// ```
    pub fn others(self, count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..count).map(move |later| Self((self.0 + later) % count))
    }
}

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns all players of a game for `count`.
    pub const fn first(count: u8) -> Self {
        Self(((1_u16 << count) - 1) as u8)
    }

    /// Returns whether the player is a member.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::{Player, PlayerSet};
    ///
    /// assert!(PlayerSet::first(2).contains(Player::BLACK));
    /// ```
    #[inline]
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// Returns the number of players.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This set and one more player.
    ///
    /// ```
    /// use hexmate_core::rules::{Player, PlayerSet};
    ///
    /// let both = PlayerSet::EMPTY.with(Player::WHITE).with(Player::BLACK);
    /// assert_eq!(both, PlayerSet::first(2));
    /// assert_eq!(both.without(Player::WHITE).len(), 1);
    /// ```
    #[must_use]
    pub const fn with(self, player: Player) -> Self {
        Self(self.0 | 1 << player.0)
    }

    /// This set without a player.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::{Player, PlayerSet};
    ///
    /// assert_eq!(PlayerSet::first(2).without(Player::BLACK), PlayerSet::first(1));
    /// ```
    #[must_use]
    pub const fn without(self, player: Player) -> Self {
        Self(self.0 & !(1 << player.0))
    }

    /// Returns the members in turn order.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::PlayerSet;
    ///
    /// assert_eq!(PlayerSet::first(6).iter().count(), 6);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::first(Player::MOST).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A value stored for each player.
pub trait Value: Copy + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> Value for T {}

/// One `T` for each of `N` players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerPlayer<T, const N: usize>([T; N]);

/// A container with one `T` for each player.
pub trait ByPlayer<T>: Index<Player, Output = T> + IndexMut<Player> {
    /// Returns a container with the same value for all players.
    fn splat(value: T) -> Self;
}

impl<T: Copy, const N: usize> ByPlayer<T> for PerPlayer<T, N> {
    #[inline]
    fn splat(value: T) -> Self {
        Self([value; N])
    }
}

impl<T, const N: usize> Index<Player> for PerPlayer<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T, const N: usize> IndexMut<Player> for PerPlayer<T, N> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round() {
        let others: Vec<usize> = Player::new(2).others(3).map(Player::index).collect();
        assert_eq!(others, [0, 1]);
    }

    #[test]
    fn player_set_contains_members() {
        let all = PlayerSet::first(6);
        let fewer = all.without(Player::new(4)).without(Player::WHITE);
        assert_eq!(fewer.iter().map(Player::index).collect::<Vec<_>>(), [1, 2, 3, 5]);
        assert_eq!(fewer.len(), 4);
        assert_eq!(fewer.with(Player::new(4)).with(Player::WHITE), all);
    }
}
