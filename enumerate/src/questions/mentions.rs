//! Which relations a formula's value depends on, through calls too.

use std::collections::BTreeSet;

use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, ExprKind, Formula, FormulaKind, FunctionId, IntExprKind, Model, Sig,
};
use korrel_lang::walk::{Node, walk};

/// The sigs, fields and parameters that a formula mentions. `univ` and `iden` mention every
/// top-level sig.
pub fn relations_in(model: &Model, command: &Command, formula: &Formula) -> BTreeSet<Relation> {
    let mut found = BTreeSet::new();
    let mut called: Vec<FunctionId> = Vec::new();
    let mut open = vec![Node::Formula(formula)];
    while let Some(node) = open.pop() {
        walk(node, &mut |node| {
            found.extend(mentioned(model, command, node));
            if let Some(function) = callee(node)
                && !called.contains(&function)
            {
                called.push(function);
                open.push(Node::of_value(&model.functions[function].body));
            }
        });
    }
    found
}

/// The function that a node calls by itself.
pub fn callee(node: Node<'_>) -> Option<FunctionId> {
    match node {
        Node::Formula(Formula { kind: FormulaKind::Call(function, _), .. }) => Some(*function),
        Node::Relation(expr) => match &expr.kind {
            ExprKind::Call(function, _) => Some(*function),
            _ => None,
        },
        Node::Integer(int) => match &int.kind {
            IntExprKind::Call(function, _) => Some(*function),
            _ => None,
        },
        Node::Formula(_) => None,
    }
}

/// The relations that a node mentions by itself.
fn mentioned(model: &Model, command: &Command, node: Node<'_>) -> Vec<Relation> {
    let Node::Relation(expr) = node else { return Vec::new() };
    match &expr.kind {
        ExprKind::Identity | ExprKind::ReflexiveClosure(_) | ExprKind::Sig(Sig::UNIVERSE) => {
            model.top_level().map(Relation::Sig).collect()
        }
        ExprKind::Sig(sig) => vec![Relation::Sig(*sig)],
        ExprKind::Field(field) => vec![Relation::Field(*field)],
        ExprKind::Variable(variable) => {
            let is_parameter = command.parameters.iter().any(|d| d.variables.contains(variable));
            if is_parameter { vec![Relation::Variable(*variable)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
