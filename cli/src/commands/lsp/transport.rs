//! Standard input and output, as messages of the protocol.
//!
//! `lsp-server` reads messages, too, and takes as much memory as one announces before anything of it has come. Here a
//! message may have so many bytes at the most, and takes memory as they come.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, Message};

/// The most bytes of a message: more than any text that is read.
pub const MOST: u64 = 64 << 20;
/// The most bytes of a line before a message.
const LINE: u64 = 8 << 10;
/// Messages that wait to be taken.
const WAITING: usize = 64;

/// The threads that read and write.
pub struct Transport {
    writer: JoinHandle<()>,
    failure: Arc<Mutex<Option<io::Error>>>,
}

/// Begins to read standard input and to write standard output.
///
/// # Errors
/// There is no memory for a thread.
pub fn stdio() -> io::Result<(Connection, Transport)> {
    let (sender, outgoing) = bounded(WAITING);
    let (incoming, receiver) = bounded(WAITING);
    let failure = Arc::default();
    let told: Arc<Mutex<Option<io::Error>>> = Arc::clone(&failure);
    let read = move || {
        if let Err(error) = read_all(&mut io::stdin().lock(), &incoming) {
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        // Whoever waits for a message learns that none will come. The reason is told before.
        drop(incoming);
    };
    Builder::new().name("reader".to_owned()).spawn(read)?;
    let write = move || write_all(&mut io::stdout().lock(), &outgoing);
    let writer = Builder::new().name("writer".to_owned()).spawn(write)?;
    Ok((Connection { sender, receiver }, Transport { writer, failure }))
}

impl Transport {
    /// Waits until all is written. Nobody may be able to send any more.
    ///
    /// # Errors
    /// The reason why nothing more could be read.
    pub fn end(self) -> io::Result<()> {
        // An editor that is gone reads no last message, and misses none.
        let _ = self.writer.join();
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }
}

fn write_all(out: &mut dyn Write, messages: &Receiver<Message>) {
    let mut out = out;
    for message in messages {
        if message.write(&mut out).is_err() {
            return;
        }
    }
}

fn read_all(input: &mut dyn BufRead, messages: &Sender<Message>) -> io::Result<()> {
    while let Some(message) = read(input)? {
        let is_last = matches!(&message, Message::Notification(note) if note.method == "exit");
        if messages.send(message).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// The next message, or `None` if there is no more.
fn read(input: &mut dyn BufRead) -> io::Result<Option<Message>> {
    let Some(length) = length(input)? else { return Ok(None) };
    if length > MOST {
        let why = format!("a message of {length} bytes is announced; at most {MOST} are read");
        return Err(invalid(why));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(invalid("standard input ends within a message".to_owned()));
    }
    let message = serde_json::from_slice(&body);
    message.map(Some).map_err(|error| invalid(format!("a message that is none: {error}")))
}

/// The length of the next message, or `None` if there is no more.
fn length(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let (mut length, mut lines) = (None, 0);
    loop {
        let mut line = Vec::new();
        input.take(LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() && lines == 0 {
            return Ok(None);
        }
        lines += 1;
        let wrong = || {
            let line: String = String::from_utf8_lossy(&line).chars().take(80).collect();
            invalid(format!("this is no line before a message: {line:?}"))
        };
        let text = std::str::from_utf8(&line).ok().and_then(|line| line.strip_suffix("\r\n"));
        match text.ok_or_else(wrong)? {
            "" => break,
            text => {
                let (name, value) = text.split_once(':').ok_or_else(wrong)?;
                if name.eq_ignore_ascii_case("content-length") {
                    length = Some(value.trim().parse().map_err(|_| wrong())?);
                }
            }
        }
    }
    length.map(Some).ok_or_else(|| invalid("a message without `Content-Length`".to_owned()))
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(input: &str) -> String {
        read(&mut input.as_bytes()).expect_err("it is no message").to_string()
    }

    /// If this failed, a length that is only announced would take the memory, or a session would end without a word.
    #[test]
    fn messages_are_read_within_limits() {
        let body = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let whole = format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{body}", body.len());
        let message = read(&mut whole.as_bytes()).expect("it can be read");
        assert!(matches!(message, Some(Message::Notification(note)) if note.method == "exit"));
        assert!(matches!(read(&mut "".as_bytes()), Ok(None)));
        let large = "Content-Length: 1000000000000000000\r\n\r\n{";
        assert!(refused(large).contains("at most 67108864"), "{}", refused(large));
        assert!(refused("Content-Length: 60000000\r\n\r\n{}").contains("ends within"));
        assert!(refused("Content-Length: 2\r\n\r\n[]").contains("is none"));
        assert!(refused("Length\r\n\r\n").contains("no line before"));
        assert!(refused("A: b\r\n\r\n").contains("without `Content-Length`"));
        assert!(refused(&"x".repeat(100_000)).contains("no line before"));
    }
}
