//! What the declaration of a sig implies.

use crate::model::{
    Count, Fact, FactOrigin, Formula, FormulaKind, Sig, SigId, SigKind, SigMultiplicity,
};
use crate::resolve::Resolver;
use crate::resolve::build::{disjoint, set, subset, union};

impl Resolver<'_> {
    pub(super) fn add_sig_facts(&mut self, id: SigId) {
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
        for at in 1..sig.children.len() {
            let child = sig.children[at];
            let before = children(&sig.children[..at]).expect("there is a child before it");
            let span = self.model.sigs[child].span;
            self.sig_fact(child, "extends", disjoint(set(child, sig.span), before, span));
        }
        if sig.is_abstract
            && let Some(all) = children(&sig.children)
        {
            self.sig_fact(id, "abstract", subset(set(id, sig.span), all, sig.span));
        }
    }

    fn sig_fact(&mut self, sig: SigId, what: &str, formula: Formula) {
        let name = format!("{what} {}", self.model.sigs[sig].name);
        let span = self.model.sigs[sig].span;
        self.model.facts.push(Fact { name, formula, origin: FactOrigin::Sig(sig), span });
    }
}
