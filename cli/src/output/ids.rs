//! `--ids text`: a stream whose ids are texts.
//!
//! Other programs take an id beyond 2^53 or 2^64 for a float. The lines are not those that the digest is of, so the end record has
//! none.

use std::io::{self, Write};

use serde_json::Value as Json;

pub struct TextIds {
    out: Box<dyn Write + Send>,
    /// A line that is not whole yet.
    line: Vec<u8>,
}

const BEGIN: &[u8] = b"{\"kind\":\"instance\",\"id\":";

impl TextIds {
    pub fn on(out: Box<dyn Write + Send>) -> TextIds {
        TextIds { out, line: Vec::new() }
    }

    fn pass_on(&mut self, line: &[u8]) -> io::Result<()> {
        if let Some(rest) = line.strip_prefix(BEGIN) {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (id, rest) = rest.split_at(digits);
            return self.out.write_all(&[BEGIN, b"\"", id, b"\"", rest].concat());
        }
        if !line.starts_with(b"{\"kind\":\"end\"") {
            return self.out.write_all(line);
        }
        let mut end: Json = serde_json::from_slice(line)?;
        end.as_object_mut().map(|members| members.shift_remove("digest"));
        writeln!(self.out, "{end}")
    }
}

impl Write for TextIds {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.pass_on(&line)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
