//! A running program, and the lines of its output.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hexmate_batch::StopFlag;
use hexmate_batch::terminal::Stream;

use crate::{CommandLine, EngineFault};

/// Silence that ends an answer that has no end of its own.
const SILENCE: Duration = Duration::from_millis(500);
/// Interval between checks for a signal.
const POLL: Duration = Duration::from_millis(50);
/// Length at which a line is cut, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// Largest number of lines on stderr that are kept for an error.
const MOST_ERRORS: usize = 3;
/// Length of a line in an error, in characters.
const MOST_CHARACTERS: usize = 60;

/// Treatment of what the program writes on stderr. Errors quote its last lines in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stderr {
    /// Shown as it comes.
    Shown,
    /// Not shown.
    Hidden,
}

/// Limits of waiting for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Wait<'a> {
    until: Instant,
    stop: &'a StopFlag,
}

impl<'a> Wait<'a> {
    /// Waits for this time from now, or until the flag is raised.
    pub fn at_most(time: Duration, stop: &'a StopFlag) -> Self {
        Self { until: Instant::now() + time, stop }
    }

    /// Returns a wait that also ends after a silence.
    fn for_silence(self) -> Self {
        Self { until: self.until.min(Instant::now() + SILENCE), ..self }
    }
}

/// A running program, and the lines of its output.
///
/// On drop it is asked to quit, and then killed. On Unix it has a process group of its own, which is killed as a whole:
/// an engine ends with the shell script that has started it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Last lines on stderr.
    errors: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// If the system cannot start it.
    pub fn start(command: &CommandLine, shown: Stderr) -> Result<Self, EngineFault> {
        let (name, rest) = command.words().split_first().ok_or(EngineFault::NoCommand)?;
        let folder = command.folder();
        let mut command = Command::new(name);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(EngineFault::NotStarted)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let errors = Arc::default();
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_errors(stderr, shown, &errors));
        }
        let (sender, lines) = sync_channel(1024);
        if let Some(stdout) = stdout {
            thread::spawn(move || send_lines(stdout, &sender));
        }
        Ok(Self { child, stdin, lines, errors })
    }

    /// Returns the last lines on stderr, shortened.
    pub fn last_errors(&self) -> Vec<String> {
        // Another thread reads them.
        thread::sleep(POLL);
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.iter().cloned().collect()
    }

    /// Forgets the lines on stderr so far.
    pub fn forget_errors(&self) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Closes the input of the program.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Sends a text.
    ///
    /// # Errors
    ///
    /// If the program has ended, or closed its input.
    pub fn send(&mut self, text: &str) -> Result<(), EngineFault> {
        let stdin = self.stdin.as_mut();
        let sent =
            stdin.map_or(Ok(()), |stdin| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
        sent.map_err(|_| EngineFault::Ended(self.how_ended()))
    }

    /// Reads lines until one begins with `word`, and returns it.
    ///
    /// # Errors
    ///
    /// If the program ends first, or the wait is over.
    pub fn read_until_word(
        &mut self,
        word: &str,
        wait: &Wait<'_>,
        take: &mut dyn FnMut(&str),
    ) -> Result<String, EngineFault> {
        loop {
            match self.next(wait)? {
                Some(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Some(line) => take(&line),
                None => return Err(EngineFault::Ended(self.how_ended())),
            }
        }
    }

    /// Reads an answer: up to `readyok`, and if that comes before the answer is complete, up to that or a silence.
    ///
    /// `take` returns `true` if the answer is complete.
    ///
    /// # Errors
    ///
    /// If the program ends first, or the wait is over.
    pub fn read_answer(
        &mut self,
        wait: &Wait<'_>,
        take: &mut dyn FnMut(&str) -> bool,
    ) -> Result<(), EngineFault> {
        let mut is_whole = false;
        self.read_until_ready(wait, &mut |line| is_whole = take(line))?;
        while !is_whole {
            match self.next(&wait.for_silence()) {
                Ok(Some(line)) => is_whole = take(&line),
                Ok(None) | Err(EngineFault::Silent) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Reads all lines until the program ends.
    ///
    /// # Errors
    ///
    /// If the wait is over, or the exit status is one of failure.
    pub fn read_to_end(&mut self, wait: &Wait<'_>, take: &mut dyn FnMut(&str)) -> Result<(), EngineFault> {
        while let Some(line) = self.next(wait)? {
            take(&line);
        }
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(EngineFault::Failed(self.how_ended())),
        }
    }

    /// Returns the next line; `None` at the end of the output.
    fn next(&self, wait: &Wait<'_>) -> Result<Option<String>, EngineFault> {
        loop {
            if wait.stop.is_raised() {
                return Err(EngineFault::Stopped);
            }
            let left = wait.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EngineFault::Silent);
            }
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns in words how the program has ended.
    fn how_ended(&mut self) -> String {
        // Its output or input is closed: either it ends now, or it does not end by itself.
        thread::sleep(POLL);
        match self.child.try_wait() {
            Ok(Some(status)) => format!("ended with {status}"),
            _ => "closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors mean that the program has already ended.
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(b"quit\n");
        }
        if self.child.try_wait().ok().flatten().is_none() {
            thread::sleep(POLL);
            let _ = self.child.kill();
        }
        // Also if the program has ended: what it has started may go on, and hold its output.
        kill_group(&self.child);
        let _ = self.child.wait();
    }
}

/// Kills what is left of the process group of a program.
#[cfg(unix)]
fn kill_group(child: &Child) {
    // An error means that nothing is left.
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
}

/// Other systems have no process groups.
#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Sends the lines of an output to a channel; cuts lines that are too long.
fn send_lines(output: impl Read, lines: &SyncSender<String>) {
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

/// Keeps the last lines of an output, and shows all of it if asked and if stderr can be written.
fn keep_errors(output: impl Read, shown: Stderr, kept: &Mutex<VecDeque<String>>) {
    let (mut output, mut stderr) = (BufReader::new(output), Stream::escaping(io::stderr()));
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if shown == Stderr::Shown {
            // There is no place to report a failure.
            let _ = stderr.write_all(&bytes);
        }
        let line = shortened(&String::from_utf8_lossy(&bytes));
        if !line.is_empty() {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push_back(line);
            if kept.len() > MOST_ERRORS {
                kept.pop_front();
            }
        }
    }
    let _ = stderr.finish();
}

/// Returns the beginning of a line, for an error.
pub fn shortened(line: &str) -> String {
    line.trim().chars().take(MOST_CHARACTERS).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn started(command: &str) -> Process {
        Process::start(&CommandLine::parse(command).expect("words"), Stderr::Hidden).expect("a program")
    }

    #[test]
    fn silent_program_exceeds_its_time() {
        let (mut process, stop) = (started("sleep 60"), StopFlag::default());
        let began = Instant::now();
        let read = process.read_until_ready(&Wait::at_most(Duration::from_millis(100), &stop), &mut |_| {});
        assert!(matches!(read, Err(EngineFault::Silent)), "{read:?}");
        drop(process);
        assert!(began.elapsed() < Duration::from_secs(30), "the program is ended");
    }

    #[test]
    fn program_behind_shell_is_killed() {
        for command in ["sh -c 'sleep 61 & echo $!; wait'", "sh -c 'sleep 61 & echo $!'"] {
            let (process, stop) = (started(command), StopFlag::default());
            let wait = Wait::at_most(Duration::from_mins(1), &stop);
            let id = process.next(&wait).expect("a line").expect("a line");
            let is_running = || {
                let listed = Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status();
                // A process that is dead, and for which no process has waited, still has its number.
                let state = std::fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
                listed.is_ok_and(|status| status.success()) && !state.contains(") Z ")
            };
            assert!(is_running(), "{command}");
            drop(process);
            let began = Instant::now();
            while is_running() {
                assert!(began.elapsed() < Duration::from_secs(20), "{command}");
                thread::sleep(POLL);
            }
        }
    }

    #[test]
    fn raised_flag_ends_the_wait() {
        let (mut process, stop) = (started("cat"), StopFlag::default());
        stop.raise();
        let read = process.read_until_ready(&Wait::at_most(Duration::from_mins(1), &stop), &mut |_| {});
        assert!(matches!(read, Err(EngineFault::Stopped)), "{read:?}");
    }

    #[test]
    fn lines_are_read_until_a_word() {
        let (mut process, stop) = (started("cat"), StopFlag::default());
        process.send("one\ntwo\nreadyok\nthree\n").expect("an open input");
        let (wait, mut lines) = (Wait::at_most(Duration::from_mins(1), &stop), Vec::new());
        let read = process.read_until_ready(&wait, &mut |line| lines.push(line.trim().to_owned()));
        assert!(read.is_ok() && lines == ["one", "two"], "{read:?} {lines:?}");
        process.close();
        let mut rest = 0;
        assert!(process.read_to_end(&wait, &mut |_| rest += 1).is_ok());
        assert_eq!(rest, 1);
    }

    #[test]
    fn long_line_is_cut() {
        let long = "x".repeat(MOST_BYTES as usize + 10);
        let (sender, lines) = sync_channel(8);
        send_lines(long.as_bytes(), &sender);
        assert_eq!(lines.try_iter().map(|line| line.len()).collect::<Vec<_>>(), [MOST_BYTES as usize, 10]);
    }

    #[test]
    fn failed_program_is_named_with_status() {
        let (mut process, stop) = (started("false"), StopFlag::default());
        let read = process.read_to_end(&Wait::at_most(Duration::from_mins(1), &stop), &mut |_| {});
        assert!(read.is_err_and(|fault| fault.to_string().contains("exit status: 1")));
        let command = CommandLine::parse("/no/such/program").expect("words");
        assert!(matches!(Process::start(&command, Stderr::Hidden), Err(EngineFault::NotStarted(_))));
    }
}
