//! The games, and one made up for tests, as tables: boards, arrays, pawns, castling (rules.md, parts 2 to 5 and 10).

use std::sync::OnceLock;

use super::cells::Cells;
use super::hex::{Hex, hex};
use super::piece::{Kind, Player};
use super::wings::{Drawn, Wing};

/// One of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Gliński's game.
    Glinski,
    /// Gliński's board and pieces, with pawns that take on the diagonals.
    Mccooey,
    /// Mini Hexchess.
    Mini,
    /// Echex for three, eighteen pieces a side.
    Echex3,
    /// Echex for three, sixteen pieces a side.
    Echex3x16,
    /// Echex for six, eighteen pieces a side.
    Echex6,
    /// Echex for six, sixteen pieces a side.
    Echex6x16,
    /// Gliński's array with McCooey's captures: for tests only.
    GlinskiDiagonal,
    /// Shafran's game.
    Shafran,
    /// De Vasa's game.
    Devasa,
    /// Brusky's game.
    Brusky,
}

/// The fixed data of a game.
#[derive(Debug)]
pub struct Rules {
    /// The letters of the players in turn order.
    pub letters: &'static [u8],
    /// The cells of the board.
    pub cells: Cells,
    /// Data of each seat.
    pub seats: Vec<Seat>,
    /// Roles to which a pawn may promote.
    pub promotions: &'static [Kind],
    /// Wings on which kings may castle, in the order of the letters in a FEN.
    pub wings: Vec<Wing>,
    /// `true` if an enemy on one of the cells before a pawn stops it.
    pub enemies_block: bool,
}

/// Data of one seat.
#[derive(Debug)]
pub struct Seat {
    /// The steps of a pawn: across one edge of its cell, or across either of two.
    pub forward: Vec<Hex>,
    /// The steps with which a pawn takes.
    pub takes: [Hex; 2],
    /// A further step with which it takes from the cells in `starts`, but never in passing.
    pub first_take: Option<Hex>,
    /// The pieces at the start.
    pub array: Vec<(Hex, Kind)>,
    /// The cells on which a pawn begins, and how many steps in one direction it may go from there.
    pub starts: Vec<(Hex, i8)>,
    /// The cells on which a pawn promotes.
    pub last: Vec<Hex>,
}

/// 12 o'clock; 11 o'clock on the boards whose corners face the players.
const FORWARD: Hex = hex(0, -1);
/// The other step forward on these, 1 o'clock.
const FORWARD_TO_RIGHT: Hex = hex(1, -1);
/// 10 and 2 o'clock.
const GLINSKI_TAKES: [Hex; 2] = [hex(-1, 0), hex(1, -1)];
/// 11 and 1 o'clock.
const MCCOOEY_TAKES: [Hex; 2] = [hex(-1, -1), hex(1, -2)];
/// 10 and 2 o'clock where corners face the players.
const DEVASA_TAKES: [Hex; 2] = [hex(-1, -1), hex(2, -1)];
/// 12 o'clock there.
const BRUSKY_FIRST_TAKE: Hex = hex(1, -2);

const GLINSKI: [&str; 2] = [
    "K g1  Q e1  R c1 i1  N d1 h1  B f1 f2 f3  P b1 c2 d3 e4 f5 g4 h3 i2 k1",
    "K g10  Q e10  R c8 i8  N d9 h9  B f9 f10 f11  P b7 c7 d7 e7 f7 g7 h7 i7 k7",
];
const MCCOOEY: [&str; 2] = [
    "K g1  Q e1  R d1 h1  N e2 g2  B f1 f2 f3  P c1 d2 e3 f4 g3 h2 i1",
    "K g10  Q e10  R d9 h9  N e9 g9  B f9 f10 f11  P c8 d8 e8 f8 g8 h8 i8",
];
const MINI: [&str; 2] =
    ["K d2  R e1  B d1  N c1  P b1 c2 d3 e2 f1", "K d6  R c6  B d7  N e6  P b5 c5 d5 e5 f5"];
const ECHEX3: &str = "K g1  Q e1  R d1 h1  N e2 g2  B f1 f2 f3   P c1 d2 e3 f4 g3 h2 i1  e4 g4";
const ECHEX3_16: &str = "K g1  Q e1  R d1 h1  N e2 g2  B f1 f2 f3   P c1 d2 e3 f4 g3 h2 i1";
const ECHEX6: &str = "K k1  Q h1  R g1 l1  N h2 k2  B i1 i2 i3   P f1 g2 h3 i4 k3 l2 m1  h4 k4";
const ECHEX6_16: &str = "K k1  Q h1  R g1 l1  N h2 k2  B i1 i2 i3   P f1 g2 h3 i4 k3 l2 m1";

const SHAFRAN: [&str; 2] = [
    "R a1 i5  N b1 g3  B c1 f2 h4  Q d1  K e1  P a2 b2 c2 d2 e2 f3 g4 h5 i6",
    "R i10 a6  N h10 c8  B g10 d9 b7  Q f10  K e10  P i9 h9 g9 f9 e9 d8 c7 b6 a5",
];
const DEVASA: [&str; 2] = [
    "R a1 i1  N b1 h1  B c1 e1 g1  Q d1  K f1  P a3 b3 c3 d3 e3 f3 g3 h3 i3",
    "R a9 i9  N b9 h9  B c9 e9 g9  Q f9  K d9  P a7 b7 c7 d7 e7 f7 g7 h7 i7",
];
const BRUSKY: [&str; 2] = [
    "R a1 i1  N b1 h1  B c1 e1 g1  Q d1  K f1  P a2 b2 c2 d2 e2 f2 g2 h2 i2 j2",
    "R d8 l8  N e8 k8  B f8 h8 j8  Q i8  K g8  P c7 d7 e7 f7 g7 h7 i7 j7 k7 l7",
];

const SHAFRAN_WINGS: [Drawn; 4] = [
    ('Q', "e1", "a1", &[(2, "Q-0-0"), (3, "Q-0-0-0")]),
    ('B', "e1", "i5", &[(2, "B-0-0"), (3, "B-0-0-0")]),
    ('q', "e10", "i10", &[(2, "Q-0-0"), (3, "Q-0-0-0")]),
    ('b', "e10", "a6", &[(2, "B-0-0"), (3, "B-0-0-0")]),
];
const DEVASA_WINGS: [Drawn; 4] = [
    ('K', "f1", "i1", &[(2, "0-0")]),
    ('Q', "f1", "a1", &[(3, "0-0-0")]),
    ('k', "d9", "a9", &[(2, "0-0")]),
    ('q', "d9", "i9", &[(3, "0-0-0")]),
];
const BRUSKY_WINGS: [Drawn; 4] = [
    ('K', "f1", "i1", &[(2, "0-0")]),
    ('Q', "f1", "a1", &[(3, "0-0-0")]),
    ('k', "g8", "d8", &[(2, "0-0")]),
    ('q', "g8", "l8", &[(3, "0-0-0")]),
];

impl Game {
    /// Every game that is played, in the order of rules.md.
    pub const ALL: [Game; 10] = [
        Game::Glinski,
        Game::Mccooey,
        Game::Mini,
        Game::Echex3,
        Game::Echex3x16,
        Game::Echex6,
        Game::Echex6x16,
        Game::Shafran,
        Game::Devasa,
        Game::Brusky,
    ];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Game::Glinski => "glinski",
            Game::Mccooey => "mccooey",
            Game::Mini => "mini",
            Game::Echex3 => "echex3",
            Game::Echex3x16 => "echex3-16",
            Game::Echex6 => "echex6",
            Game::Echex6x16 => "echex6-16",
            Game::GlinskiDiagonal => "glinski-diagonal",
            Game::Shafran => "shafran",
            Game::Devasa => "devasa",
            Game::Brusky => "brusky",
        }
    }

    /// Returns the game of that name.
    pub fn by_name(name: &str) -> Option<Game> {
        Game::ALL.into_iter().chain([Game::GlinskiDiagonal]).find(|game| game.name() == name)
    }

    /// Returns the rules of the game, built at the first call.
    pub fn rules(self) -> &'static Rules {
        static RULES: [OnceLock<Rules>; 11] = [const { OnceLock::new() }; 11];
        RULES[self as usize].get_or_init(|| Rules::of(self))
    }
}

impl Rules {
    fn of(game: Game) -> Rules {
        let letters: &[u8] = match game {
            Game::Echex3 | Game::Echex3x16 => b"wrb",
            Game::Echex6 | Game::Echex6x16 => b"wrobgy",
            _ => b"wb",
        };
        let promotions: &[Kind] = match game {
            Game::Mini => &[Kind::Rook, Kind::Bishop, Kind::Knight],
            _ => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        };
        let wings: &[Drawn] = match game {
            Game::Shafran => &SHAFRAN_WINGS,
            Game::Devasa => &DEVASA_WINGS,
            Game::Brusky => &BRUSKY_WINGS,
            _ => &[],
        };
        let cells = cells(game);
        let sixths = 6 / letters.len();
        Rules {
            letters,
            seats: (0..letters.len()).map(|seat| Seat::of(game, &cells, seat, sixths)).collect(),
            promotions,
            wings: wings.iter().map(|wing| Wing::of(&cells, wing)).collect(),
            enemies_block: game == Game::Brusky,
            cells,
        }
    }

    /// Returns whether a pawn of the seat promotes on this cell.
    pub fn is_last(&self, seat: Player, cell: Hex) -> bool {
        self.seat(seat).last.contains(&cell)
    }

    /// Returns the data of a seat.
    pub fn seat(&self, seat: Player) -> &Seat {
        &self.seats[usize::from(seat)]
    }

    /// Returns the letter of the player.
    pub fn letter(&self, player: Player) -> char {
        char::from(self.letters[usize::from(player)])
    }

    /// Returns the player of the letter.
    pub fn player(&self, letter: char) -> Option<Player> {
        (0..self.count()).find(|&player| self.letter(player) == letter)
    }

    /// Returns the number of players.
    pub fn count(&self) -> Player {
        self.letters.len() as Player
    }
}

impl Seat {
    fn of(game: Game, cells: &Cells, seat: usize, sixths: usize) -> Seat {
        let forward: &[Hex] = match game {
            Game::Devasa | Game::Brusky => &[FORWARD, FORWARD_TO_RIGHT],
            _ => &[FORWARD],
        };
        let takes = match game {
            Game::Mccooey | Game::GlinskiDiagonal | Game::Mini | Game::Shafran => MCCOOEY_TAKES,
            Game::Devasa | Game::Brusky => DEVASA_TAKES,
            _ => GLINSKI_TAKES,
        };
        let first_take = (game == Game::Brusky).then_some(BRUSKY_FIRST_TAKE);
        let forward: Vec<Hex> = forward.iter().map(|step| step.turned(seat * sixths)).collect();
        let is_end = |cell: &Hex| forward.iter().all(|&step| !cells.has(*cell + step));
        let array = array(game, cells, seat, sixths);
        Seat {
            takes: takes.map(|step| step.turned(seat * sixths)),
            first_take: first_take.map(|step| step.turned(seat * sixths)),
            starts: starts(game, cells, &array),
            array,
            last: cells.iter().filter(is_end).collect(),
            forward,
        }
    }

    /// Returns the steps with which a pawn takes from the cell.
    pub fn takes_from(&self, cell: Hex) -> impl Iterator<Item = Hex> + '_ {
        let first = self.first_take.filter(|_| self.starts.iter().any(|&(start, _)| start == cell));
        self.takes.into_iter().chain(first)
    }

    /// Returns the cells that a pawn crosses on its way along one direction, from the first.
    pub fn crossed(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let found = self.forward.iter().find_map(|&step| {
            let way: Vec<Hex> = (1..=self.reach(from)).map(|far| from.after(step, far)).collect();
            let end = way.iter().position(|&cell| cell == to)?;
            Some(way[..end].to_vec())
        });
        found.unwrap_or_default()
    }

    /// Returns how many steps a pawn may take from the cell.
    pub fn reach(&self, cell: Hex) -> i8 {
        self.starts.iter().find(|&&(start, _)| start == cell).map_or(1, |&(_, reach)| reach)
    }
}

fn cells(game: Game) -> Cells {
    match game {
        Game::Mini => Cells::hexagon(3),
        Game::Glinski | Game::Mccooey | Game::GlinskiDiagonal | Game::Echex3 | Game::Echex3x16 => {
            Cells::hexagon(5)
        }
        Game::Echex6 | Game::Echex6x16 => Cells::hexagon(8),
        Game::Shafran => {
            Cells::of_files(&[(1, 6), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (3, 10), (4, 10), (5, 10)])
        }
        Game::Devasa => Cells::of_files(&[(1, 9); 9]),
        Game::Brusky => Cells::of_files(&[
            (1, 5),
            (1, 6),
            (1, 7),
            (1, 8),
            (1, 8),
            (1, 8),
            (1, 8),
            (1, 8),
            (1, 8),
            (2, 8),
            (3, 8),
            (4, 8),
        ]),
    }
}

/// Returns the pieces of a seat: the arrays for two are written out, the others turn seat 1's.
fn array(game: Game, cells: &Cells, seat: usize, sixths: usize) -> Vec<(Hex, Kind)> {
    match game {
        Game::Glinski | Game::GlinskiDiagonal => pieces(GLINSKI[seat], cells, 0),
        Game::Mccooey => pieces(MCCOOEY[seat], cells, 0),
        Game::Mini => pieces(MINI[seat], cells, 0),
        Game::Echex3 => pieces(ECHEX3, cells, seat * sixths),
        Game::Echex3x16 => pieces(ECHEX3_16, cells, seat * sixths),
        Game::Echex6 => pieces(ECHEX6, cells, seat * sixths),
        Game::Echex6x16 => pieces(ECHEX6_16, cells, seat * sixths),
        Game::Shafran => pieces(SHAFRAN[seat], cells, 0),
        Game::Devasa => pieces(DEVASA[seat], cells, 0),
        Game::Brusky => pieces(BRUSKY[seat], cells, 0),
    }
}

/// Reads a kind, its cells, the next kind, its cells, and so on.
fn pieces(text: &str, cells: &Cells, sixths: usize) -> Vec<(Hex, Kind)> {
    let mut kind = None;
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        if let Some(cell) = cells.by_name(word) {
            pieces.push((cell.turned(sixths), kind.expect("a kind comes first")));
        } else {
            kind = word.chars().next().and_then(Kind::from_letter);
        }
    }
    pieces
}

fn starts(game: Game, cells: &Cells, array: &[(Hex, Kind)]) -> Vec<(Hex, i8)> {
    let pawns = array.iter().filter(|(_, kind)| *kind == Kind::Pawn);
    let reach = |cell: Hex| match (game, cells.name(cell)) {
        (Game::Mini, _) | (Game::Mccooey | Game::GlinskiDiagonal, "f4" | "f5" | "f7" | "f8") => 1,
        (Game::Shafran, name) => match name.as_bytes()[0] {
            b'a' | b'i' => 1,
            b'd' | b'e' | b'f' => 3,
            _ => 2,
        },
        _ => 2,
    };
    pawns.map(|&(cell, _)| (cell, reach(cell))).collect()
}
