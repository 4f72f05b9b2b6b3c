//! Declarations: what sigs, fields and variables can hold.

use korrel_lang::model::{Declaration, Field, Multiplicity, Range, SigId, SigMultiplicity};

use super::extent::TupleBounds;
use super::{AbstractValue, PartialInterpretation};

impl PartialInterpretation<'_> {
    /// Lets each variable stand for all that it can be. Returns, for each variable, the tuples that
    /// its range mentions: there are as many bindings as the product of these has tuples.
    pub(super) fn declare(&mut self, declarations: &[Declaration]) -> Vec<TupleBounds> {
        let mut domains = Vec::new();
        for declaration in declarations {
            let DeclaredRange { all, value } = self.range(&declaration.range);
            let domain = if declaration.is_disjoint { all.at_least(0) } else { all };
            for &variable in &declaration.variables {
                self.variables.insert(variable, AbstractValue::Relation(value.clone()));
                domains.push(domain.clone());
            }
        }
        domains
    }

    /// Its sig's atoms, each with what the range says.
    pub(super) fn field(&mut self, field: &Field) -> TupleBounds {
        let owner = self.sig(field.sig);
        self.variables
            .insert(field.this, AbstractValue::Relation(limited(owner.clone(), Multiplicity::One)));
        owner.product(&self.range(&field.range).value)
    }

    fn range(&mut self, range: &Range) -> DeclaredRange {
        match range {
            Range::Of { multiplicity, domain } => {
                let all = self.relation(domain);
                let value = limited(all.clone().at_least(0), *multiplicity);
                DeclaredRange { all, value }
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                let (left, right) = (self.range(left), self.range(right));
                let from_left = left.all.product(&limited(right.value, *right_multiplicity));
                let most = limited(left.value, *left_multiplicity).size();
                let value = from_left.at_most(most.saturating_mul(right.all.size())).at_least(0);
                DeclaredRange { all: left.all.product(&right.all), value }
            }
        }
    }

    /// A sig's atoms are as many as its scope and its multiplicity allow.
    pub(super) fn sig(&self, sig: SigId) -> TupleBounds {
        let bound = self.bounds.sig(sig);
        let all = TupleBounds::within(vec![bound.upper.clone()]).at_least(bound.lower.len() as u64);
        let all = match self.scopes.sizes(sig) {
            Some(sizes) => all.at_most(sizes.max.into()).at_least(sizes.min.into()),
            None => all,
        };
        match self.model.sigs[sig].multiplicity {
            SigMultiplicity::One => limited(all, Multiplicity::One),
            SigMultiplicity::Lone => limited(all, Multiplicity::Lone),
            SigMultiplicity::Some => limited(all, Multiplicity::Some),
            SigMultiplicity::Any => all,
        }
    }
}

/// The meaning of a range.
struct DeclaredRange {
    /// All tuples that it mentions: for one side, those for all tuples of the other together.
    all: TupleBounds,
    /// The possible values of a variable of this range.
    value: TupleBounds,
}

fn limited(extent: TupleBounds, multiplicity: Multiplicity) -> TupleBounds {
    match multiplicity {
        Multiplicity::One => extent.at_most(1).at_least(1),
        Multiplicity::Lone => extent.at_most(1).at_least(0),
        Multiplicity::Some => extent.at_least(1),
        Multiplicity::Set => extent,
    }
}
