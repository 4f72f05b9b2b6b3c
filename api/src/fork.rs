//! Other ways for a trace to go.

use std::collections::BTreeSet;

use korrel_enumerate::heap::begin_unplaced;
use korrel_sat::Effort;
use serde_json::Value as Json;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::{OtherTrace, other_trace};
use crate::search::{Query, Sink, types};
use crate::spec::{Command, Types};

pub use korrel_enumerate::states::Fork;

/// The ways of one command's traces that were seen: names of classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenForks(BTreeSet<String>);

impl SeenForks {
    /// The names, to be kept elsewhere.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl FromIterator<String> for SeenForks {
    fn from_iter<I: IntoIterator<Item = String>>(classes: I) -> SeenForks {
        SeenForks(classes.into_iter().collect())
    }
}

/// Another trace, or the end.
#[derive(Clone, Debug)]
pub enum Forked {
    Trace(Heap),
    /// There is none but those that were seen: so many, with the one that was asked from.
    Nothing(usize),
}

impl Command {
    /// A trace that goes another way than the one of a record: all before what is to be another is the same, up to the
    /// names of objects. It goes no way that was seen from there, and is seen now, as the given one is. So whoever asks
    /// again, from the one or the other, sees each way once: those of the shortest traces first.
    ///
    /// ```
    /// use korrel::{Fork, Forked, SeenForks};
    /// let spec = korrel::spec("sig Lamp {} var sig Lit in Lamp {} fact { no Lit } run {} for exactly 3 Lamp")?;
    /// let command = spec.command("0")?;
    /// let first = command.instances().next().expect("there is one")?;
    /// let (mut trace, mut seen) = (first.record().clone(), SeenForks::default());
    /// let mut lit = Vec::new();
    /// while let Forked::Trace(other) = command.fork(&trace, Fork::Step(0), &mut seen)? {
    ///     trace = other.record().clone();
    ///     lit.push(trace["states"][1]["sets"]["Lit"].as_array().map(Vec::len));
    /// }
    /// assert_eq!(lit.len(), 3, "none were lit, and now 1, 2 or 3 are: which ones makes no difference");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A command that is about single states, a record that is no trace of the spec or has no such state, a construct that
    /// cannot be translated, or a stop.
    pub fn fork(&self, trace: &Json, fork: Fork, seen: &mut SeenForks) -> Result<Forked, Error> {
        let (trace, before) = (trace.clone(), seen.0.clone());
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            other(&trace, fork, before, asked, effort, sink)
        };
        let found = self.one(work)?;
        let (types, OtherTrace { body, seen: now, number }) =
            found.expect("an answer that ends is one");
        seen.0 = now;
        Ok(match body {
            None => Forked::Nothing(number),
            Some(body) => {
                let mut line = Vec::new();
                begin_unplaced(&mut line);
                line.extend_from_slice(body.trim_ascii_end());
                Forked::Trace(Heap::new(types, String::from_utf8(line).expect("JSON is UTF-8")))
            }
        })
    }
}

/// # Errors
/// As [`Command::fork`].
fn other(
    trace: &Json,
    fork: Fork,
    seen: BTreeSet<String>,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, (Types, OtherTrace)>,
) -> Result<(), Error> {
    let types = types(asked)?;
    let (schema, settings) = (types.schema(), &asked.settings);
    let found = other_trace(asked.command(), schema, trace, fork, seen, settings, effort)?;
    // One answer is all there is to take.
    let _ = sink((types, found));
    Ok(())
}
