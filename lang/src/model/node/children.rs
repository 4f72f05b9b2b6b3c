//! The children of a node.

use super::super::{Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind};
use super::Node;

impl<'m> Node<'m> {
    /// The nodes right below it, in the order in which they are written.
    pub fn children(self) -> Vec<Node<'m>> {
        let mut children = Vec::new();
        self.for_each_child(|child| children.push(child));
        children
    }

    /// The same, without a list of them.
    pub fn for_each_child(self, mut visit: impl FnMut(Node<'m>)) {
        match self {
            Node::Formula(formula) => below_formula(formula, &mut visit),
            Node::Relation(expr) => below_relation(expr, &mut visit),
            Node::Integer(int) => below_integer(int, &mut visit),
        }
    }
}

fn below_formula<'m>(formula: &'m Formula, visit: &mut impl FnMut(Node<'m>)) {
    match &formula.kind {
        FormulaKind::Constant(_) | FormulaKind::Variable(_) => {}
        FormulaKind::Not(a) | FormulaKind::In(_, a) | FormulaKind::Previously(a) => {
            visit(Node::Formula(a))
        }
        FormulaKind::And(parts) | FormulaKind::Or(parts) => all(parts, visit),
        FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => all([&**a, &**b], visit),
        FormulaKind::Conditional(a, b, c) => all([&**a, &**b, &**c], visit),
        FormulaKind::Quantified { declarations, body, .. } => {
            domains(declarations, visit);
            visit(Node::Formula(body));
        }
        FormulaKind::Count(_, e) => visit(Node::Relation(e)),
        FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => all([a, b], visit),
        FormulaKind::Compare(_, a, b) => all([a, b], visit),
        FormulaKind::TotalOrder(sets) => all(&sets[..], visit),
        FormulaKind::Let(_, value, body) => {
            visit(Node::from(&**value));
            visit(Node::Formula(body));
        }
        FormulaKind::Call(_, arguments) => all(arguments, visit),
        FormulaKind::Temporal(_, sides) => all(&sides[..], visit),
    }
}

fn below_relation<'m>(expr: &'m Expr, visit: &mut impl FnMut(Node<'m>)) {
    match &expr.kind {
        ExprKind::Empty
        | ExprKind::Identity
        | ExprKind::Sig(_)
        | ExprKind::Field(_)
        | ExprKind::Variable(_)
        | ExprKind::NextInteger
        | ExprKind::String(_) => {}
        ExprKind::Unary(_, e) | ExprKind::In(_, e) => visit(Node::Relation(e)),
        ExprKind::Binary(_, a, b) => all([&**a, &**b], visit),
        ExprKind::Conditional(c, a, b) => {
            visit(Node::Formula(c));
            all([&**a, &**b], visit);
        }
        ExprKind::Comprehension(declarations, body) => {
            domains(declarations, visit);
            visit(Node::Formula(body));
        }
        ExprKind::Let(_, value, body) => {
            visit(Node::from(&**value));
            visit(Node::Relation(body));
        }
        ExprKind::Call(_, arguments) => all(arguments, visit),
        ExprKind::IntegerAtom(int) => visit(Node::Integer(int)),
    }
}

fn below_integer<'m>(int: &'m IntExpr, visit: &mut impl FnMut(Node<'m>)) {
    match &int.kind {
        IntExprKind::Constant(_)
        | IntExprKind::Variable(_)
        | IntExprKind::Least
        | IntExprKind::Greatest => {}
        IntExprKind::Measure(_, e) => visit(Node::Relation(e)),
        IntExprKind::In(_, i) => visit(Node::Integer(i)),
        IntExprKind::Sum(declarations, body) => {
            domains(declarations, visit);
            visit(Node::Integer(body));
        }
        IntExprKind::Binary(_, a, b) => all([&**a, &**b], visit),
        IntExprKind::Conditional(c, a, b) => {
            visit(Node::Formula(c));
            all([&**a, &**b], visit);
        }
        IntExprKind::Let(_, value, body) => {
            visit(Node::from(&**value));
            visit(Node::Integer(body));
        }
        IntExprKind::Call(_, arguments) => all(arguments, visit),
    }
}

fn all<'m, T: Into<Node<'m>>>(
    nodes: impl IntoIterator<Item = T>,
    visit: &mut impl FnMut(Node<'m>),
) {
    nodes.into_iter().for_each(|node| visit(node.into()));
}

fn domains<'m>(declarations: &'m [Declaration], visit: &mut impl FnMut(Node<'m>)) {
    all(declarations.iter().map(|declaration| declaration.range.domain()), visit);
}
