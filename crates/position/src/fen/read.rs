//! Parser of FEN.

use super::{
    Address, Dialect, FenError, FenErrorKind, FenForm, FenNote, Field, OtherDialects, PlayerLetters,
    ShortText, has_castling_field, player,
};
use crate::DASHES;
use crate::pieces::{PieceListError, player_by_name};
use crate::{CellNames, Game, PieceList, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{PawnSteps, Piece, Player, Role, VariantTable, Wings};

impl Setup {
    /// Parses a FEN or a piece list, `w: Kf6 Qg4; b: Kf11`; the position need not be legal.
    ///
    /// # Errors
    ///
    /// The first error of the text, with its offset.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Setup};
    ///
    /// let setup = Setup::from_fen(Game::MINI, "k/3/5/7/7/7/7 w - 0 1")?;
    /// assert_eq!(setup.board.pieces().count(), 1);
    /// let error = Setup::from_fen(Game::MINI, "x/3/5/7/7/7/7 w - 0 1").unwrap_err();
    /// assert_eq!((error.kind.code(), error.offset), ("unknown-piece", 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(game: Game, text: &str) -> Result<Self, FenError> {
        Self::from_fen_in(game, text, Dialect::Rank)
    }

    /// Parses a FEN in a dialect, or in a dialect with names of cells, or a piece list.
    ///
    /// # Errors
    ///
    /// The first error of the text, with its offset.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Dialect, Game, Setup};
    ///
    /// let setup = Setup::from_fen_in(Game::MINI, "4/5/6/k6/6/5/4 w - - 0 1", Dialect::FileDown)?;
    /// assert_eq!(setup.to_string(), "k/3/5/7/7/7/7 w - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen_in(game: Game, text: &str, form: impl Into<FenForm>) -> Result<Self, FenError> {
        Self::from_fen_with_notes(game, text, form).map(|(setup, _)| setup)
    }

    /// Parses a FEN like [`Setup::from_fen_in`]; also returns what was assumed to read it.
    ///
    /// # Errors
    ///
    /// The first error of the text, with its offset.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Dialect, Game, Setup};
    ///
    /// let (setup, notes) = Setup::from_fen_with_notes(Game::MINI, "k/3/5/7/7/7/7 b - 20", Dialect::Rank)?;
    /// assert_eq!((setup.halfmoves, setup.fullmoves), (20, 1));
    /// assert_eq!(notes[0].code(), "lone-counter");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen_with_notes(
        game: Game,
        text: &str,
        form: impl Into<FenForm>,
    ) -> Result<(Self, Vec<FenNote>), FenError> {
        let form = form.into();
        if let Some(address) = Address::of(text) {
            let other = address.game.filter(|named| named.name != game.name);
            if let Some(other) = other {
                return Err(FenError { kind: FenErrorKind::OtherGame(other), offset: 0 });
            }
            let read = Self::read_plain(game, &address.fen, form);
            return match read {
                Ok((setup, notes)) => Ok((setup, [vec![FenNote::Address], notes].concat())),
                Err(error) => Err(FenError { offset: address.offset(error.offset), ..error }),
            };
        }
        Self::read_plain(game, text, form)
    }

    /// Parses a FEN or a piece list, and advises other dialects in errors.
    fn read_plain(game: Game, text: &str, form: FenForm) -> Result<(Self, Vec<FenNote>), FenError> {
        if PieceList::begins(&game, text) {
            return Self::read_piece_list(game, text, form);
        }
        Self::read_in(game, text, form).map_err(|mut error| {
            let others = || OtherDialects::of(game, text, form.order);
            match &mut error.kind {
                FenErrorKind::RankLength { dialects, .. } | FenErrorKind::RankCount { dialects, .. } => {
                    *dialects = others();
                }
                FenErrorKind::UnknownPiece('*') => error.kind = FenErrorKind::Walls(others()),
                _ => {}
            }
            error
        })
    }

    pub(super) fn read_in(game: Game, text: &str, form: FenForm) -> Result<(Self, Vec<FenNote>), FenError> {
        let mut fields = Fields { text: text.as_bytes(), offset: 0 };
        let (mut setup, mut notes) = (Self::empty(game), Vec::new());
        read_board(fields.expect(Field::Board)?, form.order, &mut setup)?;
        match fields.next() {
            Some(turn) => setup.turn = read_turn(&game, turn)?,
            None => notes.push(FenNote::MissingField(Field::Turn)),
        }
        if game.players > 2 {
            if let Some(living) = fields.next_if(|field| field.text != b"-" && !field.is_number()) {
                let player = |(at, byte)| read_player(&game, byte, at);
                setup.living = living.bytes().map(player).collect::<Result<_, _>>()?;
            } else {
                notes.push(FenNote::MissingField(Field::Living));
                setup.living = setup.players_with_kings();
            }
        }
        if has_castling_field(&game) {
            match fields.next_if(|field| !field.is_number()) {
                Some(Part { text, offset }) => setup.wings = read_wings(&game, text, offset)?,
                None => notes.push(FenNote::MissingField(Field::Castling)),
            }
        }
        match fields.next_if(|field| !field.is_number()) {
            Some(mut crossed) => {
                let may_be_castling = !has_castling_field(&game) && game.players == 2;
                if may_be_castling && crossed.text == b"-" && fields.is_at_cells() {
                    // The field just read was for castling.
                    crossed = fields.expect(Field::EnPassant)?;
                }
                setup.read_crossed(crossed, form, &mut notes)?;
            }
            None => notes.push(FenNote::MissingField(Field::EnPassant)),
        }
        let halfmoves = fields.next();
        if let Some(field) = halfmoves {
            setup.halfmoves = field.number(Field::Halfmoves)?;
        }
        match fields.next() {
            // Some programs count from 0 before the first move.
            Some(field) => setup.fullmoves = field.number(Field::Fullmoves)?.max(1),
            None if halfmoves.is_some() => notes.push(FenNote::LoneCounter(setup.halfmoves)),
            None => {}
        }
        setup.complete_landed();
        match fields.next() {
            Some(field) if has_castling_field(&game) || game.players > 2 || field.text != b"-" => {
                Err(field.error(FenErrorKind::TrailingField))
            }
            _ => match fields.next() {
                Some(field) => Err(field.error(FenErrorKind::TrailingField)),
                None => Ok((setup, notes)),
            },
        }
    }

    /// Parses a piece list; files with j are read if a cell only exists with them.
    fn read_piece_list(game: Game, text: &str, form: FenForm) -> Result<(Self, Vec<FenNote>), FenError> {
        let read = |names| PieceList::parse_whole(game, text, None, names)?.into_setup(game);
        let is_unknown =
            |error: &FenError| matches!(error.kind, FenErrorKind::PieceList(PieceListError::NoSuchCell));
        match read(form.names()) {
            Err(error) if is_unknown(&error) && form.certain_names().is_none() => {
                let setup = read(CellNames::WithJ).map_err(|_| error)?;
                Ok((setup, vec![FenNote::OtherFiles]))
            }
            read => read.map(|setup| (setup, Vec::new())),
        }
    }

    /// Parses the cells that pawns have crossed and, in games whose pawns step in two directions, the pawn's own cell.
    fn read_crossed(
        &mut self,
        field: Part<'_>,
        form: FenForm,
        notes: &mut Vec<FenNote>,
    ) -> Result<(), FenError> {
        if field.text == b"-" {
            return Ok(());
        }
        let shape = self.game.shape;
        let (mut has_j, mut has_capitals) = (false, false);
        let mut cell = |part: Part<'_>| {
            has_capitals |= part.text.first().is_some_and(u8::is_ascii_uppercase);
            let text = &part.text.to_ascii_lowercase();
            let found = form.names().parse(shape, text).or_else(|| {
                has_j = true;
                CellNames::WithJ.parse(shape, text).filter(|_| form.certain_names().is_none())
            });
            found.ok_or_else(|| part.error(FenErrorKind::InvalidCell))
        };
        let has_two_ways = self.game.pawns.steps == PawnSteps::TwoWays;
        match field.text.iter().position(|&byte| byte == b':').filter(|_| has_two_ways) {
            None => self.crossed = field.split(b',').map(cell).collect::<Result<_, _>>()?,
            Some(at) => {
                self.crossed = vec![cell(Part { text: &field.text[..at], ..field })?];
                self.landed = Some(cell(field.from(at + 1))?);
            }
        }
        if has_j {
            notes.push(FenNote::OtherFiles);
        }
        if has_capitals {
            notes.push(FenNote::CapitalCells);
        }
        Ok(())
    }

    /// Fills in the cell of the pawn that has just made a double step, if it is omitted and unique.
    pub(crate) fn complete_landed(&mut self) {
        if self.game.pawns.steps == PawnSteps::TwoWays && self.landed.is_none() && !self.crossed.is_empty() {
            self.landed = self.clone().into_position().ok().and_then(|position| position.landed_cell());
        }
    }
}

/// The fields of a text, separated by white space.
struct Fields<'t> {
    text: &'t [u8],
    offset: usize,
}

/// A part of a text with its offset in the whole.
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
        let text = &rest[..length];
        let is_dash = DASHES.iter().any(|dash| dash.as_bytes() == text);
        let field = Part { text: if is_dash { b"-" } else { text }, offset: self.offset };
        self.offset += length;
        (length > 0).then_some(field)
    }

    /// Returns whether the next field starts as an en passant field does: it is `-` or starts with a lower-case letter,
    /// or with a capital and a digit.
    fn is_at_cells(&self) -> bool {
        let next = Self { ..*self }.next();
        next.is_some_and(|field| match field.text {
            b"-" | [b'a'..=b'z', ..] => true,
            [first, second, ..] => first.is_ascii_uppercase() && second.is_ascii_digit(),
            _ => false,
        })
    }

    /// Returns the next field if it meets a condition.
    fn next_if(&mut self, condition: impl Fn(&Part<'t>) -> bool) -> Option<Part<'t>> {
        let before = self.offset;
        let field = self.next()?;
        if condition(&field) {
            return Some(field);
        }
        self.offset = before;
        None
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

    /// Returns the first character, U+FFFD if the bytes are not UTF-8.
    fn first_char(self) -> char {
        let chunk = self.text.utf8_chunks().next();
        chunk.and_then(|chunk| chunk.valid().chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn is_number(self) -> bool {
        self.text.iter().all(u8::is_ascii_digit)
    }

    fn number(self, field: Field) -> Result<u32, FenError> {
        let text = str::from_utf8(self.text).ok().filter(|_| self.is_number());
        text.and_then(|text| text.parse().ok()).ok_or_else(|| self.error(FenErrorKind::InvalidNumber(field)))
    }

    fn from(self, start: usize) -> Part<'t> {
        Part { text: &self.text[start..], offset: self.offset + start }
    }
}

fn read_board(board: Part<'_>, dialect: Dialect, setup: &mut Setup) -> Result<(), FenError> {
    let rows = dialect.rows(setup.game.shape);
    let (expected, found) = (rows.len(), board.split(b'/').count());
    if found != expected {
        return Err(board.error(FenErrorKind::RankCount {
            expected,
            found,
            dialects: OtherDialects::default(),
        }));
    }
    for ((number, cells), text) in rows.iter().zip(board.split(b'/')) {
        read_row(*number, cells, text, dialect, setup)?;
    }
    Ok(())
}

fn read_row(
    rank: usize,
    cells: &[Option<Cell>],
    text: Part<'_>,
    dialect: Dialect,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let game = setup.game;
    let mut found = 0_usize;
    let misplaced = |part: Part<'_>| part.error(FenErrorKind::MisplacedWall { rank });
    let mut item = |part: Part<'_>| -> Result<usize, FenError> {
        let digits = part.text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            // A number that overflows exceeds every rank.
            let run = str::from_utf8(&part.text[..digits]).ok().and_then(|text| text.parse().ok());
            let run: usize = run.unwrap_or(usize::MAX);
            if run == 0 {
                return Err(part.error(FenErrorKind::EmptyRun));
            }
            if cells.iter().skip(found).take(run).any(Option::is_none) {
                return Err(misplaced(part));
            }
            found = found.saturating_add(run);
            return Ok(digits);
        }
        if part.text.starts_with(b"*") && dialect == Dialect::Fairy {
            let is_wall = cells.get(found).is_some_and(Option::is_none);
            found = found.saturating_add(1);
            return if is_wall { Ok(1) } else { Err(misplaced(part)) };
        }
        let (piece, length) = read_piece(&game, part.text)
            .ok_or_else(|| part.error(FenErrorKind::UnknownPiece(part.first_char())))?;
        match cells.get(found) {
            Some(&Some(cell)) => {
                setup.board.put(cell, piece);
            }
            Some(None) => return Err(misplaced(part)),
            None => {}
        }
        found = found.saturating_add(1);
        Ok(length)
    };
    if game.players > 2 {
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
        false => Err(text.error(FenErrorKind::RankLength {
            rank,
            expected: cells.len(),
            found,
            dialects: OtherDialects::default(),
        })),
    }
}

/// Parses the piece at the start of a text; also returns its length, in bytes.
pub fn read_piece(game: &VariantTable, text: &[u8]) -> Option<(Piece, usize)> {
    if game.players == 2 {
        let &letter = text.first()?;
        let owner = if letter.is_ascii_uppercase() { Player::WHITE } else { Player::BLACK };
        let role = Role::from_letter(letter.to_ascii_uppercase().into())?;
        return Some((Piece::new(owner, role), 1));
    }
    let [owner, kind, seat @ ..] = text else { return None };
    let piece = Piece::new(player(game, *owner)?, Role::from_letter((*kind).into())?);
    match (piece.role, seat) {
        (Role::Pawn, [seat, ..]) => Some((Piece { seat: player(game, *seat)?, ..piece }, 3)),
        _ => Some((piece, 2)),
    }
}

fn read_player(game: &VariantTable, byte: u8, offset: usize) -> Result<Player, FenError> {
    player(game, byte).ok_or(FenError { kind: FenErrorKind::UnknownPlayer(byte.into()), offset })
}

/// Returns the error for a word in place of the letter of the player to move.
fn unknown_turn(game: &VariantTable, word: &[u8]) -> FenErrorKind {
    let text = String::from_utf8_lossy(word);
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let own = match bare.as_bytes() {
        [byte] => player(game, *byte),
        _ => None,
    };
    let letters = match own.or_else(|| player_by_name(game, &bare)) {
        Some(player) => PlayerLetters::new([game.letter(player)]),
        None => PlayerLetters::new(game.players().map(|player| game.letter(player))),
    };
    FenErrorKind::UnknownTurn { word: ShortText::new(&text), letters }
}

fn read_turn(game: &VariantTable, field: Part<'_>) -> Result<Player, FenError> {
    match *field.text {
        [byte] if player(game, byte).is_some() => read_player(game, byte, field.offset),
        _ => Err(field.error(unknown_turn(game, field.text))),
    }
}

/// Parses castling rights, with letters in any order.
pub(crate) fn read_wings(game: &VariantTable, text: &[u8], offset: usize) -> Result<Wings, FenError> {
    if text == b"-" {
        return Ok(Wings::NONE);
    }
    (offset..).zip(text.iter().copied()).try_fold(Wings::NONE, |wings, (offset, byte)| {
        let letter = char::from(byte);
        let wing = game.wings().zip(0..).find(|(own, _)| own.eq_ignore_ascii_case(&letter));
        let player = if letter.is_ascii_uppercase() { Player::WHITE } else { Player::BLACK };
        match wing {
            Some((_, wing)) if !wings.has(player, wing) => Ok(wings.with(player, wing)),
            _ => Err(FenError { kind: FenErrorKind::UnknownWing(letter), offset }),
        }
    })
}
