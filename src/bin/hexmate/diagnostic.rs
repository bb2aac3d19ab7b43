//! What is said on stderr, and in which colour.

use std::fmt;
use std::io::{self, IsTerminal, Write};

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

/// Says on stderr that something is wrong.
pub fn complain(message: impl fmt::Display, color: Color) {
    let (start, end) = if is_coloured(color) { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    say(format_args!("{start}error{end}: {message}"));
}

/// Says something on stderr. If nobody listens there any more, that is no error.
pub fn say(message: impl fmt::Display) {
    // In one piece, so that what several threads say is not mixed up.
    let message = format!("{message}\n");
    let _: io::Result<()> = io::stderr().lock().write_all(message.as_bytes());
}

fn is_coloured(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}
