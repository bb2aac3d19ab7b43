//! Languages of piece letters that no tag states, and other spellings of games.

use hexmate_games::pgn::{Annotation, Annotations, Notation, PgnText};
use hexmate_games::validate::{CheckedGame, GameText, Games, LettersOrigin, ReadOptions};
use hexmate_position::{Game, Leniencies, Leniency, Letters};

/// A game in which both sides move every piece.
const MOVES: &str = "1. e5 e6 2. Qc3 Qc6 3. Nhf4 Nhf8 4. Rd2 Rd8 5. Be3 Be8 6. Kg2 Kg9 *";

fn read(pgn: &str) -> (GameText, CheckedGame) {
    let text = Games::new(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
    let checked = CheckedGame::of(Game::GLINSKI, &text);
    (text, checked)
}

/// Returns as much of the game as is legal, in the letters of a language, without the tag that states them.
fn untagged(letters: &Letters) -> String {
    let (text, checked) = read(MOVES);
    let mut game = checked.played(&text).expect("a game");
    game.annotations = Annotations::default();
    let written = PgnText { game: &game, notation: Notation::San, letters }.to_string();
    written.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join("\n")
}

#[test]
fn untagged_games_are_guessed() {
    let (_, english) = read(&untagged(&Letters::ENGLISH));
    assert!(english.moves.len() >= 6, "{:?}", english.fault);
    for letters in Letters::ALL {
        let (_, checked) = read(&untagged(&letters));
        assert_eq!(checked.fault, None, "{}", untagged(&letters));
        assert_eq!(checked.moves, english.moves, "{}", letters.name());
        assert_eq!(checked.letters_origin, LettersOrigin::Guessed);
        let (tagged, _) = read(&format!("[Letters \"{}\"]\n\n{}", letters.name(), untagged(&letters)));
        let stated = CheckedGame::of(Game::GLINSKI, &tagged);
        assert_eq!((stated.letters_origin, stated.moves), (LettersOrigin::Stated, checked.moves));
    }
}

#[test]
fn english_wins_a_tie() {
    for moves in ["1. e5 e6 *", "1. Ne3 Ne9 *", "1. Kf2 *", "1. e5 Zz9 *", "1. Ne3 Ne9 2. Xe4 *"] {
        assert_eq!(read(moves).1.letters, Letters::ENGLISH, "{moves}");
    }
}

#[test]
fn slip_changes_no_language() {
    // After the slip the rest of the game is English.
    let slip = "1. e5 e6 2. Df4 Qc6 3. Nf4 Nd7 4. Qc3 *";
    assert_eq!(read(slip).1.letters, Letters::ENGLISH);
}

#[test]
fn remarks_are_kept_as_comments() {
    for remark in [
        "resigns",
        "White resigns",
        "feladta",
        "(feladta)",
        "időtúllépés",
        "aufgegeben",
        "Schwarz gibt auf",
        "abandonne",
        "poddał się",
        "se rinde",
        "сдались",
        "rezignis",
        "agreed",
        "on time",
        "megegyezés",
        "(time)",
    ] {
        for result in ["", " 1-0", " 1/2-1/2"] {
            for pgn in [format!("1. e5 e6 {remark}{result}"), format!("1. e5 e6{result} {remark}")] {
                let pgn = format!("{pgn}\n\n1. e5 *\n");
                let games: Vec<GameText> =
                    Games::with_comments(pgn.as_bytes()).map(|text| text.expect("read")).collect();
                assert_eq!(games.len(), 2, "{pgn}");
                assert_eq!((games[0].fault, games[0].words.len()), (None, 2), "{pgn}");
                let comments: Vec<&str> = games[0]
                    .annotations
                    .iter()
                    .filter_map(|(_, annotation)| match annotation {
                        Annotation::Comment(text) => Some(text.as_str()),
                        _ => None,
                    })
                    .collect();
                assert_eq!(comments, [remark], "{pgn}");
                let expected = result.trim();
                let stated = games[0].result.map(|result| result.to_string()).unwrap_or_default();
                assert_eq!(stated, expected, "{pgn}");
            }
        }
    }
}

#[test]
fn results_have_many_spellings() {
    for (text, result) in [
        ("0.5:0.5", "1/2-1/2"),
        (".5-.5", "1/2-1/2"),
        ("0.5 : 0.5", "1/2-1/2"),
        ("1 : 0", "1-0"),
        ("½:½", "1/2-1/2"),
        ("½—½", "1/2-1/2"),
        ("1/2 — 1/2", "1/2-1/2"),
        ("0—1", "0-1"),
        ("Döntetlen", "1/2-1/2"),
        ("draw agreed", "1/2-1/2"),
    ] {
        let (game, checked) = read(&format!("1. e5 e6 {text}\n"));
        assert_eq!(checked.fault, None, "{text}");
        assert_eq!(game.result.map(|result| result.to_string()).as_deref(), Some(result), "{text}");
    }
}

#[test]
fn dashes_are_hyphens() {
    for dash in hexmate_position::DASHES {
        let long = read(&format!("1. e4{dash}e5 Qe10{dash}c6 *")).1;
        assert_eq!((long.fault, long.moves.len()), (None, 2), "{dash}");
        let fen = format!("b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w {dash} 0 1");
        assert_eq!(read(&format!("[FEN \"{fen}\"]\n\n1. e5 *")).1.fault, None, "{dash}");
        let castling = |text: &str| text.parse::<hexmate_position::MoveText>().expect("castling").castling;
        for (text, other) in [("0-0", "0-0"), ("O-O-O", "O-O-O"), ("Q-0-0", "Q-0-0")] {
            assert_eq!(castling(&text.replace('-', dash)), castling(other), "{text} {dash}");
        }
    }
}

#[test]
fn tag_may_end_on_next_line() {
    for end in ["\n", "\r\n", "\n  "] {
        let (text, checked) = read(&format!("[Event \"Long{end}name\"]\n[White \"A\"]\n\n1. e5 *\n"));
        assert_eq!(checked.fault, None);
        assert_eq!(text.tag("Event").map(|tag| tag.text), Some("Long name"));
        assert_eq!(text.tag("White").map(|tag| tag.text), Some("A"));
    }
    for open in [
        "[Event \"Long\n[White \"A\"]\n\n1. e5 *",
        "[Event \"Long\nname \"A\"]\n\n1. e5 *",
        "[Event \"Long\n",
    ] {
        assert!(read(open).1.fault.is_some(), "{open}");
    }
}

#[test]
fn small_letter_may_be_a_piece() {
    let (_, checked) = read("1. e5 e6 2. bg2 qc6 3. b2 *");
    assert_eq!(checked.fault, None);
    let (_, capital) = read("1. e5 e6 2. Bg2 Qc6 3. b2 *");
    assert_eq!(checked.moves, capital.moves);
    // A legal pawn move is a pawn move.
    let (_, pawn) = read("1. b2 b6 *");
    assert_eq!(pawn.fault, None);
    let text = Games::new("1. e5 e6 2. bg2 *".as_bytes()).next().expect("a game").expect("read");
    let strict = Leniencies::ALL.minus(Leniencies::NONE.with(Leniency::SmallPieceLetter));
    let options = ReadOptions { allowed: strict, ..ReadOptions::default() };
    assert!(CheckedGame::check(Game::GLINSKI, &text, options).fault.is_some());
}
