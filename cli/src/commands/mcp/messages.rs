//! Standard input, with a word for each message that is too long.
//!
//! *Problem.* The protocol's SDK drops a line of more than 16 MB without an answer, and the agent waits. *Choice.* Bytes are
//! passed on as they come, and nothing is kept of them but what says whether a line is a request: its member `id`. Behind a
//! line that was dropped stands another request with this `id`, which the server refuses. So the answer takes the way of all
//! answers. *Rejected.* To read lines here and hand them over whole: each would be copied once more; to write the answer from
//! here: it could come into the middle of another one.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// The most bytes of a message.
pub const MOST: usize = 16 << 20;

/// The method of the request behind a message that was dropped.
pub const TOO_LONG: &str = "korrel/tooLong";

/// A reader of messages.
pub struct ShortMessages<R> {
    from: R,
    line: MessageLine,
    /// What is to be read before anything else.
    beside: Vec<u8>,
}

impl<R> ShortMessages<R> {
    pub fn of(from: R) -> ShortMessages<R> {
        ShortMessages { from, line: MessageLine::default(), beside: Vec::new() }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for ShortMessages<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.beside.is_empty() {
            let before = buffer.filled().len();
            let read = Pin::new(&mut self.from).poll_read(context, buffer);
            for at in before..buffer.filled().len() {
                let byte = buffer.filled()[at];
                self.line.take(byte);
                if byte == b'\n'
                    && let Some(request) = std::mem::take(&mut self.line).refused()
                {
                    // What follows comes behind it.
                    self.beside = request.into_bytes();
                    self.beside.extend_from_slice(&buffer.filled()[at + 1..]);
                    buffer.set_filled(at + 1);
                    break;
                }
            }
            return read;
        }
        let given = self.beside.len().min(buffer.remaining());
        let given: Vec<u8> = self.beside.drain(..given).collect();
        buffer.put_slice(&given);
        Poll::Ready(Ok(()))
    }
}

/// A line of JSON, as far as it has come.
#[derive(Default)]
struct MessageLine {
    length: usize,
    depth: u32,
    is_in_text: bool,
    is_escaped: bool,
    /// The member at hand of the object that the line is.
    member: LineMember,
    id: Option<String>,
}

#[derive(Default)]
enum LineMember {
    /// Its name begins, or has begun.
    #[default]
    Name,
    Named(Vec<u8>),
    Id(Vec<u8>),
    Other,
}

/// Longer names and ids are not kept.
const KEPT: usize = 256;

impl MessageLine {
    fn take(&mut self, byte: u8) {
        self.length += 1;
        if self.is_in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_text = false,
                _ => {}
            }
            return self.keep(byte);
        }
        match byte {
            b'"' => {
                self.is_in_text = true;
                if self.depth == 1 && matches!(self.member, LineMember::Name) {
                    self.member = LineMember::Named(Vec::new());
                }
                self.keep(byte);
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_member();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b',' if self.depth == 1 => self.end_member(),
            b':' if self.depth == 1 => {
                let is_id = matches!(&self.member, LineMember::Named(name) if name.trim_ascii_end() == b"\"id\"");
                self.member = if is_id { LineMember::Id(Vec::new()) } else { LineMember::Other };
            }
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if let LineMember::Named(kept) | LineMember::Id(kept) = &mut self.member
            && self.depth == 1
            && kept.len() < KEPT
        {
            kept.push(byte);
        }
    }

    fn end_member(&mut self) {
        if let LineMember::Id(id) = std::mem::take(&mut self.member) {
            self.id = String::from_utf8(id).ok().map(|id| id.trim().to_owned());
        }
    }

    /// The request that takes the place of this line, if it is one that is too long.
    fn refused(self) -> Option<String> {
        let id = self.id.filter(|_| self.length - 1 > MOST)?;
        Some(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{TOO_LONG}\"}}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> Option<String> {
        let mut read = MessageLine::default();
        line.bytes().for_each(|byte| read.take(byte));
        read.length += MOST;
        read.refused()
    }

    /// If this failed, whoever sends a message that is too long would wait for ever, or be answered in another one's place.
    #[test]
    fn a_request_is_found_by_its_id() {
        let of = |id: &str| {
            Some(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{TOO_LONG}\"}}\n"))
        };
        assert_eq!(refused("{\"id\":7,\"params\":{\"id\":8}}\n"), of("7"));
        assert_eq!(
            refused("{\"params\":{\"id\":8,\"a\":[{}]},\"id\" : \"a\\\"},b\" }\n"),
            of("\"a\\\"},b\"")
        );
        assert_eq!(refused("{\"method\":\"id\",\"params\":{\"id\":8}}\n"), None);
        let mut short = MessageLine::default();
        "{\"id\":7}\n".bytes().for_each(|byte| short.take(byte));
        assert_eq!(short.refused(), None);
    }

    /// If this failed, a message would be lost beside one that is too long.
    #[test]
    fn all_others_are_passed_on() {
        use tokio::io::AsyncReadExt;
        let long = format!("{{\"id\":1,\"text\":\"{}\"}}\n", "x".repeat(MOST));
        let text = format!("{{\"id\":0}}\n{long}{{\"id\":2}}\n");
        let mut read = Vec::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("it is small");
        let mut messages = ShortMessages::of(text.as_bytes());
        runtime.block_on(messages.read_to_end(&mut read)).expect("memory can be read");
        let refusal = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{TOO_LONG}\"}}\n");
        let expected = format!("{{\"id\":0}}\n{long}{refusal}{{\"id\":2}}\n");
        assert!(read == expected.as_bytes());
    }
}
