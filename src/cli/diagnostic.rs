//! Messages on stderr, with colours. They are always escaped, because log files are shown at terminals too.
//!
//! [`anstream`] decides about colours from `NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb`, unless [`set_color`] has.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use anstream::AutoStream;
use clap::builder::Styles;
use clap::builder::styling::Style;
use clap::{ColorChoice, ValueEnum};
use hexmate_batch::terminal::{Colours, escaped, one_line};

/// Applies the option `--color` before the command line is parsed, so that help and parse errors have it too.
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

/// Returns whether verdicts on stdout have colours.
pub fn colours() -> Colours {
    match AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Colours::Plain,
        _ => Colours::Coloured,
    }
}

/// Prints an error on stderr in one line.
pub fn print_error(message: impl fmt::Display) {
    print_error_lines(one_line(&message.to_string()));
}

/// Prints an error of several lines on stderr. Text from files must not contain line breaks.
pub fn print_error_lines(message: impl fmt::Display) {
    let plain = AutoStream::choice(&io::stderr()) == anstream::ColorChoice::Never;
    let style = if plain { Style::new() } else { *Styles::styled().get_error() };
    write(&format!("{style}error{style:#}: {}\n", escaped(&message.to_string())));
}

/// Prints a note on stderr in one line.
pub fn print_note(message: impl fmt::Display) {
    print_note_lines(one_line(&message.to_string()));
}

/// Prints a note of several lines on stderr. Text from files must not contain line breaks.
pub fn print_note_lines(message: impl fmt::Display) {
    write(&format!("{}\n", escaped(&message.to_string())));
}

/// Writes in one call, so that messages of several threads do not mix. Failures are ignored: there is no place to
/// report them.
fn write(text: &str) {
    let _: io::Result<()> = io::stderr().lock().write_all(text.as_bytes());
}
