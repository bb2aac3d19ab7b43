//! Changes to a theme, parsed from a small TOML text.
//!
//! ```text
//! base = "greys"            a theme to start from; default: the theme being changed
//! light = "#fffaf0"         medium, light, dark; grid, frame, edge, inlay, labels, names,
//! inlay = "none"            spots, arrow_edge, caption; plain, green, red, yellow, blue
//!
//! [last_move]               also [check] and [cell]
//! tint = "none"
//! ring = "#222222"
//!
//! [pieces.red]              white, black, red, orange, blue, green, yellow
//! fill = "#b21a28"
//! outline = "#33060a"
//! detail = "#ffdcd6"
//! hatching = "dotted"       plain, halved, dotted, footed, barred
//! ```
//!
//! The parser accepts comments, tables and strings in double quotes, not all of TOML.

use thiserror::Error;

use super::{Colour, ColourTheme, Hatching, Highlight, Rgb};

/// A line of a colours file that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {text:?}: expected {expected}")]
pub struct ColoursError {
    /// Line number, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// Description of valid input.
    pub expected: &'static str,
}

impl ColoursError {
    /// Returns the stable error code.
    pub const fn code(&self) -> &'static str {
        "colours"
    }
}

impl ColourTheme {
    /// Returns this theme with the changes in the text of a colours file.
    ///
    /// # Errors
    ///
    /// The first line that cannot be parsed.
    pub fn with_changes(mut self, text: &str) -> Result<Self, ColoursError> {
        let mut table = String::new();
        for (number, line) in text.lines().enumerate() {
            let failed = |expected| ColoursError { line: number + 1, text: line.trim().to_owned(), expected };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(rest) = line.strip_prefix('[') {
                let (name, rest) = rest.split_once(']').ok_or_else(|| failed("a name in brackets"))?;
                if !is_end(rest) {
                    return Err(failed("nothing after the brackets"));
                }
                name.trim().clone_into(&mut table);
                continue;
            }
            let entry =
                line.split_once('=').and_then(|(key, value)| Some((key.trim(), quoted(value.trim())?)));
            let (key, value) = entry.ok_or_else(|| failed("NAME = \"VALUE\""))?;
            self.set(&table, key, value).map_err(failed)?;
        }
        Ok(self)
    }

    fn set(&mut self, table: &str, key: &str, value: &str) -> Result<(), &'static str> {
        match (table, key) {
            ("", "base") => {
                *self = Self::from_name(value).ok_or("warm, greys, print, hatched, outline or dark")?;
            }
            ("", "inlay") => self.inlay = optional(value)?,
            ("", _) => *self.colour(key).ok_or("the name of a colour")? = colour(value)?,
            ("last_move", _) => set_highlight(&mut self.last_move, key, value)?,
            ("check", _) => set_highlight(&mut self.check, key, value)?,
            ("cell", _) => set_highlight(&mut self.cell, key, value)?,
            _ => {
                let name = table.strip_prefix("pieces.");
                let is_named =
                    |owner: &Colour| name.is_some_and(|name| owner.name().eq_ignore_ascii_case(name));
                let owner = Colour::ALL.into_iter().find(is_named);
                let owner = owner.ok_or("a table last_move, check, cell or pieces.COLOUR")? as usize;
                let paint = &mut self.pieces[owner];
                match key {
                    "fill" => paint.fill = colour(value)?,
                    "outline" => paint.outline = colour(value)?,
                    "detail" => paint.detail = colour(value)?,
                    "hatching" => {
                        let found = Hatching::ALL.into_iter().find(|hatching| hatching.name() == value);
                        self.hatchings[owner] = found.ok_or("plain, halved, dotted, footed or barred")?;
                    }
                    _ => return Err("fill, outline, detail or hatching"),
                }
            }
        }
        Ok(())
    }

    fn colour(&mut self, key: &str) -> Option<&mut Rgb> {
        Some(match key {
            "medium" => &mut self.cells[0],
            "light" => &mut self.cells[1],
            "dark" => &mut self.cells[2],
            "grid" => &mut self.grid,
            "frame" => &mut self.frame,
            "edge" => &mut self.edge,
            "labels" => &mut self.labels,
            "names" => &mut self.names,
            "spots" => &mut self.spots,
            "arrow_edge" => &mut self.arrow_edge,
            "caption" => &mut self.caption,
            "plain" => &mut self.tones[0],
            "green" => &mut self.tones[1],
            "red" => &mut self.tones[2],
            "yellow" => &mut self.tones[3],
            "blue" => &mut self.tones[4],
            _ => return None,
        })
    }
}

fn set_highlight(highlight: &mut Highlight, key: &str, value: &str) -> Result<(), &'static str> {
    match key {
        "tint" => highlight.tint = optional(value)?,
        "ring" => highlight.ring = colour(value)?,
        _ => return Err("tint or ring"),
    }
    Ok(())
}

/// Returns the string in quotes at the start, if at most a comment follows.
fn quoted(text: &str) -> Option<&str> {
    let (value, rest) = text.strip_prefix('"')?.split_once('"')?;
    is_end(rest).then_some(value)
}

fn is_end(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || rest.starts_with('#')
}

fn colour(value: &str) -> Result<Rgb, &'static str> {
    let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6 && !digits.starts_with('+'));
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).map(Rgb).ok_or("a colour as #rrggbb")
}

fn optional(value: &str) -> Result<Option<Rgb>, &'static str> {
    if value == "none" { Ok(None) } else { colour(value).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_can_be_changed() {
        let names = "medium light dark grid frame edge labels names spots arrow_edge caption \
                     plain green red yellow blue";
        let colours = names.split_whitespace().map(|name| format!("{name} = \"#010203\"\n"));
        let highlights = ["last_move", "check", "cell"]
            .map(|table| format!("[{table}]\ntint = \"none\"\nring = \"#010203\"\n"));
        let pieces = Colour::ALL.map(|colour| {
            let name = colour.name().to_lowercase();
            let paint = ["fill", "outline", "detail"].map(|part| format!("{part} = \"#010203\"\n")).concat();
            format!("[pieces.{name}]\n{paint}hatching = \"barred\"\n")
        });
        let text: String = ["# a comment\ninlay = \"none\" # no line\n".to_owned()]
            .into_iter()
            .chain(colours)
            .chain(highlights)
            .chain(pieces)
            .collect();
        let one = |theme: ColourTheme| ColourTheme {
            name: "",
            edge_width: 1,
            ..theme.with_changes(&text).expect("it is understood")
        };
        assert_eq!(one(ColourTheme::WARM), one(ColourTheme::DARK));
        assert_eq!(ColourTheme::WARM.with_changes("base = \"dark\""), Ok(ColourTheme::DARK));
    }

    #[test]
    fn error_names_the_line() {
        for (text, message) in [
            ("light = 7", "line 1: \"light = 7\": expected NAME = \"VALUE\""),
            ("\nlight = \"white\"", "line 2: \"light = \\\"white\\\"\": expected a colour as #rrggbb"),
            (
                "[pieces.pink]\nfill = \"#000000\"",
                "line 2: \"fill = \\\"#000000\\\"\": expected a table last_move, check, cell or pieces.COLOUR",
            ),
            ("[check", "line 1: \"[check\": expected a name in brackets"),
        ] {
            assert_eq!(ColourTheme::WARM.with_changes(text).expect_err("it is wrong").to_string(), message);
        }
    }
}
