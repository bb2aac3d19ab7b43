//! The items that the facade exports, found through all crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use rustdoc_types::{Crate, FORMAT_VERSION, Id, ItemEnum, Use};

use crate::signatures::Signatures;

/// The facade, and the crates that it exports from.
const CRATES: [&str; 8] = [
    "hexmate",
    "hexmate-core",
    "hexmate-position",
    "hexmate-text",
    "hexmate-problems",
    "hexmate-games",
    "hexmate-diagram",
    "hexmate-endgame",
];

/// The generic core, which may change in any version. Its types do not count as exported.
const UNSTABLE: &str = "core";

/// The trait that `variant!` implements: the bound of games of one's own, generic as the core.
const GAME_BOUND: &str = "hexmate_core::rules::variant::game::Variant";

/// The documentation of the facade and of the crates that it exports from.
pub struct Facade {
    crates: BTreeMap<String, Crate>,
}

impl Facade {
    /// Runs rustdoc. Prints SKIPPED if this compiler has another format.
    pub fn documented() -> Option<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).expect("the workspace");
        let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
        let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
        command.args(["doc", "--quiet", "--no-deps", "--lib", "--features", "png,pdf"]);
        command.args(CRATES.iter().flat_map(|name| ["--package", *name]));
        command.env("RUSTDOC", here.join("rustdoc.sh"));
        command.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json");
        let run = command.current_dir(root).output().expect("cargo");
        let errors = String::from_utf8_lossy(&run.stderr);
        if !run.status.success() {
            let is_refused = ["the option `Z`", "output-format"].iter().any(|words| errors.contains(words));
            assert!(is_refused, "{errors}");
            eprintln!("SKIPPED: api, this rustdoc does not write JSON");
            return None;
        }
        let mut crates = BTreeMap::new();
        for name in CRATES.map(|name| name.replace('-', "_")) {
            let file = root.join(&target).join("doc").join(format!("{name}.json"));
            let text = fs::read_to_string(&file).expect("rustdoc wrote it");
            let value: serde_json::Value = serde_json::from_str(&text).expect("rustdoc writes JSON");
            let format = &value["format_version"];
            if *format != FORMAT_VERSION {
                eprintln!(
                    "SKIPPED: api, rustdoc writes format {format}, and the test reads {FORMAT_VERSION}"
                );
                return None;
            }
            crates.insert(name, serde_json::from_value(value).expect("the format has this version"));
        }
        Some(Self { crates })
    }

    /// Returns all exported items as text, and the types in their signatures that have no name in the facade.
    pub fn items(&self) -> (String, BTreeMap<String, BTreeSet<String>>) {
        let facade = &self.crates["hexmate"];
        let mut names = BTreeMap::new();
        add_exports(facade, facade.root, "", &mut names);
        let definitions = self.definitions();
        let (mut texts, mut unnamed) = (BTreeMap::new(), BTreeMap::<_, BTreeSet<_>>::new());
        for (definition, name) in &names {
            let (krate, id) = definitions[definition];
            let mut signatures = Signatures { krate, names: &names, unnamed: BTreeSet::new() };
            texts.insert(name, signatures.item(name, &krate.index[&id]));
            for other in signatures.unnamed.into_iter().filter(|other| other != GAME_BOUND) {
                unnamed.entry(other).or_default().insert(name.clone());
            }
        }
        (texts.into_values().collect::<Vec<_>>().join("\n"), unnamed)
    }

    /// Returns the items that each crate defines, by path of definition.
    fn definitions(&self) -> BTreeMap<String, (&Crate, Id)> {
        let of_crate = |krate| {
            let own = |(_, summary): &(&Id, &rustdoc_types::ItemSummary)| summary.crate_id == 0;
            let krate: &Crate = krate;
            krate.paths.iter().filter(own).map(move |(id, summary)| (summary.path.join("::"), (krate, *id)))
        };
        self.crates.values().flat_map(of_crate).collect()
    }
}

/// Adds the items of a module of the facade, by path of definition.
fn add_exports(facade: &Crate, module: Id, prefix: &str, names: &mut BTreeMap<String, String>) {
    let ItemEnum::Module(of) = &facade.index[&module].inner else { panic!("{prefix} is no module") };
    for id in &of.items {
        let item = &facade.index[id];
        let full = |name: &str| format!("{prefix}{name}");
        match &item.inner {
            ItemEnum::Module(_) => {
                let name = full(item.name.as_deref().unwrap_or_default());
                add_exports(facade, *id, &format!("{name}::"), names);
            }
            ItemEnum::Use(Use { name, .. }) if full(name) == UNSTABLE => {}
            ItemEnum::Use(Use { name, id: Some(id), is_glob: false, .. }) => {
                let definition = facade.paths[id].path.join("::");
                let previous = names.insert(definition, full(name));
                assert_eq!(previous, None, "{} has two names", full(name));
            }
            ItemEnum::Use(other) => panic!("{} is not supported", other.source),
            _ => {
                let definition = facade.paths[id].path.join("::");
                names.insert(definition, full(item.name.as_deref().unwrap_or_default()));
            }
        }
    }
}
