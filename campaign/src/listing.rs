//! Lists inputs, in a thread of its own.
//!
//! *Problem.* The drivers' side takes one input at a time, of several operations and of scopes that
//! grow, while each search borrows from its problem, and the problem from its command. *Choice.* A
//! thread, on whose stack they lie, and a channel (`mailbox.rs`) that holds a few inputs: the search for the next
//! ones goes on while drivers work. *Rejected.* An iterator that owns all of that, which takes
//! references into itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use korrel_enumerate::{
    Bodies, Classes, Extras, Fault, Instances, Meaning, Problem, Records, Shard, Strategy,
    counting, list,
};
use korrel_harness::{Input, InputName, Stages};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::counter::Limits;
use korrel_sat::{Effort, Step};
use korrel_translate::{Overflow, TranslationFailure};

use crate::error::CampaignError;
use crate::mailbox::{Receiver, Sender, Unreceived, mailbox};
use crate::scope::InputSize;
use crate::subject::Subject;

/// The greatest number of inputs that wait. As many may have been taken.
const AHEAD: usize = 512;

/// The interval between looks at the flag and the time, while nothing comes.
const GLANCE: Duration = Duration::from_millis(20);

/// A search is as deep as the spec. The stack is reserved, not used.
const STACK: usize = 1 << 28;

/// An n at which there may be no scope yet: `1..n Int`.
const FIRST: u64 = 2;

/// A message of a listing.
pub enum ListingMessage {
    /// The inputs of the next n follow.
    Begun,
    Input(Input),
    /// All inputs of this n are listed.
    Listed,
    /// There is no further n.
    Over,
}

/// The reason why a listing ended.
pub enum ListingEnd {
    All,
    /// It was stopped, or the receiver is gone.
    Cut,
    /// There are no inputs for this n, for they would be too many, or too large.
    Refused(u64, CampaignError),
    /// A mistake of ours.
    Wrong(CampaignError),
}

impl From<Fault> for ListingEnd {
    fn from(Fault(fault): Fault) -> ListingEnd {
        ListingEnd::Wrong(CampaignError::Internal(format!("an instance was found, but {fault}")))
    }
}

/// The inputs that are to be listed.
pub struct TestListing<'l> {
    pub spec: Spec,
    pub subjects: &'l [Subject],
    pub overflow: Overflow,
    pub shard: Option<Shard>,
    /// An input may come at several n. Its shard must not depend on n then, so that each input goes to
    /// one shard: the key decides, and each shard lists all.
    pub may_repeat: bool,
    /// All inputs are named.
    pub wants_names: bool,
    /// Gets the number of inputs, if that is soon known.
    pub expect: Option<&'l (dyn Fn(u64) + Sync)>,
    /// The time after which no more are listed.
    pub budget: Option<Duration>,
    /// Listing ends with it.
    pub effort: Effort,
}

impl<'l> TestListing<'l> {
    /// All inputs of these operations.
    pub fn new(
        spec: &Spec,
        subjects: &'l [Subject],
        overflow: Overflow,
        effort: &Effort,
    ) -> TestListing<'l> {
        TestListing {
            spec: spec.clone(),
            subjects,
            overflow,
            shard: None,
            may_repeat: false,
            wants_names: false,
            expect: None,
            budget: None,
            effort: effort.clone(),
        }
    }

    /// Lists beside `receive`. Returns the result of `receive`, and the end of the listing. The listing ends when
    /// the messages are dropped.
    ///
    /// # Errors
    /// A thread that cannot be started.
    pub fn beside<T>(
        mut self,
        receive: impl FnOnce(Messages) -> T,
    ) -> Result<(T, ListingEnd), CampaignError> {
        let outer = self.effort.clone();
        self.effort = outer.clone().until(Arc::default());
        let deadline = self.budget.and_then(|budget| Instant::now().checked_add(budget));
        let (sender, receiver) = mailbox(AHEAD);
        let effort = self.effort.clone();
        let (may_repeat, is_cut) = (self.may_repeat, false);
        let messages =
            Messages { receiver, outer, effort: effort.clone(), deadline, may_repeat, is_cut };
        let census = Census::of(&self);
        let lister = Lister { listing: self, sender };
        scope(|scope| {
            if let Some(census) = census {
                // If the thread cannot be started, only a number is lost.
                let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, || census.take());
            }
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, || lister.run());
            let thread = thread.map_err(|error| {
                effort.stop();
                CampaignError::settings(format!("cannot start a thread: {error}"))
            })?;
            let received = receive(messages);
            let ended = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            effort.stop();
            Ok((received, ended))
        })
    }
}

/// The messages of a listing, which ends when they are dropped.
pub struct Messages {
    receiver: Receiver<ListingMessage>,
    /// The effort of the campaign.
    outer: Effort,
    /// The effort of the listing alone.
    effort: Effort,
    deadline: Option<Instant>,
    may_repeat: bool,
    /// The listing ended before its last message.
    is_cut: bool,
}

impl Messages {
    /// The effort of the listing alone. A caller that stops it wants no more inputs.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Iterator for Messages {
    type Item = ListingMessage;

    /// Waits for the next message. The flag and the time are looked at each time, however fast messages come.
    fn next(&mut self) -> Option<ListingMessage> {
        loop {
            if self.outer.is_stopped() || self.is_late() {
                self.effort.stop();
            }
            match self.receiver.receive(GLANCE) {
                Ok(message) => return Some(message),
                Err(Unreceived::Gone) => {
                    self.is_cut = true;
                    return None;
                }
                Err(Unreceived::Timeout) => {}
            }
        }
    }
}

impl Stages for Messages {
    fn begin(&mut self, _: u64) -> bool {
        matches!(Iterator::next(self), Some(ListingMessage::Begun))
    }

    fn next(&mut self) -> Option<Input> {
        match Iterator::next(self)? {
            ListingMessage::Input(input) => Some(input),
            ListingMessage::Begun | ListingMessage::Listed | ListingMessage::Over => None,
        }
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn key(&mut self, input: &Input) -> Option<String> {
        let name = input.name.as_ref().filter(|_| self.may_repeat);
        name.map(|name| name.key.clone())
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        self.effort.stop();
    }
}

/// A count of the inputs, made without a list while they are listed.
struct Census<'l> {
    spec: Spec,
    commands: Vec<&'l Command>,
    overflow: Overflow,
    expect: &'l (dyn Fn(u64) + Sync),
    effort: Effort,
}

/// The limits of a count that only tells how long the test will take.
const COUNTED: Limits = Limits { nodes: 1 << 16, bytes: 1 << 28 };

impl<'l> Census<'l> {
    /// `None` where nobody wants to know, or where the scope grows without end.
    fn of(listing: &TestListing<'l>) -> Option<Census<'l>> {
        let subjects = listing.subjects.iter();
        let of_fixed = |subject: &'l Subject| {
            matches!(subject.size, InputSize::Fixed).then_some(&subject.command)
        };
        let commands = subjects.map(of_fixed).collect::<Option<Vec<_>>>()?;
        let (spec, overflow) = (listing.spec.clone(), listing.overflow);
        let (expect, effort) = (listing.expect?, listing.effort.clone());
        Some(Census { spec, commands, overflow, expect, effort })
    }

    fn take(self) {
        if let Some(all) = self.number() {
            (self.expect)(all);
        }
    }

    fn number(&self) -> Option<u64> {
        let (effort, mut all) = (&self.effort, 0_u64);
        for command in &self.commands {
            let meaning = Meaning { overflow: self.overflow, ..Meaning::default() };
            let problem = Problem::new(&self.spec.model, command, meaning, effort).ok()?;
            let counted = counting::count(&problem, Classes::Isomorphism, COUNTED, effort);
            all = all.checked_add(u64::try_from(counted.ok()?.outcome.done()?).ok()?)?;
        }
        Some(all)
    }
}

/// The thread.
struct Lister<'l> {
    listing: TestListing<'l>,
    sender: Sender<ListingMessage>,
}

impl Lister<'_> {
    fn run(mut self) -> ListingEnd {
        match self.list() {
            Ok(()) => ListingEnd::All,
            Err(ended) => ended,
        }
    }

    fn list(&mut self) -> Result<(), ListingEnd> {
        for n in 0.. {
            let commands = self.commands(n)?;
            self.send(ListingMessage::Begun)?;
            for (op, command) in &commands {
                self.list_one(*op, command, n)?;
            }
            self.send(ListingMessage::Listed)?;
            if !self
                .listing
                .subjects
                .iter()
                .any(|subject| matches!(subject.size, InputSize::Growing(_)))
            {
                break;
            }
        }
        self.send(ListingMessage::Over)
    }

    /// The commands that are listed for this n, by operation.
    fn commands(&mut self, n: u64) -> Result<Vec<(usize, Command)>, ListingEnd> {
        let mut commands = Vec::new();
        for (op, subject) in self.listing.subjects.iter().enumerate() {
            match &subject.size {
                InputSize::Fixed if n == 0 => commands.push((op, subject.command.clone())),
                InputSize::Fixed => {}
                InputSize::Growing(pattern) => {
                    match pattern.command(&mut self.listing.spec, &subject.command, n) {
                        Ok(command) => commands.push((op, command)),
                        Err(_) if n < FIRST => {}
                        Err(error) => return Err(ListingEnd::Refused(n, error)),
                    }
                }
            }
        }
        Ok(commands)
    }

    /// True if a listed input belongs to this shard.
    fn is_own(&self, input: &Input) -> bool {
        let (Some(shard), true, Some(name)) =
            (self.listing.shard, self.listing.may_repeat, &input.name)
        else {
            return true;
        };
        let key = u64::from_str_radix(&name.key, 16).expect("a key is hexadecimal");
        key % u64::from(shard.of) + 1 == u64::from(shard.part)
    }

    fn list_one(&self, op: usize, command: &Command, n: u64) -> Result<(), ListingEnd> {
        let subject = &self.listing.subjects[op];
        let refused = |diagnostic: Diagnostic| {
            ListingEnd::Refused(n, CampaignError::about(&self.listing.spec, diagnostic))
        };
        let effort = self.listing.effort.clone();
        let meaning = Meaning { overflow: self.listing.overflow, ..Meaning::default() };
        let model = &self.listing.spec.model;
        let problem = match Problem::new(model, command, meaning, &effort) {
            Ok(problem) => problem,
            Err(TranslationFailure::Stopped) => return Err(ListingEnd::Cut),
            Err(TranslationFailure::Refused(diagnostic)) => return Err(refused(*diagnostic)),
        };
        let mut found =
            Instances::new(&problem, Strategy::default(), effort.clone()).map_err(refused)?;
        if let (Some(shard), Some(stream), false) =
            (self.listing.shard, found.stream(), self.listing.may_repeat)
        {
            stream.restrict(shard);
        }
        let extras =
            Extras { keys: self.listing.wants_names, without_witnesses: true, ..Extras::default() };
        let records = Records::new(&problem, &subject.schema, extras, &mut found, &effort)
            .map_err(refused)?;
        let step = list(&mut found, Bodies::Records(Box::new(records)), 1, |found| {
            if let Some((heap, key)) = found.heap()? {
                let name = key.map(|key| InputName { key: key.to_owned(), labelling: None });
                let input = Input { op, id: 0, size: heap.size(), heap, name };
                if self.is_own(&input) {
                    self.send(ListingMessage::Input(input))?;
                }
            }
            Ok::<_, ListingEnd>(ControlFlow::Continue(()))
        })?;
        if step == Step::Exhausted { Ok(()) } else { Err(ListingEnd::Cut) }
    }

    fn send(&self, message: ListingMessage) -> Result<(), ListingEnd> {
        self.sender.send(message).map_err(|_| ListingEnd::Cut)
    }
}
