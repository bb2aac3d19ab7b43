//! Reports of `solve`: the table with one row for each problem or twin, and the solution in all other forms.

mod cells;
mod claim;
mod compact;
mod epd;
mod forms;
mod input_columns;
mod lines;
mod look;
mod merits;
mod pgn;
mod printed;
mod printed_twin;
mod record;
mod spelling;
mod summary;
mod terminal;
mod text;
mod tree;

use std::time::Duration;

use serde_json::{Value, json};

use super::further;
use super::moves::{san, uci};
use super::row::{TableRow, columns, meaning};
use cells::Lists;
use claim::JudgedClaim;
pub use forms::SolveForm;
use hexmate_batch::terminal::{Painted, one_line};
use hexmate_core::mate::{BasicSolution, FullSolution, LongMate, Stop, Verdict};
use hexmate_core::rules::PlayerSet;
use hexmate_position::{Game, Position, Setup};
use hexmate_position::{Letters, Long, letter};
use hexmate_problems::themes::Merits;
use hexmate_problems::{Further, Problem, ProblemError, Refusal, StatedStipulation, Statement, Twin};
#[cfg(test)]
pub(crate) use input_columns::STATUSES;
pub use input_columns::is_verdict;
pub(crate) use look::code as language_code;
pub use look::{Captions, Hidden, PrintedSetPlay, SolveLook, TextStyle};
pub(crate) use printed_twin::printed_twin;
pub use record::SolveRecord;
pub use summary::{SolveOutcome, SolveSummary};

/// JSON Schema of the objects that `--format json` and `--jsonl` write.
pub const SCHEMA: &str = include_str!("../solve.schema.json");

/// Version of [`SCHEMA`], incremented when a member changes its meaning or is removed.
const SCHEMA_VERSION: u32 = 1;

/// Mark of a sound problem whose whole solution tree was searched: the program and its version.
const TESTED: &str = concat!("C+ hexmate ", env!("CARGO_PKG_VERSION"));

/// The result of one problem or twin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveRow {
    id: String,
    /// Label and change of the twin, `a)` for the diagram; empty without twins.
    twin: String,
    /// Name in files: the id, and the letter of a twin.
    name: String,
    variant: String,
    title: &'static str,
    fen: String,
    pieces: String,
    /// The pieces with their cells.
    piece_list: String,
    /// Stipulation with what its text says about the solution.
    stipulation: String,
    /// Stipulation without a number of solutions, for captions.
    printed_stipulation: String,
    status: &'static str,
    findings: Option<Findings>,
    tree: Option<Value>,
    expected: String,
    as_expected: Option<bool>,
    time: Option<Duration>,
    message: String,
    /// Reason why the search was stopped, if it was.
    stopped: Option<Stop>,
    victims: Vec<char>,
    author: String,
    source: String,
    further: Vec<Further>,
    /// Claimed keys of the diagram or of its first twin, as written.
    claimed_keys: String,
    /// Claimed number of solutions, unless the stipulation states it.
    claimed_solutions: String,
    /// Text of the twins, if they have no rows of their own.
    twins: String,
    claim: JudgedClaim,
    merits: Option<Merits>,
}

/// The findings of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Findings {
    mate_in: Option<u32>,
    keys: Vec<String>,
    keys_long: Vec<String>,
    keys_uci: Vec<String>,
    lists: Lists,
    complete: bool,
    /// Number of solutions, such as `3 keys`, if there are several.
    count: String,
    /// Summary for the end line.
    summary: String,
    nodes: u64,
}

impl SolveRow {
    /// Creates the row of a searched problem; `time` is `None` if times are not shown.
    pub fn solved(
        statement: &Statement,
        problem: &Problem,
        full: &FullSolution,
        time: Option<Duration>,
    ) -> Self {
        let solution = &full.solution;
        let verdict = solution.verdict_for(problem.solutions.unwrap_or(1));
        let (position, keys) = (&problem.position, &solution.keys);
        let long = |m| Long { position, m, letters: &Letters::ENGLISH }.to_string();
        let stated = StatedStipulation::of(statement, problem);
        let message = solution.stopped.map(|stop| stop_message(stop, position, solution));
        let claim = JudgedClaim::new(problem, full);
        let message = join_messages(message.unwrap_or_default(), &claim.message);
        let as_expected = claim::is_as_expected(problem, full);
        let hint = if as_expected { None } else { claim::turn_hint(problem) };
        let message = join_messages(message, hint.as_deref().unwrap_or_default());
        Self {
            variant: position.game().name.to_owned(),
            title: position.game().title,
            fen: position.to_fen(),
            pieces: piece_count(position),
            piece_list: Setup::from(position).to_pieces(&Letters::ENGLISH),
            expected: claim::expectation(statement, problem),
            claimed_solutions: claim::claimed_solutions(statement, problem, &stated),
            stipulation: stated.text(&position.game()),
            printed_stipulation: stated.printed(&position.game()),
            status: verdict.word(),
            findings: Some(Findings {
                mate_in: solution.mate_in,
                keys: keys.iter().map(|&m| san(position, m)).collect(),
                keys_long: keys.iter().map(|&m| long(m)).collect(),
                keys_uci: keys.iter().map(|&m| uci(position, m)).collect(),
                lists: Lists::new(position, full),
                complete: solution.stopped.is_none(),
                count: text::count(solution),
                summary: text::summary(full),
                nodes: solution.nodes,
            }),
            as_expected: Some(as_expected),
            time,
            stopped: solution.stopped,
            claim,
            ..Self::unread(statement, message)
        }
    }

    /// Returns the row as that of twin a): the diagram, or with its change if the diagram is not a problem.
    pub fn as_first_of_twins(self, change: &str) -> Self {
        Self { twin: format!("a) {change}").trim_end().to_owned(), twins: String::new(), ..self }
    }

    /// Returns the row as that of a twin; an invalid twin has no position, unless it is illegal.
    pub fn as_twin(self, twin: &Twin) -> Self {
        let name = twin.name(&self.id);
        let [fen, piece_list] = match (&twin.problem, &twin.illegal) {
            (Ok(_), _) => [self.fen, self.piece_list],
            (Err(_), Some(illegal)) => [illegal.to_fen(), illegal.to_pieces(&Letters::ENGLISH)],
            (Err(_), None) => [const { String::new() }; 2],
        };
        Self {
            twin: format!("{} {}", twin.label, twin.change).trim().to_owned(),
            name,
            fen,
            piece_list,
            claimed_keys: String::new(),
            twins: String::new(),
            ..self
        }
    }

    /// Returns the letter of the twin or of the diagram with twins.
    pub fn twin_letter(&self) -> Option<char> {
        self.twin.trim_start_matches('+').chars().next()
    }

    /// Returns the name in a heading: the id or `-`, and the label of a twin.
    fn heading(&self) -> String {
        let id = if self.id.is_empty() { "-" } else { &self.id };
        let label = self.twin.split(' ').next().unwrap_or_default();
        format!("{id} {label}").trim_end().to_owned()
    }

    /// Returns the row with the tree of its solution, for JSON.
    pub fn with_tree(self, problem: &Problem, full: &FullSolution) -> Self {
        Self { tree: Some(tree::tree(&problem.position, full)), ..self }
    }

    /// Returns the whole solution in the layout of Popeye; see `text.rs`.
    pub fn solution_text(&self, problem: &Problem, full: &FullSolution) -> String {
        self.page(&text::body(&problem.position, full))
    }

    /// Returns the text of a problem that could not be searched.
    pub fn refusal_text(&self) -> String {
        self.page("")
    }

    /// Returns whether the verdict is `SOUND`.
    fn is_sound(&self) -> bool {
        self.status == Verdict::Sound.word()
    }

    /// Returns the status line: name, game, stipulation, number of pieces, verdict.
    fn headline(&self) -> String {
        let heading = self.heading();
        let heading =
            self.twin.split_once(' ').map_or(heading.clone(), |(_, change)| format!("{heading} {change}"));
        let findings = self.findings.as_ref();
        let mut status = self.status.to_owned();
        if let Some(Findings { count, .. }) = findings.filter(|findings| !findings.count.is_empty()) {
            status = format!("{status} ({count})");
        }
        let tested = if self.is_sound() { "C+" } else { "" };
        let head = [&*heading, self.title, &self.stipulation, &self.pieces, &status, tested];
        let head: Vec<&str> = head.into_iter().filter(|word| !word.is_empty()).collect();
        one_line(&head.join("   ")).into_owned()
    }

    /// Returns a text that begins with the status line, with its verdict.
    pub(super) fn with_verdict(&self, text: String) -> Painted {
        let heading = self.heading();
        let heading =
            self.twin.split_once(' ').map_or(heading.clone(), |(_, change)| format!("{heading} {change}"));
        let before = [&*heading, self.title, &self.stipulation, &self.pieces];
        let before: Vec<&str> = before.into_iter().filter(|word| !word.is_empty()).collect();
        let start = one_line(&(before.join("   ") + "   ")).len();
        Painted { text, verdict: start..start + self.status.len(), meaning: meaning(self.status) }
    }

    /// Returns the status line, the body, the end line and an empty line.
    fn page(&self, body: &str) -> String {
        let [message, claim] = [&self.message, &self.claim.message].map(|text| one_line(text));
        let end = match &self.findings {
            Some(Findings { complete: true, summary, .. }) => format!("complete: {summary}"),
            Some(Findings { summary, .. }) => format!("not complete: {message}; so far {summary}"),
            None => format!("not searched: {message}"),
        };
        let claim = if claim.is_empty() { String::new() } else { format!("{claim}\n") };
        format!("{}\n{claim}{body}\n{end}\n\n", self.headline())
    }

    /// Returns the solution as a PGN game with variations.
    ///
    /// Keys and tries are its first moves; threats and set play, which need a pass, are comments.
    pub fn solution_pgn(&self, problem: &Problem, full: &FullSolution) -> String {
        let event = self.heading();
        let event = if event == "-" { "?" } else { &event };
        let tags = [
            ("Event", event),
            ("Stipulation", &self.stipulation),
            ("Status", self.status),
            ("Author", &self.author),
            ("Source", &self.source),
            ("Key", &self.claimed_keys),
            ("Solutions", &self.claimed_solutions),
            ("Claim", &self.claim.message),
            ("OfTwin", &self.twin),
        ];
        let tags = further::tags(&tags, &self.further);
        format!("{}\n", pgn::annotated(&problem.position, full, tags, &self.claim.message))
    }

    /// Creates the row of a record that is not a valid problem.
    pub fn refused(statement: &Statement, refusal: &Refusal) -> Self {
        let row = Self::unread(statement, refusal.message.clone());
        let Some(game) = refusal.game else { return row };
        let status = if refusal.is_illegal { "ILLEGAL" } else { row.status };
        Self { status, variant: game.name.to_owned(), title: game.title, ..row }
    }

    /// Creates the row of a twin that is not a valid problem; `message` contains its place and code.
    pub fn refused_twin(game: Game, statement: &Statement, error: &ProblemError, message: String) -> Self {
        let refusal = Refusal { game: Some(game), is_illegal: error.is_illegal_position(), message };
        Self::refused(statement, &refusal)
    }

    /// Creates the row of a statement whose game is unknown.
    pub fn unread(statement: &Statement, message: String) -> Self {
        Self {
            id: statement.id.clone(),
            twin: String::new(),
            name: statement.id.clone(),
            variant: statement.variant.clone(),
            title: "",
            fen: statement.fen.clone(),
            pieces: String::new(),
            piece_list: String::new(),
            stipulation: statement.stipulation.clone(),
            printed_stipulation: statement.stipulation.clone(),
            status: "BAD_INPUT",
            findings: None,
            tree: None,
            expected: String::new(),
            as_expected: None,
            time: None,
            message,
            stopped: None,
            victims: Vec::new(),
            author: statement.author.clone(),
            source: statement.source.clone(),
            further: input_columns::from_statement(statement),
            claimed_keys: statement.keys.clone(),
            claimed_solutions: statement.solutions.clone(),
            twins: statement.twin.clone(),
            claim: JudgedClaim::default(),
            merits: None,
        }
    }

    /// Returns the row with the players whom the solution mates; they are not named in a game for two.
    pub fn with_victims(self, game: Game, victims: Result<PlayerSet, Stop>) -> Self {
        match victims {
            Ok(victims) if game.players > 2 => {
                Self { victims: victims.iter().map(|victim| letter(&game, victim)).collect(), ..self }
            }
            Err(stop) if self.stopped.is_none() => {
                let message = format!("{}; not all victims are known", limit_message(stop));
                let message = join_messages(message, &self.message);
                Self { message, stopped: Some(stop), ..self }
            }
            _ => self,
        }
    }

    /// Returns the title of the diagram: id, label of the twin, stipulation. It gives no part of the solution away.
    pub fn title(&self) -> String {
        let label = self.twin.split(' ').next().unwrap_or_default();
        let words = [&self.id, label, &self.printed_stipulation].into_iter().filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the id; may be empty.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the id with the letter of a twin.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl TableRow for SolveRow {
    columns! { self;
        {
            let findings = self.findings.as_ref();
            let lists = findings.map(|findings| &findings.lists);
        }
        id: self.id,
        variant: self.variant,
        fen: self.fen,
        stipulation: self.stipulation,
        status: self.status,
        mate_in: findings.and_then(|findings| findings.mate_in),
        keys: findings.map(|findings| &findings.keys),
        keys_uci: findings.map(|findings| &findings.keys_uci),
        n_keys: findings.map(|findings| findings.keys.len()),
        tries: lists.and_then(|lists| lists.tries.as_ref()),
        set_play: lists.and_then(|lists| lists.set_play.as_ref()),
        threats: lists.and_then(|lists| lists.threats.as_ref()),
        duals: lists.and_then(|lists| lists.duals.as_ref()),
        variations: lists.and_then(|lists| lists.variations.as_ref()),
        computer_tested: self.is_sound().then_some(TESTED),
        expected: self.expected,
        as_expected: self.as_expected,
        nodes: findings.map(|findings| findings.nodes),
        time_ms: self.time.map(|time| time.as_millis()),
        message: self.message,
        victim: self.victims,
        author: self.author,
        source: self.source,
        claim: self.claim.code,
        try_play: lists.and_then(|lists| lists.try_play.as_ref()),
        of_twin: self.twin,
        themes: self.theme_codes(),
        quality: self.merits.map(|merits| merits.quality),
        difficulty: self.merits.map(|merits| merits.difficulty),
        pieces: self.piece_list,
        key: self.claimed_keys,
        solutions: self.claimed_solutions,
        twin: self.twins,
    }

    fn extras(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("claimed_keys", json!(self.claim.keys)),
            (further::REST, further::object(&self.further)),
            ("schema_version", json!(SCHEMA_VERSION)),
            ("solution", json!(self.tree)),
        ]
    }

    /// Returns one line: name, game, stipulation, number of pieces, verdict, keys.
    fn to_text(&self) -> String {
        self.line().text
    }
}

/// Joins two messages, of which each may be empty, with a semicolon.
fn join_messages(first: String, second: &str) -> String {
    let between = if first.is_empty() || second.is_empty() { "" } else { "; " };
    first + between + second
}

/// Returns the number of pieces of each player, `8+5`.
fn piece_count(position: &Position) -> String {
    let pieces = position.pieces();
    let count = |player| pieces.iter().filter(|(_, piece)| piece.owner == player).count();
    let counts = position.living().iter().map(|player| count(player).to_string());
    counts.collect::<Vec<_>>().join("+")
}

fn stop_message(stop: Stop, position: &Position, solution: &BasicSolution) -> String {
    let mut claims = vec![limit_message(stop).to_owned()];
    match (solution.mate_in, solution.refuted) {
        _ if solution.are_keys_complete => {
            claims.push("length and keys are certain, the rest is incomplete".to_owned());
        }
        (Some(moves), _) => claims.push(format!("mate in {moves} is certain, more keys are possible")),
        (None, 0) => {}
        (None, moves) => claims.push(format!("certainly no mate in {moves}")),
    }
    if let (None, Some(LongMate { key, moves })) = (solution.mate_in, solution.long_mate) {
        let open = if moves == solution.refuted + 1 { "other keys are" } else { "a shorter one is" };
        claims.push(format!("a mate in {moves} by {} is certain, {open} possible", uci(position, key)));
    }
    claims.join("; ")
}

fn limit_message(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "node limit reached",
        Stop::Time => "time limit reached",
        Stop::Interrupted => "interrupted",
    }
}
