//! Quality of a problem: points for what an editor looks for in its play.

use super::answers::{Answer, answer_of};
use super::ends::{ThemeCollector, flights, piece_value};
use super::opponents::deciders;
use super::phases::Phases;
use super::theme::{Theme, Themes, weight};
use super::zilahi::Functions;
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Attack, Findings, Line, Play, Threat};
use hexmate_core::rules::{Player, PlayerSet, Role};
use hexmate_position::Position;

/// Declares what counts for quality besides themes: points, how often it counts, and definition, which is also help.
macro_rules! terms {
    ($($name:ident $points:literal up to $most:literal: $definition:literal;)*) => {
        /// A number in a solution that adds to the quality of the problem, or subtracts from it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Term {
            $(#[doc = $definition] $name,)*
        }

        impl Term {
            /// All terms, in the order of listings.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the points for each, negative if it is a fault.
            pub const fn points(self) -> i32 {
                match self {
                    $(Self::$name => $points,)*
                }
            }

            /// Returns the largest number that counts.
            pub const fn most(self) -> usize {
                match self {
                    $(Self::$name => $most,)*
                }
            }

            /// Returns the definition, a noun phrase.
            pub const fn definition(self) -> &'static str {
                match self {
                    $(Self::$name => $definition,)*
                }
            }
        }
    };
}

terms! {
    Answers 10 up to 5: "different answers to defences, beyond the first";
    Origins 2 up to 3: "different pieces that give these answers, beyond the first";
    OneMatingPiece -6 up to 1: "in a direct mate, one piece that gives all answers, if there are several";
    Opponents 10 up to 4: "opponents who are mated or whose defences have different answers, beyond the first";
    SingleVariation -12 up to 2: "in a direct mate, no second answer to a defence; twice if there is none at all";
    Changed 4 up to 3: "replies with a changed answer";
    Transferred 2 up to 2: "answers transferred to another reply";
    RepeatedSetPlay -4 up to 4: "replies with the same answer in set play and after the key";
    ThematicTries 4 up to 3: "thematic tries";
    ChangedFromTry 3 up to 3: "replies with a mate after a thematic try and another one after the key";
    Errors 3 up to 4: "moves of the mated side that block a flight or a line of their own side, or unpin a piece that mates";
    ModelMates 2 up to 3: "different model mates";
    FlightsGiven 1 up to 3: "flights that the key gives";
    FlightsTaken -4 up to 3: "flights that the key takes";
    Captured -2 up to 9: "pawns that the piece is worth that the key captures";
    Threats -8 up to 2: "threats beyond the first";
    PromotionChoices -3 up to 3: "defences answered by promotion to one of several pieces";
    Duals -10 up to 3: "duals";
    BareKing -12 up to 1: "an opponent's side that is a bare king, in a direct mate";
    Eliminated -12 up to 4: "players of the game who are not on the board";
    Pieces -1 up to 20: "pieces beyond eight";
    Force -1 up to 20: "pawns beyond 17 that the solving side is worth";
    Idle -3 up to 3: "queens, rooks, bishops and knights of the solving side that take no part in any mate";
    Solutions 6 up to 3: "solutions of help or series play with different last moves, beyond the first";
    SetChanged 5 up to 1: "set play in help or series play that ends with another move than the solution";
    SetRepeated -6 up to 1: "set play in help or series play that ends with the last move of the solution";
    ExchangedMoves 4 up to 2: "pairs of solutions of help or series play in which each of two pieces of the mating side mates after a move of the other";
    CapturedMatingPieces 3 up to 2: "pieces that mate in one solution of help or series play and are captured in another";
    Movers 2 up to 3: "in help or series play of more than two moves, pieces that move in each solution, beyond the second";
    Walks -30 up to 3: "in help or series play of more than two moves, solutions that are a mere walk: the king makes all moves of a side that makes several, or one piece makes all moves of the mating side without promoting, while the mated side neither promotes nor moves a piece to its king's field";
    Captures -2 up to 3: "captures before the last move in help or series play, by the side that makes it";
    PlainPromotion -4 up to 1: "in help or series play, promotion only to the strongest piece";
}

/// Returns what counts for the quality of a problem besides its themes, with its number.
pub(super) fn terms(
    position: &Position,
    full: &Findings,
    collector: &ThemeCollector,
    phases: &Phases,
    themes: Themes,
) -> Vec<(Term, usize)> {
    let mut counts = Counts::default();
    let beyond = |count: usize, free: usize| count.saturating_sub(free);
    match full.variations.first() {
        Some(key) => {
            counts.key(position, key);
            counts.add(Term::Answers, beyond(collector.own.len(), 1));
            counts.add(Term::Origins, beyond(collector.origins.len(), 1));
            if position.game().players > 2 {
                let involved = collector.mated.iter().fold(deciders(position, key), PlayerSet::with);
                counts.add(Term::Opponents, beyond(involved.len() as usize, 1));
            }
            if is_direct(full) {
                counts.add(Term::SingleVariation, 2usize.saturating_sub(collector.own.len()));
                let is_one = collector.own.len() > 1 && collector.origins.len() == 1;
                counts.add(Term::OneMatingPiece, usize::from(is_one));
                counts.add(Term::Idle, idle(position, collector));
            }
            counts.add(Term::Changed, phases.changed.len());
            counts.add(Term::Transferred, phases.transferred.len());
            counts.add(Term::RepeatedSetPlay, phases.repeated.len());
            counts.add(Term::ThematicTries, phases.thematic_tries);
            counts.add(Term::ChangedFromTry, phases.changed_from_try.len());
        }
        None => counts.lines(position, full, collector, themes),
    }
    counts.add(Term::Errors, collector.errors.len());
    counts.add(Term::ModelMates, collector.models.len());
    counts.add(Term::PromotionChoices, collector.promotion_choices);
    counts.add(Term::Duals, collector.duals);
    counts.force(position, full);
    counts.0
}

/// Returns the quality of a problem: the [`weight`] of each theme, and the points of each term.
pub(super) fn quality(terms: &[(Term, usize)], themes: Themes) -> i32 {
    let of_themes: i32 = themes.iter().map(weight).sum();
    let of_terms = terms.iter().map(|&(term, count)| term.points() * count.min(term.most()) as i32);
    of_themes + of_terms.sum::<i32>()
}

/// Numbers of terms that are not 0.
#[derive(Default)]
struct Counts(Vec<(Term, usize)>);

impl Counts {
    fn add(&mut self, term: Term, count: usize) {
        if count > 0 {
            self.0.push((term, count));
        }
    }

    /// Adds what the key captures, threatens, gives and takes.
    fn key(&mut self, position: &Position, key: &Attack) {
        let captured = position.piece(key.m.to).map_or(0, |piece| piece_value(piece.role));
        self.add(Term::Captured, captured as usize);
        if let Threat::Attacks(threats) = &key.threat {
            self.add(Term::Threats, threats.attacks.len().saturating_sub(1));
        }
        let after = position.play_unchecked(key.m);
        if let Some(passed) = position.after_pass(after.turn()) {
            let [before, now] = [&passed, &after].map(flights);
            let lacks =
                |one: &[Cell], other: &[Cell]| one.iter().filter(|cell| !other.contains(cell)).count();
            self.add(Term::FlightsGiven, lacks(&now, &before));
            self.add(Term::FlightsTaken, lacks(&before, &now));
        }
    }

    /// Adds what counts in help and series play.
    fn lines(&mut self, position: &Position, full: &Findings, collector: &ThemeCollector, themes: Themes) {
        let ends = |lines: &[Line]| {
            let mut ends: Vec<Answer> = Vec::new();
            for line in lines {
                let along = position.along_line(line, full.stipulation);
                let end = along.last().and_then(|(before, m)| answer_of(before, *m));
                ends.extend(end.filter(|end| !ends.contains(end)));
            }
            ends
        };
        let actual = ends(&full.lines);
        self.add(Term::Solutions, actual.len().saturating_sub(1));
        if let Some(passed) =
            position.after_pass(position.next_player()).filter(|_| !full.set_lines.is_empty())
        {
            let along = |line: &Line| {
                let along = passed.along_line(line, full.stipulation);
                along.last().and_then(|(before, m)| answer_of(before, *m))
            };
            let is_repeated = full.set_lines.iter().filter_map(along).any(|end| actual.contains(&end));
            self.add(if is_repeated { Term::SetRepeated } else { Term::SetChanged }, 1);
        }
        self.add(Term::ExchangedMoves, Functions::exchanged_moves(&collector.functions));
        self.add(Term::CapturedMatingPieces, Functions::captured_mating_pieces(&collector.functions));
        if let Some(long_play) = &collector.long_play {
            self.add(Term::Movers, long_play.least_movers().saturating_sub(2));
            self.add(Term::Walks, long_play.walks());
        }
        self.add(Term::Captures, collector.captures.len());
        let is_plain = themes.has(Theme::Promotion) && !themes.has(Theme::Underpromotion);
        self.add(Term::PlainPromotion, usize::from(is_plain));
    }

    /// Adds what counts of the pieces on the board.
    fn force(&mut self, position: &Position, full: &Findings) {
        let pieces = position.pieces();
        let solver = position.turn();
        let is_bare = !pieces.iter().any(|(_, piece)| piece.owner != solver && piece.role != Role::King);
        self.add(Term::BareKing, usize::from(is_bare && is_direct(full)));
        let players = usize::from(position.game().players);
        self.add(Term::Eliminated, players.saturating_sub(position.living().len() as usize));
        self.add(Term::Pieces, pieces.len().saturating_sub(8));
        let own = pieces.iter().filter(|(_, piece)| piece.owner == solver && piece.role != Role::King);
        let force: u32 = own.map(|(_, piece)| piece_value(piece.role)).sum();
        self.add(Term::Force, force.saturating_sub(17) as usize);
    }
}

/// Returns whether the solving side mates against resistance.
fn is_direct(full: &Findings) -> bool {
    matches!(full.stipulation.play, Play::Direct | Play::Exact)
}

/// Returns the number of strong pieces of the solving side that take no part in any mate.
fn idle(position: &Position, collector: &ThemeCollector) -> usize {
    if collector.workers.is_empty() {
        return 0;
    }
    let solver: Player = position.turn();
    let pieces = position.pieces();
    let is_officer = |role| !matches!(role, Role::King | Role::Pawn);
    let own = pieces.iter().filter(|(_, piece)| piece.owner == solver && is_officer(piece.role));
    own.filter(|(cell, _)| !collector.workers.contains(cell)).count()
}
