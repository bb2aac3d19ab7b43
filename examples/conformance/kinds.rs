//! Features of positions and moves that are hard for move generators, notation writers and parsers.

use std::collections::BTreeSet;

use hexmate_core::rules::{Move, Outcome, Role};
use hexmate_position::Position;
use hexmate_position::{Letters, MoveText, San};

/// Names of the features of a position and its moves, as in the column `kinds` of the suite.
pub type Kinds = BTreeSet<&'static str>;

/// Returns all features of a position and its moves.
pub fn kinds(position: &Position) -> Kinds {
    let mut found = Kinds::new();
    let mut put = |word, is_present: bool| {
        if is_present {
            found.insert(word);
        }
    };
    let start = Position::start(position.game());
    put("start", *position == start);
    put("check", position.is_check());
    put("double-check", position.checkers().len() > 1);
    let outcome = position.outcome();
    put("mate", matches!(outcome, Some(Outcome::Mate { .. })));
    put("stalemate", matches!(outcome, Some(Outcome::Stalemate { .. })));
    put("nobody-moves", matches!(outcome, Some(Outcome::NobodyMoves)));
    put("taken-over-pawn", position.pieces().iter().any(|(_, piece)| piece.owner != piece.seat));
    put("king-left-attacked", position.game().players > 2 && others_attacked(position));
    let moves: Vec<Move> = position.legal_moves().collect();
    let crossed = position.crossed_cells();
    let takers = moves.iter().filter(|&&m| position.is_en_passant(m)).count();
    put("en-passant-cell-that-nobody-uses", !crossed.is_empty() && takers == 0);
    put("en-passant-on-several-cells", crossed.len() > 1);
    found.extend(of_pseudo_legal_moves(position));
    for m in moves {
        found.extend(of_move(position, m));
    }
    found
}

/// Returns whether the king of a player who is not to move is attacked.
fn others_attacked(position: &Position) -> bool {
    let own = position.king(position.turn());
    position.attacked_kings().any(|king| Some(king) != own)
}

/// Returns the features that show in the pseudo-legal moves to a cell, such as pins.
fn of_pseudo_legal_moves(position: &Position) -> Kinds {
    let mut found = Kinds::new();
    for role in Role::ALL {
        for to in position.game().shape.cells() {
            let candidates = position.candidates(role, to);
            let illegal = candidates.pieces.iter().filter(|mover| !mover.is_legal);
            for mover in illegal {
                if candidates.is_en_passant && mover.takes {
                    found.insert("en-passant-that-exposes-the-king");
                } else if role != Role::King && !position.is_check() {
                    found.insert("pin");
                }
            }
            let legal: Vec<_> = candidates.pieces.iter().filter(|mover| mover.is_legal).collect();
            let takers = legal.iter().filter(|mover| mover.takes).count();
            if role == Role::Pawn && (1..legal.len()).contains(&takers) {
                found.insert("step-and-capture-to-one-cell");
            }
            if candidates.is_en_passant && takers > 1 {
                found.insert("en-passant-by-either-of-two");
            }
        }
    }
    found
}

/// Returns the features of a move.
fn of_move(position: &Position, m: Move) -> Kinds {
    let after = position.play_unchecked(m);
    let [takes, promotes] = [position.is_capture(m), m.promotion.is_some()];
    let en_passant = position.is_en_passant(m);
    let shape = position.game().shape;
    let eliminated = position.living().len() - after.living().len();
    let outcome = after.outcome();
    let is_skip = eliminated == 0 && position.living().len() > 2 && after.turn() != position.next_player();
    let san = San { position, m, letters: &Letters::ENGLISH }.to_string();
    let origin =
        MoveText::parse(san.as_bytes(), &Letters::ENGLISH).map(|text| text.origin).unwrap_or_default();
    let role = position.piece(m.from).map_or(Role::Pawn, |piece| piece.role);
    let is_piece = role != Role::Pawn;
    let rivals = position.candidates(role, m.to).pieces;
    let pinned_rival = rivals.iter().any(|rival| rival.from != m.from && !rival.is_legal);
    [
        ("double-step", position.is_double_step(m)),
        ("promotion", promotes && !takes),
        ("capture-and-promotion", promotes && takes),
        ("en-passant-to-a-lower-file", en_passant && shape.hex(m.to).q < shape.hex(m.from).q),
        ("en-passant-to-a-higher-file", en_passant && shape.hex(m.to).q > shape.hex(m.from).q),
        ("en-passant-answers-check", en_passant && position.is_check()),
        ("castling", san.contains("-0")),
        ("gives-check", after.is_check()),
        ("gives-double-check", after.checkers().len() > 1),
        ("gives-mate", matches!(outcome, Some(Outcome::Mate { .. }))),
        ("gives-stalemate", matches!(outcome, Some(Outcome::Stalemate { .. }))),
        ("leaves-nobody-a-move", matches!(outcome, Some(Outcome::NobodyMoves))),
        ("puts-a-player-out", eliminated == 1),
        ("puts-two-players-out", eliminated > 1),
        ("skips-a-player", is_skip && outcome.is_none()),
        ("disambiguated-by-file", is_piece && origin.file.is_some() && origin.rank.is_none()),
        ("disambiguated-by-rank", is_piece && origin.file.is_none() && origin.rank.is_some()),
        ("disambiguated-by-both", is_piece && origin.is_whole()),
        ("pinned-rival-needs-no-disambiguation", is_piece && origin.is_empty() && pinned_rival),
    ]
    .into_iter()
    .filter(|&(_, is_present)| is_present)
    .map(|(word, _)| word)
    .collect()
}
