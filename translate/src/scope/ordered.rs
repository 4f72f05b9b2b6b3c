//! The sigs that a spec orders: by facts of the form of `util/ordering`'s.

use korrel_lang::model::{
    Command, Expr, ExprKind, FieldId, Formula, FormulaKind, Model, Quantifier, RelationOp, SigId,
    SigMultiplicity, VariableId,
};

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
            let (OrderAnchor::Of(owner, first), OrderAnchor::Of(other, next)) = (first, next)
            else {
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
            let is_one = |operand: OrderAnchor| match operand {
                OrderAnchor::Of(owner, _) => model.sigs[owner].multiplicity == SigMultiplicity::One,
                OrderAnchor::Whole => true,
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
enum OrderAnchor {
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
    found: &mut impl FnMut(SigId, OrderAnchor, OrderAnchor),
) {
    match &formula.kind {
        FormulaKind::And(parts) => {
            parts.iter().for_each(|part| for_each_order(part, this, found));
        }
        FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
            if let [declaration] = declarations.as_slice()
                && let [variable] = declaration.variables.as_slice()
                && let ExprKind::Sig(owner) = declaration.range.domain().kind
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
fn operand(expr: &Expr, this: Option<This>) -> Option<OrderAnchor> {
    match &expr.kind {
        ExprKind::Sig(_) | ExprKind::Field(_) => Some(OrderAnchor::Whole),
        ExprKind::Binary(RelationOp::Join, owner, field) => match (&owner.kind, &field.kind) {
            (ExprKind::Variable(variable), ExprKind::Field(field)) => {
                let (owner, _) = this.filter(|(_, this)| this == variable)?;
                Some(OrderAnchor::Of(owner, *field))
            }
            (ExprKind::Sig(owner), ExprKind::Field(field)) => Some(OrderAnchor::Of(*owner, *field)),
            _ => None,
        },
        _ => None,
    }
}
