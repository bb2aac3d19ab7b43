//! The positions of the suite: few and short, and among them everything that is hard. Writes no other rows.

use std::collections::BTreeMap;

use hexmate_core::perft::Kind;
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, San, Uci};

use crate::candidates::{self, Candidate};
use crate::ends;
use crate::rows::{CountRow, MoveRow, PositionRow};

/// How many positions show a kind, where there are so many: more of what programs get wrong most, in short rows.
fn wanted(game: Game, kind: &str) -> usize {
    let is_wrong_often =
        ["en-passant", "castling", "disambiguated"].iter().any(|begin| kind.starts_with(begin));
    if is_wrong_often && game.players == 2 { 2 } else { 1 }
}

/// How deep is counted.
const DEPTH: u32 = 3;

/// Counts greater than this are for the tables in `perft/`.
const MOST_NODES: u64 = 150_000;

/// The start position and others, so that each kind is met.
pub fn choose(game: Game) -> Vec<Candidate> {
    let mut candidates = candidates::of(game);
    let mut chosen = vec![candidates.remove(0)];
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let count = |met: &mut BTreeMap<&str, usize>, candidate: &Candidate| {
        for kind in &candidate.kinds {
            *met.entry(kind).or_default() += 1;
        }
    };
    count(&mut met, &chosen[0]);
    loop {
        let lacking = |candidate: &Candidate| {
            let lacks = |kind: &&&str| met.get(**kind).copied().unwrap_or_default() < wanted(game, kind);
            candidate.kinds.iter().filter(lacks).count()
        };
        // Much that is new in few bytes.
        let worth = |candidate: &Candidate| lacking(candidate) * 1_000_000 / (candidate.bytes() + 600);
        let best = (0..candidates.len()).max_by_key(|&at| (worth(&candidates[at]), usize::MAX - at));
        let Some(best) = best.filter(|&at| lacking(&candidates[at]) > 0) else { return chosen };
        let best = candidates.remove(best);
        let is_new = chosen.iter().all(|other| other.position != best.position);
        if is_new {
            count(&mut met, &best);
            chosen.push(best);
        }
    }
}

/// What every row of a position begins with.
pub struct PositionName {
    pub id: String,
    pub variant: String,
    pub fen: String,
}

/// What every row of this position begins with.
pub fn name(candidate: &Candidate) -> PositionName {
    let variant = candidate.position.game().name.to_owned();
    PositionName { id: format!("{variant}: {}", candidate.name), variant, fen: candidate.position.to_fen() }
}

/// A position with all its moves.
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

/// The counts of a position to depth 3, or as deep as is quickly counted.
pub fn counts(candidate: &Candidate) -> CountRow {
    let position = &candidate.position;
    let count = |depth| {
        let breakdown = position.breakdown(depth);
        let words = Kind::ALL.into_iter().map(|kind| (kind.name().to_owned(), breakdown[kind]));
        let nodes = ("nodes".to_owned(), breakdown.nodes);
        words.filter(|&(_, count)| count > 0).chain([nodes]).collect()
    };
    let PositionName { id, variant, fen } = name(candidate);
    let depths = (1..=DEPTH).take_while(|&depth| position.perft(depth) <= MOST_NODES);
    CountRow { id, variant, fen, counts: depths.map(count).collect() }
}
