//! Lines typed by the user: with editing and history at a terminal, read as they are from a pipe or file.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use hexmate_batch::terminal::Stream;

/// Interval between checks for a signal.
const POLL: Duration = Duration::from_millis(50);

/// Input of the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// End of the input: Ctrl-D at a terminal.
    End,
    /// Ctrl-C, or another signal.
    Stop,
}

/// Reader of the lines that the user types.
pub struct LineReader {
    prompts: Sender<String>,
    typed: Receiver<Typed>,
    terminal: Option<terminal::SavedMode>,
}

impl LineReader {
    /// Creates a reader of stdin.
    pub fn new() -> Self {
        let (prompts, asked) = channel();
        let (answers, typed) = channel();
        let terminal = terminal::SavedMode::of_stdin();
        let answer = if terminal.is_some() { terminal::edit } else { read_plain };
        // A separate thread, so that a signal is noticed while the user types nothing.
        thread::spawn(move || answer(&asked, &answers));
        Self { prompts, typed, terminal }
    }

    /// Returns whether stdin is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }

    /// Shows a prompt, and waits for a line or for `stop`.
    pub fn ask(&self, prompt: String, stop: &StopFlag) -> Typed {
        if self.prompts.send(prompt).is_err() {
            return Typed::End;
        }
        loop {
            match self.typed.recv_timeout(POLL) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Typed::Stop,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
            }
        }
    }
}

/// Answers each prompt with the next line of stdin, and prints both as a terminal would show them.
fn read_plain(prompts: &Receiver<String>, answers: &Sender<Typed>) {
    for prompt in prompts {
        let typed = next_line(&prompt).unwrap_or(Typed::End);
        if answers.send(typed).is_err() {
            return;
        }
    }
}

fn next_line(prompt: &str) -> io::Result<Typed> {
    let mut output = Stream::new(io::stdout());
    write!(output, "{prompt}")?;
    output.flush()?;
    let mut bytes = Vec::new();
    if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        writeln!(output)?;
        return Ok(Typed::End);
    }
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    writeln!(output, "{line}")?;
    Ok(Typed::Line(line))
}

/// Editing at a terminal, and restoring its mode at the end.
#[cfg(unix)]
mod terminal {
    use std::sync::mpsc::{Receiver, Sender};

    use rustix::stdio::stdin;
    use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
    use rustyline::error::ReadlineError;
    use rustyline::history::{History, MemHistory};
    use rustyline::{Config, Editor};

    use super::{Typed, read_plain};

    /// Answers each prompt with a line that the user can edit; the arrow keys recall earlier lines.
    pub fn edit(prompts: &Receiver<String>, answers: &Sender<Typed>) {
        let Ok(mut editor) = Editor::<(), _>::with_history(
            Config::builder().bracketed_paste(false).build(),
            MemHistory::new(),
        ) else {
            return read_plain(prompts, answers);
        };
        for prompt in prompts {
            let typed = match editor.readline(&prompt) {
                Ok(line) => {
                    // Without history the line only cannot be recalled.
                    let _ = editor.history_mut().add(&line);
                    Typed::Line(line.trim().to_owned())
                }
                Err(ReadlineError::Interrupted) => Typed::Stop,
                Err(_) => Typed::End,
            };
            if answers.send(typed).is_err() {
                return;
            }
        }
    }

    /// Mode of the terminal, which is restored on drop.
    pub struct SavedMode(Termios);

    impl SavedMode {
        /// Saves the mode; returns `None` if stdin is not a terminal.
        pub fn of_stdin() -> Option<Self> {
            tcgetattr(stdin()).ok().map(Self)
        }
    }

    impl Drop for SavedMode {
        fn drop(&mut self) {
            // Errors mean that the terminal is closed.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
            // Discard unread input, which the shell would run as a command.
            let _ = tcflush(stdin(), QueueSelector::IFlush);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    use std::io::{self, IsTerminal};

    pub use super::read_plain as edit;

    /// Evidence that stdin is a terminal.
    pub struct SavedMode;

    impl SavedMode {
        /// Returns `None` if stdin is not a terminal.
        pub fn of_stdin() -> Option<Self> {
            io::stdin().is_terminal().then_some(Self)
        }
    }
}
