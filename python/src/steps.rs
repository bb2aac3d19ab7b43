//! The movetext of a record: as steps for the tree of `hexmate.pgn`, and as written in its file.

use hexmate_games::pgn::{Annotation, EventKind, Notation, PgnText, Reader, comment_text, written_comment};
use hexmate_games::validate::GameText;
use hexmate_position::{Letters, Uci};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::errors::Problem;
use crate::moves::Move;
use crate::record::GameRecord;

/// Kind and value of a step: `move` with a `Move`, `nag` with its number, `comment` with its text, `begin`, `end` and `result`.
type Step = (&'static str, Py<PyAny>);

/// Returns a comment of PGN with its brackets, in the form that reads back unchanged.
#[pyfunction]
#[pyo3(name = "written_comment")]
pub fn written_comment_function(text: &str) -> String {
    written_comment(text)
}

/// Returns the moves after the first `count` with their comments and glyphs, for a game of a table.
fn words_after(text: &GameText, count: usize) -> String {
    let mut written: Vec<String> = Vec::new();
    for ply in count..=text.words.len() + 1 {
        written.extend(text.annotations.at(ply).filter(|_| ply > count || ply == 0).filter_map(
            |annotation| match annotation {
                Annotation::Comment(comment) => Some(written_comment(comment)),
                Annotation::Nag(nag) => Some(format!("${nag}")),
                Annotation::Variation(_) => None,
            },
        ));
        written.extend(text.words.iter().nth(ply).map(|word| word.text.to_owned()));
    }
    written.join(" ")
}

impl GameRecord {
    /// Returns the text in the file from an offset to the end of the game; None if the record has no text of its own.
    fn text_from(&self, offset: u64) -> Option<String> {
        let (_, passage) = self.source()?;
        let at = usize::try_from(offset.checked_sub(passage.start)?).ok()?;
        let rest = passage.bytes.get(at..).filter(|rest| !rest.is_empty())?;
        Some(String::from_utf8_lossy(rest).trim().to_owned())
    }

    /// Returns the moves after the fault with everything around them, as written; None without such moves.
    pub fn unread(&self) -> Option<String> {
        let (text, checked, _) = self.game().ok()?;
        let first = text.words.iter().nth(checked.moves.len())?;
        let words = || {
            let words: Vec<&str> =
                text.words.iter().skip(checked.moves.len()).map(|word| word.text).collect();
            words.join(" ")
        };
        Some(self.text_from(first.place().offset).unwrap_or_else(words))
    }
}

#[pymethods]
impl GameRecord {
    /// Returns the movetext as a list of steps, variations included.
    fn _steps(&self, py: Python<'_>) -> PyResult<Vec<Step>> {
        let game = self.played()?;
        let shape = game.game().shape;
        let text = PgnText { game: &game, notation: Notation::Uci, letters: &Letters::ENGLISH }.to_string();
        let mut reader = Reader::new(text.as_bytes());
        let mut steps: Vec<Step> = Vec::new();
        while let Some(event) = reader.next_event()? {
            match event.kind {
                EventKind::Move(text) => {
                    let unread = || Problem::new("HexmateError", "internal", "a written move cannot be read");
                    let m = Uci::parse(shape, text.bytes).ok_or_else(unread)?;
                    steps.push(("move", Move::object(py, shape, m)?.into_any()));
                }
                EventKind::Nag(nag) => steps.push(("nag", nag.into_py_any(py)?)),
                EventKind::Comment { text, .. } => {
                    let text = String::from_utf8_lossy(text.bytes);
                    steps.push(("comment", comment_text(&text).into_py_any(py)?));
                }
                EventKind::Result { .. } if event.depth == 0 => steps.push(("result", py.None())),
                EventKind::VariationBegin => steps.push(("begin", py.None())),
                EventKind::VariationEnd => steps.push(("end", py.None())),
                _ => {}
            }
        }
        Ok(steps)
    }

    /// Returns the movetext as written in the file, without the tags.
    fn _movetext(&self) -> Option<String> {
        let (text, passage) = self.source()?;
        let mut reader = Reader::new(&*passage.bytes);
        let mut end = None;
        while let Ok(Some(event)) = reader.next_event() {
            match event.kind {
                EventKind::Tag { .. } => end = Some(reader.place().offset),
                EventKind::GameEnd => break,
                _ => {}
            }
        }
        let end = passage.start + end.unwrap_or_default();
        Some(self.text_from(end).unwrap_or_else(|| words_after(text, 0)))
    }
}
