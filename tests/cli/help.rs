//! Help pages, shell completions, manual pages and the version.

use insta::assert_snapshot;

use crate::run::hexmate;

/// Names of all commands, from the help page.
fn commands() -> Vec<String> {
    commands_of("")
}

/// Names of the subcommands of a command.
fn commands_of(command: &str) -> Vec<String> {
    let help = hexmate(&command.split_whitespace().chain(["-h"]).collect::<Vec<_>>()).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // More deeply indented lines continue the line before.
    let lines = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn help_matches_snapshots() {
    assert_snapshot!("help", hexmate(&["--help"]));
    assert_snapshot!("help_short", hexmate(&["-h"]));
    let commands = commands();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        assert_snapshot!(format!("help_{command}"), hexmate(&[&command, "--help"]));
    }
}

#[test]
fn help_shows_page_of_each_command() {
    assert_eq!(hexmate(&["help"]).stdout, hexmate(&["--help"]).stdout);
    let mut all = commands();
    for command in commands() {
        all.extend(commands_of(&command).into_iter().map(|inner| format!("{command} {inner}")));
    }
    assert!(["endgame build", "compose search"].iter().all(|nested| all.iter().any(|name| name == nested)));
    for command in all {
        let words = || command.split(' ');
        let page = hexmate(&["help"].into_iter().chain(words()).collect::<Vec<_>>());
        let same = hexmate(&words().chain(["--help"]).collect::<Vec<_>>());
        assert_eq!((page.status, &page.stdout), (Some(0), &same.stdout), "{command}");
        let manual = hexmate(&["man"].into_iter().chain(words()).collect::<Vec<_>>()).stdout;
        assert!(manual.contains(&format!(".TH hexmate-{} 1", command.replace(' ', "-"))), "{manual}");
        let mut lines = page.stdout.lines().skip(1).take_while(|line| !line.starts_with("Usage"));
        let examples = lines.by_ref().filter(|line| line.starts_with("  hexmate ")).count();
        assert_eq!(examples, 2, "{command} begins with two examples");
        for shared in ["--encoding <", "--color <", "--threads <", "--variant <", "--checkpoint <", "143"] {
            assert!(!page.stdout.contains(shared), "{command} repeats {shared}");
        }
    }
    for words in ["chess", "endgame chess", "solve build"] {
        let unknown = hexmate(&["help"].into_iter().chain(words.split(' ')).collect::<Vec<_>>());
        assert_eq!(unknown.status, Some(2));
        let message = format!("unknown command or topic {words:?}; topics are options, ");
        assert!(unknown.stderr.contains(&message), "{unknown}");
    }
}

#[test]
fn help_topics_match_snapshots() {
    for topic in ["options", "positions", "stipulations", "themes", "engines", "long-work", "exit"] {
        assert_snapshot!(format!("help_topic_{topic}"), hexmate(&["help", topic]));
    }
}

#[test]
fn completions_name_all_commands() {
    let commands = commands();
    for shell in ["bash", "elvish", "fish", "nushell", "powershell", "zsh"] {
        let ended = hexmate(&["completions", shell]);
        assert_eq!(ended.status, Some(0), "{shell}");
        for command in &commands {
            assert!(ended.stdout.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn completions_name_all_topics() {
    let topics = ["options", "positions", "stipulations", "themes", "engines", "long-work", "exit"];
    // Place of the candidates of `hexmate help` in the script of each shell.
    let places = [
        ("bash", "hexmate__subcmd__help)"),
        ("elvish", "&'hexmate;help'="),
        ("fish", "__fish_hexmate_using_subcommand help"),
        ("nushell", "export extern \"hexmate help stipulations\""),
        ("powershell", "'hexmate;help' {"),
        ("zsh", "_hexmate__subcmd__help_commands() {"),
    ];
    for (shell, place) in places {
        let script = hexmate(&["completions", shell]).stdout;
        let (_, after) = script.split_once(place).unwrap_or_else(|| panic!("{shell} has no {place}"));
        let names = topics.into_iter().chain(["solve", "endgame"]);
        match shell {
            "nushell" => names.for_each(|name| {
                assert!(script.contains(&format!("export extern \"hexmate help {name}\"")), "{name}");
            }),
            _ => names.for_each(|name| assert!(after.contains(name), "{shell}: {name}")),
        }
    }
}

#[test]
#[cfg(unix)]
fn bash_completes_pages_of_help() {
    let script = hexmate(&["completions", "bash"]).stdout;
    let call = "COMP_WORDS=(hexmate help s); COMP_CWORD=2; _hexmate hexmate s help; echo \"${COMPREPLY[*]}\"";
    let output = std::process::Command::new("bash").args(["-c", &format!("{script}\n{call}")]).output();
    let Ok(output) = output else {
        eprintln!("SKIPPED: bash is not installed");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "solve select stats stipulations");
}

#[test]
fn manual_lists_exit_statuses() {
    let whole = hexmate(&["man"]);
    assert_eq!((whole.status, whole.stderr.as_str()), (Some(0), ""));
    assert!(whole.stdout.contains(".TH hexmate 1"), "{}", whole.stdout);
    assert!(whole.stdout.contains("143"), "the page has the exit statuses");
}

#[test]
fn version_names_features_and_commit() {
    let short = hexmate(&["-V"]).stdout;
    assert_eq!(short, format!("hexmate {}\n", env!("CARGO_PKG_VERSION")));
    let features: Vec<&str> = [("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))]
        .into_iter()
        .filter_map(|(name, is_built)| is_built.then_some(name))
        .collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let commit = option_env!("HEXMATE_COMMIT").unwrap_or("unknown");
    let long = hexmate(&["--version"]).stdout;
    assert_eq!(long, format!("{short}features: {features}\ncommit: {commit}\n"));
}

/// Returns the words of a text that look like codes, such as `twin-no-piece`: in brackets, in lists after the word
/// `codes`, and as the first word of lines of such lists.
fn codes(text: &str) -> Vec<String> {
    let is_code = |word: &&str| {
        word.contains('-')
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.ends_with(|c: char| c.is_ascii_lowercase())
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    let bracketed = text.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(word, _)| word));
    let listed = text.split("these codes:").skip(1).flat_map(|rest| {
        let end = rest.find(". ").unwrap_or(rest.len());
        // A list of lines has an explanation beside each code.
        let is_lines = rest.starts_with("\n\n");
        let lines = rest.trim_start().lines().take_while(|line| !line.is_empty());
        match is_lines {
            true => lines.filter_map(|line| line.split_whitespace().next()).collect::<Vec<_>>(),
            false => rest[..end].split([',', ' ', '\n', '.']).collect(),
        }
    });
    bracketed.chain(listed).filter(is_code).map(str::to_owned).collect()
}

/// Returns the text of all sources in a folder.
fn sources(folder: &std::path::Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("help") {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&std::fs::read_to_string(&path).expect("a file"));
        }
    }
}

#[test]
fn codes_of_help_exist() {
    let mut text = String::new();
    for folder in ["src", "crates"] {
        sources(std::path::Path::new(folder), &mut text);
    }
    let topics = ["options", "positions", "stipulations", "engines", "long-work", "exit"].map(str::to_owned);
    let mut found = 0;
    for page in topics.into_iter().chain(commands()) {
        for code in codes(&hexmate(&["help", &page]).stdout) {
            assert!(text.contains(&format!("\"{code}\"")), "{code} in help {page}");
            found += 1;
        }
    }
    assert!(found >= 17, "{found}");
    // Each error of a twin is in the help.
    let twin = std::fs::read_to_string("crates/problems/src/twin.rs").expect("a file");
    let help = hexmate(&["help", "stipulations"]).stdout;
    for code in twin.split("=> \"twin-").skip(1).filter_map(|rest| rest.split_once('"').map(|(code, _)| code))
    {
        assert!(help.contains(&format!("twin-{code}")), "{code}");
    }
}
