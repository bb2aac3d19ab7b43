//! Selection of the positions of the suite: few short positions that together have all features.

use std::collections::BTreeMap;

use hexmate_core::perft::Kind;
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, San, Uci};

use crate::candidates::{self, Candidate};
use crate::ends;
use crate::rows::{CountRow, MoveRow, PositionRow};

/// Returns the number of positions wanted with a feature: two for features that programs often get wrong.
fn wanted(game: Game, kind: &str) -> usize {
    let is_often_wrong =
        ["en-passant", "castling", "disambiguated"].iter().any(|begin| kind.starts_with(begin));
    if is_often_wrong && game.players == 2 { 2 } else { 1 }
}

/// Largest depth of the counts, in plies.
const DEPTH: u32 = 3;

/// Largest count in the suite; the tables in `perft/` have larger ones.
const MAX_NODES: u64 = 150_000;

/// Returns the start position and further positions, so that each feature occurs, and the other candidates.
pub fn choose(game: Game) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut candidates = candidates::of(game);
    let mut chosen = vec![candidates.remove(0)];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let count = |counts: &mut BTreeMap<&str, usize>, candidate: &Candidate| {
        for kind in &candidate.kinds {
            *counts.entry(kind).or_default() += 1;
        }
    };
    count(&mut counts, &chosen[0]);
    loop {
        let missing = |candidate: &Candidate| {
            let is_missing =
                |kind: &&&str| counts.get(**kind).copied().unwrap_or_default() < wanted(game, kind);
            candidate.kinds.iter().filter(is_missing).count()
        };
        // Prefers many missing features in few bytes.
        let worth = |candidate: &Candidate| missing(candidate) * 1_000_000 / (candidate.bytes() + 600);
        let best = (0..candidates.len()).max_by_key(|&at| (worth(&candidates[at]), usize::MAX - at));
        let Some(best) = best.filter(|&at| missing(&candidates[at]) > 0) else { return (chosen, candidates) };
        let best = candidates.remove(best);
        let is_new = chosen.iter().all(|other| other.position != best.position);
        if is_new {
            count(&mut counts, &best);
            chosen.push(best);
        }
    }
}

/// The fields common to all rows of a position.
pub struct PositionName {
    pub id: String,
    pub variant: String,
    pub fen: String,
}

/// Returns the common fields of a position's rows.
pub fn name(candidate: &Candidate) -> PositionName {
    let variant = candidate.position.game().name.to_owned();
    PositionName { id: format!("{variant}: {}", candidate.name), variant, fen: candidate.position.to_fen() }
}

/// Returns the row of a position with all its moves.
pub fn row(candidate: &Candidate) -> PositionRow {
    let position = &candidate.position;
    let mut moves: Vec<MoveRow> = position.legal_moves().map(|m| move_row(position, m)).collect();
    moves.sort_by(|one, other| one.uci.cmp(&other.uci));
    let PositionName { id, variant, fen } = name(candidate);
    PositionRow {
        id,
        variant,
        fen,
        kinds: candidate.kinds.iter().map(|&kind| kind.to_owned()).collect(),
        faults: candidate.faults.clone(),
        check: position.is_check(),
        end: position.outcome().map(|outcome| ends::word(outcome).to_owned()),
        moves,
    }
}

fn move_row(position: &Position, m: Move) -> MoveRow {
    MoveRow {
        uci: Uci(position.game().shape, m).to_string(),
        san: San { position, m, letters: &Letters::ENGLISH }.to_string(),
        fen: position.play_unchecked(m).to_fen(),
    }
}

/// Returns the row of a position's counts to depth [`DEPTH`], as far as they do not exceed [`MAX_NODES`].
pub fn counts(candidate: &Candidate) -> CountRow {
    let position = &candidate.position;
    let count = |depth| {
        let breakdown = position.breakdown(depth);
        let words = Kind::ALL.into_iter().map(|kind| (kind.name().to_owned(), breakdown[kind]));
        let nodes = ("nodes".to_owned(), breakdown.nodes);
        words.filter(|&(_, count)| count > 0).chain([nodes]).collect()
    };
    let PositionName { id, variant, fen } = name(candidate);
    let depths = (1..=DEPTH).take_while(|&depth| position.perft(depth) <= MAX_NODES);
    CountRow { id, variant, fen, counts: depths.map(count).collect() }
}
