//! Compresses standard input as gzip to standard output, smaller than zlib does.

use std::io::{self, Read, Write};
use std::num::NonZeroU64;

use zopfli::{Format, Options, compress};

/// Rounds of improvement; more take longer and save little.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(3).unwrap();

fn main() -> io::Result<()> {
    let mut data = Vec::new();
    io::stdin().lock().read_to_end(&mut data)?;
    let mut packed = Vec::new();
    let options = Options { iteration_count: ITERATIONS, ..Options::default() };
    compress(options, Format::Gzip, data.as_slice(), &mut packed)?;
    io::stdout().lock().write_all(&packed)
}
