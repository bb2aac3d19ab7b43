//! The task of `analyse`: score and best line of each position of a game, and proofs of what was missed.

use std::collections::VecDeque;

use super::ending_tables::EndingTables;
use super::missed::MateProofs;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::KnownMates;
use hexmate_games::pgn::{PgnErrorKind, PlayedGame};
use hexmate_games::validate::{CheckedGame, GameFault, GameText, ReadOptions, TextFaultKind};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, ScoredLine, Search, SearchScore};
use hexmate_position::{Game, UnknownGame};
use hexmate_report::{Analysed, AnalysedGame, GuessedLetters, LONGEST_LINE, Missed, RecordFault};
use hexmate_text::Place;

/// Task that analyses a game with the computer player.
pub struct Analyse {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Limits for each position.
    pub limits: Limits,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Endgame tables for searches, and for endings given away.
    pub endings: EndingTables,
    /// Flag that ends the searches.
    pub stop: StopFlag,
}

impl Task for Analyse {
    type Item = Record;
    type Output = Analysed;

    fn work(&self, record: Record) -> Analysed {
        let Record { file, number, item, .. } = record;
        let empty = Analysed { file: file.to_string(), record: number, ..Analysed::default() };
        let fault = |fault| Analysed { fault: Some(fault), ..empty.clone() };
        let text = match item.into_game(&file) {
            Ok(text) => text,
            Err(error) => return fault(error),
        };
        let name = text.label(number);
        let at = |place: Place| format!("{file}:{place}: {name}");
        match text.game(self.game) {
            Ok(played) if played.players != 2 => {
                let message = format!("{}: {} is not a game for two", at(text.place), played.title);
                fault(RecordFault::new("more-than-two-players", message))
            }
            Ok(played) => {
                let checked = CheckedGame::check(played, &text, self.reading);
                let checked = checked.with_variations(&text, self.reading.allowed);
                let in_game = |GameFault { kind, place }: &GameFault, effect: &str| RecordFault {
                    status: kind.status(),
                    effect: effect.to_owned(),
                    ..RecordFault::new(kind.code(), format!("{}: {kind}", at(*place)))
                };
                let is_cut = checked.position.is_some() && checked.moves.len() < text.words.len();
                let kept = match (is_cut, has_lost_text(&text)) {
                    (true, false) => "; the rest of the game is kept as a comment",
                    (true, true) => {
                        "; the rest of the game is kept as a comment, without the text that is not PGN"
                    }
                    (false, true) => "; the text that is not PGN is left out",
                    (false, false) => "",
                };
                let fault = checked.fault.as_ref().map(|fault| in_game(fault, kept));
                let kept = "; the rest of the variation is kept as a comment";
                let broken = checked.variation.as_ref().map(|fault| in_game(fault, kept));
                let game = checked.played(&text).and_then(|game| self.analysed(game, &checked, &text));
                let is_stopped = self.stop.is_raised() && game.is_none();
                let guessed = GuessedLetters::language(&checked).map(str::to_owned);
                Analysed { name, game: game.map(Box::new), fault, broken, guessed, is_stopped, ..empty }
            }
            Err(error) => fault(RecordFault::new(UnknownGame::CODE, format!("{}: {error}", at(text.place)))),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Analysed {
        Analysed { fault: Some(RecordFault::new("internal", panic.to_string())), ..Analysed::default() }
    }

    /// Returns whether the game was analysed to its end.
    fn is_final(&self, analysed: &Analysed) -> bool {
        !analysed.is_stopped
    }
}

/// Returns whether the reader has skipped text of a game that it could not read.
fn has_lost_text(text: &GameText) -> bool {
    matches!(
        text.fault.map(|fault| fault.kind),
        Some(TextFaultKind::Pgn(
            PgnErrorKind::JunkToken
                | PgnErrorKind::UnopenedComment
                | PgnErrorKind::UnopenedVariation
                | PgnErrorKind::UnterminatedTag
                | PgnErrorKind::MalformedTag
                | PgnErrorKind::TextAfterResult
                | PgnErrorKind::TextTooLong
                | PgnErrorKind::GameTooLong
        ))
    )
}

impl Analyse {
    /// Returns the analysed game; `None` if a signal has stopped the analysis.
    fn analysed(&self, game: PlayedGame, checked: &CheckedGame, text: &GameText) -> Option<AnalysedGame> {
        let endings = self.endings.endgames(game.game());
        let known = endings.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let mut player = ComputerPlayer::new(game.game(), PlayerOptions::default())?;
        let mut positions = vec![game.start().clone()];
        for &m in game.moves() {
            let mut next = positions[positions.len() - 1].clone();
            next.make_move_unchecked(m);
            positions.push(next);
        }
        let earlier: Vec<u64> = positions.iter().map(|position| position.key() as u64).collect();
        // From the end, so that the search of a position finds in its table what the game has shown after it.
        let mut lines = VecDeque::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate().rev() {
            let search = Search {
                limits: self.limits,
                earlier: &earlier[..ply],
                stop: Some(self.stop.flag().as_ref()),
                known,
                ..Search::default()
            };
            let found = player.search(position, &search, &mut |_| {}).into_iter().next();
            let mut line = found
                .unwrap_or_else(|| ScoredLine { score: SearchScore::of_end(position), moves: Vec::new() });
            if self.stop.is_raised() {
                return None;
            }
            line.moves.truncate(LONGEST_LINE);
            lines.push_front(line);
        }
        let mut lines = Vec::from(lines);
        let proofs = MateProofs { known, stop: &self.stop };
        let mut missed = proofs.missed(&positions, game.moves(), &mut lines);
        if self.stop.is_raised() {
            return None;
        }
        let endings = self.endings.slips(text, checked).into_iter();
        missed.extend(
            endings.map(|slip| (slip.ply + 1, Missed::Ending { before: slip.before, after: slip.after })),
        );
        // A mate comes before the ending of the same move.
        missed.sort_by_key(|&(ply, _)| ply);
        AnalysedGame::new(game, lines, missed)
    }
}
