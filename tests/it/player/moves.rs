//! Laws of what the search asks of the rules: moves in stages, checks, moves of known pieces.

use std::ops::ControlFlow;

use hexmate_core::geometry::CellSet;
use hexmate_core::random::Rng;
use hexmate_core::rules::{
    Brusky, DeVasa, Glinski, McCooey, Mini, Move, PieceMoves, Position, Role, Shafran, Variant,
};

/// Visits positions of random games.
fn positions<V: Variant>(mut visit: impl FnMut(&Position<V>)) {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut position = Position::<V>::start();
        for _ in 0..150 {
            visit(&position);
            let moves: Vec<Move> = position.legal_moves().collect();
            // Captures and promotions are rare in random games of many pieces.
            let loud: Vec<Move> = moves.iter().copied().filter(|&m| is_loud(&position, m)).collect();
            let choice = if loud.is_empty() || rng.below(3) > 0 { &moves } else { &loud };
            if choice.is_empty() {
                break;
            }
            position.make_move(rng.choose(choice));
        }
    }
}

fn is_loud<V: Variant>(position: &Position<V>, m: Move) -> bool {
    m.promotion.is_some() || position.is_capture(m)
}

/// Collects the moves that a generator visits.
fn listed<V: Variant>(visit: impl Fn(&mut dyn FnMut(PieceMoves<V>) -> ControlFlow<()>)) -> Vec<Move> {
    let mut moves = Vec::new();
    visit(&mut |piece| {
        moves.extend(piece);
        ControlFlow::Continue(())
    });
    moves.sort_unstable();
    moves
}

fn stages_are_all_moves<V: Variant>() {
    let mut loud = 0;
    positions::<V>(|position| {
        let mut all: Vec<Move> = position.legal_moves().collect();
        all.sort_unstable();
        let captures = listed::<V>(|visit| _ = position.visit_captures(CellSet::all(), visit));
        let quiets = listed::<V>(|visit| _ = position.visit_quiet_moves(visit));
        assert!(captures.iter().all(|&m| is_loud(position, m)), "{position:?}");
        assert!(!quiets.iter().any(|&m| is_loud(position, m)), "{position:?}");
        loud += captures.len();
        let mut both = [captures, quiets].concat();
        both.sort_unstable();
        assert_eq!(both, all, "{position:?}");
        let pawns = position.board().by_role(Role::Pawn);
        let some = listed::<V>(|visit| _ = position.visit_captures(pawns, visit));
        let is_kept = |m: &Move| {
            m.promotion.is_some() || pawns.contains(m.to) || !position.board().occupied().contains(m.to)
        };
        assert!(some.iter().all(|&m| is_loud(position, m)), "{position:?}");
        let expected: Vec<Move> = all.into_iter().filter(|m| is_loud(position, *m) && is_kept(m)).collect();
        assert_eq!(some, expected, "{position:?}");
    });
    assert!(loud > 500, "{loud}");
}

fn checkers_are_attackers<V: Variant>() {
    let mut checks = 0;
    positions::<V>(|position| {
        let king = position.king(position.turn()).expect("a king");
        let attackers = position.attackers(king, position.turn());
        checks += usize::from(!attackers.is_empty());
        assert_eq!(position.checkers(), attackers, "{position:?}");
    });
    assert!(checks > 20, "{checks}");
}

fn known_moves_are_moves<V: Variant>() {
    positions::<V>(|position| {
        for m in position.legal_moves() {
            if position.is_en_passant(m) || position.castling(m).is_some() {
                continue;
            }
            let role = |cell| position.board().piece(cell).map(|piece| piece.role);
            let mut known = *position;
            known.make_known_move(role(m.from).expect("a piece"), role(m.to), m);
            assert_eq!(known, position.after_move(m));
        }
    });
}

macro_rules! for_all_games {
    ($law:ident) => {
        $law::<Glinski>();
        $law::<McCooey>();
        $law::<Mini>();
        $law::<Shafran>();
        $law::<DeVasa>();
        $law::<Brusky>();
    };
}

#[test]
fn captures_and_quiets_are_all_moves() {
    for_all_games!(stages_are_all_moves);
}

#[test]
fn checkers_attack_the_king() {
    for_all_games!(checkers_are_attackers);
}

#[test]
fn known_move_makes_the_move() {
    for_all_games!(known_moves_are_moves);
}
