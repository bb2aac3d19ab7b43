//! Certificates: complete proofs of forced mates, which can be checked without the solver.
//!
//! A certificate proves that each of its keys forces mate in the stated number of moves: after every attacking move
//! it lists **every** legal reply with an answer, down to the mates. [`Certificate::check`] plays all lines with the
//! [`oracle`](hexmate_oracle), which shares no code with the solver's move generator.
//!
//! A certificate does **not** prove that there is no other key and no shorter mate, so it does not prove soundness.
//!
//! ```text
//! hexmate certificate 1
//! program hexmate 0.1.0
//! id two-mover
//! game mini
//! position k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12
//! proves #2
//! 0 attack d1b3 #
//! 1 defend a1b1,a1b2 # c1c2,c1d2 0
//! key d1c2 1
//! end
//! ```
//!
//! ```text
//! file     = header { node } key { key } "end" LF          every line ends in LF
//! header   = "hexmate certificate " version LF "program " text LF "id" [ " " text ] LF
//!            "game " name LF "position " FEN LF "proves #" moves [ victim ] LF
//! node     = number " attack " move " " next LF             the attacker is to move: one move
//!          | number " defend" { " " move { "," move } " " next } LF      a defender is to move: all moves
//! key      = "key " move " " next LF
//! next     = "#" | number                                   mate, or the node after the move
//! ```
//!
//! Nodes are numbered from 0 in the order of the file. A node refers only to earlier nodes, so there are no cycles;
//! several moves may lead to the same node. FEN is canonical, moves are UCI, and `victim` is the letter of the player
//! to be mated in games for more than two.
//!
//! In games for more than two, the replies are those of all other players in turn order, and `#` means that a victim
//! is mated on its turn.
//!
//! A certificate is valid if the position is legal, keys and attacks are legal moves, each `defend` lists every legal
//! move exactly once, each `#` is mate, the longest line of each key has exactly the stated number of moves, and every
//! node is used.

mod check;
mod fault;
mod read;

pub use fault::{CertificateFault, CertificateFaultKind};

use std::fmt;

/// Version of the format.
pub const FORMAT: u32 = 1;

/// Number of lines before the first node.
const HEADER_LINES: usize = 6;

/// A proof of a forced mate.
///
/// Displays as the text that [`Certificate::parse`] parses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Name and version of the program that wrote the certificate, in one line.
    pub program: String,
    /// Name of the problem in one line; may be empty.
    pub id: String,
    /// Name of the game.
    pub game: String,
    /// Canonical FEN of the position.
    pub position: String,
    /// Length of the mate, in moves.
    pub moves: u32,
    /// Letter of the player to be mated; `None` for any opponent.
    pub victim: Option<char>,
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    /// The keys, in UCI, with their successors.
    pub keys: Vec<(String, Successor)>,
}

/// The moves of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The attacker's move, in UCI, and its successor.
    Attack(String, Successor),
    /// All moves of a defender, in UCI, with their successors.
    Defence(Vec<(String, Successor)>),
}

/// Successor of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Successor {
    /// Mate.
    Mate,
    /// The node with this number.
    Node(usize),
}

/// Returns a problem's name for a certificate: trimmed, with blanks for control characters.
pub fn one_line(id: &str) -> String {
    let id: String = id.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    id.trim().to_owned()
}

impl Certificate {
    /// Returns the proved stipulation, such as `#3`, or `#3r` with player r as the victim.
    pub fn stipulation(&self) -> String {
        let victim = self.victim.map(String::from).unwrap_or_default();
        format!("#{}{victim}", self.moves)
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hexmate certificate {FORMAT}")?;
        writeln!(f, "program {}", self.program)?;
        writeln!(f, "{}", format!("id {}", self.id).trim_end())?;
        writeln!(f, "game {}", self.game)?;
        writeln!(f, "position {}", self.position)?;
        writeln!(f, "proves {}", self.stipulation())?;
        for (number, node) in self.nodes.iter().enumerate() {
            writeln!(f, "{number} {node}")?;
        }
        for (key, next) in &self.keys {
            writeln!(f, "key {key} {next}")?;
        }
        writeln!(f, "end")
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attack(m, next) => write!(f, "attack {m} {next}"),
            Self::Defence(replies) => {
                f.write_str("defend")?;
                for alike in replies.chunk_by(|one, other| one.1 == other.1) {
                    let moves: Vec<&str> = alike.iter().map(|(m, _)| m.as_str()).collect();
                    write!(f, " {} {}", moves.join(","), alike[0].1)?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Successor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate => f.write_str("#"),
            Self::Node(number) => number.fmt(f),
        }
    }
}
