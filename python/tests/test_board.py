"""Tests of boards, cells, moves and pieces, for every game."""

import copy
import pickle
import random

import hexmate
import pytest
from hexmate import Board, Cell, Move, Piece

MATE = "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split()


def test_push_and_pop_round_trip() -> None:
    board = Board()
    moves = [board.push_uci(text) for text in MATE]
    assert board.move_stack == moves and board.ply() == 7 and board.peek() == moves[-1]
    assert board.is_checkmate() and board.is_check() and not board.legal_moves and board.count_moves() == 0
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner, outcome.result) == ("checkmate", "w", "1-0")
    assert [cell.name for cell in board.checkers()] == ["f9"]
    while board.ply():
        assert board.pop() == moves.pop()
    assert board == Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_random_play_in_every_game(game: str) -> None:
    rng = random.Random(7)
    board = Board(game)
    assert board.game == hexmate.Game(game) and board.turn == board.players[0]
    for _ in range(120):
        moves = board.legal_moves
        assert len(moves) == board.count_moves() == board.perft(1)
        if not moves:
            assert board.is_game_over()
            break
        before, fen = board.copy(), board.fen()
        move = rng.choice(moves)
        assert board.parse_san(board.san(move)) == move
        assert board.parse_san(board.lan(move)) == move
        assert board.parse_uci(board.uci(move)) == board.parse_uci(str(move)) == move
        assert board.is_legal(move)
        board.push(move)
        assert board != before
        assert board.pop() == move and board == before and board.fen() == fen
        board.push(move)
        assert Board(game, board.fen()) == board
        again = pickle.loads(pickle.dumps(board))
        assert again == board and again.move_stack == board.move_stack and again.root() == Board(game)
        for player in board.living:
            king = board.king(player)
            assert king is not None
            piece = board.piece_at(king)
            assert piece is not None and (piece.role, piece.owner) == ("king", player)
        king = board.king()
        assert king is not None
        attacked = any(board.is_attacked_by(player, king) for player in board.living if player != board.turn)
        assert attacked == board.is_check()
        assert all(board.piece_at(cell) == piece for cell, piece in board.piece_map().items())


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_attackers_agree_with_attacks(game: str) -> None:
    rng = random.Random(3)
    board = Board(game)
    for _ in range(25):
        if not board.legal_moves:
            break
        board.push(rng.choice(board.legal_moves))
    attacked: dict[tuple[str, Cell], set[Cell]] = {}
    for cell, piece in board.piece_map().items():
        for target in board.attacks(cell):
            attacked.setdefault((piece.owner, target), set()).add(cell)
    for player in board.players:
        for cell in board.game.cells():
            expected = attacked.get((player, cell), set())
            found = board.attackers(player, cell)
            assert set(found) == expected and len(found) == len(expected)
            assert board.is_attacked_by(player, cell.name) == bool(expected)


def test_copies_are_independent() -> None:
    board = Board(moves=["d1f4"])
    others = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    board.push_uci("e7e6")
    assert [other.ply() for other in others] == [1, 1, 1]
    bare = board.copy(stack=False)
    assert bare == board and bare.ply() == 0
    assert board != Board("mccooey") and board != "a board"
    # Other counters make another position.
    assert Board(fen=board.fen()) == board
    assert Board(fen=board.fen().rsplit(" ", 1)[0] + " 9") != board


def test_repetitions_end_games() -> None:
    board = Board()
    back_and_forth = "d1b2 d9b6 b2d1 b6d9".split()
    for _ in range(2):
        for text in back_and_forth:
            board.push_uci(text)
    assert board.is_repetition() and board.claims() == ("threefold-repetition",)
    assert board.outcome() is None and board.result() == "*"
    claimed = board.outcome(claim_draw=True)
    assert claimed is not None and claimed.termination == "threefold-repetition"
    assert board.result(claim_draw=True) == "1/2-1/2"
    for _ in range(2):
        for text in back_and_forth:
            board.push_uci(text)
    ended = board.outcome()
    assert ended is not None and ended.termination == "fivefold-repetition"
    board.pop()
    assert not board.is_game_over() and board.is_repetition(4) and not board.is_repetition(5)


def test_terminations_have_names() -> None:
    def termination(fen: str, game: str = "glinski", claim_draw: bool = False) -> str | None:
        outcome = Board(game, fen).outcome(claim_draw=claim_draw)
        return outcome and f"{outcome.termination} {outcome.result}"

    bare = "1/3/5/7/9/1K9/11/11/9k1/11/11 w - 0 1"
    assert termination(bare) == "material 1/2-1/2" and Board(fen=bare).is_insufficient_material()
    rooks = "1/3/5/7/9/1K9/11/11/8rk1/11/R10 w - {} 90"
    assert termination(rooks.format(99), claim_draw=True) is None
    assert termination(rooks.format(100), claim_draw=True) == "fifty-moves 1/2-1/2"
    assert termination(rooks.format(150)) == "seventy-five-moves 1/2-1/2"


def test_cells_have_both_coordinates() -> None:
    names = set()
    for cell in hexmate.Game().cells():
        assert Cell.axial(cell.q, cell.r) == cell == Cell(cell.name) and hash(cell) == hash(Cell(cell.name))
        assert cell.name == f"{cell.file}{cell.rank}" == str(cell)
        names.add(cell.name)
    assert len(names) == 91
    assert sorted([Cell("b1"), Cell("a1")]) == [Cell("a1"), Cell("b1")]
    assert Cell("a1", "mini") != Cell("a1") and eval(repr(Cell("a1", "mini")), {"Cell": Cell}) == Cell("a1", "mini")
    with pytest.raises(hexmate.InvalidCellError):
        Cell.axial(10**9, 0)
    assert {cell.color for cell in hexmate.Game().cells()} == {0, 1, 2}


def test_repr_and_pickle_round_trip() -> None:
    names = {"Cell": Cell, "Move": Move, "Piece": Piece, "Game": hexmate.Game, "Board": Board}
    for game in hexmate.GAMES:
        board = Board(game)
        values = [*board.legal_moves, *board.piece_map(), *board.piece_map().values(), board.game, board]
        for value in values:
            assert eval(repr(value), dict(names)) == value
            assert pickle.loads(pickle.dumps(value)) == value
            if value is not board:
                assert hash(pickle.loads(pickle.dumps(value))) == hash(value)


def test_counts_are_independent_of_threads() -> None:
    board = Board("mccooey")
    assert board.perft(5, threads=1) == board.perft(5, threads=3) == sum(board.divide(5).values())
    assert hexmate.divide(board, 5, threads=1) == hexmate.divide(board, 5, threads=2)
    assert board.perft(0) == 1 and hexmate.perft(Board(moves=MATE), 4) == 0
    with pytest.raises(hexmate.InvalidOptionError):
        board.divide(0)
    with pytest.raises(hexmate.InvalidOptionError):
        board.perft(1, threads=0)


def test_fen_dialects_are_written() -> None:
    for dialect in ["rank", "file-down", "file-up", "oblique"]:
        assert Board().fen(dialect).split(" ")[1] == "w"
    with pytest.raises(hexmate.InvalidOptionError):
        Board().fen("diagonal")


def test_only_hexagons_have_a_radius() -> None:
    radius = {game: hexmate.Game(game).radius for game in ("mini", "glinski", "shafran", "devasa", "brusky")}
    assert radius == {"mini": 3, "glinski": 5, "shafran": None, "devasa": None, "brusky": None}
    assert hexmate.Cell.axial(0, -1, "brusky").name == "a1"
    smaller, larger = hexmate.Cell("i10", "shafran"), hexmate.Cell("a1", "devasa")
    assert smaller < larger and hexmate.Move("e1", "e2", game="shafran") < hexmate.Move("a1", "a2", game="devasa")
