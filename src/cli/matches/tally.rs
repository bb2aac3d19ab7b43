//! Statistics of a match: points, Elo, likelihood ratio.

use std::fmt;

use super::args::Hypotheses;

/// Quantile of the normal distribution for an interval of 95 %.
const TWO_SIDED: f64 = 1.959_964;

/// Bound of the logarithm of the likelihood ratio at 5 % error of both kinds: ln(0.95 / 0.05).
pub const DECISION: f64 = 2.944_439;

/// Results of pairs of games with the same opening.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Shares of a point of the first engine, from 0 to 1, by pair.
    pairs: Vec<f64>,
    /// Games by quarters of a point of the first engine.
    games: [u32; 5],
}

impl Tally {
    /// Adds two games with the quarters of a point of the first engine.
    pub fn add(&mut self, quarters: [u8; 2]) {
        self.pairs.push(f64::from(quarters[0] + quarters[1]) / 8.0);
        for count in quarters {
            self.games[usize::from(count.min(4))] += 1;
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.games.iter().sum()
    }

    /// Returns the points of the first engine.
    pub fn points(&self) -> f64 {
        (0..5_u8)
            .map(|quarters| f64::from(quarters) / 4.0 * f64::from(self.games[usize::from(quarters)]))
            .sum()
    }

    fn count(&self) -> f64 {
        f64::from(self.pairs.len() as u32)
    }

    fn mean(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / self.count().max(1.0)
    }

    /// Returns the variance of the result of a pair; never zero, because a few equal results prove little.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
        (sum / (self.count() - 1.0).max(1.0)).max(0.25 / (self.count() + 1.0))
    }

    /// Returns Elo and its interval of 95 %.
    pub fn elo(&self) -> [f64; 3] {
        let error = TWO_SIDED * (self.variance() / self.count().max(1.0)).sqrt();
        [0.0, -error, error].map(|shift| elo_of(self.mean() + shift))
    }

    /// Returns the logarithm of the likelihood ratio of the higher to the lower hypothesis: the results of pairs are
    /// taken as normally distributed.
    pub fn likelihood(&self, between: Hypotheses) -> f64 {
        if self.pairs.len() < 2 {
            return 0.0;
        }
        let [low, high] = [between.low, between.high].map(share_of);
        self.count() * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * self.variance())
    }
}

/// Returns the difference in Elo of a share of a point.
fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.000_1, 0.999_9);
    400.0 * (share / (1.0 - share)).log10()
}

/// Returns the share of a point of a difference in Elo.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo, low, high] = self.elo();
        let [lost, quarter, drawn, three, won] = self.games;
        writeln!(f, "points   {} of {}", self.points(), self.games())?;
        writeln!(
            f,
            "games    {won} won, {three} three quarters, {drawn} drawn, {quarter} one quarter, {lost} lost"
        )?;
        write!(f, "Elo      {elo:+.0}, from {low:+.0} to {high:+.0} with 95 %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[u8; 2]]) -> Tally {
        let mut tally = Tally::default();
        for &pair in pairs {
            tally.add(pair);
        }
        tally
    }

    #[test]
    fn points_count_quarters() {
        let tally = tally(&[[4, 3], [2, 1], [0, 4]]);
        assert_eq!((tally.games(), tally.points()), (6, 3.5));
    }

    #[test]
    fn even_results_mean_equal_strength() {
        let even = tally(&[[4, 0], [2, 2], [3, 1], [0, 4]]);
        let [elo, low, high] = even.elo();
        assert!(elo.abs() < 1e-9 && low < 0.0 && high > 0.0, "{elo} {low} {high}");
        assert!(even.likelihood(Hypotheses { low: -5.0, high: 5.0 }).abs() < 1e-9);
        assert!(even.likelihood(Hypotheses { low: 0.0, high: 10.0 }) < 0.0);
    }

    /// Compares with likelihoods of the five results of a pair that were maximised under each hypothesis by another
    /// program, and with Elo of the means and standard errors.
    #[test]
    fn ratio_agrees_with_exact_likelihood() {
        type Case = ([u32; 5], [f64; 2], f64, [f64; 3]);
        let cases: [Case; 3] = [
            ([10, 40, 100, 60, 15], [0.0, 10.0], 1.5185, [23.20, 1.93, 44.64]),
            ([20, 50, 90, 55, 25], [0.0, 5.0], 0.2802, [10.86, -13.11, 34.94]),
            ([30, 60, 80, 50, 20], [-5.0, 5.0], -1.3373, [-21.74, -46.88, 3.16]),
        ];
        for (counts, [low, high], exact, elo) in cases {
            let results = [[0, 0], [2, 0], [2, 2], [4, 2], [4, 4]];
            let pairs = results.into_iter().zip(counts);
            let pairs: Vec<[u8; 2]> = pairs.flat_map(|(pair, count)| vec![pair; count as usize]).collect();
            let tally = tally(&pairs);
            let ratio = tally.likelihood(Hypotheses { low, high });
            assert!((ratio / exact - 1.0).abs() < 0.02, "{ratio} is not {exact}");
            for (found, expected) in tally.elo().into_iter().zip(elo) {
                assert!((found - expected).abs() < 0.01, "{found} is not {expected}");
            }
        }
    }

    #[test]
    fn many_wins_decide_test() {
        let pairs: Vec<[u8; 2]> =
            (0..200).map(|number| if number % 3 == 0 { [4, 0] } else { [4, 2] }).collect();
        assert!(tally(&pairs).likelihood(Hypotheses { low: 0.0, high: 20.0 }) > DECISION);
        let turned: Vec<[u8; 2]> = pairs.iter().map(|&[one, other]| [4 - one, 4 - other]).collect();
        assert!(tally(&turned).likelihood(Hypotheses { low: 0.0, high: 20.0 }) < -DECISION);
    }
}
