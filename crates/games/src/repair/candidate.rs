//! Search for all edits of one place that make a game legal.

use std::collections::HashMap;

use super::clues::{self, Numbering};
use super::graph::{Budget, LineGraph, readings};
use super::kind::EditKind;
use super::respell::{Respelling, respellings};
use crate::pgn::GameResult;
use hexmate_core::rules::Move;
use hexmate_position::{Letters, MoveText, Position};

/// Bits by which a reading is likelier than every edit, to be accepted.
const READING_MARGIN: f64 = 1.0;

/// Bits by which it is likelier than an exchange, which takes every word as it is written.
const EXCHANGE_MARGIN: f64 = 6.5;

/// Number of moves before the unreadable one that are tried as the place of the error.
pub(super) const WINDOW: usize = 60;

/// Maximum number of positions per ply in which an edit is tried.
const BREADTH: usize = 8;

/// Maximum number of lines before an edit, and after it.
const LINES: usize = 4;

/// Maximum length of a repeated passage, in half-moves.
const MAX_REPEATED: usize = 8;

/// A game with a fault, as text.
pub(super) struct Written<'g> {
    pub start: Position,
    pub words: Vec<&'g str>,
    /// The words as moves; `None` for each unreadable one.
    pub texts: Vec<Option<MoveText>>,
    pub letters: Letters,
    pub numbering: Numbering<'g>,
    pub result: Option<GameResult>,
}

/// An edit that makes the whole game legal.
pub(super) struct Candidate {
    pub kind: EditKind,
    /// Index of the first half-move that differs.
    pub ply: usize,
    /// Number of written half-moves that are replaced.
    pub removed: usize,
    /// Number of half-moves that replace them.
    pub inserted: usize,
    /// All moves of the game.
    pub line: Vec<Move>,
    /// Weight in bits.
    pub bits: f64,
    /// Piece letters and names of cells with which the text is read.
    pub letters: Letters,
}

impl Candidate {
    /// Returns whether no other candidate is about as likely.
    pub(super) fn is_likeliest_of(&self, all: &Candidates) -> bool {
        let margin = |kind: EditKind| if kind.order().is_some() { EXCHANGE_MARGIN } else { READING_MARGIN };
        all.values().all(|other| other.line == self.line || other.bits >= self.bits + margin(other.kind))
    }
}

/// A replacement of written half-moves.
struct Replacement<'t> {
    kind: EditKind,
    bits: f64,
    removed: usize,
    /// Half-moves that are known, with their text if there is one.
    moves: Vec<(Move, Option<MoveText>)>,
    /// Other texts of a single half-move, each with its slip: less likely ones may agree better with the game.
    others: Vec<Respelling>,
    /// Texts of half-moves after them.
    texts: Vec<&'t Option<MoveText>>,
}

/// Candidates of a game: for each game that they give, the likeliest.
pub(super) type Candidates = HashMap<Vec<Move>, Candidate>;

impl Written<'_> {
    /// Adds all edits after which the whole game is legal, and the game as written if it is.
    ///
    /// `fault` is the index of the first faulty half-move.
    pub(super) fn add_candidates(&self, fault: usize, games: &mut Candidates, budget: &mut Budget) {
        let follow = |texts: &[Option<MoveText>], budget: &mut Budget| {
            LineGraph::follow(self.start.clone(), texts, WINDOW + 1, budget)
        };
        let mut graph = follow(&self.texts, budget);
        if graph.reached() == self.texts.len() {
            self.add_as_written(&graph, games, budget);
            let end = self.texts.len().min(fault + MAX_REPEATED);
            graph = follow(&self.texts[..end], budget);
        }
        let gaps = self.numbering.gaps();
        // An edit before an unreadable word does not help.
        let unreadable = self.texts.get(graph.reached()).is_some_and(Option::is_none);
        let window = if unreadable { MAX_REPEATED } else { WINDOW };
        for ply in (0..=graph.reached()).rev().take(window + 1) {
            let spellings = self.words.get(ply).map_or(Vec::new(), |word| respellings(word, &self.letters));
            for (node, position) in graph.after(ply).iter().take(BREADTH).enumerate() {
                let beginnings = graph.lines_to_node(ply, node, LINES);
                for replacement in self.replacements(ply, position, &spellings, &gaps) {
                    self.add(ply, position, &beginnings, &replacement, games, budget);
                }
            }
        }
    }

    /// Adds the games that the words mean, with other numbers if they are wrong.
    fn add_as_written(&self, graph: &LineGraph, games: &mut Candidates, budget: &mut Budget) {
        let numbers = self.numbering.after_edit(0, 0, 0);
        let (kind, bits) = match numbers.wrong {
            0 => (EditKind::OtherReading, 0.0),
            1 => (EditKind::OtherNumber, 0.0),
            // Numbers that stay off to the end are no slip of one number.
            _ => (EditKind::OtherNumber, numbers.bits() + if numbers.shift == 0 { 0.0 } else { 8.0 }),
        };
        for line in graph.longest_lines(LINES) {
            let texts = self.texts.iter().map(Option::as_ref);
            let bits = kind.bits() + bits + self.signs(&line, texts, budget);
            let (ply, letters) = (numbers.first_wrong.unwrap_or(0).min(line.len()), self.letters);
            add_likelier(games, Candidate { kind, ply, removed: 0, inserted: 0, line, bits, letters });
        }
    }

    /// Adds the games with a replacement, if the rest is legal.
    fn add(
        &self,
        ply: usize,
        position: &Position,
        beginnings: &[Vec<Move>],
        replacement: &Replacement<'_>,
        games: &mut Candidates,
        budget: &mut Budget,
    ) {
        let Replacement { kind, bits, removed, moves, others, texts } = replacement;
        let rest = &self.texts[ply + removed..];
        let after = moves.iter().fold(position.clone(), |position, &(m, _)| position.play_unchecked(m));
        let graph = LineGraph::follow(after, texts.iter().copied().chain(rest), 1, budget);
        if graph.reached() < texts.len() + rest.len() || !budget.has_more() {
            return;
        }
        let inserted = moves.len() + texts.len();
        let numbers = self.numbering.after_edit(ply, *removed, inserted).bits();
        let ends = graph.longest_lines(LINES);
        for (beginning, end) in beginnings.iter().flat_map(|one| ends.iter().map(move |other| (one, other))) {
            let new = moves.iter().map(|&(m, _)| m);
            let line: Vec<Move> = beginning.iter().copied().chain(new).chain(end.iter().copied()).collect();
            let written: Vec<_> = moves.iter().map(|(_, text)| text.as_ref()).collect();
            let others = others.iter().map(|other| (other.kind, other.bits, vec![Some(&other.text)]));
            for (kind, bits, own) in std::iter::once((*kind, *bits, written)).chain(others) {
                let later = texts.iter().map(|text| text.as_ref()).chain(rest.iter().map(Option::as_ref));
                let texts = self.texts[..ply].iter().map(Option::as_ref).chain(own).chain(later);
                let bits = bits + numbers + self.signs(&line, texts, budget);
                let (line, removed, letters) = (line.clone(), *removed, self.letters);
                add_likelier(games, Candidate { kind, ply, removed, inserted, line, bits, letters });
            }
        }
    }

    fn signs<'t>(
        &self,
        line: &[Move],
        texts: impl Iterator<Item = Option<&'t MoveText>>,
        budget: &mut Budget,
    ) -> f64 {
        clues::signs(&self.start, line, texts, self.result, budget)
    }

    /// Returns the replacements at a half-move, in the position before it.
    fn replacements(
        &self,
        ply: usize,
        position: &Position,
        spellings: &[Respelling],
        gaps: &[(usize, usize)],
    ) -> Vec<Replacement<'_>> {
        let mut found = self.respelt(ply, position, spellings);
        found.extend(self.reordered(ply, position));
        found.extend(self.removed(ply));
        found.extend(missing(ply, position, gaps));
        found
    }

    /// Returns the moves that the word is a slip of.
    fn respelt(&self, ply: usize, position: &Position, spellings: &[Respelling]) -> Vec<Replacement<'_>> {
        let Some(text) = self.texts.get(ply) else { return Vec::new() };
        let written = text.as_ref().map_or(Vec::new(), |text| readings(text, position));
        let mut best: HashMap<Move, Vec<Respelling>> = HashMap::new();
        for spelling in spellings {
            for m in readings(&spelling.text, position) {
                add_spelling(best.entry(m).or_default(), spelling);
            }
        }
        let others = position.legal_moves().filter(|m| !written.contains(m));
        let replacement = |m: Move| {
            let other = (EditKind::OtherMove, EditKind::OtherMove.bits(), None);
            let known = best.get(&m).map_or(&[][..], Vec::as_slice);
            let first = known.first();
            let (kind, bits, text) = first.map_or(other, |first| (first.kind, first.bits, Some(first.text)));
            let others = known.iter().skip(1).copied().collect();
            Replacement { kind, bits, removed: 1, moves: vec![(m, text)], others, texts: Vec::new() }
        };
        others.map(replacement).collect()
    }

    /// Returns exchanges of half-moves in the order from this position on.
    fn reordered(&self, ply: usize, position: &Position) -> Vec<Replacement<'_>> {
        let kinds = [EditKind::SwappedWithNext, EditKind::SwappedWithOwn, EditKind::SwappedRounds];
        let replacement = |kind: EditKind| {
            let order = kind.order()?;
            let texts = order.iter().map(|at| self.texts.get(ply + at)).collect::<Option<_>>()?;
            // Lines of a sheet begin with the first player.
            let is_off = kind == EditKind::SwappedRounds && !position.move_number().is_first_of_round;
            let bits = kind.bits() + if is_off { 4.0 } else { 0.0 };
            Some(Replacement {
                kind,
                bits,
                removed: order.len(),
                moves: Vec::new(),
                others: Vec::new(),
                texts,
            })
        };
        kinds.into_iter().filter_map(replacement).collect()
    }

    /// Returns removals of repeated and superfluous half-moves.
    fn removed(&self, ply: usize) -> Vec<Replacement<'_>> {
        let plain = |at: usize| self.words.get(at).map(|word| word.trim_end_matches(['+', '#', '!', '?']));
        let is_repeated = |length: usize| {
            (ply..ply + length).all(|at| plain(at).is_some() && plain(at) == plain(at + length))
        };
        let remove = |kind: EditKind, more: f64, removed| Replacement {
            kind,
            bits: kind.bits() + more,
            removed,
            moves: Vec::new(),
            others: Vec::new(),
            texts: Vec::new(),
        };
        let mut found: Vec<_> = (1..=MAX_REPEATED)
            .filter(|&length| is_repeated(length))
            .map(|length| remove(EditKind::Repeated, if length > 2 { 2.0 } else { 0.0 }, length))
            .collect();
        if ply < self.words.len() {
            let is_copy = plain(ply) == plain(ply + 2) || ply >= 2 && plain(ply) == plain(ply - 2);
            found.push(match is_copy {
                true => remove(EditKind::Repeated, 2.0, 1),
                false => remove(EditKind::Superfluous, 0.0, 1),
            });
        }
        found
    }
}

/// Returns insertions of a half-move, or of two if the numbers leave such a gap.
fn missing<'t>(ply: usize, position: &Position, gaps: &[(usize, usize)]) -> Vec<Replacement<'t>> {
    let insert = |kind: EditKind, more: f64, moves: Vec<(Move, Option<MoveText>)>| Replacement {
        kind,
        bits: kind.bits() + more,
        removed: 0,
        moves,
        others: Vec::new(),
        texts: Vec::new(),
    };
    let moves: Vec<Move> = position.legal_moves().collect();
    let bits = bits_of_choice(moves.len());
    let mut found: Vec<_> = moves.iter().map(|&m| insert(EditKind::Missing, bits, vec![(m, None)])).collect();
    let is_gap = |place: usize| gaps.iter().any(|&(at, length)| length == 2 && at == place);
    if is_gap(ply) || is_gap(ply + 1) {
        // A line of a sheet is lost more easily than parts of two.
        let bits = bits + if is_gap(ply) { 0.0 } else { 3.0 };
        for &first in &moves {
            let replies: Vec<Move> = position.play_unchecked(first).legal_moves().collect();
            let bits = bits + bits_of_choice(replies.len());
            found.extend(
                replies
                    .into_iter()
                    .map(|reply| insert(EditKind::MissingMoves, bits, vec![(first, None), (reply, None)])),
            );
        }
    }
    found
}

/// Adds a spelling of a move, unless a likelier one has the same signs and parts.
fn add_spelling(known: &mut Vec<Respelling>, spelling: &Respelling) {
    let form = |text: &MoveText| (text.origin.is_empty(), text.capture, text.check.is_some());
    match known.iter_mut().find(|known| form(&known.text) == form(&spelling.text)) {
        Some(same) if same.bits <= spelling.bits => {}
        Some(same) => *same = *spelling,
        None => known.push(*spelling),
    }
}

/// Returns the bits of choosing one of several moves.
fn bits_of_choice(moves: usize) -> f64 {
    f64::from(u32::try_from(moves).unwrap_or(u32::MAX).max(1)).log2()
}

/// Adds a candidate, unless a likelier one gives the same game.
fn add_likelier(games: &mut Candidates, candidate: Candidate) {
    if candidate.bits.is_infinite() {
        return;
    }
    match games.get_mut(&candidate.line) {
        Some(known) if known.bits <= candidate.bits => {}
        Some(known) => *known = candidate,
        None => drop(games.insert(candidate.line.clone(), candidate)),
    }
}
