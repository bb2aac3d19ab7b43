//! The themes by name. Knows what each means, in words; looks at no position.
//!
//! The terms are those of the handbooks and of the glossary of the FIDE codex for problems. Where they were made
//! for eight directions they are said of twelve: a line is one along which a rook or a bishop moves, a king's field
//! are the up to twelve cells that it steps to.

use std::fmt;

use super::ends::{Shown, is_quiet, worth};
use hexmate_core::mate::{FullSolution, Stipulation};
use hexmate_position::Position;

/// Declares each theme once: its name, its stable code, and what it means, which is its documentation and its help.
macro_rules! themes {
    ($($name:ident $code:literal: $words:literal;)*) => {
        /// What a problem may show.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $(#[doc = $words] $name,)*
        }

        impl Theme {
            /// All themes, in the order in which they are listed.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable word for it.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// What it means, in words.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)*
                }
            }
        }
    };
}

themes! {
    QuietKey "quiet-key": "The key takes nothing, gives no check and promotes nothing.";
    CheckingKey "checking-key": "The key gives check.";
    CapturingKey "capturing-key": "The key takes a piece.";
    FlightGivingKey "flight-giving-key": "After the key the king that is to be mated has a flight that it has not if its side moves in the diagram.";
    FlightTakingKey "flight-taking-key": "After the key that king lacks a flight that it has if its side moves in the diagram.";
    SacrificingKey "sacrificing-key": "The piece that moves in the key, no pawn, can be taken; what takes it is worth less, or nobody takes back; and the key has taken less than it.";
    PromotingKey "promoting-key": "A pawn promotes in the key.";
    UnderpromotingKey "underpromoting-key": "The same, and not to the strongest piece that the game allows.";
    EnPassantKey "en-passant-key": "The key takes en passant.";
    KingKey "king-key": "The king makes the key.";
    AmpliativeKey "ampliative-key": "The other side has more legal moves after the key than it would have in the diagram.";
    Threat "threat": "The key threatens something.";
    Zugzwang "zugzwang": "The key threatens nothing: every move of the other side is a mistake.";
    Block "block": "The same, and in the diagram the other side has moves, each of which has an answer of full length already.";
    Waiting "waiting": "A block in which the key changes no answer.";
    Mutate "mutate": "A block in which the key changes an answer.";
    SetPlay "set-play": "Something is ready in the diagram: a reply that is legal after the key too has one answer of full length, or, where nobody resists, there is a solution half a move shorter.";
    Changed "changed": "A reply with one answer of full length in set play has another one after the key: by another kind of piece, or to another cell.";
    DirectBattery "direct-battery": "A move opens the line of a rook, bishop or queen to the king, and mates.";
    IndirectBattery "indirect-battery": "A mating move opens the line of such a piece to a cell of the king's field that nothing else guards.";
    PinMate "pin-mate": "A mate that a piece could parry if it were not pinned.";
    DoubleCheck "double-check": "A mate in which two pieces give check.";
    SelfBlock "self-block": "A piece of the mated side, no king, has moved to a cell of its king's field that would be a flight without it.";
    Interference "interference": "A piece of the mated side has moved onto the line of a rook, bishop or queen of its own that could parry the mate beyond that cell if it were vacant.";
    Grimshaw "grimshaw": "Two interferences on one cell: there each of two pieces cuts off the other.";
    Switchback "switchback": "A piece goes back to the cell that it has come from with its move before; where somebody resists, a piece of the side that solves.";
    PureMate "pure-mate": "A mate in which every cell of the king's field is guarded once, or blocked by a piece of the mated side and not guarded, and one piece gives check.";
    ModelMate "model-mate": "A pure mate in which every queen, rook, bishop and knight of the mating side guards, gives check or holds a pin without which there is no mate.";
    IdealMate "ideal-mate": "A model mate in which king and pawns of the mating side do the same, and every piece of the other side but the king blocks, or is pinned so.";
    Echo "echo": "Two mates that are the same picture elsewhere, turned or mirrored, in any of the board's twelve ways.";
    Promotion "promotion": "A pawn of either side promotes in the play.";
    Underpromotion "underpromotion": "A pawn of the solving side must promote to something else than the strongest piece that the game allows.";
    AllPromotions "all-promotions": "Pawns of the solving side must promote to each piece that the game allows.";
    Try "try": "A first move is refuted by one reply only.";
    Dual "dual": "A reply has several answers of full length.";
}

impl Theme {
    /// The theme of a code, in whatever case.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|theme| theme.code().eq_ignore_ascii_case(code))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A set of themes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Themes(u64);

impl Themes {
    /// Puts one in.
    pub fn add(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u32;
    }

    /// Puts one in if something is so.
    pub(super) fn add_if(&mut self, is_so: bool, theme: Theme) {
        if is_so {
            self.add(theme);
        }
    }

    /// Whether it has one.
    pub const fn has(self, theme: Theme) -> bool {
        self.0 >> theme as u32 & 1 == 1
    }

    /// Those it has, in the order of [`Theme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(move |&theme| self.has(theme))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Self {
        let mut set = Self::default();
        themes.into_iter().for_each(|theme| set.add(theme));
        set
    }
}

/// What each theme adds to the quality of a problem.
///
/// Keys that a solver tries first cost something, those that nobody expects bring something. A theme counts once,
/// however often it is shown, so that a problem gains by unity and not by weight.
pub const fn weight(theme: Theme) -> i32 {
    match theme {
        Theme::CheckingKey | Theme::CapturingKey => -8,
        Theme::FlightTakingKey => -6,
        Theme::PromotingKey => -4,
        Theme::Threat | Theme::Promotion | Theme::Dual => 0,
        Theme::KingKey
        | Theme::AmpliativeKey
        | Theme::Zugzwang
        | Theme::SetPlay
        | Theme::Try
        | Theme::Block
        | Theme::Waiting
        | Theme::SelfBlock
        | Theme::DoubleCheck
        | Theme::PureMate => 2,
        Theme::QuietKey
        | Theme::Changed
        | Theme::PinMate
        | Theme::Interference
        | Theme::ModelMate
        | Theme::Mutate
        | Theme::DirectBattery
        | Theme::IdealMate => 4,
        Theme::FlightGivingKey
        | Theme::SacrificingKey
        | Theme::Switchback
        | Theme::EnPassantKey
        | Theme::IndirectBattery
        | Theme::Underpromotion
        | Theme::Echo => 6,
        Theme::Grimshaw => 10,
        // On top of what a promotion costs.
        Theme::UnderpromotingKey => 12,
        Theme::AllPromotions => 20,
    }
}

/// Answers that count for quality.
const MOST_ANSWERS: usize = 8;

/// Different model mates that count for quality.
const MOST_MODELS: usize = 3;

/// Pieces on the board that cost nothing.
const FREE_PIECES: usize = 6;

/// How good a problem is, as far as it can be counted:
///
/// the [`weight`] of every theme, 3 for each different answer to a reply (up to 8), 2 for each model mate but the first
/// (up to two of them), less 6 for every dual, 1 for each piece beyond six, and what the key takes, in pawns, twice.
pub(super) fn quality(position: &Position, full: &FullSolution, shown: &Shown, themes: Themes) -> i32 {
    let of_themes: i32 = themes.iter().map(weight).sum();
    let pieces = position.pieces().len().saturating_sub(FREE_PIECES);
    let taken =
        full.keys.first().and_then(|key| position.piece(key.m.to)).map_or(0, |taken| worth(taken.role));
    let models = shown.models.len().min(MOST_MODELS).saturating_sub(1);
    let plus = 3 * shown.answers.len().min(MOST_ANSWERS) + 2 * models;
    let minus = 6 * shown.duals + pieces + 2 * taken as usize;
    of_themes + plus as i32 - minus as i32
}

/// How hard a problem is to solve for a human, as far as it can be counted:
///
/// 10 for each move of the solving side but the last (5 for each move of either side but the last where nobody
/// resists), 5 if the first move is quiet, 3 for each different quiet move after it (up to five), 2 for each reply that
/// has an answer of its own (up to ten), 3 for each try with one refutation (up to five), 1 for every ten first moves.
pub(super) fn difficulty(position: &Position, full: &FullSolution, shown: &Shown) -> u32 {
    let asked: Stipulation = full.solution.stipulation;
    let length = match full.solution.lines.first() {
        Some(line) => 5 * line.len().saturating_sub(1),
        None => 10 * asked.moves.saturating_sub(1) as usize,
    };
    let tries = full.tries.iter().filter(|r#try| r#try.refutations.len() == 1).count();
    let is_first_quiet = full.solution.keys.first().is_some_and(|&key| is_quiet(position, key));
    let quiet = 5 * usize::from(is_first_quiet) + 3 * shown.quiet.len().min(5);
    let firsts = position.count_moves() as usize / 10;
    (length + quiet + 2 * shown.replies.len().min(10) + 3 * tries.min(5) + firsts) as u32
}
