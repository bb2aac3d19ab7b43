//! The loop that answers commands.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use super::command::{Command, Go, PositionText};
use crate::player::{ComputerPlayer, MateTables, Search};
use crate::report::Info;
use crate::request::{Limits, PlayerOptions};
use hexmate_core::any::Game;
use hexmate_core::rules::Move;
use hexmate_position::{FaultList, Position, Setup};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 22;

/// The greatest depth of `go perft`.
const DEEPEST_PERFT: u32 = 12;

/// Interval in which a finished search waits for `stop`.
const WAIT: Duration = Duration::from_millis(2);

/// Greatest size of the transposition table, in MiB.
const MOST_HASH: usize = 65_536;

/// Value of an option without a text.
const EMPTY: &str = "<empty>";

/// Greatest number of threads and of lines.
const MOST: usize = 256;

/// Time of a move without any limit that applies, such as clocks in a game for three.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Opens the endgame tables of a game in a folder, for the option `TablePath`; an error is a message.
pub type OpenTables<'t> = dyn Fn(&str, Game) -> Result<MateTables, String> + Sync + 't;

/// Answers commands until `quit` or the end of the input, without endgame tables; see [`run_with_tables`].
///
/// # Errors
///
/// If the input cannot be read or an answer cannot be written.
pub fn run<W: Write + Send>(game: Game, input: impl BufRead, output: W) -> io::Result<()> {
    let none = |_: &str, _| Err("this program has no tables".to_owned());
    run_with_tables(game, input, output, &none)
}

/// Answers commands until `quit` or the end of the input.
///
/// At the end of the input a search with a limit is finished first.
///
/// # Errors
///
/// If the input cannot be read or an answer cannot be written.
pub fn run_with_tables<W: Write + Send>(
    game: Game,
    mut input: impl BufRead,
    output: W,
    tables: &OpenTables<'_>,
) -> io::Result<()> {
    let output = Output { writer: Mutex::new(output), error: Mutex::new(None) };
    thread::scope(|scope| {
        let mut session = Session::new(scope, &output, game, tables);
        let mut line = Vec::new();
        loop {
            line.clear();
            if read_line(&mut input, &mut line)? == 0 {
                session.finish(false);
                break;
            }
            let text = String::from_utf8_lossy(&line);
            match Command::parse(text.trim_start_matches('\u{feff}')) {
                None => {}
                Some(Ok(Command::Quit)) => {
                    session.finish_count();
                    session.finish(true);
                    break;
                }
                Some(Ok(command)) => session.answer(command),
                Some(Err(error)) => output.complain(&error.to_string()),
            }
            if output.is_broken() {
                session.finish(true);
                break;
            }
        }
        Ok::<(), io::Error>(())
    })?;
    match output.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Reads one line; the rest of a line that is too long is dropped. Returns the number of bytes, 0 at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)?;
    if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        let mut rest = Vec::new();
        loop {
            rest.clear();
            let more = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut rest)?;
            if more == 0 || rest.last() == Some(&b'\n') {
                break;
            }
        }
    }
    Ok(read)
}

/// The writer, shared with the search, and its first error.
struct Output<W> {
    writer: Mutex<W>,
    error: Mutex<Option<io::Error>>,
}

impl<W: Write> Output<W> {
    /// Writes whole lines at once.
    fn say(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(writer, "{text}").and_then(|()| writer.flush()) {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// Reports a command that is ignored. The text may have control characters of the command.
    fn complain(&self, message: &str) {
        let mut text = String::from("info string ");
        for character in message.chars() {
            match character.is_control() {
                true => text.extend(character.escape_unicode()),
                false => text.push(character),
            }
        }
        self.say(&text);
    }

    fn is_broken(&self) -> bool {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// A search in progress.
struct Running<'s> {
    thread: ScopedJoinHandle<'s, ()>,
    stop: Arc<AtomicBool>,
    work: Work,
}

/// The work of a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// A search with a limit.
    Search,
    /// A search that only `stop` ends.
    EndlessSearch,
    /// `go perft`: scripts send `quit` or another command right after it and expect the count.
    Count,
}

/// State between commands.
struct Session<'s, 'e, W: Write + Send> {
    scope: &'s Scope<'s, 'e>,
    output: &'s Output<W>,
    game: Game,
    options: PlayerOptions,
    lines: usize,
    open_tables: &'s OpenTables<'s>,
    /// Folder of `TablePath`; empty for none.
    table_path: String,
    player: Arc<Mutex<Option<ComputerPlayer>>>,
    position: Position,
    earlier: Vec<u64>,
    running: Option<Running<'s>>,
}

impl<'s, 'e, W: Write + Send> Session<'s, 'e, W> {
    fn new(
        scope: &'s Scope<'s, 'e>,
        output: &'s Output<W>,
        game: Game,
        open_tables: &'s OpenTables<'s>,
    ) -> Self {
        Self {
            scope,
            output,
            game,
            options: PlayerOptions::default(),
            lines: 1,
            open_tables,
            table_path: String::new(),
            player: Arc::new(Mutex::new(None)),
            position: Position::start(game),
            earlier: Vec::new(),
            running: None,
        }
    }

    fn say(&self, text: &str) {
        self.output.say(text);
    }

    /// Ends the search and waits for its answer. A search that would never end is stopped in any case.
    fn finish(&mut self, stop: bool) {
        if let Some(running) = self.running.take() {
            if stop || running.work == Work::EndlessSearch {
                running.stop.store(true, Ordering::Relaxed);
            }
            // A panic of the search has been printed; the session goes on.
            let _ = running.thread.join();
        }
    }

    /// Waits for a count.
    fn finish_count(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.work == Work::Count) {
            self.finish(false);
        }
    }

    fn answer(&mut self, command: Command) {
        if !matches!(command, Command::Stop | Command::IsReady) {
            self.finish_count();
        }
        match command {
            Command::Uci => self.say(&self.introduction()),
            Command::IsReady => self.say("readyok"),
            Command::Stop | Command::PonderHit => self.finish(true),
            Command::Quit => {}
            Command::NewGame => {
                self.finish(true);
                if let Some(player) = &mut *self.player.lock().unwrap_or_else(PoisonError::into_inner) {
                    player.clear();
                }
            }
            Command::SetOption { name, value } => {
                self.finish(true);
                if let Err(message) = self.set_option(&name, &value) {
                    self.output.complain(&message);
                }
            }
            Command::Position { start, moves } => {
                self.finish(true);
                if let Err(message) = self.set_position(&start, &moves) {
                    self.output.complain(&message);
                }
            }
            Command::Display => {
                self.finish(true);
                let position = &self.position;
                let check = if position.is_check() { "yes" } else { "no" };
                self.say(&format!(
                    "Fen: {position}\nKey: {:032X}\nCheck: {check}\nMoves: {}",
                    position.key(),
                    position.count_moves()
                ));
            }
            Command::Eval => {
                self.finish(true);
                let position = self.position.clone();
                let text = self.with_player(|player| player.evaluate(&position).to_string());
                self.say(&format!("info string eval {text}"));
            }
            Command::Go(go) => {
                self.finish(true);
                match go.perft {
                    Some(depth) => self.perft(depth.clamp(1, DEEPEST_PERFT)),
                    None => self.go(&go),
                }
            }
        }
    }

    fn introduction(&self) -> String {
        let mut text =
            format!("id name hexmate {}\nid author the hexmate authors\n", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "option name Hash type spin default 16 min 1 max {MOST_HASH}");
        let _ = writeln!(text, "option name Threads type spin default 1 min 1 max {MOST}");
        let _ = writeln!(text, "option name MultiPV type spin default 1 min 1 max {MOST}");
        let _ = writeln!(text, "option name Clear Hash type button");
        let _ = writeln!(text, "option name TablePath type string default {EMPTY}");
        let _ = write!(text, "option name UCI_Variant type combo default {}", self.game);
        for game in Game::ALL {
            let _ = write!(text, " var {game}");
        }
        text + "\nuciok"
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} needs a number from 1 to {most}")),
        };
        match name {
            "hash" => self.options.table_mib = number(MOST_HASH)?,
            "threads" => self.options.threads = number(MOST)?,
            "multipv" => {
                self.lines = number(MOST)?;
                return Ok(());
            }
            "clear hash" => {}
            "tablepath" if value == EMPTY => self.table_path.clear(),
            "tablepath" => value.clone_into(&mut self.table_path),
            "uci_variant" => {
                let game: Game = value.to_lowercase().parse().map_err(|_| {
                    let names: Vec<_> = Game::ALL.iter().map(|game| game.name).collect();
                    format!("unknown variant; write one of {}", names.join(", "))
                })?;
                self.game = game;
                self.position = Position::start(game);
                self.earlier.clear();
            }
            _ => return Err(format!("unknown option {:?}", name.chars().take(40).collect::<String>())),
        }
        // It is created again when it is needed.
        *self.player.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    fn set_position(&mut self, start: &PositionText, moves: &[String]) -> Result<(), String> {
        let mut position = match start {
            PositionText::Start => Position::start(self.game),
            PositionText::Fen(fen) => Setup::from_fen(self.game, fen)
                .map_err(|error| error.to_string().replace('\n', " "))?
                .into_position()
                .map_err(|faults| FaultList(&self.game, &faults).to_string().replace('\n', " "))?,
        };
        let mut earlier = Vec::new();
        for (number, text) in moves.iter().enumerate() {
            let Some(m) = find_move(&position, text) else {
                let text: String = text.chars().take(20).collect();
                return Err(format!("move {} of the position, {text:?}, is illegal", number + 1));
            };
            earlier.push(position.key() as u64);
            position.make_move_unchecked(m);
        }
        self.position = position;
        self.earlier = earlier;
        Ok(())
    }

    fn with_player<T>(&self, work: impl FnOnce(&mut ComputerPlayer) -> T) -> T
    where
        T: Default,
    {
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        if player.is_none() {
            *player = ComputerPlayer::new(self.game, self.options);
            if !self.table_path.is_empty() && self.game.players == 2 {
                match (self.open_tables)(&self.table_path, self.game) {
                    Ok(tables) => *player = player.take().map(|player| player.with_tables(tables)),
                    Err(message) => self.output.complain(&message),
                }
            }
        }
        player.as_mut().map(work).unwrap_or_default()
    }

    fn perft(&mut self, depth: u32) {
        let stop = Arc::new(AtomicBool::new(false));
        let (position, output, stopped) = (self.position.clone(), self.output, Arc::clone(&stop));
        let thread = self.scope.spawn(move || {
            let mut total = 0;
            for m in position.legal_moves() {
                let nodes = count(&position.play_unchecked(m), depth - 1, &stopped);
                if stopped.load(Ordering::Relaxed) {
                    return output.say("info string the count was stopped");
                }
                total += nodes;
                output.say(&format!("{}: {nodes}", position.uci(m)));
            }
            output.say(&format!("\nNodes searched: {total}"));
        });
        self.running = Some(Running { thread, stop, work: Work::Count });
    }

    fn go(&mut self, go: &Go) {
        let limits = limits_of(go, &self.position);
        let work = match go.infinite || limits == Limits::default() {
            true => Work::EndlessSearch,
            false => Work::Search,
        };
        let only: Vec<Move> =
            go.search_moves.iter().filter_map(|text| find_move(&self.position, text)).collect();
        let stop = Arc::new(AtomicBool::new(false));
        // Created here: no search may find another's settings.
        self.with_player(|_| ());
        let player = Arc::clone(&self.player);
        let (position, earlier, lines) = (self.position.clone(), self.earlier.clone(), self.lines);
        let (output, stopped, waits) = (self.output, Arc::clone(&stop), go.infinite);
        let thread = self.scope.spawn(move || {
            let search =
                Search { limits, lines, only: &only, earlier: &earlier, stop: Some(&stopped), known: None };
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let found = player
                .as_mut()
                .map(|player| {
                    player.search(&position, &search, &mut |info| output.say(&info_line(&position, info)))
                })
                .unwrap_or_default();
            drop(player);
            while waits && !stopped.load(Ordering::Relaxed) {
                thread::sleep(WAIT);
            }
            let moves = found.first().map(|line| line.moves.as_slice()).unwrap_or_default();
            output.say(&match moves {
                [] => "bestmove 0000".to_owned(),
                [m] => format!("bestmove {}", position.uci(*m)),
                [m, reply, ..] => {
                    let next = position.play_unchecked(*m);
                    format!("bestmove {} ponder {}", position.uci(*m), next.uci(*reply))
                }
            });
        });
        self.running = Some(Running { thread, stop, work });
    }
}

/// Counts move sequences, and looks at the flag now and then.
fn count(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    match depth {
        0 => 1,
        1..=3 => position.perft(depth),
        _ if stop.load(Ordering::Relaxed) => 0,
        _ => position.legal_moves().map(|m| count(&position.play_unchecked(m), depth - 1, stop)).sum(),
    }
}

fn limits_of(go: &Go, position: &Position) -> Limits {
    let mut limits = Limits { depth: go.depth, nodes: go.nodes, mate: go.mate, ..Limits::default() };
    if go.infinite {
        return limits;
    }
    let has_clock = go.clocks.iter().any(|clock| clock.left.is_some());
    let clock = if position.game().players == 2 { go.clocks.get(position.turn().index()) } else { None };
    if let Some(time) = go.movetime {
        limits.time = Some(time);
    } else if let Some(clock) = clock
        && let Some(left) = clock.left
    {
        let timed = Limits::clock(left, clock.increment, go.moves_to_go);
        (limits.time, limits.target) = (timed.time, timed.target);
    } else if has_clock {
        limits.time = Some(DEFAULT_TIME);
    }
    limits
}

/// Returns the legal move with this text in UCI.
fn find_move(position: &Position, text: &str) -> Option<Move> {
    let mut moves = position.legal_moves();
    let wanted = text.to_ascii_lowercase();
    moves.find(|&m| position.uci(m).to_string() == wanted)
}

fn info_line(position: &Position, info: &Info) -> String {
    let millis = info.elapsed.as_millis();
    let rate = u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {rate} hashfull {} time {millis} pv",
        info.depth,
        info.deepest.max(info.depth),
        info.number,
        info.line.score,
        info.nodes,
        info.fill,
    );
    let mut position = position.clone();
    for &m in &info.line.moves {
        let _ = write!(text, " {}", position.uci(m));
        position.make_move_unchecked(m);
    }
    text
}
