//! Instances in Alloy's notation, from their records.

use korrel::question::evaluation::RecordInstances;
use korrel_draw::alloy::{CommandNotation, Solution, predicate, xml};
use korrel_enumerate::heap::Schema;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};
use serde_json::Value as Json;

/// The writer of a command's instances in Alloy's notation.
pub struct AlloyWriter {
    records: RecordInstances,
    notation: CommandNotation,
}

impl AlloyWriter {
    /// `schema` is that of the records.
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn new(spec: &Spec, command: &Command, schema: Schema) -> Result<AlloyWriter, Mistakes> {
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
