//! A line of EPD as it is written. Knows operations, not what they mean.

use hexmate_position::Game;
use hexmate_problems::{Further, Operand, is_plain, quoted};

/// Operations that mean something where a problem is read, or that tell what was found of it.
const OPCODES: [&str; 11] =
    ["dm", "bm", "id", "stip", "solutions", "author", "source", "twin", "variant", "status", "claim"];

/// A position with operations behind it.
///
/// ```text
/// line = FEN ";" { " " opcode " " operand ";" }
/// ```
pub(super) struct EpdLine(String);

impl EpdLine {
    /// A position of the game of this name, which is kept where it is not that of all files without a name.
    pub(super) fn new(fen: &str, variant: &str) -> Self {
        let is_end = |c: char| matches!(c, ';' | '"') || c.is_control();
        let mut line = Self(format!("{};", fen.replace(is_end, " ")));
        if !variant.is_empty() && variant != Game::GLINSKI.name {
            line.add("variant", variant);
        }
        line
    }

    /// Adds an operation, if there is anything to say: between quotation marks where it must be.
    pub(super) fn add(&mut self, opcode: &str, operand: &str) {
        if is_plain(operand) && !operand.is_empty() {
            self.add_raw(&format!("{opcode} {operand}"));
        } else {
            self.add_text(opcode, operand);
        }
    }

    /// Adds moves as they were claimed.
    pub(super) fn add_moves(&mut self, moves: &str) {
        // Behind `bm` a length would be that of the problem.
        if moves.starts_with('#') { self.add_text("bm", moves) } else { self.add("bm", moves) }
    }

    /// Adds an operation whose operand is any text.
    pub(super) fn add_text(&mut self, opcode: &str, text: &str) {
        if !text.is_empty() {
            self.add_raw(&format!("{opcode} {}", quoted(text)));
        }
    }

    /// Adds what is asked: `dm N` for `#N`, else as a text.
    pub(super) fn add_stipulation(&mut self, stipulation: &str) {
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match stipulation.strip_prefix('#').filter(is_number) {
            Some(moves) => self.add("dm", moves),
            None => self.add_text("stip", stipulation),
        }
    }

    /// Adds what a file says besides: by its name, where that can be an opcode and no operation has it, else
    /// as a comment, `c0 "name: value"`. What says nothing is left out.
    pub(super) fn add_further(&mut self, further: &[Further], reserved: &[&str]) {
        let is_named = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !OPCODES.contains(&name)
                && !reserved.contains(&name)
        };
        let has_name = |name: &str| further.iter().any(|one| one.name == name);
        let mut comments = (0..).map(|number| format!("c{number}")).filter(|name| !has_name(name));
        for Further { name, value, operand } in further {
            match operand {
                Operand::Bare => self.add_raw(format!("{name} {value}").trim_end()),
                Operand::Quoted if value.is_empty() => {}
                Operand::Quoted if is_named(name) => self.add_text(name, value),
                Operand::Quoted => {
                    let comment = comments.next().unwrap_or_default();
                    self.add_text(&comment, &format!("{name}: {value}"));
                }
            }
        }
    }

    /// Adds an operation as it stood in a file, without its `;`.
    fn add_raw(&mut self, operation: &str) {
        self.0.extend([" ", operation, ";"]);
    }

    /// The line, with its end.
    pub(super) fn finish(self) -> String {
        self.0 + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_no_operation() {
        let mut line = EpdLine::new("k/3;\nw", "mini");
        line.add_moves("1.Nd4; \"Ne7\"\n");
        line.add("solutions", "2");
        line.add_text("author", "A \"B\"; C\\\r\nD");
        line.add_further(
            &[Further::cell("a b", "x;y"), Further::cell("dm", "3"), Further::cell("c1", "z")],
            &[],
        );
        let told = "k/3  w; variant mini; bm \"1.Nd4; \\\"Ne7\\\"\\n\"; solutions 2; \
                    author \"A \\\"B\\\"; C\\\\\\r\\nD\"; c0 \"a b: x;y\"; c2 \"dm: 3\"; c1 \"z\";\n";
        assert_eq!(line.finish(), told);
    }

    #[test]
    fn what_is_asked_is_a_length_or_a_text() {
        let told = |stipulation: &str| {
            let mut line = EpdLine::new("k/3 w", "glinski");
            line.add_stipulation(stipulation);
            line.finish()
        };
        assert_eq!(told("#12"), "k/3 w; dm 12;\n");
        assert_eq!(told("s#2"), "k/3 w; stip \"s#2\";\n");
        assert_eq!(told("#"), "k/3 w; stip \"#\";\n");
        assert_eq!(told(""), "k/3 w;\n");
    }
}
