//! Fields that facts say to be there for every atom.

use rustc_hash::FxHashSet;

use crate::model::{Declaration, ExprKind, FactOrigin, FieldId, FormulaKind, Quantifier};
use crate::resolve::context::Resolver;
use crate::resolve::report::pitfalls::guards::{Guard, Path, Start};
use crate::resolve::report::pitfalls::single::SingleVariables;

impl Resolver<'_> {
    /// Fields of which a fact says `all n: Node | some n.f`.
    pub(crate) fn total_fields(&self, values: &SingleVariables<'_>) -> FxHashSet<FieldId> {
        let facts = self.model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
        let parts = facts.flat_map(|fact| match &fact.formula.kind {
            FormulaKind::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&fact.formula),
        });
        let mut total = FxHashSet::default();
        for part in parts {
            if let FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } =
                &part.kind
            {
                let mut guards = Vec::new();
                self.guards(body, true, values, &mut guards);
                let fields =
                    guards.iter().filter_map(|guard| self.whole_field(guard, declarations));
                total.extend(fields);
            }
        }
        total
    }

    /// The field that a guard says to be there for each atom of the sig that declares it.
    fn whole_field(&self, guard: &Guard, declarations: &[Declaration]) -> Option<FieldId> {
        let Guard::Some(Path { start: Start::Variable(variable), fields }) = guard else {
            return None;
        };
        let &[field] = fields.as_slice() else { return None };
        let declaring = declarations.iter().find(|d| d.variables.contains(variable))?;
        let ExprKind::Sig(sig) = declaring.range.domain().kind else { return None };
        self.model.is_descendant(self.model.fields[field].sig, sig).then_some(field)
    }
}
