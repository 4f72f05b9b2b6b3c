//! The memory that the program takes, and the memory that there is for it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The resident set, in bytes.
///
/// # Errors
/// On systems without Linux's `/proc`.
pub fn resident() -> io::Result<u64> {
    status("VmRSS:")
}

/// The address space that is left of `ulimit -v` before the program must end by itself, in bytes. None if nothing is. An
/// allocation beyond the limit would abort the program, so a seventh of the memory is kept for the next one. What an
/// allocator only reserves, 64 MB a thread, is address space and no memory: nothing is kept for it.
pub fn address_space_left(limit: u64) -> Option<u64> {
    let [taken, memory] = ["VmSize:", "VmRSS:"].map(|key| status(key).unwrap_or(0));
    limit.checked_sub(taken + memory / 7)
}

/// The number of bytes that several threads may take in a millisecond on a fast machine.
pub const PER_MILLISECOND: u64 = 4 << 20;

/// The time between two looks near a limit of memory: in it a fast program takes no more than a fortieth of the limit, so
/// that all looks together keep it within a tenth more.
pub fn glance(limit: u64, longest: Duration) -> Duration {
    let nanoseconds = (limit / 40).saturating_mul(1_000_000 / 1024) / (PER_MILLISECOND / 1024);
    Duration::from_nanos(nanoseconds).clamp(LEAST.min(longest), longest)
}

/// To look more often would take a processor.
const LEAST: Duration = Duration::from_micros(100);

fn status(key: &str) -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    number.map(|kilobytes| kilobytes << 10).ok_or_else(|| {
        io::Error::new(io::ErrorKind::Unsupported, format!("/proc/self/status has no {key}"))
    })
}

/// The number of bytes that a translation may take: three fifths of the memory that there is, so that the
/// search has the rest. It depends on the machine and its limits, not on other programs that run.
pub fn of_a_translation() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let limits = [installed(), address_space()].into_iter().flatten().chain(of_groups());
        limits.min().unwrap_or(ASSUMED) / 5 * 3
    })
}

/// The memory that is assumed if the system does not tell.
const ASSUMED: u64 = 8 << 30;

fn installed() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// `ulimit -v`, in bytes.
pub fn address_space() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The limits of the control groups that the program is in, of containers among them.
fn of_groups() -> Vec<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let files = text.lines().filter_map(limit_files).flatten();
    let limits = files.filter_map(|file| std::fs::read_to_string(file).ok());
    limits.filter_map(|limit| limit.trim().parse().ok()).collect()
}

/// The files with the limits of a group and of those around it, of a line of `/proc/self/cgroup`:
/// `0::/a/b`, or `4:memory:/a/b` in older systems.
fn limit_files(line: &str) -> Option<Vec<PathBuf>> {
    let mut parts = line.splitn(3, ':');
    let (_, controllers, group) = (parts.next()?, parts.next()?, parts.next()?);
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let groups = Path::new(group.trim_start_matches('/')).ancestors();
    Some(groups.map(|group| Path::new(root).join(group).join(file)).collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Duration;

    /// A wrong unit would stop every search, or none.
    #[test]
    fn memory_taken_is_counted() {
        let before = super::resident().expect("Linux has /proc");
        let block = vec![1u8; 64 << 20];
        let after = super::resident().expect("Linux has /proc");
        assert!(block.iter().all(|&byte| byte == 1));
        let taken = after.saturating_sub(before);
        assert!((60 << 20..80 << 20).contains(&taken), "{before} {after}");
    }

    /// If it failed, `--memory 40M` would take 46.
    #[test]
    fn looks_come_as_often_as_the_limit_is_small() {
        let longest = Duration::from_millis(4);
        for megabytes in [10, 40, 150, 1_000, 100_000] {
            let glance = super::glance(megabytes << 20, longest);
            let taken = super::PER_MILLISECOND as f64 * glance.as_secs_f64() * 1e3;
            assert!(taken <= (megabytes << 20) as f64 / 40.0 + 1.0 || glance == super::LEAST);
            assert!(glance <= longest);
        }
        assert_eq!(super::glance(u64::MAX, longest), longest);
    }

    /// If it failed, a container's limit would be missed, and the program be killed at it.
    #[test]
    fn limits_are_looked_for_in_all_groups() {
        let files = |line| {
            let files = super::limit_files(line).unwrap_or_default();
            files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>()
        };
        let unified =
            ["a/b/memory.max", "a/memory.max", "memory.max"].map(|f| format!("/sys/fs/cgroup/{f}"));
        assert_eq!(files("0::/a/b"), unified);
        let older = ["a/memory.limit_in_bytes", "memory.limit_in_bytes"]
            .map(|f| format!("/sys/fs/cgroup/memory/{f}"));
        assert_eq!(files("4:cpu,memory:/a"), older);
        assert_eq!(files("3:pids:/a"), Vec::<String>::new());
    }
}
