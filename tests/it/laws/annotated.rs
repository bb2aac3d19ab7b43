//! Random games with tags, comments, NAGs and variations.

use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_games::pgn::{Annotation, GameResult, PlayedGame, Step};
use hexmate_position::{Game, Position};

use super::random;

/// Texts that need escaping in some format.
const TEXTS: [&str; 18] = [
    "so (to say) $1",
    "[%clk 1:05:23] [%cal Ge5e6,Rf1f2] a ; \"b\"",
    "it's a {brace",
    "1. e4 e5 *",
    "back\\slash \\\" and 100%",
    "Ány Őrült ‡ ½-½ 象 🙂",
    "=1+1, @a; -b",
    "%escape",
    "[White \"Anon\"]",
    "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789",
    "a closing } brace",
    "{}}{",
    "two\nlines",
    "two  blanks and a\ttab",
    "a blank\n\nline",
    "a line\n}\nwith a brace",
    "no game\n\n[White \"x\"]\n\nno more",
    "[%escaped] %7D",
];

/// Returns a comment without white space at its ends.
pub fn comment(rng: &mut Rng) -> String {
    let text = TEXTS[rng.below(TEXTS.len())];
    match rng.below(200) {
        // Longer than the buffer of a reader, shorter than its limit.
        0 => format!("{text} {}", "long words ".repeat(600).trim_end()),
        _ => text.to_owned(),
    }
}

/// Returns random games, some with a start position of their own.
pub fn games(game: Game, seed: u64) -> Vec<PlayedGame> {
    let set_up = (0..).find_map(|more| random::thin(game, seed + more)).map(|position| {
        // A FEN does not record whose pawn crossed a cell.
        Position::from_fen(game, &position.to_fen()).expect("legal")
    });
    let starts = [Some(Position::start(game)), Some(Position::start(game)), set_up];
    starts.into_iter().flatten().zip(seed + 1..).map(|(start, seed)| annotated(start, seed)).collect()
}

/// Returns a random annotated game from a position.
pub fn annotated(start: Position, seed: u64) -> PlayedGame {
    let mut rng = Rng::new(seed);
    let mut positions = vec![start.clone()];
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..rng.below(50) {
        let position = positions.last().expect("at least the first");
        let all: Vec<Move> = position.legal_moves().collect();
        let Some(&m) = all.get(rng.below(all.len().max(1))) else { break };
        positions.push(position.play_unchecked(m));
        moves.push(m);
    }
    let mut game = PlayedGame::from_moves(start, moves).expect("legal moves");
    game.tags = tags(&mut rng);
    if game.result == GameResult::Unfinished && rng.below(2) == 0 {
        let agreed = if game.game().players == 2 { "1/2-1/2" } else { "*" };
        game.result = GameResult::from_bytes(agreed.as_bytes()).expect(agreed);
    }
    for ply in 0..=game.moves().len() + 1 {
        let is_move = (1..=game.moves().len()).contains(&ply);
        for _ in 0..rng.below(10).saturating_sub(5) {
            let annotation = match rng.below(4) {
                0 if is_move => Annotation::Nag(rng.below(256) as u8),
                1 if is_move => Annotation::Variation(line(&mut rng, &positions[ply - 1], 2)),
                _ => Annotation::Comment(comment(&mut rng)),
            };
            game.annotations.push(ply, annotation);
        }
    }
    game
}

fn tags(rng: &mut Rng) -> Vec<(String, String)> {
    let values = [
        "?",
        "Ann",
        "Ány\\Ő \"first\"; [%clk]",
        "a,b",
        "",
        "1981.09.05",
        "{x} $1 % &amp;",
        "=cmd|' /C calc'!A0",
    ];
    let names = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Source",
        "EventDate",
        "ECO",
        "Ünnep",
        "my-tag_2",
    ];
    let mut tags: Vec<(String, String)> = Vec::new();
    for name in names {
        if rng.below(3) > 0 {
            tags.push((name.to_owned(), values[rng.below(values.len())].to_owned()));
        }
    }
    if rng.below(20) == 0 {
        tags.push(("Annotation".to_owned(), "a long value, ".repeat(500)));
    }
    tags
}

/// Returns a variation with comments, NAGs and nested variations down to a depth.
fn line(rng: &mut Rng, start: &Position, depth: u32) -> Vec<Step<Move>> {
    let mut position = start.clone();
    let mut steps = Vec::new();
    if rng.below(4) == 0 {
        steps.push(Step::Comment(comment(rng)));
    }
    for _ in 0..3 {
        let moves: Vec<Move> = position.legal_moves().collect();
        let Some(&m) = moves.get(rng.below(moves.len().max(1))) else { break };
        steps.push(Step::Move(m));
        for _ in 0..rng.below(3) {
            match rng.below(4) {
                0 => steps.push(Step::Comment(comment(rng))),
                1 => steps.push(Step::Nag(rng.below(256) as u8)),
                _ if depth > 0 => {
                    steps.push(Step::Begin);
                    steps.extend(line(rng, &position, depth - 1));
                    steps.push(Step::End);
                }
                _ => {}
            }
        }
        position = position.play_unchecked(m);
    }
    steps
}
