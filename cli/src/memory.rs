//! How much memory the program takes.

use std::io;

/// The resident set, in bytes.
///
/// # Errors
/// On systems without Linux's `/proc`.
pub fn resident() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    number.map(|kilobytes| kilobytes << 10).ok_or_else(|| {
        io::Error::new(io::ErrorKind::Unsupported, "/proc/self/status has no resident set")
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
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
}
