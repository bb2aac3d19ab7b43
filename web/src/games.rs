//! The games, and the choices of pictures and notation.

use hexmate_core::geometry::Coordinate;
use hexmate_core::rules::{PawnSteps, Role};
use hexmate_diagram::{ColourTheme, PieceSet, game_title};
use hexmate_position::{Colour, Dialect, Game, Letters, Position, UnknownGame};
use hexmate_tasks::Opponent;
use serde_json::{Value, json};

use crate::answer::Failure;

/// Returns all games and choices.
pub fn games() -> Value {
    let game = |game: &Game| {
        let titles =
            Letters::ALL.iter().map(|letters| (letters.code().to_owned(), json!(game_title(game, letters))));
        let cells = game.shape.cells().map(|cell| Coordinate(game.shape, cell).to_string());
        json!({
            "name": game.name,
            "titles": titles.collect::<serde_json::Map<_, _>>(),
            "players": game.letters,
            "colours": game.players().map(|player| Colour::of(game, player).name().to_lowercase()).collect::<Vec<_>>(),
            "promotions": game.promotions.iter().map(|role| role.letter()).collect::<String>(),
            "wings": game.wings().collect::<String>(),
            "two_ways": game.pawns.steps != PawnSteps::Straight,
            "start": Position::start(*game).to_fen(),
            "cells": cells.collect::<Vec<_>>(),
        })
    };
    let letters = |letters: &Letters| {
        let roles = Role::ALL.map(|role| (role.letter().to_string(), json!(letters.letter(role))));
        json!({ "name": letters.name(), "code": letters.code(), "roles": roles.into_iter().collect::<serde_json::Map<_, _>>() })
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": Game::ALL.iter().map(game).collect::<Vec<_>>(),
        "letters": Letters::ALL.iter().chain([&Letters::FIGURINES]).map(letters).collect::<Vec<_>>(),
        "themes": ColourTheme::ALL.map(|theme| theme.name),
        "sets": PieceSet::ALL.map(PieceSet::name),
        "levels": Opponent::STRONGEST,
        "dialects": Dialect::ALL.map(Dialect::name),
    })
}

/// Returns the game with this name.
pub fn game(name: &str) -> Result<Game, Failure> {
    Game::from_name(name).ok_or_else(|| Failure::new(UnknownGame::CODE, UnknownGame(name.to_owned())))
}

/// Returns the dialect with this name; that of ranks for the empty name.
pub fn dialect(name: &str) -> Result<Dialect, Failure> {
    if name.is_empty() {
        return Ok(Dialect::default());
    }
    Dialect::from_name(name).ok_or_else(|| Failure::new("unknown-order", format!("unknown order {name:?}")))
}

/// Returns the letters with this name; English ones if there are none.
pub fn letters(name: &str) -> Letters {
    Letters::from_name(name).unwrap_or(Letters::ENGLISH)
}
