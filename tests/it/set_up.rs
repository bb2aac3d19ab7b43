//! The laws of rules and text formats on constructed positions, see `laws/set_up.rs`.

use std::collections::BTreeSet;

use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_core::rules::{Fault, Move, Player, Role};
use hexmate_position::{Dialect, Letters, Long, LongNamed, MoveText, San};
use hexmate_position::{Game, Kings, Position, Setup, Wings};
use hexmate_problems::{ProblemFormat, Statement, statements};
use hexmate_report::{PositionRow, csv_header, csv_row};

use crate::law_length::quick_or_full;
use crate::laws::{self, description, every_game, oracle_position, set_up, uci};
use crate::oracle;

/// Returns the number of positions per game: `HEXMATE_SET_UP`, or 5 000, or 20 000 in `make verify-deep`.
fn position_count() -> usize {
    std::env::var("HEXMATE_SET_UP")
        .map_or(quick_or_full(5_000, 20_000), |count| count.parse().expect("a number"))
}

/// Applies a law to the positions of a game, with their numbers.
fn check(game: Game, mut law: impl FnMut(usize, &Position)) {
    let first = std::env::var("HEXMATE_SET_UP_FROM").map_or(0, |seed| seed.parse().expect("a number"));
    let positions = (first..).filter_map(|seed| set_up::position(game, seed));
    positions.take(position_count()).enumerate().for_each(|(number, position)| law(number, &position));
}

/// Returns whether slow checks apply to this position: one in sixteen.
fn is_chosen(number: usize) -> bool {
    number.is_multiple_of(16)
}

#[test]
#[ignore = "long: make verify"]
fn moves_equal_slow_generator() {
    fn law(game: Game) {
        let mut coverage = Coverage::default();
        check(game, |number, position: &Position| {
            coverage.record(position);
            let slow = oracle_position(position);
            let slow_moves = slow.legal_moves();
            let moves: BTreeSet<_> = position.legal_moves().map(|m| uci(position, m)).collect();
            let expected: BTreeSet<_> = slow_moves.iter().map(oracle::Move::uci).collect();
            assert_eq!(moves, expected, "{}", description(position));
            laws::visit_count_and_list_agree(position);
            laws::count_replies_equals_sum(position);
            if is_chosen(number) {
                assert_eq!(position.perft(2), slow.perft(2), "{}", description(position));
                laws::moves_equal_oracle(position);
            }
        });
        coverage.assert_sufficient(game);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn moves_without_kings_equal_oracle() {
    fn law(game: Game) {
        let mut found = [0; 3];
        check(game, |number, with_kings: &Position| {
            let (turn, next) = (with_kings.turn(), with_kings.next_player());
            let removed = [vec![turn], vec![next], vec![turn, next]][number % 3].clone();
            let mut setup = Setup::from(with_kings);
            setup.wings = Wings::NONE;
            for &player in &removed {
                with_kings.king(player).and_then(|king| setup.board.take(king)).expect("a king");
            }
            // The king that left may have been between a slider and the other king.
            let Ok(position) = setup.into_position_with(Kings::Optional) else { return };
            let seats: Vec<_> = removed.iter().map(|player| player.index() as oracle::Player).collect();
            let slow = oracle_position(with_kings).without_kings(&seats);
            let moves: BTreeSet<_> = position.legal_moves().map(|m| uci(&position, m)).collect();
            let expected: BTreeSet<_> = slow.legal_moves().iter().map(oracle::Move::uci).collect();
            assert_eq!(moves, expected, "{} {removed:?}", description(&position));
            laws::visit_count_and_list_agree(&position);
            laws::count_replies_equals_sum(&position);
            if is_chosen(number) {
                assert_eq!(position.perft(2), slow.perft(2), "{} {removed:?}", description(&position));
            }
            if number.is_multiple_of(64) {
                let legal: BTreeSet<_> = position.legal_moves().collect();
                let pairs = game.shape.cells().flat_map(|from| game.shape.cells().map(move |to| (from, to)));
                for (from, to) in pairs {
                    let m = Move { from, to, promotion: None };
                    assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?} {}", description(&position));
                }
            }
            found[number % 3] += 1;
        });
        assert!(found.iter().all(|&found| found * 5 > position_count()), "{}: {found:?}", game.name);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn single_move_legality_matches_list() {
    fn law(game: Game) {
        check(game, |number, position: &Position| {
            if !number.is_multiple_of(64) {
                return;
            }
            let legal: BTreeSet<_> = position.legal_moves().collect();
            let pairs = game.shape.cells().flat_map(|from| game.shape.cells().map(move |to| (from, to)));
            for (from, to) in pairs {
                for promotion in [None, Some(Role::Knight), Some(Role::King)] {
                    let m = Move { from, to, promotion };
                    assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?} {}", description(position));
                }
            }
        });
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_in_one_equal_plain_search() {
    fn law(game: Game) {
        if game.players > 2 {
            return;
        }
        let mut found = [0; 2];
        let table = &mut TranspositionTable::with_limit(0);
        check(game, |number, position: &Position| {
            let keys: BTreeSet<_> =
                position.legal_moves().filter(|&m| position.play_unchecked(m).is_mate()).collect();
            let solution = position.solve(Stipulation::mate_in(1), table, Budget::default());
            let length = (!keys.is_empty()).then_some(1);
            assert_eq!(solution.mate_in, length, "{}", description(position));
            assert!(solution.keys.iter().eq(&keys), "{}", description(position));
            // Positions with a mate are always checked: a false mate is the likelier error.
            if is_chosen(number) || length.is_some() {
                let slow = oracle_position(position).keys(1);
                let expected: BTreeSet<_> = slow.iter().map(oracle::Move::uci).collect();
                let keys: BTreeSet<_> = keys.iter().map(|&m| uci(position, m)).collect();
                assert_eq!(keys, expected, "{}", description(position));
            }
            found[usize::from(!keys.is_empty())] += 1;
        });
        assert!(found.iter().all(|&found| found * 100 > position_count()), "{}: {found:?}", game.name);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn every_move_reads_back() {
    fn law(game: Game) {
        let letters = &Letters::ENGLISH;
        check(game, |_, position: &Position| {
            for m in position.legal_moves() {
                let texts = [
                    San { position, m, letters }.to_string(),
                    Long { position, m, letters }.to_string(),
                    LongNamed { position, m, letters }.to_string(),
                    uci(position, m),
                ];
                for text in texts {
                    let read = MoveText::parse(text.as_bytes(), letters).expect(&text).resolve(position);
                    assert_eq!(read, Ok(m), "{} {text}", description(position));
                }
            }
        });
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn every_position_format_reads_back() {
    fn law(game: Game) {
        check(game, |number, position: &Position| {
            laws::fen_round_trips(position);
            if is_chosen(number) {
                check_text_forms(&Setup::from(position));
            }
        });
    }
    every_game().for_each(law);
}

/// Checks every dialect alone, in a FEN line, in an EPD line and in a table row.
fn check_text_forms(setup: &Setup) {
    let game = setup.game;
    for dialect in Dialect::ALL {
        let fen = setup.to_fen_in(dialect);
        for fen in with_castling(game, &fen, dialect) {
            assert_eq!(Setup::from_fen_in(game, &fen, dialect).as_ref(), Ok(setup), "{fen}");
            let stated =
                Statement { id: "a; \"b\"".to_owned(), stipulation: "#2".to_owned(), ..Statement::default() };
            let row = PositionRow::new(game, &stated, fen.clone());
            let table = csv_header::<PositionRow>() + &csv_row(&row);
            let forms = [
                (row.to_fen_line(), ProblemFormat::Lines),
                (row.to_epd_line(), ProblemFormat::Lines),
                (format!("{fen} dm 2; id \"x\";\n"), ProblemFormat::Lines),
                (table, ProblemFormat::Csv),
            ];
            for (text, format) in forms {
                let read = statements(text.as_bytes(), format).next().expect("a line").expect("memory");
                let back = Setup::from_fen_in(game, &read.fen, dialect);
                assert_eq!(back.as_ref(), Ok(setup), "{} {text}", game.name);
            }
        }
    }
}

/// Returns the FEN, and variants with a castling field where it is optional.
fn with_castling(game: Game, fen: &str, dialect: Dialect) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    match fields[..] {
        _ if game.wings().next().is_some() => vec![fen.to_owned()],
        [pieces, turn, passed, halfmoves, fullmoves] if game.players == 2 => vec![
            fen.to_owned(),
            format!("{pieces} {turn} - {passed} {halfmoves} {fullmoves}"),
            format!("{fen} -"),
        ],
        _ => {
            let has_field = matches!(dialect, Dialect::FileDown | Dialect::Fairy);
            assert!(game.players > 2 || has_field, "{fen}");
            vec![fen.to_owned()]
        }
    }
}

/// An en passant capture removes one checking piece and blocks the other.
#[test]
fn en_passant_can_answer_double_check() {
    fn moves_and_count(game: Game, fen: &str, plies: u32) -> (Vec<String>, u64) {
        let position = Position::from_fen(game, fen).expect(fen);
        assert_eq!(position.perft(plies), oracle_position(&position).perft(plies), "{fen}");
        let mut moves: Vec<_> = position.legal_moves().map(|m| uci(&position, m)).collect();
        moves.sort_unstable();
        (moves, position.perft(plies))
    }
    let checked = "1/3/5/rQ,6/9/bB,4,wK,1,rK,3/4,rP,6/1,bQ,wP,2,bK,5/7,bB,3/11/11 w wrb d5 1 2";
    assert_eq!(moves_and_count(Game::ECHEX3, checked, 1), (vec!["c4d5".to_owned()], 1));
    let before = "1/3/5/rQ,6/9/bB,4,wK,1,rK,3/bQ,1,rP,8/2,wP,2,bK,5/7,bB,3/11/11 r wrb - 0 1";
    assert_eq!(moves_and_count(Game::ECHEX3, before, 3).1, 7711);
    // Not reachable by play, but a legal position.
    let (moves, _) = moves_and_count(Game::GLINSKI, "1/3/5/q6/9/10k/Pp9/K10/11/11/11 w b6 0 1", 2);
    assert!(moves.contains(&"a5b6".to_owned()), "{moves:?}");
}

/// White and Red have made double steps; another white pawn could also have crossed Red's cell.
#[test]
fn one_crossed_cell_per_player() {
    let fen = "1/3/5/7/9/4,wP,3,rK,2/1,bK,3,rP,2,bN,2/11/8,wP,2/7,wP,3/wK,10 b wrb i2,e5 27 74";
    let position = Position::from_fen(Game::ECHEX3, fen).expect(fen);
    assert_eq!(position.to_fen(), fen);
    let faults = |cells: &str| {
        let fen = format!("1/3/5/7/9/10k/Ppp8/11/11/11/K10 w {cells} 0 1");
        let faults = Setup::from_fen(Game::GLINSKI, &fen).expect(cells).faults();
        faults.as_slice().iter().copied().map(Fault::code).collect::<Vec<_>>()
    };
    assert_eq!((faults("b6"), faults("c6")), (vec![], vec![]));
    assert_eq!(faults("b6,c6"), ["impossible-en-passant"]);
}

/// Counts of positions that random games seldom reach.
#[derive(Default)]
struct Coverage {
    /// Double checks.
    double_checks: usize,
    /// Double checks with an en passant capture.
    answered: usize,
    /// Positions with an en passant capture.
    captures: usize,
    /// Positions with an en passant right that would expose the king.
    refused: usize,
    /// Positions with a cell that two pawns have crossed.
    shared: usize,
    /// Positions with a castling move.
    castled: usize,
    /// Positions with a castling right that cannot be used now.
    barred: usize,
}

impl Coverage {
    fn record(&mut self, position: &Position) {
        let captures: Vec<_> = position.legal_moves().filter(|&m| position.is_en_passant(m)).collect();
        let is_double = position.checkers().len() > 1;
        let other = position.next_player();
        let is_pawn = |cell| {
            position
                .piece(cell)
                .is_some_and(|piece| piece.owner == position.turn() && piece.role == Role::Pawn)
        };
        let attacked = position
            .crossed_cells()
            .into_iter()
            .any(|over| position.attackers(over, other).into_iter().any(is_pawn));
        let ways = position.game().castlings(position.turn());
        let kept =
            ways.iter().filter(|castling| position.wings().has(position.turn(), castling.wing)).count();
        let castles = position.legal_moves().filter(|&m| position.castling(m).is_some()).count();
        self.castled += usize::from(castles > 0);
        self.barred += usize::from(castles < kept);
        self.double_checks += usize::from(is_double);
        self.captures += usize::from(!captures.is_empty());
        self.answered += usize::from(is_double && !captures.is_empty());
        self.refused += usize::from(attacked && captures.is_empty());
        let rights =
            position.game().players().filter(|&player| position.en_passant(player).is_some()).count();
        self.shared += usize::from(rights > position.crossed_cells().len());
    }

    /// Asserts that each case was frequent enough.
    fn assert_sufficient(&self, game: Game) {
        let Self { double_checks, answered, captures, refused, shared, castled, barred } = *self;
        let name = game.name;
        let castles = game.wings().next().is_some();
        assert!(
            !castles || castled.min(barred) * 10 > position_count(),
            "{name}: {castled} castle, {barred} may not"
        );
        assert!(double_checks * 100 > position_count(), "{name}: {double_checks} double checks");
        if game.double_step_cells(Player::WHITE).next().is_none() {
            return;
        }
        assert!(
            captures.min(refused) * 20 > position_count(),
            "{name}: {captures} captures, {refused} refused"
        );
        // With diagonal pawn captures, the crossed cell is never in line with a king that the pawn checks.
        let is_diagonal = game.pawn_takes(Player::WHITE).contains(&Direction::NNE);
        assert!(
            is_diagonal || answered * 1000 > position_count(),
            "{name}: {answered} double checks answered"
        );
        let crossed = |seat: Player| -> BTreeSet<Cell> {
            let home = game.double_step_cells(seat);
            home.filter_map(|cell| game.shape.step(cell, game.forward(seat))).collect()
        };
        let first = crossed(Player::WHITE);
        let is_shared = game.players > 2
            && Player::WHITE.others(game.players).any(|seat| !crossed(seat).is_disjoint(&first));
        assert!(!is_shared || shared * 1000 > position_count(), "{name}: {shared} cells crossed by two");
    }
}
