//! Path data of pieces with few lines, for small print.

use super::Outline;

/// The six pieces, in the order of the roles.
pub(super) static PIECES: [Outline; 6] = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN];

/// The king: a cross on a wedge.
const KING: Outline = Outline {
    body: "M0-214h20v34h34v40h-34v34h124l-56 198 32 44v52h-120-120v-52l32-44-56-198h124v-34h-34v-40h34v-34z",
    lines: "M-112 136h224",
    spots: "",
};

/// The queen: three points.
const QUEEN: Outline = Outline {
    body: "M0-206l52 136 96-106-56 268 28 44v52h-120-120v-52l28-44-56-268 96 106z",
    lines: "M-112 136h224",
    spots: "",
};

/// The rook: three merlons.
const ROOK: Outline = Outline {
    body: "M0-164h32v44h40v-44h52v100l-40 24v132l36 44v52h-120-120v-52l36-44v-132l-40-24v-100h52v44h40v-44z",
    lines: "M-112 136h224",
    spots: "",
};

/// The bishop: a mitre with its cut.
const BISHOP: Outline = Outline {
    body: "M0-206c76 76 110 132 110 186 0 50-18 80-44 112l54 44v52h-120-120v-52l54-44c-26-32-44-62-44-112 0\
           -54 34-110 110-186z",
    lines: "M-112 136h224m-86-194l54-59",
    spots: "",
};

/// The knight: a head with one eye.
const KNIGHT: Outline = Outline {
    body: "M-20-200l44 36c76 14 108 94 100 194-2 40-12 70-12 106h8v52h-240v-52c20-46 94-76 100-136-20 14-40 \
           18-56 20l-28 24-36-34 4-34 52-76z",
    lines: "M-112 136h224",
    spots: "M-62-86a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
};

/// The pawn: a ball on a cone.
const PAWN: Outline = Outline {
    body: "M0-134c42 0 72 30 72 70 0 28-12 48-32 62l22 94 38 44v52h-100-100v-52l38-44 22-94c-20-14-32-34-32\
           -62 0-40 30-70 72-70z",
    lines: "M-92 136h184",
    spots: "",
};
