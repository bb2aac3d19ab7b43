//! `hexmate play`: what is typed, what is answered. The game itself is a [`Session`].

pub mod args;
mod lines;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hexmate_batch::StopFlag;
use hexmate_batch::files::Outputs;
use hexmate_batch::terminal::{Stream, one_line};
use hexmate_core::rules::Move;
use hexmate_diagram::{Marks, Options, View, ascii, unicode};
use hexmate_endgame::{Score, Worth};
use hexmate_games::play;
use hexmate_games::play::{Seat, Session};
use hexmate_position::{Colour, Coordinate, Letters, San, Uci};
use hexmate_position::{Position, Setup};
use hexmate_report::Counted;
use hexmate_tasks::position::Origin;
use hexmate_tasks::records::{Item, Record};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::play::args::{BoardForm, Play};
use crate::cli::progress::Progress;
use lines::{LineReader, Typed};

const HELP: &str = "\
a move        in any notation: Nf4, h1f4, Nh1-f4, exf6, f11=Q
undo          take back to the last move of a human player
moves [CELL]  list the legal moves, of all pieces or of the one on a cell
board         show the board again
fen           show the position as FEN
hint          say what the program would play
eval          say what the pieces are worth, whether there is a short mate, and what tables know
claim         claim a draw that the rules allow
draw          agree on a draw
resign        give the game up, in games for two
save FILE     write the game as PGN, or the position if FILE ends in .fen or .svg; asks before it writes over a file
load FILE     go on with the game or position in a file
new           begin again
quit          leave; so do Ctrl-C and Ctrl-D, which ask for a file if the game is not saved
";

/// Plays until somebody leaves or nothing more is typed.
pub fn run(args: &Play, context: &Context<'_>) -> Result<Status, Failure> {
    let game = args.stalemate.map_or(context.game(), |worth| context.game().scoring(worth.into()));
    let origin = Origin { asked: Some(game), order: args.order.order(), moves: &[] };
    let start = origin.argument(&args.position)?;
    context.outputs.add_input(Path::new("-"));
    let mut session = Session::new(start, args.seats(), args.seed, args.material_draw.rule());
    let known = Context::endings(args.tables.as_deref())?;
    if let Some(folder) = &args.tables {
        let endgames = known.endgames(game).ok_or_else(|| {
            Failure::Usage(format!("no table of {} as it is scored here in {}", game.title, folder.display()))
        })?;
        session = session.with_tables(endgames);
    }
    let mut table =
        Table { args, context, letters: args.letters.letters(), lines: LineReader::new(), saved: 0 };
    if let Some(path) = &args.load {
        let loaded = table.load(path, &mut session);
        loaded.map_err(|error| match context.interrupt.status() {
            Some(status) => Failure::Stopped(status),
            None => Failure::Usage(error),
        })?;
    }
    table.saved = session.moves().len();
    table.show(&session)?;
    let stop = context.interrupt.stop();
    let end = loop {
        if stop.is_raised() {
            break End::Stopped;
        }
        if !session.is_over() && session.seat() != Seat::Human {
            let before = session.position().clone();
            let Some(m) = session.play_computer_move() else { break End::Left };
            table.say_move(&before, m)?;
            table.show(&session)?;
            // Nobody at the terminal could end such a game.
            if session.is_over() && session.has_no_human() {
                break End::Left;
            }
            continue;
        }
        match table.lines.ask(prompt(&session), stop) {
            Typed::Line(line) => {
                if table.answer(&line, &mut session)? == Next::Leave {
                    break End::Left;
                }
            }
            Typed::End => break End::Closed,
            Typed::Stop => break End::Stopped,
        }
    };
    if let Some(fault) = known.fault() {
        diagnostic::complain(fault);
    }
    let status = context.interrupt.status();
    if end != End::Left && status != Some(Status::Terminated) {
        table.offer_to_save(&session)?;
    }
    let stopped = if end == End::Stopped { Status::Interrupted } else { Status::Clean };
    Ok(status.unwrap_or(stopped))
}

/// How it has come to an end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// As is asked for, or with a game that nobody is in.
    Left,
    /// Nothing more can be typed.
    Closed,
    /// By Ctrl-C or another signal.
    Stopped,
}

/// Who is asked.
fn prompt(session: &Session) -> String {
    let position = session.position();
    match session.is_over() {
        true => "over> ".to_owned(),
        false => format!("{}> ", Colour::of(&position.game(), position.turn()).name()),
    }
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// Whether a file has been written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saved {
    Written,
    Kept,
}

/// The terminal.
struct Table<'a> {
    args: &'a Play,
    context: &'a Context<'a>,
    letters: Letters,
    lines: LineReader,
    /// Moves of the game that are in a file.
    saved: usize,
}

impl Table<'_> {
    /// Asks somebody at a terminal for a file, if moves would be lost.
    fn offer_to_save(&mut self, session: &Session) -> Result<(), Failure> {
        if !self.lines.is_terminal() || session.moves().len() == self.saved {
            return Ok(());
        }
        while let Some(name) = self.answered("save the game as (nothing leaves it)> ") {
            if self.save(Path::new(&name), session)? == Saved::Written {
                break;
            }
        }
        Ok(())
    }

    /// What somebody types in answer to a question; `None` for nothing.
    fn answered(&self, question: &str) -> Option<String> {
        match self.lines.ask(question.to_owned(), &StopFlag::default()) {
            Typed::Line(line) => Some(line).filter(|line| !line.is_empty()),
            Typed::End | Typed::Stop => None,
        }
    }

    /// Returns why a file is not written over, if it is there and nobody wants that.
    fn kept(&self, path: &Path) -> Option<String> {
        let is_there = fs::symlink_metadata(path).is_ok_and(|there| there.is_file() || there.is_symlink());
        let name = one_line(&path.display().to_string()).into_owned();
        if !is_there {
            return None;
        }
        if !self.lines.is_terminal() {
            return Some(format!("{name} is there already; name another file"));
        }
        let answer = self.answered(&format!("{name} is there already; write over it? (yes or no)> "));
        let is_wanted = answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_lowercase().as_str()));
        (!is_wanted).then(|| format!("{name} stays as it is"))
    }

    /// Goes on with the first game or position of a file.
    fn load(&self, path: &Path, session: &mut Session) -> Result<(), String> {
        let name = path.display().to_string();
        self.context.outputs.add_input(path);
        let records = self.context.records(std::slice::from_ref(&name), &Progress::hidden());
        match records.with_comments().ordered(self.args.order.order()).next() {
            Some(Ok(Record { item: Item::Game(game), .. })) => session.load_game(&game),
            Some(Ok(Record { item: Item::Statement(statement), .. })) => {
                session.load_position(&statement.variant, &statement.fen, statement.order)
            }
            Some(Err(failure)) => Err(failure.to_string()),
            _ => Err(format!("no game or position in {name}")),
        }
    }

    fn answer(&mut self, line: &str, session: &mut Session) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let path = Path::new(rest.trim());
        let refused = match word {
            "" => Ok(()),
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => self.say(HELP),
            "board" => self.show(session),
            "fen" => self.say(&format!("{}\n", session.position().to_fen())),
            "moves" => self.say(&format!("{}\n", self.list(session.position(), rest.trim()))),
            "undo" => self.shown(session.undo(), session),
            "new" => {
                session.restart();
                self.show(session)
            }
            "hint" => self.hint(session),
            "eval" => self.evaluate(session),
            "claim" => self.shown(session.claim(), session),
            "draw" => self.shown(session.agree_draw(), session),
            "resign" => self.shown(session.resign(), session),
            "save" if rest.is_empty() => self.say("save needs a file\n"),
            "save" => self.save(path, session).map(|_| ()),
            "load" => {
                let loaded = self.load(path, session);
                self.shown(loaded, session)
            }
            _ => self.play(line, session),
        };
        refused.map(|()| Next::Stay)
    }

    fn play(&mut self, text: &str, session: &mut Session) -> Result<(), Failure> {
        let before = session.position().clone();
        match session.play(text, &self.letters) {
            Ok(m) => {
                self.say_move(&before, m)?;
                self.show(session)
            }
            Err(refusal) => {
                let nearest: Vec<String> = refusal.nearest.iter().map(|&m| self.both(&before, m)).collect();
                let nearest = if nearest.is_empty() {
                    "; help tells what can be typed\n".to_owned()
                } else {
                    format!("\nnearest legal moves: {}\n", nearest.join(", "))
                };
                self.say(&format!("refused: {}{nearest}", one_line(&refusal.reason)))
            }
        }
    }

    /// Shows the board after something that may have been refused.
    fn shown(&mut self, done: Result<(), String>, session: &Session) -> Result<(), Failure> {
        match done {
            Ok(()) => self.show(session),
            Err(reason) => self.say(&format!("refused: {}\n", one_line(&reason))),
        }
    }

    fn hint(&self, session: &Session) -> Result<(), Failure> {
        let said = session.hint().map(|(m, mate)| {
            let mate = mate.map_or_else(String::new, |moves| format!(", mate in {moves}"));
            format!("{}{mate}\n", self.both(session.position(), m))
        });
        self.say(&said.unwrap_or_else(|reason| format!("refused: {reason}\n")))
    }

    fn evaluate(&self, session: &Session) -> Result<(), Failure> {
        let position = session.position();
        let name = |player| Colour::of(&position.game(), player).name();
        let material =
            play::material(position).into_iter().map(|(player, worth)| format!("{} {worth}", name(player)));
        let material: Vec<String> = material.collect();
        let mate = play::forced_mate(position).map_or_else(String::new, |mate| {
            let key = self.both(position, mate.key);
            format!("{} mates in {}: {key}\n", name(position.turn()), mate.moves)
        });
        let known = session.table_score().map_or_else(String::new, |Score { worth, plies }| {
            let player = name(position.turn());
            let plies = Counted(plies.into(), "ply");
            match worth {
                Worth::Win => format!("by the tables {player} mates in {plies}\n"),
                Worth::Stalemating => format!("by the tables {player} stalemates in {plies}\n"),
                Worth::Draw => "by the tables a draw\n".to_owned(),
                Worth::Stalemated => format!("by the tables {player} is stalemated in {plies}\n"),
                Worth::Loss => format!("by the tables {player} is mated in {plies}\n"),
            }
        });
        self.say(&format!("material, in pawns: {}\n{mate}{known}", material.join(", ")))
    }

    fn save(&mut self, path: &Path, session: &Session) -> Result<Saved, Failure> {
        if let Some(reason) = self.kept(path) {
            self.say(&format!("refused: {reason}\n"))?;
            return Ok(Saved::Kept);
        }
        let text = match path.extension().and_then(|ending| ending.to_str()) {
            Some("fen") => format!("{}\n", session.position().to_fen()),
            Some("svg") => drawn(session),
            _ => session.to_pgn(&self.letters),
        };
        match write_whole(&self.context.outputs, path, &text) {
            Ok(()) => {
                self.saved = session.moves().len();
                self.say(&format!("saved as {}\n", one_line(&path.display().to_string())))?;
                Ok(Saved::Written)
            }
            Err(failure) => {
                self.say(&format!("refused: {}\n", one_line(&failure.to_string())))?;
                Ok(Saved::Kept)
            }
        }
    }

    fn show(&mut self, session: &Session) -> Result<(), Failure> {
        let setup = Setup::from(session.position());
        match self.args.board {
            BoardForm::Ascii => self.say(&ascii(&setup, View::default()))?,
            BoardForm::Unicode => self.say(&unicode(&setup, View::default()))?,
            BoardForm::None => {}
        }
        if let Some(path) = &self.args.svg {
            write_whole(&self.context.outputs, path, &drawn(session))?;
        }
        for remark in session.status_lines() {
            self.say(&format!("{remark}\n"))?;
        }
        Ok(())
    }

    fn say_move(&mut self, before: &Position, m: Move) -> Result<(), Failure> {
        let name = Colour::of(&before.game(), before.turn()).name();
        self.say(&format!("{name} plays {}\n", self.both(before, m)))
    }

    fn both(&self, position: &Position, m: Move) -> String {
        format!("{} ({})", San { position, m, letters: &self.letters }, Uci(position.game().shape, m))
    }

    /// The legal moves from a cell; from any, if none is named.
    fn list(&self, position: &Position, from: &str) -> String {
        let letters = &self.letters;
        let name = |cell| Coordinate(position.game().shape, cell).to_string();
        let moves = position.legal_moves().filter(|m| from.is_empty() || name(m.from) == from);
        let mut moves: Vec<String> = moves.map(|m| San { position, m, letters }.to_string()).collect();
        if moves.is_empty() && !from.is_empty() {
            return format!("nothing can move from {from}");
        }
        moves.sort_unstable();
        moves.join(" ")
    }

    #[expect(clippy::unused_self, reason = "what is said goes to the terminal that this stands for")]
    fn say(&self, text: &str) -> Result<(), Failure> {
        Ok(Stream::new(io::stdout()).write_all(text.as_bytes())?)
    }
}

fn drawn(session: &Session) -> String {
    let position = session.position();
    hexmate_diagram::svg(position, &Options { marks: Marks::of(position), ..Options::default() })
}

fn write_whole(outputs: &Outputs, path: &Path, text: &str) -> Result<(), Failure> {
    let mut output = outputs.open_without_commit(path)?;
    output.write_all(text.as_bytes())?;
    Ok(output.finish()?)
}
