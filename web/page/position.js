// A fault of a set-up; one that has no words here keeps those of the program.
const faultText = ({ code, message, player: owner, cell }) =>
  WORDS.en[`fault-${code}`] ? word(`fault-${code}`, { player: owner && player(owner), cell }) : message;
// The moves of the line on the board, each to go to its position.
const lineButtons = () =>
  (view.line ?? []).flatMap(({ number, san }, ply) => {
    const is_first = ply === 0 || !number.endsWith("...");
    const shown = make(
      "button",
      {
        class: "move",
        type: "button",
        "aria-current": at.ply === ply + 1 ? "true" : null,
        onclick: () => step(ply + 1),
      },
      spelled(san),
    );
    return is_first ? [make("span", { class: "n" }, number), shown, " "] : [shown, " "];
  });
// The panel of the position: moves, FEN, rights, piece list, pictures.
const positionPanel = () => {
  const fen = make("textarea", { id: "fen", rows: 2, spellcheck: "false", autocomplete: "off" });
  let order = "rank";
  const orders = select(
    info.dialects.map((name) => [
      name,
      name.endsWith("-reversed") ? phrase`${word(name.slice(0, -9))}, ${word("reversed")}` : word(name),
    ]),
    order,
    (value) => {
      // A FEN that was pasted and not read yet remains, to be read in the chosen order.
      const is_read = fen.value.trim() === view.fens[order];
      order = value;
      if (is_read) fen.value = view.fens[order];
    },
    { id: "order" },
  );
  const read = () => {
    const text = fen.value.trim();
    const answer = ask({ do: "edit", game: at.game, fen: text, order, edits: [] });
    if (!answer.ok) return tellFieldFault(fen, `${answer.message} [${answer.code}]`);
    go({ fen: answer.ok.fen });
  };
  fen.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      read();
    }
  });
  const moves = movesList("line", () => shown.tree.nodes.length > 1 || Trees.commentsOf(shown.tree, 0) !== "");
  const typed = make("input", { id: "typed", placeholder: word("typeHint"), autocomplete: "off", spellcheck: "false" });
  const type = (event) => {
    event.preventDefault();
    const answer = ask({ do: "move", game: at.game, fen: view.fen, text: typed.value.trim(), letters: letters() });
    if (!answer.ok) return tellFieldFault(typed, `${answer.message} [${answer.code}]`);
    typed.value = "";
    play(answer.ok.uci);
  };
  const faults = make("ul", { class: "faults", id: "faults" });
  const turn = make("div", { class: "row", role: "group", "aria-label": word("toMove") });
  const living = make("div", { class: "row" }),
    rights = make("div", { class: "row" });
  const crossed = make("input", { id: "crossed", placeholder: word("crossedHint"), autocomplete: "off" });
  const [half, round] = [
    make("input", { type: "number", id: "halfmoves", min: 0, max: 9999 }),
    make("input", { type: "number", id: "round", min: 1, max: 9999 }),
  ];
  const clocks = () => edit({ clocks: [+half.value || 0, +round.value || 1] });
  half.addEventListener("change", clocks);
  round.addEventListener("change", clocks);
  crossed.addEventListener("change", () => {
    const cells = crossed.value.split(/[\s,]+/).filter(Boolean);
    const is_two_ways = game().two_ways && cells.length > 1;
    edit({ crossed: is_two_ways ? [cells.slice(0, -1), cells.at(-1)] : [cells, null] });
  });
  const list = make("textarea", { id: "pieces", rows: 3, spellcheck: "false", placeholder: word("pieceHint") });
  list.addEventListener("change", () => {
    const edits = ["clear"];
    let owner = game().players[0];
    for (const part of list.value.split(/[\s,.;|/]+/).filter(Boolean)) {
      const name = part.replace(/:$/, "").toLowerCase();
      const named = [...game().players].find(
        (letter) => name === letter || name === String(player(letter)).toLowerCase() || name === colour(letter),
      );
      if (named) {
        owner = named;
        continue;
      }
      const found = /^([KQRBNP]?)([a-z]\d+)$/.exec(unspelled(part));
      if (!found) return tellFieldFault(list, `${part}?`);
      const role = found[1] || "P";
      const piece = game().players.length > 2 ? owner + role : owner === "w" ? role : role.toLowerCase();
      edits.push({ put: [piece, found[2]] });
    }
    edit(...edits);
  });
  const download = async (kind, source) => {
    const { ok } = ask(request({ plain: true, look: marked({ to_move: true, width: 800 }) }));
    if (kind === "svg") return save(`${at.game}.svg`, ok.svg, "image/svg+xml");
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([ok.svg], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(`${at.game}.png`, blob, "image/png"), "image/png");
    source?.focus();
  };
  const copyLink = ({ currentTarget }) => {
    copy(location.href.split("#")[0] + address(), currentTarget);
    if (addressTree() === null) tellFieldFault(currentTarget, word("linkIsShort"));
  };
  const refresh = () => {
    fen.value = view.fens[order];
    $("lineGroup").hidden = !view.line?.length && !view.legal;
    put(faults, ...view.faults.map((fault) => make("li", {}, faultText(fault))));
    $("faultGroup").hidden = !view.faults.length;
    put(
      turn,
      ...[...game().players].map((letter) =>
        make(
          "button",
          {
            class: "button",
            type: "button",
            "aria-pressed": String(view.turn === letter),
            onclick: () => edit({ turn: letter }),
          },
          player(letter),
        ),
      ),
    );
    $("livingField").hidden = game().players.length < 3;
    put(
      living,
      ...[...game().players].map((letter) => {
        const is_in = view.living.includes(letter);
        return make(
          "label",
          { class: "check" },
          make("input", {
            type: "checkbox",
            checked: is_in,
            onchange: () => edit({ living: is_in ? view.living.replace(letter, "") : view.living + letter }),
          }),
          player(letter),
        );
      }),
    );
    $("rightsField").hidden = !view.rights.length;
    put(
      rights,
      ...view.rights.map(({ player: letter, wing, sign, has }) =>
        make(
          "label",
          { class: "check" },
          make("input", { type: "checkbox", checked: has, onchange: () => edit({ right: [letter, wing, !has] }) }),
          phrase`${player(letter)} ${spelled(sign)}`,
        ),
      ),
    );
    crossed.value = [...view.crossed, ...(view.landed ? [view.landed] : [])].join(", ");
    half.value = view.halfmoves;
    round.value = view.fullmoves;
    const lettered = ([cell, piece]) => (split(piece)[1] === "P" ? "" : spelled(split(piece)[1])) + cell;
    list.value = [...game().players]
      .map((letter) => {
        const own = view.pieces.filter(([, piece]) => split(piece)[0] === letter);
        own.sort((a, b) => "KQRBNP".indexOf(split(a[1])[1]) - "KQRBNP".indexOf(split(b[1])[1]));
        return own.length ? `${player(letter)}: ${own.map(lettered).join(" ")}` : "";
      })
      .filter(Boolean)
      .join("\n");
  };
  listeners.push(refresh);
  const group = (...children) => make("section", { class: "group" }, children);
  return make(
    "div",
    {},
    startBox(),
    make("section", { class: "group", id: "faultGroup", hidden: true }, make("h2", {}, word("faults")), faults),
    make(
      "section",
      { class: "group", id: "lineGroup" },
      make("h2", {}, word("moves")),
      moves,
      make(
        "form",
        { class: "row", onsubmit: type },
        make("label", { class: "grow" }, make("span", { class: "aside" }, word("typeMove")), typed),
      ),
      ...studyTools(),
    ),
    analysisBox(),
    group(
      field("fen", fen),
      make(
        "div",
        { class: "row" },
        make("button", { class: "button", type: "button", id: "readFen", onclick: read }, word("paste")),
        make(
          "button",
          { class: "button", type: "button", id: "copyFen", onclick: (event) => copy(fen.value, event.currentTarget) },
          word("copy"),
        ),
        make("label", {}, make("span", { class: "aside" }, word("order")), orders),
      ),
    ),
    group(
      make("div", { class: "field", id: "turnField" }, make("span", {}, word("toMove")), turn),
      make("div", { class: "field", id: "livingField" }, make("span", {}, word("living")), living),
      make("div", { class: "field", id: "rightsField" }, make("span", {}, word("rights")), rights),
      make(
        "div",
        { class: "pair" },
        field("crossed", crossed, { class: "field whole" }),
        field("halfmoves", half),
        field("round", round),
      ),
      field("pieces", list),
      make(
        "div",
        { class: "row" },
        make(
          "button",
          {
            class: "button",
            type: "button",
            id: "clear",
            onclick: () => {
              edit("clear");
              setMode("set-up");
              // On a phone this button is far below the board.
              scrollTo(0, 0);
              $("board").focus({ preventScroll: true });
            },
          },
          word("clear"),
        ),
        button("start", () => go({ fen: game().start })),
        button("mirror", () => edit("mirror")),
        button("colours", () => edit("colours")),
      ),
    ),
    group(
      make(
        "div",
        { class: "row" },
        make(
          "button",
          { class: "button", type: "button", id: "saveSvg", onclick: (event) => download("svg", event.currentTarget) },
          word("svg"),
        ),
        button("png", (event) => download("png", event.currentTarget), { id: "savePng" }),
        button("link", copyLink, { id: "copyLink" }),
      ),
    ),
  );
};
