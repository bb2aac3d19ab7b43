//! `hexmate man [COMMAND]`.

use std::io::Write;

use clap_mangen::Man as Page;

use crate::args::{self, Man};
use crate::exit::{Failure, Status};
use crate::output::Output;

/// Writes the page.
pub fn run(args: &Man) -> Result<Status, Failure> {
    let mut command = args::command();
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        let unknown = || Failure::Usage(format!("there is no command {name}"));
        command = found.ok_or_else(unknown)?.display_name(format!("hexmate-{name}"));
    }
    let mut page = Vec::new();
    let version = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    Page::new(command).source(version).render(&mut page)?;
    let mut output = Output::open(None)?;
    output.write_all(&page)?;
    output.finish()?;
    Ok(Status::Clean)
}
