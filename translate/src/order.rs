//! Sigs whose atoms stand in one fixed total order.
//!
//! `open util/ordering[S]` says that `Ord.Next` is some total order on S. All of them are alike, so
//! one is as good as the other: where the size of S is known, the order of its atoms' numbers is
//! taken, as a constant. S's atoms are told apart by it, and drop out of all symmetry. (Kodkod does
//! the same: Torlak and Jackson 2007, section 3.3.)
//!
//! A second order on the same atoms is no constant: it is a choice relative to the first.

use korrel_lang::model::{
    ExprKind, FieldId, Formula, FormulaKind, Model, Quantifier, SigId, SigKind, SigMultiplicity,
};

use crate::scope::Scopes;

/// `pred/totalOrder[sig, owner.first, owner.next]`, for each atom of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotalOrder {
    pub sig: SigId,
    pub owner: SigId,
    pub first: FieldId,
    pub next: FieldId,
}

/// The total orders that facts of the form of `util/ordering`'s declare.
pub fn total_orders(model: &Model) -> Vec<TotalOrder> {
    model.facts.iter().filter_map(|fact| declared(model, &fact.formula)).collect()
}

/// `pred/totalOrder[sig, owner.first, owner.next]`, of a sig that has exactly `size` atoms.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub sig: SigId,
    pub size: u32,
    pub owner: SigId,
    pub first: FieldId,
    pub next: FieldId,
}

/// The orders that can be constants.
pub fn orders(model: &Model, scopes: &Scopes) -> Vec<Order> {
    let mut orders: Vec<Order> = Vec::new();
    for declared in total_orders(model) {
        let Some(order) = as_constant(model, scopes, declared) else { continue };
        let shares_atoms = |other: &Order| {
            model.is_descendant(order.sig, other.sig) || model.is_descendant(other.sig, order.sig)
        };
        if !orders.iter().any(shares_atoms) {
            orders.push(order);
        }
    }
    orders
}

/// `all this: owner | pred/totalOrder[sig, this.first, this.next]`.
fn declared(model: &Model, fact: &Formula) -> Option<TotalOrder> {
    let FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } = &fact.kind
    else {
        return None;
    };
    let FormulaKind::TotalOrder(parts) = &body.kind else { return None };
    let [declaration] = declarations.as_slice() else { return None };
    let [this] = declaration.variables.as_slice() else { return None };
    let ExprKind::Sig(sig) = parts[0].kind else { return None };
    let field_of_this = |kind: &ExprKind| match kind {
        ExprKind::Binary(korrel_lang::model::RelationOp::Join, owner, field) => {
            match (&owner.kind, &field.kind) {
                (ExprKind::Variable(variable), ExprKind::Field(field)) if variable == this => {
                    Some(*field)
                }
                _ => None,
            }
        }
        _ => None,
    };
    let (first, next) = (field_of_this(&parts[1].kind)?, field_of_this(&parts[2].kind)?);
    let owner = model.fields[first].sig;
    (model.fields[next].sig == owner).then_some(TotalOrder { sig, owner, first, next })
}

/// An order with one owner, of a sig whose size is known.
fn as_constant(model: &Model, scopes: &Scopes, declared: TotalOrder) -> Option<Order> {
    let TotalOrder { sig, owner, first, next } = declared;
    let is_single = |sig: SigId| {
        let sig = &model.sigs[sig];
        sig.multiplicity == SigMultiplicity::One && sig.children.is_empty()
    };
    let has_atoms = matches!(model.sigs[sig].kind, SigKind::TopLevel | SigKind::Extends(_));
    let sizes = scopes.sizes(sig).filter(|sizes| sizes.min == sizes.max && sizes.max > 0)?;
    let is_fixed = has_atoms && is_single(owner);
    is_fixed.then_some(Order { sig, size: sizes.max, owner, first, next })
}
