//! The atoms that a sig can have before any fact is looked at, as Alloy shares them out.
//!
//! Exact sigs and top-level ones have a *block* of atoms each: the atoms that their scope leaves
//! over when those below them, that must be there, have theirs. The lower bound of a sig is the
//! blocks of its exact descendants. Its upper bound has besides all of its parent's that is in no
//! lower bound beside it, if its scope has room (Alloy's `BoundsComputer`). Only sigs that are no
//! unions are relations: a sig with children that is not abstract leaves what no child must have to
//! a relation for the rest.
//!
//! Two atoms are *alike* if swapping them maps the bounds of every relation to themselves: if their
//! blocks are in the same bounds, for those of fields are products of these. An ordered set is bound
//! if all atoms of its upper bound are alike (Kodkod's `SymmetryBreaker`).

use std::collections::BTreeSet;

use korrel_lang::arena::Arena;
use korrel_lang::model::{Model, Sig, SigId, SigKind};

use super::derive::{Derivation, SigSize};

/// Blocks that have atoms, by the sigs whose they are. Built-in sigs stand for their own atoms.
pub(super) type Blocks = BTreeSet<SigId>;

pub(super) struct UpperBounds<'m> {
    model: &'m Model,
    exact: Arena<SigId, bool>,
    /// The least number of atoms of a sig, which for a top-level one is the exact number.
    least: Arena<SigId, u32>,
    /// The fixed blocks of sigs with atoms of their own.
    lower: Arena<SigId, Blocks>,
    upper: Arena<SigId, Blocks>,
    /// The bounds of all relations.
    relations: Vec<Blocks>,
    /// The blocks that an order tells apart.
    taken: Blocks,
}

impl<'m> UpperBounds<'m> {
    pub(super) fn of(derivation: &Derivation<'m>) -> UpperBounds<'m> {
        let model = derivation.model;
        let none: Arena<SigId, Blocks> = model.sigs.ids().map(|_| Blocks::new()).collect();
        let is_exact = |sig: SigId| {
            derivation.get(sig).is_some_and(|SigSize { sizes, .. }| sizes.min == sizes.max)
        };
        let mut bounds = UpperBounds {
            model,
            exact: model.sigs.ids().map(is_exact).collect(),
            least: model.sigs.ids().map(|_| 0).collect(),
            lower: none.clone(),
            upper: none,
            relations: Vec::new(),
            taken: Blocks::new(),
        };
        for top in model.top_level() {
            let room = derivation.get(top).expect("every top-level sig has sizes").sizes.max;
            bounds.share_out(derivation, top);
            bounds.spread(derivation, top, room);
        }
        bounds.relations = model.sigs.ids().flat_map(|sig| bounds.bounds_of(sig)).collect();
        bounds
    }

    /// The upper bound of the union of some sigs.
    pub(super) fn of_all(&self, sigs: &[SigId]) -> Blocks {
        sigs.iter().flat_map(|&sig| self.of_relations(sig, &self.upper)).collect()
    }

    /// True if all atoms of these blocks are alike. If so, from now on they are not.
    pub(super) fn take_if_alike(&mut self, blocks: &Blocks) -> bool {
        let is_whole =
            |relation: &Blocks| blocks.is_subset(relation) || blocks.is_disjoint(relation);
        let is_free = |block: &SigId| *block > Sig::STRING && !self.taken.contains(block);
        let are_alike =
            !blocks.is_empty() && blocks.iter().all(is_free) && self.relations.iter().all(is_whole);
        if are_alike {
            self.taken.extend(blocks);
        }
        are_alike
    }

    /// The greatest sigs in it that must have all their atoms: none of these is in its own block.
    pub(super) fn exact_in(&self, sig: SigId) -> Vec<SigId> {
        let children = self.model.sigs[sig].children.iter();
        let with_atoms = children.filter(|child| !self.lower[**child].is_empty());
        let of_child = |&child: &SigId| match self.exact[child] {
            true => vec![child],
            false => self.exact_in(child),
        };
        with_atoms.flat_map(of_child).collect()
    }

    /// Blocks and lower bounds.
    fn share_out(&mut self, derivation: &Derivation<'_>, sig: SigId) {
        let model = self.model;
        let (mut needed, mut lower) = (0, Blocks::new());
        for &child in &model.sigs[sig].children {
            self.share_out(derivation, child);
            needed += self.least[child];
            lower.extend(&self.lower[child]);
        }
        let is_top = model.sigs[sig].kind == SigKind::TopLevel;
        let own = derivation.get(sig).filter(|_| is_top || self.exact[sig]);
        let size = own.map_or(needed, |SigSize { sizes, .. }| sizes.max.max(needed));
        self.upper[sig] = lower.clone();
        if size > needed {
            self.upper[sig].insert(sig);
            if self.exact[sig] {
                lower.insert(sig);
            }
        }
        self.lower[sig] = lower;
        self.least[sig] = size;
    }

    /// Gives the atoms that a sig may have to its children, too. `room` is the number that it may
    /// have.
    fn spread(&mut self, derivation: &Derivation<'_>, sig: SigId, room: u32) {
        let children = &self.model.sigs[sig].children;
        let must: Blocks = children.iter().flat_map(|&child| self.lower[child].clone()).collect();
        let open: Blocks = self.upper[sig].difference(&must).copied().collect();
        for &child in children {
            let own = derivation.get(child).map_or(room, |SigSize { sizes, .. }| sizes.max);
            if !self.exact[child] && own > self.least[child] {
                self.upper[child].extend(&open);
            }
            self.spread(derivation, child, own);
        }
    }

    /// The bounds of the relation that belongs to a sig, if there is one.
    fn bounds_of(&self, sig: SigId) -> Vec<Blocks> {
        let declared = &self.model.sigs[sig];
        match &declared.kind {
            SigKind::Builtin | SigKind::Subset { exact: true, .. } => Vec::new(),
            SigKind::Subset { parents, .. } => vec![self.of_all(parents)],
            SigKind::TopLevel | SigKind::Extends(_) if declared.children.is_empty() => {
                vec![self.lower[sig].clone(), self.upper[sig].clone()]
            }
            SigKind::TopLevel | SigKind::Extends(_) if declared.is_abstract => Vec::new(),
            SigKind::TopLevel | SigKind::Extends(_) => {
                let children = declared.children.iter();
                let must: Blocks =
                    children.flat_map(|&child| self.of_relations(child, &self.lower)).collect();
                let rest = |bound: &Blocks| bound.difference(&must).copied().collect();
                vec![rest(&self.lower[sig]), rest(&self.upper[sig])]
            }
        }
    }

    /// The union of the bounds of the relations that a sig is made of.
    fn of_relations(&self, sig: SigId, bounds: &Arena<SigId, Blocks>) -> Blocks {
        let declared = &self.model.sigs[sig];
        match &declared.kind {
            SigKind::Builtin => Blocks::from([sig]),
            SigKind::Subset { parents, .. } => {
                parents.iter().flat_map(|&parent| self.of_relations(parent, bounds)).collect()
            }
            SigKind::TopLevel | SigKind::Extends(_) => {
                let children = declared.children.iter();
                let mut all: Blocks =
                    children.flat_map(|&child| self.of_relations(child, bounds)).collect();
                if declared.children.is_empty() || !declared.is_abstract {
                    all.extend(&bounds[sig]);
                }
                all
            }
        }
    }
}
