//! Texts of moves that a parser must accept or reject, a few of each kind.

use std::collections::BTreeMap;

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;
use hexmate_position::{
    Coordinate, Leniencies, Leniency, Letters, MarkFault, MoveText, MoveTextError, ResolveError, Uci,
};

use crate::candidates::Candidate;
use crate::positions::{PositionName, name};
use crate::rows::{TextRow, WrittenRow};
use crate::writings::{MoveWriting, NONSENSE, strict, variants};

/// Number of texts of each kind in a game, of valid and of invalid ones.
const WANTED: [usize; 2] = [1, 2];

/// Returns all rows of a game.
pub fn rows(chosen: &[Candidate]) -> Vec<TextRow> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // Positions with few pieces first, because their rows are short.
    let mut chosen: Vec<&Candidate> = chosen.iter().collect();
    chosen.sort_by_key(|candidate| candidate.position.to_fen().len());
    let rows = chosen.into_iter().map(|candidate| row(candidate, &mut counts));
    rows.filter(|row| !row.texts.is_empty()).collect()
}

/// Returns the texts of a position whose kind is still wanted, and counts them.
fn row(candidate: &Candidate, counts: &mut BTreeMap<String, usize>) -> TextRow {
    let position = &candidate.position;
    let mut texts: Vec<WrittenRow> = Vec::new();
    for (letters, text) in writings(position) {
        let text = written_row(position, letters, text);
        let count = counts.entry(kind(position, &text)).or_default();
        if *count < WANTED[usize::from(text.code.is_some())] && !texts.contains(&text) {
            *count += 1;
            texts.push(text);
        }
    }
    let PositionName { id, variant, fen } = name(candidate);
    TextRow { id, variant, fen, texts }
}

/// Returns texts of legal and illegal moves in a position, and texts that are not moves.
fn writings(position: &Position) -> Vec<MoveWriting> {
    let english = |text: String| (Letters::ENGLISH, text);
    let mut all = Vec::new();
    for m in position.legal_moves() {
        all.extend(strict(position, m));
        all.extend(variants(position, m).into_iter().map(english));
    }
    all.extend(exposing_king(position).into_iter().map(english));
    all.extend(impossible(position).into_iter().map(english));
    all.extend(NONSENSE.map(|text| english(text.to_owned())));
    all
}

/// Returns the moves that would leave the own king attacked, as pairs of cells.
fn exposing_king(position: &Position) -> Vec<String> {
    let shape = position.game().shape;
    let name = |cell: Cell| Coordinate(shape, cell);
    let mut all = Vec::new();
    for role in Role::ALL {
        for to in shape.cells() {
            let movers = position.candidates(role, to).pieces;
            let illegal = movers.iter().filter(|mover| !mover.is_legal);
            all.extend(illegal.map(|mover| format!("{}{}", name(mover.from), name(to))));
        }
    }
    all
}

/// Returns moves of pieces that cannot reach the cell or do not exist.
fn impossible(position: &Position) -> Vec<String> {
    let shape = position.game().shape;
    let mut all = vec!["a99".to_owned(), "Ka20".to_owned(), "a99a1".to_owned()];
    let castlings = position.game().castlings(position.turn()).iter();
    all.extend(castlings.flat_map(|castling| [castling.text.to_owned(), "R-0-0".to_owned()]));
    for to in shape.cells().step_by(9) {
        let to = Coordinate(shape, to);
        all.extend(Role::ALL.map(|role| format!("{}{to}", Letters::ENGLISH.letter(role))));
        all.extend([format!("Na{to}"), format!("R3{to}"), format!("Bd3{to}")]);
        all.extend(position.pieces().iter().map(|&(cell, _)| format!("{}{to}", Coordinate(shape, cell))));
    }
    all
}

/// Returns the row of a text with the library's result.
fn written_row(position: &Position, letters: Letters, text: String) -> WrittenRow {
    let found = read(position, &text, &letters);
    WrittenRow {
        text,
        letters: letters.name().to_owned(),
        uci: found.as_ref().ok().map(|(m, _)| Uci(position.game().shape, *m).to_string()),
        lenient: found.as_ref().map(|(_, lenient)| lenient.clone()).unwrap_or_default(),
        code: found.err().map(str::to_owned),
    }
}

/// Returns the move with the codes of the leniencies needed, or the error code.
fn read(position: &Position, text: &str, letters: &Letters) -> Result<(Move, Vec<String>), &'static str> {
    let written = MoveText::parse(text.as_bytes(), letters).map_err(|error: MoveTextError| error.code())?;
    let m = written.resolve(position).map_err(|error| error.code())?;
    let needs = |leniency: Leniency| {
        let others = Leniencies::ALL.minus(Leniencies::NONE.with(leniency));
        matches!(written.resolve_allowing(position, others), Err(ResolveError::Disallowed(lacking)) if lacking == leniency)
    };
    let needed = Leniency::ALL.into_iter().filter(|&leniency| needs(leniency));
    // UCI has no marks.
    let mark = written
        .mark_fault(position.check_status_after(m))
        .filter(|_| !written.is_bare() || written.check.is_some());
    let codes = needed.chain(mark.map(MarkFault::leniency)).map(|leniency| leniency.code().to_owned());
    Ok((m, codes.collect()))
}

/// Returns the kind of a text. A few texts of each kind are enough.
fn kind(position: &Position, row: &WrittenRow) -> String {
    let Some(uci) = &row.uci else { return row.code.clone().unwrap_or_default() };
    if !row.lenient.is_empty() {
        return row.lenient.join(" ");
    }
    let m = Uci::parse(position.game().shape, uci.as_bytes());
    let takes = m.is_some_and(|m| position.is_capture(m));
    let passes = m.is_some_and(|m| position.is_en_passant(m));
    let promotes = m.is_some_and(|m| m.promotion.is_some());
    let is_piece = m.and_then(|m| position.piece(m.from)).is_some_and(|piece| piece.role != Role::Pawn);
    if row.letters != "English" {
        return format!("{} {is_piece} {promotes}", row.letters);
    }
    let shape: String = row
        .text
        .chars()
        .map(|sign| match sign {
            'a'..='w' | 'y' | 'z' => 'a',
            '0'..='9' => '1',
            'A'..='Z' => 'A',
            sign => sign,
        })
        .collect();
    format!("{takes} {passes} {promotes} {}", shape.replace("11", "1"))
}
