//! Written moves looked up in their positions, and the variations of a game replayed.

use super::fault::{Fault, FaultKind};
use super::game::{MOST_DEPTH, Token, WrittenMove};
use super::number::NumberCheck;
use crate::pgn::{Step, Trail};
use hexmate_core::rules::Move;
use hexmate_position::{Judgement, Leniencies, Leniency, Letters, MoveText, Place, Position};

/// A variation with its moves understood.
pub(super) struct Understood {
    /// Its steps. Where a move cannot be played, its line ends with a comment of all that is written from there.
    pub(super) steps: Vec<Step<Move>>,
    /// The first thing that cannot be understood.
    pub(super) fault: Option<Fault>,
    /// The first thing that is forgiven.
    pub(super) note: Option<Fault>,
}

/// Reads a variation from the position before its first move.
pub(super) fn understood(
    text: &[Step<WrittenMove>],
    start: Position,
    reading: MoveReading<'_>,
) -> Understood {
    let mut trail = Trail::new(start);
    let mut found = Understood { steps: Vec::new(), fault: None, note: None };
    let mut at = 0;
    while let Some(step) = text.get(at) {
        let plain = match step {
            Step::Move(written) => found.play(&mut trail, written, reading).map(|()| None),
            Step::Begin if trail.depth() >= MOST_DEPTH => Err(FaultKind::VariationTooDeep),
            Step::Begin if !trail.begin() => Err(FaultKind::VariationOfNothing),
            Step::Begin => Ok(Some(Step::Begin)),
            Step::End => {
                trail.end();
                Ok(Some(Step::End))
            }
            Step::Comment(said) => Ok(Some(Step::Comment(said.clone()))),
            Step::Nag(nag) => Ok(Some(Step::Nag(*nag))),
        };
        let kind = match plain {
            Ok(step) => {
                found.steps.extend(step);
                at += 1;
                continue;
            }
            Err(kind) => kind,
        };
        let end = at + length_of_unread(&text[at..]);
        found.steps.push(Step::Comment(as_written(&text[at..end])));
        if found.fault.is_none() {
            found.fault = place_from(text, at).map(|place| Fault { kind, place });
        }
        at = end;
    }
    found
}

impl Understood {
    /// Plays a written move, with the glyph of what is thought of it.
    fn play(
        &mut self,
        trail: &mut Trail,
        written: &WrittenMove,
        MoveReading { letters, allowed }: MoveReading<'_>,
    ) -> Result<(), FaultKind> {
        let Token { text, place } = &written.token;
        let token = || written.token.clone();
        let in_variation = |kind| FaultKind::Variation(Box::new(kind));
        let Some(position) = trail.position() else { return Err(FaultKind::VariationOfNothing) };
        if let Some(number) = written.number {
            let due = position.move_number();
            match NumberCheck::of(number, due, trail.has_moved()) {
                NumberCheck::Right => {}
                NumberCheck::Wrong => {
                    let kind = FaultKind::Form(Leniency::WrongNumber);
                    if !allowed.contains(Leniency::WrongNumber) {
                        return Err(in_variation(kind));
                    }
                    self.note.get_or_insert(Fault { kind, place: *place });
                }
                NumberCheck::WrongSide => {
                    return Err(in_variation(FaultKind::WrongSide { token: token(), written: number, due }));
                }
            }
        }
        let read = next_move(position, text, &token, MoveReading { letters, allowed });
        let (_, m) = read.map_err(in_variation)?;
        trail.play(m);
        self.steps.push(Step::Move(m));
        self.steps.extend(judgement(text));
        Ok(())
    }
}

/// How many steps are kept as they are written where the first cannot be understood: a variation, or the rest of a
/// line.
fn length_of_unread<M>(steps: &[Step<M>]) -> usize {
    let mut depth = 0_usize;
    let is_one_variation = matches!(steps.first(), Some(Step::Begin));
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Begin => depth += 1,
            Step::End if depth == 0 => return at,
            Step::End => {
                depth -= 1;
                if depth == 0 && is_one_variation {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    steps.len()
}

/// The place of the first move from a step on, or else of the last before it.
fn place_from(text: &[Step<WrittenMove>], at: usize) -> Option<Place> {
    let place = |step: &Step<WrittenMove>| match step {
        Step::Move(written) => Some(written.token.place),
        _ => None,
    };
    text[at..].iter().find_map(place).or_else(|| text[..at].iter().rev().find_map(place))
}

/// Steps as one text.
pub(super) fn as_written(steps: &[Step<WrittenMove>]) -> String {
    let words: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Move(WrittenMove { token, number: Some(number) }) => format!("{number} {}", token.text),
            Step::Move(WrittenMove { token, number: None }) => token.text.clone(),
            Step::Comment(said) => format!("{{{said}}}"),
            Step::Nag(nag) => format!("${nag}"),
            Step::Begin => "(".to_owned(),
            Step::End => ")".to_owned(),
        })
        .collect();
    words.join(" ")
}

/// How a move is read.
#[derive(Clone, Copy)]
pub(super) struct MoveReading<'r> {
    /// The letters of the pieces.
    pub(super) letters: &'r Letters,
    /// What is forgiven.
    pub(super) allowed: Leniencies,
}

/// What signs behind a move say of it: the glyph, or the signs themselves where there is none.
pub(super) fn judgement(word: &str) -> Option<Step<Move>> {
    let signs: String = word.chars().filter(|sign| matches!(sign, '!' | '?')).collect();
    let known = Judgement::ALL.into_iter().find(|judgement| judgement.sign() == signs);
    match known {
        Some(judgement) => Some(Step::Nag(judgement.nag())),
        None => (!signs.is_empty()).then_some(Step::Comment(signs)),
    }
}

/// The move that is written, if the position has it.
pub(super) fn next_move(
    position: &Position,
    word: &str,
    token: &dyn Fn() -> Token,
    MoveReading { letters, allowed }: MoveReading<'_>,
) -> Result<(MoveText, Move), FaultKind> {
    let read = MoveText::parse(word.as_bytes(), letters)
        .map_err(|error| FaultKind::MoveText(token(), error.kind))
        .and_then(|text| match text.resolve_allowing(position, allowed) {
            Ok(m) => Ok((text, m)),
            Err(error) => Err(FaultKind::Move(token(), text, error)),
        });
    // That the game has ended explains all other faults; a legal move shows that it has not.
    if read.is_err() && !position.has_moves() {
        return Err(FaultKind::MoveAfterEnd(token()));
    }
    read
}
