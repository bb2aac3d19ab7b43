//! SAN a second time: from the moves of the second opinion, and from nothing else.

use crate::oracle::{Event, Kind, Move, Position};

/// The short text of a legal move, in English letters.
pub fn san(position: &Position, m: &Move, all: &[Move]) -> String {
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

fn sign(position: &Position, m: &Move) -> &'static str {
    let (next, events) = position.play_and_tell(m);
    let is_out = events.iter().any(|event| matches!(event, Event::Out(..)));
    match (is_out || next.is_mate(), next.in_check()) {
        (true, _) => "#",
        (false, true) => "+",
        _ => "",
    }
}

/// The names of the two cells.
fn cells(m: &Move) -> [String; 2] {
    let uci = m.uci();
    let second = uci.match_indices(|letter: char| letter.is_ascii_lowercase()).nth(1).expect("two cells").0;
    let to = uci[second..].trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    [uci[..second].to_owned(), to.to_owned()]
}
