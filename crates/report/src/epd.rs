//! Writes lines of EPD.

use std::collections::HashSet;

use super::extra_columns::REST;
use hexmate_position::Game;
use hexmate_problems::{ExtraColumn, Operand, is_free_opcode, is_plain, quoted};

/// A line of EPD under construction: a FEN and operations.
///
/// ```text
/// line = FEN ";" { " " opcode " " operand ";" }
/// ```
pub(super) struct EpdLine(String);

impl EpdLine {
    /// Begins a line with a FEN; the opcode `variant` follows unless the game is Gliński's, which is the default.
    pub(super) fn new(fen: &str, variant: &str) -> Self {
        let is_end = |c: char| matches!(c, ';' | '"') || c.is_control();
        let mut line = Self(format!("{};", fen.replace(is_end, " ")));
        if !variant.is_empty() && variant != Game::GLINSKI.name {
            line.add("variant", variant);
        }
        line
    }

    /// Adds an operation unless its operand is empty; the operand is quoted if necessary.
    pub(super) fn add(&mut self, opcode: &str, operand: &str) {
        if is_plain(operand) && !operand.is_empty() {
            self.add_raw(&format!("{opcode} {operand}"));
        } else {
            self.add_text(opcode, operand);
        }
    }

    /// Adds moves under `bm`.
    pub(super) fn add_moves(&mut self, moves: &str) {
        // After `bm`, an unquoted `#3` would be read as the length of the problem.
        if moves.starts_with('#') { self.add_text("bm", moves) } else { self.add("bm", moves) }
    }

    /// Adds claimed keys, maybe none, beside `bm` with other moves.
    pub(super) fn add_claimed_keys(&mut self, keys: &str) {
        self.add_raw(&format!("key {}", quoted(keys)));
    }

    /// Adds an operation with a quoted operand, unless the text is empty.
    pub(super) fn add_text(&mut self, opcode: &str, text: &str) {
        if !text.is_empty() {
            self.add_raw(&format!("{opcode} {}", quoted(text)));
        }
    }

    /// Adds the stipulation: `dm N` for `#N`, otherwise `stip "…"`.
    pub(super) fn add_stipulation(&mut self, stipulation: &str) {
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match stipulation.strip_prefix('#').filter(is_number) {
            Some(moves) => self.add("dm", moves),
            None => self.add_text("stip", stipulation),
        }
    }

    /// Adds the further columns of the input, also empty ones: under their name if it is a free opcode, otherwise as a
    /// comment, `c0 "column name: value"`.
    pub(super) fn add_further(&mut self, further: &[ExtraColumn]) {
        let names: HashSet<&str> = further.iter().map(|one| one.name.as_str()).collect();
        let mut comments =
            (0..).map(|number| format!("c{number}")).filter(|name| !names.contains(name.as_str()));
        for ExtraColumn { name, value, operand } in further {
            match operand {
                Operand::Bare => self.add_raw(format!("{name} {value}").trim_end()),
                Operand::Quoted if name == REST && value.is_empty() => {}
                Operand::Quoted if is_free_opcode(name) => {
                    self.add_raw(&format!("{name} {}", quoted(value)));
                }
                Operand::Quoted => {
                    let comment = comments.next().unwrap_or_default();
                    self.add_text(&comment, &ExtraColumn::cell(name, value).to_comment());
                }
            }
        }
    }

    /// Adds an operation that is already written, without its `;`.
    fn add_raw(&mut self, operation: &str) {
        self.0.extend([" ", operation, ";"]);
    }

    /// Returns the line with its line end.
    pub(super) fn finish(self) -> String {
        self.0 + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_cannot_end_operation() {
        let mut line = EpdLine::new("k/3;\nw", "mini");
        line.add_moves("1.Nd4; \"Ne7\"\n");
        line.add("solutions", "2");
        line.add_text("author", "A \"B\"; C\\\r\nD");
        line.add_further(&[
            ExtraColumn::cell("a b", "x;y"),
            ExtraColumn::cell("dm", "3"),
            ExtraColumn::cell("c1", "z"),
            ExtraColumn::cell("e: f", ""),
            ExtraColumn::cell("g", ""),
        ]);
        let expected = "k/3  w; variant mini; bm \"1.Nd4; \\\"Ne7\\\"\\n\"; solutions 2; \
                    author \"A \\\"B\\\"; C\\\\\\r\\nD\"; c0 \"column a b: x;y\"; c2 \"column dm: 3\"; c1 \"z\"; \
                    c3 \"column \\\"e: f\\\": \"; g \"\";\n";
        assert_eq!(line.finish(), expected);
    }

    #[test]
    fn stipulation_becomes_dm_or_stip() {
        let written = |stipulation: &str| {
            let mut line = EpdLine::new("k/3 w", "glinski");
            line.add_stipulation(stipulation);
            line.finish()
        };
        assert_eq!(written("#12"), "k/3 w; dm 12;\n");
        assert_eq!(written("s#2"), "k/3 w; stip \"s#2\";\n");
        assert_eq!(written("#"), "k/3 w; stip \"#\";\n");
        assert_eq!(written(""), "k/3 w;\n");
    }
}
