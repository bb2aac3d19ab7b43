//! The board as the first field of a FEN (rules.md, part 6).

use super::board::Board;
use super::game::Rules;
use super::hex::Hex;
use super::piece::{Kind, Piece, Player};

/// Returns the board of that text, or what is wrong with it.
pub fn read_board(rules: &Rules, text: &str) -> Result<Board, String> {
    let rows = rules.cells.rows();
    let texts: Vec<&str> = text.split('/').collect();
    if texts.len() != rows.len() {
        return Err(format!("{} rows, not {}", texts.len(), rows.len()));
    }
    let mut board = Board::empty();
    for (row, text) in rows.iter().zip(texts) {
        let mut cells = row.iter();
        for word in words(rules, text) {
            if let Ok(run) = word.parse::<usize>() {
                if run == 0 || run > cells.len() {
                    return Err(format!("{run} cells do not fit in {text}"));
                }
                cells.nth(run - 1);
            } else {
                let piece = read_piece(rules, &word).ok_or(format!("{word} is no piece"))?;
                let cell = cells.next().ok_or(format!("{text} is too long"))?;
                board.set(*cell, Some(piece));
            }
        }
        if cells.len() > 0 {
            return Err(format!("{text} is too short"));
        }
    }
    Ok(board)
}

/// Returns the pieces and runs of a row: between commas, or for two players letter by letter.
fn words(rules: &Rules, text: &str) -> Vec<String> {
    if rules.count() > 2 {
        return text.split(',').map(String::from).collect();
    }
    let mut words: Vec<String> = Vec::new();
    let mut is_in_run = false;
    for letter in text.chars() {
        match words.last_mut().filter(|_| is_in_run && letter.is_ascii_digit()) {
            Some(run) => run.push(letter),
            None => words.push(letter.into()),
        }
        is_in_run = letter.is_ascii_digit();
    }
    words
}

/// Returns the piece of a letter, as `p`; or of an owner, a kind and a first seat, as `wP`, `wPr`.
pub fn read_piece(rules: &Rules, word: &str) -> Option<Piece> {
    let letters: Vec<char> = word.chars().collect();
    let (owner, kind, seat) = match letters[..] {
        [letter] if rules.count() == 2 => {
            let owner = Player::from(letter.is_ascii_lowercase());
            (owner, Kind::from_letter(letter.to_ascii_uppercase())?, owner)
        }
        [owner, kind] if rules.count() > 2 => {
            let owner = rules.player(owner)?;
            (owner, Kind::from_letter(kind)?, owner)
        }
        [owner, 'P', seat] if rules.count() > 2 && owner != seat => {
            (rules.player(owner)?, Kind::Pawn, rules.player(seat)?)
        }
        _ => return None,
    };
    Some(Piece { owner, seat, kind })
}

/// Returns the board as text.
pub fn write_board(rules: &Rules, board: &Board) -> String {
    let rows: Vec<String> = rules.cells.rows().iter().map(|row| write_row(rules, board, row)).collect();
    rows.join("/")
}

fn write_row(rules: &Rules, board: &Board, row: &[Hex]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut run = 0;
    for &cell in row {
        if let Some(piece) = board.at(cell) {
            if run > 0 {
                words.push(run.to_string());
            }
            run = 0;
            words.push(write_piece(rules, piece));
        } else {
            run += 1;
        }
    }
    if run > 0 {
        words.push(run.to_string());
    }
    words.join(if rules.count() == 2 { "" } else { "," })
}

fn write_piece(rules: &Rules, piece: Piece) -> String {
    let kind = piece.kind.letter();
    if rules.count() == 2 {
        let is_white = piece.owner == 0;
        return if is_white { kind } else { kind.to_ascii_lowercase() }.into();
    }
    let mut text = format!("{}{kind}", rules.letter(piece.owner));
    if piece.seat != piece.owner {
        text.push(rules.letter(piece.seat));
    }
    text
}
