"""The table of differences in README.md: each row with lines that show what python-chess and hexmate do."""

import builtins
import copy
import fnmatch
import io
import re
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import hexmate
import hexmate.pgn
import pytest
from conftest import ROOT

KINGS = "1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1"
ILLEGAL = "1/3/5/7/9/11/11/11/11/11/K10 w - 0 1"
STALEMATE = "1/3/5/7/9/11/10Q/11/7K1k1/11/11 b - 0 1"
PROMOTION = "1/1P1/5/k6/7/7/6K w - 0 1"
PGN = '[White "Ann"]\n\n1. Ndf4 {a} {b} e6 (1... g6) {c} 2. b2 1-0 {end}\n'
CHESS_PGN = '[White "Ann"]\n\n1. e4 {a} {b} e5 (1... c5) {c} 2. Nf3 1-0\n'
FAULTY = "1. Ndf4 e6 2. Nf9 Qe7 {lost} *\n"

# The first cell of each row, with lines: the library, what runs before, the line, and the text of its result or the name of the
# exception that it raises.
ROWS: dict[str, list[tuple[str, str, str, str]]] = {
    "`Board(fen)`, `set_fen` accept illegal positions": [
        ("chess", "", "chess.Board('8/8/8/8/8/8/8/K7 w - - 0 1').is_valid()", "False"),
        ("hexmate", "", "Board(ILLEGAL)", "InvalidFenError"),
        ("hexmate", "", "board.set_fen(ILLEGAL)", "InvalidFenError"),
        ("hexmate", "", "Board.unchecked(ILLEGAL).is_valid(), Board(PROMOTION, variant='mini').game.name", "(False, 'mini')"),
        ("hexmate", "other = Board().fen('file-up')", "Board(other, from_fen='file-up') == Board()", "True"),
    ],
    "`Board(None)` is empty": [
        ("chess", "", "chess.Board(None) == chess.Board.empty()", "True"),
        ("hexmate", "", "Board(None) == Board(), Board.empty().piece_map()", "(True, {})"),
    ],
    "`fen(shredder=…, en_passant=…, promoted=…)`": [
        ("chess", "board.push_san('e4')", "board.fen(), board.fen(en_passant='fen')[-11:]", "('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 'KQkq e3 0 1')"),
        ("hexmate", "board.push_san('e6')", "board.fen()[-8:], board.fen('file-up') == board.fen()", "('b e5 0 1', False)"),
        ("hexmate", "", "board.fen(shredder=True)", "TypeError"),
    ],
    "`epd(shredder=…, en_passant=…, promoted=…, **operations)`": [
        ("hexmate", "board = Board(KINGS)", "board.epd(dm=2), board.epd(shredder='x')", "('1/k2/5/7/9/11/11/11/11/11/K10 w - dm 2;', '1/k2/5/7/9/11/11/11/11/11/K10 w - shredder \"x\";')"),
        ("hexmate", "", "Board(PROMOTION, variant='mini').epd()", "'1/1P1/5/k6/7/7/6K w - variant mini;'"),
    ],
    "`set_epd`, `from_epd` return typed operands": [
        ("chess", "", "chess.Board.from_epd('8/8/8/8/8/8/8/K1k5 w - - dm 2;')[1]", "{'dm': 2}"),
        ("hexmate", "", "Board.from_epd(KINGS + '; dm 2;')[1]", "{'dm': '2'}"),
        ("hexmate", "", "Board.from_epd(Board('mini').epd()) == (Board('mini'), {'variant': 'mini'})", "True"),
    ],
    "`WHITE` and `BLACK` are True and False": [
        ("chess", "", "chess.WHITE, chess.BLACK, board.turn", "(True, False, True)"),
        ("hexmate", "", "hexmate.WHITE, hexmate.BLACK, bool(board.turn), not board.turn", "('w', 'b', True, False)"),
        ("hexmate", "", "board.king(not board.turn) == board.king(hexmate.BLACK) == board.king(False)", "True"),
    ],
    "`PAWN` … `KING` are numbers": [
        ("chess", "", "chess.PAWN, chess.KING", "(1, 6)"),
        ("hexmate", "", "hexmate.PAWN, hexmate.KING, board.pieces('P', 'w') == board.pieces(hexmate.PAWN, 'w')", "('pawn', 'king', True)"),
    ],
    "squares are numbers from 0 to 63": [
        ("chess", "", "chess.A1, chess.H8", "(0, 63)"),
        ("hexmate", "", "hexmate.E4, board.piece_at('e4') == board.piece_at(hexmate.E4), len(hexmate.CELLS)", "(Cell('e4'), True, 91)"),
        ("hexmate", "", "board.piece_at(0)", "TypeError"),
    ],
    "`square_name(s)`, `square_file(s)`, `square_rank(s)`, `square_distance(s, t)`, `parse_square`": [
        ("chess", "", "chess.square_name(28), chess.square_file(28), chess.square_rank(28)", "('e4', 4, 3)"),
        ("hexmate", "cell = hexmate.parse_cell('e4')", "cell.name, cell.file, cell.rank, cell.distance(hexmate.E6)", "('e4', 'e', 4, 2)"),
    ],
    "`SquareSet` from `pieces`, `attackers`, `attacks`, `checkers`": [
        ("chess", "", "type(board.pieces(chess.PAWN, chess.WHITE)).__name__", "'SquareSet'"),
        ("hexmate", "", "{type(cells) for cells in (board.pieces('P', 'w'), board.attackers('w', 'f4'), board.attacks('g1'), board.checkers())}", "{<class 'list'>}"),
        ("hexmate", "", "board.attacks('g1') & board.attacks('e1')", "TypeError"),
    ],
    "`legal_moves` follows the board": [
        ("chess", "moves = board.legal_moves; board.push_san('e4'); before = [*moves]", "before == list(board.legal_moves)", "True"),
        ("hexmate", "moves = board.legal_moves; board.push_san('e6')", "moves == board.legal_moves, moves.count()", "(False, 51)"),
    ],
    "`generate_legal_moves(from_mask, to_mask)`, `generate_legal_captures`, `generate_legal_ep`, `generate_castling_moves`": [
        ("chess", "", "sum(1 for _ in board.generate_legal_moves(chess.BB_B1))", "2"),
        ("hexmate", "", "[move.uci() for move in board.generate_legal_moves('d1', ['f4', 'b2'])]", "['d1b2', 'd1f4']"),
        ("hexmate", "board = Board(moves=['e4e6', 'f7e6'])", "len(list(board.generate_legal_captures())), list(board.generate_legal_ep([hexmate.E6])), list(board.generate_castling_moves())", "(2, [], [])"),
    ],
    "`push`, `san`, `uci`, `is_capture`, `is_en_passant`, `is_castling`, `is_zeroing`, `gives_check` accept illegal moves": [
        ("chess", "move = chess.Move.from_uci('e2e5')", "board.is_capture(move), board.uci(move), board.push(move)", "(False, 'e2e5', None)"),
        *(("hexmate", "", f"board.{name}(Move.from_uci('f6f7'))", "IllegalMoveError") for name in ("push", "san", "uci", "is_capture", "is_en_passant", "is_castling", "is_zeroing", "gives_check")),
    ],
    "`is_into_check` of a move without a piece": [
        ("chess", "", "board.is_into_check(chess.Move.from_uci('e4e5'))", "False"),
        ("hexmate", "", "board.is_into_check(Move.from_uci('f6f7'))", "IllegalMoveError"),
    ],
    "`parse_san` reads SAN": [
        ("chess", "", "board.parse_san('Nf3!')", "InvalidMoveError"),
        ("hexmate", "", "board.parse_san('Nd1-f4!') == board.parse_san('d1f4') == board.parse_san('Hdf4', letters='hungarian')", "True"),
    ],
    "`find_move` without `promotion` promotes to a queen": [
        ("chess", "", "chess.Board('8/P7/8/8/8/8/8/K1k5 w - - 0 1').find_move(chess.A7, chess.A8).promotion == chess.QUEEN", "True"),
        ("hexmate", "board = Board(PROMOTION, variant='mini')", "board.find_move('d6', 'd7').promotion", "'rook'"),
    ],
    "`set_piece_at`, `remove_piece_at`, `set_piece_map`, `turn = …`, `halfmove_clock = …`, `fullmove_number = …` keep the moves": [
        ("chess", "board.push_san('e4'); board.halfmove_clock = 3", "len(board.move_stack)", "1"),
        ("hexmate", "board.push_san('e6'); board.halfmove_clock = 3", "len(board.move_stack)", "0"),
        ("hexmate", "board.remove_piece_at('g1')", "board.legal_moves", "InvalidFenError"),
    ],
    "`set_piece_at(…, promoted)`, `piece_map(mask=…)`, `attackers(…, occupied)`, `is_attacked_by(…, occupied)`": [
        ("hexmate", "", "board.set_piece_at('f6', 'Q', True)", "TypeError"),
        ("hexmate", "", "board.piece_map(mask=1)", "TypeError"),
        ("hexmate", "", "board.attackers('w', 'f4', [])", "TypeError"),
        ("hexmate", "", "board.is_attacked_by('w', 'f4', [])", "TypeError"),
    ],
    "`ply()` counts from the first move of the game": [
        ("chess", "", "chess.Board('8/8/8/8/8/8/8/K1k5 w - - 0 9').ply()", "16"),
        ("hexmate", "board = Board('1/k2/5/7/9/11/11/11/11/11/K10 w - 0 9'); board.push_uci('a1a2')", "board.ply(), len(board.move_stack)", "(1, 1)"),
    ],
    "`move_stack` is the list itself": [
        ("chess", "board.push_san('e4')", "board.move_stack is board.move_stack", "True"),
        ("hexmate", "board.push_san('e6')", "board.move_stack is board.move_stack, board.move_stack", "(False, [Move.from_uci('e4e6')])"),
    ],
    "`king(color)`": [
        ("chess", "", "board.king()", "TypeError"),
        ("hexmate", "", "board.king(), board.king('b')", "(Cell('g1'), Cell('g10'))"),
    ],
    "`castling_rights` is a number": [
        ("chess", "", "type(board.castling_rights)", "<class 'int'>"),
        ("hexmate", "", "board.castling_rights, Board('shafran').castling_rights", "('-', 'QBqb')"),
    ],
    "`ep_square`": [
        ("chess", "board.push_san('e4')", "board.ep_square == chess.E3", "True"),
        ("hexmate", "board.push_san('e6')", "board.ep_square, board.en_passant", "(Cell('e5'), {Cell('e5'): 'w'})"),
    ],
    "`status()` is a number": [
        ("chess", "", "board.status() == chess.STATUS_VALID == 0", "True"),
        ("hexmate", "", "board.status() == hexmate.STATUS_VALID == (), Board.unchecked(ILLEGAL).status()", "(True, ('no-king',))"),
    ],
    "`can_claim_draw`, `can_claim_fifty_moves`, `can_claim_threefold_repetition` also look one move ahead": [
        ("chess", "board = chess.Board('8/8/8/8/8/8/R7/K1k5 w - - 99 60')", "board.can_claim_fifty_moves(), board.is_fifty_moves()", "(True, False)"),
        ("hexmate", "board = Board('1/k2/5/7/9/11/11/11/11/11/KR9 w - 99 60')", "board.can_claim_fifty_moves(), board.is_fifty_moves(), board.can_claim_draw()", "(False, False, False)"),
        ("hexmate", "board = Board('1/k2/5/7/9/11/11/11/11/11/KR9 w - 100 60')", "board.can_claim_fifty_moves(), board.is_fifty_moves(), board.can_claim_draw()", "(True, True, True)"),
        ("hexmate", "[board.push_uci(text) for text in (2 * ['d1b2', 'd9b6', 'b2d1', 'b6d9'])[:-1]]", "board.can_claim_threefold_repetition()", "False"),
    ],
    "`result()` of a stalemate is `1/2-1/2`": [
        ("chess", "board = chess.Board('k7/2Q5/1K6/8/8/8/8/8 b - - 0 1')", "board.is_stalemate(), board.result()", "(True, '1/2-1/2')"),
        ("hexmate", "board = Board(STALEMATE)", "board.outcome() and board.outcome().termination == hexmate.Termination.STALEMATE, board.result()", "(True, '3/4-1/4')"),
    ],
    "`is_insufficient_material` by the pieces of chess": [
        ("chess", "", "chess.Board('8/8/8/8/8/8/8/KN1k4 w - - 0 1').is_insufficient_material()", "True"),
        ("hexmate", "", "Board(KINGS).is_insufficient_material(), board.is_insufficient_material()", "(True, False)"),
    ],
    "`mirror()` reflects top to bottom": [
        ("chess", "", "board.mirror().turn", "False"),
        ("hexmate", "", "board.mirror().turn, board.mirror().mirror() == board, Board('shafran').mirror().board_fen() == Board('shafran').board_fen()", "('b', True, True)"),
    ],
    "`str(board)` and `unicode(…)` show ranks of eight": [
        ("chess", "", "len(str(board).splitlines())", "8"),
        ("hexmate", "", "len(str(board).splitlines()) > 20, 'f' in str(board)", "(True, True)"),
        ("hexmate", "", "board.unicode(borders=True)", "TypeError"),
    ],
    "`repr` of boards, pieces, nodes and outcomes": [
        ("chess", "", "board.piece_at(0)", "Piece.from_symbol('R')"),
        ("hexmate", "", "eval(repr(board)) == board, board.piece_at('g1'), Board(moves=MATE).outcome()", "(True, Piece('king', 'w'), <Outcome checkmate 1-0 winner='w'>)"),
        ("hexmate", "", "read(PGN).next()", "<ChildNode 1 d1f4>"),
    ],
    "`Move(from_square, to_square, promotion, drop)`": [
        ("chess", "", "chess.Move(12, 28, None, None).from_square", "12"),
        ("hexmate", "move = Move('d1', 'f4')", "move.from_square == move.from_cell, move.to_square == move.to_cell, Move('d1', 'd2', None, 'mini')", "(True, True, Move.from_uci('d1d2', 'mini'))"),
    ],
    '`Move.null()`, `Move.from_uci("0000")`, `--` in PGN': [
        ("chess", "", "bool(chess.Move.null()), chess.Move.from_uci('0000') == chess.Move.null()", "(False, True)"),
        ("hexmate", "", "Move.from_uci('0000')", "InvalidMoveError"),
        ("hexmate", "", "[fault.code for fault in read('1. Ndf4 -- 2. b2 *').errors]", "['junk-token']"),
    ],
    "`Move.from_uci(text)` of other boards": [
        ("hexmate", "", "Move.from_uci('d1d2', variant='mini')", "Move.from_uci('d1d2', 'mini')"),
    ],
    "`piece.piece_type`, `piece.color`": [
        ("hexmate", "piece = Piece('pawn', 'w')", "piece.piece_type == piece.role, piece.color == piece.owner, piece.seat", "(True, True, 'w')"),
    ],
    "`Outcome(termination, winner)`": [
        ("chess", "", "chess.Outcome(chess.Termination.CHECKMATE, True).result()", "'1-0'"),
        ("hexmate", "", "hexmate.Outcome(hexmate.Termination.CHECKMATE, hexmate.WHITE, '1-0').result()", "'1-0'"),
        ("hexmate", "", "hexmate.Outcome('checkmate', 'w')", "TypeError"),
    ],
    "`Termination` is a number": [
        ("chess", "", "chess.Termination.CHECKMATE.value", "1"),
        ("hexmate", "", "hexmate.Termination.CHECKMATE == 'checkmate', hexmate.Termination('nobody-moves').name", "(True, 'NOBODY_MOVES')"),
    ],
    "`pgn.read_game` reads text": [
        ("chess", "", "chess.pgn.read_game(io.BytesIO(b'1. e4 *'))", "TypeError"),
        ("hexmate", "", "hexmate.pgn.read_game(io.BytesIO('[White \"Zs\\u00f3fia\"]\\n\\n1. e5 *'.encode('cp1250'))).headers['White']", "'Zsófia'"),
        ("hexmate", "file = io.StringIO('white,moves\\nAnn,d1f4\\nEve,e4e5\\n')", "hexmate.pgn.read_game(file).headers['White'], file.tell(), hexmate.pgn.read_game(file).headers['White']", "('Ann', 30, 'Eve')"),
    ],
    "`pgn.read_game` ends a game at a blank line": [
        ("chess", "", "len(list(chess.pgn.read_game(io.StringIO('1. e4\\n\\ne5 *\\n')).mainline()))", "1"),
        ("hexmate", "", "len(read('1. Ndf4\\n\\ne6 *\\n').mainline())", "2"),
    ],
    "`pgn.read_game(file, Visitor=…)` visits while it reads": [
        ("hexmate", "", "hexmate.pgn.read_game(io.StringIO(PGN), Visitor=hexmate.pgn.HeadersBuilder)['White']", "'Ann'"),
    ],
    "`game.errors` are exceptions; what follows is lost": [
        ("chess", "game = chess_read('1. e4 e5 2. Nf9 Qe7 *')", "isinstance(game.errors[0], Exception), 'Qe7' in str(game)", "(True, False)"),
        ("hexmate", "game = read(FAULTY)", "game.errors[0].code, game.errors[0].column, str(game).splitlines()[-2:]", "('no-such-move', 15, ['1. Ndf4 e6 ; Nf9 Qe7 {lost} *', '*'])"),
    ],
    "`game.headers` distinguishes `event` from `Event`": [
        ("chess", "game = chess.pgn.Game(); game.headers['event'] = 'x'", "game.headers['Event']", "'?'"),
        ("hexmate", "game = hexmate.pgn.Game(); game.headers['event'] = 'x'", "game.headers['Event'], len(game.headers)", "('x', 7)"),
    ],
    '`game.headers["FEN"] = …`, `["Variant"] = …` with moves': [
        ("hexmate", "game = read(PGN); game.headers['Variant'] = 'mini'", "str(game)", "IllegalMoveError"),
        ("hexmate", "game = read(PGN); game.headers['FEN'] = KINGS", "str(game)", "IllegalMoveError"),
    ],
    "`str(game)` has one line of moves and no line end": [
        ("chess", "game = chess.pgn.Game(); game.add_line(MOVES)", "len(str(game).splitlines()[-1]) > 80, str(game)[-1]", "(True, '*')"),
        ("hexmate", "game = long()", "max(map(len, str(game).splitlines())) <= 80, str(game)[-1], len(game.accept(hexmate.pgn.StringExporter(columns=None)).splitlines())", "(True, '\\n', 10)"),
    ],
    "`str(game)` writes the tags of `headers`": [
        ("hexmate", "game = hexmate.pgn.Game({'Letters': 'hungarian'}); game.setup(KINGS)", "str(game).splitlines()[:4]", "['[Variant \"glinski\"]', '[SetUp \"1\"]', '[FEN \"1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1\"]', '']"),
    ],
    "`add_variation`, `add_main_variation`, `add_line` accept illegal moves": [
        ("chess", "", "chess.pgn.Game().add_variation(chess.Move.from_uci('e2e5')).move", "Move.from_uci('e2e5')"),
        *(("hexmate", "", f"hexmate.pgn.Game().{call}", "IllegalMoveError") for call in ("add_variation(Move.from_uci('f6f7'))", "add_main_variation(Move.from_uci('f6f7'))", "add_line([Move.from_uci('f6f7')])")),
    ],
    "`node.comment`": [
        ("chess", "", "chess_read(CHESS_PGN).next().comment", "'a b'"),
        ("hexmate", "", "read(PGN).next().comment, read(PGN).next().comments", "('a b', ['a', 'b'])"),
    ],
    "a comment behind a variation belongs to the move before it": [
        ("chess", "", "chess_read(CHESS_PGN).next().next().comment", "'c'"),
        ("hexmate", "game = read(PGN)", "game.next().next().comment, game.next().variations[1].closing_comment, game.closing_comments", "('', 'c', ['end'])"),
    ],
    "`node.nags` is a set": [
        ("hexmate", "node = read('1. Ndf4 $10 $3 *').next()", "list(node.nags), node.nags == {3, 10}", "([10, 3], True)"),
    ],
    "`node.ply()` counts from the first move of the game": [
        ("chess", "", "chess_read('[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 9\"]\\n\\n9. Ka2 *').next().ply()", "17"),
        ("hexmate", "", "read(f'[FEN \"{KINGS[:-1]}9\"]\\n\\n9. Ka2 *').next().ply()", "1"),
    ],
    "`game.mainline()`, `game.mainline_moves()` are views": [
        ("chess", "", "type(chess_read(CHESS_PGN).mainline()).__name__", "'Mainline'"),
        ("hexmate", "", "type(read(PGN).mainline()), type(read(PGN).mainline_moves())", "(<class 'list'>, <class 'list'>)"),
    ],
    "`node.accept(visitor)`, `str(node)`": [
        ("chess", "", "str(chess_read(CHESS_PGN).next().next())", "'1... e5 { c } 2. Nf3'"),
        ("hexmate", "", "read(PGN).next().accept(hexmate.pgn.StringExporter())", "AttributeError"),
        ("hexmate", "", "str(read(PGN).next())", "'<ChildNode 1 d1f4>'"),
    ],
    "subclasses of `pgn.StringExporter`, `pgn.FileExporter` override `visit_move`": [
        ("hexmate", "class Own(hexmate.pgn.StringExporter): visit_move = None", "read(PGN).accept(Own()) == str(read(PGN)).rstrip()", "True"),
    ],
    "`svg.board(board, orientation=…, lastmove=…, arrows=…, squares=…, size=…, coordinates=…)`": [
        ("hexmate", "move = Move('e4', 'e6')", "hexmate.svg.board(board, arrows=[move, 'Ge4e5', ('f5', 'f6')]).count('<path class=') > 2, hexmate.svg(board, theme='print', stipulation='#2').startswith('<svg')", "(True, True)"),
    ],
    "`svg.board(…, check=…)`": [
        ("hexmate", "", "hexmate.svg.board(board, check='g1') == hexmate.svg.board(board)", "True"),
    ],
    "`svg.board(…, colors={…})`": [
        ("hexmate", "", "hexmate.svg.board(board, colors={'square light': '#fff'})", "InvalidOptionError"),
        ("hexmate", "", "'#123456' in hexmate.svg.board(board, colors={'light': '#123456'})", "True"),
    ],
    "`svg.board(…, fill=…, flipped=…, borders=…, style=…)`": [
        *(("hexmate", "", f"hexmate.svg.board(board, {name}={{}})", "InvalidOptionError") for name in ("fill", "flipped", "borders", "style")),
    ],
    "`polyglot.zobrist_hash(board)`": [("hexmate", "", "board.key == Board().key != Board('mini').key", "True")],
    "`syzygy.open_tablebase(folder)`": [("hexmate", "", "hexmate.Tables('folder').game.name", "'glinski'")],
    "`engine`, `variant`, `gaviota`": [
        ("hexmate", "", "hexmate.engine", "AttributeError"),
        ("hexmate", "", "hexmate.variant", "AttributeError"),
        ("hexmate", "", "hexmate.gaviota", "AttributeError"),
    ],
}  # fmt: skip


def table() -> list[tuple[str, str]]:
    """Returns the rows of the table, without headings."""
    text = (ROOT / "python/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \| (.*?)(?: \||\|)$", text[text.index("| python-chess | hexmate |") :], flags=re.MULTILINE)
    end = next(number for number, (first, _) in enumerate(rows) if first.startswith("`module/hexmate`"))
    return [(first, second) for first, second in rows[1:end] if first != "file" and not first.startswith("**")]


def read(text: str) -> hexmate.pgn.Game:
    """Reads the first game of a text."""
    game = hexmate.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def long() -> hexmate.pgn.Game:
    """Returns a game of 60 plies."""
    board = hexmate.Board()
    for _ in range(60):
        board.push(board.legal_moves[0])
    return hexmate.pgn.Game.from_board(board)


def names() -> dict[str, Any]:
    """Returns the names that the lines use."""
    found: dict[str, Any] = {
        "Board": hexmate.Board, "Cell": hexmate.Cell, "Move": hexmate.Move, "Piece": hexmate.Piece, "board": hexmate.Board(),
        "hexmate": hexmate, "io": io, "copy": copy, "read": read, "long": long, "KINGS": KINGS, "ILLEGAL": ILLEGAL,
        "PROMOTION": PROMOTION, "STALEMATE": STALEMATE, "PGN": PGN, "CHESS_PGN": CHESS_PGN, "FAULTY": FAULTY,
        "MATE": "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split(),
    }  # fmt: skip
    return found


def chess_names() -> dict[str, Any]:
    """Returns the names that the lines of python-chess use."""
    chess: Any = pytest.importorskip("chess")
    pytest.importorskip("chess.pgn")
    board = chess.Board()
    moves = []
    for _ in range(60):
        moves.append(next(iter(board.legal_moves)))
        board.push(moves[-1])
    read: Callable[[str], Any] = lambda text: chess.pgn.read_game(io.StringIO(text))
    return {"chess": chess, "board": chess.Board(), "io": io, "chess_read": read, "CHESS_PGN": CHESS_PGN, "MOVES": moves}


def test_table_has_these_rows() -> None:
    rows = [first for first, _ in table() if not first.startswith("none of ")]
    assert rows == list(ROWS)


LINES = [(row, *line) for row, lines in ROWS.items() for line in lines]


@pytest.mark.parametrize(("row", "library", "before", "line", "result"), LINES)
def test_rows_are_true(row: str, library: str, before: str, line: str, result: str) -> None:
    known = names() if library == "hexmate" else chess_names()
    exec(before, known)
    errors = [getattr(module, result, None) for module in (known.get("chess", hexmate), builtins)]
    expected = next((error for error in errors if isinstance(error, type) and issubclass(error, Exception)), None)
    if expected is not None:
        with pytest.raises(expected):
            eval(line, known)
    else:
        assert repr(eval(line, known)) == result


def public(thing: object) -> set[str]:
    """Returns the public names of a class, or those that a module defines itself."""
    found = {name for name in dir(thing) if not name.startswith("_")}
    if not isinstance(thing, ModuleType):
        return found
    typing = ("typing", "__future__", "collections.abc", "dataclasses")
    return {
        name
        for name in found
        if not isinstance(value := getattr(thing, name), ModuleType)
        and getattr(value, "__module__", thing.__name__) not in typing
        and not (name.endswith("T") and not name.isupper())
        and name not in ("annotations", "LOGGER", "Square", "Color", "PieceType", "Bitboard", "ColorName", "EnPassantSpec", "IntoSquareSet")
        and not name.endswith("_REGEX")
    }


def counterparts() -> Iterator[tuple[object, object]]:
    """Yields the classes and modules of python-chess with those of this package."""
    chess: Any = pytest.importorskip("chess")
    pgn: Any = pytest.importorskip("chess.pgn")
    svg: Any = pytest.importorskip("chess.svg")
    for name in ("Board", "Move", "Piece", "Outcome", "Termination"):
        yield getattr(chess, name), getattr(hexmate, name)
    for name in ("Game", "ChildNode", "Headers", "BaseVisitor", "StringExporter", "FileExporter"):
        yield getattr(pgn, name), getattr(hexmate.pgn, name)
    yield chess, hexmate
    yield pgn, hexmate.pgn
    yield svg, sys.modules["hexmate.svg"]


def test_table_lists_absent_names() -> None:
    cells = [second for first, second in table() if first.startswith("none of ")]
    listed = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    absent: set[str] = set()
    for theirs, ours in counterparts():
        absent |= public(theirs) - {name for name in dir(ours) if not name.startswith("_")}
    unlisted = {name for name in absent if not any(fnmatch.fnmatchcase(name, pattern) for pattern in listed)}
    assert not unlisted
    unused = [pattern for pattern in listed if not fnmatch.filter(absent, pattern)]
    assert not unused
