// A game as a tree of moves. Trees are never changed: each edit returns another one.
//
// A node is a move. `parent` is the node before it, `next` the one after it or `null`. `opening` has the remarks before
// the first move of a variation. `after` has, in the order of the text, the remarks on the move and the variations that
// replace it: a comment is a text, a glyph a number, a variation `{ line: node }`, one without a move
// `{ aside: remarks }`. Node 0 is the beginning; `closing` has the remarks after the result.

// Returns a tree without moves.
export const emptyTree = () => ({ nodes: [nodeOf("", null, [])], closing: [] });

const nodeOf = (uci, parent, opening) => ({ uci, parent, next: null, opening, after: [] });

// Reads the signs that the library writes: moves, comments, glyphs, "begin", "end" and "result".
export const treeOf = (signs) => {
  const tree = emptyTree();
  const { nodes } = tree;
  const outer = [];
  let line = { owner: null, base: null, head: null, last: 0, opening: [] };
  let closing = false;
  for (const sign of signs) {
    if (sign === "begin") {
      outer.push(line);
      line = { owner: line.last, base: nodes[line.last].parent, head: null, last: null, opening: [] };
    } else if (sign === "end") {
      const { owner, head, opening } = line;
      nodes[owner].after.push(head === null ? { aside: opening } : { line: head });
      line = outer.pop();
    } else if (sign === "result") closing = true;
    else if (sign.move !== undefined) {
      const node = nodes.push(nodeOf(sign.move, line.last ?? line.base, line.last === null ? line.opening : [])) - 1;
      if (line.last === null) line.head = node;
      else nodes[line.last].next = node;
      line.last = node;
    } else {
      const list = closing ? tree.closing : line.last === null ? line.opening : nodes[line.last].after;
      list.push(sign.comment ?? sign.nag);
    }
  }
  return tree;
};

const signOf = (remark) => (typeof remark === "number" ? { nag: remark } : { comment: remark });

// Returns the signs of a tree, each with its node.
export const walk = ({ nodes, closing }) => {
  const steps = [];
  const add = (node, ...signs) => steps.push(...signs.map((sign) => ({ node, sign })));
  // The open lines: the node that was written last, and the number of its remarks and variations that were.
  const open = [{ node: 0, done: 0 }];
  while (open.length) {
    const line = open.at(-1);
    const { after, next } = nodes[line.node];
    if (line.done < after.length) {
      const one = after[line.done++];
      if (typeof one !== "object") add(line.node, signOf(one));
      else if (one.aside) add(line.node, "begin", ...one.aside.map(signOf), "end");
      else {
        const { uci, opening } = nodes[one.line];
        add(one.line, "begin", ...opening.map(signOf), { move: uci });
        open.push({ node: one.line, done: 0 });
      }
    } else if (next !== null) {
      add(next, { move: nodes[next].uci });
      Object.assign(line, { node: next, done: 0 });
    } else {
      open.pop();
      add(line.node, open.length ? "end" : "result");
    }
  }
  add(0, ...closing.map(signOf));
  return steps;
};
export const signsOf = (tree) => walk(tree).map(({ sign }) => sign);

// Returns the nodes from the first move to this one.
export const pathTo = ({ nodes }, node) => {
  const path = [];
  for (let one = node; nodes[one].parent !== null; one = nodes[one].parent) path.push(one);
  return path.reverse();
};
// Returns the nodes of the line that leads to this one and on.
export const lineThrough = (tree, node) => {
  const line = pathTo(tree, node);
  for (let one = tree.nodes[node].next; one !== null; one = tree.nodes[one].next) line.push(one);
  return line;
};
// Returns the moves that follow a node, the main one first.
export const childrenOf = ({ nodes }, node) => {
  const found = [];
  const rest = nodes[node].next === null ? [] : [nodes[node].next];
  while (rest.length) {
    const one = rest.shift();
    found.push(one);
    rest.unshift(...nodes[one].after.filter((item) => item.line !== undefined).map(({ line }) => line));
  }
  return found;
};
// Returns whether a node is in the main line.
export const isMain = (tree, node) => lineThrough(tree, 0).includes(node) || node === 0;
// Returns whether a tree is one line without remarks.
export const isPlain = ({ nodes, closing }) => !closing.length && nodes.every(({ after }) => !after.length);

const changed = (tree, changes) => {
  const nodes = tree.nodes.slice();
  for (const [node, change] of changes) nodes[node] = { ...nodes[node], ...change };
  return { ...tree, nodes };
};

// Plays a move after a node: an existing one, the next one, or a variation. Returns the tree and the node of the move.
export const play = (tree, node, uci) => {
  const known = childrenOf(tree, node).find((one) => tree.nodes[one].uci === uci);
  if (known !== undefined) return { tree, node: known };
  const made = tree.nodes.length;
  const { next } = tree.nodes[node];
  const longer = { ...tree, nodes: [...tree.nodes, nodeOf(uci, node, [])] };
  const change =
    next === null ? [node, { next: made }] : [next, { after: [...tree.nodes[next].after, { line: made }] }];
  return { tree: changed(longer, [change]), node: made };
};

// The node or variation that holds a move: its `parent` if the move is the next one, else the `owner` of the variation.
const holderOf = (tree, node) => {
  const { parent } = tree.nodes[node];
  if (tree.nodes[parent].next === node) return { parent };
  const owner = childrenOf(tree, parent).find((one) => tree.nodes[one].after.some(({ line }) => line === node));
  return { owner };
};
// Puts a node in the place of another.
const replaced = (tree, node, by) => {
  const { parent, owner } = holderOf(tree, node);
  if (owner === undefined) return [parent, { next: by }];
  const after = tree.nodes[owner].after.map((one) => (one.line === node ? { line: by } : one));
  return [owner, { after }];
};

// Removes a move with all that follows. The first variation takes its place. Returns the tree and the node before.
export const remove = (tree, node) => {
  const { parent, after, opening } = tree.nodes[node];
  const first = after.findIndex((one) => one.line !== undefined);
  if (first >= 0) {
    const head = after[first].line;
    const rest = [...tree.nodes[head].after, ...after.slice(first + 1)];
    const remarks = [...opening, ...tree.nodes[head].opening];
    // The main line has no remarks before a move.
    const isNext = holderOf(tree, node).owner === undefined;
    const change = isNext ? { opening: [], after: [...remarks, ...rest] } : { opening: remarks, after: rest };
    return { tree: changed(changed(tree, [replaced(tree, node, head)]), [[head, change]]), node: parent };
  }
  const { owner } = holderOf(tree, node);
  const change =
    owner === undefined
      ? [parent, { next: null }]
      : [owner, { after: tree.nodes[owner].after.filter((one) => one.line !== node) }];
  return { tree: changed(tree, [change]), node: parent };
};

// Makes a variation the line that it replaces. Returns the tree.
export const promote = (tree, node) => {
  const head = [...pathTo(tree, node)].reverse().find((one) => holderOf(tree, one).owner !== undefined);
  if (head === undefined) return tree;
  const { owner } = holderOf(tree, head);
  const { after, opening } = tree.nodes[owner];
  const first = after.findIndex((one) => typeof one === "object");
  const others = after.slice(first).filter((one) => one.line !== head);
  // The remarks before a variation stay before the variation.
  return changed(changed(tree, [replaced(tree, owner, head)]), [
    [owner, { after: after.slice(0, first), opening: tree.nodes[head].opening }],
    [head, { after: [...tree.nodes[head].after, { line: owner }, ...others], opening }],
  ]);
};

// Marks and words of comments. Commands such as `[%cal Gd3d5]` are parts of comments in PGN.
const MARKS = /\[%(cal|csl)\s+([^\]]*)\]/g;
const COMMANDS = /\[%(cal|csl|hexmate)\b[^\]]*\]/g;
const textsOf = (remarks) => remarks.filter((one) => typeof one === "string");

// Returns the comment that is shown: without commands of marks.
export const wordsOf = (comment) => comment.replace(COMMANDS, "").trim();
// Returns the remarks on a node: comments and glyphs.
export const remarksOf = ({ nodes }, node) => nodes[node].after.filter((one) => typeof one !== "object");
// Returns all comments of a node as one text, with their marks.
export const commentsOf = (tree, node) => textsOf([...tree.nodes[node].opening, ...remarksOf(tree, node)]).join(" ");
// Returns arrows and circles of a node, such as "Gd3d5" and "Rf6".
export const marksOf = (tree, node) =>
  [...commentsOf(tree, node).matchAll(MARKS)].flatMap(([, , list]) => list.split(/[\s,]+/).filter(Boolean));
export const isArrow = (mark) => (mark.match(/\d+/g) ?? []).length === 2;

// Replaces the first comment of a node; an empty one is removed.
const withFirstComment = (tree, node, comment) => {
  const { after } = tree.nodes[node];
  const first = after.findIndex((one) => typeof one === "string");
  const glyphs = after.findIndex((one) => typeof one !== "number");
  const place = first >= 0 ? first : glyphs < 0 ? after.length : glyphs;
  const list = [...after.slice(0, place), ...(comment ? [comment] : []), ...after.slice(place + (first >= 0 ? 1 : 0))];
  return changed(tree, [[node, { after: list }]]);
};
const firstComment = (tree, node) => textsOf(tree.nodes[node].after)[0] ?? "";
// Returns the words of the first comment of a node, which `withWords` replaces; its commands stay.
export const firstWords = (tree, node) => wordsOf(firstComment(tree, node));
export const withWords = (tree, node, words) => {
  const commands = firstComment(tree, node).match(COMMANDS) ?? [];
  return withFirstComment(tree, node, [commands.join(""), words.trim()].filter(Boolean).join(" "));
};
// Gives a node these marks instead of its own.
export const withMarks = (tree, node, marks) => {
  const bare = (one) => (typeof one === "string" ? one.replace(MARKS, "").trim() : one);
  const [after, opening] = [tree.nodes[node].after, tree.nodes[node].opening].map((list) =>
    list.map(bare).filter((one, n) => one !== "" || list[n] === ""),
  );
  const without = changed(tree, [[node, { after, opening }]]);
  const command = (name, list) => (list.length ? `[%${name} ${list.join(",")}]` : "");
  const circles = marks.filter((mark) => !isArrow(mark));
  const text = command("csl", circles) + command("cal", marks.filter(isArrow));
  if (!text) return without;
  return withFirstComment(without, node, [text, firstComment(without, node)].filter(Boolean).join(" "));
};
// The judgements of moves, `$1` to `$6`, exclude each other. The one that a move has already is removed.
export const withGlyph = (tree, node, nag) => {
  const { after } = tree.nodes[node];
  const is_judgement = (one) => typeof one === "number" && one >= 1 && one <= 6;
  const rest = after.filter((one) => !is_judgement(one));
  return changed(tree, [[node, { after: after.includes(nag) ? rest : [nag, ...rest] }]]);
};
