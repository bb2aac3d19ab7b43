//! Requests of the page, and their answers.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::{analysis, board, collection, count, files, games, opponent, problem, study};

/// A request of the page; the member `do` names it.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// All games, and languages, themes and piece sets.
    Games,
    /// A position with its picture, faults and legal moves.
    Board(board::Board),
    /// An edited setup.
    Edit(board::Edit),
    /// A move as a person types it.
    Move(board::Typed),
    /// The solution of a problem.
    Solve(problem::Solve),
    /// Sound versions of a problem, or its unnecessary pieces.
    Compose(problem::Compose),
    /// Numbers of positions.
    Perft(count::Perft),
    /// Begins reading the kept file.
    Open(files::Open),
    /// Works on the next records.
    Next(files::Next),
    /// A record in full.
    Record(files::Show),
    /// The rows of a record that ended with an internal error.
    Broken(files::Broken),
    /// A table of rows.
    Save(files::Save),
    /// A problem as a new collection.
    Collect(collection::Collect),
    /// A problem in an open collection.
    Put(collection::Put),
    /// A game with the computer player.
    Match(opponent::Match),
    /// The best lines of a position.
    Analyse(analysis::Analyse),
    /// A game with comments and variations, as notation or PGN.
    Study(study::Study),
    /// The rule sheet of a game.
    Rules(board::Rules),
    /// Positions of the conformance suite, with their numbers.
    Suite,
    /// An internal error, for tests of the page.
    Panic,
}

/// The state between requests: the open files, of which the last is being read.
#[derive(Default)]
pub struct Engine {
    kept: Vec<u8>,
    files: Vec<files::Batch>,
    table: Option<opponent::Table>,
}

impl Engine {
    /// Keeps the bytes of a file.
    pub fn keep(&mut self, bytes: Vec<u8>) {
        self.kept = bytes;
    }

    /// Answers a request: an object with `ok`, or with `code` and `message`.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = serde_json::from_slice(request)
            .map_err(|error| Failure::new("bad-request", error))
            .and_then(|request| self.handle(request));
        let answer = match answer {
            // `json!` would copy the value.
            Ok(value) => Value::Object([("ok".to_owned(), value)].into_iter().collect()),
            Err(Failure { code, message }) => json!({ "code": code, "message": message }),
        };
        serde_json::to_vec(&answer).unwrap_or_default()
    }

    fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::Games => Ok(games::games()),
            Request::Board(board) => board.answer(),
            Request::Edit(edit) => edit.answer(),
            Request::Move(typed) => typed.answer(),
            Request::Solve(solve) => solve.answer(),
            Request::Compose(compose) => compose.answer(),
            Request::Perft(perft) => perft.answer(),
            Request::Open(open) => {
                open.begin(std::mem::take(&mut self.kept), &mut self.files);
                Ok(Value::Null)
            }
            Request::Next(next) => {
                let last = self.files.last_mut();
                Ok(next.answer(last.ok_or_else(|| Failure::new("no-file", "no file is open"))?))
            }
            Request::Record(show) => show.answer(&self.files),
            Request::Broken(broken) => Ok(broken.answer()),
            Request::Save(save) => Ok(save.answer()),
            Request::Collect(collect) => collect.answer(),
            Request::Put(put) => {
                let bytes = std::mem::take(&mut self.kept);
                let missing = || Failure::new("no-file", "no file is open");
                put.answer(&bytes, self.files.get_mut(put.file()).ok_or_else(missing)?)
            }
            Request::Match(game) => game.answer(&mut self.table),
            Request::Analyse(analyse) => analyse.answer(),
            Request::Study(study) => study.answer(),
            Request::Rules(rules) => rules.answer(),
            Request::Suite => Ok(count::suite()),
            Request::Panic => panic!("requested"),
        }
    }
}
