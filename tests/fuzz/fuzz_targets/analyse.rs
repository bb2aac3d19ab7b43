//! Fuzz target for the law `analyse`.
#![no_main]

#[path = "../laws.rs"]
#[expect(dead_code, reason = "each target has one law")]
mod laws;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::analyse(data));
