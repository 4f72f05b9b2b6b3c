//! The variables over `Int` that a term has in it.
//!
//! docs/language.md's rule on overflow names "the innermost variable of type `Int` in that term",
//! so this looks at the text, as Kodkod does: a variable counts wherever it stands, in the
//! condition of a conditional or the body of a comprehension too, and a `let` or a parameter counts
//! as what it was bound to.

use std::collections::BTreeSet;

use crate::arena::Id;
use crate::model::{Node, VariableId};

use crate::evaluate::Evaluator;

impl Evaluator<'_> {
    /// Outside every binder over `Int` there is nothing to look for. A variable that is not bound at
    /// the moment is bound within the term.
    pub(in crate::evaluate) fn variables_of(&self, term: Node<'_>) -> BTreeSet<VariableId> {
        if self.binders.is_empty() {
            return BTreeSet::new();
        }
        let read = term.descendants().filter_map(Node::variable);
        let bound = read.filter_map(|variable| self.bindings[variable.index()].as_ref());
        bound.flat_map(|bound| bound.variables.iter().copied()).collect()
    }
}
