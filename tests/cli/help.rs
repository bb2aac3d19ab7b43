//! The help, and what describes the program to shells and to `man`.

use insta::assert_snapshot;

use crate::run::hexmate;

/// The commands that the help offers.
fn commands() -> Vec<String> {
    let help = hexmate(&["-h"]).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_help_is_as_reviewed() {
    assert_snapshot!("help", hexmate(&["--help"]));
    assert_snapshot!("help_short", hexmate(&["-h"]));
    let commands = commands();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        assert_snapshot!(format!("help_{command}"), hexmate(&[&command, "--help"]));
    }
}

#[test]
fn help_and_a_command_are_the_page_of_the_command() {
    assert_eq!(hexmate(&["help"]).stdout, hexmate(&["--help"]).stdout);
    for command in commands() {
        let page = hexmate(&["help", &command]);
        assert_eq!(
            (page.status, &page.stdout),
            (Some(0), &hexmate(&[&command, "--help"]).stdout),
            "{command}"
        );
        let mut lines = page.stdout.lines().skip(1).take_while(|line| !line.starts_with("Usage"));
        let examples = lines.by_ref().filter(|line| line.starts_with("  hexmate ")).count();
        assert_eq!(examples, 2, "{command} begins with two examples");
        for shared in ["--encoding <", "--color <", "--threads <", "--variant <", "--checkpoint <", "143"] {
            assert!(!page.stdout.contains(shared), "{command} repeats {shared}");
        }
    }
    let unknown = hexmate(&["help", "chess"]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("no command or topic chess; topics are options, "), "{unknown}");
}

#[test]
fn what_commands_share_is_told_by_topics() {
    for topic in ["options", "positions", "stipulations", "themes", "engines", "long-work", "exit"] {
        assert_snapshot!(format!("help_topic_{topic}"), hexmate(&["help", topic]));
    }
}

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    let commands = commands();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ended = hexmate(&["completions", shell]);
        assert_eq!(ended.status, Some(0), "{shell}");
        for command in &commands {
            assert!(ended.stdout.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_the_whole_and_for_each_command() {
    let whole = hexmate(&["man"]);
    assert_eq!((whole.status, whole.stderr.as_str()), (Some(0), ""));
    assert!(whole.stdout.contains(".TH hexmate 1"), "{}", whole.stdout);
    assert!(whole.stdout.contains("143"), "the page has the exit statuses");
    for command in commands() {
        let page = hexmate(&["man", &command]).stdout;
        assert!(page.contains(&format!(".TH hexmate-{command} 1")), "{page}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let ended = hexmate(&["--version"]);
    assert_eq!(ended.stdout, format!("hexmate {}\n", env!("CARGO_PKG_VERSION")));
}
