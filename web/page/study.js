// The moves of the document with comments and variations, the tools to annotate them, and PGN.
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
const glyphText = (nag) => GLYPHS[nag] ?? ` $${nag}`;
const commentText = (text) => make("span", { class: "comment" }, foreign(Trees.wordsOf(text)), " ");
// Scrolls a box, but not the page, so that one of its elements is seen.
const keepInView = (box, element) => {
  if (!element) return;
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
};
// Makes the list of moves; it follows the board while its panel is shown and it is wanted.
const movesList = (id, isWanted) => {
  const box = make("div", { class: "moves scroll", id, tabindex: 0, role: "group", "aria-label": word("moves") });
  const buttons = new Map();
  let made = null;
  // Variations are blocks inside the text, nested by their depth.
  const fill = () => {
    const { tree, result } = shown;
    const stack = [box];
    // A number is written where the side to move is not known from the move before.
    let is_interrupted = true;
    buttons.clear();
    box.replaceChildren();
    for (const { node, sign } of Trees.walk(tree)) {
      const { after } = tree.nodes[node];
      if (sign === "begin") {
        const block = make("span", { class: "variation" });
        stack.at(-1).append(block);
        stack.push(block);
      } else if (sign === "end") stack.pop();
      else if (sign === "result") stack.at(-1).append(make("span", { class: "quiet" }, result ? ` ${result} ` : ""));
      else if (sign.move !== undefined) {
        const [number, san] = notationOf(node);
        const glyphs = after.filter((one) => typeof one === "number").map(glyphText);
        const button = make(
          "button",
          { class: "move", type: "button", onclick: () => showNode(node) },
          phrase`${spelled(san)}${glyphs.join("")}`,
        );
        buttons.set(node, button);
        const is_first = is_interrupted || !number.endsWith("...");
        stack.at(-1).append(is_first ? make("span", { class: "n" }, number) : "", button, " ");
      } else if (sign.comment !== undefined) {
        if (Trees.wordsOf(sign.comment)) stack.at(-1).append(commentText(sign.comment));
      } else if (!buttons.has(node) || !after.includes(sign.nag)) stack.at(-1).append(`${glyphText(sign.nag)} `);
      is_interrupted = sign.move === undefined && sign.nag === undefined;
    }
    made = tree;
  };
  const refresh = () => {
    box.hidden = !isWanted();
    if (!box.checkVisibility()) return;
    if (made !== shown.tree) fill();
    for (const [node, button] of buttons) {
      if (node === shown.node) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    keepInView(box, buttons.get(shown.node));
  };
  moveLists.push(refresh);
  listeners.push(refresh);
  return box;
};
// Panels that are shown again bring their moves up to date.
const moveLists = [];

const studyPgn = () =>
  ask({
    do: "study",
    game: at.game,
    fen: at.fen,
    signs: Trees.signsOf(shown.tree),
    tags: shown.tags,
    result: shown.result,
    pgn: true,
  });
const studyName = () => {
  const of = (name) => shown.tags.find(([own]) => own === name)?.[1] ?? "";
  const players = [of("White"), of("Black")].filter((name) => name && name !== "?");
  return fileName(players.join(" - ") || at.game);
};
// Makes a document of a game that the library has read.
const documentOfRecord = ({ game, tags, study }, is_at_end = false) => {
  const tree = Trees.treeOf(study.signs);
  const node = is_at_end ? (Trees.lineThrough(tree, 0).at(-1) ?? 0) : 0;
  return Documents.documentOf({ game, fen: study.fen, tree, node, tags, result: study.result });
};
// Opens a text: one game on the board, several records as a file. Returns the fault, or an empty text.
const openText = (text) => {
  // A FEN is one of the game on the board, if it can be.
  const found = ask({ do: "edit", game: at.game, fen: text.trim(), edits: [] });
  if (found.ok) {
    go({ fen: found.ok.fen });
    return "";
  }
  keepText(text);
  ask({ do: "open", name: "pasted.pgn", how: "check" });
  const { ok } = ask({ do: "next", count: 2 });
  if (!ok) return word("nothingRead");
  if (ok.rows.length > 1) {
    showTab("files");
    filesPanel.open([new File([text], "pasted.pgn")]);
    return "";
  }
  const fault = ok.rows.length ? Records.recordOf(ok.rows[0], "check").rows[0]?.row : null;
  const told = fault && fault.status !== "ok" && `${fault.line}:${fault.column ?? 1}: ${fault.message} [${fault.code}]`;
  const { ok: record, ...failure } = ask({ do: "record", number: 1 });
  if (!record) return told || (failure.message ? `${failure.message} [${failure.code}]` : word("nothingRead"));
  if (record.kind === "game") {
    setMode("play");
    go(documentOfRecord(record, Boolean(told)));
  } else {
    go({ game: record.game, fen: record.fen });
    stated.fill(record);
  }
  return told || "";
};
// Pasted outside of a field, a text is opened.
addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text.trim()) return;
  event.preventDefault();
  const fault = openText(text);
  if (String(fault)) notice(fault);
});

// The tools of the board panel for the game that is shown.
const studyTools = () => {
  const glyphs = make(
    "div",
    { class: "segments", role: "group", "aria-label": word("judgement"), id: "glyphs" },
    GLYPHS.slice(1).map((sign, n) =>
      make(
        "button",
        {
          class: "button",
          type: "button",
          "data-nag": n + 1,
          "aria-pressed": "false",
          onclick: () => amend({ tree: Trees.withGlyph(shown.tree, shown.node, n + 1) }),
        },
        sign,
      ),
    ),
  );
  const comment = make("textarea", { id: "comment", rows: 2 });
  comment.addEventListener("change", () =>
    amend({ tree: Trees.withWords(shown.tree, shown.node, comment.value.replaceAll(/\s*\n\s*/g, " ")) }),
  );
  const promoteButton = button("promoteLine", () => amend({ tree: Trees.promote(shown.tree, shown.node) }), {
    id: "promoteLine",
  });
  const removeButton = button("removeMoves", () => amend(Trees.remove(shown.tree, shown.node)), { id: "removeMoves" });
  const text = make("textarea", { id: "pgn", rows: 3, spellcheck: "false", placeholder: "1. f6 e6 *" });
  const read = () => {
    const value = text.value;
    if (!value.trim()) return;
    const fault = openText(value);
    if (String(fault)) tellFieldFault(text, fault);
  };
  const written = (act) => {
    const answer = studyPgn();
    if (!answer.ok) return notice(`${answer.message} [${answer.code}]`);
    return act(answer.ok);
  };
  const outputs = make(
    "div",
    { class: "row", id: "studyOutputs" },
    button("savePgn", () => written((pgn) => save(`${studyName()}.pgn`, pgn, "application/x-chess-pgn")), {
      id: "saveStudy",
    }),
    button("copyPgn", ({ currentTarget }) => written((pgn) => copy(pgn, currentTarget)), { id: "copyStudy" }),
  );
  listeners.push(() => {
    const remarks = Trees.remarksOf(shown.tree, shown.node);
    for (const one of glyphs.children) {
      one.disabled = shown.node === 0;
      one.setAttribute("aria-pressed", String(remarks.includes(Number(one.dataset.nag))));
    }
    if (document.activeElement !== comment) comment.value = Trees.firstWords(shown.tree, shown.node);
    promoteButton.disabled = Trees.isMain(shown.tree, shown.node);
    removeButton.disabled = shown.node === 0;
    outputs.hidden = !view.legal;
  });
  return [
    outputs,
    make(
      "details",
      { id: "annotate" },
      make("summary", { class: "quiet" }, word("annotate")),
      make(
        "div",
        { class: "group" },
        make("div", { class: "row" }, glyphs),
        field("comment", comment),
        make("div", { class: "row" }, promoteButton, removeButton),
      ),
    ),
    make(
      "details",
      { id: "readBox" },
      make("summary", { class: "quiet" }, word("readPgn")),
      make(
        "div",
        { class: "group" },
        field("pgn", text),
        make("div", { class: "row" }, button("readPgn", read, { id: "readPgn" })),
      ),
    ),
  ];
};
