//! Whether the evaluator can judge the instances of a problem in a bearable time.
//!
//! It goes through all values of a variable, which is right for atoms and, as long as there are few,
//! for sets and relations. Where there may be more, nothing is judged rather than some of it.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Multiplicity, Range,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_lang::walk::{Node, walk};
use korrel_translate::{Bound, Bounds, upper_bound};

use crate::problem::Problem;

/// A quantifier whose variables may hold more tuples than this, all in all, has too many values.
const MAX_TUPLES: usize = 16;

impl Problem<'_> {
    /// # Errors
    /// A quantifier over too many sets or relations for all of them to be tried.
    pub fn check_judged(&self) -> Result<(), Diagnostic> {
        let facts = self.model.facts.iter().map(|fact| Node::Formula(&fact.formula));
        let functions = || self.model.functions.iter().map(|(_, function)| function);
        let bodies = functions().map(|function| Node::of_value(&function.body));
        let mut sizes = Sizes { bounds: self.bounds.clone(), excess: None };
        functions().for_each(|function| sizes.bind(&function.parameters));
        for node in facts.chain(bodies).chain([Node::Formula(&self.command.goal)]) {
            walk(node, &mut |node| sizes.meet(declarations_of(node)));
        }
        let Some((span, tuples)) = sizes.excess else { return Ok(()) };
        let message = format!("the evaluator would try 2^{tuples} sets or relations");
        Err(Diagnostic::error(code::TOO_LARGE, message)
            .at(span, "for each binding of the variables around this")
            .help("leave `--verify` or `--solver brute` out, or give a smaller `--scope`"))
    }
}

struct Sizes {
    /// With all variables met so far as parameters.
    bounds: Bounds,
    /// The first declaration that makes too many, and how many tuples there are.
    excess: Option<(Span, usize)>,
}

impl Sizes {
    /// The declarations of one quantifier.
    fn meet(&mut self, declarations: &[Declaration]) {
        let mut tuples = 0;
        for declaration in declarations {
            self.bind(std::slice::from_ref(declaration));
            if !is_of_atoms(&declaration.range) {
                let each = upper_bound(&declaration.range, &self.bounds).len();
                tuples += each * declaration.variables.len();
            }
            if tuples > MAX_TUPLES && self.excess.is_none() {
                self.excess = Some((declaration.span, tuples));
            }
        }
    }

    fn bind(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let upper = upper_bound(&declaration.range, &self.bounds);
            let lower = TupleSet::empty(upper.atoms(), upper.arity());
            let bound = Bound { lower, upper };
            let variables = declaration.variables.iter();
            self.bounds.parameters.extend(variables.map(|&variable| (variable, bound.clone())));
        }
    }
}

fn is_of_atoms(range: &Range) -> bool {
    matches!(range, Range::Of { multiplicity: Multiplicity::One, .. })
}

fn declarations_of<'a>(node: Node<'a>) -> &'a [Declaration] {
    match node {
        Node::Formula(Formula { kind: FormulaKind::Quantified { declarations, .. }, .. })
        | Node::Relation(Expr { kind: ExprKind::Comprehension(declarations, _), .. })
        | Node::Integer(IntExpr { kind: IntExprKind::Sum(declarations, _), .. }) => declarations,
        _ => &[],
    }
}
