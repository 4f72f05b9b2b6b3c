//! The instances of a command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use korrel_enumerate::heap::begin_record;
use korrel_sat::Effort;

use crate::error::Error;
use crate::heap::Heap;
use crate::spec::Types;

use super::query::Query;
use super::{SearchMessage, start};

/// How many instances the search may be ahead.
const AHEAD: usize = 64;
/// How often the caller's flag is looked at while nothing comes.
const GLANCE: Duration = Duration::from_millis(20);

/// The instances of a command, smallest first. After an error nothing comes; without one, all have
/// come, or as many as the settings allow. The search ends when this is dropped.
#[derive(Debug)]
pub struct Instances {
    /// `None` once all is over.
    messages: Option<Receiver<SearchMessage>>,
    /// Stops the search; the caller's flag is another one.
    effort: Effort,
    deadline: Option<Instant>,
    flag: Arc<AtomicBool>,
    types: Option<Types>,
    next: u64,
    limit: u64,
}

impl Instances {
    pub(crate) fn new(asked: Query) -> Instances {
        let settings = asked.settings.clone();
        let effort = settings.memory.map_or_else(Effort::default, Effort::within);
        let (sender, receiver) = sync_channel(AHEAD);
        let reports = sender.clone();
        if let Err(error) = start(asked, effort.clone(), sender) {
            reports.send(SearchMessage::Error(error)).expect("the receiver is here, and has room");
        }
        Instances {
            messages: Some(receiver),
            effort,
            deadline: settings.timeout.and_then(|time| Instant::now().checked_add(time)),
            flag: settings.flag.unwrap_or_default(),
            types: None,
            next: 0,
            limit: settings.limit.unwrap_or(u64::MAX),
        }
    }

    /// What the search sends next; `None` if it has found all.
    fn message(&self) -> Result<Option<SearchMessage>, Error> {
        let Some(messages) = &self.messages else { return Ok(None) };
        loop {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) || self.flag.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            match messages.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
                Ok(SearchMessage::Error(error)) => return Err(error),
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn heap(&mut self, body: &[u8]) -> Heap {
        let mut line = Vec::new();
        begin_record(&mut line, &self.next.into());
        line.extend_from_slice(body.trim_ascii_end());
        self.next += 1;
        let types = self.types.as_ref().expect("types come first");
        Heap::new(types.clone(), String::from_utf8(line).expect("JSON is UTF-8"))
    }

    /// Nothing comes any more.
    fn finish(&mut self) {
        self.effort.stop();
        self.messages = None;
    }
}

impl Iterator for Instances {
    type Item = Result<Heap, Error>;

    fn next(&mut self) -> Option<Result<Heap, Error>> {
        while self.next < self.limit {
            match self.message() {
                Ok(Some(SearchMessage::Types(types))) => self.types = Some(types),
                Ok(Some(SearchMessage::Body(body))) => return Some(Ok(self.heap(&body))),
                Ok(Some(SearchMessage::Error(error))) | Err(error) => {
                    self.finish();
                    return Some(Err(error));
                }
                Ok(None) => break,
            }
        }
        self.finish();
        None
    }
}

impl Drop for Instances {
    fn drop(&mut self) {
        self.finish();
    }
}
