//! Bytes, cut into lines as they come.

/// The bytes that were read and not taken yet.
#[derive(Debug, Default)]
pub(super) struct DriverLines {
    buffer: Vec<u8>,
    /// The end of the bytes that have been taken.
    taken: usize,
    /// The end of the bytes known to have no line break.
    searched: usize,
}

impl DriverLines {
    pub fn add(&mut self, bytes: &[u8]) {
        if self.taken > self.buffer.len() / 2 {
            self.buffer.drain(..self.taken);
            self.searched -= self.taken;
            self.taken = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole line, without its line break.
    pub fn next(&mut self) -> Option<&[u8]> {
        match memchr::memchr(b'\n', &self.buffer[self.searched..]) {
            None => {
                self.searched = self.buffer.len();
                None
            }
            Some(at) => {
                let (begin, end) = (self.taken, self.searched + at);
                (self.taken, self.searched) = (end + 1, end + 1);
                let line = &self.buffer[begin..end];
                Some(line.strip_suffix(b"\r").unwrap_or(line))
            }
        }
    }

    /// The bytes of the next line that are there.
    pub fn rest(&self) -> &[u8] {
        &self.buffer[self.taken..]
    }
}

#[cfg(test)]
mod tests {
    use super::DriverLines;

    /// If this fails, answers are cut elsewhere than the driver cut them.
    #[test]
    fn lines_are_whole() {
        let mut lines = DriverLines::default();
        let mut found = Vec::new();
        for bytes in [&b"on"[..], b"e\ntwo\r\n\nth", b"ree", b"\nrest"] {
            lines.add(bytes);
            while let Some(line) = lines.next() {
                found.push(String::from_utf8(line.to_vec()).unwrap());
            }
        }
        assert_eq!(found, ["one", "two", "", "three"]);
        assert_eq!(lines.rest(), b"rest");
    }
}
