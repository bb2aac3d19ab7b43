//! The build for newer processors: run in place of this one where there is both.
//!
//! `make release` builds the program twice, for any x86-64 and for its level v3
//! (2013 and later: counting bits, finding them and shifting them are one
//! instruction each). The first looks whether the second lies beside it and the
//! processor can run it. On other systems and processors there is one build.

/// Set to anything, this keeps the program from looking.
#[cfg(all(target_arch = "x86_64", unix, not(target_feature = "avx2")))]
const KEEP: &str = "HEXMATE_ANY_PROCESSOR";

/// Becomes the faster build, with the same arguments; returns if there is none or it cannot be run.
#[cfg(all(target_arch = "x86_64", unix, not(target_feature = "avx2")))]
pub fn become_faster() {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if std::env::var_os(KEEP).is_some() || !is_level_3() {
        return;
    }
    let Ok(this) = std::env::current_exe() else { return };
    let faster = this.with_file_name("hexmate-v3");
    if faster.is_file() {
        // Comes back only if it has failed, and then this build does as well, only slower.
        let _ = Command::new(faster).args(std::env::args_os().skip(1)).exec();
    }
}

/// Nothing to do: this is the fastest build that there is.
#[cfg(not(all(target_arch = "x86_64", unix, not(target_feature = "avx2"))))]
pub fn become_faster() {}

/// Whether the processor has what the level v3 of x86-64 asks for, as far as programs use it.
#[cfg(all(target_arch = "x86_64", unix, not(target_feature = "avx2")))]
fn is_level_3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
}
