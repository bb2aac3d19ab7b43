"""Examples for strict type checkers; test_examples runs them."""

# pyright: strict

from collections.abc import Iterator
from pathlib import Path

import hexmate
import hexmate.pgn
import hexmate.svg
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


def edited(path: Path) -> list[str]:
    texts: list[str] = []
    with path.open(encoding="utf-8") as file:
        offset: int = file.tell()
        while (headers := hexmate.pgn.read_headers(file)) is not None:
            if headers["White"] != "?":
                file.seek(offset)
                game = hexmate.pgn.read_game(file)
                if game is None:
                    break
                game.headers["Event"] = headers.get("Event", "?")
                last = game.end()
                last.comment = "the end"
                last.nags.add(hexmate.pgn.NAG_GOOD_MOVE)
                node: hexmate.pgn.ChildNode | None = game.next()
                if node is not None and node.parent is not None:
                    node.comments = ["one", "two"]
                    node.parent.add_variation(node.parent.board().legal_moves[0], nags=[3])
                texts.append(game.accept(hexmate.pgn.StringExporter(columns=None)))
            offset = file.tell()
    return texts


def solved(path: Path) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for row in hexmate.read_problems(path):
        solution: hexmate.Solution = hexmate.solve(row, threads=1)
        again = hexmate.solve(solution.board, solution.stipulation)
        found[row["id"]] = (solution.verdict, hexmate.solve(solution.board.fen(), solution.stipulation).verdict or again.verdict)
    return found


def ended(board: Board) -> tuple[str, str, str, bool] | None:
    outcome = board.outcome(claim_draw=True)
    if outcome is None:
        return None
    return outcome.result(), outcome.result, outcome.termination.name, board.is_fifty_moves()


def shown(board: Board) -> str:
    captures: list[Move] = list(board.generate_legal_captures(to_cells=["f6", hexmate.F5]))
    picture: hexmate.Picture = hexmate.svg(board, arrows=captures)
    return picture + hexmate.svg.board(board) + board.epd(bm=captures, id="one", dm=2)
