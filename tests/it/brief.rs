//! How many places laws of seconds are tried at: fewer in `make check`, which sets `HEXMATE_LAWS` to `brief`.

/// The number, or a fifth of it where laws are to be brief.
pub fn most(number: u64) -> u64 {
    match std::env::var("HEXMATE_LAWS").as_deref() {
        Ok("brief") => number.div_ceil(5),
        _ => number,
    }
}
