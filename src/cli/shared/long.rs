//! Options of long work: shard and checkpoint. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use hexmate_batch::files::InputDigest;
use hexmate_batch::log::CheckpointMode;
use hexmate_batch::shard::Shard;

/// Options to divide work into shards, and to resume it.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Long work")]
pub struct LongWork {
    /// Do only shard M of N, and write the results as a part for `hexmate merge`. `slice:M/N` takes every N-th record
    /// from record M on, `hash:M/N` takes records by a hash of their content. Output options only select what the part
    /// records; `merge` writes the outputs to the files on its own command line.
    #[arg(long, value_name = "CUT:M/N")]
    shard: Option<Shard>,

    /// Write the part to this file instead of stdout. The file appears when it is complete.
    #[arg(long, value_name = "FILE", requires = "shard", value_parser = Form::Part)]
    part: Option<Destination>,

    /// Record every finished result in this file, for --resume. Results are synced to the disk within one second.
    #[arg(long, value_name = "FILE", value_parser = Form::Checkpoint)]
    checkpoint: Option<Destination>,

    /// Continue the work recorded in the checkpoint. Records that reached a limit are tried again.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

impl LongWork {
    /// Returns the shard, if one is given, and the path of its part; `None` as path is stdout.
    pub fn shard(&self) -> Option<(Shard, Option<&Path>)> {
        Some((self.shard?, self.part.as_deref()))
    }

    /// Returns an empty digest of the input; unused unless a log is written.
    pub fn input_digest(&self) -> InputDigest {
        let has_log = self.shard.is_some() || self.checkpoint.is_some();
        if has_log { InputDigest::default() } else { InputDigest::disabled() }
    }

    /// Returns the path of the checkpoint, and whether the run resumes it.
    pub fn checkpoint(&self) -> Option<(&Path, CheckpointMode)> {
        let beginning = if self.resume { CheckpointMode::Resume } else { CheckpointMode::New };
        Some((self.checkpoint.as_deref()?, beginning))
    }
}
