//! Weights of the evaluation as data: one table for each game, in `weights/GAME.tsv`.

use std::fmt::Write as _;

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
    /// Passed pawn whose way has no enemy.
    PassedClear = "passed-clear";
    /// Passed pawn that another guards.
    PassedGuarded = "passed-guarded";
    /// Steps between a passed pawn and its own king, times its progress.
    PassedKing = "passed-king";
    /// Steps between a passed pawn and the enemy king, times its progress.
    PassedEnemyKing = "passed-enemy-king";
    /// Pawn behind another of its side on its way.
    Doubled = "doubled";
    /// Pawn that another guards.
    Guarded = "guarded";
    /// Pawn that no other pawn guards or can come to guard.
    Isolated = "isolated";
    /// Pawn with a piece on the next cell.
    Stopped = "stopped";
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
    /// Queen attacked by a rook.
    RookThreat = "rook-threat";
    /// Officer that a pawn could attack by a step.
    PushThreat = "push-threat";
    /// Officer without a guard.
    Loose = "loose";
    /// Officer without a guard, attacked by an officer.
    HangingOfficer = "hanging-officer";
    /// Pawn without a guard, attacked by an officer.
    HangingPawn = "hanging-pawn";
    /// Knight that a pawn guards and no enemy pawn can attack.
    KnightOutpost = "knight-outpost";
    /// Bishop that a pawn guards and no enemy pawn can attack.
    BishopOutpost = "bishop-outpost";
    /// Rook without an own pawn before it.
    RookOpen = "rook-open";
    /// Rook without a pawn before it.
    RookFree = "rook-free";
    /// Cell from which an officer may give check without loss.
    SafeCheck = "safe-check";
    /// Cell beside the king that is attacked and that only the king guards.
    WeakZone = "weak-zone";
    /// Steps between an officer and the enemy king.
    Tropism = "tropism";
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

/// Weights of all terms and values of pieces by place, in centipawns.
///
/// A place is one cell or two that mirror each other; [`Tables::place`](super::Tables::place) numbers them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    terms: [Taper; TERMS],
    places: [Vec<Taper>; Role::ALL.len()],
}

/// Names of the roles in tables, in the order of [`Role::ALL`].
const ROLES: [&str; Role::ALL.len()] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// Names of the phases in tables.
const PHASES: [&str; 2] = ["middle", "ending"];

impl Weights {
    /// Weights of zero.
    pub const NONE: Self =
        Self { terms: [Taper::ZERO; TERMS], places: [const { Vec::new() }; Role::ALL.len()] };

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

    /// Reads a table: a line has a term with its two numbers, or a role and a phase such as `knight-ending` with the
    /// number of each place. Other lines have no effect.
    pub fn parse(text: &str) -> Self {
        let mut weights = Self::NONE;
        for line in text.lines() {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default();
            let numbers: Option<Vec<i32>> = fields.map(|field| field.trim().parse().ok()).collect();
            let Some(numbers) = numbers else { continue };
            if let Some(&term) = EvaluationTerm::ALL.iter().find(|term| term.name() == name)
                && let &[middle, ending] = numbers.as_slice()
            {
                weights.set(term, Taper::new(middle, ending));
            } else if let Some((role, phase)) = name.rsplit_once('-')
                && let Some(role) = ROLES.iter().position(|&known| known == role)
                && PHASES.contains(&phase)
            {
                let role = Role::ALL[role];
                for (place, number) in numbers.into_iter().enumerate() {
                    let old = weights.place(role, place);
                    let new = match phase == PHASES[0] {
                        true => Taper { middle: number, ..old },
                        false => Taper { ending: number, ..old },
                    };
                    weights.set_place(role, place, new);
                }
            }
        }
        weights
    }

    /// Returns the table as text, which [`Weights::parse`] reads.
    pub fn to_table(&self) -> String {
        let mut text = String::new();
        for &term in EvaluationTerm::ALL {
            let Taper { middle, ending } = self.get(term);
            let _ = writeln!(text, "{}\t{middle}\t{ending}", term.name());
        }
        for (role, places) in ROLES.iter().zip(&self.places).filter(|(_, places)| !places.is_empty()) {
            for phase in PHASES {
                let _ = write!(text, "{role}-{phase}");
                for value in places {
                    let _ =
                        write!(text, "\t{}", if phase == PHASES[0] { value.middle } else { value.ending });
                }
                text.push('\n');
            }
        }
        text
    }

    /// Returns the value of a role on a place, besides those of its terms.
    pub fn place(&self, role: Role, place: usize) -> Taper {
        self.places[role as usize].get(place).copied().unwrap_or_default()
    }

    /// Sets the value of a role on a place.
    pub fn set_place(&mut self, role: Role, place: usize, value: Taper) {
        let places = &mut self.places[role as usize];
        if places.len() <= place {
            places.resize(place + 1, Taper::ZERO);
        }
        places[place] = value;
    }

    /// Returns the weight of a term.
    #[inline]
    pub fn get(&self, term: EvaluationTerm) -> Taper {
        self.terms[term as usize]
    }

    /// Sets the weight of a term.
    pub fn set(&mut self, term: EvaluationTerm, weight: Taper) {
        self.terms[term as usize] = weight;
    }

    /// Returns the weight of a term of a series, such as `Pawn1` to `Pawn7`, by the steps that a pawn needs; none
    /// beyond the series.
    pub(super) fn by_steps(&self, first: EvaluationTerm, steps: usize) -> Taper {
        match steps {
            1..STEPS => self.terms[first as usize + steps - 1],
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
