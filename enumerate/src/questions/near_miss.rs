//! Near misses: instances that break one conjunct of a predicate and satisfy all others.
//!
//! *Problem.* A validator is tried on what is nearly right. *Choice.* One question for each conjunct: the
//! command's own, with "this one does not hold and all others do" in place of what it asks for. So near
//! misses of different conjuncts are different instances, each is one of its class, and where the others
//! imply a conjunct its question has no instance. *Rejected.* One question for all of them, whose instances
//! the evaluator sorts: it would have to find all before it knew that a conjunct has none.

use korrel_lang::conjuncts::Conjunct;
use korrel_lang::model::{Command, Formula, FormulaKind};

/// The command of each conjunct's near misses, in order.
pub fn near_misses(command: &Command, conjuncts: &[Conjunct]) -> Vec<Command> {
    let broken = |at: usize| {
        let others = conjuncts.iter().enumerate().filter(|(other, _)| *other != at);
        let mut parts: Vec<Formula> =
            others.map(|(_, conjunct)| conjunct.formula.clone()).collect();
        parts.push(denied(&conjuncts[at].formula));
        let span = conjuncts[at].span;
        command.asking(Formula { kind: FormulaKind::And(parts), span })
    };
    (0..conjuncts.len()).map(broken).collect()
}

/// The formula that another one does not hold.
pub fn denied(formula: &Formula) -> Formula {
    Formula { kind: FormulaKind::Not(Box::new(formula.clone())), span: formula.span }
}
