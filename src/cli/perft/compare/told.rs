//! Where counts part, in words and with the board. Compares nothing.

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::divide::{Descent, Difference, DifferenceKind};
use hexmate_position::{Letters, MoveText, San, Uci};

use super::line_text;

/// As many moves as are told in words.
const TOLD: usize = 8;

/// The position where they part, and the moves.
pub fn parting(descent: &Descent, board: &str, differences: &[Difference]) -> String {
    let position = descent.position();
    let mut text = format!("the moves part {}\n{}\n{board}", place(descent), position.to_fen());
    // Those that only count otherwise follow from the others, or are in another part of the tree.
    let count = |difference: &&Difference| difference.kind != DifferenceKind::Count || descent.depth() == 1;
    let told: Vec<String> = differences.iter().filter(count).map(|each| phrase(position, each)).collect();
    for phrase in told.iter().take(TOLD) {
        text.extend(["\n", phrase]);
    }
    if let Some(more) = told.len().checked_sub(TOLD + 1) {
        text.push_str("\nand ");
        text.push_str(&(more + 1).to_string());
        text.push_str(" more");
    }
    text
}

/// They count as we do when they are asked for this position alone.
pub fn inconsistent(descent: &Descent, board: &str) -> String {
    let position = descent.position();
    let text = format!(
        "{}, asked by itself, they count as we do, but not in the count of the position before: \
         look at what is kept from one move to the next [inconsistent]\n{}\n{board}",
        place(descent),
        position.to_fen(),
    );
    text.trim_end().to_owned()
}

/// What to ask the other program next.
pub fn next_question(descent: &Descent, m: Move) -> String {
    let (position, depth) = (descent.position(), descent.depth() - 1);
    let game = position.game();
    let next = Uci(game.shape, m);
    format!(
        "for the moves at fault, have it divide the position after {next} at depth {depth}:\n\
         hexmate perft '{}' --variant {} --depth {depth} --compare FILE --moves {next}",
        position.to_fen(),
        game.name
    )
}

fn place(descent: &Descent) -> String {
    match descent.line() {
        [] => "here".to_owned(),
        line => format!("after {}", line_text(descent, line)),
    }
}

fn phrase(position: &Position, difference: &Difference) -> String {
    let Difference { text, m, ours, theirs, kind } = difference;
    let named = m.map_or_else(|| text.clone(), |m| named(position, m));
    let number = |nodes: &Option<u64>| nodes.unwrap_or_default();
    match kind {
        DifferenceKind::Missing => format!("they do not have {named} [{}]", kind.code()),
        DifferenceKind::Extra => {
            format!("they have {named}, which is not legal: {} [{}]", why(position, text), kind.code())
        }
        DifferenceKind::Repeated => format!("they have {named} more than once [{}]", kind.code()),
        DifferenceKind::Count => {
            format!("after {named} they count {}, not {} [{}]", number(theirs), number(ours), kind.code())
        }
    }
}

/// A move in both notations, and what is unusual about it.
fn named(position: &Position, m: Move) -> String {
    let letters = &Letters::ENGLISH;
    let (uci, san) = (Uci(position.game().shape, m), San { position, m, letters });
    let kind = match (position.is_en_passant(m), position.is_double_step(m)) {
        (true, _) => ", en passant",
        (_, true) => ", a double step",
        _ => "",
    };
    format!("{uci} ({san}{kind})")
}

/// Why a text is no legal move.
fn why(position: &Position, text: &str) -> String {
    match MoveText::parse(text.as_bytes(), &Letters::ENGLISH) {
        Err(error) => error.to_string(),
        Ok(written) => written.resolve(position).err().map_or_else(String::new, |error| error.to_string()),
    }
}
