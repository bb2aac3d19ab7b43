// Records of files as the library lists them: lists without names, in the order of `src/files.rs`.

const CHECKED = ["id", "status", "line", "column", "code", "message", "token"];
const SOLVED = ["id", "of_twin", "status", "keys", "as_expected", "message"];
const named = (names, values) => Object.fromEntries(names.map((name, n) => [name, values[n]]));

// Returns a record with its rows: columns, the line of the report, and what is saved with it.
export const recordOf = ([called, facts, rows], how) => ({
  called,
  facts,
  rows: rows.map(([values, line, further = [], repaired = "", changes = ""]) => ({
    row: named(how === "solve" ? SOLVED : CHECKED, values),
    line,
    further,
    repaired,
    changes,
  })),
});
