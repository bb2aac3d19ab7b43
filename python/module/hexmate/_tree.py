"""Games as trees of moves, with the names of python-chess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableSet
from typing import TYPE_CHECKING, Any, TypeVar

from hexmate._classes import Player
from hexmate._errors import HexmateError
from hexmate._headers import Headers
from hexmate._hexmate import Board, Fault, GameRecord, Move, read_part, written_comment
from hexmate._hexmate import Game as Rules
from hexmate._visitors import SKIP, BaseVisitor, walk

if TYPE_CHECKING:
    from typing_extensions import Self

_Result = TypeVar("_Result")

# A step of a movetext: its kind and its value.
_Step = tuple[str, Any]

# A result that the reader of PGN accepts after the moves.
_RESULT = re.compile(r"\*|[0-9½][0-9/½-]*")

# Tags that the writer of PGN derives from the game.
_DERIVED = frozenset({"result", "variant", "letters", "files", "setup", "fen"})

# Tags that a game has unless they are deleted.
_ROSTER = frozenset({"event", "site", "date", "round", "white", "black", "result"})

# Maximum length of a tag value or a comment, in bytes.
_LIMIT = 1 << 20


class Nags(MutableSet[int]):
    """Numeric annotation glyphs of a move, as a set in the order in which they were added."""

    __slots__ = ("_nags",)

    def __init__(self, nags: Iterable[int] = ()) -> None:
        """Creates a set of these glyphs, each from 0 to 255."""
        self._nags: dict[int, None] = {}
        for nag in nags:
            self.add(nag)

    def add(self, value: int) -> None:
        """Adds a glyph."""
        if not 0 <= value <= 255:
            raise ValueError(f"expected a glyph from 0 to 255, not {value}")
        self._nags[int(value)] = None

    def discard(self, value: int) -> None:
        """Removes a glyph, if it is there."""
        self._nags.pop(value, None)

    def __contains__(self, value: object) -> bool:
        return value in self._nags

    def __iter__(self) -> Iterator[int]:
        return iter(self._nags)

    def __len__(self) -> int:
        return len(self._nags)

    def __repr__(self) -> str:
        return f"{{{', '.join(map(str, self._nags))}}}" if self._nags else "Nags()"


def _comments(text: str | Iterable[str]) -> list[str]:
    """Returns a comment, or several, as a list without empty ones."""
    texts = [text] if isinstance(text, str) else list(text)
    return [each.strip() for each in texts if each.strip()]


class GameNode:
    """A node of a game: the position after a move, or the first position.

    Its `variations` begin with the main line. Edits of it appear in `str(game)`.
    """

    __slots__ = ("__weakref__", "_comments", "_nags", "_variations", "parent")

    parent: GameNode | None

    def __init__(self, parent: GameNode | None) -> None:
        """Creates a node without variations; to add one to a game, use `add_variation`."""
        self.parent = parent
        self._comments: list[str] = []
        self._nags = Nags()
        self._variations: list[ChildNode] = []

    @property
    def variations(self) -> list[ChildNode]:
        """The nodes of the next moves: the main line, then the other variations."""
        return self._variations

    @variations.setter
    def variations(self, nodes: Iterable[ChildNode]) -> None:
        self._variations = list(nodes)

    @property
    def comments(self) -> list[str]:
        """The comments after the move and before its variations, one by one; of a game those before the first move."""
        return self._comments

    @comments.setter
    def comments(self, texts: str | Iterable[str]) -> None:
        self._comments = _comments(texts)

    @property
    def comment(self) -> str:
        """The comments after the move and before its variations, separated by spaces."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, text: str) -> None:
        self.comments = _comments(text)

    @property
    def nags(self) -> Nags:
        """The numeric annotation glyphs of the move."""
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = Nags(nags)

    def forget_comments(self) -> None:
        """Removes all comments of the node."""
        self.comments = []

    def game(self) -> Game:
        """Returns the game."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise HexmateError("this node has been taken from its game")
        return node

    def root(self) -> Game:
        """Returns the game, the first node."""
        return self.game()

    def _line(self) -> list[ChildNode]:
        """Returns the nodes from the first move to this one."""
        line: list[ChildNode] = []
        node: GameNode | None = self
        while isinstance(node, ChildNode):
            line.append(node)
            node = node.parent
        return line[::-1]

    def ply(self) -> int:
        """Returns the number of moves up to this node."""
        return len(self._line())

    def board(self) -> Board:
        """Returns the board at this node, with the moves that led to it."""
        board = self.game().board()
        for node in self._line():
            board.push(node.move)
        return board

    def turn(self) -> Player:
        """Returns the player to move."""
        return self.board().turn

    def next(self) -> ChildNode | None:
        """Returns the next node of the main line, or None at the end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """Returns the last node of the main line after this one; the node itself if it has no variations."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Returns True if no move follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Returns True if the node is the first of a variation that is not the main one."""
        return self.parent is not None and self.parent.variations[:1] != [self]

    def is_main_variation(self) -> bool:
        """Returns True if the node is the first variation of its parent, or the game."""
        return not self.starts_variation()

    def is_mainline(self) -> bool:
        """Returns True if the node is in the main line of the game."""
        return all(node.is_main_variation() for node in self._line())

    def mainline(self) -> list[ChildNode]:
        """Returns the nodes of the main line after this one."""
        nodes: list[ChildNode] = []
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
            nodes.append(node)
        return nodes

    def mainline_moves(self) -> list[Move]:
        """Returns the moves of the main line after this node."""
        return [node.move for node in self.mainline()]

    def nodes(self) -> Iterator[GameNode]:
        """Yields this node and all after it, variations included."""
        stack: list[GameNode] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.variations))

    def _number(self, move: int | Move | GameNode) -> int:
        for number, node in enumerate(self.variations):
            if move == number and not isinstance(move, Move) or node is move or node.move == move:
                return number
        raise KeyError(f"no such variation: {move!r}")

    def variation(self, move: int | Move | GameNode) -> ChildNode:
        """Returns a variation by its number, its first move or its node; raises KeyError if there is none."""
        return self.variations[self._number(move)]

    __getitem__ = variation

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """Returns True if there is a variation with this number, first move or node."""
        try:
            return self._number(move) >= 0
        except KeyError:
            return False

    __contains__ = has_variation

    def _move_to(self, move: int | Move | GameNode, place: int) -> None:
        node = self.variations.pop(self._number(move))
        self.variations.insert(max(place, 0), node)

    def promote_to_main(self, move: int | Move | GameNode) -> None:
        """Makes a variation the main one."""
        self._move_to(move, 0)

    def promote(self, move: int | Move | GameNode) -> None:
        """Moves a variation one place up."""
        self._move_to(move, self._number(move) - 1)

    def demote(self, move: int | Move | GameNode) -> None:
        """Moves a variation one place down."""
        self._move_to(move, self._number(move) + 1)

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Removes a variation; the comments after its closing bracket go to the main line."""
        node = self.variations.pop(self._number(move))
        if self.variations:
            self.variations[0].comments.extend(node.closing_comments)

    def _add(self, move: Move) -> ChildNode:
        node = ChildNode(self, move)
        self.variations.append(node)
        return node

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a variation that begins with a move, and returns its node; raises IllegalMoveError for an illegal move."""
        return self.add_line([move], comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a variation as `add_variation` does, and makes it the main one."""
        node = self.add_variation(move, comment=comment, starting_comment=starting_comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> ChildNode:
        """Adds a variation of several moves; comment and glyphs are those of its last move, whose node is returned."""
        board, line = self.board(), list(moves)
        for move in line:
            board.push(move)
        node: GameNode = self
        for number, move in enumerate(line):
            node = node._add(move)
            if number == 0:
                node.starting_comments = _comments(starting_comment)
        if not isinstance(node, ChildNode) or not line:
            raise ValueError("expected at least one move")
        node.comment = comment
        node._nags = Nags(nags)
        return node

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ply()}>"


class ChildNode(GameNode):
    """A node after a move.

    >>> import hexmate, hexmate.pgn, io
    >>> game = hexmate.pgn.read_game(io.StringIO("1. Ndf4 {good} e6 *"))
    >>> [(node.san(), node.ply(), node.comment) for node in game.mainline()]
    [('Ndf4', 1, 'good'), ('e6', 2, '')]
    """

    __slots__ = ("_closing", "_starting", "move")

    move: Move

    def __init__(self, parent: GameNode, move: Move) -> None:
        """Creates a node; to add one to a game, use `add_variation`."""
        super().__init__(parent)
        self.move = move
        self._starting: list[str] = []
        self._closing: list[str] = []

    @property
    def starting_comments(self) -> list[str]:
        """The comments before the first move of a variation, one by one."""
        return self._starting

    @starting_comments.setter
    def starting_comments(self, texts: str | Iterable[str]) -> None:
        self._starting = _comments(texts)

    @property
    def starting_comment(self) -> str:
        """The comments before the first move of a variation, separated by spaces."""
        return " ".join(self._starting)

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting = _comments(text)

    @property
    def closing_comments(self) -> list[str]:
        """The comments after the closing bracket of a variation that begins here, one by one."""
        return self._closing

    @closing_comments.setter
    def closing_comments(self, texts: str | Iterable[str]) -> None:
        self._closing = _comments(texts)

    @property
    def closing_comment(self) -> str:
        """The comments after the closing bracket of a variation that begins here, separated by spaces."""
        return " ".join(self._closing)

    @closing_comment.setter
    def closing_comment(self, text: str) -> None:
        self._closing = _comments(text)

    def forget_comments(self) -> None:
        """Removes all comments of the node."""
        self._comments, self._starting, self._closing = [], [], []

    def san(self) -> str:
        """Returns the move in SAN."""
        return self._before().san(self.move)

    def uci(self) -> str:
        """Returns the move in UCI."""
        return self.move.uci()

    def _before(self) -> Board:
        if self.parent is None:
            raise HexmateError("this node has been taken from its game")
        return self.parent.board()

    def _path(self) -> tuple[int, ...]:
        line = self._line()
        return tuple(node.parent.variations.index(node) for node in line if node.parent is not None)

    def __reduce__(self) -> tuple[Any, tuple[Game, tuple[int, ...]]]:
        """Returns a function and its arguments, for pickle and copy: the game and the way to the node."""
        return (_node_at, (self.game(), self._path()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ply()} {self.uci()}>"


def _node_at(game: Game, path: tuple[int, ...]) -> GameNode:
    """Returns the node at the end of a way."""
    node: GameNode = game
    for number in path:
        node = node.variations[number]
    return node


class Game(GameNode):
    """A game with the interface of `chess.pgn.Game`: the tree of its moves, with its tags as `headers`.

    Edits of tags, moves, variations, comments and glyphs appear in `str(game)`, in `record` and in all other output.

    >>> import hexmate, hexmate.pgn, io
    >>> game = hexmate.pgn.read_game(io.StringIO('[White "Ann"]\\n\\n1. Ndf4 e6 1-0\\n'))
    >>> game.headers["White"], game.headers["Black"], game.headers["Result"]
    ('Ann', '?', '1-0')
    >>> board = game.board()
    >>> for move in game.mainline_moves():
    ...     board.push(move)
    >>> board == game.end().board(), game.errors
    (True, [])
    >>> game.headers["Black"] = "Bob"
    >>> node = game.next().add_variation(hexmate.Move.from_uci("b7b6"), comment="safer")
    >>> print(game)
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Ann"]
    [Black "Bob"]
    [Result "1-0"]
    [Variant "glinski"]
    <BLANKLINE>
    1. Ndf4 e6 (1... b6 {safer}) 1-0
    <BLANKLINE>
    """

    __slots__ = (
        "_closing",
        "_first",
        "_headers_read",
        "_is_loaded",
        "_kept",
        "_read",
        "_source",
        "_steps_read",
        "errors",
        "headers",
    )

    headers: Headers
    errors: list[Fault]

    def __init__(
        self,
        source: GameRecord | Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        *,
        variant: Rules | str | None = None,
    ) -> None:
        """Creates the game of a record of `hexmate.read_games`, or a game without moves with these tags, by default those of the standard."""
        super().__init__(None)
        self._read: GameRecord | None = None
        self._is_loaded = True
        # The steps of the record as read, and those of the tree that was built from them.
        self._source: list[_Step] = []
        self._steps_read: list[_Step] = []
        self._closing: list[str] = []
        # The board at the first move that the tree is known to fit.
        self._first: Board | None = None
        # The text of the last edit, with its record.
        self._kept: tuple[str, GameRecord] | None = None
        self.errors = []
        self._headers_read: list[tuple[str, str]] = []
        if isinstance(source, GameRecord):
            self._read = source
            self._is_loaded = False
            self.headers = _headers_of(source)
            self._headers_read = list(self.headers.items())
            if source.fault is not None:
                self.errors = [source.fault]
        else:
            self.headers = Headers(source)
        if variant is not None:
            self.headers["Variant"] = Rules(variant).name if isinstance(variant, str) else variant.name

    @classmethod
    def _restored(
        cls,
        tags: list[tuple[str, str]],
        steps: list[_Step] | None,
        errors: list[Fault],
        read: GameRecord | None,
    ) -> Self:
        """Returns the game with these parts; `steps` is None if its tree has not been edited."""
        game = cls(read)
        game.headers = Headers._of(tags)  # pyright: ignore[reportPrivateUsage]
        game.errors = list(errors)
        if steps is not None:
            game._load()
            game._variations, game._comments, game._nags, game._closing = [], [], Nags(), []
            game._build(steps)
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        """Returns a function and its arguments, for pickle and copy."""
        steps = list(self._steps()) if self._is_loaded else None
        return (type(self)._restored, (list(self.headers.items()), steps, self.errors, self._read))

    def copy(self) -> Self:
        """Returns a copy of the whole game."""
        function, arguments = self.__reduce__()
        copied: Self = function(*arguments)
        return copied

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """Returns the game of the moves of a board; `str(game)` is its PGN."""
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node._add(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """Returns a game without moves and without tags."""
        game = cls()
        game.headers.clear()
        return game

    def setup(self, board: Board | str) -> None:
        """Sets the first position, with the tags `FEN` and `SetUp`, and `Variant` of another game than Gliński's.

        Raises an exception, and changes nothing, if the moves of the game are not legal there.
        """
        first = Board(self.headers.variant(), board) if isinstance(board, str) else board.copy(stack=False)
        if not first.is_valid():
            first.count_moves()
        self._check(first)
        if first.game != Rules() or "Variant" in self.headers:
            self.headers["Variant"] = first.game.name
        if first == Board(first.game):
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["SetUp"] = "1"
            self.headers["FEN"] = first.fen()

    # The tree.

    def _load(self) -> None:
        """Builds the tree of the record, when it is first used."""
        if self._is_loaded or self._read is None:
            return
        self._is_loaded = True
        read = self._read
        try:
            self._source = read._steps()
        except HexmateError:
            if list(self.headers.items()) == self._headers_read:
                self._is_loaded = False
                return
            # The edited tags may tell what the first position is.
            read = self._reread(read._movetext() or "")
            try:
                self._source = read._steps()
            except HexmateError:
                self._is_loaded = False
                return
            self._read = read
        self._first = read.board(0)
        self._build(self._source)
        self._steps_read = list(self._steps())

    def _reread(self, movetext: str) -> GameRecord:
        """Returns the record of these tags and a movetext."""
        return self._record_of("".join([*(_tag(*tag) for tag in self.headers.items()), "\n", movetext, "\n"]))

    def _record_of(self, text: str) -> GameRecord:
        file, number = ("<game>", 1) if self._read is None else (self._read.file, self._read.number)
        return read_part(text.encode("utf-8", "surrogateescape"), file=file, number=number)[-1]

    def _build(self, steps: Iterable[_Step]) -> None:
        node: GameNode = self
        # The lines around the current one: the node before each, and the first node of its open variation.
        around: list[GameNode] = []
        # Comments before the first move of a variation, and the variation that has just been closed.
        starting: list[str] | None = None
        closed: ChildNode | None = None
        for kind, value in steps:
            if kind == "move":
                node = node._add(value)
                if starting is not None:
                    node.starting_comments = starting
                starting, closed = None, None
            elif kind == "nag":
                node.nags.add(value)
            elif kind == "comment":
                if starting is not None:
                    starting.append(value)
                elif closed is not None:
                    closed.closing_comments.append(value)
                else:
                    node.comments.append(value)
            elif kind == "begin":
                around.append(node)
                node, starting, closed = node.parent or self, [], None
            elif kind == "result":
                # Comments from here on follow the result.
                starting = self._closing
            elif kind == "end":
                before = around.pop()
                if starting:
                    # A variation without moves.
                    before.comments.extend(starting)
                closed = None if starting is not None else _first_of(before, node)
                node, starting = before, None

    def _steps(self) -> Iterator[_Step]:
        """Yields the movetext step by step."""
        yield from (("comment", text) for text in self.comments)
        stack: list[tuple[str, GameNode]] = [("line", self)]
        while stack:
            kind, node = stack.pop()
            if kind == "line":
                if node.variations:
                    main, *others = node.variations
                    yield from _own_steps(main)
                    stack.append(("line", main))
                    stack.extend(("variation", other) for other in reversed(others))
            elif isinstance(node, ChildNode) and kind == "variation":
                yield ("begin", None)
                yield from (("comment", text) for text in node.starting_comments)
                yield from _own_steps(node)
                stack.append(("end", node))
                stack.append(("line", node))
            elif isinstance(node, ChildNode):
                yield ("end", None)
                yield from (("comment", text) for text in node.closing_comments)
        yield ("result", None)
        yield from (("comment", text) for text in self.closing_comments)

    def accept(self, visitor: BaseVisitor[_Result]) -> _Result:
        """Calls the methods of a visitor for the game, and returns its result."""
        walk(self, visitor)
        return visitor.result()

    def visit_moves(self, visitor: BaseVisitor[Any]) -> None:
        """Calls the methods of a visitor for moves, comments, glyphs and variations, in the order of the text."""
        board = self.board()
        visitor.visit_board(board)
        for text in self.comments:
            visitor.visit_comment(text)
        stack: list[tuple[str, GameNode, Board]] = [("line", self, board)]
        while stack:
            kind, node, board = stack.pop()
            if kind == "line":
                if node.variations:
                    main, *others = node.variations
                    after = _visit_move(visitor, main, board)
                    stack.append(("line", main, after))
                    stack.extend(("variation", other, board) for other in reversed(others))
            elif isinstance(node, ChildNode) and kind == "variation":
                if visitor.begin_variation() is SKIP:
                    continue
                for text in node.starting_comments:
                    visitor.visit_comment(text)
                after = _visit_move(visitor, node, board)
                stack.append(("end", node, board))
                stack.append(("line", node, after))
            elif isinstance(node, ChildNode):
                visitor.end_variation()
                for text in node.closing_comments:
                    visitor.visit_comment(text)
        visitor.visit_result(self.headers.get("Result", "*"))
        for text in self.closing_comments:
            visitor.visit_comment(text)

    @property
    def variations(self) -> list[ChildNode]:
        """The nodes of the first moves: the main line, then the other variations."""
        self._load()
        return self._variations

    @variations.setter
    def variations(self, nodes: Iterable[ChildNode]) -> None:
        self._load()
        self._variations = list(nodes)

    @property
    def comments(self) -> list[str]:
        """The comments before the first move, one by one."""
        self._load()
        return self._comments

    @comments.setter
    def comments(self, texts: str | Iterable[str]) -> None:
        self._load()
        self._comments = _comments(texts)

    @property
    def closing_comments(self) -> list[str]:
        """The comments after the result, one by one."""
        self._load()
        return self._closing

    @closing_comments.setter
    def closing_comments(self, texts: str | Iterable[str]) -> None:
        self._load()
        self._closing = _comments(texts)

    def forget_comments(self) -> None:
        """Removes the comments before the first move and after the result."""
        self.comments, self.closing_comments = [], []

    @property
    def nags(self) -> Nags:
        """The numeric annotation glyphs before the first move."""
        self._load()
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._load()
        self._nags = Nags(nags)

    def board(self) -> Board:
        """Returns the board before the first move: that of the tags `FEN` and `Variant`."""
        read = self._read
        if read is not None and not self._has_changed("FEN", "Variant"):
            return read.board(0)
        return self.headers.board()

    def _has_changed(self, *names: str) -> bool:
        """Returns True if the value of one of these tags is not that of the record."""
        tags = dict(self._headers_read)
        return any(self.headers.get(name) != tags.get(name) for name in names)

    def _check(self, first: Board) -> None:
        """Raises an exception if a move of the tree is not legal from this first position."""
        stack: list[tuple[GameNode, Board]] = [(self, first)]
        while stack:
            node, board = stack.pop()
            for child in node.variations:
                after = board.copy(stack=False)
                after.push(child.move)
                stack.append((child, after))

    def mainline_moves(self) -> list[Move]:
        """Returns the moves of the main line, up to the first fault."""
        if self._is_loaded or self._read is None:
            return super().mainline_moves()
        return self._read.moves

    # Names that python-chess does not have.

    @property
    def rules(self) -> Rules | None:
        """The game whose rules apply; None if the tag `Variant` names no known game."""
        try:
            if self._read is not None and not self._has_changed("Variant"):
                return self._read.game
            return self.headers.variant()
        except HexmateError:
            return None

    def node(self, ply: int) -> ChildNode | None:
        """Returns the node after `ply` moves of the main line, or None if the game is shorter."""
        line = self.mainline()
        return line[ply - 1] if 1 <= ply <= len(line) else None

    def comment_after(self, ply: int) -> str:
        """Returns the comments after `ply` moves of the main line, separated by spaces."""
        node = self if ply == 0 else self.node(ply)
        return "" if node is None else node.comment

    @property
    def record(self) -> GameRecord:
        """The game as a record of `hexmate.read_games`, with fault and diagnosis; after an edit, that of the new text."""
        if self._read is not None and not self._is_edited():
            return self._read
        text = self._text()
        if self._kept is None or self._kept[0] != text:
            self._kept = (text, self._record_of(text))
        return self._kept[1]

    def _is_edited(self) -> bool:
        if self._read is None or list(self.headers.items()) != self._headers_read:
            return True
        return self._is_loaded and list(self._steps()) != self._steps_read

    def _text(self) -> str:
        """Returns a text that reads as this game, with moves in UCI."""
        self._load()
        tags = dict(self.headers)
        if not self._is_loaded and self._read is not None:
            return "".join([*(_tag(*tag) for tag in tags.items()), "\n", self._read._movetext() or "", "\n"])
        first = self.board()
        if first != self._first:
            self._check(first)
            self._first = first
        kept = {name: value for name, value in tags.items() if name.lower() not in _DERIVED}
        result = self.headers.get("Result", "*").strip()
        kept["Result"] = result or "*"
        kept["Variant"] = first.game.name
        if first != Board(first.game):
            kept |= {"SetUp": "1", "FEN": first.fen()}
        token = result if _RESULT.fullmatch(result) else "*"
        steps = list(self._steps())
        # An unchanged movetext is written in the order in which it was read.
        steps = self._source if steps == self._steps_read else steps
        words = [token if kind == "result" else _word(kind, value) for kind, value in steps]
        return "".join([*(_tag(*tag) for tag in kept.items()), "\n", " ".join(words), "\n"])

    def pgn(self, *, notation: str = "san", language: str | None = None, letters: str | None = None) -> str:
        """Returns the PGN with all edits, in a notation and with the piece letters of a language."""
        record = self.record
        text = record.pgn(notation=notation, language=language, letters=letters)
        deleted = {name for name in _ROSTER if name not in self.headers}
        if not deleted:
            return text
        head, _, movetext = text.partition("\n\n")
        lines = [line for line in head.split("\n") if line[1:].split(" ")[0].lower() not in deleted]
        return "\n".join([*lines, "", movetext])

    def __str__(self) -> str:
        """Returns the PGN; of a record without a legal first position, its diagnosis."""
        try:
            return self.pgn()
        except HexmateError:
            if self._read is None or self._is_loaded:
                raise
            return self.record.diagnosis

    def __repr__(self) -> str:
        white, black, result = (self.headers.get(name, "?") for name in ("White", "Black", "Result"))
        return f"<Game {white} - {black} {result}>"


def _first_of(line: GameNode, node: GameNode) -> ChildNode | None:
    """Returns the first node of a variation of `line` that ends with `node`."""
    while node.parent is not None and node.parent is not line.parent:
        node = node.parent
    return node if isinstance(node, ChildNode) else None


def _own_steps(node: ChildNode) -> Iterator[_Step]:
    yield ("move", node.move)
    yield from (("nag", nag) for nag in node.nags)
    yield from (("comment", text) for text in node.comments)


def _visit_move(visitor: BaseVisitor[Any], node: ChildNode, board: Board) -> Board:
    """Calls the methods of a visitor for a move with its glyphs and comments, and returns the board after it."""
    visitor.visit_move(board, node.move)
    after = board.copy()
    after.push(node.move)
    visitor.visit_board(after)
    for nag in node.nags:
        visitor.visit_nag(nag)
    for text in node.comments:
        visitor.visit_comment(text)
    return after


def _bounded(text: str, what: str) -> str:
    """Returns a text that the reader of PGN does not cut."""
    if len(text) > _LIMIT // 4 and len(text.encode("utf-8", "surrogateescape")) > _LIMIT:
        raise HexmateError(f"{what} has more than {_LIMIT} bytes")
    return text


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{_bounded(escaped, name)}"]\n'


def _word(kind: str, value: Any) -> str:
    """Returns a step of a movetext as PGN."""
    if kind == "comment":
        return written_comment(_bounded(value, "a comment"))
    return {"begin": "(", "end": ")", "nag": f"${value}"}.get(kind, str(value))


def _headers_of(record: GameRecord) -> Headers:
    """Returns the tags of a record, with those of the standard that it lacks."""
    headers = Headers()
    headers["Result"] = record.result or "*"
    tags = {name.lower(): (name, value) for name, value in reversed(record.tags.items())}
    rules = record.game
    if rules not in (None, Rules()) and tags.get("variant", ("", ""))[1].strip() in ("", "?"):
        tags["variant"] = ("Variant", str(rules))
    roster = [(name, tags.pop(name.lower(), (name, value))[1]) for name, value in headers.items()]
    return Headers._of([*roster, *reversed(tags.values())])  # pyright: ignore[reportPrivateUsage]
