//! Laws of evaluation and search.

use std::sync::atomic::AtomicBool;

use hexmate_core::geometry::Hex;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player, Role, StalemateScore};
use hexmate_player::evaluation::{EvaluationTerm, Taper};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, SearchScore, Weights, keys_of};
use hexmate_position::{Game, Position, Setup};

fn games_for_two() -> impl Iterator<Item = Game> {
    Game::ALL.iter().copied().filter(|game| game.players == 2)
}

fn player(game: Game) -> ComputerPlayer {
    ComputerPlayer::new(game, PlayerOptions { table_mib: 1, ..PlayerOptions::default() })
        .expect("a game of the program")
}

fn random_position(game: Game, plies: usize, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(game);
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.make_move_unchecked(rng.choose(&moves));
    }
    position
}

/// Returns the position with exchanged sides, seen from the other end of the board.
fn reversed(position: &Position) -> Option<Position> {
    let game = position.game();
    let mut setup = Setup::empty(game);
    for (cell, mut piece) in position.pieces() {
        piece.owner = if piece.owner == Player::WHITE { Player::BLACK } else { Player::WHITE };
        piece.seat = piece.owner;
        let hex = game.shape.turned(game.shape.hex(cell), 3);
        setup.board.put(game.shape.cell(hex)?, piece);
    }
    setup.turn = if position.turn() == Player::WHITE { Player::BLACK } else { Player::WHITE };
    setup.into_position().ok()
}

#[test]
fn evaluation_is_symmetric() {
    for game in games_for_two() {
        let mut player = player(game);
        let mut compared = 0;
        for seed in 0..60 {
            let position = random_position(game, 30, seed);
            if let Some(turned) = reversed(&position) {
                compared += 1;
                assert_eq!(player.evaluate(&position), player.evaluate(&turned), "{position}");
            }
        }
        assert!(compared > 40, "{game}: {compared}");
    }
}

/// Returns the position with files exchanged about the middle; `None` if the board is another then.
fn mirrored(position: &Position) -> Option<Position> {
    let game = position.game();
    let mut setup = Setup::empty(game);
    for (cell, piece) in position.pieces() {
        let Hex { q, r } = game.shape.hex(cell);
        setup.board.put(game.shape.cell(Hex::new(-q, r + q))?, piece);
    }
    setup.turn = position.turn();
    setup.into_position().ok()
}

#[test]
fn evaluation_is_same_in_mirror() {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let mut player = player(game);
        let mut compared = 0;
        for seed in 0..60 {
            let position = random_position(game, 30, seed);
            if let Some(image) = mirrored(&position) {
                compared += 1;
                assert_eq!(player.evaluate(&position), player.evaluate(&image), "{position}");
            }
        }
        assert!(compared > 40, "{game}: {compared}");
    }
}

#[test]
fn places_of_weights_read_back() {
    let mut weights = Weights::of_game("glinski");
    weights.set_place(Role::Knight, 7, Taper::new(-13, 41));
    let read = Weights::parse(&weights.to_table());
    assert_eq!(read.place(Role::Knight, 7), Taper::new(-13, 41));
    assert_eq!(read, weights);
}

#[test]
fn place_adds_value_of_its_role() {
    for game in games_for_two() {
        let mut weights = Weights::NONE;
        for place in 0..200 {
            let value = 10 * i32::try_from(place).expect("a small number");
            weights.set_place(Role::Pawn, place, Taper::new(value, value));
        }
        let mut player = ComputerPlayer::with_weights(game, PlayerOptions::default(), &weights)
            .expect("a game of the program");
        let start = Position::start(game);
        assert_eq!(player.evaluate(&start), SearchScore::Centipawns(0), "{game}");
        let changed = |m: Move, player: &mut ComputerPlayer| {
            player.evaluate(&start.play_unchecked(m)) != SearchScore::Centipawns(0)
        };
        let is_pawn = |m: &Move| start.piece(m.from).is_some_and(|piece| piece.role == Role::Pawn);
        let pawn_moves: Vec<Move> = start.legal_moves().filter(is_pawn).collect();
        assert!(pawn_moves.iter().all(|&m| changed(m, &mut player)), "{game}");
        let others = start.legal_moves().filter(|m| !is_pawn(m) && !start.is_capture(*m));
        assert!(others.into_iter().all(|m| !changed(m, &mut player)), "{game}");
    }
}

#[test]
fn tables_of_weights_read_back() {
    for game in games_for_two() {
        let weights = Weights::of_game(game.name);
        assert_eq!(Weights::parse(&weights.to_table()), weights);
        assert!(weights.get(EvaluationTerm::Pawn).middle > 0, "{game} has weights");
        let missing = EvaluationTerm::ALL.iter().filter(|&&term| {
            let weight = weights.get(term);
            weight.middle == 0 && weight.ending == 0
        });
        assert!(missing.count() <= 8, "{game}");
    }
}

#[test]
fn node_limit_is_exact_and_reproducible() {
    for game in Game::ALL.iter().copied() {
        let position = random_position(game, 12, 5);
        let lines: Vec<_> = (0..2)
            .map(|_| player(game).best_line(&position, Limits::nodes(3_000)).expect("a legal move"))
            .collect();
        assert_eq!(lines[0], lines[1], "{game}");
        let mut end = position.clone();
        for &m in &lines[0].moves {
            end = end.play(m).expect("a line of legal moves");
        }
    }
}

#[test]
fn set_flag_stops_search_at_once() {
    let stop = AtomicBool::new(true);
    for game in Game::ALL.iter().copied() {
        let position = Position::start(game);
        let search = Search { stop: Some(&stop), ..Search::default() };
        let lines = player(game).search(&position, &search, &mut |_| {});
        assert!(position.is_legal(lines[0].moves[0]), "{game}");
    }
}

#[test]
fn threads_return_legal_lines() {
    let mut player =
        ComputerPlayer::new(Game::GLINSKI, PlayerOptions { threads: 3, ..PlayerOptions::default() })
            .expect("a game");
    let position = Position::start(Game::GLINSKI);
    let line = player.best_line(&position, Limits::nodes(30_000)).expect("a legal move");
    assert!(position.is_legal(line.moves[0]));
}

#[test]
fn several_lines_are_different_and_ordered() {
    let position = random_position(Game::MCCOOEY, 10, 3);
    let search = Search { limits: Limits::depth(4), lines: 5, ..Search::default() };
    let lines = player(Game::MCCOOEY).search(&position, &search, &mut |_| {});
    assert_eq!(lines.len(), 5);
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let firsts: std::collections::HashSet<_> = lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), 5);
    let only = [lines[3].moves[0]];
    let search = Search { limits: Limits::depth(3), only: &only, ..Search::default() };
    let asked = player(Game::MCCOOEY).search(&position, &search, &mut |_| {});
    assert_eq!(asked[0].moves[0], only[0]);
}

#[test]
fn queen_mates_bare_king() {
    let setup = Setup::from_fen(Game::GLINSKI, "1/3/5/7/5K3/6Q4/11/11/6k4/11/11 b - 0 1").expect("a FEN");
    let mut position = setup.into_position().expect("a legal position");
    let mut player = player(Game::GLINSKI);
    let mut before = Vec::new();
    while position.has_moves() {
        assert!(before.len() < 100, "{position}");
        let earlier = keys_of(&before);
        let search = Search { limits: Limits::nodes(1_000), earlier: &earlier, ..Search::default() };
        let lines = player.search(&position, &search, &mut |_| {});
        before.push(position.clone());
        position = position.play(lines[0].moves[0]).expect("a legal move");
    }
    assert!(position.is_check(), "{position}");
}

/// Returns the score of a move, searched alone.
fn score_of(position: &Position, earlier: &[u64], m: Move) -> SearchScore {
    let search = Search { limits: Limits::depth(2), only: &[m], earlier, ..Search::default() };
    player(position.game()).search(position, &search, &mut |_| {})[0].score
}

#[test]
fn third_occurrence_counts_as_draw() {
    // Black has no queen, so that no other score is near a draw.
    let fen = "b/1bk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    let setup = Setup::from_fen(Game::GLINSKI, fen).expect("a FEN");
    let mut position = setup.into_position().expect("a legal position");
    let mut before = Vec::new();
    let mut scores = Vec::new();
    for text in ["Nhf4", "Nhf8", "Nh1", "Nh9", "Nhf4", "Nhf8", "Nh1", "Nh9"] {
        let m = position.parse(text).expect("a move");
        scores.push(score_of(&position, &keys_of(&before), m));
        before.push(position.clone());
        position = position.play(m).expect("a legal move");
    }
    // The knights are at home for the second time after four moves and for the third after eight; Black may decide it.
    let draws: Vec<_> = (0..8).filter(|&ply| scores[ply] == SearchScore::Centipawns(0)).collect();
    assert_eq!(draws, [6, 7], "{scores:?}");
}

#[test]
fn stalemate_scores_as_game_has_it() {
    let fen = "1/3/5/7/9/11/11/5Q5/7K3/11/k10 w - 0 1";
    for (stalemate, expected) in [(StalemateScore::ThreeQuarters, 190), (StalemateScore::Draw, 0)] {
        let game = Game::GLINSKI.scoring(stalemate);
        let mut found = 0;
        for king in Position::start(game).game().shape.cells() {
            let mut setup = Setup::from_fen(game, fen).expect("a FEN");
            let old = setup.board.pieces().find(|(_, piece)| piece.owner == Player::BLACK).expect("a king");
            setup.board.take(old.0);
            if setup.board.piece(king).is_some() {
                continue;
            }
            setup.board.put(king, old.1);
            let Ok(position) = setup.into_position() else { continue };
            let ends = |m: &Move| {
                let next = position.play_unchecked(*m);
                !next.has_moves() && !next.is_check()
            };
            for m in position.legal_moves().filter(ends) {
                found += 1;
                assert_eq!(score_of(&position, &[], m), SearchScore::Centipawns(expected), "{position}");
            }
        }
        assert!(found > 3, "{found}");
    }
}
