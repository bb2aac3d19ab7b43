"""Tests of diagrams: equality with those of the command, and display in notebooks."""

import xml.etree.ElementTree as ElementTree

import hexmate
import pytest
from conftest import run
from hexmate import Board, Move

FEN = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"


def test_options_equal_the_command() -> None:
    same = run(
        "diagram", FEN, "--theme=greys", "--pieces=plain", "--bottom=b", "--coordinates=inside", "--width=300",
        "--prefix=x1", "--title=T <&>", "--above=Ann", "--above=1999", "--stipulation=#2", "--count", "--to-move",
        "--letters=german", "--last-move=b4e10", "--arrow=Ge4e6", "--arrow=e5e6", "--arrow-above=a1a2",
        "--circle=Rf6", "--mark=f5", "--dot=f4", "--ring=f3", "--cross=f2", "--moves-of=b4",
    ).stdout  # fmt: skip
    picture = hexmate.svg(
        Board(fen=FEN), theme="greys", pieces="plain", bottom="b", coordinates="inside", width=300,
        prefix="x1", title="T <&>", above=["Ann", "1999"], stipulation="#2", count=True, to_move=True,
        language="german", last_move=Move.from_uci("b4e10"), arrows=["Ge4e6", Move("e5", "e6")],
        arrows_above="a1a2", circles=["Rf6"], marks=["f5"], dots="f4", rings=[hexmate.Cell("f3")],
        crosses="f2", moves_of=["b4"],
    )  # fmt: skip
    assert picture + "\n" == same or picture == same
    assert hexmate.svg(FEN) == Board(fen=FEN).svg() == run("diagram", FEN).stdout


def test_colours_are_text_or_dictionary() -> None:
    text = 'base = "dark"\nlight = "#fffaf0"\n[check]\ntint = "none"\n'
    changes = {"light": "#fffaf0", "check": {"tint": "none"}, "base": "dark"}
    assert Board().svg(colors=text) == Board().svg(colors=changes) != Board().svg(theme="dark")
    with pytest.raises(hexmate.InvalidOptionError, match="line 1"):
        Board().svg(colors={"light": "white"})


def test_illegal_positions_are_drawn() -> None:
    without_kings = "1/3/5/7/9/11/11/11/11/11/11 w - 0 1"
    assert hexmate.svg(without_kings).startswith("<svg ")
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.svg(without_kings, moves_of="f6")


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_objects_display_in_notebooks(game: str) -> None:
    board = Board(game)
    move = board.legal_moves[0]
    solution = hexmate.solve(board, "#1")
    for picture in [board._repr_svg_(), move._repr_svg_(), solution._repr_svg_(), solution.svg(theme="print")]:
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    empty = board._repr_svg_()
    board.push(move)
    assert board._repr_svg_() != empty and board.unicode() and str(board)


def test_pictures_are_shown_in_notebooks() -> None:
    board = Board(fen=FEN)
    solution = hexmate.solve(board)
    for picture in (hexmate.svg(board), hexmate.svg.board(board), board.svg(), solution.svg(), hexmate.svg(FEN)):
        assert isinstance(picture, str) and picture._repr_svg_() == picture and picture.startswith("<svg ")
    assert hexmate.svg.board(board, arrows="e4e6") == hexmate.svg.board(board, arrows=[Move("e4", "e6")])
