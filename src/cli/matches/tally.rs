//! Statistics of a match: points, Elo, likelihoods. `docs/player.md` has the formulas.

use std::fmt;

use super::args::Hypotheses;

/// Quantile of the normal distribution for an interval of 95 %.
const TWO_SIDED: f64 = 1.959_964;

/// Bound of the logarithm of the likelihood ratio at 5 % error of both kinds: ln(0.95 / 0.05).
pub const DECISION: f64 = 2.944_439;

/// Results of pairs of games with the same opening.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs by quarters of a point of the first engine.
    pairs: [u32; 9],
    /// Games by quarters of a point of the first engine.
    games: [u32; 5],
}

impl Tally {
    /// Adds two games with the quarters of a point of the first engine.
    pub fn add(&mut self, quarters: [u8; 2]) {
        let quarters = quarters.map(|count| usize::from(count.min(4)));
        self.pairs[quarters[0] + quarters[1]] += 1;
        for count in quarters {
            self.games[count] += 1;
        }
    }

    /// Adds the pairs of another tally.
    pub fn join(&mut self, other: &Self) {
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, count)| *sum += count);
        self.games.iter_mut().zip(other.games).for_each(|(sum, count)| *sum += count);
    }

    /// Returns the tally of the other engine.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.pairs.reverse();
        reversed.games.reverse();
        reversed
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
        f64::from(self.pairs.iter().sum::<u32>())
    }

    /// Returns the results of pairs as shares of their points, each with its number of pairs.
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        (0..9_u8).zip(self.pairs).map(|(quarters, count)| (f64::from(quarters) / 8.0, f64::from(count)))
    }

    /// Returns the share of the points.
    pub fn mean(&self) -> f64 {
        self.shares().map(|(share, count)| share * count).sum::<f64>() / self.count().max(1.0)
    }

    /// Returns the variance of the result of a pair; never zero, because a few equal results prove little.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.shares().map(|(share, count)| count * (share - mean).powi(2)).sum();
        (sum / (self.count() - 1.0).max(1.0)).max(0.25 / (self.count() + 1.0))
    }

    /// Returns the standard error of the share of the points.
    fn error(&self) -> f64 {
        (self.variance() / self.count().max(1.0)).sqrt()
    }

    /// Returns Elo and its interval of 95 %.
    pub fn elo(&self) -> [f64; 3] {
        let error = TWO_SIDED * self.error();
        [0.0, -error, error].map(|shift| elo_of(self.mean() + shift))
    }

    /// Returns the likelihood that the first engine is the better one.
    pub fn superiority(&self) -> f64 {
        normal((self.mean() - 0.5) / self.error())
    }

    /// Returns the numbers of pairs with 0, ½, 1, 1½ and 2 points, and of those with quarters that occur, as text.
    pub fn pairs(&self) -> String {
        let shown = (0..9).filter(|&quarters| quarters % 2 == 0 || self.pairs[quarters] > 0);
        let points = ["0", "¼", "½", "¾", "1", "1¼", "1½", "1¾", "2"];
        let texts = shown.map(|quarters| format!("{}: {}", points[quarters], self.pairs[quarters]));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the logarithm of the likelihood ratio of the higher to the lower hypothesis: the results of pairs are
    /// taken as normally distributed.
    pub fn likelihood(&self, between: Hypotheses) -> f64 {
        if self.count() < 2.0 {
            return 0.0;
        }
        let [low, high] = [between.low, between.high].map(share_of);
        self.count() * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * self.variance())
    }
}

/// Returns the distribution function of the normal distribution, with an error below 0.000 000 2.
///
/// By formula 7.1.26 of Abramowitz and Stegun, "Handbook of mathematical functions".
fn normal(x: f64) -> f64 {
    let (z, sign) = (x.abs() / std::f64::consts::SQRT_2, x.signum());
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = terms.iter().fold(0.0, |sum, term| sum * t + term) * t;
    0.5 * (1.0 + sign * (1.0 - sum * (-z * z).exp()))
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
        writeln!(f, "Elo      {elo:+.0}, from {low:+.0} to {high:+.0} with 95 %")?;
        writeln!(f, "LOS      {:.1} %", 100.0 * self.superiority())?;
        write!(f, "pairs    {}", self.pairs())
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
    fn reversed_results_mirror_elo() {
        let tally = tally(&[[4, 3], [2, 2], [4, 4], [0, 1]]);
        let reversed = tally.reversed();
        assert!((reversed.points() + tally.points() - f64::from(tally.games())).abs() < 1e-9);
        assert!((tally.elo()[0] + reversed.elo()[0]).abs() < 1e-9);
        assert!((tally.superiority() + reversed.superiority() - 1.0).abs() < 1e-6);
        assert_eq!(tally.pairs(), "0: 0, ¼: 1, ½: 0, 1: 1, 1½: 0, 1¾: 1, 2: 1");
        let mut both = tally.clone();
        both.join(&reversed);
        assert_eq!((both.games(), both.points()), (16, 8.0));
    }

    #[test]
    fn normal_distribution_has_known_values() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.959_964, 0.975), (-3.0, 0.001_349_9)]
        {
            assert!((normal(x) - expected).abs() < 2e-7, "{x}: {}", normal(x));
        }
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
