//! Engines as `--engine` and `--each` describe them, in the manner of fastchess.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, ValueHint};

use super::control::{Limits, TimeControl};
use crate::cli::shared::number::number;

/// Keys of settings, for messages.
const KEYS: &str = "cmd, args, dir, name, option.NAME, tc, st, nodes, depth or timemargin";

/// One word of `--engine` or `--each`.
#[derive(Clone, PartialEq, Debug)]
pub enum Setting {
    /// Command line of the engine.
    Command(String),
    /// Arguments behind the command line.
    Arguments(String),
    /// Folder in which the engine runs.
    Folder(PathBuf),
    Name(String),
    /// UCI option with its value.
    Option(String, String),
    Clock(TimeControl),
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
    /// Time beyond the clock.
    Margin(Duration),
    /// The protocol, of which there is one.
    Protocol,
}

impl Setting {
    /// Parses `KEY=VALUE`.
    pub fn parse(word: &str) -> Result<Self, String> {
        let Some((key, value)) = word.split_once('=') else {
            return Err(format!("expected KEY=VALUE with the key {KEYS}"));
        };
        let needs = |what: &str| format!("{key} needs {what}, found {value:?}");
        let text = || Some(value.to_owned()).filter(|value| !value.trim().is_empty());
        Ok(match key {
            "cmd" => Self::Command(text().ok_or_else(|| needs("a command"))?),
            "args" => Self::Arguments(value.to_owned()),
            "dir" => Self::Folder(text().ok_or_else(|| needs("a folder"))?.into()),
            "name" => Self::Name(text().ok_or_else(|| needs("a name"))?),
            "tc" => Self::Clock(TimeControl::parse(value).map_err(|expected| format!("tc: {expected}"))?),
            "st" => {
                let seconds =
                    value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let time = seconds.filter(|time| !time.is_zero());
                Self::MoveTime(time.ok_or_else(|| needs("seconds for a move"))?)
            }
            "nodes" => Self::Nodes(number(1..=u64::MAX)(value).map_err(|_| needs("a number of positions"))?),
            "depth" | "plies" => {
                Self::Depth(number(1..=u32::MAX)(value).map_err(|_| needs("a number of plies"))?)
            }
            "timemargin" => {
                let millis = number(0..=u64::MAX)(value).map_err(|_| needs("milliseconds"))?;
                Self::Margin(Duration::from_millis(millis))
            }
            "proto" if value == "uci" => Self::Protocol,
            "proto" => return Err(needs("uci, the only protocol")),
            key => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => Self::Option(name.to_owned(), value.to_owned()),
                None => return Err(format!("unknown key {key:?}; expected {KEYS}")),
            },
        })
    }
}

impl Setting {
    /// Returns the key, as it is typed.
    fn key(&self) -> String {
        let key = match self {
            Self::Command(_) => "cmd",
            Self::Arguments(_) => "args",
            Self::Folder(_) => "dir",
            Self::Name(_) => "name",
            Self::Option(name, _) => return format!("option.{name}"),
            Self::Clock(_) => "tc",
            Self::MoveTime(_) => "st",
            Self::Nodes(_) => "nodes",
            Self::Depth(_) => "depth",
            Self::Margin(_) => "timemargin",
            Self::Protocol => "proto",
        };
        key.to_owned()
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSettings {
    /// Command line with its arguments.
    pub command: String,
    pub folder: Option<PathBuf>,
    /// Name that was given; `None` for the one that the engine states.
    pub name: Option<String>,
    /// UCI options with their values, in the order given.
    pub options: Vec<(String, String)>,
    pub limits: Limits,
    /// Time beyond the clock or the time of a move.
    pub margin: Option<Duration>,
}

impl EngineSettings {
    /// Collects settings; those of one engine replace those of `each`.
    fn new(own: &[Setting], each: &[Setting]) -> Result<Self, String> {
        let mut settings = Self::default();
        let mut arguments = None;
        for (index, setting) in each.iter().chain(own).enumerate() {
            let is_own = index >= each.len();
            let before = if is_own { &own[..index - each.len()] } else { &each[..index] };
            if before.iter().any(|other| other.key().eq_ignore_ascii_case(&setting.key())) {
                return Err(format!("{} is given twice for one engine", setting.key()));
            }
            match setting.clone() {
                Setting::Command(command) => settings.command = command,
                Setting::Arguments(words) => arguments = Some(words),
                Setting::Folder(folder) => settings.folder = Some(folder),
                Setting::Name(name) => settings.name = Some(name),
                Setting::Option(name, value) => {
                    settings.options.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
                    settings.options.push((name, value));
                }
                Setting::Clock(clock) => settings.limits.clock = Some(clock),
                Setting::MoveTime(time) => settings.limits.movetime = Some(time),
                Setting::Nodes(nodes) => settings.limits.nodes = Some(nodes),
                Setting::Depth(depth) => settings.limits.depth = Some(depth),
                Setting::Margin(margin) => settings.margin = Some(margin),
                Setting::Protocol => {}
            }
        }
        if let Some(arguments) = arguments {
            settings.command = format!("{} {arguments}", settings.command);
        }
        Ok(settings)
    }
}

/// The options `--engine` and `--each`.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    engines: Vec<Vec<Setting>>,
    each: Vec<Setting>,
}

impl EngineOptions {
    /// Returns the engines, in order, of `--engine` or of plain commands.
    ///
    /// # Errors
    ///
    /// If an engine has no command, or a setting is given twice.
    pub fn engines(&self, commands: &[String]) -> Result<Vec<EngineSettings>, String> {
        let plain = commands.iter().map(|command| vec![Setting::Command(command.clone())]);
        let engines = self.engines.iter().cloned().chain(plain);
        let of = |own: Vec<Setting>| {
            let settings = EngineSettings::new(&own, &self.each)?;
            let is_named = own.iter().any(|setting| matches!(setting, Setting::Command(_)));
            if is_named { Ok(settings) } else { Err("--engine needs cmd=COMMAND".to_owned()) }
        };
        let only_own = |setting: &Setting| matches!(setting, Setting::Command(_) | Setting::Name(_));
        match self.each.iter().any(only_own) {
            true => Err("--each has no cmd and no name: they are those of one engine".to_owned()),
            false => engines.map(of).collect(),
        }
    }
}

impl clap::Args for EngineOptions {
    fn augment_args(command: Command) -> Command {
        let parser = || StringValueParser::new().try_map(|word| Setting::parse(&word));
        let option = |name: &'static str| {
            let arg = Arg::new(name).long(name).value_name("KEY=VALUE").num_args(1..);
            arg.action(ArgAction::Append).value_parser(parser()).help_heading("Engines")
        };
        command
            .arg(option("engine").value_hint(ValueHint::CommandString).conflicts_with("engines").help(
                "An engine, once for each: `cmd=./one name=One option.Hash=16 tc=10+0.1`. Keys: cmd (command line), args, \
                 dir (folder), name, option.NAME, tc (`moves/seconds+seconds`), st (seconds for a move), nodes, depth, \
                 timemargin (milliseconds). An engine without a limit has the one of --nodes, --movetime or --clock; one \
                 without a name the one that it states",
            ))
            .arg(option("each").help("Settings of all engines, such as `option.Hash=16`"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let of = |name: &str| {
            let given = matches.get_occurrences::<Setting>(name).into_iter().flatten();
            given.map(|words| words.cloned().collect()).collect::<Vec<Vec<Setting>>>()
        };
        Ok(Self { engines: of("engine"), each: of("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(own: &str, each: &str) -> Result<EngineSettings, String> {
        let words = |text: &str| text.split_whitespace().map(Setting::parse).collect::<Result<Vec<_>, _>>();
        EngineOptions { engines: vec![words(own)?], each: words(each)? }
            .engines(&[])
            .map(|engines| engines[0].clone())
    }

    #[test]
    fn own_settings_replace_common_ones() {
        let found = settings(
            "name=One cmd=./one proto=uci args=-q option.Hash=16 option.Ponder=false nodes=5e1",
            "option.hash=1 nodes=20 tc=40/60+1 timemargin=20",
        );
        let found = found.expect("settings");
        assert_eq!((found.command.as_str(), found.name.as_deref()), ("./one -q", Some("One")));
        let options: Vec<String> =
            found.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["Hash=16", "Ponder=false"]);
        assert_eq!((found.limits.nodes, found.limits.tag()), (Some(50), "40/60+1".to_owned()));
        assert_eq!(found.margin, Some(Duration::from_millis(20)));
    }

    #[test]
    fn wrong_settings_are_named() {
        for (own, each, part) in [
            ("./one", "", "expected KEY=VALUE"),
            ("cmd=./one hash=16", "", "unknown key \"hash\""),
            ("cmd=./one option.=16", "", "unknown key \"option.\""),
            ("cmd=./one tc=x", "", "such as 10+0.1"),
            ("cmd=./one proto=xboard", "", "proto needs uci"),
            ("cmd=./one nodes=1.5", "", "nodes needs a number of positions, found \"1.5\""),
            ("cmd=./one nodes=0", "", "nodes needs a number of positions, found \"0\""),
            ("cmd=./one st=-1", "", "st needs seconds"),
            ("cmd=", "", "cmd needs a command"),
            ("name=One", "", "needs cmd"),
            ("cmd=a cmd=b", "", "cmd is given twice"),
            ("cmd=a option.Hash=1 option.hash=2", "", "option.hash is given twice"),
            ("cmd=a", "name=One", "--each has no cmd and no name"),
        ] {
            let error = settings(own, each).expect_err("an error");
            assert!(error.contains(part), "{own}: {error}");
        }
    }
}
