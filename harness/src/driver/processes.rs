//! The processes of the system, as `/proc` has them.

use rustix::process::Pid;

/// The facts about a process.
pub(super) struct SystemProcess {
    pub id: Pid,
    pub parent: Pid,
    pub group: i32,
    /// Resident pages. Shared ones count for each process.
    pub pages: u64,
}

/// All processes that can be seen.
pub(super) fn processes() -> impl Iterator<Item = SystemProcess> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let name = entry.file_name();
        let id = Pid::from_raw(name.to_str()?.parse().ok()?)?;
        process(id, &std::fs::read_to_string(entry.path().join("stat")).ok()?)
    })
}

fn process(id: Pid, stat: &str) -> Option<SystemProcess> {
    // The name, in parentheses, may hold anything. After it: state, parent, group.
    let mut fields = stat[stat.rfind(')')? + 1..].split_ascii_whitespace();
    let parent = Pid::from_raw(fields.nth(1)?.parse().ok()?)?;
    let group = fields.next()?.parse().ok()?;
    let pages = fields.nth(18)?.parse().ok()?;
    Some(SystemProcess { id, parent, group, pages })
}
