//! The table of new problems: what `compose search` finds, in the form that `solve` reads.

use serde::{Deserialize, Serialize};

use super::moves::{san, uci};
use super::row::{Row, columns};
use hexmate_batch::terminal::one_line;
use hexmate_problems::compose::Find;
use hexmate_problems::stipulation_text;

/// Who composed the problem that a search begins with, and where it was printed; empty where it begins at random.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// Its author; may be empty.
    pub author: String,
    /// Its source; may be empty.
    pub source: String,
}

/// A problem that was found, and where in the search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundRow {
    id: String,
    variant: String,
    fen: String,
    stipulation: String,
    key: String,
    pieces: usize,
    themes: Vec<String>,
    quality: i32,
    difficulty: u32,
    source: String,
    author: String,
    /// The key as people read it.
    san: String,
}

impl FoundRow {
    /// The row of a problem of some chain, which began with a problem of `origin`.
    ///
    /// The author of that problem stays the author; the source says what the program has done.
    pub fn new(find: &Find, origin: &Origin, seed: u64, chain: u64) -> Self {
        let Find { sound, merits } = find;
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
            pieces: position.pieces().len(),
            themes: merits.themes.iter().map(|theme| theme.code().to_owned()).collect(),
            quality: merits.quality,
            difficulty: merits.difficulty,
            source: match (origin.author.as_str(), origin.source.as_str()) {
                ("", "") => format!("found by the program, seed {seed}, chain {chain}"),
                (_, source) => {
                    let between = if source.is_empty() { "" } else { "; " };
                    format!("{source}{between}version by the program, seed {seed}, chain {chain}")
                }
            },
            author: origin.author.clone(),
            san: keys(san),
        }
    }

    /// The same row under a name.
    pub fn with_id(self, id: String) -> Self {
        Self { id, ..self }
    }

    /// How good it is.
    pub fn quality(&self) -> i32 {
        self.quality
    }

    /// How it is told of while the search goes on.
    pub fn note(&self) -> String {
        format!("best {}: {} {} 1.{}", self.quality, self.fen, self.stipulation, self.san)
    }
}

impl Row for FoundRow {
    columns! { self;
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        key: self.key,
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
        let id = one_line(id);
        format!(
            "{id:<12} {variant:<9} {stipulation:<6} quality {quality:>2}, difficulty {difficulty:>2}  \
             1.{san:<8} {fen}  {themes}\n"
        )
    }
}
