//! Castling and en passant rights in edited diagrams: twins, `mend` and `strip`.

use std::sync::atomic::AtomicBool;

use hexmate_core::geometry::{Cell, Hex};
use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable, Verdict};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Role, Wings};
use hexmate_position::{Game, Position, Setup, SetupEditor};
use hexmate_problems::compose::{Changes, MendOptions, Purpose, StripOptions, Version, mend, strip};
use hexmate_problems::{Motion, Problem, parse_informal_stipulation};

use crate::laws::{every_game, random};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn position(game: Game, fen: &str) -> Position {
    Position::from_fen(game, fen).expect(fen)
}

/// Applies a random twin operation; returns `None` if it cannot be applied.
fn change(editor: &mut SetupEditor, rng: &mut Rng) -> Option<()> {
    let Setup { game, board, .. } = editor.setup();
    let game = *game;
    let pieces: Vec<Cell> = board.pieces().map(|(cell, _)| cell).collect();
    let cells: Vec<Cell> = game.shape.cells().collect();
    let players: Vec<_> = game.players().collect();
    let piece = Piece::new(rng.choose(&players), rng.choose(&Role::ALL));
    let [first, second] = [rng.choose(&pieces), rng.choose(&pieces)];
    match rng.below(9) {
        0 => editor.remove(first).map(drop),
        1 => editor.add(rng.choose(&cells), piece),
        2 => editor.replace(first, piece).map(drop),
        3 | 4 => editor.relocate(first, rng.choose(&cells)),
        5 => editor.exchange(first, second),
        6 => editor.exchange_colours(),
        7 => editor.map_cells(|cell| Motion::Turn(3).cell(game, cell)),
        _ => editor.map_cells(|cell| Motion::Shift(Hex::new(0, 1)).cell(game, cell)),
    }
}

/// Operations never leave a right that makes the diagram illegal.
#[test]
fn rights_never_make_twins_illegal() {
    let mut rng = Rng::new(37);
    let (mut legal, mut castling, mut en_passant) = (0, 0, 0);
    for game in every_game() {
        for seed in 0..6 {
            let plies = random::game(game, seed, 24);
            let diagrams = std::iter::once(Position::start(game)).chain(plies.into_iter().skip(1).step_by(3));
            for position in diagrams {
                for operations in [1, 1, 2, 3] {
                    let mut editor = SetupEditor::new(Setup::from(&position));
                    for _ in 0..operations {
                        let _ = change(&mut editor, &mut rng);
                    }
                    let setup = editor.finish();
                    let bare =
                        Setup { wings: Wings::NONE, crossed: Vec::new(), landed: None, ..setup.clone() };
                    castling += u32::from(!setup.wings.is_empty());
                    en_passant += u32::from(!setup.crossed.is_empty());
                    let [with, without] = [setup.clone(), bare].map(|setup| setup.into_position().is_ok());
                    assert_eq!(with, without, "{}", setup.to_fen());
                    legal += u32::from(with);
                }
            }
        }
    }
    assert!(legal > 500 && castling > 100 && en_passant > 20, "{legal} {castling} {en_passant}");
}

/// Each case: a FEN, a twin, and its castling field or error code.
#[test]
fn twins_keep_rights_with_their_pieces() {
    let devasa = "r2k4r/9/9/9/9/9/9/9/R4K2R w KQkq - 0 1";
    for (fen, twin, expected) in [
        (devasa, "-wRi1", "Qkq"),
        (devasa, "wRi1 -> i2", "Qkq"),
        (devasa, "wKf1 -> f2", "kq"),
        (devasa, "wRi1 -> h1, wRh1 -> i1", "Qkq"),
        (devasa, "-bRa9", "KQq"),
        (devasa, "wRi1 <-> wKf1", "kq"),
        (devasa, "wRi1 <-> wRa1", "twin-no-change"),
        (devasa, "-wRi1, +wNi1", "Qkq"),
        (devasa, "+wNe5", "KQkq"),
        (devasa, "exchanged colours", "-"),
        (devasa, "turn 180, exchanged colours", "twin-no-change"),
        ("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1", "turn 180, exchanged colours", "k"),
        ("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1", "exchanged colours, turn 180", "k"),
        ("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1", "turn 180", "-"),
        ("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1", "b) turn 180, exchanged colours; +c) h#2", "k"),
    ] {
        let stipulation = Stipulation::mate_in(2);
        let problem = Problem::new(position(Game::DEVASA, fen), stipulation);
        let last = problem.twins(twin).pop().expect("a twin");
        let field = |problem: Problem| problem.position.to_fen().split(' ').nth(2).map(str::to_owned);
        let found = last.problem.map(field).map_err(|error| error.code().to_owned());
        let found = found.map_or_else(|code| code, |field| field.expect("a field"));
        assert_eq!(found, expected, "{twin}");
    }
}

/// Counts the sound versions with one change of a piece, by a plain loop.
fn count_sound_versions(version: &Version) -> usize {
    let Version { setup, stipulation } = version;
    let (game, table) = (setup.game, &mut TranspositionTable::with_limit(1 << 20));
    let pieces: Vec<(Cell, Piece)> = setup.board.pieces().collect();
    let vacant: Vec<Cell> = game.shape.cells().filter(|&cell| setup.board.piece(cell).is_none()).collect();
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let new: Vec<Piece> =
        game.players().flat_map(|player| roles.map(|role| Piece::new(player, role))).collect();
    let mut count = 0;
    let mut check = |changes: &[(Cell, Option<Piece>)]| {
        let mut changed = setup.clone();
        for &(cell, piece) in changes {
            changed.board.take(cell);
            if let Some(piece) = piece {
                changed.board.put(cell, piece);
            }
        }
        for player in game.players() {
            for way in game.castlings(player) {
                let is_touched = |cell| changes.iter().any(|&(changed, _)| changed == cell);
                if is_touched(way.king[0]) || is_touched(way.rook[0]) {
                    changed.wings = changed.wings.without(player, way.wing);
                }
            }
        }
        let Ok(position) = changed.into_position() else { return };
        let solution = position.solve(*stipulation, table, Budget::default());
        count += usize::from(position.has_moves() && solution.verdict() == Verdict::Sound);
    };
    for &(cell, piece) in &pieces {
        for &to in &vacant {
            check(&[(cell, None), (to, Some(piece))]);
        }
        if piece.role != Role::King {
            check(&[(cell, None)]);
            for &other in new.iter().filter(|&&other| other != piece) {
                check(&[(cell, Some(other))]);
            }
        }
        for &(to, other) in pieces.iter().filter(|&&(to, other)| to > cell && other != piece) {
            check(&[(cell, Some(other)), (to, Some(piece))]);
        }
    }
    for &cell in &vacant {
        for &piece in &new {
            check(&[(cell, Some(piece))]);
        }
    }
    count
}

/// `mend` finds as many versions as a loop over all changes of pieces, in problems with castling rights.
#[test]
fn mend_misses_no_version_with_castling() {
    for (game, fen, stipulation) in [
        (Game::BRUSKY, "5r3/10/2p8/12/8P3/3p7/7R2/2k2K2R w K - 0 1", "#1"),
        (Game::DEVASA, "9/9/6Q2/9/7k1/4p4/2bp4p/9/5K2R w K - 0 1", "#1"),
        (Game::SHAFRAN, "k3r/6/K6/6q1/9/1p7/8/7/6/5 b q - 0 1", "#1"),
    ] {
        let stipulation = parse_informal_stipulation(&game, stipulation).expect("a stipulation");
        let version = Version { setup: Setup::from(&position(game, fen)), stipulation };
        let wish = MendOptions {
            claim: "",
            solutions: 1,
            twins: "",
            changes: Changes::One,
            limit: usize::MAX,
            nodes: None,
        };
        let found = mend(&version, wish, &GO_ON);
        assert_ne!(found.verdict, Some(Verdict::Sound), "{fen}");
        let of_pieces = found.mended.iter().filter(|mended| mended.changes[0].is_of_pieces()).count();
        assert_eq!(of_pieces, count_sound_versions(&version), "{fen}");
        assert!(of_pieces > 20, "{of_pieces}");
    }
}

/// A rook whose castling right is not needed is removed.
#[test]
fn strip_removes_unneeded_castling_rook() {
    let fen = "9/9/6Q2/9/7k1/4p4/2bp4p/9/R4K2R w KQ - 0 1";
    let position = position(Game::DEVASA, fen);
    let key = position.solve(
        Stipulation::mate_in(2),
        &mut TranspositionTable::with_limit(1 << 20),
        Budget::default(),
    );
    let version = Version { setup: Setup::from(&position), stipulation: Stipulation::mate_in(2) };
    let options = StripOptions { twins: "", scope: Scope { variations: true, ..Scope::KEYS }, nodes: None };
    let stripped = strip(&version, options, &GO_ON).expect("a solution");
    let purposes: Vec<String> =
        stripped.purposes.iter().map(|(.., purpose)| purpose.code().to_owned()).collect();
    assert!(
        !stripped.purposes.iter().any(|(.., purpose)| *purpose == Purpose::Legality),
        "{purposes:?} {key:?}"
    );
}
