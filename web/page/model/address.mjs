// The address: game, FEN, moves and ply shown, stipulation, arrows and circles; the last ones only if they are needed.

export const STIPULATION = "#2";

const encoded = (text) => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%20", "_");
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// Writes the fragment of an address.
export const writeAddress = ({ game, fen, line, ply, stipulation, marks }) => {
  const asked = stipulation === STIPULATION ? "" : encoded(stipulation);
  const rest = [line.join(","), line.length ? ply : "", asked, marks.join(",")];
  while (rest.length && rest.at(-1) === "") rest.pop();
  return [`#${game}`, encoded(fen), ...rest].join(";");
};

// Reads a fragment; `games` have names and first positions. Returns `null` without one, or its `fault`.
export const readAddress = (fragment, games) => {
  if (fragment.length < 2) return null;
  const [name, fen, line, ply, asked, marks] = decoded(fragment.slice(1)).split(";");
  const found = games.find((one) => one.name === name);
  if (!found) return { fault: `${name}?` };
  const moves = line ? line.split(",") : [];
  const shown = ply ? Number(ply) : moves.length;
  if (!Number.isInteger(shown) || shown < 0 || shown > moves.length) return { fault: `${ply}?` };
  const list = (marks ?? "").split(",").filter(Boolean);
  const strange = list.find((text) => !/^[GRBY]([a-z]\d+){1,2}$/.test(text));
  if (strange) return { fault: `${strange}?` };
  return {
    state: { game: name, fen: fen ? fen.replaceAll("_", " ") : found.start, line: moves, ply: shown, marks: list },
    asked: asked?.replaceAll("_", " ") ?? "",
  };
};
