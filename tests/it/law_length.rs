//! Length of property tests: short by default, full in `make verify-deep`.

/// Returns `full` if `HEXMATE_LAWS` is `full`, otherwise `quick`.
pub fn quick_or_full<N>(quick: N, full: N) -> N {
    match std::env::var("HEXMATE_LAWS").as_deref() {
        Ok("full") => full,
        Err(_) => quick,
        Ok(level) => panic!("HEXMATE_LAWS={level}: only full is known"),
    }
}
