//! A program that runs, and the lines that come from it. Knows neither counts nor commands.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::error::Fault;
use hexmate_batch::StopFlag;
use hexmate_batch::terminal::Stream;

/// How long a program that is ready but has told no total may still have something to say.
const QUIET: Duration = Duration::from_millis(500);
/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// The longest line that is read.
const MOST_BYTES: u64 = 1 << 16;

/// A program that runs, and the lines that come from it.
pub(super) struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(super) fn start(words: &[String]) -> Result<Self, Fault> {
        let (name, rest) = words.split_first().ok_or(Fault::NoCommand)?;
        let mut command = Command::new(name);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(Fault::NotStarted)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        if let Some(mut stderr) = child.stderr.take() {
            // What it complains of is shown, as far as somebody can.
            thread::spawn(move || io::copy(&mut stderr, &mut Stream::escaping(io::stderr())));
        }
        let (sender, lines) = sync_channel(1024);
        if let Some(stdout) = stdout {
            thread::spawn(move || hand_on(stdout, &sender));
        }
        Ok(Self { child, stdin, lines })
    }

    /// Tells it that nothing more will be said.
    pub(super) fn close(&mut self) {
        self.stdin = None;
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Fault> {
        let stdin = self.stdin.as_mut();
        let said =
            stdin.map_or(Ok(()), |stdin| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
        said.map_err(|_| Fault::Ended(self.how()))
    }

    /// Takes lines until it says that it is ready.
    pub(super) fn hear(
        &mut self,
        until: Instant,
        stop: &StopFlag,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        loop {
            match self.next(until, stop)? {
                Some(line) if line.trim() == "readyok" => return Ok(()),
                Some(line) => take(&line),
                None => return Err(Fault::Ended(self.how())),
            }
        }
    }

    /// Takes an answer: up to where it is ready, and where that comes too early, as long as more comes.
    ///
    /// `take` tells whether the answer is whole by now.
    pub(super) fn hear_answer(
        &mut self,
        until: Instant,
        stop: &StopFlag,
        take: &mut dyn FnMut(&str) -> bool,
    ) -> Result<(), Fault> {
        let mut is_whole = false;
        self.hear(until, stop, &mut |line| is_whole = take(line))?;
        while !is_whole {
            match self.next(until.min(Instant::now() + QUIET), stop) {
                Ok(Some(line)) => is_whole = take(&line),
                Ok(None) | Err(Fault::Silent) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Takes all lines until it ends, which it must do well.
    pub(super) fn hear_all(
        &mut self,
        until: Instant,
        stop: &StopFlag,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        while let Some(line) = self.next(until, stop)? {
            take(&line);
        }
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(Fault::Failed(self.how())),
        }
    }

    /// The next line; `None` if there is none any more.
    fn next(&self, until: Instant, stop: &StopFlag) -> Result<Option<String>, Fault> {
        loop {
            if stop.is_raised() {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Silent);
            }
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it has ended, in words.
    fn how(&mut self) -> String {
        // Its output is closed, or it takes no input: it ends now, or never by itself.
        thread::sleep(LOOK);
        match self.child.try_wait() {
            Ok(Some(status)) => format!("with {status}"),
            _ => "its output".to_owned(),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // One that is gone already cannot be stopped, and need not be.
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(b"quit\n");
        }
        if self.child.try_wait().ok().flatten().is_none() {
            thread::sleep(LOOK);
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Hands on the lines of an output, cut where they are too long.
fn hand_on(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() => return,
            Ok(_) => {}
        }
    }
}
