//! What is said on stderr, and in which colour: always escaped, as logs are read at terminals too.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use hexmate_batch::terminal::{escaped, one_line};

/// When stderr is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Says on stderr in one line that something is wrong.
pub fn complain(message: impl fmt::Display, color: Color) {
    complain_in_lines(one_line(&message.to_string()), color);
}

/// Says it in several lines, where none of the values that a file holds can begin one.
pub fn complain_in_lines(message: impl fmt::Display, color: Color) {
    let (start, end) = if is_coloured(color) { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    write(&format!("{start}error{end}: {}\n", escaped(&message.to_string())));
}

/// Says something on stderr in one line.
pub fn say(message: impl fmt::Display) {
    say_in_lines(one_line(&message.to_string()));
}

/// Says something on stderr in several lines, where none of the values that a file holds can begin one.
pub fn say_in_lines(message: impl fmt::Display) {
    write(&format!("{}\n", escaped(&message.to_string())));
}

/// Writes in one piece, so that what several threads say is not mixed up. If nobody listens, that is no error.
fn write(text: &str) {
    let _: io::Result<()> = io::stderr().lock().write_all(text.as_bytes());
}

fn is_coloured(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}
