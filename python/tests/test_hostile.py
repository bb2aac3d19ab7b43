"""Tests of invalid input: it results in an exception of this module or a diagnosis, never in a panic."""

import io
import random
from collections.abc import Callable
from pathlib import Path

import hexmate
import hexmate.pgn
import pytest
from conftest import ROOT
from hexmate import Board, Cell, Move

CORPORA = sorted(path for path in (ROOT / "tests/fuzz/corpus").rglob("*") if path.is_file())
CONFORMANCE = sorted((ROOT / "tests/it/pgn").rglob("*.pgn")) + sorted((ROOT / "tests/examples").iterdir())
TEXTS = [
    "", " ", "\0", "\n", "é" * 99, "\ud800", "1/3/5/7/9/11", "/" * 5000, "9" * 5000, "w" * 70000, "- - - - -", "a1",
    "a1a1", "a99b99", "f6f5=", "Q", "♔f6", "0-0", "1/3/5/7/9/11/11/11/11/11/11 w - 99999999999 1", "f6" * 999,
    "1/3/5/7/9/11/11/11/11/11/5K1k3 w z9,a1 0 1", "startpos", "%s%n", "../../etc/passwd", "[", "{", "(" * 9999,
]  # fmt: skip


def may_fail(work: Callable[[], object]) -> None:
    """Calls a function that may raise an exception of this module."""
    try:
        work()
    except hexmate.HexmateError as error:
        assert error.code and error.code != "error" and error.message
    except UnicodeError:
        pass


@pytest.mark.parametrize("game", hexmate.GAMES)
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_invalid_texts_are_rejected(game: str, number: int) -> None:
    text = TEXTS[number]
    board = Board(game)
    for work in [
        lambda: Board(game, text),
        lambda: Board(text),
        lambda: Board(game, moves=[text]),
        lambda: Cell(text, game),
        lambda: Move.from_uci(text, game),
        lambda: Move(text, text, text, game),
        lambda: hexmate.Piece(text, text, game),
        lambda: hexmate.Game(text),
        lambda: board.push_san(text),
        lambda: board.push_san("f6", language=text),
        lambda: board.push_uci(text),
        lambda: board.piece_at(text),
        lambda: board.copy().set_fen(text),
        lambda: Board.unchecked(text, game).status(),
        lambda: board.copy().set_piece_at("e2", text),
        lambda: board.pieces(text, text),
        lambda: board.find_move(text, text, text),
        lambda: hexmate.parse_cell(text, game),
        lambda: hexmate.Piece.from_symbol(text, game),
        lambda: hexmate.pgn.read_game(io.StringIO(text), letters=text),
        lambda: hexmate.read_games(io.StringIO(text), encoding=text),
        lambda: board.attackers(text, "f6"),
        lambda: board.king(text),
        lambda: board.fen(text),
        lambda: hexmate.solve(board, text, nodes=10),
        lambda: hexmate.svg(text, game=game),
        lambda: board.svg(**{text or "x": text}),  # type: ignore[arg-type]
        lambda: board.svg(above=text, title=text, stipulation=text),
        lambda: board.svg(arrows=[text]),
        lambda: board.svg(colors=text),
        lambda: list(hexmate.solve_many([text, (board, text), {"fen": text}], nodes=10)),
        lambda: list(hexmate.validate_many([text])),
        lambda: list(hexmate.read_problems(io.StringIO(text))),
        lambda: [hexmate.repair(each) for each in hexmate.read_games(io.StringIO(text)) if each.game],
    ]:
        may_fail(work)
    assert board == Board(game)


def test_invalid_numbers_are_rejected() -> None:
    for wrong in [-1, 1 << 32, 1 << 80]:
        with pytest.raises((OverflowError, hexmate.HexmateError)):
            Board().perft(wrong)
        with pytest.raises((OverflowError, hexmate.HexmateError)):
            Board().perft(2, threads=wrong - (wrong > 0) * 2 * wrong)
    for seconds in [-1.0, float("inf"), float("nan"), 1e300]:
        may_fail(lambda: hexmate.solve(Board(), seconds=seconds, nodes=9))
    assert hexmate.solve(Board(), nodes=0).verdict == "NOT_FINISHED"
    blocked = Board(fen="1/k2/5/7/9/11/11/5p5/5P5/11/K10 w - 0 1")
    for stipulation in ["#", "exact-#", "exact-=", "s#", "h#", "ser-#", "ser-h#", "hs#", "r#"]:
        assert hexmate.solve(blocked, f"{stipulation}999", nodes=10_000).verdict in ("NOT_FINISHED", "NO_SOLUTION", "SHORT_SOLUTION")
        may_fail(lambda: hexmate.solve(blocked, f"{stipulation}1000000", nodes=10))
    may_fail(lambda: Board().perft(300))
    for seconds in [0.01]:
        assert hexmate.solve(blocked, "exact-#999", seconds=seconds).verdict == "NOT_FINISHED"
    for width in [0, 1, (1 << 32) - 1]:
        may_fail(lambda: Board().svg(width=width))
    with pytest.raises(OverflowError):
        Cell.axial(1 << 40, 0)


def test_foreign_moves_are_illegal() -> None:
    for one in hexmate.GAMES:
        for other in hexmate.GAMES:
            board, foreign = Board(one), Board(other).legal_moves
            for move in foreign:
                if not board.is_legal(move):
                    methods: list[Callable[[Move], object]] = [board.push, board.san, board.lan, board.uci, board.is_capture]
                    for method in [*methods, board.gives_check]:
                        with pytest.raises(hexmate.IllegalMoveError):
                            method(move)
    with pytest.raises(hexmate.InvalidCellError):
        Board("mini").piece_at(Cell("l6"))


def test_there_are_corpora() -> None:
    assert len(CONFORMANCE) > 5


@pytest.mark.parametrize("path", CORPORA + CONFORMANCE, ids=lambda path: str(path.relative_to(ROOT)))
def test_corpora_never_panic(path: Path) -> None:
    data = path.read_bytes()
    hostile(data)


def hostile(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    for game in hexmate.read_games(io.BytesIO(data)):
        assert game.status and repr(game) and game.diagnosis is not None and game.to_dict()
        if game.game is not None:
            may_fail(lambda: hexmate.repair(game))
            may_fail(game.board)
            may_fail(game.pgn)
    may_fail(lambda: list(hexmate.read_problems(io.BytesIO(data))))
    may_fail(lambda: list(hexmate.validate_many([data])))
    for line in text.splitlines()[:3]:
        may_fail(lambda: Board(fen=line))
        may_fail(lambda: Board().push_san(line))
        may_fail(lambda: Board().svg(colors=line))


def test_random_byte_changes_never_panic() -> None:
    rng = random.Random(20)
    for path in CONFORMANCE:
        data = path.read_bytes()[:4000]
        for _ in range(15):
            changed = bytearray(data)
            for _ in range(rng.randint(1, 9)):
                changed[rng.randrange(len(changed))] = rng.choice([0, 10, 34, 40, 41, 91, 93, 123, 125, 255, rng.randrange(256)])
            hostile(bytes(changed))


def test_deep_nesting_does_not_overflow() -> None:
    deep = "1. Ndf4 " + "(" * 200_000 + "1. b2" + ")" * 200_000 + " *"
    for game in hexmate.read_games(io.StringIO(deep)):
        may_fail(game.pgn)
        assert game.status
