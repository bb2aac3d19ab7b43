//! `hexmate diagram POSITION|FILE`.

pub mod args;
mod form;
mod games;
mod options;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use hexmate_batch::terminal::one_line;
use hexmate_diagram as diagram;
use hexmate_diagram::{BoardTemplate, ColourTheme, Picture, Prefix, Sheet};
use hexmate_games::validate::GameText;
use hexmate_position::Coordinate;
use hexmate_position::{Game, Setup};
use hexmate_problems::{CAPTION_COLUMNS, Statement};
use hexmate_report::output::{UniqueFiles, unknown_placeholder};
use hexmate_report::{Diagnostic, Language, Undrawn, problem_caption};
use hexmate_tasks::records::{Item, Record, Records};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::diagram::args::Diagram;
use crate::cli::exit::{Failure, Status};
use crate::cli::positions::note_assumptions;
use crate::cli::progress::Progress;
use crate::cli::shared::position::Subject;
use hexmate_tasks::position::PositionReader;

use form::{Drawing, Form};
use options::RecordText;

/// Draws a position, the records of a file, the rules of a game, or the template of a board.
pub fn run(args: &Diagram, context: &Context<'_>) -> Result<Status, Failure> {
    let undrawn = RefCell::default();
    let form = Form::requested(args.format, args.output.as_deref()).available()?;
    let job = Job { args, context, theme: options::theme(args)?, form, undrawn };
    let status = job.run()?;
    let undrawn = job.undrawn.into_inner();
    if !undrawn.is_empty() {
        context.note(format_args!("characters that the fonts lack are printed as question marks: {undrawn}"));
    }
    Ok(status)
}

/// A run of `diagram`.
struct Job<'a> {
    args: &'a Diagram,
    context: &'a Context<'a>,
    theme: ColourTheme,
    form: Form,
    /// Characters of captions that the pictures do not show.
    undrawn: RefCell<Undrawn>,
}

impl Job<'_> {
    fn run(&self) -> Result<Status, Failure> {
        self.check_placeholders()?;
        if self.args.template {
            return self.draw_template(self.context.game());
        }
        if let Some(game) = self.args.rules {
            return self.draw_rules(game);
        }
        let text = match self.args.subject() {
            Subject::File(name) if self.args.sheets.sheet => return self.draw_sheet(&name),
            Subject::File(name) => return self.draw_file(&name),
            Subject::Position(text) => text,
        };
        let origin = self.origin();
        note_assumptions(&text, &origin, self.context);
        let setup = origin.setup(&text).map_err(|fault| {
            let is_cell =
                |word: &str| Coordinate::parse(self.context.game().shape, word.as_bytes()).is_some();
            let are_cells = fault.location.file == "--moves" && fault.text.split_whitespace().all(is_cell);
            let advice =
                if are_cells { "; to show the moves of the piece on a cell, use --moves-of" } else { "" };
            Diagnostic { message: fault.message.clone() + advice, ..fault }
        })?;
        self.write(&self.draw(&setup, &RecordText::new(self.args.look.prefix.clone()))?)
    }

    /// Returns how positions are read.
    fn origin(&self) -> PositionReader<'_> {
        let origin = self.args.first.origin(self.context.requested_game());
        PositionReader { kings: self.args.kings.kings(), ..origin }
    }

    /// Refuses an output with a placeholder other than `{id}`, or with `{id}` before the last component.
    fn check_placeholders(&self) -> Result<(), Failure> {
        let Some(path) = &self.args.output else { return Ok(()) };
        let bad = |why: String| Err(Failure::Usage(format!("-o {}: {why}", path.display())));
        if let Some(other) = unknown_placeholder(&path.display().to_string(), &["{id}"]) {
            return bad(format!("unknown placeholder {other}; only {{id}} is allowed"));
        }
        match path.parent() {
            Some(folder) if folder.to_string_lossy().contains("{id}") => {
                bad("{id} is allowed in the last component only".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Writes the only drawing of the run.
    fn write(&self, drawing: &Drawing) -> Result<Status, Failure> {
        if let Some(path) = self.args.output.as_ref().filter(|path| path.to_string_lossy().contains("{id}")) {
            let why = "{id} needs a file of positions, and cannot be used with --sheet or --rules";
            return Err(Failure::Usage(format!("-o {}: {why}", path.display())));
        }
        let bytes = self.form.bytes(drawing)?;
        let mut output = self.context.outputs.open(self.args.output.as_deref())?;
        output.write_all(&bytes)?;
        output.finish()?;
        Ok(Status::Clean)
    }

    fn draw(&self, setup: &Setup, text: &RecordText) -> Result<Drawing, Failure> {
        let options = options::options(self.args, self.theme, setup, text)?;
        if self.form == Form::Ascii {
            let board = diagram::ascii(setup, options.view);
            return Ok(Drawing::Text(diagram::with_caption(&board, setup, &options, one_line)));
        }
        if self.form == Form::Unicode {
            let board = diagram::unicode(setup, options.view);
            let board = board + &diagram::unicode_legend(setup, &options.letters);
            return Ok(Drawing::Text(diagram::with_caption(&board, setup, &options, one_line)));
        }
        let mut undrawn = self.undrawn.borrow_mut();
        options.caption.texts().for_each(|text| drop(undrawn.replace(text, diagram::has_glyph)));
        Ok(Drawing::Picture(diagram::draw(setup, &options)))
    }

    fn draw_rules(&self, game: Game) -> Result<Status, Failure> {
        let text = RecordText::new(self.args.look.prefix.clone());
        let options = options::options(self.args, self.theme, &Setup::empty(game), &text)?;
        self.write(&Drawing::Picture(diagram::rule_sheet(game, &options)))
    }

    fn draw_template(&self, game: Game) -> Result<Status, Failure> {
        let template = BoardTemplate {
            game,
            theme: self.theme,
            paper: self.args.sheets.paper,
            percent: self.args.sheets.percent,
            prefix: self.args.look.prefix.clone(),
        };
        let sheets = template.sheets();
        let sheets =
            sheets.map_err(|error| Failure::Usage(format!("--template: {error} [{}]", error.code())))?;
        let (folder, names) = self.folder()?;
        let mut files = UniqueFiles::open(&self.context.outputs, &folder, self.form.extension())?;
        for (number, sheet) in sheets.into_iter().enumerate() {
            let name = names.replace("{id}", &format!("{}-wedge-{}", game.name, number + 1));
            files.add(&name, self.form.bytes(&Drawing::Picture(sheet))?)?;
        }
        Ok(Status::Clean)
    }

    /// Draws the records of a file into a folder, or its only record into a file. Records that cannot be drawn are
    /// reported and skipped.
    fn draw_file(&self, subject: &str) -> Result<Status, Failure> {
        let output = self.args.output.as_deref();
        let has_placeholder = output.is_some_and(|path| path.to_string_lossy().contains("{id}"));
        if !has_placeholder && form::is_one_file(output) {
            return self.draw_only(subject);
        }
        let (folder, names) = self.folder()?;
        let mut files = UniqueFiles::open(&self.context.outputs, &folder, self.form.extension())?;
        self.each_drawing(subject, |id, drawing| {
            files.add(&names.replace("{id}", id), self.form.bytes(&drawing)?)?;
            Ok(())
        })
    }

    /// Draws the only record of a file.
    fn draw_only(&self, subject: &str) -> Result<Status, Failure> {
        let mut only = None;
        let status = self.each_drawing(subject, |_, drawing| match only.replace(drawing) {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(
                "the file gives several diagrams: use -o with a folder or a name that contains {id}, or --sheet"
                    .to_owned(),
            )),
        })?;
        match only {
            Some(drawing) => self.write(&drawing).map(|_| status),
            None => Ok(status),
        }
    }

    /// Draws the records of a file onto one sheet. If they are of several games, captions name them.
    fn draw_sheet(&self, subject: &str) -> Result<Status, Failure> {
        let mut panels = Vec::new();
        let mut status = self.each_panel(subject, |_, panel| {
            panels.push(panel);
            Ok(())
        })?;
        let games: BTreeSet<&str> = panels.iter().map(|panel| panel.game().name).collect();
        let names = if games.len() > 1 { GameNames::Shown } else { GameNames::Hidden };
        let mut pictures = Vec::new();
        for panel in &panels {
            match self.draw_panel(panel, names) {
                Ok(Drawing::Picture(picture)) => pictures.push(picture),
                Ok(Drawing::Text(_)) => {
                    let why = "a sheet cannot be written as text: use SVG, PNG or PDF";
                    return Err(Failure::Usage(why.to_owned()));
                }
                Err(failure) => {
                    panel.print_error(&failure);
                    status = Status::Findings;
                }
            }
        }
        self.write(&Drawing::Picture(self.sheet(&pictures, self.args.look.prefix.clone())))?;
        Ok(status)
    }

    /// Returns the prefix of the ids in the drawing of a record; on a sheet each record has its own.
    fn prefix(&self, record: u64) -> Prefix {
        let prefix = &self.args.look.prefix;
        if self.args.sheets.sheet { prefix.numbered(record as usize) } else { prefix.clone() }
    }

    fn sheet(&self, pictures: &[Picture], prefix: Prefix) -> Picture {
        let sheet = Sheet {
            columns: self.args.sheets.columns.into(),
            title: self.args.text.title.clone().unwrap_or_default(),
            width: options::width(self.args),
            prefix,
        };
        sheet.of(pictures, &self.theme)
    }

    /// Returns the folder of the output, and the pattern of the file names in it.
    fn folder(&self) -> Result<(PathBuf, String), Failure> {
        let Some(output) = &self.args.output else {
            return Err(Failure::Usage("several diagrams need a folder: name it with -o".to_owned()));
        };
        let stem = output.file_stem().and_then(|stem| stem.to_str()).filter(|stem| stem.contains("{id}"));
        Ok(match (stem, output.parent()) {
            (Some(stem), Some(folder)) => (folder.to_owned(), stem.to_owned()),
            _ => (output.to_path_buf(), "{id}".to_owned()),
        })
    }

    fn records(&self, file: &str) -> Records {
        let used = &CAPTION_COLUMNS;
        let records = self.context.problems(&[file.to_owned()], &Progress::hidden(), used).with_comments();
        records.with_fen_form(self.args.first.order.form())
    }

    /// Draws the records of a file in order; prints an error for each that cannot be drawn.
    fn each_drawing(
        &self,
        subject: &str,
        mut take: impl FnMut(&str, Drawing) -> Result<(), Failure>,
    ) -> Result<Status, Failure> {
        let mut is_whole = true;
        let status =
            self.each_panel(subject, |id, panel| match self.draw_panel(&panel, GameNames::Hidden) {
                Ok(drawing) => take(id, drawing),
                Err(failure) => {
                    panel.print_error(&failure);
                    is_whole = false;
                    Ok(())
                }
            })?;
        Ok(if is_whole || status != Status::Clean { status } else { Status::Findings })
    }

    /// Reads the records of a file in order; prints an error for each that has no position.
    fn each_panel(
        &self,
        subject: &str,
        mut take: impl FnMut(&str, Panel) -> Result<(), Failure>,
    ) -> Result<Status, Failure> {
        let mut status = Status::Clean;
        for record in self.records(subject) {
            if let Some(status) = self.context.interrupt.status() {
                self.context.note("stopped by a signal: the remaining diagrams are missing");
                return Ok(status);
            }
            let Record { file, number, item, .. } = record?;
            let (called, read) = match item {
                Item::Game(game) => {
                    let name = file_name(&game, number);
                    let called = game.label(number);
                    let variant = game.game(self.context.requested_game());
                    let drawn = variant.map(|variant| (name, Drawn::Game(variant, game)));
                    (called, drawn.map_err(|error| Failure::Usage(error.to_string())))
                }
                Item::Statement(statement) => {
                    let read = self.problem(&statement, self.prefix(number));
                    (format!("record {number}"), read.map(|drawn| (statement.id.clone(), drawn)))
                }
                Item::Stray(_) => continue,
                Item::NoRecords(kind) => (format!("record {number}"), Err(Failure::Usage(kind.to_string()))),
            };
            let place = format!("{file}: {called}");
            match read {
                Ok((name, drawn)) => take(&name, Panel { place, prefix: self.prefix(number), drawn })?,
                Err(failure) => {
                    print_error(&place, &failure);
                    status = Status::Findings;
                }
            }
        }
        Ok(status)
    }

    /// Returns the position of a problem with its texts.
    fn problem(&self, statement: &Statement, prefix: Prefix) -> Result<Drawn, Failure> {
        let game = statement.game(self.context.requested_game());
        let game = game.map_err(|error| Failure::Usage(error.to_string()))?;
        let text = RecordText {
            title: Some(statement.id.clone()).filter(|id| !id.is_empty()),
            caption: problem_caption(game, statement, Language::of(self.args.text.letters)),
            ..RecordText::new(prefix)
        };
        let setup = statement.setup(game).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Drawn::Problem(Box::new((self.origin().after_moves(setup)?, text))))
    }

    fn draw_panel(&self, panel: &Panel, names: GameNames) -> Result<Drawing, Failure> {
        let name = match names {
            GameNames::Shown => Some(diagram::game_title(&panel.game(), &self.args.text.letters)),
            GameNames::Hidden => None,
        };
        match &panel.drawn {
            Drawn::Game(variant, game) => self.draw_game(*variant, game, panel.prefix.clone(), name),
            Drawn::Problem(problem) => {
                let (setup, text) = &**problem;
                let mut text = text.clone();
                text.caption.above.extend(name);
                self.draw(setup, &text)
            }
        }
    }
}

/// A record that can be drawn.
struct Panel {
    /// File and name of the record.
    place: String,
    prefix: Prefix,
    drawn: Drawn,
}

/// Content of a record that can be drawn.
enum Drawn {
    Game(Game, Box<GameText>),
    Problem(Box<(Setup, RecordText)>),
}

impl Panel {
    fn game(&self) -> Game {
        match &self.drawn {
            Drawn::Game(variant, _) => *variant,
            Drawn::Problem(problem) => problem.0.game,
        }
    }

    fn print_error(&self, failure: &Failure) {
        print_error(&self.place, failure);
    }
}

/// Names of games in captions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GameNames {
    Shown,
    Hidden,
}

/// Prints an error about a record.
fn print_error(place: &str, failure: &Failure) {
    diagnostic::print_error_lines(format_args!("{}: {failure}", one_line(place)));
}

/// Returns the file name of a game; file names sort in the order of the games.
fn file_name(game: &GameText, number: u64) -> String {
    let number = format!("game-{number:04}");
    [&*number].into_iter().chain(game.players()).collect::<Vec<_>>().join("-")
}
