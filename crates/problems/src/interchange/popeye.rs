//! Input files of Popeye.
//!
//! ```text
//! file    = "BeginProblem" problem { "NextProblem" problem } "EndProblem"
//! problem = { "Pieces" { colour { piece { cell } } }
//!           | "Stipulation" stipulation | "Option" { option } | "Condition" game
//!           | "Twin" [ "Continued" ] changes | "ZeroPosition" changes
//!           | "Forsyth" FEN to the end of the line
//!           | ( "Title" | "Author" | "Origin" | "Award" | "Remark" ) text to the end of the line }
//! ```
//!
//! Commands are in English, German or French, as [`Language`] has them, in any case and may be shortened to three letters or more. A title is the name of the problem, an origin
//! its source, an award its prize. A remark `name: value` or `"name": value` is the column of that name, also if it is empty.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use super::draft::{Draft, OPTIONS, lines};
use super::language::Language;
use super::options::abbreviated;
use super::sheet::Sheet;
use super::twins::TwinText;
use super::{InterchangeFault, Word};
use crate::columns::COLUMNS;
use crate::extra_column::unquoted;
use crate::{BookDetail, LineFault, Statement, quoted};
use hexmate_position::Setup;
use hexmate_text::{Lines, MAX_TEXT, NumberedLine, RowFault};

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Begin,
    Next,
    End,
    Pieces,
    Stipulation,
    Option,
    Condition,
    Twin,
    ZeroPosition,
    Text(Text),
    /// The rest of the line is a FEN.
    Forsyth,
    /// Names a file for output.
    Output,
    Refused,
}

/// Field of a command whose text extends to the end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Text {
    Title,
    Author,
    Origin,
    Award,
    Remark,
}

const COMMANDS: [(&str, Command); 25] = [
    ("nextproblem", Command::Next),
    ("endproblem", Command::End),
    ("pieces", Command::Pieces),
    ("stipulation", Command::Stipulation),
    ("option", Command::Option),
    ("condition", Command::Condition),
    ("twin", Command::Twin),
    ("zeroposition", Command::ZeroPosition),
    ("title", Command::Text(Text::Title)),
    ("author", Command::Text(Text::Author)),
    ("origin", Command::Text(Text::Origin)),
    ("award", Command::Text(Text::Award)),
    ("remark", Command::Text(Text::Remark)),
    ("protocol", Command::Output),
    ("tracefile", Command::Output),
    ("latex", Command::Output),
    ("latexpieces", Command::Refused),
    ("sstipulation", Command::Refused),
    ("array", Command::Refused),
    ("initialgamearray", Command::Refused),
    ("input", Command::Refused),
    ("forsyth", Command::Forsyth),
    ("imitator", Command::Refused),
    ("gridchess", Command::Refused),
    ("board", Command::Refused),
];

/// A change of a twin that is refused by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RefusedChange {
    /// Other rules.
    Condition,
    /// Another way to write a stipulation, or other pieces for all of a kind.
    Command,
}

const REFUSED_CHANGES: [(&str, RefusedChange); 3] = [
    ("condition", RefusedChange::Condition),
    ("sstipulation", RefusedChange::Command),
    ("substitute", RefusedChange::Command),
];

/// Iterator over the problems of a file.
pub(crate) struct PopeyeReader<R> {
    lines: Lines<R>,
    /// The problem that is read; `None` before the first and after the last.
    draft: Option<Draft>,
    /// Language of the last first command.
    language: Language,
    /// The command whose words follow.
    current: Option<Command>,
    /// Words of the current command, with their places.
    words: Vec<(String, u64, u64)>,
    /// Number of twins.
    twins: usize,
    /// Length of the lines of the problem so far, in bytes.
    length: usize,
    /// A finished problem.
    done: Option<Statement>,
}

impl<R: BufRead> PopeyeReader<R> {
    pub(crate) fn new(input: R) -> Self {
        let lines = Lines::new(input, MAX_TEXT, RowFault::TextTooLong);
        Self {
            lines,
            draft: None,
            language: Language::default(),
            current: None,
            words: Vec::new(),
            twins: 0,
            length: 0,
            done: None,
        }
    }

    fn read_line(&mut self, NumberedLine { number, bytes }: NumberedLine) -> Option<Statement> {
        let fault = |fault| {
            Some(Statement { line: number, first_line: number, fault: Some(fault), ..Statement::default() })
        };
        let Ok(bytes) = bytes else { return fault(LineFault::TooLong) };
        let Ok(text) = str::from_utf8(&bytes) else { return fault(LineFault::NotText) };
        let text = text.trim_start_matches('\u{feff}');
        let mut rest_from = 0;
        self.length += bytes.len();
        for word in Word::all(text, number, 1) {
            let at = word.text.as_ptr() as usize - text.as_ptr() as usize;
            if at < rest_from {
                continue;
            }
            let command = self.command(word.text).filter(|command| self.takes(*command));
            let ends = matches!(command, Some(Command::Begin | Command::Next | Command::End));
            match command {
                _ if self.length > MAX_TEXT && self.draft.is_some() && !ends => {
                    self.drop_problem();
                    self.fail(InterchangeFault::TooLong, word);
                    rest_from = text.len();
                }
                Some(Command::Text(field)) => {
                    self.finish_command();
                    self.set_text(field, text[at + word.text.len()..].trim());
                    rest_from = text.len();
                }
                Some(Command::Forsyth) => {
                    self.finish_command();
                    if let Some(draft) = &mut self.draft {
                        let rest = &text[at + word.text.len()..];
                        let before = rest.len() - rest.trim_start().len();
                        let column = word.column + (word.text.chars().count() + before) as u64;
                        draft.set_forsyth(rest.trim(), Word { column, ..word });
                    }
                    rest_from = text.len();
                }
                Some(Command::Output) => {
                    self.finish_command();
                    rest_from = text.len();
                }
                Some(Command::Refused) => {
                    self.finish_command();
                    let fault = InterchangeFault::Command(word.text.to_owned());
                    self.fail(fault, word);
                    rest_from = text.len();
                }
                Some(command @ (Command::Begin | Command::Next | Command::End)) => {
                    self.finish_problem();
                    self.length = 0;
                    if command != Command::End {
                        self.language = Language::beginning(word.text).unwrap_or(self.language);
                        (self.draft, self.twins) = (Some(Draft::new(number, self.language)), 0);
                    }
                }
                Some(command) => {
                    self.finish_command();
                    self.current = Some(command);
                    self.words.push((word.text.to_owned(), word.line, word.column));
                }
                None if self.draft.is_none() => {}
                None if self.current.is_some() => {
                    self.words.push((word.text.to_owned(), word.line, word.column));
                }
                None => self.fail(InterchangeFault::Word(word.text.to_owned()), word),
            }
        }
        self.done.take()
    }

    /// Returns the command of a word.
    fn command(&self, word: &str) -> Option<Command> {
        let begin = Language::beginning(word).map(|_| Command::Begin);
        begin.or_else(|| abbreviated(self.language.command(word), &COMMANDS))
    }

    /// Returns whether a word can be this command: changes of twins have words of the same names.
    fn takes(&self, command: Command) -> bool {
        let is_change = matches!(command, Command::Stipulation | Command::Condition);
        let is_twin = matches!(self.current, Some(Command::Twin | Command::ZeroPosition));
        self.draft.is_some() && !(is_change && is_twin) || matches!(command, Command::Begin | Command::Next)
    }

    /// Drops what has been read of the problem but its name and its first fault.
    fn drop_problem(&mut self) {
        (self.words, self.current) = (Vec::new(), None);
        self.draft = self.draft.take().map(Draft::emptied);
    }

    fn fail(&mut self, fault: InterchangeFault, word: Word<'_>) {
        if let Some(draft) = &mut self.draft {
            draft.fail(fault, word.line, word.column);
        }
    }

    fn set_text(&mut self, field: Text, text: &str) {
        let Some(draft) = self.draft.as_mut().filter(|_| !text.is_empty()) else { return };
        let statement = &mut draft.statement;
        let (slot, between) = match field {
            Text::Title => (&mut statement.id, " "),
            Text::Author => (&mut statement.author, "; "),
            Text::Origin => (&mut statement.source, " "),
            Text::Award => return draft.add_column(BookDetail::Prize.name(), text),
            Text::Remark => return remark(draft, text),
        };
        if !slot.is_empty() {
            slot.push_str(between);
        }
        slot.push_str(text);
    }

    /// Ends the current command: reads its words.
    fn finish_command(&mut self) {
        let words = std::mem::take(&mut self.words);
        let (Some(command), Some(draft)) = (self.current.take(), &mut self.draft) else { return };
        let words: Vec<Word<'_>> =
            words.iter().map(|(text, line, column)| Word { text, line: *line, column: *column }).collect();
        let Some((name, words)) = words.split_first() else { return };
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        match command {
            Command::Pieces => {
                for &word in words {
                    if draft.language.player(word.text).eq_ignore_ascii_case("neutral") {
                        draft.fail(InterchangeFault::Player(word.text.to_owned()), word.line, word.column);
                    } else if !draft.begin_player(word) {
                        draft.add_pieces(word);
                    }
                }
            }
            Command::Stipulation => draft.add_stipulation(&texts.join(" ")),
            Command::Option => draft.add_options(words),
            Command::Condition => draft.add_condition(&texts.join(" "), name.line, name.column),
            Command::Twin | Command::ZeroPosition => {
                let is_zero = command == Command::ZeroPosition;
                let first = if is_zero || self.twins > 0 { self.twins } else { 1 };
                let letter = ('a'..='z').nth(first).unwrap_or('z');
                self.twins = first + 1;
                for (at, word) in words.iter().enumerate() {
                    let fault = match abbreviated(draft.language.change(word.text), &REFUSED_CHANGES) {
                        Some(RefusedChange::Condition) => {
                            InterchangeFault::Condition(texts[at + 1..].join(" "))
                        }
                        Some(RefusedChange::Command) => InterchangeFault::Command(word.text.to_owned()),
                        None => continue,
                    };
                    draft.fail(fault, word.line, word.column);
                }
                draft.add_twin(TwinText::read(letter, &texts.join(" "), draft.language));
            }
            _ => {}
        }
    }

    fn finish_problem(&mut self) {
        self.finish_command();
        self.done = self.draft.take().map(Draft::finish).or(self.done.take());
    }
}

impl<R: BufRead> Iterator for PopeyeReader<R> {
    type Item = io::Result<Statement>;

    fn next(&mut self) -> Option<io::Result<Statement>> {
        loop {
            match self.lines.next() {
                Some(Ok(line)) => {
                    if let Some(statement) = self.read_line(line) {
                        return Some(Ok(statement));
                    }
                }
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    self.finish_command();
                    let mut draft = self.draft.take()?;
                    let line = draft.statement.line;
                    draft.fail(InterchangeFault::Unended, line, 1);
                    return Some(Ok(draft.finish()));
                }
            }
        }
    }
}

/// Returns whether a name needs no quotation marks in a remark.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Returns the parts of a remark `name: value` or `name:`.
fn split_remark(text: &str) -> Option<(&str, &str)> {
    text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, "")))
}

/// Reads a remark: the column of a name before a colon, which may be in quotation marks, otherwise text.
fn remark(draft: &mut Draft, text: &str) {
    if let Some((name, end)) = unquoted(text)
        && let Some(("", value)) = split_remark(&text[end..])
        && !name.is_empty()
    {
        return draft.add_column(&name, value);
    }
    match split_remark(text).filter(|(name, _)| is_plain_name(name)) {
        Some(("key", value)) => value.clone_into(&mut draft.statement.keys),
        Some(("solutions", value)) => draft.set_solutions(value),
        Some(("source", value)) => value.clone_into(&mut draft.statement.source),
        Some(("twin", value)) => draft.statement.twin = lines(&draft.statement.twin, value),
        Some((name, value)) if !COLUMNS.contains(&name) => draft.add_column(name, value),
        _ => draft.add_column("remark", text),
    }
}

/// Returns a problem as the lines of Popeye between `BeginProblem` and `EndProblem`.
///
/// ```
/// # mod hexmate { pub use hexmate_position::*; pub use hexmate_problems::*; }
/// use hexmate::interchange::popeye_text;
/// use hexmate::{Game, ProblemFormat, Setup, Statement, statements};
///
/// let setup = Setup::from_fen(Game::GLINSKI, "w: Kf9 Rk7 Nf7 Pc4 d5; b: Kf6 Pf5")?;
/// let statement = Statement { stipulation: "#2".to_owned(), ..Statement::default() };
/// let text = popeye_text(&setup, &statement);
/// assert!(text.contains("  white Kf9 Rk7 Sf7 Pc4 Pd5\n"));
/// let file = format!("BeginProblem\n{text}EndProblem\n");
/// let read = statements(file.as_bytes(), ProblemFormat::Popeye).next().ok_or("no problem")??;
/// assert_eq!(read.setup(Game::GLINSKI)?, setup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn popeye_text(setup: &Setup, statement: &Statement) -> String {
    let mut sheet = Sheet::new(setup, statement);
    let mut text = String::new();
    let mut add = |command: &str, value: &str| {
        let is_remark = command.starts_with("Remark ") && command.ends_with(':');
        let lines = value.replace("\r\n", "\n");
        for line in lines.split(['\n', '\r']).map(str::trim).filter(|line| is_remark || !line.is_empty()) {
            let _ = writeln!(text, "{}", format!("{command} {line}").trim_end());
        }
    };
    add("Title", &statement.id);
    statement.author.split(';').for_each(|author| add("Author", author));
    add("Origin", &statement.source);
    if let Some(prize) = sheet.take_detail(BookDetail::Prize) {
        add(if prize.is_empty() { "Remark prize:" } else { "Award" }, &prize);
    }
    let claims = [
        ("Remark solutions:", sheet.solutions.clone()),
        ("Remark key:", statement.keys.replace(['\n', '\r'], " ")),
        ("Remark twin:", sheet.unwritten_twins.clone()),
    ];
    claims.iter().filter(|(_, value)| !value.is_empty()).for_each(|(command, value)| add(command, value));
    for further in &sheet.further {
        let is_text = |line: &str| split_remark(line).is_none() && !line.starts_with('"');
        let command = match further.name.as_str() {
            "remark" if !further.value.is_empty() && further.value.lines().all(is_text) => {
                "Remark".to_owned()
            }
            name if is_plain_name(name) && !COLUMNS.contains(&name) && name != OPTIONS => {
                format!("Remark {name}:")
            }
            name => format!("Remark {}:", quoted(name)),
        };
        add(&command, &further.value);
    }
    add("Condition", sheet.condition.unwrap_or_default());
    add("Stipulation", &sheet.stipulation.replace(['\n', '\r'], " "));
    sheet.options.iter().for_each(|option| add("Option", option));
    text.push_str("Pieces\n");
    for (colour, pieces) in &sheet.players {
        let _ = writeln!(text, "  {} {}", colour.name().to_lowercase(), pieces.join(" "));
    }
    for twin in &sheet.twins {
        let command = if twin.letter == 'a' { "ZeroPosition" } else { "Twin" };
        let _ = writeln!(text, "{command} {}", twin.whole());
    }
    text
}
