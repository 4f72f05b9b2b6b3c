//! The conjuncts that a predicate lacks, learnt from heaps.

use korrel_sat::Effort;
use num_bigint::BigUint;
use serde_json::Value as Json;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::evaluation::GivenHeap;
use crate::question::learn::{Example, Learning};
use crate::search::{Query, Sink, types};
use crate::spec::Command;

pub use crate::question::learn::Inseparable;

/// A conjunct that a predicate may lack.
#[derive(Clone, Debug)]
pub struct LearntConjunct {
    pub text: String,
    /// One for what it says, and the names and signs in what it says it of.
    pub size: usize,
    /// The number of bad heaps that it excludes.
    pub bad: usize,
    /// The number of instances that the predicate allows and the conjunct does not.
    pub excludes: BigUint,
    /// There may be more of them.
    pub is_least: bool,
    /// The smallest of them.
    pub example: Option<Heap>,
}

impl Command {
    /// A conjunction that holds of all good heaps and, beside a predicate, of none of the bad ones: the smallest one in the
    /// grammar of terms. If some bad heap has no term that excludes it, that is the second part of the answer.
    ///
    /// ```
    /// let spec = korrel::spec("sig Node { next: lone Node }
    ///     pred list[head: Node] { Node = head.*next }
    ///     run list for 3")?;
    /// let heap = |next: &str| serde_json::json!({
    ///     "objects": { "n": { "$type": "Node", "next": "m" }, "m": { "$type": "Node", "next": next } },
    ///     "roots": { "head": "n" }
    /// });
    /// let mut good = heap("n");
    /// good["objects"]["m"]["next"] = serde_json::Value::Null;
    /// let (learnt, rest) = spec.command("list")?.learn("list", &[good], &[heap("n"), heap("m")])?;
    /// assert_eq!(rest, None);
    /// assert_eq!(learnt[0].text, "no n: Node | n in n.^next");
    /// assert_eq!(learnt[0].excludes, 6_u32.into(), "lists of three nodes or less that end in a circle");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A predicate that means nothing in the spec, a heap that does not fit, a good one that the predicate excludes, or a
    /// stop.
    pub fn learn(
        &self,
        predicate: &str,
        good: &[Json],
        bad: &[Json],
    ) -> Result<(Vec<LearntConjunct>, Option<Inseparable>), Error> {
        let example = |is_good: bool| {
            move |(at, heap): (usize, &Json)| {
                let name = format!("{} heap {at}", if is_good { "good" } else { "bad" });
                let heap = GivenHeap::new(heap.clone(), &heap.to_string(), 0);
                Example { name, is_good, heap }
            }
        };
        let good = good.iter().enumerate().map(example(true));
        let examples: Vec<Example> =
            good.chain(bad.iter().enumerate().map(example(false))).collect();
        let predicate = predicate.to_owned();
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            let types = types(asked)?;
            let learning = Learning::new(&asked.command(), &predicate, &examples)?;
            let conjunct = |one: crate::question::learn::LearntConjunct| LearntConjunct {
                text: one.text,
                size: one.size,
                bad: one.bad,
                excludes: one.excludes.number,
                is_least: one.excludes.is_least,
                example: one.example.map(|shown| Heap::new(types.clone(), shown.record(0))),
            };
            let conjuncts = learning.conjuncts(asked.meaning(), effort)?;
            let learnt = conjuncts.into_iter().map(conjunct).collect();
            let learnt = (learnt, learning.inseparable());
            // One answer is all there is to take.
            let _ = sink(learnt);
            Ok(())
        };
        self.one(work).map(|learnt| learnt.expect("a search that ends has one answer"))
    }
}
