//! The relations that a formula's value depends on, through calls too.

use std::collections::BTreeSet;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, ExprKind, Formula, Model, Node, PairOp, Sig};

/// The sigs, fields and parameters that a formula mentions. `univ` and `iden` mention every
/// top-level sig.
pub fn relations_in(model: &Model, command: &Command, formula: &Formula) -> BTreeSet<Relation> {
    let nodes = model.reachable([Node::Formula(formula)]);
    nodes.flat_map(|node| mentioned(model, command, node)).collect()
}

/// The relations that a node mentions by itself.
fn mentioned(model: &Model, command: &Command, node: Node<'_>) -> Vec<Relation> {
    let Node::Relation(expr) = node else { return Vec::new() };
    match &expr.kind {
        ExprKind::Identity
        | ExprKind::Unary(PairOp::ReflexiveClosure, _)
        | ExprKind::Sig(Sig::UNIVERSE) => model.top_level().map(Relation::Sig).collect(),
        ExprKind::Sig(sig) => vec![Relation::Sig(*sig)],
        ExprKind::Field(field) => vec![Relation::Field(*field)],
        ExprKind::Variable(variable) => {
            let is_parameter = command.parameters.iter().any(|d| d.variables.contains(variable));
            if is_parameter { vec![Relation::Variable(*variable)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
