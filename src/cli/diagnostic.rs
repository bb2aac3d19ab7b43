//! What is said on stderr, and in which colour: always escaped, as logs are read at terminals too.
//!
//! Colours are those of [`anstream`]: `NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb` decide unless [`set_color`] has.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use anstream::AutoStream;
use clap::builder::Styles;
use clap::builder::styling::Style;
use clap::{ColorChoice, ValueEnum};
use hexmate_batch::terminal::{escaped, one_line};

/// Takes the colours that a command line asks for, known before it is parsed: errors of parsing and help have them too.
pub fn set_color(words: &[OsString]) {
    let mut words = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        choice = value.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(choice);
    }
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Says on stderr in one line that something is wrong.
pub fn complain(message: impl fmt::Display) {
    complain_in_lines(one_line(&message.to_string()));
}

/// Says it in several lines, where none of the values that a file holds can begin one.
pub fn complain_in_lines(message: impl fmt::Display) {
    let plain = AutoStream::choice(&io::stderr()) == anstream::ColorChoice::Never;
    let style = if plain { Style::new() } else { *Styles::styled().get_error() };
    write(&format!("{style}error{style:#}: {}\n", escaped(&message.to_string())));
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
