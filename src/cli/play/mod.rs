//! `hexmate play`: the dialogue at the terminal. The game itself is a [`Session`].

pub mod args;
mod lines;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hexmate_batch::StopFlag;
use hexmate_batch::files::{FileError, Output};
use hexmate_batch::terminal::{Stream, one_line};
use hexmate_core::rules::Move;
use hexmate_diagram::{Marks, Options, View, ascii, unicode, unicode_legend};
use hexmate_endgame::{TableScore, Worth};
use hexmate_games::play;
use hexmate_games::play::{Seat, Session};
use hexmate_player::{Limits, ScoredLine, SearchScore};
use hexmate_position::{Address, Colour, Coordinate, Letters, San, Uci};
use hexmate_position::{Kings, Position, Setup};
use hexmate_report::Counted;
use hexmate_tasks::Opponent;
use hexmate_tasks::position::PositionReader;
use hexmate_tasks::records::{Item, Record};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::play::args::{BoardForm, Play};
use crate::cli::positions::note_assumptions;
use crate::cli::progress::Progress;
use lines::{LineReader, Typed};

/// Moves of a line that `eval` shows.
const SHOWN_MOVES: usize = 6;

const HELP: &str = "\
a move        in any notation: Nf4, h1f4, Nh1-f4, exf6, f11=Q
undo          take back the last move of a human player and all moves after it
moves [CELL]  list the legal moves, of all pieces or of the piece on a cell
board         show the board
fen           show the FEN of the position
hint          show the move that the program would play
eval          show material, a short mate, the result in the tables, and the score and line of a search
claim         claim a draw that the rules allow
draw          agree to a draw
resign        resign, in games of two players
save FILE     save the game as PGN, or the position if FILE ends in .fen or .svg; asks before overwriting
load FILE     continue with the game or position in a file
new           start a new game
quit          leave; Ctrl-C and Ctrl-D leave too, and offer to save the game
";

/// Plays until the user leaves or the input ends.
pub fn run(args: &Play, context: &Context<'_>) -> Result<Status, Failure> {
    let named = || Address::of(&args.position)?.game;
    let game = context.requested_game().or_else(named).unwrap_or_default();
    let game = args.stalemate.map_or(game, |worth| game.scoring(worth));
    let origin =
        PositionReader { game: Some(game), form: args.order.form(), moves: &[], kings: Kings::Required };
    let start = origin.argument(&args.position)?;
    note_assumptions(&args.position, &origin, context);
    if args.clock.is_some() && game.players != 2 {
        return Err(Failure::Usage(format!("{} is not a game for two, which --clock needs", game.title)));
    }
    context.outputs.add_input(Path::new("-"));
    let mut session = Session::new(start, args.seats.iter().copied(), args.seed, args.material_draw);
    let known = Context::endings(args.tables.as_deref())?;
    let mut opponent = Opponent::new(game, args.level());
    if let Some(folder) = &args.tables {
        let endgames = known.endgames(game).ok_or_else(|| {
            Failure::Usage(format!(
                "no tables of {} with this score of stalemate in {}",
                game.title,
                folder.display()
            ))
        })?;
        opponent = opponent.with_tables(endgames.clone());
        session = session.with_tables(endgames);
    }
    let mut terminal = Terminal {
        args,
        context,
        letters: args.letters,
        lines: LineReader::new(),
        saved: String::new(),
        partly_loaded: None,
        opponent,
        clocks: args.clock.map(|clock| [clock.time; 2]),
    };
    if let Some(path) = &args.load {
        let loaded = terminal.load(path, &mut session);
        loaded.map_err(|error| match context.interrupt.status() {
            Some(status) => Failure::Stopped(status),
            None => Failure::Usage(error),
        })?;
    }
    terminal.saved = session.to_pgn(&terminal.letters);
    terminal.show(&session)?;
    let stop = context.interrupt.stop();
    let end = loop {
        if stop.is_raised() {
            break End::Stopped;
        }
        if !session.is_over() && session.seat() != Seat::Human {
            let before = session.position().clone();
            let started = Instant::now();
            let limits = terminal.limits(&session);
            let Some(m) = terminal.opponent.play_within(&mut session, limits) else { break End::Left };
            terminal.charge(before.turn().index(), started.elapsed(), Turn::Ended);
            terminal.print_move(&before, m)?;
            terminal.show(&session)?;
            // Without a human player there is nothing more to type.
            if session.is_over() && session.has_no_human() {
                break End::Left;
            }
            continue;
        }
        let started = Instant::now();
        match terminal.lines.ask(terminal.prompt(&session), stop) {
            Typed::Line(line) => {
                let (mover, before) = (session.position().turn().index(), session.moves().len());
                if !session.is_over() && terminal.charge(mover, started.elapsed(), Turn::Goes) == Flag::Fallen
                {
                    let lost = session.lose_on_time();
                    terminal.show_or_refuse(lost, &session)?;
                    continue;
                }
                if terminal.execute(&line, &mut session)? == Next::Leave {
                    break End::Left;
                }
                if session.moves().len() == before + 1 {
                    terminal.charge(mover, Duration::ZERO, Turn::Ended);
                }
            }
            Typed::End => break End::Closed,
            Typed::Stop => break End::Stopped,
        }
    };
    if let Some(fault) = known.fault() {
        diagnostic::print_error(fault);
    }
    let status = context.interrupt.status();
    if end != End::Left && status != Some(Status::Terminated) {
        terminal.offer_to_save(&session)?;
    }
    let stopped = if end == End::Stopped { Status::Interrupted } else { Status::Clean };
    Ok(status.unwrap_or(stopped))
}

/// Reason for the end of the dialogue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// By command, or because a game without human players is over.
    Left,
    /// The input has ended.
    Closed,
    /// By Ctrl-C or another signal.
    Stopped,
}

/// State of a clock.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Up,
    /// No time is left.
    Fallen,
}

/// Progress of a turn when time is charged for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The player is still to move.
    Goes,
    /// The player has moved, and gets the increment.
    Ended,
}

/// Next step of the dialogue after a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
}

/// Result of a command to save.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saved {
    Written,
    NotWritten,
}

/// The dialogue at the terminal.
struct Terminal<'a> {
    args: &'a Play,
    context: &'a Context<'a>,
    letters: Letters,
    lines: LineReader,
    /// The game in PGN as it was when it was last loaded or saved.
    saved: String,
    /// The loaded file, if it has more games or positions than the loaded one.
    partly_loaded: Option<PathBuf>,
    opponent: Opponent,
    /// Time left of both players; `None` without clocks.
    clocks: Option<[Duration; 2]>,
}

impl Terminal<'_> {
    /// Returns the prompt, which names the player to move, with the time left.
    fn prompt(&self, session: &Session) -> String {
        let position = session.position();
        if session.is_over() {
            return "over> ".to_owned();
        }
        let name = Colour::of(&position.game(), position.turn()).name();
        match self.clocks {
            Some(clocks) => {
                let seconds = clocks[position.turn().index() % 2].as_secs();
                format!("{name} {}:{:02}> ", seconds / 60, seconds % 60)
            }
            None => format!("{name}> "),
        }
    }

    /// Charges time to the clock of a player.
    fn charge(&mut self, player: usize, spent: Duration, turn: Turn) -> Flag {
        let Some((clocks, clock)) = self.clocks.as_mut().zip(self.args.clock) else { return Flag::Up };
        let left = &mut clocks[player % 2];
        *left = left.saturating_sub(spent);
        if left.is_zero() {
            return Flag::Fallen;
        }
        if turn == Turn::Ended {
            *left += clock.increment;
        }
        Flag::Up
    }

    /// Returns the limits of a move of the program: those of its clock.
    fn limits(&self, session: &Session) -> Limits {
        let clock = self.clocks.zip(self.args.clock);
        clock.map_or_else(Limits::default, |(clocks, clock)| {
            Limits::clock(clocks[session.position().turn().index() % 2], clock.increment, None)
        })
    }

    /// Asks at a terminal for a file, if unsaved moves would be lost.
    fn offer_to_save(&mut self, session: &Session) -> Result<(), Failure> {
        let is_saved = || session.moves().is_empty() || session.to_pgn(&self.letters) == self.saved;
        if !self.lines.is_terminal() || is_saved() {
            return Ok(());
        }
        while let Some(name) = self.ask("save the game as (leave empty to skip)> ") {
            if self.save(Path::new(&name), session)? == Saved::Written {
                break;
            }
        }
        Ok(())
    }

    /// Asks a question, and returns the answer; `None` if it is empty.
    fn ask(&self, question: &str) -> Option<String> {
        match self.lines.ask(question.to_owned(), &StopFlag::default()) {
            Typed::Line(line) => Some(line).filter(|line| !line.is_empty()),
            Typed::End | Typed::Stop => None,
        }
    }

    /// Returns why a file is not written: the run still uses it, or it exists and the user does not agree to overwrite it.
    fn overwrite_refusal(&self, path: &Path) -> Option<String> {
        let is_there = fs::symlink_metadata(path).is_ok_and(|there| there.is_file() || there.is_symlink());
        let name = one_line(&path.display().to_string()).into_owned();
        if let Some(reason) = self.other_use(path) {
            return Some(format!("{name} {reason}; choose another name"));
        }
        if !is_there {
            return None;
        }
        if !self.lines.is_terminal() {
            return Some(format!("{name} already exists; choose another name"));
        }
        let question =
            match fs::canonicalize(path).ok().filter(|path| Some(path) == self.partly_loaded.as_ref()) {
                Some(_) => format!("{name} has more than the loaded game; overwrite it all? (yes or no)> "),
                None => format!("{name} already exists; overwrite it? (yes or no)> "),
            };
        let answer = self.ask(&question);
        let is_wanted = answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_lowercase().as_str()));
        (!is_wanted).then(|| format!("{name} was not overwritten"))
    }

    /// Returns what else the run uses a file for, as the end of a sentence.
    fn other_use(&self, path: &Path) -> Option<String> {
        let outputs = &self.context.outputs;
        let written = outputs.owner(path).map(|option| format!("is the output of {option}"));
        written.or_else(|| outputs.input(path).map(|_| "is an input that is still read".to_owned()))
    }

    /// Continues with the first game or position of a file, which may be overwritten then.
    fn load(&mut self, path: &Path, session: &mut Session) -> Result<(), String> {
        let name = path.display().to_string();
        if let Some(option) = self.context.outputs.owner(path) {
            return Err(format!("{} is the output of {option}", one_line(&name)));
        }
        let loaded = self.load_record(&name, session);
        // The reader is closed.
        self.context.outputs.release_input(path);
        let has_more = loaded?;
        self.saved = session.to_pgn(&self.letters);
        self.partly_loaded = fs::canonicalize(path).ok().filter(|_| has_more);
        Ok(())
    }

    /// Loads the first record of a file, and returns whether it has others.
    fn load_record(&self, name: &str, session: &mut Session) -> Result<bool, String> {
        self.context.outputs.add_input(Path::new(name));
        let records = self.context.records(&[name.to_owned()], &Progress::hidden());
        let mut records = records.with_comments().with_fen_form(self.args.order.form());
        match records.next() {
            Some(Ok(Record { item: Item::Game(game), .. })) => session.load_game(&game)?,
            Some(Ok(Record { item: Item::Statement(statement), .. })) => {
                session.load_position(&statement.variant, &statement.fen, statement.form)?;
            }
            Some(Err(failure)) => return Err(failure.to_string()),
            _ => return Err(format!("no game or position in {name}")),
        }
        Ok(name != "-" && records.next().is_some())
    }

    /// Executes a typed line: a command or a move.
    fn execute(&mut self, line: &str, session: &mut Session) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let path = Path::new(rest.trim());
        let done = match word {
            "" => Ok(()),
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => self.print(HELP),
            "board" => self.show(session),
            "fen" => self.print(&format!("{}\n", session.position().to_fen())),
            "moves" => self.print(&format!("{}\n", self.list(session.position(), rest.trim()))),
            "undo" => self.show_or_refuse(session.undo(), session),
            "new" => {
                session.restart();
                self.clocks = self.args.clock.map(|clock| [clock.time; 2]);
                self.show(session)
            }
            "hint" => self.hint(session),
            "eval" => self.evaluate(session),
            "claim" => self.show_or_refuse(session.claim(), session),
            "draw" => self.show_or_refuse(session.agree_draw(), session),
            "resign" => self.show_or_refuse(session.resign(), session),
            "save" if rest.trim().is_empty() => self.print("save needs a file name\n"),
            "save" => self.save(path, session).map(|_| ()),
            "load" if rest.trim().is_empty() => self.print("load needs a file name\n"),
            "load" => {
                let loaded = self.load(path, session);
                self.show_or_refuse(loaded, session)
            }
            _ => self.play(line, session),
        };
        done.map(|()| Next::Continue)
    }

    fn play(&mut self, text: &str, session: &mut Session) -> Result<(), Failure> {
        let before = session.position().clone();
        match session.play(text, &self.letters) {
            Ok(m) => {
                self.print_move(&before, m)?;
                self.show(session)
            }
            Err(refusal) => {
                let nearest: Vec<String> =
                    refusal.nearest.iter().map(|&m| self.move_text(&before, m)).collect();
                let nearest = if nearest.is_empty() {
                    "; type help for the commands\n".to_owned()
                } else {
                    format!("\nnearest legal moves: {}\n", nearest.join(", "))
                };
                self.print(&format!("refused: {}{nearest}", one_line(&refusal.reason)))
            }
        }
    }

    /// Shows the board, or the reason why a command was refused.
    fn show_or_refuse(&mut self, done: Result<(), String>, session: &Session) -> Result<(), Failure> {
        match done {
            Ok(()) => self.show(session),
            Err(reason) => self.print(&format!("refused: {}\n", one_line(&reason))),
        }
    }

    fn hint(&mut self, session: &Session) -> Result<(), Failure> {
        let hint = self.opponent.hint(session).map(|(m, mate)| {
            let mate = mate.map_or_else(String::new, |moves| format!(", mate in {moves}"));
            format!("{}{mate}\n", self.move_text(session.position(), m))
        });
        self.print(&hint.unwrap_or_else(|reason| format!("refused: {reason}\n")))
    }

    fn evaluate(&mut self, session: &Session) -> Result<(), Failure> {
        let position = session.position();
        let name = |player| Colour::of(&position.game(), player).name();
        let material =
            play::material(position).into_iter().map(|(player, worth)| format!("{} {worth}", name(player)));
        let material: Vec<String> = material.collect();
        let mate = play::forced_mate(position).map_or_else(String::new, |mate| {
            let key = self.move_text(position, mate.key);
            format!("{} mates in {}: {key}\n", name(position.turn()), mate.moves)
        });
        let known = session.table_score().map_or_else(String::new, |TableScore { worth, plies }| {
            let player = name(position.turn());
            let plies = Counted(plies.into(), "ply");
            match worth {
                Worth::Win => format!("tables: {player} mates in {plies}\n"),
                Worth::Stalemating => format!("tables: {player} stalemates in {plies}\n"),
                Worth::Draw => "tables: draw\n".to_owned(),
                Worth::Stalemated => format!("tables: {player} is stalemated in {plies}\n"),
                Worth::Loss => format!("tables: {player} is mated in {plies}\n"),
            }
        });
        let needs_search = !session.is_over() && session.table_score().is_none();
        let line = if needs_search { self.opponent.best_line(session) } else { None };
        let searched = line.map_or_else(String::new, |line| self.line_text(position, &line));
        self.print(&format!("material, in pawns: {}\n{mate}{known}{searched}", material.join(", ")))
    }

    /// Returns the score in pawns for the player to move, and the first moves of a line.
    fn line_text(&self, position: &Position, line: &ScoredLine) -> String {
        let name = Colour::of(&position.game(), position.turn()).name();
        let score = match line.score {
            SearchScore::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            SearchScore::Mates { plies } => format!("mate in {}", Counted(plies.div_ceil(2).into(), "move")),
            SearchScore::IsMated { plies } => {
                format!("mated in {}", Counted(plies.div_ceil(2).into(), "move"))
            }
        };
        let mut text = format!("search: {name} {score}:");
        let mut position = position.clone();
        for &m in line.moves.iter().take(SHOWN_MOVES) {
            let _ = write!(text, " {}", San { position: &position, m, letters: &self.letters });
            position.make_move_unchecked(m);
        }
        text + "\n"
    }

    fn save(&mut self, path: &Path, session: &Session) -> Result<Saved, Failure> {
        if let Some(reason) = self.overwrite_refusal(path) {
            self.print(&format!("refused: {reason}\n"))?;
            return Ok(Saved::NotWritten);
        }
        let text = match path.extension().and_then(|ending| ending.to_str()) {
            Some("fen") => format!("{}\n", session.position().to_fen()),
            Some("svg") => svg(session),
            _ => session.to_pgn(&self.letters),
        };
        // The user decides which files are replaced, also that of the loaded game.
        match write_to(Output::open(Some(path)), &text) {
            Ok(()) => {
                self.saved = session.to_pgn(&self.letters);
                self.partly_loaded = self
                    .partly_loaded
                    .take()
                    .filter(|loaded| fs::canonicalize(path).ok().as_ref() != Some(loaded));
                self.print(&format!("saved as {}\n", one_line(&path.display().to_string())))?;
                Ok(Saved::Written)
            }
            Err(failure) => {
                self.print(&format!("refused: {}\n", one_line(&failure.to_string())))?;
                Ok(Saved::NotWritten)
            }
        }
    }

    fn show(&mut self, session: &Session) -> Result<(), Failure> {
        let setup = Setup::from(session.position());
        match self.args.board {
            BoardForm::Ascii => self.print(&ascii(&setup, View::default()))?,
            BoardForm::Unicode => {
                let board = unicode(&setup, View::default()) + &unicode_legend(&setup, &self.letters);
                self.print(&board)?;
            }
            BoardForm::None => {}
        }
        if let Some(path) = &self.args.svg {
            write_to(self.context.outputs.open_without_commit(path), &svg(session))?;
        }
        for remark in session.status_lines() {
            self.print(&format!("{remark}\n"))?;
        }
        Ok(())
    }

    fn print_move(&mut self, before: &Position, m: Move) -> Result<(), Failure> {
        let name = Colour::of(&before.game(), before.turn()).name();
        self.print(&format!("{name} plays {}\n", self.move_text(before, m)))
    }

    fn move_text(&self, position: &Position, m: Move) -> String {
        format!("{} ({})", San { position, m, letters: &self.letters }, Uci(position.game().shape, m))
    }

    /// Returns the legal moves from a cell, or all if `from` is empty.
    fn list(&self, position: &Position, from: &str) -> String {
        let letters = &self.letters;
        let name = |cell| Coordinate(position.game().shape, cell).to_string();
        let moves = position.legal_moves().filter(|m| from.is_empty() || name(m.from) == from);
        let mut moves: Vec<String> = moves.map(|m| San { position, m, letters }.to_string()).collect();
        if moves.is_empty() && !from.is_empty() {
            return format!("no legal moves from {from}");
        }
        moves.sort_unstable();
        moves.join(" ")
    }

    #[expect(clippy::unused_self, reason = "a method like the others of the terminal")]
    fn print(&self, text: &str) -> Result<(), Failure> {
        Ok(Stream::new(io::stdout()).write_all(text.as_bytes())?)
    }
}

fn svg(session: &Session) -> String {
    let position = session.position();
    hexmate_diagram::svg(position, &Options { marks: Marks::of(position), ..Options::default() })
}

/// Writes a text to an output, which replaces an existing file when it is complete.
fn write_to(output: Result<Output, FileError>, text: &str) -> Result<(), Failure> {
    let mut output = output?;
    output.write_all(text.as_bytes())?;
    Ok(output.finish()?)
}
