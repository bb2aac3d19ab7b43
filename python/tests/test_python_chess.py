"""Lines that a user of python-chess types, each with its result; and lines that end in an error which says what to do."""

import builtins
import copy
import io
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import hexmate
import hexmate.pgn
import hexmate.svg
import pytest
from conftest import run
from hexmate import Board, Cell, Move, Piece

MINI = "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1"
KINGS = "1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1"
AFTER = "b/qbk/n1b1n/r5r/ppppppppp/5P5/11/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - 0 1"
PGN = '[White "Ann"]\n[Black "Bob"]\n\n{First} 1. Ndf4 e6 {good} 2. b2 1-0\n'
TWO = f'{PGN}\n[White "Eve"]\n\n1. Ndf4 e6 2. Nf9 *\n'

# What runs before the line, the line, and the text of its result.
LINES = [
    # Boards and positions.
    ("", "Board(hexmate.STARTING_FEN) == Board()", "True"),
    ("", "Board(KINGS).fen() == KINGS", "True"),
    ("", "Board(MINI, variant='mini') == Board('mini') == Board(variant='mini')", "True"),
    ("", "Board('start') == Board('glinski', 'start') == Board(fen='start')", "True"),
    ("", "hexmate.STARTING_FEN == hexmate.Game().starting_fen == Board().fen()", "True"),
    ("", "hexmate.STARTING_BOARD_FEN == Board().board_fen()", "True"),
    ("", "hexmate.Game('mini').starting_fen == MINI", "True"),
    ("board.set_fen(KINGS)", "board == Board(KINGS), board.ply()", "(True, 0)"),
    ("board.push_san('e5'); board.reset()", "board == Board(), board.move_stack", "(True, [])"),
    ("board.push_san('e5'); board.clear_stack()", "board.ply(), board.turn", "(0, 'b')"),
    ("board.clear()", "board.fen()", "'1/3/5/7/9/11/11/11/11/11/11 w - 0 1'"),
    ("board.clear()", "board.is_valid(), board.status()", "(False, ('no-king', 'no-king'))"),
    ("", "board.is_valid(), board.status() == hexmate.STATUS_VALID", "(True, True)"),
    ("", "Board.empty() == Board.unchecked('1/3/5/7/9/11/11/11/11/11/11 w - 0 1')", "True"),
    ("board = Board.empty('mini')", "board.piece_map(), board.king(hexmate.WHITE), board.turn", "({}, None, 'w')"),
    ("board.set_piece_at(hexmate.F6, Piece('rook', 'b'))", "board.piece_at('f6')", "Piece('rook', 'b')"),
    ("board.set_piece_at(hexmate.F6, 'r')", "board.remove_piece_at('f6'), board == Board()", "(Piece('rook', 'b'), True)"),
    ("board.set_piece_at(hexmate.F5, None)", "board.piece_at('f5'), board.remove_piece_at('f5')", "(None, None)"),
    ("board.set_piece_map({hexmate.A1: Piece('king', 'w'), hexmate.E10: Piece('king', 'b')})", "board.fen()", repr(KINGS)),
    ("board.turn = hexmate.BLACK", "board.turn, board.fen()[-7:]", "('b', 'b - 0 1')"),
    ("board.turn = not board.turn", "board.turn == hexmate.BLACK", "True"),
    ("board.halfmove_clock, board.fullmove_number = 7, 9", "board.fen()[-7:]", "'w - 7 9'"),
    ("board.push_san('e6')", "board.mirror().turn, board.mirror().mirror() == board", "('w', True)"),
    ("", "all(Board(game).mirror().board_fen() == Board(game).board_fen() for game in TWO_PLAYERS)", "True"),
    ("", "copy.copy(board) == board.copy(stack=False) == board.root() == pickle.loads(pickle.dumps(board))", "True"),
    ("board.clear()", "copy.copy(board) == board.copy() == pickle.loads(pickle.dumps(board))", "True"),
    ("[board.push_uci(text) for text in ('e4e6', 'f7e6')]", "board.copy(stack=1).move_stack, board.copy(stack=1).root().ply(), len(board.copy(stack=9).move_stack)", "([Move.from_uci('f7e6')], 0, 2)"),
    ("board = Board(KINGS)", "board.epd(), board.epd(bm=Move.from_uci('a1a2'), id='A \"B\"', dm=2, draw_offer=None)", "('1/k2/5/7/9/11/11/11/11/11/K10 w -', '1/k2/5/7/9/11/11/11/11/11/K10 w - bm Ka2; id \"A \\\\\"B\\\\\"\"; dm 2; draw_offer;')"),
    ("board = Board(KINGS)", "Board.from_epd(board.epd(bm=[Move.from_uci('a1a2')], id='one'))", "(Board('glinski', '1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1'), {'bm': 'Ka2', 'id': 'one'})"),
    # Players.
    ("", "board.turn == hexmate.WHITE, board.turn == hexmate.BLACK, board.turn", "(True, False, 'w')"),
    ("board.push_san('e5')", "'White' if board.turn else 'Black'", "'Black'"),
    ("", "hexmate.COLORS, bool(hexmate.WHITE), bool(hexmate.BLACK)", "(('w', 'b'), True, False)"),
    ("", "[bool(player) for player in Board('echex3').players]", "[True, False, False]"),
    ("", "board.king(hexmate.WHITE), board.king(not board.turn), board.king(True)", "(Cell('g1'), Cell('g10'), Cell('g1'))"),
    ("", "{player: len(board.pieces('P', player)) for player in board.players}", "{'w': 9, 'b': 9}"),
    ("", "pickle.loads(pickle.dumps(board.turn)), type(board.turn) is hexmate.Player", "('w', True)"),
    # Cells and pieces.
    ("", "hexmate.F6, hexmate.parse_cell('f6') == hexmate.F6 == hexmate.CELLS[45]", "(Cell('f6'), True)"),
    ("", "len(hexmate.CELLS), list(hexmate.CELLS) == sorted(hexmate.Game().cells(), key=lambda cell: (cell.file, cell.rank))", "(91, True)"),
    ("", "Board('shafran').piece_at(hexmate.E1), Board('shafran').find_move(hexmate.E2, hexmate.E5)", "(Piece('king', 'w', 'shafran'), Move.from_uci('e2e5', 'shafran'))"),
    ("", "board.piece_at(hexmate.G1), board.piece_at(hexmate.F6)", "(Piece('king', 'w'), None)"),
    ("", "board.piece_type_at('g1') == hexmate.KING, board.color_at('g1') == hexmate.WHITE, board.color_at('f6')", "(True, True, None)"),
    ("", "board.pieces(hexmate.KNIGHT, hexmate.BLACK)", "[Cell('d9'), Cell('h9')]"),
    ("", "hexmate.F1 in board.pieces(hexmate.BISHOP, hexmate.WHITE), len(board.pieces('bishop', 'w'))", "(True, 3)"),
    ("piece = Piece.from_symbol('n')", "piece, piece.piece_type == hexmate.KNIGHT, piece.color == hexmate.BLACK, str(piece)", "(Piece('knight', 'b'), True, True, 'n')"),
    ("", "Piece(hexmate.PAWN, hexmate.WHITE) == Piece('pawn', 'w') == Piece('pawn', True)", "True"),
    ("", "hexmate.PIECE_TYPES", "('pawn', 'knight', 'bishop', 'rook', 'queen', 'king')"),
    ("", "board.is_attacked_by(hexmate.WHITE, hexmate.F4), len(board.attackers(hexmate.WHITE, hexmate.F4))", "(True, 4)"),
    # Moves.
    ("", "board.legal_moves.count(), len(board.legal_moves), len(list(board.legal_moves))", "(51, 51, 51)"),
    ("", "Move.from_uci('d1f4') in board.legal_moves, board.legal_moves.count(Move.from_uci('f6f7'))", "(True, 0)"),
    ("", "board.legal_moves == list(board.legal_moves), board.legal_moves[:2] == list(board.legal_moves)[:2]", "(True, True)"),
    ("board.set_fen(KINGS)", "bool(board.legal_moves), board.legal_moves.count() == board.count_moves()", "(True, True)"),
    ("move = Move.from_uci('f10f11q')", "move.from_square, move.to_square, move.promotion == hexmate.QUEEN, move.uci()", "(Cell('f10'), Cell('f11'), True, 'f10f11q')"),
    ("", "Move(hexmate.D1, hexmate.F4) == board.parse_san('Ndf4') == board.find_move('d1', 'f4')", "True"),
    ("board.set_fen('1/1P1/4k/7/9/11/11/11/11/11/K10 w - 0 1')", "board.find_move('f10', 'f11').promotion, board.find_move('f10', 'f11', 'knight').uci()", "('queen', 'f10f11n')"),
    ("move = board.push_uci('e4e6')", "board.peek() == move == board.pop(), board.ply()", "(True, 0)"),
    ("board.push(board.parse_uci('e4e6'))", "board.ep_square, board.has_legal_en_passant()", "(Cell('e5'), False)"),
    ("move = board.parse_san('e6')", "board.san(move), board.lan(move), board.uci(move), board.is_capture(move), board.is_zeroing(move)", "('e6', 'e4-e6', 'e4e6', False, True)"),
    ("", "board.variation_san([Move.from_uci(text) for text in ('d1f4', 'e7e6', 'b1b2')])", "'1. Ndf4 e6 2. b2'"),
    ("board.push_san('Ndf4')", "board.variation_san([Move.from_uci('e7e6')])", "'1... e6'"),
    ("", "board.san(Move.from_uci('d1f4'), letters='hungarian') == board.san(Move.from_uci('d1f4'), language='hungarian')", "True"),
    ("board.push_san('Hdf4', letters='hungarian')", "board.fen() == Board(moves=['d1f4']).fen()", "True"),
    ("", "[move.uci() for move in board.generate_legal_captures()], sum(1 for _ in board.generate_legal_moves())", "([], 51)"),
    ("board = Board('1/k2/5/7/9/11/r10/11/11/R10/K10 w - 0 1')", "board.is_into_check(Move.from_uci('a2b2')), board.is_into_check(Move.from_uci('a2a3')), board.is_into_check(Move.from_uci('a1b1'))", "(True, False, False)"),
    # The end of a game.
    ("", "board.is_check(), board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material()", "(False, False, False, False)"),
    ("board = Board(moves=MATE)", "board.is_checkmate(), board.outcome().winner == hexmate.WHITE, board.result()", "(True, True, '1-0')"),
    ("", "board.is_game_over(), board.is_repetition(), board.is_fivefold_repetition(), board.is_seventyfive_moves()", "(False, False, False, False)"),
    ("", "board.is_fifty_moves(), Board(KINGS[:-3] + '100 60').is_fifty_moves(), Board(KINGS[:-3] + '150 80').is_seventyfive_moves()", "(False, True, True)"),
    ("board = Board(moves=MATE)", "board.outcome().result(), board.outcome().termination is hexmate.Termination.CHECKMATE", "('1-0', True)"),
    ("", "board.can_claim_draw(), board.can_claim_fifty_moves(), board.can_claim_threefold_repetition()", "(False, False, False)"),
    ("[board.push_uci(text) for text in 2 * ['d1b2', 'd9b6', 'b2d1', 'b6d9']]", "board.can_claim_draw(), board.can_claim_threefold_repetition(), board.outcome()", "(True, True, None)"),
    # Games.
    ("game = hexmate.pgn.read_game(io.StringIO(PGN))", "game.headers['White'], game.headers['Event'], game.headers['Result']", "('Ann', '?', '1-0')"),
    ("game = hexmate.pgn.read_game(io.StringIO(PGN))", "game.board() == Board(), game.end().board().fen() == game.record.board().fen()", "(True, True)"),
    ("game = hexmate.pgn.read_game(io.StringIO(PGN))", "[move.uci() for move in game.mainline_moves()]", "['d1f4', 'e7e6', 'b1b2']"),
    ("game = hexmate.pgn.read_game(io.StringIO(PGN))", "[(node.san(), node.comment) for node in game.mainline()], game.comment", "([('Ndf4', ''), ('e6', 'good'), ('b2', '')], 'First')"),
    ("game = hexmate.pgn.read_game(io.StringIO(PGN))", "game.next().next().move, game.end().next(), game.end().ply()", "(Move.from_uci('e7e6'), None, 3)"),
    ("file = io.StringIO(TWO)", "[game.headers['White'] for game in iter(lambda: hexmate.pgn.read_game(file), None)]", "['Ann', 'Eve']"),
    ("file = io.StringIO(TWO); hexmate.pgn.read_game(file)", "[fault.code for fault in hexmate.pgn.read_game(file).errors], hexmate.pgn.read_game(file)", "(['no-such-move'], None)"),
    ("file = io.StringIO(TWO); hexmate.pgn.read_game(file); file.seek(0)", "hexmate.pgn.read_headers(file)['White']", "'Ann'"),
    ("file = io.StringIO(TWO)", "[hexmate.pgn.skip_game(file) for _ in range(3)]", "[True, True, False]"),
    ("file = io.StringIO('')", "hexmate.pgn.read_game(file), hexmate.pgn.read_game(file)", "(None, None)"),
    ("game = hexmate.pgn.read_game(io.StringIO('1. f4f6 *'), variant='echex3')", "game.rules, len(game.mainline_moves())", "(Game('echex3'), 1)"),
    ("board.push_san('Ndf4')", "str(hexmate.pgn.Game.from_board(board)).splitlines()[-1]", "'1. Ndf4 *'"),
    ("board = Board(KINGS); board.push_uci('a1a2')", "hexmate.pgn.Game.from_board(board).end().board() == board", "True"),
    ("game = next(hexmate.read_games(io.StringIO(PGN)))", "game.mainline_moves() == game.moves, game.board(0) == Board()", "(True, True)"),
    # Pictures.
    ("", "hexmate.svg.board(board) == hexmate.svg(board) == board.svg()", "True"),
    ("", "hexmate.svg.board(board, orientation=hexmate.BLACK, size=350) == board.svg(bottom='b', width=350)", "True"),
    ("move = board.push_san('Ndf4')", "hexmate.svg.board(board, lastmove=move, arrows=[(hexmate.E4, hexmate.E6)]) == board.svg(last_move=move, arrows='e4e6')", "True"),
    ("", "hexmate.svg.board(board, coordinates=False, squares=[hexmate.F6]) == board.svg(coordinates='none', crosses='f6')", "True"),
    ("", "hexmate.svg.board() == hexmate.svg('1/3/5/7/9/11/11/11/11/11/11 w - 0 1') == Board.empty().svg()", "True"),
    ("", "hexmate.svg(MINI, variant='mini') == hexmate.svg(MINI, game='mini')", "True"),
    ("", "board._repr_svg_().startswith('<svg '), Board.empty()._repr_svg_().startswith('<svg ')", "(True, True)"),
]  # fmt: skip

# What runs before the line, the line, the exception and a part of its message.
ERRORS = [
    ("", "Board(KINGS, 'mini')", "InvalidOptionError", "given twice"),
    ("", "Board('mini', variant='mini')", "InvalidOptionError", "give one of them"),
    ("", "Board('1/3/5')", "InvalidFenError", "board has 3 ranks"),
    ("", "Board(Board(moves=['e4e6']).fen('file-up'))", "InvalidFenError", 'this is a FEN in dialect file-up; use from_fen="file-up"'),
    ("", "board.set_fen(Board(moves=['e4e6']).fen('oblique'))", "InvalidFenError", 'use from_fen="oblique"'),
    ("", "hexmate.svg(Board(moves=['e4e6']).fen('file-up'))", "InvalidFenError", 'use from_fen="file-up"'),
    ("", "hexmate.solve(Board(moves=['e4e6']).fen('file-up'))", "InvalidFenError", 'use from_fen="file-up"'),
    ("", "hash(board)", "TypeError", "unhashable type"),
    ("", "hexmate.solve(KINGS + chr(10) + KINGS)", "HexmateError", "use read_problems"),
    ("", "board.epd(**{'a b': 1})", "InvalidOptionError", "not the name of an operation"),
    ("", "hexmate.pgn.Game().headers.update(WhiteElo=2400)", "TypeError", "write str(2400)"),
    ("", "hexmate.pgn.Game().headers.update({'a b': 'c'})", "InvalidOptionError", "not the name of a tag"),
    ("", "hexmate.pgn.Game().headers.update(Event='a' + chr(10) + 'b')", "InvalidOptionError", "is one line"),
    ("", "hexmate.pgn.Game({'Variant': 'nonsense'}).board()", "UnknownGameError", "nonsense"),
    ("", "next(hexmate.read_games(io.StringIO(PGN))).tags.update(Event='New')", "TypeError", "use hexmate.pgn.Game(record).headers"),
    ("", "board.set_fen('1/3/5')", "InvalidFenError", "board has 3 ranks"),
    ("", "board.san(Move.from_uci('d1f4'), letters='german', language='german')", "InvalidOptionError", "give one of them"),
    ("board.clear()", "board.legal_moves", "InvalidFenError", "white has no king, black has no king"),
    ("board.clear()", "board.push_san('e5')", "InvalidFenError", "white has no king"),
    ("board.clear()", "board.is_check()", "InvalidFenError", "no king"),
    ("board.clear()", "hexmate.perft(board, 1)", "InvalidFenError", "no king"),
    ("board.clear()", "hexmate.solve(board)", "InvalidFenError", "no king"),
    ("", "board.set_piece_at('f6', 'x')", "InvalidOptionError", "no piece \"x\""),
    ("", "board.set_piece_at('f6', 7)", "TypeError", "expected a Piece or its symbol, not int"),
    ("", "board.set_piece_at('f6', Piece('king', 'r', 'echex3'))", "InvalidOptionError", "no player"),
    ("", "Board('echex3').king(False)", "InvalidOptionError", "use a letter out of wrb"),
    ("", "Board('echex3').mirror()", "InvalidOptionError", "more than two players"),
    ("", "board.king('x')", "InvalidOptionError", "no player \"x\""),
    ("", "board.piece_at(35)", "TypeError", "expected a Cell or its name, not int"),
    ("", "board.find_move('f6', 'f7')", "IllegalMoveError", "no piece on f6"),
    ("", "board.push_san('Nz4')", "InvalidMoveError", "unknown file 'z'"),
    ("", "Move.from_uci('0000')", "InvalidMoveError", "0000"),
    ("", "hexmate.pgn.read_game('games.pgn')", "TypeError", "for a path use hexmate.read_games"),
    ("", "hexmate.svg.board(board, fill={})", "InvalidOptionError", "unknown option \"fill\""),
    ("", "hexmate.square_name(35)", "AttributeError", "use cell.name"),
    ("", "hexmate.SQUARES", "AttributeError", "use hexmate.CELLS"),
    ("", "hexmate.nothing", "AttributeError", "has no attribute 'nothing'"),
    ("", "hexmate.read_games(io.StringIO(PGN), encoding='klingon')", "InvalidOptionError", "unknown encoding"),
    ("", "hexmate.read_games(io.StringIO(PGN), letters='klingon')", "InvalidOptionError", "unknown language"),
    ("", "hexmate.read_games(io.StringIO(PGN), files='a-z')", "InvalidOptionError", "write a-l, a-k, fairy"),
    ("", "hexmate.read_games(io.StringIO(PGN), from_fen='z')", "InvalidOptionError", "from_fen: unknown name"),
]  # fmt: skip


def names() -> dict[str, Any]:
    """Returns the names that the lines use."""
    return {
        "Board": Board, "Cell": Cell, "Move": Move, "Piece": Piece, "board": Board(), "copy": copy, "hexmate": hexmate,
        "io": io, "pickle": pickle, "KINGS": KINGS, "MINI": MINI, "PGN": PGN, "TWO": TWO,
        "MATE": "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split(),
        "TWO_PLAYERS": [game for game in hexmate.GAMES if len(hexmate.Game(game).players) == 2],
    }  # fmt: skip


@pytest.mark.parametrize(("before", "line", "result"), LINES)
def test_lines_give_their_results(before: str, line: str, result: str) -> None:
    known = names()
    exec(before, known)
    assert repr(eval(line, known)) == result


@pytest.mark.parametrize(("before", "line", "error", "message"), ERRORS)
def test_errors_say_what_to_do(before: str, line: str, error: str, message: str) -> None:
    known = names()
    exec(before, known)
    with pytest.raises(getattr(hexmate, error) if error in hexmate.__all__ else getattr(builtins, error)) as caught:
        eval(line, known)
    assert message in str(caught.value)


def test_edited_boards_play_on() -> None:
    board = Board.empty("mini")
    for cell, symbol in {"a1": "K", "d7": "k", "b4": "R"}.items():
        board.set_piece_at(cell, symbol)
    assert board.is_valid() and board.legal_moves
    move = board.legal_moves[0]
    board.push(move)
    assert board.pop() == move and board.ply() == 0


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_setting_pieces_rebuilds_each_start(game: str) -> None:
    start, board = Board(game), Board.empty(game)
    for cell, piece in start.piece_map().items():
        board.set_piece_at(cell, piece)
    assert board.board_fen() == start.board_fen() and board.is_valid()
    board.set_fen(start.fen())
    assert board == start
    board.set_piece_map(start.piece_map())
    assert board.piece_map() == start.piece_map() and board.turn == start.turn


def test_eliminations_wait_for_edits() -> None:
    # The red king is mated as long as its own pieces are missing.
    fen = "1/3/5/7/9/11/rK,1,wQ,8/wR,10/wR,10/11/5,wK,4,bK w wrb - 0 1"
    whole = Board.unchecked(fen, "echex3")
    board = Board.empty("echex3")
    for cell, piece in whole.piece_map().items():
        board.set_piece_at(cell, piece)
    assert board.piece_map() == whole.piece_map()


def test_castling_rights_follow_edits() -> None:
    board = Board("shafran")
    assert board.castling_rights == "QBqb"
    board.remove_piece_at("a1")
    assert board.castling_rights == "Bqb" and board.is_valid()


def test_rows_have_players_result_moves() -> None:
    rows = list(hexmate.read_games(io.StringIO(TWO)).rows())
    assert [(row["white"], row["black"], row["result"]) for row in rows] == [("Ann", "Bob", "1-0"), ("Eve", "", "*")]
    assert rows[0]["moves"] == ["d1f4", "e7e6", "b1b2"] and rows[0]["sans"] == ["Ndf4", "e6", "b2"]
    assert (rows[1]["status"], rows[1]["code"], rows[1]["plies"]) == ("illegal", "no-such-move", 2)
    assert rows == [game.to_row() for game in hexmate.read_games(io.StringIO(TWO))]
    from_fen = next(hexmate.read_games(io.StringIO(f'[FEN "{KINGS}"]\n\n1. Ka2 *\n')))
    assert from_fen.to_row()["fen"] == KINGS and rows[0]["fen"] is None


def test_tables_of_games_have_arrow_types() -> None:
    arrow = pytest.importorskip("pyarrow")
    table = hexmate.read_games(io.StringIO(TWO)).table()
    assert table.column_names == list(next(hexmate.read_games(io.StringIO(PGN)).rows()))
    assert table.schema.field("moves").type == arrow.list_(arrow.string())
    assert table.column("white").to_pylist() == ["Ann", "Eve"]


def test_missing_pyarrow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    rows, games = hexmate.validate_many([PGN]), hexmate.read_games(io.StringIO(PGN))
    for source in (rows, games):
        with pytest.raises(ModuleNotFoundError, match=re.escape("pip install 'hexmate[arrow]'")):
            source.table()
        assert len(list(source)) == 1


def test_names_of_files_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    # Cell j1 exists only with files a to k.
    path.write_text("1. j1j2 *\n", encoding="utf-8")
    for files, status, moves in [("a-k", "ok", ["k1k2"]), (None, "ok", ["k1k2"]), ("a-l", "illegal", [])]:
        (game,) = hexmate.read_games(path, files=files)
        options = [] if files is None else [f"--files={files}"]
        done = run("validate", path, "--format=csv", *options).stdout
        assert (game.status, [move.uci() for move in game.moves]) == (status, moves)
        assert f",{status}," in done


def test_encoding_is_that_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Őry Ágnes"]\n[Black "Łukasz"]\n\n1. Ndf4 *\n'.encode("cp1250"))
    for encoding, white in [("cp1250", "Őry Ágnes"), ("cp1252", "Õry Ágnes")]:
        reader = hexmate.read_games(path, encoding=encoding)
        game = next(reader)
        assert game.tags["White"] == white
        done = run("convert", path, f"--encoding={encoding}", "--to=csv").stdout
        assert white in done
    for encoding, name, white in [("koi8_r", "KOI8-R", "Шафран"), ("cp852", "cp852", "Źródło"), ("cp866", "cp866", "Шафран")]:
        games = f'[White "{white}"]\n\n1. Ndf4 *\n'.encode(encoding)
        for asked in (None, encoding, encoding.upper().replace("_", "-")):
            reader = hexmate.read_games(io.BytesIO(games), encoding=asked)
            assert next(reader).tags["White"] == white
            assert reader.encoding == (name if asked is None else None)
    assert hexmate.read_games(io.StringIO(PGN)).encoding is None
    problem = f'{KINGS}; id "Őry";\n'.encode("cp1250")
    assert [row["id"] for row in hexmate.read_problems(io.BytesIO(problem), encoding="cp1250")] == ["Őry"]
    rows = hexmate.validate_many([path.read_bytes()], encoding="cp1250", variant="glinski")
    assert [row["id"] for row in rows] == ["Őry Ágnes - Łukasz"]


def test_variant_and_letters_are_options() -> None:
    for keyword in ("game", "variant"):
        options: dict[str, Any] = {keyword: "echex6"}
        assert Cell("r9", **options).name == hexmate.parse_cell("r9", **options).name == "r9"
        assert Move.from_uci("k4k5", **options) == Move("k4", "k5", **options)
        assert Piece("king", "o", **options) == Piece.from_symbol("oK", **options)
        assert Board(**options).game.name == Board.empty(**options).game.name == "echex6"
        assert Cell.axial(0, 0, **options).name == "i9"
    for keyword in ("language", "letters"):
        options = {keyword: "hungarian"}
        game = next(hexmate.read_games(io.StringIO("1. Hdf4 e6 *"), **options))
        assert game.is_ok and game.pgn(**options).splitlines()[-1] == "1. Hdf4 e6 *"
        assert Board().parse_san("Hdf4", **options) == Board().parse_uci("d1f4")
        assert Board().svg(**options) == Board().svg(language="hungarian")


def test_every_cell_is_a_constant() -> None:
    for cell in hexmate.Game().cells():
        assert getattr(hexmate, cell.name.upper()) == cell
