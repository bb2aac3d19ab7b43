//! Options of long work: shard and checkpoint. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use hexmate_batch::files::InputDigest;
use hexmate_batch::log::CheckpointMode;
use hexmate_batch::shard::Shard;
use hexmate_report::recorded::Recorded;

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

    #[command(flatten)]
    resuming: Resuming,
}

/// Options to resume work.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Long work")]
pub struct Resuming {
    /// Record every finished result in this file, for --resume. Results are synced to the disk within one second.
    #[arg(long, value_name = "FILE", value_parser = Form::Checkpoint)]
    checkpoint: Option<Destination>,

    /// Continue the work recorded in the checkpoint. Records that reached a limit are tried again.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

/// The log of a command: its files, the options that it records, and the names of the input files.
pub struct Logging<'a> {
    /// The shard, if one is given, and the path of its part; `None` as path is stdout.
    pub shard: Option<(Shard, Option<&'a Path>)>,
    /// The checkpoint, and whether the run resumes it.
    pub checkpoint: Option<(&'a Path, CheckpointMode)>,
    /// The command with its settings.
    pub recorded: Recorded,
    /// Names of the input files.
    pub files: &'a [String],
}

impl Resuming {
    /// Returns the log of a command without shards.
    pub fn logging<'a>(&'a self, recorded: Recorded, files: &'a [String]) -> Logging<'a> {
        Logging { shard: None, checkpoint: self.checkpoint(), recorded, files }
    }

    /// Returns the path of the checkpoint, and whether the run resumes it.
    pub fn checkpoint(&self) -> Option<(&Path, CheckpointMode)> {
        let beginning = if self.resume { CheckpointMode::Resume } else { CheckpointMode::New };
        Some((self.checkpoint.as_deref()?, beginning))
    }
}

impl LongWork {
    /// Returns the log of a command.
    pub fn logging<'a>(&'a self, recorded: Recorded, files: &'a [String]) -> Logging<'a> {
        let shard = self.shard.map(|shard| (shard, self.part.as_deref()));
        Logging { shard, ..self.resuming.logging(recorded, files) }
    }

    /// Returns whether only a shard is done.
    pub fn is_shard(&self) -> bool {
        self.shard.is_some()
    }

    /// Returns whether a log is written.
    pub fn is_logged(&self) -> bool {
        self.shard.is_some() || self.checkpoint().is_some()
    }

    /// Returns an empty digest of the input; unused unless a log is written.
    pub fn input_digest(&self) -> InputDigest {
        if self.is_logged() { InputDigest::default() } else { InputDigest::disabled() }
    }

    /// Returns the path of the checkpoint, and whether the run resumes it.
    pub fn checkpoint(&self) -> Option<(&Path, CheckpointMode)> {
        self.resuming.checkpoint()
    }
}
