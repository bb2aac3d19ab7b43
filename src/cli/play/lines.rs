//! Lines that somebody types: edited and recalled at a terminal, taken as they come from elsewhere. No game.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use hexmate_batch::terminal::Stream;

/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What has been typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// The end of the input, which is Ctrl-D at a terminal.
    End,
    /// Ctrl-C, or another signal.
    Stop,
}

/// Who types.
pub struct LineReader {
    prompts: Sender<String>,
    typed: Receiver<Typed>,
    terminal: Option<terminal::Kept>,
}

impl LineReader {
    /// Those of stdin.
    pub fn new() -> Self {
        let (prompts, asked) = channel();
        let (answers, typed) = channel();
        let terminal = terminal::Kept::of_stdin();
        let answer = if terminal.is_some() { terminal::edit } else { take };
        // A thread of its own, so that a signal is heard while nothing is typed.
        thread::spawn(move || answer(&asked, &answers));
        Self { prompts, typed, terminal }
    }

    /// Whether somebody sits there.
    pub fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }

    /// Asks for a line.
    pub fn ask(&self, prompt: String, stop: &StopFlag) -> Typed {
        if self.prompts.send(prompt).is_err() {
            return Typed::End;
        }
        loop {
            match self.typed.recv_timeout(LOOK) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Typed::Stop,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
            }
        }
    }
}

/// Answers each prompt by the next line, and writes both, as a terminal would show them.
fn take(prompts: &Receiver<String>, answers: &Sender<Typed>) {
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

/// The terminal as it was, and what is typed after the end thrown away.
#[cfg(unix)]
mod terminal {
    use std::sync::mpsc::{Receiver, Sender};

    use rustix::stdio::stdin;
    use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
    use rustyline::error::ReadlineError;
    use rustyline::history::{History, MemHistory};
    use rustyline::{Config, Editor};

    use super::{Typed, take};

    /// Answers each prompt by a line that can be edited; earlier ones come back with the arrow keys.
    pub fn edit(prompts: &Receiver<String>, answers: &Sender<Typed>) {
        let Ok(mut editor) = Editor::<(), _>::with_history(
            Config::builder().bracketed_paste(false).build(),
            MemHistory::new(),
        ) else {
            return take(prompts, answers);
        };
        for prompt in prompts {
            let typed = match editor.readline(&prompt) {
                Ok(line) => {
                    // What cannot be kept cannot be recalled, and that is all.
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

    /// Puts the terminal back when it is dropped.
    pub struct Kept(Termios);

    impl Kept {
        /// `None` if stdin is no terminal.
        pub fn of_stdin() -> Option<Self> {
            tcgetattr(stdin()).ok().map(Self)
        }
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            // A terminal that is gone needs nothing.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
            // Else the shell would take it for a command.
            let _ = tcflush(stdin(), QueueSelector::IFlush);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    use std::io::{self, IsTerminal};

    pub use super::take as edit;

    /// Whether there is one.
    pub struct Kept;

    impl Kept {
        /// `None` if stdin is no terminal.
        pub fn of_stdin() -> Option<Self> {
            io::stdin().is_terminal().then_some(Self)
        }
    }
}
