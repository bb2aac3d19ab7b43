// The panel of files: a table of records, a game to play through, the outputs.
const HEIGHT = 32;
const COLLATOR = new Intl.Collator();
// Divides long work on a list into turns, between which the page answers. `is_stale` returns `true` if the work is not
// wanted any more.
const turns = (is_stale) => {
  let begun = performance.now(),
    steps = 0;
  return {
    is_due: (size = 1) => {
      steps += size;
      if (steps < 256) return false;
      steps = 0;
      return performance.now() - begun > 20;
    },
    is_over: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
      return is_stale();
    },
  };
};
// Merges two sorted lists; `null` if the work is stale.
const merge = async (left, right, compare, turn) => {
  const merged = [];
  let [a, b] = [0, 0];
  while (a < left.length || b < right.length) {
    if (turn.is_due() && (await turn.is_over())) return null;
    merged.push(b === right.length || (a < left.length && compare(left[a], right[b]) <= 0) ? left[a++] : right[b++]);
  }
  return merged;
};
// Sorts a list; `null` if the work is stale.
const sorted = async (list, compare, turn) => {
  let runs = [];
  for (let from = 0; from < list.length; from += 512) {
    if (turn.is_due(512) && (await turn.is_over())) return null;
    runs.push(list.slice(from, from + 512).sort(compare));
  }
  while (runs.length > 1) {
    const longer = [];
    for (let n = 0; n < runs.length; n += 2) {
      const one = n + 1 < runs.length ? await merge(runs[n], runs[n + 1], compare, turn) : runs[n];
      if (!one) return null;
      longer.push(one);
    }
    runs = longer;
  }
  return runs[0] ?? [];
};
const filesPanel = () => {
  let thread = null,
    sources = [],
    how = "check",
    rows = [],
    listed = [],
    sort = { by: "number", down: false },
    selected = 0,
    tableView = true,
    over = true,
    begun = 0,
    brokenAt = 0,
    filtered = {},
    listing = null,
    bad = 0;
  const found = new Set();
  // Files with problems that were put into them and that are not saved.
  const unsaved = new WeakSet();
  const hasUnsaved = () => sources.some(({ file }) => unsaved.has(file));
  // The browser asks before such files are lost. Without them it keeps the page for the way back.
  const askBefore = (event) => event.preventDefault();
  const guard = () =>
    hasUnsaved() ? addEventListener("beforeunload", askBefore) : removeEventListener("beforeunload", askBefore);
  const chooser = make("input", {
    type: "file",
    id: "file",
    multiple: true,
    class: "aside",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      open([...chooser.files]);
      chooser.value = "";
    },
  });
  const hows = make(
    "div",
    { class: "segments", role: "group", "aria-label": word("how") },
    [
      ["check", "howCheck"],
      ["repair", "howRepair"],
      ["solve", "howSolve"],
    ].map(([name, label]) =>
      make(
        "button",
        {
          class: "button",
          type: "button",
          "data-how": name,
          "aria-pressed": String(how === name),
          onclick: (event) => {
            how = name;
            hows
              .querySelectorAll("button")
              .forEach((one) => one.setAttribute("aria-pressed", String(one === event.currentTarget)));
            open(sources.map(({ file }) => file));
          },
        },
        word(label),
      ),
    ),
  );
  const drop = make(
    "div",
    { class: "drop" },
    make("p", {}, word("dropHere")),
    make(
      "div",
      { class: "row" },
      make("button", { class: "button main", type: "button", onclick: () => chooser.click() }, word("open")),
      chooser,
    ),
    make("p", { class: "quiet" }, word("local")),
  );
  const dropped = (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) {
      showTab("files");
      open(files);
    }
  };
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      drop.classList.add("over");
    }
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.classList.remove("over");
  });
  addEventListener("drop", dropped);
  const bar = make("progress", { id: "reading", max: 1, value: 0, hidden: true });
  const news = make("p", { class: "quiet number", id: "records", role: "status" });
  const stopButton = make(
    "button",
    {
      class: "button",
      type: "button",
      id: "stopFile",
      hidden: true,
      onclick: () => {
        thread.stop();
        finish();
        // A new instance reads the records again that are listed.
        thread.post({ files: sources, is_listed: true });
      },
    },
    word("stop"),
  );
  const heads = [
    ["number", "number", "4.2rem"],
    ["source", "file", "22%"],
    ["called", "record", "32%"],
    ["status", "status", "8.5rem"],
    ["note", "note", ""],
  ];
  const headRow = make(
    "tr",
    {},
    heads.map(([by, label, width]) => {
      const head = make(
        "th",
        { scope: "col", "data-by": by, "aria-sort": "none" },
        make(
          "button",
          {
            type: "button",
            onclick: () => {
              sort = { by, down: sort.by === by && !sort.down };
              update();
            },
          },
          word(label),
        ),
      );
      if (width) head.style.width = width;
      return head;
    }),
  );
  const body = make("tbody", {});
  const table = make(
    "div",
    {
      class: "records",
      id: "table",
      tabindex: 0,
      role: "region",
      "aria-label": word("table"),
      onscroll: () => draw(),
      onkeydown: (event) => {
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
        if (!by || !listed.length) return;
        event.preventDefault();
        const index = Math.max(0, Math.min(listed.length - 1, listed.findIndex((row) => row.key === selected) + by));
        table.scrollTop = Math.max(0, index * HEIGHT - table.clientHeight / 2);
        pick(listed[index]);
      },
    },
    make("table", { role: "grid", "aria-label": word("table"), "aria-rowcount": 0 }, make("thead", {}, headRow), body),
  );
  const text = make("input", { type: "search", id: "filter", placeholder: word("filter"), oninput: () => update() });
  const statuses = make("select", { id: "statuses", onchange: () => update(), "aria-label": word("status") });
  const tally = make("span", { class: "quiet number", id: "tally" });
  const first = button(
    "firstError",
    async () => {
      const row = rows.find((one) => !one.good);
      if (row) {
        text.value = "";
        statuses.value = "";
        await update();
        table.scrollTop = Math.max(0, listed.indexOf(row) * HEIGHT - table.clientHeight / 2);
        pick(row);
      }
    },
    { id: "firstError" },
  );
  const save_ = (id, label, act) =>
    make("button", { class: "button", type: "button", id, onclick: (event) => act(event.currentTarget) }, word(label));
  const base = () =>
    sources.length > 1
      ? "hexmate"
      : fileName(sources[0].file.name)
          .replace(/\.(gz|zst)$/i, "")
          .replace(/\.[^.]*$/, "") || "hexmate";
  const records = () => rows.filter((row) => !row.twin);
  const wanted = (row) => ({ do: "record", file: row.file, number: row.number });
  // A table: its head, and the lines of all rows. Only solutions have columns from their input.
  const written = (form, line) => ask({ do: "save", form, lines: [] }).ok + rows.map(line).join("");
  const report = () =>
    how === "solve"
      ? ask({ do: "save", form: how, lines: rows.map((row) => [row.line, row.further ?? []]) }).ok
      : written(how, (row) => row.line);
  filesPanel.report = report;
  const saveReport = save_("saveReport", "saveReport", () => save(`${base()}-report.csv`, report(), "text/csv"));
  const saveRepaired = save_("saveRepaired", "saveRepaired", () =>
    save(
      `${base()}-repaired.pgn`,
      records()
        .map((row) => row.repaired ?? "")
        .join(""),
      "application/x-chess-pgn",
    ),
  );
  const saveChanges = save_("saveChanges", "saveChanges", () =>
    save(
      `${base()}-changes.csv`,
      written("changes", (row) => row.changes ?? ""),
      "text/csv",
    ),
  );
  const saveDiagrams = save_("saveDiagrams", "saveDiagrams", async () => {
    const [entries, all] = [[], listed.filter((row) => !row.twin)];
    for (const [n, row] of all.entries()) {
      if (n % 20 === 0) put(news, word("packing", { n, all: all.length }));
      const { ok } = await thread.ask({ ...wanted(row), picture: true, look: look({ bottom: "", to_move: true }) });
      if (ok) entries.push([`${String(row.key).padStart(5, "0")} ${fileName(row.called)}.svg`, ok.svg]);
    }
    put(news, counted());
    save(`${base()}-diagrams.zip`, zip(entries), "application/zip");
  });
  const cards = make("div", { class: "cards", hidden: true });
  let cardCount = 24;
  const more = button("moreCards", () => {
    cardCount += 48;
    drawCards();
  });
  const toggleCards = make(
    "button",
    {
      class: "button",
      type: "button",
      "aria-pressed": "false",
      id: "diagrams",
      onclick: () => {
        tableView = !tableView;
        toggleCards.setAttribute("aria-pressed", String(!tableView));
        table.hidden = !tableView;
        cards.hidden = more.hidden = tableView;
        drawCards();
      },
    },
    word("diagrams"),
  );
  const viewer = make("section", { class: "group", id: "viewer", hidden: true });
  const results = make(
    "div",
    { class: "group", hidden: true },
    make(
      "div",
      { class: "row" },
      make("label", { class: "grow" }, make("span", { class: "aside" }, word("filter")), text),
      statuses,
      tally,
    ),
    make("div", { class: "row" }, first, toggleCards),
    table,
    cards,
    more,
    viewer,
    make("div", { class: "row" }, saveReport, saveRepaired, saveChanges, saveDiagrams),
  );
  more.hidden = true;

  const counted = () => (rows.length === 1 ? word("records1") : word("done", { n: amount(rows.length) }));
  const finish = (fault = null) => {
    over = true;
    bar.hidden = stopButton.hidden = true;
    filesPanel.changed();
    put(
      news,
      fault
        ? clean(fault)
        : phrase`${counted()} · ${word("seconds", { s: ((performance.now() - begun) / 1000).toFixed(1) })}`,
    );
    update();
  };
  // Reads files one after the other; `options` are for tests.
  const open = async (list, options = {}) => {
    if (!list.length) return;
    const is_lost = hasUnsaved() && !list.some((file) => unsaved.has(file));
    if (is_lost && !(await confirmed("giveUpChanges", "open"))) return;
    thread ??= new Thread();
    thread.stop();
    results.hidden = false;
    drop.classList.add("small");
    const now = list.map((file) => ({ file, open: { name: options.name ?? file.name, how, skip: 0 } }));
    [sources, rows, listed, selected, over, begun, brokenAt] = [
      now,
      [],
      [],
      0,
      false,
      performance.now(),
      options.brokenAt ?? 0,
    ];
    [filtered, bad, listing] = [{}, 0, null];
    guard();
    found.clear();
    viewer.hidden = true;
    saveRepaired.hidden = saveChanges.hidden = how !== "repair";
    headRow.querySelector('[data-by="source"]').hidden = list.length < 2;
    put(statuses, make("option", { value: "" }, word("all")));
    table.scrollTop = 0;
    bar.hidden = stopButton.hidden = false;
    bar.value = 0;
    update();
    filesPanel.changed();
    const all = list.reduce((sum, file) => sum + file.size, 0) || 1;
    const sizes = list.map((_, n) => list.slice(0, n).reduce((sum, file) => sum + file.size, 0));
    const faults = [];
    let count = 0,
      share = 0,
      stuck = 0;
    for (;;) {
      const answer = await thread.post({ files: now, brokenAt }, ({ part }) => {
        if (!part || sources !== now) return;
        const { after } = part;
        const { rows: fresh, form, percent, fault } = JSON.parse(part.text).ok;
        const { file, open } = now[after];
        now[after].form = form;
        for (const record of fresh) add(record, after, ++open.skip, ++count);
        share = (sizes[after] + (percent / 100) * file.size) / all;
        if (fault) faults[after] = fault;
        stuck = 0;
        soon(() => {
          bar.value = share;
          put(news, word("progress", { n: amount(count), p: Math.round(100 * share) }));
        });
      });
      if (sources !== now) return;
      if (answer?.code !== "internal") break;
      // The record that ended the instance is marked; a new instance goes on after it.
      const [{ open }, message] = [now[answer.place], `internal error: ${clean(answer.message)}`];
      if (++stuck > 3) {
        faults.push(message);
        break;
      }
      add(
        ask({ do: "broken", name: open.name, number: open.skip + 1, how, message }).ok,
        answer.place,
        ++open.skip,
        ++count,
      );
      brokenAt = 0;
    }
    finish(faults.filter(Boolean).join(" · "));
  };
  filesPanel.open = (files, options) => {
    if (options?.how) {
      how = options.how;
      hows
        .querySelectorAll("button")
        .forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.how === how)));
    }
    return open([files].flat(), options);
  };
  const rowsOf = (listed, file, number, key) => {
    const record = Records.recordOf(listed, how);
    return record.rows.map(({ row, line, further, repaired, changes }, index) => {
      const is_solved = how === "solve";
      const note = is_solved
        ? [(row.keys ?? []).join(" "), row.message].filter(Boolean).join(" · ")
        : [row.message, row.token && row.code ? `“${row.token}”` : ""].filter(Boolean).join(" ");
      return {
        key,
        file,
        number,
        facts: record.facts,
        source: sources[file].open.name,
        called: is_solved ? [row.id, row.of_twin].filter(Boolean).join(" ") : record.called || row.id || "",
        status: row.status,
        note,
        line,
        further,
        repaired,
        changes,
        twin: index > 0,
        good: is_solved ? row.as_expected === true : row.status === "ok",
        place: row.line ? `${row.line}:${row.column ?? 1}: ` : "",
        code: row.code ?? "",
      };
    });
  };
  const add = (record, file, number, key) => {
    for (const row of rowsOf(record, file, number, key)) {
      rows.push(row);
      found.add(row.status);
      if (!row.good) bad++;
    }
  };
  // The open files that problems can be put into; none while they are read.
  filesPanel.collections = () =>
    over
      ? sources.map(({ file, open, form }) => form && { name: file.name || open.name, is_unsaved: unsaved.has(file) })
      : [];
  // Puts a problem into an open file, at the place of a record or at the end.
  filesPanel.put = async (index, number, problem) => {
    const source = sources[index];
    const { file, open: opened } = source;
    const answer = await thread.post({ file, request: { do: "put", file: index, name: opened.name, number, problem } });
    if (!answer.ok || sources[index] !== source) return answer;
    const { start, end, text, record, recoded, moved } = answer.ok;
    const name = recoded ? file.name.replace(/\.(gz|zst|bz2|xz)$/i, "") : file.name;
    source.file = new File([file.slice(0, start), text, file.slice(end)], name);
    unsaved.add(source.file);
    guard();
    if (moved) await open(sources.map((one) => one.file));
    else await replace(record, index, answer.ok.number);
    filesPanel.changed();
    return answer;
  };
  filesPanel.save = (index) => {
    const { file } = sources[index];
    unsaved.delete(file);
    guard();
    save(fileName(file.name), file, "text/plain");
    filesPanel.changed();
  };
  // Lists a record in place of the one with its number, or as the last one of its file.
  const replace = async (record, file, number) => {
    const is_own = (row) => row.file === file && row.number === number;
    const old = rows.filter(is_own);
    const key = old[0]?.key ?? rows.reduce((most, row) => Math.max(most, row.key), 0) + 1;
    const place = old.length ? rows.findIndex(is_own) : rows.findLastIndex((row) => row.file <= file) + 1;
    if (!old.length) sources[file].open.skip++;
    const fresh = rowsOf(record, file, number, key);
    rows.splice(place, old.length, ...fresh);
    for (const { status } of fresh) found.add(status);
    bad = rows.filter((row) => !row.good).length;
    filtered = {};
    listing = null;
    put(news, counted());
    await update();
  };
  let timer = 0;
  // While rows arrive, showing the progress and listing them takes at most a fifth of the time.
  let spent = 0;
  const soon = (progress) => {
    if (!timer)
      timer = setTimeout(
        async () => {
          const begun = performance.now();
          if (!over) progress();
          await update();
          spent = performance.now() - begun;
          timer = 0;
          if (!over && filtered.count < rows.length) soon(progress);
        },
        Math.max(200, 4 * spent),
      );
  };
  const label = (status) =>
    word(VERDICTS[status] || status === "NOT_FINISHED" ? status : status === "illegal" ? "illegalStatus" : status);
  const update = async () => {
    for (const status of found)
      if (![...statuses.options].some((option) => option.value === status))
        statuses.append(make("option", { value: status }, label(status)));
    const [wanted, needle, { by, down }] = [statuses.value, text.value.toLowerCase(), sort];
    const fits = (row) =>
      (!wanted || row.status === wanted) &&
      (!needle || `${row.called} ${row.facts} ${row.note} ${row.source}`.toLowerCase().includes(needle));
    const sign = down ? -1 : 1;
    const compare =
      by !== "number" ? (a, b) => sign * COLLATOR.compare(a[by], b[by]) : down ? (a, b) => b.key - a.key : null;
    const key = [wanted, needle, by, down].join();
    if (listing?.key === key) {
      listing.has_more = true;
      return listing.done;
    }
    // The last call decides; an earlier list that is not complete is given up.
    const now = { key, has_more: true };
    listing = now;
    const turn = turns(() => listing !== now);
    now.done = (async () => {
      while (now.has_more) {
        now.has_more = false;
        // While a file is read, only its new rows are looked at.
        const [is_continued, count] = [key === filtered.key, rows.length];
        const fresh = [];
        for (let n = is_continued ? filtered.count : 0; n < count; n++) {
          if (turn.is_due() && (await turn.is_over())) return;
          if (fits(rows[n])) fresh.push(rows[n]);
        }
        const list = compare ? await sorted(fresh, compare, turn) : fresh;
        const merged = is_continued && compare && list ? await merge(listed, list, compare, turn) : list;
        if (!merged) return;
        if (is_continued && !compare) for (const row of merged) listed.push(row);
        else listed = merged;
        filtered = { key, count };
        showList();
      }
      listing = null;
    })();
    return now.done;
  };
  const showList = () => {
    headRow
      .querySelectorAll("th")
      .forEach((head) =>
        head.setAttribute("aria-sort", head.dataset.by === sort.by ? (sort.down ? "descending" : "ascending") : "none"),
      );
    put(
      tally,
      listed.length || !rows.length
        ? word("shown", { n: amount(listed.length), all: amount(rows.length) })
        : word("noneFound"),
    );
    first.disabled = bad === 0;
    table.firstElementChild.setAttribute("aria-rowcount", listed.length + 1);
    draw();
    if (!tableView && over) drawCards();
  };
  const space = (height) => {
    const row = make(
      "tr",
      { class: "space", "aria-hidden": "true" },
      make("td", { colspan: sources.length > 1 ? 5 : 4 }),
    );
    row.firstElementChild.style.height = `${height}px`;
    return row;
  };
  // What the table shows; rows that arrive below it only make the room there larger.
  let drawn = [];
  const draw = () => {
    table.style.height = `${Math.min(HEIGHT * (listed.length + 1) + 12, Math.max(220, innerHeight * 0.45))}px`;
    const from = Math.max(0, Math.floor(table.scrollTop / HEIGHT) - 10);
    const to = Math.min(listed.length, from + Math.ceil(table.clientHeight / HEIGHT) + 20);
    const below = (listed.length - to) * HEIGHT;
    const wanted = [from, selected, sources.length > 1, ...listed.slice(from, to)];
    if (wanted.length === drawn.length && wanted.every((value, n) => value === drawn[n])) {
      body.lastElementChild.firstElementChild.style.height = `${below}px`;
      return;
    }
    drawn = wanted;
    body.replaceChildren(
      space(from * HEIGHT),
      ...listed.slice(from, to).map((row, n) =>
        make(
          "tr",
          {
            "aria-rowindex": from + n + 2,
            "aria-selected": String(row.key === selected),
            "data-number": row.key,
            onclick: () => pick(row),
          },
          make("td", { class: "number" }, String(row.number)),
          sources.length > 1 ? make("td", {}, foreign(row.source)) : null,
          make("td", {}, foreign(row.called)),
          make("td", { class: row.good ? "good-text" : "bad-text" }, label(row.status)),
          make("td", { title: clean(row.note) }, foreign(how === "solve" ? spelled(row.note) : row.note)),
        ),
      ),
      space(below),
    );
  };
  const drawCards = async () => {
    if (tableView || !thread) return;
    const number = ++drawCards.last;
    const list = listed.filter((row) => !row.twin).slice(0, cardCount);
    more.hidden = listed.length <= cardCount;
    const made = [];
    for (const row of list) {
      const { ok } = await thread.ask({
        ...wanted(row),
        picture: true,
        look: look({ bottom: "", coordinates: "none", prefix: `d${row.key}` }),
      });
      if (ok)
        made.push(
          make(
            "button",
            { type: "button", onclick: () => pick(row) },
            picture(ok.svg),
            make("span", {}, foreign(row.called || row.number)),
          ),
        );
    }
    if (number === drawCards.last) cards.replaceChildren(...made);
  };
  drawCards.last = 0;
  const pick = async (row) => {
    selected = row.key;
    draw();
    say(`${row.number}. ${row.called}: ${label(row.status)}. ${row.note}`);
    const answer = await thread.ask({ ...wanted(row), letters: letters() });
    if (selected !== row.key) return;
    viewer.hidden = false;
    const title = make("h2", {}, `${row.number}. `, foreign(row.called));
    const diagnosis = row.good
      ? null
      : make(
          "p",
          { class: "message bad", id: "diagnosis" },
          foreign(`${row.place}${row.note}${row.code ? ` [${row.code}]` : ""}`),
        );
    if (!answer.ok)
      return viewer.replaceChildren(title, diagnosis ?? make("p", { class: "message" }, foreign(answer.message)));
    const record = answer.ok;
    opened = null;
    if (record.kind === "game") {
      viewer.replaceChildren(title, ...gameView(record, row, diagnosis));
      for (const refresh of moveLists) refresh();
      return;
    }
    go({ game: record.game, fen: record.fen }, "step");
    stated.fill(record, sources[row.file].form ? { index: row.file, number: row.number } : null);
    const facts = [
      ["author", record.author],
      ["source", record.source],
      ["stipulation", record.stipulation],
      ["twin", record.twin],
      ["keys", record.keys],
    ].map(([name, value]) => [word(name), value]);
    viewer.replaceChildren(
      title,
      diagnosis ?? "",
      // Further columns have the names of their file.
      tags([...facts, ...record.further].filter(([, value]) => value)),
      make(
        "div",
        { class: "row" },
        button(
          "solveThis",
          () => {
            showTab("problem");
            stated.solve();
          },
          { id: "solveThis" },
        ),
      ),
    );
  };
  const tags = (pairs) =>
    make(
      "dl",
      { class: "tags" },
      pairs.flatMap(([name, value]) => [make("dt", {}, foreign(name)), make("dd", {}, foreign(value))]),
    );
  // The game of a record, as it was when the board left it.
  let opened = null;
  const is_opened = () => opened !== null && shown.origin === opened.origin;
  const toGame = button("backToGame", () => go(opened, "step"), { id: "backToRecord" });
  listeners.push(() => {
    if (is_opened()) opened = shown;
    toGame.hidden = opened === null || is_opened();
  });
  const moves = movesList("play", is_opened);
  let origins = 0;
  const gameView = (record, row, diagnosis) => {
    opened = { ...documentOfRecord(record, !row.good), origin: ++origins };
    viewer.hidden = false;
    go(opened, "step");
    return [diagnosis ?? "", make("div", { class: "row" }, toGame), moves, tags(record.tags)];
  };
  return make(
    "div",
    {},
    make("div", { class: "row" }, hows),
    drop,
    bar,
    make("div", { class: "row" }, news, stopButton),
    results,
  );
};
// Until the panel is made there are no files.
filesPanel.collections = () => [];
filesPanel.changed = () => {};
