"""Tests of games that are edited: tags, moves, variations and comments appear in all output."""

import copy
import io
import pickle
import random
from collections.abc import Callable

import hexmate
import hexmate.pgn
import pytest
from hexmate import Board, Move
from hexmate.pgn import Game

KINGS = "1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1"
TEXT = '[Event "Old"]\n[White "Ann"]\n[Annotator "Eve"]\n\n{s} 1. Ndf4 $3 {a} $1 {b} e6 {c} (1... g6 {d} $2 (1... b6) {e}) {f} $4 2. b2 {x} * {after}\n'


def read(text: str) -> Game:
    game = hexmate.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def outputs(game: Game) -> dict[str, str]:
    """Returns all texts that have the tags of a game."""
    file = io.StringIO()
    game.accept(hexmate.pgn.FileExporter(file))
    again = read(str(game))
    return {
        "str": str(game),
        "pgn": game.pgn(notation="uci"),
        "exporter": game.accept(hexmate.pgn.StringExporter(columns=None)),
        "file": file.getvalue(),
        "record": game.record.pgn(),
        "row": str(game.record.to_row()) + str(game.record.tags),
        "read": str(again),
        "pickled": str(pickle.loads(pickle.dumps(game))),
        "copied": str(copy.deepcopy(game)),
    }


SOURCES: list[Callable[[], Game]] = [
    Game,
    lambda: read(TEXT),
    lambda: Game(next(hexmate.read_games(io.StringIO(TEXT)))),
    lambda: Game.from_board(Board(moves=["e4e6", "b7b6"])),
    lambda: read("1. Ndf4 e6 2. Nf9 *"),
]


@pytest.mark.parametrize("source", range(len(SOURCES)))
def test_new_tags_are_in_outputs(source: int) -> None:
    game = SOURCES[source]()
    game.headers["Event"] = 'New "one" \\ '
    game.headers.update(White="Zoe", Mood="fine")
    assert game.headers.setdefault("Mood", "bad") == "fine" and game.headers.setdefault("ECO", "A0") == "A0"
    for name, text in outputs(game).items():
        assert "Zoe" in text and "New" in text and "Old" not in text and "Ann]" not in text, name
        if name not in ("row", "record"):
            assert '[Event "New \\"one\\" \\\\ "]' in text and '[Mood "fine"]' in text, name
    assert game.headers.pop("Mood") == "fine" and game.headers.pop("Mood", None) is None
    assert all("Mood" not in text for text in outputs(game).values())


@pytest.mark.parametrize("source", range(len(SOURCES)))
def test_deleted_tags_are_absent(source: int) -> None:
    game = SOURCES[source]()
    game.headers["Annotator"] = "Eve"
    for name in ("Event", "Round", "Annotator", "Black", "Result"):
        del game.headers[name]
        assert f"[{name} " not in str(game) and name not in game.headers
    with pytest.raises(KeyError):
        del game.headers["Event"]
    assert str(game).rstrip().endswith(("*", "* {after}")) or source == 4
    game.headers.clear()
    assert [line.split()[0] for line in str(game).splitlines() if line.startswith("[")] == ["[Variant"]


def test_result_is_tag_and_token() -> None:
    game = read("1. Ndf4 e6 *")
    for result in ("1-0", "0-1", "1/2-1/2", "3/4-1/4", "*"):
        game.headers["Result"] = result
        assert f'[Result "{result}"]' in str(game) and str(game).endswith(f" {result}\n")
        assert game.record.result == result
    game.headers["Result"] = "adjourned"
    assert '[Result "adjourned"]' in str(game) and str(game).endswith(" *\n")


def test_fen_and_variant_change_board() -> None:
    game = Game()
    game.headers["FEN"] = KINGS
    assert game.board() == Board(KINGS) and '[SetUp "1"]\n[FEN "' in str(game)
    game.add_line([Move.from_uci("a1a2")])
    assert read(str(game)).end().board() == game.end().board()
    del game.headers["FEN"]
    with pytest.raises(hexmate.IllegalMoveError):
        str(game)
    game.headers["FEN"] = "1/3/5"
    for fail in (game.board, game.pgn, lambda: str(game)):
        with pytest.raises(hexmate.InvalidFenError):
            fail()
    game = Game({"Variant": "mini"})
    assert game.board() == Board("mini") and game.rules == hexmate.Game("mini")
    assert Game(variant="mini").board() == Board("mini")
    game.setup(Board(KINGS))
    assert game.headers["Variant"] == "glinski" and game.board() == Board(KINGS)
    game.setup(Board())
    assert "FEN" not in game.headers and "SetUp" not in game.headers and game.board() == Board()
    with pytest.raises(hexmate.InvalidFenError):
        game.setup(Board.empty())
    assert game.board() == Board()


def test_variant_of_option_is_kept() -> None:
    game = hexmate.pgn.read_game(io.StringIO("1. f4f6 *"), variant="echex3")
    assert game is not None and game.headers["Variant"] == "echex3"
    game.headers["Red"] = "Rob"
    assert read(str(game)).record.players == ["?", "Rob", "?"] and len(read(str(game)).mainline_moves()) == 1


def test_repaired_tags_make_moves_readable() -> None:
    for wrong, name, right in [('[Variant "minni"]', "Variant", "mini"), ('[Variant "mini"]\n[FEN "x/3/5"]', "FEN", "")]:
        game = read(f'{wrong}\n[White "Ann"]\n\n{{c}} 1. d3d4 {{x}} c5d4 *\n')
        assert game.errors and game.mainline_moves() == [] and game.headers["White"] == "Ann"
        assert "[" in str(game)
        game.headers[name] = right
        if name == "FEN":
            del game.headers[name]
        assert game.headers["White"] == "Ann" and "{c} 1. d4 {x}" in str(game), str(game)
        assert game.mainline_moves()[0] == Move.from_uci("d3d4", "mini") and game.comment == "c"


def test_tags_ignore_case() -> None:
    game = read('[event "Lower"]\n[WHITE "Ann"]\n[x-1 "y"]\n\n1. Ndf4 *')
    assert game.headers["Event"] == "Lower" and game.headers["white"] == "Ann" and "X-1" in game.headers
    game.headers["EVENT"] = "Upper"
    assert '[Event "Upper"]' in str(game) and "Lower" not in str(game)
    assert list(game.headers)[:5] == ["Event", "Site", "Date", "Round", "White"]


def test_unedited_games_are_unchanged() -> None:
    game = read(TEXT)
    before = str(game)
    assert game.next() is not None and str(game) == before and game.record is game.record
    game.headers["Event"] = "New"
    assert str(game) == before.replace("Old", "New")


def test_edited_moves_keep_the_rest() -> None:
    game = read(TEXT)
    node = game.next()
    assert node is not None and [child.uci() for child in node.variations] == ["e7e6", "g7g6", "b7b6"]
    node.comment = "better"
    assert [child.closing_comment for child in node.variations] == ["", "f", "e"]
    text = str(game)
    assert "{better} 1... e6 $4 {c} (1... g6 $2 {d}) {f} (1... b6) {e} 2. b2 {x} * {after}" in text.replace("\n", " ")
    assert str(read(text)) == text
    node.remove_variation(1)
    assert "{c} {f}" in str(game) and "g6" not in str(game)


def test_python_chess_tree_methods() -> None:
    game = Game()
    main = game.add_main_variation(Move.from_uci("d1f4"), comment="knight", nags=[1])
    other = game.add_variation(Move.from_uci("e4e6"), starting_comment="or")
    last = other.add_line([Move.from_uci(text) for text in ("b7b6", "b1b2")], comment="end")
    assert game[0] is game.variation(Move.from_uci("d1f4")) is main and other in game and last.parent is other.variations[0]
    assert other.starts_variation() and not other.is_mainline() and main.is_mainline() and main.is_main_variation()
    assert last.ply() == 3 and last.board().ply() == 3 and last.turn() == "b" and last.game() is last.root() is game
    assert last.san() == "b2" and game.end() is main and other.end() is last and last.is_end()
    assert str(game).splitlines()[-1] == "1. Ndf4 $1 {knight} ({or} 1. e6 b6 2. b2 {end}) *"
    game.promote(other)
    assert game.variations == [other, main]
    game.demote(other)
    game.promote_to_main(last.parent.parent if last.parent and last.parent.parent else 0)
    assert game.mainline() == [other, other.variations[0], last] and reversed(game.mainline())
    with pytest.raises(KeyError):
        game.variation(Move.from_uci("f5f6"))
    with pytest.raises(hexmate.IllegalMoveError):
        main.add_variation(Move.from_uci("d1f4"))
    assert main.variations == [] and not game.has_variation(7)
    with pytest.raises(ValueError):
        game.add_line([])
    with pytest.raises(ValueError):
        main.nags.add(256)
    game.remove_variation(main)
    assert [node.uci() for node in game.mainline()] == ["e4e6", "b7b6", "b1b2"]


def test_visitors_see_each_step() -> None:
    class Steps(hexmate.pgn.BaseVisitor[list[str]]):
        def __init__(self) -> None:
            self.steps: list[str] = []

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.steps.append(tagname)

        def visit_move(self, board: Board, move: Move) -> None:
            self.steps.append(board.san(move))

        def visit_comment(self, comment: str) -> None:
            self.steps.append(f"{{{comment}}}")

        def begin_variation(self) -> hexmate.pgn.SkipType | None:
            self.steps.append("(")
            return hexmate.pgn.SKIP if len(self.steps) > 20 else None

        def end_variation(self) -> None:
            self.steps.append(")")

        def visit_result(self, result: str) -> None:
            self.steps.append(result)

        def result(self) -> list[str]:
            return self.steps

    steps = read("{s} 1. Ndf4 {a} e6 (1... g6 2. b2) 2. b2 * {t}").accept(Steps())
    assert steps[7:] == ["{s}", "Ndf4", "{a}", "e6", "(", "g6", "b2", ")", "b2", "*", "{t}"]
    file = io.StringIO(TEXT)
    headers = hexmate.pgn.read_game(file, Visitor=hexmate.pgn.HeadersBuilder)
    assert headers is not None and headers["Annotator"] == "Eve"


def test_exporters_leave_parts_out() -> None:
    game = read(TEXT)
    bare = game.accept(hexmate.pgn.StringExporter(headers=False, variations=False, comments=False))
    assert bare == "1. Ndf4 $3 $1 e6 $4 2. b2 *"
    one = game.accept(hexmate.pgn.StringExporter(columns=None)).splitlines()[-1]
    assert one.startswith("{s} 1. Ndf4") and one.endswith("* {after}")
    narrow = game.accept(hexmate.pgn.StringExporter(columns=20, headers=False))
    assert max(map(len, narrow.splitlines())) <= 20 and narrow.split() == one.split()
    file = io.StringIO()
    assert game.accept(hexmate.pgn.FileExporter(file)) == len(file.getvalue())
    game.accept(hexmate.pgn.FileExporter(file))
    file.seek(0)
    assert [found.headers["Event"] for found in iter(lambda: hexmate.pgn.read_game(file), None)] == ["Old", "Old"]
    curly = Game()
    curly.comment, curly.headers["White"] = "a } b", "x"
    for columns in (None, 20, 80):
        assert read(curly.accept(hexmate.pgn.StringExporter(columns=columns))).comment == "a } b"


WORDS = ["a", "x } y", "[%clk 0:01]", "line\nline", '\n\n[Event "x"]\n', "; semi", "( ) { $1", "%", "ő 😀", "1-0", "[%escaped] z"]


def random_game(rng: random.Random) -> Game:
    """Returns a game with random variations, comments in all places and glyphs."""
    name = rng.choice(hexmate.GAMES)
    game = Game(variant=None if name == "glinski" else name)
    for tag in ("Event", "White", "Odd-Tag", "Größe"):
        if rng.random() < 0.5:
            game.headers[tag] = rng.choice(['q"u\\o', "Őry", "", "]", "x [y] {z}", " "])
    nodes: list[hexmate.pgn.GameNode] = [game]
    for _ in range(rng.randrange(30)):
        node = rng.choice(nodes[-3:])
        moves = node.board().legal_moves
        if moves:
            nodes.append(node.add_variation(rng.choice(moves)))
    for node in nodes:
        if rng.random() < 0.4:
            node.comments = [rng.choice(WORDS) for _ in range(rng.randint(1, 2))]
        if isinstance(node, hexmate.pgn.ChildNode):
            node.nags = rng.sample(range(256), rng.randrange(3))
            if node.starts_variation() and rng.random() < 0.4:
                node.starting_comment = rng.choice(WORDS)
            if node.starts_variation() and rng.random() < 0.4:
                node.closing_comment = rng.choice(WORDS)
    if rng.random() < 0.3:
        game.closing_comments = [rng.choice(WORDS)]
    return game


def test_random_games_round_trip() -> None:
    rng = random.Random(53)
    for number in range(300):
        game = random_game(rng)
        text = str(game)
        again = read(text)
        assert again.errors == [] and list(again._steps()) == list(game._steps()), (number, text)
        assert {name: again.headers[name] for name in game.headers} == dict(game.headers), (number, text)
        assert str(again) == text and again.record.is_ok
        again.headers["Site"] = "elsewhere"
        assert str(again) == text.replace("[Site \"?\"]", "[Site \"elsewhere\"]"), (number, text)
        pickled = pickle.loads(pickle.dumps(game))
        assert str(pickled) == text and str(game.copy()) == text
