// Problems as records of collections: what a solution says about them.

const labelOf = ({ of_twin: twin }) => /^\S+\)/.exec(twin ?? "")?.[0] ?? "a)";

// Returns the keys of a solution: those of each twin with its label. Claimed keys that are right stay as they are.
export const keysOf = (found, claimed) => {
  if (claimed && found.every(({ claim }) => claim === "right")) return claimed;
  const keys = found.map((row) => (row.keys ?? []).join(" "));
  if (found.length === 1) return keys[0];
  return found.flatMap((row, n) => (keys[n] ? [`${labelOf(row)} ${keys[n]}`] : [])).join("; ");
};
// Returns the status of a solution: that of the first twin that is not sound.
export const statusOf = (found) => (found.find(({ status }) => status !== "SOUND") ?? found[0])?.status ?? "";
