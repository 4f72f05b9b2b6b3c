//! A request to a driver, and the answer.

use std::cell::RefCell;
use std::rc::Rc;

use korrel_heapgraph::Record;

use crate::driver::{BAD_REPLY, DriverEnd, EndKind, Starter};
use crate::failure::FailureCause;
use crate::protocol::{Breach, Misanswer, Reply, Wrong};

/// One sending of an input to a driver.
#[derive(Clone, Debug)]
pub(in crate::schedule) struct SentRequest {
    /// The number of the request's input in the run.
    pub number: u64,
    /// Operation and id of the input.
    pub input: (usize, u64),
    /// The number of this sending of the input.
    pub copy: u64,
    pub heap: Record,
    pub line: Rc<Vec<u8>>,
}

impl SentRequest {
    pub fn id(&self) -> u64 {
        self.input.1
    }
}

/// A driver's answer, and the state of the driver at that time.
pub(in crate::schedule) struct DriverAnswer {
    pub reply: Result<Reply, BrokenReply>,
    /// The driver ended over it and others, though each of them alone is answered.
    pub company: Option<Company>,
    /// The requests that the process had got before, or `None` if there were none.
    pub before: Option<Before>,
}

/// The reason why there is no proper answer.
#[derive(Clone, Debug)]
pub(in crate::schedule) struct BrokenReply {
    pub cause: String,
    pub details: Vec<String>,
    pub stderr: String,
    /// The line that is no answer, if there is one.
    pub breach: Option<Box<Breach>>,
}

pub(in crate::schedule) struct Company {
    pub ended: DriverEnd,
    pub inputs: Vec<(usize, u64)>,
    pub before: Before,
}

/// The first `count` inputs that a process was sent.
pub(in crate::schedule) struct Before {
    pub history: Rc<RefCell<Vec<(usize, u64)>>>,
    pub count: usize,
}

impl Before {
    pub fn inputs(&self) -> Vec<(usize, u64)> {
        self.history.borrow()[..self.count].to_vec()
    }
}

impl DriverAnswer {
    pub fn alone(reply: Result<Reply, BrokenReply>) -> DriverAnswer {
        DriverAnswer { reply, company: None, before: None }
    }

    /// True if the process had got no other request before.
    pub fn is_first(&self) -> bool {
        self.before.as_ref().is_none_or(|before| before.count == 0)
    }
}

/// The reply to a request with this number, or why there is no proper one.
///
/// # Errors
/// Why the process must not go on.
pub(in crate::schedule) fn read_reply(
    starter: &Starter<'_>,
    number: u64,
    parsed: Result<Reply, Misanswer>,
) -> Result<Result<Reply, BrokenReply>, EndKind> {
    match parsed {
        Ok(reply) => {
            starter.has_spoken(number);
            Ok(Ok(reply))
        }
        Err(Misanswer::Malformed(wrong, breach)) => Ok(Err(BrokenReply::malformed(&wrong, breach))),
        Err(Misanswer::NoReply(breach)) => Err(EndKind::NoReply(breach)),
        Err(Misanswer::OutOfTurn(breach)) => Err(EndKind::OutOfTurn(breach)),
    }
}

impl BrokenReply {
    pub fn ended(ended: DriverEnd) -> BrokenReply {
        BrokenReply {
            cause: ended.how.to_string(),
            details: ended.how.details(),
            stderr: ended.stderr,
            breach: ended.how.breach().cloned().map(Box::new),
        }
    }

    pub fn malformed(wrong: &Wrong, breach: Breach) -> BrokenReply {
        BrokenReply {
            cause: format!("{BAD_REPLY}{wrong}"),
            details: Vec::new(),
            stderr: String::new(),
            breach: Some(Box::new(breach)),
        }
    }
}

/// The failure of a call: its causes, what the driver wrote, and the reply if there is one.
pub(in crate::schedule) struct Failing {
    pub causes: Vec<FailureCause>,
    pub stderr: String,
    pub reply: Reply,
    pub is_confirmed: bool,
    /// There is no proper answer: a crash, a time limit, a line that is no reply.
    pub is_broken: bool,
}

impl Failing {
    pub fn of(causes: Vec<FailureCause>, reply: Reply) -> Box<Failing> {
        let (is_confirmed, is_broken) = (false, false);
        Box::new(Failing { causes, stderr: String::new(), reply, is_confirmed, is_broken })
    }
}

impl From<BrokenReply> for Failing {
    fn from(broken: BrokenReply) -> Failing {
        let BrokenReply { cause, details, stderr, .. } = broken;
        let causes = vec![FailureCause::plain(cause).with(details)];
        Failing { stderr, is_broken: true, ..*Failing::of(causes, Reply::default()) }
    }
}
