"""Examples for strict type checkers; test_examples runs them."""

# pyright: strict

from collections.abc import Iterator
from pathlib import Path

import hexmate
import hexmate.pgn
from hexmate import Board, Cell, Move, Piece, Player


def first_fault(path: Path) -> tuple[hexmate.GameRecord, hexmate.Fault] | None:
    for game in hexmate.read_games(path):
        if game.fault is not None:
            return game, game.fault
    return None


def walk(board: Board, plies: int) -> Iterator[tuple[str, Move]]:
    for _ in range(plies):
        moves: list[Move] = board.legal_moves
        if not moves:
            return
        yield board.san(moves[0]), moves[0]
        board.push(moves[0])


def kings(board: Board) -> dict[str, Cell]:
    pieces: dict[Cell, Piece] = board.piece_map()
    return {piece.owner: cell for cell, piece in pieces.items() if piece.role == "king"}


def keys(problems: Path) -> dict[str, list[str]]:
    rows = hexmate.solve_many(hexmate.read_problems(problems), threads=2)
    return {str(row["id"]): [str(key) for key in row["keys"]] for row in rows}


def drawn(board: Board) -> str:
    return hexmate.svg(board, theme="print", arrows=[Move("e4", "e6"), "Ga1a2"], marks=[Cell("f6"), "f5"])


def caught(text: str) -> str:
    try:
        Board().push_san(text)
    except hexmate.AmbiguousMoveError as error:
        return " ".join(error.candidates)
    except hexmate.IllegalMoveError as error:
        return f"{error.code} {error.nearest}"
    except hexmate.HexmateError as error:
        return f"{error.code} {error.offset} {error.message}"
    return ""


def replayed(path: Path) -> list[tuple[str, Player, str]]:
    found: list[tuple[str, Player, str]] = []
    with path.open(encoding="utf-8") as file:
        while (game := hexmate.pgn.read_game(file)) is not None:
            board: Board = game.board()
            for move in game.mainline_moves():
                board.push(move)
            picture = hexmate.svg.board(board, orientation=hexmate.BLACK, arrows=[(hexmate.E4, "e6")])
            found.append((game.headers["White"], board.turn, picture))
    return found


def composed() -> int:
    board = Board.empty("mini")
    board.set_piece_at(hexmate.A1, Piece(hexmate.KING, hexmate.WHITE, variant="mini"))
    board.set_piece_at("d7", "k")
    board.turn = not board.turn
    return board.legal_moves.count() + len(board.pieces(hexmate.KING, hexmate.BLACK))
