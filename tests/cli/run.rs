//! Helpers that run the program and capture its status and output.

use std::fmt;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// Exit status and output of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    pub command: String,
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Shows the run like a terminal session: the command, stdout, stderr lines after `! `, and the status.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "$ {}", self.command)?;
        f.write_str(&self.stdout)?;
        for line in self.stderr.lines() {
            writeln!(f, "{}", format!("! {line}").trim_end())?;
        }
        match self.status {
            Some(status) => writeln!(f, "= {status}"),
            None => writeln!(f, "= killed"),
        }
    }
}

fn program(args: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hexmate"));
    // Snapshots must not depend on the width of the terminal.
    program.args(args).env_remove("COLUMNS");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        program.env_remove(name);
    }
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    program
}

/// Starts the program with piped stdin, stdout and stderr.
pub fn start(args: &[&str]) -> Child {
    let mut program = program(args);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().expect("the program starts")
}

/// Runs the program with `input` on stdin.
pub fn with_input(args: &[&str], input: &str) -> Ended {
    with_bytes(args, input.as_bytes())
}

/// Runs the program with bytes on stdin.
pub fn with_bytes(args: &[&str], input: &[u8]) -> Ended {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // The program may end before it has read all input.
    let _ = writer.join().expect("writing does not panic");
    ended(args, &output)
}

/// Returns stderr with the line that reports the speed, which [`Ended`] leaves out.
pub fn with_speed(args: &[&str]) -> String {
    let output = program(args).stdin(Stdio::null()).output().expect("the program ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the program without input and with these environment variables.
pub fn with_env(args: &[&str], variables: &[(&str, &str)]) -> Ended {
    let mut program = program(args);
    program.envs(variables.iter().copied()).stdin(Stdio::null());
    ended(args, &program.output().expect("the program ends"))
}

/// Runs the program without input.
pub fn hexmate(args: &[&str]) -> Ended {
    with_input(args, "")
}

fn ended(args: &[&str], output: &Output) -> Ended {
    let quoted = |arg: &&str| if arg.contains(' ') { format!("'{arg}'") } else { (*arg).to_owned() };
    let args: Vec<String> = args.iter().map(quoted).collect();
    // The speed differs from run to run; `with_speed` keeps it.
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stderr = stderr.split_inclusive('\n').filter(|line| !line.ends_with(" nodes a second\n")).collect();
    Ended {
        command: format!("hexmate {}", args.join(" ")),
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr,
    }
}
