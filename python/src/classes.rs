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
