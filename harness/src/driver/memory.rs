//! The memory that a driver and its children have resident.

use rustix::process::Pid;

/// Bytes, of all processes of a group.
#[cfg(target_os = "linux")]
pub(super) fn of_group(group: Pid) -> u64 {
    let group = group.as_raw_nonzero().get();
    let of_group = super::processes::processes().filter(|process| process.group == group);
    bytes(of_group.map(|process| process.pages).sum())
}

/// Bytes, of all that descends from a process, without its own.
#[cfg(target_os = "linux")]
pub(super) fn of_descendants(ancestor: Pid) -> u64 {
    let mut others: Vec<_> = super::processes::processes().collect();
    let (mut family, mut pages) = (vec![ancestor], 0);
    while let Some(parent) = family.pop() {
        for child in others.extract_if(.., |process| process.parent == parent) {
            family.push(child.id);
            pages += child.pages;
        }
    }
    bytes(pages)
}

#[cfg(target_os = "linux")]
fn bytes(pages: u64) -> u64 {
    pages * rustix::param::page_size() as u64
}

/// Bytes, of all processes of a group, as `ps` has them.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_group(group: Pid) -> u64 {
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
