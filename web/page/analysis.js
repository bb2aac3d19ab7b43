// Analysis of the position shown: its best lines, while the board is browsed.
const analysisBox = () => {
  const thread = new Thread();
  let is_on = false;
  // The position that is searched, as text, and the lines that were found for it.
  let searched = "";
  let lines = [];
  let is_searching = false;
  const most = select(
    [1, 2, 3, 5].map((n) => [n, String(n)]),
    3,
    () => restart(),
    { id: "lineCount" },
  );
  const bar = make("div", { class: "advantage", id: "advantage", role: "img" }, make("div", {}));
  const list = make("ol", { class: "lines", id: "bestLines" });
  const news = make("p", { class: "quiet number", id: "searchDepth", role: "status" });
  const toggleButton = make("button", { class: "button", type: "button", id: "analyse", "aria-pressed": "false" });
  const is_for_two = () => game().players.length === 2;
  // Values are those of White in games for two, else of the player to move.
  const sign = () => (is_for_two() && view.turn === "b" ? -1 : 1);
  const scoreText = ({ kind, value }) => {
    const signed = kind === "mated" ? -value * sign() : value * sign();
    const prefix = signed < 0 ? "−" : "+";
    return kind === "centipawns" ? `${prefix}${(Math.abs(signed) / 100).toFixed(2)}` : `${prefix}#${Math.abs(signed)}`;
  };
  // The share of White in the bar: half of it at 0, ten elevenths at four pawns.
  const share = ({ kind, value }) => {
    const pawns = { centipawns: value / 100, mate: 99, mated: -99 }[kind] * sign();
    return 1 / (1 + 10 ** (-pawns / 4));
  };
  const row = () => {
    const button = make("button", { class: "move", type: "button", onclick: () => play(button.dataset.uci) });
    return make("li", {}, make("b", { class: "number" }), button, make("span", {}));
  };
  const draw = () => {
    const best = lines[0];
    bar.hidden = !is_for_two() || !best;
    if (!bar.hidden) {
      bar.firstElementChild.style.setProperty("width", `${(100 * share(best)).toFixed(1)}%`);
      label(bar, "aria-label", phrase`${word("evaluation")}: ${scoreText(best)}`);
    }
    // The rows stay while their texts change, so that a click on one is not lost.
    const found = lines.filter(Boolean);
    list.hidden = !found.length;
    while (list.childElementCount > found.length) list.lastElementChild.remove();
    while (list.childElementCount < found.length) list.append(row());
    for (const [n, line] of found.entries()) {
      const [score, button, rest] = list.children[n].children;
      const [first, ...others] = line.moves.split(" ");
      put(score, scoreText(line));
      button.dataset.uci = line.uci ?? "";
      put(button, spelled(first));
      put(rest, spelled(others.join(" ")));
    }
    const depth = best
      ? phrase`${word("depthReached", { n: best.depth })} · ${word("searched", { n: amount(best.nodes) })}`
      : "";
    put(news, is_on ? depth : "");
    put(toggleButton, word(is_on ? "stop" : "analyse"));
    toggleButton.setAttribute("aria-pressed", String(is_on));
    toggleButton.classList.toggle("main", !is_on);
  };
  const halt = () => {
    if (is_searching) thread.stop();
    is_searching = false;
  };
  const restart = async () => {
    halt();
    lines = [];
    searched = positionKey();
    draw();
    if (!is_on || !view.legal || !view.moves.length) return;
    is_searching = true;
    const key = searched;
    const moves = at.line.slice(0, at.ply);
    const question = { do: "analyse", game: at.game, fen: at.fen, moves, lines: Number(most.value), nodes: 1e9 };
    const answer = await thread.ask(question, ({ progress }) => {
      if (!progress || key !== searched || !is_on) return;
      lines[progress.number - 1] = progress;
      draw();
    });
    if (key !== searched) return;
    is_searching = false;
    if (answer && !answer.ok) put(news, clean(answer.message));
  };
  toggleButton.addEventListener("click", () => {
    is_on = !is_on;
    // What was found stays until another position is searched.
    if (is_on) restart();
    else {
      halt();
      draw();
    }
  });
  listeners.push(() => {
    if (positionKey() === searched) return;
    if (is_on) restart();
    else {
      lines = [];
      searched = "";
      draw();
    }
  });
  draw();
  return make(
    "section",
    { class: "group", id: "analysis" },
    make("div", { class: "row" }, toggleButton, make("label", { class: "check" }, word("bestLines"), most), news),
    bar,
    list,
  );
};
