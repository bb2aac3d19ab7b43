//! FEN: a setup as one line of text, both ways. No legality.
//!
//! ```text
//! fen     = board SP turn [SP living] SP passed [SP halfmoves [SP fullmoves]] [SP "-"]
//! board   = rank { "/" rank }                  from the highest rank to the first
//! rank    = { man | run }                      games for two
//!         | item { "," item }                  games for more, item = man | run
//! run     = decimal number of empty cells      at least 1; "11" is eleven
//! man     = letter                             KQRBNP, upper case for White
//!         | owner kind [seat]                  games for more; the seat of a pawn taken over
//! turn    = player's letter
//! living  = player's letters                   games for more
//! passed  = "-" | cell { "," cell }            cells that pawns have passed over, by seat
//! ```
//!
//! Read as well, never written:
//! * counters left out: 0 and 1 are meant;
//! * a last field `-`, for castling, in games for two;
//! * several runs in a row, `5` as `23`'s neighbour in `2,3` (games for more only);
//! * white space of any kind and length between fields and at the ends.

use std::error::Error;
use std::fmt;

use super::Coordinate;
use crate::geometry::{Cell, Geometry, Hex};
use crate::rules::{Piece, Player, Position, Role, Setup, Variant};

/// Why a text is no FEN, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// Where, in bytes from the beginning of the text.
    pub offset: usize,
}

/// What is wrong with a text that is no FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A field is not there.
    MissingField(Field),
    /// Something follows the last field.
    TrailingField,
    /// The board has too many or too few ranks.
    RankCount {
        /// Ranks of the board.
        expected: usize,
        /// Ranks in the text.
        found: usize,
    },
    /// A rank has too many or too few cells.
    RankLength {
        /// Number of the rank.
        rank: usize,
        /// Its cells on the board.
        expected: usize,
        /// Its cells in the text.
        found: usize,
    },
    /// A character that stands for no man of this game.
    UnknownPiece(char),
    /// A run of no empty cells.
    EmptyRun,
    /// The turn is nobody's letter.
    UnknownPlayer(char),
    /// The cells for en passant cannot be read.
    NoCell,
    /// A counter is no number, or a greater one than can be counted.
    NoNumber(Field),
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The men.
    Board,
    /// Who is to move.
    Turn,
    /// Who is still in.
    Living,
    /// Cells for en passant.
    EnPassant,
    /// Moves since a capture or pawn move.
    Halfmoves,
    /// Number of the round.
    Fullmoves,
}

impl FenErrorKind {
    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::MissingField(_) => "missing-field",
            Self::TrailingField => "trailing-field",
            Self::RankCount { .. } => "rank-count",
            Self::RankLength { .. } => "rank-length",
            Self::UnknownPiece(_) => "unknown-piece",
            Self::EmptyRun => "empty-run",
            Self::UnknownPlayer(_) => "unknown-player",
            Self::NoCell => "no-such-cell",
            Self::NoNumber(_) => "no-number",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Living => "living players",
            Self::EnPassant => "en-passant cell",
            Self::Halfmoves => "half-move counter",
            Self::Fullmoves => "full-move number",
        })
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField(field) => write!(f, "missing {field}"),
            Self::TrailingField => f.write_str("text after the last field"),
            Self::RankCount { expected, found } => {
                write!(f, "board has {found} ranks, expected {expected}")
            }
            Self::RankLength { rank, expected, found } => {
                write!(f, "rank {rank} has {found} cells, expected {expected}")
            }
            Self::UnknownPiece(found) => write!(f, "unknown man {found:?}"),
            Self::EmptyRun => f.write_str("run of no empty cells"),
            Self::UnknownPlayer(found) => write!(f, "unknown player {found:?}"),
            Self::NoCell => f.write_str("expected - or a cell"),
            Self::NoNumber(field) => write!(f, "expected a number as {field}"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl Error for FenError {}

impl<V: Variant> Setup<V> {
    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read, with its place.
    pub fn from_fen(text: &[u8]) -> Result<Self, FenError> {
        let mut fields = Fields { text, offset: 0 };
        let mut setup = Self::empty();
        read_board(fields.expect(Field::Board)?, &mut setup)?;
        setup.turn = read_turn::<V>(fields.expect(Field::Turn)?)?;
        if V::PLAYERS > 2 {
            let living = fields.expect(Field::Living)?;
            setup.living =
                living.bytes().map(|(at, byte)| read_player::<V>(byte, at)).collect::<Result<_, _>>()?;
        }
        setup.passed = read_passed(fields.expect(Field::EnPassant)?)?;
        if let Some(field) = fields.next() {
            setup.halfmoves = field.number(Field::Halfmoves)?;
        }
        if let Some(field) = fields.next() {
            setup.fullmoves = field.number(Field::Fullmoves)?;
        }
        match fields.next() {
            Some(field) if V::PLAYERS > 2 || field.text != b"-" => {
                Err(field.error(FenErrorKind::TrailingField))
            }
            _ => match fields.next() {
                Some(field) => Err(field.error(FenErrorKind::TrailingField)),
                None => Ok(setup),
            },
        }
    }

    /// Writes the canonical form.
    pub fn to_fen(&self) -> String {
        let mut fen = self.to_board_fen();
        fen.push(' ');
        fen.push(letter::<V>(self.turn));
        if V::PLAYERS > 2 {
            fen.push(' ');
            fen.extend(self.living.iter().map(letter::<V>));
        }
        let passed: Vec<String> = self.passed.iter().map(|&cell| Coordinate(cell).to_string()).collect();
        let passed = if passed.is_empty() { "-".to_owned() } else { passed.join(",") };
        fen + &format!(" {passed} {} {}", self.halfmoves, self.fullmoves)
    }

    /// Writes the first field alone.
    pub fn to_board_fen(&self) -> String {
        let separator = if V::PLAYERS > 2 { "," } else { "" };
        let mut ranks = Vec::new();
        for rank in ranks_down::<V::Geometry>() {
            let mut items: Vec<String> = Vec::new();
            let mut run = 0;
            for cell in rank_cells::<V::Geometry>(rank) {
                match self.board.piece(cell) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            items.push(run.to_string());
                        }
                        run = 0;
                        items.push(man_text::<V>(piece));
                    }
                }
            }
            if run > 0 {
                items.push(run.to_string());
            }
            ranks.push(items.join(separator));
        }
        ranks.join("/")
    }
}

impl<V: Variant> Position<V> {
    /// Writes the canonical FEN.
    pub fn to_fen(&self) -> String {
        Setup::from(self).to_fen()
    }
}

/// Numbers of the ranks from the highest down to 1.
fn ranks_down<G: Geometry>() -> impl Iterator<Item = i8> {
    (1..=2 * G::RADIUS + 1).rev()
}

/// Cells of a rank from west to east.
fn rank_cells<G: Geometry>(rank: i8) -> impl Iterator<Item = Cell<G>> {
    (-G::RADIUS..=G::RADIUS).filter_map(move |q| Cell::at(Hex::new(q, G::RADIUS - q.max(0) - rank + 1)))
}

/// A player's letter.
pub fn letter<V: Variant>(player: Player) -> char {
    V::LETTERS.as_bytes().get(player.index()).map_or('?', |&byte| byte.into())
}

/// The player with this letter.
pub fn player<V: Variant>(letter: u8) -> Option<Player> {
    V::players().zip(V::LETTERS.bytes()).find(|&(_, own)| own == letter).map(|(player, _)| player)
}

fn man_text<V: Variant>(piece: Piece) -> String {
    let kind = piece.role.letter();
    if V::PLAYERS == 2 {
        let kind = if piece.owner == Player::WHITE { kind } else { kind.to_ascii_lowercase() };
        return kind.to_string();
    }
    let mut text = format!("{}{kind}", letter::<V>(piece.owner));
    if piece.seat != piece.owner {
        text.push(letter::<V>(piece.seat));
    }
    text
}

/// The fields of a text, separated by white space.
struct Fields<'t> {
    text: &'t [u8],
    offset: usize,
}

/// A part of a text that knows where it stands.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t [u8],
    offset: usize,
}

impl<'t> Fields<'t> {
    fn next(&mut self) -> Option<Part<'t>> {
        let rest = &self.text[self.offset..];
        self.offset += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &self.text[self.offset..];
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let field = Part { text: &rest[..length], offset: self.offset };
        self.offset += length;
        (length > 0).then_some(field)
    }

    fn expect(&mut self, field: Field) -> Result<Part<'t>, FenError> {
        let missing = |offset| FenError { kind: FenErrorKind::MissingField(field), offset };
        self.next().ok_or_else(|| missing(self.offset))
    }
}

impl<'t> Part<'t> {
    fn error(self, kind: FenErrorKind) -> FenError {
        FenError { kind, offset: self.offset }
    }

    fn bytes(self) -> impl Iterator<Item = (usize, u8)> {
        (self.offset..).zip(self.text.iter().copied())
    }

    fn split(self, separator: u8) -> impl Iterator<Item = Part<'t>> {
        let mut offset = self.offset;
        self.text.split(move |&byte| byte == separator).map(move |text| {
            let part = Part { text, offset };
            offset += text.len() + 1;
            part
        })
    }

    /// The character at the beginning, also where the bytes are no UTF-8.
    fn first_char(self) -> char {
        let chunk = self.text.utf8_chunks().next();
        chunk.and_then(|chunk| chunk.valid().chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn number(self, field: Field) -> Result<u32, FenError> {
        let digits = self.text.iter().all(u8::is_ascii_digit);
        let text = str::from_utf8(self.text).ok().filter(|_| digits);
        text.and_then(|text| text.parse().ok()).ok_or_else(|| self.error(FenErrorKind::NoNumber(field)))
    }

    fn from(self, start: usize) -> Part<'t> {
        Part { text: &self.text[start..], offset: self.offset + start }
    }
}

fn read_board<V: Variant>(board: Part<'_>, setup: &mut Setup<V>) -> Result<(), FenError> {
    let expected = 2 * V::Geometry::RADIUS as usize + 1;
    let found = board.split(b'/').count();
    if found != expected {
        return Err(board.error(FenErrorKind::RankCount { expected, found }));
    }
    for (rank, text) in ranks_down::<V::Geometry>().zip(board.split(b'/')) {
        read_rank(rank, text, setup)?;
    }
    Ok(())
}

fn read_rank<V: Variant>(rank: i8, text: Part<'_>, setup: &mut Setup<V>) -> Result<(), FenError> {
    let cells: Vec<Cell<V::Geometry>> = rank_cells(rank).collect();
    let mut found = 0_usize;
    let mut item = |part: Part<'_>| -> Result<usize, FenError> {
        let digits = part.text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            // A number too long to be read is more cells than any rank has.
            let run = str::from_utf8(&part.text[..digits]).ok().and_then(|text| text.parse().ok());
            let run: usize = run.unwrap_or(usize::MAX);
            if run == 0 {
                return Err(part.error(FenErrorKind::EmptyRun));
            }
            found = found.saturating_add(run);
            return Ok(digits);
        }
        let (piece, length) = read_man::<V>(part.text)
            .ok_or_else(|| part.error(FenErrorKind::UnknownPiece(part.first_char())))?;
        if let Some(&cell) = cells.get(found) {
            setup.board.put(cell, piece);
        }
        found = found.saturating_add(1);
        Ok(length)
    };
    if V::PLAYERS > 2 {
        for part in text.split(b',') {
            let length = item(part)?;
            if length < part.text.len() {
                let rest = part.from(length);
                return Err(rest.error(FenErrorKind::UnknownPiece(rest.first_char())));
            }
        }
    } else {
        let mut rest = text;
        while !rest.text.is_empty() {
            rest = rest.from(item(rest)?);
        }
    }
    match found == cells.len() {
        true => Ok(()),
        false => {
            Err(text.error(FenErrorKind::RankLength { rank: rank as usize, expected: cells.len(), found }))
        }
    }
}

/// Reads one man, and says how many bytes it takes.
fn read_man<V: Variant>(text: &[u8]) -> Option<(Piece, usize)> {
    if V::PLAYERS == 2 {
        let &letter = text.first()?;
        let owner = if letter.is_ascii_uppercase() { Player::WHITE } else { Player::BLACK };
        let role = Role::from_letter(letter.to_ascii_uppercase().into())?;
        return Some((Piece::new(owner, role), 1));
    }
    let [owner, kind, seat @ ..] = text else { return None };
    let piece = Piece::new(player::<V>(*owner)?, Role::from_letter((*kind).into())?);
    match (piece.role, seat) {
        (Role::Pawn, [seat, ..]) => Some((Piece { seat: player::<V>(*seat)?, ..piece }, 3)),
        _ => Some((piece, 2)),
    }
}

fn read_player<V: Variant>(byte: u8, offset: usize) -> Result<Player, FenError> {
    player::<V>(byte).ok_or(FenError { kind: FenErrorKind::UnknownPlayer(byte.into()), offset })
}

fn read_turn<V: Variant>(field: Part<'_>) -> Result<Player, FenError> {
    match *field.text {
        [byte] => read_player::<V>(byte, field.offset),
        _ => Err(field.error(FenErrorKind::UnknownPlayer(field.first_char()))),
    }
}

fn read_passed<G: Geometry>(field: Part<'_>) -> Result<Vec<Cell<G>>, FenError> {
    if field.text == b"-" {
        return Ok(Vec::new());
    }
    let cell = |part: Part<'_>| Coordinate::parse(part.text).ok_or_else(|| part.error(FenErrorKind::NoCell));
    field.split(b',').map(cell).collect()
}
