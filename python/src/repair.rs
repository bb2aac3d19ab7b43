//! The function `repair` and the class `Repair`.

use hexmate_games::repair;
use hexmate_games::repair::Acceptance;
use hexmate_report::{RepairNote, ValidateRow, json_object};
use pyo3::prelude::*;
use serde_json::Value;

use crate::json;
use crate::record::RecordLike;

/// The result of repairing a game.
#[pyclass(frozen, module = "hexmate")]
pub struct Repair {
    /// The outcome, such as `repaired`.
    pub outcome: String,
    /// PGN of the repaired game.
    pub text: Option<String>,
    /// The changes: number of moves before, old text, new text and reason.
    pub changes: Vec<(usize, String, String, String)>,
    /// The object of the report.
    pub note: Value,
}

#[pymethods]
impl Repair {
    /// The outcome: legal, repaired, split, accepted, several, remains or untouched.
    #[getter]
    fn outcome(&self) -> &str {
        &self.outcome
    }

    /// PGN of the repaired game; None if it is unchanged.
    #[getter]
    fn pgn(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The changes: number of moves before, old text, new text and reason.
    #[getter]
    fn changes(&self) -> Vec<(usize, String, String, String)> {
        self.changes.clone()
    }

    /// Returns the repair as in the report of `hexmate validate --repair`, as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.note)
    }

    fn __repr__(&self) -> String {
        format!("<Repair {}>", self.outcome)
    }
}

/// Repairs a faulty game if there is only one way to read it.
///
/// With `edits`, it also edits the text, if one edit makes the game legal and all others are much less likely.
///
/// >>> import hexmate, io
/// >>> game = next(hexmate.read_games(io.StringIO("1. Ndf4 e6 2. Nf9 Be7 *")))
/// >>> hexmate.repair(game)
/// <Repair remains>
/// >>> hexmate.repair(next(hexmate.read_games(io.StringIO("1. Ndf4 e6 *")))).outcome
/// 'legal'
#[pyfunction]
#[pyo3(name = "repair", signature = (game, *, edits = false))]
pub fn repair_function(py: Python<'_>, game: RecordLike, edits: bool) -> PyResult<Repair> {
    let (text, checked, passage) = game.game()?;
    let accept = if edits { Acceptance::UniqueEdits } else { Acceptance::ReadingsOnly };
    let (found, repaired) = py.detach(|| {
        let found = repair::repair(text, checked);
        let repaired = repair::repaired_game(checked, text, &found, accept, &passage.bytes, passage.start);
        (found, repaired)
    });
    let note = RepairNote::new(text, checked, &found);
    let is_edited = matches!(found, repair::Repair::Remains { .. }) && repaired.is_some();
    let note = if is_edited { note.accepted() } else { note };
    let row = ValidateRow::game(&game.file, game.number, text, checked).with_repair(note);
    let note = json_object(&row)["repair"].take();
    let outcome = note["outcome"].as_str().unwrap_or_default().to_owned();
    let changes = repaired.iter().flat_map(|repaired| &repaired.changes);
    let changes = changes.map(|change| {
        (change.ply, change.written.clone(), change.now.clone(), change.reason.code().to_owned())
    });
    let changes = changes.collect();
    let text = repaired.map(|repaired| String::from_utf8_lossy(&repaired.text).into_owned());
    Ok(Repair { outcome, text, changes, note })
}
