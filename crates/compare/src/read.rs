//! Parser of the divides that other programs print, line by line.
//!
//! ```text
//! count  = [ordinal] move separator number      e2e4: 20 · e2e4 20 · 1. e2e4 = 20 · e2e4,20 · E2-E4: 20
//! object = {"move":"e2e4","nodes":20}
//! total  = "nodes" | "total" | "sum" … number   Nodes searched: 400
//!        | number "nodes" …                     400 nodes at depth 2
//! ```
//!
//! Numbers may have thousands separators. All other lines are ignored. Legality is not tested.

use hexmate_core::geometry::Shape;
use hexmate_position::{CellNames, Letters, MoveText};
use serde_json::Value;

/// Content of a line of a divide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DivideLine {
    /// A move as written, and its node count.
    Count(String, u64),
    /// The node count of all moves.
    Total(u64),
    /// Any other text.
    Noise,
}

/// A divide parsed from the output of another program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedDivide {
    /// The counts, in their order.
    pub counts: Vec<ParsedCount>,
    /// The stated node count of all moves, if any; the last of several.
    pub total: Option<u64>,
    /// The names of cells in the moves.
    pub names: CellNames,
}

/// The node count of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedCount {
    /// The move as written.
    pub text: String,
    /// The node count after the move.
    pub nodes: u64,
}

impl ParsedDivide {
    /// Parses all lines of a text.
    pub fn parse(text: &str) -> Self {
        let mut divide = Self::default();
        text.lines().for_each(|line| divide.add(DivideLine::parse(line)));
        divide
    }

    /// Returns the same divide with these names of cells; if `None`, those that its moves use on a board.
    #[must_use]
    pub fn with_names(self, shape: Shape, names: Option<CellNames>) -> Self {
        let moves = self.counts.iter().map(|count| count.text.as_bytes());
        let names = names.unwrap_or_else(|| CellNames::detect(shape, moves));
        Self { names, ..self }
    }

    /// Adds the count or the total of a line.
    pub fn add(&mut self, line: DivideLine) {
        match line {
            DivideLine::Count(text, nodes) => self.counts.push(ParsedCount { text, nodes }),
            DivideLine::Total(nodes) => self.total = Some(nodes),
            DivideLine::Noise => {}
        }
    }

    /// Returns the sum of the counts, saturating.
    pub fn sum(&self) -> u64 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(count.nodes))
    }

    /// Returns the stated total and the sum of the counts if they differ.
    pub fn wrong_total(&self) -> Option<(u64, u64)> {
        let sum = self.sum();
        self.total.filter(|&total| total != sum).map(|total| (total, sum))
    }
}

impl DivideLine {
    /// Parses a line.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let count = if line.starts_with('{') { object(line) } else { count(line) };
        match count {
            Some((text, nodes)) => Self::Count(text, nodes),
            None => total(line).map_or(Self::Noise, Self::Total),
        }
    }
}

fn object(line: &str) -> Option<(String, u64)> {
    let object: Value = serde_json::from_str(line).ok()?;
    Some((object.get("move")?.as_str()?.to_owned(), object.get("nodes")?.as_u64()?))
}

fn count(line: &str) -> Option<(String, u64)> {
    let line = without_ordinal(line);
    let is_sign = |character: char| character.is_whitespace() || ":,;|".contains(character);
    // e2e4=20 has a count, f11=Q a promotion: only a digit after = ends the move.
    let is_equal =
        |at: &usize| line[*at..].starts_with('=') && line[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let ends = [line.find(is_sign), (0..line.len()).find(|at| line.is_char_boundary(*at) && is_equal(at))];
    let (word, rest) = line.split_at(ends.into_iter().flatten().min().unwrap_or(line.len()));
    let word = word.trim_matches(['"', '=', '-', '>', '.']);
    let is_move = word.contains(|character: char| character.is_ascii_digit())
        && MoveText::parse(word.as_bytes(), &Letters::ENGLISH).is_ok();
    if !is_move {
        return None;
    }
    let is_table = rest.starts_with([',', ';']);
    let rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || "=:-–>,;|\"".contains(sign));
    let (number, after) = number(rest, if is_table { "" } else { THOUSANDS })?;
    (!after.starts_with(|next: char| next.is_alphanumeric() || next == '%'))
        .then(|| (word.to_owned(), number))
}

/// Thousands separators.
const THOUSANDS: &str = ",.'_\u{a0}\u{202f}";

/// Removes an ordinal from the start of a line: `1.`, `12)` or the `3` of `3 e2e4`.
fn without_ordinal(line: &str) -> &str {
    let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let sign = rest.trim_start_matches(['.', ')', ':']);
    let is_ordinal =
        rest.len() < line.len() && (sign.len() < rest.len() || rest.starts_with(char::is_whitespace));
    if is_ordinal { sign.trim_start() } else { line }
}

/// Splits the number at the start of a text from the rest.
fn number<'t>(text: &'t str, thousands: &str) -> Option<(u64, &'t str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(text);
    let mut number = text[..end].to_owned();
    let mut groups = if end <= 3 { text[end..].chars() } else { "".chars() };
    while let Some(mark) = groups.next().filter(|&mark| thousands.contains(mark)) {
        let rest = groups.as_str();
        if digits(rest) != 3 {
            break;
        }
        number.push_str(&rest[..3]);
        end += mark.len_utf8() + 3;
        groups = rest[3..].chars();
    }
    Some((number.parse().ok()?, &text[end..]))
}

/// Returns the number in a line that states the total node count.
fn total(line: &str) -> Option<u64> {
    let line = line.to_lowercase();
    if ["second", "nps", "time", "/s", "speed"].iter().any(|word| line.contains(word)) {
        return None;
    }
    if let Some((number, rest)) = number(&line, THOUSANDS)
        && rest.trim_start().starts_with("nodes")
    {
        return Some(number);
    }
    let (_, rest) = ["nodes", "total", "sum"].iter().find_map(|word| line.split_once(word))?;
    let is_filling = |word: &&str| {
        ["", "nodes", "searched", "visited", "counted", "count", "leaves", "of", "moves", "is"].contains(word)
    };
    let mut words = rest.split(|character: char| character.is_whitespace() || ":=-".contains(character));
    let first = words.find(|word| !is_filling(word))?;
    number(first, THOUSANDS).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_parse_in_all_forms() {
        for line in [
            "e2e4: 20",
            "e2e4 20",
            "  e2e4\t20\r",
            "1. e2e4 = 20",
            "1.e2e4 20",
            "12) e2e4 - 20",
            "3 e2e4 20",
            "e2e4=20",
            "e2e4 => 20",
            "e2e4,20",
            "e2e4;20;x",
            "\"e2e4\",20",
            "e2e4: 20 (4.9%)",
            "e2e4 20 nodes",
            r#"{"move":"e2e4","nodes":20,"fen":"x"}"#,
        ] {
            assert_eq!(DivideLine::parse(line), DivideLine::Count("e2e4".to_owned(), 20), "{line}");
        }
    }

    #[test]
    fn moves_keep_their_text() {
        for text in ["f10f11q", "f10-f11=Q", "f10f11=q", "Qe1-c3", "Nf8h5xN", "exf6", "dxe6", "c3"] {
            assert_eq!(
                DivideLine::parse(&format!("{text}: 7")),
                DivideLine::Count(text.to_owned(), 7),
                "{text}"
            );
            assert_eq!(
                DivideLine::parse(&format!("1. {text} = 7")),
                DivideLine::Count(text.to_owned(), 7),
                "{text}"
            );
        }
        assert_eq!(DivideLine::parse("f10f11=Q=7"), DivideLine::Count("f10f11=Q".to_owned(), 7));
        for text in ["F5F6", "F5-F6", "F5xG6", "F10F11Q", "F10-F11=Q", "QE1-C3"] {
            assert_eq!(
                DivideLine::parse(&format!("{text}: 7")),
                DivideLine::Count(text.to_owned(), 7),
                "{text}"
            );
        }
    }

    #[test]
    fn thousands_separators_outside_tables() {
        for number in ["7282418", "7,282,418", "7'282'418", "7_282_418", "7.282.418", "7\u{a0}282\u{a0}418"] {
            assert_eq!(
                DivideLine::parse(&format!("e2e4: {number}")),
                DivideLine::Count("e2e4".to_owned(), 7_282_418)
            );
        }
        assert_eq!(DivideLine::parse("e2e4,20,100"), DivideLine::Count("e2e4".to_owned(), 20));
        assert_eq!(DivideLine::parse("e2e4: 7282418,100"), DivideLine::Count("e2e4".to_owned(), 7_282_418));
    }

    #[test]
    fn totals_differ_from_noise() {
        for line in
            ["Nodes searched: 400", "nodes 400", "Total = 400", "Total nodes: 400", "400 nodes at depth 2"]
        {
            assert_eq!(DivideLine::parse(line), DivideLine::Total(400), "{line}");
        }
        for line in [
            "",
            "Stockfish 16 by the Stockfish developers",
            "info depth 3 nodes 20 nps 20000",
            "Total time (ms) : 12",
            "Nodes/second: 20000",
            "bestmove e2e4",
            "readyok",
            "running 1 test",
            "depth 3",
            "move         nodes",
            "e2e4",
            "e2e4 has 20",
            "e2e4 20ms",
            "E2 20",
            "20",
            "uciok 1",
        ] {
            assert_eq!(DivideLine::parse(line), DivideLine::Noise, "{line}");
        }
    }

    #[test]
    fn wrong_total_is_reported() {
        let divide = ParsedDivide::parse("a1a2: 3\nnoise\na1a3: 4\n\nNodes searched: 8\n");
        assert_eq!((divide.counts.len(), divide.wrong_total()), (2, Some((8, 7))));
        assert_eq!(ParsedDivide::parse("a1a2: 3\n").wrong_total(), None);
    }
}
