//! Claims in reports of `solve` that were written before they had the columns `key` and `solutions`: the column
//! `expected` has both.
//!
//! ```text
//! expected = stipulation { " " key } [ " " number " solutions" ]
//! ```

use super::{StatedStipulation, Statement, stipulation_text};

/// Fields of a statement that a report has no columns for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClaimedFields {
    /// Keys and number of solutions.
    All,
    /// Number of solutions only.
    Solutions,
}

/// Fills the claims from the column `expected`, if the statement is a row of such a report.
pub(super) fn restore_claims(statement: &mut Statement, fields: ClaimedFields) {
    let value = |name: &str| statement.further.iter().find(|one| one.name == name).map(|one| &one.value);
    let (Some(expected), Some(_), Some(_)) = (value("expected"), value("as_expected"), value("keys_uci"))
    else {
        return;
    };
    let Ok(game) = statement.game(None) else { return };
    let Some(stated) = StatedStipulation::parse(&game, &statement.stipulation) else { return };
    let Some(claims) = expected.strip_prefix(&stipulation_text(&game, stated.stipulation)) else { return };
    let claims = claims.trim();
    let (keys, solutions) = match claims.strip_suffix(" solutions") {
        Some(rest) => rest.rsplit_once(' ').unwrap_or(("", rest)),
        None => (claims, ""),
    };
    let (keys, solutions) = (keys.to_owned(), solutions.to_owned());
    if fields == ClaimedFields::All && statement.keys.is_empty() {
        statement.keys = keys;
    }
    if statement.solutions.is_empty() {
        statement.solutions = solutions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_reports_keep_their_claims() {
        let headings = ["fen", "stipulation", "status", "keys_uci", "expected", "as_expected"];
        for (stipulation, expected, keys, solutions) in [
            ("#2", "#2 d2g4 1 solutions", "d2g4", "1"),
            ("h#2", "h#2 2 solutions", "", "2"),
            ("h#2* 2.1.1.1", "h#2 b1a1 b1b2 2 solutions", "b1a1 b1b2", "2"),
            ("#2", "#2 the rook", "the rook", ""),
            ("#2", "#2", "", ""),
        ] {
            let cells = ["K w", stipulation, "SOUND", "d2g4", expected, "true"];
            let read = |headings: &[&str], cells: &[&str]| {
                let [headings, cells] =
                    [headings, cells].map(|row| row.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>());
                let statement = Statement::of_cells(&headings, &cells);
                (statement.keys, statement.solutions)
            };
            assert_eq!(read(&headings, &cells), (keys.to_owned(), solutions.to_owned()), "{expected}");
            // A table without results has no such claims.
            assert_eq!(read(&headings[..5], &cells[..5]), (String::new(), String::new()));
        }
    }
}
