//! Options of Popeye: those with a meaning for the position, those that are kept, those that are refused.

/// Meaning of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// There is set play.
    SetPlay,
    /// White begins.
    WhiteToPlay,
    /// The other side begins.
    HalfDuplex,
    /// The problem is also solved with the sides exchanged.
    Duplex,
    /// Cells that pawns have crossed.
    EnPassant,
    /// Move number of the position.
    StartMoveNumber,
    /// Castling rights, in the letters of the FEN.
    Castling,
    /// Players who are still in the game.
    Players,
    /// Half-move clock.
    Clock,
    /// The colour to move.
    ToMove,
    /// No meaning for the position or the solution.
    Kept,
    /// Other rules or other solutions.
    Refused,
}

use Meaning::{
    Castling, Clock, Duplex, EnPassant, HalfDuplex, Kept, Players, Refused, SetPlay, StartMoveNumber, ToMove,
    WhiteToPlay,
};

/// The options, in lower case.
const OPTIONS: [(&str, Meaning); 45] = [
    ("setplay", SetPlay),
    ("whitetoplay", WhiteToPlay),
    ("halfduplex", HalfDuplex),
    ("enpassant", EnPassant),
    ("startmovenumber", StartMoveNumber),
    ("castling", Castling),
    ("players", Players),
    ("clock", Clock),
    ("tomove", ToMove),
    ("try", Kept),
    ("variations", Kept),
    ("movenumbers", Kept),
    ("defence", Kept),
    ("threat", Kept),
    ("nothreat", Kept),
    ("noboard", Kept),
    ("noshortvariations", Kept),
    ("nontrivial", Kept),
    ("maxsolutions", Kept),
    ("maxflightsquares", Kept),
    ("maxtime", Kept),
    ("intelligent", Kept),
    ("nocastling", Kept),
    ("stoponshortsolutions", Kept),
    ("beep", Kept),
    ("suppressgrid", Kept),
    ("writegrid", Kept),
    ("trivialtriesavoid", Kept),
    ("search", Kept),
    ("multisolutions", Kept),
    ("uptomovenumber", Kept),
    ("heartbeat", Kept),
    ("duplex", Duplex),
    ("nosymmetry", Refused),
    ("goalisend", Refused),
    ("postkeyplay", Refused),
    ("quodlibet", Refused),
    ("nullmoves", Refused),
    ("lastcapture", Refused),
    ("keepmatingpiece", Refused),
    ("matesin1", Refused),
    ("castlingmutuallyexclusive", Refused),
    ("nowk", Refused),
    ("nobk", Refused),
    ("hole", Refused),
];

impl Meaning {
    /// Returns the meaning of an option, which may be shortened as in Popeye; `None` if it is unknown.
    pub(super) fn of(name: &str) -> Option<Self> {
        abbreviated(name, &OPTIONS)
    }
}

/// Returns the value of a name in any case: of the whole name, or of the only one that begins with at least three letters
/// of it.
pub(super) fn abbreviated<T: Copy>(name: &str, all: &[(&str, T)]) -> Option<T> {
    let name = name.to_lowercase();
    if let Some((_, value)) = all.iter().find(|(known, _)| *known == name) {
        return Some(*value);
    }
    let mut begun = all.iter().filter(|(known, _)| known.starts_with(&name));
    let (_, value) = begun.next().filter(|_| name.len() >= 3 && begun.next().is_none())?;
    Some(*value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_can_be_shortened() {
        for (name, meaning) in [
            ("SetPlay", Some(SetPlay)),
            ("vari", Some(Kept)),
            ("Try", Some(Kept)),
            ("movenum", Some(Kept)),
            ("Duplex", Some(Duplex)),
            ("dup", Some(Duplex)),
            ("HalfDuplex", Some(HalfDuplex)),
            ("start", Some(StartMoveNumber)),
            ("castling", Some(Castling)),
            ("no", None),
            ("now", Some(Refused)),
            ("max", None),
            ("banana", None),
        ] {
            assert_eq!(Meaning::of(name), meaning, "{name}");
        }
    }
}
