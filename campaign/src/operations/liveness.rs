//! What no beginning of a trace can violate or show: liveness, which calls are judged without.

use korrel_lang::model::{Command, Formula, FormulaKind, Node, TemporalOp, Unrolling};
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;

/// A spec of the same behaviours, without what no beginning can violate or show: liveness. Beside it, the places of the
/// conjuncts that were left out.
pub fn without_liveness(spec: &Spec, command: &Command) -> (Spec, Command, Vec<Span>) {
    let (mut spec, mut command, mut left) = (spec.clone(), command.clone(), Vec::new());
    for fact in &mut spec.model.facts {
        fact.formula = safe(&fact.formula, &mut left);
    }
    command.goal = safe(&command.goal, &mut left);
    command.unrolled = Unrolling::default();
    (spec, command, left)
}

fn safe(formula: &Formula, left: &mut Vec<Span>) -> Formula {
    match &formula.kind {
        FormulaKind::And(parts) => {
            let parts = parts.iter().map(|part| safe(part, left)).collect();
            Formula { kind: FormulaKind::And(parts), span: formula.span }
        }
        FormulaKind::Temporal(TemporalOp::Releases, sides)
            if matches!(sides[0].kind, FormulaKind::Constant(false)) && is_safe(&sides[1]) =>
        {
            formula.clone()
        }
        _ if is_safe(formula) => formula.clone(),
        _ => {
            left.push(formula.span);
            Formula { kind: FormulaKind::Constant(true), span: formula.span }
        }
    }
}

/// It is about no state after the next one.
fn is_safe(formula: &Formula) -> bool {
    let leads_on = |node: Node<'_>| {
        matches!(node, Node::Formula(Formula { kind: FormulaKind::Temporal(op, _), .. })
            if matches!(op, TemporalOp::Until | TemporalOp::Releases))
    };
    !Node::Formula(formula).descendants().any(leads_on)
}
