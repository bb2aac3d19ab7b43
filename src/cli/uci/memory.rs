//! Memory of the machine, which bounds the transposition table.

use std::fs;

/// File of Linux with the memory that is available, in kB.
const MEMORY: &str = "/proc/meminfo";

/// Files with the limit of a container, in bytes.
const LIMITS: [&str; 2] = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// Returns the largest transposition table that leaves a quarter of the available memory to all else, in MiB.
///
/// `None` where the system has no such file: outside Linux.
pub fn most_for_table() -> Option<usize> {
    let limits = LIMITS.iter().filter_map(|path| fs::read_to_string(path).ok());
    most_of(&fs::read_to_string(MEMORY).ok()?, limits)
}

/// Returns three quarters of the least of the memory and the limits, in MiB.
fn most_of(memory: &str, limits: impl Iterator<Item = String>) -> Option<usize> {
    let line = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    // `max` is no limit.
    let limits = limits.filter_map(|limit| limit.trim().parse::<u64>().ok());
    let bytes = limits.chain([available.saturating_mul(1 << 10)]).min()?;
    usize::try_from((bytes / 4 * 3) >> 20).ok()
}

#[cfg(test)]
mod tests {
    use super::most_of;

    #[test]
    fn table_fits_memory_and_limits() {
        let memory = "MemTotal:       24683652 kB\nMemAvailable:   16777216 kB\n";
        for (limits, most) in [
            (&[][..], Some(12 * 1024)),
            (&["max\n", "9223372036854771712\n"], Some(12 * 1024)),
            (&["1073741824\n"], Some(768)),
            (&["0\n"], Some(0)),
        ] {
            assert_eq!(most_of(memory, limits.iter().map(|&limit| limit.to_owned())), most, "{limits:?}");
        }
        for memory in ["", "MemAvailable: many kB", "MemAvailable: 7"] {
            assert_eq!(most_of(memory, std::iter::empty()), None, "{memory}");
        }
    }
}
