// The page: head, board, panels, keyboard.
const TABS = ["board", "computer", "problem", "files", "perft"];
let tab = "board";
const showTab = (name) => {
  tab = name;
  for (const one of TABS) {
    $(`tab-${one}`).setAttribute("aria-selected", String(one === tab));
    $(`tab-${one}`).tabIndex = one === tab ? 0 : -1;
    $(`panel-${one}`).hidden = one !== tab;
  }
  closeChoice();
  tellElsewhere();
  for (const refresh of moveLists) if (view) refresh();
  keepView();
};
// Tells that the board shows another position than the one that is solved and counted.
const tellElsewhere = () => {
  $("elsewhere").hidden = !["problem", "perft"].includes(tab) || !isElsewhere();
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const applyLook = () => {
  document.documentElement.dataset.look = settings.look === "auto" ? (dark.matches ? "dark" : "light") : settings.look;
};
dark.addEventListener("change", () => {
  applyLook();
  repaint();
  drawTray();
});
const store = () => {
  try {
    localStorage.setItem("hexmate", JSON.stringify(settings));
  } catch {
    /* not allowed for a file */
  }
};
const restore = () => {
  try {
    Object.assign(settings, Views.restoredSettings(localStorage.getItem("hexmate"), settings));
  } catch {
    /* nothing is kept */
  }
  if (!WORDS[settings.language]) settings.language = "en";
};
const setting = (key, value) => {
  settings[key] = value;
  store();
  applyLook();
  document.documentElement.lang = settings.language;
  relabel();
  repaint();
  drawTray();
};
// The keys of the pieces: the letters of the reader, or English ones where a letter is no single key.
const pieceKeys = () => {
  const { roles } = info.letters.find((one) => one.name === letters());
  return [..."KQRBNP"].map((role) => (/^\p{L}$/u.test(roles[role]) ? roles[role] : role));
};
const helpBox = () => {
  const key = (...names) => names.flatMap((name, n) => [n ? " " : "", make("kbd", {}, name)]);
  const rows = [
    [key("↑", "↓", "←", "→"), "keyArrows"],
    [key("Enter"), "keyEnter"],
    [key(...pieceKeys()), "keyPiece"],
    [key("Delete"), "keyDelete"],
    [key("[", "]"), "keyStep"],
    [key("Ctrl Z", "Ctrl Y"), "keyUndo"],
    [key("F"), "keyRotate"],
  ];
  const box = dialog(
    word("help"),
    { id: "helpBox", class: "wide" },
    make("h2", {}, word("help")),
    TABS.flatMap((name) => [
      make("h3", {}, word(name)),
      make("p", {}, word(`help${name[0].toUpperCase()}${name.slice(1)}`)),
    ]),
    make("h3", {}, word("keyboard")),
    make(
      "table",
      { class: "counts" },
      rows.map(([keys, text]) => make("tr", {}, make("td", {}, keys), make("td", {}, word(text)))),
    ),
    make("p", { class: "quiet" }, word("keyMouse")),
    closeRow(() => box.close()),
  );
};
// Asks before something is lost; the answer is true if it may be.
const confirmed = (question, act) =>
  new Promise((resolve) => {
    let is_agreed = false;
    const box = dialog(
      word(question),
      { id: "confirm" },
      make("p", {}, word(question)),
      make(
        "div",
        { class: "row" },
        button(
          act,
          () => {
            is_agreed = true;
            box.close();
          },
          { id: "agree" },
        ),
        button("cancel", () => box.close()),
      ),
    );
    box.addEventListener("close", () => resolve(is_agreed));
  });
// In a game with the computer, moves are taken back; otherwise the step before is undone.
const undo = () => {
  if (!rival.takeBack()) stepBack();
};
const build = () => {
  document.documentElement.lang = settings.language;
  const mark = icon("M21 12 16.5 19.8h-9L3 12l4.500-7.800h9z");
  const tabs = make(
    "nav",
    {
      class: "tabs",
      role: "tablist",
      onkeydown: (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        showTab(TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length]);
        $(`tab-${tab}`).focus();
        event.stopPropagation();
      },
    },
    TABS.map((name) =>
      make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `panel-${name}`,
          onclick: () => showTab(name),
        },
        word(name),
      ),
    ),
  );
  const languages = select(
    Object.entries(WORDS).map(([key, { name }]) => [key, name]),
    settings.language,
    (value) => setting("language", value),
    { "aria-label": word("language"), id: "language" },
  );
  const looks = select(
    [
      ["auto", word("auto")],
      ["light", word("light")],
      ["dark", word("dark")],
    ],
    settings.look,
    (value) => setting("look", value),
    { "aria-label": word("look"), id: "look" },
  );
  const head = make(
    "header",
    { class: "top" },
    make("h1", {}, mark, make("span", {}, "hexmate")),
    tabs,
    make(
      "div",
      { class: "tools" },
      languages,
      looks,
      make("button", { class: "button", type: "button", onclick: helpBox, id: "help" }, word("help")),
    ),
  );
  const modes = make(
    "div",
    { class: "segments", id: "modes", role: "group" },
    [
      ["play", "play"],
      ["set-up", "setUp"],
      ["draw", "draw"],
    ].map(([name, label]) =>
      make(
        "button",
        {
          class: "button",
          type: "button",
          "data-mode": name,
          "aria-pressed": String(mode === name),
          onclick: () => setMode(name),
        },
        word(label),
      ),
    ),
  );
  const gameBox = select(
    games.map((one) => [one.name, titleOf(one)]),
    at.game,
    (value) => go({ game: value, fen: games.find((one) => one.name === value).start }),
    { id: "game", "aria-label": word("game") },
  );
  const called = { "aria-label": word("rules"), title: word("rules") };
  const rulesButton = make(
    "button",
    { class: "button icon", type: "button", id: "rules", onclick: rulesBox, ...called },
    "?",
  );
  const board = make("div", {
    id: "board",
    class: "board",
    tabindex: 0,
    role: "application",
    "aria-describedby": "status",
  });
  watchBoard(board);
  const bar = make(
    "div",
    { class: "row", role: "toolbar" },
    make(
      "div",
      { class: "row" },
      iconButton("first", "first", () => step(0), { id: "first" }),
      iconButton("back", "back", () => step(at.ply - 1), { id: "back" }),
      iconButton("on", "on", () => step(at.ply + 1), { id: "on" }),
      iconButton("last", "last", () => step(at.line.length), { id: "last" }),
    ),
    make(
      "div",
      { class: "row" },
      iconButton("rotate", "rotate", rotate, { id: "rotate" }),
      iconButton("undo", "undo", undo, { id: "undo" }),
      iconButton("redo", "redo", stepOn, { id: "redo" }),
    ),
  );
  const choices = make(
    "details",
    {},
    make("summary", { class: "quiet" }, word("appearance")),
    make(
      "div",
      { class: "pair" },
      field(
        "theme",
        select(
          [["auto", word("autoTheme")], ...info.themes.map((name) => [name, word(name)])],
          settings.theme,
          (value) => setting("theme", value),
        ),
      ),
      field(
        "set",
        select(
          info.sets.map((name) => [name, word(name === "letters" ? "lettersSet" : name)]),
          settings.set,
          (value) => setting("set", value),
        ),
      ),
      field(
        "coordinates",
        select(
          [
            ["edge", word("edge")],
            ["inside", word("inside")],
            ["none", word("none")],
          ],
          settings.coordinates,
          (value) => setting("coordinates", value),
        ),
      ),
      field(
        "notation",
        select(
          [
            ["", word("autoNotation")],
            ...info.letters.map(({ name }) => [name, name === "Figurines" ? word("figurines") : name]),
          ],
          settings.notation,
          (value) => setting("notation", value),
        ),
      ),
    ),
  );
  const elsewhere = make(
    "div",
    { class: "message", id: "elsewhere", hidden: true },
    make("p", {}, word("elsewhere")),
    make(
      "div",
      { class: "row" },
      button("useThis", () => go({ fen: view.fen }), { id: "useThis" }),
      button("backToProblem", () => go(subjectOf()), { id: "backToProblem" }),
    ),
  );
  const stage = make(
    "section",
    { class: "stage", "aria-label": word("board") },
    make("div", { class: "row" }, make("div", { class: "row" }, gameBox, rulesButton), modes),
    board,
    make("div", { class: "tray", id: "tray", hidden: true }),
    make("p", { class: "status", id: "status" }),
    make("p", { class: "message bad", id: "notice", role: "alert", hidden: true }),
    elsewhere,
    bar,
    choices,
  );
  // The board stays in the window while the panel is scrolled. If it is higher than the window, its lower end stays.
  const hold = () => stage.style.setProperty("--top", `${Math.min(16, innerHeight - stage.offsetHeight - 16)}px`);
  new ResizeObserver(hold).observe(stage);
  addEventListener("resize", hold);
  const panels = {
    board: positionPanel(),
    computer: computerPanel(),
    problem: problemPanel(),
    files: filesPanel(),
    perft: perftPanel(),
  };
  const panel = make(
    "section",
    { class: "panel" },
    TABS.map((name) => {
      panels[name].id = `panel-${name}`;
      panels[name].setAttribute("role", "tabpanel");
      panels[name].setAttribute("aria-labelledby", `tab-${name}`);
      return panels[name];
    }),
  );
  // For tests: opens a file with other options, and returns its report.
  Object.assign(panels.files, { test: filesPanel.open, report: filesPanel.report });
  document.body.replaceChildren(
    head,
    make("main", {}, stage, panel),
    make("footer", {}, phrase`${word("offline")} hexmate ${info.version}`),
    make("div", { id: "live", class: "aside", role: "status" }),
    make("div", { id: "sprite", class: "aside", "aria-hidden": "true" }),
  );
  listeners.push(() => {
    gameBox.value = at.game;
    tellElsewhere();
    // Another game has other pieces.
    if (mode === "set-up" && gather.key !== trayKey()) {
      tool = null;
      drawTray();
    }
    $("undo").disabled = !steps.hasPast;
    $("redo").disabled = !steps.hasFuture;
    $("first").disabled = $("back").disabled = at.ply === 0;
    $("on").disabled = $("last").disabled = at.ply >= at.line.length;
  });
  showTab(tab);
  render();
  setMode(mode);
};
addEventListener("keydown", (event) => {
  const is_typing = event.target.closest?.("input, textarea, select, dialog");
  if ((event.ctrlKey || event.metaKey) && !is_typing) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") stepOn();
    else return;
    event.preventDefault();
    return;
  }
  if (is_typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "[" || event.key === "ArrowLeft") step(at.ply - 1);
  else if (event.key === "]" || event.key === "ArrowRight") step(at.ply + 1);
  else if (event.key === "f" || event.key === "F") rotate();
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => {
  if (location.hash === own) return;
  const next = fromAddress();
  if (!next) return;
  if (next.fault) return tellFault(next.fault);
  visit(next);
});
// Shows what an address says.
const visit = ({ state, asked }) => {
  // The fields are written to the address, so what was kept for this one is read before.
  const next = documentAt(state);
  stated.fill({ stipulation: asked });
  go(next, "visit");
};
const begin = async () => {
  await compile();
  info = ask({ do: "games" }).ok;
  games = info.games;
  const languages = navigator.languages.map((name) => name.slice(0, 2));
  settings.language = languages.find((name) => WORDS[name]) ?? "en";
  restore();
  applyLook();
  const next = fromAddress();
  const kept = keptView();
  shown = next?.state ? documentAt(next.state) : Documents.documentOf({ game: games[0].name, fen: games[0].start });
  if (TABS.includes(kept.tab)) tab = kept.tab;
  stated.begin = next?.asked;
  const { fields } = kept;
  faulty = next?.fault ? address() : null;
  build();
  if (fields) stated.fill({ ...fields, stipulation: next?.asked });
  rival.resume();
  if (next?.fault) tellFault(next.fault);
  // Milliseconds since the page was asked for.
  document.documentElement.dataset.ready = Math.round(performance.now());
};
begin().catch((error) => {
  document.body.textContent = `hexmate: ${error.message}`;
});
