//! Instances in Alloy's own notation.

use korrel_draw::alloy::{CommandNotation, Solution, SolutionTrace, predicate, trace_xml, xml};
use korrel_enumerate::heap::Schema;
use korrel_heapgraph::typed::Misfit;
use korrel_lang::instance::{Instance, Witness};
use korrel_lang::model;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::unroll::STEPS;
use serde_json::Value as Json;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::evaluation::RecordInstances;
use crate::search::{on_a_large_stack, types};
use crate::spec::Command;
use crate::stream::StreamQuestion;

impl Command {
    /// One of the command's instances as Alloy's viewer and Sterling open it.
    ///
    /// ```
    /// let command = korrel::spec("sig A { r: lone A } run { some r } for 1")?.command("0")?;
    /// let heap = command.instances().next().expect("there is one")?;
    /// assert!(command.alloy_xml(&heap)?.contains(r#"<atom label="A$0"/>"#));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A heap that is no instance of the command.
    pub fn alloy_xml(&self, heap: &Heap) -> Result<String, Error> {
        self.in_alloy(|writer| writer.xml(heap.record()))
    }

    /// A predicate that holds of one of the command's instances alone, and a command that finds it.
    ///
    /// ```
    /// let text = "sig A { r: lone A } run { some r } for 1";
    /// let command = korrel::spec(text)?.command("0")?;
    /// let heap = command.instances().next().expect("there is one")?;
    /// let again = korrel::spec(&format!("{text}\n{}", command.alloy_predicate(&heap)?))?;
    /// assert_eq!(again.command("instance0")?.count()?, 1_u32.into());
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A heap that is no instance of the command.
    pub fn alloy_predicate(&self, heap: &Heap) -> Result<String, Error> {
        self.in_alloy(|writer| writer.predicate(heap.record()))
    }

    fn in_alloy(
        &self,
        draw: impl Fn(&AlloyWriter) -> Result<String, String> + Sync,
    ) -> Result<String, Error> {
        let asked = self.query();
        let work = || {
            let schema = types(asked)?.schema().clone();
            let writer = AlloyWriter::new(&asked.spec, &asked.command, schema)?;
            Ok(draw(&writer).map_err(Misfit::new)?)
        };
        on_a_large_stack(work)?
    }
}

/// The writer of a command's instances in Alloy's notation.
#[doc(hidden)]
pub struct AlloyWriter {
    records: RecordInstances,
    notation: CommandNotation,
    /// The least and the greatest number of states of a trace.
    steps: (u32, u32),
}

impl StreamQuestion<'_> {
    /// The writer of the stream's records in Alloy's notation.
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn alloy(&self) -> Result<AlloyWriter, Mistakes> {
        AlloyWriter::new(&self.asked.spec, &self.asked.command, self.schema().clone())
    }
}

impl AlloyWriter {
    fn new(spec: &Spec, command: &model::Command, schema: Schema) -> Result<AlloyWriter, Mistakes> {
        let records = RecordInstances::new(spec, command, schema)?;
        let notation = CommandNotation::new(spec, command, |relation| records.has_root(relation));
        let steps = command.scope.steps.map_or((1, STEPS), |steps| (steps.min, steps.max));
        Ok(AlloyWriter { records, notation, steps })
    }

    /// # Errors
    /// Why a record is no instance of the command, or that it is a beginning, which Alloy has not.
    pub fn xml(&self, record: &Json) -> Result<String, String> {
        let Some(found) = self.records.trace(record) else {
            let found = self.records.instance(record)?;
            return Ok(xml(&self.solution(&found.instance, found.witnesses)));
        };
        let found = found?;
        let states = &found.trace.states;
        let back = found.trace.back.ok_or("Alloy writes infinite traces only")?;
        let first = self.solution(&states[0], found.witnesses);
        Ok(trace_xml(&SolutionTrace { first, states, back, steps: self.steps }))
    }

    /// # Errors
    /// Why a record is no instance of the command.
    pub fn predicate(&self, record: &Json) -> Result<String, String> {
        let name = format!("instance{}", record["id"].as_u64().unwrap_or(0));
        let found = self.records.instance(record)?;
        let solution = self.solution(&found.instance, found.witnesses);
        Ok(predicate(&solution, &name, &self.notation.parameters))
    }

    fn solution<'a>(&'a self, instance: &'a Instance, witnesses: Vec<Witness>) -> Solution<'a> {
        Solution {
            model: self.records.model(),
            command: &self.notation.command,
            label: &self.notation.label,
            witnesses,
            integers: self.records.integers(),
            max_sequence: self.records.max_sequence(),
            instance,
        }
    }
}
