//! Tokens of PGN, found by a reader of its own. It shares no code with the program, so that the two can disagree.

use std::fmt;

/// One token of movetext. Numbers of moves are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A move, without the signs of check and mate and without `!` and `?`.
    Move(String),
    /// A mark: `$N`, or a sign such as `!?` by its number.
    Mark(u32),
    /// A comment in braces or after `;`, or a line after `%` with that sign. White space is one space.
    Comment(String),
    Open,
    Close,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(text) => f.write_str(text),
            Self::Mark(number) => write!(f, "${number}"),
            Self::Comment(text) => write!(f, "{{{text}}}"),
            Self::Open => f.write_str("("),
            Self::Close => f.write_str(")"),
        }
    }
}

/// Tags, movetext and result of one game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tokens {
    pub tags: Vec<(String, String)>,
    /// Marks come directly after their move, in the order of their numbers.
    pub text: Vec<Token>,
    pub result: Option<String>,
}

impl Tokens {
    /// Returns the value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns the tokens of the main line, with `(` for each variation.
    pub fn main_line(&self) -> impl Iterator<Item = &Token> {
        let mut depth = 0;
        self.text.iter().filter(move |token| {
            let is_main = depth == 0;
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            is_main
        })
    }
}

/// Returns all games of a text.
pub fn games(pgn: &str) -> Vec<Tokens> {
    let mut reader = Reader { rest: pgn, at_line_start: true };
    let (mut all, mut game) = (Vec::new(), Tokens::default());
    while let Some(piece) = reader.next() {
        match piece {
            Piece::Tag(name, value) => {
                // A tag after movetext begins the next game.
                if game.result.is_some() || game.text.iter().any(|token| matches!(token, Token::Move(_))) {
                    all.push(std::mem::take(&mut game));
                }
                game.tags.push((name, value));
            }
            Piece::Token(token) => game.text.push(token),
            Piece::Result(text) => game.result = Some(text),
        }
    }
    if game != Tokens::default() {
        all.push(game);
    }
    for game in &mut all {
        order_marks(&mut game.text);
    }
    all
}

/// Moves the marks of each move before its comments.
fn order_marks(text: &mut [Token]) {
    for run in text.chunk_by_mut(|_, next| matches!(next, Token::Mark(_) | Token::Comment(_))) {
        run[1..].sort_by_key(|token| match token {
            Token::Mark(number) => *number,
            _ => u32::MAX,
        });
    }
}

enum Piece {
    Tag(String, String),
    Token(Token),
    Result(String),
}

struct Reader<'t> {
    rest: &'t str,
    at_line_start: bool,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<Piece> {
        loop {
            let first = self.rest.chars().next()?;
            let is_line_start = std::mem::replace(&mut self.at_line_start, first == '\n');
            match first {
                '%' if is_line_start => {
                    return Some(Piece::Token(Token::Comment(one_line(self.until('\n')))));
                }
                ';' => {
                    self.skip(1);
                    return Some(Piece::Token(Token::Comment(one_line(self.until('\n')))));
                }
                '{' => {
                    self.skip(1);
                    let comment = one_line(self.until('}'));
                    self.skip(1);
                    if !comment.is_empty() {
                        return Some(Piece::Token(Token::Comment(comment)));
                    }
                }
                '[' => return Some(self.tag()),
                '(' | ')' => {
                    self.skip(1);
                    return Some(Piece::Token(if first == '(' { Token::Open } else { Token::Close }));
                }
                '$' => {
                    self.skip(1);
                    let digits = self.until_any(|c| !c.is_ascii_digit());
                    return Some(Piece::Token(Token::Mark(digits.parse().expect("a mark"))));
                }
                c if c.is_whitespace() || c == '.' => self.skip(c.len_utf8()),
                '!' | '?' => {
                    let sign = self.until_any(|c| !"!?".contains(c));
                    let known = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&other| other == sign);
                    return Some(Piece::Token(Token::Mark(known.expect("a sign") as u32 + 1)));
                }
                _ => {
                    let word = self.until_any(|c| c.is_whitespace() || "{}();[]$!?".contains(c));
                    if let Some(piece) = piece_of(word) {
                        return Some(piece);
                    }
                }
            }
        }
    }

    fn tag(&mut self) -> Piece {
        self.skip(1);
        let name = self.until_any(|c| c == '"').trim().to_owned();
        self.skip(1);
        let mut value = String::new();
        let mut chars = self.rest.char_indices();
        let end = loop {
            match chars.next() {
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                Some((at, '"')) => break at + 1,
                Some((_, c)) => value.push(c),
                None => break self.rest.len(),
            }
        };
        self.skip(end);
        self.until_any(|c| c == ']');
        self.skip(1);
        Piece::Tag(name, value)
    }

    fn until(&mut self, end: char) -> &'t str {
        self.until_any(|c| c == end)
    }

    fn until_any(&mut self, is_end: impl Fn(char) -> bool) -> &'t str {
        let (text, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        self.rest = rest;
        text
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes.min(self.rest.len())..];
    }
}

/// Returns the result or move of a word; a number of a move alone is neither.
fn piece_of(word: &str) -> Option<Piece> {
    if word == "*" || word.contains('-') && word.chars().all(|c| c.is_ascii_digit() || "-/".contains(c)) {
        return Some(Piece::Result(word.to_owned()));
    }
    let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if numbered.is_empty() { numbered } else { numbered.strip_prefix('.').unwrap_or(word) };
    let text = text.trim_start_matches('.').trim_end_matches(['+', '#']);
    (!text.is_empty()).then(|| Piece::Token(Token::Move(text.to_owned())))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
