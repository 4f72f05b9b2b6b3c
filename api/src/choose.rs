//! Instances that tell predicates apart.

use korrel_sat::Effort;

use crate::answer::ChoiceAnswer;
use crate::error::Error;
use crate::heap::Heap;
use crate::question::choose::Choosing;
use crate::search::{Query, Sink, types_of};
use crate::spec::Command;

/// A smallest set of instances that tells candidates apart.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The predicates. Before mutants stands the one that is changed.
    pub candidates: Vec<String>,
    /// The instances, smallest first, each with what the candidates say of it.
    pub instances: Vec<(Heap, Vec<bool>)>,
    /// The pairs that agree on all instances of the scope.
    pub equal: Vec<[String; 2]>,
    /// Those of which this is known only as long as arithmetic does not overflow.
    pub undecided: Vec<[String; 2]>,
    /// No smaller set tells as many pairs apart.
    pub is_smallest: bool,
}

impl Command {
    /// A smallest set of instances that tells each two candidates apart, which are predicates or formulas.
    ///
    /// ```
    /// let spec = korrel::spec("sig N { next: lone N }
    ///     pred acyclic { no n: N | n in n.^next }
    ///     pred loopless { no n: N | n = n.next }
    ///     pred again { all n: N | n not in n.^next }
    ///     run { } for 3")?;
    /// let choice = spec.command("0")?.choose(&["acyclic", "loopless", "again"])?;
    /// assert_eq!(choice.instances.len(), 1, "a circle of two");
    /// assert_eq!(choice.instances[0].1, [false, true, false]);
    /// assert_eq!(choice.equal, [["acyclic".to_owned(), "again".to_owned()]]);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Texts that are no formulas of the spec, a construct that cannot be translated, or a stop.
    pub fn choose(&self, candidates: &[&str]) -> Result<Choice, Error> {
        let texts: Vec<String> = candidates.iter().map(|text| (*text).to_owned()).collect();
        self.chosen(move |asked| Ok(Choosing::new(&asked.command(), &texts)?))
    }

    /// A small set of examples, good and bad, that tells a predicate from its small changes.
    ///
    /// ```
    /// let spec = korrel::spec("sig N { next: lone N } pred p { no n: N | n in n.^next } run p for 2")?;
    /// let choice = spec.command("p")?.choose_mutants("p")?;
    /// assert!(choice.candidates[1].ends_with("no → lone"), "{:?}", choice.candidates);
    /// assert!(choice.equal.is_empty() && choice.is_smallest);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A name that no predicate of the main module has, a construct that cannot be translated, or a stop.
    pub fn choose_mutants(&self, predicate: &str) -> Result<Choice, Error> {
        let predicate = predicate.to_owned();
        self.chosen(move |asked| Ok(Choosing::of_mutants(&asked.command(), &predicate)?))
    }

    fn chosen(
        &self,
        ask: impl FnOnce(&Query) -> Result<Choosing, Error> + Send + 'static,
    ) -> Result<Choice, Error> {
        let work = move |asked: &Query, effort: &Effort, sink: &mut Sink<'_, _>| {
            let choosing = ask(asked)?;
            let chosen = choosing.choose(asked.meaning(), effort)?;
            let types = types_of(&choosing.asked().spec, &choosing.asked().command, asked)?;
            let heap = |id: u64, shown: &crate::question::ShownInstance| {
                Heap::new(types.clone(), shown.record(id))
            };
            let instances = (0..).zip(&chosen.instances);
            let ChoiceAnswer { smallest, equal, undecided } = choosing.answer(&chosen);
            // One answer is all there is to take.
            let _ = sink(Choice {
                candidates: choosing.names().to_vec(),
                instances: instances
                    .map(|(id, one)| (heap(id, &one.shown), one.truths.clone()))
                    .collect(),
                equal,
                undecided,
                is_smallest: smallest,
            });
            Ok(())
        };
        self.one(work).map(|choice| choice.expect("a search that ends has one answer"))
    }
}
