//! The arguments of `verify-certificate`.

use crate::cli::shared::table::OutputFile;
use clap::ValueHint;

/// Check certificates of mates written by `solve --certificate`.
///
/// Plays every line with a slow move generator that shares no code with the
/// solver, and compares the defences with all legal moves. A valid certificate
/// proves that each of its keys mates in the stated number of moves. It does not
/// exclude other keys or shorter mates.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate verify-certificate proofs/*.certificate\n\
    hexmate verify-certificate proofs/*.certificate --problems problems.csv")]
pub struct VerifyCertificate {
    /// Files of certificates; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// Reject certificates that do not belong to a problem of this file: id, game and position must be equal,
    /// and the mate not longer than the stipulation.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub problems: Option<String>,

    #[command(flatten)]
    pub output: OutputFile,
}
