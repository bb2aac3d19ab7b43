//! Certificates: a forced mate written out so far that nobody need believe the solver. No solver here.
//!
//! A certificate says that each of its keys forces mate in the stated number of
//! moves: after every move of the player who mates it lists **every** legal
//! reply with an answer, down to the mates. [`Certificate::check`] plays all of
//! it with [`oracle`](hexmate_oracle), which shares no code with the generator
//! that the solver uses.
//!
//! What it does **not** say: that there is no other key, and no shorter mate.
//! It only bounds the length from above; a cook cannot be told from it.
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
//! node     = number " attack " move " " next LF             the player who mates is to move: one move
//!          | number " defend" { " " move { "," move } " " next } LF      another is: all moves
//! key      = "key " move " " next LF
//! next     = "#" | number                                   mate, or the node after the move
//! ```
//!
//! Nodes are numbered from 0 in the order of the file. A node names only nodes
//! before it, so that there is no cycle, and may be named from many places: what
//! is the same after several moves is written once. FEN is canonical, moves are
//! UCI, `victim` is the letter of the player to be mated where several may be.
//!
//! For more than two players the replies are those of all others in turn order,
//! and `#` says that a victim is found mated on its turn.
//!
//! A certificate holds if all of this is true: the position is legal; keys and
//! attacks are legal moves; a `defend` lists the legal moves, none missing, none
//! too many, none twice; at `#` there is mate; the longest line of each key has
//! as many moves as are stated, no more and no fewer; every node is used.

mod check;
mod fault;
mod read;

pub use check::Checked;
pub use fault::{CertificateFault, CertificateFaultKind};

use std::fmt;

/// The version of the format that is written and read.
pub const FORMAT: u32 = 1;

/// The lines before the first node.
const HEADER_LINES: usize = 6;

/// A mate, written out.
///
/// Prints as the text that [`Certificate::read`] reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The program that wrote it, and its version; one line.
    pub program: String,
    /// The name of the problem, which may be empty; one line.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// The diagram as canonical FEN.
    pub position: String,
    /// The moves within which there is mate.
    pub moves: u32,
    /// The letter of the player to be mated; any opponent if there is none.
    pub victim: Option<char>,
    /// What follows moves, by number.
    pub nodes: Vec<Node>,
    /// The first moves, in UCI, with what follows each.
    pub keys: Vec<(String, Next)>,
}

/// All that is told of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The player who mates is to move, and this is the move.
    Attack(String, Next),
    /// Another player is to move, and these are all the moves.
    Defence(Vec<(String, Next)>),
}

/// What follows a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Next {
    /// Mate.
    Mate,
    /// The node with this number.
    Node(usize),
}

/// The name of a problem as a certificate has it: control characters become blanks, none at the ends.
pub fn one_line(id: &str) -> String {
    let id: String = id.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    id.trim().to_owned()
}

impl Certificate {
    /// What is proved, as in `#3`, or `#3r` for mate of the player r.
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

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate => f.write_str("#"),
            Self::Node(number) => number.fmt(f),
        }
    }
}
