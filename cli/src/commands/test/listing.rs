//! Lists inputs, in a thread of its own.
//!
//! *Problem.* Whoever hands out inputs to drivers wants one at a time, of several operations and of
//! scopes that grow, while each search borrows from its problem, and that from its command. *Choice.*
//! A thread, on whose stack they lie, and a channel that holds so many inputs: the search for the
//! next ones goes on while drivers work. *Rejected.* An iterator that owns all of that, which takes
//! references into itself.

use std::sync::mpsc::SyncSender;

use korrel_enumerate::{Extras, Instances, Meaning, Problem, Records, Shard, Strategy, Unwritten};
use korrel_harness::{Input, InputName};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::Step;
use korrel_translate::Overflow;

use super::operations::Subject;
use super::scope::Size;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// So many inputs wait at most.
pub const AHEAD: usize = 1024;

/// An n at which there may be no scope yet: `1..n Int`.
const FIRST: u64 = 2;

pub enum Message {
    /// Those of the next n follow.
    Begun,
    Input(Input),
    /// All inputs of this n are listed.
    Listed,
    /// There is no further n.
    Over,
}

/// Why a listing ended.
pub enum Ended {
    All,
    /// It was stopped, or nobody listens any more.
    Cut,
    /// There are no inputs for this n; they would be too many, or too large.
    Refused(u64, Error),
    /// A mistake of ours.
    Wrong(String),
}

pub struct Listing<'l> {
    pub spec: Spec,
    pub subjects: &'l [Subject],
    pub overflow: Overflow,
    pub shard: Option<Shard>,
    /// An input may come at several n. Whose it is must not depend on n then, so that each goes to one
    /// shard: it goes by the key, and each shard lists all.
    pub may_repeat: bool,
    /// All inputs are named.
    pub wants_names: bool,
    pub stop: Stop,
    pub sender: SyncSender<Message>,
}

impl Listing<'_> {
    pub fn run(mut self) -> Ended {
        match self.list() {
            Ok(()) => Ended::All,
            Err(ended) => ended,
        }
    }

    fn list(&mut self) -> Result<(), Ended> {
        for n in 0.. {
            let commands = self.commands(n)?;
            self.send(Message::Begun)?;
            for (op, command) in &commands {
                self.list_one(*op, command, n)?;
            }
            self.send(Message::Listed)?;
            if !self.subjects.iter().any(|subject| matches!(subject.size, Size::Growing(_))) {
                break;
            }
        }
        self.send(Message::Over)
    }

    /// What is listed for this n, by operation.
    fn commands(&mut self, n: u64) -> Result<Vec<(usize, Command)>, Ended> {
        let mut commands = Vec::new();
        for (op, subject) in self.subjects.iter().enumerate() {
            match &subject.size {
                Size::Fixed if n == 0 => commands.push((op, subject.command.clone())),
                Size::Fixed => {}
                Size::Growing(pattern) => {
                    match pattern.command(&mut self.spec, &subject.command, n) {
                        Ok(command) => commands.push((op, command)),
                        Err(_) if n < FIRST => {}
                        Err(error) => return Err(Ended::Refused(n, error)),
                    }
                }
            }
        }
        Ok(commands)
    }

    /// Whether an input that is listed is one of this shard.
    fn is_own(&self, input: &Input) -> bool {
        let (Some(shard), true, Some(name)) = (self.shard, self.may_repeat, &input.name) else {
            return true;
        };
        let key = u64::from_str_radix(&name.key, 16).expect("a key is hexadecimal");
        key % u64::from(shard.of) + 1 == u64::from(shard.part)
    }

    fn list_one(&self, op: usize, command: &Command, n: u64) -> Result<(), Ended> {
        let subject = &self.subjects[op];
        let refused =
            |diagnostic: Diagnostic| Ended::Refused(n, Error::about(&self.spec, diagnostic));
        let effort = self.stop.effort();
        let meaning = Meaning { overflow: self.overflow, ..Meaning::default() };
        let model = &self.spec.model;
        let problem = Problem::new(model, command, meaning, &effort).map_err(refused)?;
        let mut found =
            Instances::new(&problem, Strategy::default(), effort.clone()).map_err(refused)?;
        if let (Some(shard), Some(stream), false) = (self.shard, found.stream(), self.may_repeat) {
            stream.restrict(shard);
        }
        let extras =
            Extras { keys: self.wants_names, without_witnesses: true, ..Extras::default() };
        let mut records = Records::new(&problem, &subject.schema, extras, &mut found, &effort)
            .map_err(refused)?;
        let mut body = Vec::new();
        loop {
            match found.advance() {
                Step::Model => {}
                Step::Exhausted => return Ok(()),
                Step::Stopped => return Err(Ended::Cut),
            }
            body.clear();
            records.write(&mut body, &mut found).map_err(|why| match why {
                Unwritten::Stopped => Ended::Cut,
                Unwritten::Wrong(fault) => Ended::Wrong(fault),
            })?;
            let input = input(op, &body);
            if self.is_own(&input) {
                self.send(Message::Input(input))?;
            }
        }
    }

    fn send(&self, message: Message) -> Result<(), Ended> {
        self.sender.send(message).map_err(|_| Ended::Cut)
    }
}

/// An input of a record's body: `,"key":"…","roots":…}`.
fn input(op: usize, body: &[u8]) -> Input {
    const KEY: &str = "\"key\":\"";
    let body = std::str::from_utf8(body).expect("we write UTF-8").trim_end();
    let body = body.strip_prefix(',').expect("a body follows an id");
    let (name, heap) = match body.strip_prefix(KEY) {
        None => (None, body),
        Some(rest) => {
            let (key, heap) = rest.split_once("\",").expect("a key ends");
            (Some(InputName { key: key.to_owned(), labelling: None }), heap)
        }
    };
    let size = heap.matches("{\"$type\":").count() as u64;
    Input { op, id: 0, size, heap: format!("{{{heap}"), name }
}
