//! Options that would do nothing beside others, and why: refused before anything is read.

use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::cli::shared::table::format_of;

/// Options of a command that do nothing in some case.
struct Rule {
    options: &'static [&'static str],
    is_idle: fn(Typed<'_>) -> bool,
    why: &'static str,
}

/// Why an option of a command that was typed does nothing, if one does.
pub fn fault(command: &str, matches: &ArgMatches) -> Option<String> {
    let typed = Typed(matches);
    let (_, rules) = RULES.iter().find(|(name, _)| *name == command)?;
    let idle = rules.iter().find_map(|rule| {
        let option = rule.options.iter().find(|option| typed.has(option))?;
        (rule.is_idle)(typed).then_some((option, rule.why))
    });
    idle.map(|(option, why)| format!("--{} does nothing here: {why}", option.replace('_', "-")))
}

/// What stands on the command line.
#[derive(Clone, Copy)]
struct Typed<'a>(&'a ArgMatches);

impl<'a> Typed<'a> {
    fn is_known(self, id: &str) -> bool {
        self.0.try_contains_id(id).is_ok()
    }

    fn has(self, id: &str) -> bool {
        self.is_known(id) && self.0.value_source(id) == Some(ValueSource::CommandLine)
    }

    fn has_any(self, ids: &[&str]) -> bool {
        ids.iter().any(|id| self.has(id))
    }

    /// The values of an option, also those that nobody typed.
    fn values(self, id: &str) -> impl Iterator<Item = &'a str> {
        let values = if self.is_known(id) { self.0.get_raw(id) } else { None };
        values.into_iter().flatten().filter_map(|value| value.to_str())
    }

    fn is(self, id: &str, expected: &[&str]) -> bool {
        self.values(id).any(|value| expected.contains(&value))
    }

    /// Whether something else takes stdout, so that the table of the command has no place.
    fn has_no_table(self) -> bool {
        let others = ["text", "report", "jsonl", "epd", "pgn", "html", "repair", "chart"];
        let is_on_stdout = !self.has("output") || self.is("output", &["-"]);
        // A shard takes no place.
        !self.has("shard") && is_on_stdout && others.iter().any(|id| self.is(id, &["-"]))
    }

    /// Whether the diagram is made of characters.
    fn is_text(self) -> bool {
        let is_txt = self.values("output").any(|path| path.to_ascii_lowercase().ends_with(".txt"));
        self.is("format", &["ascii", "unicode"]) || !self.has("format") && is_txt
    }

    /// Whether whole solutions are told anywhere.
    fn is_whole(self) -> bool {
        let told = ["book", "text", "html", "pgn", "jsonl", "report", "tries", "set_play", "every_defence"];
        let is_table = match self.has("format") {
            true => self.is("format", &["csv", "json"]),
            false => self.values("output").any(|path| format_of(None, Some(Path::new(path))).is_some()),
        };
        self.has_any(&told) || is_table
    }
}

const MARKS: &[&str] =
    &["last_move", "arrow", "arrow_above", "circle", "mark", "dot", "ring", "cross", "moves_of"];
const CAPTION: &[&str] = &["caption", "above", "stipulation", "count", "to_move"];
const PARTS_OF_SHEETS: &[&str] = &["sheet", "columns", "plies"];

const RULES: &[(&str, &[Rule])] = &[
    (
        "perft",
        &[Rule {
            options: &["variant", "moves", "from_fen"],
            is_idle: |typed| typed.has("verify"),
            why: "reference tables name their games and positions",
        }],
    ),
    ("validate", &[NO_TABLE]),
    (
        "solve",
        &[
            NO_TABLE,
            Rule {
                options: &["every_defence", "hide_short", "hide_duals"],
                is_idle: |typed| typed.has("keys_only"),
                why: "with --keys-only no variation is shown",
            },
            Rule {
                options: &["hide_short", "hide_duals"],
                is_idle: |typed| !typed.is_whole(),
                why: "no whole solution is written; ask for one with --text, --html, --pgn, --jsonl or --report",
            },
            Rule {
                options: &["key_arrows", "theme"],
                is_idle: |typed| !typed.has("diagrams"),
                why: "only the pictures of --diagrams have it; a board of --html shows the move that is chosen",
            },
            Rule {
                options: &["paper", "columns"],
                is_idle: |typed| !typed.has("book"),
                why: "it is about the pages of --book",
            },
        ],
    ),
    (
        "verify-certificate",
        &[Rule {
            options: &["variant"],
            is_idle: |typed| !typed.has("problems"),
            why: "certificates name their games; only --problems may need one",
        }],
    ),
    (
        "convert",
        &[
            Rule {
                options: &["notation", "language"],
                is_idle: |typed| !typed.is("to", &["pgn"]),
                why: "only PGN has moves in different notations",
            },
            Rule {
                options: &["language"],
                is_idle: |typed| typed.is("notation", &["uci"]),
                why: "moves in UCI have no letters of a language",
            },
            Rule {
                options: &["to_fen"],
                is_idle: |typed| !typed.is("to", &["fen", "epd"]),
                why: "tables and games have the canonical order",
            },
        ],
    ),
    (
        "stats",
        &[
            NO_TABLE,
            Rule {
                options: &["min_games"],
                is_idle: |typed| typed.is("opening", &["0"]),
                why: "with --opening 0 there are no openings",
            },
        ],
    ),
    ("merge", &[MERGED]),
    ("completions", &[NO_GAME]),
    ("man", &[NO_GAME]),
    ("help", &[NO_GAME]),
    (
        "play",
        &[Rule {
            options: &["seed"],
            is_idle: |typed| !typed.is_seated(),
            why: "no player moves at random; --seats names a player that does: random or solver",
        }],
    ),
    ("diagram", DIAGRAM),
];

const NO_TABLE: Rule = Rule {
    options: &["format"],
    is_idle: |typed| typed.has_no_table(),
    why: "stdout is taken, and the table has no file; name one with -o",
};
const MERGED: Rule =
    Rule { options: &["variant", "encoding"], is_idle: |_| true, why: "parts hold what was found" };
const NO_GAME: Rule =
    Rule { options: &["variant", "encoding"], is_idle: |_| true, why: "this is about no game" };

impl Typed<'_> {
    fn is_seated(self) -> bool {
        self.values("seats").flat_map(|seats| seats.split(',')).any(|seat| seat != "human")
    }
}

const DIAGRAM: &[Rule] = &[
    Rule { options: &["variant"], is_idle: |typed| typed.has("rules"), why: "--rules names the game" },
    Rule {
        options: &["moves", "from_fen"],
        is_idle: |typed| typed.has_any(&["rules", "template"]),
        why: "no position is drawn",
    },
    Rule {
        options: MARKS,
        is_idle: |typed| typed.has_any(&["rules", "template"]),
        why: "cells are marked on the board of a position",
    },
    Rule {
        options: CAPTION,
        is_idle: |typed| typed.has_any(&["rules", "template"]),
        why: "captions are those of a position",
    },
    Rule {
        options: PARTS_OF_SHEETS,
        is_idle: |typed| typed.has_any(&["rules", "template"]),
        why: "sheets and strips are made of the positions of a file",
    },
    Rule {
        options: &["pieces", "bottom", "coordinates", "width", "title", "letters"],
        is_idle: |typed| typed.has("template"),
        why: "the board to build is empty, has no names and is as large as the paper",
    },
    Rule {
        options: &["paper", "percent"],
        is_idle: |typed| !typed.has("template"),
        why: "it is about the paper of --template",
    },
    Rule {
        options: &["columns"],
        is_idle: |typed| !typed.has_any(&["sheet", "plies"]),
        why: "boards are beside each other with --sheet or --plies",
    },
    Rule {
        options: &["theme", "colors", "pieces", "width", "prefix", "title", "letters"],
        is_idle: |typed| typed.is_text(),
        why: "a board of characters has no look",
    },
    Rule { options: MARKS, is_idle: |typed| typed.is_text(), why: "a board of characters has no marks" },
    Rule {
        options: PARTS_OF_SHEETS,
        is_idle: |typed| typed.is_text(),
        why: "sheets and strips are pictures, not characters",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Args, Manner, command};
    use crate::cli::options;
    use crate::cli::pages::of as pages;

    /// Options that do something in every case, or that the parser refuses by itself, by command.
    ///
    /// Whoever adds an option decides: here, or a rule above.
    const ALWAYS: &[(&str, &str)] = &[
        (
            "perft",
            "operands depth divide fens breakdown hash split_depth limit verify compare engine engine_time to_fen \
                   encoding count_format count_output shard part checkpoint resume",
        ),
        ("moves", "encoding subject moves from_fen fens tables notation format output variant"),
        (
            "validate",
            "files no_variations report html tables strict letters stalemate encoding accept only_repaired from_fen repair output variant shard part checkpoint resume",
        ),
        (
            "solve",
            "files mate encoding book title style language figurines no_captions from_fen keys_only tries set_play text report jsonl epd pgn html diagrams \
                   certificate tables nodes time memory no_time output variant shard part checkpoint resume",
        ),
        ("verify-certificate", "encoding files problems format output"),
        (
            "mine",
            "files mate min_mate tables nodes strict letters stalemate encoding from_fen whole_games played prefix format output variant shard part \
                  checkpoint resume",
        ),
        ("merge", "parts output report jsonl text epd pgn html book diagrams certificate repair"),
        ("convert", "files to strict letters stalemate encoding from_fen output variant"),
        (
            "stats",
            "files opening openings tables stalemate encoding chart html strict letters from_fen output variant",
        ),
        (
            "play",
            "position from_fen load seats tables stalemate encoding board svg letters material_draw variant",
        ),
        ("diagram", "encoding subject output format rules template"),
        (
            "select",
            "files player white black event tag date result plies ending opening position pieces mirror exchanged faults unique sort split output others report strict letters stalemate from_fen encoding variant",
        ),
        ("endgame", "variant encoding"),
        ("endgame build", "named all pawns output variant encoding"),
        ("endgame probe", "position moves from_fen folder format output variant encoding"),
        ("endgame stats", "named all pawns folder format output variant encoding"),
        ("endgame check", "named all pawns tables variant encoding"),
        ("endgame verify", "named all pawns folder sample seed variant encoding"),
        ("compose", "variant encoding"),
        ("compose mend", "files mate nodes changes first format output variant encoding"),
        (
            "compose search",
            "stipulation pieces theme quality from steps seed nodes prefix chains minutes format output shard part checkpoint resume variant encoding",
        ),
        ("compose strip", "files mate nodes diagrams format output variant encoding"),
        ("completions", "shell"),
        ("man", "command"),
        ("help", "topic"),
    ];

    #[test]
    fn every_option_of_every_command_is_classified() {
        let mut command = command();
        command.build();
        let manner = options::ids::<Manner>();
        for (name, page) in pages(&command) {
            let always = ALWAYS.iter().find(|(own, _)| *own == name).map_or("", |(_, ids)| *ids);
            let always: Vec<&str> = always.split_whitespace().collect();
            let rules = RULES.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, rules)| rules);
            let with_rule: Vec<&str> = rules.iter().flat_map(|rule| rule.options.iter().copied()).collect();
            let ids = page.get_arguments().map(clap::Arg::get_id).filter(|id| !manner.contains(id));
            let ids: Vec<&str> =
                ids.map(clap::Id::as_str).filter(|id| !["help", "version"].contains(id)).collect();
            for id in &ids {
                assert!(
                    always.contains(id) != with_rule.contains(id),
                    "{name}: {id} is in exactly one of the two"
                );
            }
            for id in always.iter().chain(&with_rule) {
                assert!(ids.contains(id), "{name} has no {id}");
            }
        }
    }

    #[test]
    fn each_rule_refuses_and_says_why() {
        for (line, option) in LINES {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let words = ["hexmate".to_owned()].into_iter().chain(words).map(Into::into);
            let error = Args::parsed(words).expect_err(line).to_string();
            assert!(error.starts_with(&format!("error: {option} does nothing here: ")), "{line}: {error}");
        }
        // As many lines as rules: none is without.
        let rules: usize = RULES.iter().map(|(_, rules)| rules.len()).sum();
        assert!(LINES.len() >= rules, "{} of {rules}", LINES.len());
    }

    /// A line for each rule, and the option that it is about.
    const LINES: &[(&str, &str)] = &[
        ("perft --verify --variant mini", "--variant"),
        ("perft --verify a.perft --from-fen oblique", "--from-fen"),
        ("validate a.pgn --format csv --html -", "--format"),
        ("solve a.csv --format csv --text -", "--format"),
        ("solve a.csv --keys-only --every-defence", "--every-defence"),
        ("solve a.csv --keys-only --hide-duals --text x.txt", "--hide-duals"),
        ("solve a.csv --hide-short", "--hide-short"),
        ("solve a.csv --key-arrows --text x.txt", "--key-arrows"),
        ("solve a.csv --theme print", "--theme"),
        ("solve a.csv --html a.html --key-arrows", "--key-arrows"),
        ("solve a.csv --paper letter", "--paper"),
        ("diagram --rules mini --to-move", "--to-move"),
        ("verify-certificate a --variant mini", "--variant"),
        ("convert a.pgn --to uci --notation long", "--notation"),
        ("convert a.pgn --to pgn --notation uci --language polish", "--language"),
        ("convert a.pgn --to csv --to-fen oblique", "--to-fen"),
        ("stats a.pgn --format json --html -", "--format"),
        ("stats a.pgn --opening 0 --min-games 3", "--min-games"),
        ("merge a b --variant mini", "--variant"),
        ("completions bash --variant mini", "--variant"),
        ("man --variant mini", "--variant"),
        ("help --variant mini", "--variant"),
        ("play --seed 3", "--seed"),
        ("play --seats human,human --seed 3", "--seed"),
        ("diagram --rules mini --variant glinski", "--variant"),
        ("diagram --rules mini --from-fen oblique", "--from-fen"),
        ("diagram --rules mini --mark c3", "--mark"),
        ("diagram --template -o x --count", "--count"),
        ("diagram --rules mini --sheet", "--sheet"),
        ("diagram --template -o x --pieces plain", "--pieces"),
        ("diagram start --paper letter", "--paper"),
        ("diagram start --columns 2", "--columns"),
        ("diagram start --format ascii --theme print", "--theme"),
        ("diagram start -o start.txt --moves-of d1", "--moves-of"),
        ("diagram a.csv --format ascii --sheet", "--sheet"),
    ];
}
