//! The judges of calls. The spec does not constrain a constructor that only the driver names.

use korrel_harness::{Answered, Input, Oracle, Oracles, SpecViolation};
use korrel_heapgraph::Record;
use serde_json::Value as Json;

use super::program::ExploredProgram;
use crate::commands::shared::hash::hash;
use crate::commands::test::naming::{Court, Naming};

pub struct Jury<'j> {
    pub court: &'j Court<'j>,
    pub program: &'j ExploredProgram,
}

pub struct Juror<'j> {
    naming: Naming<'j>,
    program: &'j ExploredProgram,
}

impl<'j> Jury<'j> {
    pub fn juror(&self) -> Juror<'j> {
        Juror { naming: self.court.naming(), program: self.program }
    }
}

impl Oracles for Jury<'_> {
    fn oracle(&self) -> Box<dyn Oracle + '_> {
        Box::new(self.juror())
    }
}

impl Juror<'_> {
    /// True if a heap is an input of an operation.
    ///
    /// # Errors
    /// It does not fit its types, or is too large.
    pub fn applies(&self, op: usize, heap: &Json) -> Result<bool, String> {
        self.naming.applies(op, heap)
    }
}

impl Oracle for Juror<'_> {
    fn key(&mut self, input: &Input) -> String {
        match self.program.is_unsaid(input.op) {
            true => hash(std::iter::once(input.heap.text())),
            false => self.naming.key(input),
        }
    }

    fn canonical(&mut self, input: &Input) -> Record {
        match self.program.is_unsaid(input.op) {
            true => input.heap.clone(),
            false => self.naming.canonical(input),
        }
    }

    fn throws(&mut self, op: usize, heap: &Record) -> Option<bool> {
        self.naming.throws(op, heap)
    }

    fn judge(&mut self, answered: &Answered<'_>) -> Vec<SpecViolation> {
        match self.program.is_unsaid(answered.op) {
            true => Vec::new(),
            false => self.naming.judge(answered),
        }
    }
}
