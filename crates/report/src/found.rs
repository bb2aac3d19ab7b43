//! The table of problems that `compose search` finds, in the form that `solve` reads.

use serde::{Deserialize, Serialize};

use super::aligned::padded;
use super::moves::{san, uci};
use super::row::{TableRow, columns};
use hexmate_batch::terminal::one_line;
use hexmate_problems::compose::FoundProblem;
use hexmate_problems::stipulation_text;

/// Author and source of the problem that a search begins with; empty if the search begins at random.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credits {
    /// Author; may be empty.
    pub author: String,
    /// Source; may be empty.
    pub source: String,
}

/// A problem found by a search; its source names the seed and the chain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundRow {
    id: String,
    variant: String,
    fen: String,
    stipulation: String,
    key: String,
    /// Intended number of solutions.
    solutions: usize,
    pieces: usize,
    themes: Vec<String>,
    quality: i32,
    difficulty: u32,
    source: String,
    author: String,
    /// The keys in SAN.
    san: String,
}

impl FoundRow {
    /// Creates the row of a problem with this number of solutions that this chain found, without an id.
    ///
    /// The author is that of `credits`; the source says that the program made a new version.
    pub fn new(find: &FoundProblem, solutions: usize, credits: &Credits, seed: u64, chain: u64) -> Self {
        let FoundProblem { sound, merits } = find;
        let (position, game) = (&sound.position, sound.position.game());
        let keys = |write: fn(&_, _) -> String| {
            sound.keys.iter().map(|&key| write(position, key)).collect::<Vec<_>>().join(" ")
        };
        Self {
            id: String::new(),
            variant: game.name.to_owned(),
            fen: position.to_fen(),
            stipulation: stipulation_text(&game, sound.stipulation),
            key: keys(uci),
            solutions,
            pieces: position.piece_count(),
            themes: merits.themes.iter().map(|theme| theme.code().to_owned()).collect(),
            quality: merits.quality,
            difficulty: merits.difficulty,
            source: match (credits.author.as_str(), credits.source.as_str()) {
                ("", "") => format!("found by the program, seed {seed}, chain {chain}"),
                (_, source) => {
                    let between = if source.is_empty() { "" } else { "; " };
                    format!("{source}{between}version by the program, seed {seed}, chain {chain}")
                }
            },
            author: credits.author.clone(),
            san: keys(san),
        }
    }

    /// Returns the row with this id.
    pub fn with_id(self, id: String) -> Self {
        Self { id, ..self }
    }

    /// Returns the quality of the problem; greater is better.
    pub fn quality(&self) -> i32 {
        self.quality
    }

    /// Returns a line of progress: quality, FEN, stipulation, keys.
    pub fn note(&self) -> String {
        format!("best {}: {} {} 1.{}", self.quality, self.fen, self.stipulation, self.san)
    }
}

impl TableRow for FoundRow {
    columns! { self;
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        key: self.key,
        solutions: self.solutions,
        pieces: self.pieces,
        themes: self.themes,
        quality: self.quality,
        difficulty: self.difficulty,
        source: self.source,
        author: self.author,
    }

    fn to_text(&self) -> String {
        let Self { id, variant, fen, stipulation, quality, difficulty, san, .. } = self;
        let themes = self.themes.join(" ");
        let id = padded(&one_line(id), 12);
        format!(
            "{id} {variant:<9} {stipulation:<6} quality {quality:>2}, difficulty {difficulty:>2}  \
             1.{san:<8} {fen}  {themes}\n"
        )
    }
}
