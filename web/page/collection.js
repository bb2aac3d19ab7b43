// Saving a problem: as a new file, at the end of an open collection, or at the place of its record.
const FIELDS = { id: "title", key: "keys", author: "author", source: "source", status: "status" };
const collectionBox = () => {
  const input = (id) => make("input", { id, autocomplete: "off", spellcheck: "false" });
  const [title, author, source, keys] = ["problemTitle", "problemAuthor", "problemSource", "problemKeys"].map(input);
  const news = make("ul", { class: "group", id: "collectionNews", role: "status" });
  const outputs = make("div", { class: "row", id: "collections" });
  const box = make(
    "details",
    { id: "collection" },
    make("summary", { class: "quiet" }, word("saveProblem")),
    make(
      "div",
      { class: "group" },
      make("div", { class: "pair" }, field("title", title), field("author", author), field("source", source)),
      field("keys", keys),
      make(
        "div",
        { class: "row" },
        button("saveCsv", () => saveNew("csv"), { id: "saveCsv" }),
        button("saveEpd", () => saveNew("epd"), { id: "saveEpd" }),
      ),
      outputs,
      news,
    ),
  );
  // The record that the problem was read from, with the problem as it was then.
  let origin = null;
  const named = () => JSON.stringify({ ...stated.problem(), keys: "" });
  const tell = (...notes) => put(news, ...notes.map((note) => make("li", { class: "message" }, note)));
  const tellFailure = ({ code, message }) =>
    put(news, make("li", { class: "message bad" }, `${clean(message)} [${code}]`));
  // The problem as the library writes it. Without a solution of it, a record that was not changed keeps its status.
  const wanted = (is_back) => {
    const found = stated.solved();
    const is_same = is_back && origin.problem === named();
    return {
      ...stated.problem(),
      keys: keys.value,
      id: title.value,
      author: author.value,
      source: source.value,
      status: found ? Collections.statusOf(found) : is_same ? null : "",
    };
  };
  const saveNew = (form) => {
    const { ok, ...failure } = ask({ do: "collect", form, problem: wanted(false) });
    if (!ok) return tellFailure(failure);
    tell();
    save(`${fileName(title.value || "hexmate")}.${form}`, ok, form === "csv" ? "text/csv" : "text/plain");
  };
  const putInto = async (index, number) => {
    const problem = wanted(number !== null);
    const { ok, ...failure } = await filesPanel.put(index, number, problem);
    if (!ok) return tellFailure(failure);
    const name = filesPanel.collections()[index].name;
    const list = (names) => live(() => names.map((one) => (FIELDS[one] ? word(FIELDS[one]) : clean(one))).join(", "));
    tell(
      word("problemPut", { n: ok.number, name: clean(name) }),
      ...(ok.lost.length ? [word("fieldsLost", { fields: list(ok.lost) })] : []),
      ...(ok.kept.length ? [word("fieldsKept", { fields: list(ok.kept) })] : []),
      ...(problem.status === "" && origin?.status && number !== null ? [word("statusRemoved")] : []),
      ...(ok.recoded ? [word("recoded")] : []),
    );
    origin = { index, number: ok.number, problem: named(), status: problem.status ?? origin?.status ?? "" };
    refresh();
  };
  const refresh = () => {
    const open = filesPanel.collections();
    if (origin && !open[origin.index]) origin = null;
    put(
      outputs,
      origin &&
        make(
          "button",
          { class: "button", type: "button", id: "putBack", onclick: () => putInto(origin.index, origin.number) },
          word("putBack", { n: origin.number, name: clean(open[origin.index].name) }),
        ),
      ...open.map(
        (one, index) =>
          one &&
          make(
            "button",
            { class: "button add", type: "button", onclick: () => putInto(index, null) },
            word("addTo", { name: clean(one.name) }),
          ),
      ),
      ...open.map((one, index) =>
        one?.is_unsaved
          ? make(
              "button",
              { class: "button main save", type: "button", onclick: () => filesPanel.save(index) },
              word("saveFile", { name: clean(one.name) }),
            )
          : null,
      ),
    );
  };
  filesPanel.changed = refresh;
  stated.facts = () => ({ id: title.value, author: author.value, source: source.value, keys: keys.value });
  // Shows the facts of a problem; `record` is the place in an open collection that it was read from.
  stated.fillFacts = (fields, record) => {
    [title.value, author.value, source.value, keys.value] = [fields.id, fields.author, fields.source, fields.keys].map(
      (text) => text ?? "",
    );
    const status = fields.further?.find(([name]) => name.toLowerCase() === "status")?.[1] ?? "";
    origin = record ? { ...record, problem: named(), status } : null;
    if (origin) box.open = true;
    tell();
    refresh();
  };
  // The keys of a solution are those to be saved.
  stated.tellSolved = (found) => {
    keys.value = Collections.keysOf(found, stated.keys);
  };
  keys.addEventListener("input", () => {
    stated.keys = keys.value.trim();
  });
  return make("section", { class: "group" }, box);
};
