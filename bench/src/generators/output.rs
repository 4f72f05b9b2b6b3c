//! The output of a generator.

use std::io::{self, Write};

/// The text of one instance, held as a stack of pieces: a search adds a piece with each decision and
/// takes it back with the decision, so that what two instances share is written once.
pub trait Output {
    fn text(&mut self, text: &str);
    /// The length of the text, for [`Output::back_to`].
    fn mark(&self) -> usize;
    fn back_to(&mut self, mark: usize);
    /// The text, closed by `tail`, is an instance.
    ///
    /// # Errors
    /// The error of the writer.
    fn line(&mut self, tail: &str) -> io::Result<()>;
}

/// Counts instances; their text costs nothing.
#[derive(Default)]
pub struct InstanceCounter {
    pub instances: u64,
}

impl Output for InstanceCounter {
    fn text(&mut self, _: &str) {}

    fn mark(&self) -> usize {
        0
    }

    fn back_to(&mut self, _: usize) {}

    fn line(&mut self, _: &str) -> io::Result<()> {
        self.instances += 1;
        Ok(())
    }
}

/// As much as Korrel writes at once.
const CAPACITY: usize = 1 << 18;

/// Instances as numbered lines of JSON.
pub struct NumberedLines<W: Write> {
    writer: W,
    buffer: Vec<u8>,
    text: Vec<u8>,
    id: Decimal,
}

impl<W: Write> NumberedLines<W> {
    pub fn new(writer: W) -> NumberedLines<W> {
        let buffer = Vec::with_capacity(CAPACITY + (1 << 12));
        NumberedLines { writer, buffer, text: Vec::new(), id: Decimal::zero() }
    }

    /// Writes out what is left.
    ///
    /// # Errors
    /// The error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.writer.write_all(&self.buffer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

impl<W: Write> Output for NumberedLines<W> {
    fn text(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn mark(&self) -> usize {
        self.text.len()
    }

    fn back_to(&mut self, mark: usize) {
        self.text.truncate(mark);
    }

    fn line(&mut self, tail: &str) -> io::Result<()> {
        self.buffer.extend_from_slice(b"{\"kind\":\"instance\",\"id\":");
        self.buffer.extend_from_slice(&self.id.digits);
        self.buffer.extend_from_slice(&self.text);
        self.buffer.extend_from_slice(tail.as_bytes());
        self.buffer.push(b'\n');
        self.id.increment();
        if self.buffer.len() >= CAPACITY {
            self.writer.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// A number that is only ever counted up: its digits are kept, and no division is needed.
struct Decimal {
    digits: Vec<u8>,
}

impl Decimal {
    fn zero() -> Decimal {
        Decimal { digits: vec![b'0'] }
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.digits.insert(0, b'1');
    }
}
