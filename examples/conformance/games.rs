//! Short games of the suite, one for each way in which a game can end.

use std::collections::BTreeMap;

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Role};
use hexmate_games::pgn::{GameResult, Notation, PgnText, PlayedGame, Shares};
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position, Setup};
use hexmate_position::{Letters, Uci};

use crate::ends;
use crate::random;
use crate::rows::GameRow;

/// Length of the longest random games, in plies.
const LONGEST: usize = 60;

/// Number of start positions for random games.
const SEEDS: u64 = 6_000;

/// Returns all rows of a game.
pub fn rows(game: Game) -> Vec<GameRow> {
    let mut games = random_games(game);
    games.extend([2, 4].into_iter().filter_map(|rounds| there_and_back(game, rounds)));
    games.extend(by_counters(game));
    if game == Game::GLINSKI {
        games.push(fools_mate());
    }
    games
        .into_iter()
        .enumerate()
        .map(|(number, (start, moves))| row(game, number + 1, &start, &moves))
        .collect()
}

/// A first position, and the moves from it.
type Line = (Position, Vec<Move>);

fn row(game: Game, number: usize, start: &Position, moves: &[Move]) -> GameRow {
    let mut history = History::new(start.clone());
    for &m in moves {
        history.play(m).expect("a legal move");
    }
    let end = history.end(MaterialRule::Draw);
    let last = history.position().clone();
    let mut played = PlayedGame::from_moves(start.clone(), moves.iter().copied()).expect("legal moves");
    if matches!(end, Some(End::Material | End::FivefoldRepetition | End::SeventyFiveMoves)) {
        played.result = draw(&last);
    }
    let result = played.result;
    let other = if result == loss(game) { win(game) } else { loss(game) };
    let is_on_board = matches!(end, Some(End::Outcome(_)));
    let letters = &Letters::ENGLISH;
    let pgn = PgnText { game: &played, notation: Notation::San, letters }.to_string();
    let claims = if end.is_some() { Vec::new() } else { history.claims().map(claim_word).collect() };
    GameRow {
        id: format!("{}: game {number}", game.name),
        variant: game.name.to_owned(),
        fen: start.to_fen(),
        moves: moves.iter().map(|&m| Uci(game.shape, m).to_string()).collect(),
        end: ends::word_of(end).to_owned(),
        result: result.to_string(),
        claims,
        last: last.to_fen(),
        pgn,
        wrong: is_on_board.then(|| other.to_string()),
    }
}

fn draw(last: &Position) -> GameResult {
    let shares = Shares::among(last.living(), last.game().players);
    shares.map_or(GameResult::Draw, GameResult::Shared)
}

/// Returns the result with which the first player wins.
fn win(game: Game) -> GameResult {
    let first = game.players().take(1).collect();
    Shares::among(first, game.players).map_or(GameResult::WhiteWins, GameResult::Shared)
}

/// Returns the result with which the last player wins.
fn loss(game: Game) -> GameResult {
    let last = game.players().rev().take(1).collect();
    Shares::among(last, game.players).map_or(GameResult::BlackWins, GameResult::Shared)
}

fn claim_word(claim: DrawClaim) -> String {
    match claim {
        DrawClaim::ThreefoldRepetition => "repetition",
        DrawClaim::FiftyMoves => "fifty-moves",
    }
    .to_owned()
}

/// Returns the shortest of many random games for each end and each winner.
fn random_games(game: Game) -> Vec<Line> {
    let mut found: BTreeMap<(&str, String), Line> = BTreeMap::new();
    for seed in 0..SEEDS {
        let Some(start) = random::thin(game, seed).and_then(|start| reread(&start)) else { continue };
        let mut rng = Rng::new(seed);
        let mut history = History::new(start.clone());
        let mut moves = Vec::new();
        while history.end(MaterialRule::Draw).is_none() && moves.len() < LONGEST {
            let m = rng.choose(&history.position().legal_moves().collect::<Vec<_>>());
            history.play(m).expect("a legal move");
            moves.push(m);
        }
        let Some(end) = history.end(MaterialRule::Draw).filter(|_| moves.len() > 1) else { continue };
        let key = (ends::word_of(Some(end)), GameResult::of(history.position()).to_string());
        if found.get(&key).is_none_or(|(_, shorter)| moves.len() < shorter.len()) {
            found.insert(key, (start, moves));
        }
    }
    found.into_values().collect()
}

/// Returns the position read back from its FEN, if it has legal moves.
fn reread(position: &Position) -> Option<Position> {
    Position::from_fen(position.game(), &position.to_fen()).ok().filter(Position::has_moves)
}

/// Returns a game in which all players move a knight out and back. After two rounds the position occurs for the third
/// time.
fn there_and_back(game: Game, rounds: usize) -> Option<Line> {
    let start = Position::start(game);
    let mut position = start.clone();
    let mut out = Vec::new();
    for _ in game.players() {
        let quiet = |&m: &Move| {
            let role = position.piece(m.from).map(|piece| piece.role);
            role == Some(Role::Knight) && !position.is_capture(m) && !position.play_unchecked(m).is_check()
        };
        let m = position.legal_moves().find(quiet)?;
        position = position.play_unchecked(m);
        out.push(m);
    }
    let back = out.iter().map(|m| Move { from: m.to, to: m.from, promotion: None });
    let round: Vec<Move> = out.iter().copied().chain(back).collect();
    let moves = round.repeat(rounds);
    PlayedGame::from_moves(start.clone(), moves.iter().copied()).ok().map(|_| (start, moves))
}

/// Returns games that end, or can be claimed as draws, by the move counter; in one of them the last move also mates.
fn by_counters(game: Game) -> Vec<Line> {
    let players = u32::from(game.players);
    let quiet = |position: &Position, m: Move| {
        let role = position.piece(m.from).map(|piece| piece.role);
        role != Some(Role::Pawn) && !position.is_capture(m)
    };
    let ends_by = |counter: u32, wanted: fn(&History) -> bool| {
        let try_seed = |seed| {
            let thin = random::thin(game, seed).and_then(|start| reread(&start))?;
            let start = Setup { halfmoves: counter - 1, ..Setup::from(&thin) }.into_position().ok()?;
            let leads = |&m: &Move| {
                let mut history = History::new(start.clone());
                quiet(&start, m) && history.play(m).is_ok() && wanted(&history)
            };
            let m = start.legal_moves().find(leads)?;
            Some((start, vec![m]))
        };
        (0..SEEDS).find_map(try_seed)
    };
    [
        ends_by(75 * players, |history| history.end(MaterialRule::Draw) == Some(End::SeventyFiveMoves)),
        ends_by(75 * players, |history| {
            history.position().is_mate() && history.position().living().len() == 2
        }),
        ends_by(75 * players - 1, |history| history.end(MaterialRule::Draw).is_none()),
        ends_by(50 * players, |history| history.end(MaterialRule::Draw).is_none()),
        ends_by(50 * players - 1, |history| history.end(MaterialRule::Draw).is_none()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn fools_mate() -> Line {
    let start = Position::start(Game::GLINSKI);
    let moves = ["e1c3", "e10c6", "b1b2", "b7b6", "f3b1", "e7e6", "c3f9"];
    let read = |text: &str| Uci::parse(Game::GLINSKI.shape, text.as_bytes()).expect("a move");
    (start, moves.map(read).to_vec())
}
