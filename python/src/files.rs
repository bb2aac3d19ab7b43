//! What is read: a path, or an object of Python with a method `read`. No meaning.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use hexmate_batch::files::FileError;
use hexmate_tasks::records::Records;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Where records are read from, as Python says it.
pub enum Source {
    /// A file by its name.
    Path(PathBuf),
    /// Something that is open, by the name that it has.
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
    /// Its records.
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

/// Bytes that Python gives, or the UTF-8 of text.
struct Reader {
    object: Py<PyAny>,
    /// What was given and not yet taken, backwards.
    rest: Vec<u8>,
}

/// Bytes, or characters, that are asked for at once.
const BLOCK: usize = 1 << 16;

impl Reader {
    fn more(&self) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let given = self.object.bind(py).call_method1("read", (BLOCK,))?;
            if let Ok(text) = given.cast::<PyString>() {
                return utf_8(text);
            }
            Ok(given.cast::<PyBytes>()?.as_bytes().to_vec())
        })
    }
}

/// The bytes of a text; a surrogate stands for a byte that was no text where a file was opened.
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

/// The exception of a file that cannot be read: that of Python's own `open`, where the system says why.
pub fn failed(failure: FileError) -> PyErr {
    match failure.error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, failure.error.to_string(), failure.name)),
        None => failure.error.into(),
    }
}
