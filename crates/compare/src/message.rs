//! Messages about differences of counts.

use hexmate_core::rules::Move;
use hexmate_position::{Dialect, Letters, MoveText, Position, San, Uci};

use crate::{ComparedCounts, Descent, Difference, DifferenceKind, clues, uci_line};

/// Largest number of moves that a message lists.
const MOST_LISTED: usize = 8;

/// Returns the message about the position whose moves differ.
pub fn difference(descent: &Descent, board: &str, differences: &[Difference]) -> String {
    let head = format!("the moves differ {}", place(descent));
    with_phrases(&head, descent, board, differences)
}

/// Returns the message about a program that sets up another start position.
pub fn own_start(descent: &Descent, board: &str, compared: &ComparedCounts) -> String {
    let head = "the counts after `position startpos` differ from those of the same program for the FEN of the start \
                position: check its start position [own-start]";
    with_phrases(head, descent, board, &compared.step.differences)
}

/// Returns the message about a divide whose counts are correct at another depth.
pub fn other_depth(depth: u32, asked: u32) -> String {
    format!("all counts are those of depth {depth}, not of depth {asked} [other-depth]")
}

/// Returns the message about a program that reads FEN in another order.
pub fn other_order(order: Dialect) -> String {
    format!("with --to-fen {} it lists the legal moves [other-order]", order.name())
}

/// Returns the message about a total that is not the sum of the counts.
pub fn wrong_total(total: u64, sum: u64) -> String {
    format!("the other program's total {total} is not the sum of its counts, {sum} [total]")
}

/// Adds the position, the differences and the clues to the head of a message.
fn with_phrases(head: &str, descent: &Descent, board: &str, differences: &[Difference]) -> String {
    let position = descent.position();
    let mut text = format!("{head}\n{}\n{board}", position.to_fen());
    // A move with another count only follows from the others, or belongs to another part of the tree.
    let count = |difference: &&Difference| difference.kind != DifferenceKind::Count || descent.depth() == 1;
    let phrases: Vec<String> = differences.iter().filter(count).map(|each| phrase(position, each)).collect();
    for phrase in phrases.iter().take(MOST_LISTED) {
        text.extend(["\n", phrase]);
    }
    if let Some(more) = phrases.len().checked_sub(MOST_LISTED + 1) {
        text.push_str("\nand ");
        text.push_str(&(more + 1).to_string());
        text.push_str(" more");
    }
    for clue in clues(descent, differences) {
        text.extend(["\nclue: ", &clue.to_string(), " [", clue.code(), "]"]);
    }
    text
}

/// Returns the message about a program whose counts are correct only if it is asked for this position alone.
pub fn inconsistent(descent: &Descent, board: &str) -> String {
    let position = descent.position();
    let phrase = inconsistent_phrase();
    let text = format!("{}, {phrase} [inconsistent]\n{}\n{board}", place(descent), position.to_fen());
    text.trim_end().to_owned()
}

/// Returns the message without the position.
pub fn inconsistent_phrase() -> String {
    "the other program counts correctly if this position is searched alone, but not from the position before: check \
     the state that it keeps between moves"
        .to_owned()
}

/// Returns the next step to find the wrong moves by hand.
pub fn next_step(descent: &Descent, m: Move) -> String {
    let (position, depth) = (descent.position(), descent.depth() - 1);
    let game = position.game();
    let next = Uci(game.shape, m);
    format!(
        "to find the wrong moves, compare the divide of the other program after {next} at depth {depth}:\n\
         hexmate perft '{}' --variant {} --depth {depth} --compare FILE --moves {next}",
        position.to_fen(),
        game.name
    )
}

fn place(descent: &Descent) -> String {
    match descent.steps() {
        [] => "here".to_owned(),
        steps => format!("after {}", uci_line(descent.position(), steps)),
    }
}

/// Returns a difference in words.
pub fn phrase(position: &Position, difference: &Difference) -> String {
    let Difference { text, m, ours, theirs, kind, .. } = difference;
    let named = m.map_or_else(|| text.clone(), |m| named(position, m));
    let number = |nodes: &Option<u64>| nodes.unwrap_or_default();
    match kind {
        DifferenceKind::Missing => format!("the other program lacks {named} [{}]", kind.code()),
        DifferenceKind::Extra => {
            let reason = reason(position, difference);
            format!("the other program has {named}, which is not legal: {reason} [{}]", kind.code())
        }
        DifferenceKind::Repeated => format!("the other program has {named} more than once [{}]", kind.code()),
        DifferenceKind::Count => {
            let (theirs, ours) = (number(theirs), number(ours));
            format!("after {named} the other program counts {theirs}, not {ours} [{}]", kind.code())
        }
    }
}

/// Returns a move in both notations, and whether it is an en passant capture or a double step.
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

/// Returns why the move of a difference is not legal.
fn reason(position: &Position, difference: &Difference) -> String {
    let letters = Letters::ENGLISH.with_cells(difference.names);
    match MoveText::parse(difference.text.as_bytes(), &letters) {
        Err(error) => error.to_string(),
        Ok(written) => written.resolve(position).err().map_or_else(String::new, |error| error.to_string()),
    }
}
