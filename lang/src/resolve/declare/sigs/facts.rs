//! The facts that the declaration of a sig implies.

use crate::model::build::{disjoint, set, subset, union};
use crate::model::{
    Count, Fact, FactOrigin, Formula, FormulaKind, Sig, SigId, SigKind, SigMultiplicity,
};
use crate::resolve::context::Resolver;

/// The number of children up to which each is told to share nothing with those before it; more of
/// them are told by halves.
const MANY: usize = 32;

impl Resolver<'_> {
    pub(crate) fn add_sig_facts(&mut self, id: SigId) {
        if id <= Sig::STRING {
            return;
        }
        let sig = self.model.sigs[id].clone();
        self.add_parent_facts(id, &sig);
        self.add_children_facts(id, &sig);
        let count = match sig.multiplicity {
            SigMultiplicity::One => Count::One,
            SigMultiplicity::Lone => Count::Lone,
            SigMultiplicity::Some => Count::Some,
            SigMultiplicity::Any => return,
        };
        let kind = FormulaKind::Count(count, set(id, sig.span));
        self.sig_fact(id, "multiplicity", Formula { kind, span: sig.span });
    }

    /// It lies in its parent, or in the union of its parents; declared by `=`, it is that.
    fn add_parent_facts(&mut self, id: SigId, sig: &Sig) {
        let own = set(id, sig.span);
        match &sig.kind {
            SigKind::Extends(parent) => {
                self.sig_fact(id, "extends", subset(own, set(*parent, sig.span), sig.span));
            }
            SigKind::Subset { parents, exact } => {
                let of = union(parents.iter().map(|&parent| set(parent, sig.span)).collect());
                let of = of.expect("a subset sig has a parent");
                let kind = match exact {
                    true => FormulaKind::Equal(own, of),
                    false => FormulaKind::Subset(own, of),
                };
                self.sig_fact(id, "in", Formula { kind, span: sig.span });
            }
            SigKind::Builtin | SigKind::TopLevel => {}
        }
    }

    /// Children are disjoint, and an abstract sig holds nothing else.
    fn add_children_facts(&mut self, id: SigId, sig: &Sig) {
        let children = |from: &[SigId]| union(from.iter().map(|&c| set(c, sig.span)).collect());
        for at in 1..sig.children.len().min(MANY) {
            let child = sig.children[at];
            let before = children(&sig.children[..at]).expect("there is a child before it");
            let span = self.model.sigs[child].span;
            self.sig_fact(child, "extends", disjoint(set(child, sig.span), before, span));
        }
        self.add_halves(id, sig, &sig.children, MANY);
        if sig.is_abstract
            && let Some(all) = children(&sig.children)
        {
            self.sig_fact(id, "abstract", subset(set(id, sig.span), all, sig.span));
        }
    }

    /// The children from the one at `from` on share nothing with one another, or with those before:
    /// the first half shares nothing with the second, and so do the halves of each. Each with all
    /// before it would take a hundred million nodes for an enum of ten thousand values.
    fn add_halves(&mut self, id: SigId, sig: &Sig, children: &[SigId], from: usize) {
        if children.len() <= from.max(1) {
            return;
        }
        let half = if from > 0 { from } else { children.len() / 2 };
        let sets = |from: &[SigId]| union(from.iter().map(|&c| set(c, sig.span)).collect());
        let (first, second) = children.split_at(half);
        let (Some(one), Some(other)) = (sets(first), sets(second)) else { return };
        self.sig_fact(id, "extends", disjoint(one, other, sig.span));
        if from == 0 {
            self.add_halves(id, sig, first, 0);
        }
        self.add_halves(id, sig, second, 0);
    }

    fn sig_fact(&mut self, sig: SigId, what: &str, formula: Formula) {
        let name = format!("{what} {}", self.model.sigs[sig].name);
        let span = self.model.sigs[sig].span;
        self.model.facts.push(Fact { name, formula, origin: FactOrigin::Sig(sig), span });
    }
}
