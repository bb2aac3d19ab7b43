//! Input: a path, or a Python object with a method `read`.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use hexmate_batch::files::{Encoding, FileError, InputOptions};
use hexmate_position::{CellNames, Dialect, FenForm};
use hexmate_tasks::records::Records;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::Problem;

/// An argument that names a source of records.
pub enum Source {
    /// The path of a file.
    Path(PathBuf),
    /// An open file or similar object, with its name.
    Open(String, Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !object.hasattr("read")? {
            return object.extract().map(Self::Path);
        }
        let name = object.getattr("name").and_then(|name| name.extract::<String>());
        Ok(Self::Open(name.unwrap_or_else(|_| "<input>".to_owned()), object.to_owned().unbind()))
    }
}

impl Source {
    /// Returns the records.
    ///
    /// # Errors
    ///
    /// If a file cannot be opened.
    pub fn records(self) -> Result<Records, FileError> {
        match self {
            Self::Path(path) => {
                let name = path.display().to_string();
                let file = File::open(&path).map_err(FileError::reading(&name))?;
                Ok(Records::from_reader(&name, file))
            }
            Self::Open(name, object) => Ok(Records::from_reader(&name, Reader { object, rest: Vec::new() })),
        }
    }
}

/// Returns the options for reading files in an encoding; by default it is guessed for files that are not UTF-8.
pub fn input_options(encoding: Option<&str>) -> Result<InputOptions, Problem> {
    let unknown = |name| {
        Problem::option(format!("unknown encoding {name:?}; write for example cp1250, koi8-r or cp852"))
    };
    let named = |name| Encoding::from_name(name).ok_or_else(|| unknown(name));
    Ok(InputOptions::new(encoding.map(named).transpose()?))
}

/// Returns the order of cells in FENs and the names of cells: the options `--from-fen` and `--files` of the command line.
pub fn fen_form(from_fen: Option<&str>, files: Option<&str>) -> Result<FenForm, Problem> {
    let unknown = |option: &str, name: &str, all: &[&str]| {
        Problem::option(format!("{option}: unknown name {name:?}; write {}", all.join(", ")))
    };
    let order = |name| {
        Dialect::from_name(name).ok_or_else(|| unknown("from_fen", name, &Dialect::ALL.map(Dialect::name)))
    };
    let cells = |name| {
        CellNames::from_name(name).ok_or_else(|| unknown("files", name, &CellNames::ALL.map(CellNames::name)))
    };
    Ok(FenForm {
        order: from_fen.map(order).transpose()?.unwrap_or_default(),
        cells: files.map(cells).transpose()?,
    })
}

/// Reads bytes from a Python object; text is encoded as UTF-8.
struct Reader {
    object: Py<PyAny>,
    /// Bytes received and not yet read, in reverse order.
    rest: Vec<u8>,
}

/// Bytes or characters requested at once.
const BLOCK: usize = 1 << 16;

impl Reader {
    fn more(&self) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let data = self.object.bind(py).call_method1("read", (BLOCK,))?;
            if let Ok(text) = data.cast::<PyString>() {
                return utf_8(text);
            }
            Ok(data.cast::<PyBytes>()?.as_bytes().to_vec())
        })
    }
}

/// Encodes a text as UTF-8; surrogates become the undecodable bytes that they represent.
pub fn utf_8(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    text.call_method1("encode", ("utf-8", "surrogateescape"))?.extract()
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.more()?;
            self.rest.reverse();
        }
        let count = buffer.len().min(self.rest.len());
        let taken = self.rest.split_off(self.rest.len() - count);
        buffer.iter_mut().zip(taken.into_iter().rev()).for_each(|(place, byte)| *place = byte);
        Ok(count)
    }
}

/// Converts a file error into the exception that Python's `open` would raise.
pub fn os_error(failure: FileError) -> PyErr {
    match failure.error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, failure.error.to_string(), failure.name)),
        None => failure.error.into(),
    }
}
