//! Classes that the Python files of the package define.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Returns a class of `hexmate._classes`, which is imported on first use.
pub fn class<'py>(
    py: Python<'py>,
    cache: &'static PyOnceLock<Py<PyAny>>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let import = || py.import("hexmate._classes")?.getattr(name).map(Bound::unbind);
    Ok(cache.get_or_try_init(py, import)?.bind(py).clone())
}

/// The class of texts that can be called.
static WORD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Returns a text that can be called too: `outcome.result` and `outcome.result()`.
pub fn word<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    class(py, &WORD, "Word")?.call1((text,))
}
