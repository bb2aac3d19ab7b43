//! The arguments of long work: its shard, its checkpoint. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use hexmate_batch::files::InputDigest;
use hexmate_batch::log::CheckpointMode;
use hexmate_batch::shard::Shard;

/// How long work is cut up and gone on with.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Long work")]
pub struct LongWork {
    /// Do only the M-th of N shards, and write what is found as a part for `hexmate merge`: `slice:M/N`
    /// takes every N-th record from the M-th on, `hash:M/N` those that fall there by what they say. Outputs that are
    /// named say only what the part records; `merge` writes them, to the files that it is given.
    #[arg(long, value_name = "CUT:M/N")]
    shard: Option<Shard>,

    /// Write the part to this file instead of stdout. It appears when it is complete.
    #[arg(long, value_name = "FILE", requires = "shard", value_parser = Form::Part)]
    part: Option<Destination>,

    /// Note everything that is finished in this file, for --resume. It is on the disk within a second.
    #[arg(long, value_name = "FILE", value_parser = Form::Checkpoint)]
    checkpoint: Option<Destination>,

    /// Go on with the work that the checkpoint notes; what hit a limit is tried again.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

impl LongWork {
    /// The shard, if the work is not done as a whole, and where its part goes, if not to stdout.
    pub fn shard(&self) -> Option<(Shard, Option<&Path>)> {
        Some((self.shard?, self.part.as_deref()))
    }

    /// The digest of what will be read: only a log has use for it.
    pub fn input_digest(&self) -> InputDigest {
        let has_log = self.shard.is_some() || self.checkpoint.is_some();
        if has_log { InputDigest::default() } else { InputDigest::disabled() }
    }

    /// Where finished work is noted, and whether earlier work is gone on with.
    pub fn checkpoint(&self) -> Option<(&Path, CheckpointMode)> {
        let beginning = if self.resume { CheckpointMode::Resume } else { CheckpointMode::New };
        Some((self.checkpoint.as_deref()?, beginning))
    }
}
