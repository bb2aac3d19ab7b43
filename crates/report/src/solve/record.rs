//! A diagram or twin with its solution, from which every form of `solve` is written.

use std::cell::OnceCell;
use std::rc::Rc;

use hexmate_core::mate::{Budget, Findings, LongMate, Stop, TranspositionTable};
use hexmate_core::rules::Move;
use hexmate_diagram::{Arrow, Caption, ColourTheme, Coordinates, Marks, Options, ToMove, View, svg};
use hexmate_position::{Game, Letters, Position, Setup, letter};
use hexmate_problems::themes::{Merits, merits};
use hexmate_problems::{
    ExtraColumn, Problem, Refusal, Solution, SolveStatus, Solved, StatedStipulation, Statement, Twin,
};

use super::cells::Lists;
use super::claim::{self, CheckedClaim};
use super::{BoardLook, Captions, Hidden, SolveLook, input_columns};
use crate::certificate;
use crate::moves::uci;

/// Size of the table for missing proofs, in bytes.
const PROOF_TABLE: usize = 16 << 20;

/// A diagram or a twin with its solution, or the reason why it has none.
#[derive(Debug)]
pub struct SolveRecord {
    /// Name of the file; empty for a problem of no file.
    pub(super) file: Rc<str>,
    pub(super) statement: Rc<Statement>,
    part: Part,
    pub(super) solution: Result<Box<Solution>, Refusal>,
    /// The solution without hidden parts; `None` if nothing is hidden.
    shown: Option<Findings>,
    /// Comparison of the claims with the solution.
    pub(super) claim: CheckedClaim,
    /// Further columns of the file, under the names that they have in all outputs.
    pub(super) further: Vec<ExtraColumn>,
    lists: OnceCell<Lists>,
    merits: OnceCell<Option<Merits>>,
}

/// Part of a problem with twins.
#[derive(Debug)]
enum Part {
    /// A problem without twins.
    Whole,
    /// Twin a), with its change if the diagram is not a problem.
    First { change: String },
    /// A later twin.
    Later {
        /// Label, such as `b)` or `+c)`.
        label: String,
        change: String,
        /// Id with the letter.
        name: String,
        /// Arrangement of an illegal twin.
        illegal: Option<Setup>,
    },
}

impl SolveRecord {
    /// Returns the diagram of a result and its twins, without hidden parts.
    pub fn all(solved: Solved, hidden: Hidden) -> Vec<Self> {
        let Solved { file, statement, diagram, twins, .. } = solved;
        let (file, statement) = (Rc::from(file), Rc::new(statement));
        let record = |part, solution| Self::of_part((&file, &statement), part, solution, hidden);
        let game = match &diagram {
            Ok(solution) => solution.problem().position.game(),
            Err(_) => return vec![record(Part::Whole, diagram)],
        };
        let first = match hexmate_problems::zero_change(&statement.twin) {
            Some(change) => Part::First { change },
            None if twins.is_empty() => Part::Whole,
            None => Part::First { change: String::new() },
        };
        let twin = |(twin, solution): (Twin, Option<Solution>)| {
            let Twin { label, change, problem, illegal, .. } = &twin;
            let solution = match (problem, solution) {
                (_, Some(solution)) => Ok(Box::new(solution)),
                (Ok(_), None) => unreachable!("every twin that is a problem is searched"),
                (Err(error), None) => Err(Refusal::of_error(game, error, &file, &statement)),
            };
            let part = Part::Later {
                label: label.clone(),
                change: change.clone(),
                name: twin.name(&statement.id),
                illegal: illegal.clone(),
            };
            record(part, solution)
        };
        std::iter::once(record(first, diagram)).chain(twins.into_iter().map(twin)).collect()
    }

    /// Creates the record of a solution whose problem has no twins.
    pub fn new(statement: &Statement, solution: Solution) -> Self {
        let statement = Rc::new(statement.clone());
        Self::of_part((&Rc::from(""), &statement), Part::Whole, Ok(Box::new(solution)), Hidden::default())
    }

    fn of_part(
        (file, statement): (&Rc<str>, &Rc<Statement>),
        part: Part,
        solution: Result<Box<Solution>, Refusal>,
        hidden: Hidden,
    ) -> Self {
        Self {
            file: Rc::clone(file),
            statement: Rc::clone(statement),
            part,
            shown: solution.as_ref().ok().and_then(|solution| hidden.apply(solution.findings())),
            claim: solution.as_ref().map(|solution| CheckedClaim::new(solution)).unwrap_or_default(),
            further: input_columns::from_statement(statement),
            solution,
            lists: OnceCell::new(),
            merits: OnceCell::new(),
        }
    }

    /// Returns the problem as its file states it.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// Returns the problem and its solution without hidden parts.
    pub fn solved(&self) -> Option<(&Problem, &Findings)> {
        let solution = self.solution.as_ref().ok()?;
        Some((solution.problem(), self.shown.as_ref().unwrap_or(solution.findings())))
    }

    /// Returns the verdict, or the reason why there is none.
    pub fn status(&self) -> SolveStatus {
        self.solution.as_ref().map_or_else(Refusal::status, |solution| solution.status())
    }

    /// Returns whether the verdict is `SOUND`.
    pub(super) fn is_sound(&self) -> bool {
        self.solution.as_ref().is_ok_and(|solution| solution.is_sound())
    }

    /// Returns whether all claims of the file are true, or the problem is sound if the file claims nothing; `None` if it
    /// was not solved.
    pub fn as_expected(&self) -> Option<bool> {
        self.solution.as_ref().ok().map(|solution| claim::is_as_expected(solution))
    }

    /// Returns whether the file claims a key that is not a key, or a wrong number of solutions.
    pub fn has_wrong_claim(&self) -> bool {
        self.claim.is_wrong()
    }

    /// Returns the lists of the solution; `None` if it was not solved.
    pub(super) fn lists(&self) -> Option<&Lists> {
        let solution = self.solution.as_ref().ok()?;
        Some(self.lists.get_or_init(|| Lists::new(&solution.problem().position, solution.findings())))
    }

    /// Returns themes, quality and difficulty; `None` unless the problem is sound and its solution complete.
    pub(super) fn merits(&self) -> Option<Merits> {
        let solution = self.solution.as_ref().ok()?;
        let merits = || merits(&solution.problem().position, solution.findings(), solution.intended());
        *self.merits.get_or_init(merits)
    }

    /// Returns the id; may be empty.
    pub fn id(&self) -> &str {
        &self.statement.id
    }

    /// Returns the id with the letter of a twin.
    pub fn name(&self) -> &str {
        match &self.part {
            Part::Later { name, .. } => name,
            Part::Whole | Part::First { .. } => self.id(),
        }
    }

    /// Returns label and change of the twin, `a)` for the diagram; empty without twins.
    pub(super) fn twin(&self) -> [&str; 2] {
        match &self.part {
            Part::Whole => [""; 2],
            Part::First { change } => ["a)", change],
            Part::Later { label, change, .. } => [label, change.trim()],
        }
    }

    /// Returns label and change of the twin as one text.
    pub(super) fn twin_text(&self) -> String {
        self.twin().join(" ").trim().to_owned()
    }

    /// Returns the letter of the twin or of the diagram with twins.
    pub fn twin_letter(&self) -> Option<char> {
        self.twin()[0].trim_start_matches('+').chars().next()
    }

    /// Returns whether this is a twin after the diagram.
    pub(super) fn is_later_twin(&self) -> bool {
        matches!(self.part, Part::Later { .. })
    }

    /// Returns the name in a heading: the id or `-`, and the label of a twin.
    pub(super) fn heading(&self) -> String {
        let id = if self.id().is_empty() { "-" } else { self.id() };
        format!("{id} {}", self.twin()[0]).trim_end().to_owned()
    }

    /// Returns the title of the diagram: id, label of the twin, stipulation. It gives no part of the solution away.
    pub fn title(&self) -> String {
        let words = [self.id(), self.twin()[0], &self.printed_stipulation()];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the game, if it is known.
    pub(super) fn game(&self) -> Option<Game> {
        match &self.solution {
            Ok(solution) => Some(solution.problem().position.game()),
            Err(refusal) => refusal.game,
        }
    }

    /// Returns the name of the game; if it is unknown, as the file states it.
    pub(super) fn variant(&self) -> &str {
        self.game().map_or(&self.statement.variant, |game| game.name)
    }

    /// Returns the arrangement of the pieces, if it is known.
    fn setup(&self) -> Option<Setup> {
        match (&self.solution, &self.part) {
            (Ok(solution), _) => Some(Setup::from(&solution.problem().position)),
            (Err(_), Part::Later { illegal, .. }) => illegal.clone(),
            (Err(_), Part::Whole | Part::First { .. }) => None,
        }
    }

    /// Returns the FEN; that of a problem which cannot be solved is as the file states it.
    pub(super) fn fen(&self) -> String {
        match (&self.solution, &self.part) {
            (Ok(solution), _) => solution.problem().position.to_fen(),
            (Err(_), Part::Later { illegal, .. }) => illegal.as_ref().map(Setup::to_fen).unwrap_or_default(),
            (Err(_), Part::Whole | Part::First { .. }) => self.statement.fen.clone(),
        }
    }

    /// Returns the pieces with their cells; empty without an arrangement.
    pub(super) fn piece_list(&self) -> String {
        self.setup().map(|setup| setup.to_pieces(&Letters::ENGLISH)).unwrap_or_default()
    }

    /// Returns the number of pieces of each player, `8+5`; empty without a position.
    pub(super) fn piece_count(&self) -> String {
        let Ok(solution) = &self.solution else { return String::new() };
        let position = &solution.problem().position;
        let pieces = position.pieces();
        let count = |player| pieces.iter().filter(|(_, piece)| piece.owner == player).count();
        let counts = position.living().iter().map(|player| count(player).to_string());
        counts.collect::<Vec<_>>().join("+")
    }

    fn stated(&self) -> Option<(StatedStipulation, Game)> {
        let problem = self.solution.as_ref().ok()?.problem();
        Some((StatedStipulation::of(&self.statement, problem), problem.position.game()))
    }

    /// Returns the stipulation with what its text says about the solution.
    pub fn stipulation(&self) -> String {
        self.stated().map_or_else(|| self.stipulation_as_written(), |(stated, game)| stated.text(&game))
    }

    /// Returns the stipulation without a number of solutions, for captions.
    pub(super) fn printed_stipulation(&self) -> String {
        self.stated().map_or_else(|| self.stipulation_as_written(), |(stated, game)| stated.printed(&game))
    }

    /// Returns the stipulation as written; without `duplex` for a twin, which is one half.
    fn stipulation_as_written(&self) -> String {
        match self.part {
            Part::Whole => self.statement.stipulation.clone(),
            Part::First { .. } | Part::Later { .. } => self.statement.half_stipulation().into_owned(),
        }
    }

    /// Returns the claimed keys of the problem or twin, as written.
    pub(super) fn claimed_keys(&self) -> &str {
        match self.part {
            Part::Whole => &self.statement.keys,
            Part::First { .. } | Part::Later { .. } => {
                self.statement.keys_of(self.twin_letter().unwrap_or('a'))
            }
        }
    }

    /// Returns the claimed number of solutions, unless the stipulation states it.
    pub(super) fn claimed_solutions(&self) -> String {
        let claimed = self.solution.as_ref().ok().and_then(|solution| solution.problem().solutions);
        match (claimed, self.stated()) {
            (Some(claimed), Some((stated, _)))
                if self.statement.solutions.is_empty() && stated.solutions != Some(claimed) =>
            {
                claimed.to_string()
            }
            _ => self.statement.solutions.clone(),
        }
    }

    /// Returns the claims of the file for the column `expected`.
    pub(super) fn expectation(&self) -> String {
        let problem = self.solution.as_ref().ok().map(|solution| solution.problem());
        problem.map(|problem| claim::expectation(self.claimed_keys(), problem)).unwrap_or_default()
    }

    /// Returns the text of the twins, if they have no rows of their own.
    pub(super) fn twins(&self) -> &str {
        if matches!(self.part, Part::Whole) { &self.statement.twin } else { "" }
    }

    /// Returns the letters of the players whom the solution mates; they are not named in a game for two.
    pub(super) fn victims(&self) -> Vec<char> {
        let Ok(solution) = &self.solution else { return Vec::new() };
        let game = solution.problem().position.game();
        let named = solution.mated().ok().filter(|_| game.players > 2);
        named
            .into_iter()
            .flat_map(|victims| victims.iter().map(move |victim| letter(&game, victim)))
            .collect()
    }

    /// Returns the message: the limit that stopped the search, false claims, a hint; or why there is no solution.
    pub fn message(&self) -> String {
        let solution = match &self.solution {
            Ok(solution) => solution,
            Err(refusal) => return refusal.message.clone(),
        };
        let (problem, findings) = (solution.problem(), solution.findings());
        let stopped = match (findings.stopped, solution.mated()) {
            (Some(stop), _) => Some(stop_message(stop, &problem.position, findings)),
            (None, Err(stop)) => Some(format!("{}; not all victims are known", limit_message(stop))),
            (None, Ok(_)) => None,
        };
        // In the second half of a duplex the other side begins.
        let is_second_half = self.twin()[1].ends_with("duplex");
        let hint =
            if claim::is_as_expected(solution) || is_second_half { None } else { claim::turn_hint(problem) };
        let messages = [stopped, Some(self.claim_message()), hint];
        let messages: Vec<String> = messages.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        messages.join("; ")
    }

    /// Returns the message about wrong or incomplete claims; empty if there are none.
    pub(super) fn claim_message(&self) -> String {
        self.solution.as_ref().map(|solution| self.claim.message(solution)).unwrap_or_default()
    }

    /// Returns the diagram as SVG; `None` without a position.
    pub fn picture(&self, look: &SolveLook) -> Option<String> {
        let (problem, findings) = self.solved()?;
        let keys: &[Move] = if look.has_key_arrows { &findings.keys } else { &[] };
        let marks = Marks { arrows: keys.iter().map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
        let BoardLook { pieces, coordinates, to_move, .. } = look.boards;
        let plain = Options {
            marks,
            title: self.shown_title(),
            theme: look.theme,
            pieces,
            letters: look.language.letters,
            view: View { coordinates: coordinates.unwrap_or_default(), ..View::default() },
            to_move: to_move.unwrap_or_default(),
            ..Options::default()
        };
        let options = match self.shown_caption(look) {
            Some(caption) => Options { caption, to_move: to_move.unwrap_or(ToMove::Marked), ..plain },
            None => plain,
        };
        Some(svg(&problem.position, &options))
    }

    /// Returns the caption of the diagram in a look; `None` without one.
    pub(super) fn shown_caption(&self, look: &SolveLook) -> Option<Caption> {
        let (problem, _) = self.solved()?;
        let caption = || self.caption(problem.solutions, look.language);
        match look.captions {
            Captions::Hidden => None,
            Captions::Shown => Some(caption()),
            Captions::WithPieces => {
                let mut caption = caption();
                let pieces = Setup::from(&problem.position).to_pieces(&look.language.letters);
                caption.below.extend(pieces.split("; ").map(str::to_owned));
                Some(caption)
            }
        }
    }

    /// Returns the diagram for a book as SVG; `None` without a position.
    ///
    /// That of twin a) is the diagram from which all twins are made, also if it is not a problem.
    pub fn printed_picture(&self, look: &SolveLook) -> Option<String> {
        let (problem, _) = self.solved()?;
        let is_first = self.twin_letter() == Some('a');
        let diagram = self.statement.setup(problem.position.game()).ok().filter(|_| is_first);
        let setup = diagram.unwrap_or_else(|| Setup::from(&problem.position));
        let BoardLook { printed_theme, pieces, coordinates, to_move } = look.boards;
        let options = Options {
            theme: printed_theme.unwrap_or(ColourTheme::GREYS),
            pieces,
            letters: look.language.letters,
            view: View { coordinates: coordinates.unwrap_or(Coordinates::Large), ..View::default() },
            title: self.shown_title(),
            to_move: to_move.unwrap_or(ToMove::Marked),
            ..Options::default()
        };
        Some(svg(&setup, &options))
    }

    fn shown_title(&self) -> Option<String> {
        Some(self.title()).filter(|title| !title.is_empty())
    }

    /// Returns the certificate of a direct mate; `None` without a mate, or if a limit or a signal stopped the search.
    ///
    /// A proof that was not searched before, as in a part of a sharded run, is searched now.
    pub fn certificate(&self) -> Option<String> {
        let solution = self.solution.as_ref().ok()?;
        let (position, findings) = (&solution.problem().position, solution.findings());
        let proof = match solution.proof() {
            Some(proof) => proof.clone().ok()?,
            None if findings.stopped.is_some() => return None,
            None => {
                let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
                position.prove(findings, table, Budget::default()).ok()?
            }
        };
        Some(certificate(self.name(), position, findings, &proof).to_string())
    }
}

fn stop_message(stop: Stop, position: &Position, findings: &Findings) -> String {
    let mut claims = vec![limit_message(stop).to_owned()];
    match (findings.mate_in, findings.refuted) {
        _ if findings.are_keys_complete => {
            claims.push("length and keys are certain, the rest is incomplete".to_owned());
        }
        (Some(moves), _) => claims.push(format!("mate in {moves} is certain, more keys are possible")),
        (None, 0) => {}
        (None, moves) => claims.push(format!("certainly no mate in {moves}")),
    }
    if let (None, Some(LongMate { key, moves })) = (findings.mate_in, findings.long_mate) {
        let open = if moves == findings.refuted + 1 { "other keys are" } else { "a shorter one is" };
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
