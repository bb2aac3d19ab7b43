//! How long laws are tried: quickly every day, at full length in `make verify-deep`.

/// The first length, or the second if `HEXMATE_LAWS` is `full`.
pub fn length<N>(quick: N, full: N) -> N {
    match std::env::var("HEXMATE_LAWS").as_deref() {
        Ok("full") => full,
        Ok("brief") | Err(_) => quick,
        Ok(other) => panic!("HEXMATE_LAWS={other}: only brief and full are known"),
    }
}
