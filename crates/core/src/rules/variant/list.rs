//! The list of games.

/// Hands the list to a macro: file, and for each game its constant, its type and which of the type's tables.
macro_rules! all_games {
    ($use:ident) => {
        $use! {
            glinski { GLINSKI: Glinski, 0; }
            mccooey { MCCOOEY: McCooey, 0; }
            mini { MINI: Mini, 0; }
            echex { ECHEX3: Echex3, 0; ECHEX3_16: Echex3, 1; ECHEX6: Echex6, 0; ECHEX6_16: Echex6, 1; }
            shafran { SHAFRAN: Shafran, 0; }
            devasa { DEVASA: DeVasa, 0; }
            brusky { BRUSKY: Brusky, 0; }
        }
    };
}

pub(crate) use all_games;
