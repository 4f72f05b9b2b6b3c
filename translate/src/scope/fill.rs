//! Sets that hold everything they could, whatever the facts say.

use korrel_lang::model::{
    Expr, ExprKind, Formula, FormulaKind, Model, RelationOp, SigId, SigKind, Sizes,
};

use super::derive::{Derivation, SigSize};
use super::ordered::{OrderedRelation, OrderedSet};
use super::upper::UpperBounds;

/// A set holds all atoms of a sig, or of a part of it.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The set, or the sig whose field it is.
    pub sig: SigId,
    /// The sig all of whose atoms the sig holds, or `None` for a part of one, and for a field.
    pub of: Option<SigId>,
    pub formula: Formula,
}

impl Fill {
    pub(super) fn all_of(model: &Model, sig: SigId, of: SigId) -> Fill {
        let set = Expr { kind: ExprKind::Sig(sig), arity: 1, span: model.sigs[sig].span };
        Fill::of_part(&OrderedSet { relation: OrderedRelation::Sig(sig), expr: set }, of, &[])
    }

    /// All of `of` that is not in `others`.
    fn of_part(ordered: &OrderedSet, of: SigId, others: &[SigId]) -> Fill {
        let span = ordered.expr.span;
        let set = |sig| Expr { kind: ExprKind::Sig(sig), arity: 1, span };
        let less = |all: Expr, other: &SigId| {
            let (all, other) = (Box::new(all), Box::new(set(*other)));
            let kind = ExprKind::Binary(RelationOp::Difference, all, other);
            Expr { kind, arity: 1, span }
        };
        let part = others.iter().fold(set(of), less);
        let formula = Formula { kind: FormulaKind::Subset(part, ordered.expr.clone()), span };
        match ordered.relation {
            OrderedRelation::Sig(sig) => Fill { sig, of: others.is_empty().then_some(of), formula },
            OrderedRelation::Field(owner, _) => Fill { sig: owner, of: None, formula },
        }
    }
}

impl Derivation<'_> {
    /// Fills an ordered set beside a range, which stays open: it is all of the set that it lies in.
    /// Takes these sets from the others.
    pub(super) fn fill_open(&mut self, ordered: &mut Vec<OrderedSet>) -> Vec<Fill> {
        let mut fills = Vec::new();
        let mut filled: Vec<OrderedRelation> = Vec::new();
        ordered.retain(|set| {
            let parents = self.parents(set.relation);
            let is_open = parents.iter().any(|&parent| self.has_range(parent));
            if is_open && !filled.contains(&set.relation) {
                filled.push(set.relation);
                self.fill(set, &parents, &mut fills);
            }
            !is_open
        });
        fills
    }

    /// An ordered set whose atoms are alike is its whole upper bound, whatever becomes false by that. The
    /// atoms are told apart then, so that of two orders the first one binds.
    pub(super) fn fill_alike(&mut self, ordered: &[OrderedSet]) -> Vec<Fill> {
        if ordered.is_empty() {
            return Vec::new();
        }
        let mut bounds = UpperBounds::of(self);
        let mut fills = Vec::new();
        for set in ordered {
            let upper = bounds.of_all(&self.parents(set.relation));
            if bounds.take_if_alike(&upper) {
                let others = upper.iter().filter(|&&of| set.relation != OrderedRelation::Sig(of));
                fills.extend(others.map(|&of| Fill::of_part(set, of, &bounds.exact_in(of))));
                upper.iter().for_each(|&of| self.use_all(of));
            }
        }
        fills
    }

    /// The sigs that an ordered set lies in. A sig with atoms of its own lies in itself.
    fn parents(&self, relation: OrderedRelation) -> Vec<SigId> {
        match relation {
            OrderedRelation::Sig(sig) => match &self.model.sigs[sig].kind {
                SigKind::Subset { parents, .. } => parents.clone(),
                _ => vec![sig],
            },
            OrderedRelation::Field(_, field) => {
                let products = self.model.fields[field].ty.products.iter();
                products.filter_map(|product| product.last().copied()).collect()
            }
        }
    }

    fn has_range(&self, sig: SigId) -> bool {
        match &self.model.sigs[sig].kind {
            SigKind::Subset { parents, .. } => parents.iter().any(|&parent| self.has_range(parent)),
            SigKind::Builtin => false,
            SigKind::TopLevel | SigKind::Extends(_) => {
                let family = super::descendants(self.model, self.model.top(sig));
                let mut sized = family.into_iter().filter_map(|sig| self.get(sig));
                sized.any(|SigSize { sizes, .. }| sizes.is_range)
            }
        }
    }

    /// A set holds all of the sigs that it lies in, whatever is between. Each has exactly its size.
    fn fill(&mut self, set: &OrderedSet, parents: &[SigId], fills: &mut Vec<Fill>) {
        for &of in parents {
            match &self.model.sigs[of].kind {
                SigKind::Builtin => {}
                SigKind::Subset { parents, .. } => self.fill(set, parents, fills),
                SigKind::TopLevel | SigKind::Extends(_) => {
                    self.pin(of, fills);
                    if set.relation != OrderedRelation::Sig(of) {
                        fills.push(Fill::of_part(set, of, &[]));
                    }
                }
            }
        }
    }

    /// A top-level sig has all atoms that it may.
    fn use_all(&mut self, sig: SigId) {
        let Some(SigSize { sizes, from }) = self.get(sig) else { return };
        self.set(sig, Sizes { min: sizes.max, ..sizes }, from);
    }
}
