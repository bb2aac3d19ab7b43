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
