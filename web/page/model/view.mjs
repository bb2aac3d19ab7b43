// The view: the panel shown and the settings, and how they are kept in the stores of the browser.

const parsed = (text) => {
  try {
    return JSON.parse(text ?? "{}") ?? {};
  } catch {
    return {};
  }
};

// Returns settings with those that a text of the store has; others keep their values.
export const restoredSettings = (text, settings) => {
  const kept = parsed(text);
  const own = Object.keys(settings).filter((key) => typeof kept[key] === "string");
  return { ...settings, ...Object.fromEntries(own.map((key) => [key, kept[key]])) };
};

// Writes what belongs to a tab of the browser: the panel, and what an address does not say of its document. `fields`
// are those of the problem.
export const writeView = ({ own, tab, fields, document: { subject, tree, node, tags, result } }) =>
  JSON.stringify({ own, tab, fields, subject, tree, node, tags, result });
// Reads it for an address; empty if it was written for another one.
export const readView = (text, address) => {
  const kept = parsed(text);
  return kept.own === address ? kept : {};
};
