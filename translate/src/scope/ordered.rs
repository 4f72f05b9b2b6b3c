//! The sigs and sets that a spec orders: by facts of the form of `util/ordering`'s.

use korrel_lang::model::{
    Command, Expr, ExprKind, FieldId, Formula, FormulaKind, Model, Quantifier, RelationOp, SigId,
    SigMultiplicity, VariableId,
};
use korrel_lang::source::Span;

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
        for_each_order(&fact.formula, None, &mut |operands, _| {
            if let [
                OrderOperand::Sig(sig),
                OrderOperand::Of(owner, first),
                OrderOperand::Of(other, next),
            ] = operands
                && owner == other
            {
                orders.push(TotalOrder { sig, owner, first, next });
            }
        });
    }
    orders
}

/// A set that an order binds, if its atoms are alike.
#[derive(Clone, Debug)]
pub(crate) struct OrderedSet {
    pub(crate) relation: OrderedRelation,
    /// The set as it can be written.
    pub(crate) expr: Expr,
}

/// A set of atoms that is no union of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderedRelation {
    Sig(SigId),
    /// The relation P.s of `one sig P { s: set A }`.
    Field(SigId, FieldId),
}

/// The sets that the facts and the command's own formula order, by relations that exist once, in
/// the order in which Alloy binds them: by the names of the relations that hold the steps.
pub(crate) fn ordered_sets(model: &Model, command: &Command) -> Vec<OrderedSet> {
    let mut sets: Vec<(String, OrderedSet)> = Vec::new();
    let facts = model.facts.iter().map(|fact| &fact.formula);
    for formula in facts.chain([&command.goal]) {
        for_each_order(formula, None, &mut |operands, span| {
            let are_relations = operands.iter().all(|operand| operand.is_relation(model));
            let [elem, _, next] = operands;
            if let Some(relation) = elem.relation(model).filter(|_| are_relations) {
                sets.push((next.name(model), OrderedSet { relation, expr: relation.expr(span) }));
            }
        });
    }
    sets.sort_by(|(a, _), (b, _)| a.cmp(b));
    sets.into_iter().map(|(_, set)| set).collect()
}

impl OrderedRelation {
    fn expr(self, span: Span) -> Expr {
        let leaf = |kind, arity| Box::new(Expr { kind, arity, span });
        match self {
            OrderedRelation::Sig(sig) => *leaf(ExprKind::Sig(sig), 1),
            OrderedRelation::Field(owner, field) => {
                let (owner, field) =
                    (leaf(ExprKind::Sig(owner), 1), leaf(ExprKind::Field(field), 2));
                *leaf(ExprKind::Binary(RelationOp::Join, owner, field), 1)
            }
        }
    }
}

/// The operand of an order: the ordered set, its least element, or its steps.
#[derive(Clone, Copy, Debug)]
enum OrderOperand {
    Sig(SigId),
    Field(FieldId),
    /// A field of each atom of a sig.
    Of(SigId, FieldId),
}

impl OrderOperand {
    /// True if it is a relation of its own: no union, no join, and not defined by other sets. The
    /// fields of a `one` sig are taken without their first column.
    fn is_relation(self, model: &Model) -> bool {
        let is_of_one = |field: FieldId| {
            model.sigs[model.fields[field].sig].multiplicity == SigMultiplicity::One
        };
        match self {
            OrderOperand::Sig(sig) => model.part_of(sig).is_some(),
            OrderOperand::Field(field) => !is_of_one(field),
            OrderOperand::Of(owner, field) => {
                let declared = &model.fields[field];
                declared.sig == owner && is_of_one(field) && !declared.is_defined
            }
        }
    }

    fn relation(self, model: &Model) -> Option<OrderedRelation> {
        match self {
            OrderOperand::Sig(sig) => model.part_of(sig).map(OrderedRelation::Sig),
            OrderOperand::Of(owner, field) => Some(OrderedRelation::Field(owner, field)),
            OrderOperand::Field(_) => None,
        }
    }

    /// The name of the relation, as in Alloy.
    fn name(self, model: &Model) -> String {
        let path = |sig: SigId| match &model.sigs[sig].path {
            path if path.contains('/') => path.clone(),
            name => format!("this/{name}"),
        };
        match self {
            OrderOperand::Sig(sig) => path(sig),
            OrderOperand::Field(field) | OrderOperand::Of(_, field) => {
                let field = &model.fields[field];
                format!("{}.{}", path(field.sig), field.name)
            }
        }
    }
}

/// The owner of the fact at hand, and the variable that stands for it.
type This = (SigId, VariableId);

/// Each `pred/totalOrder[elem, first, next]` among the conjuncts of a formula, of `all this: owner | …`,
/// and where it stands.
fn for_each_order(
    formula: &Formula,
    this: Option<This>,
    found: &mut impl FnMut([OrderOperand; 3], Span),
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
            let [elem, first, next] = parts.each_ref().map(|part| operand(part, this));
            if let (Some(elem), Some(first), Some(next)) = (elem, first, next) {
                found([elem, first, next], formula.span);
            }
        }
        _ => {}
    }
}

/// `None` if it is not simply a relation.
fn operand(expr: &Expr, this: Option<This>) -> Option<OrderOperand> {
    match &expr.kind {
        ExprKind::Sig(sig) => Some(OrderOperand::Sig(*sig)),
        ExprKind::Field(field) => Some(OrderOperand::Field(*field)),
        ExprKind::Binary(RelationOp::Join, owner, field) => match (&owner.kind, &field.kind) {
            (ExprKind::Variable(variable), ExprKind::Field(field)) => {
                let (owner, _) = this.filter(|(_, this)| this == variable)?;
                Some(OrderOperand::Of(owner, *field))
            }
            (ExprKind::Sig(owner), ExprKind::Field(field)) => {
                Some(OrderOperand::Of(*owner, *field))
            }
            _ => None,
        },
        _ => None,
    }
}
