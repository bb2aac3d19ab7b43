// The board: the library's picture, with a cursor, dragging and drawing.
// The document shown, and those before and after it.
let shown = Documents.documentOf({ game: "glinski", fen: "" });
const steps = new Documents.History();
// What is shown of it: game, first position, line, and number of moves before the position.
const at = {
  get game() {
    return shown.game;
  },
  get fen() {
    return shown.fen;
  },
  get line() {
    return Documents.lineOf(shown);
  },
  get ply() {
    return Documents.plyOf(shown);
  },
};
let view = null; // answer of the program about the shown position
let games = [],
  info = null;
let mode = "play",
  tool = null,
  picked = "",
  cursor = "",
  bottom = "",
  drawing = "";
// An arrow that belongs to the position for now, not to the document.
let hintArrow = "";
const game = () => games.find((one) => one.name === at.game);
const titleOf = (one) => live(() => one.titles[settings.language]);
// The colour of a player; one letter means different colours in games for three and for six.
const colour = (letter, one = game()) => one.colours[[...one.players].indexOf(letter)] ?? letter;
const player = (letter, one) => word(colour(letter, one));
// Paper gets the colours for print.
const paper = matchMedia("print");
paper.addEventListener("change", () => repaint());
const theme = () =>
  settings.theme !== "auto"
    ? settings.theme
    : paper.matches
      ? "print"
      : document.documentElement.dataset.look === "dark"
        ? "dark"
        : "warm";
const look = (more = {}) => ({
  theme: theme(),
  pieces: settings.set,
  coordinates: settings.coordinates,
  bottom,
  letters: letters(),
  ...more,
});
const letters = () => settings.notation || info.letters.find(({ code }) => code === settings.language).name;
// Spells a move with the piece letters of the reader.
const spelled = (san) =>
  live(() => {
    const roles = info.letters.find((one) => one.name === letters())?.roles ?? {};
    return String(san).replace(/[KQRBNP]/g, (role) => roles[role] ?? role);
  });
// Piece letters as the reader types them become English ones.
const unspelled = (text) => {
  const roles = Object.entries(info.letters.find((one) => one.name === letters())?.roles ?? {});
  const found = roles.sort((a, b) => b[1].length - a[1].length).find(([, sign]) => text.startsWith(sign));
  return found ? found[0] + text.slice(found[1].length) : text;
};

const subjectOf = () => Documents.subjectOf(shown);
const isElsewhere = () => Documents.isElsewhere(shown);
// Shows another document. Those that belong to one record of a file have its `origin`.
let stepping = false;
// The move that the board shows by moving its piece; one that was dropped is there already.
let sliding = null,
  isDropped = false;
const showDocument = (next) => {
  const before = shown;
  shown = next;
  sliding = isDropped ? null : Documents.stepOf(before, shown);
  picked = "";
  drawing = "";
  hintArrow = "";
  if (before.game !== shown.game) {
    bottom = "";
    tool = null;
    cursor = "";
  }
  return render();
};
// Goes to a position. `how`: "edit" is a step of the browser; "step" replaces the last step, so that clicking through a
// game is one undo; "browse" does so and keeps the subject; "visit" follows the address; "silent" cannot be undone.
// `next` is a document, or says what belongs to one.
const go = (next, how = "edit") => {
  const is_step = how === "step" || how === "browse";
  if (how !== "silent" && !(is_step && stepping)) steps.record(shown);
  stepping = is_step;
  isNewPage = how === "edit";
  const found = next.tree ? next : Documents.documentOf({ game: at.game, fen: at.fen, ...next });
  const { game, fen } = subjectOf();
  const has_subject = how === "browse" && (game !== found.game || fen !== found.fen);
  return showDocument(has_subject ? { ...found, subject: { game, fen } } : found);
};
// Changes the tree of the document.
const amend = ({ tree, node = shown.node }) => {
  if (tree !== shown.tree) steps.record(shown);
  stepping = false;
  return showDocument({ ...shown, tree, node });
};
const stepBack = () => {
  const before = steps.back(shown);
  stepping = false;
  if (before) showDocument(before);
};
const stepOn = () => {
  const after = steps.forward(shown);
  stepping = false;
  if (after) showDocument(after);
};
const showNode = (node) => {
  if (node !== shown.node) showDocument({ ...shown, node });
};
// Shows the position after this number of moves of the line.
const step = (ply) => {
  const line = Trees.lineThrough(shown.tree, shown.node);
  if (ply >= 0 && ply <= line.length) showNode(ply ? line[ply - 1] : 0);
};
// Number and notation of each move of the tree.
const notations = new WeakMap();
const notationOf = (node) => {
  if (!notations.has(shown.tree)) {
    const moves = Trees.walk(shown.tree).filter(({ sign }) => sign.move !== undefined);
    const { ok } = ask({ do: "study", game: at.game, fen: at.fen, signs: Trees.signsOf(shown.tree) });
    notations.set(shown.tree, new Map(moves.map((one, n) => [one.node, ok?.[n] ?? ["", one.sign.move]])));
  }
  return notations.get(shown.tree).get(node);
};
const marks = () => Trees.marksOf(shown.tree, shown.node);
const marked = (more) =>
  look({ arrows: hintArrow ? [hintArrow] : [], comment: Trees.commentsOf(shown.tree, shown.node), ...more });

const request = (more) => ({ do: "board", game: at.game, fen: at.fen, moves: at.line, at: at.ply, ...more });
const render = () => {
  const answer = ask(request({ select: mode === "play" ? picked : "", look: marked() }));
  if (!answer.ok) {
    notice(`${answer.message} [${answer.code}]`);
    if (view === null && at.fen !== game().start) {
      shown = Documents.documentOf({ game: at.game, fen: game().start });
      return render();
    }
    shown = steps.back(shown) ?? shown;
    return false;
  }
  notice("");
  view = answer.ok;
  if (choiceOf !== positionKey()) closeChoice();
  paint();
  remember();
  for (const listener of [...listeners]) listener();
  return true;
};
const listeners = [];
const repaint = () => {
  if (view) render();
};

const places = new Map(); // cell → its place in the picture
const paint = () => {
  const board = $("board");
  const svg = picture(view.svg);
  svg.setAttribute("focusable", "false");
  svg.setAttribute("role", "presentation");
  svg.removeAttribute("aria-labelledby");
  // The boards of some games are wide.
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  document.documentElement.style.setProperty("--ratio", height / width);
  places.clear();
  for (const use of svg.querySelectorAll(".cells use")) {
    places.set(use.id.slice(2), { x: +(use.getAttribute("x") ?? 0), y: +(use.getAttribute("y") ?? 0) });
  }
  board.replaceChildren(svg);
  board.setAttribute("aria-label", `${titleOf(game())}. ${describe()}`);
  if (!places.has(cursor))
    cursor = [...places].reduce((a, b) => (Math.hypot(a[1].x, a[1].y) <= Math.hypot(b[1].x, b[1].y) ? a : b))[0];
  mark();
  put($("status"), ...status());
  if (sliding) slide(sliding);
  sliding = null;
};
const motion = matchMedia("(prefers-reduced-motion: no-preference)");
// Moves the piece of a move to its cell, where motion is not reduced.
const slide = ({ uci, is_back }) => {
  const cells = /^([a-z]\d+)([a-z]\d+)/.exec(uci)?.slice(1) ?? [];
  const [from, to] = is_back ? cells.reverse() : cells;
  if (!motion.matches || !places.has(from) || !places.has(to)) return;
  const [start, end] = [places.get(from), places.get(to)];
  // Pieces have ten units for each of the cells.
  const moved = `translate(${10 * (start.x - end.x)}px, ${10 * (start.y - end.y)}px)`;
  pieceElement(to)?.animate([{ transform: moved }, { transform: "none" }], { duration: 180, easing: "ease-out" });
};
const mark = () => {
  const svg = $("board").firstElementChild;
  if (!svg) return;
  svg.querySelectorAll(".cursor, .held").forEach((ring) => ring.remove());
  // The piece that is moved while setting up, and the cell where an arrow begins; the library marks the others.
  for (const [name, cell] of [
    ["held", mode === "set-up" ? picked : drawing],
    ["cursor", cursor],
  ]) {
    if (!cell) continue;
    const ring = document.createElementNS(SVG, "use");
    for (const [key, value] of Object.entries({ class: name, href: "#h-c", ...places.get(cell) }))
      ring.setAttribute(key, value);
    svg.append(ring);
  }
};
const pieceAt = (cell) => view.pieces.find(([name]) => name === cell)?.[1] ?? "";
// The owner's letter of a piece in FEN notation, and its role.
const split = (piece) =>
  game().players.length === 2 ? [piece === piece.toUpperCase() ? "w" : "b", piece.toUpperCase()] : [piece[0], piece[1]];
const named = (piece) => {
  const [owner, role] = split(piece);
  return phrase`${player(owner)} ${word(role)}`;
};
const spoken = (cell) => `${cell}: ${pieceAt(cell) ? named(pieceAt(cell)) : word("emptyCell")}`;
const describe = () =>
  view.pieces.length ? view.pieces.map(([cell, piece]) => `${named(piece)} ${cell}`).join(", ") : word("clear");
const status = () => {
  if (!view.legal) return [view.faults.length === 1 ? word("faulty1") : word("faulty", { n: view.faults.length })];
  if (view.outcome) {
    const { kind, winner } = view.outcome;
    return [make("b", {}, kind === "mate" ? word("mate", { player: player(winner) }) : word(kind))];
  }
  const count = view.moves.length === 1 ? word("count1") : word("count", { n: view.moves.length });
  const parts = [word("moving", { player: player(view.turn) }), ...(view.check ? [word("check")] : []), count];
  return [make("b", {}, parts[0]), ` · ${parts.slice(1).join(" · ")}`];
};

const edit = (...edits) => {
  const answer = ask({ do: "edit", game: at.game, fen: view.fen, edits });
  if (!answer.ok) return notice(answer.message);
  go({ fen: answer.ok.fen, marks: marks() });
};
const play = (uci) => {
  if (rival.takes(uci)) return;
  const san = view.moves.find((m) => m.uci === uci)?.san;
  amend(Trees.play(shown.tree, shown.node, uci));
  say(`${spelled(san)}. ${$("status").textContent}`);
};
// Plays a move between two cells; asks for the role of a promoted pawn.
const tryMove = (from, to) => {
  const moves = view.moves?.filter((m) => m.from === from && m.to === to) ?? [];
  if (moves.length < 2) {
    if (moves[0]) play(moves[0].uci);
    return moves.length > 0;
  }
  closeChoice();
  choiceOf = positionKey();
  const { left, top, width } = cellBox(to);
  const close = () => {
    closeChoice();
    picked = "";
    render();
    $("board").focus({ preventScroll: true });
  };
  const box = make(
    "div",
    {
      class: "choice",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": word("promote"),
      onkeydown: (event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
        if (event.key === "Escape") close();
        else if (by)
          [...box.children]
            .at(([...box.children].indexOf(document.activeElement) + by) % box.childElementCount)
            .focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
    moves.map((m) => {
      const piece =
        game().players.length === 2
          ? view.turn === "w"
            ? m.promotion
            : m.promotion.toLowerCase()
          : view.turn + m.promotion;
      return make(
        "button",
        {
          type: "button",
          "aria-label": word(m.promotion),
          onclick: () => {
            close();
            play(m.uci);
          },
        },
        drawPiece(piece),
      );
    }),
  );
  document.body.append(box);
  const most = innerWidth - box.offsetWidth - 4;
  box.style.left = `${Math.max(4, Math.min(left + width / 2 - box.offsetWidth / 2, most))}px`;
  box.style.top = `${Math.max(4, top - box.offsetHeight - 4)}px`;
  box.firstElementChild.focus();
  return true;
};
// Removes the choice of a promotion: another position, another panel, a click elsewhere or a scrolled page end it.
let choiceOf = "";
const positionKey = () => [at.game, at.fen, ...at.line.slice(0, at.ply)].join(";");
const closeChoice = () => document.querySelector(".choice")?.remove();
addEventListener(
  "pointerdown",
  (event) => {
    if (!event.target.closest?.(".choice")) closeChoice();
  },
  true,
);
addEventListener("scroll", closeChoice, true);
addEventListener("resize", closeChoice);
const cellBox = (cell) => $("board").querySelector(`[id="h-${cell}"]`).getBoundingClientRect();

// Pieces beside the board are taken from a hidden picture with one of each.
const drawn = new Map();
const trayKey = () => [at.game, theme(), settings.set, letters()].join();
const gather = () => {
  const key = trayKey();
  if (gather.key === key) return;
  gather.key = key;
  drawn.clear();
  const { players, cells } = game();
  const names = [...players].flatMap((owner) =>
    [..."KQRBNP"].map((role) => (players.length > 2 ? owner + role : owner === "w" ? role : role.toLowerCase())),
  );
  const answer = ask({
    do: "edit",
    game: at.game,
    fen: game().start,
    edits: ["clear", ...names.map((piece, n) => ({ put: [piece, cells[n]] }))],
  });
  const { ok } = ask({
    do: "board",
    game: at.game,
    fen: answer.ok.fen,
    look: look({ prefix: "t", bottom: "", coordinates: "none" }),
  });
  const svg = picture(ok.svg);
  const place = (use) => `${+(use.getAttribute("x") ?? 0)},${+(use.getAttribute("y") ?? 0)}`;
  const spots = new Map(
    [...svg.querySelectorAll(".cells use")].map((use) => [
      `${10 * +(use.getAttribute("x") ?? 0)},${10 * +(use.getAttribute("y") ?? 0)}`,
      use.id.slice(2),
    ]),
  );
  for (const use of svg.querySelectorAll(".pieces use")) {
    const cell = spots.get(place(use));
    if (cell) drawn.set(names[cells.indexOf(cell)], use);
  }
  svg.querySelectorAll(":scope > :not(defs)").forEach((part) => {
    if (!part.matches(".pieces")) part.remove();
  });
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("aria-labelledby");
  $("sprite").replaceChildren(svg);
};
const drawPiece = (piece) => {
  gather();
  const use = drawn.get(piece);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-25 -25 50 50");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("stroke-linejoin", "round");
  if (!use) return svg;
  const outer = use.closest(".pieces").cloneNode(false),
    group = use.parentNode.cloneNode(false),
    copy = use.cloneNode(true);
  copy.removeAttribute("x");
  copy.removeAttribute("y");
  group.append(copy);
  outer.append(group);
  svg.append(outer);
  return svg;
};

// Pointers: dragging pieces, clicking cells, drawing.
const cellUnder = (event) =>
  document
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element) => element.matches?.("#board .cells use"))
    ?.id.slice(2) ?? "";
const tone = (event) => (event.shiftKey ? "R" : event.altKey ? "B" : "G");
const toggle = (list, text) => {
  const index = list.indexOf(text);
  index < 0 ? list.push(text) : list.splice(index, 1);
};
// Ends an arrow, or a circle on the cell where it began.
const draw = (to, tone) => {
  const list = marks();
  toggle(list, to === drawing ? tone + to : tone + drawing + to);
  amend({ tree: Trees.withMarks(shown.tree, shown.node, list) });
};
let drag = null;
const lift = (event, piece, from) => {
  const size = cellBox(cursor).width * 1.02;
  const ghost = make("div", { class: "ghost" }, drawPiece(piece));
  ghost.style.width = ghost.style.height = `${size}px`;
  drag = { ghost, piece, from, x: event.clientX, y: event.clientY, moved: false };
};
const setUpAt = (cell) => {
  if (tool === "eraser") return pieceAt(cell) && edit({ remove: cell });
  if (tool) return pieceAt(cell) === tool ? edit({ remove: cell }) : edit({ put: [tool, cell] });
  if (picked && picked !== cell) {
    const from = picked;
    picked = "";
    return edit({ move: [from, cell] });
  }
  picked = picked === cell || !pieceAt(cell) ? "" : cell;
  mark();
};
const choose = (cell) => {
  if (!cell) {
    if (picked) {
      picked = "";
      render();
    }
    return;
  }
  if (mode === "set-up") {
    setUpAt(cell);
    return;
  }
  if (picked && picked !== cell && tryMove(picked, cell)) return;
  picked = cell !== picked && view.moves?.some((m) => m.from === cell) ? cell : "";
  render();
};
const watchBoard = (board) => {
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    if (cell) {
      cursor = cell;
      mark();
    }
    if (event.button === 2 && mode === "set-up") {
      if (pieceAt(cell)) edit({ remove: cell });
      return;
    }
    if (event.button === 2 || mode === "draw") {
      drawing = cell;
      mark();
      event.preventDefault();
      return;
    }
    if (event.button !== 0) return;
    board.focus({ preventScroll: true });
    const piece = cell && pieceAt(cell);
    if (mode === "set-up" && tool) {
      setUpAt(cell);
      return;
    }
    if (picked && picked !== cell) {
      choose(cell);
      // The choice of a promotion keeps the focus.
      if (document.querySelector(".choice")) {
        event.preventDefault();
        return;
      }
      if (!picked) return;
    }
    const is_movable = piece && (mode === "set-up" || view.moves?.some((m) => m.from === cell));
    const was_picked = picked === cell;
    if (is_movable) {
      if (!was_picked) {
        picked = cell;
        mode === "play" ? render() : mark();
      }
      lift(event, piece, cell);
      drag.was_picked = was_picked;
      event.preventDefault();
    } else if (picked) choose("");
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.moved) {
      drag.moved = true;
      document.body.append(drag.ghost);
      if (drag.from) pieceElement(drag.from)?.classList.add("lifted");
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  });
  addEventListener("pointerup", (event) => {
    if (drawing) {
      const to = cellUnder(event);
      if (to) draw(to, tone(event));
      else {
        drawing = "";
        mark();
      }
    }
    if (!drag) return;
    const { ghost, from, piece, moved, was_picked } = drag;
    drag = null;
    ghost.remove();
    const to = cellUnder(event);
    if (!moved) {
      if (was_picked) {
        picked = "";
        render();
      }
      return;
    }
    picked = "";
    if (mode === "set-up") {
      if (!from) {
        if (to) edit({ put: [piece, to] });
      } else if (!to) edit({ remove: from });
      else if (to !== from) edit({ move: [from, to] });
      else render();
    } else {
      isDropped = true;
      const is_played = to && to !== from && tryMove(from, to);
      isDropped = false;
      if (is_played) return;
      picked = to === from ? from : "";
      render();
    }
  });
  addEventListener("pointercancel", () => {
    drag?.ghost.remove();
    drag = null;
    drawing = "";
    if (view) render();
  });
  board.addEventListener("keydown", boardKey);
};
const pieceElement = (cell) => {
  const { x, y } = places.get(cell);
  return [...$("board").querySelectorAll(".pieces use")].find(
    (use) => +(use.getAttribute("x") ?? 0) === 10 * x && +(use.getAttribute("y") ?? 0) === 10 * y,
  );
};
// The nearest cell in a direction of the screen.
const neighbour = (dx, dy) => {
  const here = places.get(cursor);
  let [best, found] = [Infinity, ""];
  for (const [cell, { x, y }] of places) {
    const [along, across] = [(x - here.x) * dx + (y - here.y) * dy, Math.abs((x - here.x) * dy - (y - here.y) * dx)];
    const cost = along + 2.4 * across;
    if (along > 1 && across <= along && cost < best) [best, found] = [cost, cell];
  }
  return found;
};
const boardKey = (event) => {
  if (event.ctrlKey || event.metaKey) return;
  const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  if (way) {
    cursor = neighbour(...way) || cursor;
    mark();
    say(spoken(cursor));
  } else if (event.key === "Enter" || event.key === " ") {
    if (mode === "draw") {
      // The first Enter begins an arrow, the second ends it; on one cell they draw a circle.
      if (!drawing) {
        drawing = cursor;
        mark();
        say(`${spoken(cursor)} ✓`);
      } else draw(cursor, tone(event));
    } else {
      choose(cursor);
      say(picked ? `${spoken(cursor)} ✓` : spoken(cursor));
    }
  } else if (event.key === "Escape") {
    tool = null;
    drawing = "";
    choose("");
    mark();
    drawTray();
  } else if (mode === "set-up" && (event.key === "Delete" || event.key === "Backspace")) {
    if (pieceAt(cursor)) edit({ remove: cursor });
  } else if (mode === "set-up" && /^\p{L}$/u.test(event.key)) {
    const role = { K: "K", Q: "Q", R: "R", B: "B", N: "N", P: "P" }[unspelled(event.key.toUpperCase())[0]];
    if (!role) return;
    const piece =
      game().players.length > 2
        ? view.turn + role
        : event.shiftKey || event.key !== event.key.toLowerCase()
          ? role
          : role.toLowerCase();
    edit({ put: [piece, cursor] });
    say(spoken(cursor));
  } else return;
  event.preventDefault();
  event.stopPropagation();
};
const drawTray = () => {
  const tray = $("tray");
  tray.hidden = mode !== "set-up";
  if (tray.hidden) return;
  gather();
  const groups = new Map();
  for (const piece of drawn.keys()) {
    const [owner] = split(piece);
    groups.set(owner, [...(groups.get(owner) ?? []), piece]);
  }
  const take = (piece) =>
    make(
      "button",
      {
        type: "button",
        "aria-label": named(piece),
        title: named(piece),
        "aria-pressed": String(tool === piece),
        "data-piece": piece,
        onpointerdown: (event) => {
          if (event.button === 0) {
            lift(event, piece, "");
            event.currentTarget.releasePointerCapture?.(event.pointerId);
          }
        },
        onclick: () => {
          tool = tool === piece ? null : piece;
          picked = "";
          drawTray();
        },
      },
      drawPiece(piece),
    );
  // The buttons are made again, so the focus goes to the new one.
  const focused = tray.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  put(
    tray,
    ...[...groups.values()].map((pieces) => make("div", {}, pieces.map(take))),
    make(
      "div",
      {},
      make(
        "button",
        {
          type: "button",
          "aria-label": word("eraser"),
          title: word("eraser"),
          "aria-pressed": String(tool === "eraser"),
          "data-piece": "eraser",
          onclick: () => {
            tool = tool === "eraser" ? null : "eraser";
            drawTray();
          },
        },
        icon(ICONS.eraser),
      ),
    ),
  );
  if (focused) tray.querySelector(`[data-piece="${focused}"]`)?.focus();
};
const setMode = (next) => {
  mode = next;
  picked = "";
  tool = null;
  drawing = "";
  for (const one of document.querySelectorAll("#modes button"))
    one.setAttribute("aria-pressed", String(one.dataset.mode === mode));
  drawTray();
  repaint();
};
// The next seat at the bottom.
const rotate = () => {
  const { players } = game();
  bottom = players[(players.indexOf(bottom || players[0]) + 1) % players.length];
  repaint();
};

// The tree as part of the address, if the line is not all of it; `null` if it is too long.
const addressTree = () => (Documents.isLine(shown) ? "" : Addresses.writeTree(Trees.signsOf(shown.tree)));
const address = () =>
  Addresses.writeAddress({
    game: at.game,
    fen: at.fen,
    line: at.line,
    ply: at.ply,
    stipulation: stated.stipulation?.() ?? Addresses.STIPULATION,
    marks: marks(),
    tree: addressTree() ?? "",
  });
// `own` is the address of what is shown. An address with a fault stays until something else is shown.
let own = "",
  faulty = null,
  isNewPage = false;
const remember = () => {
  const now = address();
  if (faulty !== null && faulty === now) return;
  [faulty, own] = [null, now];
  try {
    isNewPage && location.hash !== own ? history.pushState(null, "", own) : history.replaceState(null, "", own);
  } catch {
    location.replace(own);
  }
  isNewPage = false;
  keepView();
};
const keepView = () => {
  try {
    sessionStorage.setItem("hexmate-view", Views.writeView({ own, tab, document: shown, fields: stated.fields?.() }));
  } catch {
    /* not allowed for a file */
  }
};
const keptView = () => {
  try {
    return Views.readView(sessionStorage.getItem("hexmate-view"), location.hash);
  } catch {
    return {};
  }
};
// Returns what the address says, `null` without one, or its fault.
const fromAddress = () => {
  const read = Addresses.readAddress(location.hash, games);
  if (!read || read.fault) return read;
  const { game, fen, line, ply, signs } = read.state;
  const answer = ask({ do: "board", game, fen, moves: line, at: ply, plain: true });
  const studied = answer.ok && signs.length ? ask({ do: "study", game, fen, signs }) : answer;
  return studied.ok ? read : { fault: `${studied.message} [${studied.code}]` };
};
// Returns the document of an address, with what this tab of the browser has kept for it.
const documentAt = (state) => {
  const base = state.signs.length ? Trees.treeOf(state.signs) : undefined;
  const plain = Documents.documentOf({ ...state, base });
  const { tree, node, ...kept } = keptView();
  if (!Array.isArray(tree?.nodes)) return plain;
  try {
    const signs = Trees.signsOf(tree);
    const { ok } = ask({ do: "study", game: state.game, fen: state.fen, signs });
    if (ok && tree.nodes[node]) return Documents.documentOf({ ...state, marks: [], tree, node, ...kept });
  } catch {
    /* what was kept has another form */
  }
  return { ...plain, subject: kept.subject ?? null };
};
// Tells that the address cannot be read; it stays as it is.
const tellFault = (fault) => {
  faulty = address();
  notice(word("badAddress", { message: clean(fault) }));
};
