//! Tells the program its commit, for `--version`.
//!
//! Only optimised builds ask git: a development build would be linked again after each commit. Sources without a
//! checkout of their own have no commit, unless they were packaged by cargo or `HEXMATE_COMMIT` names one.

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

/// The commit that cargo has noted in a package.
fn packaged(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// The commit of a checkout whose top folder this is.
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
    // The log of HEAD grows with each commit and checkout.
    let log = root.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.exists() {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    git(&["rev-parse", "HEAD"])
}
