// Tests of the model without a browser: `node --test web/tests`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_TREE, readAddress, writeAddress, writeTree } from "../page/model/address.mjs";
import { keysOf, statusOf } from "../page/model/collection.mjs";
import {
  areStale,
  documentOf,
  History,
  isElsewhere,
  isLine,
  lineOf,
  plyOf,
  resultsOf,
  stepOf,
  subjectOf,
} from "../page/model/document.mjs";
import { recordOf } from "../page/model/records.mjs";
import {
  childrenOf,
  commentsOf,
  emptyTree,
  firstWords,
  isMain,
  isPlain,
  lineThrough,
  marksOf,
  pathTo,
  play,
  promote,
  remove,
  signsOf,
  treeOf,
  withGlyph,
  withMarks,
  withWords,
} from "../page/model/tree.mjs";
import { readView, restoredSettings, writeView } from "../page/model/view.mjs";

// Signs of a text: words are moves, `{a}` a comment, `$1` a glyph, brackets a variation, `*` the result.
const signs = (text) =>
  text.match(/\{[^}]*\}|\$\d+|[()*]|[^\s()]+/g).map((one) => {
    if (one === "(") return "begin";
    if (one === ")") return "end";
    if (one === "*") return "result";
    if (one.startsWith("{")) return { comment: one.slice(1, -1) };
    return one.startsWith("$") ? { nag: Number(one.slice(1)) } : { move: one };
  });
const text = (tree) =>
  signsOf(tree)
    .map((one) => {
      if (one === "begin") return "(";
      if (one === "end") return ")";
      if (one === "result") return "*";
      return one.move ?? (one.nag ? `$${one.nag}` : `{${one.comment}}`);
    })
    .join(" ");
const tree = (source) => treeOf(signs(source));
const node = (one, uci) => one.nodes.findIndex((other) => other.uci === uci);

const TEXTS = [
  "*",
  "a b c *",
  "{start} a $1 {one} ( b {two} ( c ) {three} d ) {four} ( {only words} ) ( e ) f * {behind}",
  "a ( {before} $2 b c ( d ( e ) f ) g ) $3 {x} {y} h *",
  "{x} $5 * $1 {y}",
];

test("tree keeps the order of signs", () => {
  for (const one of TEXTS) assert.equal(text(tree(one)), one);
});

test("deep variations need no stack", () => {
  const count = 20_000;
  const source = `a ${"( b ".repeat(count)}${") ".repeat(count)}*`;
  assert.equal(text(tree(source)), source);
});

test("random trees keep every sign", () => {
  let seed = 7;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  for (let round = 0; round < 300; round++) {
    const list = ["m0"];
    const open = [1];
    for (let n = 1; n < 60; n++) {
      const kind = random(6);
      if (kind < 2) open[open.length - 1] = list.push(`m${n}`);
      else if (kind === 2) list.push(`{c${n}}`);
      else if (kind === 3) list.push(`$${1 + random(9)}`);
      else if (kind === 4 && open.at(-1)) {
        list.push("(");
        open.push(0);
      } else if (open.length > 1) {
        list.push(")");
        open.pop();
      }
    }
    list.push(...open.slice(1).map(() => ")"), "*");
    assert.equal(text(tree(list.join(" "))), list.join(" "));
  }
});

test("another move becomes a variation", () => {
  let one = emptyTree();
  let at = 0;
  for (const uci of ["a", "b", "c"]) ({ tree: one, node: at } = play(one, at, uci));
  const other = play(one, node(one, "a"), "x");
  assert.equal(text(other.tree), "a b ( x ) c *");
  assert.equal(text(one), "a b c *");
  assert.deepEqual(play(other.tree, node(one, "a"), "x"), other);
  assert.equal(text(play(other.tree, other.node, "y").tree), "a b ( x y ) c *");
  assert.deepEqual(childrenOf(other.tree, node(one, "a")), [node(one, "b"), other.node]);
});

test("lines lead through a node", () => {
  const one = tree("a b ( x y ) c *");
  const names = (list) => list.map((n) => one.nodes[n].uci).join(" ");
  assert.equal(names(lineThrough(one, 0)), "a b c");
  assert.equal(names(lineThrough(one, node(one, "x"))), "a x y");
  assert.equal(names(pathTo(one, node(one, "y"))), "a x y");
  assert.ok(isMain(one, node(one, "c")) && !isMain(one, node(one, "x")));
  assert.ok(!isPlain(one) && isPlain(tree("a b *")));
});

test("removed move gives way to variation", () => {
  const one = tree("a b {of b} ( {v} x y ) {behind} ( z ) c *");
  assert.equal(text(remove(one, node(one, "c")).tree), "a b {of b} ( {v} x y ) {behind} ( z ) *");
  assert.equal(text(remove(one, node(one, "z")).tree), "a b {of b} ( {v} x y ) {behind} c *");
  const without = remove(one, node(one, "b"));
  assert.equal(text(without.tree), "a x {v} {behind} ( z ) y *");
  assert.equal(without.node, node(one, "a"));
  assert.equal(text(remove(one, node(one, "a")).tree), "*");
});

test("promotion exchanges two lines", () => {
  const one = tree("a b {of b} ( {v} x $1 y ) {behind} ( z ) c *");
  assert.equal(text(promote(one, node(one, "y"))), "a x $1 ( {v} b {of b} c ) {behind} ( z ) y *");
  assert.equal(text(promote(one, node(one, "c"))), text(one));
  const nested = tree("a ( x ( y w ) v ) *");
  assert.equal(text(promote(nested, node(nested, "w"))), "a ( y ( x v ) w ) *");
});

test("comment keeps its commands", () => {
  const one = tree("a {[%cal Ga1b2] words [%clk 1:00]} b *");
  assert.equal(firstWords(one, 1), "words [%clk 1:00]");
  assert.equal(text(withWords(one, 1, "other")), "a {[%cal Ga1b2] other} b *");
  assert.equal(text(withWords(one, 2, "new")), "a {[%cal Ga1b2] words [%clk 1:00]} b {new} *");
  assert.equal(text(withWords(withWords(one, 2, "new"), 2, "")), text(one));
  assert.equal(commentsOf(one, 0), "");
});

test("marks go to the comment", () => {
  const one = tree("a $1 {words} b *");
  const marked = withMarks(one, 1, ["Ga1b2", "Rc3"]);
  assert.equal(text(marked), "a $1 {[%csl Rc3][%cal Ga1b2] words} b *");
  assert.deepEqual(marksOf(marked, 1), ["Rc3", "Ga1b2"]);
  assert.equal(text(withMarks(marked, 1, [])), text(one));
  assert.equal(text(withMarks(withMarks(one, 2, ["Gb4"]), 2, [])), text(one));
});

test("judgement replaces another one", () => {
  const one = tree("a $1 $14 {words} *");
  assert.equal(text(withGlyph(one, 1, 4)), "a $4 $14 {words} *");
  assert.equal(text(withGlyph(one, 1, 1)), "a $14 {words} *");
});

test("document tells line and subject", () => {
  const one = documentOf({ game: "mini", fen: "F", line: ["a", "b", "c"], ply: 1 });
  assert.deepEqual(lineOf(one), ["a", "b", "c"]);
  assert.equal(plyOf(one), 1);
  assert.deepEqual(subjectOf(one), { game: "mini", fen: "F" });
  assert.ok(isElsewhere(one) && !isElsewhere({ ...one, node: 0 }));
  assert.ok(isElsewhere({ ...one, node: 0, subject: { game: "mini", fen: "G" } }));
  assert.deepEqual(marksOf(documentOf({ game: "mini", fen: "F", marks: ["Ga1"] }).tree, 0), ["Ga1"]);
});

test("history goes back and forward", () => {
  const history = new History(2);
  for (const one of ["a", "b", "c"]) history.record(one);
  assert.equal(history.back("d"), "c");
  assert.equal(history.back("c"), "b");
  assert.equal(history.back("b"), undefined);
  assert.equal(history.forward("b"), "c");
  history.record("c");
  assert.ok(history.hasPast && !history.hasFuture);
});

test("results belong to a problem", () => {
  const results = resultsOf({ fen: "F", stipulation: "#2" });
  assert.ok(!areStale(results, { fen: "F", stipulation: "#2" }));
  assert.ok(areStale(results, { fen: "F", stipulation: "#3" }));
  assert.ok(!areStale(resultsOf(null), { fen: "F" }));
});

const GAMES = [{ name: "mini", start: "S w" }];

test("address carries what it was written for", () => {
  for (const state of [
    { game: "mini", fen: "1/3 w - 0 1", line: [], ply: 0, marks: [], signs: [] },
    { game: "mini", fen: "1/3 w - 0 1", line: ["a1a2", "b1b2"], ply: 1, marks: ["Ga1a2", "Ra1"], signs: [] },
  ])
    for (const stipulation of ["#2", "h#2.5", "ser-h#4"]) {
      const read = readAddress(writeAddress({ ...state, stipulation }), GAMES);
      assert.deepEqual(read.state, state);
      assert.equal(read.asked || "#2", stipulation);
    }
});

test("address carries a tree with comments", () => {
  const one = tree("a1a2 $1 {x_y, z; ~ 100% ő [%cal Ga1b2]} ( {other} b1b2 ( b3b4q ) ) ({aside}) c1c2 * {behind}");
  const state = {
    game: "mini",
    fen: "1/3 w - 0 1",
    line: ["a1a2", "c1c2"],
    ply: 1,
    marks: ["Ga1b2"],
    stipulation: "#2",
  };
  const fragment = writeAddress({ ...state, tree: writeTree(signsOf(one)) });
  const read = readAddress(fragment, GAMES).state;
  assert.deepEqual(read.signs, signsOf(one));
  assert.deepEqual(read.marks, []);
  const again = documentOf({ ...read, base: treeOf(read.signs) });
  assert.equal(text(again.tree), text(one));
  assert.equal(plyOf(again), 1);
  // Texts are not parts of the address, whatever they are.
  for (const strange of ["'", "(", "*", "!3", ";;", ",", "_", "~", "~s", "%2C", "a1a2", "\ud83d\ude00"]) {
    const signs = signsOf(tree("a1a2 *"));
    signs.splice(1, 0, { comment: strange });
    assert.deepEqual(readAddress(writeAddress({ ...state, tree: writeTree(signs) }), GAMES).state.signs, signs);
  }
  assert.equal(writeTree([{ comment: "x".repeat(MOST_TREE) }, "result"]), null);
  for (const strange of ["(,*", "a1a2,(,*", "a1a2,),*", "a1a2,(,(,),),*", "a1a2", "*,*", "x,*", "a1a2,(,*,)"])
    assert.ok(readAddress(`#mini;;;;;;${strange}`, GAMES).fault, strange);
});

test("step is one move of a line", () => {
  const at = (ply, line = ["a1a2", "b1b2"]) => documentOf({ game: "mini", fen: "F", line, ply });
  assert.deepEqual(stepOf(at(0), at(1)), { uci: "a1a2", is_back: false });
  assert.deepEqual(stepOf(at(2), at(1)), { uci: "b1b2", is_back: true });
  assert.equal(stepOf(at(0), at(0)), null);
  assert.equal(stepOf(at(0), at(2)), null);
  assert.equal(stepOf(at(1), at(2, ["c1c2", "b1b2"])), null);
  assert.equal(stepOf(at(0), { ...at(1), fen: "G" }), null);
});

test("line with its marks needs no tree", () => {
  const one = documentOf({ game: "mini", fen: "F", line: ["a1a2", "b1b2"], ply: 1, marks: ["Ga1"] });
  assert.ok(isLine(one) && !isLine({ ...one, node: 2 }));
  assert.ok(isLine(documentOf({ game: "mini", fen: "F" })));
  assert.ok(!isLine({ ...one, tree: withGlyph(one.tree, 1, 3) }));
  assert.ok(!isLine({ ...one, tree: play(one.tree, 1, "c1c2").tree }));
});

test("record has the names of its columns", () => {
  const listed = ["A – B", "facts", [[["1", "ok", 2, 3, "", "", ""], "line\n"]]];
  const { called, rows } = recordOf(listed, "check");
  assert.equal(called, "A – B");
  assert.deepEqual([rows[0].row.status, rows[0].row.line, rows[0].line, rows[0].further], ["ok", 2, "line\n", []]);
  const solved = recordOf(["", "", [[["1", "", "SOUND", ["Ka1"], true, ""], "line\n", [["x", "y"]]]]], "solve");
  assert.deepEqual([solved.rows[0].row.keys, solved.rows[0].further], [["Ka1"], [["x", "y"]]]);
});

test("solution gives keys and status", () => {
  const sound = { status: "SOUND", keys: ["Rf11"], claim: "" };
  assert.equal(keysOf([sound], ""), "Rf11");
  assert.equal(keysOf([sound], "Kb1"), "Rf11");
  assert.equal(keysOf([{ ...sound, claim: "right" }], "1.Rf11!"), "1.Rf11!");
  const twins = [
    sound,
    { status: "COOKED", keys: ["a", "b"], of_twin: "b) Rc4 -> d5" },
    { status: "NO_SOLUTION", of_twin: "+c) x" },
  ];
  assert.equal(keysOf(twins, ""), "a) Rf11; b) a b");
  assert.equal(statusOf(twins), "COOKED");
  assert.equal(statusOf([sound]), "SOUND");
});

test("faulty address is told", () => {
  assert.equal(readAddress("", GAMES), null);
  assert.deepEqual(readAddress("#mini", GAMES).state.fen, "S w");
  for (const fragment of ["#nothing", "#mini;;;-5", "#mini;;a;2", "#mini;;;;;Xa1", "#%E0%A4%A"])
    assert.ok(readAddress(fragment, GAMES).fault, fragment);
});

test("view is kept for its address", () => {
  const document = documentOf({ game: "mini", fen: "F", line: ["a"] });
  const kept = writeView({ own: "#mini", tab: "files", document });
  assert.equal(readView(kept, "#mini").tab, "files");
  assert.deepEqual(readView(kept, "#mini").tree, document.tree);
  for (const strange of [null, "x", "null", kept]) assert.deepEqual(readView(strange, "#other"), {});
  assert.deepEqual(restoredSettings('{"look":"dark","tab":1}', { look: "auto", tab: "a" }), { look: "dark", tab: "a" });
});
