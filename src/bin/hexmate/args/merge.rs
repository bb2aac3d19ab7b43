//! The arguments of `merge`. The doc comments are the help.

use std::path::PathBuf;

/// Join the parts that runs with --shard have written.
///
/// Writes what one run of the same command would have written, byte for byte:
/// to the same files, and to stdout what went there. Ends with its status too.
/// Parts of another command line, input, version or edition of the rules, parts
/// cut short, there twice or missing are refused by name.
#[derive(clap::Args, Debug)]
pub struct Merge {
    /// All parts, in any order.
    #[arg(value_name = "PARTS", required = true)]
    pub parts: Vec<String>,

    /// Write to this file what would go to stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
