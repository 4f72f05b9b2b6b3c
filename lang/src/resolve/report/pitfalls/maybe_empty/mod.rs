//! Numbers of what may be empty: `n.key < n.right.key`, where a node need not have a right one.
//!
//! The number of no atom is 0. So where there is none, the comparison speaks of something else, and
//! no instance shows it. Guards of a comparison are looked for around it ([`super::guards`]), in
//! the domains of variables, and in facts that speak of all atoms of a sig ([`total`]).

mod missing;
mod total;
mod warning;

use crate::diagnostic::Diagnostic;
use crate::model::{
    Comparison, Expr, Formula, FormulaKind, IntExpr, IntExprKind, Measure, Node, Quantifier,
};
use crate::resolve::context::Resolver;
use crate::resolve::report::pitfalls::guards::Guard;
use crate::resolve::report::pitfalls::single::SingleVariables;

use warning::Empty;

/// A walk over one formula.
struct EmptyWalk<'a> {
    values: &'a SingleVariables<'a>,
    /// The guards that hold here, innermost last.
    guards: Vec<Guard>,
    /// The operands of the comparison around that may be empty.
    empty: Vec<Empty>,
    /// The innermost quantifier is `some`.
    is_some: bool,
    found: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    pub(crate) fn maybe_empty(
        &self,
        node: Node<'_>,
        values: &SingleVariables<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let (guards, empty) = (Vec::new(), Vec::new());
        self.empty_in(node, &mut EmptyWalk { values, guards, empty, is_some: false, found });
    }

    fn empty_in(&self, node: Node<'_>, walk: &mut EmptyWalk<'_>) {
        let before = walk.guards.len();
        Self::with_stack(|| match node {
            Node::Formula(formula) => self.empty_in_formula(formula, walk),
            Node::Relation(_) => self.empty_below(node, walk),
            Node::Integer(int) => match &int.kind {
                // `int[e]` asks for the sum of a set, which may be that of none.
                IntExprKind::Measure(Measure::Sum, set) if set.span == int.span => {
                    self.number_of(set, walk);
                }
                IntExprKind::Sum(..) => {}
                _ => self.empty_below(node, walk),
            },
        });
        walk.guards.truncate(before);
    }

    fn empty_in_formula(&self, formula: &Formula, walk: &mut EmptyWalk<'_>) {
        let node = Node::Formula(formula);
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let holds = matches!(formula.kind, FormulaKind::And(_));
                for part in parts {
                    self.guards(part, holds, walk.values, &mut walk.guards);
                }
                self.empty_below(node, walk);
            }
            FormulaKind::Implies(a, b) => {
                self.empty_in(Node::Formula(a), walk);
                self.guards(a, true, walk.values, &mut walk.guards);
                self.empty_in(Node::Formula(b), walk);
            }
            FormulaKind::Quantified { quantifier, .. } => {
                let is_some = std::mem::replace(&mut walk.is_some, *quantifier == Quantifier::Some);
                self.empty_below(node, walk);
                walk.is_some = is_some;
            }
            // It says of nothing what it would say of something: no trap.
            FormulaKind::Compare(comparison, a, b) if holds_of_zero(*comparison, a, b) => {}
            FormulaKind::Subset(..) | FormulaKind::Equal(..) | FormulaKind::Compare(..) => {
                self.empty_in_comparison(node, walk);
            }
            _ => self.empty_below(node, walk),
        }
    }

    fn empty_below(&self, node: Node<'_>, walk: &mut EmptyWalk<'_>) {
        if let Some((condition, branches)) = node.conditional() {
            self.empty_in(Node::Formula(condition), walk);
            for (branch, holds) in branches.into_iter().zip([true, false]) {
                let before = walk.guards.len();
                self.guards(condition, holds, walk.values, &mut walk.guards);
                self.empty_in(branch, walk);
                walk.guards.truncate(before);
            }
            return;
        }
        // The domains of a binder guard its body.
        let domains = node.declarations().len();
        self.guards_of_domains(node.declarations(), walk.values, &mut walk.guards);
        node.children().into_iter().skip(domains).for_each(|child| self.empty_in(child, walk));
    }

    fn empty_in_comparison(&self, comparison: Node<'_>, walk: &mut EmptyWalk<'_>) {
        let others = std::mem::take(&mut walk.empty);
        self.empty_below(comparison, walk);
        let empty = std::mem::replace(&mut walk.empty, others);
        if let Some(warning) = self.empty_warning(comparison.span(), &empty, walk.is_some)
            && !walk.found.contains(&warning)
        {
            walk.found.push(warning);
        }
    }

    /// A set that stands for a number.
    fn number_of(&self, set: &Expr, walk: &mut EmptyWalk<'_>) {
        self.empty_in(Node::Relation(set), walk);
        let empty = self.may_be_missing(set, walk.values, &walk.guards);
        walk.empty.extend(empty);
    }
}

/// True if a number is compared with a constant as 0 would be.
fn holds_of_zero(comparison: Comparison, a: &IntExpr, b: &IntExpr) -> bool {
    let (a, b) = match (&a.kind, &b.kind) {
        (IntExprKind::Constant(a), IntExprKind::Measure(Measure::Sum, _)) => (*a, 0),
        (IntExprKind::Measure(Measure::Sum, _), IntExprKind::Constant(b)) => (0, *b),
        _ => return false,
    };
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
    }
}
