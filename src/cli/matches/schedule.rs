//! The order of the games of a match or tournament.

/// The opponents of each engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tournament {
    /// Every engine plays every other one.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The pairs of engines that play each other, in the order of a round.
///
/// In each round every pair plays two games with the same opening and colours exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairs: Vec<[usize; 2]>,
}

/// A game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Number of the opening, from 0.
    pub opening: u64,
    /// Number of the pair, from 0.
    pub pair: usize,
    /// Engines with White and Black.
    pub players: [usize; 2],
    /// `true` for the second game of the pair with this opening.
    pub is_return: bool,
}

impl Schedule {
    /// Creates the schedule of a number of engines.
    pub fn new(engines: usize, tournament: Tournament) -> Self {
        let firsts = match tournament {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => 1,
        };
        let pairs = (0..firsts).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        Self { pairs: pairs.collect() }
    }

    /// Returns the pairs of engines.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// Returns the game with a number, from 0; more games of each pair only add numbers.
    pub fn pairing(&self, number: u64) -> Pairing {
        let pairs = self.pairs.len().max(1) as u64;
        let (encounter, is_return) = (number / 2, number % 2 == 1);
        let pair = (encounter % pairs) as usize;
        let mut players = self.pairs.get(pair).copied().unwrap_or_default();
        if is_return {
            players.reverse();
        }
        Pairing { opening: encounter / pairs, pair, players, is_return }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_plays_both_colours() {
        for (tournament, engines, pairs) in [
            (Tournament::RoundRobin, 2, 1),
            (Tournament::Gauntlet, 2, 1),
            (Tournament::RoundRobin, 5, 10),
            (Tournament::Gauntlet, 5, 4),
        ] {
            let schedule = Schedule::new(engines, tournament);
            assert_eq!(schedule.pairs().len(), pairs);
            let games: Vec<Pairing> = (0..6 * pairs as u64).map(|number| schedule.pairing(number)).collect();
            for opening in 0..3 {
                let round: Vec<_> = games.iter().filter(|game| game.opening == opening).collect();
                let mut players: Vec<_> = round.iter().map(|game| game.players).collect();
                players.sort_unstable();
                players.dedup();
                assert_eq!((round.len(), players.len()), (2 * pairs, 2 * pairs), "{tournament:?}");
                assert!(players.iter().all(|[white, black]| players.contains(&[*black, *white])));
            }
        }
    }
}
