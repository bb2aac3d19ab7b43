//! `hexmate verify-certificate FILES…`.

use hexmate::batch::{Items, Panicked, Task, WorkItem};
use hexmate::certificate::{Certificate, one_line};
use hexmate::digest::Digest;
use hexmate::files::{Input, InputDigest};
use hexmate::mate::{Goal, Play, Stipulation, Victim};
use hexmate::notation::letter;
use hexmate::problem::Problem;
use hexmate::records::{Item, Records};
use hexmate::rules::Variant;
use hexmate::with_variant;
use serde::{Deserialize, Serialize};

use crate::args::{LongWork, VerifyCertificate};
use crate::context::Context;
use crate::diagnostic::{self, Color, Diagnostic, Location};
use crate::exit::{Failure, Status};
use crate::output::{Column, Field, Rows};
use crate::run::{Sink, Work};

/// Checks every certificate.
pub fn run(args: &VerifyCertificate, context: &Context<'_>) -> Result<Status, Failure> {
    let claims = args.problems.as_ref().map(|file| claims(file, context)).transpose()?;
    let files = args.files.clone().into_iter();
    let items = Items(files.map(|file| {
        let text = Input::open(&file)?.into_text()?;
        Ok(CertificateFile { file, text })
    }));
    let (input, progress) = (InputDigest::default(), context.progress(Some(args.files.len() as u64)));
    let work = Work { items, input, task: &Check { claims }, long: &LongWork::default(), progress };
    work.run(context, || {
        let rows = Rows::open(&args.output, columns())?;
        Ok(Outputs { rows, color: context.color, holding: 0, refused: 0 })
    })
}

/// A file that claims to hold a certificate.
struct CertificateFile {
    file: String,
    text: String,
}

impl WorkItem for CertificateFile {
    fn name(&self) -> String {
        self.file.clone()
    }

    fn identity(&self) -> Digest {
        Digest::of(&format!("{}\n{}", self.file, self.text))
    }

    fn hash(&self) -> u64 {
        Digest::of(&self.text).to_number()
    }
}

/// How certificates are checked.
struct Check {
    /// The problems that may be certified, if those are named.
    claims: Option<Vec<Claim>>,
}

impl Task for Check {
    type Item = CertificateFile;
    type Found = Judged;

    fn work(&self, CertificateFile { file, text }: CertificateFile) -> Judged {
        Judged::of(&file, &text, self.claims.as_deref())
    }

    fn panicked(&self, panic: &Panicked) -> Judged {
        Judged::refused("", None, "panic", &panic.to_string())
    }
}

/// The table of certificates.
struct Outputs {
    rows: Rows,
    color: Color,
    holding: u64,
    refused: u64,
}

impl Sink for Outputs {
    type Found = Judged;

    fn take(&mut self, judged: Judged) -> Result<(), Failure> {
        match &judged.complaint {
            None => self.holding += 1,
            Some(complaint) => {
                self.refused += 1;
                diagnostic::complain(complaint, self.color);
            }
        }
        Ok(self.rows.write(&judged.row)?)
    }

    fn finish(self, context: &Context<'_>, read: u64) -> Result<Status, Failure> {
        self.rows.finish()?;
        let holding = self.holding;
        context.note(format_args!(
            "{holding} of {read} certificates hold; they do not say that there is no other key and no shorter mate"
        ));
        Ok(if self.refused == 0 { Status::Clean } else { Status::Findings })
    }
}

fn columns() -> Vec<Column> {
    vec![
        Column::words("file", 24),
        Column::words("status", 15),
        Column::words("id", 16),
        Column::words("variant", 9),
        Column::words("proves", 0),
        Column::numbers("keys", 0),
        Column::numbers("nodes", 0),
        Column::numbers("positions", 0),
        Column::words("message", 0),
    ]
}

/// What became of a file.
#[derive(Serialize, Deserialize)]
struct Judged {
    row: Vec<Field>,
    complaint: Option<String>,
}

impl Judged {
    fn of(file: &str, text: &str, claims: Option<&[Claim]>) -> Self {
        let read = Certificate::read(text);
        let fault = match &read {
            Ok(certificate) => match certificate.check() {
                Ok(_) if claims.is_some_and(|claims| !Claim::is_among(claims, certificate)) => {
                    let message = "no problem of the file has this name, game, position and length";
                    return Self::refused(file, Some(certificate), "another-problem", message);
                }
                Ok(checked) => {
                    let row = row(file, Some(certificate), Some(checked.positions), "holds", "");
                    return Self { row, complaint: None };
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
        Self { complaint, ..Self::refused(file, read.as_ref().ok(), fault.kind.code(), &message) }
    }

    fn refused(file: &str, certificate: Option<&Certificate>, code: &str, message: &str) -> Self {
        Self { row: row(file, certificate, None, code, message), complaint: Some(message.to_owned()) }
    }
}

/// The row of a file: what it claims, if that could be read, and `holds` or a stable name of what is wrong.
fn row(
    file: &str,
    certificate: Option<&Certificate>,
    positions: Option<u64>,
    code: &str,
    message: &str,
) -> Vec<Field> {
    let text = |text: fn(&Certificate) -> String| certificate.map_or(Field::Nothing, |c| text(c).into());
    let number = |number: fn(&Certificate) -> usize| certificate.map(|c| number(c) as u64).into();
    vec![
        file.into(),
        code.into(),
        text(|certificate| certificate.id.clone()),
        text(|certificate| certificate.game.clone()),
        text(Certificate::stipulation),
        number(|certificate| certificate.keys.len()),
        number(|certificate| certificate.nodes.len()),
        positions.into(),
        message.into(),
    ]
}

/// A problem that may be certified: name, game, position, victim, and the most moves.
struct Claim {
    id: String,
    game: String,
    fen: String,
    victim: Option<char>,
    moves: u32,
}

/// The direct mates of a file.
fn claims(file: &str, context: &Context<'_>) -> Result<Vec<Claim>, Failure> {
    let mut claims = Vec::new();
    for record in Records::new(&[file.to_owned()]) {
        match record?.item {
            Item::Statement(statement) => {
                let Ok(game) = statement.game(context.asked_game()) else { continue };
                with_variant!(game, V => {
                    let problem = Problem::<V>::from_statement(&statement, None);
                    claims.extend(problem.ok().and_then(|problem| Claim::of(&statement.id, &problem)));
                });
            }
            Item::Game(_) | Item::Stray(_) | Item::Nothing(_) => {}
        }
    }
    Ok(claims)
}

impl Claim {
    fn of<V: Variant>(id: &str, problem: &Problem<V>) -> Option<Self> {
        let Stipulation { play, goal, moves, victim } = problem.stipulation;
        let victim = match victim {
            Victim::Any => None,
            Victim::Named(victim) => Some(letter::<V>(victim)),
        };
        let fen = problem.position.to_fen();
        let claim = Self { id: one_line(id), game: V::NAME.to_owned(), fen, victim, moves };
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
