//! Visits every node of a formula or an expression.

use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Range, Value,
};

/// A node of the model tree.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    Formula(&'a Formula),
    Relation(&'a Expr),
    Integer(&'a IntExpr),
}

impl<'a> Node<'a> {
    pub fn of_value(value: &'a Value) -> Node<'a> {
        match value {
            Value::Formula(formula) => Node::Formula(formula),
            Value::Relation(expr) => Node::Relation(expr),
            Value::Integer(int) => Node::Integer(int),
        }
    }
}

/// Calls `visit` with a node and all nodes below it, parents first. The bodies of called functions
/// are not visited.
pub fn walk<'a>(node: Node<'a>, visit: &mut impl FnMut(Node<'a>)) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        visit(node);
        let first = open.len();
        match node {
            Node::Formula(formula) => formula_children(formula, &mut open),
            Node::Relation(expr) => relation_children(expr, &mut open),
            Node::Integer(int) => integer_children(int, &mut open),
        }
        open[first..].reverse();
    }
}

fn formula_children<'a>(formula: &'a Formula, children: &mut Vec<Node<'a>>) {
    match &formula.kind {
        FormulaKind::Constant(_) | FormulaKind::Variable(_) => {}
        FormulaKind::Not(a) => children.push(Node::Formula(a)),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            children.extend(parts.iter().map(Node::Formula));
        }
        FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
            children.extend([Node::Formula(a), Node::Formula(b)]);
        }
        FormulaKind::Conditional(a, b, c) => {
            children.extend([Node::Formula(a), Node::Formula(b), Node::Formula(c)]);
        }
        FormulaKind::Quantified { declarations, body, .. } => {
            domains(declarations, children);
            children.push(Node::Formula(body));
        }
        FormulaKind::Count(_, e) => children.push(Node::Relation(e)),
        FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
            children.extend([Node::Relation(a), Node::Relation(b)]);
        }
        FormulaKind::Compare(_, a, b) => {
            children.extend([Node::Integer(a), Node::Integer(b)]);
        }
        FormulaKind::TotalOrder(sets) => children.extend(sets.iter().map(Node::Relation)),
        FormulaKind::Let(_, value, body) => {
            children.extend([Node::of_value(value), Node::Formula(body)]);
        }
        FormulaKind::Call(_, arguments) => children.extend(arguments.iter().map(Node::Relation)),
    }
}

fn relation_children<'a>(expr: &'a Expr, children: &mut Vec<Node<'a>>) {
    match &expr.kind {
        ExprKind::Empty
        | ExprKind::Identity
        | ExprKind::Sig(_)
        | ExprKind::Field(_)
        | ExprKind::Variable(_)
        | ExprKind::NextInteger
        | ExprKind::String(_) => {}
        ExprKind::Transpose(e) | ExprKind::Closure(e) | ExprKind::ReflexiveClosure(e) => {
            children.push(Node::Relation(e));
        }
        ExprKind::Binary(_, a, b) => children.extend([Node::Relation(a), Node::Relation(b)]),
        ExprKind::Conditional(c, a, b) => {
            children.extend([Node::Formula(c), Node::Relation(a), Node::Relation(b)]);
        }
        ExprKind::Comprehension(declarations, body) => {
            domains(declarations, children);
            children.push(Node::Formula(body));
        }
        ExprKind::Let(_, value, body) => {
            children.extend([Node::of_value(value), Node::Relation(body)]);
        }
        ExprKind::Call(_, arguments) => children.extend(arguments.iter().map(Node::Relation)),
        ExprKind::IntegerAtom(int) => children.push(Node::Integer(int)),
    }
}

fn integer_children<'a>(int: &'a IntExpr, children: &mut Vec<Node<'a>>) {
    match &int.kind {
        IntExprKind::Constant(_)
        | IntExprKind::Variable(_)
        | IntExprKind::Least
        | IntExprKind::Greatest => {}
        IntExprKind::Cardinality(e) | IntExprKind::OfSet(e) => children.push(Node::Relation(e)),
        IntExprKind::Sum(declarations, body) => {
            domains(declarations, children);
            children.push(Node::Integer(body));
        }
        IntExprKind::Binary(_, a, b) => children.extend([Node::Integer(a), Node::Integer(b)]),
        IntExprKind::Conditional(c, a, b) => {
            children.extend([Node::Formula(c), Node::Integer(a), Node::Integer(b)]);
        }
        IntExprKind::Let(_, value, body) => {
            children.extend([Node::of_value(value), Node::Integer(body)]);
        }
        IntExprKind::Call(_, arguments) => children.extend(arguments.iter().map(Node::Relation)),
    }
}

fn domains<'a>(declarations: &'a [Declaration], children: &mut Vec<Node<'a>>) {
    domains_of(declarations.iter().map(|d| &d.range), children);
}

/// Adds the sets that ranges are made of.
pub fn domains_of<'a>(ranges: impl IntoIterator<Item = &'a Range>, children: &mut Vec<Node<'a>>) {
    let mut ranges: Vec<&Range> = ranges.into_iter().collect();
    while let Some(range) = ranges.pop() {
        match range {
            Range::Of { domain, .. } => children.push(Node::Relation(domain)),
            Range::Arrow { left, right, .. } => ranges.extend([&**left, &**right]),
        }
    }
}
