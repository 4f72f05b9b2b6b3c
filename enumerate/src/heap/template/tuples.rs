//! The tuples that a relation may hold, and the conditions under which it does.

use rustc_hash::FxHashMap;

use korrel_lang::arena::Id;
use korrel_lang::instance::Relation;
use korrel_lang::universe::AtomId;
use korrel_sat::{Lit, Var};
use korrel_translate::{Bounds, Cell, Translation};

/// The relations of a command, as far as bounds and variables tell.
pub struct TemplateTuples<'a> {
    bounds: &'a Bounds,
    literals: FxHashMap<&'a Cell, Lit>,
}

/// A tuple, or the end of one, and the variable that says whether its relation holds it, or `None`
/// if it always does.
pub type Tuple = (Vec<AtomId>, Option<Var>);

impl<'a> TemplateTuples<'a> {
    pub fn new(translation: &'a Translation) -> TemplateTuples<'a> {
        TemplateTuples { bounds: &translation.bounds, literals: translation.literals() }
    }

    /// The tuples that a relation may hold and that begin with `prefix`, without it, ascending.
    pub fn beginning_with(&self, prefix: &[AtomId], relation: Relation) -> Vec<Tuple> {
        let upper = &self.bounds.get(relation).upper;
        let width = upper.atoms().pow((upper.arity() - prefix.len()) as u32);
        let start = prefix.iter().fold(0, |start, atom| start * upper.atoms() + atom.index());
        let row = start * width..(start + 1) * width;
        let tuple = |at| {
            let mut tuple = upper.tuple(at);
            let variable = self.variable(relation, &tuple);
            (tuple.split_off(prefix.len()), variable)
        };
        upper.indices_within(row).map(tuple).collect()
    }

    /// The variable of a tuple that a relation may hold.
    pub fn variable(&self, relation: Relation, tuple: &[AtomId]) -> Option<Var> {
        let is_constant = self.bounds.get(relation).lower.contains(tuple);
        let cell = || Cell { relation, tuple: tuple.to_vec() };
        let literal = || self.literals.get(&cell());
        (!is_constant).then(|| literal().expect("what bounds leave open has a variable").var())
    }
}
