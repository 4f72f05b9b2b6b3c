//! The command that is asked about, and the instance at which the reader is.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel::{BigUint, Command, Error as Unanswered, Fork, Forked, Heap, SeenForks, Settings};
use korrel_page::{OpenText, kind_of};

use super::line::TypedLine;
use crate::messages::error::Error;

/// The most that are passed over in search of another kind. Whoever looks for more waits for ever.
const PASSED: u64 = 20_000;

pub struct ReplPlace {
    opened: OpenText,
    settings: Settings,
    /// Raised to end the question that is being answered.
    flag: Arc<AtomicBool>,
    /// The place of the command among what can be asked.
    entry: usize,
    scope: Option<String>,
    /// The number of the last instance that had one.
    number: Option<BigUint>,
    /// What the instance is called: by its number, or by the way in which it was found.
    pub name: String,
    pub heap: Option<Heap>,
    seen: Vec<String>,
    /// The ways of traces that were seen.
    forks: SeenForks,
    seed: u64,
    /// The last formula.
    pub formula: Option<String>,
}

impl ReplPlace {
    /// # Errors
    /// A spec with mistakes, or a command that is none.
    pub fn new(
        opened: OpenText,
        wanted: Option<&str>,
        settings: Settings,
        flag: Arc<AtomicBool>,
    ) -> Result<ReplPlace, Error> {
        if !opened.is_good() {
            return Err(mistakes(&opened));
        }
        let mut place = ReplPlace {
            opened,
            settings,
            flag,
            entry: 0,
            scope: None,
            number: None,
            name: String::new(),
            heap: None,
            seen: Vec::new(),
            forks: SeenForks::default(),
            seed: 0,
            formula: None,
        };
        if let Some(wanted) = wanted {
            place.enter(wanted)?;
        }
        match place.opened.entries().is_empty() {
            true => Err(Error::usage("the spec has nothing to ask about: add `run {}`")),
            false => Ok(place),
        }
    }

    /// Goes on with the spec as it is now, at the same command and the same number.
    ///
    /// # Errors
    /// A spec with mistakes: the one before stays.
    pub fn reopen(&mut self, opened: OpenText) -> Result<(), Error> {
        if !opened.is_good() {
            return Err(mistakes(&opened));
        }
        let name = self.opened.entries()[self.entry].name.clone();
        let same = opened.entries().iter().position(|entry| entry.name == name);
        if opened.entries().is_empty() {
            return Err(Error::usage("the spec has nothing to ask about any more"));
        }
        self.opened = opened;
        self.entry = same.unwrap_or(0);
        self.heap = None;
        self.seen.clear();
        self.forks = SeenForks::default();
        Ok(())
    }

    pub fn opened(&self) -> &OpenText {
        &self.opened
    }

    /// Asks about another command.
    ///
    /// # Errors
    /// There is none.
    pub fn enter(&mut self, wanted: &str) -> Result<(), Error> {
        let entries = self.opened.entries();
        let is_it = |entry: &korrel_page::Entry| {
            entry.wanted == wanted || entry.name.split(' ').next() == Some(wanted)
        };
        let Some(entry) = entries.iter().position(is_it) else {
            let message =
                format!("there is no command or predicate `{wanted}`; `:commands` lists all");
            return Err(Error::usage(message));
        };
        self.entry = entry;
        self.scope = None;
        self.leave();
        Ok(())
    }

    /// Asks within another scope.
    ///
    /// # Errors
    /// A mistake in the scope.
    pub fn resize(&mut self, scope: &str) -> Result<(), Unanswered> {
        self.opened.entries()[self.entry].command.clone().scope(scope)?.sizes()?;
        self.scope = Some(scope.to_owned());
        self.leave();
        Ok(())
    }

    fn leave(&mut self) {
        (self.number, self.heap, self.formula) = (None, None, None);
        self.seen.clear();
        self.forks = SeenForks::default();
    }

    /// The command, and what an answer may cost.
    ///
    /// # Errors
    /// A mistake in the scope, which the spec no longer has what is for.
    pub fn command(&self) -> Result<Command, Unanswered> {
        self.command_with(self.settings.clone())
    }

    fn command_with(&self, settings: Settings) -> Result<Command, Unanswered> {
        self.flag.store(false, Ordering::Relaxed);
        let settings = settings.until(Arc::clone(&self.flag));
        let command = self.opened.entries()[self.entry].command.clone().with(settings);
        match &self.scope {
            Some(scope) => command.scope(scope),
            None => Ok(command),
        }
    }

    /// True if the last question was ended by the reader.
    pub fn was_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Goes to an instance. False if there is none.
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn go(&mut self, line: &TypedLine) -> Result<bool, Unanswered> {
        let here = self.number.clone().unwrap_or_default();
        match line {
            // Before the first one.
            TypedLine::Next(steps) if self.heap.is_none() => {
                self.at(here + steps.saturating_sub(1))
            }
            TypedLine::Next(steps) => self.at(here + *steps),
            TypedLine::Previous(steps) if here < BigUint::from(*steps) => Ok(false),
            TypedLine::Previous(steps) => self.at(here - *steps),
            TypedLine::Go(number) => self.at(number.clone()),
            TypedLine::Kind => self.at_another(here),
            TypedLine::Random(seed) => {
                self.seed = seed.unwrap_or(self.seed + 1);
                let mut drawn = None;
                let one = self.command_with(self.settings.clone().limit(1))?;
                one.sample(self.seed, |heap| {
                    drawn = Some(heap);
                    ControlFlow::Break(())
                })?;
                Ok(self.take(drawn, "at random".to_owned()))
            }
            _ if self.heap.is_some() => Ok(true),
            _ => self.at(here),
        }
    }

    fn at(&mut self, number: BigUint) -> Result<bool, Unanswered> {
        let mut found = None;
        self.command()?.each_from(&number, |heap| {
            found = Some(heap);
            ControlFlow::Break(())
        })?;
        Ok(self.take_numbered(found, number))
    }

    /// Goes from the trace another way. None is left if a number comes back: so many were seen.
    ///
    /// # Errors
    /// An instance that is no trace, or has no such state; a stop.
    pub fn fork(&mut self, fork: Fork) -> Result<Option<usize>, Unanswered> {
        let trace = self.heap.as_ref().expect("it is there").record();
        match self.command()?.fork(trace, fork, &mut self.forks)? {
            Forked::Nothing(seen) => Ok(Some(seen)),
            Forked::Trace(heap) => {
                let name = match fork {
                    Fork::Configuration => "of another configuration".to_owned(),
                    Fork::Start => "from another first state".to_owned(),
                    Fork::Path => "by another path".to_owned(),
                    Fork::Step(state) => format!("by another step from state {state}"),
                };
                self.take(Some(heap), name);
                Ok(None)
            }
        }
    }

    fn at_another(&mut self, from: BigUint) -> Result<bool, Unanswered> {
        let (mut found, mut number, mut passed) = (None, from.clone(), 0);
        self.command()?.each_from(&from, |heap| {
            if !self.seen.contains(&kind_of(&heap)) {
                found = Some(heap);
                return ControlFlow::Break(());
            }
            (number, passed) = (&number + 1_u32, passed + 1);
            if passed == PASSED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(self.take_numbered(found, number))
    }

    fn take_numbered(&mut self, found: Option<Heap>, number: BigUint) -> bool {
        let is_there = self.take(found, number.to_string());
        if is_there {
            self.number = Some(number);
        }
        is_there
    }

    fn take(&mut self, found: Option<Heap>, name: String) -> bool {
        let Some(heap) = found else { return false };
        let kind = kind_of(&heap);
        if !self.seen.contains(&kind) {
            self.seen.push(kind);
        }
        (self.heap, self.name) = (Some(heap), name);
        true
    }
}

fn mistakes(opened: &OpenText) -> Error {
    Error::Spec(Box::new(opened.sources().clone()), opened.diagnostics().to_vec())
}
