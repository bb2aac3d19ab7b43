//! The themes by name. Knows what each means, in words; looks at no position.
//!
//! The terms are those of the handbooks and of the glossary of the FIDE codex for problems. Where they were made
//! for eight directions they are said of twelve: a line is one along which a rook or a bishop moves, a king's field
//! are the up to twelve cells that it steps to.

use std::fmt;

/// What a problem may show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The key takes nothing, gives no check and promotes nothing.
    QuietKey,
    /// The key gives check.
    CheckingKey,
    /// The key takes a piece.
    CapturingKey,
    /// After the key the king that is to be mated has a flight that it has not if its side moves in the diagram.
    FlightGivingKey,
    /// After the key that king lacks a flight that it has if its side moves in the diagram.
    FlightTakingKey,
    /// The piece that moves in the key, no pawn, can be taken; what takes it is worth less, or nobody takes back; and
    /// the key has taken less than it.
    SacrificingKey,
    /// A pawn promotes in the key.
    PromotingKey,
    /// The same, and not to a queen.
    UnderpromotingKey,
    /// The key takes en passant.
    EnPassantKey,
    /// The king makes the key.
    KingKey,
    /// The other side has more legal moves after the key than it would have in the diagram.
    AmpliativeKey,
    /// The key threatens something.
    Threat,
    /// The key threatens nothing: every move of the other side is a mistake.
    Zugzwang,
    /// The same, and in the diagram every move of the other side has an answer of full length already.
    Block,
    /// A block in which the key changes no answer.
    Waiting,
    /// A block in which the key changes an answer.
    Mutate,
    /// Something is ready in the diagram: a reply that is legal after the key too has one answer of full length, or,
    /// where nobody resists, there is a solution half a move shorter.
    SetPlay,
    /// A reply with one answer of full length in set play has another one after the key: by another kind of piece, or
    /// to another cell.
    Changed,
    /// A move opens the line of a rook, bishop or queen to the king, and mates.
    DirectBattery,
    /// A mating move opens the line of such a piece to a cell of the king's field that nothing else guards.
    IndirectBattery,
    /// A mate that a piece could parry if it were not pinned.
    PinMate,
    /// A mate in which two pieces give check.
    DoubleCheck,
    /// A piece of the mated side, no king, has moved to a cell of its king's field that would be a flight without it.
    SelfBlock,
    /// A piece of the mated side has moved onto the line of a rook, bishop or queen of its own that could parry the
    /// mate beyond that cell if it were vacant.
    Interference,
    /// Two interferences on one cell: there each of two pieces cuts off the other.
    Grimshaw,
    /// A piece goes back to the cell that it has come from with its move before; where somebody resists, a piece of
    /// the side that solves.
    Switchback,
    /// A mate in which every cell of the king's field is guarded once, or blocked by a piece of the mated side and not
    /// guarded, and one piece gives check.
    PureMate,
    /// A pure mate in which every queen, rook, bishop and knight of the mating side guards, gives check or holds a pin
    /// without which there is no mate.
    ModelMate,
    /// A model mate in which king and pawns of the mating side do the same, and every piece of the other side but the
    /// king blocks, or is pinned so.
    IdealMate,
    /// Two mates that are the same picture elsewhere, turned or mirrored, in any of the board's twelve ways.
    Echo,
    /// A pawn of either side promotes in the play.
    Promotion,
    /// A pawn of the mating side must promote to something else than a queen.
    Underpromotion,
    /// Pawns of the mating side must promote to each piece that the game allows.
    AllPromotions,
    /// A first move is refuted by one reply only.
    Try,
    /// A reply has several answers of full length.
    Dual,
}

use Theme::{
    AllPromotions, AmpliativeKey, Block, CapturingKey, Changed, CheckingKey, DirectBattery, DoubleCheck,
    Dual, Echo, EnPassantKey, FlightGivingKey, FlightTakingKey, Grimshaw, IdealMate, IndirectBattery,
    Interference, KingKey, ModelMate, Mutate, PinMate, PromotingKey, Promotion, PureMate, QuietKey,
    SacrificingKey, SelfBlock, SetPlay, Switchback, Threat, Try, UnderpromotingKey, Underpromotion, Waiting,
    Zugzwang,
};

impl Theme {
    /// All themes, in the order in which they are told.
    pub const ALL: [Self; 35] = [
        QuietKey,
        CheckingKey,
        CapturingKey,
        FlightGivingKey,
        FlightTakingKey,
        SacrificingKey,
        PromotingKey,
        UnderpromotingKey,
        EnPassantKey,
        KingKey,
        AmpliativeKey,
        Threat,
        Zugzwang,
        Block,
        Waiting,
        Mutate,
        SetPlay,
        Changed,
        DirectBattery,
        IndirectBattery,
        PinMate,
        DoubleCheck,
        SelfBlock,
        Interference,
        Grimshaw,
        Switchback,
        PureMate,
        ModelMate,
        IdealMate,
        Echo,
        Promotion,
        Underpromotion,
        AllPromotions,
        Try,
        Dual,
    ];

    /// The stable word for it.
    pub const fn code(self) -> &'static str {
        match self {
            QuietKey => "quiet-key",
            CheckingKey => "checking-key",
            CapturingKey => "capturing-key",
            FlightGivingKey => "flight-giving-key",
            FlightTakingKey => "flight-taking-key",
            SacrificingKey => "sacrificing-key",
            PromotingKey => "promoting-key",
            UnderpromotingKey => "underpromoting-key",
            EnPassantKey => "en-passant-key",
            KingKey => "king-key",
            AmpliativeKey => "ampliative-key",
            Threat => "threat",
            Zugzwang => "zugzwang",
            Block => "block",
            Waiting => "waiting",
            Mutate => "mutate",
            SetPlay => "set-play",
            Changed => "changed",
            DirectBattery => "direct-battery",
            IndirectBattery => "indirect-battery",
            PinMate => "pin-mate",
            DoubleCheck => "double-check",
            SelfBlock => "self-block",
            Interference => "interference",
            Grimshaw => "grimshaw",
            Switchback => "switchback",
            PureMate => "pure-mate",
            ModelMate => "model-mate",
            IdealMate => "ideal-mate",
            Echo => "echo",
            Promotion => "promotion",
            Underpromotion => "underpromotion",
            AllPromotions => "all-promotions",
            Try => "try",
            Dual => "dual",
        }
    }

    /// The theme of a word, in whatever case.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.code().eq_ignore_ascii_case(code))
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
        Theme::ALL.into_iter().filter(move |&theme| self.has(theme))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Self {
        let mut set = Self::default();
        themes.into_iter().for_each(|theme| set.add(theme));
        set
    }
}
