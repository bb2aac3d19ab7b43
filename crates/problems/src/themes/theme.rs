//! Themes, with definitions and weights, and the ratings of problems.
//!
//! The terms are those of problem handbooks and of the glossary of the FIDE codex, extended from eight to twelve
//! directions: a line is one along which a rook or a bishop moves, the king's field the up to twelve cells that it can
//! step to.

use std::fmt;

/// Declares the themes: name, stable code and definition, which is also documentation and help.
macro_rules! themes {
    ($($name:ident $code:literal: $definition:literal;)*) => {
        /// A theme of a problem.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $(#[doc = $definition] $name,)*
        }

        impl Theme {
            /// All themes, in the order of listings.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// Returns the definition, one sentence or more.
            pub const fn definition(self) -> &'static str {
                match self {
                    $(Self::$name => $definition,)*
                }
            }
        }
    };
}

themes! {
    QuietKey "quiet-key": "The key is not a capture, a check or a promotion.";
    CheckingKey "checking-key": "The key gives check.";
    CapturingKey "capturing-key": "The key captures a piece.";
    FlightGivingKey "flight-giving-key": "After the key, the king to be mated has a flight that it does not have with its side to move in the diagram.";
    FlightTakingKey "flight-taking-key": "After the key, the king to be mated lacks a flight that it has with its side to move in the diagram.";
    SacrificingKey "sacrificing-key": "The key offers the queen, rook, bishop or knight that it moves: a less valuable piece can capture it, or a capture cannot be answered by a recapture; and the key does not capture a piece of the same or a greater value.";
    PromotingKey "promoting-key": "The key promotes a pawn.";
    UnderpromotingKey "underpromoting-key": "The key promotes a pawn, but not to the strongest piece that the game allows.";
    EnPassantKey "en-passant-key": "The key captures en passant.";
    KingKey "king-key": "The key is a king move.";
    CastlingKey "castling-key": "The key is a castling.";
    AmpliativeKey "ampliative-key": "The other side has more legal moves after the key than with the move in the diagram.";
    Threat "threat": "The key makes a threat.";
    Zugzwang "zugzwang": "The key makes no threat: the other side loses because it has to move.";
    Block "block": "A zugzwang with complete set play: with the other side to move in the diagram, every move already has an answer of full length.";
    Waiting "waiting": "A block in which the key changes no answer.";
    Mutate "mutate": "A block in which the key changes an answer.";
    SetPlay "set-play": "The diagram has set play: a reply that is also legal after the key has exactly one answer of full length, or, in help and series play, there is a solution half a move shorter.";
    Changed "changed": "A reply with exactly one answer of full length, both in set play and after the key, has a different answer after the key: another kind of piece, target cell or promotion.";
    Transferred "transferred": "An answer to one reply in set play becomes the answer to another reply after the key, where its own reply has a different answer or none of full length.";
    DirectBattery "direct-battery": "The mating move opens the line of a rook, bishop or queen to the king.";
    IndirectBattery "indirect-battery": "The mating move opens the line of a rook, bishop or queen to a cell of the king's field that no other piece guards.";
    PinMate "pin-mate": "A mate that a pinned piece could otherwise parry.";
    DoubleCheck "double-check": "A mate in which two or more pieces give check.";
    SelfBlock "self-block": "A piece of the mated side has moved to a cell of its king's field that would otherwise be a flight; a reply that parries no threat does not count.";
    Interference "interference": "A piece of the mated side has moved to a cell where it blocks a rook, bishop or queen of its own side that could otherwise parry the mate; a reply that parries no threat does not count.";
    Unpin "unpin": "A piece of the mated side unpins the piece that mates with the next move; a reply that parries no threat does not count.";
    Grimshaw "grimshaw": "A mutual interference: on one cell, each of two pieces blocks the line of the other.";
    Novotny "novotny": "The solving side moves a piece to a cell where the lines of a rook and a bishop of the other side cross; whichever of the two captures it blocks the line of the other.";
    Zilahi "zilahi": "In help and series play with several solutions, two pieces of the mating side exchange their functions: each makes the mating move in a solution in which the other is captured.";
    ReciprocalHelp "reciprocal-help": "In a helpmate, the side that is mated can instead give mate with its last move: from there it is h#1 and #1.";
    Switchback "switchback": "A piece returns with its next move to the cell that it has left; except in help and series play, a piece of the solving side.";
    PureMate "pure-mate": "A mate by a single check in which every cell of the king's field is either guarded exactly once, or blocked by a piece of the mated side and not guarded.";
    ModelMate "model-mate": "A pure mate in which every queen, rook, bishop and knight of the mating side guards, gives check or holds a necessary pin.";
    IdealMate "ideal-mate": "A model mate in which every piece takes part: also the king and the pawns of the mating side, and every piece of the mated side as a block or in a necessary pin.";
    Echo "echo": "Two different pure mates with the same picture, shifted, rotated or reflected.";
    ChameleonEcho "chameleon-echo": "An echo with the mated king on cells of different colours.";
    Promotion "promotion": "A pawn of either side promotes in the solution.";
    Underpromotion "underpromotion": "A pawn of the solving side, in help and series play of either side, must promote to a piece other than the strongest that the game allows.";
    AllPromotions "all-promotions": "Pawns of the solving side, in help and series play of either side, must promote to each of the pieces that the game allows.";
    Try "try": "A first move has exactly one refutation.";
    ThematicTry "thematic-try": "In a mate in two, a first move by the piece of the key or to the target cell of the key, without check or capture, has exactly one refutation; other replies have two different mates, not all of which are set play.";
    Dual "dual": "A reply has several answers of full length; a reply that parries no threat does not count.";
}

impl Theme {
    /// Returns themes that are part of this one, or that problems with this one usually show.
    ///
    /// A search for the theme is led by them.
    pub const fn parts(self) -> &'static [Self] {
        match self {
            Self::UnderpromotingKey => &[Self::PromotingKey],
            Self::Block => &[Self::Zugzwang, Self::SetPlay],
            Self::Waiting => &[Self::Zugzwang, Self::SetPlay, Self::Block],
            Self::Mutate => &[Self::Zugzwang, Self::SetPlay, Self::Block, Self::Changed],
            Self::Changed | Self::Transferred => &[Self::SetPlay],
            Self::IndirectBattery => &[Self::DirectBattery],
            Self::Grimshaw => &[Self::Interference],
            Self::Novotny => &[Self::Interference, Self::Grimshaw],
            Self::ChameleonEcho => &[Self::PureMate, Self::ModelMate, Self::Echo],
            Self::ModelMate => &[Self::PureMate],
            Self::IdealMate | Self::Echo => &[Self::PureMate, Self::ModelMate],
            Self::Underpromotion => &[Self::Promotion],
            Self::AllPromotions => &[Self::Promotion, Self::Underpromotion],
            Self::ThematicTry => &[Self::Try],
            _ => &[],
        }
    }

    /// Returns whether the index of a magazine lists problems with the theme: not for keys, threats, set play and tries,
    /// which most problems have.
    pub const fn is_indexed(self) -> bool {
        !matches!(
            self,
            Self::QuietKey
                | Self::CheckingKey
                | Self::CapturingKey
                | Self::FlightGivingKey
                | Self::FlightTakingKey
                | Self::PromotingKey
                | Self::KingKey
                | Self::AmpliativeKey
                | Self::Threat
                | Self::Zugzwang
                | Self::Block
                | Self::Waiting
                | Self::SetPlay
                | Self::PureMate
                | Self::Promotion
                | Self::Try
                | Self::Dual
        )
    }

    /// Returns the theme with this code, ignoring case.
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
    /// Adds a theme.
    pub fn add(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u32;
    }

    /// Adds a theme if a condition is true.
    pub(super) fn add_if(&mut self, condition: bool, theme: Theme) {
        if condition {
            self.add(theme);
        }
    }

    /// Returns whether the set contains a theme.
    pub const fn has(self, theme: Theme) -> bool {
        self.0 >> theme as u32 & 1 == 1
    }

    /// Returns the themes, in the order of [`Theme::ALL`].
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

/// Returns the points that a theme adds to the quality of a problem.
///
/// Keys that a solver tries first cost points, unexpected keys earn points. A theme counts once, however often the
/// problem shows it. [`Term`](super::Term) counts the rest.
pub const fn weight(theme: Theme) -> i32 {
    match theme {
        Theme::CheckingKey => -15,
        Theme::CapturingKey => -8,
        Theme::PromotingKey => -4,
        // The terms of quality count these, or their number.
        Theme::Threat
        | Theme::Promotion
        | Theme::Dual
        | Theme::FlightGivingKey
        | Theme::FlightTakingKey
        | Theme::SetPlay
        | Theme::Try
        | Theme::ThematicTry
        | Theme::Changed
        | Theme::Transferred
        | Theme::Waiting
        | Theme::SelfBlock
        | Theme::Interference
        | Theme::Unpin => 0,
        Theme::KingKey | Theme::AmpliativeKey | Theme::Zugzwang | Theme::Block | Theme::PureMate => 1,
        Theme::QuietKey
        | Theme::DoubleCheck
        | Theme::ModelMate
        | Theme::PinMate
        // The echo counts too.
        | Theme::ChameleonEcho => 2,
        Theme::DirectBattery | Theme::IdealMate => 3,
        // A Novotny has the points of its Grimshaw too.
        Theme::Mutate
        | Theme::Switchback
        | Theme::IndirectBattery
        | Theme::CastlingKey
        | Theme::Novotny
        | Theme::ReciprocalHelp => 4,
        Theme::SacrificingKey | Theme::EnPassantKey | Theme::Underpromotion | Theme::Echo => 6,
        // For an underpromoting key, this includes compensation for the cost of a promoting key.
        Theme::Grimshaw | Theme::Zilahi | Theme::UnderpromotingKey => 10,
        Theme::AllPromotions => 15,
    }
}
