//! A range of integers that another scope of a command leaves out.
//!
//! *Problem.* A scope that is given beside a spec replaces the whole scope of the command. One that names sigs alone makes
//! `Int` −8..7, which is hardly ever meant where the command has a range, and multiplies the instances.

use korrel_lang::model::{Command, ExprKind, IntegerScope, Model, Node, Sig};

/// The range that is lost, as `0..5 Int`, and the scope with it, or `None` if the command has no range, if the new scope
/// has one, or if no field holds integers.
pub fn lost_range(model: &Model, before: &Command, after: &Command) -> Option<(String, String)> {
    let Some(IntegerScope::Range(least, greatest)) = before.scope.integers else { return None };
    let holds_integers = model.fields.iter().any(|(_, field)| {
        let is_own = !model.sigs[field.sig].is_library && !field.is_defined;
        is_own && Node::from(field.range.domain()).descendants().any(is_int)
    });
    if after.scope.integers.is_some() || !holds_integers {
        return None;
    }
    let range = format!("{least}..{greatest} Int");
    let scope = after.scope.text(model, &[&range]);
    Some((range, scope))
}

fn is_int(node: Node<'_>) -> bool {
    matches!(node, Node::Relation(expr) if matches!(expr.kind, ExprKind::Sig(sig) if sig == Sig::INT))
}
