//! Short names for the nodes of the tree.

use korrel_lang::model::{
    Comparison, Count, Declaration, Expr, ExprKind, FieldId, Formula, FormulaKind, FunctionId,
    IntExpr, IntExprKind, IntOp, Measure, Multiplicity, Quantifier, Range, RelationOp, SigId,
    Value, VariableId,
};
use korrel_lang::source::{FileId, Span};

pub const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };
pub const X: VariableId = VariableId(0);
pub const Y: VariableId = VariableId(1);
pub const Z: VariableId = VariableId(2);

pub fn formula(kind: FormulaKind) -> Formula {
    Formula { kind, span: SPAN }
}

pub fn not(a: Formula) -> Formula {
    formula(FormulaKind::Not(Box::new(a)))
}

pub fn and(all: Vec<Formula>) -> Formula {
    formula(FormulaKind::And(all))
}

pub fn or(all: Vec<Formula>) -> Formula {
    formula(FormulaKind::Or(all))
}

pub fn implies(a: Formula, b: Formula) -> Formula {
    formula(FormulaKind::Implies(Box::new(a), Box::new(b)))
}

pub fn iff(a: Formula, b: Formula) -> Formula {
    formula(FormulaKind::Iff(Box::new(a), Box::new(b)))
}

pub fn if_else(c: Formula, a: Formula, b: Formula) -> Formula {
    formula(FormulaKind::Conditional(Box::new(c), Box::new(a), Box::new(b)))
}

pub fn quantified(
    quantifier: Quantifier,
    declarations: Vec<Declaration>,
    body: Formula,
) -> Formula {
    formula(FormulaKind::Quantified { quantifier, declarations, body: Box::new(body) })
}

pub fn all(declarations: Vec<Declaration>, body: Formula) -> Formula {
    quantified(Quantifier::All, declarations, body)
}

pub fn exists(declarations: Vec<Declaration>, body: Formula) -> Formula {
    quantified(Quantifier::Some, declarations, body)
}

pub fn count(count: Count, e: Expr) -> Formula {
    formula(FormulaKind::Count(count, e))
}

pub fn subset(a: Expr, b: Expr) -> Formula {
    formula(FormulaKind::Subset(a, b))
}

pub fn equal(a: Expr, b: Expr) -> Formula {
    formula(FormulaKind::Equal(a, b))
}

pub fn compare(comparison: Comparison, a: IntExpr, b: IntExpr) -> Formula {
    formula(FormulaKind::Compare(comparison, a, b))
}

pub fn less(a: IntExpr, b: IntExpr) -> Formula {
    compare(Comparison::Less, a, b)
}

pub fn same(a: IntExpr, b: IntExpr) -> Formula {
    compare(Comparison::Equal, a, b)
}

pub fn call(function: FunctionId, arguments: Vec<Expr>) -> Formula {
    formula(FormulaKind::Call(function, arguments))
}

pub fn ranged(variables: &[VariableId], multiplicity: Multiplicity, domain: Expr) -> Declaration {
    let range = Range::of(multiplicity, domain);
    Declaration::new(variables.to_vec(), range, SPAN, |_| unreachable!("it has no arrow"))
}

pub fn each(variables: &[VariableId], domain: Expr) -> Declaration {
    ranged(variables, Multiplicity::One, domain)
}

pub fn distinct(variables: &[VariableId], domain: Expr) -> Declaration {
    Declaration { is_disjoint: true, ..each(variables, domain) }
}

pub fn expr(arity: usize, kind: ExprKind) -> Expr {
    Expr { kind, arity, span: SPAN }
}

pub fn sig(sig: SigId) -> Expr {
    expr(1, ExprKind::Sig(sig))
}

pub fn field(field: FieldId) -> Expr {
    expr(2, ExprKind::Field(field))
}

pub fn var(variable: VariableId) -> Expr {
    expr(1, ExprKind::Variable(variable))
}

pub fn binary(op: RelationOp, a: Expr, b: Expr) -> Expr {
    let arity = match op {
        RelationOp::Product => a.arity + b.arity,
        RelationOp::Join => a.arity + b.arity - 2,
        RelationOp::DomainRestriction => b.arity,
        _ => a.arity,
    };
    expr(arity, ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub fn join(a: Expr, b: Expr) -> Expr {
    binary(RelationOp::Join, a, b)
}

pub fn union(a: Expr, b: Expr) -> Expr {
    binary(RelationOp::Union, a, b)
}

pub fn int(kind: IntExprKind) -> IntExpr {
    IntExpr { kind, span: SPAN }
}

pub fn number(number: i64) -> IntExpr {
    int(IntExprKind::Constant(number))
}

pub fn size(e: Expr) -> IntExpr {
    int(IntExprKind::Measure(Measure::Cardinality, e))
}

pub fn value_of(e: Expr) -> IntExpr {
    int(IntExprKind::Measure(Measure::Sum, e))
}

pub fn calc(op: IntOp, a: IntExpr, b: IntExpr) -> IntExpr {
    int(IntExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub fn plus(a: IntExpr, b: IntExpr) -> IntExpr {
    calc(IntOp::Plus, a, b)
}

pub fn atom_of(i: IntExpr) -> Expr {
    expr(1, ExprKind::IntegerAtom(Box::new(i)))
}

pub fn let_formula(variable: VariableId, value: Value, body: Formula) -> Formula {
    formula(FormulaKind::Let(variable, Box::new(value), Box::new(body)))
}
