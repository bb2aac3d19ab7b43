//! Sets `HEXMATE_COMMIT`, the commit that `--version` shows.
//!
//! Only optimised builds ask git, because a development build would be relinked after each commit. Sources that are not
//! a git checkout have no commit unless cargo packaged them or the environment sets `HEXMATE_COMMIT`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=HEXMATE_COMMIT");
    if env::var_os("HEXMATE_COMMIT").is_some() || env::var("PROFILE").is_ok_and(|profile| profile == "debug")
    {
        return;
    }
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if let Some(commit) = packaged(Path::new(&root)).or_else(|| checked_out(Path::new(&root))) {
        println!("cargo:rustc-env=HEXMATE_COMMIT={commit}");
    }
}

/// Returns the commit that cargo stored in a package.
fn packaged(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// Returns the commit of the git checkout with this top folder.
fn checked_out(root: &Path) -> Option<String> {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
        Some(text.trim_end().to_owned())
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    // Each commit and checkout appends to this file.
    let log = root.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.exists() {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    git(&["rev-parse", "HEAD"])
}
