// The panel of counts.
const perftPanel = () => {
  const depth = make("input", { type: "number", id: "depth", min: 1, max: 20, value: 3 });
  const start = make("button", { class: "button main", type: "submit", id: "count" }, word("countIt"));
  const stop = make("button", { class: "button", type: "button", id: "stopCount", hidden: true }, word("stop"));
  const bar = make("progress", { hidden: true, "aria-label": word("working") });
  const news = make("p", { class: "number", id: "total", role: "status" });
  const table = make("table", { class: "counts", id: "divide" });
  const copyButton = button("copyDivide", (event) => copy(listed(), event.currentTarget), { id: "copyDivide" });
  const thread = new Thread();
  let counts = [],
    run = 0;
  // The table that `hexmate perft --divide` writes.
  const listed = () =>
    [["move", "", "nodes"], ...counts]
      .map(([uci, , nodes]) => `${uci.padEnd(8)}  ${String(nodes).padStart(15)}\n`)
      .join("");
  const count = async (event) => {
    event.preventDefault();
    const number = ++count.last;
    thread.stop();
    run = number;
    counts = [];
    table.replaceChildren();
    copyButton.hidden = start.hidden = true;
    stop.hidden = bar.hidden = false;
    news.textContent = "";
    const [{ game: name, fen }, plies, begun] = [
      subjectOf(),
      Math.max(1, Math.min(20, +depth.value || 1)),
      performance.now(),
    ];
    const end = () => {
      if (run === number) {
        run = 0;
        start.hidden = false;
        stop.hidden = bar.hidden = true;
      }
    };
    stop.onclick = () => {
      thread.stop();
      end();
      news.append(node(phrase` · ${word("stopped", { s: Math.round((performance.now() - begun) / 1000) })}`));
    };
    const first = await thread.ask({ do: "perft", game: name, fen, depth: 0 });
    if (run !== number) return;
    if (!first.ok) {
      news.textContent = `${clean(first.message)} [${first.code}]`;
      return end();
    }
    const body = make("tbody");
    table.replaceChildren(
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, word("move")),
          make("th", { scope: "col", class: "number" }, word("leaves")),
        ),
      ),
      body,
    );
    let total = 0;
    for (const [uci, san] of first.ok.moves) {
      const answer = await thread.ask({ do: "perft", game: name, fen, depth: plies, first: uci });
      if (run !== number) return;
      if (!answer.ok) {
        news.textContent = clean(answer.message);
        break;
      }
      total += answer.ok.nodes;
      counts.push([uci, san, answer.ok.nodes]);
      bar.max = first.ok.moves.length;
      bar.value = counts.length;
      body.append(
        make(
          "tr",
          {},
          make(
            "td",
            {},
            make(
              "button",
              { class: "move", type: "button", onclick: () => go({ game: name, fen, line: [uci] }, "browse") },
              spelled(san),
            ),
            make("span", { class: "quiet" }, ` ${uci}`),
          ),
          make("td", { class: "number" }, amount(answer.ok.nodes)),
        ),
      );
      const seconds = (performance.now() - begun) / 1000;
      const time = seconds.toFixed(seconds < 10 ? 2 : 0);
      const rate = word("perSecond", { n: amount(Math.round(total / seconds)) });
      put(news, phrase`${word("total")}: ${amount(total)} · ${word("seconds", { s: time })} · ${rate}`);
    }
    bar.removeAttribute("value");
    copyButton.hidden = false;
    end();
  };
  count.last = 0;
  copyButton.hidden = true;
  const suiteList = make("select", { id: "suite", "aria-label": word("suite") }),
    suiteTable = make("table", { class: "counts", id: "stated" });
  const section = make("details", { id: "suiteBox" }, make("summary", {}, word("suite")));
  let suite = null;
  section.addEventListener("toggle", () => {
    if (!section.open || suite) return;
    suite = ask({ do: "suite" }).ok;
    suiteList.replaceChildren(...suite.map((one, n) => make("option", { value: n }, `${one.id}`)));
    suiteList.addEventListener("change", () => chooseSuite(suite[+suiteList.value]));
    section.append(
      make(
        "div",
        { class: "group" },
        make("p", { class: "quiet" }, word("suiteHint")),
        suiteList,
        suiteTable,
        button("check1", checkSuite, { id: "checkSuite" }),
      ),
    );
    chooseSuite(suite[0]);
  });
  let chosen = null;
  const chooseSuite = (one) => {
    chosen = one;
    go({ game: one.variant, fen: one.fen });
    suiteTable.replaceChildren(
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ["ply", "stated", "counted"].map((name) =>
            make("th", { scope: "col", class: name === "ply" ? "" : "number" }, word(name)),
          ),
        ),
      ),
      make(
        "tbody",
        {},
        one.counts.map(({ nodes }, n) =>
          make(
            "tr",
            {},
            make("td", {}, String(n + 1)),
            make("td", { class: "number" }, amount(nodes)),
            make("td", { class: "number" }),
          ),
        ),
      ),
    );
  };
  const checkSuite = async () => {
    const one = chosen;
    for (const [n, { nodes }] of one.counts.entries()) {
      const answer = await thread.ask({ do: "perft", game: one.variant, fen: one.fen, depth: n + 1 });
      if (chosen !== one || !answer.ok) return;
      const cell = suiteTable.tBodies[0].rows[n].cells[2];
      const is_equal = answer.ok.nodes === nodes;
      put(
        cell,
        phrase`${amount(answer.ok.nodes)} `,
        make("span", { class: is_equal ? "good-text" : "bad-text" }, word(is_equal ? "equal" : "differs")),
      );
    }
  };
  return make(
    "div",
    {},
    make(
      "form",
      { class: "group", onsubmit: count },
      make("div", { class: "row low" }, field("depth", depth), start, stop),
      bar,
      news,
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": word("leaves") }, table),
      make("div", { class: "row" }, copyButton),
    ),
    make("section", { class: "group" }, section),
  );
};
