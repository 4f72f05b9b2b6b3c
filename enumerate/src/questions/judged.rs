//! A check that the evaluator can judge the instances of a problem in a bearable time.
//!
//! It goes through all values of a variable, which is right for atoms and, as long as there are few,
//! for sets and relations. Where there may be more, nothing is judged, rather than only some.
//!
//! How many there may be is known from the upper bounds of what the variable's values lie in. That is any expression: a
//! name that stands for another one, a call, a comprehension. Each of them lies in something smaller than all tuples.

use std::cell::RefCell;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Binder, Declaration, Expr, ExprKind, FunctionId, Model, Node, Sig, Value, VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_translate::{Bounds, upper_with};
use rustc_hash::FxHashMap;

use crate::problem::Problem;

/// A quantifier whose variables may hold more tuples than this, all in all, has too many values.
const MAX_TUPLES: usize = 16;

impl Problem<'_> {
    /// # Errors
    /// A quantifier over too many sets or relations for all of them to be tried.
    pub fn check_judged(&self) -> Result<(), Diagnostic> {
        let goal = Node::Formula(&self.question.command.goal);
        refusal(self.question.model, &self.question.bounds, goal).map_or(Ok(()), Err)
    }
}

/// The message if the facts, or the formula that is asked beside them, go through too many sets or
/// relations.
fn refusal(model: &Model, bounds: &Bounds, asked: Node<'_>) -> Option<Diagnostic> {
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let all: Vec<Node<'_>> = model.reachable(facts.chain([asked])).collect();
    let values = ValueBounds::new(model, bounds, &all);
    let mut excess = all.iter().filter_map(|node| values.excess(node.declarations()));
    let (span, tuples) = excess.next()?;
    let message = format!("the evaluator would try 2^{tuples} sets or relations");
    let refusal = Diagnostic::new(code::TOO_LARGE, message);
    Some(refusal.at(span, "for each binding of the variables around this"))
}

/// What the values of names lie in.
struct ValueBounds<'m> {
    model: &'m Model,
    bounds: &'m Bounds,
    /// For each variable an expression that holds its value.
    domains: FxHashMap<VariableId, &'m Expr>,
    /// `None` while it is found out.
    known: RefCell<FxHashMap<BoundName, Option<TupleSet>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum BoundName {
    Variable(VariableId),
    Function(FunctionId),
}

impl<'m> ValueBounds<'m> {
    fn new(model: &'m Model, bounds: &'m Bounds, all: &[Node<'m>]) -> ValueBounds<'m> {
        let mut domains = FxHashMap::default();
        let mut declare = |declarations: &'m [Declaration]| {
            for declaration in declarations {
                let of = |&variable: &VariableId| (variable, declaration.range.domain());
                domains.extend(declaration.variables.iter().map(of));
            }
        };
        model.functions.iter().for_each(|(_, function)| declare(&function.parameters));
        all.iter().for_each(|node| declare(node.declarations()));
        for node in all {
            if let Some(Binder::Let(variable, Value::Relation(value))) = node.binder() {
                domains.insert(variable, value);
            }
        }
        ValueBounds { model, bounds, domains, known: RefCell::default() }
    }

    /// The first of a quantifier's declarations that makes too many, and how many tuples there are.
    fn excess(&self, declarations: &[Declaration]) -> Option<(Span, usize)> {
        let mut tuples = 0;
        declarations.iter().find_map(|declaration| {
            if !declaration.range.is_one() {
                let each = self.upper(declaration.range.domain()).len();
                tuples += each * declaration.variables.len();
            }
            (tuples > MAX_TUPLES).then_some((declaration.span, tuples))
        })
    }

    fn upper(&self, expr: &Expr) -> TupleSet {
        upper_with(expr, self.bounds, &|named| self.beyond(named))
    }

    /// The upper bound of what no relation's bound tells.
    fn beyond(&self, expr: &Expr) -> Option<TupleSet> {
        match &expr.kind {
            ExprKind::Variable(variable) => {
                let domain = self.domains.get(variable)?;
                self.named(BoundName::Variable(*variable), domain)
            }
            ExprKind::Call(function, _) => match &self.model.functions[*function].body {
                Value::Relation(body) => self.named(BoundName::Function(*function), body),
                _ => None,
            },
            ExprKind::Let(_, _, body) | ExprKind::In(_, body) => Some(self.upper(body)),
            ExprKind::Comprehension(declarations, _) => {
                let columns = declarations.iter().flat_map(|declaration| {
                    let column = self.upper(declaration.range.domain());
                    std::iter::repeat_n(column, declaration.variables.len())
                });
                columns.reduce(|all, column| all.product(&column))
            }
            ExprKind::IntegerAtom(_) => Some(self.bounds.sig(Sig::INT).upper.clone()),
            _ => None,
        }
    }

    /// `None` of what is defined by itself.
    fn named(&self, name: BoundName, value: &Expr) -> Option<TupleSet> {
        if let Some(known) = self.known.borrow().get(&name) {
            return known.clone();
        }
        self.known.borrow_mut().insert(name, None);
        let upper = self.upper(value);
        self.known.borrow_mut().insert(name, Some(upper.clone()));
        Some(upper)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::problem;

    /// If this failed, instances would not be judged although a handful of sets would have to be tried.
    #[test]
    fn values_lie_in_what_a_name_stands_for() {
        for few in [
            "fact { let w = A.r { some z: set w | no z } }",
            "fact { let w = A.r, v = w & A { all z: set (let u = v | u) | z in v } }",
            "fun w: set A { A.r } fact { some z: set w | no z }",
            "fun w[of: A]: set A { of.r } fact { all a: A, z: set w[a] | z in A }",
            "fact { some z: set { a: A | some a.r } | no z }",
            "fact { all a: A { let w = a.r | some z: w -> lone w | no z } }",
            "fact { some z: set { a: A, b: A | a in b.r } | no z }",
            "fact { some z: set Int[#A] + A | no z }",
            "pred p[w: set A] { some z: set w | no z } fact { p[A.r] }",
            "fact { let w = { a: A | some z: set a.r | no z } | some z: set w | no z }",
        ] {
            let spec = problem(&format!("sig A {{ r: set A }} {few} run {{}} for 3 but 0..7 Int"));
            assert!(spec.problem().check_judged().is_ok(), "{few}");
        }
        let many = "sig A { r: set A } fact { let w = r { some z: set w | no z } } run {} for 5";
        let refused = problem(many).problem().check_judged().expect_err("there are many");
        assert_eq!(&*refused.message, "the evaluator would try 2^25 sets or relations");
    }
}
