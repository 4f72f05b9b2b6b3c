//! Instances in Alloy's own notation.

use korrel_draw::alloy::{CommandNotation, Solution, predicate, xml};
use korrel_heapgraph::typed::Misfit;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::evaluation::RecordInstances;
use crate::search::{on_a_large_stack, types};
use crate::spec::Command;

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
        self.in_alloy(heap, |solution, _| xml(solution))
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
        let name = format!("instance{}", heap.id());
        self.in_alloy(heap, |solution, notation| predicate(solution, &name, &notation.parameters))
    }

    fn in_alloy(
        &self,
        heap: &Heap,
        draw: impl Fn(&Solution<'_>, &CommandNotation) -> String + Sync,
    ) -> Result<String, Error> {
        let asked = self.query();
        let (spec, command) = (&asked.spec, &asked.command);
        let work = || {
            let records = RecordInstances::new(spec, command, types(asked)?.schema().clone())?;
            let found = records.instance(heap.record()).map_err(Misfit::new)?;
            let notation = CommandNotation::new(spec, command, |root| records.has_root(root));
            let solution = Solution {
                model: records.model(),
                command: &notation.command,
                label: &notation.label,
                witnesses: found.witnesses,
                integers: records.integers(),
                max_sequence: records.max_sequence(),
                instance: &found.instance,
            };
            Ok(draw(&solution, &notation))
        };
        on_a_large_stack(work)?
    }
}
