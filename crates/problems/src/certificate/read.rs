//! Parser of certificates.

use std::collections::HashSet;
use std::str::FromStr;

use super::{Certificate, CertificateFault, CertificateFaultKind, FORMAT, Node, Successor};

impl Certificate {
    /// Parses a certificate without checking its moves; see [`Certificate::check`].
    ///
    /// Time and memory are linear in the length of the text.
    ///
    /// # Errors
    ///
    /// The first syntax fault.
    pub fn parse(text: &str) -> Result<Self, CertificateFault> {
        let mut lines = LineReader { rest: text, number: 0, keys: HashSet::new() };
        let first = lines.next().unwrap_or_default();
        let Some(version) = first.strip_prefix("hexmate certificate ") else {
            return Err(CertificateFault { kind: CertificateFaultKind::NotCertificate, line: 1, column: 1 });
        };
        if version != FORMAT.to_string() {
            let kind = CertificateFaultKind::Version(version.to_owned());
            return Err(lines.fault(kind, 1 + "hexmate certificate ".len()));
        }
        let program = lines.header("program")?;
        let id = lines.header("id")?;
        let game = lines.header("game")?;
        let position = lines.header("position")?;
        let proves = lines.header("proves")?;
        let (moves, victim) = stipulation(&proves).ok_or_else(|| {
            let column = 1 + "proves ".len();
            lines.fault(CertificateFaultKind::Stipulation(proves.clone()), column)
        })?;
        let mut certificate =
            Self { program, id, game, position, moves, victim, nodes: Vec::new(), keys: Vec::new() };
        while lines.add_to(&mut certificate)? {}
        match lines.rest {
            "" => Ok(certificate),
            _ => Err(CertificateFault {
                kind: CertificateFaultKind::TextAfterEnd,
                line: lines.number + 1,
                column: 1,
            }),
        }
    }
}

/// Parses `#3` or `#3r`.
fn stipulation(text: &str) -> Option<(u32, Option<char>)> {
    let text = text.strip_prefix('#')?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let moves = number(&text[..digits]).filter(|&moves| moves > 0)?;
    let mut letters = text[digits..].chars();
    let victim = letters.next();
    letters.next().is_none().then_some((moves, victim))
}

/// Parses a number in canonical form: without sign or leading zeros.
fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

/// Reader of the lines of a text.
struct LineReader<'t> {
    rest: &'t str,
    /// Number of the last line read, from 1.
    number: usize,
    /// The keys read so far.
    keys: HashSet<&'t str>,
}

impl<'t> LineReader<'t> {
    fn next(&mut self) -> Result<&'t str, CertificateFault> {
        self.number += 1;
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return Err(self.fault(CertificateFaultKind::Truncated, 1 + self.rest.chars().count()));
        };
        self.rest = rest;
        Ok(line)
    }

    fn fault(&self, kind: CertificateFaultKind, column: usize) -> CertificateFault {
        CertificateFault { kind, line: self.number, column }
    }

    /// Returns the value of the next line, which must have this name.
    fn header(&mut self, name: &'static str) -> Result<String, CertificateFault> {
        let line = self.next()?;
        let value = line.strip_prefix(name).filter(|value| value.is_empty() || value.starts_with(' '));
        let value = value.ok_or_else(|| self.fault(CertificateFaultKind::Header(name), 1))?;
        Ok(value.strip_prefix(' ').unwrap_or(value).to_owned())
    }

    /// Parses a node, a key or the end; returns `false` at the end.
    fn add_to(&mut self, certificate: &mut Certificate) -> Result<bool, CertificateFault> {
        let mut words = Words { rest: self.next()?, column: 1, line: self.number };
        let nodes = certificate.nodes.len();
        match words.next()? {
            "end" if certificate.keys.is_empty() => return Err(self.fault(CertificateFaultKind::NoKey, 1)),
            "end" => {
                words.end()?;
                return Ok(false);
            }
            "key" => {
                let column = words.column;
                let m = words.next()?;
                if !self.keys.insert(m) {
                    return Err(self.fault(CertificateFaultKind::RepeatedKey(m.to_owned()), column));
                }
                let next = words.reference(nodes, CertificateFaultKind::NoSuchNode)?;
                words.end()?;
                certificate.keys.push((m.to_owned(), next));
            }
            number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                if number != nodes.to_string() || !certificate.keys.is_empty() {
                    return Err(self.fault(CertificateFaultKind::NodeNumber(nodes), 1));
                }
                certificate.nodes.push(words.node(nodes)?);
            }
            _ => return Err(self.fault(CertificateFaultKind::Line, 1)),
        }
        Ok(true)
    }
}

/// Reader of the words of a line, separated by single blanks.
struct Words<'t> {
    rest: &'t str,
    column: usize,
    line: usize,
}

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<&'t str, CertificateFault> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        if word.is_empty() {
            return Err(self.fault(CertificateFaultKind::Line));
        }
        self.column += word.chars().count() + 1;
        self.rest = rest;
        Ok(word)
    }

    fn fault(&self, kind: CertificateFaultKind) -> CertificateFault {
        CertificateFault { kind, line: self.line, column: self.column }
    }

    fn end(&self) -> Result<(), CertificateFault> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault(CertificateFaultKind::Line)) }
    }

    /// Parses the successor of a move: mate or one of the first `nodes` nodes.
    fn reference(
        &mut self,
        nodes: usize,
        fault: fn(String) -> CertificateFaultKind,
    ) -> Result<Successor, CertificateFault> {
        let column = self.column;
        let word = self.next()?;
        if word == "#" {
            return Ok(Successor::Mate);
        }
        match number(word) {
            Some(number) if number < nodes => Ok(Successor::Node(number)),
            _ => Err(CertificateFault { kind: fault(word.to_owned()), line: self.line, column }),
        }
    }

    /// Parses the rest of the line of a node.
    fn node(&mut self, number: usize) -> Result<Node, CertificateFault> {
        match self.next()? {
            "attack" => {
                let m = self.next()?;
                let next = self.reference(number, CertificateFaultKind::Cycle)?;
                self.end()?;
                Ok(Node::Attack(m.to_owned(), next))
            }
            "defend" => {
                let mut replies = Vec::new();
                while !self.rest.is_empty() {
                    let moves = self.next()?;
                    let next = self.reference(number, CertificateFaultKind::Cycle)?;
                    replies.extend(moves.split(',').map(|m| (m.to_owned(), next)));
                }
                Ok(Node::Defence(replies))
            }
            _ => Err(CertificateFault { kind: CertificateFaultKind::Line, line: self.line, column: 1 }),
        }
    }
}
