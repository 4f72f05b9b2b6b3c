//! Streams as they are read: each matches its end record, or was cut off.

use korrel_enumerate::heap::{StreamFit, StreamTally};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

/// The records read so far from a file, which may hold several streams in a row, or heaps by
/// themselves.
#[derive(Default)]
pub struct StreamReading {
    /// The instances of the stream at hand.
    pub tally: StreamTally,
    place: StreamPosition,
    is_cut: bool,
    is_undigested: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum StreamPosition {
    /// No header has come.
    #[default]
    Outside,
    Within,
    /// The last record was an end.
    After,
}

impl StreamReading {
    /// # Errors
    /// One of a format that nobody here knows.
    pub fn header(&mut self, header: &Json) -> Result<(), Diagnostic> {
        let format = header["format"].as_str().unwrap_or_default();
        if format.starts_with("heapgraph/") && format != "heapgraph/1" {
            let message =
                format!("this stream is {}, and only heapgraph/1 is read", visible(format));
            return Err(Diagnostic::new(code::FILE, message));
        }
        self.is_cut |= self.place == StreamPosition::Within;
        self.tally = StreamTally::default();
        self.place = StreamPosition::Within;
        Ok(())
    }

    /// `text` is that of the record.
    ///
    /// # Errors
    /// An instance after the end of its stream.
    pub fn instance(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.other()?;
        self.tally.add_line(text.as_bytes());
        Ok(())
    }

    /// A record of another kind.
    ///
    /// # Errors
    /// One after the end of its stream.
    pub fn other(&self) -> Result<(), Diagnostic> {
        if self.place == StreamPosition::After {
            let message = "a record stands after the end record";
            return Err(Diagnostic::new(code::STREAM, message)
                .help("nothing follows the end of a stream but the header of another one"));
        }
        Ok(())
    }

    /// # Errors
    /// An end record of other instances than were read.
    pub fn end(&mut self, end: &Json) -> Result<(), Diagnostic> {
        self.other()?;
        self.place = StreamPosition::After;
        let fit = self.tally.compare(end).map_err(|misfit| {
            Diagnostic::new(code::STREAM, misfit.to_string()).help(
                "lines were lost, added or changed; to judge a part of a stream, leave out its first and last lines",
            )
        })?;
        self.is_undigested |= fit == StreamFit::Undigested;
        Ok(())
    }

    /// Some stream has no end record.
    pub fn is_cut(&self) -> bool {
        self.is_cut || self.place == StreamPosition::Within
    }

    /// No stream was begun.
    pub fn is_outside(&self) -> bool {
        self.place == StreamPosition::Outside
    }

    /// The remark on parts that could not be compared.
    pub fn remark(&self) -> Option<&'static str> {
        self.is_undigested.then_some(
            "the digest of this stream says nothing, for its lines are not as Korrel writes them; there are as many \
             instances as its end record says",
        )
    }
}
