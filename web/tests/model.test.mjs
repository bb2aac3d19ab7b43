// Tests of the model without a browser: `node --test web/tests`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../page/model/address.mjs";
import {
  areStale,
  documentOf,
  History,
  isElsewhere,
  lineOf,
  plyOf,
  resultsOf,
  subjectOf,
} from "../page/model/document.mjs";
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
    { game: "mini", fen: "1/3 w - 0 1", line: [], ply: 0, marks: [] },
    { game: "mini", fen: "1/3 w - 0 1", line: ["a1a2", "b1b2"], ply: 1, marks: ["Ga1a2", "Ra1"] },
  ])
    for (const stipulation of ["#2", "h#2.5", "ser-h#4"]) {
      const read = readAddress(writeAddress({ ...state, stipulation }), GAMES);
      assert.deepEqual(read.state, state);
      assert.equal(read.asked || "#2", stipulation);
    }
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
