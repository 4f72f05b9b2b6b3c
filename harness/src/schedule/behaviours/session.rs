//! One process, asked line by line.

use korrel_heapgraph::Record;
use serde_json::{Map, Value, json};

use super::labelled::FirstStateLabelling;
use crate::driver::{Process, StartFailure, Starter};
use crate::protocol::Reply;
use crate::schedule::lane::alone::line;
use crate::schedule::lane::answer::{BrokenReply, read_reply};

/// A conversation with a driver. A process that does not answer as it should is ended. The next question starts
/// another.
pub(in crate::schedule) struct DriverSession<'r> {
    starter: &'r Starter<'r>,
    process: Option<Process>,
    /// The process takes snapshots.
    has_snapshots: bool,
    /// The process runs several clients.
    is_concurrent: bool,
    /// The names under which objects are sent, where they are others than the spec's.
    labelling: Option<FirstStateLabelling>,
    /// The number of the next line.
    next: u64,
}

impl<'r> DriverSession<'r> {
    pub fn new(starter: &'r Starter<'r>) -> DriverSession<'r> {
        DriverSession {
            starter,
            process: None,
            has_snapshots: false,
            is_concurrent: false,
            labelling: None,
            next: 0,
        }
    }

    /// Has objects sent under other names from the next behaviour on.
    pub(super) fn relabel(&mut self, labelling: Option<FirstStateLabelling>) {
        self.labelling = labelling;
    }

    pub fn has_snapshots(&self) -> bool {
        self.has_snapshots && self.process.is_some()
    }

    /// True if the last process that was started runs several clients.
    pub fn is_concurrent(&self) -> bool {
        self.is_concurrent
    }

    /// Has each client make its calls, all clients at the same time.
    pub fn clients(&mut self, calls: Value, heap: &Record) -> Result<SessionAnswer, StartFailure> {
        self.ask("clients", Map::from_iter([("clients".to_owned(), calls)]), Some(heap))
    }

    /// Begins a behaviour. `heap` is the state, if that is one of objects.
    pub fn reset(
        &mut self,
        members: &Map<String, Value>,
        heap: Option<&Record>,
    ) -> Result<SessionAnswer, StartFailure> {
        let sent = self.labelling.as_ref().map_or(members, |labelling| &labelling.members);
        self.ask("reset", sent.clone(), heap)
    }

    /// Asks for an operation.
    pub fn call(
        &mut self,
        op: &str,
        args: &Map<String, Value>,
        heap: Option<&Record>,
    ) -> Result<SessionAnswer, StartFailure> {
        let args = match &self.labelling {
            Some(labelling) => labelling.sent(&json!(args)),
            None => json!(args),
        };
        let members = [("op".to_owned(), json!(op)), ("args".to_owned(), args)];
        self.ask("call", members.into_iter().collect(), heap)
    }

    /// Has the driver keep its state under a number, which may be used again.
    pub fn snapshot(&mut self, number: usize) -> Result<SessionAnswer, StartFailure> {
        self.ask("snapshot", Map::from_iter([("as".to_owned(), json!(number))]), None)
    }

    /// Has the driver go back to a state that it has kept.
    pub fn restore(&mut self, number: usize) -> Result<SessionAnswer, StartFailure> {
        self.ask("restore", Map::from_iter([("from".to_owned(), json!(number))]), None)
    }

    fn ask(
        &mut self,
        kind: &str,
        members: Map<String, Value>,
        heap: Option<&Record>,
    ) -> Result<SessionAnswer, StartFailure> {
        if self.process.is_none() {
            let (process, ready) = self.starter.start()?;
            (self.process, self.has_snapshots) = (Some(process), ready.snapshots);
            self.is_concurrent = ready.concurrent;
        }
        let process = self.process.as_mut().expect("it was just started");
        let id = self.next;
        self.next += 1;
        let mut record =
            Map::from_iter([("kind".to_owned(), json!(kind)), ("id".to_owned(), json!(id))]);
        record.extend(members);
        process.outbox().extend_from_slice(format!("{}\n", Value::Object(record)).as_bytes());
        process.write();
        let how = match line(self.starter, process)? {
            Err(how) => how,
            Ok(line) => {
                let parsed = Reply::parse_call(&self.in_own_names(line), id, heap);
                match read_reply(self.starter, id, parsed) {
                    Ok(reply) => return Ok(reply.map(Box::new)),
                    Err(how) => how,
                }
            }
        };
        let process = self.process.take().expect("it was just asked");
        let broken = BrokenReply::ended(process.ended(how));
        if let Some(breach) = &broken.breach
            && let Some(refusal) = self.starter.misspoken(id, breach)
        {
            return Err(StartFailure::Refused(refusal));
        }
        Ok(Err(broken))
    }

    /// A reply with the spec's names.
    fn in_own_names(&self, line: Vec<u8>) -> Vec<u8> {
        let read = self.labelling.as_ref().and_then(|labelling| labelling.read(&line));
        read.unwrap_or(line)
    }

    /// Lets the process end by itself.
    pub fn finish(&mut self) {
        if let Some(process) = self.process.take() {
            process.finish(self.starter.limits().answer);
        }
    }
}

pub(in crate::schedule) type SessionAnswer = Result<Box<Reply>, BrokenReply>;
