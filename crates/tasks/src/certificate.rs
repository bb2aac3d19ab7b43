//! Certificates of mates checked, and compared with the problems that they may be of.

use serde::{Deserialize, Serialize};

use hexmate_batch::digest::Digest;
use hexmate_batch::{Panicked, Task, WorkItem};
use hexmate_core::mate::{Goal, Play, Stipulation, Victim};
use hexmate_position::Game;
use hexmate_position::letter;
use hexmate_problems::certificate::{Certificate, one_line};
use hexmate_problems::{Problem, Statement};
use hexmate_report::{Diagnostic, Location};

/// A file that claims to hold a certificate.
#[derive(Clone, Debug)]
pub struct CertificateFile {
    /// The name of the file.
    pub file: String,
    /// What stands in it.
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
}

/// How certificates are checked.
#[derive(Clone, Debug, Default)]
pub struct CheckCertificate {
    /// The problems that may be certified, if those are named.
    pub claims: Option<Vec<Claim>>,
}

impl Task for CheckCertificate {
    type Item = CertificateFile;
    type Output = CheckedCertificate;

    fn work(&self, CertificateFile { file, text }: CertificateFile) -> CheckedCertificate {
        CheckedCertificate::of(&file, &text, self.claims.as_deref())
    }

    fn panicked(&self, panic: &Panicked) -> CheckedCertificate {
        CheckedCertificate::default().refused("panic", &panic.to_string())
    }
}

/// What became of a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CheckedCertificate {
    /// The name of the file.
    pub file: String,
    /// `holds`, or a stable name of what is wrong.
    pub code: String,
    /// What it claims, if that could be read.
    pub claimed: Option<Claimed>,
    /// Positions that were looked at, if it holds.
    pub positions: Option<u64>,
    /// What is wrong, for tables.
    pub message: String,
    /// What is wrong, for people.
    pub complaint: Option<String>,
}

/// What a certificate claims.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claimed {
    /// The name of the problem.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// What is proved, as in `#3`.
    pub proves: String,
    /// How many keys.
    pub keys: u64,
    /// How many nodes.
    pub nodes: u64,
}

impl CheckedCertificate {
    fn of(file: &str, text: &str, claims: Option<&[Claim]>) -> Self {
        let read = Certificate::read(text);
        let claimed = read.as_ref().ok().map(|certificate| Claimed {
            id: certificate.id.clone(),
            game: certificate.game.clone(),
            proves: certificate.stipulation(),
            keys: certificate.keys.len() as u64,
            nodes: certificate.nodes.len() as u64,
        });
        let begun = Self { file: file.to_owned(), claimed, ..Self::default() };
        let fault = match &read {
            Ok(certificate) => match certificate.check() {
                Ok(_) if claims.is_some_and(|claims| !Claim::is_among(claims, certificate)) => {
                    let message = "no problem of the file has this name, game, position and length";
                    return begun.refused("another-problem", message);
                }
                Ok(checked) => {
                    let positions = Some(checked.positions);
                    return Self { code: "holds".to_owned(), positions, ..begun };
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
        let complaint = Some(diagnostic.to_string());
        let message = format!("{line}:{column}: {}", diagnostic.message);
        Self { complaint, ..begun.refused(fault.kind.code(), &message) }
    }

    fn refused(self, code: &str, message: &str) -> Self {
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { code, complaint: Some(message.clone()), message, ..self }
    }
}

/// A problem that may be certified: name, game, position, victim, and the most moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    id: String,
    game: String,
    fen: String,
    victim: Option<char>,
    moves: u32,
}

impl Claim {
    /// What a problem and its twins allow to be certified, as far as they are direct mates.
    pub fn of_statement(statement: &Statement, asked: Option<Game>) -> Vec<Self> {
        let Ok(game) = statement.game(asked) else { return Vec::new() };
        let Ok(problem) = Problem::from_statement(game, statement, None) else { return Vec::new() };
        let twins = problem.twins(&statement.twin);
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
        let claim = Self { id: one_line(id), game: game.name.to_owned(), fen, victim, moves };
        ((play, goal) == (Play::Direct, Goal::Mate)).then_some(claim)
    }

    fn is_among(claims: &[Self], certificate: &Certificate) -> bool {
        claims.iter().any(|claim| {
            let is_same = (&claim.id, &claim.game, &claim.fen, claim.victim)
                == (&certificate.id, &certificate.game, &certificate.position, certificate.victim);
            is_same && certificate.moves <= claim.moves
        })
    }
}
