//! Specs of rooted heaps: what people write of lists, trees and graphs, and formulas that nobody
//! would write.
//!
//! Formulas over all names are seldom satisfied by a heap that is reached from its root, and never
//! speak of trees. So most conjuncts are filled-in idioms, as they stand in papers and in users'
//! specs, some of which are then put into a context that asks for their negation, or for both.

mod conjuncts;
mod idioms;
mod sigs;

use super::Generator;

/// A spec that can be made smaller.
#[derive(Clone)]
pub struct HeapSpec {
    /// Sigs, functions and predicates.
    head: String,
    /// The formulas of facts.
    facts: Vec<String>,
    /// The beginning of the predicate, and its formulas.
    opening: &'static str,
    body: Vec<String>,
    scope: String,
}

impl HeapSpec {
    pub fn text(&self) -> String {
        let facts: String = self.facts.iter().map(|fact| format!("fact {{ {fact} }}\n")).collect();
        let body: String = self.body.iter().map(|part| format!("  {part}\n")).collect();
        let HeapSpec { head, opening, scope, .. } = self;
        format!("{head}{facts}{opening} {{\n{body}}}\nrun p for {scope}\n")
    }

    pub fn says_something(&self) -> bool {
        self.facts.len() + self.body.len() > 0
    }

    /// The same spec with one fact or conjunct less.
    pub fn smaller(&self) -> Vec<HeapSpec> {
        let mut all = vec![self.clone(); self.facts.len() + self.body.len()];
        for (at, spec) in all.iter_mut().enumerate() {
            if at < self.facts.len() {
                spec.facts.remove(at);
            } else {
                spec.body.remove(at - self.facts.len());
            }
        }
        all
    }
}

/// The names of a heap's parts.
pub(super) struct Heap {
    /// The expression by which it is entered: `T.root`.
    root: String,
    /// Fields from nodes to nodes that lead on.
    steps: Vec<&'static str>,
    has_parent: bool,
    has_key: bool,
    has_color: bool,
    has_value: bool,
    /// The root is of a parameter.
    has_parameter: bool,
}

impl Generator {
    pub fn heap(&mut self) -> HeapSpec {
        let (heap, sigs) = self.heap_sigs();
        let all = heap.steps.join(" + ");
        let head = format!(
            "{sigs}fun nodes[r: set N]: set N {{ r.*({all}) }}
fun below[n: N]: set N {{ n.^({all}) }}
pred acyclic[n: N] {{ n !in n.^({all}) }}
pred reached[r: set N, n: N] {{ n in r.*({all}) }}
pred leaf[n: N] {{ no m: N | m in n.({all}) }}
pred small[n: N] {{ #(n.^({all})) < 2 }}
pred fits[i: Int] {{ plus[i, 1] > i }}\n"
        );
        let scope = self.heap_scope(&heap);
        let conjuncts = self.conjuncts(&heap);
        let as_facts = !heap.has_parameter && self.chance(1, 3);
        let (facts, body) =
            if as_facts { (conjuncts, Vec::new()) } else { (Vec::new(), conjuncts) };
        let opening = if heap.has_parameter { "pred p[t: T]" } else { "pred p[]" };
        let mut spec = HeapSpec { head, facts, opening, body, scope };
        if self.chance(1, 6) {
            self.variables = if heap.has_parameter { vec!["t".to_string()] } else { Vec::new() };
            spec.body.push(self.higher_order());
        }
        self.variables.clear();
        spec
    }
}
