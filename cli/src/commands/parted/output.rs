//! The output of a question in parts, from the header to the end record.

use korrel::Step;
use korrel::stream::{Status, StreamQuestion};
use serde_json::{Map, Value as Json};

use crate::commands::resume::{FileStream, OutputPlace, SavedStream, lines};
use crate::commands::stream::{ending, status};
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;
use crate::output::frame::StreamFrame;

pub struct PartedOutput {
    pub frame: StreamFrame,
    saved: Option<SavedStream>,
    is_bare: bool,
}

impl PartedOutput {
    /// Opens the output. From here on the stream is ended if nobody looks at the flag.
    ///
    /// # Errors
    /// Files that are in the way.
    pub fn open(
        find: &FindFlags,
        question: &StreamQuestion<'_>,
        corpus: Option<&Corpus>,
        stop: &Stop,
        report: &Reporter,
    ) -> Result<PartedOutput, Error> {
        let header = question.header();
        let limit = find.amount.most();
        let stream = FileStream {
            header: &header,
            first_id: 0.into(),
            has_keys: find.stream.keyed.keys,
            limit,
        };
        let saved = match &find.output {
            None => None,
            Some(path) => match SavedStream::open(path, find, &stream, report)? {
                OutputPlace::Whole(_) => unreachable!("a question in parts is not resumed"),
                OutputPlace::Open(saved) => Some(*saved),
            },
        };
        let lines = lines(question, find, saved.as_ref(), corpus, (stop, report))?;
        let is_bare = find.stream.frame.bare || corpus.is_some();
        let header = (!is_bare).then_some(header);
        let frame = match &saved {
            Some(saved) => saved.frame(lines, header),
            None => StreamFrame::new(lines, header),
        };
        stop.heed(ending(&frame, corpus.cloned(), None));
        Ok(PartedOutput { frame, saved, is_bare })
    }

    /// Ends the stream with this status, and with these members and remarks.
    ///
    /// # Errors
    /// A record that cannot be written.
    pub fn end(
        mut self,
        step: Step,
        told: Map<String, Json>,
        stop: &Stop,
        report: &Reporter,
    ) -> Result<Exit, Error> {
        stop.take_over();
        let status = status(step, stop);
        self.close(status, told, report)?;
        if let Status::Interrupted | Status::Timeout | Status::Memory = status {
            // A bare stream has no record to say it.
            return Ok(if self.is_bare { stop.tell() } else { stop.exit() });
        }
        Ok(if self.frame.count() > 0 { Exit::Success } else { Exit::Failure })
    }

    /// Ends the stream if the subject of the question was cut off: the answer is not whole, either.
    ///
    /// # Errors
    /// A record that cannot be written.
    pub fn end_cut(
        mut self,
        told: Map<String, Json>,
        stop: &Stop,
        report: &Reporter,
    ) -> Result<Exit, Error> {
        stop.take_over();
        self.close(Status::Interrupted, told, report)?;
        Ok(Exit::Incomplete)
    }

    fn close(
        &mut self,
        status: Status,
        told: Map<String, Json>,
        report: &Reporter,
    ) -> Result<(), Error> {
        self.frame.tell(told);
        self.frame.end(status)?;
        let saved = self.saved.as_ref();
        saved.map_or(Ok(()), |saved| saved.end(status, self.frame.count(), report))
    }
}
