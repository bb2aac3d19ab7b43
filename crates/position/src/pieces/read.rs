//! Parser of piece lists.

use std::cmp::Reverse;

use super::words::{self, Words, is_turn_word};
use super::{CASTLING, CLOCK, EN_PASSANT, MOVE, PLAYERS, PieceListError};
use crate::fen::read_wings;
use crate::{CellNames, FenError, FenErrorKind, Field, Game, Letters, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player, PlayerSet, Role, VariantTable, Wings};

/// A parsed piece list, which may be a part of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PieceList {
    /// The pieces, in the order of the text.
    pub pieces: Vec<(Cell, Piece)>,
    /// Cells that must be vacant, written `-f6`; only patterns have them.
    pub vacant: Vec<Cell>,
    /// The player to move, if stated.
    pub turn: Option<Player>,
    living: Option<PlayerSet>,
    wings: Wings,
    crossed: Vec<Cell>,
    landed: Option<Cell>,
    halfmoves: u32,
    fullmoves: Option<u32>,
    /// Offset of the first vacant cell.
    first_vacant: Option<usize>,
}

impl PieceList {
    /// Returns whether a text is meant as a piece list.
    ///
    /// A FEN never is: it has at least six slashes, a list at most five, and none directly before a digit.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, PieceList, Position};
    ///
    /// let game = Game::GLINSKI;
    /// assert!(PieceList::begins(&game, "w: Kf6 Qg4; b: Kf11"));
    /// assert!(!PieceList::begins(&game, &Position::start(game).to_fen()));
    /// ```
    pub fn begins(game: &VariantTable, text: &str) -> bool {
        let bytes = text.as_bytes();
        let slashes = || memchr::memchr_iter(b'/', bytes);
        let before_digit = |at: usize| bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if slashes().nth(5).is_some() || slashes().any(before_digit) {
            return false;
        }
        let tokens = tokens(text);
        let (english, cells) = (Words::of(&Letters::ENGLISH), CellNames::Standard);
        let begins = |words, names| Reader { game, words, names, cells, tokens: &tokens }.begins_list();
        words::ALL.iter().any(|words| begins(words, words) || begins(words, english))
    }

    /// Parses a piece list; letters are those of any language, `preferred` first.
    ///
    /// # Errors
    ///
    /// The first error, with its offset, in the language that fits best; or that several languages fit.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, PieceList};
    ///
    /// let error = PieceList::parse(Game::GLINSKI, "Kf6 Vg4 e5 / kf11 xe7", None).unwrap_err();
    /// assert_eq!((error.kind.code(), error.offset), ("unknown-piece", 18));
    /// let list = PieceList::parse(Game::GLINSKI, "v: Kf6 Vg4 e5; s: Kf11 e7; s lép", None)?;
    /// assert_eq!(list.pieces.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(game: Game, text: &str, preferred: Option<Letters>) -> Result<Self, FenError> {
        let cells = preferred.map_or(CellNames::Standard, |letters| letters.cells());
        Self::parse_if(game, text, preferred, cells, |_| true)
    }

    /// Parses the list of a whole position: a language in which each player has one king is more likely than one in
    /// which K or R means another piece.
    pub(crate) fn parse_whole(
        game: Game,
        text: &str,
        preferred: Option<Letters>,
        cells: CellNames,
    ) -> Result<Self, FenError> {
        Self::parse_if(game, text, preferred, cells, |list| list.has_kings(game))
    }

    fn parse_if(
        game: Game,
        text: &str,
        preferred: Option<Letters>,
        cells: CellNames,
        is_likely: impl Fn(&Self) -> bool,
    ) -> Result<Self, FenError> {
        let tokens = tokens(text);
        let english = Words::of(&Letters::ENGLISH);
        // Letters and names of players, the most likely first.
        let mut ways: Vec<(Rank, &Words, &Words)> = Vec::new();
        if let Some(words) = preferred.map(|letters| Words::of(&letters)) {
            ways.extend([(Rank::Preferred, words, words), (Rank::PreferredWithEnglishNames, words, english)]);
        }
        let own =
            |words: &'static Words| if std::ptr::eq(words, english) { Rank::English } else { Rank::Other };
        ways.extend(words::ALL.iter().map(|words| (own(words), words, words)));
        ways.extend(words::ALL.iter().map(|words| (Rank::OtherWithEnglishNames, words, english)));
        let mut results: Vec<(Rank, Result<Self, FenError>)> = Vec::new();
        for (rank, words, names) in ways {
            // A likely list in a likelier language decides.
            let is_done = |(other, list): &(Rank, Result<Self, FenError>)| {
                *other < rank && list.as_ref().is_ok_and(&is_likely)
            };
            if results.iter().any(is_done) {
                break;
            }
            results.push((rank, Reader { game: &game, words, names, cells, tokens: &tokens }.read()));
        }
        let fits = || results.iter().filter_map(|(rank, list)| Some((*rank, list.as_ref().ok()?)));
        let has_likely = fits().any(|(_, list)| is_likely(list));
        let likely = || fits().filter(|(_, list)| !has_likely || is_likely(list));
        let Some(rank) = likely().map(|(rank, _)| rank).min() else {
            // The language whose letters fit up to the last fault is the one that is meant.
            let errors = results.iter().filter_map(|(_, list)| list.as_ref().err());
            let furthest = errors
                .min_by_key(|error| (!is_of_known_words(error), Reverse(error.offset), is_vague(error)));
            return Err(furthest.copied().unwrap_or(error(PieceListError::UnknownWord, 0)));
        };
        // A fault in a more likely language must not be hidden by letters that happen to fit in another.
        let mut faults =
            results.iter().filter(|(other, _)| *other < rank).filter_map(|(_, list)| list.as_ref().err());
        if let Some(fault) = faults.find(|fault| is_of_known_words(fault)) {
            return Err(*fault);
        }
        let mut lists: Vec<&Self> = Vec::new();
        for (_, list) in likely().filter(|&(other, _)| other == rank) {
            if !lists.iter().any(|other| other.is_same(list)) {
                lists.push(list);
            }
        }
        if lists.len() > 1 {
            lists.retain(|list| list.is_legal(game));
        }
        match *lists {
            [only] => Ok(only.clone()),
            _ => Err(error(PieceListError::AmbiguousLetters, 0)),
        }
    }

    /// Parses the player and the piece before the name of a cell, `w`, `R` or `wR`, in the letters of a language.
    ///
    /// `None` if the text is neither; either may be missing.
    pub fn prefix(
        game: &VariantTable,
        letters: &Letters,
        text: &str,
    ) -> Option<(Option<Player>, Option<Role>)> {
        let words = Words::of(letters);
        let role = |text: &str| {
            let reader = Reader { game, words, names: words, cells: CellNames::Standard, tokens: &[] };
            reader.whole_letter(text).filter(|letter| letter.is_capital).map(|letter| letter.role)
        };
        let Some(first) = text.chars().next() else { return Some((None, None)) };
        if let Some(role) = role(text) {
            return Some((None, Some(role)));
        }
        let (player, rest) = text.split_at(first.len_utf8());
        let player =
            words.player(game, player).or_else(|| Words::of(&Letters::ENGLISH).player(game, player))?;
        if rest.is_empty() { Some((Some(player), None)) } else { Some((Some(player), Some(role(rest)?))) }
    }

    /// Returns the end of the list at the start of a line, in bytes; text after a `;` that is no part of a list follows.
    ///
    /// `None` if the line does not begin with a list.
    pub fn end(game: &VariantTable, line: &str) -> Option<usize> {
        if !Self::begins(game, line) {
            return None;
        }
        let mut end = 0;
        for part in line.split_inclusive(';') {
            let tokens = tokens(part.trim_end_matches(';'));
            let (english, cells) = (Words::of(&Letters::ENGLISH), CellNames::Standard);
            let is_part = |words, names| Reader { game, words, names, cells, tokens: &tokens }.is_part();
            if end > 0 && !words::ALL.iter().any(|words| is_part(words, words) || is_part(words, english)) {
                break;
            }
            end += part.len();
        }
        Some(end)
    }

    /// Returns the setup with these pieces.
    ///
    /// # Errors
    ///
    /// If the list states vacant cells.
    pub fn into_setup(self, game: Game) -> Result<Setup, FenError> {
        if let Some(offset) = self.first_vacant {
            return Err(error(PieceListError::UnknownWord, offset));
        }
        let mut setup = Setup::empty(game);
        for (cell, piece) in self.pieces {
            setup.board.put(cell, piece);
        }
        setup.turn = self.turn.unwrap_or(Player::WHITE);
        setup.living = self.living.unwrap_or_else(|| setup.players_with_kings());
        setup.wings = self.wings;
        (setup.crossed, setup.landed) = (self.crossed, self.landed);
        setup.halfmoves = self.halfmoves;
        setup.fullmoves = self.fullmoves.unwrap_or(1).max(1);
        setup.complete_landed();
        Ok(setup)
    }

    fn is_legal(&self, game: Game) -> bool {
        self.clone().into_setup(game).is_ok_and(|setup| setup.into_position().is_ok())
    }

    /// Returns whether several players have pieces, and each of them one king.
    fn has_kings(&self, game: Game) -> bool {
        let owners: PlayerSet = self.pieces.iter().map(|(_, piece)| piece.owner).collect();
        let kings = |player| {
            let kings =
                self.pieces.iter().filter(|(_, piece)| piece.role == Role::King && piece.owner == player);
            kings.count()
        };
        game.players().filter(|&player| owners.contains(player)).count() > 1
            && owners.iter().all(|player| kings(player) == 1)
    }

    fn is_same(&self, other: &Self) -> bool {
        let mut sorted = [self.clone(), other.clone()];
        for list in &mut sorted {
            list.pieces.sort_unstable_by_key(|&(cell, _)| cell);
        }
        sorted[0] == sorted[1]
    }
}

/// Likelihood of a language, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Preferred,
    PreferredWithEnglishNames,
    English,
    Other,
    OtherWithEnglishNames,
}

/// Returns whether all words of the list are known in the language of an error.
fn is_of_known_words(error: &FenError) -> bool {
    use PieceListError::{AmbiguousPiece, CellTwice, TooManyPlayers, WrongCount};
    let FenErrorKind::PieceList(kind) = error.kind else { return false };
    matches!(kind, AmbiguousPiece | CellTwice | TooManyPlayers | WrongCount { .. })
}

/// Returns whether an error says less than others at the same place.
fn is_vague(error: &FenError) -> bool {
    matches!(
        error.kind,
        FenErrorKind::PieceList(PieceListError::UnknownWord | PieceListError::UnknownPiece(_))
    )
}

fn error(kind: PieceListError, offset: usize) -> FenError {
    FenError { kind: FenErrorKind::PieceList(kind), offset }
}

/// A word or a sign of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token<'t> {
    kind: Kind,
    text: &'t str,
    offset: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Word,
    /// A word before a colon.
    Label,
    Separator,
    /// The text between parentheses.
    Count,
}

/// Splits a text into words and signs.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let (mut start, mut opened) = (0, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_dash = matches!(c, '–' | '—')
            || c == '-' && !text[at + 1..].starts_with(|c: char| c.is_ascii_lowercase());
        let is_separator = matches!(c, ';' | '/' | '|' | '.' | '\n') || is_dash;
        let is_end = is_separator || c.is_whitespace() || matches!(c, ',' | ':' | '(' | ')');
        if !is_end {
            continue;
        }
        if start < at {
            let kind = if opened.is_some() && c == ')' { Kind::Count } else { Kind::Word };
            tokens.push(Token { kind, text: &text[start..at], offset: start });
        }
        match (c, tokens.last_mut()) {
            (':', Some(last)) if last.kind == Kind::Word => last.kind = Kind::Label,
            ('(', _) => opened = Some(at),
            (')', _) => opened = None,
            _ if is_separator => {
                tokens.push(Token { kind: Kind::Separator, text: &text[at..at + c.len_utf8()], offset: at });
            }
            _ => {}
        }
        start = at + c.len_utf8();
    }
    tokens
}

/// A part of a list, read word by word.
enum Element {
    Side {
        player: Player,
        is_certain: bool,
    },
    Separator,
    Item(Item),
    /// A letter before a blank and cells.
    Letter(Letter),
    Vacant(usize, Cell),
    /// A stated number of pieces: of one player, or `8+5` of all.
    Count {
        stated: u32,
        is_total: bool,
        offset: usize,
    },
    Turn(Player),
}

/// A piece letter as written.
#[derive(Clone, Copy)]
struct Letter {
    role: Role,
    is_capital: bool,
}

/// Cells with the letter before them.
struct Item {
    owner: Option<Player>,
    letter: Option<Letter>,
    seat: Option<Player>,
    cells: Vec<(usize, Cell)>,
    offset: usize,
}

/// The parts of a word that is an item, not checked against the board.
struct Shape<'t> {
    owner: Option<Player>,
    letter: Option<Letter>,
    seat: Option<Player>,
    cells: &'t str,
}

/// Reader of a list in one language.
#[derive(Clone, Copy)]
struct Reader<'a> {
    game: &'a VariantTable,
    /// The letters.
    words: &'a Words,
    /// The names of the players.
    names: &'a Words,
    /// The names of cells.
    cells: CellNames,
    tokens: &'a [Token<'a>],
}

impl Reader<'_> {
    fn begins_list(&self) -> bool {
        let mut tokens = self.tokens.iter().skip_while(|token| token.kind == Kind::Separator);
        let Some(first) = tokens.next() else { return false };
        let name = self.names.player(self.game, &first.text.to_lowercase());
        // The number of pieces may follow a name: `White (3): Kf6`.
        let mut words = tokens.filter(|token| token.kind != Kind::Count);
        let mut word = || words.next().filter(|token| token.kind == Kind::Word);
        let (next, after) = (word(), word());
        let is_item = |word: &Token<'_>, next: Option<&Token<'_>>| {
            self.shape(word.text).is_some()
                || self.whole_letter(word.text).is_some() && next.is_some_and(|next| is_cell(next.text))
        };
        match first.kind {
            Kind::Label => name.is_some(),
            Kind::Word => {
                is_item(first, next) || name.is_some() && next.is_some_and(|next| is_item(next, after))
            }
            Kind::Separator | Kind::Count => false,
        }
    }

    /// Returns whether the words can be a part of a list: pieces, or a word of the tail.
    fn is_part(&self) -> bool {
        let mut words = self.tokens.iter().map(|token| token.text.to_lowercase());
        let first = words.next().unwrap_or_default();
        let tail = [EN_PASSANT, CASTLING, PLAYERS, CLOCK, MOVE];
        let is_turn = || {
            let named = self.tokens.iter().filter(|token| self.player(token.text).is_some()).count();
            let others = self.tokens.len() - named;
            named == 1
                && self.tokens.iter().filter(|token| is_turn_word(&token.text.to_lowercase())).count()
                    == others
        };
        self.begins_list() || tail.contains(&first.as_str()) && self.tokens.len() > 1 || is_turn()
    }

    fn player(&self, word: &str) -> Option<Player> {
        self.names.player(self.game, &word.to_lowercase())
    }

    fn read(&self) -> Result<PieceList, FenError> {
        let mut list = PieceList::default();
        let mut elements = self.elements(&mut list)?;
        let is_item = |element: &Element| matches!(element, Element::Item(_) | Element::Letter(_));
        // A name on its own after the pieces, or the only one beside letters of both cases, is the side to move.
        let last_item = elements.iter().rposition(is_item);
        let capitals = |wanted: bool| {
            elements.iter().any(|element| match element {
                Element::Item(Item { letter: Some(letter), owner: None, .. }) | Element::Letter(letter) => {
                    letter.is_capital == wanted
                }
                _ => false,
            })
        };
        let has_both_cases = capitals(true) && capitals(false);
        let sides = elements.iter().filter(|element| matches!(element, Element::Side { .. })).count();
        for (at, element) in elements.iter_mut().enumerate() {
            if let Element::Side { player, is_certain: false } = *element
                && (last_item.is_none_or(|last| at > last) || sides == 1 && has_both_cases)
            {
                *element = Element::Turn(player);
            }
        }
        let has_names = elements.iter().any(|element| matches!(element, Element::Side { .. }));
        let is_item = |element: &Element| matches!(element, Element::Item(_) | Element::Letter(_));
        let parts = elements.split(|element| matches!(element, Element::Separator));
        let parts = parts.filter(|part| part.iter().any(is_item)).count();
        let by_case = !has_names && self.game.players == 2 && (has_both_cases || parts == 1);
        let owners = self.owners(&elements, has_names, by_case)?;
        place(&elements, &owners, has_names, &mut list)?;
        Ok(list)
    }

    /// Reads the words; values of the tail go into the list.
    fn elements(&self, list: &mut PieceList) -> Result<Vec<Element>, FenError> {
        let mut elements = Vec::new();
        let mut at = 0;
        while let Some(&token) = self.tokens.get(at) {
            let Token { kind, text, offset } = token;
            at += 1;
            match kind {
                Kind::Separator => elements.push(Element::Separator),
                Kind::Count => {
                    let count = |text: &str| text.parse::<u32>().ok();
                    let stated = text.split('+').map(count).sum::<Option<u32>>();
                    let stated = stated.ok_or_else(|| error(PieceListError::UnknownWord, offset))?;
                    elements.push(Element::Count { stated, is_total: text.contains('+'), offset });
                }
                Kind::Label | Kind::Word => {
                    at += match self.tail(&token, at, list)? {
                        Some(used) => used,
                        None => self.element(&token, at, &mut elements)?,
                    };
                }
            }
        }
        Ok(elements)
    }

    /// Reads one word, and for the side to move the words after it; returns how many these are.
    fn element(
        &self,
        token: &Token<'_>,
        next: usize,
        elements: &mut Vec<Element>,
    ) -> Result<usize, FenError> {
        let Token { kind, text, offset } = *token;
        let following = self.tokens.get(next).filter(|token| token.kind != Kind::Separator);
        let is_turn = |token: &Token<'_>| is_turn_word(&token.text.to_lowercase());
        let turn_words = |from: usize| self.tokens[from..].iter().take_while(|token| is_turn(token)).count();
        let player = self.player(text);
        if let Some(player) = player.filter(|_| following.is_some_and(is_turn)) {
            elements.push(Element::Turn(player));
            return Ok(turn_words(next));
        }
        if is_turn(token) {
            let before = turn_words(next);
            let named = self.tokens.get(next + before).and_then(|token| self.player(token.text));
            let player = named.ok_or_else(|| error(PieceListError::UnknownWord, offset))?;
            elements.push(Element::Turn(player));
            return Ok(before + 1 + turn_words(next + before + 1));
        }
        if let Some(player) = player.filter(|_| kind == Kind::Label) {
            elements.push(Element::Side { player, is_certain: true });
            return Ok(0);
        }
        if let Some(shape) = self.shape(text).filter(|_| kind == Kind::Word) {
            let start = offset + text.len() - shape.cells.len();
            let Shape { owner, letter, seat, cells } = shape;
            elements.push(Element::Item(Item {
                owner,
                letter,
                seat,
                cells: self.cells(cells, start)?,
                offset,
            }));
            return Ok(0);
        }
        if let Some(cell) = text.strip_prefix('-').filter(|cell| is_cell(cell)) {
            elements.extend(
                self.cells(cell, offset + 1)?.into_iter().map(|(at, cell)| Element::Vacant(at, cell)),
            );
            return Ok(0);
        }
        let before_cell = following.is_some_and(|next| is_cell(next.text));
        let begins_part = matches!(elements.last(), None | Some(Element::Separator));
        let letter = self.whole_letter(text).filter(|_| before_cell);
        match (letter, player) {
            (Some(letter), player) if player.is_none() || letter.is_capital || !begins_part => {
                elements.push(Element::Letter(letter));
            }
            (_, Some(player)) => {
                let is_certain = text.chars().count() > 1;
                elements.push(Element::Side { player, is_certain });
            }
            _ => return Err(self.word_error(text, offset)),
        }
        Ok(0)
    }

    fn word_error(&self, text: &str, offset: usize) -> FenError {
        let mut chars = text.chars();
        let first = chars.next().unwrap_or_default();
        let kind = match self.letter_at(text) {
            None if is_cell(chars.as_str()) => PieceListError::UnknownPiece(first),
            _ => PieceListError::UnknownWord,
        };
        error(kind, offset)
    }

    /// Reads a word of the tail with its value; returns how many words the value has. `None` for other words.
    fn tail(&self, token: &Token<'_>, next: usize, list: &mut PieceList) -> Result<Option<usize>, FenError> {
        let word = token.text.to_lowercase();
        let value = self.tokens.get(next).filter(|token| matches!(token.kind, Kind::Word | Kind::Label));
        let is_number = |token: &&Token<'_>| token.text.starts_with(|c: char| c.is_ascii_digit());
        if ![EN_PASSANT, CASTLING, PLAYERS, CLOCK, MOVE].contains(&word.as_str())
            || word == MOVE && !value.as_ref().is_some_and(is_number)
        {
            return Ok(None);
        }
        let value = value.ok_or_else(|| error(PieceListError::MissingValue, token.offset))?;
        let number = |field| {
            let number = value.text.parse::<u32>();
            number.map_err(|_| FenError { kind: FenErrorKind::InvalidNumber(field), offset: value.offset })
        };
        match word.as_str() {
            CLOCK => list.halfmoves = number(Field::Halfmoves)?,
            MOVE => list.fullmoves = Some(number(Field::Fullmoves)?),
            CASTLING => list.wings = read_wings(self.game, value.text.as_bytes(), value.offset)?,
            PLAYERS => {
                let player = |(at, letter): (usize, u8)| {
                    let unknown = FenErrorKind::UnknownPlayer(letter.into());
                    self.game.player(letter).ok_or(FenError { kind: unknown, offset: value.offset + at })
                };
                list.living = Some(value.text.bytes().enumerate().map(player).collect::<Result<_, _>>()?);
            }
            _ => return self.crossed(next, list).map(Some),
        }
        Ok(Some(1))
    }

    /// Reads the cells after `ep`; returns the number of words.
    fn crossed(&self, next: usize, list: &mut PieceList) -> Result<usize, FenError> {
        let cells = self.tokens[next..]
            .iter()
            .take_while(|token| is_cell(token.text) && token.kind != Kind::Separator);
        let mut is_landed = false;
        let mut used = 0;
        for token in cells {
            for (_, cell) in self.cells(token.text, token.offset)? {
                if is_landed {
                    list.landed = Some(cell);
                } else {
                    list.crossed.push(cell);
                }
            }
            is_landed = token.kind == Kind::Label;
            used += 1;
        }
        match used {
            0 => Err(error(PieceListError::NoSuchCell, self.tokens[next].offset)),
            used => Ok(used),
        }
    }

    /// Returns the owner of each element that is an item or a letter; of others any player.
    fn owners(&self, elements: &[Element], has_names: bool, by_case: bool) -> Result<Vec<Player>, FenError> {
        let of_case = |letter: Letter| if letter.is_capital { Player::WHITE } else { Player::BLACK };
        let mut owner = Player::WHITE;
        let mut part = 0_usize;
        let mut is_part_empty = true;
        let mut owners = Vec::with_capacity(elements.len());
        for element in elements {
            match element {
                Element::Side { player, .. } => owner = *player,
                Element::Separator if !has_names && !by_case && !is_part_empty => {
                    part += 1;
                    is_part_empty = true;
                }
                Element::Item(Item { owner: named, letter, offset, .. }) => {
                    is_part_empty = false;
                    if !has_names && !by_case {
                        let by_part = self.game.players().nth(part);
                        let found = named.or(by_part);
                        owner = found.ok_or_else(|| error(PieceListError::TooManyPlayers, *offset))?;
                    }
                    let by_letter = letter.filter(|_| by_case && named.is_none()).map(of_case);
                    owner = named.or(by_letter).unwrap_or(owner);
                }
                Element::Letter(letter) if by_case => owner = of_case(*letter),
                _ => {}
            }
            owners.push(owner);
        }
        Ok(owners)
    }
}

/// Gives each cell its piece. `owners` has the owner of each element.
fn place(
    elements: &[Element],
    owners: &[Player],
    has_names: bool,
    list: &mut PieceList,
) -> Result<(), FenError> {
    let is_pawn_letter = |element: &Element| {
        let (Element::Item(Item { letter: Some(letter), .. }) | Element::Letter(letter)) = element else {
            return false;
        };
        letter.role == Role::Pawn
    };
    let pawn_letters = elements.iter().zip(owners).filter(|(element, _)| is_pawn_letter(element));
    let with_pawn_letters: PlayerSet = pawn_letters.map(|(_, &owner)| owner).collect();
    let mut before: Option<(Player, Role, Option<Player>)> = None;
    let mut detached = None;
    let mut counted = 0_u32;
    // Number of pieces that is stated before them, with its place.
    let mut announced: Option<(u32, usize)> = None;
    let mut is_named = false;
    let check = |announced: Option<(u32, usize)>, listed: u32| match announced {
        Some((stated, offset)) if stated != listed => {
            Err(error(PieceListError::WrongCount { listed }, offset))
        }
        _ => Ok(()),
    };
    for (element, &owner) in elements.iter().zip(owners) {
        match element {
            Element::Letter(letter) => detached = Some((letter.role, owner)),
            Element::Item(item) => {
                let of_detached = detached.filter(|&(_, of)| of == owner).map(|(role, _)| role);
                let (role, seat) = match (item.letter, of_detached, before) {
                    (Some(letter), ..) => {
                        detached = None;
                        (letter.role, item.seat)
                    }
                    (None, Some(role), _) => (role, None),
                    (None, None, Some((of, Role::Pawn, seat))) if of == owner => (Role::Pawn, seat),
                    (None, None, Some((of, role, _))) if of == owner && role != Role::King => {
                        if with_pawn_letters.contains(owner) {
                            (role, None)
                        } else if with_pawn_letters.is_empty() {
                            (Role::Pawn, None)
                        } else {
                            return Err(error(PieceListError::AmbiguousPiece, item.offset));
                        }
                    }
                    _ => (Role::Pawn, None),
                };
                let is_lettered = item.letter.is_some() || of_detached.is_some();
                if is_lettered || before.is_none_or(|(of, ..)| of != owner) {
                    before = Some((owner, role, seat));
                }
                for &(offset, cell) in &item.cells {
                    let piece = Piece { seat: seat.unwrap_or(owner), ..Piece::new(owner, role) };
                    list.add(cell, piece, offset)?;
                    counted += 1;
                }
            }
            Element::Vacant(offset, cell) => {
                list.first_vacant.get_or_insert(*offset);
                list.vacant.push(*cell);
            }
            &Element::Count { stated, is_total: false, offset } if is_named && counted == 0 => {
                announced = Some((stated, offset));
            }
            &Element::Count { stated, is_total, offset } => {
                let listed = if is_total { list.pieces.len() as u32 } else { counted };
                if stated != listed {
                    return Err(error(PieceListError::WrongCount { listed }, offset));
                }
                counted = 0;
            }
            Element::Turn(player) => list.turn = Some(*player),
            Element::Side { .. } => {
                check(announced.take(), counted)?;
                (detached, counted, is_named) = (None, 0, true);
            }
            Element::Separator => {
                detached = None;
                if !has_names {
                    counted = 0;
                }
            }
        }
    }
    check(announced, counted)?;
    Ok(())
}

impl Reader<'_> {
    /// Splits a word into prefix, letter and cells; `None` if it is not an item.
    fn shape<'t>(&self, word: &'t str) -> Option<Shape<'t>> {
        let none = Shape { owner: None, letter: None, seat: None, cells: word };
        if is_cells(word) {
            return Some(none);
        }
        if let Some(shape) = self.lettered(word) {
            return Some(shape);
        }
        let first = word.chars().next()?;
        let (prefix, rest) = word.split_at(first.len_utf8());
        let owner = self.names.player(self.game, prefix)?;
        let shape =
            self.lettered(rest).filter(|shape| shape.letter.is_some_and(|letter| letter.is_capital))?;
        Some(Shape { owner: Some(owner), ..shape })
    }

    fn lettered<'t>(&self, word: &'t str) -> Option<Shape<'t>> {
        let (letter, length) = self.letter_at(word)?;
        let rest = &word[length..];
        let shape = Shape { owner: None, letter: Some(letter), seat: None, cells: rest };
        if is_cells(rest) {
            return Some(shape);
        }
        let &first = rest.as_bytes().first()?;
        let seat = self.game.player(first).filter(|_| letter.role == Role::Pawn && self.game.players > 2)?;
        is_cells(&rest[1..]).then_some(Shape { seat: Some(seat), cells: &rest[1..], ..shape })
    }

    fn whole_letter(&self, word: &str) -> Option<Letter> {
        self.letter_at(word).filter(|&(_, length)| length == word.len()).map(|(letter, _)| letter)
    }

    /// Returns the piece letter at the start of a text, in either case, with its length in bytes.
    fn letter_at(&self, text: &str) -> Option<(Letter, usize)> {
        let first = text.chars().next()?;
        if let Some(place) = u32::from(first).checked_sub(0x2654).filter(|place| *place < 12) {
            let letter = Letter { role: Role::ALL[place as usize % 6], is_capital: place < 6 };
            let rest = &text[first.len_utf8()..];
            // A selector of the style of the sign may follow.
            let selector = rest.chars().next().filter(|c| matches!(c, '\u{fe0e}' | '\u{fe0f}'));
            return Some((letter, first.len_utf8() + selector.map_or(0, char::len_utf8)));
        }
        let letters = self.words.letters;
        let standard = Role::ALL.into_iter().map(|role| (letters.letter(role), role));
        let role_of = |letter: &str| Role::ALL.into_iter().find(|&role| letters.letter(role) == letter);
        let further = self.words.further().filter_map(|(letter, of)| Some((letter, role_of(of)?)));
        let begins = standard.chain(further).filter_map(|(letter, role)| Some((role, prefix(text, letter)?)));
        // In Russian the letters of the king, Кр, start with that of the knight, К.
        let (role, length) = begins.max_by_key(|&(_, length)| length)?;
        Some((Letter { role, is_capital: first.is_uppercase() }, length))
    }

    fn cells(&self, text: &str, offset: usize) -> Result<Vec<(usize, Cell)>, FenError> {
        let mut cells = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let read = self.cells.parse_prefix(self.game.shape, &text.as_bytes()[at..]);
            let (cell, length) = read.ok_or_else(|| error(PieceListError::NoSuchCell, offset + at))?;
            cells.push((offset + at, cell));
            at += length;
        }
        Ok(cells)
    }
}

impl PieceList {
    fn add(&mut self, cell: Cell, piece: Piece, offset: usize) -> Result<(), FenError> {
        if self.pieces.iter().any(|&(other, _)| other == cell) {
            return Err(error(PieceListError::CellTwice, offset));
        }
        self.pieces.push((cell, piece));
        Ok(())
    }
}

/// Returns the length of a letter at the start of a text, ignoring case.
fn prefix(text: &str, letter: &str) -> Option<usize> {
    let mut chars = text.chars();
    let mut length = 0;
    for expected in letter.chars() {
        let found = chars.next()?;
        if !found.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
        length += found.len_utf8();
    }
    Some(length)
}

/// Returns whether a text begins as the name of a cell: a letter and a digit.
fn is_cell(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z', b'0'..=b'9', ..])
}

/// Returns whether a text consists of names of cells, on whatever board.
fn is_cells(text: &str) -> bool {
    let mut rest = text;
    loop {
        if !is_cell(rest) {
            return false;
        }
        rest = rest[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.is_empty() {
            return true;
        }
    }
}
