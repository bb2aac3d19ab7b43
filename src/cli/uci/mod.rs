//! `hexmate uci`: the protocol on stdin and stdout.

pub mod args;
mod memory;

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use hexmate_batch::files::FileError;
use hexmate_endgame::files::Folder;
use hexmate_player::MateTables;
use hexmate_player::uci::{CommandInput, Environment, run_in};
use hexmate_position::Game;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::uci::args::Uci;

/// Interval between checks for a signal and for the end of a count.
const POLL: Duration = Duration::from_millis(20);

/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// Answers commands until `quit`, the end of the input or a signal.
pub fn run(_: &Uci, context: &Context<'_>) -> Result<Status, Failure> {
    let stop = context.interrupt.stop();
    let open = |folder: &str, game: Game| -> Result<MateTables, String> {
        let tables = Folder::open(Path::new(folder)).map_err(|error| error.to_string())?;
        let endgames = tables.endgames(game);
        endgames
            .map(|endgames| Arc::new(endgames) as MateTables)
            .ok_or_else(|| format!("no tables of {} with this score of stalemate in {folder}", game.title))
    };
    let most_hash = memory::most_for_table();
    let environment = Environment { game: context.game(), tables: &open, stop: stop.flag(), most_hash };
    let input = CommandInput::Polled(Input::of_stdin());
    run_in(environment, input, io::stdout()).map_err(FileError::writing("stdout"))?;
    Ok(context.interrupt.status().unwrap_or(Status::Clean))
}

/// Reader of stdin that fails with [`io::ErrorKind::WouldBlock`] while nothing is sent.
struct Input {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    used: usize,
    is_over: bool,
}

impl Input {
    fn of_stdin() -> Self {
        let (sender, blocks) = sync_channel(4);
        // A separate thread, so that signals are noticed while nothing is sent.
        thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = match io::stdin().read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                    Ok(count) => {
                        block.truncate(count);
                        Ok(block)
                    }
                };
                let is_last = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self { blocks, block: Vec::new(), used: 0, is_over: false }
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used >= self.block.len() && !self.is_over {
            self.block.clear();
            self.used = 0;
            self.block = match self.blocks.recv_timeout(POLL) {
                Ok(block) => block?,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
            };
            self.is_over = self.block.is_empty();
        }
        Ok(&self.block[self.used..])
    }

    fn consume(&mut self, count: usize) {
        self.used += count;
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
