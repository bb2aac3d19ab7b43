//! A second SAN writer, based only on the moves of the oracle.

use crate::oracle::{Event, Kind, Move, Position};

/// Games with castling.
pub const CASTLING: [&str; 3] = ["shafran", "devasa", "brusky"];

/// Returns the SAN of a legal move with English letters.
pub fn san(variant: &str, position: &Position, m: &Move, all: &[Move]) -> String {
    if is_castling(position, m) {
        return castling(variant, m) + sign(position, m);
    }
    let [from, to] = cells(m);
    let kind = |m: &Move| position.board().at(m.from).map(|piece| piece.kind);
    let is_rival = |other: &&Move| {
        other.from != m.from && other.to == m.to && kind(other) == kind(m) && other.capture == m.capture
    };
    let rivals: Vec<String> = all.iter().filter(is_rival).map(|other| cells(other)[0].clone()).collect();
    let is_pawn = kind(m) == Some(Kind::Pawn);
    let letter = kind(m).filter(|_| !is_pawn).map(|kind| kind.letter().to_string()).unwrap_or_default();
    let (file, rank) = from.split_at(1);
    let alone = |fits: &dyn Fn(&str) -> bool| !rivals.iter().any(|rival| fits(rival));
    let by_file = alone(&|rival| rival.starts_with(file));
    let by_rank = alone(&|rival| &rival[1..] == rank);
    let origin = match (is_pawn, m.capture) {
        (true, true) if by_file => file,
        (true, true) => &from,
        _ if rivals.is_empty() => "",
        _ if by_file => file,
        (false, _) if by_rank => rank,
        _ => &from,
    };
    let take = if m.capture { "x" } else { "" };
    let promotion = m.promotion.map(|kind| format!("={}", kind.letter())).unwrap_or_default();
    format!("{letter}{origin}{take}{to}{promotion}{}", sign(position, m))
}

/// Returns whether a king moves two or three cells along a line of adjacent cells, which is not a king step.
pub fn is_castling(position: &Position, m: &Move) -> bool {
    let is_king = position.board().at(m.from).is_some_and(|piece| piece.kind == Kind::King);
    let [q, r] = [m.to.q - m.from.q, m.to.r - m.from.r];
    let far = [q, r, q + r].map(i8::unsigned_abs);
    is_king && far.contains(&0) && far.iter().any(|&cells| cells > 1)
}

/// Returns `0-0` if the king moves two cells and `0-0-0` for three; in Shafran's game with the letter of the wing. The
/// queen's wing is at White's left and Black's right.
fn castling(variant: &str, m: &Move) -> String {
    let [q, r] = [m.to.q - m.from.q, m.to.r - m.from.r];
    let is_long = [q, r, q + r].iter().any(|cells| cells.unsigned_abs() == 3);
    let text = if is_long { "0-0-0" } else { "0-0" };
    let [from, to] = cells(m);
    let is_white = from == "e1";
    let is_queens = (to.as_bytes()[0] < from.as_bytes()[0]) == is_white;
    match variant {
        "shafran" if is_queens => format!("Q-{text}"),
        "shafran" => format!("B-{text}"),
        _ => text.to_owned(),
    }
}

fn sign(position: &Position, m: &Move) -> &'static str {
    let (next, events) = position.play_with_events(m);
    let is_out = events.iter().any(|event| matches!(event, Event::Out(..)));
    match (is_out || next.is_mate(), next.in_check()) {
        (true, _) => "#",
        (false, true) => "+",
        _ => "",
    }
}

/// Returns the names of the origin and the target.
pub fn cells(m: &Move) -> [String; 2] {
    let uci = m.uci();
    let second = uci.match_indices(|letter: char| letter.is_ascii_lowercase()).nth(1).expect("two cells").0;
    let to = uci[second..].trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    [uci[..second].to_owned(), to.to_owned()]
}
