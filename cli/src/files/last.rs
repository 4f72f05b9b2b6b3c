//! The last line of a file that is of use, found from its end: the file may have gigabytes.

use std::io::{self, Read, Seek, SeekFrom};

/// The number of bytes that are read at once.
const BLOCK: u64 = 1 << 16;

/// What `read` makes of the last line before `end` of which it makes something. Lines are without their line break.
///
/// # Errors
/// A file that cannot be read.
pub fn last_line<F: Read + Seek, T>(
    file: &mut F,
    end: u64,
    read: impl Fn(&[u8]) -> Option<T>,
) -> io::Result<Option<T>> {
    // The bytes from the last line break found up to the one after it.
    let mut tail = Vec::new();
    let mut at = end;
    while at > 0 {
        let start = at.saturating_sub(BLOCK);
        let mut block = vec![0; (at - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block)?;
        at = start;
        while let Some(line_break) = block.iter().rposition(|&byte| byte == b'\n') {
            let mut line = block.split_off(line_break + 1);
            block.pop();
            line.append(&mut tail);
            if let Some(found) = read(&line) {
                return Ok(Some(found));
            }
        }
        block.append(&mut tail);
        tail = block;
    }
    Ok(read(&tail))
}
