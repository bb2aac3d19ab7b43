//! Repair of games with writing errors.

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ThreadTime;
use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_games::play::random_move;
use hexmate_games::repair::{Acceptance, Edit, Edits, Repair, RepairEvidence, Split, repair, repaired_game};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::{Game, Letters, Position, San, Uci};

fn repaired(pgn: &str) -> (GameText, Repair) {
    let text = Games::new(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
    let repair = repair(&text, &CheckedGame::of(Game::GLINSKI, &text));
    (text, repair)
}

fn uci(m: Move) -> String {
    Uci(Game::GLINSKI.shape, m).to_string()
}

fn edits(pgn: &str) -> (usize, Vec<(usize, &'static str, String)>) {
    let (_, Repair::Remains { ply, edits, .. }) = repaired(pgn) else { panic!("remains: {pgn}") };
    let first = |edit: &Edit| edit.alternatives.first().map_or(String::new(), |moves| uci(moves[0]));
    (ply, edits.ranked.iter().map(|edit| (edit.ply, edit.kind.code(), first(edit))).collect())
}

#[test]
fn legal_and_malformed_games_stay_unrepaired() {
    assert_eq!(repaired("1.g5 g6 *").1, Repair::Legal);
    assert_eq!(repaired("1.g5 {open").1, Repair::Untouched);
}

#[test]
fn unique_legal_reading_is_repaired() {
    // Both knights can go to f4; only d1f4 keeps a knight that can later reach k5.
    let (text, repair) = repaired("1.Nf4 g6 2.Nhi3 e6 3.Nk5 *");
    let Repair::Repaired(repaired) = repair else { panic!("{repair:?}") };
    assert_eq!(repaired.evidence, RepairEvidence::Rules);
    assert_eq!(repaired.changed, [0]);
    assert_eq!(uci(repaired.moves[0]), "d1f4");
    let written = repaired.played_game(Game::GLINSKI, &text, &Letters::ENGLISH).expect("legal moves");
    assert_eq!(written.annotations.comments().collect::<Vec<_>>(), [(1, "written Nf4")]);
}

#[test]
fn several_readings_report_first_choice() {
    let (_, repair) = repaired("1.g5 g6 2.Nf4 e6 *");
    let Repair::Several { ply, moves } = repair else { panic!("{repair:?}") };
    let moves: Vec<String> = moves.into_iter().map(uci).collect();
    assert_eq!((ply, moves.join(" ")), (2, "d1f4 h1f4".to_owned()));
}

#[test]
fn likeliest_edits_are_suggested() {
    let first = |pgn: &str| {
        let (ply, edits) = edits(pgn);
        (ply, edits.into_iter().next().expect("an edit"))
    };
    // The knight on d1 cannot go to i3, that on h1 can.
    assert_eq!(first("1.g5 g6 2.Ndi3 e6 *"), (2, (2, "other-piece", "h1i3".to_owned())));
    // The two plies of the first move are swapped.
    assert_eq!(first("1.b6 b2 2.g5 g6 *"), (0, (0, "swapped-with-next", "b1b2".to_owned())));
    // A ply of Black is missing, or the second ply of White is superfluous.
    let fen = "1/k2/5/7/9/11/11/11/11/5R5/K10 w - 0 1";
    let (ply, found) = edits(&format!("[FEN \"{fen}\"]\n\n1.Rf3 Rf4 *"));
    assert_eq!(ply, 1);
    assert!(
        found.iter().any(|(_, kind, _)| *kind == "missing-move" || *kind == "superfluous-move"),
        "{found:?}"
    );
}

#[test]
fn left_pieces_make_games_less_likely() {
    // The queen can go to d4, e3 and f4 by near slips, and to b4 by a far one. On d4 the rook takes it.
    let fen = "1/2k/5/1r5/9/11/11/4Q6/11/11/5K5 w - 0 1";
    let (ply, found) = edits(&format!("[FEN \"{fen}\"]\n\n1.Qe4 Kg9 2.Kg1 Kh9 *"));
    let moves: Vec<&str> = found.iter().map(|(_, _, first)| first.as_str()).collect();
    assert_eq!((ply, moves), (0, vec!["e4e3", "e4f4", "e4b4"]));
    let (ply, found) = edits(&format!("[FEN \"{fen}\"]\n\n1.Qe4 Rxd4 2.Kg1 Kh9 *"));
    assert_eq!((ply, found[0].2.as_str()), (0, "e4d4"));
}

#[test]
fn check_sign_decides_between_readings() {
    // The knight on f6 uncovers the rook, that on l2 does not.
    let fen = "k/3/5/7/9/5N5/11/11/11/10N/K4R5 w - 0 1";
    let (_, repair) = repaired(&format!("[FEN \"{fen}\"]\n\n1.Ni5+ Kg10 *"));
    let Repair::Repaired(repaired) = repair else { panic!("{repair:?}") };
    assert_eq!((uci(repaired.moves[0]), repaired.evidence), ("f6i5".to_owned(), RepairEvidence::Signs));
}

#[test]
fn joined_records_split_if_unique() {
    let split = |pgn: &str| match repaired(pgn).1 {
        Repair::Split(split) => match &*split {
            Split::RepeatedHeading(game) => format!("heading twice, {}", game.moves().len()),
            Split::OneGame(game) => format!("one game, {}", game.moves().len()),
            Split::TwoGames([first, second]) => format!(
                "{} {} and {} {} {}",
                first.moves().len(),
                first.result,
                second.moves().len(),
                second.result,
                second.tags.len()
            ),
        },
        other => format!("{other:?}"),
    };
    let heading = "[White \"a\"]\n[Round \"1\"]\n";
    for (pgn, expected) in [
        (format!("{heading}1.g5 g6 2.e5 1.g5 g6 1-0"), "3 * and 2 1-0 0"),
        (format!("{heading}1.g5 g6 2.e5 1.Qe9 3.f6 *"), "one game, 5"),
        (format!("{heading}1.g5 g6 2.Kg9 1.g5 g6 *"), "Untouched"),
        (format!("{heading}{heading}\n1.g5 g6 *"), "heading twice, 2"),
        (format!("{heading}[White \"b\"]\n\n1.g5 g6 *"), "Untouched"),
        (format!("{heading}{heading}\n1.g5 g6 {{"), "Untouched"),
    ] {
        assert_eq!(split(&pgn), expected, "{pgn}");
    }
}

/// A game of the program against itself.
const GAME: &str = "Nc3 Rcf8 Bh4 g6 Re3 Ni6 Nhf4 Ndg9 k2 Nh6 Nd5 Rfg8 b2 e6 Be2 Ne7 Ndf4 g5 Bg3 Nc4 Rc1 Nk3 Rl1 Bxc3 Qxc3+ d5 i3 \
                    Ni6 d4 Nf6 Kg2 gxf5 exf5 Bd6 g5 Bxf4+ Bxf4 Ni4 Bxi6+ hxi6 Rl3 Nk1+ Ki1 Nxl3 h5 k6 k3 Nxh5 Qh1 Nxf4 Rxf4 \
                    Qxi3+ Bi2 Rih8 Rh2 Ra3 c3 Bxk3 Rxh8 Qe4+ Rh2 Qi3 Kg2 Bxi2 Rxi2 Qf9 Ri4 Ra1 Qg1 Qh9 Kg3 Rb1 Ke3 Rc1+ Kd3 Rxi4 \
                    Qf2 Qa4 c4 Qa3+";

/// Slips in this game: the kind, the half-move from 0, and what is written for it if the slip is in one word.
const SLIPS: &str = "
    other-piece 0 Nbc3|9 Nbh6|18 Bbg3
    other-capture 0 Nxc3|10 Nxd5|19 Nxc4
    other-rank 0 Nc4|2 Bh8|6 Nhf8
    other-file 0 Nd3|5 Nc6|22 Rk1
    shifted-file 8 j2|41 Nj1+|46 j3
    other-kind 0 Kc3|4 Qe3|5 Ri6
    other-letters 0 Sc3|6 Shf4|11 Tfg8
    other-case 0 NC3|6 NHf4|18 BG3
    look-alike 20 Rcl|48 Qhl|73 Rcl+
    exchanged-characters 0 cN3|1 Rc8f|6 Nh4f
    lost-character 0 c3|1 Rc8|3 g
    extra-character 0 NNc3|1 Rccf8|3 g66
    other-move 0 Zz|8 Zz|16 Zz
    swapped-with-next 0|4|12
    swapped-with-own 23|37|48
    swapped-rounds 22|40|64
    missing-move 0|8|10|16|22|57
    missing-moves 6|14|26|36
    repeated-move 0|8|16
    superfluous-move 0|4|12
    other-number 0|8|16
";

/// Half-moves, each with the number before it.
type Words = Vec<(String, String)>;

/// Returns the game with a slip.
fn with_slip(kind: &str, ply: usize, written: Option<&str>) -> Words {
    let number = |ply: usize| if ply.is_multiple_of(2) { format!("{}.", ply / 2 + 1) } else { String::new() };
    let plain = GAME.split_ascii_whitespace().enumerate().map(|(ply, word)| (number(ply), word.to_owned()));
    let mut words: Words = plain.collect();
    let mut exchange = |one: usize, other: usize| {
        let word = words[one].1.clone();
        words[one].1 = std::mem::replace(&mut words[other].1, word);
    };
    match kind {
        "swapped-with-next" => exchange(ply, ply + 1),
        "swapped-with-own" => exchange(ply, ply + 2),
        "swapped-rounds" => [0, 1].into_iter().for_each(|at| exchange(ply + at, ply + at + 2)),
        "missing-move" => {
            let (number, _) = words.remove(ply);
            words[ply].0.insert_str(0, &number);
        }
        "missing-moves" => drop(words.drain(ply..ply + 2)),
        "repeated-move" => {
            let both = words[ply..ply + 2].to_vec();
            words.splice(ply..ply, both);
        }
        "superfluous-move" => words.insert(ply + 1, (String::new(), "Kg9".to_owned())),
        "other-number" => words[ply].0.push_str(".."),
        _ => written.expect("a word").clone_into(&mut words[ply].1),
    }
    words
}

fn pgn(words: &Words) -> String {
    let moves = words.iter().fold(String::new(), |mut text, (number, word)| {
        let _ = write!(text, "{number}{word} ");
        text
    });
    format!("[White \"a\"]\n\n{moves}*\n")
}

/// Returns the edits of a game, and the moves of its accepted repair, which has no fault.
fn accepted(pgn: &str) -> (Edits, Option<Vec<Move>>) {
    let read = |pgn: &[u8]| Games::new(pgn).next().expect("a game").expect("memory can be read");
    let text = read(pgn.as_bytes());
    let checked = CheckedGame::of(Game::GLINSKI, &text);
    let found = repair(&text, &checked);
    let game = repaired_game(&checked, &text, &found, Acceptance::UniqueEdits, pgn.as_bytes(), 0);
    let moves = game.map(|game| {
        let again = CheckedGame::of(Game::GLINSKI, &read(&game.text));
        assert_eq!(again.fault, None, "{}", String::from_utf8_lossy(&game.text));
        again.moves
    });
    match found {
        Repair::Remains { edits, .. } => (edits, moves),
        _ => (Edits::default(), moves),
    }
}

#[test]
fn slips_of_every_kind_are_undone() {
    let (_, original) = repaired_moves(&with_slip("other-rank", 0, Some("Nc3")));
    for row in SLIPS.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (kind, cases) = row.split_once(' ').expect("cases");
        assert!(cases.split('|').count() >= 3, "{row}");
        for case in cases.split('|') {
            let (ply, written) = case.split_once(' ').map_or((case, None), |(ply, word)| (ply, Some(word)));
            let text = pgn(&with_slip(kind, ply.parse().expect("a number"), written));
            let (edits, moves) = accepted(&text);
            let Edit { kind: found, alternatives, line, games, ply, .. } = &edits.ranked[0];
            assert_eq!(found.code(), kind, "{case} in {text}");
            let inserted = alternatives.first().map_or(0, Vec::len);
            let is_listed = alternatives.iter().any(|moves| original[*ply..ply + inserted] == moves[..]);
            assert!(*line == original || *games > 1 && is_listed, "{case} in {text}");
            assert!(moves.is_none_or(|moves| moves == original), "{case} in {text}");
        }
    }
}

/// Returns the moves of a game without a fault.
fn repaired_moves(words: &Words) -> (GameText, Vec<Move>) {
    let text = Games::new(pgn(words).as_bytes()).next().expect("a game").expect("memory can be read");
    let checked = CheckedGame::of(Game::GLINSKI, &text);
    assert_eq!(checked.fault, None);
    (text, checked.moves)
}

#[test]
fn accepted_repairs_have_no_fault() {
    let (rng, mut count) = (&mut Rng::new(5), 0);
    let characters: Vec<char> = "abcdefghijkl0123456789KQRBNVHx+=".chars().collect();
    for _ in 0..60 {
        let mut words = with_slip("other-rank", 0, Some("Nc3"));
        let ply = rng.below(words.len());
        let word = &mut words[ply].1;
        let at = rng.below(word.len());
        word.replace_range(at..=at, &rng.choose(&characters).to_string());
        count += usize::from(accepted(&pgn(&words)).1.is_some());
    }
    assert!(count > 20, "{count}");
}

#[test]
fn legal_games_are_never_repaired() {
    for seed in 0..10 {
        let rng = &mut Rng::new(seed);
        let (mut position, mut words) = (Position::start(Game::GLINSKI), String::new());
        for _ in 0..60 {
            let Some(m) = random_move(&position, rng) else { break };
            let _ = write!(words, "{} ", San { position: &position, m, letters: &Letters::ENGLISH });
            position.make_move_unchecked(m);
        }
        let text = format!("[White \"a\"]\n\n{words}*\n");
        assert_eq!(repaired(&text).1, Repair::Legal, "{text}");
        assert_eq!(accepted(&text), (Edits::default(), None), "{text}");
    }
}

#[test]
fn repair_takes_bounded_time() {
    let shuffle = |words: usize, place: usize, slip: &str| {
        let word = |at: usize| if at == place { slip } else { ["Nc3", "Nc6", "Nd1", "Nd9"][at % 4] };
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    };
    let gaps = (0..200).map(|round| format!("{}.{} ", 2 * round + 1, ["Nc3 Nc6", "Nd1 Nd9"][round % 2]));
    for words in [
        "1.Zz9 qq ".repeat(50_000),
        "Nc9 ".repeat(50_000),
        shuffle(50_000, 49_000, "Zz9"),
        shuffle(50_000, 10, "Nb9"),
        shuffle(50_000, 25_000, "Nb9"),
        shuffle(50_000, 49_990, "Nb9"),
        format!("{}400.Nb9 Kg10", gaps.collect::<String>()),
    ] {
        let text = format!("[White \"a\"]\n\n{words} *\n");
        let game = Games::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
        let checked = CheckedGame::of(Game::GLINSKI, &game);
        let started = ThreadTime::now();
        let _ = repair(&game, &checked);
        let taken = started.elapsed();
        assert!(taken < Duration::from_secs(20), "{taken:?}: {words:.60}");
    }
}
