//! The arguments of `verify-certificate`.

use crate::cli::shared::table::OutputFile;
use clap::ValueHint;

/// Check certificates of mates, which `solve --certificate` writes.
///
/// Plays every line with a slow move generator that shares no code with the
/// solver, and compares the defences with all legal moves. A certificate that
/// holds proves that each of its keys mates in the stated number of moves. It
/// does not prove that there is no other key and no shorter mate.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate verify-certificate proofs/*.certificate\n\
    hexmate verify-certificate proofs/*.certificate --problems problems.csv")]
pub struct VerifyCertificate {
    /// Files of certificates; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// Refuse what certifies no problem of this file: name, game and position must be the same,
    /// and the mate be no longer than is asked.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub problems: Option<String>,

    #[command(flatten)]
    pub output: OutputFile,
}
