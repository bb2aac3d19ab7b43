// Words of the page in each language. `assemble.py` makes KEYS and LANGUAGES from the files in
// `crates/words/languages`.
const WORDS = Object.fromEntries(
  LANGUAGES.map(([code, ...values]) => [code, Object.fromEntries(KEYS.map((key, n) => [key, values[n]]))]),
);
// Words that are the same in all languages.
const COMMON = { fen: "FEN", pgn: "PGN", fairy: "Fairy-Stockfish", twinHint: "b) Rc4 -> d5" };
const settings = { language: "en", look: "auto", notation: "", theme: "auto", set: "classic", coordinates: "edge" };
// A text that depends on the settings. Elements that `make` gives it follow a change of language.
class Live {
  constructor(text) {
    this.toString = text;
  }
}
const live = (text) => new Live(text);
// A template of live texts.
const phrase = (parts, ...values) => live(() => String.raw({ raw: parts }, ...values));
// A word of the page in the current language, with values in place of {names}.
const word = (name, values = {}) =>
  live(() => {
    const text = WORDS[settings.language][name] ?? COMMON[name] ?? name;
    return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  });
const amount = (n) => live(() => n.toLocaleString(settings.language === "en" ? "en-US" : settings.language));
