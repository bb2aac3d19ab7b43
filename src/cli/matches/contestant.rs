//! An engine that plays: over UCI, or with a command line for each move.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hexmate_batch::StopFlag;
use hexmate_core::rules::{Move, Player};
use hexmate_engine::{CommandLine, EngineFault, Process, Stderr, Wait, uci};
use hexmate_player::uci::{Thinking, chosen_or_first_word, chosen_word};
use hexmate_player::{EngineComment, SearchScore};
use hexmate_position::Position;

use super::args::MoveLimits;
use super::control::{Limits, RunningClock};
use super::settings::EngineSettings;

/// Limit of nodes without any other.
const DEFAULT_NODES: u64 = 10_000;

/// Silence after `uci` that is reported.
const SILENCE: Duration = Duration::from_secs(3);

/// Greatest length of the name that an engine states, in characters.
const LONGEST_NAME: usize = 80;

/// A question of the referee: the game so far.
pub struct Turn<'t> {
    pub start: &'t Position,
    pub moves: &'t [Move],
    pub position: &'t Position,
    /// Clocks of White and Black, of engines that have one.
    pub clocks: [Option<RunningClock>; 2],
}

impl Turn<'_> {
    fn clock(&self) -> Option<RunningClock> {
        self.clocks[self.position.turn().index() % 2]
    }
}

/// Answer of an engine.
pub struct Answer {
    /// Text of the chosen move.
    pub word: String,
    /// Time that the engine has used.
    pub used: Duration,
    /// The last score that it has reported, with its depth.
    pub thought: Option<(SearchScore, u32)>,
    /// `true` if the move came after the limit, but within the margin.
    pub is_late: bool,
}

impl Answer {
    /// Returns the comment on the move in PGN.
    pub fn comment(&self) -> EngineComment {
        let (score, depth) = self.thought.unzip();
        let time = Duration::from_millis(self.used.as_millis() as u64);
        EngineComment { score, depth: depth.unwrap_or_default(), time: Some(time) }
    }
}

/// Facts about one engine over all games.
#[derive(Debug, Default)]
pub struct Faults {
    /// `bestmove` lines that no `go` has asked for.
    pub surplus: AtomicU64,
    /// Starts in a row after which the engine ended before its first move.
    starts: AtomicU32,
}

impl Faults {
    /// Starts in a row after which an engine is given up.
    const MOST_STARTS: u32 = 3;

    /// Returns whether the engine ends at each start.
    pub fn is_broken(&self) -> bool {
        self.starts.load(Ordering::Relaxed) >= Self::MOST_STARTS
    }
}

/// An engine of the match: settings, and what is shared by its processes.
pub struct Entrant {
    pub settings: EngineSettings,
    pub limits: Limits,
    command: CommandLine,
    margin: Duration,
    patience: Duration,
    pub faults: Faults,
}

impl Entrant {
    /// Prepares an engine; `None` if its command is empty or has an unclosed quotation mark.
    pub fn new(settings: EngineSettings, common: &MoveLimits) -> Option<Self> {
        let command = CommandLine::parse(&settings.command).ok()?;
        let command = match &settings.folder {
            Some(folder) => command.in_folder(folder.clone()),
            None => command,
        };
        let mut limits = settings.limits;
        if limits == Limits::default() {
            let movetime = common.movetime.map(Duration::from_millis);
            limits = Limits { clock: common.clock, movetime, nodes: common.nodes, depth: None };
        }
        if limits == Limits::default() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        let margin = settings.margin.unwrap_or(common.margin());
        let (patience, faults) = (common.patience(), Faults::default());
        Some(Self { settings, limits, command, margin, patience, faults })
    }

    /// Returns whether the command is run for each move, with the position in its words.
    pub fn is_run_for_each_move(&self) -> bool {
        self.command.has("{fen}")
    }

    /// Returns the time after which a silent engine is given up, in seconds.
    pub fn patience(&self) -> u64 {
        self.patience.as_secs()
    }
}

/// A process of an engine, started when it is first needed.
pub struct Contestant<'a> {
    entrant: &'a Entrant,
    stop: &'a StopFlag,
    process: Option<Process>,
    /// `true` after the first move of the process.
    has_moved: bool,
    /// `true` from the last `go` on: the time of a move runs.
    is_thinking: bool,
    variant: &'static str,
}

/// Facts that an engine states when it is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Introduction {
    /// Name; empty if there is none.
    pub name: String,
    /// Options in lower case.
    options: Vec<String>,
}

impl Introduction {
    fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["id", "name", ref name @ ..] => {
                let name = name.join(" ").chars().filter(|letter| !letter.is_control()).collect::<String>();
                self.name = name.chars().take(LONGEST_NAME).collect();
            }
            ["option", "name", ref rest @ ..] => {
                let name = rest.iter().take_while(|word| **word != "type").copied();
                self.options.push(name.collect::<Vec<_>>().join(" ").to_lowercase());
            }
            _ => {}
        }
    }

    /// Returns whether the engine has an option.
    pub fn has(&self, option: &str) -> bool {
        self.options.contains(&option.to_lowercase())
    }
}

impl<'a> Contestant<'a> {
    /// Creates a process of an engine.
    pub fn new(entrant: &'a Entrant, variant: &'static str, stop: &'a StopFlag) -> Self {
        Self { entrant, stop, process: None, has_moved: false, is_thinking: false, variant }
    }

    /// Returns whether the engine ends at each start, so that a match says nothing.
    pub fn is_broken(&self) -> bool {
        self.entrant.faults.is_broken()
    }

    /// Drops the process after a fault, so that the next game starts it again, and counts a failed start.
    fn count_fault(&mut self, fault: &EngineFault) {
        let has_moved = std::mem::take(&mut self.has_moved);
        self.process = None;
        let has_ended = matches!(fault, EngineFault::Ended(_) | EngineFault::Failed(_));
        if has_ended && !has_moved {
            self.entrant.faults.starts.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Starts the engine for the first time, and returns what it states. Calls `note` if it is silent for three seconds.
    ///
    /// # Errors
    ///
    /// If it cannot be started, is silent or ends.
    pub fn introduce(&mut self, note: impl FnOnce()) -> Result<Introduction, EngineFault> {
        let mut introduction = Introduction::default();
        if self.entrant.is_run_for_each_move() {
            return Ok(introduction);
        }
        let mut process = Process::start(&self.entrant.command, Stderr::Hidden)?;
        process.send("uci\n")?;
        let patience = self.entrant.patience;
        let mut read = |time| {
            let wait = Wait::at_most(time, self.stop);
            process.read_until_word("uciok", &wait, &mut |line| introduction.take(line))
        };
        match read(patience.min(SILENCE)) {
            Err(EngineFault::Silent) if patience > SILENCE => {
                note();
                read(patience.saturating_sub(SILENCE))?;
            }
            read => drop(read?),
        }
        self.process = Some(process);
        self.prepare().inspect_err(|_| self.process = None)?;
        Ok(introduction)
    }

    /// Sends the options after `uciok`.
    fn prepare(&mut self) -> Result<(), EngineFault> {
        let Some(process) = &mut self.process else { return Ok(()) };
        let mut text = uci::variant(self.variant);
        for (name, value) in &self.entrant.settings.options {
            text += &uci::set_option(name, value);
        }
        process.send(&text)
    }

    /// Prepares the engine for a new game.
    pub fn begin(&mut self) -> Result<(), EngineFault> {
        let begun = self.start();
        if let Err(fault) = &begun {
            self.count_fault(fault);
        }
        begun
    }

    fn start(&mut self) -> Result<(), EngineFault> {
        if self.entrant.is_run_for_each_move() {
            return Ok(());
        }
        if self.process.is_none() {
            self.introduce(|| ())?;
        }
        let wait = Wait::at_most(self.entrant.patience, self.stop);
        let Some(process) = &mut self.process else { return Ok(()) };
        process.send("ucinewgame\nisready\n")?;
        process.read_until_ready(&wait, &mut |_| {})
    }

    /// Returns the chosen move.
    pub fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, EngineFault> {
        self.is_thinking = self.entrant.is_run_for_each_move();
        let chosen = if self.entrant.is_run_for_each_move() { self.run(turn) } else { self.ask(turn) };
        match &chosen {
            Ok(_) => {
                self.has_moved = true;
                self.entrant.faults.starts.store(0, Ordering::Relaxed);
            }
            Err(fault) => self.count_fault(fault),
        }
        chosen
    }

    /// Returns whether the engine was asked for a move in the last turn, so that its silence is a matter of time.
    pub fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Returns the time of a move, without the margin; `None` without a limit of time.
    pub fn time(&self, turn: &Turn<'_>) -> Option<Duration> {
        let clock = turn.clock().map(|clock| clock.left);
        clock.into_iter().chain(self.entrant.limits.movetime).min()
    }

    /// Returns an answer that came after a time; `Silent` if that is too late.
    fn answer(
        &self,
        turn: &Turn<'_>,
        (word, used): (String, Duration),
        thought: Option<(SearchScore, u32)>,
    ) -> Result<Answer, EngineFault> {
        let time = self.time(turn);
        if time.is_some_and(|time| used > time + self.entrant.margin) {
            return Err(EngineFault::Silent);
        }
        Ok(Answer { word, used, thought, is_late: time.is_some_and(|time| used > time) })
    }

    fn wait(&self, turn: &Turn<'_>) -> Wait<'a> {
        let time = self.time(turn).map_or(self.entrant.patience, |time| time + self.entrant.margin);
        Wait::at_most(time, self.stop)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, EngineFault> {
        let mut text = format!("position fen {}", turn.start.to_fen());
        let mut position = turn.start.clone();
        for (number, &m) in turn.moves.iter().enumerate() {
            text += if number == 0 { " moves " } else { " " };
            text += &position.uci(m).to_string();
            position.make_move_unchecked(m);
        }
        text += "\nisready\n";
        let (go, entrant) = (self.go(turn), self.entrant);
        let process = self.process.as_mut().ok_or(EngineFault::NoCommand)?;
        process.send(&text)?;
        // A second answer to the last question is not one to the next question.
        process.read_until_ready(&Wait::at_most(entrant.patience, self.stop), &mut |line| {
            if line.split_whitespace().next() == Some("bestmove") {
                entrant.faults.surplus.fetch_add(1, Ordering::Relaxed);
            }
        })?;
        let mut thinking = Thinking::default();
        let wait = self.wait(turn);
        self.is_thinking = true;
        let process = self.process.as_mut().ok_or(EngineFault::NoCommand)?;
        let started = Instant::now();
        process.send(&go)?;
        let line = process.read_until_word("bestmove", &wait, &mut |line| thinking.take(line))?;
        let used = started.elapsed();
        self.answer(turn, (chosen_word(&line).to_owned(), used), thinking.last())
    }

    /// Returns the command to search.
    fn go(&self, turn: &Turn<'_>) -> String {
        let limits = self.entrant.limits;
        let mut go = "go".to_owned();
        let mut add = |name: &str, number: Option<u128>| {
            if let Some(number) = number {
                let _ = write!(go, " {name} {number}");
            }
        };
        if let Some(own) = turn.clock() {
            let left = |side: usize| turn.clocks[side].map(|clock| clock.left.as_millis());
            let increment = |side: usize| turn.clocks[side].map(|clock| clock.increment().as_millis());
            add("wtime", left(0));
            add("btime", left(1));
            add("winc", increment(0));
            add("binc", increment(1));
            add("movestogo", own.moves_to_go.map(u128::from));
        }
        add("movetime", limits.movetime.map(|time| time.as_millis().max(1)));
        add("nodes", limits.nodes.map(u128::from));
        add("depth", limits.depth.map(u128::from));
        go + "\n"
    }

    fn run(&self, turn: &Turn<'_>) -> Result<Answer, EngineFault> {
        let started = Instant::now();
        let command = self.entrant.command.filled(&[("{fen}", &turn.position.to_fen())]);
        let mut process = Process::start(&command, Stderr::Hidden)?;
        process.close();
        let (mut last, mut thinking) = (String::new(), Thinking::default());
        process.read_to_end(&self.wait(turn), &mut |line| {
            thinking.take(line);
            if let Some(word) = chosen_or_first_word(line) {
                word.clone_into(&mut last);
            }
        })?;
        self.answer(turn, (last, started.elapsed()), thinking.last())
    }
}

/// Returns the other side of a game for two.
pub fn other(player: Player) -> Player {
    if player == Player::WHITE { Player::BLACK } else { Player::WHITE }
}
