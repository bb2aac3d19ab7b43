// The panel of games with the computer player. The library plays, judges and writes the game; the page keeps its moves.
const rival = { takes: () => false, takeBack: () => false };
const computerPanel = () => {
  const thread = new Thread();
  // Terms of the game, its moves, the end that the person has declared, and the state that the library returned.
  let terms = null,
    moves = [],
    declared = null,
    state = null;
  // Number of the search that is going on, or 0; text of the last hint or evaluation.
  let run = 0,
    searches = 0,
    remark = "";
  const request = (act) => ({ do: "match", ...terms, moves, declared, act });
  const is_shown = () =>
    terms !== null && at.game === terms.game && at.fen === terms.fen && at.line.join() === moves.join();
  const is_open = () => state !== null && !state.ending;
  const has_person = () => terms.computer.length < games.find((one) => one.name === terms.game).players.length;
  const side = make("select", { id: "side" });
  const level = select(
    Array.from({ length: info.levels }, (_, n) => [n + 1, String(n + 1)]),
    5,
    () => {},
    { id: "level" },
  );
  const from = select(
    [
      ["start", word("start")],
      ["board", word("boardPosition")],
    ],
    "start",
    () => {},
    { id: "begin" },
  );
  // Minutes and seconds added by each move.
  const clock = select(
    [["", word("none")], ...["1+0", "3+2", "5+3", "10+5", "30+10"].map((text) => [text, text])],
    "",
    () => {},
    { id: "clock" },
  );
  // The times left in milliseconds by player; `null` without a clock. `since` is when that of the player to move began.
  let times = null,
    since = 0,
    is_paused = false;
  const clocks = make("p", { class: "row number", id: "clocks", hidden: true });
  const leftOf = (letter) => {
    const is_running = is_open() && !is_paused && letter === state.turn && moves.length > 0;
    return Math.max(0, times.left[letter] - (is_running ? performance.now() - since : 0));
  };
  const drawClocks = () => {
    clocks.hidden = times === null;
    if (times === null) return;
    const shownTime = (left) => `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
    put(
      clocks,
      ...Object.keys(times.left).map((letter) =>
        make(
          "span",
          { class: letter === state.turn ? "clock on" : "clock" },
          seat(letter),
          ` ${shownTime(leftOf(letter))}`,
        ),
      ),
    );
  };
  // The clock of a player stops with the move.
  const pressClock = (letter, is_move) => {
    if (times === null) return;
    times.left[letter] = leftOf(letter) + (is_move ? 1000 * times.added : 0);
    since = performance.now();
  };
  setInterval(() => {
    if (times === null || !is_open() || is_paused) return;
    drawClocks();
    if (leftOf(state.turn) === 0 && declared === null) {
      halt();
      pressClock(state.turn, false);
      declare("time");
    }
  }, 200);
  const pauseButton = button("pause", () => (is_paused ? goOn() : pause()), { id: "pause" });
  const pause = () => {
    pressClock(state.turn, false);
    is_paused = true;
    halt();
    refresh();
  };
  const goOn = () => {
    is_paused = false;
    since = performance.now();
    think();
    refresh();
  };
  const bar = make("progress", { hidden: true, "aria-label": word("thinking") });
  const news = make("p", { id: "contest", role: "status" }),
    note = make("p", { class: "message", id: "remark", role: "status" });
  const list = make("div", {
    class: "moves scroll",
    id: "contestMoves",
    tabindex: 0,
    role: "group",
    "aria-label": word("moves"),
  });
  const back = button("takeBack", () => takeBack(), { id: "takeBack" });
  const hintButton = button("hint", () => search("hint", hinted), { id: "hint" });
  const evaluateButton = button("evaluation", () => search("evaluate", evaluated), { id: "evaluate" });
  const claimButton = button("claim", () => declare("claim"), { id: "claim" });
  const resignButton = button("resign", () => declare("resign"), { id: "resign" });
  const toGame = button("backToGame", () => show(), { id: "backToGame" });
  const pgn = () => ask(request("pgn")).ok;
  const outputs = make(
    "div",
    { class: "row" },
    button("savePgn", () => save(`${terms.game}.pgn`, pgn(), "application/x-chess-pgn"), { id: "savePgn" }),
    button("copyPgn", (event) => copy(pgn(), event.currentTarget), { id: "copyPgn" }),
  );
  const box = make(
    "section",
    { class: "group", id: "contestBox", hidden: true },
    news,
    bar,
    note,
    clocks,
    make("div", { class: "row" }, toGame, pauseButton, back, hintButton, evaluateButton, claimButton, resignButton),
    list,
    outputs,
  );

  const show = (how = "edit") => {
    // Comments and marks of the game stay while it grows.
    const is_longer = at.game === terms.game && at.fen === terms.fen && moves.length >= at.line.length;
    const base = how === "silent" && is_longer ? shown.tree : undefined;
    go({ game: terms.game, fen: terms.fen, line: moves, base }, how);
  };
  const halt = () => {
    if (run) {
      thread.stop();
      run = 0;
    }
  };
  // Takes the state after an act; the board follows if it shows the game.
  const take = (answer) => {
    const was_shown = is_shown();
    if (!answer.ok) return notice(`${answer.message} [${answer.code}]`);
    if (state !== null && is_open()) pressClock(state.turn, answer.ok.moves.length > moves.length);
    state = answer.ok;
    moves = state.moves;
    remark = "";
    if (was_shown) show("silent");
    refresh();
    keepContest();
    think();
  };
  // Lets the computer play, if it is to move.
  const think = () => {
    if (!is_open() || !state.computer || is_paused) return;
    search("play", (answer) => {
      take({ ok: answer });
      tell();
    });
  };
  const tell = () =>
    say(`${view.line?.at(-1) && is_shown() ? `${spelled(view.line.at(-1).san)}. ` : ""}${news.textContent}`);
  const search = async (act, then) => {
    halt();
    const number = ++searches;
    run = number;
    remark = "";
    refresh();
    const answer = await thread.ask(request(act));
    if (run !== number) return;
    run = 0;
    if (answer.ok) then(answer.ok);
    else
      notice(
        answer.code === "internal"
          ? word("failed", { message: clean(answer.message) })
          : `${answer.message} [${answer.code}]`,
      );
    refresh();
  };
  const seat = (letter) =>
    player(
      letter,
      games.find((one) => one.name === terms.game),
    );
  const hinted = ({ uci, san, mate }) => {
    remark = phrase`${word("hint")}: ${spelled(san)}${mate ? phrase`, ${word("mateIn", { n: mate })}` : ""}`;
    const found = is_shown() && at.ply === moves.length && view.moves?.find((one) => one.uci === uci);
    if (found) {
      hintArrow = `G${found.from}${found.to}`;
      render();
    }
    say(remark);
  };
  // Score in pawns for the player to move, the first moves of the line, and the material.
  const evaluated = ({ turn, material, line }) => {
    const pawns = ({ value }) => `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;
    const score =
      line &&
      { centipawns: pawns(line), mate: word("mateIn", { n: line.value }), mated: word("matedIn", { n: line.value }) }[
        line.kind
      ];
    const found = line ? phrase`${seat(turn)} ${score}: ${spelled(line.moves)} · ` : "";
    const worths = live(() => material.map(([owner, worth]) => `${seat(owner)} ${worth}`).join(", "));
    remark = phrase`${found}${word("material")}: ${worths}`;
    say(remark);
  };
  const declare = (what) => {
    declared = what;
    const answer = ask(request("state"));
    if (!answer.ok) declared = null;
    take(answer);
    tell();
  };
  const takeBack = () => {
    if (state === null) return;
    halt();
    const answer = ask(request("undo"));
    if (answer.ok) declared = null;
    take(answer);
  };
  // The game is kept in this tab of the browser, also when the page is loaded again.
  const keepContest = () => {
    try {
      sessionStorage.setItem("hexmate-contest", JSON.stringify({ terms, moves, declared, times }));
    } catch {
      /* not allowed for a file */
    }
  };
  rival.resume = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem("hexmate-contest") ?? "null");
    } catch {
      /* nothing is kept */
    }
    if (!kept?.terms) return;
    [terms, moves, declared, times] = [kept.terms, kept.moves ?? [], kept.declared ?? null, kept.times ?? null];
    // A game without a person goes on when it is asked to.
    is_paused = kept.terms.computer?.length === games.find((one) => one.name === kept.terms.game)?.players.length;
    since = performance.now();
    const answer = ask(request("state"));
    if (!answer.ok) {
      [terms, moves, declared, times] = [null, [], null, null];
      return;
    }
    if (at.game === terms.game && at.fen === terms.fen)
      bottom = [...game().players].find((letter) => !terms.computer.includes(letter)) ?? bottom;
    take(answer);
    repaint();
  };
  const begin = async (event) => {
    event.preventDefault();
    if (is_open() && moves.length && !(await confirmed("giveUp", "newGame"))) return;
    halt();
    const { players, start } = game();
    const fen = from.value === "board" ? view.fen : start;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const next = {
      game: at.game,
      fen,
      computer: [...players].filter((letter) => letter !== side.value).join(""),
      level: +level.value,
      seed,
    };
    const answer = ask({ do: "match", ...next, moves: [], act: "state" });
    if (!answer.ok) return notice(`${answer.message} [${answer.code}]`);
    [terms, moves, declared, state, is_paused] = [next, [], null, answer.ok, false];
    const [minutes, added] = clock.value.split("+").map(Number);
    const left = Object.fromEntries([...players].map((letter) => [letter, 60_000 * minutes]));
    times = clock.value ? { left, added } : null;
    since = performance.now();
    bottom = side.value || bottom;
    show();
    setMode("play");
    take(answer);
  };
  rival.takes = (uci) => {
    if (!is_open() || !is_shown()) return false;
    if (at.ply < moves.length) {
      if (at.line[at.ply] === uci) return false;
      picked = "";
      render();
      notice(word("notLast"));
    } else if (!state.computer && !is_paused) {
      halt();
      picked = "";
      take(ask({ ...request("state"), moves: [...moves, uci] }));
      if (!run) tell();
    }
    return true;
  };
  rival.takeBack = () => {
    if (!is_open() || !is_shown()) return false;
    takeBack();
    return true;
  };
  const fraction = (text) =>
    text.replaceAll("3/4", "¾").replaceAll("1/4", "¼").replaceAll("1/2", "½").replaceAll("-", "–");
  const refresh = () => {
    const { name, players } = game();
    // The seats of another game are others.
    if (side.dataset.game !== name)
      put(
        side,
        ...[...players].map((letter) => make("option", { value: letter }, player(letter))),
        make("option", { value: "" }, word("computerOnly")),
      );
    side.dataset.game = name;
    box.hidden = state === null;
    if (state === null) return;
    const { ending, result, turn, computer, claims } = state;
    const is_ours = is_open() && !computer;
    const reason = ending === "declared" ? declared : ending;
    const draws = is_ours ? claims.map((claim) => phrase` · ${word(claim)}`) : [];
    put(
      news,
      make(
        "b",
        {},
        ending
          ? phrase`${fraction(result)} · ${word(`end-${reason}`)}`
          : computer
            ? word("thinking")
            : word("moving", { player: seat(turn) }),
      ),
      ...draws,
    );
    bar.hidden = run === 0;
    put(note, remark);
    note.hidden = remark === "";
    toGame.hidden = is_shown();
    list.hidden = !is_shown();
    put(list, ...(is_shown() ? lineButtons() : []));
    back.disabled = (moves.length === 0 && !declared) || !has_person();
    pauseButton.hidden = !is_open() || (has_person() && times === null);
    put(pauseButton, word(is_paused ? "goOn" : "pause"));
    drawClocks();
    hintButton.disabled = evaluateButton.disabled = !is_ours || run !== 0;
    resignButton.disabled = !is_ours;
    claimButton.hidden = !is_ours || claims.length === 0;
  };
  listeners.push(refresh);
  return make(
    "div",
    {},
    make(
      "form",
      { class: "group", onsubmit: begin },
      make(
        "div",
        { class: "pair broad" },
        field("side", side),
        field("level", level),
        field("begin", from),
        field("clock", clock),
      ),
      make(
        "div",
        { class: "row" },
        make("button", { class: "button main", type: "submit", id: "newGame" }, word("newGame")),
      ),
    ),
    box,
  );
};
