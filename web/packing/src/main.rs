//! Compresses standard input as Zstandard; the crate `unpacking` unpacks it in the browser.

use std::io::{self, Read, Write};

/// The level that needs most time and room, about eight seconds for the page.
const LEVEL: i32 = 22;

fn main() -> io::Result<()> {
    let mut data = Vec::new();
    io::stdin().lock().read_to_end(&mut data)?;
    io::stdout().lock().write_all(&zstd::bulk::compress(&data, LEVEL)?)
}
