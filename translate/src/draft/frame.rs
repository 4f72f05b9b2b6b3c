//! Assertions that do not depend on the spec's formulas: scope and symmetry.

use crate::bounds::Cell;
use crate::circuit::Bit;

use super::breaking::discovery::discovery;
use super::breaking::lex_leader::adjacent_transpositions;
use super::breaking::tree::exclusive;
use super::population::{in_order, sizes};
use super::{Cause, Contents, Draft, Root};

impl Draft<'_> {
    /// From here on the circuit takes it for granted.
    pub fn assert_frame(&mut self, contents: Contents) {
        self.assert_population();
        self.assert_sizes();
        self.assert_fills();
        if contents.break_symmetry {
            self.assert_canonical(contents.transpositions && !contents.constants);
        }
        self.roots.iter().for_each(|root| self.circuit.assume(root.bit));
    }

    /// Asserts that the atoms in use are the first ones.
    pub fn assert_population(&mut self) {
        let first = in_order(self.question.model, &self.inputs, &mut self.circuit);
        self.add_roots(Cause::Population, first);
    }

    fn assert_sizes(&mut self) {
        for (sig, bit) in sizes(self.question, &self.inputs, &mut self.circuit) {
            self.add_roots(Cause::Scope(sig), [bit]);
        }
    }

    fn assert_fills(&mut self) {
        let question = self.question;
        if question.scopes.fills().is_empty() {
            return;
        }
        let mut encoder = self.encoder();
        let mut roots = Vec::new();
        for fill in question.scopes.fills() {
            let bit =
                encoder.assertion(&fill.formula).expect("an inclusion of sets can be encoded");
            roots.push(Root { bit, cause: Cause::Scope(fill.sig) });
        }
        self.roots.extend(roots);
    }

    /// Asserts that an instance is one of its class's labellings, or one of a few.
    fn assert_canonical(&mut self, transpositions: bool) {
        let Draft { symmetry, inputs, circuit, .. } = self;
        let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
        let mut canonical = Vec::new();
        if transpositions {
            let unused_is_least = symmetry.unused_is_least();
            let are_used = |atom| if unused_is_least { Bit::TRUE } else { in_use(atom) };
            canonical.extend(adjacent_transpositions(symmetry, bit, are_used, &[], circuit));
        }
        for rooted in &symmetry.rooted {
            canonical.extend(discovery(rooted, &bit, &in_use, circuit));
            canonical.extend(exclusive(rooted, &bit, circuit));
        }
        self.add_roots(Cause::Symmetry, canonical);
    }
}
