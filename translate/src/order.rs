//! Sigs whose atoms stand in a total order.
//!
//! `open util/ordering[S]` says that `Ord.Next` is some total order on S. All of them are alike, so
//! one is as good as the other: the order of its atoms' numbers, its *natural* order, is taken as a
//! constant. S's atoms are told apart by it, and drop out of all symmetry. (Kodkod does the same:
//! Torlak and Jackson 2007, section 3.3.) Which atom belongs to which child of S is then a choice, even
//! for a child that is a `one` sig: a fixed atom for it would choose its place in the order, too.
//!
//! A sig with children beside it whose size is open has no atoms of its own to fix: those of the
//! parent stay interchangeable. Its order is a choice, but its cells come first, so that the canonical
//! labelling is one with the natural order ([`crate::symmetry`]).
//!
//! A second order on the same atoms is no constant either: it is a choice relative to the first.

use korrel_lang::model::{
    Command, Expr, ExprKind, FieldId, Formula, FormulaKind, Model, Quantifier, Range, RelationOp,
    SigId, SigKind, SigMultiplicity, VariableId,
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
    let mut orders = Vec::new();
    for fact in &model.facts {
        for_each_order(&fact.formula, None, &mut |sig, first, next| {
            let (Operand::Of(owner, first), Operand::Of(other, next)) = (first, next) else {
                return;
            };
            if owner == other {
                orders.push(TotalOrder { sig, owner, first, next });
            }
        });
    }
    orders
}

/// The sigs that the facts and the command's own formula order, by relations that there are one of.
pub(crate) fn ordered_sigs(model: &Model, command: &Command) -> Vec<SigId> {
    let mut sigs = Vec::new();
    let facts = model.facts.iter().map(|fact| &fact.formula);
    for formula in facts.chain([&command.goal]) {
        for_each_order(formula, None, &mut |sig, first, next| {
            let is_one = |operand: Operand| match operand {
                Operand::Of(owner, _) => model.sigs[owner].multiplicity == SigMultiplicity::One,
                Operand::Whole => true,
            };
            if is_one(first) && is_one(next) && !sigs.contains(&sig) {
                sigs.push(sig);
            }
        });
    }
    sigs
}

/// What an order's least element, or its steps, are in.
#[derive(Clone, Copy)]
enum Operand {
    /// A field of each atom of a sig.
    Of(SigId, FieldId),
    /// A sig or a field as it is.
    Whole,
}

/// The owner of the fact at hand, and the variable that stands for it.
type This = (SigId, VariableId);

/// Each `pred/totalOrder[sig, first, next]` among the conjuncts of a formula, of `all this: owner | …`.
fn for_each_order(
    formula: &Formula,
    this: Option<This>,
    found: &mut impl FnMut(SigId, Operand, Operand),
) {
    match &formula.kind {
        FormulaKind::And(parts) => {
            parts.iter().for_each(|part| for_each_order(part, this, found));
        }
        FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
            if let [declaration] = declarations.as_slice()
                && let [variable] = declaration.variables.as_slice()
                && let Range::Of { domain, .. } = &declaration.range
                && let ExprKind::Sig(owner) = domain.kind
            {
                for_each_order(body, Some((owner, *variable)), found);
            }
        }
        FormulaKind::TotalOrder(parts) => {
            let [elem, first, next] = parts.as_ref();
            if let ExprKind::Sig(sig) = elem.kind
                && let (Some(first), Some(next)) = (operand(first, this), operand(next, this))
            {
                found(sig, first, next);
            }
        }
        _ => {}
    }
}

/// `None` if it is not simply a relation.
fn operand(expr: &Expr, this: Option<This>) -> Option<Operand> {
    match &expr.kind {
        ExprKind::Sig(_) | ExprKind::Field(_) => Some(Operand::Whole),
        ExprKind::Binary(RelationOp::Join, owner, field) => match (&owner.kind, &field.kind) {
            (ExprKind::Variable(variable), ExprKind::Field(field)) => {
                let (owner, _) = this.filter(|(_, this)| this == variable)?;
                Some(Operand::Of(owner, *field))
            }
            (ExprKind::Sig(owner), ExprKind::Field(field)) => Some(Operand::Of(*owner, *field)),
            _ => None,
        },
        _ => None,
    }
}

/// A total order of one owner's, which is the natural one of a sig's atoms.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The sig whose atoms they are: not a subset sig.
    pub sig: SigId,
    /// So many atoms it has at the least.
    pub min: u32,
    pub owner: SigId,
    pub first: FieldId,
    pub next: FieldId,
    pub place: Place,
}

/// Where an order's atoms stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// They are all atoms of a top-level sig.
    TopLevel,
    /// They are as many atoms of a top-level sig as are known, and always the same.
    Fixed,
    /// They are some atoms of a top-level sig, the first ones in the canonical labelling.
    Leading,
}

/// The orders that are natural ones: of those on shared atoms, the one of most atoms.
pub fn orders(model: &Model, scopes: &Scopes) -> Vec<Order> {
    let declared = total_orders(model);
    let is_ordered = |sig: SigId| declared.iter().any(|order| model.is_descendant(sig, order.sig));
    let natural = declared.iter().filter(|order| !is_ordered(order.owner));
    let mut natural: Vec<Order> =
        natural.filter_map(|order| as_natural(model, scopes, *order)).collect();
    // Stable: of equals the first.
    natural.sort_by_key(|order| depth(model, order.sig));
    let mut orders: Vec<Order> = Vec::new();
    for order in natural {
        if !orders.iter().any(|other| model.is_descendant(order.sig, other.sig)) {
            orders.push(order);
        }
    }
    orders
}

/// How many sigs it extends.
fn depth(model: &Model, sig: SigId) -> usize {
    match model.sigs[sig].kind {
        SigKind::Extends(parent) => 1 + depth(model, parent),
        _ => 0,
    }
}

/// An order with one owner, of a sig that has atoms.
fn as_natural(model: &Model, scopes: &Scopes, declared: TotalOrder) -> Option<Order> {
    let TotalOrder { owner, first, next, .. } = declared;
    let is_single = model.sigs[owner].multiplicity == SigMultiplicity::One
        && model.sigs[owner].children.is_empty();
    let sig = prime(model, scopes, declared.sig)?;
    let sizes = scopes.sizes(sig).filter(|sizes| sizes.max > 0)?;
    let place = match model.sigs[sig].kind {
        SigKind::TopLevel => Place::TopLevel,
        _ if sizes.min == sizes.max => Place::Fixed,
        _ => Place::Leading,
    };
    let order = Order { sig, min: sizes.min, owner, first, next, place };
    is_single.then_some(order)
}

/// The sig whose atoms a sig has: itself, or the only one that a subset sig holds all of.
fn prime(model: &Model, scopes: &Scopes, sig: SigId) -> Option<SigId> {
    match &model.sigs[sig].kind {
        SigKind::TopLevel | SigKind::Extends(_) => Some(sig),
        SigKind::Builtin => None,
        SigKind::Subset { parents, .. } => match parents.as_slice() {
            [of] if scopes.fills().iter().any(|fill| fill.sig == sig && fill.of == *of) => {
                prime(model, scopes, *of)
            }
            _ => None,
        },
    }
}
