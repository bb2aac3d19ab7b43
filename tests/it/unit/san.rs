//! Reading of written moves.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{CheckStatus, Move, Piece, Player, Role};
use hexmate_position::{Coordinate, Leniencies, Leniency, Letters, MoveText, ResolveError, San, Uci};
use hexmate_position::{Game, Position, Setup};

use Leniency::{FilesOnly, LowerCasePromotion, OtherCaptureSign, PromotionWithoutSign, UnnamedTaker};

const ENGLISH: Letters = Letters::ENGLISH;
const HUNGARIAN: Letters = Letters::HUNGARIAN;
const FIGURINES: Letters = Letters::FIGURINES;
const POLISH: Letters = Letters::POLISH;

/// Returns a setup with these pieces, written as `Kg1 Pe4`.
fn setup(game: Game, pieces: &[(Player, &str)]) -> Setup {
    let mut setup = Setup::empty(game);
    for &(player, pieces) in pieces {
        for piece in pieces.split_whitespace() {
            let role = Role::from_letter(piece.as_bytes()[0].into()).expect(piece);
            let cell = Coordinate::parse(game.shape, &piece.as_bytes()[1..]).expect(piece);
            setup.board.put(cell, Piece::new(player, role));
        }
    }
    setup
}

fn glinski(turn: Player, white: &str, black: &str) -> Position {
    let setup = Setup { turn, ..setup(Game::GLINSKI, &[(Player::WHITE, white), (Player::BLACK, black)]) };
    setup.into_position().expect("a legal position")
}

fn parse(text: &str, letters: Letters) -> MoveText {
    MoveText::parse(text.as_bytes(), &letters).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn uci(position: &Position, found: Result<Move, ResolveError>) -> String {
    found.map_or_else(|error| error.code().to_owned(), |m| Uci(position.game().shape, m).to_string())
}

/// Returns the move of a text, or the code of its error.
fn read(position: &Position, letters: Letters, text: &str) -> String {
    match MoveText::parse(text.as_bytes(), &letters) {
        Ok(text) => uci(position, text.resolve(position)),
        Err(error) => error.code().to_owned(),
    }
}

#[test]
fn fools_mate_reads_in_all_notations() {
    let moves = ["Qe1c3", "Qe10c6", "b1b2", "b7b6", "Bf3b1", "e7e6"];
    let before = moves.iter().fold(Position::start(Game::GLINSKI), |position, text| {
        let m = parse(text, ENGLISH).resolve(&position).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.check_status_after(m).sign(), "", "{text}");
        position.play_unchecked(m)
    });
    for text in ["Qc3f9xB#", "Qc3xBf9#", "Qc3xf9#", "Qxf9#", "Qc3-f9‡"] {
        let text = parse(text, ENGLISH);
        let m = text.resolve(&before).expect("mate");
        assert_eq!(Uci(before.game().shape, m).to_string(), "c3f9");
        let threat = before.check_status_after(m);
        assert_eq!((threat, text.mark_fault(threat)), (CheckStatus::Mate, None));
    }
    assert_eq!(read(&before, ENGLISH, "Qc3f9xN#"), "wrong-victim");
}

#[test]
fn all_notations_of_rules_are_read() {
    let white = "Kg1 Qe1 Nh1 Nd3 Pe5 Pf10 Pi5 Pb1 Pg4 Pk6";
    let position = glinski(Player::WHITE, white, "Kc7 Rf6 Rg10 Bl6 Qe10 Ng7");
    for (letters, text, expected) in [
        (ENGLISH, "g4g5", "g4g5"),
        (ENGLISH, "f10g10q", "f10g10q"),
        (ENGLISH, "f10g10Q", "f10g10q"),
        (HUNGARIAN, "f10g10Q", "f10g10q"),
        (HUNGARIAN, "f10g10b", "f10g10b"),
        (HUNGARIAN, "f10g10B", "f10g10r"),
        (POLISH, "f10g10H", "f10g10q"),
        (ENGLISH, "f10xg10=R", "f10g10r"),
        (ENGLISH, "fxg10=N+", "f10g10n"),
        (ENGLISH, "f10g10xR=B", "f10g10b"),
        (ENGLISH, "f10g10=BxR", "f10g10b"),
        (HUNGARIAN, "f10g10xBV", "f10g10q"),
        (ENGLISH, "Nf4", "h1f4"),
        (HUNGARIAN, "Hh1f4", "h1f4"),
        (POLISH, "Shf4", "h1f4"),
        (ENGLISH, "N1f4", "h1f4"),
        (ENGLISH, "exf6", "e5f6"),
        (ENGLISH, "ef6", "e5f6"),
        (ENGLISH, "exRf6", "e5f6"),
        (ENGLISH, "f11=Q", "f10f11q"),
        (ENGLISH, "f11=q", "f10f11q"),
        (ENGLISH, "f11Q!?", "f10f11q"),
        (HUNGARIAN, "k7V", "k6k7q"),
        (ENGLISH, "Qe1c3", "e1c3"),
        (ENGLISH, "Qe1-c3", "e1c3"),
        (ENGLISH, "Qe1–c3!!", "e1c3"),
        (ENGLISH, "Qe1—c3", "e1c3"),
        (ENGLISH, "Qe1−c3", "e1c3"),
        (ENGLISH, "b1b2", "b1b2"),
        (ENGLISH, "Qe1xe10", "no-such-move"),
        (ENGLISH, "ixl6", "no-such-move"),
        (ENGLISH, "hxi5", "no-such-move"),
        (ENGLISH, "f11", "missing-promotion"),
        (ENGLISH, "g5=Q", "not-a-promotion"),
        (ENGLISH, "f11=K", "impossible-promotion"),
        (ENGLISH, "Ng7", "no-such-move"),
    ] {
        assert_eq!(read(&position, letters, text), expected, "{} {text}", letters.name());
    }
}

#[test]
fn hungarian_shorthand_is_read() {
    let position = glinski(Player::BLACK, "Kg1 Ng6 Nh5 Pk4", "Kg10 Nd9 Nh9 Nf8 Rh4 Rh8 Pf7 Pi5");
    for (letters, text, expected) in [
        (HUNGARIAN, "Hdf8", "no-such-move"),
        (HUNGARIAN, "Hdf7", "no-such-move"),
        (HUNGARIAN, "B4h3", "h4h3"),
        (HUNGARIAN, "Bh7", "h8h7"),
        (HUNGARIAN, "B8h6", "h8h6"),
        (HUNGARIAN, "ixk", "i5k4"),
        (HUNGARIAN, "i:k", "i5k4"),
        (HUNGARIAN, "i5xk4", "i5k4"),
        (ENGLISH, "f7g6xN", "f7g6"),
        (ENGLISH, "f7g6xP", "wrong-victim"),
        (ENGLISH, "Nf8h5xN+", "f8h5"),
        (ENGLISH, "fxg", "f7g6"),
        (ENGLISH, "f*g6", "f7g6"),
        (ENGLISH, "fXg6", "f7g6"),
        (ENGLISH, "f×g6?!", "f7g6"),
        (ENGLISH, "R4xh5", "h4h5"),
    ] {
        assert_eq!(read(&position, letters, text), expected, "{} {text}", letters.name());
    }
}

#[test]
fn en_passant_mark_is_optional() {
    let passed = |turn, white, black, over: &str| {
        let cell = Coordinate::parse(Game::GLINSKI.shape, over.as_bytes()).expect(over);
        let pieces = setup(Game::GLINSKI, &[(Player::WHITE, white), (Player::BLACK, black)]);
        let setup = Setup { turn, crossed: [cell].into_iter().collect(), ..pieces };
        setup.into_position().expect("a legal position")
    };
    let single = passed(Player::BLACK, "Kg1 Pe6", "Kg10 Pd5 Bc7", "e5");
    for text in ["e5ep.", "dxe5 e.p.", "dxe5", "de5", "xe5", "d5e5", "d5e5xP", "dxe", "e5"] {
        assert_eq!(read(&single, ENGLISH, text), "d5e5", "{text}");
    }
    let two = passed(Player::WHITE, "Kg1 Pb5 Pd6 Pc1", "Kg10 Pc5 Pe7", "c6");
    for (text, expected) in [
        ("bxc6", "b5c6"),
        ("dxc6 ep", "d6c6"),
        ("dxc6xP", "unexpected-character"),
        ("dc6xP", "d6c6"),
        ("d6c6xB", "wrong-victim"),
        ("c6ep.", "ambiguous-move"),
        ("xc6", "ambiguous-move"),
        ("dxe7 e.p.", "not-en-passant"),
        ("c2 e.p.", "not-en-passant"),
        ("cxc2", "not-a-capture"),
    ] {
        assert_eq!(read(&two, ENGLISH, text), expected, "{text}");
    }
}

#[test]
fn bare_cell_is_pawn_step() {
    let position = glinski(Player::WHITE, "Kg1 Pe5 Pf5", "Kg10");
    assert_eq!(read(&position, ENGLISH, "f6"), "f5f6");
    assert_eq!(read(&position, ENGLISH, "ef6"), "no-such-move");
}

#[test]
fn inherited_pawns_are_disambiguated() {
    let [first, second, third, fourth] = [0, 1, 2, 3].map(Player::new);
    let cell = |name: &str| Coordinate::parse(Game::ECHEX6.shape, name.as_bytes()).expect(name);
    let pawn = |seat, name: &str| (cell(name), Piece { owner: first, role: Role::Pawn, seat });
    let kings = [(first, "Kk1"), (third, "Ka9")];
    let living = kings.iter().map(|&(player, _)| player).collect();
    let written = |pawns: &[(Cell, Piece)], victim: Option<&str>, to: &str| {
        let mut setup = Setup { living, ..setup(Game::ECHEX6, &kings) };
        if let Some(name) = victim {
            let knight = Piece::new(third, Role::Knight);
            setup.board.put(cell(name), knight);
        }
        for &(cell, piece) in pawns {
            setup.board.put(cell, piece);
        }
        let position = setup.into_position().expect("a legal position");
        let to = cell(to);
        let moves = position.legal_moves().filter(|m| m.to == to);
        let texts = moves.map(|m| San { position: &position, m, letters: &ENGLISH }.to_string());
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts.join(" ")
    };
    assert_eq!(written(&[pawn(first, "i7"), pawn(fourth, "i9")], None, "i8"), "i7i8 i9i8");
    assert_eq!(written(&[pawn(first, "i7"), pawn(second, "h7")], None, "i8"), "hi8 ii8");
    assert_eq!(written(&[pawn(first, "h7"), pawn(second, "h8")], Some("i8"), "i8"), "h7xi8 h8xi8");
}

#[test]
fn separate_mark_joins_previous_move() {
    let text = parse("dxe6", ENGLISH);
    assert_eq!(text.attach(b"e.p.", &ENGLISH), Some(parse("dxe6 e.p.", ENGLISH)));
    assert_eq!(text.attach(b"+", &ENGLISH), Some(parse("dxe6+", ENGLISH)));
    assert_eq!(text.attach(b"ep!?", &ENGLISH), Some(parse("dxe6ep.!?", ENGLISH)));
    assert_eq!(parse("f11", HUNGARIAN).attach(b"=V", &HUNGARIAN), Some(parse("f11=V", HUNGARIAN)));
    for token in ["", "e.p.x", "$1", "e5", "+-", "q", "xf4", "V"] {
        assert_eq!(text.attach(token.as_bytes(), &ENGLISH), None, "{token}");
    }
    assert_eq!(parse("dxe6+", ENGLISH).attach(b"+", &ENGLISH), None);
}

#[test]
fn parse_prefix_stops_after_move() {
    for (text, length) in
        [("h4h8*", 4), ("Nf4 e5", 3), ("e5 e.p. f6", 7), ("Qxf9#$1", 5), ("f10g10q)", 7), ("e4e5ep.", 7)]
    {
        assert_eq!(
            MoveText::parse_prefix(text.as_bytes(), &ENGLISH).map(|(_, length)| length),
            Ok(length),
            "{text}"
        );
    }
}

#[test]
fn leniencies_are_reported_and_optional() {
    let position = glinski(Player::WHITE, "Kg1 Nh1 Pe5 Pk6 Pb2", "Kc7 Rf6");
    let after = |leniency| Leniencies::ALL.minus(Leniencies::NONE.with(leniency));
    for (letters, text, leniency) in [
        (ENGLISH, "e:f6", OtherCaptureSign),
        (ENGLISH, "e*f6", OtherCaptureSign),
        (HUNGARIAN, "k7V", PromotionWithoutSign),
        (ENGLISH, "k7=q", LowerCasePromotion),
        (ENGLISH, "exf", FilesOnly),
        (ENGLISH, "xf6", UnnamedTaker),
        (ENGLISH, "Pb3", Leniency::PawnLetter),
        (ENGLISH, "exf6++", Leniency::OldCheckSign),
        (ENGLISH, "ef6", Leniency::UnmarkedCapture),
        (ENGLISH, "f6", Leniency::UnmarkedCapture),
        (ENGLISH, "♘f4", Leniency::Figurine),
        (ENGLISH, "♞f4", Leniency::Figurine),
        (HUNGARIAN, "♞\u{fe0e}h1-f4", Leniency::Figurine),
        (ENGLISH, "♘\u{fe0f}h1f4", Leniency::Figurine),
        (ENGLISH, "k7=♕", Leniency::Figurine),
        (ENGLISH, "k6k7=♛\u{fe0e}", Leniency::Figurine),
        (ENGLISH, "e5f6x♜", Leniency::Figurine),
        (FIGURINES, "♞f4", Leniency::Figurine),
    ] {
        let written = parse(text, letters);
        assert!(written.resolve_allowing(&position, Leniencies::NONE.with(leniency)).is_ok(), "{text}");
        assert_eq!(
            uci(&position, written.resolve_allowing(&position, after(leniency))),
            leniency.code(),
            "{text}"
        );
    }
    for text in ["exf6", "e5f6", "e5xf6", "Nf4", "Nh1-f4", "k7=Q", "k6k7q", "e5f6xR!?"] {
        assert!(parse(text, ENGLISH).resolve_allowing(&position, Leniencies::NONE).is_ok(), "{text}");
    }
    assert!(parse("♘f4", FIGURINES).resolve_allowing(&position, Leniencies::NONE).is_ok());
}
