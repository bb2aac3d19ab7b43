//! The task of `verify-certificate`: checks certificates of mates, and compares them with a list of problems.

use serde::{Deserialize, Serialize};

use hexmate_batch::digest::Digest;
use hexmate_batch::{Panicked, Task, WorkItem};
use hexmate_core::mate::{Goal, Play, Stipulation, Victim};
use hexmate_position::Game;
use hexmate_position::letter;
use hexmate_problems::certificate::{Certificate, one_line};
use hexmate_problems::{Problem, Statement};
use hexmate_report::{Diagnostic, Location};

/// A certificate file to check.
#[derive(Clone, Debug)]
pub struct CertificateFile {
    /// Name of the file.
    pub file: String,
    /// Content of the file.
    pub text: String,
}

impl WorkItem for CertificateFile {
    fn name(&self) -> String {
        self.file.clone()
    }

    fn identity(&self) -> Digest {
        Digest::of(&format!("{}\n{}", self.file, self.text))
    }

    fn hash(&self) -> u64 {
        Digest::of(&self.text).to_u64()
    }

    fn size(&self) -> usize {
        self.text.len()
    }
}

/// Task that checks certificates.
#[derive(Clone, Debug, Default)]
pub struct CheckCertificate {
    /// Problems of which a certificate must prove one; any problem if `None`.
    pub expected: Option<Vec<ExpectedProblem>>,
}

impl Task for CheckCertificate {
    type Item = CertificateFile;
    type Output = CheckedCertificate;

    fn work(&self, CertificateFile { file, text }: CertificateFile) -> CheckedCertificate {
        CheckedCertificate::of(&file, &text, self.expected.as_deref())
    }

    fn panicked(&self, panic: &Panicked) -> CheckedCertificate {
        CheckedCertificate::default().rejected("panic", &panic.to_string())
    }
}

/// The result of checking a certificate.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CheckedCertificate {
    /// Name of the file.
    pub file: String,
    /// `holds`, or the stable code of the fault.
    pub code: String,
    /// Summary of the certificate; `None` if it cannot be parsed.
    pub summary: Option<CertificateSummary>,
    /// Number of positions visited, if the certificate holds.
    pub positions: Option<u64>,
    /// The fault in one line, for tables.
    pub message: String,
    /// The fault with source text, for terminals.
    pub report: Option<String>,
}

/// The claim and the size of a certificate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CertificateSummary {
    /// Name of the problem.
    pub id: String,
    /// Name of the game.
    pub game: String,
    /// Stipulation proved, such as `#3`.
    pub proves: String,
    /// Number of keys.
    pub keys: u64,
    /// Number of nodes.
    pub nodes: u64,
}

impl CheckedCertificate {
    fn of(file: &str, text: &str, expected: Option<&[ExpectedProblem]>) -> Self {
        let read = Certificate::parse(text);
        let summary = read.as_ref().ok().map(|certificate| CertificateSummary {
            id: certificate.id.clone(),
            game: certificate.game.clone(),
            proves: certificate.stipulation(),
            keys: certificate.keys.len() as u64,
            nodes: certificate.nodes.len() as u64,
        });
        let begun = Self { file: file.to_owned(), summary, ..Self::default() };
        let is_foreign = |certificate| {
            expected.is_some_and(|problems| !problems.iter().any(|problem| problem.is_proved_by(certificate)))
        };
        let fault = match &read {
            Ok(certificate) => match certificate.check() {
                Ok(_) if is_foreign(certificate) => {
                    let message = "no problem of the file has this name, game, position and length";
                    return begun.rejected("another-problem", message);
                }
                Ok(positions) => {
                    return Self { code: "holds".to_owned(), positions: Some(positions), ..begun };
                }
                Err(fault) => fault,
            },
            Err(fault) => fault.clone(),
        };
        let (line, column) = (fault.line, fault.column);
        let diagnostic = Diagnostic {
            message: fault.kind.to_string(),
            code: fault.kind.code().into(),
            location: Location { file: file.to_owned(), line, column },
            text: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
        };
        let report = Some(diagnostic.to_string());
        let message = format!("{line}:{column}: {}", diagnostic.message);
        Self { report, ..begun.rejected(fault.kind.code(), &message) }
    }

    fn rejected(self, code: &str, message: &str) -> Self {
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { code, report: Some(message.clone()), message, ..self }
    }
}

/// A direct mate that a certificate may prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedProblem {
    id: String,
    game: String,
    fen: String,
    /// Letter of the player to be mated; any player if `None`.
    victim: Option<char>,
    /// Largest length, in moves.
    moves: u32,
}

impl ExpectedProblem {
    /// Returns a problem and its twins, without those that are not direct mates or cannot be read.
    ///
    /// `game` is the game of all problems; if `None`, the statement names its own.
    pub fn of_statement(statement: &Statement, game: Option<Game>) -> Vec<Self> {
        let Ok(game) = statement.game(game) else { return Vec::new() };
        let Ok(problem) = Problem::from_statement(game, statement, None) else { return Vec::new() };
        let twins = problem.twins(&statement.all_twins());
        let twins =
            twins.iter().filter_map(|twin| Self::of(&twin.name(&statement.id), twin.problem.as_ref().ok()?));
        Self::of(&statement.id, &problem).into_iter().chain(twins).collect()
    }

    fn of(id: &str, problem: &Problem) -> Option<Self> {
        let game = problem.position.game();
        let Stipulation { play, goal, moves, victim } = problem.stipulation;
        let victim = match victim {
            Victim::Any => None,
            Victim::Named(victim) => Some(letter(&game, victim)),
        };
        let fen = problem.position.to_fen();
        let expected = Self { id: one_line(id), game: game.name.to_owned(), fen, victim, moves };
        ((play, goal) == (Play::Direct, Goal::Mate)).then_some(expected)
    }

    /// Returns whether a certificate is of this problem and not longer than its stipulation.
    fn is_proved_by(&self, certificate: &Certificate) -> bool {
        let is_same = (&self.id, &self.game, &self.fen, self.victim)
            == (&certificate.id, &certificate.game, &certificate.position, certificate.victim);
        is_same && certificate.moves <= self.moves
    }
}
