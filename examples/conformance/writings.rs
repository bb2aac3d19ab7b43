//! Texts of legal moves in all notations, and faulty variants of them.

use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;
use hexmate_position::{Coordinate, Letters, Long, LongNamed, San, Uci};

/// Piece letters, and the text of a move written with them.
pub type MoveWriting = (Letters, String);

/// Returns a move in every notation and every language.
pub fn strict(position: &Position, m: Move) -> Vec<MoveWriting> {
    let mut all = vec![(Letters::ENGLISH, Uci(position.game().shape, m).to_string())];
    for letters in Letters::ALL.into_iter().chain([Letters::FIGURINES]) {
        all.push((letters, San { position, m, letters: &letters }.to_string()));
    }
    let letters = &Letters::ENGLISH;
    all.push((*letters, Long { position, m, letters }.to_string()));
    all.push((*letters, LongNamed { position, m, letters }.to_string()));
    all
}

/// Returns variants of a move's text in English letters, valid or not.
pub fn variants(position: &Position, m: Move) -> Vec<String> {
    let letters = &Letters::ENGLISH;
    let san = San { position, m, letters }.to_string();
    let long = Long { position, m, letters }.to_string();
    let uci = Uci(position.game().shape, m).to_string();
    let bare = san.trim_end_matches(['+', '#']).to_owned();
    let to = Coordinate(position.game().shape, m.to).to_string();
    let from = Coordinate(position.game().shape, m.from).to_string();
    let role = position.piece(m.from).map_or(Role::Pawn, |piece| piece.role);
    let letter = if role == Role::Pawn { "" } else { letters.letter(role) };
    let mut all = vec![
        bare.clone(),
        format!("{bare}+"),
        format!("{bare}#"),
        format!("{bare}++"),
        format!("{bare}†"),
        format!("{san}!?"),
        san.replace('x', ":"),
        san.replace('x', "×"),
        san.replace('x', ""),
        san.replace('=', ""),
        san.replace("=Q", "=q").replace("=R", "=r"),
        san.replace("=Q", "=K").replace("=R", "=P"),
        bare.split('=').next().unwrap_or_default().to_owned(),
        format!("{bare}=Q"),
        format!("{letter}{to}"),
        format!("{letter}x{to}"),
        format!("{letter}{}{to}", &from[..1]),
        format!("{letter}{}{to}", &from[1..]),
        format!("Q{from}{to}"),
        long.replace('-', "–"),
        uci.to_uppercase(),
        format!("{uci}x"),
    ];
    if role == Role::Pawn {
        all.extend([
            format!("P{san}"),
            format!("{bare} e.p."),
            format!("{to}ep."),
            format!("x{to}"),
            format!("{}x{}", &from[..1], &to[..1]),
            format!("{from}{to}xN"),
        ]);
    }
    all
}

/// Texts that are not moves of these games.
pub const NONSENSE: [&str; 17] = [
    "", "0-0", "O-O-O", "Vf4", "Kj4", "Ks4", "Nf111", "f0", "1-0", "K", "Qxk", "e", "--", "½-½", "Zz9",
    "f12", "a1a1a1",
];
