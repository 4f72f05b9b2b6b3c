//! Instances in Alloy's own notation.

use korrel_draw::alloy::{CommandNotation, Solution, predicate, xml};
use korrel_enumerate::heap::Schema;
use korrel_heapgraph::typed::Misfit;
use korrel_lang::model;
use korrel_lang::spec::{Mistakes, Spec};
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
        Ok(AlloyWriter { records, notation })
    }

    /// # Errors
    /// Why a record is no instance of the command.
    pub fn xml(&self, record: &Json) -> Result<String, String> {
        self.with(record, xml)
    }

    /// # Errors
    /// Why a record is no instance of the command.
    pub fn predicate(&self, record: &Json) -> Result<String, String> {
        let name = format!("instance{}", record["id"].as_u64().unwrap_or(0));
        self.with(record, |solution| predicate(solution, &name, &self.notation.parameters))
    }

    fn with(
        &self,
        record: &Json,
        draw: impl Fn(&Solution<'_>) -> String,
    ) -> Result<String, String> {
        let found = self.records.instance(record)?;
        Ok(draw(&Solution {
            model: self.records.model(),
            command: &self.notation.command,
            label: &self.notation.label,
            witnesses: found.witnesses,
            integers: self.records.integers(),
            max_sequence: self.records.max_sequence(),
            instance: &found.instance,
        }))
    }
}
