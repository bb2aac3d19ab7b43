// First steps: examples, the rules of the game, what can be opened.
const SAMPLE_PROBLEM = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
const SAMPLE_GAME = '[Event "?"]\n\n1. Qe1c3 $5 Qe10c6 2. b1b2 (2. e4e5 e7e6) b7b6 $4 3. Bf3b1 e7e6 4. Qc3xf9# 1-0\n';
const rulesBox = () => {
  // The captions are for light paper.
  const colours = theme() === "dark" ? "warm" : theme();
  const { ok } = ask({ do: "rules", game: at.game, look: look({ theme: colours, bottom: "", prefix: "r" }) });
  const box = dialog(
    titleOf(game()),
    { id: "rulesBox", class: "wide" },
    make(
      "div",
      { class: "row" },
      make("h2", { class: "grow" }, titleOf(game())),
      button("svg", () => save(`${at.game}-rules.svg`, ok.svg, "image/svg+xml")),
      make("button", { class: "button main", type: "button", onclick: () => box.close() }, word("close")),
    ),
    picture(ok.svg),
  );
};
const startBox = () => {
  const box = make(
    "section",
    { class: "group", id: "startBox" },
    make("h2", {}, word("firstSteps")),
    make(
      "div",
      { class: "row" },
      button(
        "sampleProblem",
        () => {
          go({ game: "glinski", fen: SAMPLE_PROBLEM });
          stated.fill({ stipulation: "#2" });
          showTab("problem");
        },
        { id: "sampleProblem" },
      ),
      button("sampleGame", () => openText(SAMPLE_GAME), { id: "sampleGame" }),
      button("setUp", () => setMode("set-up"), { id: "startSetUp" }),
      button("rules", rulesBox, { id: "startRules" }),
    ),
    make("p", { class: "quiet" }, word("dropAnywhere")),
  );
  // Only a board on which nothing has been done yet needs it.
  listeners.push(() => {
    box.hidden = shown.tree.nodes.length > 1 || at.fen !== game().start || mode !== "play";
  });
  return box;
};
