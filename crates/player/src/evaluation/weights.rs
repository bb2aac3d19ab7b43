//! Weights of the evaluation as data: one table for each game, in `weights/GAME.tsv`.

use super::Taper;
use hexmate_core::rules::Role;

/// Number of steps to promotion that have weights of their own.
pub const STEPS: usize = 8;

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident = $name:literal;)*) => {
        /// A property of positions with a weight.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum EvaluationTerm {
            $($(#[$doc])* $term,)*
        }

        impl EvaluationTerm {
            /// All terms, in the order of the tables.
            pub const ALL: &[Self] = &[$(Self::$term),*];

            /// Returns the name in tables of weights.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$term => $name,)* }
            }
        }
    };
}

terms! {
    /// A queen.
    Queen = "queen";
    /// A rook.
    Rook = "rook";
    /// A bishop.
    Bishop = "bishop";
    /// A knight.
    Knight = "knight";
    /// A pawn.
    Pawn = "pawn";
    /// King in the centre rather than on the edge farthest from it.
    KingCentre = "king-centre";
    /// Queen in the centre.
    QueenCentre = "queen-centre";
    /// Rook in the centre.
    RookCentre = "rook-centre";
    /// Bishop in the centre.
    BishopCentre = "bishop-centre";
    /// Knight in the centre.
    KnightCentre = "knight-centre";
    /// Pawn in the centre.
    PawnCentre = "pawn-centre";
    /// King at the far side rather than at its own.
    KingForward = "king-forward";
    /// Queen at the far side.
    QueenForward = "queen-forward";
    /// Rook at the far side.
    RookForward = "rook-forward";
    /// Bishop at the far side.
    BishopForward = "bishop-forward";
    /// Knight at the far side.
    KnightForward = "knight-forward";
    /// Pawn one step from promotion.
    Pawn1 = "pawn-1";
    /// Pawn two steps from promotion.
    Pawn2 = "pawn-2";
    /// Pawn three steps from promotion.
    Pawn3 = "pawn-3";
    /// Pawn four steps from promotion.
    Pawn4 = "pawn-4";
    /// Pawn five steps from promotion.
    Pawn5 = "pawn-5";
    /// Pawn six steps from promotion.
    Pawn6 = "pawn-6";
    /// Pawn seven steps from promotion.
    Pawn7 = "pawn-7";
    /// Passed pawn one step from promotion.
    Passed1 = "passed-1";
    /// Passed pawn two steps from promotion.
    Passed2 = "passed-2";
    /// Passed pawn three steps from promotion.
    Passed3 = "passed-3";
    /// Passed pawn four steps from promotion.
    Passed4 = "passed-4";
    /// Passed pawn five steps from promotion.
    Passed5 = "passed-5";
    /// Passed pawn six steps from promotion.
    Passed6 = "passed-6";
    /// Passed pawn seven steps from promotion.
    Passed7 = "passed-7";
    /// Passed pawn with an enemy on the next cell.
    PassedBlocked = "passed-blocked";
    /// Pawn behind another of its side on its way.
    Doubled = "doubled";
    /// Pawn that another guards.
    Guarded = "guarded";
    /// Each cell that a queen may go to.
    QueenMobility = "queen-mobility";
    /// Each cell that a rook may go to.
    RookMobility = "rook-mobility";
    /// Each cell that a bishop may go to.
    BishopMobility = "bishop-mobility";
    /// Each cell that a knight may go to.
    KnightMobility = "knight-mobility";
    /// Officer attacked by a pawn.
    PawnThreat = "pawn-threat";
    /// Rook or queen attacked by a bishop or knight.
    MinorThreat = "minor-threat";
    /// Attack on the king and the twelve cells beside it, by the square of its weight.
    Danger = "danger";
    /// Own pawn beside the king.
    Shield = "shield";
    /// The turn.
    Tempo = "tempo";
    /// King of a side without officers, on the edge rather than in the centre.
    BareEdge = "bare-edge";
    /// Kings close together if one side has no officers.
    BareClose = "bare-close";
}

/// Number of terms.
pub const TERMS: usize = EvaluationTerm::ALL.len();

/// Weights of all terms, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([Taper; TERMS]);

impl Weights {
    /// Weights of zero.
    pub const NONE: Self = Self([Taper::ZERO; TERMS]);

    /// Returns the weights of a game; those of Gliński's game for a game without its own.
    pub fn of_game(name: &str) -> Self {
        let text = match name {
            "mccooey" => include_str!("../../weights/mccooey.tsv"),
            "mini" => include_str!("../../weights/mini.tsv"),
            "shafran" => include_str!("../../weights/shafran.tsv"),
            "devasa" => include_str!("../../weights/devasa.tsv"),
            "brusky" => include_str!("../../weights/brusky.tsv"),
            _ => include_str!("../../weights/glinski.tsv"),
        };
        Self::parse(text)
    }

    /// Reads a table: a name and two numbers a line. Other lines have no effect.
    pub fn parse(text: &str) -> Self {
        let mut weights = Self::NONE;
        for line in text.lines() {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default();
            let numbers = [fields.next(), fields.next()].map(|field| field?.trim().parse().ok());
            let term = EvaluationTerm::ALL.iter().find(|term| term.name() == name);
            if let (Some(&term), [Some(middle), Some(ending)]) = (term, numbers) {
                weights.set(term, Taper::new(middle, ending));
            }
        }
        weights
    }

    /// Returns the table as text, which [`Weights::parse`] reads.
    pub fn to_table(&self) -> String {
        let lines = EvaluationTerm::ALL.iter().map(|&term| {
            let Taper { middle, ending } = self.get(term);
            format!("{}\t{middle}\t{ending}\n", term.name())
        });
        lines.collect()
    }

    /// Returns the weight of a term.
    #[inline]
    pub fn get(&self, term: EvaluationTerm) -> Taper {
        self.0[term as usize]
    }

    /// Sets the weight of a term.
    pub fn set(&mut self, term: EvaluationTerm, weight: Taper) {
        self.0[term as usize] = weight;
    }

    /// Returns the weight of a term of a series, such as `Pawn1` to `Pawn7`, by the steps that a pawn needs; none
    /// beyond the series.
    pub(super) fn by_steps(&self, first: EvaluationTerm, steps: usize) -> Taper {
        match steps {
            1..STEPS => self.0[first as usize + steps - 1],
            _ => Taper::ZERO,
        }
    }

    /// Returns the value of a piece; none for a king.
    pub fn piece(&self, role: Role) -> Taper {
        match role {
            Role::King => Taper::ZERO,
            Role::Queen => self.get(EvaluationTerm::Queen),
            Role::Rook => self.get(EvaluationTerm::Rook),
            Role::Bishop => self.get(EvaluationTerm::Bishop),
            Role::Knight => self.get(EvaluationTerm::Knight),
            Role::Pawn => self.get(EvaluationTerm::Pawn),
        }
    }

    /// Returns the weights of a role in the centre and at the far side.
    pub(super) fn places(&self, role: Role) -> [Taper; 2] {
        let [centre, forward] = match role {
            Role::King => [EvaluationTerm::KingCentre, EvaluationTerm::KingForward],
            Role::Queen => [EvaluationTerm::QueenCentre, EvaluationTerm::QueenForward],
            Role::Rook => [EvaluationTerm::RookCentre, EvaluationTerm::RookForward],
            Role::Bishop => [EvaluationTerm::BishopCentre, EvaluationTerm::BishopForward],
            Role::Knight => [EvaluationTerm::KnightCentre, EvaluationTerm::KnightForward],
            Role::Pawn => return [self.get(EvaluationTerm::PawnCentre), Taper::ZERO],
        };
        [self.get(centre), self.get(forward)]
    }
}
