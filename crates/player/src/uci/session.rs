//! The loop that answers commands.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::command::{Command, Go, PositionText};
use super::note::shortened;
use crate::many::DEEPEST;
use crate::player::{ComputerPlayer, MateTables, Search};
use crate::report::{CurrentMove, Info, ScoreBound, ScoredLine, SearchScore};
use crate::request::{Limits, PlayerOptions, PonderClock};
use hexmate_core::any::Game;
use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_position::{Dialect, FaultList, Position, Setup};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 22;

/// Greatest length of commands that wait for a count, in bytes. Then no more are read, not even `stop`.
const MOST_PENDING: usize = 1 << 24;

/// Time that a count has after `quit` or the end of the input.
const PATIENCE: Duration = Duration::from_secs(2);

/// Interval in which a thread is looked at.
const WAIT: Duration = Duration::from_millis(2);

/// Greatest size of the transposition table, in MiB.
const MOST_HASH: usize = 65_536;

/// Value of an option without a text.
const EMPTY: &str = "<empty>";

/// Greatest number of threads and of lines.
const MOST: usize = 256;

/// Greatest level; 0 is full strength.
const MOST_LEVEL: u8 = 10;

/// Greatest delay between the clock and the player, in milliseconds.
const MOST_OVERHEAD: u64 = 5_000;

/// Time of a move without any limit that applies, such as clocks in a game for three.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Opens the endgame tables of a game in a folder, for the option `TablePath`; an error is a message.
pub type OpenTables<'t> = dyn Fn(&str, Game) -> Result<MateTables, String> + Sync + 't;

/// Lines of commands.
pub enum CommandInput<R> {
    /// A reader that waits for the next line. Commands after `go perft` wait for the count.
    Waiting(R),
    /// A reader that fails with [`io::ErrorKind::WouldBlock`] now and then while there is nothing to read, so that
    /// commands and signals are noticed while a count is in progress.
    Polled(R),
}

/// Circumstances of a session.
#[derive(Clone, Copy)]
pub struct Environment<'t> {
    /// Game at the start.
    pub game: Game,
    /// Opens endgame tables.
    pub tables: &'t OpenTables<'t>,
    /// Set when the session must end, such as by a signal.
    pub stop: &'t AtomicBool,
    /// Greatest size of the transposition table that the memory of the machine allows, in MiB; `None` if it is unknown.
    pub most_hash: Option<usize>,
}

/// Answers commands until `quit` or the end of the input, without endgame tables; see [`run_in`].
///
/// # Errors
///
/// If the input cannot be read or an answer cannot be written.
pub fn run<W: Write + Send>(game: Game, input: impl BufRead, output: W) -> io::Result<()> {
    let none = |_: &str, _| Err("this program has no tables".to_owned());
    run_in(
        Environment { game, tables: &none, stop: &AtomicBool::new(false), most_hash: None },
        CommandInput::Waiting(input),
        output,
    )
}

/// Answers commands until `quit`, the end of the input or [`Environment::stop`].
///
/// At the end of the input a search with a limit is finished first, and a count that takes less than two seconds more. After
/// `quit` only such a count is.
///
/// # Errors
///
/// If the input cannot be read or an answer cannot be written.
pub fn run_in<W: Write + Send>(
    environment: Environment<'_>,
    input: CommandInput<impl BufRead>,
    output: W,
) -> io::Result<()> {
    let output = Output { writer: Mutex::new(output), error: Mutex::new(None) };
    let (mut input, waits) = match input {
        CommandInput::Waiting(input) => (input, true),
        CommandInput::Polled(input) => (input, false),
    };
    thread::scope(|scope| {
        let mut session = Session::new(scope, &output, environment);
        let mut line = Vec::new();
        let end = loop {
            if environment.stop.load(Ordering::Relaxed) || output.is_broken() {
                break End::Stop;
            }
            session.answer_pending();
            match read_line(&mut input, &mut line) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && !waits => continue,
                Err(error) => {
                    session.finish(true);
                    return Err(error);
                }
                Ok(0) if line.is_empty() => break End::Input,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            match Command::parse_with_notes(text.trim_start_matches('\u{feff}')) {
                None => {}
                Some(Ok((command, notes))) => {
                    for note in &notes {
                        output.complain(&note.to_string());
                    }
                    match command {
                        Command::Quit => break End::Quit,
                        Command::Stop => session.stop_all(),
                        Command::IsReady => session.answer(command),
                        command => {
                            session.pending.push_back(command);
                            session.pending_bytes += text.len();
                            if waits || session.pending_bytes > MOST_PENDING {
                                session.finish_count(None);
                            }
                            session.answer_pending();
                        }
                    }
                }
                Some(Err(error)) => output.complain(&error.to_string()),
            }
        };
        session.end(end);
        Ok::<(), io::Error>(())
    })?;
    match output.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The end of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The end of the input.
    Input,
    /// `quit`.
    Quit,
    /// A signal, or an output that is closed.
    Stop,
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
    /// The clock of `go ponder`, before `ponderhit`, with the work that remains then.
    ponder: Option<(Arc<PonderClock>, Work)>,
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

/// Options that change no search in progress and no player.
#[derive(Clone, Copy)]
struct PlayOptions {
    /// Level from 1 to [`MOST_LEVEL`]; 0 for full strength.
    level: u8,
    /// Delay between the clock and the player.
    overhead: Duration,
    /// `true` if scores have the chances of win, draw and loss.
    shows_chances: bool,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self { level: 0, overhead: Limits::OVERHEAD, shows_chances: false }
    }
}

/// State between commands.
struct Session<'s, 'e, W: Write + Send> {
    scope: &'s Scope<'s, 'e>,
    output: &'s Output<W>,
    game: Game,
    options: PlayerOptions,
    lines: usize,
    play: PlayOptions,
    open_tables: &'s OpenTables<'s>,
    /// Set when the session must end.
    ends: &'s AtomicBool,
    /// Greatest size of the transposition table, in MiB.
    most_hash: usize,
    /// Commands that wait for a count.
    pending: VecDeque<Command>,
    /// Length of the lines of these commands.
    pending_bytes: usize,
    /// Folder of `TablePath`; empty for none.
    table_path: String,
    player: Arc<Mutex<Option<ComputerPlayer>>>,
    position: Position,
    earlier: Vec<u64>,
    running: Option<Running<'s>>,
}

impl<'s, 'e, W: Write + Send> Session<'s, 'e, W> {
    fn new(scope: &'s Scope<'s, 'e>, output: &'s Output<W>, environment: Environment<'s>) -> Self {
        let Environment { game, tables, stop, most_hash } = environment;
        Self {
            scope,
            output,
            game,
            options: PlayerOptions::default(),
            lines: 1,
            play: PlayOptions::default(),
            open_tables: tables,
            ends: stop,
            most_hash: most_hash.unwrap_or(MOST_HASH).clamp(1, MOST_HASH),
            pending: VecDeque::new(),
            pending_bytes: 0,
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
            self.wait(running, None);
        }
    }

    /// Waits for the end of the work; stops it after some time, or when the session must end.
    fn wait(&self, running: Running<'_>, patience: Option<Duration>) {
        let started = Instant::now();
        while !running.thread.is_finished() {
            let is_late = patience.is_some_and(|patience| started.elapsed() >= patience);
            if is_late || self.ends.load(Ordering::Relaxed) {
                running.stop.store(true, Ordering::Relaxed);
            }
            thread::sleep(WAIT);
        }
        // A panic of the search has been printed; the session goes on.
        let _ = running.thread.join();
    }

    fn is_counting(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.work == Work::Count && !running.thread.is_finished())
    }

    /// Waits for a count, at most for some time.
    fn finish_count(&mut self, patience: Option<Duration>) {
        if let Some(running) = self.running.take_if(|running| running.work == Work::Count) {
            self.wait(running, patience);
        }
    }

    /// Carries out the commands that have waited for a count, up to the next count.
    fn answer_pending(&mut self) {
        while !self.is_counting()
            && let Some(command) = self.pending.pop_front()
        {
            self.answer(command);
        }
        if self.pending.is_empty() {
            self.pending_bytes = 0;
        }
    }

    /// Stops the work in progress, and that of the commands that have waited for it.
    fn stop_all(&mut self) {
        self.finish(true);
        while let Some(command) = self.pending.pop_front() {
            self.answer(command);
            self.finish(true);
        }
    }

    /// Ends the session.
    fn end(&mut self, end: End) {
        if end != End::Stop {
            self.finish_count(Some(PATIENCE));
            while let Some(command) = self.pending.pop_front() {
                self.answer(command);
                self.finish_count(Some(PATIENCE));
            }
        }
        self.finish(end != End::Input);
    }

    fn answer(&mut self, command: Command) {
        match command {
            Command::Uci => self.say(&self.introduction()),
            Command::IsReady => {
                // All that takes time, such as opening tables of endings, is done before the first search.
                if self.running.is_none() {
                    self.with_player(|_| ());
                }
                self.say("readyok");
            }
            Command::Stop => self.finish(true),
            Command::PonderHit => self.ponder_hit(),
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
                    Some(depth) => self.perft(depth),
                    None => self.go(&go),
                }
            }
        }
    }

    /// Starts the clock of `go ponder`; without a limit the search ends.
    fn ponder_hit(&mut self) {
        match self.running.as_mut().and_then(|running| Some((running.ponder.take()?, &mut running.work))) {
            Some(((clock, Work::Search), work)) => {
                clock.start();
                *work = Work::Search;
            }
            Some(_) => self.finish(true),
            None => self.output.complain("ponderhit without go ponder: ignored"),
        }
    }

    fn introduction(&self) -> String {
        let mut text =
            format!("id name hexmate {}\nid author the hexmate authors\n", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "option name Hash type spin default 16 min 1 max {MOST_HASH}");
        let _ = writeln!(text, "option name Threads type spin default 1 min 1 max {MOST}");
        let _ = writeln!(text, "option name MultiPV type spin default 1 min 1 max {MOST}");
        let _ = writeln!(text, "option name Ponder type check default false");
        let overhead = Limits::OVERHEAD.as_millis();
        let _ = writeln!(text, "option name Level type spin default 0 min 0 max {MOST_LEVEL}");
        let _ = writeln!(
            text,
            "option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}"
        );
        let _ = writeln!(text, "option name UCI_ShowWDL type check default false");
        let _ = writeln!(text, "option name Clear Hash type button");
        let _ = writeln!(text, "option name TablePath type string default {EMPTY}");
        let _ = write!(text, "option name UCI_Variant type combo default {}", self.game);
        for game in Game::ALL {
            let _ = write!(text, " var {game}");
        }
        text + "\nuciok"
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| number_of(name, value, [1, most as u64]).map(|number| number as usize);
        let truth = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} needs true or false")),
        };
        match name {
            "hash" => {
                self.options.table_mib = number(MOST_HASH)?;
                self.create_table();
                return Ok(());
            }
            "threads" => self.options.threads = number(MOST)?,
            "multipv" => {
                self.lines = number(MOST)?;
                return Ok(());
            }
            // For the GUI, which decides whether to send `go ponder`.
            "ponder" => return truth().map(drop),
            "level" => {
                self.play.level = number_of(name, value, [0, MOST_LEVEL.into()])? as u8;
                return Ok(());
            }
            "move overhead" => {
                self.play.overhead = Duration::from_millis(number_of(name, value, [0, MOST_OVERHEAD])?);
                return Ok(());
            }
            "uci_showwdl" => {
                self.play.shows_chances = truth()?;
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
        self.drop_player();
        Ok(())
    }

    /// Drops the player with its memory; it is created again when it is needed.
    fn drop_player(&self) {
        *self.player.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Creates the transposition table in the size of the options, if the memory allows it, and reports its real size.
    fn create_table(&mut self) {
        self.drop_player();
        let asked = self.options.table_mib;
        self.options.table_mib = asked.min(self.most_hash);
        let Some(size) = self.with_player(|player| player.table_mib()) else {
            let title = self.game.title;
            self.output
                .complain(&format!("{title} is played without a hash table: its size is for other games"));
            return;
        };
        let message = match size < asked {
            true => {
                format!("hash table of {size} MiB: the memory of this machine does not allow {asked} MiB")
            }
            false => format!("hash table of {size} MiB"),
        };
        self.output.complain(&message);
    }

    fn set_position(&mut self, start: &PositionText, moves: &[String]) -> Result<(), String> {
        let mut position = match start {
            PositionText::Start => Position::start(self.game),
            PositionText::Fen(fen) => {
                let (setup, notes) = Setup::from_fen_with_notes(self.game, fen, Dialect::Rank)
                    .map_err(|error| error.to_string().replace('\n', " "))?;
                for note in &notes {
                    self.output.complain(&note.to_string());
                }
                setup
                    .into_position()
                    .map_err(|faults| FaultList(&self.game, &faults).to_string().replace('\n', " "))?
            }
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
            let Some(depth) = depth.checked_sub(1) else { return output.say("\nNodes searched: 1") };
            for m in position.legal_moves() {
                let nodes = count(&position.play_unchecked(m), depth, &stopped);
                if stopped.load(Ordering::Relaxed) {
                    return output.say("info string the count was stopped");
                }
                total += nodes;
                output.say(&format!("{}: {nodes}", position.uci(m)));
            }
            output.say(&format!("\nNodes searched: {total}"));
        });
        self.running = Some(Running { thread, stop, work: Work::Count, ponder: None });
    }

    /// Returns the legal moves of `searchmoves`; notes the others, and what games for many do not have.
    fn search_moves(&self, go: &Go) -> Vec<Move> {
        if self.game.players > 2 {
            if !go.search_moves.is_empty() {
                self.output.complain("searchmoves is for games for two players: ignored");
            }
            if let Some(depth) = go.depth.filter(|depth| *depth > DEEPEST) {
                self.output.complain(&format!(
                    "depth needs a number from 1 to {DEEPEST} in games for more than two players, found {depth}: \
                     {DEEPEST} is used"
                ));
            }
            return Vec::new();
        }
        let (mut only, mut illegal) = (Vec::new(), Vec::new());
        for text in &go.search_moves {
            match find_move(&self.position, text) {
                Some(m) => only.push(m),
                None => illegal.push(text),
            }
        }
        if let Some((first, others)) = illegal.split_first() {
            let first = shortened(first);
            let message = match others.len() {
                0 => format!("searchmoves: {first:?} is not a legal move: ignored"),
                others => format!("searchmoves: {first:?} and {others} more are not legal moves: ignored"),
            };
            self.output.complain(&message);
        }
        if only.is_empty() && !go.search_moves.is_empty() {
            self.output.complain("searchmoves has no legal move: all moves are searched");
        }
        only
    }

    fn go(&mut self, go: &Go) {
        let limits = limits_of(go, &self.position, self.play.overhead);
        let only = self.search_moves(go);
        let ponder = go.ponder.then(|| Arc::new(PonderClock::default()));
        // A level limits the nodes.
        let is_open = limits == Limits::default() && self.play.level == 0;
        let rest = match go.infinite || is_open {
            true => Work::EndlessSearch,
            false => Work::Search,
        };
        let work = if go.ponder { Work::EndlessSearch } else { rest };
        let stop = Arc::new(AtomicBool::new(false));
        // Created here: no search may find another's settings.
        self.with_player(|_| ());
        let player = Arc::clone(&self.player);
        let (position, earlier, lines) = (self.position.clone(), self.earlier.clone(), self.lines);
        let (output, stopped, waits, clock) = (self.output, Arc::clone(&stop), go.infinite, ponder.clone());
        let play = self.play;
        let thread = self.scope.spawn(move || {
            let clock = clock.as_deref();
            let (only, earlier, stop) = (&only[..], &earlier[..], Some(&*stopped));
            let current = |current: &CurrentMove| output.say(&current_line(&position, current));
            let search = Search {
                limits,
                lines,
                only,
                earlier,
                stop,
                ponder: clock,
                current: Some(&current),
                ..Search::default()
            };
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let found = player
                .as_mut()
                .map(|player| {
                    let mut say =
                        |info: &Info| output.say(&info_line(&position, info, play.shows_chances.into()));
                    let lines = match play.level {
                        0 => player.search(&position, &search, &mut say),
                        level => {
                            // The same position gives the same move.
                            let mut rng = Rng::new(position.key() as u64);
                            let line = player.search_at_level(&position, &search, level, &mut rng, &mut say);
                            line.into_iter().collect()
                        }
                    };
                    if lines.is_empty() {
                        say(&end_info(player, &position));
                    }
                    lines
                })
                .unwrap_or_default();
            drop(player);
            let waits = || waits || clock.is_some_and(|clock| !clock.is_running());
            while waits() && !stopped.load(Ordering::Relaxed) {
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
        self.running = Some(Running { thread, stop, work, ponder: ponder.map(|clock| (clock, rest)) });
    }
}

/// Returns the report on a position without a legal move.
fn end_info(player: &mut ComputerPlayer, position: &Position) -> Info {
    let score = match position.game().players {
        2 => SearchScore::of_end(position),
        _ => player.evaluate(position),
    };
    let (line, bound) = (ScoredLine { score, moves: Vec::new() }, ScoreBound::Exact);
    Info { depth: 0, deepest: 0, number: 1, line, bound, nodes: 0, elapsed: Duration::ZERO, fill: 0 }
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

/// Parses the number of an option.
fn number_of(name: &str, value: &str, [least, most]: [u64; 2]) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} needs a number from {least} to {most}"))
}

fn limits_of(go: &Go, position: &Position, overhead: Duration) -> Limits {
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
        let timed = Limits::clock_with_overhead(left, clock.increment, go.moves_to_go, overhead);
        (limits.time, limits.target) = (timed.time, timed.target);
    } else if has_clock {
        limits.time = Some(DEFAULT_TIME);
    }
    limits
}

/// Returns the legal move with this text in UCI, in capitals too.
pub(super) fn find_move(position: &Position, text: &str) -> Option<Move> {
    let mut moves = position.legal_moves();
    let wanted = text.to_ascii_lowercase();
    moves.find(|&m| position.uci(m).to_string() == wanted)
}

/// Treatment of the chances of win, draw and loss.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chances {
    Shown,
    Hidden,
}

impl From<bool> for Chances {
    fn from(are_shown: bool) -> Self {
        if are_shown { Self::Shown } else { Self::Hidden }
    }
}

/// Returns the line on a root move of a long search.
fn current_line(position: &Position, current: &CurrentMove) -> String {
    let CurrentMove { depth, m, number } = *current;
    format!("info depth {depth} currmove {} currmovenumber {number}", position.uci(m))
}

fn info_line(position: &Position, info: &Info, chances: Chances) -> String {
    let millis = info.elapsed.as_millis();
    let rate = u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{}{} nodes {} nps {rate} hashfull {} time {millis}",
        info.depth,
        info.deepest.max(info.depth),
        info.number,
        info.line.score,
        match info.bound {
            ScoreBound::Exact => "",
            ScoreBound::Lower => " lowerbound",
            ScoreBound::Upper => " upperbound",
        },
        match chances {
            Chances::Shown if position.game().players == 2 => {
                let [win, draw, loss] = info.line.score.chances(&position.game());
                format!(" wdl {win} {draw} {loss}")
            }
            _ => String::new(),
        },
        info.nodes,
        info.fill,
    );
    if !info.line.moves.is_empty() {
        text += " pv";
    }
    let mut position = position.clone();
    for &m in &info.line.moves {
        let _ = write!(text, " {}", position.uci(m));
        position.make_move_unchecked(m);
    }
    text
}
