// The panel of problems: solving, the solution as a tree, repairing.
const stated = {};
const problemPanel = () => {
  const input = (id, placeholder, attributes = {}) =>
    make("input", { id, placeholder, autocomplete: "off", spellcheck: "false", ...attributes });
  const stipulation = input("stipulation", word("stipulationHint"), {
    value: stated.begin || "#2",
    list: "stipulations",
  });
  const twin = input("twin", word("twinHint")),
    intended = input("intended", "1", { inputmode: "numeric" });
  const tries = make("input", { type: "number", id: "tries", min: 0, max: 99, value: 1 });
  const nodes = make("input", { type: "number", id: "nodes", min: 0, placeholder: word("noLimit") });
  const box = (id, label, checked) => check(label, { id, checked });
  const settingsBox = make(
    "details",
    {},
    make("summary", { class: "quiet" }, word("more")),
    make(
      "div",
      { class: "group", style: null },
      field("twin", twin),
      make("div", { class: "pair" }, field("intended", intended), field("tries", tries), field("nodes", nodes)),
      make(
        "div",
        { class: "row" },
        box("setPlay", "setPlay", true),
        box("variations", "variations", true),
        box("tryPlay", "tryPlay", false),
        box("everyDefence", "everyDefence", false),
      ),
    ),
  );
  const [solveButton, stopButton] = [
    make("button", { class: "button main", type: "submit", id: "solve" }, word("solve")),
    make("button", { class: "button", type: "button", id: "stop", hidden: true }, word("stop")),
  ];
  const bar = make("progress", { id: "solving", hidden: true, "aria-label": word("working") });
  const news = make("p", { class: "quiet number", id: "news", role: "status" });
  const results = make("div", { id: "solutions", class: "group" });
  const changes = select(
    [
      ["1", "1"],
      ["2", "2"],
    ],
    "1",
    () => {},
    { id: "changes" },
  );
  const thread = new Thread();
  let run = 0;
  // The problem whose results are shown, as text, and the note that it is not the problem asked now.
  let answered = Documents.resultsOf(null);
  const stale = make("p", { class: "message bad", id: "stale", role: "status", hidden: true }, word("otherProblem"));
  // A problem without its claimed keys, which do not change the solution.
  const posed = ({ keys, ...rest }) => rest;
  const tellStale = () => {
    stale.hidden = !Documents.areStale(answered, posed(problem()));
    results.classList.toggle("stale", !stale.hidden);
  };
  const belongTo = (asked) => {
    answered = Documents.resultsOf(asked && posed(asked));
    tellStale();
  };
  listeners.push(tellStale);
  for (const control of [stipulation, twin, intended]) control.addEventListener("input", tellStale);
  stipulation.addEventListener("change", () => {
    if (view) remember();
  });
  const depth = () => ({
    tries: +tries.value || 0,
    set_play: $("setPlay").checked,
    variations: $("variations").checked,
    try_play: $("tryPlay").checked,
    every_defence: $("everyDefence").checked,
    nodes: nodes.value === "" ? null : +nodes.value,
  });
  const problem = () => ({
    ...subjectOf(),
    stipulation: stipulation.value.trim(),
    twin: twin.value.trim(),
    solutions: intended.value.trim(),
    keys: stated.keys ?? "",
  });
  // Runs a long request; shows its progress.
  const work = async (request, show) => {
    if (run) thread.stop();
    const [number, begun] = [++work.count, performance.now()];
    run = number;
    let facts = "",
      searching = 1;
    const seconds = () => {
      const s = (performance.now() - begun) / 1000;
      return s < 10 ? s.toFixed(1) : Math.round(s);
    };
    const refuted = () =>
      request.do === "solve" && searching > 1 ? phrase`${word("refuted", { n: searching - 1 })} · ` : "";
    const tell = () => {
      const so_far = refuted();
      const what =
        request.do === "solve" && !facts
          ? phrase`${so_far}${word("searching", { n: searching })}`
          : facts || word("working");
      put(news, phrase`${what} · ${word("seconds", { s: seconds() })}`);
    };
    const timer = setInterval(tell, 250);
    results.replaceChildren();
    stated.found = null;
    belongTo(null);
    solveButton.hidden = true;
    stopButton.hidden = false;
    bar.hidden = false;
    tell();
    const end = (text) => {
      clearInterval(timer);
      if (run !== number) return;
      run = 0;
      solveButton.hidden = false;
      stopButton.hidden = true;
      bar.hidden = true;
      put(news, text);
    };
    stopButton.onclick = () => {
      thread.stop();
      end(phrase`${facts || refuted()}${facts ? " · " : ""}${word("stopped", { s: seconds() })}`);
      solveButton.focus();
    };
    const answer = await thread.ask(request, ({ progress }) => {
      const { searched, keys } = progress;
      searching = searched + 1;
      if (keys.length) facts = phrase`${word("found")}: ${live(() => keys.map(spelled).join(", "))}`;
      else if (request.do === "solve") facts = "";
      if (!keys.length) news.dataset.refuted = searched;
      tell();
    });
    if (run !== number) return;
    end("");
    if (answer.ok === undefined)
      return results.replaceChildren(
        make(
          "p",
          { class: "message bad", role: "alert" },
          answer.code === "internal"
            ? word("failed", { message: clean(answer.message) })
            : `${clean(answer.message)} [${answer.code}]`,
        ),
      );
    show(answer.ok);
  };
  work.count = 0;
  const solve = () => {
    const asked = problem();
    return work({ do: "solve", ...asked, depth: depth(), letters: letters() }, (found) => {
      stated.found = found.map(({ row }) => row);
      belongTo(asked);
      stated.tellSolved(stated.found);
      const is_illegal = found.some(({ row }) => row.status === "ILLEGAL" && !row.of_twin);
      const faults = is_illegal ? (ask({ do: "board", game: asked.game, fen: asked.fen }).ok?.faults ?? []) : [];
      results.replaceChildren(...found.map((one, n) => solution(one, asked.game, n ? [] : faults)));
      say(found.map((one) => word(one.row.status)).join(", "));
    });
  };
  const compose = (how) => {
    const asked = problem();
    return work(
      { do: "compose", how, ...asked, changes: +changes.value, nodes: nodes.value === "" ? null : +nodes.value },
      (found) => {
        stated.found = null;
        belongTo(asked);
        results.replaceChildren(composed(found, how, asked.game));
      },
    );
  };
  stated.solve = solve;
  stated.stipulation = () => stipulation.value.trim() || "#2";
  stated.problem = problem;
  // The rows of the solution, if it is that of the problem asked now.
  stated.solved = () => (stated.found && !Documents.areStale(answered, posed(problem())) ? stated.found : null);
  // The fields of the problem that an address does not have.
  stated.fields = () => ({ ...stated.facts(), twin: twin.value, intended: intended.value });
  // Shows the fields of a problem; `record` is the place in an open collection that it was read from.
  stated.fill = (fields, record = null) => {
    stipulation.value = fields.stipulation || "#2";
    twin.value = fields.twin ?? "";
    intended.value = fields.intended ?? "";
    stated.keys = fields.keys ?? "";
    if (fields.twin || fields.intended) settingsBox.open = true;
    results.replaceChildren();
    stated.found = null;
    belongTo(null);
    news.textContent = "";
    stated.fillFacts(fields, record);
    if (view) remember();
  };
  // Asks another stipulation of the same problem.
  stated.change = (fields) => {
    stipulation.value = fields.stipulation;
    results.replaceChildren();
    stated.found = null;
    belongTo(null);
    remember();
  };
  const saving = collectionBox();
  return make(
    "div",
    {},
    make(
      "form",
      {
        class: "group",
        onsubmit: (event) => {
          event.preventDefault();
          solve();
        },
      },
      make(
        "div",
        { class: "row low" },
        make("label", { class: "field grow" }, make("span", {}, word("stipulation")), stipulation),
        make(
          "button",
          {
            class: "button icon",
            type: "button",
            id: "explain",
            onclick: stipulationsBox,
            "aria-label": word("stipulations"),
            title: word("stipulations"),
          },
          "?",
        ),
        solveButton,
        stopButton,
      ),
      make(
        "datalist",
        { id: "stipulations" },
        ["#1", "#2", "#3", "#4", "s#2", "r#2", "h#2", "h#2.5", "h#3", "hs#2", "ser-#4", "ser-h#3", "=2", "+2"].map(
          (value) => make("option", { value }),
        ),
      ),
      settingsBox,
      bar,
      news,
    ),
    stale,
    results,
    saving,
    make(
      "section",
      { class: "group" },
      make(
        "div",
        { class: "row" },
        make("button", { class: "button", type: "button", id: "mend", onclick: () => compose("mend") }, word("mend")),
        make("label", { class: "check" }, word("changes"), changes),
        make(
          "button",
          { class: "button", type: "button", id: "strip", onclick: () => compose("strip") },
          word("strip"),
        ),
      ),
    ),
  );
};

// A move of a solution. Its position is a FEN with moves from it. The tree shows it at a click and at Enter.
const showMove = new WeakMap();
const moveOf = (node, place, name) => {
  const move = make("span", { class: "move", "data-uci": node.uci }, spelled(node.san));
  showMove.set(move, () => {
    const [fen, line] = place();
    if (!go({ game: name, fen, line }, "browse")) return;
    for (const other of document.querySelectorAll("#solutions .move[aria-current]"))
      other.removeAttribute("aria-current");
    move.setAttribute("aria-current", "true");
  });
  return move;
};
const quiet = (text) => make("span", { class: "quiet" }, text);
// An item of the tree. Its branches are made when it is opened, because a tree may have many thousand moves.
const unfolding = new WeakMap();
let itemCount = 0;
const branch = (head, children = [], is_open = false) => {
  const text = make("span", { class: "head", id: `item-${++itemCount}` }, head);
  const item = make("li", { role: "treeitem", tabindex: -1, "aria-labelledby": text.id }, text);
  if (!children.length) return item;
  const list = make("ul", { role: "group" });
  unfolding.set(item, () => {
    if (!list.childElementCount) list.replaceChildren(...children.map((child) => child()));
  });
  item.append(list);
  unfold(item, is_open);
  return item;
};
const unfold = (item, is_open) => {
  if (is_open) unfolding.get(item)();
  item.setAttribute("aria-expanded", String(is_open));
};
const isOpen = (item) => item.getAttribute("aria-expanded") === "true";
// The items of a tree that are seen, in their order.
const seenItems = (tree) =>
  [...tree.querySelectorAll('[role="treeitem"]')].filter(
    (item) => !item.parentElement.closest('[aria-expanded="false"]'),
  );
const focusItem = (tree, item) => {
  for (const other of tree.querySelectorAll('[role="treeitem"][tabindex="0"]')) other.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
};
// Shows the move of an item before or after the one shown; returns `false` behind the last one.
const showNext = (item, by, is_round) => {
  const moves = [...item.querySelectorAll(":scope > .head .move")];
  const now = moves.findIndex((move) => move.getAttribute("aria-current"));
  const next = is_round ? (now + by + moves.length) % moves.length : now + by;
  if (!moves[next]) return false;
  showMove.get(moves[next])();
  return true;
};
const treeKey = (event) => {
  const tree = event.currentTarget;
  const item = event.target.closest('[role="treeitem"]');
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const seen = seenItems(tree);
  const place = seen.indexOf(item);
  const foldable = unfolding.has(item);
  const act = {
    ArrowDown: () => focusItem(tree, seen[place + 1] ?? item),
    ArrowUp: () => focusItem(tree, seen[place - 1] ?? item),
    Home: () => focusItem(tree, seen[0]),
    End: () => focusItem(tree, seen.at(-1)),
    ArrowRight: () => {
      if (!foldable) showNext(item, 1, false);
      else if (isOpen(item)) focusItem(tree, seen[place + 1]);
      else unfold(item, true);
    },
    ArrowLeft: () => {
      const outer = item.parentElement.closest('[role="treeitem"]');
      if (foldable && isOpen(item)) unfold(item, false);
      else if (!(!foldable && showNext(item, -1, false)) && outer) focusItem(tree, outer);
    },
    Enter: () => showNext(item, 1, true),
    " ": () => showNext(item, 1, true),
  }[event.key];
  if (!act) return;
  act();
  event.preventDefault();
  event.stopPropagation();
};
const treeClick = (event) => {
  const item = event.target.closest('[role="treeitem"]');
  if (!item) return;
  focusItem(event.currentTarget, item);
  const move = event.target.closest(".move");
  if (move) showMove.get(move)();
  else if (unfolding.has(item) && event.target.closest(".head")) unfold(item, !isOpen(item));
};
const treePart = (title, items) => {
  if (!items.length) return [];
  const head = make("h3", { id: `part-${++itemCount}` }, word(title));
  items[0].tabIndex = 0;
  return [
    head,
    make("ul", { role: "tree", "aria-labelledby": head.id, onkeydown: treeKey, onclick: treeClick }, items),
  ];
};
// Paper has the whole tree.
let folded = [];
addEventListener("beforeprint", () => {
  for (;;) {
    const closed = [...document.querySelectorAll('#solutions .tree [aria-expanded="false"]')];
    if (!closed.length) return;
    for (const item of closed) unfold(item, true);
    folded.push(...closed);
  }
});
addEventListener("afterprint", () => {
  for (const item of folded) unfold(item, false);
  folded = [];
});
const passed = (name, fen, line) => {
  const { ok } = ask({ do: "board", game: name, fen, moves: line, plain: true });
  return ok?.fen;
};
class Tree {
  constructor(name, stipulation) {
    this.name = name;
    const players = games.find((one) => one.name === name)?.players.length ?? 2;
    this.is_numbered = players === 2;
    this.is_series = /^p?ser-/i.test(stipulation);
    // Help play of half a move more begins with the other side.
    this.first = stipulation.includes(".5") ? 1 : 0;
  }
  // The number before a move; `ply` counts from the first move of the solution.
  number(ply) {
    return this.is_numbered ? make("span", { class: "n" }, `${(ply >> 1) + 1}${ply % 2 ? "..." : "."}`) : null;
  }
  // `sign` is the judgement of the move.
  attack(node, fen, line, { after = [], is_open = false, ply = 0, sign = "" } = {}) {
    const place = () => [fen, [...line, node.uci]];
    const next = [...line, node.uci];
    const children = [];
    const { threat } = node;
    const head = [this.number(ply), moveOf(node, place, this.name), sign, ...after];
    if (threat === "zugzwang") head.push(quiet(phrase` ${word("zugzwang")}`));
    else if (threat?.attacks) {
      // The position before a threat: the other side has passed.
      const base = () => {
        const reached = passed(this.name, fen, next),
          mover = passed(this.name, fen, line)?.split(" ")[1];
        return ask({ do: "edit", game: this.name, fen: reached, edits: [{ turn: mover }] }).ok?.fen ?? reached;
      };
      children.push(() =>
        branch(
          [quiet(phrase`${word("threat")} `)],
          threat.attacks.map((attack) => () => this.attack(attack, base(), [], { ply: ply + 2 })),
          true,
        ),
      );
    }
    for (const defence of node.defences ?? []) children.push(() => this.defence(defence, fen, next, ply + 1));
    return branch(head, children, is_open);
  }
  defence({ moves, answer }, fen, line, ply) {
    const head = moves.flatMap((m, n) => [
      n ? ", " : this.number(ply),
      moveOf(m, () => [fen, [...line, m.uci]], this.name),
    ]);
    const next = moves.length ? [...line, moves[0].uci] : line;
    if (answer === "threats" || answer === "reached" || answer === "refutes") {
      const name = { threats: "allThreats", reached: "reached", refutes: "refutes" }[answer];
      return branch([...head, answer === "refutes" ? "!" : "", quiet(phrase` ${word(name)}`)]);
    }
    if (answer.defences)
      return branch(
        head,
        answer.defences.map((one) => () => this.defence(one, fen, next, ply + 1)),
        true,
      );
    if (answer.short) head.push(quiet(phrase` ${word("shortMate")}`));
    if (answer.dual) head.push(make("span", { class: "bad-text" }, phrase` ${word("dual")}`));
    return branch(
      head,
      answer.attacks.map((attack) => () => this.attack(attack, fen, next, { ply: ply + 1 })),
      answer.attacks.length < 4,
    );
  }
  line(steps, first = this.first) {
    return branch(
      steps.flatMap((node, n) => {
        // In series play one side moves; the last move of series help play is that of the other side.
        const ply = this.is_series ? 2 * n : n + first;
        const is_numbered = ply % 2 === 0 || n === 0;
        return [n ? " " : "", is_numbered ? this.number(ply) : null, moveOf(node, () => [node.fen, []], this.name)];
      }),
    );
  }
}
// The name of a theme; one that has no words here keeps its code.
const themeName = (code) => (WORDS.en[`theme-${code}`] ? word(`theme-${code}`) : code);
const VERDICTS = {
  SOUND: "good",
  COOKED: "bad",
  SHORT_SOLUTION: "bad",
  NO_SOLUTION: "bad",
  FEWER_SOLUTIONS: "bad",
  ILLEGAL: "bad",
  BAD_INPUT: "bad",
};
const verdict = (status) => make("span", { class: `verdict ${VERDICTS[status] ?? ""}` }, word(status));
const solution = ({ row, fen, passed, lines, set_lines, text, compact, pgn }, name, faults = []) => {
  const tree = new Tree(name, row.stipulation ?? "");
  const found = row.solution;
  const is_few = (found?.keys.length ?? 0) < 3;
  const keys = (found?.keys ?? []).map((key) => tree.attack(key, fen, [], { is_open: is_few, sign: "!" }));
  const tries = (found?.tries ?? []).map((one) =>
    tree.attack(one, fen, [], {
      sign: "?",
      after: [
        quiet(phrase` ${word("but")} `),
        ...one.refutations.flatMap((m, n) => [
          n ? ", " : tree.number(1),
          moveOf(m, () => [fen, [one.uci, m.uci]], name),
          "!",
        ]),
      ],
    }),
  );
  const set = passed ? (found?.set_play ?? []).map((one) => tree.defence(one, passed, [], 1)) : [];
  const of_lines = lines?.length ? lines.map((steps) => tree.line(steps)) : [];
  const set_first = tree.first ? 0 : 1;
  return make(
    "article",
    { class: "solution" },
    make(
      "header",
      {},
      make("h2", { class: row.of_twin ? null : "aside" }, row.of_twin ? foreign(row.of_twin) : word("solutions")),
      verdict(row.status),
      make("span", {}, clean(row.stipulation)),
      row.mate_in && row.n_keys > 1 ? quiet(word("keyCount", { n: row.n_keys })) : null,
      row.nodes === null ? null : make("span", { class: "quiet number" }, word("searched", { n: amount(row.nodes) })),
      fen && row.of_twin
        ? make("button", { class: "button", type: "button", onclick: () => go({ game: name, fen }) }, word("diagram"))
        : null,
    ),
    faults.length
      ? make("ul", { class: "faults" }, ...faults.map((fault) => make("li", {}, faultText(fault))))
      : row.message
        ? make("p", { class: "message" }, foreign(row.message))
        : null,
    make(
      "div",
      { class: "tree" },
      ...(of_lines.length ? treePart("solutions", of_lines) : treePart("keys", keys)),
      ...treePart("setTitle", set.length ? set : (set_lines ?? []).map((steps) => tree.line(steps, set_first))),
      ...treePart("triesTitle", tries),
      (found?.lines.length ?? 0) > (lines?.length ?? 0)
        ? make("p", { class: "quiet" }, word("mostLines", { n: lines.length }))
        : null,
    ),
    row.themes?.length
      ? make(
          "ul",
          { class: "chips", "aria-label": word("themes") },
          row.themes.map((theme) => make("li", { "data-theme": theme }, themeName(theme))),
        )
      : null,
    fen
      ? [
          ["compactText", compact],
          ["wholeText", text],
          ["PGN", pgn],
        ].map(([title, content]) =>
          make(
            "details",
            {},
            make("summary", { class: "quiet" }, word(title)),
            make(
              "div",
              { class: "group" },
              make("pre", { class: "text", tabindex: 0, role: "region", "aria-label": word(title) }, clean2(content)),
              make(
                "div",
                { class: "row" },
                button("copyText", (event) => copy(content, event.currentTarget)),
              ),
            ),
          ),
        )
      : null,
  );
};
// Text of several lines.
const clean2 = (text) =>
  String(text ?? "")
    .split("\n")
    .map(clean)
    .join("\n");
// A piece of the table of the command, such as `wNc2`.
const placed = (text, name) => {
  const [, owner, role, cell] = /^([a-z])([KQRBNP])(.+)$/.exec(text) ?? [];
  return owner
    ? phrase`${player(
        owner,
        games.find((one) => one.name === name),
      )} ${word(role)} ${cell}`
    : foreign(text);
};
const purpose = ({ purpose: code, taken, shown_by: move }) => {
  const name = taken && code !== "idle" ? "removed" : !taken && code === "idle" ? "alone" : code;
  return word(`purpose-${name}`, { move });
};
const composed = ({ rows, svg, clean: is_clean }, how, name) => {
  const open = (row) =>
    make(
      "button",
      {
        class: "button",
        type: "button",
        onclick: () => {
          go({ game: name, fen: row.fen });
          stated.change({ stipulation: row.stipulation });
        },
      },
      word("show"),
    );
  if (how === "strip") {
    const image = svg ? picture(svg) : null;
    image?.querySelectorAll("[id]").forEach((element) => {
      element.id = `s-${element.id}`;
    });
    image?.querySelectorAll("use").forEach((use) => {
      const link = use.getAttributeNS("http://www.w3.org/1999/xlink", "href");
      if (link) use.setAttributeNS("http://www.w3.org/1999/xlink", "href", `#s-${link.slice(1)}`);
    });
    image
      ?.querySelectorAll("[clip-path]")
      .forEach((part) => part.setAttribute("clip-path", part.getAttribute("clip-path").replace("#", "#s-")));
    image?.setAttribute("aria-labelledby", "s-h-t s-h-d");
    return make(
      "article",
      { class: "solution" },
      make("p", { class: "message" }, word(is_clean ? "nothingStripped" : "stripped")),
      image,
      make(
        "table",
        { class: "counts" },
        rows.map((row) =>
          make(
            "tr",
            {},
            [placed(row.piece, name), purpose(row)].map((value) => make("td", {}, value)),
          ),
        ),
      ),
    );
  }
  const versions = rows.filter((row) => row.change || row.status === "SOUND");
  return make(
    "article",
    { class: "solution" },
    make("h2", {}, word("sound")),
    versions.length
      ? make(
          "table",
          { class: "counts" },
          versions.map((row) =>
            make(
              "tr",
              {},
              make("td", {}, foreign(row.change || "—")),
              make("td", {}, spelled(row.key)),
              make("td", {}, open(row)),
            ),
          ),
        )
      : make("p", { class: "message" }, word("nothingMended")),
  );
};
