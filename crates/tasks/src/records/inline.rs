//! Positions given in place of a file: on the command line, or by the name of a file.

use std::io;
use std::path::Path;

use super::content::is_piece_list;

/// Returns the text of a [position](is_position) given in place of a file, as a file would have it.
///
/// For [`InputOptions::with_inline`](hexmate_batch::files::InputOptions::with_inline).
pub fn inline(text: &str) -> Option<io::Result<String>> {
    is_position(text).then(|| {
        // A piece list may have a line for each player.
        let line = text.trim().replace(['\r', '\n'], " ");
        let line = if is_address(&line) { without_page(&line)? } else { line };
        Ok(format!("{line}\n"))
    })
}

/// Returns whether a file argument is a position instead of a file name: a FEN with a side to move, a piece list, or a
/// UCI command such as `position startpos moves …`. The name of an existing file is never a position.
pub fn is_position(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let is_board = first.split('/').count() > SLASHES;
    let is_fen = match second {
        // A long word may be the name of the player to move.
        Some(turn) => is_board && (turn.len() == 1 || first.split('/').all(is_row)),
        // A path to a file that does not exist may have as many slashes.
        None => is_board && first.split('/').all(is_row),
    };
    let is_list = matches!((first, second), ("startpos", _) | ("position", Some("startpos" | "fen")));
    let is_address = second.is_none() && is_address(first);
    (is_fen || is_list || is_address || is_piece_list(text.trim().as_bytes())) && !Path::new(text).exists()
}

/// Returns whether a word can be a FEN from an address: ranks, and `_`, `+` or `%20` before the side to move.
fn is_address(word: &str) -> bool {
    let plain = word.replace("%2F", "/").replace("%2f", "/").replace("%20", "_").replace('+', "_");
    let mut ranks = plain.split('/').rev();
    let last = ranks.next().and_then(|last| last.split_once('_'));
    last.is_some_and(|(rank, _)| is_row(rank)) && ranks.take_while(|rank| is_row(rank)).count() >= SLASHES - 1
}

/// Returns the text of an address after the last `#` before the board, with the game and the FEN in one word.
///
/// # Errors
///
/// If moves are after the FEN.
fn without_page(address: &str) -> io::Result<String> {
    let board = address.find('/').unwrap_or(address.len());
    let hash = address.rfind('#').filter(|hash| address[*hash..].contains('/') || *hash < board);
    let rest = hash.map_or(address, |hash| &address[hash + 1..]);
    let (name, fen) = rest.split_once(';').filter(|(name, _)| !name.contains('/')).unwrap_or(("", rest));
    if fen.contains(';') {
        let message = "the address has moves after the position; write \"position fen FEN moves …\"";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(if name.is_empty() { fen.to_owned() } else { format!("{name}_{fen}") })
}

/// Returns whether a text can be a row of a FEN: pieces, runs and walls.
fn is_row(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"*,kqrbnpKQRBNPwogy".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

/// Smallest number of slashes in a FEN.
const SLASHES: usize = 3;
