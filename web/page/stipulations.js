// Stipulations explained, each with an example that can be tried.
const STIPULATIONS = [
  ["#2", "mate", "glinski", SAMPLE_PROBLEM],
  ["=2", "stalemate", "mini", "1/k2/5/1p1R3/4N2/2K4/7 w - 0 1"],
  ["+2", "check", "mini", "1/3/5/7/K2p3/5p1/2k4 b - 0 1"],
  ["s#2", "self", "mini", "1/3/1p1B1/7/1k5/2N4/1KR4 w - 0 1"],
  ["r#2", "reflex", "glinski", "1/3/4K/7/9/7k3/9n1/11/7B1Q1/10B/11 w - 0 1"],
  ["h#2", "help", "glinski", "1/3/5/1R5/9/11/11/11/4k6/7K3/11 b - 0 1"],
  ["h#2.5", "help-half", "glinski", "1/3/4k/7/9/2P8/11/9K1/11/11/11 w - 0 1"],
  ["hs#2", "help-self", "glinski", "1/3/3R1/7/9/8N2/11/3b7/10q/11/4K2k3 w - 0 1"],
  ["ser-#3", "series", "mccooey", "1/3/5/7/3P5/11/6R4/11/11/11/7k2K w - 0 1"],
  ["ser-h#4", "series-help", "glinski", "1/3/1p3/1k5/9/11/11/2q8/11/11/5K5 w - 0 1"],
  ["ser-s#2", "series-self", "mini", "1/R2/rP3/7/7/R6/K1k4 w - 0 1"],
];
const stipulationsBox = () => {
  const row = ([stipulation, name, game, fen]) => {
    const attempt = () => {
      box.close();
      go({ game, fen });
      stated.fill({ stipulation });
      showTab("problem");
    };
    return make(
      "tr",
      { "data-stipulation": stipulation },
      make("td", {}, make("kbd", {}, stipulation)),
      make("td", {}, word(`stip-${name}`)),
      make("td", {}, button("try", attempt)),
    );
  };
  const box = dialog(
    word("stipulations"),
    { id: "stipulationsBox", class: "wide" },
    make("h2", {}, word("stipulations")),
    make("table", { class: "counts" }, STIPULATIONS.map(row)),
    closeRow(() => box.close()),
  );
};
