//! `hexmate verify-certificate FILES…`.

use hexmate::certificate::{Certificate, one_line};
use hexmate::mate::{Goal, Play, Stipulation, Victim};
use hexmate::notation::letter;
use hexmate::problem::Problem;
use hexmate::rules::{Game, Variant};
use hexmate::with_variant;

use crate::args::VerifyCertificate;
use crate::context::Context;
use crate::diagnostic::{self, Diagnostic, Place};
use crate::exit::{Failure, Status};
use crate::input::Input;
use crate::output::{Column, Field, Rows};
use crate::records::{Item, Records};

/// Checks every certificate.
pub fn run(args: &VerifyCertificate, context: &Context<'_>) -> Result<Status, Failure> {
    let claims = args.problems.as_ref().map(|file| claims(file, context)).transpose()?;
    let mut rows = Rows::open(&args.output, columns())?;
    let mut status = Status::Clean;
    let mut holding = 0_u64;
    let count = Some(args.files.len() as u64);
    let check = |file: &String| -> Result<Judged, Failure> {
        Ok(Judged::of(file, &Input::open(file)?.into_text()?, claims.as_deref()))
    };
    let done = context.batch(&args.files, count, check, |number, judged| {
        let file = &args.files[number as usize - 1];
        let judged = judged.unwrap_or_else(|panic| Ok(Judged::panicked(&panic.to_string())));
        let judged = match judged {
            Ok(judged) => judged,
            Err(failure) => {
                status = status.max(failure.report(context.color()));
                return Ok(());
            }
        };
        match &judged.complaint {
            None => holding += 1,
            Some(complaint) => {
                status = status.max(Status::Findings);
                diagnostic::complain(complaint, context.color());
            }
        }
        rows.write(&judged.row(file))
    })?;
    rows.finish()?;
    context.note(format_args!(
        "{holding} of {} certificates hold; they do not say that there is no other key and no shorter mate",
        done.read
    ));
    Ok(context.ended(done, status))
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
#[derive(Default)]
struct Judged {
    /// What it claims, if that could be read.
    certificate: Option<Certificate>,
    positions: Option<u64>,
    /// `holds`, or a stable name of what is wrong.
    code: String,
    message: String,
    complaint: Option<String>,
}

impl Judged {
    fn of(file: &str, text: &str, claims: Option<&[Claim]>) -> Self {
        let read = Certificate::read(text);
        let fault = match &read {
            Ok(certificate) => match certificate.check() {
                Ok(_) if claims.is_some_and(|claims| !Claim::is_among(claims, certificate)) => {
                    let message = "no problem of the file has this name, game, position and length";
                    return Self { certificate: read.ok(), ..Self::refused("another-problem", message) };
                }
                Ok(checked) => {
                    let positions = Some(checked.positions);
                    let code = "holds".to_owned();
                    return Self { certificate: read.ok(), positions, code, ..Self::default() };
                }
                Err(fault) => fault,
            },
            Err(fault) => fault.clone(),
        };
        let (line, column) = (fault.line, fault.column);
        let diagnostic = Diagnostic {
            message: fault.kind.to_string(),
            code: fault.kind.code().into(),
            place: Place { file: file.to_owned(), line, column },
            text: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
        };
        let complaint = Some(diagnostic.to_string());
        let message = format!("{line}:{column}: {}", diagnostic.message);
        Self { certificate: read.ok(), complaint, ..Self::refused(fault.kind.code(), &message) }
    }

    fn refused(code: &str, message: &str) -> Self {
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { code, complaint: Some(message.clone()), message, ..Self::default() }
    }

    fn panicked(message: &str) -> Self {
        Self::refused("panic", message)
    }

    fn row(&self, file: &str) -> Vec<Field> {
        let certificate = self.certificate.as_ref();
        let text = |text: fn(&Certificate) -> String| certificate.map_or(Field::Nothing, |c| text(c).into());
        let number = |number: fn(&Certificate) -> usize| certificate.map(|c| number(c) as u64).into();
        vec![
            file.into(),
            self.code.as_str().into(),
            text(|certificate| certificate.id.clone()),
            text(|certificate| certificate.game.clone()),
            text(Certificate::stipulation),
            number(|certificate| certificate.keys.len()),
            number(|certificate| certificate.nodes.len()),
            self.positions.into(),
            self.message.as_str().into(),
        ]
    }
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
                let Some(game) = Game::meant(context.asked_game(), &statement.variant) else { continue };
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
