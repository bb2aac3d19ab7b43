//! The laws of the rules and of every text form, on positions that are put up and not played.

use hexmate::oracle;

#[expect(dead_code, reason = "these tests ask only some of the laws")]
mod laws;
#[path = "laws/set_up.rs"]
mod set_up;

use std::collections::BTreeSet;

use hexmate::geometry::{CellSet, Direction};
use hexmate::mate::{Budget, Stipulation, Table, solve};
use hexmate::notation::{Dialect, Letters, Long, LongNamed, MoveText, San, Uci};
use hexmate::perft::perft;
use hexmate::problem::{Format, Statement, statements};
use hexmate::report::{PositionRow, csv_header, csv_row};
use hexmate::rules::{Echex3, Fault, Glinski, Player, Position, Role, Setup, Variant};
use laws::{on_every_game, second_opinion};

/// So many positions of each game: `HEXMATE_SET_UP` asks for another number of them, for a longer hunt.
fn many() -> usize {
    std::env::var("HEXMATE_SET_UP").map_or(20_000, |many| many.parse().expect("a number"))
}

/// Asks a law of the positions of a game, each with its number.
fn check<V: Variant>(mut law: impl FnMut(usize, &Position<V>)) {
    let first = std::env::var("HEXMATE_SET_UP_FROM").map_or(0, |seed| seed.parse().expect("a number"));
    let positions = (first..).filter_map(set_up::position::<V>);
    positions.take(many()).enumerate().for_each(|(number, position)| law(number, &position));
}

/// Whether this is one of those that the slower questions are asked of.
fn is_chosen(number: usize) -> bool {
    number.is_multiple_of(16)
}

#[test]
fn moves_are_those_of_a_slow_generator() {
    fn law<V: Variant>() {
        let mut seen = Seen::default();
        check(|number, position: &Position<V>| {
            seen.note(position);
            let slow = second_opinion(position);
            let slow_moves = slow.legal_moves();
            let moves: BTreeSet<_> = position.legal_moves().map(|m| Uci(m).to_string()).collect();
            let expected: BTreeSet<_> = slow_moves.iter().map(oracle::Move::uci).collect();
            assert_eq!(moves, expected, "{} {}", V::NAME, position.to_fen());
            laws::sets_count_and_list_agree(position);
            laws::replies_are_those_after_each_move(position);
            if is_chosen(number) {
                assert_eq!(perft(position, 2), slow.perft(2), "{} {}", V::NAME, position.to_fen());
                laws::moves_agree_with_the_second_opinion(position);
            }
        });
        seen.is_enough::<V>();
    }
    on_every_game!(law);
}

#[test]
fn mates_in_one_are_those_found_by_trying_every_move() {
    fn law<V: Variant>() {
        if V::PLAYERS > 2 {
            return;
        }
        let mut found = [0; 2];
        let table = &mut Table::with_limit(0);
        check(|number, position: &Position<V>| {
            let keys: BTreeSet<_> = position.legal_moves().filter(|&m| position.after(m).is_mate()).collect();
            let solution = solve(position, Stipulation::mate_in(1), table, Budget::default());
            let length = (!keys.is_empty()).then_some(1);
            assert_eq!(solution.mate_in, length, "{} {}", V::NAME, position.to_fen());
            assert!(solution.keys.iter().eq(&keys), "{} {}", V::NAME, position.to_fen());
            // That a mate is none is the likelier mistake.
            if is_chosen(number) || length.is_some() {
                let slow = second_opinion(position).keys(1);
                let expected: BTreeSet<_> = slow.iter().map(oracle::Move::uci).collect();
                let keys: BTreeSet<_> = keys.iter().map(|&m| Uci(m).to_string()).collect();
                assert_eq!(keys, expected, "{} {}", V::NAME, position.to_fen());
            }
            found[usize::from(!keys.is_empty())] += 1;
        });
        assert!(found.iter().all(|&found| found * 100 > many()), "{}: {found:?}", V::NAME);
    }
    on_every_game!(law);
}

#[test]
fn every_move_reads_back() {
    fn law<V: Variant>() {
        let letters = &Letters::ENGLISH;
        check(|_, position: &Position<V>| {
            for m in position.legal_moves() {
                let texts = [
                    San { position, m, letters }.to_string(),
                    Long { position, m, letters }.to_string(),
                    LongNamed { position, m, letters }.to_string(),
                    Uci(m).to_string(),
                ];
                for text in texts {
                    let read = MoveText::parse(text.as_bytes(), letters).expect(&text).resolve(position);
                    assert_eq!(read, Ok(m), "{} {} {text}", V::NAME, position.to_fen());
                }
            }
        });
    }
    on_every_game!(law);
}

#[test]
fn every_text_form_of_a_position_reads_back() {
    fn law<V: Variant>() {
        check(|number, position: &Position<V>| {
            laws::fen_reads_back(position);
            if is_chosen(number) {
                text_forms_read_back(&Setup::from(position));
            }
        });
    }
    on_every_game!(law);
}

/// Every dialect by itself, in a line of FEN, in a line of EPD and in a row of a table.
fn text_forms_read_back<V: Variant>(setup: &Setup<V>) {
    for dialect in Dialect::ALL {
        let fen = setup.to_fen_in(dialect);
        for fen in with_castling::<V>(&fen, dialect) {
            assert_eq!(Setup::from_fen_in(fen.as_bytes(), dialect).as_ref(), Ok(setup), "{fen}");
            let stated =
                Statement { id: "a; \"b\"".to_owned(), stipulation: "#2".to_owned(), ..Statement::default() };
            let row = PositionRow::new(&stated, V::NAME, fen.clone());
            let table = csv_header::<PositionRow>() + &csv_row(&row);
            let forms = [
                (row.to_fen_line(), Format::Lines),
                (row.to_epd_line(), Format::Lines),
                (format!("{fen} dm 2; id \"x\";\n"), Format::Lines),
                (table, Format::Csv),
            ];
            for (text, format) in forms {
                let read = statements(text.as_bytes(), format).next().expect("a line").expect("memory");
                let back = Setup::<V>::from_fen_in(read.fen.as_bytes(), dialect);
                assert_eq!(back.as_ref(), Ok(setup), "{} {text}", V::NAME);
            }
        }
    }
}

/// The FEN, and with a field for castling where one may be.
fn with_castling<V: Variant>(fen: &str, dialect: Dialect) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    match fields[..] {
        [men, turn, passed, halfmoves, fullmoves] if V::PLAYERS == 2 => vec![
            fen.to_owned(),
            format!("{men} {turn} - {passed} {halfmoves} {fullmoves}"),
            format!("{fen} -"),
        ],
        _ => {
            assert!(V::PLAYERS > 2 || dialect == Dialect::FileDown, "{fen}");
            vec![fen.to_owned()]
        }
    }
}

/// One of the two who give check is taken, and the taker stands in the way of the other.
#[test]
fn a_double_check_is_answered_in_passing() {
    fn asked<V: Variant>(fen: &str, plies: u32) -> (Vec<String>, u64) {
        let position = Setup::<V>::from_fen(fen.as_bytes()).expect(fen).into_position().expect(fen);
        assert_eq!(perft(&position, plies), second_opinion(&position).perft(plies), "{fen}");
        let mut moves: Vec<_> = position.legal_moves().map(|m| Uci(m).to_string()).collect();
        moves.sort_unstable();
        (moves, perft(&position, plies))
    }
    let checked = "1/3/5/rQ,6/9/bB,4,wK,1,rK,3/4,rP,6/1,bQ,wP,2,bK,5/7,bB,3/11/11 w wrb d5 1 2";
    assert_eq!(asked::<Echex3>(checked, 1), (vec!["c4d5".to_owned()], 1));
    let before = "1/3/5/rQ,6/9/bB,4,wK,1,rK,3/bQ,1,rP,8/2,wP,2,bK,5/7,bB,3/11/11 r wrb - 0 1";
    assert_eq!(asked::<Echex3>(before, 3).1, 7711);
    // No play leads here, but nothing forbids to put it up.
    let (moves, _) = asked::<Glinski>("1/3/5/q6/9/10k/Pp9/K10/11/11/11 w b6 0 1", 2);
    assert!(moves.contains(&"a5b6".to_owned()), "{moves:?}");
}

/// A round in which White has stepped and Red too: White's other pawn stands as if it had crossed Red's cell.
#[test]
fn of_several_cells_a_player_has_crossed_one() {
    let fen = "1/3/5/7/9/4,wP,3,rK,2/1,bK,3,rP,2,bN,2/11/8,wP,2/7,wP,3/wK,10 b wrb i2,e5 27 74";
    let position = Setup::<Echex3>::from_fen(fen.as_bytes()).expect(fen).into_position().expect(fen);
    assert_eq!(position.to_fen(), fen);
    let faults = |cells: &str| {
        let fen = format!("1/3/5/7/9/10k/Ppp8/11/11/11/K10 w {cells} 0 1");
        let faults = Setup::<Glinski>::from_fen(fen.as_bytes()).expect(cells).faults();
        faults.into_iter().map(Fault::code).collect::<Vec<_>>()
    };
    assert_eq!((faults("b6"), faults("c6")), (vec![], vec![]));
    assert_eq!(faults("b6,c6"), ["impossible-en-passant"]);
}

/// How often that was put up which play seldom shows.
#[derive(Default)]
struct Seen {
    /// In check by two.
    double_checks: usize,
    /// Of these, with a move that takes in passing.
    answered: usize,
    /// With a move that takes in passing.
    captures: usize,
    /// With a right, and a pawn that may not use it for its king's sake.
    refused: usize,
    /// With a cell that two pawns have crossed.
    shared: usize,
}

impl Seen {
    fn note<V: Variant>(&mut self, position: &Position<V>) {
        let captures: Vec<_> = position.legal_moves().filter(|&m| position.is_en_passant(m)).collect();
        let is_double = position.checkers().is_several();
        let other = position.next_player();
        let attacked = position
            .passed_cells()
            .into_iter()
            .any(|over| position.attackers(over, other).meets(position.our(Role::Pawn)));
        self.double_checks += usize::from(is_double);
        self.captures += usize::from(!captures.is_empty());
        self.answered += usize::from(is_double && !captures.is_empty());
        self.refused += usize::from(attacked && captures.is_empty());
        let rights = V::players().filter(|&player| position.passing(player).is_some()).count();
        self.shared += usize::from(rights > position.passed_cells().len());
    }

    /// That there was something to be seen.
    fn is_enough<V: Variant>(&self) {
        let Self { double_checks, answered, captures, refused, shared } = *self;
        let name = V::NAME;
        assert!(double_checks * 100 > many(), "{name}: {double_checks} double checks");
        if V::double_step_cells(Player::WHITE).is_empty() {
            return;
        }
        assert!(captures.min(refused) * 20 > many(), "{name}: {captures} captures, {refused} refused");
        // Where pawns take on the diagonals, the cell they have crossed is in line with no king they check.
        let is_diagonal = V::pawn_takes(Player::WHITE).contains(&Direction::NNE);
        assert!(is_diagonal || answered * 1000 > many(), "{name}: {answered} double checks answered");
        let crossed = |seat: Player| -> CellSet<V::Geometry> {
            let home = V::double_step_cells(seat).into_iter();
            home.filter_map(|cell| cell.step(V::forward(seat))).collect()
        };
        let first = crossed(Player::WHITE);
        let is_shared =
            V::PLAYERS > 2 && Player::WHITE.after(V::PLAYERS).any(|seat| crossed(seat).meets(first));
        assert!(!is_shared || shared * 1000 > many(), "{name}: {shared} cells crossed by two");
    }
}
