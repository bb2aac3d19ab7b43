//! Parser of written moves.

use std::str::FromStr;

use super::error::{MoveTextError, MoveTextErrorKind};
use super::{CastlingText, CellText, CheckMark, DASHES, Judgement, Leniencies, Leniency, Letters, MoveText};
use crate::{CellNames, Coordinate};
use hexmate_core::rules::Role;

/// Parses a move in English letters, without a position.
///
/// ```
/// # use hexmate_position as hexmate;
/// use hexmate::{Game, MoveText, Position, Role};
///
/// let text: MoveText = "Qc3".parse()?;
/// assert_eq!(text.role, Some(Role::Queen));
///
/// let start = Position::start(Game::GLINSKI);
/// assert_eq!(start.uci(text.resolve(&start)?).to_string(), "e1c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        Self::parse(text.as_bytes(), &Letters::ENGLISH)
    }
}

impl MoveText {
    /// Parses a move that is the whole text.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or has text after a move; with the offset of the error.
    pub fn parse(text: &[u8], letters: &Letters) -> Result<Self, MoveTextError> {
        Self::parse_as_written(text, letters).or_else(|error| {
            let small = with_small_files(text).ok_or(error)?;
            let m = Self::parse_as_written(&small, letters).map_err(|_| error)?;
            Ok(Self { leniencies: m.leniencies.with(Leniency::CapitalCells), ..m })
        })
    }

    /// Parses a move whose piece letter is in lower case, `bg2` for `Bg2`; `None` for other texts.
    ///
    /// `bg2` may also be the move of a pawn on the file b, so a caller asks only if no such move is legal.
    pub fn parse_small_piece(text: &[u8], letters: &Letters) -> Option<Self> {
        let first = text.first().filter(|first| first.is_ascii_lowercase())?;
        letters.role(first.to_ascii_uppercase())?;
        let mut capital = text.to_vec();
        capital[0].make_ascii_uppercase();
        let m = Self::parse_as_written(&capital, letters).ok()?;
        Some(Self { leniencies: m.leniencies.with(Leniency::SmallPieceLetter), ..m })
    }

    fn parse_as_written(text: &[u8], letters: &Letters) -> Result<Self, MoveTextError> {
        let (m, length) = Self::parse_prefix(text, letters)?;
        match character_at(text, length) {
            None => Ok(m),
            Some(found) => Err(MoveTextErrorKind::Unexpected(found).at(length)),
        }
    }

    /// Parses a move at the start of a text; also returns its length, in bytes.
    ///
    /// # Errors
    ///
    /// If the text does not start with a move, or has a letter that is not a piece.
    pub fn parse_prefix(text: &[u8], letters: &Letters) -> Result<(Self, usize), MoveTextError> {
        let mut scanner = Scanner { text, at: 0, letters, m: Self::default() };
        match scanner.scan_body().and_then(|()| scanner.scan_tail()) {
            Ok(()) => Ok((scanner.m, scanner.at)),
            Err(kind) => Err(kind.at(scanner.at)),
        }
    }

    /// Returns the move with a separate token added: `e.p.`, `+`, `!?` or `=Q`.
    ///
    /// Returns `None` if the token is not of this kind, or the move already has such a part.
    #[must_use]
    pub fn attach(self, token: &[u8], letters: &Letters) -> Option<Self> {
        let mut scanner = Scanner { text: token, at: 0, letters, m: self };
        scanner.scan_tail().ok()?;
        (!token.is_empty() && scanner.at == token.len()).then_some(scanner.m)
    }
}

/// Returns a text with two cells in capitals, `F5F6`, in small letters. `None` for other texts.
///
/// A capital directly before a digit is a file. One such letter alone is not certain: `B5` may be a bishop's move
/// without its file.
fn with_small_files(text: &[u8]) -> Option<Vec<u8>> {
    let mut small = text.to_vec();
    let is_file = |&at: &usize| text[at].is_ascii_uppercase() && text[at + 1].is_ascii_digit();
    let files: Vec<usize> = (0..text.len().saturating_sub(1)).filter(is_file).collect();
    for &at in &files {
        small[at].make_ascii_lowercase();
    }
    (files.len() == 2).then_some(small)
}

/// Returns the character at an offset; U+FFFD for invalid UTF-8.
fn character_at(text: &[u8], offset: usize) -> Option<char> {
    let rest = text.get(offset..).filter(|rest| !rest.is_empty())?;
    String::from_utf8_lossy(&rest[..rest.len().min(4)]).chars().next()
}

/// Scanner that reads a text from left to right into a move.
struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    letters: &'t Letters,
    m: MoveText,
}

/// A piece with a non-ASCII letter, or a figurine.
#[derive(Clone, Copy)]
struct WidePiece {
    role: Role,
    /// Length in bytes.
    length: usize,
    /// The leniency that it needs.
    leniency: Option<Leniency>,
}

type Scanned<T> = Result<T, MoveTextErrorKind>;

impl Scanner<'_> {
    /// Parses the piece, the cells and the capture sign between them.
    fn scan_body(&mut self) -> Scanned<()> {
        if let Some((castling, length)) = CastlingText::parse_prefix_in(self.text, self.letters) {
            self.m.castling = Some(castling);
            self.at = length;
            if self.text[..length].iter().all(u8::is_ascii_alphanumeric) {
                self.add_leniency(Leniency::BareCastling);
            }
            if self.text[0].is_ascii_lowercase() && self.text[0] != b'o' {
                self.add_leniency(Leniency::OtherCastling);
            }
            return Ok(());
        }
        self.m.role = self.take_piece()?;
        let first = self.take_cell()?;
        if self.at == self.text.len() {
            self.m.target = first;
            return self.check_body();
        }
        let separated = !self.is_at_named_victim(first) && (self.take_capture_sign() || self.take_dash());
        if self.m.capture {
            self.m.victim = self.take_piece()?;
        }
        if separated || self.is_at_cell() {
            self.m.origin = first;
            self.m.target = self.take_cell()?;
        } else {
            self.m.target = first;
        }
        self.check_body()
    }

    /// Tests that the body is complete, and adds the leniencies that it needs.
    fn check_body(&mut self) -> Scanned<()> {
        let MoveText { role, origin, target, capture, .. } = self.m;
        if !target.is_whole() {
            let files_only = capture
                && matches!(role, None | Some(Role::Pawn))
                && target.file.is_some()
                && origin.file.is_some()
                && origin.rank.is_none();
            if !files_only {
                return Err(match character_at(self.text, self.at) {
                    _ if self.text.is_empty() => MoveTextErrorKind::Empty,
                    Some(found) if self.at == 0 => MoveTextErrorKind::Unexpected(found),
                    _ => MoveTextErrorKind::NoTarget,
                });
            }
            self.add_leniency(Leniency::FilesOnly);
        }
        if capture {
            self.check_capturing_pawn();
        }
        if role == Some(Role::Pawn) {
            self.add_leniency(Leniency::PawnLetter);
        }
        Ok(())
    }

    /// Adds the leniency of a pawn's capture that does not name the pawn's file.
    fn check_capturing_pawn(&mut self) {
        if self.m.role.is_none() && self.m.origin.is_empty() {
            self.add_leniency(Leniency::UnnamedTaker);
        }
    }

    /// Parses all that may follow the cells.
    fn scan_tail(&mut self) -> Scanned<()> {
        while self.at < self.text.len()
            && (self.take_en_passant()
                || self.take_check()
                || self.take_judgement()
                || self.take_named_victim()?
                || self.take_promotion()?)
        {}
        Ok(())
    }

    fn add_leniency(&mut self, leniency: Leniency) {
        self.m.leniencies = self.m.leniencies.with(leniency);
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// Consumes `sign` if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(sign.as_bytes());
        if found {
            self.at += sign.len();
        }
        found
    }

    fn take_piece(&mut self) -> Scanned<Option<Role>> {
        let Some(letter @ (b'A'..=b'W' | b'Y' | b'Z')) = self.peek(0) else {
            return Ok(self.take_wide_piece());
        };
        let role = self.letters.role(letter).ok_or(MoveTextErrorKind::UnknownLetter(letter.into()))?;
        self.at += 1;
        Ok(Some(role))
    }

    fn take_wide_piece(&mut self) -> Option<Role> {
        let WidePiece { role, length, leniency } = self.wide_piece(0)?;
        self.at += length;
        self.m.leniencies = leniency.into_iter().fold(self.m.leniencies, Leniencies::with);
        Some(role)
    }

    /// Returns the piece with a non-ASCII letter or a figurine `ahead` bytes from here.
    fn wide_piece(&self, ahead: usize) -> Option<WidePiece> {
        let text =
            self.text.get(self.at + ahead..).filter(|text| text.first().is_some_and(|b| !b.is_ascii()))?;
        if let Some((role, length)) = Letters::figurine_prefix(text) {
            let is_letter = self.letters.with_cells(CellNames::Standard) == Letters::FIGURINES
                && self.letters.wide_role(text).is_some_and(|(_, own)| own == length);
            return Some(WidePiece { role, length, leniency: (!is_letter).then_some(Leniency::Figurine) });
        }
        let (role, length) = self.letters.wide_role(text)?;
        Some(WidePiece { role, length, leniency: None })
    }

    /// Parses the written part of a cell: file, rank, both or neither.
    fn take_cell(&mut self) -> Scanned<CellText> {
        let file = self.peek(0).filter(|&letter| is_file(letter));
        let names = self.letters.cells();
        if file.is_some() {
            self.at += 1;
        } else if let Some(letter @ b'a'..=b'z') = self.peek(0).filter(|&letter| letter != b'x') {
            return Err(MoveTextErrorKind::UnknownFile(letter.into()));
        }
        Ok(CellText { file, rank: self.take_rank()?, names })
    }

    /// Parses a number of one or two digits, if there is one.
    fn take_rank(&mut self) -> Scanned<Option<u8>> {
        let digit = |byte: Option<u8>| byte.filter(u8::is_ascii_digit).map(|byte| byte - b'0');
        let (rank, digits) = match [0, 1, 2].map(|ahead| digit(self.peek(ahead))) {
            [None, ..] => return Ok(None),
            [Some(0), ..] | [_, Some(_), Some(_)] => return Err(MoveTextErrorKind::NoSuchRank),
            [Some(tens), Some(ones), None] => (10 * tens + ones, 2),
            [Some(ones), None, _] => (ones, 1),
        };
        self.at += digits;
        Ok(Some(rank))
    }

    /// Returns whether a whole cell comes next.
    fn is_at_cell(&self) -> bool {
        self.is_cell_ahead(0)
    }

    fn is_cell_ahead(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(is_file)
            && self.peek(ahead + 1).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Returns the length of the capture sign that comes next, in bytes.
    fn capture_sign(&self) -> Option<usize> {
        match self.peek(0)? {
            b'x' | b'X' | b':' | b'*' => Some(1),
            _ => self.text[self.at..].starts_with("×".as_bytes()).then_some("×".len()),
        }
    }

    fn take_capture_sign(&mut self) -> bool {
        let Some(length) = self.capture_sign() else { return false };
        if self.peek(0) != Some(b'x') {
            self.add_leniency(Leniency::OtherCaptureSign);
        }
        self.at += length;
        self.m.capture = true;
        true
    }

    fn take_dash(&mut self) -> bool {
        DASHES.into_iter().any(|dash| self.take(dash))
    }

    /// Returns whether `first` is the target and the captured piece comes next: `f9xB`, not `c3xBf9`.
    fn is_at_named_victim(&self, first: CellText) -> bool {
        first.is_whole() && self.has_victim_ahead()
    }

    /// Returns whether a capture sign and a piece letter come next, without a cell after them.
    fn has_victim_ahead(&self) -> bool {
        self.capture_sign().is_some_and(|sign| {
            let length = match self.peek(sign) {
                Some(letter) if letter.is_ascii_uppercase() => Some(1),
                _ => self.wide_piece(sign).map(|wide| wide.length),
            };
            length.is_some_and(|length| !self.is_cell_ahead(sign + length))
        })
    }

    fn take_named_victim(&mut self) -> Scanned<bool> {
        let found = !self.m.capture && self.has_victim_ahead() && self.take_capture_sign();
        if found {
            self.m.victim = self.take_piece()?;
        }
        Ok(found)
    }

    fn take_promotion(&mut self) -> Scanned<bool> {
        let signed = self.peek(0) == Some(b'=');
        let Some(letter) = self.peek(usize::from(signed)).filter(|_| self.m.promotion.is_none()) else {
            return Ok(false);
        };
        let bare = self.m.is_bare();
        let upper = letter.to_ascii_uppercase();
        let wide = self.wide_piece(usize::from(signed));
        let own = self.letters.role(upper).or(wide.map(|wide| wide.role));
        let english = Letters::ENGLISH.role(upper).filter(|_| bare);
        let role = match letter {
            b'A'..=b'Z' => own.or(english),
            b'a'..=b'z' if signed => own,
            b'a'..=b'z' => english,
            _ if wide.is_some() => own,
            _ => return Ok(false),
        };
        let Some(role) = role else {
            return match letter {
                b'A'..=b'Z' => Err(MoveTextErrorKind::UnknownLetter(letter.into())),
                _ => Ok(false),
            };
        };
        if signed && letter != upper {
            self.add_leniency(Leniency::LowerCasePromotion);
        }
        if !signed && !bare {
            self.add_leniency(Leniency::PromotionWithoutSign);
        }
        self.at += usize::from(signed) + wide.map_or(1, |wide| wide.length);
        let leniency = wide.and_then(|wide| wide.leniency);
        self.m.leniencies = leniency.into_iter().fold(self.m.leniencies, Leniencies::with);
        self.m.promotion = Some(role);
        Ok(true)
    }

    fn take_check(&mut self) -> bool {
        if self.m.check.is_some() {
            return false;
        }
        let signs = [
            ("++", CheckMark::Double, Some(Leniency::OldCheckSign)),
            ("+", CheckMark::Check, None),
            ("#", CheckMark::Mate, None),
            ("‡", CheckMark::Mate, Some(Leniency::OldCheckSign)),
            ("†", CheckMark::Check, Some(Leniency::OldCheckSign)),
        ];
        let Some((_, mark, leniency)) = signs.into_iter().find(|(sign, ..)| self.take(sign)) else {
            return false;
        };
        self.m.check = Some(mark);
        self.m.leniencies = leniency.into_iter().fold(self.m.leniencies, Leniencies::with);
        true
    }

    fn take_judgement(&mut self) -> bool {
        if self.m.judgement.is_some() || !matches!(self.peek(0), Some(b'!' | b'?')) {
            return false;
        }
        let longest_first = Judgement::ALL.into_iter().rev();
        self.m.judgement = longest_first.into_iter().find(|judgement| self.take(judgement.sign()));
        self.m.judgement.is_some()
    }

    fn take_en_passant(&mut self) -> bool {
        let rest = self.text[self.at..].trim_ascii_start();
        let Some(length) = en_passant_length(rest).filter(|_| !self.m.en_passant) else { return false };
        self.at = self.text.len() - rest.len() + length;
        self.m.en_passant = true;
        self.check_capturing_pawn();
        true
    }
}

/// Returns whether some board has a file with this letter.
pub(super) fn is_file(letter: u8) -> bool {
    Coordinate::is_file_letter(letter)
}

/// Returns the length of the mark `e.p.`, `ep.` or `ep` at the start of a text, in bytes.
fn en_passant_length(text: &[u8]) -> Option<usize> {
    let marks: [&[u8]; 4] = [b"e.p.", b"e.p", b"ep.", b"ep"];
    marks.into_iter().find(|mark| text.starts_with(mark)).map(<[u8]>::len)
}
