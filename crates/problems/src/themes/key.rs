//! What a key is: what it takes, gives, offers and leaves. Looks one move ahead, at no solution.

use super::ends::{is_quiet, strongest, worth};
use super::theme::{Theme, Themes};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;

/// What the first move of a solution is.
pub(super) fn key_themes(position: &Position, key: Move, themes: &mut Themes) {
    let after = position.play_unchecked(key);
    let role = position.piece(key.from).map(|piece| piece.role);
    themes.add_if(is_quiet(position, key), Theme::QuietKey);
    themes.add_if(after.is_check(), Theme::CheckingKey);
    themes.add_if(position.is_capture(key), Theme::CapturingKey);
    themes.add_if(position.is_en_passant(key), Theme::EnPassantKey);
    themes.add_if(key.promotion.is_some(), Theme::PromotingKey);
    let best = strongest(position.game().promotions);
    themes.add_if(key.promotion.is_some() && key.promotion != best, Theme::UnderpromotingKey);
    themes.add_if(role == Some(Role::King), Theme::KingKey);
    themes.add_if(is_sacrifice(position, &after, key), Theme::SacrificingKey);
    if let Some(passed) = position.after_pass(after.turn()) {
        let [before, now] = [&passed, &after].map(flights);
        let lacks = |one: &[Cell], other: &[Cell]| one.iter().any(|cell| !other.contains(cell));
        themes.add_if(lacks(&now, &before), Theme::FlightGivingKey);
        themes.add_if(lacks(&before, &now), Theme::FlightTakingKey);
        themes.add_if(after.count_moves() > passed.count_moves(), Theme::AmpliativeKey);
    }
}

/// Where the king of the player to move can go.
pub(super) fn flights(position: &Position) -> Vec<Cell> {
    let king = position.king(position.turn());
    position.legal_moves().filter(|m| Some(m.from) == king).map(|m| m.to).collect()
}

fn is_sacrifice(position: &Position, after: &Position, key: Move) -> bool {
    let Some(offered) = after.piece(key.to).map(|piece| piece.role) else { return false };
    if matches!(offered, Role::King | Role::Pawn) {
        return false;
    }
    let gain = position.piece(key.to).map_or(0, |taken| worth(taken.role));
    let is_lost = |reply: Move| {
        let taker = after.piece(reply.from).map_or(0, |piece| worth(piece.role));
        let takes_back = || after.play_unchecked(reply).legal_moves().any(|m| m.to == key.to);
        taker < worth(offered) || !takes_back()
    };
    gain < worth(offered) && after.legal_moves().any(|reply| reply.to == key.to && is_lost(reply))
}
