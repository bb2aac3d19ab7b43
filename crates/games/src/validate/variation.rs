//! Lookup of written moves in their positions, and replay of variations.

use super::fault::{FaultKind, GameFault};
use super::game::{MAX_DEPTH, Token, WrittenMove};
use super::number::NumberCheck;
use crate::pgn::{LineStack, Step};
use hexmate_core::rules::Move;
use hexmate_position::{Judgement, Leniencies, Leniency, Letters, MoveText, Position, ResolveError};
use hexmate_text::Place;

/// A variation with resolved moves.
pub(super) struct ReadVariation {
    /// Steps. A line with a bad move ends with a comment that contains the rest of its text.
    pub(super) steps: Vec<Step<Move>>,
    /// First fault.
    pub(super) fault: Option<GameFault>,
    /// Position before the move of that fault.
    pub(super) position: Option<Position>,
    /// First wrong move number, if it is allowed.
    pub(super) note: Option<GameFault>,
}

/// Reads a variation from the position before its first move.
pub(super) fn read_variation(
    text: &[Step<WrittenMove>],
    start: Position,
    options: MoveOptions<'_>,
) -> ReadVariation {
    let mut lines = LineStack::new(start);
    let mut found = ReadVariation { steps: Vec::new(), fault: None, position: None, note: None };
    let mut at = 0;
    while let Some(step) = text.get(at) {
        let plain = match step {
            Step::Move(written) => found.play(&mut lines, written, options).map(|()| None),
            Step::Begin if lines.depth() >= MAX_DEPTH => Err(FaultKind::VariationTooDeep),
            Step::Begin if !lines.begin() => Err(FaultKind::VariationOfNothing),
            Step::Begin => Ok(Some(Step::Begin)),
            Step::End => {
                lines.end();
                Ok(Some(Step::End))
            }
            Step::Comment(comment) => Ok(Some(Step::Comment(comment.clone()))),
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
        let end = at + unreadable_len(&text[at..]);
        found.steps.push(Step::Comment(as_written(&text[at..end])));
        if found.fault.is_none() {
            found.position = lines.position().filter(|_| matches!(step, Step::Move(_))).cloned();
            found.fault = place_from(text, at).map(|place| GameFault { kind, place });
        }
        at = end;
    }
    found
}

impl ReadVariation {
    /// Plays a written move and adds it with the glyph of its judgement.
    fn play(
        &mut self,
        lines: &mut LineStack,
        written: &WrittenMove,
        MoveOptions { letters, allowed }: MoveOptions<'_>,
    ) -> Result<(), FaultKind> {
        let Token { text, place } = &written.token;
        let token = || written.token.clone();
        let in_variation = |kind| FaultKind::Variation(Box::new(kind));
        let Some(position) = lines.position() else { return Err(FaultKind::VariationOfNothing) };
        if let Some(number) = written.number {
            let expected = position.move_number();
            match NumberCheck::of(number, expected, lines.has_moved()) {
                NumberCheck::Right => {}
                NumberCheck::Wrong => {
                    let kind = FaultKind::Form(Leniency::WrongNumber);
                    if !allowed.contains(Leniency::WrongNumber) {
                        return Err(in_variation(kind));
                    }
                    self.note.get_or_insert(GameFault { kind, place: *place });
                }
                NumberCheck::WrongSide => {
                    return Err(in_variation(FaultKind::WrongSide {
                        token: token(),
                        written: number,
                        expected,
                    }));
                }
            }
        }
        let read = next_move(position, text, &token, MoveOptions { letters, allowed });
        let (_, m) = read.map_err(in_variation)?;
        lines.play(m);
        self.steps.push(Step::Move(m));
        self.steps.extend(judgement(text));
        Ok(())
    }
}

/// Returns the number of steps to keep as text if the first one is bad: a nested variation, or the rest of a line.
fn unreadable_len<M>(steps: &[Step<M>]) -> usize {
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

/// Returns the place of the first move from step `at` on, or else of the last move before it.
fn place_from(text: &[Step<WrittenMove>], at: usize) -> Option<Place> {
    let place = |step: &Step<WrittenMove>| match step {
        Step::Move(written) => Some(written.token.place),
        _ => None,
    };
    text[at..].iter().find_map(place).or_else(|| text[..at].iter().rev().find_map(place))
}

/// Returns steps as PGN with their moves as written.
pub(super) fn as_written(steps: &[Step<WrittenMove>]) -> String {
    let words: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Move(WrittenMove { token, number: Some(number) }) => format!("{number} {}", token.text),
            Step::Move(WrittenMove { token, number: None }) => token.text.clone(),
            Step::Comment(comment) => format!("{{{comment}}}"),
            Step::Nag(nag) => format!("${nag}"),
            Step::Begin => "(".to_owned(),
            Step::End => ")".to_owned(),
        })
        .collect();
    words.join(" ")
}

/// Options for reading a move.
#[derive(Clone, Copy)]
pub(super) struct MoveOptions<'r> {
    /// Piece letters.
    pub(super) letters: &'r Letters,
    /// Allowed leniencies.
    pub(super) allowed: Leniencies,
}

/// Returns the judgement `!` and `?` of a move text as a glyph, or as a comment if it has no glyph.
pub(super) fn judgement(word: &str) -> Option<Step<Move>> {
    // A fast path: most moves have no judgement.
    if !word.bytes().any(|byte| matches!(byte, b'!' | b'?')) {
        return None;
    }
    let signs: String = word.chars().filter(|sign| matches!(sign, '!' | '?')).collect();
    let known = Judgement::ALL.into_iter().find(|judgement| judgement.sign() == signs);
    match known {
        Some(judgement) => Some(Step::Nag(judgement.nag())),
        None => (!signs.is_empty()).then_some(Step::Comment(signs)),
    }
}

/// Finds the legal move that a word denotes.
pub(super) fn next_move(
    position: &Position,
    word: &str,
    token: &dyn Fn() -> Token,
    MoveOptions { letters, allowed }: MoveOptions<'_>,
) -> Result<(MoveText, Move), FaultKind> {
    let read = MoveText::parse(word.as_bytes(), letters)
        .map_err(|error| FaultKind::MoveText(token(), error.kind))
        .and_then(|text| match text.resolve_allowing(position, allowed) {
            Ok(m) => Ok((text, m)),
            Err(error) => Err(FaultKind::Move(token(), text, error)),
        });
    // The end of the game explains every other fault.
    if read.is_err() && !position.has_moves() {
        return Err(FaultKind::MoveAfterEnd(token()));
    }
    read.or_else(|fault| {
        // A pawn that is pinned, or whose promotion is missing, goes there: the text means it.
        let is_of_pawn =
            matches!(&fault, FaultKind::Move(_, _, error) if !matches!(error, ResolveError::NoSuchMove { .. }));
        if is_of_pawn {
            return Err(fault);
        }
        let text = MoveText::parse_small_piece(word.as_bytes(), letters);
        text.and_then(|text| Some((text, text.resolve_allowing(position, allowed).ok()?))).ok_or(fault)
    })
}
