//! Queries: conditions joined by `and`, `or`, `not` and brackets.
//!
//! ```text
//! query = all { "or" all }
//! all   = one { [ "and" ] one }
//! one   = "not" one | "(" query ")" | name "=" value
//! value = text without blanks and brackets | '"' text '"'
//! ```

use super::{CandidateProblem, ProblemCondition, Rating};

/// Conditions joined by `and`, `or` and `not`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// A condition.
    Is(Box<ProblemCondition>),
    /// The query is not met.
    Not(Box<Self>),
    /// All queries are met.
    All(Vec<Self>),
    /// At least one query is met.
    Any(Vec<Self>),
}

/// Most levels of brackets and `not`.
const MAX_DEPTH: usize = 64;

impl Query {
    /// Parses a query; `term` returns the condition of a name and its value.
    ///
    /// # Errors
    ///
    /// A message about the first word that is wrong.
    ///
    /// ```
    /// # use hexmate_problems as hexmate;
    /// use hexmate::select::{ProblemCondition, Query};
    ///
    /// let term = |name: &str, value: &str| Ok(ProblemCondition::Column(name.to_owned(), value.to_owned()));
    /// let query = Query::parse("author=Nagy and not (year=1987 or year=1988)", &term)?;
    /// assert!(matches!(query, Query::All(parts) if parts.len() == 2));
    /// assert!(Query::parse("author=Nagy and", &term).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(
        text: &str,
        term: &dyn Fn(&str, &str) -> Result<ProblemCondition, String>,
    ) -> Result<Self, String> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, term };
        let query = parser.any(0)?;
        match parser.tokens.first() {
            None => Ok(query),
            Some(token) => Err(format!("{} is not expected", token.shown())),
        }
    }

    /// Returns whether a problem meets the query. A condition on an unknown value is not met.
    pub(super) fn is_met(&self, problem: &CandidateProblem<'_>) -> bool {
        match self {
            Self::Is(condition) => condition.is_met(problem),
            Self::Not(query) => !query.is_met(problem),
            Self::All(queries) => queries.iter().all(|query| query.is_met(problem)),
            Self::Any(queries) => queries.iter().any(|query| query.is_met(problem)),
        }
    }

    /// Returns the ratings that the conditions need.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        match self {
            Self::Is(condition) => condition.ratings(),
            Self::Not(query) => query.ratings(),
            Self::All(queries) | Self::Any(queries) => queries.iter().flat_map(Self::ratings).collect(),
        }
    }

    /// Returns whether a condition depends on the date.
    pub(super) fn needs_date(&self) -> bool {
        match self {
            Self::Is(condition) => condition.needs_date(),
            Self::Not(query) => query.needs_date(),
            Self::All(queries) | Self::Any(queries) => queries.iter().any(Self::needs_date),
        }
    }
}

/// A word or sign of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Open,
    Close,
    Word(String),
    Term(String, String),
}

impl Token {
    fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own.eq_ignore_ascii_case(word))
    }

    fn shown(&self) -> String {
        match self {
            Self::Open => "(".to_owned(),
            Self::Close => ")".to_owned(),
            Self::Word(word) => format!("{word:?}"),
            Self::Term(name, value) => format!("{:?}", format!("{name}={value}")),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if let '(' | ')' = first {
            tokens.push(if first == '(' { Token::Open } else { Token::Close });
            rest = &rest[1..];
        } else {
            let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
            let end = rest.find(|c: char| is_end(c) || c == '=').unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            if let Some(value) = rest[end..].strip_prefix('=') {
                let (value, after) = match value.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').ok_or("a quotation mark is not closed")?,
                    None => value.split_at(value.find(is_end).unwrap_or(value.len())),
                };
                tokens.push(Token::Term(name, value.to_owned()));
                rest = after;
            } else {
                tokens.push(Token::Word(name));
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

struct Parser<'q> {
    tokens: &'q [Token],
    term: &'q dyn Fn(&str, &str) -> Result<ProblemCondition, String>,
}

impl Parser<'_> {
    fn next_if(&mut self, is_wanted: impl Fn(&Token) -> bool) -> Option<Token> {
        let (first, rest) = self.tokens.split_first().filter(|(first, _)| is_wanted(first))?;
        self.tokens = rest;
        Some(first.clone())
    }

    fn any(&mut self, depth: usize) -> Result<Query, String> {
        let mut parts = vec![self.all(depth)?];
        while self.next_if(|token| token.is("or")).is_some() {
            parts.push(self.all(depth)?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Query::Any(parts) })
    }

    fn all(&mut self, depth: usize) -> Result<Query, String> {
        let mut parts = vec![self.one(depth)?];
        loop {
            let is_joined = self.next_if(|token| token.is("and")).is_some();
            let is_end =
                |token: Option<&Token>| token.is_none_or(|token| *token == Token::Close || token.is("or"));
            if !is_joined && is_end(self.tokens.first()) {
                break;
            }
            parts.push(self.one(depth)?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Query::All(parts) })
    }

    fn one(&mut self, depth: usize) -> Result<Query, String> {
        if depth > MAX_DEPTH {
            return Err("too many brackets".to_owned());
        }
        if self.next_if(|token| token.is("not")).is_some() {
            return Ok(Query::Not(Box::new(self.one(depth + 1)?)));
        }
        match self.next_if(|_| true) {
            Some(Token::Open) => {
                let query = self.any(depth + 1)?;
                let close = self.next_if(|token| *token == Token::Close);
                close.map(|_| query).ok_or_else(|| "a bracket is not closed".to_owned())
            }
            Some(Token::Term(name, value)) => {
                (self.term)(&name, &value).map(|condition| Query::Is(Box::new(condition)))
            }
            Some(token) => Err(format!("{} is not a condition; write author=Nagy", token.shown())),
            None => Err("a condition is missing at the end".to_owned()),
        }
    }
}
