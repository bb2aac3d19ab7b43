//! PGN games written and read back: every game, every notation, every set of piece letters.

use crate::laws::{every_letters, random};
use crate::sampling::in_turn;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player};
use hexmate_games::pgn::{GameResult, Notation, PgnText, PlayedGame, Shares};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::{Colour, Letters, Uci};
use hexmate_position::{Game, Position};
use std::sync::OnceLock;

/// Returns a random game from a position.
fn played(start: Position, seed: u64, plies: usize) -> PlayedGame {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let moves = (0..plies).map_while(|_| {
        let moves: Vec<Move> = position.legal_moves().collect();
        let m = (!moves.is_empty()).then(|| rng.choose(&moves))?;
        position = position.play_unchecked(m);
        Some(m)
    });
    let moves: Vec<_> = moves.collect();
    PlayedGame::from_moves(start, moves).expect("the moves are legal")
}

/// Returns long games from the start position and short ones from sparse positions.
fn games(game: Game) -> &'static [PlayedGame] {
    static GAMES: [OnceLock<Vec<PlayedGame>>; Game::ALL.len()] = [const { OnceLock::new() }; Game::ALL.len()];
    let number = Game::ALL.iter().position(|&other| other == game).expect("a known game");
    GAMES[number].get_or_init(|| make_games(game))
}

fn make_games(game: Game) -> Vec<PlayedGame> {
    let read_back = |position: Position| {
        // A FEN does not record whose pawn crossed a cell.
        Position::from_fen(game, &position.to_fen()).expect("a legal position")
    };
    let mut games: Vec<PlayedGame> = (0..6).map(|seed| played(Position::start(game), seed, 400)).collect();
    let thin = (0..400).filter_map(|seed| random::thin(game, seed)).map(read_back);
    games.extend(thin.zip(0..).map(|(start, seed)| played(start, seed, 90)));
    let middle = (0..4).filter_map(|seed| random::game(game, seed, 61).pop()).map(read_back);
    games.extend(middle.zip(0..).map(|(start, seed)| played(start, seed, 60)));
    games
}

fn written(game: &PlayedGame, notation: Notation, letters: &Letters) -> String {
    PgnText { game, notation, letters }.to_string()
}

fn read(text: &str) -> Vec<GameText> {
    Games::new(text.as_bytes()).map(|game| game.expect("memory can be read")).collect()
}

#[track_caller]
fn assert_reads_back(game: &PlayedGame, text: &str) {
    let [found] = &read(text)[..] else { panic!("one game is read from {text}") };
    let checked = CheckedGame::of(game.game(), found);
    assert_eq!(checked.fault, None, "{text}");
    assert_eq!(checked.moves, game.moves(), "{text}");
    assert_eq!(checked.position, Some(game.end().clone()), "{text}");
    assert_eq!(found.result, Some(game.result), "{text}");
    assert_eq!(found.tag("Result").map(|tag| tag.text.to_owned()), Some(game.result.to_string()));
    assert_eq!(found.tag("Variant").map(|tag| tag.text), Some(game.game().name));
    for player in game.game().players() {
        assert!(
            found.tag(Colour::of(&game.game(), player).name()).is_some(),
            "{player:?} has no tag in {text}"
        );
    }
}

#[test]
#[ignore = "long: make verify"]
fn game_reads_back_in_every_notation() {
    fn law(game: Game) {
        let every_letters = every_letters();
        for (number, game) in games(game).iter().enumerate() {
            for notation in Notation::ALL {
                for letters in in_turn(&every_letters, number) {
                    assert_reads_back(game, &written(game, notation, letters));
                }
            }
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn multiplayer_games_eliminate_and_skip() {
    fn law(game: Game) {
        let (mut eliminated, mut skipped) = (0, 0);
        for played in games(game) {
            let mut position = played.start().clone();
            for &m in played.moves() {
                let next = position.play_unchecked(m);
                let is_full = next.living() == position.living();
                eliminated += usize::from(!is_full);
                skipped += usize::from(is_full && next.turn() != position.next_player());
                position = next;
            }
        }
        let is_expected = game.players > 2;
        assert_eq!(
            (eliminated > 0, skipped > 0),
            (is_expected, is_expected),
            "{}: {eliminated}, {skipped}",
            game.name
        );
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn finished_game_has_a_score() {
    fn law(game: Game) {
        let finished: Vec<GameResult> =
            games(game).iter().filter(|game| !game.end().has_moves()).map(|game| game.result).collect();
        assert!(finished.len() > 2, "{} games of {} came to an end", finished.len(), game.name);
        for score in finished {
            assert_ne!(score, GameResult::Unfinished);
            assert_eq!(matches!(score, GameResult::Shared(_)), game.players > 2);
            assert_eq!(GameResult::from_bytes(score.to_string().as_bytes()), Some(score));
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn movetext_lines_fill_80_columns() {
    fn law(game: Game) {
        let game = played(Position::start(game), 7, 300);
        for notation in Notation::ALL {
            let text = written(&game, notation, &Letters::ENGLISH);
            let (_, movetext) = text.split_once("\n\n").expect("an empty line ends the heading");
            let lines: Vec<&str> = movetext.lines().collect();
            assert!(lines.len() > 10 && text.ends_with('\n'));
            assert!(lines.iter().all(|line| line.len() <= 80 && line.trim() == *line), "{text}");
            for pair in lines.windows(2) {
                let mut words = pair[1].split(' ');
                let first = words.next().expect("no line is empty");
                let next = if first.ends_with('.') {
                    format!("{first} {}", words.next().expect("a move"))
                } else {
                    first.to_owned()
                };
                assert!(pair[0].len() + 1 + next.len() > 80, "{text}");
            }
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn rounds_follow_turn_order() {
    fn law(game: Game) {
        let played = played(Position::start(game), 2, 400);
        let text = written(&played, Notation::Uci, &Letters::ENGLISH);
        let (_, movetext) = text.split_once("\n\n").expect("an empty line ends the heading");
        let mut position = Position::start(game);
        let mut number = 0;
        let mut movers: Vec<Player> = Vec::new();
        let mut complete = 0;
        for word in movetext.split_whitespace() {
            if word.ends_with('.') {
                number += 1;
                assert_eq!(word, format!("{number}."), "{text}");
                complete += usize::from(movers.len() == usize::from(game.players));
                movers.clear();
            } else if let Some(m) = Uci::parse(game.shape, word.as_bytes()) {
                assert_eq!(position.fullmoves(), number);
                assert!(movers.last().is_none_or(|&last| last < position.turn()), "{text}");
                movers.push(position.turn());
                position = position.play_unchecked(m);
            }
        }
        assert_eq!(position, *played.end());
        assert!(complete > 5, "{text}");
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn joined_games_are_read_separately() {
    fn law(game: Game) {
        let games = games(game);
        let texts: Vec<String> =
            games.iter().map(|game| written(game, Notation::San, &Letters::ENGLISH)).collect();
        let found = read(&texts.join("\n"));
        assert_eq!(found.len(), games.len());
        for (text, played) in found.iter().zip(games) {
            assert_eq!(CheckedGame::of(game, text).moves, played.moves());
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

#[test]
fn any_tag_can_be_written() {
    let mut game = played(Position::start(Game::GLINSKI), 1, 4);
    let given = [
        ("White", "L\u{e1}szl\u{f3} \"Laci\" \\ B."),
        ("ECO", "two\nlines\r\tand [brackets] {braces} \"]"),
        ("8 rooks", ""),
        ("ECO", "again"),
        ("", "no name"),
        ("FEN", "nonsense"),
        ("Result", "1-0"),
        ("Site", "a\\"),
    ];
    game.tags = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    game.result = GameResult::Draw;
    let text = written(&game, Notation::Long, &Letters::POLISH);
    assert_reads_back(&game, &text);
    let [found] = &read(&text)[..] else { panic!("one game") };
    let tags: Vec<(&str, &str)> = found.tags.iter().map(|tag| (tag.name, tag.text)).collect();
    assert_eq!(
        tags,
        [
            ("Event", "?"),
            ("Site", "a\\"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "L\u{e1}szl\u{f3} \"Laci\" \\ B."),
            ("Black", "?"),
            ("Result", "1/2-1/2"),
            ("Variant", "glinski"),
            ("Letters", "Polish"),
            ("ECO", "two lines \tand [brackets] {braces} \"]"),
            ("_8_rooks", ""),
            ("_", "no name"),
        ]
    );
}

#[test]
fn game_rejects_illegal_moves() {
    let moves = ["e4e5", "e4e5"].map(|text| Uci::parse(Game::GLINSKI.shape, text.as_bytes()).expect(text));
    assert!(PlayedGame::from_moves(Position::start(Game::GLINSKI), moves).is_err());
}

#[test]
fn agreed_result_is_written() {
    let mut game = played(Position::start(Game::ECHEX3), 5, 8);
    game.result = GameResult::Shared(Shares::among(game.end().living(), 3).expect("three are in"));
    assert!(written(&game, Notation::San, &Letters::ENGLISH).ends_with(" 1/3-1/3-1/3\n"));
    assert_reads_back(&game, &written(&game, Notation::San, &Letters::ENGLISH));
}
