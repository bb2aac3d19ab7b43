//! The seven games, and one made up for tests, as tables: boards, arrays, pawns (rules.md, parts 2 to 5).

use std::sync::OnceLock;

use super::hex::{Hex, hex};
use super::piece::{Kind, Player};

/// One of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Glinski's game.
    Glinski,
    /// Glinski's board and men, with pawns that take on the diagonals.
    Mccooey,
    /// Mini Hexchess.
    Mini,
    /// Echex for three, eighteen men a side.
    Echex3,
    /// Echex for three, sixteen men a side.
    Echex3x16,
    /// Echex for six, eighteen men a side.
    Echex6,
    /// Echex for six, sixteen men a side.
    Echex6x16,
    /// Glinski's array with McCooey's captures: for tests only.
    GlinskiDiagonal,
}

/// What a game fixes before the first move.
#[derive(Debug)]
pub struct Rules {
    /// The radius of the board.
    pub radius: i8,
    /// The letters of the players in turn order.
    pub letters: &'static [u8],
    /// The cells of the board.
    pub cells: Vec<Hex>,
    /// What belongs to each seat.
    pub seats: Vec<Seat>,
    /// What a pawn may become.
    pub promotions: &'static [Kind],
}

/// What belongs to one seat.
#[derive(Debug)]
pub struct Seat {
    /// The step of a pawn.
    pub forward: Hex,
    /// The two steps with which a pawn takes.
    pub takes: [Hex; 2],
    /// The men at the start.
    pub array: Vec<(Hex, Kind)>,
    /// The cells from which a pawn may step twice.
    pub doubles: Vec<Hex>,
}

const FORWARD: Hex = hex(0, -1);
/// 10 and 2 o'clock.
const GLINSKI_TAKES: [Hex; 2] = [hex(-1, 0), hex(1, -1)];
/// 11 and 1 o'clock.
const MCCOOEY_TAKES: [Hex; 2] = [hex(-1, -1), hex(1, -2)];

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

impl Game {
    /// Every game that is played, in the order of rules.md.
    pub const ALL: [Game; 7] = [
        Game::Glinski,
        Game::Mccooey,
        Game::Mini,
        Game::Echex3,
        Game::Echex3x16,
        Game::Echex6,
        Game::Echex6x16,
    ];

    /// The name used on the command line.
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
        }
    }

    /// The game of that name.
    pub fn by_name(name: &str) -> Option<Game> {
        Game::ALL.into_iter().chain([Game::GlinskiDiagonal]).find(|game| game.name() == name)
    }

    /// The rules of the game, built at the first call.
    pub fn rules(self) -> &'static Rules {
        static RULES: [OnceLock<Rules>; 8] = [const { OnceLock::new() }; 8];
        RULES[self as usize].get_or_init(|| Rules::of(self))
    }
}

impl Rules {
    fn of(game: Game) -> Rules {
        let radius = match game {
            Game::Mini => 3,
            Game::Glinski | Game::Mccooey | Game::GlinskiDiagonal | Game::Echex3 | Game::Echex3x16 => 5,
            Game::Echex6 | Game::Echex6x16 => 8,
        };
        let letters: &[u8] = match game {
            Game::Glinski | Game::Mccooey | Game::GlinskiDiagonal | Game::Mini => b"wb",
            Game::Echex3 | Game::Echex3x16 => b"wrb",
            Game::Echex6 | Game::Echex6x16 => b"wrobgy",
        };
        let takes = match game {
            Game::Mccooey | Game::GlinskiDiagonal | Game::Mini => MCCOOEY_TAKES,
            _ => GLINSKI_TAKES,
        };
        let promotions: &[Kind] = match game {
            Game::Mini => &[Kind::Rook, Kind::Bishop, Kind::Knight],
            _ => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        };
        let sixths = 6 / letters.len();
        let seats = (0..letters.len())
            .map(|seat| Seat {
                forward: FORWARD.turned(seat * sixths),
                takes: takes.map(|step| step.turned(seat * sixths)),
                array: array(game, radius, seat, sixths),
                doubles: doubles(game, &array(game, radius, seat, sixths)),
            })
            .collect();
        let cells = (-radius..=radius)
            .flat_map(|q| (-radius..=radius).map(move |r| hex(q, r)))
            .filter(|cell| cell.is_on(radius))
            .collect();
        Rules { radius, letters, cells, seats, promotions }
    }

    /// Whether a pawn of the seat has no cell before it on this cell.
    pub fn is_last(&self, seat: Player, cell: Hex) -> bool {
        !(cell + self.seat(seat).forward).is_on(self.radius)
    }

    /// What belongs to the seat.
    pub fn seat(&self, seat: Player) -> &Seat {
        &self.seats[usize::from(seat)]
    }

    /// The letter of the player.
    pub fn letter(&self, player: Player) -> char {
        char::from(self.letters[usize::from(player)])
    }

    /// The player of the letter.
    pub fn player(&self, letter: char) -> Option<Player> {
        (0..self.count()).find(|&player| self.letter(player) == letter)
    }

    /// How many players begin the game.
    pub fn count(&self) -> Player {
        self.letters.len() as Player
    }
}

/// The men of a seat: two arrays are written out, the others turn seat 1's.
fn array(game: Game, radius: i8, seat: usize, sixths: usize) -> Vec<(Hex, Kind)> {
    match game {
        Game::Glinski | Game::GlinskiDiagonal => men(GLINSKI[seat], radius, 0),
        Game::Mccooey => men(MCCOOEY[seat], radius, 0),
        Game::Mini => men(MINI[seat], radius, 0),
        Game::Echex3 => men(ECHEX3, radius, seat * sixths),
        Game::Echex3x16 => men(ECHEX3_16, radius, seat * sixths),
        Game::Echex6 => men(ECHEX6, radius, seat * sixths),
        Game::Echex6x16 => men(ECHEX6_16, radius, seat * sixths),
    }
}

/// Reads a kind, its cells, the next kind, its cells, and so on.
fn men(text: &str, radius: i8, sixths: usize) -> Vec<(Hex, Kind)> {
    let mut kind = None;
    let mut men = Vec::new();
    for word in text.split_whitespace() {
        if let Some(cell) = Hex::from_name(word, radius) {
            men.push((cell.turned(sixths), kind.expect("a kind comes first")));
        } else {
            kind = word.chars().next().and_then(Kind::from_letter);
        }
    }
    men
}

fn doubles(game: Game, array: &[(Hex, Kind)]) -> Vec<Hex> {
    let pawns = array.iter().filter(|(_, kind)| *kind == Kind::Pawn);
    let cells = pawns.map(|&(cell, _)| cell);
    match game {
        Game::Mini => Vec::new(),
        Game::Mccooey | Game::GlinskiDiagonal => {
            let barred = ["f4", "f5", "f7", "f8"].map(|name| Hex::from_name(name, 5));
            cells.filter(|&cell| !barred.contains(&Some(cell))).collect()
        }
        _ => cells.collect(),
    }
}
