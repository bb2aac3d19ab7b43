// The document: a game or a problem, its tree of moves, and the node that is shown. Documents are never changed.
import { emptyTree, lineThrough, marksOf, pathTo, play, signsOf, withMarks } from "./tree.mjs";

// Makes a document. `line` is played, and the position after `ply` moves of it is shown, unless there is a `tree`.
// `origin` is the record of a file that it was read from.
// `subject` is the position that is solved and counted, if the board shows one found on the way.
export const documentOf = ({ game, fen, line = [], ply = line.length, marks = [], subject = null, ...rest }) => {
  // The line may go on in the tree of an earlier document.
  let { tree = rest.base ?? emptyTree(), node = 0 } = rest;
  if (!rest.tree) {
    const nodes = [0];
    for (const uci of line) {
      const played = play(tree, nodes.at(-1), uci);
      tree = played.tree;
      nodes.push(played.node);
    }
    node = nodes[ply] ?? 0;
  }
  if (marks.length) tree = withMarks(tree, node, marks);
  const { tags = [], result = "", origin = null } = rest;
  return { game, fen, tree, node, subject, tags, result, origin };
};
// Returns the moves of the line shown.
export const lineOf = ({ tree, node }) => lineThrough(tree, node).map((one) => tree.nodes[one].uci);
// Returns the number of moves before the position shown.
export const plyOf = ({ tree, node }) => pathTo(tree, node).length;
// Returns the move between two positions of one line, and whether it is taken back; `null` if there is not just one.
export const stepOf = (before, after) => {
  if (before.game !== after.game || before.fen !== after.fen) return null;
  const [one, other] = [before, after].map(({ tree, node }) => pathTo(tree, node).map((at) => tree.nodes[at].uci));
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  const is_step = longer.length === shorter.length + 1 && shorter.every((uci, ply) => uci === longer[ply]);
  return is_step ? { uci: longer.at(-1), is_back: longer === one } : null;
};
// Returns whether the tree is the line shown, with marks only where it is shown.
export const isLine = (document) => {
  const { tree, node, game, fen } = document;
  const line = lineOf(document);
  if (tree.nodes.length > line.length + 1) return false;
  const plain = documentOf({ game, fen, line, ply: plyOf(document), marks: marksOf(tree, node) });
  return JSON.stringify(signsOf(plain.tree)) === JSON.stringify(signsOf(tree));
};
// Returns the position that is solved and counted: where the board began, before any move of a line.
export const subjectOf = ({ subject, game, fen }) => subject ?? { game, fen };
// Returns whether the board shows another position than the subject.
export const isElsewhere = (document) => {
  const { game, fen } = subjectOf(document);
  return game !== document.game || fen !== document.fen || document.node !== 0;
};

// The documents before and after the one shown.
export class History {
  #past = [];
  #future = [];
  #most;
  constructor(most = 500) {
    this.#most = most;
  }
  get hasPast() {
    return this.#past.length > 0;
  }
  get hasFuture() {
    return this.#future.length > 0;
  }
  // Keeps a document that another one follows.
  record(document) {
    this.#past.push(document);
    this.#future = [];
    if (this.#past.length > this.#most) this.#past.shift();
  }
  // Returns the document before this one; `undefined` if there is none.
  back(document) {
    if (!this.#past.length) return undefined;
    this.#future.push(document);
    return this.#past.pop();
  }
  forward(document) {
    if (!this.#future.length) return undefined;
    this.#past.push(document);
    return this.#future.pop();
  }
}

// Results with the problem that they belong to.
export const resultsOf = (problem) => ({ of: problem === null ? null : JSON.stringify(problem) });
// Returns whether results are of another problem.
export const areStale = ({ of }, problem) => of !== null && of !== JSON.stringify(problem);
