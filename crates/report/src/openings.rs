//! The table of openings: number of games, and results in per cent.

use super::aligned::padded;
use super::row::{TableRow, columns};
use hexmate_games::stats::{OpeningGames, Stats};

/// An opening and its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningRow {
    moves: Vec<String>,
    opening: OpeningGames,
    /// Number of games that reached the position before its last move.
    before: u64,
}

impl OpeningRow {
    /// Returns all openings with at least `least` games, each before its continuations, the most played first.
    pub fn all(stats: &Stats, least: u64) -> Vec<Self> {
        let row = |(moves, opening): (&[String], OpeningGames)| {
            let before = match moves.split_last() {
                Some((_, [])) | None => stats.games,
                Some((_, before)) => stats.openings.get(before).map_or(0, |opening| opening.games),
            };
            Self { moves: moves.to_vec(), opening, before }
        };
        stats.opening_tree(least).into_iter().map(row).collect()
    }

    /// Returns in per cent: how often it was played, games won, drawn and lost, and the score of the first player.
    fn percents(&self) -> [Option<f64>; 5] {
        let Self { opening: OpeningGames { games, won, drawn, lost, finished, sixtieths }, before, .. } =
            *self;
        let of = |part: u64, whole: u64| (whole > 0).then(|| tenths(part * 1000, whole));
        [
            of(games, before),
            of(won, finished),
            of(drawn, finished),
            of(lost, finished),
            of(sixtieths, finished * 60),
        ]
    }
}

/// Returns a part of a whole in per cent, rounded to the nearest tenth; `thousandfold` is 1,000 times the part.
fn tenths(thousandfold: u64, whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
    let tenths = ((thousandfold + whole / 2) / whole) as f64;
    tenths / 10.0
}

impl TableRow for OpeningRow {
    columns! { self;
        { let [percent, won, drawn, lost, score] = self.percents(); }
        moves: self.moves.join(" "),
        games: self.opening.games,
        percent: percent,
        won: won,
        drawn: drawn,
        lost: lost,
        score: score,
    }

    fn to_text(&self) -> String {
        let name =
            "  ".repeat(self.moves.len().saturating_sub(1)) + self.moves.last().map_or("", String::as_str);
        let percents = self.percents().map(|percent| match percent {
            Some(percent) => format!("{percent:>6.1}"),
            None => format!("{:>6}", "-"),
        });
        format!("{} {:>6}  {}\n", padded(&name, 28), self.opening.games, percents.join(" "))
    }
}

/// Header of the table as text.
pub const OPENINGS_HEADING: &str =
    "opening                       games  played    won  drawn   lost  score   in per cent, for White\n";
