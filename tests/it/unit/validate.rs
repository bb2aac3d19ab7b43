//! Validation of games.

use std::io::{self, Read};

use hexmate_games::pgn::{Notation, PgnText};
use hexmate_games::validate::{CheckedGame, GameFault, GameText, Games, ReadOptions, played_game};
use hexmate_position::Game;
use hexmate_position::{Leniencies, Leniency, Letters, Uci};

fn checked_games(pgn: &str) -> Vec<CheckedGame> {
    let games = Games::new(pgn.as_bytes()).map(|text| text.expect("memory can be read"));
    games.map(|text| CheckedGame::of(Game::GLINSKI, &text)).collect()
}

fn faults(pgn: &str) -> Vec<(&'static str, u64, u64, usize)> {
    checked_games(pgn)
        .iter()
        .map(|checked| match &checked.fault {
            None => ("ok", 0, 0, checked.moves.len()),
            Some(fault) => (fault.kind.code(), fault.place.line, fault.place.column, checked.moves.len()),
        })
        .collect()
}

#[test]
fn fools_mate_is_a_legal_game() {
    let pgn = "1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xB#";
    let [checked] = &checked_games(pgn)[..] else { panic!("one game") };
    assert_eq!(checked.fault, None);
    assert!(checked.position.as_ref().is_some_and(hexmate_position::Position::is_mate));
}

#[test]
fn fault_does_not_stop_next_game() {
    let pgn = "[A \"1\"]\n\n1.g5 g6 2.Kg9 *\n\n[A \"2\"]\n\n1.g5 {open\n\n[A \"3\"]\n\n1.g5 g6 *\n";
    assert_eq!(faults(pgn), [("no-such-move", 3, 11, 2), ("unclosed-comment", 7, 6, 1), ("ok", 0, 0, 2)]);
}

#[test]
fn joined_records_are_reported() {
    assert_eq!(faults("1.g5 g6 2.e5 1.g5 g6 *"), [("number-restart", 1, 14, 3)]);
}

#[test]
fn fen_tag_sets_start_position() {
    let pgn = "[FEN \"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63\"]\n\n63... f3+ *";
    assert_eq!(faults(pgn), [("ok", 0, 0, 1)]);
    assert_eq!(faults("[FEN \"1/3 b - 5 63\"]\n\n63... f3 *"), [("rank-count", 1, 7, 0)]);
    let two = "[FEN \"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r7k/3K7 b - 5 63\"]\n\n63... f3 *";
    assert_eq!(faults(two), [("several-kings", 1, 7, 0)]);
}

#[test]
fn letters_tag_decides_ambiguous_letters() {
    let read = |tag: &str| {
        let fen = "1/3/5/7/9/5RB4/k10/11/11/11/5K5 w - 0 1";
        let [checked] = &checked_games(&format!("[FEN \"{fen}\"]\n{tag}\n1.Bf8 *"))[..] else {
            panic!("one game")
        };
        assert_eq!(checked.fault, None, "{tag}");
        (checked.letters.name(), Uci(Game::GLINSKI.shape, checked.moves[0]).to_string())
    };
    assert_eq!(read(""), ("English", "g6f8".to_owned()));
    assert_eq!(read("[Letters \"Hungarian\"]\n"), ("Hungarian", "f6f8".to_owned()));
    assert_eq!(read("[Letters \"?\"]\n"), ("English", "g6f8".to_owned()));
}

#[test]
fn bytes_without_games_give_none() {
    assert!(checked_games("").is_empty());
    assert!(checked_games("\0\u{1}\u{2}").is_empty());
}

#[test]
fn unreadable_variation_text_becomes_comment() {
    let written = |pgn: &str| {
        let text = Games::with_comments(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
        let checked = CheckedGame::of(Game::GLINSKI, &text);
        let game = played_game(Game::GLINSKI, &text, &checked.letters, checked.moves).expect("legal moves");
        PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
    };
    for (pgn, expected) in [
        ("1. g5 ( {a} 1. e5 $2 g6 1-0) g6 *", "1. g5 ({a} 1. e5 $2 g6 {1-0}) 1... g6 *"),
        ("1. g5 (1. e5 e9 {no} 2. g5 $1) g6 *", "1. g5 (1. e5 ; e9 {no} 2. g5 $1\n) 1... g6 *"),
        ("1. g5 (1. e5 (1. Kg9 (1. d5)) g6 !?) *", "1. g5 (1. e5 ({1. Kg9 ( 1. d5 )}) 1... g6 $5) *"),
        ("1. (1. e5) g5 () *", "{1. e5} 1. g5 *"),
        ("1. g5 e6 (1... e5 2. g6 f6xg6 e.p.) (g7g6) *", "1. g5 e6 (1... e5 2. g6 {f6xg6 e.p.}) (1... g6) *"),
        ("1. g5!! g6 ?! *", "1. g5 $3 g6 $6 *"),
    ] {
        let once = written(pgn);
        assert_eq!(once.rsplit_once("\n\n").map(|(_, movetext)| movetext.trim()), Some(expected), "{pgn}");
        assert_eq!(written(&once), once);
    }
}

/// Returns the code and place of the error of a game, or of its note.
fn code(pgn: &str, allowed: Leniencies) -> String {
    let mut games = Games::with_comments(pgn.as_bytes());
    let text = games.next().expect("a game").expect("memory can be read");
    let game = text.game(None).expect("a known game");
    let reading = ReadOptions { allowed, ..ReadOptions::default() };
    let checked = CheckedGame::check(game, &text, reading).with_variations(&text, allowed);
    let describe = |fault: &GameFault| format!("{} {}", fault.kind.code(), fault.place);
    match (checked.first_fault(), &checked.note) {
        (Some(fault), _) => describe(fault),
        (None, Some(note)) => format!("note {}", describe(note)),
        (None, None) => String::new(),
    }
}

#[test]
fn move_numbers_are_checked() {
    for (moves, expected) in [
        ("1. e5 e6 2. d5 d6", ""),
        ("1.e5 1...e6 2.d5 2...d6", ""),
        ("1. e5 ... e6 2 . d5 2. ... d6 37.", "note wrong-number 2:35"),
        ("1. e5 {c} 1... e6 (1... d6 2. d5 (2. b2)) 2. d5 3.", "note wrong-number 2:52"),
        ("e5 e6 d5", ""),
        ("1 e5 e6 2 d5", ""),
        ("1. e5 1. e6 2. d5 2. d6", "note wrong-number 2:10"),
        ("1. e5 e6 1. d5", "note wrong-number 2:13"),
        ("5. e5 e6 7. f6", "note wrong-number 2:4"),
        ("1. e5 e6 3. d5 d6", "note wrong-number 2:13"),
        ("1. 2. 1. e5 e6", "number-restart 2:7"),
        ("1. 1. e5 e6", "note wrong-number 2:7"),
        ("1... e6 2. f6", "wrong-side 2:6"),
        ("1. e5 2. f6", "wrong-side 2:10"),
        ("1. e5 e6 2... d5", "wrong-side 2:15"),
        ("1. e5 ... 2. d5", "wrong-side 2:14"),
        ("... e5 e6", "wrong-side 2:5"),
        ("1. e5 (3... g6) e6", "variation-illegal 2:13"),
        ("1. e5 (1... d5) e6", "variation-illegal 2:13"),
        ("1. e5 e6 (2. d6) 2. d5", "variation-illegal 2:14"),
        ("1. e5 (4. d5) e6", "note wrong-number 2:11"),
    ] {
        assert_eq!(code(&format!("[Variant \"glinski\"]\n{moves} *"), Leniencies::ALL), expected, "{moves}");
    }
    for (moves, expected) in [
        ("1. f4f6 e7g6 h5g6 2. e2f5", ""),
        ("1. f4f6 1... e7g6 1... h5g6 2. e2f5", ""),
        ("1. f4f6 1. e7g6 h5g6", "note wrong-number 2:12"),
        ("1. f4f6 e7g6 2. h5g6", "wrong-side 2:17"),
        ("1. f4f6 e7g6 h5g6 2... e2f5", "wrong-side 2:24"),
    ] {
        assert_eq!(code(&format!("[Variant \"echex3\"]\n{moves} *"), Leniencies::ALL), expected, "{moves}");
    }
    let black = "[FEN \"b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - 0 38\"]";
    for (moves, expected) in [
        ("38... e6 39. e5", ""),
        ("1... e6 2. e5", "note wrong-number 2:6"),
        ("1. e6 e5 2. d6", "note wrong-number 2:4"),
        ("1. e6 2. e5", "wrong-side 2:10"),
    ] {
        assert_eq!(code(&format!("{black}\n{moves} *"), Leniencies::ALL), expected, "{moves}");
    }
}

#[test]
fn ignored_values_have_codes() {
    let fen = "[FEN \"b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 0\"]";
    for (pgn, expected) in [
        ("[Result \"1-0\"]\n\n1. e5 *", "note result-given-once 1:10"),
        ("[Result \"*\"]\n\n1. e5 1-0", "note result-given-once 1:10"),
        ("[Result \"0.6-0.4\"]\n\n1. e5 *", "note unreadable-result 1:10"),
        ("[Result \"+/-\"]\n\n1. e5 1-0", "note unreadable-result 1:10"),
        ("[Result \"2-0\"]\n\n1. e5", "note unreadable-result 1:10"),
        ("[Result \"1-0\"]\n\n1. e5 0-1", "result-mismatch 1:10"),
        ("[Result \"1-0\"]\n\n1. e5 1-0", ""),
        ("1. e5 0-1-0", "wrong-result 1:7"),
        ("[Variant \"echex3\"]\n\n1. f4f6 1-0", "wrong-result 3:9"),
        ("[Variant \"echex6\"]\n[Result \"1-0-0\"]\n\n*", "wrong-result 2:10"),
        ("[Letters \"Italian\"]\n\n1. e5 *", "unknown-language 1:11"),
        ("[Letters \"hungarian\"]\n\n1. e5 *", ""),
        ("[SetUp \"1\"]\n\n1. e5 *", "note wrong-setup 1:9"),
        ("[SetUp \"0\"]\n\n1. e5 *", ""),
        (&format!("{fen}\n\n1. e5 *"), "note zero-move-number 1:7"),
        (&format!("[SetUp \"0\"]\n{}\n\n1. e5 *", fen.replace("0 0", "0 1")), "note wrong-setup 1:9"),
        ("[PlyCount \"7\"]\n\n1. e5 e6 *", "note wrong-ply-count 1:12"),
        ("[PlyCount \"2\"]\n\n1. e5 e6 *", ""),
        ("1. 00 *", "castling 1:4"),
        ("[Variant \"devasa\"]\n\n1. 000 *", "may-not-castle 3:4"),
        ("[Variant \"devasa\"]\n[FEN \"3k5/9/9/9/9/9/9/9/5K2R w K - 0 1\"]\n\n1. 00 *", ""),
        ("1. e5 $256 *", "junk-token 1:7"),
        ("1. e5 -- *", "junk-token 1:7"),
        ("1. e5 (1. d5 --) e6 *", "variation-unreadable 1:14"),
        ("1. e5 (1. d5 $256) e6 *", "variation-unreadable 1:14"),
        ("1. e5 (1. d5 {a {b} c}) e6 *", "variation-unreadable 1:21"),
        ("1. e5 (1. Nf5) e6 *", "variation-illegal 1:11"),
        ("1. e5 e6 2. d5 d6 3. Nf4 (3. Nf4) d7 *", "ambiguous-move 1:22"),
        ("1. e5 (1. Nf4) e6 *", "variation-ambiguous 1:11"),
        ("1. e5 (1. d5 (1. Qe9)) e6 2. Qe9 *", "no-such-move 1:30"),
        ("1. e5 () e6 *", ""),
    ] {
        assert_eq!(code(pgn, Leniencies::ALL), expected, "{pgn}");
        // Without leniencies every note is an error.
        if let Some(noted) = expected.strip_prefix("note ") {
            assert_eq!(code(pgn, Leniencies::NONE), noted, "{pgn}");
        }
    }
}

#[test]
fn common_spellings_are_read() {
    let read = |pgn: &str| {
        let text = Games::with_comments(pgn.as_bytes()).next().expect(pgn).expect(pgn);
        let checked = CheckedGame::of(Game::GLINSKI, &text);
        let fault = checked.first_fault().map(|fault| fault.kind.code());
        let moves_only = Games::new(pgn.as_bytes()).next().expect(pgn).expect(pgn);
        assert_eq!(CheckedGame::of(Game::GLINSKI, &moves_only).moves, checked.moves, "{pgn}");
        let result = text.stated_result().map(|(score, _)| score.to_string()).unwrap_or_default();
        let nags: Vec<String> = text.annotations.nags().map(|(ply, nag)| format!("{ply}${nag}")).collect();
        format!("{} {result} {}{}", checked.moves.len(), nags.join(" "), fault.unwrap_or_default())
    };
    for (pgn, expected) in [
        ("1. e5 e6 1–0", "2 1-0 "),
        ("1. e5 e6 0 — 1", "2 0-1 "),
        ("1. e5 e6 1/2 - 1/2", "2 1/2-1/2 "),
        ("[Result \"1/2 – 1/2\"]\n\n1. e5 e6", "2 1/2-1/2 "),
        ("1. e5± e6 ∞ 2. d5⁉ *", "3 * 1$16 2$13 3$5"),
        ("1. e5+- e6-+ 2. d5 += *", "3 * 1$18 2$19 3$14"),
        ("1. e5!!! e6!? 2. d5⩲ *", "3 * 3$14"),
        ("1. e5 −+ e6 –+ 2. d5+− d6−+ *", "4 * 1$19 2$19 3$18 4$19"),
        ("1. e5= e6+= 2. d5=+ d6⊙ *", "4 * 1$10 2$14 3$15 4$22"),
        ("1. ♘df4 ♞df8 2. ♙e5 ♟\u{fe0e}e6⁉ *", "4 * 4$5"),
        ("1. e5 e6 ½:½", "2 1/2-1/2 "),
        ("1. e4e6 d7d5 2.e6d6 e.p.+ e7d6", "4  "),
        ("# From https://example.org\n\n1. e5 e6 *", "2 * "),
        ("[fen \"1/1k1/5/7/9/11/11/11/11/4R6/K10 w - 0 1\"]\n\n1. e2e3 *", "1 * "),
    ] {
        assert_eq!(read(pgn), expected, "{pgn}");
    }
    for (pgn, leniency) in [
        ("1. e5 1–0", Leniency::OtherResult),
        ("1. e5 1 - 0", Leniency::OtherResult),
        ("1. e5 1:0", Leniency::OtherResult),
        ("1. ♘df4 *", Leniency::Figurine),
        ("1. Ndf4 ♞df8 *", Leniency::Figurine),
        ("1. e5⁉ *", Leniency::OtherAnnotation),
        ("1. e5!!! *", Leniency::OtherAnnotation),
        ("1. e5 ± *", Leniency::OtherAnnotation),
        (
            "[Variant \"devasa\"]\n[FEN \"3k5/9/9/9/9/9/9/9/5K2R w K - 0 1\"]\n\n1. K-0-0 *",
            Leniency::OtherCastling,
        ),
    ] {
        let rest = Leniencies::ALL.minus(Leniencies::NONE.with(leniency));
        assert_eq!(code(pgn, Leniencies::ALL), "", "{pgn}");
        assert_ne!(code(pgn, rest), "", "{pgn}");
    }
}

#[test]
fn names_of_games_are_read() {
    let with = Leniencies::NONE.with(Leniency::OtherVariantName).with(Leniency::MissingCheckMark);
    let without = Leniencies::NONE.with(Leniency::MissingCheckMark);
    for (tags, game, is_lenient) in [
        ("", Ok("glinski"), false),
        ("[Variant \"Glinski\"]", Ok("glinski"), false),
        ("[Variant \"Gliński\"]", Ok("glinski"), true),
        ("[Variant \"Hexagonal Chess\"]", Ok("glinski"), true),
        ("[Variant \"MCCOOEY CHESS\"]", Ok("mccooey"), true),
        ("[JoclyGame \"mccooey-chess\"]", Ok("mccooey"), true),
        ("[Variant \"?\"]\n[joclygame \"brusky-chess\"]", Ok("brusky"), true),
        ("[JoclyGame \"mccooey-chess\"]\n[Variant \"mini\"]", Ok("mini"), false),
        ("[JoclyGame \"classic-chess\"]", Err("classic-chess"), false),
        ("[Variant \"Polgar Hexagonal Chess\"]", Err("Polgar Hexagonal Chess"), false),
    ] {
        let pgn = format!("{tags}\n\n*\n");
        let pgn = if tags.is_empty() { "1. e5 *".to_owned() } else { pgn };
        let text = Games::new(pgn.as_bytes()).next().expect(tags).expect(tags);
        let found = text.game(None).map_err(|error| error.0);
        assert_eq!(found.as_ref().map(|game| game.name).map_err(String::as_str), game, "{tags}");
        if let Ok(game) = found {
            let is_ok = |allowed| {
                let options = ReadOptions { allowed, ..ReadOptions::default() };
                CheckedGame::check(game, &text, options).fault.is_none()
            };
            assert_eq!((is_ok(with), is_ok(without)), (true, !is_lenient), "{tags}");
        }
    }
}

#[test]
fn variations_nest_to_thousand_levels() {
    let pgn = |depth: usize| format!("1. e5 {}{} e6 *", "(1. d5 ".repeat(depth), ")".repeat(depth));
    assert_eq!(code(&pgn(1000), Leniencies::ALL), "");
    assert_eq!(code(&pgn(1001), Leniencies::ALL), "variation-too-deep 1:7011");
}

#[test]
fn overlong_game_is_truncated() {
    let pgn = |words: usize| format!("1. {}*\n\n[A \"b\"]\n\n1. e5 *\n", "e5 ".repeat(words));
    let faults = |words| -> Vec<usize> {
        let text = pgn(words);
        Games::new(text.as_bytes()).map(|game| game.expect("memory can be read").faults).collect()
    };
    let (fitting, longer) = (faults(1_400_000), faults(1_700_000));
    assert_eq!((fitting, longer), (vec![0, 0], vec![1, 0]));
}

/// A reader that returns one byte at a time.
struct SingleBytes<'b>(&'b [u8]);

impl Read for SingleBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

#[test]
fn reading_ignores_chunk_sizes() {
    let pgn =
        "[A \"1\"]\n\n1.g5 g6 2. Kg9 {x} e5\n3. dxe6 ep. + (3. f5) h7\n 4. f5\n\n[A \"2\"]\n\n1. g5 *\n";
    let read = |source: &mut dyn Read| -> Vec<GameText> { Games::new(source).flatten().collect() };
    let [whole, chunked] = [read(&mut pgn.as_bytes()), read(&mut SingleBytes(pgn.as_bytes()))];
    assert_eq!(whole, chunked);
    assert_eq!(format!("{whole:?}"), format!("{chunked:?}"));
    let places = whole[0].words.iter().map(|word| (word.text, word.place().line, word.place().column));
    let places: Vec<_> = places.collect();
    assert_eq!(places[..4], [("g5", 3, 3), ("g6", 3, 6), ("Kg9", 3, 12), ("e5", 3, 20)]);
    assert_eq!(places[4..], [("dxe6 ep.+", 4, 4), ("h7", 4, 23), ("f5", 5, 5)]);
    assert!(whole[0].words.iter().all(|word| word.place().offset == word.offset()));
}
