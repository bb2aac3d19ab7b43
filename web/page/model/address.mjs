// The address: game, FEN, moves and ply shown, stipulation, arrows and circles, tree; the last ones only if they are
// needed.

export const STIPULATION = "#2";

const encoded = (text) => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%20", "_");
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// The signs of a tree as text, separated by commas: moves, `(` and `)` around a variation, `*` the result, `!` with the
// number of a glyph, `'` with a comment. In comments `~` and a letter replaces signs that have another meaning.
const HIDDEN = { "~": "~t", _: "~u", ",": "~c", ";": "~s" };
const SHOWN = Object.fromEntries(Object.entries(HIDDEN).map(([sign, hidden]) => [hidden, sign]));
const BRACKETS = { begin: "(", end: ")", result: "*" };
const SIGNS = Object.fromEntries(Object.entries(BRACKETS).map(([sign, bracket]) => [bracket, sign]));
const wordOf = (sign) => {
  if (typeof sign === "string") return BRACKETS[sign];
  if (sign.move !== undefined) return sign.move;
  if (sign.nag !== undefined) return `!${sign.nag}`;
  return `'${sign.comment.replaceAll(/[~_,;]/g, (one) => HIDDEN[one]).replaceAll(" ", "_")}`;
};
const signOf = (text) => {
  if (SIGNS[text]) return SIGNS[text];
  if (/^![0-9]+$/.test(text)) return { nag: Number(text.slice(1)) };
  if (text.startsWith("'"))
    return {
      comment: text
        .slice(1)
        .replaceAll("_", " ")
        .replaceAll(/~[tucs]/g, (one) => SHOWN[one]),
    };
  return /^[a-z]\d+[a-z]\d+\w*$/.test(text) ? { move: text } : null;
};
// Returns whether each variation follows a move and is closed, and the result is outside of them.
const areNested = (signs) => {
  const hasMoves = [false];
  for (const sign of signs) {
    if (sign.move !== undefined) hasMoves[hasMoves.length - 1] = true;
    else if (sign === "begin") {
      if (!hasMoves.at(-1)) return false;
      hasMoves.push(false);
    } else if (sign === "end") {
      hasMoves.pop();
      if (!hasMoves.length) return false;
    } else if (sign === "result" && hasMoves.length > 1) return false;
  }
  return hasMoves.length === 1 && signs.filter((sign) => sign === "result").length === 1;
};

// The longest tree of an address, in characters; some programs cut longer links.
export const MOST_TREE = 2000;

// Writes the signs of a tree; `null` if they are too many.
export const writeTree = (signs) => {
  const text = signs.map(wordOf).map(encodeURIComponent).join(",");
  return text.length > MOST_TREE ? null : text;
};

// Writes the fragment of an address. A `tree` has marks as comments.
export const writeAddress = ({ game, fen, line, ply, stipulation, marks, tree = "" }) => {
  const asked = stipulation === STIPULATION ? "" : encoded(stipulation);
  const rest = [line.join(","), line.length ? ply : "", asked, tree ? "" : marks.join(","), tree];
  while (rest.length && rest.at(-1) === "") rest.pop();
  return [`#${game}`, encoded(fen), ...rest].join(";");
};

// Reads a fragment; `games` have names and first positions. Returns `null` without one, or its `fault`.
export const readAddress = (fragment, games) => {
  if (fragment.length < 2) return null;
  const [name, fen, line, ply, asked, marks, tree] = decoded(fragment.slice(1)).split(";");
  const found = games.find((one) => one.name === name);
  if (!found) return { fault: `${name}?` };
  const moves = line ? line.split(",") : [];
  const shown = ply ? Number(ply) : moves.length;
  if (!Number.isInteger(shown) || shown < 0 || shown > moves.length) return { fault: `${ply}?` };
  const list = (marks ?? "").split(",").filter(Boolean);
  const strange = list.find((text) => !/^[GRBY]([a-z]\d+){1,2}$/.test(text));
  if (strange) return { fault: `${strange}?` };
  const words = tree ? tree.split(",") : [];
  const signs = words.map(signOf);
  if (signs.includes(null)) return { fault: `${words[signs.indexOf(null)]}?` };
  if (signs.length && !areNested(signs)) return { fault: `${tree}?` };
  return {
    state: {
      game: name,
      fen: fen ? fen.replaceAll("_", " ") : found.start,
      line: moves,
      ply: shown,
      marks: list,
      signs,
    },
    asked: asked?.replaceAll("_", " ") ?? "",
  };
};
