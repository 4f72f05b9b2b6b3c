//! How much memory a process group has resident.

use rustix::process::Pid;

/// Bytes, of all its processes. Shared pages count for each.
#[cfg(target_os = "linux")]
pub(super) fn resident(group: Pid) -> u64 {
    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let of_group = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.ok()?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().first()?.is_ascii_digit() {
            return None;
        }
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name, in parentheses, may hold anything; after it: state, parent, group.
        let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
        let its_group: i32 = fields.nth(2)?.parse().ok()?;
        (its_group == group.as_raw_nonzero().get()).then_some(())?;
        fields.nth(18)?.parse::<u64>().ok()
    };
    let pages: u64 = processes.filter_map(of_group).sum();
    pages * rustix::param::page_size() as u64
}

/// Bytes, of all its processes, as `ps` has them.
#[cfg(not(target_os = "linux"))]
pub(super) fn resident(group: Pid) -> u64 {
    let output = std::process::Command::new("ps").args(["-axo", "pgid=,rss="]).output();
    let Ok(output) = output else { return 0 };
    let of_group = |line: &str| {
        let mut fields = line.split_ascii_whitespace();
        let its_group: i32 = fields.next()?.parse().ok()?;
        (its_group == group.as_raw_nonzero().get()).then_some(())?;
        fields.next()?.parse::<u64>().ok()
    };
    String::from_utf8_lossy(&output.stdout).lines().filter_map(of_group).sum::<u64>() * 1024
}
